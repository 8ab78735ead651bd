// Allocation: size classes, the slow path behind the free lists, buffers, counted memory, and the
// memory cap.
#include "../budget.h"
#include "gc_int.h"

#include <stdlib.h>
#include <sys/mman.h>

#ifndef PY_GC_STRESS_N
#define PY_GC_STRESS_N 1
#endif

enum { CARVE = 1024, CLEAR_INLINE = 96 };

// Bytes handed out between two collections. Marking costs what lives, so that garbage may be
// several times as much; beyond what a cache holds it is as much as lives, for memory's sake.
enum { THRESHOLD_MIN = 2 << 20, THRESHOLD_LIVES = 6, THRESHOLD_CACHE = 32 << 20 };

// Blocks of a class: multiples of 16 that leave little of a page unused.
static const uint16_t class_size[PY_GC_CLASSES] = {
    16,  32,  48,  64,  80,  96,  112,  128,  144,  160,  176,  192,  208,  224,  240,  256, 320,
    384, 448, 512, 640, 768, 896, 1024, 1280, 1488, 1808, 2048, 2720, 3264, 4096, 5456, 8192};

// By (size + 63) / 64, for sizes above PY_GC_FINE_MAX.
static const uint8_t class_of_64[SMALL_MAX / 64 + 1] = {
    [5] = 16,         [6] = 17,         [7] = 18,         [8] = 19,         [9 ... 10] = 20,
    [11 ... 12] = 21, [13 ... 14] = 22, [15 ... 16] = 23, [17 ... 20] = 24, [21 ... 23] = 25,
    [24 ... 28] = 26, [29 ... 32] = 27, [33 ... 42] = 28, [43 ... 51] = 29, [52 ... 64] = 30,
    [65 ... 85] = 31, [86 ... 128] = 32};

static unsigned class_of(size_t size)
{
    if (size <= PY_GC_FINE_MAX) return size ? (unsigned)((size + 15) / 16 - 1) : 0;
    return class_of_64[(size + 63) / 64];
}

// --- the cap -------------------------------------------------------------------------------------

// What stays out of reach until a cell is being ended, so that it can end and the next can start.
static uint64_t reserve_of(const struct py_isolate *iso)
{
    uint64_t r = iso->mem_cap / 32;
    return r > (8 << 20) ? 8 << 20 : r;
}

static void stop_for_memory(struct py_isolate *iso)
{
    iso->gc->stopped = true;
    iso->gc->limit = iso->mem_cap;
    py_stop_now(iso, PY_STOP_MEMORY);
    iso->exc = iso->stop_exc;
}

// What memory ended has left its data on the stacks until now. When what filled the heap is still
// there, half of what is left is lent, so that the program can delete something.
void py_heap_cell_begin(struct py_isolate *iso)
{
    struct py_gc *gc = iso->gc;
    uint64_t soft = iso->mem_cap - reserve_of(iso);
    if (!gc->stopped) return;
    py_collect(iso);
    gc_give_back(gc);
    gc->stopped = gc->refused = false;
    gc->limit = soft;
    if (iso->mem_used > soft - soft / 64 && iso->mem_used < iso->mem_cap)
        gc->limit = iso->mem_used + (iso->mem_cap - iso->mem_used) / 2;
}

// One absurd allocation, which is an ordinary MemoryError. A page never is, whatever the cap: the
// error itself needs one.
static bool absurd(const struct py_isolate *iso, uint64_t bytes)
{
    return bytes > iso->mem_cap / 8 && bytes > PY_PAGE && !iso->stop;
}

// Makes sure that `bytes` more fit under the cap, collecting if need be. False: exception set.
static bool make_room(struct py_isolate *iso, uint64_t bytes)
{
    struct py_gc *gc = iso->gc;
    if (bytes <= gc->limit && iso->mem_used <= gc->limit - bytes) return true;
    py_scratch_drop(iso);
    if (bytes <= gc->limit && iso->mem_used <= gc->limit - bytes) return true;
    bool big = absurd(iso, bytes);
    if (bytes < iso->mem_cap) {
        py_collect(iso);
        py_charge_bytes(iso, gc->live); // what is refused may be asked for again and again
        // A nearly full heap would be collected again and again for next to nothing.
        uint64_t slack = big || iso->stop ? 0 : gc->limit / 64;
        if (bytes + slack <= gc->limit && iso->mem_used <= gc->limit - bytes - slack) return true;
    }
    if (big) py_raise_no_memory(iso);
    else stop_for_memory(iso);
    return false;
}

