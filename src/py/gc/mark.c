// Marking: the explicit mark stack, on which lie objects and ranges of values. What an object
// refers to is known to the trace function of its layout (obj/kinds.def), which stands with the
// type. Long runs of values are pushed as ranges and taken apart in slices, so that wide containers
// do not flood the stack. What finds no room there is marked all the same, and its page is noted:
// all that is marked in those pages is traced again.
#include "../obj/shape.h"
#include "gc_int.h"

#include <sys/mman.h>

// A range on the stack: its length, then its address with one of these tags (objects have none).
enum { TAG_VALUES = 1, TAG_KEYS = 2, TAG_WORDS = 3, TAG_MASK = 7 };
enum { SLICE = 256, AHEAD = 6, STACK_START = 16384 };

// --- layouts -------------------------------------------------------------------------------------

typedef void (*trace_fn)(struct py_isolate *iso, struct py_obj *o);
static const trace_fn traces[PY_K_COUNT] = {
#define PY_LEAF(name)
#define PY_KIND(name, trace) [PY_K_##name] = trace,
#include "../obj/kinds.def"
#undef PY_KIND
#undef PY_LEAF
};

// Layouts whose objects may end where their block does, with data that a pointer may have passed.
static const bool ends_in_data[PY_K_COUNT] = {
    [PY_K_RAW] = true, [PY_K_VALUES] = true, [PY_K_BIGINT] = true,
    [PY_K_STR] = true, [PY_K_BYTES] = true,  [PY_K_TUPLE] = true,
};

// Does its class say more of it than its layout? Builtin classes do not, and are roots.
static inline bool class_counts(const struct py_isolate *iso, const struct py_obj *o)
{
    const struct py_type *t = py_obj_type(o);
    return t && !gc_in_isolate(iso, t);
}

// Does it refer to anything? Whatever does not is marked and never traced.
static inline bool refers(const struct py_isolate *iso, const struct py_obj *o)
{
    enum py_kind k = py_obj_kind(o);
    if (k == PY_K_STR ? ((const struct py_str *)o)->shared : traces[k] != NULL) return true;
    return class_counts(iso, o);
}

void gc_trace(struct py_isolate *iso, struct py_obj *o)
{
    enum py_kind k = py_obj_kind(o);
    if (traces[k] && !gc_blind(iso->gc, k)) traces[k](iso, o);
    struct py_type *t = py_obj_type(o);
    if (!t) return;
    if (class_counts(iso, o)) {
        py_mark_obj(iso, t);
        if (k != PY_K_INST && k != PY_K_NATIVE) py_native_trace(iso, o);
    }
    if (!t->attrs_off || k == PY_K_INST) return;
    struct py_attrs *at = py_attrs_of(o);
    if (at) py_attrs_trace(iso, at);
}

// --- the stack -----------------------------------------------------------------------------------

static bool stack_grow(struct py_isolate *iso)
{
#ifdef PY_GC_SMALL_STACK
    return false;
#endif
    struct py_gc *gc = iso->gc;
    size_t bytes = gc->stack_cap * sizeof *gc->stack;
    if (gc->stack == gc->stack0) { // an isolate that never collects does without
        void *p = mmap(NULL, STACK_START * sizeof *gc->stack, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED) return false;
        memcpy(p, gc->stack0, gc->stack_n * sizeof *gc->stack);
        gc->stack = p;
        gc->stack_cap = STACK_START;
        return true;
    }
    size_t most = iso->mem_cap / 16 > ((size_t)4 << 20) ? iso->mem_cap / 16 : (size_t)4 << 20;
    if (bytes * 2 > most) return false;
    void *p = mremap(gc->stack, bytes, bytes * 2, MREMAP_MAYMOVE);
    if (p == MAP_FAILED) return false;
    gc->stack = p;
    gc->stack_cap *= 2;
    return true;
}

void gc_stack_init(struct py_gc *gc)
{
    gc->stack = gc->stack0;
    gc->stack_cap = GC_STACK_LEAST;
}

void gc_stack_release(struct py_gc *gc)
{
    if (gc->stack != gc->stack0) munmap(gc->stack, gc->stack_cap * sizeof *gc->stack);
}

// There is no room for an object, or for a range that starts at p.
static __attribute__((noinline)) void trace_later(struct py_isolate *iso, const void *p)
{
    const struct py_obj *o = gc_block_find(iso->gc, (uintptr_t)p);
    chunk_of(o)->again |= (uint64_t)1 << ((uintptr_t)o & (PY_CHUNK - 1)) / PY_PAGE;
    iso->gc->overflow = true;
}

static inline bool stack_room(struct py_isolate *iso, size_t n, const void *p)
{
    struct py_gc *gc = iso->gc;
    if (gc->stack_n + n <= gc->stack_cap || stack_grow(iso)) return true;
    trace_later(iso, p);
    return false;
}

// --- marking one thing --------------------------------------------------------------------------

// A live block is referred to.
static inline void reach(struct py_isolate *iso, struct py_obj *o)
{
    if (GC_CHECKING(iso->gc)) gc_check_reached(iso, o);
    else if (gc_set_mark(o) && refers(iso, o) && stack_room(iso, 1, o))
        iso->gc->stack[iso->gc->stack_n++] = (uintptr_t)o;
}

