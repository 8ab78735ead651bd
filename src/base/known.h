// Values known to be secret, and finding one at a place of a text however it is spelled there: as
// it is, with the escapes of JSON, Python or a shell (also escaped again), percent-encoded once or
// twice, or with HTML's entities. The exact bytes are always found; a spelling is found when it is
// one of these from end to end.
#ifndef SA_BASE_KNOWN_H
#define SA_BASE_KNOWN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/detect.h"

struct sa_known_value {
    char *data;
    size_t len;
    size_t next;  // 1 + index of another that begins with the same byte
    bool escapes; // has bytes that escapes are written with
};

// Zero-initialised is empty.
struct sa_known {
    struct sa_known_value *values;
    size_t count, cap;
    size_t first[256]; // 1 + index of a value that begins with this byte
};

void sa_known_add(struct sa_known *k, const char *data, size_t len); // copied; not empty
void sa_known_release(struct sa_known *k);                           // wiped

// Whether a value, in any spelling, may begin with this byte.
static inline bool sa_known_may_begin(const struct sa_known *k, char c)
{
    return k->count &&
           (k->first[(unsigned char)c] || c == '\\' || c == '%' || c == '&' || c == '+');
}

// The longest value at text[at]: HIT with its length in *found, or UNSURE when with `more` text to
// come there may be one, or a longer one. `before` is the byte before.
enum sa_detected sa_known_match(const struct sa_known *k, const char *text, size_t len, size_t at,
                                char before, bool more, size_t *found);

#endif