// The system itself has no memory. True: garbage went back to it, so that it can be asked again;
// not for next to nothing, as above. False: exception set.
static bool reclaim(struct py_isolate *iso, uint64_t bytes)
{
    uint64_t used = iso->mem_used;
    if (!iso->stop) {
        py_scratch_drop(iso);
        py_collect(iso);
        gc_give_back(iso->gc);
        py_charge_bytes(iso, iso->gc->live);
        if (iso->mem_used < used - used / 64) return true;
    }
    if (absurd(iso, bytes)) return py_raise_no_memory(iso);
    iso->gc->refused = true;
    stop_for_memory(iso);
    return false;
}

// Builds with PY_GC_FAULT: true when this is the allocation that is to fail, exception set.
static inline bool fault_due(PY_UNUSED struct py_isolate *iso)
{
#ifdef PY_GC_FAULT
    struct py_gc *gc = iso->gc;
    if (gc->lists.fault && --gc->lists.fault == 0) {
        if (gc->fault_catchable && !iso->stop) py_raise_no_memory(iso);
        else stop_for_memory(iso);
        return true;
    }
#endif
    return false;
}

bool py_heap_refused(const struct py_isolate *iso)
{
    return iso->gc->refused;
}

uint64_t py_heap_fail_at(struct py_isolate *iso, uint64_t n, bool catchable)
{
    uint64_t left = iso->gc->lists.fault;
    iso->gc->lists.fault = n;
    iso->gc->fault_catchable = catchable;
    return left;
}

bool py_mem_check(struct py_isolate *iso, uint64_t n)
{
    if (n <= iso->mem_cap / 8) return true;
    return make_room(iso, n);
}

void gc_mem_free(struct py_isolate *iso, void *p, size_t size)
{
    free(p);
    iso->mem_used -= size;
}

void *py_mem_resize(struct py_isolate *iso, void *p, size_t old_size, size_t new_size)
{
    if (!new_size) {
        gc_mem_free(iso, p, old_size);
        return NULL;
    }
    if (new_size > old_size && (fault_due(iso) || !make_room(iso, new_size - old_size)))
        return NULL;
    void *q;
    while (!(q = realloc(p, new_size)))
        if (!reclaim(iso, new_size)) return NULL;
    iso->mem_used -= old_size;
    gc_use(iso, new_size);
    return q;
}

// --- blocks --------------------------------------------------------------------------------------

static void maybe_collect(struct py_isolate *iso)
{
    if (iso->gc->since >= iso->gc->threshold) py_collect(iso);
}

// Links the next blocks of a partly used page into the free list; few at a time, so that memory is
// touched only as it is needed.
static void carve(struct py_gc *gc, struct page *p)
{
    unsigned n = CARVE / p->size, left = (unsigned)(p->nblocks - p->carved);
    if (n == 0) n = 1;
    if (n > left) n = left;
    char *at = page_start(p) + (size_t)p->carved * p->size;
    struct py_gc_free **tail = &gc->lists.free[p->cls];
    for (unsigned i = 0; i < n; i++, at += p->size) {
        struct py_gc_free *block = (struct py_gc_free *)at;
        block->head = PY_K_FREE;
        gc_poison_block(block, p->size);
        *tail = block;
        tail = &block->next;
    }
    *tail = NULL;
    p->carved = (uint16_t)(p->carved + n);
    gc->since += (uint64_t)n * p->size;
    if (p->carved == p->nblocks) gc->current[p->cls] = NULL;
}

static bool has_blocks(const struct py_gc *gc, unsigned cls)
{
    return gc->lists.free[cls] || gc->unswept[cls] || gc->current[cls];
}

static bool page_add(struct py_isolate *iso, unsigned cls)
{
    struct py_gc *gc = iso->gc;
    bool zero;
    if (!make_room(iso, PY_PAGE)) return false;
    if (has_blocks(gc, cls)) return true; // it collected
    struct page *p;
    while (!(p = gc_pages_take(gc, iso, 1, &zero))) {
        if (!reclaim(iso, PY_PAGE)) return false;
        if (has_blocks(gc, cls)) return true;
    }
    unsigned size = class_size[cls];
    *p = (struct page){.size = size,
                       .magic = (uint32_t)((((uint64_t)1 << 32) + size - 1) / size),
                       .nblocks = (uint16_t)(PY_PAGE / size),
                       .cls = (uint8_t)cls,
                       .state = PAGE_BLOCKS};
    gc->current[cls] = p;
    return true;
}

