// Where the heap's memory comes from: aligned mappings, the table that finds a chunk by address,
// pages and runs of pages inside chunks, large objects.
#include "gc_int.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    PAIRS_FROM = 12,     // chunks
    HUGE_FROM = 4 << 20, // bytes of a large object
};

// A page of a fresh mapping costs a fault, several times what it takes to fill it: the mappings of
// dead large objects are kept for new ones, up to this part of the cap and this many bytes, until
// they were of no use between two collections. What was outgrown is kept in small heaps only: it
// was not garbage that a collection has counted, and would come on top.
enum { SPARE_PART = 32, SPARE_MAX = 32 << 20 };

// A zeroed mapping at a multiple of `align`. `hint` saves the two extra calls when the kernel
// follows it.
static void *map_try(size_t bytes, size_t align, uintptr_t hint)
{
    if (hint) {
        void *p = mmap((void *)hint, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                       0);
        if (p == MAP_FAILED) return NULL;
        if (!((uintptr_t)p & (align - 1))) return p;
        munmap(p, bytes);
    }
    size_t all = bytes + align;
    char *p = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return NULL;
    size_t skip = -(uintptr_t)p & (align - 1);
    if (skip) munmap(p, skip);
    munmap(p + skip + bytes, align - skip);
    return p + skip;
}

// The same; when the system has no more, the spare mappings go first.
static void *map_aligned(struct py_gc *gc, size_t bytes, size_t align, uintptr_t hint)
{
    void *p = map_try(bytes, align, hint);
    if (p || !gc->nspare) return p;
    gc_spare_drop(gc, 0);
    return map_try(bytes, align, hint);
}

// --- the table ---------------------------------------------------------------------------------

static size_t map_home(const struct py_gc *gc, uintptr_t key)
{
    return (size_t)(key * 0x9e3779b97f4a7c15u >> 40) & gc->map_mask;
}

static void map_put(struct py_gc *gc, uintptr_t key, struct chunk *c)
{
    size_t i = map_home(gc, key);
    while (gc->map[i].key) i = (i + 1) & gc->map_mask;
    gc->map[i] = (struct map_slot){key, c};
    gc->map_used++;
}

static bool map_reserve(struct py_gc *gc, size_t more)
{
    size_t cap = gc->map_mask + 1, want = cap;
    while (want / 2 < gc->map_used + more) want *= 2;
    if (want == cap) return true;
    struct map_slot *old = gc->map, *v = calloc(want, sizeof *v);
    if (!v) return false;
    gc->map = v;
    gc->map_mask = want - 1;
    gc->map_used = 0;
    for (size_t i = 0; i < cap; i++)
        if (old[i].key) map_put(gc, old[i].key, old[i].chunk);
    if (old != gc->map0) free(old);
    return true;
}

// Removal closes the gap, so that lookups need no tombstones.
static void map_drop(struct py_gc *gc, uintptr_t key)
{
    size_t i = map_home(gc, key), mask = gc->map_mask;
    while (gc->map[i].key != key) i = (i + 1) & mask;
    for (size_t j = i;;) {
        j = (j + 1) & mask;
        if (!gc->map[j].key) break;
        size_t home = map_home(gc, gc->map[j].key);
        if (((j - home) & mask) < ((j - i) & mask)) continue;
        gc->map[i] = gc->map[j];
        i = j;
    }
    gc->map[i].key = 0;
    gc->map_used--;
}

static size_t mibs(size_t bytes)
{
    return (bytes + PY_CHUNK - 1) >> 20;
}

static void map_put_all(struct py_gc *gc, struct chunk *c)
{
    for (size_t i = 0, n = mibs(c->mapped); i < n; i++) map_put(gc, ((uintptr_t)c >> 20) + i, c);
    if ((uintptr_t)c < gc->low) gc->low = (uintptr_t)c;
    if ((uintptr_t)c + c->mapped > gc->high) gc->high = (uintptr_t)c + c->mapped;
}

static void map_drop_all(struct py_gc *gc, const void *base, size_t mapped)
{
    for (size_t i = 0, n = mibs(mapped); i < n; i++) map_drop(gc, ((uintptr_t)base >> 20) + i);
}

