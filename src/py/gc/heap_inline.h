// Allocation fast path for hot constructors (boxed floats, instances, tuples, iterators): with a
// constant size it is a pop from a free list. Everyone else calls py_new.
#ifndef PY_HEAP_INLINE_H
#define PY_HEAP_INLINE_H

#include "../isolate.h"
#include "poison.h"

enum {
    PY_GC_CLASSES = 33,   // size classes, see gc/heap.c
    PY_GC_FINE_MAX = 256, // up to here classes are 16 bytes apart
};

// A free block: kind PY_K_FREE and a link.
struct py_gc_free {
    uint64_t head;
    struct py_gc_free *next;
};

// The first member of struct py_gc.
struct py_gc_lists {
    struct py_gc_free *free[PY_GC_CLASSES];
    uint64_t fault; // builds with PY_GC_FAULT: allocations until the one that fails; 0: none does
};

// PY_F_SUB for every type that is not one of the isolate's builtin ones.
static inline unsigned py_new_flags(const struct py_isolate *iso, const struct py_type *t)
{
    return (size_t)((const char *)t - (const char *)iso->types) >= sizeof iso->types ? PY_F_SUB : 0;
}

// py_new for sizes up to PY_GC_FINE_MAX and kinds other than PY_K_NATIVE. `kind` must be t->def's.
static inline void *py_new_fast(struct py_isolate *iso, struct py_type *t,
                                PY_UNUSED enum py_kind kind, size_t size)
{
#if !defined(PY_GC_STRESS) && !defined(PY_GC_ASAN)
    struct py_gc_lists *lists = (struct py_gc_lists *)iso->gc;
    struct py_gc_free **list = &lists->free[(size + 15) / 16 - 1];
    struct py_gc_free *block = *list;
#ifdef PY_GC_FAULT
    if (lists->fault) block = NULL;
#endif
    if (block) {
        *list = block->next;
        // A size not known here: memset would become a string instruction, slow to start.
        if (__builtin_constant_p(size)) memset(block, 0, size);
        else
            for (size_t i = 0; i < (size + 15) / 16; i++) block[i] = (struct py_gc_free){0, NULL};
        py_obj_set_head((struct py_obj *)block, t, py_new_flags(iso, t), kind);
        return block;
    }
#endif
    return py_new(iso, t, size);
}

#endif
