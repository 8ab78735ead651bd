// Colours on the terminal, and Python source in colour.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/cli.h"
#include "syntax/syntax.h"

static bool env_set(const char *name)
{
    const char *value = getenv(name);
    return value && value[0];
}

// Terminals that are known by how the values of TERM begin. All understand what colours are made
// of; what others do nobody knows.
static const struct {
    const char *begins;
    bool color, moves;
} terminals[] = {{"xterm", true, true},   {"screen", true, true},    {"tmux", true, true},
                 {"rxvt", true, true},    {"linux", true, true},     {"vt1", false, true},
                 {"vt2", false, true},    {"vt3", false, true},      {"vt4", false, true},
                 {"vt5", false, true},    {"konsole", true, true},   {"gnome", true, true},
                 {"vte", true, true},     {"alacritty", true, true}, {"kitty", true, true},
                 {"foot", true, true},    {"st-", true, true},       {"stterm", true, true},
                 {"wezterm", true, true}, {"ghostty", true, true},   {"contour", true, true},
                 {"mlterm", true, true},  {"putty", true, true},     {"cygwin", true, true},
                 {"iterm", true, true},   {"nsterm", true, true},    {"Eterm", true, true},
                 {"eterm", true, true},   {"hurd", true, true},      {"cons25", true, true},
                 {"ansi", true, false}};

static bool terminal_can(bool move)
{
    const char *term = getenv("TERM");
    for (size_t i = 0; term && i < SA_COUNT(terminals); i++)
        if (sa_starts_with(term, terminals[i].begins))
            return move ? terminals[i].moves : terminals[i].color;
    return false;
}

bool sa_term_moves(void)
{
    return terminal_can(true);
}

bool sa_color_wanted(const char *when, int fd)
{
    if (sa_streq(when, "always")) return true;
    if (sa_streq(when, "never") || env_set("NO_COLOR")) return false;
    if (env_set("FORCE_COLOR") || env_set("CLICOLOR_FORCE")) return true;
    return isatty(fd) && terminal_can(false);
}

const char *sa_ink(bool color, enum sa_ink ink)
{
    static const char *const codes[] = {
        [INK_NONE] = "\x1b[0m",  [INK_DIM] = "\x1b[2m",      [INK_BOLD] = "\x1b[1m",
        [INK_RED] = "\x1b[31m",  [INK_GREEN] = "\x1b[32m",   [INK_YELLOW] = "\x1b[33m",
        [INK_BLUE] = "\x1b[34m", [INK_MAGENTA] = "\x1b[35m", [INK_CYAN] = "\x1b[36m"};
    return color ? codes[ink] : "";
}

enum sa_ink sa_syntax_ink(enum sa_syntax_class what)
{
    static const enum sa_ink inks[] = {
        [SA_SYNTAX_KEYWORD] = INK_MAGENTA, [SA_SYNTAX_STRING] = INK_GREEN,
        [SA_SYNTAX_ESCAPE] = INK_YELLOW,   [SA_SYNTAX_NUMBER] = INK_CYAN,
        [SA_SYNTAX_CONSTANT] = INK_CYAN,   [SA_SYNTAX_COMMENT] = INK_DIM,
        [SA_SYNTAX_FUNCTION] = INK_BLUE,   [SA_SYNTAX_PROPERTY] = INK_NONE};
    return inks[what];
}

struct painting {
    struct sa_buf *out;
    bool color;
};

static void paint(void *ctx, enum sa_syntax_class what, const char *text, size_t len)
{
    const struct painting *p = ctx;
    enum sa_ink ink = sa_syntax_ink(what);
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
