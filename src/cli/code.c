// Code as it is written; see code.h. Lines appear when they are finished, for what a line means is
// not known before.
#include "cli/code.h"

#include <ctype.h>
#include <string.h>

#include "cli/cli.h"

void sa_code_init(struct sa_code_view *v, struct sa_screen *screen)
{
    *v = (struct sa_code_view){
        .screen = screen, .line = SA_BUF_INIT(SA_BUF_HUGE), .shown = SA_BUF_INIT(SA_BUF_HUGE)};
}

void sa_code_release(struct sa_code_view *v)
{
    sa_syntax_free(v->syntax);
    sa_buf_release(&v->line);
    sa_buf_release(&v->shown);
}

static void paint(void *ctx, enum sa_syntax_class what, const char *text, size_t len)
{
    sa_screen_keep(ctx, sa_syntax_ink(what), text, len);
}

static bool is_blank(const struct sa_buf *line)
{
    return !sa_str_trim((struct sa_str){sa_buf_text(line), line->len}).len;
}

static bool is_fence(struct sa_str line)
{
    line = sa_str_trim(line);
    return line.len >= 3 && (!memcmp(line.data, "```", 3) || !memcmp(line.data, "~~~", 3));
}

static void show_line(struct sa_code_view *v)
{
    struct sa_str line = {sa_buf_text(&v->line), v->line.len};
    // Blank lines in front of a block and a fence around it within its tags are none of it.
    bool fence = v->tagged && (v->decorated || !v->any) && is_fence(line);
    v->decorated |= fence;
    if (!fence && (v->any || !is_blank(&v->line))) {
        v->any = true;
        sa_buf_append(&v->shown, line.data, line.len);
        sa_buf_appendc(&v->shown, '\n');
        if (v->syntax && v->screen->color) {
            sa_syntax_append(v->syntax, line.data, line.len);
            sa_syntax_highlight(v->syntax, v->given, paint, v->screen);
            sa_syntax_append(v->syntax, "\n", 1);
            v->given += line.len + 1;
        } else {
            sa_screen_keep(v->screen, 0, line.data, line.len);
        }
        sa_screen_keep(v->screen, 0, "\n", 1);
    }
    sa_buf_clear(&v->line);
}

void sa_code_begin(struct sa_code_view *v, bool python, bool tagged)
{
    if (v->open) sa_code_end(v);
    v->open = true;
    v->tagged = tagged;
    v->any = v->decorated = false;
    v->given = 0;
    v->last = v->shown.len;
    if (python) v->syntax = sa_syntax_new();
    // The bar is for what may run.
    sa_screen_margin(v->screen, python ? "   | " : "     ", "     ");
}

void sa_code_feed(struct sa_code_view *v, const char *text, size_t len)
{
    while (len) {
        const char *nl = memchr(text, '\n', len);
        size_t n = nl ? (size_t)(nl - text) : len;
        sa_buf_append(&v->line, text, n);
        if (nl) show_line(v), n++;
        text += n, len -= n;
    }
}

void sa_code_end(struct sa_code_view *v)
{
    if (!v->open) return;
    if (!is_blank(&v->line)) show_line(v);
    sa_buf_clear(&v->line);
    sa_syntax_free(v->syntax);
    v->syntax = NULL;
    v->open = false;
    sa_screen_margin(v->screen, "   ", "   ");
}

// ---- what was shown ---------------------------------------------------------------------------

// The next character that counts, 0 at the end.
static char next(struct sa_str *s)
{
    while (s->len && isspace((unsigned char)s->data[0])) s->data++, s->len--;
    if (!s->len) return 0;
    char c = s->data[0];
    s->data++, s->len--;
    return c;
}

static bool same(struct sa_str a, struct sa_str b)
{
    for (;;) {
        char c = next(&a);
        if (c != next(&b)) return false;
        if (!c) return true;
    }
}

bool sa_code_was_shown(const struct sa_code_view *v, struct sa_str code)
{
    struct sa_str all = {sa_buf_text(&v->shown), v->shown.len};
    struct sa_str last = {all.data + v->last, all.len - v->last};
    return same(last, code) || same(all, code);
}

void sa_code_forget(struct sa_code_view *v)
{
    sa_buf_clear(&v->shown);
    v->last = 0;
}
