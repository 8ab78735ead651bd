// The compressed character database of module unicodedata (unicodedata_data.c, generated).
#ifndef PY_UNICODEDATA_INT_H
#define PY_UNICODEDATA_INT_H

#include "../native.h"

extern const size_t py_ucd_raw_size, py_ucd_packed_size;
extern const unsigned char py_ucd_packed[];

// Code point of a character name in any case, or -1; ctx is the isolate (a hook of the parser,
// too).
int32_t py_unicode_by_name(void *ctx, const char *name, size_t len);

#endif
