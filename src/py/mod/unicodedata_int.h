// The compressed character database of module unicodedata (unicodedata.bin).
#ifndef PY_UNICODEDATA_INT_H
#define PY_UNICODEDATA_INT_H

#include "../native.h"

// The size that it unpacks to, in four bytes, the lowest first, and what zlib made of it.
extern const unsigned char py_ucd_packed[], py_ucd_packed_end[];

// Code point of a character name in any case, or -1; ctx is the isolate (a hook of the parser,
// too).
int32_t py_unicode_by_name(void *ctx, const char *name, size_t len);

#endif
