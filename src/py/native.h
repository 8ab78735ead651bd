// What natives (types, builtins, modules) use: exceptions, protocols, calls, making values. Modules
// see this header and obj/*.h, never the VM's internals.
//
// Rules for natives. No rooting is needed (the C stack is scanned). Anything that can run Python
// code (call, compare, hash, repr, iteration, attribute access of unknown objects) may mutate every
// mutable object: re-read lengths and storage afterwards. Loops over n items call py_tick(iso, n).
// Recursion on data calls py_enter/py_leave. Results NULL / false / -1 mean: exception pending.
#ifndef PY_NATIVE_H
#define PY_NATIVE_H

#include <stdio.h>

#include "isolate.h"

// --- budget -----------------------------------------------------------------------------------
// How many ticks pass between two looks at the clock and the interrupt flag: about 20-50 us.
enum { PY_TICK_CHUNK = 8192 };
#ifdef PY_EDGES // MODE=ticks (edges.c)
void py_edges_ticked(const struct py_isolate *iso, uint64_t n);
void py_edges_charged(uint64_t n);
void py_edges_looked(void);
void py_edges_pause(bool paused); // in a collection nothing is counted: memory bounds it
#else
static inline void py_edges_ticked(PY_UNUSED const struct py_isolate *iso, PY_UNUSED uint64_t n)
{
}
static inline void py_edges_charged(PY_UNUSED uint64_t n)
{
}
static inline void py_edges_looked(void)
{
}
static inline void py_edges_pause(PY_UNUSED bool paused)
{
}
#endif
bool py_tick_slow(struct py_isolate *iso);
// Charges n units of work. False: a limit or an interrupt ended the cell (exception set).
static inline bool py_tick(struct py_isolate *iso, uint64_t n)
{
    iso->ticks -= (int64_t)n;
    py_edges_ticked(iso, n);
    return iso->ticks > 0 || py_tick_slow(iso);
}
// Charges without asking whether time is up: the next py_tick does. For work that is short by
// itself.
static inline void py_charge(struct py_isolate *iso, uint64_t n)
{
    iso->ticks -= (int64_t)n;
    py_edges_charged(n);
}
// The same for a look at n bytes.
static inline void py_charge_bytes(struct py_isolate *iso, uint64_t n)
{
    py_charge(iso, n / 64);
}
// In a walk over a table, for a slot that is not in use: many may follow each other.
static inline void py_charge_gap(struct py_isolate *iso, uint64_t slot)
{
    if (slot % 4096 == 0) py_charge(iso, 512);
}
// The same, and looks at the clock and the interrupt flag now: before work that cannot be asked.
bool py_tick_now(struct py_isolate *iso, uint64_t n);
// After a hook of the host, or long work that charged nothing: the next tick looks at the clock and
// the interrupt flag.
void py_look_soon(struct py_isolate *iso);
bool py_enter_slow(struct py_isolate *iso, const char *where);
// Guards C recursion; `where` is the tail of CPython's message (" while getting the repr of an
// object", "" for plain). False: RecursionError raised. Balance with py_leave only when true.
static inline bool py_enter(struct py_isolate *iso, const char *where)
{
    char here;
    py_charge(iso, 1);
    if (++iso->depth > iso->depth_limit || &here < iso->c_limit) return py_enter_slow(iso, where);
    return true;
}
static inline void py_leave(struct py_isolate *iso)
{
    iso->depth--;
}
bool py_stack_ended(struct py_isolate *iso);
// Guards C recursion that CPython does not count, at the places it passes: calls of natives from C,
// operations that a type may pass on to another object. False: RecursionError raised.
static inline bool py_stack_left(struct py_isolate *iso)
{
    char here;
    py_charge(iso, 1);
    return &here >= iso->c_limit || py_stack_ended(iso);
}

