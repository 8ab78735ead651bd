// The object model's shared inside: definitions of the builtin types, slots, class creation. For
// obj/type*.c, attr.c, descr.c and their like; modules need native.h only.
#ifndef PY_TYPEOBJ_H
#define PY_TYPEOBJ_H

#include "../native.h"
#include "shape.h"

#define PY_TYPE(id, def, base) extern const struct py_typedef def;
#include "types.def"
#undef PY_TYPE
extern const struct py_typedef py_exc_def; // all builtin exceptions

// --- typeinit.c ---------------------------------------------------------------------------------
// Fills iso->types[]. Needs the interned names and the empty tuple. False: memory.
bool py_types_init(struct py_isolate *iso);
uint64_t py_type_next_version(struct py_isolate *iso);

// --- typeslots.c, slotfuncs.c -------------------------------------------------------------------
typedef void (*py_slot_fn)(void); // a member of struct py_slots whose signature the slot id tells
enum py_slot_id {
    PY_S_MAKE,
    PY_S_INIT,
    PY_S_CALL,
    PY_S_REPR,
    PY_S_STR,
    PY_S_HASH,
    PY_S_COMPARE,
    PY_S_TRUTH,
    PY_S_LENGTH,
    PY_S_GETITEM,
    PY_S_SETITEM,
    PY_S_CONTAINS,
    PY_S_ITER,
    PY_S_NEXT,
    PY_S_GETATTR,
    PY_S_SETATTR,
    PY_S_BINARY,
    PY_S_INPLACE,
    PY_S_UNARY,
    PY_S_INDEX,
    PY_S_DESCR_GET,
    PY_S_DESCR_SET,
    PY_S_AWAIT,
    PY_S_AITER,
    PY_S_ANEXT,
    PY_S_COUNT
};
// One special method: the slot behind it and the function that exposes a native slot to programs.
struct py_slotdef {
    uint16_t name;   // PY_N_*
    uint8_t slot;    // PY_S_*
    uint8_t op;      // py_binop, py_cmp, ...; PY_BIN_REFLECTED added for __radd__ and its like
    int8_t min, max; // arguments without self; max -1: any, with keywords
    py_value (*wrap)(struct py_isolate *iso, const struct py_slotdef *d, struct py_type *owner,
                     py_value *a, int n, py_value kw);
    const char *doc;
};
enum { PY_BIN_REFLECTED = 64 };
extern const struct py_slots py_slot_generic; // slots that call the special methods of user classes
static inline py_slot_fn py_slot_get(const struct py_slots *s, enum py_slot_id id)
{
    py_slot_fn f;
    memcpy(&f, (const char *)s + id * sizeof f, sizeof f);
    return f;
}
static inline void py_slot_set(struct py_slots *s, enum py_slot_id id, py_slot_fn f)
{
    memcpy((char *)s + id * sizeof f, &f, sizeof f);
}
// A native slot as a Python callable: slot wrapper (self NULL) or method-wrapper.
struct py_wrapper {
    struct py_obj h;
    const struct py_slotdef *def;
    struct py_type *owner;
    py_value self;
};
// Puts slot wrappers and __new__ for the slots that t's own definition fills into its dict.
bool py_slots_expose(struct py_isolate *iso, struct py_type *t);
// Computes all slots of a class from its MRO, or those that special method `name` stands for (NULL:
// all). Cannot fail: every native type of an MRO is ready.
void py_slots_compute(struct py_isolate *iso, struct py_type *t);
void py_slots_update(struct py_isolate *iso, struct py_type *t, py_value name);
bool py_slots_agree(struct py_isolate *iso, struct py_type *t); // are they those of its MRO?
bool py_slots_is_special(struct py_isolate *iso, py_value name);
extern const struct py_native_row py_new_row; // builtin __new__; self is the type whose slot it is

// Calls function `f` found in o's type with o before the n (at most 4) arguments.
py_value py_call_found(struct py_isolate *iso, py_value f, py_value o, py_value *a, int n);
// f.__get__(o, t), or f when it has none.
py_value py_descr_bind(struct py_isolate *iso, py_value f, py_value o, struct py_type *t);