// Fills the class's free list. False: exception set.
static bool refill(struct py_isolate *iso, unsigned cls)
{
    struct py_gc *gc = iso->gc;
    maybe_collect(iso);
    while (!gc->lists.free[cls]) {
        if (gc->unswept[cls]) {
            struct page *p = gc->unswept[cls];
            gc->unswept[cls] = p->next;
            gc_sweep_page(gc, p);
        } else if (gc->current[cls]) {
            carve(gc, gc->current[cls]);
        } else if (!page_add(iso, cls)) {
            return false;
        }
    }
    return true;
}

// What is made at one go is also filled: natives that copy or convert n bytes pay for it here.
static void *run_new(struct py_isolate *iso, size_t size, bool clear)
{
    struct py_gc *gc = iso->gc;
    py_charge_bytes(iso, size);
    unsigned n = (unsigned)((size + PY_PAGE - 1) / PY_PAGE);
    bool zero;
    maybe_collect(iso);
    if (!make_room(iso, n * PY_PAGE)) return NULL;
    struct page *p;
    while (!(p = gc_pages_take(gc, iso, n, &zero)))
        if (!reclaim(iso, n * PY_PAGE)) return NULL;
    for (unsigned i = 0; i < n; i++)
        p[i] = (struct page){.state = i ? PAGE_CONT : PAGE_RUN,
                             .carved = (uint16_t)i,
                             .npages = (uint8_t)n,
                             .size = (uint32_t)(n * PY_PAGE)};
    gc->since += n * PY_PAGE;
    char *o = page_start(p);
    if (clear && !zero) memset(o, 0, n * PY_PAGE);
    gc_unpoison(o, size - GC_REDZONE, n * PY_PAGE);
    return o;
}

static void *large_new(struct py_isolate *iso, size_t size, bool clear)
{
    struct py_gc *gc = iso->gc;
    if (size > ((size_t)1 << 46)) return py_raise_no_memory(iso);
    size_t bytes = gc_large_bytes(size);
    py_charge_bytes(iso, size);
    maybe_collect(iso);
    if (!make_room(iso, bytes)) return NULL;
    struct chunk *c;
    while (!(c = gc_large_new(gc, iso, size, clear)))
        if (!reclaim(iso, bytes)) return NULL;
    gc->since += bytes;
    return (char *)c + LARGE_AT;
}

// Hooks of the debug builds. False: this allocation fails.
static inline bool debug_hooks(struct py_isolate *iso)
{
#ifdef PY_GC_STRESS
    // Ever more rarely, so that long programs end.
    uint64_t doublings = iso->gc->collections / 4096;
    if (++iso->gc->stress >= (uint64_t)PY_GC_STRESS_N << (doublings < 16 ? doublings : 16)) {
        iso->gc->stress = 0;
        py_collect(iso);
    }
#endif
    return !fault_due(iso);
}

// A block without header, zeroed if `clear`.
static inline void *block_new(struct py_isolate *iso, size_t size, bool clear)
{
    if (!debug_hooks(iso)) return NULL;
    size_t room = size + GC_REDZONE;
    if (room > RUN_MAX) return large_new(iso, size, clear);
    if (room > SMALL_MAX) return run_new(iso, room, clear);
    unsigned cls = class_of(room);
    struct py_gc_free **list = &iso->gc->lists.free[cls], *block = *list;
    if (!block) {
        if (!refill(iso, cls)) return NULL;
        block = *list;
    }
    *list = block->next;
    gc_unpoison(block, size, class_size[cls]);
    if (!clear) return block;
    if (size > CLEAR_INLINE) return memset(block, 0, size);
    for (size_t i = 0; i < (size + 15) / 16; i++) block[i] = (struct py_gc_free){0, NULL};
    return block;
}

void *py_new(struct py_isolate *iso, struct py_type *t, size_t size)
{
    struct py_obj *o = block_new(iso, size, true);
    if (!o) return NULL;
    enum py_kind kind = t->def->kind;
    py_obj_set_head(o, t, py_new_flags(iso, t), kind);
    if ((kind == PY_K_NATIVE || kind == PY_K_GEN) && size <= SMALL_MAX && t->def->finalize)
        chunk_of(o)->page[((uintptr_t)o & (PY_CHUNK - 1)) / PY_PAGE].finalizable |=
            kind == PY_K_GEN ? PY_FINAL_GEN : PY_FINAL_NATIVE;
    return o;
}

void *py_new_text(struct py_isolate *iso, struct py_type *t, size_t head, size_t size)
{
    if (size <= head + 8) return py_new(iso, t, size);
    char *o = block_new(iso, size, false);
    if (!o) return NULL;
    memset(o, 0, head);
    memset(o + size - 8, 0, 8);
    py_obj_set_head((struct py_obj *)o, t, py_new_flags(iso, t), t->def->kind);
    return o;
}

