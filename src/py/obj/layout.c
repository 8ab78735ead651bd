// The layout of instances: which class fixes it, which classes can be bases together, what may take
// another's place, and whose natives may work on an object. Everything that depends on where the
// fields of an object lie asks here. A class that adds storage to its base's is solid
// (PY_TF_SOLID); a class without storage of its own shares the layout of the nearest solid one.
#include "exc.h"
#include "typeobj.h"

static bool adds_members(struct py_isolate *iso, const struct py_type *t)
{
    uint64_t pos = 0;
    py_value v;
    while (t->flags & PY_TF_HEAP && py_dict_next(iso, t->dict, &pos, NULL, &v))
        if (py_is_kind(v, PY_K_MEMBER) && ((struct py_member *)v)->owner == t) return true;
    return false;
}

// Do instances of a native type have fields that those of its base have not?
static bool adds_fields(const struct py_type *t)
{
    const struct py_typedef *d = t->def, *b = t->base->def;
    return d->kind != b->kind || d->size != b->size || (d->trace && d->trace != b->trace) ||
           (d->finalize && d->finalize != b->finalize) || (t->attrs_off && !t->base->attrs_off) ||
           (t->flags & PY_TF_EXC && py_exc_fields_of(t) == t);
}

// The class along t's chain of bases that fixes the layout.
static const struct py_type *solid(const struct py_type *t)
{
    while (!(t->flags & PY_TF_SOLID)) t = t->base;
    return t;
}

// Of the native type whose instances those of t extend.
static const struct py_type *native(const struct py_type *t)
{
    while (t->flags & PY_TF_HEAP) t = t->base;
    return t;
}

void py_layout_native(struct py_type *t)
{
    t->size = t->def->size;
    t->attrs_off = t->def->attrs_self ? t->def->attrs_off : 0;
    if (!t->base || adds_fields(t)) t->flags |= PY_TF_SOLID;
}

void py_layout_heap(struct py_isolate *iso, struct py_type *t)
{
    const struct py_typedef *def = t->def = t->base->def;
    bool members = adds_members(iso, t);
    uint16_t off = t->base->attrs_off;
    if (!off && (!(t->flags & PY_TF_NO_DICT) || members || def->kind == PY_K_INST))
        off = def->attrs_off;
    t->attrs_off = off;
    t->size = t->base->size;
    if (off > PY_ATTRS_AFTER && off + sizeof(struct py_attrs) > t->size)
        t->size = (uint32_t)(off + sizeof(struct py_attrs));
    if (members) t->flags |= PY_TF_SOLID;
    t->s = t->base->s; // until its own are computed, what the layout's natives can do
}

// Are instances of t laid out as those of base, with more behind perhaps?
static bool extends(const struct py_type *t, const struct py_type *base)
{
    const struct py_type *need = solid(base);
    while (t && t != need) t = t->base;
    return t != NULL;
}

bool py_type_fits_slow(const struct py_type *t, const struct py_type *owner)
{
    return py_type_issub(t, owner) && extends(t, owner);
}

struct py_type *py_layout_best_base(struct py_isolate *iso, py_value bases)
{
    struct py_type *first = NULL; // of those so far the one whose layout holds all others'
    for (uint64_t i = 0; i < py_tuple(bases)->n; i++) {
        struct py_type *b = (struct py_type *)py_tuple(bases)->v[i];
        if (!py_is_type((py_value)b)) return py_raise_type_error(iso, "bases must be types");
        if (!(b->flags & PY_TF_HEAP) && b->def->final)
            return py_raise_type_error(iso, "type '%N' is not an acceptable base type", b);
        if (i && !py_tick(iso, 4 + py_issub_cost(b))) return NULL;
        if (first && extends(solid(first), b)) continue; // which adds nothing to it
        if (first && !extends(solid(b), first))
            return py_raise_type_error(iso, "multiple bases have instance lay-out conflict");
        first = b;
    }
    return first;
}

py_slot_fn py_layout_make(const struct py_type *t, const struct py_type *from)
{
    const struct py_type *own = native(t);
    if (from && solid(native(from)) == solid(own)) own = from;
    return py_slot_get(&own->s, PY_S_MAKE);
}

const struct py_type *py_layout_unsafe_make(const struct py_type *cls, const struct py_type *owner)
{
    const struct py_type *own = native(cls);
    return solid(own) == solid(owner) || own->s.make == owner->s.make ? NULL : own;
}

// How many times t and its bases declare a slot: a name declared twice counts twice.
static unsigned declared(struct py_isolate *iso, const struct py_type *t)
{
    unsigned n = 0;
    for (; t && t->flags & PY_TF_HEAP; t = t->base) {
        uint64_t pos = 0;
        py_value v;
        py_charge(iso, 1 + (t->dict ? t->dict->n / 16 : 0));
        while (t->dict && py_dict_next(iso, t->dict, &pos, NULL, &v))
            n += py_is_kind(v, PY_K_MEMBER) && ((struct py_member *)v)->owner == t;
    }
    return n;
}