// --- layout.c -----------------------------------------------------------------------------------
// size, attrs_off and solidity of a native type, and of a class with base, bases and dict set.
void py_layout_native(struct py_type *t);
void py_layout_heap(struct py_isolate *iso, struct py_type *t);
// The base whose layout a class with these bases has. NULL: they are no classes, final, or
// conflict.
struct py_type *py_layout_best_base(struct py_isolate *iso, py_value bases);
// The native __new__ of t: of type `from` if it fits t's layout, else of what fixes that.
py_slot_fn py_layout_make(const struct py_type *t, const struct py_type *from);
// NULL, or the native type whose __new__ must make instances of cls, not owner's.
const struct py_type *py_layout_unsafe_make(const struct py_type *cls, const struct py_type *owner);
// May an instance of one become an instance of the other, one take the other's place as a base?
bool py_layout_same(struct py_isolate *iso, struct py_type *a, struct py_type *b);
// Is it a tuple of classes whose methods fit the layout of t's instances? False: raised.
bool py_layout_fits_mro(struct py_isolate *iso, struct py_type *t, py_value mro);
#ifdef PY_VERIFY // debug builds: aborts when what a type says of its instances is not consistent
void py_layout_verify(struct py_isolate *iso, struct py_type *t);
#else
static inline void py_layout_verify(PY_UNUSED struct py_isolate *iso, PY_UNUSED struct py_type *t)
{
}
#endif

// --- type.c, typenew.c, typeattr.c --------------------------------------------------------------
py_value py_type_new(struct py_isolate *iso, struct py_type *meta, py_value name, py_value bases,
                     py_value ns, py_value kwargs);
bool py_type_add_subclass(struct py_isolate *iso, struct py_type *base, struct py_type *sub);
py_value py_type_mro(struct py_isolate *iso, struct py_type *t); // by the metaclass's mro()
// False: mro is NULL, an exception is pending, and t keeps the one that it has.
bool py_type_set_mro(struct py_type *t, py_value mro);
py_value py_type_mro_compute(struct py_isolate *iso, struct py_type *t); // tuple
// NULL without exception when the attribute is absent.
py_value py_type_getattr_opt(struct py_isolate *iso, py_value cls, py_value name);
py_value py_type_getattr(struct py_isolate *iso, py_value cls, py_value name);
bool py_type_text_fits(struct py_isolate *iso, py_value text); // likewise
bool py_type_name_fits(struct py_isolate *iso, py_value name); // false: raised
extern const struct py_getset_row py_type_getset[];
extern const struct py_native_row py_type_methods[];
// The most derived metaclass of the bases and `meta`. NULL: they conflict.
struct py_type *py_type_winner(struct py_isolate *iso, struct py_type *meta, py_value bases);

// --- attr.c -------------------------------------------------------------------------------------
py_value py_generic_getattr_opt(struct py_isolate *iso, py_value o, py_value name);
py_value py_dir(struct py_isolate *iso, py_value o); // dir(o): a sorted list
// id(v): a small number per object, the same for its whole life, that tells nothing about addresses
// (id.c). 0: exception pending.
int64_t py_id(struct py_isolate *iso, py_value v);
py_value py_id_text(struct py_isolate *iso, py_value v); // "0x7f0000000010", as reprs have it
// Getset row functions of __dict__ for any object with attributes.
py_value py_get_dict_attr(struct py_isolate *iso, py_value self);
bool py_set_dict_attr(struct py_isolate *iso, py_value self, py_value v);

// --- helpers ------------------------------------------------------------------------------------
py_value py_getset_new(struct py_isolate *iso, const struct py_getset_row *row,
                       struct py_type *owner);
// The same for a writable field of the object's struct in CPython: a member_descriptor.
py_value py_field_new(struct py_isolate *iso, const struct py_getset_row *row,
                      struct py_type *owner);
py_value py_member_new(struct py_isolate *iso, py_value name, struct py_type *owner);
py_value py_staticmethod_new(struct py_isolate *iso, py_value func);
py_value py_classmethod_new(struct py_isolate *iso, py_value func);
py_value py_mappingproxy_new(struct py_isolate *iso, py_value mapping);
// X | Y; PY_NOTIMPL when these are no types.
py_value py_union_new(struct py_isolate *iso, py_value a, py_value b);
// The operator | of classes, list[int] and unions.
py_value py_union_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b);
py_value py_abstract_flag(struct py_isolate *iso, py_value f); // f.__isabstractmethod__ as bool
struct py_alias {
    struct py_obj h;
    struct py_attrs at; // of instances of subclasses
    py_value origin, args, params;
    bool starred;
};
struct py_union {
    struct py_obj h;
    py_value args;
};

#endif
