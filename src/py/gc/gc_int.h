// Private parts of the collector: the layout of chunks and pages, and what alloc, mark and sweep
// share.
//
// The heap is made of 1 MiB-aligned chunks. A small chunk has a header page and 63 pages of 16 KiB;
// a page holds blocks of one size class, or belongs to a run (one object of several pages). A large
// object has a mapping of its own, aligned too, so that the header of any object's chunk is found
// by masking its address. Marks are bits in the header, one per 16 bytes.
#ifndef PY_GC_INT_H
#define PY_GC_INT_H

#include "../native.h"
#include "heap_inline.h"

#define PY_CHUNK ((size_t)1 << 20)
#define PY_PAGE ((size_t)1 << 14)

enum {
    PAGES = 64,          // of a chunk; page 0 is the header
    BITMAP_AT = 0x800,   // mark bits in the header, 8 KiB
    LARGE_AT = 0x1000,   // a large object's offset in its chunk
    SMALL_MAX = 8192,    // larger objects take runs of pages
    RUN_MAX = 256 << 10, // larger ones a mapping of their own
    MAP_START = 64,      // slots of the chunk table at first
    SPARES = 64,         // mappings of dead large objects that are kept
    HOOKS = 8,
    GC_STACK_LEAST = 64 // entries of the mark stack that are always there
};

enum page_state { PAGE_FREE, PAGE_BLOCKS, PAGE_RUN, PAGE_CONT };
// Objects with a finalizer. Those that are generators have it for coroutines that never begin: it
// is of no use while there is none (iso->unbegun).
enum { PY_FINAL_NATIVE = 1, PY_FINAL_GEN = 2 };

struct page {
    struct page *next; // in gc->unswept
    uint32_t size;     // bytes of a block; of a run
    uint32_t magic;    // offset / size == offset * magic >> 32
    uint16_t nblocks;
    // Blocks handed out so far; the rest is garbage. Continued run: pages to its head.
    uint16_t carved;
    uint8_t cls;
    uint8_t state;       // enum page_state
    uint8_t finalizable; // PY_FINAL_*: may hold such objects
    uint8_t npages;      // of a run
};

struct chunk {
    struct py_isolate *iso;
    size_t mapped;  // bytes of the mapping
    size_t size;    // large: bytes of the object; 0: small chunk
    uint64_t free;  // small: bit per free page
    uint64_t fresh; // small: bit per free page that is still all zero
    uint64_t again; // while marking: bit per page with objects to be traced again
    size_t index;   // in gc->chunks or gc->large; of a spare: the collections when it became one
    struct page page[PAGES];
};
_Static_assert(sizeof(struct chunk) <= BITMAP_AT, "the mark bits must follow the chunk header");

struct map_slot {
    uintptr_t key; // address >> 20, 0: empty
    struct chunk *chunk;
};

struct chunk_list {
    struct chunk **v;
    size_t n, cap;
};

typedef void (*py_gc_hook)(struct py_isolate *iso, void *ctx);

struct py_gc {
    struct py_gc_lists lists;            // must be first
    struct page *current[PY_GC_CLASSES]; // page with blocks not carved yet
    struct page *unswept[PY_GC_CLASSES];
    struct chunk_list chunks, large;
    struct chunk *spare[SPARES]; // oldest first; not in the chunk table, not in iso->mem_used
    size_t nspare, spare_bytes;
    void *first_block; // malloc's, around the first chunk
    size_t page_hint;  // chunks before it have no free page
    struct map_slot *map, map0[MAP_START];
    size_t map_used, map_mask;
    uintptr_t low, high;       // every heap address lies in [low, high)
    uint64_t since, threshold; // bytes handed out since the last collection; when to collect
    uint64_t limit;            // iso->mem_used may not pass it
    uint64_t live;             // bytes of live blocks after the last collection
    uint64_t collections;
    bool collecting, stopped, refused;
    // Marking.
    uintptr_t *stack, stack0[GC_STACK_LEAST];
    size_t stack_n, stack_cap;
    bool overflow;
    bool checking;                // the marks are not made but checked (verify.c)
    const struct py_obj *checked; // the object whose trace function runs meanwhile
    enum py_kind blind;           // its trace function is left out, as if it had been forgotten
    bool blind_check;             // by the check too
    py_gc_hook hook[HOOKS];
    void *hook_ctx[HOOKS];
    int nhooks;
    // Questions that need a collection (sure.c).
    uint64_t debt;      // bytes gone through for those who ask that no work has paid yet
    uint64_t ops;       // py_ops when debts were last paid
    uint32_t asked;     // on the house
    const void *viewed; // what is asked for
    bool view_found;
    uint64_t stress; // allocations since the last collection of a stress build
    bool fault_catchable;
};

void gc_clear_marks(struct py_gc *gc);