// --- exceptions (obj/exc*.c) --------------------------------------------------------------------
// Formats: %s %c %d %i %u %ld %lu %lld %llu %zd %zu %x %g %% as printf (no width but .* for %s),
// and %U str value, %R repr of a value, %S str of a value, %T type name of a value (%A: but "None"
// for None, as argument parsers say), %N name of a struct py_type *. All py_raise functions return
// NULL, so `return py_raise(...)` fits any pointer result.
void *py_raise(struct py_isolate *iso, enum py_type_id type, const char *fmt, ...);
void *py_raise_type_error(struct py_isolate *iso, const char *fmt, ...);
void *py_raise_value_error(struct py_isolate *iso, const char *fmt, ...);
void *py_raise_value(struct py_isolate *iso, py_value exc); // context set; NULL: as is pending
void *py_raise_key_error(struct py_isolate *iso, py_value key);
void *py_raise_no_key(struct py_isolate *iso, py_value dict, py_value key); // for cell.c's notes
// StopIteration(value); of NULL or None without an argument.
void *py_raise_stop(struct py_isolate *iso, py_value value);
// AttributeError: "'int' object has no attribute 'x'".
void *py_raise_no_attr(struct py_isolate *iso, py_value obj, py_value name);
void *py_raise_no_memory(struct py_isolate *iso);
// For a construct that this engine lacks.
void *py_raise_not_implemented(struct py_isolate *iso, const char *fmt, ...);
// New exception of builtin type with these args. Not raised.
py_value py_exc_new(struct py_isolate *iso, enum py_type_id type, const char *fmt, ...);
static inline bool py_error(const struct py_isolate *iso)
{
    return iso->exc != NULL;
}
// Is an exception of (a subclass of) that type pending and catchable? Always false while stopping.
bool py_error_is(struct py_isolate *iso, enum py_type_id type);
// Drops the pending exception. Never call it while iso->stop is set (py_error_is protects).
void py_error_clear(struct py_isolate *iso);
// Takes the pending exception; NULL while stopping. py_raise_value puts it back.
py_value py_error_take(struct py_isolate *iso);
// Does exception (instance) match `cls` (class or tuple of classes)? -1: cls is not valid.
int py_exc_matches(struct py_isolate *iso, py_value exc, py_value cls);
// BaseException.add_note(); false: __notes__ is no list, or out of memory.
bool py_exc_add_note(struct py_isolate *iso, py_value exc, py_value note);

// --- types and names ----------------------------------------------------------------------------
static inline struct py_type *py_t(struct py_isolate *iso, enum py_type_id id)
{
    return &iso->types[id];
}
struct py_type *py_type_of_const(struct py_isolate *iso, py_value v); // immediates
static inline struct py_type *py_type_of(struct py_isolate *iso, py_value v)
{
    if (py_is_ptr(v)) return py_obj_type(py_ptr(v));
    if (py_is_int(v)) return &iso->types[PY_T_INT];
    return py_type_of_const(iso, v);
}
const char *py_type_name(struct py_isolate *iso, py_value v); // of v's type, UTF-8, borrowed
bool py_type_issub(const struct py_type *t, const struct py_type *base);
bool py_type_fits_slow(const struct py_type *t, const struct py_type *owner);
// May natives of `owner` work on instances of t: is it derived from it, and laid out like it?
static inline bool py_type_fits(const struct py_type *t, const struct py_type *owner)
{
    return t == owner || py_type_fits_slow(t, owner);
}
// What py_type_issub(t, ..) is charged: long orders of resolution are gone through.
static inline uint64_t py_issub_cost(const struct py_type *t)
{
    return t->flags & PY_TF_HEAP && t->mro ? ((const struct py_tuple *)t->mro)->n / 16 : 0;
}
static inline bool py_isa(struct py_isolate *iso, py_value v, enum py_type_id id)
{
    py_charge(iso, py_issub_cost(py_type_of(iso, v)));
    return py_type_issub(py_type_of(iso, v), &iso->types[id]);
}
static inline bool py_is_type(py_value v)
{
    return py_is_kind(v, PY_K_TYPE);
}
static inline bool py_is_str(py_value v)
{
    return py_is_kind(v, PY_K_STR);
}
int py_subclass_plain(struct py_isolate *iso, py_value v, py_value cls); // type.__subclasscheck__
int py_isinstance(struct py_isolate *iso, py_value v, py_value cls); // with hooks, tuples, unions
int py_issubclass(struct py_isolate *iso, py_value c, py_value cls);
// A class from a native definition (modules). base NULL: object. module is the __module__ text.
struct py_type *py_type_from_def(struct py_isolate *iso, const struct py_typedef *def,
                                 struct py_type *base, const char *module);
