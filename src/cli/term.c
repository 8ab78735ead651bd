// Colours on the terminal, and Python source in colour.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "syntax/syntax.h"

static bool env_set(const char *name)
{
    const char *value = getenv(name);
    return value && value[0];
}

bool sa_color_wanted(const char *when, int fd)
{
    if (sa_streq(when, "always")) return true;
    if (sa_streq(when, "never") || env_set("NO_COLOR")) return false;
    if (env_set("FORCE_COLOR") || env_set("CLICOLOR_FORCE")) return true;
    const char *term = getenv("TERM");
    return isatty(fd) && term && !sa_streq(term, "dumb");
}

const char *sa_ink(bool color, enum sa_ink ink)
{
    static const char *const codes[] = {
        [INK_NONE] = "\x1b[0m",  [INK_DIM] = "\x1b[2m",      [INK_BOLD] = "\x1b[1m",
        [INK_RED] = "\x1b[31m",  [INK_GREEN] = "\x1b[32m",   [INK_YELLOW] = "\x1b[33m",
        [INK_BLUE] = "\x1b[34m", [INK_MAGENTA] = "\x1b[35m", [INK_CYAN] = "\x1b[36m"};
    return color ? codes[ink] : "";
}

struct painting {
    struct sa_buf *out;
    bool color;
};

static void paint(void *ctx, enum sa_syntax_class what, const char *text, size_t len)
{
    static const enum sa_ink inks[] = {
        [SA_SYNTAX_KEYWORD] = INK_MAGENTA, [SA_SYNTAX_STRING] = INK_GREEN,
        [SA_SYNTAX_ESCAPE] = INK_YELLOW,   [SA_SYNTAX_NUMBER] = INK_CYAN,
        [SA_SYNTAX_CONSTANT] = INK_CYAN,   [SA_SYNTAX_COMMENT] = INK_DIM,
        [SA_SYNTAX_FUNCTION] = INK_BLUE,   [SA_SYNTAX_PROPERTY] = INK_NONE};
    const struct painting *p = ctx;
    enum sa_ink ink = inks[what];
    if (p->color && ink != INK_NONE) sa_buf_appends(p->out, sa_ink(true, ink));
    sa_utf8_printable(p->out, text, len);
    if (p->color && ink != INK_NONE) sa_buf_appends(p->out, sa_ink(true, INK_NONE));
}

void sa_highlight(struct sa_buf *out, const char *code, size_t len, bool color)
{
    struct painting p = {out, color};
    if (!color) return paint(&p, SA_SYNTAX_PLAIN, code, len);
    struct sa_syntax *s = sa_syntax_new();
    sa_syntax_append(s, code, len);
    sa_syntax_highlight(s, 0, paint, &p);
    sa_syntax_free(s);
}
