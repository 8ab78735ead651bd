// UTF-8 decoding by one strict step function; everything else is a loop over it.
#include "base/utf8.h"

#include <string.h>

#define REPLACEMENT 0xFFFDu

// Examines the sequence at s: its length when valid (code point in *cp); otherwise 0 and *bad is
// the length of the maximal ill-formed prefix (Unicode 3.9, "maximal subpart"); *partial tells that
// the input ended inside a sequence that was valid so far.
static size_t step(const unsigned char *s, size_t len, uint32_t *cp, size_t *bad, bool *partial)
{
    unsigned c = s[0], low = 0x80, high = 0xBF;
    size_t need;
    *partial = false;
    *bad = 1;
    if (c < 0x80) return *cp = c, 1;
    if (c >= 0xC2 && c <= 0xDF) need = 1, *cp = c & 0x1F;
    else if (c >= 0xE0 && c <= 0xEF) need = 2, *cp = c & 0x0F;
    else if (c >= 0xF0 && c <= 0xF4) need = 3, *cp = c & 0x07;
    else return 0;
    if (c == 0xE0) low = 0xA0;
    if (c == 0xED) high = 0x9F;
    if (c == 0xF0) low = 0x90;
    if (c == 0xF4) high = 0x8F;
    for (size_t i = 1; i <= need; i++) {
        *bad = i;
        if (i == len) return *partial = true, 0;
        if (s[i] < low || s[i] > high) return 0;
        *cp = *cp << 6 | (s[i] & 0x3F);
        low = 0x80, high = 0xBF;
    }
    return need + 1;
}

bool sa_utf8_valid(const char *s, size_t len)
{
    uint32_t cp;
    size_t bad;
    bool partial;
    for (size_t i = 0; i < len;) {
        size_t n = step((const unsigned char *)s + i, len - i, &cp, &bad, &partial);
        if (!n) return false;
        i += n;
    }
    return true;
}

size_t sa_utf8_decode(const char *s, size_t len, uint32_t *code_point)
{
    size_t bad;
    bool partial;
    size_t n = step((const unsigned char *)s, len, code_point, &bad, &partial);
    if (n) return n;
    *code_point = REPLACEMENT;
    return 1;
}

