// What texts look like, for the forms of the detector (detect.h): numbers and their ends, shapes,
// check digits, entropy.
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/detect.h"

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

// A number ends here: no digit or letter follows, nor a decimal part.
bool sa_number_ends(const char *text, size_t len, size_t at)
{
    if (at >= len) return true;
    if (isalnum((unsigned char)text[at]) || text[at] == '_') return false;
    return !(text[at] == '.' && at + 1 < len && digit(text[at + 1]));
}

// ... and none began before it ("0.4111..." is a float, "-4..." may be a range).
bool sa_number_starts(const char *text, size_t at)
{
    return !at || !(digit(text[at - 1]) || text[at - 1] == '.' || text[at - 1] == '_');
}

size_t sa_shape(const char *text, size_t len, size_t at, const char *want, char *out)
{
    size_t p = at, n = 0;
    for (; *want; want++) {
        bool separator = p < len && strchr(" -.", text[p]) && text[p];
        if (*want == '?') {
            p += separator;
            continue;
        }
        if (p >= len) return 0;
        char c = text[p++];
        bool ok = *want == 'd'   ? digit(c)
                  : *want == 'A' ? c >= 'A' && c <= 'Z'
                  : *want == '*' ? digit(c) || (c >= 'A' && c <= 'Z')
                  : *want == '~' ? separator
                                 : c == *want;
        if (!ok) return 0;
        if (digit(c) || (c >= 'A' && c <= 'Z')) out[n++] = c;
    }
    out[n] = 0;
    return sa_number_ends(text, len, p) ? p - at : 0;
}

// ISO/IEC 7812-1 annex B.
bool sa_luhn(const char *digits, size_t n)
{
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned v = (unsigned)(digits[n - 1 - i] - '0') << (i & 1);
        sum += v > 9 ? v - 9 : v;
    }
    return sum % 10 == 0;
}

unsigned sa_entropy(const char *text, size_t len)
{
    unsigned count[256] = {0};
    double bits = 0;
    for (size_t i = 0; i < len; i++) count[(unsigned char)text[i]]++;
    for (size_t c = 0; c < 256; c++)
        if (count[c]) bits -= count[c] * log2((double)count[c] / (double)len);
    return len ? (unsigned)(bits * 10 / (double)len + 0.5) : 0;
}
