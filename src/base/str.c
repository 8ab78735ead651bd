// String helpers and the number formats that options and config values share.
#include "base/str.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

#include "base/xalloc.h"

bool sa_streq(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool sa_strcaseeq(const char *a, const char *b)
{
    return a == b || (a && b && strcasecmp(a, b) == 0);
}

bool sa_str_equals(struct sa_str a, const char *b)
{
    return strlen(b) == a.len && memcmp(a.data, b, a.len) == 0;
}

bool sa_str_equals_any(struct sa_str s, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (sa_str_equals(s, words[i])) return true;
    return false;
}

bool sa_str_caseeq(struct sa_str s, const char *word)
{
    return strlen(word) == s.len && !strncasecmp(s.data, word, s.len);
}

bool sa_str_caseeq_any(struct sa_str s, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (sa_str_caseeq(s, words[i])) return true;
    return false;
}

bool sa_str_begins(struct sa_str s, const char *word)
{
    return s.len >= strlen(word) && !strncasecmp(s.data, word, strlen(word));
}

bool sa_starts_with(const char *s, const char *prefix)
{
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool sa_ends_with(const char *s, const char *suffix)
{
    size_t n = strlen(s), k = strlen(suffix);
    return n >= k && memcmp(s + n - k, suffix, k) == 0;
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

struct sa_str sa_str_trim_right(struct sa_str s)
{
    while (s.len && is_space(s.data[s.len - 1])) s.len--;
    return s;
}

struct sa_str sa_str_trim(struct sa_str s)
{
    s = sa_str_trim_right(s);
    while (s.len && is_space(s.data[0])) s.data++, s.len--;
    return s;
}

const char *sa_memfind(const char *hay, size_t hay_len, const char *needle, size_t needle_len)
{
    if (!needle_len) return hay;
    if (!hay_len) return NULL;
    return memmem(hay, hay_len, needle, needle_len);
}

bool sa_str_next_line(struct sa_str *rest, struct sa_str *line)
{
    if (!rest->len) return false;
    const char *end = memchr(rest->data, '\n', rest->len);
    size_t len = end ? (size_t)(end - rest->data) : rest->len;
    *line = (struct sa_str){rest->data, len};
    if (len && rest->data[len - 1] == '\r') line->len--;
    size_t used = end ? len + 1 : len;
    rest->data += used;
    rest->len -= used;
    return true;
}

bool sa_str_next_part(struct sa_str *rest, char separator, struct sa_str *part)
{
    if (!rest->data) return false;
    const char *end = rest->len ? memchr(rest->data, separator, rest->len) : NULL;
    if (!end) {
        *part = *rest;
        *rest = (struct sa_str){NULL, 0};
        return true;
    }
    *part = (struct sa_str){rest->data, (size_t)(end - rest->data)};
    rest->len -= part->len + 1;
    rest->data = end + 1;
    return true;
}

bool sa_strcopy(char *to, size_t size, const char *from)
{
    SA_CHECK(size > 0);
    size_t len = strlen(from), n = len < size ? len : size - 1;
    memcpy(to, from, n);
    to[n] = '\0';
    return n == len;
}

// Damerau-Levenshtein, restricted form, over three rolling rows.
unsigned sa_edit_distance(const char *a, const char *b)
{
    enum { MAX = 64 };
    size_t n = strlen(a), m = strlen(b);
    if (n > MAX || m > MAX) return 1000;
    unsigned rows[3][MAX + 1];
    unsigned *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= m; j++) last[j] = before[j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++) {
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
            unsigned best = last[j - 1] + (x != y);
            if (last[j] + 1 < best) best = last[j] + 1;
            if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
            bool swapped = i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) &&
                           y == tolower((unsigned char)a[i - 2]);
            if (swapped && before[j - 2] + 1 < best) best = before[j - 2] + 1;
            now[j] = best;
        }
        unsigned *spare = before;
        before = last, last = now, now = spare;
    }
    return last[m];
}

bool sa_parse_i64(const char *s, int64_t *out)
{
    if (!s || !*s || is_space(*s)) return false;
    char *end;
    errno = 0;
    long long value = strtoll(s, &end, 10);
    if (errno || *end) return false;
    *out = value;
    return true;
}

bool sa_parse_double(const char *s, double *out)
{
    if (!s || !*s || is_space(*s)) return false;
    char *end;
    errno = 0;
    double value = strtod(s, &end);
    if (errno == ERANGE || *end || !isfinite(value)) return false;
    *out = value;
    return true;
}

bool sa_parse_bool(const char *s, bool *out)
{
    static const char *const words[] = {"false", "true", "no", "yes", "off", "on", "0", "1"};
    for (size_t i = 0; s && i < SA_COUNT(words); i++)
        if (strcasecmp(s, words[i]) == 0) return *out = i & 1, true;
    return false;
}

// A non-negative number followed by one suffix of a table; the value lands in *out.
struct suffix {
    const char *name;
    double factor;
};

static bool parse_scaled(const char *s, const struct suffix *table, size_t count, double *out)
{
    if (!s || !isdigit((unsigned char)*s)) return false;
    if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) return false;
    char *end;
    errno = 0;
    double value = strtod(s, &end);
    if (errno == ERANGE || !isfinite(value)) return false;
    for (size_t i = 0; i < count; i++) {
        if (strcasecmp(end, table[i].name) == 0) return *out = value * table[i].factor, true;
    }
    return false;
}

// A number with a suffix; one of nothing but digits is taken exactly.
static bool parse_whole(const char *s, const struct suffix *table, size_t count, uint64_t *out)
{
    double value;
    int64_t exact;
    if (!parse_scaled(s, table, count, &value) || !(value < 9e18)) return false;
    bool digits = !s[strspn(s, "0123456789")] && sa_parse_i64(s, &exact);
    *out = digits ? (uint64_t)exact : (uint64_t)(value + 0.5);
    return true;
}

bool sa_parse_size(const char *s, uint64_t *out)
{
    static const struct suffix table[] = {
        {"", 1},         {"b", 1},       {"k", 0x1p10},   {"kb", 0x1p10}, {"kib", 0x1p10},
        {"m", 0x1p20},   {"mb", 0x1p20}, {"mib", 0x1p20}, {"g", 0x1p30},  {"gb", 0x1p30},
        {"gib", 0x1p30}, {"t", 0x1p40},  {"tib", 0x1p40},
    };
    return parse_whole(s, table, SA_COUNT(table), out);
}

bool sa_parse_count(const char *s, uint64_t *out)
{
    static const struct suffix table[] = {{"", 1}, {"k", 1e3}, {"m", 1e6}, {"g", 1e9}};
    return parse_whole(s, table, SA_COUNT(table), out);
}

bool sa_parse_duration(const char *s, int64_t *ns)
{
    static const struct suffix table[] = {{"", 1e9},     {"s", 1e9},    {"ms", 1e6},
                                          {"us", 1e3},   {"m", 6e10},   {"min", 6e10},
                                          {"h", 3.6e12}, {"d", 8.64e13}};
    double value;
    if (!parse_scaled(s, table, SA_COUNT(table), &value) || value >= 9e18) return false;
    *ns = (int64_t)(value + 0.5);
    return true;
}

uint64_t sa_hash_bytes(const void *data, size_t len)
{
    const unsigned char *p = data;
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < len; i++) h = (h ^ p[i]) * UINT64_C(0x100000001b3);
    h ^= h >> 32;
    h *= UINT64_C(0x9e3779b97f4a7c15);
    return h ^ (h >> 29);
}
