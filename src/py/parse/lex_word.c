// lex_word.c: names, keywords and numbers, with the errors CPython's tokenizer has for each; the
// Unicode properties of identifiers, from utf8proc.
#include "lex_int.h"

#include <utf8proc.h>

// By a number made of the first letter, the last one and the length, which no two keywords share: a
// keyword that did would not compile.
#define PLACE(first, last, n) (((first) + 11 * (last) + (int)(n)) & 127)
#define ROW(first, last, text, type)                                                               \
    [PLACE(first, last, sizeof text - 1)] = {text, sizeof text - 1, type}
static const struct {
    char text[8];
    uint8_t n, type;
} keywords[128] = {
    ROW('a', 's', "as", TOK_AS),
    ROW('i', 'f', "if", TOK_IF),
    ROW('i', 'n', "in", TOK_IN),
    ROW('i', 's', "is", TOK_IS),
    ROW('o', 'r', "or", TOK_OR),
    ROW('a', 'd', "and", TOK_AND),
    ROW('d', 'f', "def", TOK_DEF),
    ROW('d', 'l', "del", TOK_DEL),
    ROW('f', 'r', "for", TOK_FOR),
    ROW('n', 't', "not", TOK_NOT),
    ROW('t', 'y', "try", TOK_TRY),
    ROW('N', 'e', "None", TOK_NONE),
    ROW('T', 'e', "True", TOK_TRUE),
    ROW('e', 'f', "elif", TOK_ELIF),
    ROW('e', 'e', "else", TOK_ELSE),
    ROW('f', 'm', "from", TOK_FROM),
    ROW('p', 's', "pass", TOK_PASS),
    ROW('w', 'h', "with", TOK_WITH),
    ROW('F', 'e', "False", TOK_FALSE),
    ROW('a', 'c', "async", TOK_ASYNC),
    ROW('a', 't', "await", TOK_AWAIT),
    ROW('b', 'k', "break", TOK_BREAK),
    ROW('c', 's', "class", TOK_CLASS),
    ROW('r', 'e', "raise", TOK_RAISE),
    ROW('w', 'e', "while", TOK_WHILE),
    ROW('y', 'd', "yield", TOK_YIELD),
    ROW('a', 't', "assert", TOK_ASSERT),
    ROW('e', 't', "except", TOK_EXCEPT),
    ROW('g', 'l', "global", TOK_GLOBAL),
    ROW('i', 't', "import", TOK_IMPORT),
    ROW('l', 'a', "lambda", TOK_LAMBDA),
    ROW('r', 'n', "return", TOK_RETURN),
    ROW('f', 'y', "finally", TOK_FINALLY),
    ROW('c', 'e', "continue", TOK_CONTINUE),
    ROW('n', 'l', "nonlocal", TOK_NONLOCAL),
};
#undef ROW

