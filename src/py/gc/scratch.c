// Memory that the parser and the compiler need for a moment. While a cell runs its blocks are kept
// for the next compilation: a fresh page costs as much time as parsing a line. They are counted,
// and go when memory is wanted for anything else, and at the end of the cell.
#include "gc_int.h"

enum { LEAST_BITS = 9, MOST_BITS = LEAST_BITS + PY_SCRATCH_CLASSES - 1, KEPT = 8 << 20 };

// Class of a block that is kept, whose sizes are powers of two; -1: too large.
static int class_of(size_t size)
{
    if (size > (size_t)1 << MOST_BITS) return -1;
    if (size <= (size_t)1 << LEAST_BITS) return 0;
    return 64 - __builtin_clzll(size - 1) - LEAST_BITS;
}

static size_t class_size(int k)
{
    return (size_t)1 << (LEAST_BITS + k);
}

void *py_scratch_take(struct py_isolate *iso, size_t size)
{
    int k = class_of(size);
    if (k < 0) return py_mem_resize(iso, NULL, 0, size);
    void *block = iso->scratch[k];
    if (!block) return py_mem_resize(iso, NULL, 0, class_size(k));
    iso->scratch[k] = *(void **)block;
    iso->scratch_bytes -= class_size(k);
    return block;
}

void py_scratch_give(struct py_isolate *iso, void *block, size_t size)
{
    int k = class_of(size);
#ifdef __SANITIZE_ADDRESS__
    bool keep = false; // so that what is used after its end is found
#else
    bool keep = k >= 0 && iso->scratch_bytes + class_size(k) <= KEPT;
#endif
    if (!keep) {
        gc_mem_free(iso, block, k < 0 ? size : class_size(k));
        return;
    }
    *(void **)block = iso->scratch[k];
    iso->scratch[k] = block;
    iso->scratch_bytes += class_size(k);
}

void py_scratch_drop(struct py_isolate *iso)
{
    for (int k = 0; iso->scratch_bytes && k < PY_SCRATCH_CLASSES; k++)
        for (void *block; (block = iso->scratch[k]);) {
            iso->scratch[k] = *(void **)block;
            iso->scratch_bytes -= class_size(k);
            gc_mem_free(iso, block, class_size(k));
        }
}
