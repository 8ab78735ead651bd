// Builds with AddressSanitizer: what lies beyond an object's size, and free memory but for the link
// of a free block, is poisoned; storage that is given back early rests until the next collection.
// So a stale pointer and an index out of bounds are seen in the heap too. Other builds: nothing.
#ifndef PY_POISON_H
#define PY_POISON_H

#if defined(__SANITIZE_ADDRESS__)
#define PY_GC_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PY_GC_ASAN 1
#endif
#endif

#ifdef PY_GC_ASAN
#include <sanitizer/asan_interface.h>
enum { GC_REDZONE = 16 }; // bytes behind every object
#else
#define ASAN_POISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
enum { GC_REDZONE = 0 };
#endif

#endif
