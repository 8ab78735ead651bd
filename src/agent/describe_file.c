// What the model is told of a file that the user granted: size, encoding, lines, its beginning.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/agent.h"
#include "base/buf.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"

enum { PIECE = 1 << 20, LOOKED_AT = 256 << 20, SHOWN = 160, CARRY = 4 };

struct look {
    char head[1024];
    size_t head_len;
    uint64_t size, lines;
    bool utf8, nul, more; // more: the file goes on after what was looked at
    char last;
};

static void look_at(struct look *l, const char *text, size_t len)
{
    size_t room = sizeof l->head - l->head_len, n = len < room ? len : room;
    memcpy(l->head + l->head_len, text, n);
    l->head_len += n;
    l->size += len;
    l->nul |= memchr(text, 0, len) != NULL;
    for (const char *p = text; (p = memchr(p, '\n', len - (size_t)(p - text))); p++) l->lines++;
    l->last = text[len - 1];
}

// Reads it in pieces; what a piece ends with of a character goes before the next.
static bool look_through(const char *path, struct look *l)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) return false;
    SA_AUTO_FREE char *buf = sa_xmalloc(PIECE + CARRY);
    size_t carried = 0;
    ssize_t n;
    l->utf8 = true;
    while (l->size < LOOKED_AT && (n = read(fd, buf + carried, PIECE)) != 0) {
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) break;
        look_at(l, buf + carried, (size_t)n);
        size_t have = carried + (size_t)n, tail = l->utf8 ? sa_utf8_partial_tail(buf, have) : 0;
        l->utf8 = l->utf8 && sa_utf8_valid(buf, have - tail);
        memmove(buf, buf + have - tail, tail);
        carried = tail;
    }
    l->utf8 = l->utf8 && (!carried || l->size >= LOOKED_AT);
    l->more = l->size >= LOOKED_AT;
    close(fd);
    return true;
}

static bool starts_with(const struct look *l, const char *bytes)
{
    size_t n = strlen(bytes);
    return l->head_len >= n && !memcmp(l->head, bytes, n);
}

// Forms by how they begin, and what reads them: a file, and standard input.
static const struct {
    const char *magic;
    size_t len;
    const char *file, *stream;
} forms[] = {
    {"\xEF\xBB\xBF", 3, "UTF-8 with BOM (encoding=\"utf-8-sig\")",
     "UTF-8 with BOM, which is left out"},
    {"\xFF\xFE", 2, "UTF-16 (encoding=\"utf-16\")",
     "UTF-16: stdin.reconfigure(encoding=\"utf-16\"), then stdin.read()"},
    {"\xFE\xFF", 2, "UTF-16 (encoding=\"utf-16\")",
     "UTF-16: stdin.reconfigure(encoding=\"utf-16\"), then stdin.read()"},
    {"\x1F\x8B", 2, "compressed by gzip (gzip.open)",
     "compressed by gzip: gzip.open(stdin.buffer, \"rt\")"},
    {"PK\3\4", 4, "a ZIP archive (zipfile)",
     "a ZIP archive: zipfile.ZipFile(io.BytesIO(stdin.buffer.read()))"},
    {"BZh", 3, "compressed by bzip2 (mode \"rb\")",
     "compressed by bzip2: stdin.buffer reads its bytes"},
    {"\xFD"
     "7zXZ",
     5, "compressed by xz (mode \"rb\")", "compressed by xz: stdin.buffer reads its bytes"},
    {"\x28\xB5\x2F\xFD", 4, "compressed by zstd (mode \"rb\")",
     "compressed by zstd: stdin.buffer reads its bytes"},
};

const char *sa_form_of(const char *head, size_t len, bool utf8, bool stream)
{
    bool nul = memchr(head, 0, len) != NULL;
    for (size_t i = 0; i < SA_COUNT(forms); i++)
        if (len >= forms[i].len && !memcmp(head, forms[i].magic, forms[i].len))
            return stream ? forms[i].stream : forms[i].file;
    if (nul) return stream ? "binary: stdin.buffer reads its bytes" : "binary (mode \"rb\")";
    if (utf8) return "UTF-8";
    return stream
               ? "no UTF-8: stdin.reconfigure(encoding=\"latin-1\"), or another, before it is read"
               : "no UTF-8 (perhaps encoding=\"latin-1\" or \"cp1252\")";
}

void sa_put_size(struct sa_buf *out, uint64_t size)
{
    static const char *const units[] = {"KB", "MB", "GB"};
    double n = (double)size / 1000;
    size_t u = 0;
    for (; n >= 999.5 && u < 2; u++) n /= 1000;
    if (size < 1000) sa_buf_appendf(out, "%llu bytes", (unsigned long long)size);
    else sa_buf_appendf(out, "%.*f %s", n < 9.95 ? 1 : 0, n, units[u]);
}

static void put_beginning(struct sa_buf *out, const struct look *l)
{
    const char *text = l->head;
    size_t len = l->head_len;
    if (starts_with(l, "\xEF\xBB\xBF")) text += 3, len -= 3;
    size_t cut = sa_utf8_prefix(text, len, SHOWN);
    sa_buf_appends(out, "; begins: ");
    for (size_t i = 0, n; i < cut; i += n + 1) {
        for (n = 0; i + n < cut && !memchr("\n\r\t", text[i + n], 3); n++) {
        }
        sa_utf8_printable(out, text + i, n);
        if (i + n == cut) break;
        sa_buf_appends(out, text[i + n] == '\n' ? "\\n" : text[i + n] == '\r' ? "\\r" : "\\t");
    }
    if (cut < len || l->size > l->head_len) sa_buf_appends(out, "...");
}

char *sa_describe_file(const char *path, bool code)
{
    struct look l = {.head_len = 0};
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    struct sa_buf name = SA_BUF_INIT(SA_BUF_SMALL);
    sa_utf8_printable_name(&name, path);
    sa_buf_appendf(&out, code ? "open(\"%s\"): " : "file \"%s\": ", sa_buf_text(&name));
    sa_buf_release(&name);
    if (!look_through(path, &l)) {
        sa_buf_appends(&out, "a file the user granted");
    } else if (!l.size) {
        sa_buf_appends(&out, "an empty file");
    } else {
        bool wide = starts_with(&l, "\xFF\xFE") || starts_with(&l, "\xFE\xFF");
        if (l.more) sa_buf_appends(&out, "more than ");
        sa_put_size(&out, l.size);
        const char *form = sa_form_of(l.head, l.head_len, l.utf8, false);
        if (l.nul && sa_streq(form, "UTF-8")) form = "binary (mode \"rb\")"; // further on
        sa_buf_appendf(&out, ", %s", form);
        uint64_t lines = l.lines + (l.last != '\n');
        if (!l.nul)
            sa_buf_appendf(&out, ", %llu line%s", (unsigned long long)lines, lines == 1 ? "" : "s");
        if (!wide) put_beginning(&out, &l);
    }
    return sa_buf_take(&out, NULL);
}
