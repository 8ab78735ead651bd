// Growable byte buffer with a ceiling; see buf.h for the contract.
#include "base/buf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

void sa_buf_init(struct sa_buf *b, size_t ceiling)
{
    *b = (struct sa_buf)SA_BUF_INIT(ceiling);
}

void sa_buf_release(struct sa_buf *b)
{
    free(b->data);
    sa_buf_init(b, b->max);
}

void sa_buf_clear(struct sa_buf *b)
{
    b->len = 0;
    b->full = false;
    if (b->data) b->data[0] = '\0';
}

char *sa_buf_reserve(struct sa_buf *b, size_t len)
{
    if (b->full || len > b->max || b->len > b->max - len) {
        b->full = true;
        return NULL;
    }
    size_t need = b->len + len + 1;
    if (need > b->cap) {
        size_t cap = b->cap ? b->cap + b->cap / 2 : 64;
        if (cap < need) cap = need;
        b->data = sa_xrealloc(b->data, cap);
        b->cap = cap;
    }
    return b->data + b->len;
}

void sa_buf_added(struct sa_buf *b, size_t len)
{
    SA_CHECK(b->len + len < b->cap);
    b->len += len;
    b->data[b->len] = '\0';
}

bool sa_buf_append(struct sa_buf *b, const void *data, size_t len)
{
    char *to = sa_buf_reserve(b, len);
    if (!to) return false;
    if (len) memcpy(to, data, len);
    sa_buf_added(b, len);
    return true;
}

bool sa_buf_appends(struct sa_buf *b, const char *s)
{
    return sa_buf_append(b, s, strlen(s));
}

bool sa_buf_appendc(struct sa_buf *b, char c)
{
    return sa_buf_append(b, &c, 1);
}

bool sa_buf_appendv(struct sa_buf *b, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    char *to = len < 0 ? NULL : sa_buf_reserve(b, (size_t)len);
    if (to) {
        vsnprintf(to, (size_t)len + 1, format, again);
        sa_buf_added(b, (size_t)len);
    }
    va_end(again);
    return to != NULL;
}

bool sa_buf_appendf(struct sa_buf *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    bool ok = sa_buf_appendv(b, format, args);
    va_end(args);
    return ok;
}

bool sa_buf_insert(struct sa_buf *b, size_t at, const void *data, size_t len)
{
    SA_CHECK(at <= b->len);
    size_t tail = b->len - at;
    if (!sa_buf_reserve(b, len)) return false;
    memmove(b->data + at + len, b->data + at, tail);
    if (len) memcpy(b->data + at, data, len);
    sa_buf_added(b, len);
    return true;
}

void sa_buf_remove(struct sa_buf *b, size_t at, size_t len)
{
    SA_CHECK(at <= b->len && len <= b->len - at);
    if (!len) return;
    memmove(b->data + at, b->data + at + len, b->len - at - len);
    b->len -= len;
    b->data[b->len] = '\0';
}

void sa_buf_truncate(struct sa_buf *b, size_t len)
{
    SA_CHECK(len <= b->len);
    b->len = len;
    if (b->data) b->data[len] = '\0';
}

const char *sa_buf_text(const struct sa_buf *b)
{
    return b->data ? b->data : "";
}

char *sa_buf_take(struct sa_buf *b, size_t *len)
{
    char *data = b->data ? b->data : sa_xstrdup("");
    if (len) *len = b->len;
    sa_buf_init(b, b->max);
    return data;
}
