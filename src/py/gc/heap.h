// The heap of an isolate: non-moving mark-sweep over size classes, every byte counted against a
// hard cap. Heap objects are traced precisely; the C stack, registers and the VM's value stack
// conservatively (any word that points at or into a live block, or one past its end, keeps it), so
// natives root nothing. Collection happens only inside an allocation. New memory is zeroed, and
// trace functions accept zeroed objects.
//
// Failure: an allocation that by itself exceeds what is left after a full collection and is larger
// than 1/8 of the cap raises MemoryError (catchable); reaching the cap by accumulation sets
// iso->stop to the memory limit (uncatchable). Either way NULL is returned with iso->exc set.
#ifndef PY_HEAP_H
#define PY_HEAP_H

#include "../obj/object.h"

// A zeroed object of `size` bytes with its header set; kind from t->def.
void *py_new(struct py_isolate *iso, struct py_type *t, size_t size);
// The same, but only its first `head` bytes and its last 8 are zeroed for sure: for text that is
// filled at once.
void *py_new_text(struct py_isolate *iso, struct py_type *t, size_t head, size_t size);
// py_new for kinds without a Python type (buffers, tables, shapes).
void *py_new_kind(struct py_isolate *iso, enum py_kind kind, size_t size);

// A zeroed buffer of at least `bytes` payload bytes; kind PY_K_RAW or PY_K_VALUES.
struct py_buf *py_buf_new(struct py_isolate *iso, enum py_kind kind, size_t bytes);
// Grows or shrinks, keeping content and zeroing what is new. May free the old buffer at once: no
// pointer into it may be kept. On failure the old one stays and NULL is returned.
struct py_buf *py_buf_resize(struct py_isolate *iso, struct py_buf *b, size_t bytes);
// The buffer whose payload starts at p.
static inline struct py_buf *py_buf_of(void *p)
{
    return (struct py_buf *)((char *)p - offsetof(struct py_buf, u));
}
// Frees a buffer that nothing refers to any more (optional: the collector would).
void py_buf_free(struct py_isolate *iso, struct py_buf *b);

// Counted memory outside the heap, for libraries. Not traced. realloc semantics; size 0 frees.
void *py_mem_resize(struct py_isolate *iso, void *p, size_t old_size, size_t new_size);
// The same for blocks of the parser and the compiler (scratch.c); given back with their size.
void *py_scratch_take(struct py_isolate *iso, size_t size);
void py_scratch_give(struct py_isolate *iso, void *block, size_t size);
void py_scratch_drop(struct py_isolate *iso); // those that are kept
// Raises MemoryError at once when n more bytes could never fit. For sizes computed from user input.
bool py_mem_check(struct py_isolate *iso, uint64_t n);
// The bytes of n items of a size; beyond what 64 bits hold: more than ever fits.
static inline uint64_t py_size_of(uint64_t n, uint64_t each)
{
    uint64_t bytes;
    return __builtin_mul_overflow(n, each, &bytes) ? UINT64_MAX : bytes;
}

// Marking, for trace functions. NULL and immediates are fine.
void py_mark_obj(struct py_isolate *iso, void *obj);
static inline void py_mark(struct py_isolate *iso, py_value v)
{
    if (py_is_ptr(v)) py_mark_obj(iso, v);
}
// Marks the heap block that p points into, if any (payload pointers, conservative words).
void py_mark_interior(struct py_isolate *iso, const void *p);
// n values that lie in the object, or in storage that py_mark_storage said to look into.
void py_mark_values(struct py_isolate *iso, const py_value *v, uint64_t n);
// The keys of n entries, the hashes between them left out.
void py_mark_keys(struct py_isolate *iso, const struct py_set_entry *e, uint64_t n);
// n words that may be anything.
void py_mark_words(struct py_isolate *iso, const void *p, uint64_t n);
// A buffer or table that is the object's own. True: what of it is in use is yet to be marked.
bool py_mark_storage(struct py_isolate *iso, void *block);
#define PY_LEAF(name)
#define PY_KIND(name, trace) void trace(struct py_isolate *iso, struct py_obj *o);
#include "../obj/kinds.def"
#undef PY_KIND
#undef PY_LEAF

void py_collect(struct py_isolate *iso);
// May a question be answered that takes a collection? Who asks without end spends as long in them
// as in other work.
bool py_heap_may_ask(struct py_isolate *iso);
// Is there a view of obj that the program can surely still use (sure.c)? Where that cannot be told,
// or is not to be asked again so soon: false.
bool py_heap_is_viewed(struct py_isolate *iso, const void *obj);
// For the trace functions of views: obj is what they show. And for those with leftovers among what
// they mark: are these to be left out?
void py_heap_saw_view(struct py_isolate *iso, const void *obj);
bool py_heap_asking(const struct py_isolate *iso);
// Visits all blocks of that kind in pages that may hold objects with a finalizer; right after a
// collection, when none of them is dead. visit may not allocate.
void py_heap_each_finalizable(struct py_isolate *iso, enum py_kind kind,
                              void (*visit)(struct py_isolate *iso, struct py_obj *o));
bool py_heap_init(struct py_isolate *iso);
void py_heap_release(struct py_isolate *iso);
// Gives back what is kept for the next large objects; between cells.
void py_heap_rest(struct py_isolate *iso);

// Weak references: while a collection has marked and not yet swept, it runs the hooks; there
// py_is_marked tells whether an object survives: a builtin type always, a heap block (by its start)
// when it was reached. Hooks may not allocate.
bool py_heap_add_hook(struct py_isolate *iso, void (*fn)(struct py_isolate *iso, void *ctx),
                      void *ctx);
bool py_is_marked(const struct py_isolate *iso, const void *o);
uint64_t py_heap_collections(const struct py_isolate *iso); // how many there were
uint64_t py_heap_live(const struct py_isolate *iso); // bytes of live blocks after the last of them
// Was the cell ended although the cap was not reached, because the system has no more memory?
bool py_heap_refused(const struct py_isolate *iso);
// A cell begins: after one that memory ended, what that one left is given up first.
void py_heap_cell_begin(struct py_isolate *iso);
// Builds with PY_GC_FAULT: the n-th allocation from now fails, as one absurd allocation does
// (catchable) or as if the cap was reached; 0: none. Returns how many were left of the last order.
uint64_t py_heap_fail_at(struct py_isolate *iso, uint64_t n, bool catchable);

#ifdef PY_VERIFY
// From now on the trace function of this layout names nothing while marking: the check of the
// collector has to find that. with_check: nor does it when that asks it.
void py_heap_blind(struct py_isolate *iso, enum py_kind kind, bool with_check);
#endif

// Runs fn over every live object (gc.get_objects, debugging).
void py_heap_each(struct py_isolate *iso, void (*fn)(void *ctx, struct py_obj *o), void *ctx);

#endif