void py_mark_obj(struct py_isolate *iso, void *obj)
{
    if (obj && !gc_in_isolate(iso, obj)) reach(iso, obj);
}

void py_mark_interior(struct py_isolate *iso, const void *p)
{
    struct py_obj *o = p ? gc_block_find(iso->gc, (uintptr_t)p) : NULL;
    if (o) reach(iso, o);
}

void gc_mark_word(struct py_isolate *iso, uintptr_t w)
{
    struct py_gc *gc = iso->gc;
    if (w < gc->low || w > gc->high) return;
    struct py_obj *o = gc_block_find(gc, w);
    if (o) reach(iso, o);
    // One past the end of an object that fills its block is the start of the next block.
    if (w & 15 || !(o = gc_block_find(gc, w - 1))) return;
    if (ends_in_data[py_obj_kind(o)] && (uintptr_t)o + 32 < w) reach(iso, o);
}

bool py_mark_storage(struct py_isolate *iso, void *block)
{
    if (!GC_CHECKING(iso->gc)) return gc_set_mark(block);
    gc_check_storage(iso, block);
    return true;
}

// --- ranges -------------------------------------------------------------------------------------

// Marking looks at the head of every object: of those to come, it is fetched ahead of time.
static inline void prefetch(py_value v)
{
    if (py_is_ptr(v)) __builtin_prefetch(v);
}

static inline void mark_run(struct py_isolate *iso, const py_value *v, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        if (i + AHEAD < n) prefetch(v[i + AHEAD]);
        py_mark(iso, v[i]);
    }
}

static void mark_range(struct py_isolate *iso, const void *p, uint64_t n, unsigned tag)
{
    const struct py_set_entry *e = p;
    const uintptr_t *w = p;
    switch (tag) {
    case TAG_VALUES: mark_run(iso, p, n); break;
    case TAG_KEYS:
        for (uint64_t i = 0; i < n; i++) {
            if (i + AHEAD < n) prefetch(e[i + AHEAD].key);
            py_mark(iso, e[i].key);
        }
        break;
    default:
        for (uint64_t i = 0; i < n; i++)
            if (!(w[i] & 7)) py_mark_interior(iso, (const void *)w[i]);
    }
}

static void push_range(struct py_isolate *iso, const void *p, uint64_t n, unsigned tag)
{
    struct py_gc *gc = iso->gc;
    if (GC_CHECKING(gc)) {
        mark_range(iso, p, n, tag);
        return;
    }
    if (!n || !p || !stack_room(iso, 2, p)) return;
    gc->stack[gc->stack_n++] = n;
    gc->stack[gc->stack_n++] = (uintptr_t)p | tag;
}

// Marks up to SLICE items of a range; what is left goes back below its children.
static void mark_slice(struct py_isolate *iso, uintptr_t tagged, uint64_t n)
{
    static const uint8_t width[] = {[TAG_VALUES] = sizeof(py_value),
                                    [TAG_KEYS] = sizeof(struct py_set_entry),
                                    [TAG_WORDS] = sizeof(uintptr_t)};
    unsigned tag = tagged & TAG_MASK;
    const char *p = (const char *)(tagged & ~(uintptr_t)TAG_MASK);
    uint64_t now = n < SLICE ? n : SLICE;
    push_range(iso, p + now * width[tag], n - now, tag);
    mark_range(iso, p, now, tag);
}

void py_mark_values(struct py_isolate *iso, const py_value *v, uint64_t n)
{
    if (n > SLICE) push_range(iso, v, n, TAG_VALUES);
    else mark_run(iso, v, n);
}

void py_mark_keys(struct py_isolate *iso, const struct py_set_entry *e, uint64_t n)
{
    push_range(iso, e, n, TAG_KEYS);
}

void py_mark_words(struct py_isolate *iso, const void *p, uint64_t n)
{
    push_range(iso, p, n, TAG_WORDS);
}

void py_values_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_buf *b = (struct py_buf *)o;
    py_mark_words(iso, b->u.v, b->cap / sizeof(py_value));
}

// --- draining -----------------------------------------------------------------------------------

static void drain(struct py_isolate *iso)
{
    struct py_gc *gc = iso->gc;
    while (gc->stack_n) {
        uintptr_t w = gc->stack[--gc->stack_n];
        if (w & TAG_MASK) mark_slice(iso, w, gc->stack[--gc->stack_n]);
        else gc_trace(iso, (struct py_obj *)w);
    }
}

static void retrace(struct py_isolate *iso, struct py_obj *o)
{
    if (refers(iso, o)) gc_trace(iso, o);
    drain(iso);
}

static void trace_again(struct py_isolate *iso, const struct chunk_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        struct chunk *c = list->v[i];
        while (c->again) {
            unsigned k = (unsigned)__builtin_ctzll(c->again);
            c->again &= c->again - 1;
            gc_each_marked(iso, c, k, retrace);
        }
    }
}

// An object finds no room once at most, when it gets its mark: so often at most is a page gone
// through again.
void gc_drain(struct py_isolate *iso)
{
    struct py_gc *gc = iso->gc;
    drain(iso);
    while (gc->overflow) {
        gc->overflow = false;
        trace_again(iso, &gc->chunks);
        trace_again(iso, &gc->large);
    }
}