// Do instances of a and b have the same __slots__ in the same places?
static bool same_members(struct py_isolate *iso, struct py_type *a, struct py_type *b)
{
    const struct py_shape *x = py_shape_root(iso, a), *y = x ? py_shape_root(iso, b) : NULL;
    if (!y || (a->flags & PY_TF_NO_DICT && x->cap != y->cap)) return false;
    for (; x && y && x->name == y->name; x = x->parent, y = y->parent) {
    }
    return !x && !y && declared(iso, a) == declared(iso, b);
}

// The class at or above t that last added slots, a dict or room for weak references.
static const struct py_type *adder(struct py_isolate *iso, const struct py_type *t)
{
    const unsigned adds = PY_TF_NO_DICT | PY_TF_WEAKREFABLE;
    while (t->base && t->base->flags & PY_TF_HEAP && t->size == t->base->size &&
           !((t->flags ^ t->base->flags) & adds) && declared(iso, t) == declared(iso, t->base))
        t = t->base;
    return t;
}

// Did a and b get what they have from one class, or add the same to one?
static bool grown_alike(struct py_isolate *iso, const struct py_type *a, const struct py_type *b)
{
    a = adder(iso, a);
    b = adder(iso, b);
    return a == b || a->base == b->base;
}

bool py_layout_same(struct py_isolate *iso, struct py_type *a, struct py_type *b)
{
    return a->def == b->def && a->size == b->size && a->attrs_off == b->attrs_off &&
           !((a->flags ^ b->flags) & (PY_TF_NO_DICT | PY_TF_WEAKREFABLE)) &&
           solid(native(a)) == solid(native(b)) && same_members(iso, a, b) &&
           grown_alike(iso, a, b);
}

bool py_layout_fits_mro(struct py_isolate *iso, struct py_type *t, py_value mro)
{
    if (!py_tuple(mro)->n) return py_raise_type_error(iso, "type MRO must not be empty");
    for (uint64_t i = 0; i < py_tuple(mro)->n; i++) {
        py_value v = py_tuple(mro)->v[i];
        if (!py_is_type(v)) return py_raise_type_error(iso, "mro() returned a non-class ('%T')", v);
        if (!extends(t, (struct py_type *)v))
            return py_raise_type_error(iso, "mro() returned base with unsuitable layout ('%N')",
                                       (struct py_type *)v);
    }
    return true;
}

// --- the verifier -------------------------------------------------------------------------------

#ifdef PY_VERIFY
#include "../../base/xalloc.h"

#define HOLDS(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) SA_BUG("layout of %s: %s", t->def->name, #condition);                    \
    } while (0)

static void verify_storage(const struct py_type *t)
{
    const struct py_typedef *def = t->def;
    HOLDS(t->size >= def->size && t->size >= sizeof(struct py_obj));
    HOLDS(!t->attrs_off || t->attrs_off == def->attrs_off);
    HOLDS(t->attrs_off <= PY_ATTRS_AFTER || t->attrs_off + sizeof(struct py_attrs) <= t->size);
    HOLDS(def->kind != PY_K_INST || def->size == sizeof(struct py_inst));
    HOLDS(!(t->flags & PY_TF_TYPE) == (def->kind != PY_K_TYPE));
    HOLDS(!(t->flags & PY_TF_EXC) == (def->kind != PY_K_EXC));
    if (!t->base) return;
    HOLDS(!t->base->attrs_off || t->attrs_off == t->base->attrs_off);
    HOLDS(t->base->def->kind == PY_K_INST ||
          (t->base->def->kind == def->kind && t->size >= t->base->size));
    if (t->flags & PY_TF_HEAP) HOLDS(def == t->base->def);
    else HOLDS(!(t->flags & PY_TF_SOLID) == !adds_fields(t));
}

// A native slot must be that of a type whose layout t's instances have.
static bool slot_fits(const struct py_type *t, int slot)
{
    py_slot_fn fn = py_slot_get(&t->s, slot);
    if (!fn || fn == py_slot_get(&py_slot_generic, slot)) return true;
    for (const struct py_type *b = t; b; b = b->base)
        if (!(b->flags & PY_TF_HEAP) && fn == py_slot_get(&b->s, slot)) return true;
    for (uint64_t i = 0; i < py_tuple(t->mro)->n; i++) {
        const struct py_type *m = (const struct py_type *)py_tuple(t->mro)->v[i];
        if (!(m->flags & PY_TF_HEAP) && fn == py_slot_get(&m->s, slot)) return true;
    }
    return false;
}

void py_layout_verify(struct py_isolate *iso, struct py_type *t)
{
    verify_storage(t);
    HOLDS(t->mro && py_tuple(t->mro)->n && t->bases && t->name && t->qualname);
    for (uint64_t i = 0; i < py_tuple(t->mro)->n; i++) {
        const struct py_type *m = (const struct py_type *)py_tuple(t->mro)->v[i];
        HOLDS(extends(t, m));
        if (t->flags & PY_TF_HEAP) HOLDS(m->flags & PY_TF_READY && m->dict);
    }
    HOLDS(t->s.getattr && t->s.setattr && t->s.repr && t->s.compare);
    if (!(t->flags & PY_TF_HEAP)) return;
    for (int i = 0; i < PY_S_COUNT; i++) HOLDS(slot_fits(t, i));
    // What a program's mro() brought in changes unseen, as in CPython.
    HOLDS(t->flags & PY_TF_OWN_MRO || py_slots_agree(iso, t));
}
#endif
