// An entry that a person types: edited on a terminal that can do that, read plainly elsewhere.
#include "cli/line.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/tty.h"
#include "base/xalloc.h"
#include "cli/cli.h"
#include "cli/line/line_int.h"

struct sa_line {
    struct sa_line_options options;
    bool edits;
    struct sa_edit edit; // when it does
};

struct sa_line *sa_line_new(const struct sa_line_options *options)
{
    struct sa_line *l = sa_xcalloc(1, sizeof *l);
    l->options = *options;
    l->edits = isatty(STDIN_FILENO) && isatty(STDERR_FILENO) && sa_term_moves();
    if (!l->edits) return l;
    sa_edit_init(&l->edit, &l->options);
    return l;
}

void sa_line_free(struct sa_line *l)
{
    if (!l) return;
    if (l->edits) sa_edit_release(&l->edit);
    free(l);
}

// One line, added to the entry.
static enum sa_line_status read_line(struct sa_line *l, struct sa_buf *entry)
{
    const char *prompt = entry->len ? l->options.more : l->options.prompt;
    if (isatty(STDIN_FILENO)) sa_tty_printf(STDERR_FILENO, "%s", prompt);
    for (size_t before = entry->len;;) {
        char c;
        enum sa_terminal got = sa_terminal_read(l->options.stop, &c);
        if (got == SA_TERMINAL_STOP) return SA_LINE_INTERRUPTED;
        if (got == SA_TERMINAL_END && entry->len == before) return SA_LINE_END;
        if (got == SA_TERMINAL_END || c == '\n') return SA_LINE_TEXT;
        if (sa_buf_appendc(entry, c)) continue;
        sa_error("a line of more than %zu KiB: nothing more is read", entry->max >> 10);
        return SA_LINE_TOO_LONG;
    }
}

static enum sa_line_status read_plain(struct sa_line *l, char **text)
{
    const struct sa_line_options *o = &l->options;
    struct sa_buf entry = SA_BUF_INIT(SA_LINE_MAX);
    enum sa_line_status status;
    for (;;) {
        status = read_line(l, &entry);
        enum sa_line_more more = status == SA_LINE_TEXT && o->goes_on
                                     ? o->goes_on(o->ctx, sa_buf_text(&entry), entry.len)
                                     : SA_LINE_WHOLE;
        if (more == SA_LINE_WHOLE) break;
        if (more == SA_LINE_JOINED) sa_buf_truncate(&entry, entry.len - 1);
        sa_buf_appendc(&entry, '\n');
    }
    if (status == SA_LINE_END && entry.len) status = SA_LINE_TEXT; // the end of what was begun
    if (status == SA_LINE_TEXT) *text = sa_buf_take(&entry, NULL);
    sa_buf_release(&entry);
    return status;
}

enum sa_line_status sa_line_read(struct sa_line *l, char **text)
{
    return l->edits ? sa_edit_read(&l->edit, text) : read_plain(l, text);
}

void sa_line_remember(struct sa_line *l, const char *text)
{
    struct sa_str s = sa_str_trim_right(sa_str_of(text));
    SA_AUTO_FREE char *entry = sa_xstrndup(s.data, s.len);
    if (l->edits) sa_history_add(&l->edit.history, entry);
}

void sa_line_forget_ahead(void)
{
    sa_terminal_forget_ahead();
}

bool sa_line_begin(struct sa_line *l, const char *text)
{
    if (l->edits) sa_edit_put(&l->edit, text, strlen(text));
    return l->edits;
}

bool sa_line_has_editor(void)
{
    return sa_compose_editor() != NULL;
}

bool sa_line_compose(struct sa_line *l, const char *text)
{
    size_t len;
    if (!l->edits) return sa_error("an editor needs a terminal"), false;
    SA_AUTO_FREE char *made = sa_compose(text, strlen(text), l->options.stop, &len);
    if (made) sa_edit_put(&l->edit, made, len);
    return made != NULL;
}
