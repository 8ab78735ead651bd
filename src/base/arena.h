// Bump allocator: many small pieces, one release. Pieces are aligned for any type.
#ifndef SA_BASE_ARENA_H
#define SA_BASE_ARENA_H

#include <stddef.h>

struct sa_arena_chunk;

struct sa_arena {
    struct sa_arena_chunk *chunk;
    size_t total; // bytes obtained from the system
};

#define SA_ARENA_INIT                                                                              \
    {                                                                                              \
        NULL, 0                                                                                    \
    }

void sa_arena_init(struct sa_arena *a);
void sa_arena_release(struct sa_arena *a); // every piece becomes invalid; usable again

void *sa_arena_alloc(struct sa_arena *a, size_t size); // zeroed
char *sa_arena_strdup(struct sa_arena *a, const char *s);
char *sa_arena_strndup(struct sa_arena *a, const char *s, size_t len);
char *sa_arena_printf(struct sa_arena *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
