// The collector checks itself, in builds with PY_VERIFY: after marking, and after everything
// weak has let go of what is dead, each marked object is gone through twice. Its trace function
// must name marked objects only: else a part of the heap was lost while marking. And no word of it
// may be the address of an object without a mark: else a field is missing in the trace function.
#include "../obj/shape.h"
#include "../obj/code.h"
#include "gc_int.h"

#ifdef PY_VERIFY
#include "../../base/xalloc.h"

#ifdef PY_GC_ASAN
#define NO_ASAN __attribute__((no_sanitize("address")))
#else
#define NO_ASAN
#endif

static const char *const kind_names[PY_K_COUNT] = {
#define PY_LEAF(name) [PY_K_##name] = #name,
#define PY_KIND(name, trace) PY_LEAF(name)
#include "../obj/kinds.def"
#undef PY_KIND
#undef PY_LEAF
};

static const bool traced[PY_K_COUNT] = {
#define PY_LEAF(name)
#define PY_KIND(name, trace) [PY_K_##name] = true,
#include "../obj/kinds.def"
#undef PY_KIND
#undef PY_LEAF
};

static const char *type_name(const struct py_obj *o)
{
    const struct py_type *t = py_obj_type(o);
    return t ? t->def->name : "storage";
}

static void lost(const struct py_obj *from, const struct py_obj *o, const char *why)
{
    SA_BUG("gc: %s: %s (%s) refers to %s (%s)", why, kind_names[py_obj_kind(from)], type_name(from),
           kind_names[py_obj_kind(o)], type_name(o));
}

void py_heap_blind(struct py_isolate *iso, enum py_kind kind, bool with_check)
{
    iso->gc->blind = kind;
    iso->gc->blind_check = with_check;
}

void gc_check_storage(struct py_isolate *iso, struct py_obj *o)
{
    const struct py_obj *from = iso->gc->checked;
    if (!gc_marked(o)) lost(from, o, "not marked");
    if (!traced[py_obj_kind(o)]) lost(from, o, "not found when the stack overflows");
}

// Storage without an owner that knows what of it is in use is gone through itself.
void gc_check_reached(struct py_isolate *iso, struct py_obj *o)
{
    struct py_gc *gc = iso->gc;
    if (!gc_marked(o)) lost(gc->checked, o, "not marked");
    enum py_kind from = py_obj_kind(gc->checked), k = py_obj_kind(o);
    if ((k != PY_K_VALUES && k != PY_K_TABLE) || from == PY_K_VALUES || from == PY_K_TABLE) return;
    const struct py_obj *owner = gc->checked;
    gc->checked = o;
    gc_trace(iso, o);
    gc->checked = owner;
}

// Bytes of the fields.
static size_t fields_size(const struct py_obj *o)
{
    enum py_kind k = py_obj_kind(o);
    const struct py_type *t = py_obj_type(o);
    if (k == PY_K_SHAPE) return sizeof(struct py_shape);
    if (k == PY_K_STR && !((const struct py_str *)o)->shared) return 0; // its text follows at once
    return t && traced[k] ? t->def->size : 0;
}

// Bytes of values that follow them: as many as they say, beyond which there may be leftovers.
static size_t values_size(const struct py_obj *o)
{
    switch (py_obj_kind(o)) {
    case PY_K_TUPLE: return ((const struct py_tuple *)o)->n * sizeof(py_value);
    case PY_K_INST: {
        const struct py_shape *shape = ((const struct py_inst *)o)->at.shape;
        return shape ? shape->cap * sizeof(py_value) : 0;
    }
    case PY_K_GEN: {
        const struct py_gen *g = (const struct py_gen *)o;
        return g->state != PY_GEN_CLOSED ? g->nregs * sizeof(py_value) : 0;
    }
    default: return 0;
    }
}

NO_ASAN static void check_words(struct py_isolate *iso, struct py_obj *o)
{
    const uintptr_t *w = (const uintptr_t *)o;
    for (size_t i = 1, n = (fields_size(o) + values_size(o)) / sizeof *w; i < n; i++) {
        struct py_obj *to = w[i] & 7 ? NULL : gc_block_find(iso->gc, w[i]);
        if (!to || gc_marked(to)) continue;
        lost(o, to, "field not known to the trace function");
    }
}

static void check(struct py_isolate *iso, struct py_obj *o)
{
    struct py_gc *gc = iso->gc;
    enum py_kind k = py_obj_kind(o);
    gc->checked = o;
    if (k != PY_K_VALUES && k != PY_K_TABLE) gc_trace(iso, o);
    check_words(iso, o);
}

void gc_verify(struct py_isolate *iso)
{
    struct py_gc *gc = iso->gc;
    gc->checking = true;
    for (size_t i = 0; i < gc->chunks.n; i++)
        for (unsigned k = 1; k < PAGES; k++) gc_each_marked(iso, gc->chunks.v[i], k, check);
    for (size_t i = 0; i < gc->large.n; i++) gc_each_marked(iso, gc->large.v[i], 0, check);
    gc->checking = false;
}
#endif
