// Bump allocator over a list of chunks, newest first.
#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

#define CHUNK_SIZE ((size_t)16 << 10)

struct sa_arena_chunk {
    struct sa_arena_chunk *next;
    size_t used, size;
    _Alignas(max_align_t) char bytes[];
};

void sa_arena_init(struct sa_arena *a)
{
    *a = (struct sa_arena)SA_ARENA_INIT;
}

void sa_arena_release(struct sa_arena *a)
{
    while (a->chunk) {
        struct sa_arena_chunk *next = a->chunk->next;
        free(a->chunk);
        a->chunk = next;
    }
    a->total = 0;
}

void *sa_arena_alloc(struct sa_arena *a, size_t size)
{
    const size_t align = _Alignof(max_align_t);
    SA_CHECK(size < SIZE_MAX / 2);
    size = (size + align - 1) / align * align;
    if (!a->chunk || a->chunk->size - a->chunk->used < size) {
        size_t room = size > CHUNK_SIZE ? size : CHUNK_SIZE;
        struct sa_arena_chunk *chunk = sa_xcalloc(1, sizeof *chunk + room);
        *chunk = (struct sa_arena_chunk){.next = a->chunk, .size = room};
        a->chunk = chunk;
        a->total += sizeof *chunk + room;
    }
    void *p = a->chunk->bytes + a->chunk->used;
    a->chunk->used += size;
    return p;
}

char *sa_arena_strndup(struct sa_arena *a, const char *s, size_t len)
{
    char *copy = sa_arena_alloc(a, len + 1);
    if (len) memcpy(copy, s, len);
    return copy;
}

char *sa_arena_strdup(struct sa_arena *a, const char *s)
{
    return s ? sa_arena_strndup(a, s, strlen(s)) : NULL;
}

char *sa_arena_printf(struct sa_arena *a, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    SA_CHECK(len >= 0);
    char *text = sa_arena_alloc(a, (size_t)len + 1);
    vsnprintf(text, (size_t)len + 1, format, again);
    va_end(again);
    return text;
}