// The attribute `name` (interned str) along the MRO, unbound; NULL without exception when absent.
py_value py_type_lookup(struct py_isolate *iso, struct py_type *t, py_value name);
bool py_type_ready(struct py_isolate *iso, struct py_type *t); // fills a builtin type's dict
// To be called after its dict changed: new versions, slots. Cannot fail.
void py_type_changed(struct py_isolate *iso, struct py_type *t);
struct py_attrs *py_attrs_of(struct py_obj *o); // NULL: instances of its type have no attributes

// --- protocols (obj/protocol.c, obj/call.c) -----------------------------------------------------
py_value py_getattr(struct py_isolate *iso, py_value o, py_value name);
py_value py_getattr_s(struct py_isolate *iso, py_value o, const char *name);
// NULL without exception when the attribute is absent.
py_value py_getattr_opt(struct py_isolate *iso, py_value o, py_value name);
bool py_setattr(struct py_isolate *iso, py_value o, py_value name, py_value v); // v NULL: delete
// object.__getattribute__ and object.__setattr__ (v NULL: __delattr__).
py_value py_generic_getattr(struct py_isolate *iso, py_value o, py_value name);
bool py_generic_setattr(struct py_isolate *iso, py_value o, py_value name, py_value v);
// o.__dict__, for which the object switches to dictionary mode; NULL without exception: it has
// none.
py_value py_attr_dict(struct py_isolate *iso, py_value o);
py_value py_getitem(struct py_isolate *iso, py_value o, py_value k);
bool py_setitem(struct py_isolate *iso, py_value o, py_value k, py_value v); // v NULL: delete
int py_contains(struct py_isolate *iso, py_value o, py_value v);
int64_t py_len(struct py_isolate *iso, py_value o);
int64_t py_length_hint(struct py_isolate *iso, py_value o, int64_t fallback); // -1: error
static inline int py_truth(struct py_isolate *iso, py_value v);
int py_truth_slow(struct py_isolate *iso, py_value v);
bool py_hash(struct py_isolate *iso, py_value v, uint64_t *out);
// a == b and a OP b as containers compare their items: identity counts as equal. 1, 0, -1: error.
int py_eq(struct py_isolate *iso, py_value a, py_value b);
int py_compare_bool(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op);
py_value py_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op);
py_value py_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b);
py_value py_inplace(struct py_isolate *iso, enum py_binop op, py_value a, py_value b);
py_value py_unary(struct py_isolate *iso, enum py_unop op, py_value a);
bool py_is_number(struct py_isolate *iso, py_value v); // or has __index__, __int__ or __float__
py_value py_power(struct py_isolate *iso, py_value a, py_value b, py_value mod); // mod NULL or None
// Is v of a class made by the program that has a special method of this name of its own?
bool py_has_own_method(struct py_isolate *iso, py_value v, enum py_name_id name);
// Does v take part in op as a number? A builtin sequence, or an instance of its subclass without
// the method or its reflection, does not in + and *: those it has as a sequence.
bool py_as_number(struct py_isolate *iso, py_value v, enum py_binop op);
// Is it subscripted by position, so that iteration by __getitem__ makes sense?
bool py_is_sequence(struct py_isolate *iso, py_value o);
py_value py_iter(struct py_isolate *iso, py_value o);
py_value py_iter_self(struct py_isolate *iso, py_value it); // the slot of iterators: it
py_value py_next(struct py_isolate *iso, py_value it);      // NULL without exception at the end
py_value py_repr(struct py_isolate *iso, py_value v);       // str
py_value py_str_of(struct py_isolate *iso, py_value v);     // str(v)
py_value py_ascii(struct py_isolate *iso, py_value v);
// format(v, spec); a spec of NULL is "".
py_value py_format(struct py_isolate *iso, py_value v, py_value spec);
// Repr of containers: guards cycles. 1: v is being printed already, 0: entered, -1 error.
int py_repr_enter(struct py_isolate *iso, py_value v);
void py_repr_leave(struct py_isolate *iso, py_value v);
bool py_callable(struct py_isolate *iso, py_value v);