static inline struct chunk *chunk_of(const void *p)
{
    return (struct chunk *)((uintptr_t)p & ~(PY_CHUNK - 1));
}
static inline struct chunk *page_chunk(const struct page *p)
{
    return chunk_of(p);
}
static inline char *page_start(const struct page *p)
{
    struct chunk *c = page_chunk(p);
    return (char *)c + (size_t)(p - c->page) * PY_PAGE;
}
static inline uint64_t *chunk_bits(const struct chunk *c)
{
    return (uint64_t *)((uintptr_t)c + BITMAP_AT);
}
// Builtin types: they are roots, and no blocks of the heap.
static inline bool gc_in_isolate(const struct py_isolate *iso, const void *o)
{
    return (uintptr_t)o - (uintptr_t)iso < sizeof *iso;
}
static inline bool gc_marked(const void *o)
{
    size_t at = (uintptr_t)o & (PY_CHUNK - 1);
    return chunk_bits(chunk_of(o))[at >> 10] >> (at >> 4 & 63) & 1;
}
// True when the mark is new.
static inline bool gc_set_mark(const void *o)
{
    size_t at = (uintptr_t)o & (PY_CHUNK - 1);
    uint64_t *w = &chunk_bits(chunk_of(o))[at >> 10], bit = (uint64_t)1 << (at >> 4 & 63);
    if (*w & bit) return false;
    *w |= bit;
    return true;
}

// Poison, see poison.h: a free block of `size` bytes; an object that uses `size` bytes, counted in
// 16, of its `room`.
static inline void gc_poison_block(struct py_gc_free *block, size_t size)
{
    ASAN_POISON_MEMORY_REGION(block + 1, size - sizeof *block);
}
static inline void gc_unpoison(void *o, size_t size, size_t room)
{
    ASAN_POISON_MEMORY_REGION(o, room);
    ASAN_UNPOISON_MEMORY_REGION(o, (size + 15) & ~(size_t)15);
}

// chunk.c
struct py_obj *gc_block_find(const struct py_gc *gc, uintptr_t p); // live block around p, or NULL
struct page *gc_pages_take(struct py_gc *gc, struct py_isolate *iso, unsigned n, bool *zero);
void gc_pages_give(struct py_gc *gc, struct page *p, unsigned n);
// For an object of `size` bytes, which is zeroed if `clear`. NULL: the system has no more.
struct chunk *gc_large_new(struct py_gc *gc, struct py_isolate *iso, size_t size, bool clear);
struct chunk *gc_large_resize(struct py_gc *gc, struct chunk *c, size_t size);
// outgrown: not found dead by a collection.
void gc_large_free(struct py_gc *gc, struct chunk *c, bool outgrown);
void gc_spare_drop(struct py_gc *gc, size_t keep); // the oldest, until `keep` bytes are left
void gc_trim(struct py_gc *gc);
void gc_give_back(struct py_gc *gc); // all that is empty
void gc_unmap_all(struct py_gc *gc);
static inline size_t gc_large_bytes(size_t size)
{
    return (LARGE_AT + size + 16 + 4095) & ~(size_t)4095;
}

// Gives back a block of py_mem_resize.
void gc_mem_free(struct py_isolate *iso, void *p, size_t size);

// heap.c
static inline void gc_use(struct py_isolate *iso, uint64_t bytes)
{
    iso->mem_used += bytes;
    if (iso->mem_used > iso->mem_peak) iso->mem_peak = iso->mem_used;
}

// heap.c: runs fn over the marked objects of page k of a chunk, storage included.
void gc_each_marked(struct py_isolate *iso, struct chunk *c, unsigned k,
                    void (*fn)(struct py_isolate *iso, struct py_obj *o));

// mark.c, roots.c
void gc_stack_init(struct py_gc *gc);
void gc_stack_release(struct py_gc *gc);
void gc_drain(struct py_isolate *iso);
void gc_trace(struct py_isolate *iso, struct py_obj *o); // marks what it refers to
void gc_mark_word(struct py_isolate *iso, uintptr_t w);
void gc_mark_roots(struct py_isolate *iso);

// verify.c, in builds with PY_VERIFY: whatever a marked object refers to is marked, by its trace
// function and by a look at all its words.
#ifdef PY_VERIFY
#define GC_CHECKING(gc) __builtin_expect((gc)->checking, 0)
void gc_verify(struct py_isolate *iso);
void gc_check_reached(struct py_isolate *iso, struct py_obj *o);
void gc_check_storage(struct py_isolate *iso, struct py_obj *o);
static inline bool gc_blind(const struct py_gc *gc, enum py_kind k)
{
    return gc->blind && k == gc->blind && (gc->blind_check || !gc->checking);
}
#else
#define GC_CHECKING(gc) false
static inline void gc_verify(PY_UNUSED struct py_isolate *iso)
{
}
static inline void gc_check_reached(PY_UNUSED struct py_isolate *iso, PY_UNUSED struct py_obj *o)
{
}
static inline void gc_check_storage(PY_UNUSED struct py_isolate *iso, PY_UNUSED struct py_obj *o)
{
}
static inline bool gc_blind(PY_UNUSED const struct py_gc *gc, PY_UNUSED enum py_kind k)
{
    return false;
}
#endif

// sweep.c
void gc_sweep_page(struct py_gc *gc, struct page *p);
void gc_sweep_all(struct py_gc *gc);
void gc_finalize(struct py_isolate *iso, bool all);
void gc_prune_types(struct py_isolate *iso);
void gc_account(struct py_isolate *iso);

// obj/intern.c: drops interned strings without a mark.
void py_intern_sweep(struct py_isolate *iso);

#endif
