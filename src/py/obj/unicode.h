// Character properties of Unicode 15.0 as CPython 3.12 sees them, from a generated two-stage table
// (unicode_data.c, made by unicode_gen.py).
#ifndef PY_UNICODE_H
#define PY_UNICODE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PY_U_ALPHA = 1,
    PY_U_DECIMAL = 2,
    PY_U_DIGIT = 4,
    PY_U_NUMERIC = 8,
    PY_U_LOWER = 16,
    PY_U_UPPER = 32,
    PY_U_TITLE = 64,
    PY_U_SPACE = 128,
    PY_U_PRINT = 256,
    PY_U_XID_START = 512,
    PY_U_XID_CONTINUE = 1024,
    PY_U_IGNORABLE = 2048, // case-ignorable
    PY_U_LINEBREAK = 4096,
    PY_U_SPECIAL = 8192, // some case mapping gives several characters: py_unicode_special
    PY_U_ALNUM = PY_U_ALPHA | PY_U_DECIMAL | PY_U_DIGIT | PY_U_NUMERIC,
    PY_U_CASED = PY_U_LOWER | PY_U_UPPER | PY_U_TITLE
};

enum py_case_map { PY_CASE_UPPER, PY_CASE_LOWER, PY_CASE_TITLE, PY_CASE_FOLD };

struct py_uchar {
    uint16_t flags;
    int8_t digit;     // value of decimals and digits, -1 none
    int32_t delta[4]; // simple mappings: add to the code point
};

struct py_uspecial {
    uint32_t c;
    uint32_t map[4][3];
}; // 0: ends a mapping

extern const struct py_uchar py_unicode_records[];
extern const uint16_t py_unicode_stage1[];
extern const uint16_t py_unicode_stage2[];
extern const struct py_uspecial py_unicode_specials[];
extern const int py_unicode_special_count;

static inline const struct py_uchar *py_uchar(uint32_t c)
{
    if (c >= 0x110000) c = 0xffff; // unassigned
    return &py_unicode_records[py_unicode_stage2[py_unicode_stage1[c >> 7] * 128 + (c & 127)]];
}
static inline bool py_char_is(uint32_t c, unsigned flags)
{
    return py_uchar(c)->flags & flags;
}
// Full case mapping: writes 1-3 code points to out, returns how many.
int py_char_map(uint32_t c, enum py_case_map how, uint32_t out[3]);
// One code point for one (simple mapping), as re's IGNORECASE uses.
static inline uint32_t py_char_simple(uint32_t c, enum py_case_map how)
{
    return (uint32_t)((int32_t)c + py_uchar(c)->delta[how]);
}

#endif
