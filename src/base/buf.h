// Growable byte buffer with a mandatory ceiling. `data` is NULL or NUL-terminated at data[len], so
// text buffers print as they are. An append that would pass the ceiling sets the sticky `full` flag
// and appends nothing: append freely, check once. Content is never lost by a failed append.
#ifndef SA_BASE_BUF_H
#define SA_BASE_BUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct sa_buf {
    char *data;
    size_t len;
    size_t cap;
    size_t max; // ceiling on len, in bytes
    bool full;  // an append was refused
};

#define SA_BUF_INIT(ceiling)                                                                       \
    {                                                                                              \
        NULL, 0, 0, (ceiling), false                                                               \
    }

// Ceilings for common uses.
#define SA_BUF_SMALL ((size_t)64 << 10)
#define SA_BUF_TEXT ((size_t)64 << 20)
#define SA_BUF_HUGE ((size_t)1 << 30)

void sa_buf_init(struct sa_buf *b, size_t ceiling);
void sa_buf_release(struct sa_buf *b); // frees the bytes, keeps the ceiling: usable again
void sa_buf_clear(struct sa_buf *b);   // len = 0, full = false, memory kept

// All return false when the ceiling was (or had been) hit.
bool sa_buf_append(struct sa_buf *b, const void *data, size_t len);
bool sa_buf_appends(struct sa_buf *b, const char *s);
bool sa_buf_appendc(struct sa_buf *b, char c);
bool sa_buf_appendf(struct sa_buf *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool sa_buf_appendv(struct sa_buf *b, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
bool sa_buf_append_utf8(struct sa_buf *b, unsigned code_point); // utf8.c
bool sa_buf_insert(struct sa_buf *b, size_t at, const void *data, size_t len);

void sa_buf_remove(struct sa_buf *b, size_t at, size_t len); // at + len <= b->len
void sa_buf_truncate(struct sa_buf *b, size_t len);          // len <= b->len

// Room for `len` more bytes at data + b->len, NULL at the ceiling; follow with sa_buf_added.
char *sa_buf_reserve(struct sa_buf *b, size_t len);
void sa_buf_added(struct sa_buf *b, size_t len);

// Borrowed text, never NULL ("" when empty).
const char *sa_buf_text(const struct sa_buf *b);

// Hands the bytes over (never NULL, NUL-terminated; free it), length in *len when not NULL; the
// buffer is empty afterwards.
char *sa_buf_take(struct sa_buf *b, size_t *len);

#endif
