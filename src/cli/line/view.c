// What is seen of a text being typed: its rows, and the shortest way from the rows that stand on
// the terminal to those that are to. Rows end with line ends of our own, so that it is known where
// they are after a terminal has got narrower, too.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/tty.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/line/line_int.h"
#include "cli/screen.h"

enum { TAB = 4 };

// ---- layout ------------------------------------------------------------------------------------

static void new_row(struct sa_rows *r)
{
    SA_GROW(r->v, r->cap, r->count + 1);
    r->v[r->count++] = (struct sa_row){.start = r->text.len};
}

static struct sa_row *last_row(struct sa_rows *r)
{
    return &r->v[r->count - 1];
}

// One character, which takes a new row where this one has no room for it.
static void put(struct sa_rows *r, const char *s, size_t len, int width, int columns)
{
    if (last_row(r)->width + width > columns) new_row(r);
    sa_buf_append(&r->text, s, len);
    last_row(r)->len += len;
    last_row(r)->width += width;
}

static void put_char(struct sa_rows *r, const char *s, size_t len, int columns)
{
    struct sa_buf seen = SA_BUF_INIT(SA_BUF_SMALL);
    if (s[0] == '\t') {
        for (int n = TAB - last_row(r)->width % TAB; n > 0; n--) sa_buf_appendc(&seen, ' ');
        put(r, seen.data, seen.len, (int)seen.len, columns);
    } else if (len == 1 && s[0] >= ' ' && s[0] < 0x7F) {
        put(r, s, 1, 1, columns);
    } else {
        sa_utf8_printable(&seen, s, len);
        bool itself = seen.len == len && !memcmp(seen.data, s, len);
        put(r, seen.data, seen.len, itself ? sa_screen_width(s, len) : (int)seen.len, columns);
    }
    sa_buf_release(&seen);
}

static void put_all(struct sa_rows *r, const char *s, int columns)
{
    for (size_t len = strlen(s), n; len; s += n, len -= n) {
        n = sa_text_character(s, len);
        put_char(r, s, n, columns);
    }
}

static void mark_cursor(struct sa_rows *r, int columns)
{
    if (last_row(r)->width >= columns) new_row(r);
    r->cursor_row = r->count - 1;
    r->cursor_column = last_row(r)->width;
}

void sa_rows_fill(struct sa_rows *r, const char *prompt, const char *more, const char *text,
                  size_t len, size_t cursor, int columns)
{
    if (!r->text.max) sa_buf_init(&r->text, SA_BUF_TEXT);
    sa_buf_clear(&r->text);
    r->count = 0;
    new_row(r);
    put_all(r, prompt, columns);
    for (size_t i = 0, n; i < len; i += n) {
        n = sa_text_character(text + i, len - i);
        if (cursor >= i && cursor < i + n) mark_cursor(r, columns);
        if (text[i] != '\n') {
            put_char(r, text + i, n, columns);
            continue;
        }
        new_row(r);
        put_all(r, more, columns);
    }
    if (cursor >= len) mark_cursor(r, columns);
}

void sa_rows_release(struct sa_rows *r)
{
    sa_buf_release(&r->text);
    sa_freep(&r->v);
    *r = (struct sa_rows){0};
}

// Leaves of the rows only `count` from `top` on.
static void clip(struct sa_rows *r, size_t top, size_t count)
{
    memmove(r->v, r->v + top, count * sizeof *r->v);
    r->count = count;
    r->cursor_row -= top;
}

// ---- the terminal ------------------------------------------------------------------------------

static void measure(struct sa_view *s)
{
    struct winsize size = {0};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size)) size.ws_col = 0;
    s->columns = size.ws_col > 1 ? size.ws_col : 80;
    s->lines = size.ws_row > 1 ? size.ws_row : 24;
}

struct pen {
    struct sa_buf out;
    size_t row;
};

// To the first column of a row, which may be one below all that there are.
static void go_to(struct pen *p, size_t row)
{
    sa_buf_appendc(&p->out, '\r');
    if (row < p->row) sa_buf_appendf(&p->out, "\x1b[%zuA", p->row - row);
    for (; p->row < row; p->row++) sa_buf_appendc(&p->out, '\n');
    p->row = row;
}

static void go_right(struct pen *p, int columns)
{
    if (columns) sa_buf_appendf(&p->out, "\x1b[%dC", columns);
}

