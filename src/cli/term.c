// Colours on the terminal, and Python source in colour.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/read.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/cli.h"

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

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (c & 0x80);
}

static bool is_keyword(const char *s, size_t len)
{
    static const char words[] =
        " and as assert async await break case class continue def del elif else except finally for "
        "from global if import in is lambda match nonlocal not or pass raise return try while with "
        "yield True False None ";
    char padded[16] = " ";
    if (len > 12) return false;
    memcpy(padded + 1, s, len);
    memcpy(padded + 1 + len, " ", 2);
    return strstr(words, padded) != NULL;
}

static size_t token(const char *s, size_t len, enum sa_ink *ink)
{
    size_t n = 1;
    *ink = INK_NONE;
    if (s[0] == '#') {
        *ink = INK_DIM;
        while (n < len && s[n] != '\n') n++;
    } else if (s[0] == '"' || s[0] == '\'') {
        *ink = INK_GREEN;
        n = sa_python_string(s, len);
    } else if (isdigit((unsigned char)s[0])) {
        *ink = INK_CYAN;
        while (n < len && (is_word(s[n]) || s[n] == '.')) n++;
    } else if (is_word(s[0])) {
        while (n < len && is_word(s[n])) n++;
        if (is_keyword(s, n)) *ink = INK_MAGENTA;
        else if (n < len && s[n] == '(') *ink = INK_BLUE;
    }
    return n < len ? n : len;
}

void sa_highlight(struct sa_buf *out, const char *code, size_t len, bool color)
{
    for (size_t i = 0; i < len;) {
        enum sa_ink ink;
        size_t n = token(code + i, len - i, &ink);
        if (color && ink != INK_NONE) sa_buf_appends(out, sa_ink(true, ink));
        sa_utf8_printable(out, code + i, n);
        if (color && ink != INK_NONE) sa_buf_appends(out, sa_ink(true, INK_NONE));
        i += n;
    }
}