// NULL: not in the heap.
static struct chunk *chunk_find(const struct py_gc *gc, uintptr_t p)
{
    if (p < gc->low || p >= gc->high) return NULL;
    uintptr_t key = p >> 20;
    for (size_t i = map_home(gc, key); gc->map[i].key; i = (i + 1) & gc->map_mask)
        if (gc->map[i].key == key) return gc->map[i].chunk;
    return NULL;
}

struct py_obj *gc_block_find(const struct py_gc *gc, uintptr_t p)
{
    struct chunk *c = chunk_find(gc, p);
    if (!c) return NULL;
    struct py_obj *o = NULL;
    size_t at = p - (uintptr_t)c;
    if (c->size) {
        if (at >= LARGE_AT && at <= LARGE_AT + c->size) o = (struct py_obj *)((char *)c + LARGE_AT);
    } else {
        struct page *page = &c->page[at / PY_PAGE];
        if (page->state == PAGE_CONT) page -= page->carved;
        if (page->state == PAGE_RUN) {
            o = (struct py_obj *)page_start(page);
        } else if (page->state == PAGE_BLOCKS) {
            size_t i = (size_t)((uint64_t)(at % PY_PAGE) * page->magic >> 32);
            if (i < page->carved) o = (struct py_obj *)(page_start(page) + i * page->size);
        }
    }
    return o && py_obj_kind(o) != PY_K_FREE ? o : NULL;
}

// --- lists of chunks ---------------------------------------------------------------------------

static bool list_reserve(struct chunk_list *l)
{
    if (l->n + 2 <= l->cap) return true;
    size_t cap = l->cap ? l->cap * 2 : 8;
    struct chunk **v = realloc(l->v, cap * sizeof *v);
    if (!v) return false;
    l->v = v;
    l->cap = cap;
    return true;
}

static void list_add(struct chunk_list *l, struct chunk *c)
{
    c->index = l->n;
    l->v[l->n++] = c;
}

static void list_remove(struct chunk_list *l, struct chunk *c)
{
    l->v[c->index] = l->v[--l->n];
    l->v[c->index]->index = c->index;
}

static struct chunk *chunk_add(struct py_gc *gc, struct py_isolate *iso, struct chunk *c)
{
    c->iso = iso;
    c->mapped = PY_CHUNK;
    c->free = ~(uint64_t)1;
    list_add(&gc->chunks, c);
    map_put_all(gc, c);
    gc_use(iso, PY_PAGE);
    return c;
}

// The pages of a mapping are still zero.
static struct chunk *chunk_mapped(struct py_gc *gc, struct py_isolate *iso, void *at)
{
    struct chunk *c = chunk_add(gc, iso, at);
    c->fresh = c->free;
    return c;
}

// The first chunk comes from malloc, which still has its pages when the next isolate is made: two
// thirds of what creating one costs are page faults. It stays until the isolate goes. (Not from
// aligned_alloc: what that maps and frees does not teach malloc to keep it.)
static struct chunk *chunk_first(struct py_gc *gc, struct py_isolate *iso)
{
    char *block = gc->first_block = malloc(2 * PY_CHUNK);
    if (!block) return NULL;
    char *at = block + (-(uintptr_t)block & (PY_CHUNK - 1));
    return chunk_add(gc, iso, memset(at, 0, sizeof(struct chunk)));
}

// Once the heap has some size, chunks come in pairs on a huge page: its faults cost far less.
static struct chunk *pair_new(struct py_gc *gc, struct py_isolate *iso)
{
    char *p = map_aligned(gc, 2 * PY_CHUNK, 2 * PY_CHUNK, 0);
    if (!p) return NULL;
    madvise(p, 2 * PY_CHUNK, MADV_HUGEPAGE);
    chunk_mapped(gc, iso, p + PY_CHUNK);
    return chunk_mapped(gc, iso, p);
}

static struct chunk *chunk_new(struct py_gc *gc, struct py_isolate *iso)
{
    if (!list_reserve(&gc->chunks) || !map_reserve(gc, 2)) return NULL;
    size_t n = gc->chunks.n;
    if (n == 0) return chunk_first(gc, iso);
    if (n >= PAIRS_FROM) return pair_new(gc, iso);
    uintptr_t hint = n > 1 ? (uintptr_t)gc->chunks.v[n - 1] - PY_CHUNK : 0;
    void *at = map_aligned(gc, PY_CHUNK, PY_CHUNK, hint);
    return at ? chunk_mapped(gc, iso, at) : NULL;
}

