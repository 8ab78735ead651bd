// Character classes, categories and character escapes of regular expressions.
#include "../obj/exc.h"
#include "re_parse_int.h"
#include "unicodedata_int.h"

// --- escapes ------------------------------------------------------------------------------------

static int digit(uint32_t c, int base)
{
    int v = c >= '0' && c <= '9'   ? (int)c - '0'
            : c >= 'a' && c <= 'f' ? (int)c - 'a' + 10
            : c >= 'A' && c <= 'F' ? (int)c - 'A' + 10
                                   : 99;
    return v < base ? v : -1;
}

// Up to n digits of the base; *count how many.
static uint32_t read_digits(struct re_parser *p, int n, int base, int *count)
{
    uint32_t v = 0;
    *count = 0;
    while (*count < n && p->i < p->s->len && digit(py_str_at(p->s, p->i), base) >= 0) {
        v = v * (uint32_t)base + (uint32_t)digit(py_str_at(p->s, p->i++), base);
        ++*count;
    }
    return v;
}

static bool bad(struct re_parser *p, struct re_token t, const char *what)
{
    py_value text = py_str_slice(p->iso, p->pattern, t.at, p->i);
    return re_fail(p, (int64_t)t.at, "%s %S", what, text ? text : PY_NONE) != NULL;
}

static bool hex_escape(struct re_parser *p, struct re_token t, int n, uint32_t *c)
{
    int count;
    *c = read_digits(p, n, 16, &count);
    if (count != n) return bad(p, t, "incomplete escape");
    return *c <= 0x10ffff || bad(p, t, "bad escape");
}

// \N{NAME}
static bool named_char(struct re_parser *p, struct re_token t, uint32_t *c)
{
    size_t from = p->i + 1, len;
    if (re_peek(p) != '{') return re_fail(p, (int64_t)p->i, "missing {") != NULL;
    p->i = from;
    while (p->i < p->s->len && py_str_at(p->s, p->i) != '}') p->i++;
    if (p->i == from) return re_fail(p, (int64_t)from, "missing character name") != NULL;
    if (p->i >= p->s->len) return re_fail(p, (int64_t)from, "missing }, unterminated name") != NULL;
    py_value name = py_str_slice(p->iso, p->pattern, from, p->i++);
    const char *text = name ? py_str_utf8(p->iso, name, &len) : NULL;
    int32_t code = text ? py_unicode_by_name(p->iso, text, len) : -1;
    *c = (uint32_t)code;
    if (code >= 0) return true;
    return re_fail(p, (int64_t)t.at, "undefined character name %R", name ? name : PY_NONE) != NULL;
}

bool re_escape_char(struct re_parser *p, struct re_token t, uint32_t *c)
{
    static const char from[] = "abfnrtv", to[] = "\a\b\f\n\r\t\v";
    const char *at = t.c && t.c < 128 ? strchr(from, (int)t.c) : NULL;
    int count;
    if (at) {
        *c = (unsigned char)to[at - from];
        return true;
    }
    if (t.c == 'x') return hex_escape(p, t, 2, c);
    if (t.c == 'u' && !p->bytes) return hex_escape(p, t, 4, c);
    if (t.c == 'U' && !p->bytes) return hex_escape(p, t, 8, c);
    if (t.c == 'N' && !p->bytes) return named_char(p, t, c);
    if (t.c >= '0' && t.c <= '7') { // outside of classes only \0 comes here
        uint32_t rest = read_digits(p, 2, 8, &count);
        *c = (t.c - '0') << 3 * count | rest;
        if (*c <= 0377) return true;
        py_value text = py_str_slice(p->iso, p->pattern, t.at, p->i);
        return re_fail(p, (int64_t)t.at, "octal escape value %S outside of range 0-0o377",
                       text ? text : PY_NONE) != NULL;
    }
    if (t.c < 128 && (py_char_is(t.c, PY_U_ALPHA) || (t.c >= '0' && t.c <= '9')))
        return bad(p, t, "bad escape");
    *c = t.c;
    return true;
}

// --- categories ---------------------------------------------------------------------------------

// What str.isspace() accepts beyond 255, and below.
static const uint32_t spaces[][2] = {
    {9, 13},          {0x1c, 0x20},     {0x85, 0x85},     {0xa0, 0xa0},     {0x1680, 0x1680},
    {0x2000, 0x200a}, {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000}};

static void put_range(struct re_parser *p, struct py_sb *out, uint32_t lo, uint32_t hi)
{
    if (lo > p->maxchar || lo > hi) return;
    if (hi > p->maxchar) hi = p->maxchar;
    py_sb_format(out, "\\x{%x}", (unsigned)lo);
    if (hi > lo) py_sb_format(out, "-\\x{%x}", (unsigned)hi);
}

// A range that the program wrote, with what equals its members without regard to case.
static void put_members(struct re_parser *p, struct py_sb *out, uint32_t lo, uint32_t hi)
{
    put_range(p, out, lo, hi);
    for (uint32_t c = 'A'; p->unicode && p->flags & PY_RE_A && p->flags & PY_RE_I && c <= 'z'; c++)
        if (c >= lo && c <= hi) put_range(p, out, re_ascii_case(c), re_ascii_case(c));
    size_t at = 0;
    for (const uint32_t *set; (set = re_extra_cases(p, lo, hi, &at));)
        for (int i = 0; i < 4; i++) put_range(p, out, set[i], set[i]);
    at = 0;
    for (uint32_t c; (c = re_narrow_case(p, lo, hi, &at));) put_range(p, out, c, c);
}