void *py_new_kind(struct py_isolate *iso, enum py_kind kind, size_t size)
{
    struct py_obj *o = block_new(iso, size, true);
    if (o) py_obj_set_head(o, NULL, 0, kind);
    return o;
}

// --- buffers ------------------------------------------------------------------------------------

enum { BUF_HEAD = offsetof(struct py_buf, u) };

// Bytes that an object of this size really has at its disposal.
static size_t room_of(size_t size)
{
    if (size <= SMALL_MAX) return class_size[class_of(size)];
    if (size <= RUN_MAX) return (size + PY_PAGE - 1) & ~(PY_PAGE - 1);
    return gc_large_bytes(size) - LARGE_AT - 16;
}

static bool too_big(size_t bytes)
{
    return bytes > (size_t)1 << 46;
}

struct py_buf *py_buf_new(struct py_isolate *iso, enum py_kind kind, size_t bytes)
{
    if (too_big(bytes)) return py_raise_no_memory(iso);
    size_t room = room_of(BUF_HEAD + bytes);
    struct py_buf *b = py_new_kind(iso, kind, room);
    if (b) b->cap = room - BUF_HEAD;
    return b;
}

static struct py_buf *large_resize(struct py_isolate *iso, struct py_buf *b, size_t room)
{
    struct chunk *c = chunk_of(b), *to;
    size_t old = c->mapped, bytes = gc_large_bytes(room), had = BUF_HEAD + b->cap;
    if (bytes > old) py_charge_bytes(iso, bytes - old);
    if (bytes > old && !make_room(iso, bytes - old)) return NULL;
    // Collecting may have found b dead only if the caller dropped it; it is a parameter: alive.
    while (!(to = gc_large_resize(iso->gc, c, room)))
        if (!reclaim(iso, bytes)) return NULL;
    if (bytes > old) iso->gc->since += bytes - old;
    b = (struct py_buf *)((char *)to + LARGE_AT);
    if (room > had) {
        // Only the rest of the old mapping's last page may hold old data.
        size_t end = old - LARGE_AT;
        memset((char *)b + had, 0, (room < end ? room : end) - had);
    }
    b->cap = room - BUF_HEAD;
    return b;
}

struct py_buf *py_buf_resize(struct py_isolate *iso, struct py_buf *b, size_t bytes)
{
    if (too_big(bytes)) return py_raise_no_memory(iso);
    size_t had = BUF_HEAD + b->cap, room = room_of(BUF_HEAD + bytes);
    if (room == had) return b;
    if (had > RUN_MAX && room > RUN_MAX) return large_resize(iso, b, room);
    struct py_buf *to = py_buf_new(iso, py_obj_kind(&b->h), bytes);
    if (!to) return NULL;
    to->h = b->h;
    memcpy(to->u.b, b->u.b, b->cap < to->cap ? b->cap : to->cap);
    py_buf_free(iso, b);
    return to;
}

void py_buf_free(struct py_isolate *iso, struct py_buf *b)
{
    struct py_gc *gc = iso->gc;
    struct chunk *c = chunk_of(b);
    if (c->size) {
        gc_large_free(gc, c, true);
        return;
    }
    struct page *p = &c->page[((uintptr_t)b & (PY_CHUNK - 1)) / PY_PAGE];
#ifdef PY_GC_ASAN
    b->h.head = PY_K_FREE;
    gc_poison_block((struct py_gc_free *)b, p->size);
    return;
#endif
    if (p->state == PAGE_RUN) {
        gc_pages_give(gc, p, p->npages);
        return;
    }
    struct py_gc_free *block = (struct py_gc_free *)b;
    block->head = PY_K_FREE;
    block->next = gc->lists.free[p->cls];
    gc->lists.free[p->cls] = block;
}

// --- the heap -----------------------------------------------------------------------------------

bool py_heap_init(struct py_isolate *iso)
{
    struct py_gc *gc = calloc(1, sizeof *gc);
    if (!gc) return false;
    gc->map = gc->map0;
    gc->map_mask = MAP_START - 1;
    gc->low = UINTPTR_MAX;
    gc->threshold = THRESHOLD_MIN;
    gc_stack_init(gc);
    iso->gc = gc;
    if (!iso->mem_cap) iso->mem_cap = (uint64_t)1 << 30;
    gc->limit = iso->mem_cap - reserve_of(iso);
    return true;
}

