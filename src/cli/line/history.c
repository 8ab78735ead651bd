// What was typed before, in memory and in a file of the state folder: one entry a line, in which a
// backslash and a line's end are written as \\ and \n.
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/log.h"
#include "base/secret.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/line/line_int.h"

enum { ENTRIES = 1000, BYTES = 1 << 20, READ_MOST = 16 << 20 };

static void drop_first(struct sa_history *h, size_t count)
{
    for (size_t i = 0; i < count; i++) free(h->v[i]);
    memmove(h->v, h->v + count, (h->count - count) * sizeof *h->v);
    h->count -= count;
}

static void clear(struct sa_history *h)
{
    if (h->count) drop_first(h, h->count);
}

// An entry is there once, where it was typed last.
static void push(struct sa_history *h, char *entry)
{
    for (size_t i = 0; i < h->count; i++) {
        if (!sa_streq(h->v[i], entry)) continue;
        free(h->v[i]);
        memmove(h->v + i, h->v + i + 1, (h->count - i - 1) * sizeof *h->v);
        h->count--;
        break;
    }
    SA_GROW(h->v, h->cap, h->count + 1);
    h->v[h->count++] = entry;
    size_t over = h->count > ENTRIES ? h->count - ENTRIES : 0, bytes = 0;
    for (size_t i = h->count; i > over; i--)
        if ((bytes += strlen(h->v[i - 1])) > BYTES && i < h->count) over = i;
    if (over) drop_first(h, over);
}

static char *unescape(struct sa_str line)
{
    struct sa_buf raw = SA_BUF_INIT(READ_MOST), out = SA_BUF_INIT(READ_MOST);
    for (size_t i = 0; i < line.len; i++) {
        bool escaped = line.data[i] == '\\' && i + 1 < line.len;
        if (escaped) i++;
        sa_buf_appendc(&raw, escaped && line.data[i] == 'n' ? '\n' : line.data[i]);
    }
    sa_utf8_repair_nuls(&out, sa_buf_text(&raw), raw.len);
    sa_buf_release(&raw);
    return sa_buf_take(&out, NULL);
}

static void escape(struct sa_buf *out, const char *entry)
{
    for (; *entry; entry++) {
        if (*entry == '\\') sa_buf_appends(out, "\\\\");
        else if (*entry == '\n') sa_buf_appends(out, "\\n");
        else sa_buf_appendc(out, *entry);
    }
    sa_buf_appendc(out, '\n');
}

// A file that cannot be read is none.
static void load(struct sa_history *h)
{
    size_t len;
    SA_AUTO_FREE char *text = sa_fs_is_regular(h->path) ? sa_fs_read(h->path, READ_MOST, &len, NULL)
                                                        : NULL;
    if (!text) return;
    struct sa_str rest = {text, len}, line;
    clear(h);
    while (sa_str_next_line(&rest, &line))
        if (line.len) push(h, unescape(line));
}

void sa_history_open(struct sa_history *h, const char *name)
{
    *h = (struct sa_history){.path = name ? sa_fs_xdg("state", name) : NULL};
    if (h->path) load(h);
}

void sa_history_release(struct sa_history *h)
{
    clear(h);
    free(h->v);
    free(h->path);
}

// Keys are for the session alone.
static bool has_key(const char *text)
{
    size_t len = strlen(text);
    SA_AUTO_FREE char *copy = sa_xstrndup(text, len);
    return sa_secret_redact(copy, len) != len || memcmp(copy, text, len) != 0;
}

// The file as it is now, which other sessions write too, with the entry at its end.
static void save(const struct sa_history *mine, const char *entry)
{
    struct sa_err err = SA_ERR_INIT;
    struct sa_history file = {.path = mine->path};
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    SA_AUTO_FREE char *folder = sa_xstrndup(mine->path,
                                            (size_t)(strrchr(mine->path, '/') - mine->path));
    if (sa_fs_mkdirs(folder, &err)) {
        sa_debug("no history is kept: %s", err.message);
        return;
    }
    load(&file);
    push(&file, sa_xstrdup(entry));
    for (size_t i = 0; i < file.count; i++) escape(&out, file.v[i]);
    if (sa_fs_write_atomic(mine->path, sa_buf_text(&out), out.len, &err))
        sa_debug("no history is kept: %s", err.message);
    sa_buf_release(&out);
    clear(&file);
    free(file.v);
}

void sa_history_add(struct sa_history *h, const char *text)
{
    if (!text[0] || text[0] == ' ') return;
    if (h->path && !has_key(text)) save(h, text);
    push(h, sa_xstrdup(text));
}

long sa_history_find(const struct sa_history *h, size_t before, struct sa_str text)
{
    for (size_t i = before; i > 0; i--)
        if (sa_memfind(h->v[i - 1], strlen(h->v[i - 1]), text.data, text.len)) return (long)i - 1;
    return -1;
}
