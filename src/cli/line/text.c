// A text being typed: moving about in it, and changing it where the cursor is.

#include "base/utf8.h"
#include "cli/line/line_int.h"
#include "cli/screen.h"

void sa_text_init(struct sa_text *t)
{
    *t = (struct sa_text){.buf = SA_BUF_INIT(SA_LINE_EDIT_MAX),
                          .kill = SA_BUF_INIT(SA_LINE_EDIT_MAX)};
}

void sa_text_release(struct sa_text *t)
{
    sa_buf_release(&t->buf);
    sa_buf_release(&t->kill);
}

void sa_text_set(struct sa_text *t, const char *s, size_t len)
{
    sa_buf_clear(&t->buf);
    sa_buf_append(&t->buf, s, len);
    t->at = t->buf.len;
}

bool sa_text_insert(struct sa_text *t, const char *s, size_t len)
{
    if (!sa_buf_insert(&t->buf, t->at, s, len)) {
        t->buf.full = false;
        return false;
    }
    t->at += len;
    return true;
}

// Belongs to the character before it: an accent, a joiner, a variant.
static bool is_joined(const char *s, size_t len, size_t at)
{
    uint32_t cp;
    if (!at || at >= len || (unsigned char)s[at] < 0x80) return false;
    return !sa_screen_width(s + at, sa_utf8_decode(s + at, len - at, &cp));
}

size_t sa_text_character(const char *s, size_t len)
{
    uint32_t cp;
    size_t at = len ? sa_utf8_decode(s, len, &cp) : 0;
    while (s[0] != '\n' && is_joined(s, len, at)) at += sa_utf8_decode(s + at, len - at, &cp);
    return at;
}

static size_t step_left(const struct sa_text *t, size_t at)
{
    do {
        at--;
    } while (at && ((unsigned char)t->buf.data[at] & 0xC0) == 0x80);
    return at;
}

size_t sa_text_left(const struct sa_text *t, size_t at)
{
    if (at) at = step_left(t, at);
    while (at && t->buf.data[at - 1] != '\n' && is_joined(t->buf.data, t->buf.len, at))
        at = step_left(t, at);
    return at;
}

size_t sa_text_right(const struct sa_text *t, size_t at)
{
    return at + sa_text_character(sa_buf_text(&t->buf) + at, t->buf.len - at);
}

static bool is_word(const struct sa_text *t, size_t at)
{
    unsigned char c = (unsigned char)t->buf.data[at];
    return c >= 0x80 || c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

size_t sa_text_word_left(const struct sa_text *t, size_t at)
{
    while (at && !is_word(t, at - 1)) at--;
    while (at && is_word(t, at - 1)) at--;
    return at;
}

size_t sa_text_word_right(const struct sa_text *t, size_t at)
{
    while (at < t->buf.len && !is_word(t, at)) at++;
    while (at < t->buf.len && is_word(t, at)) at++;
    return at;
}

size_t sa_text_line_start(const struct sa_text *t, size_t at)
{
    while (at && t->buf.data[at - 1] != '\n') at--;
    return at;
}

size_t sa_text_line_end(const struct sa_text *t, size_t at)
{
    while (at < t->buf.len && t->buf.data[at] != '\n') at++;
    return at;
}

// To the line that begins at `line`, as far into it as the cursor is into its own.
static void move_to_line(struct sa_text *t, size_t line)
{
    size_t at = line;
    for (size_t p = sa_text_line_start(t, t->at); p < t->at; p = sa_text_right(t, p))
        if (at < t->buf.len && t->buf.data[at] != '\n') at = sa_text_right(t, at);
    t->at = at;
}

bool sa_text_up(struct sa_text *t)
{
    size_t start = sa_text_line_start(t, t->at);
    if (start) move_to_line(t, sa_text_line_start(t, start - 1));
    return start > 0;
}

bool sa_text_down(struct sa_text *t)
{
    size_t end = sa_text_line_end(t, t->at);
    if (end < t->buf.len) move_to_line(t, end + 1);
    return end < t->buf.len;
}

void sa_text_remove(struct sa_text *t, size_t to)
{
    size_t from = to < t->at ? to : t->at, len = (to < t->at ? t->at : to) - from;
    if (len) sa_buf_remove(&t->buf, from, len);
    t->at = from;
}

void sa_text_cut(struct sa_text *t, size_t to)
{
    size_t from = to < t->at ? to : t->at, len = (to < t->at ? t->at : to) - from;
    if (!len) return;
    sa_buf_clear(&t->kill);
    sa_buf_append(&t->kill, t->buf.data + from, len);
    sa_text_remove(t, to);
}

bool sa_text_yank(struct sa_text *t)
{
    return !t->kill.len || sa_text_insert(t, t->kill.data, t->kill.len);
}