void py_heap_release(struct py_isolate *iso)
{
    struct py_gc *gc = iso->gc;
    if (!gc) return;
    py_scratch_drop(iso);
    gc->collecting = true;
    gc_finalize(iso, true);
    gc_unmap_all(gc);
    gc_stack_release(gc);
    free(gc);
    iso->gc = NULL;
}

bool py_heap_add_hook(struct py_isolate *iso, void (*fn)(struct py_isolate *iso, void *ctx),
                      void *ctx)
{
    struct py_gc *gc = iso->gc;
    if (gc->nhooks == HOOKS) return false;
    gc->hook[gc->nhooks] = fn;
    gc->hook_ctx[gc->nhooks++] = ctx;
    return true;
}

static void next_threshold(struct py_gc *gc)
{
    uint64_t t = gc->live * THRESHOLD_LIVES;
    if (t > THRESHOLD_CACHE) t = gc->live > THRESHOLD_CACHE ? gc->live : THRESHOLD_CACHE;
    gc->threshold = t > THRESHOLD_MIN ? t : THRESHOLD_MIN;
}

void gc_clear_marks(struct py_gc *gc)
{
    for (size_t i = 0; i < gc->chunks.n; i++)
        memset(chunk_bits(gc->chunks.v[i]), 0, PY_CHUNK / 16 / 8);
    for (size_t i = 0; i < gc->large.n; i++) chunk_bits(gc->large.v[i])[LARGE_AT >> 10] = 0;
}

void py_collect(struct py_isolate *iso)
{
    struct py_gc *gc = iso->gc;
    char here;
    if (gc->collecting || !iso->c_base || &here > iso->c_base) return;
    gc->collecting = true;
    py_edges_pause(true);
    gc_sweep_all(gc);
    gc_clear_marks(gc);
    gc_mark_roots(iso);
    gc_drain(iso);
    for (int i = 0; i < gc->nhooks; i++) gc->hook[i](iso, gc->hook_ctx[i]);
    py_intern_sweep(iso);
    gc_prune_types(iso);
    gc_verify(iso);
    gc_finalize(iso, false);
    gc_account(iso);
    next_threshold(gc);
    gc_trim(gc);
    gc->since = 0;
    gc->collections++;
#ifdef PY_GC_STRESS
    gc_sweep_all(gc);
#endif
    gc->collecting = false;
    py_edges_pause(false);
    py_look_soon(iso);
}

bool py_is_marked(const struct py_isolate *iso, const void *o)
{
    return gc_in_isolate(iso, o) || gc_marked(o);
}

uint64_t py_heap_collections(const struct py_isolate *iso)
{
    return iso->gc->collections;
}

void py_heap_rest(struct py_isolate *iso)
{
    gc_spare_drop(iso->gc, 0);
}

uint64_t py_heap_live(const struct py_isolate *iso)
{
    return iso->gc->live;
}

static void each_in_page(const struct page *p, void (*fn)(void *ctx, struct py_obj *o), void *ctx)
{
    if (p->state == PAGE_RUN || p->state == PAGE_BLOCKS) {
        char *at = page_start(p);
        for (unsigned i = 0; i < (p->state == PAGE_RUN ? 1 : p->carved); i++, at += p->size) {
            struct py_obj *o = (struct py_obj *)at;
            if (py_obj_kind(o) != PY_K_FREE) fn(ctx, o);
        }
    }
}

void py_heap_each(struct py_isolate *iso, void (*fn)(void *ctx, struct py_obj *o), void *ctx)
{
    struct py_gc *gc = iso->gc;
    gc_sweep_all(gc);
    for (size_t i = 0; i < gc->chunks.n; i++)
        for (int k = 1; k < PAGES; k++) each_in_page(&gc->chunks.v[i]->page[k], fn, ctx);
    for (size_t i = 0; i < gc->large.n; i++)
        fn(ctx, (struct py_obj *)((char *)gc->large.v[i] + LARGE_AT));
}

void gc_each_marked(struct py_isolate *iso, struct chunk *c, unsigned k,
                    void (*fn)(struct py_isolate *iso, struct py_obj *o))
{
    const struct page *p = &c->page[k];
    char *at = c->size ? (char *)c + LARGE_AT : page_start(p);
    unsigned n = c->size || p->state == PAGE_RUN ? 1 : p->state == PAGE_BLOCKS ? p->carved : 0;
    for (unsigned i = 0; i < n; i++, at += p->size)
        if (gc_marked(at)) fn(iso, (struct py_obj *)at);
}