static void chunk_free(struct py_gc *gc, struct chunk *c)
{
    c->iso->mem_used -= PY_PAGE;
    ASAN_UNPOISON_MEMORY_REGION(c, PY_CHUNK);
    list_remove(&gc->chunks, c);
    map_drop_all(gc, c, c->mapped);
    munmap(c, c->mapped);
    gc->page_hint = 0;
}

// --- pages ---------------------------------------------------------------------------------------

// First page of n free neighbours in the mask, or -1.
static int run_find(uint64_t mask, unsigned n)
{
    uint64_t m = mask;
    for (unsigned i = 1; i < n && m; i++) m &= m >> 1;
    return m ? __builtin_ctzll(m) : -1;
}

// n free pages in a row, marked as taken; the caller sets the state. *zero: they are all zero
// bytes. The caller has checked the cap. NULL: the system has no memory.
struct page *gc_pages_take(struct py_gc *gc, struct py_isolate *iso, unsigned n, bool *zero)
{
    struct chunk *c = NULL;
    int at = -1;
    for (size_t i = gc->page_hint; i < gc->chunks.n; i++) {
        c = gc->chunks.v[i];
        if (!c->free && i == gc->page_hint) gc->page_hint++;
        if (c->free && (at = run_find(c->free, n)) >= 0) break;
    }
    if (at < 0) {
        if (!(c = chunk_new(gc, iso))) return NULL;
        at = 1;
    }
    uint64_t bits = (((uint64_t)1 << n) - 1) << at;
    *zero = (c->fresh & bits) == bits;
    c->free &= ~bits;
    c->fresh &= ~bits;
    gc_use(iso, n * PY_PAGE);
    ASAN_UNPOISON_MEMORY_REGION((char *)c + (size_t)at * PY_PAGE, n * PY_PAGE);
    return &c->page[at];
}

void gc_pages_give(struct py_gc *gc, struct page *p, unsigned n)
{
    struct chunk *c = page_chunk(p);
    c->free |= (((uint64_t)1 << n) - 1) << (p - c->page);
    for (unsigned i = 0; i < n; i++) p[i].state = PAGE_FREE;
    if (c->index < gc->page_hint) gc->page_hint = c->index;
    c->iso->mem_used -= n * PY_PAGE;
    ASAN_POISON_MEMORY_REGION(page_start(p), n * PY_PAGE);
}

static void free_empty(struct py_gc *gc, size_t keep)
{
    size_t empty = 0;
    for (size_t i = gc->chunks.n; i-- > 1;) {
        struct chunk *c = gc->chunks.v[i];
        if (c->free == ~(uint64_t)1 && ++empty > keep) chunk_free(gc, c);
    }
}

// Gives empty chunks back to the system, but for those that will be full at the next collection,
// and spare mappings that nobody took since the last one.
void gc_trim(struct py_gc *gc)
{
    free_empty(gc, 1 + gc->threshold / PY_CHUNK);
    size_t useless = 0;
    for (size_t i = 0; i < gc->nspare && gc->spare[i]->index < gc->collections; i++)
        useless += gc->spare[i]->mapped;
    gc_spare_drop(gc, gc->spare_bytes - useless);
}

void gc_give_back(struct py_gc *gc)
{
    free_empty(gc, 0);
    gc_spare_drop(gc, 0);
}

// --- large objects -----------------------------------------------------------------------------

// Moves the mapping's pages to a new aligned place when it cannot grow where it is.
static struct chunk *large_move(struct py_gc *gc, struct chunk *c, size_t bytes)
{
    if (mremap(c, c->mapped, bytes, 0) != MAP_FAILED) return c;
    if (bytes <= c->mapped) return NULL;
    void *to = map_aligned(gc, bytes, PY_CHUNK, 0);
    if (!to) return NULL;
    if (mremap(c, c->mapped, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to) != MAP_FAILED) return to;
    munmap(to, bytes);
    return NULL;
}

// The newest spare mapping of about that size, made to fit. What it held still lies in its first
// *dirty bytes.
static struct chunk *spare_take(struct py_gc *gc, size_t bytes, size_t *dirty)
{
    for (size_t i = gc->nspare; i-- > 0;) {
        struct chunk *c = gc->spare[i], *fit = c;
        if (c->mapped < bytes / 2 || c->mapped / 2 > bytes) continue;
        gc->spare_bytes -= c->mapped;
        memmove(&gc->spare[i], &gc->spare[i + 1], (--gc->nspare - i) * sizeof *gc->spare);
        ASAN_UNPOISON_MEMORY_REGION(c, c->mapped);
        *dirty = c->mapped < bytes ? c->mapped : bytes;
        if (c->mapped != bytes && !(fit = large_move(gc, c, bytes))) munmap(c, c->mapped);
        return fit;
    }
    return NULL;
}