// Calls. Raw layout: positional values, then keyword values named by the tuple kw (NULL: none).
py_value py_call(struct py_isolate *iso, py_value f, py_value *a, int n);
py_value py_call_kw(struct py_isolate *iso, py_value f, py_value *a, int n, py_value kw);
// f(*args, **kwargs) of a tuple and a dict or NULL.
py_value py_call_ex(struct py_isolate *iso, py_value f, py_value args, py_value kwargs);
static inline py_value py_call0(struct py_isolate *iso, py_value f)
{
    return py_call(iso, f, NULL, 0);
}
static inline py_value py_call1(struct py_isolate *iso, py_value f, py_value a)
{
    return py_call(iso, f, &a, 1);
}
py_value py_call2(struct py_isolate *iso, py_value f, py_value a, py_value b);
// o.name(...) looked up on the type first (no bound object made). `name` interned.
py_value py_call_method(struct py_isolate *iso, py_value o, py_value name, py_value *a, int n);
// type(o).name(o, ...): special methods. NULL without exception and *found false when absent.
py_value py_call_special(struct py_isolate *iso, py_value o, py_value name, py_value *a, int n,
                         bool *found);

// Numbers out of values; *out is untouched on failure. By __index__, with OverflowError "Python int
// too large to convert to C ssize_t":
bool py_as_int64(struct py_isolate *iso, py_value v, int64_t *out);
bool py_as_c_int(struct py_isolate *iso, py_value v, int64_t *out); // the same of 32 bits: "C int"
// The same in the words of format "i" of CPython's argument parser: "signed integer is ...".
bool py_as_parsed_int(struct py_isolate *iso, py_value v, int64_t *out);
// By __index__, with IndexError when it is too large; and clamped to +-INT64_MAX.
bool py_as_subscript(struct py_isolate *iso, py_value key, int64_t *out);
bool py_as_index(struct py_isolate *iso, py_value v, int64_t *out);
// Of a float or int, or by __float__ or __index__.
bool py_as_double(struct py_isolate *iso, py_value v, double *out);
// The int that __index__ gives; TypeError "'X' object cannot be interpreted as an integer".
py_value py_index(struct py_isolate *iso, py_value v);
// Resolves a slice for a sequence of n items, as slice.indices: start, stop, step and item count.
// It runs __index__ methods, which may change the sequence: of a mutable one, take py_slice_plain
// before its length.
bool py_slice_indices(struct py_isolate *iso, py_value slice, int64_t n, int64_t *start,
                      int64_t *stop, int64_t *step, int64_t *count);
// The slice with its members made plain ints, so that py_slice_indices runs no Python code.
py_value py_slice_plain(struct py_isolate *iso, py_value slice);

// --- making values ------------------------------------------------------------------------------
// py_new of a class with instances of `size` bytes, or of one derived from it, whose are larger.
static inline void *py_new_of(struct py_isolate *iso, struct py_type *cls, size_t size)
{
    return py_new(iso, cls, cls->size > size ? cls->size : size);
}
py_value py_int_new(struct py_isolate *iso, int64_t i);
py_value py_int_from_u64(struct py_isolate *iso, uint64_t u);
// Truncated; inf and nan raise as in int().
py_value py_int_from_double(struct py_isolate *iso, double d);
// ValueError when the text is no numeral of that base.
py_value py_int_parse(struct py_isolate *iso, const char *digits, size_t len, int base);
py_value py_float_box(struct py_isolate *iso, double d);
static inline py_value py_float_new(struct py_isolate *iso, double d)
{
    py_value v = py_flonum_try(d);
    return v ? v : py_float_box(iso, d);
}
static inline bool py_is_float(py_value v)
{
    return py_is_flonum(v) || py_is_kind(v, PY_K_FLOAT);
}
// The value must satisfy py_is_float.
static inline double py_float(py_value v)
{
    return py_is_flonum(v) ? py_flonum(v) : ((struct py_float *)v)->v;
}
static inline bool py_is_bigint(py_value v)
{
    return py_is_kind(v, PY_K_BIGINT);
}
// int, bool, or an instance of a subclass of int.
static inline bool py_is_anyint(py_value v)
{
    return py_is_int(v) || py_is_bool(v) || py_is_bigint(v) || py_is_kind(v, PY_K_INTPROXY);
}
bool py_is_numeric(py_value v);    // int, float, complex or of a subclass
py_value py_int_plain(py_value v); // of py_is_anyint: the plain int (small or bigint)
py_value py_complex_new(struct py_isolate *iso, double re, double im);

