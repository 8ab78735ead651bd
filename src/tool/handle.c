// The registry: a list that only grows, so that what was found stays where it is.
#include "tool/handle.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/str.h"
#include "base/xalloc.h"

struct sa_handles {
    pthread_mutex_t lock;
    struct sa_handle **items;
    size_t count, cap, bytes;
};

struct sa_handles *sa_handles_new(void)
{
    struct sa_handles *h = sa_xcalloc(1, sizeof *h);
    pthread_mutex_init(&h->lock, NULL);
    return h;
}

static void free_handle(struct sa_handle *h)
{
    free(h->text);
    free(h->kind);
    free(h->mime);
    free(h->data);
    free(h);
}

void sa_handles_free(struct sa_handles *h)
{
    if (!h) return;
    for (size_t i = 0; i < h->count; i++) free_handle(h->items[i]);
    free(h->items);
    pthread_mutex_destroy(&h->lock);
    free(h);
}

// ---- what is said of one ----------------------------------------------------------------------

static unsigned big(const unsigned char *p, int bytes)
{
    unsigned n = 0;
    for (int i = 0; i < bytes; i++) n = n << 8 | p[i];
    return n;
}

// A frame header of JPEG (ITU T.81, B.2.2), found by going from marker to marker.
static bool jpeg_size(const unsigned char *p, size_t len, unsigned *width, unsigned *height)
{
    for (size_t at = 2; at + 9 < len && p[at] == 0xFF;) {
        unsigned marker = p[at + 1];
        bool frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 &&
                     marker != 0xCC;
        if (frame) {
            *height = big(p + at + 5, 2);
            *width = big(p + at + 7, 2);
            return true;
        }
        at += marker == 0xFF ? 1 : 2 + big(p + at + 2, 2); // else a byte of filling
    }
    return false;
}

// Pixels of a PNG, GIF or JPEG file, by its own word.
static bool picture_size(const void *data, size_t len, unsigned *width, unsigned *height)
{
    const unsigned char *p = data;
    if (len >= 24 && !memcmp(p, "\x89PNG\r\n\x1a\n", 8)) {
        *width = big(p + 16, 4);
        *height = big(p + 20, 4);
        return true;
    }
    if (len >= 10 && !memcmp(p, "GIF8", 4)) {
        *width = p[6] | (unsigned)p[7] << 8;
        *height = p[8] | (unsigned)p[9] << 8;
        return true;
    }
    return len > 4 && p[0] == 0xFF && p[1] == 0xD8 && jpeg_size(p, len, width, height);
}

// "640 bytes", "12 kB", "3.4 MB"
static void put_bytes(struct sa_buf *out, size_t len)
{
    if (len < 1000) sa_buf_appendf(out, "%zu byte%s", len, len == 1 ? "" : "s");
    else if (len < 999500) sa_buf_appendf(out, "%zu kB", (len + 500) / 1000);
    else sa_buf_appendf(out, "%.1f MB", (double)len / 1e6);
}

static char *cleaned(const char *text, const char *fallback)
{
    enum { LONGEST = 60 };
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-+./_";
    size_t n = text ? strspn(text, plain) : 0;
    return n ? sa_xstrndup(text, n < LONGEST ? n : LONGEST) : sa_xstrdup(fallback);
}

static char *describe(const struct sa_handle *h, size_t number)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    const char *type = strchr(h->mime, '/');
    unsigned width, height;
    sa_buf_appendf(&out, "%s-%zu (%s, ", h->kind, number, type ? type + 1 : h->mime);
    if (picture_size(h->data, h->len, &width, &height))
        sa_buf_appendf(&out, "%ux%u, ", width, height);
    put_bytes(&out, h->len);
    sa_buf_appendc(&out, ')');
    return sa_buf_take(&out, NULL);
}

// ---- keeping and finding ----------------------------------------------------------------------

// The same bytes that were kept before; the lock is held.
static const struct sa_handle *find_same(const struct sa_handles *h, const struct sa_handle *one,
                                         const char *data)
{
    for (size_t i = 0; i < h->count; i++) {
        const struct sa_handle *old = h->items[i];
        if (old->len == one->len && sa_streq(old->mime, one->mime) &&
            sa_streq(old->kind, one->kind) && (!one->len || !memcmp(old->data, data, one->len)))
            return old;
    }
    return NULL;
}

char *sa_handles_add(struct sa_handles *h, const char *kind, const char *mime, const char *data,
                     size_t len)
{
    struct sa_handle *one = sa_xcalloc(1, sizeof *one);
    *one = (struct sa_handle){.kind = cleaned(kind, "file"),
                              .mime = cleaned(mime, "application/octet-stream"),
                              .len = len};
    size_t number = 1;
    pthread_mutex_lock(&h->lock);
    const struct sa_handle *same = find_same(h, one, data);
    bool room = !same && h->count < SA_HANDLES_MAX && len <= SA_HANDLES_BYTES - h->bytes;
    for (size_t i = 0; room && i < h->count; i++) number += sa_streq(h->items[i]->kind, one->kind);
    if (room) {
        one->data = len ? sa_xmemdup(data, len) : NULL;
        one->text = describe(one, number);
        SA_GROW(h->items, h->cap, h->count + 1);
        h->items[h->count++] = one;
        h->bytes += len;
    }
    char *text = room ? sa_xstrdup(one->text) : same ? sa_xstrdup(same->text) : NULL;
    pthread_mutex_unlock(&h->lock);
    if (!room) free_handle(one);
    return text;
}

// Is `text` the whole of this handle, or its first word?
static bool is_named(const struct sa_handle *h, const char *text)
{
    size_t name = strcspn(h->text, " ");
    return !strcmp(h->text, text) || (!strncmp(h->text, text, name) && !text[name]);
}

const struct sa_handle *sa_handles_find(const struct sa_handles *h, const char *text)
{
    struct sa_handle *found = NULL;
    if (!h || !text) return NULL;
    pthread_mutex_t *lock = (pthread_mutex_t *)&h->lock;
    pthread_mutex_lock(lock);
    for (size_t i = 0; i < h->count && !found; i++)
        if (is_named(h->items[i], text)) found = h->items[i];
    pthread_mutex_unlock(lock);
    return found;
}

const struct sa_handle *sa_handles_at(const struct sa_handles *h, size_t i)
{
    if (!h) return NULL;
    pthread_mutex_t *lock = (pthread_mutex_t *)&h->lock;
    pthread_mutex_lock(lock);
    const struct sa_handle *one = i < h->count ? h->items[i] : NULL;
    pthread_mutex_unlock(lock);
    return one;
}