static bool spare_add(struct py_gc *gc, struct chunk *c)
{
    size_t most = gc->limit / SPARE_PART < SPARE_MAX ? gc->limit / SPARE_PART : SPARE_MAX;
    if (c->mapped > most) return false;
    gc_spare_drop(gc, most - c->mapped);
    if (gc->nspare == SPARES) gc_spare_drop(gc, gc->spare_bytes - 1);
    c->index = gc->collections;
    gc->spare[gc->nspare++] = c;
    gc->spare_bytes += c->mapped;
    ASAN_POISON_MEMORY_REGION((char *)c + LARGE_AT, c->mapped - LARGE_AT);
    return true;
}

void gc_spare_drop(struct py_gc *gc, size_t keep)
{
    size_t i = 0;
    for (; i < gc->nspare && gc->spare_bytes > keep; i++) {
        struct chunk *c = gc->spare[i];
        gc->spare_bytes -= c->mapped;
        ASAN_UNPOISON_MEMORY_REGION(c, c->mapped);
        munmap(c, c->mapped);
    }
    memmove(gc->spare, gc->spare + i, (gc->nspare -= i) * sizeof *gc->spare);
}

struct chunk *gc_large_new(struct py_gc *gc, struct py_isolate *iso, size_t size, bool clear)
{
    size_t bytes = gc_large_bytes(size), dirty = 0;
    if (!list_reserve(&gc->large) || !map_reserve(gc, mibs(bytes))) return NULL;
    struct chunk *c = spare_take(gc, bytes, &dirty);
    if (!c) {
        dirty = 0;
        if (!(c = map_aligned(gc, bytes, PY_CHUNK, 0))) return NULL;
        if (bytes >= HUGE_FROM) madvise(c, bytes, MADV_HUGEPAGE);
    }
    if (dirty) chunk_bits(c)[LARGE_AT >> 10] = 0;
    if (dirty && clear) memset((char *)c + LARGE_AT, 0, dirty - LARGE_AT);
    c->iso = iso;
    c->mapped = bytes;
    c->size = size;
    list_add(&gc->large, c);
    map_put_all(gc, c);
    gc_use(iso, bytes);
    return c;
}

struct chunk *gc_large_resize(struct py_gc *gc, struct chunk *c, size_t size)
{
    size_t old = c->mapped, bytes = gc_large_bytes(size);
    if (!map_reserve(gc, mibs(bytes))) return NULL;
    struct chunk *to = large_move(gc, c, bytes);
    if (!to) return NULL;
    map_drop_all(gc, c, old);
    if (bytes >= HUGE_FROM && old < HUGE_FROM) madvise(to, bytes, MADV_HUGEPAGE);
    to->mapped = bytes;
    to->size = size;
    gc->large.v[to->index] = to;
    map_put_all(gc, to);
    to->iso->mem_used -= old;
    gc_use(to->iso, bytes);
    return to;
}

void gc_large_free(struct py_gc *gc, struct chunk *c, bool outgrown)
{
    bool keep = !outgrown || c->iso->mem_used + gc->spare_bytes < SPARE_MAX;
    c->iso->mem_used -= c->mapped;
    list_remove(&gc->large, c);
    map_drop_all(gc, c, c->mapped);
    if (!keep || !spare_add(gc, c)) munmap(c, c->mapped);
}

void gc_unmap_all(struct py_gc *gc)
{
    gc_spare_drop(gc, 0);
    for (size_t i = 1; i < gc->chunks.n; i++) {
        ASAN_UNPOISON_MEMORY_REGION(gc->chunks.v[i], PY_CHUNK);
        munmap(gc->chunks.v[i], gc->chunks.v[i]->mapped);
    }
    free(gc->first_block);
    for (size_t i = 0; i < gc->large.n; i++) munmap(gc->large.v[i], gc->large.v[i]->mapped);
    free(gc->chunks.v);
    free(gc->large.v);
    if (gc->map != gc->map0) free(gc->map);
}