py_value py_tuple_new(struct py_isolate *iso, uint64_t n); // items NULL: fill all before it is seen
py_value py_tuple_from(struct py_isolate *iso, const py_value *v, uint64_t n);
py_value py_tuple_pack(struct py_isolate *iso, int n, ...);  // NULL among them passes its error on
py_value py_list_new(struct py_isolate *iso, uint64_t room); // empty, with room reserved
py_value py_list_from(struct py_isolate *iso, const py_value *v, uint64_t n);
bool py_list_append(struct py_isolate *iso, py_value list, py_value v);
bool py_list_extend(struct py_isolate *iso, py_value list, py_value iterable);
py_value py_list_of(struct py_isolate *iso, py_value iterable);  // list(iterable), exact
py_value py_tuple_of(struct py_isolate *iso, py_value iterable); // tuple(iterable), exact
// Of list.sort(); a key of NULL or None is none.
bool py_list_sort(struct py_isolate *iso, py_value list, py_value key, bool reverse);
py_value py_slice_new(struct py_isolate *iso, py_value start, py_value stop, py_value step);
static inline struct py_tuple *py_tuple(py_value v)
{
    return (struct py_tuple *)v;
}
static inline struct py_list *py_list(py_value v)
{
    return (struct py_list *)v;
}
static inline struct py_dict *py_dict(py_value v)
{
    return (struct py_dict *)v;
}
static inline struct py_set *py_set(py_value v)
{
    return (struct py_set *)v;
}
static inline struct py_str *py_str(py_value v)
{
    return (struct py_str *)v;
}
static inline struct py_bytes *py_bytes(py_value v)
{
    return (struct py_bytes *)v;
}

py_value py_builtin_new(struct py_isolate *iso, const struct py_native_row *row, py_value self,
                        const char *module);
py_value py_module_new(struct py_isolate *iso, const char *name, const char *doc);
// For natives' own needs: whether the program may import it or not.
static inline py_value py_import(struct py_isolate *iso, const char *name)
{
    return iso->up->import(iso, name);
}
// The type that module `module` made of `def` and holds as `name`; a program may have put something
// else there, which is a TypeError.
struct py_type *py_module_type(struct py_isolate *iso, const char *module, const char *name,
                               const struct py_typedef *def);
py_value py_cell_new(struct py_isolate *iso, py_value v);
py_value py_method_new(struct py_isolate *iso, py_value func, py_value self);
py_value py_generic_alias_new(struct py_isolate *iso, py_value origin, py_value args); // list[int]
// The function of a row for __class_getitem__ (PY_CLASS_ROW, "item, /").
PY_NATIVE(py_class_getitem);

// An interned name of names.def, e.g. py_name(iso, PY_N_append).
static inline py_value py_name(struct py_isolate *iso, enum py_name_id id)
{
    return iso->names[id];
}

// --- modules ------------------------------------------------------------------------------------

// A module is one const struct py_moddef beside its functions and a row in mod/modules.def. It may
// also have a Python part of the same name in lib/, executed in the module's namespace after init.
struct py_moddef {
    const char *name;
    const struct py_native_row *functions;
    bool (*init)(struct py_isolate *iso, struct py_module *m); // constants, types; may be NULL
    const char *doc;
    void (*trace)(struct py_isolate *iso,
                  struct py_module *m); // marks what m->state refers to; may be NULL
    uint16_t names;                     // how many it will have; 0: its functions and a few more
};
// Is it one of the program's own whose code has not run to its end?
bool py_module_is_loading(struct py_isolate *iso, py_value module);
// Sets an attribute; v NULL passes its error on.
bool py_module_set(struct py_isolate *iso, struct py_module *m, const char *name, py_value v);

static inline int py_truth(struct py_isolate *iso, py_value v)
{
    if (v == PY_TRUE) return 1;
    if (v == PY_FALSE || v == PY_NONE || v == py_small_new(0)) return 0;
    if (py_is_int(v)) return 1;
    return py_truth_slow(iso, v);
}

#include "obj/slot.h"
#include "obj/str.h"
#include "obj/dict.h"

#endif
