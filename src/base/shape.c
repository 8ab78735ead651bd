// What texts look like, for the forms of the detector (detect.h): numbers and their ends, shapes,
// check digits, entropy.
#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "base/detect.h"
#include "base/xalloc.h"

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

// n * log2(n), from a table where n is as small as in the forms of keys.
static struct {
    pthread_once_t once;
    double of[512];
} weights = {.once = PTHREAD_ONCE_INIT};

static void fill_weights(void)
{
    for (size_t n = 2; n < SA_COUNT(weights.of); n++) weights.of[n] = (double)n * log2((double)n);
}

static double weight(size_t n)
{
    return n < SA_COUNT(weights.of) ? weights.of[n] : (double)n * log2((double)n);
}

// Of hostile text it is asked at every few bytes: one pass, and a logarithm only where it is long.
unsigned sa_entropy(const char *text, size_t len)
{
    unsigned count[256] = {0};
    double sum = 0;
    pthread_once(&weights.once, fill_weights);
    for (size_t i = 0; i < len; i++) {
        size_t n = count[(unsigned char)text[i]]++;
        sum += weight(n + 1) - weight(n);
    }
    return len ? (unsigned)((weight(len) - sum) * 10 / (double)len + 0.5) : 0;
}
