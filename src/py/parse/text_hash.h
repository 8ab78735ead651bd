// text_hash.h: hashes of names by words of eight bytes, for the tables of one parse and of one
// compilation: their order never shows, and whoever fills them is charged for it.
#ifndef PY_PARSE_TEXT_HASH_H
#define PY_PARSE_TEXT_HASH_H

#include <stdint.h>
#include <string.h>

// The first eight bytes of s as a number, all of them when there are fewer.
static inline uint64_t py_text_head(const char *s, size_t n)
{
    uint64_t all = 0;
    uint32_t low, high;
    if (n >= sizeof all) {
        memcpy(&all, s, sizeof all);
    } else if (n >= sizeof low) {
        memcpy(&low, s, sizeof low);
        memcpy(&high, s + n - sizeof high, sizeof high);
        all = (uint64_t)high << 32 | low;
    } else {
        for (size_t i = 0; i < n; i++) all = all << 8 | (unsigned char)s[i];
    }
    return all;
}

// head: py_text_head().
static inline uint32_t py_text_hash(const char *s, size_t n, uint64_t head)
{
    uint64_t h = (head ^ n) * 0x9E3779B97F4A7C15u;
    for (size_t i = sizeof head; i < n; i += sizeof head) {
        size_t at = n - i < sizeof head ? n - sizeof head : i;
        h = (h ^ h >> 29 ^ py_text_head(s + at, sizeof head)) * 0x9E3779B97F4A7C15u;
    }
    return (uint32_t)(h >> 32);
}

#endif
