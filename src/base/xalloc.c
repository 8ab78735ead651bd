// Allocation that cannot fail, and the end of the line for bugs.
#include "base/xalloc.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_SIZE ((size_t)1 << 40)

#ifdef __SANITIZE_ADDRESS__
// What was freed rests in the sanitiser's quarantine and is counted nowhere: less of it than the
// usual 256 MiB, so that tests see the memory that a program takes.
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "quarantine_size_mb=16";
}
#endif

static bool quiet;

void sa_end_quietly(void)
{
    quiet = true;
}

void sa_bug_at(const char *file, int line, const char *format, ...)
{
    va_list args;
    if (quiet) _exit(SA_EXIT_BUG);
    va_start(args, format);
    fprintf(stderr, "smolagent: internal error at %s:%d: ", file, line);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    abort();
}

static void *checked(void *p, size_t size)
{
    if (!p) {
        if (quiet) _exit(SA_EXIT_NO_MEMORY);
        fprintf(stderr, "smolagent: out of memory (%zu bytes wanted)\n", size);
        abort();
    }
    return p;
}

void *sa_xmalloc(size_t size)
{
    SA_CHECK(size < MAX_SIZE);
    return checked(malloc(size ? size : 1), size);
}

void *sa_xcalloc(size_t count, size_t size)
{
    SA_CHECK(size == 0 || count < MAX_SIZE / size);
    return checked(calloc(count ? count : 1, size ? size : 1), count * size);
}

void *sa_xrealloc(void *p, size_t size)
{
    SA_CHECK(size < MAX_SIZE);
    return checked(realloc(p, size ? size : 1), size);
}

void *sa_xreallocarray(void *p, size_t count, size_t size)
{
    SA_CHECK(size == 0 || count < MAX_SIZE / size);
    return sa_xrealloc(p, count * size);
}

char *sa_xstrndup(const char *s, size_t len)
{
    char *copy = sa_xmalloc(len + 1);
    if (len) memcpy(copy, s, len);
    copy[len] = '\0';
    return copy;
}

char *sa_xstrdup(const char *s)
{
    return s ? sa_xstrndup(s, strlen(s)) : NULL;
}

void *sa_xmemdup(const void *p, size_t len)
{
    void *copy = sa_xmalloc(len);
    if (len) memcpy(copy, p, len);
    return copy;
}

char *sa_xasprintf(const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    SA_CHECK(len >= 0);
    char *text = sa_xmalloc((size_t)len + 1);
    vsnprintf(text, (size_t)len + 1, format, again);
    va_end(again);
    return text;
}

void sa_freep(void *p)
{
    void **where = p;
    free(*where);
    *where = NULL;
}

void *sa_grow_array(void *p, size_t *cap, size_t need, size_t item)
{
    if (need <= *cap) return p;
    size_t size = *cap ? *cap : 8;
    while (size < need) size += size / 2 + 1;
    p = sa_xreallocarray(p, size, item);
    *cap = size;
    return p;
}