static void put_ranges(struct re_parser *p, struct py_sb *out, const uint32_t (*r)[2], size_t n,
                       bool negated)
{
    uint32_t from = 0;
    for (size_t i = 0; i < n; i++) {
        if (!negated) put_range(p, out, r[i][0], r[i][1]);
        else if (r[i][0] > from) put_range(p, out, from, r[i][0] - 1);
        from = r[i][1] + 1;
    }
    if (negated) put_range(p, out, from, 0x10ffff);
}

// The category inside a class. Where PCRE2's own meaning fits it is used: it is the fastest.
static void put_in_class(struct re_parser *p, struct py_sb *out, uint32_t c)
{
    static const uint32_t ascii_space[][2] = {{9, 13}, {' ', ' '}}, ascii_digit[][2] = {{'0', '9'}},
                          ascii_word[][2] = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
    bool negated = c == 'D' || c == 'S' || c == 'W', unicode = !p->bytes && !(p->flags & PY_RE_A);
    if (!unicode) {
        if (c == 's' || c == 'S') put_ranges(p, out, ascii_space, 2, negated);
        else if (c == 'd' || c == 'D') put_ranges(p, out, ascii_digit, 1, negated);
        else put_ranges(p, out, ascii_word, 4, negated);
    } else if ((c == 's' || c == 'S') && p->maxchar > 0xff) {
        put_ranges(p, out, spaces, sizeof spaces / sizeof *spaces, negated);
    } else {
        py_sb_char(out, '\\');
        py_sb_char(out, c);
    }
}

void re_put_category(struct re_parser *p, struct py_sb *out, uint32_t c)
{
    bool unicode = !p->bytes && !(p->flags & PY_RE_A);
    if (unicode && (p->maxchar <= 0xff || (c != 's' && c != 'S'))) {
        py_sb_char(out, '\\');
        py_sb_char(out, c);
        return;
    }
    bool opened = re_open_ascii_case(p, out);
    py_sb_char(out, '[');
    put_in_class(p, out, c);
    py_sb_z(out, opened ? "])" : "]");
}

// --- classes ------------------------------------------------------------------------------------

static py_value token_text(struct re_parser *p, struct re_token t)
{
    return py_str_slice(p->iso, p->pattern, t.at, t.at + 1 + t.escaped);
}

static bool bad_range(struct re_parser *p, struct re_token a, struct re_token b)
{
    py_value x = token_text(p, a), y = token_text(p, b);
    if (x && y)
        re_fail(p, (int64_t)p->i - 1 - py_str(x)->len - py_str(y)->len, "bad character range %U-%U",
                x, y);
    p->failed = true;
    return false;
}

// Set operations of other dialects are members here, today: CPython warns of them.
static bool warn(struct re_parser *p, const char *what, size_t at)
{
    p->failed |= !py_warn_running(p->iso, PY_T_FutureWarning, "Possible %s at position %zu", what,
                                  at);
    return !p->failed;
}

// Is the member just read, other than the first, half of an operator?
static bool check_operator(struct re_parser *p, struct re_token t)
{
    static const struct {
        char c;
        const char *what;
    } rows[] = {{'-', "set difference"},
                {'&', "set intersection"},
                {'~', "set symmetric difference"},
                {'|', "set union"}};
    for (size_t i = 0; !t.escaped && i < sizeof rows / sizeof *rows; i++)
        if (t.c == (uint32_t)rows[i].c && re_peek(p) == t.c) return warn(p, rows[i].what, p->i - 1);
    return true;
}

// One member or range of a class. False: it ended ("]" behind a "-") or failed.
static bool member(struct re_parser *p, struct py_sb *out, struct re_token t, size_t start)
{
    uint32_t lo = t.c, hi;
    bool category = t.escaped && re_is_category(t.c);
    struct re_token to;
    if (t.escaped && !category && !re_escape_char(p, t, &lo)) return false;
    if (re_peek(p) != '-') {
        if (category) put_in_class(p, out, t.c);
        else put_members(p, out, lo, lo);
        return true;
    }
    p->i++;
    if (!re_next_token(p, &to)) {
        re_fail(p, (int64_t)start, "unterminated character set");
        return false;
    }
    if (!to.escaped && to.c == ']') {
        if (category) put_in_class(p, out, t.c);
        else put_members(p, out, lo, lo);
        put_members(p, out, '-', '-');
        return false;
    }
    if (!to.escaped && to.c == '-' && !warn(p, "set difference", p->i - 2)) return false;
    hi = to.c;
    bool to_category = to.escaped && re_is_category(to.c);
    if (to.escaped && !to_category && !re_escape_char(p, to, &hi)) return false;
    if (category || to_category || hi < lo) return bad_range(p, t, to);
    put_members(p, out, lo, hi);
    return true;
}

void re_class(struct re_parser *p, struct py_sb *out)
{
    size_t start = p->i - 1;
    struct py_sb b;
    if (re_peek(p) == '[' && !warn(p, "nested set", p->i)) return;
    bool negated = re_accept(p, '^'), any = false;
    py_sb_init(&b, p->iso);
    for (;;) {
        struct re_token t;
        if (!re_next_token(p, &t)) {
            re_fail(p, (int64_t)start, "unterminated character set");
            return;
        }
        if (!t.escaped && t.c == ']' && any) break;
        if (any && !check_operator(p, t)) return;
        any = true;
        if (!member(p, &b, t, start)) break;
    }
    if (p->failed) return;
    if (!b.len) { // nothing of it can occur in subjects of this width
        py_sb_z(out, negated ? "(?s:.)" : "(?!)");
        return;
    }
    py_value text = py_sb_finish(&b);
    bool opened = re_open_ascii_case(p, out);
    py_sb_z(out, negated ? "[^" : "[");
    py_sb_str(out, text);
    py_sb_z(out, opened ? "])" : "]");
}
