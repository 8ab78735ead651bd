// Roots: the fields of the isolate, the types, frames, the value stack, the C stack with the
// registers. All but the types are read as words that may be anything: a new field needs no line
// here, and leftovers above a frame's live registers do no harm.
#include "gc_int.h"
#include "../obj/code.h"

#ifdef PY_GC_ASAN
#define NO_ASAN __attribute__((no_sanitize("address")))
#else
#define NO_ASAN
#endif

enum { STACK_SLACK = 128 }; // registers past the running frame: arguments of a call being set up

NO_ASAN static void mark_words(struct py_isolate *iso, const void *from, const void *to)
{
    uintptr_t at = ((uintptr_t)from + 7) & ~(uintptr_t)7;
    for (; at + 8 <= (uintptr_t)to; at += 8) gc_mark_word(iso, *(const uintptr_t *)at);
}

// Values on the VM's stack are whole values: tagged words are skipped without a look at the heap.
static void mark_value_stack(struct py_isolate *iso)
{
    const struct py_frame *f = iso->frame;
    if (!iso->stack) return;
    const py_value *end = (f ? f->base + (f->code ? f->code->nregs : 0) : iso->stack) + STACK_SLACK;
    if (end > iso->stack_end) end = iso->stack_end;
    for (const py_value *v = iso->stack; v < end; v++)
        if (py_is_ptr(*v)) py_mark_interior(iso, *v);
}

#ifdef PY_GC_ASAN
// Locals may live in a fake frame on ASan's heap, which a word on the real stack points to.
NO_ASAN static void mark_c_stack(struct py_isolate *iso, const char *here)
{
    void *fake = __asan_get_current_fake_stack();
    for (const char *p = (const char *)((uintptr_t)here & ~(uintptr_t)7); p < iso->c_base; p += 8) {
        void *w = *(void *const *)p, *from, *to;
        gc_mark_word(iso, (uintptr_t)w);
        if (fake && __asan_addr_is_in_fake_stack(fake, w, &from, &to)) mark_words(iso, from, to);
    }
}
#else
static void mark_c_stack(struct py_isolate *iso, const char *here)
{
    mark_words(iso, here, iso->c_base);
}
#endif

static void clear_method_caches(struct py_isolate *iso)
{
    // Names and values are compared and given by address: they may be recycled once they are dead.
    if (iso->acache) memset(iso->acache, 0, PY_ACACHE_SIZE * sizeof *iso->acache);
    if (iso->mcache) memset(iso->mcache, 0, PY_MCACHE_SIZE * sizeof *iso->mcache);
}

static __attribute__((noinline)) void mark_all(struct py_isolate *iso)
{
    const char *here = __builtin_frame_address(0);
    mark_c_stack(iso, here);
    mark_words(iso, iso, iso->types);
    for (int i = 0; i < PY_T_COUNT; i++) gc_trace(iso, &iso->types[i].h);
    mark_words(iso, iso->types + PY_T_COUNT, iso + 1);
    mark_value_stack(iso);
    if (iso->frames && iso->frame) mark_words(iso, iso->frames, iso->frame + 1);
    clear_method_caches(iso);
}

void gc_mark_roots(struct py_isolate *iso)
{
    __builtin_unwind_init(); // spills the registers into this frame, which lies above mark_all's
    mark_all(iso);
    __asm__ volatile("" ::: "memory"); // no tail call
}
