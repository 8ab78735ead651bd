// The matcher of known values. One spelling is followed at a time, so that no step has two readings
// and the work at a place of the text is bounded by the length of the values.
#include "base/known.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"

enum { MAX_RUN = 64 }; // backslashes before one escaped character

enum spelling { BACKSLASH, PERCENT, PERCENT_TWICE, ENTITY, SPELLINGS };

// What the escape at a place stands for.
struct unit {
    char bytes[4], other[4]; // \xE4 is a byte, or a character
    size_t len, other_len;
    size_t used; // of the text
};

struct text {
    const char *data;
    size_t len;
};

// ---- escapes ----------------------------------------------------------------------------------

// `n` hexadecimal digits.
static enum sa_detected hex(struct text t, size_t at, size_t n, uint32_t *out)
{
    *out = 0;
    for (size_t i = 0; i < n; i++) {
        if (at + i >= t.len) return SA_DETECT_UNSURE;
        unsigned c = (unsigned char)t.data[at + i];
        if (!isxdigit((int)c)) return SA_DETECT_NONE;
        *out = *out << 4 | (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return SA_DETECT_HIT;
}

static size_t backslashes(struct text t, size_t at, size_t most)
{
    size_t n = 0;
    while (at + n < t.len && n < most && t.data[at + n] == '\\') n++;
    return n;
}

static void put_byte(struct unit *u, unsigned byte, size_t used)
{
    u->bytes[0] = (char)byte;
    u->len = 1;
    u->used = used;
}

// The rest of a \u escape, its digits at `p`: a pair of surrogates is one character, and a low one
// alone a byte that was no UTF-8 (PEP 383).
static enum sa_detected utf16(struct text t, size_t at, size_t p, struct unit *u)
{
    uint32_t cp, low;
    enum sa_detected got = hex(t, p, 4, &cp);
    if (got != SA_DETECT_HIT) return got;
    p += 4;
    if (cp >= 0xDC80 && cp <= 0xDCFF) return put_byte(u, cp - 0xDC00, p - at), SA_DETECT_HIT;
    if (cp >= 0xD800 && cp < 0xDC00) {
        p += backslashes(t, p, MAX_RUN);
        if (p >= t.len) return SA_DETECT_UNSURE;
        if (t.data[p] != 'u') return SA_DETECT_NONE;
        got = hex(t, p + 1, 4, &low);
        if (got != SA_DETECT_HIT) return got;
        if (low < 0xDC00 || low > 0xDFFF) return SA_DETECT_NONE;
        cp = 0x10000 + ((cp - 0xD800) << 10) + (low - 0xDC00);
        p += 5;
    }
    u->len = sa_utf8_encode(cp, u->bytes);
    u->used = p - at;
    return SA_DETECT_HIT;
}

// A run of backslashes and what it escapes: a letter or digits as in JSON, Python and C, else the
// character itself.
static enum sa_detected backslash_unit(struct text t, size_t at, struct unit *u)
{
    static const char letters[] = "abefnrtv", codes[] = "\a\b\033\f\n\r\t\v";
    size_t p = at + backslashes(t, at, MAX_RUN);
    uint32_t cp;
    if (p == at || p - at == MAX_RUN) return SA_DETECT_NONE;
    if (p == t.len) return SA_DETECT_UNSURE;
    char c = t.data[p++];
    if (c == 'u') return utf16(t, at, p, u);
    if (c == 'U' || c == 'x') {
        enum sa_detected got = hex(t, p, c == 'U' ? 8 : 2, &cp);
        if (got != SA_DETECT_HIT) return got;
        u->other_len = sa_utf8_encode(cp, u->other);
        put_byte(u, cp & 0xFF, p + (c == 'U' ? 8 : 2) - at);
        if (c == 'U') memcpy(u->bytes, u->other, 4), u->len = u->other_len;
        return SA_DETECT_HIT;
    }
    const char *letter = c ? strchr(letters, c) : NULL;
    if (letter) return put_byte(u, (unsigned char)codes[letter - letters], p - at), SA_DETECT_HIT;
    if (c >= '0' && c <= '7') {
        size_t most = p + 2; // three digits
        for (cp = 0, p--; p < t.len && p < most && t.data[p] >= '0' && t.data[p] <= '7'; p++)
            cp = cp * 8 + (uint32_t)(t.data[p] - '0');
        if (p == t.len && p < most) return SA_DETECT_UNSURE;
        return put_byte(u, cp, p - at), SA_DETECT_HIT;
    }
    if (isalnum((unsigned char)c)) return SA_DETECT_NONE;
    return put_byte(u, (unsigned char)c, p - at), SA_DETECT_HIT;
}

// %2F, or %252F.
static enum sa_detected percent_unit(struct text t, size_t at, bool twice, struct unit *u)
{
    uint32_t byte;
    size_t p = at + 1;
    if (t.data[at] != '%') return SA_DETECT_NONE;
    enum sa_detected got = twice ? hex(t, p, 2, &byte) : SA_DETECT_HIT;
    if (got != SA_DETECT_HIT) return got;
    if (twice && byte != '%') return SA_DETECT_NONE;
    if (twice) p += 2;
    got = hex(t, p, 2, &byte);
    if (got == SA_DETECT_HIT) put_byte(u, byte, p + 2 - at);
    return got;
}

// &amp; &#47; &#x2f;
static enum sa_detected entity_unit(struct text t, size_t at, struct unit *u)
{
    static const struct {
        const char *name;
        char byte;
    } names[] = {{"amp;", '&'}, {"lt;", '<'}, {"gt;", '>'}, {"quot;", '"'}, {"apos;", '\''}};
    size_t p = at + 1, left = t.len - p;
    if (t.data[at] != '&') return SA_DETECT_NONE;
    for (size_t i = 0; i < SA_COUNT(names); i++) {
        size_t n = strlen(names[i].name);
        if (memcmp(t.data + p, names[i].name, left < n ? left : n)) continue;
        if (left < n) return SA_DETECT_UNSURE;
        return put_byte(u, (unsigned char)names[i].byte, n + 1), SA_DETECT_HIT;
    }
    if (!left || t.data[p] != '#') return left ? SA_DETECT_NONE : SA_DETECT_UNSURE;
    bool sixteen = ++p < t.len && (t.data[p] | 0x20) == 'x';
    uint32_t cp = 0, digit;
    for (p += sixteen; p < t.len && p - at < 12 && isxdigit((unsigned char)t.data[p]); p++) {
        hex(t, p, 1, &digit);
        cp = cp * (sixteen ? 16 : 10) + digit;
    }
    if (p == t.len) return SA_DETECT_UNSURE;
    if (t.data[p] != ';' || cp > 0x10FFFF) return SA_DETECT_NONE;
    u->len = sa_utf8_encode(cp, u->bytes);
    u->used = p + 1 - at;
    return SA_DETECT_HIT;
}

static enum sa_detected unit_at(enum spelling how, struct text t, size_t at, struct unit *u)
{
    *u = (struct unit){0};
    enum sa_detected got = how == ENTITY      ? entity_unit(t, at, u)
                           : how == BACKSLASH ? SA_DETECT_NONE
                                              : percent_unit(t, at, how == PERCENT_TWICE, u);
    return got == SA_DETECT_NONE ? backslash_unit(t, at, u) : got;
}

// ---- values -----------------------------------------------------------------------------------

// A run of backslashes in the value is there in the text when the text's is as long or longer.
static size_t backslash_run(struct text t, size_t p, struct text v, size_t done, size_t *used)
{
    struct unit u = {0};
    size_t in_value = backslashes(v, done, v.len);
    *used = backslashes(t, p, in_value + MAX_RUN);
    if (*used < in_value) return 0;
    size_t end = p + *used;
    bool spelled = end < t.len && strchr("uUx", t.data[end]) && t.data[end] &&
                   !(done + in_value < v.len && v.data[done + in_value] == t.data[end]) &&
                   backslash_unit(t, p, &u) == SA_DETECT_HIT && u.bytes[0] == '\\';
    if (!spelled) return in_value;
    *used = u.used;
    return 1;
}

// One step of the value (from `done` on) at text position p; the bytes of the value that it takes,
// those of the text in *used.
static enum sa_detected step(enum spelling how, struct text t, size_t p, struct text v, size_t done,
                             size_t *taken, size_t *used)
{
    struct unit u;
    *taken = *used = 1;
    if (v.data[done] == '\\' && t.data[p] == '\\' && how == BACKSLASH) {
        *taken = backslash_run(t, p, v, done, used);
        if (p + *used == t.len) return SA_DETECT_UNSURE;
        return *taken ? SA_DETECT_HIT : SA_DETECT_NONE;
    }
    enum sa_detected got = unit_at(how, t, p, &u);
    if (got == SA_DETECT_HIT) {
        *used = u.used;
        if (u.len <= v.len - done && !memcmp(v.data + done, u.bytes, u.len))
            return *taken = u.len, SA_DETECT_HIT;
        if (u.other_len && u.other_len <= v.len - done &&
            !memcmp(v.data + done, u.other, u.other_len))
            return *taken = u.other_len, SA_DETECT_HIT;
        *used = 1; // no escape, then
    } else if (got == SA_DETECT_UNSURE) {
        return got;
    }
    bool blank = how != BACKSLASH && v.data[done] == ' ' && t.data[p] == '+';
    return blank || v.data[done] == t.data[p] ? SA_DETECT_HIT : SA_DETECT_NONE;
}

static enum sa_detected match_spelling(enum spelling how, struct text t, size_t at, struct text v,
                                       size_t *found)
{
    size_t p = at, taken, used;
    for (size_t done = 0; done < v.len; done += taken, p += used) {
        if (p >= t.len) return SA_DETECT_UNSURE;
        enum sa_detected got = step(how, t, p, v, done, &taken, &used);
        if (got != SA_DETECT_HIT) return got;
    }
    if (p - at > *found) *found = p - at;
    return SA_DETECT_HIT;
}

static bool begins_escape(char c)
{
    return c == '\\' || c == '%' || c == '&' || c == '+';
}

// Whether one value, in any spelling, is or may be here; *found grows.
static bool match_value(const struct sa_known_value *value, struct text t, size_t at, size_t *found)
{
    struct text v = {value->data, value->len};
    size_t n = t.len - at < v.len ? t.len - at : v.len, same = 0;
    bool unsure = false;
    while (same < n && v.data[same] == t.data[at + same]) same++;
    if (same == v.len && same > *found) *found = same;
    if (same < v.len && at + same == t.len) unsure = true;
    bool here = at + same < t.len && begins_escape(t.data[at + same]);
    if (!value->escapes && (same == v.len || !here)) return unsure;
    for (int how = 0; how < SPELLINGS; how++)
        unsure |= match_spelling((enum spelling)how, t, at, v, found) == SA_DETECT_UNSURE;
    return unsure;
}

static bool match_chain(const struct sa_known *k, unsigned char first, struct text t, size_t at,
                        size_t *found)
{
    bool unsure = false;
    for (size_t i = k->first[first]; i; i = k->values[i - 1].next)
        unsure |= match_value(&k->values[i - 1], t, at, found);
    return unsure;
}

enum sa_detected sa_known_match(const struct sa_known *k, const char *text, size_t len, size_t at,
                                char before, bool more, size_t *found)
{
    struct text t = {text, len};
    struct unit u;
    *found = 0;
    bool unsure = match_chain(k, (unsigned char)text[at], t, at, found);
    bool inside = text[at] == '\\' && before == '\\'; // of a run that was tried from its start
    for (int how = 0; k->count && begins_escape(text[at]) && !inside && how < SPELLINGS; how++) {
        if (text[at] == '\\' && how != BACKSLASH) break;
        enum sa_detected got = unit_at((enum spelling)how, t, at, &u);
        unsure |= got == SA_DETECT_UNSURE;
        if (got != SA_DETECT_HIT) continue;
        unsure |= match_chain(k, (unsigned char)u.bytes[0], t, at, found);
        if (u.other_len && u.other[0] != u.bytes[0])
            unsure |= match_chain(k, (unsigned char)u.other[0], t, at, found);
    }
    if (unsure && more) return SA_DETECT_UNSURE;
    return *found ? SA_DETECT_HIT : SA_DETECT_NONE;
}

// ---- the set ----------------------------------------------------------------------------------

void sa_known_add(struct sa_known *k, const char *data, size_t len)
{
    unsigned char first = (unsigned char)data[0];
    for (size_t i = k->first[first]; i; i = k->values[i - 1].next)
        if (k->values[i - 1].len == len && !memcmp(k->values[i - 1].data, data, len)) return;
    struct sa_known_value v = {.data = sa_xstrndup(data, len), .len = len, .next = k->first[first]};
    for (size_t i = 0; i < len; i++) v.escapes |= begins_escape(data[i]) && data[i] != '+';
    SA_GROW(k->values, k->cap, k->count + 1);
    k->values[k->count++] = v;
    k->first[first] = k->count;
}

void sa_known_release(struct sa_known *k)
{
    for (size_t i = 0; i < k->count; i++) {
        explicit_bzero(k->values[i].data, k->values[i].len);
        free(k->values[i].data);
    }
    free(k->values);
    *k = (struct sa_known){0};
}