static void send(struct pen *p)
{
    sa_tty_draw(STDERR_FILENO, SA_TTY_EDITING, sa_buf_text(&p->out), p->out.len);
    sa_buf_release(&p->out);
}

// How many bytes of plain letters two rows begin with: as many columns.
static size_t same(const char *a, size_t a_len, const char *b, size_t b_len)
{
    size_t n = 0;
    while (n < a_len && n < b_len && a[n] == b[n] && a[n] >= ' ' && a[n] < 0x7F) n++;
    bool joined = (n < a_len && (unsigned char)a[n] >= 0x80) ||
                  (n < b_len && (unsigned char)b[n] >= 0x80);
    return joined && n ? n - 1 : n; // what follows may be an accent of the last one
}

static void draw_row(struct pen *p, const struct sa_rows *old, const struct sa_rows *new, size_t i,
                     int columns)
{
    const struct sa_row none = {0}, *a = i < old->count ? &old->v[i] : &none, *b = &new->v[i];
    const char *was = sa_buf_text(&old->text) + a->start, *is = sa_buf_text(&new->text) + b->start;
    if (i < old->count && a->len == b->len && !memcmp(was, is, a->len)) return;
    size_t kept = same(was, a->len, is, b->len);
    go_to(p, i);
    go_right(p, (int)kept);
    sa_buf_append(&p->out, is + kept, b->len - kept);
    if (i < old->count && b->width < columns) sa_buf_appends(&p->out, "\x1b[K");
}

static void draw(struct sa_view *s, struct sa_rows *rows)
{
    struct pen p = {SA_BUF_INIT(SA_BUF_TEXT), s->rows.cursor_row};
    for (size_t i = 0; i < rows->count; i++) draw_row(&p, &s->rows, rows, i, s->columns);
    if (rows->count < s->rows.count) {
        go_to(&p, rows->count);
        sa_buf_appends(&p.out, "\x1b[J");
    }
    go_to(&p, rows->cursor_row);
    go_right(&p, rows->cursor_column);
    send(&p);
    sa_rows_release(&s->rows);
    s->rows = *rows;
}

void sa_view_show(struct sa_view *s, const char *prompt, const char *more,
                  const struct sa_text *text)
{
    struct sa_rows rows = {0};
    if (!s->columns) measure(s);
    sa_rows_fill(&rows, prompt, more, sa_buf_text(&text->buf), text->buf.len, text->at, s->columns);
    size_t room = (size_t)s->lines;
    if (s->top > rows.cursor_row) s->top = rows.cursor_row;
    if (s->top + room <= rows.cursor_row) s->top = rows.cursor_row + 1 - room;
    if (s->top + room > rows.count) s->top = rows.count > room ? rows.count - room : 0;
    size_t count = rows.count - s->top < room ? rows.count - s->top : room;
    s->tall = count < rows.count;
    clip(&rows, s->top, count);
    draw(s, &rows);
}

void sa_view_forget(struct sa_view *s)
{
    sa_rows_release(&s->rows);
    s->top = 0;
    s->columns = 0;
}

// Rows that have become too long take several lines now.
void sa_view_resized(struct sa_view *s)
{
    struct pen p = {SA_BUF_INIT(SA_BUF_SMALL), 0};
    measure(s);
    size_t above = (size_t)(s->rows.cursor_column / s->columns);
    for (size_t i = 0; i < s->rows.count && i < s->rows.cursor_row; i++) {
        int width = s->rows.v[i].width;
        above += width > s->columns ? (size_t)((width - 1) / s->columns) + 1 : 1;
    }
    p.row = above;
    go_to(&p, 0);
    sa_buf_appends(&p.out, "\x1b[J");
    send(&p);
    sa_rows_release(&s->rows);
}

void sa_view_leave(struct sa_view *s, const char *prompt, const char *more, struct sa_text *text)
{
    text->at = text->buf.len;
    if (s->tall) s->top = 0, s->lines = SA_LINE_EDIT_MAX; // what was not seen is to be found above
    sa_view_show(s, prompt, more, text);
    struct pen p = {SA_BUF_INIT(SA_BUF_SMALL), s->rows.cursor_row};
    go_to(&p, s->rows.cursor_row + 1);
    send(&p);
    sa_view_forget(s);
}

void sa_view_release(struct sa_view *s)
{
    sa_rows_release(&s->rows);
}

void sa_view_bell(void)
{
    sa_tty_draw(STDERR_FILENO, SA_TTY_EDITING, "\a", 1);
}
