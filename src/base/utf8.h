// UTF-8 at the borders: validation, repair, stepping, and cutting at character boundaries. Valid
// means RFC 3629: no surrogates, no overlong forms, at most U+10FFFF.
#ifndef SA_BASE_UTF8_H
#define SA_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

bool sa_utf8_valid(const char *s, size_t len);

// Decodes one code point at s[0..len), len > 0: bytes used (1 and U+FFFD for a bad byte).
size_t sa_utf8_decode(const char *s, size_t len, uint32_t *code_point);

// Encodes into out (4 bytes): bytes written; surrogates and values too large become U+FFFD.
size_t sa_utf8_encode(uint32_t code_point, char *out);

// Appends s with every maximal bad sequence replaced by U+FFFD.
void sa_utf8_repair(struct sa_buf *out, const char *s, size_t len);
// The same for readers that a NUL would stop: it becomes U+FFFD as well.
void sa_utf8_repair_nuls(struct sa_buf *out, const char *s, size_t len);

// Bytes at the end of s that begin a character whose rest may still come (0 to 3): streams keep
// them for the next piece.
size_t sa_utf8_partial_tail(const char *s, size_t len);

size_t sa_utf8_count(const char *s, size_t len);                   // code points; bad bytes count 1
size_t sa_utf8_prefix(const char *s, size_t len, size_t max);      // bytes of the first max points
size_t sa_utf8_floor(const char *s, size_t len, size_t max_bytes); // largest boundary <= max_bytes

// Removes the Unicode tag characters (U+E0000 to U+E007F), which are invisible and spell ASCII text
// that models read. Returns the new length; a NUL is written behind a text that became shorter.
size_t sa_utf8_drop_tags(char *s, size_t len);

// Makes one line of what a program wrote for a terminal: removes escape sequences, and each other
// control character becomes a space. Returns the new length; a NUL is written behind a text that
// became shorter.
size_t sa_utf8_drop_escapes(char *s, size_t len);

// Appends s for a terminal: control characters other than \n and \t, the C1 range and bad bytes
// shown as \xNN, characters that are invisible or turn the writing direction as \uNNNN, so that
// text from a model or a program can neither drive the terminal nor look like what it is not.
void sa_utf8_printable(struct sa_buf *out, const char *s, size_t len);
// The same for a name that stands in quotes, as Python would have it there: no character of it ends
// the line or the quotes.
void sa_utf8_printable_name(struct sa_buf *out, const char *name);

#endif