size_t sa_utf8_encode(uint32_t cp, char *out)
{
    if (cp > 0x10FFFF || (cp >= 0xD800 && cp <= 0xDFFF)) cp = REPLACEMENT;
    if (cp < 0x80) return out[0] = (char)cp, 1;
    if (cp < 0x800) {
        out[0] = (char)(0xC0 | cp >> 6);
        out[1] = (char)(0x80 | (cp & 0x3F));
        return 2;
    }
    if (cp < 0x10000) {
        out[0] = (char)(0xE0 | cp >> 12);
        out[1] = (char)(0x80 | (cp >> 6 & 0x3F));
        out[2] = (char)(0x80 | (cp & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | cp >> 18);
    out[1] = (char)(0x80 | (cp >> 12 & 0x3F));
    out[2] = (char)(0x80 | (cp >> 6 & 0x3F));
    out[3] = (char)(0x80 | (cp & 0x3F));
    return 4;
}

bool sa_buf_append_utf8(struct sa_buf *b, unsigned code_point)
{
    char bytes[4];
    return sa_buf_append(b, bytes, sa_utf8_encode(code_point, bytes));
}

void sa_utf8_repair(struct sa_buf *out, const char *s, size_t len)
{
    uint32_t cp;
    size_t bad, start = 0;
    bool partial;
    for (size_t i = 0; i < len;) {
        size_t n = step((const unsigned char *)s + i, len - i, &cp, &bad, &partial);
        if (n) {
            i += n;
            continue;
        }
        sa_buf_append(out, s + start, i - start);
        sa_buf_append_utf8(out, REPLACEMENT);
        i += bad;
        start = i;
    }
    sa_buf_append(out, s + start, len - start);
}

void sa_utf8_repair_nuls(struct sa_buf *out, const char *s, size_t len)
{
    for (const char *nul; (nul = len ? memchr(s, 0, len) : NULL);) {
        sa_utf8_repair(out, s, (size_t)(nul - s));
        sa_buf_append_utf8(out, REPLACEMENT);
        len -= (size_t)(nul - s) + 1;
        s = nul + 1;
    }
    sa_utf8_repair(out, s, len);
}

size_t sa_utf8_partial_tail(const char *s, size_t len)
{
    uint32_t cp;
    size_t bad;
    bool partial;
    for (size_t back = 1; back <= 3 && back <= len; back++) {
        const unsigned char *p = (const unsigned char *)s + len - back;
        if ((*p & 0xC0) == 0x80) continue;
        size_t n = step(p, back, &cp, &bad, &partial);
        return !n && partial ? back : 0;
    }
    return 0;
}

size_t sa_utf8_count(const char *s, size_t len)
{
    size_t count = 0;
    uint32_t cp;
    for (size_t i = 0; i < len; count++) i += sa_utf8_decode(s + i, len - i, &cp);
    return count;
}

size_t sa_utf8_prefix(const char *s, size_t len, size_t max)
{
    size_t i = 0;
    uint32_t cp;
    for (size_t n = 0; i < len && n < max; n++) i += sa_utf8_decode(s + i, len - i, &cp);
    return i;
}

size_t sa_utf8_floor(const char *s, size_t len, size_t max_bytes)
{
    if (len <= max_bytes) return len;
    size_t n = max_bytes;
    while (n && max_bytes - n < 3 && ((unsigned char)s[n] & 0xC0) == 0x80) n--;
    return ((unsigned char)s[n] & 0xC0) == 0x80 ? max_bytes : n;
}

// Characters that show nothing or turn the order of others: soft hyphen, joiners, fillers, bidi
// controls, separators, annotation marks, shorthand and music controls, tags. Unicode 15's Cf and
// Default_Ignorable_Code_Point, and U+2028 and U+2029.
static bool invisible(uint32_t cp)
{
    static const uint32_t ranges[][2] = {
        {0xAD, 0xAD},       {0x34F, 0x34F},     {0x600, 0x605},     {0x61C, 0x61C},
        {0x6DD, 0x6DD},     {0x70F, 0x70F},     {0x890, 0x891},     {0x8E2, 0x8E2},
        {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x200B, 0x200F},
        {0x2028, 0x202E},   {0x2060, 0x206F},   {0x3164, 0x3164},   {0xFE00, 0xFE0F},
        {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0x110BD, 0x110BD},
        {0x110CD, 0x110CD}, {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
        {0xE0000, 0xE0FFF}};
    if (cp < 0xAD) return false;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (cp >= ranges[i][0] && cp <= ranges[i][1]) return true;
    return false;
}

// Between two characters that they join or keep apart (emoji, Persian, Indic scripts) these are
// part of the writing: one selector after a character, one joiner between two.
static bool joins(uint32_t cp, uint32_t before, const char *rest, size_t len)
{
    uint32_t next = 0;
    bool selector = cp >= 0xFE00 && cp <= 0xFE0F, seen = before >= 0xA0 && !invisible(before);
    bool keycap = (before >= '0' && before <= '9') || before == '#' || before == '*';
    if (selector) return seen || (keycap && cp == 0xFE0F);
    if (cp != 0x200C && cp != 0x200D) return false;
    if (len) sa_utf8_decode(rest, len, &next);
    return (seen || before == 0xFE0F) && next >= 0xA0 && !invisible(next);
}

static size_t plain_run(const char *s, size_t len)
{
    size_t n = 0;
    while (n < len && ((s[n] >= 0x20 && s[n] < 0x7F) || s[n] == '\n' || s[n] == '\t')) n++;
    return n;
}

void sa_utf8_printable(struct sa_buf *out, const char *s, size_t len)
{
    uint32_t cp = 0, before = 0;
    for (size_t i = 0, n; i < len; i += n, before = cp) {
        if ((n = plain_run(s + i, len - i))) {
            sa_buf_append(out, s + i, n);
            cp = (unsigned char)s[i + n - 1];
            continue;
        }
        n = sa_utf8_decode(s + i, len - i, &cp);
        bool bad_byte = cp == REPLACEMENT && n == 1;
        if (bad_byte || cp < 0xA0) // control characters: the others are plain
            sa_buf_appendf(out, "\\x%02x", bad_byte ? (unsigned char)s[i] : (unsigned)cp);
        else if (!invisible(cp) || joins(cp, before, s + i + n, len - i - n))
            sa_buf_append(out, s + i, n);
        else sa_buf_appendf(out, cp > 0xFFFF ? "\\U%08x" : "\\u%04x", (unsigned)cp);
    }
}

void sa_utf8_printable_name(struct sa_buf *out, const char *name)
{
    static const char special[] = "\n\t\"\\", escapes[] = "nt\"\\";
    while (*name) {
        size_t n = strcspn(name, special);
        sa_utf8_printable(out, name, n);
        name += n;
        if (*name) sa_buf_appendf(out, "\\%c", escapes[strchr(special, *name++) - special]);
    }
}

size_t sa_utf8_drop_tags(char *s, size_t len)
{
    static const char tag[] = "\xF3\xA0"; // 80 or 81 and one more byte follow
    const char *first = len ? memmem(s, len, tag, 2) : NULL;
    size_t to = first ? (size_t)(first - s) : len;
    for (size_t i = to; i < len;) {
        bool is_tag = len - i >= 4 && !memcmp(s + i, tag, 2) && (s[i + 2] & 0xFE) == 0x80;
        if (is_tag) i += 4;
        else s[to++] = s[i++];
    }
    if (to < len) s[to] = 0;
    return to;
}

// Length of the escape sequence at s: ESC [ to a letter, ESC ] to BEL or ESC \\, else ESC and one
// more; 0: there is none.
static size_t escape(const char *s, size_t len)
{
    size_t n = 2;
    if (s[0] != '\x1b') return 0;
    if (len < 2) return 1;
    if (s[1] == '[')
        while (n < len && (s[n] < '@' || s[n] > '~')) n++;
    else if (s[1] == ']')
        while (n < len && s[n] != '\a' && !(s[n] == '\\' && s[n - 1] == '\x1b')) n++;
    else return 2;
    return n < len ? n + 1 : len;
}

size_t sa_utf8_drop_escapes(char *s, size_t len)
{
    size_t to = 0, skip;
    for (size_t i = 0; i < len; i += skip ? skip : 1) {
        skip = escape(s + i, len - i);
        if (!skip) s[to++] = (unsigned char)s[i] < ' ' || s[i] == 0x7f ? ' ' : s[i];
    }
    if (to < len) s[to] = 0;
    return to;
}
