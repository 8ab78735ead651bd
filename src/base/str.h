// Small helpers on strings and (pointer, length) slices. A slice is never NUL-terminated by right.
#ifndef SA_BASE_STR_H
#define SA_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct sa_str {
    const char *data;
    size_t len;
};

#define SA_STR(literal) ((struct sa_str){(literal), sizeof(literal) - 1})

static inline struct sa_str sa_str_of(const char *s)
{
    return (struct sa_str){s, s ? strlen(s) : 0};
}

bool sa_streq(const char *a, const char *b);     // NULL equals only NULL
bool sa_strcaseeq(const char *a, const char *b); // ASCII case
bool sa_str_equals(struct sa_str a, const char *b);
bool sa_str_equals_any(struct sa_str s, const char *const *words, size_t n);
// Whatever the ASCII case, as the two below.
bool sa_str_caseeq(struct sa_str s, const char *word);
bool sa_str_caseeq_any(struct sa_str s, const char *const *words, size_t n);
bool sa_str_begins(struct sa_str s, const char *word);
bool sa_starts_with(const char *s, const char *prefix);
bool sa_ends_with(const char *s, const char *suffix);
struct sa_str sa_str_trim(struct sa_str s);       // ASCII white space off both ends
struct sa_str sa_str_trim_right(struct sa_str s); // off the right end

// First occurrence of needle, NULL when absent. Bytes may hold NULs.
const char *sa_memfind(const char *hay, size_t hay_len, const char *needle, size_t needle_len);

// Cuts the next line (without "\n" or "\r\n") off *rest; false when *rest is empty.
bool sa_str_next_line(struct sa_str *rest, struct sa_str *line);

// Cuts the next part up to `separator` off *rest; false when rest->data is NULL (all parts given).
bool sa_str_next_part(struct sa_str *rest, char separator, struct sa_str *part);

// Copies at most size - 1 bytes and terminates; true when all fitted.
bool sa_strcopy(char *to, size_t size, const char *from);

// Edit distance (insert, delete, replace, swap) with ASCII case ignored, for "did you mean".
// Names over 64 bytes count as far away.
unsigned sa_edit_distance(const char *a, const char *b);

// Whole-string conversions: false when anything is left over or out of range.
bool sa_parse_i64(const char *s, int64_t *out);
bool sa_parse_double(const char *s, double *out);
bool sa_parse_bool(const char *s, bool *out);       // true/false yes/no on/off 1/0
bool sa_parse_size(const char *s, uint64_t *out);   // 256M, 1GiB, 4k: powers of 1024
bool sa_parse_count(const char *s, uint64_t *out);  // 20K, 10M, 1e9: powers of 1000
bool sa_parse_duration(const char *s, int64_t *ns); // 30, 1.5s, 200ms, 5m, 2h; seconds by default

// Stable 64-bit hash (FNV-1a with a final mix); not flood-proof.
uint64_t sa_hash_bytes(const void *data, size_t len);

#endif