static int keyword(const char *s, int n)
{
    int i = PLACE((unsigned char)s[0], (unsigned char)s[n - 1], n);
    bool same = keywords[i].n == n && keywords[i].text[0] == s[0] &&
                memcmp(keywords[i].text, s, (size_t)n) == 0;
    return same ? keywords[i].type : TOK_NAME;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_name_char(char c)
{
    static const bool yes[256] = {['a' ... 'z'] = true,
                                  ['A' ... 'Z'] = true,
                                  ['0' ... '9'] = true,
                                  ['_'] = true,
                                  [128 ... 255] = true};
    return yes[(unsigned char)c];
}

// Code points that XID_Start and XID_Continue treat otherwise than their general category says:
// Unicode 15, DerivedCoreProperties.txt.
static bool in_list(uint32_t c, const uint32_t (*ranges)[2], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (c >= ranges[i][0] && c <= ranges[i][1]) return true;
    return false;
}

static bool is_id_start(uint32_t c)
{
    static const uint32_t not_start[][2] = {
        {0x037A, 0x037A}, {0x0E33, 0x0E33}, {0x0EB3, 0x0EB3}, {0x2E2F, 0x2E2F},
        {0x309B, 0x309C}, {0xFC5E, 0xFC63}, {0xFDFA, 0xFDFB}, {0xFE70, 0xFE70},
        {0xFE72, 0xFE72}, {0xFE74, 0xFE74}, {0xFE76, 0xFE76}, {0xFE78, 0xFE78},
        {0xFE7A, 0xFE7A}, {0xFE7C, 0xFE7C}, {0xFE7E, 0xFE7E}, {0xFF9E, 0xFF9F}};
    static const uint32_t other_start[][2] = {
        {'_', '_'}, {0x1885, 0x1886}, {0x2118, 0x2118}, {0x212E, 0x212E}};
    if (in_list(c, other_start, sizeof other_start / sizeof other_start[0])) return true;
    if (in_list(c, not_start, sizeof not_start / sizeof not_start[0])) return false;
    switch (utf8proc_category((utf8proc_int32_t)c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_NL: return true;
    default: return false;
    }
}

static bool is_id_continue(uint32_t c)
{
    static const uint32_t extra[][2] = {{0x00B7, 0x00B7}, {0x0387, 0x0387}, {0x0E33, 0x0E33},
                                        {0x0EB3, 0x0EB3}, {0x1369, 0x1371}, {0x19DA, 0x19DA},
                                        {0xFF9E, 0xFF9F}};
    if (is_id_start(c) || in_list(c, extra, sizeof extra / sizeof extra[0])) return true;
    switch (utf8proc_category((utf8proc_int32_t)c)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_PC: return true;
    default: return false;
    }
}

static bool is_printable(uint32_t c)
{
    switch (utf8proc_category((utf8proc_int32_t)c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return false;
    case UTF8PROC_CATEGORY_ZS: return c == ' ';
    default: return true;
    }
}

// Decodes one code point at s (valid UTF-8) and sets *n to its bytes.
static uint32_t utf8_get(const char *s, int *n)
{
    const unsigned char *u = (const unsigned char *)s;
    if (u[0] < 0x80) {
        *n = 1;
        return u[0];
    }
    if (u[0] < 0xE0) {
        *n = 2;
        return (uint32_t)(u[0] & 0x1F) << 6 | (u[1] & 0x3F);
    }
    if (u[0] < 0xF0) {
        *n = 3;
        return (uint32_t)(u[0] & 0x0F) << 12 | (uint32_t)(u[1] & 0x3F) << 6 | (u[2] & 0x3F);
    }
    *n = 4;
    return (uint32_t)(u[0] & 0x07) << 18 | (uint32_t)(u[1] & 0x3F) << 12 |
           (uint32_t)(u[2] & 0x3F) << 6 | (u[3] & 0x3F);
}

static const char *name_normalise(struct py_parser *p, const char *s, size_t n)
{
    size_t i = 0;
    while (i < n && (unsigned char)s[i] < 128) i++;
    if (i == n) return py_parse_intern(p, s, n);
    // 18 code points is the longest NFKC expansion of one; the buffer is a plain temporary block
    size_t cap = (n + 4) * 18 * sizeof(utf8proc_int32_t);
    utf8proc_int32_t *buf = py_parse_grow(p, NULL, 0, cap);
    if (!buf) return NULL;
    utf8proc_option_t options = UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_STABLE;
    utf8proc_ssize_t count = utf8proc_decompose((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)n,
                                                buf, (utf8proc_ssize_t)(cap / 4), options);
    const char *name = NULL;
    if (count >= 0 && (size_t)count < cap / 4) {
        count = utf8proc_reencode(buf, count, options);
        if (count >= 0) name = py_parse_intern(p, (const char *)buf, (size_t)count);
    }
    py_parse_drop(p, buf, cap);
    return name;
}

// CPython's verify_identifier: the first code point that cannot stand there ends the parse.
static bool verify_name(struct py_lexer *lx)
{
    int at = lx->tok_start, n;
    for (; at < lx->cur; at += n) {
        uint32_t c = utf8_get(lx->s + at, &n);
        if (at == lx->tok_start ? is_id_start(c) : is_id_continue(c)) continue;
        lx->cur = at + n;
        if (is_printable(c))
            return py_lex_bad(lx, "invalid character '%.*s' (U+%04X)", n, lx->s + at, c);
        return py_lex_bad(lx, "invalid non-printable character U+%04X", c);
    }
    return true;
}

// True when s[0..n) is a valid string prefix, in any case and order.
static bool string_prefix(const char *s, int n, bool *is_f, bool *is_raw)
{
    int b = 0, u = 0, r = 0, f = 0;
    for (int i = 0; i < n; i++) {
        char c = s[i] | 0x20;
        if (c == 'b') b++;
        else if (c == 'u') u++;
        else if (c == 'r') r++;
        else if (c == 'f') f++;
        else return false;
    }
    *is_f = f;
    *is_raw = r;
    return b <= 1 && u <= 1 && r <= 1 && f <= 1 && !(u && n > 1) && !(b && f);
}

bool py_lex_name(struct py_lexer *lx)
{
    struct py_parser *p = lx->p;
    const char *s = lx->s + lx->tok_start;
    int n = 0;
    bool ascii = true;
    for (; is_name_char(s[n]); n++) ascii &= (unsigned char)s[n] < 0x80;
    lx->cur = lx->tok_start + n;
    if ((s[n] == '"' || s[n] == '\'') && n <= 2) {
        bool is_f, is_raw;
        if (string_prefix(s, n, &is_f, &is_raw))
            return is_f ? py_lex_fstring(lx, is_raw) : py_lex_string(lx);
    }
    if (!ascii && !verify_name(lx)) return false;
    int type = ascii ? keyword(s, n) : TOK_NAME;
    p->declares |= type == TOK_GLOBAL || type == TOK_NONLOCAL;
    if (!py_lex_add(lx, (enum py_tok)type)) return false;
    if (type == TOK_NAME) {
        const char *name = ascii ? py_parse_intern(p, s, (size_t)n)
                                 : name_normalise(p, s, (size_t)n);
        if (!name) return !(lx->failed = true);
        p->toks[p->ntoks - 1].name = name;
    }
    return true;
}

// Behind a number: only an operator, space or one of a few keywords may follow.
static bool number_ends(struct py_lexer *lx, const char *kind)
{
    static const char *const allowed[] = {"and", "else", "for", "if", "in", "is", "or", "not"};
    const char *s = lx->s + lx->cur;
    if (!is_name_char(*s)) return true;
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++) {
        size_t n = strlen(allowed[i]);
        if (strncmp(s, allowed[i], n) != 0 || (s[0] != 'i' && is_name_char(s[n]))) continue;
        py_parse_warn(lx->p, lx->line, lx->cur - lx->line_start, "invalid %s literal", kind);
        return true;
    }
    if ((unsigned char)*s < 0x80 && is_name_char(*s))
        return py_lex_bad(lx, "invalid %s literal", kind);
    return true;
}

// Digits and underscores from cur on; cur at the first digit.
static bool decimal_tail(struct py_lexer *lx)
{
    for (;;) {
        while (is_digit(lx->s[lx->cur])) lx->cur++;
        if (lx->s[lx->cur] != '_') return true;
        lx->cur++;
        if (!is_digit(lx->s[lx->cur])) return py_lex_bad(lx, "invalid decimal literal");
    }
}

static int digit_value(char c)
{
    if (is_digit(c)) return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

static bool based_number(struct py_lexer *lx, int base, const char *kind)
{
    lx->cur += 2;
    do {
        if (lx->s[lx->cur] == '_') lx->cur++;
        if (digit_value(lx->s[lx->cur]) >= base) {
            if (!is_digit(lx->s[lx->cur])) return py_lex_bad(lx, "invalid %s literal", kind);
            lx->cur++;
            return py_lex_bad(lx, "invalid digit '%c' in %s literal", lx->s[lx->cur - 1], kind);
        }
        while (digit_value(lx->s[lx->cur]) < base) lx->cur++;
    } while (lx->s[lx->cur] == '_');
    if (is_digit(lx->s[lx->cur])) {
        lx->cur++;
        return py_lex_bad(lx, "invalid digit '%c' in %s literal", lx->s[lx->cur - 1], kind);
    }
    return number_ends(lx, kind) && py_lex_add(lx, TOK_NUMBER);
}

// cur at '.', 'e', 'j' or the end of the integer part.
static bool number_tail(struct py_lexer *lx)
{
    if (lx->s[lx->cur] == '.') {
        lx->cur++;
        if (is_digit(lx->s[lx->cur]) && !decimal_tail(lx)) return false;
    }
    if ((lx->s[lx->cur] | 0x20) == 'e') {
        int e = lx->cur++;
        bool sign = lx->s[lx->cur] == '+' || lx->s[lx->cur] == '-';
        if (sign) lx->cur++;
        if (!is_digit(lx->s[lx->cur])) {
            if (sign) return py_lex_bad(lx, "invalid decimal literal");
            lx->cur = e; // as in `1else`, or an error
            return number_ends(lx, "decimal") && py_lex_add(lx, TOK_NUMBER);
        }
        if (!decimal_tail(lx)) return false;
    }
    if ((lx->s[lx->cur] | 0x20) == 'j') {
        lx->cur++;
        return number_ends(lx, "imaginary") && py_lex_add(lx, TOK_NUMBER);
    }
    return number_ends(lx, "decimal") && py_lex_add(lx, TOK_NUMBER);
}

// A decimal that begins with 0: zero, a float, or the old octal notation, which is an error.
static bool zero_number(struct py_lexer *lx)
{
    for (;;) {
        while (lx->s[lx->cur] == '0') lx->cur++;
        if (lx->s[lx->cur] != '_') break;
        lx->cur++;
        if (!is_digit(lx->s[lx->cur])) return py_lex_bad(lx, "invalid decimal literal");
    }
    int zeros_end = lx->cur;
    bool nonzero = is_digit(lx->s[lx->cur]);
    if (nonzero && !decimal_tail(lx)) return false;
    char c = lx->s[lx->cur];
    if (!nonzero || c == '.' || (c | 0x20) == 'e' || (c | 0x20) == 'j') return number_tail(lx);
    int col = py_parse_column(lx->p, lx->line, lx->tok_start - lx->line_start) + 1;
    return py_lex_fail(lx, true, PY_SYNTAX_ERROR, lx->line, col, col + zeros_end - lx->tok_start,
                       "leading zeros in decimal integer literals are not permitted; "
                       "use an 0o prefix for octal integers");
}

bool py_lex_number(struct py_lexer *lx)
{
    const char *s = lx->s + lx->cur;
    if (s[0] == '0') {
        char c = s[1] | 0x20;
        if (c == 'x') return based_number(lx, 16, "hexadecimal");
        if (c == 'o') return based_number(lx, 8, "octal");
        if (c == 'b') return based_number(lx, 2, "binary");
        return zero_number(lx);
    }
    if (s[0] != '.' && !decimal_tail(lx)) return false;
    return number_tail(lx);
}
