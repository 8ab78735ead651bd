// Full case mappings: the characters whose mapping is longer than one character are few and found
// by binary search; all others by the record's delta.
#include "unicode.h"

static const struct py_uspecial *find_special(uint32_t c)
{
    int lo = 0, hi = py_unicode_special_count;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (py_unicode_specials[mid].c < c) lo = mid + 1;
        else hi = mid;
    }
    return lo < py_unicode_special_count && py_unicode_specials[lo].c == c
               ? &py_unicode_specials[lo]
               : 0;
}

int py_char_map(uint32_t c, enum py_case_map how, uint32_t out[3])
{
    const struct py_uchar *u = py_uchar(c);
    if (u->flags & PY_U_SPECIAL) {
        const struct py_uspecial *s = find_special(c);
        int n = 0;
        while (s && n < 3 && s->map[how][n]) {
            out[n] = s->map[how][n];
            n++;
        }
        return n;
    }
    out[0] = (uint32_t)((int32_t)c + u->delta[how]);
    return 1;
}
