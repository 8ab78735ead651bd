// Allocation that cannot fail for the host side (src/py counts its memory and does not use this),
// and SA_BUG for broken invariants. Sizes are capped far above any honest use, so a wrapped or
// absurd size aborts instead of allocating.
#ifndef SA_BASE_XALLOC_H
#define SA_BASE_XALLOC_H

#include <stddef.h>

// Results are zeroed only where said; free with free(). Out of memory prints one line and aborts.
void *sa_xmalloc(size_t size);
void *sa_xcalloc(size_t count, size_t size); // zeroed
void *sa_xrealloc(void *p, size_t size);
void *sa_xreallocarray(void *p, size_t count, size_t size);
char *sa_xstrdup(const char *s);              // NULL gives NULL
char *sa_xstrndup(const char *s, size_t len); // exactly len bytes, NUL added
void *sa_xmemdup(const void *p, size_t len);
char *sa_xasprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));

// From now on this process ends by _exit with one of these, without a word: for one that is locked
// in, where printing and abort() are not allowed.
enum sa_exit { SA_EXIT_BUG = 70, SA_EXIT_NO_MEMORY = 71 };
void sa_end_quietly(void);

// Frees *p and sets it to NULL; for `_release` functions. Usable as a cleanup attribute.
void sa_freep(void *p);
#define SA_AUTO_FREE __attribute__((cleanup(sa_freep)))

// A broken invariant: prints where and what, aborts.
_Noreturn void sa_bug_at(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define SA_BUG(...) sa_bug_at(__FILE__, __LINE__, __VA_ARGS__)
#define SA_CHECK(condition)                                                                        \
    do {                                                                                           \
        if (!(condition)) SA_BUG("%s", #condition);                                                \
    } while (0)

// Grows an array so that it holds at least `need` items; *cap is in items.
#define SA_GROW(array, cap, need)                                                                  \
    ((array) = sa_grow_array((array), &(cap), (need), sizeof *(array)))
void *sa_grow_array(void *p, size_t *cap, size_t need, size_t item);

#define SA_COUNT(array) (sizeof(array) / sizeof *(array))

#endif
