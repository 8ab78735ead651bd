// The table of special methods and what it serves: showing native slots as Python methods
// (`int.__add__`), and computing the slots of classes from the special methods found along their
// MRO. A class that finds the wrapper of a base's slot inherits the slot itself.
#include "typeobj.h"

// --- wrappers: native slot called from Python ---------------------------------------------------

#define WRAP(name)                                                                                 \
    static py_value name(PY_UNUSED struct py_isolate *iso, PY_UNUSED const struct py_slotdef *d,   \
                         PY_UNUSED struct py_type *owner, PY_UNUSED py_value *a, PY_UNUSED int n,  \
                         PY_UNUSED py_value kw)

WRAP(w_simple)
{
    py_value (*slot)(struct py_isolate *, py_value);
    slot = (py_value(*)(struct py_isolate *, py_value))py_slot_get(&owner->s, d->slot);
    return py_stack_left(iso) ? slot(iso, a[0]) : NULL;
}
WRAP(w_next)
{
    py_value v = py_slot_next(iso, &owner->s, a[0]);
    return v || iso->exc ? v : py_raise_stop(iso, PY_NONE);
}
WRAP(w_hash)
{
    uint64_t h;
    return py_slot_hash(iso, &owner->s, a[0], &h) ? py_int_new(iso, (int64_t)h) : NULL;
}
WRAP(w_bool)
{
    int r = py_slot_truth(iso, &owner->s, a[0]);
    return r < 0 ? NULL : py_bool(r);
}
WRAP(w_len)
{
    int64_t r = py_slot_length(iso, &owner->s, a[0]);
    return r < 0 ? NULL : py_int_new(iso, r);
}
WRAP(w_getitem)
{
    return py_slot_getitem(iso, &owner->s, a[0], a[1]);
}
WRAP(w_setitem)
{
    return py_slot_setitem(iso, &owner->s, a[0], a[1], a[2]) ? PY_NONE : NULL;
}
WRAP(w_delitem)
{
    return py_slot_setitem(iso, &owner->s, a[0], a[1], NULL) ? PY_NONE : NULL;
}
WRAP(w_contains)
{
    int r = py_slot_contains(iso, &owner->s, a[0], a[1]);
    return r < 0 ? NULL : py_bool(r);
}
static py_value attr_name(struct py_isolate *iso, py_value name)
{
    if (!py_is_str(name))
        return py_raise_type_error(iso, "attribute name must be string, not '%T'", name);
    return py_str_intern_value(iso, name);
}
WRAP(w_getattr)
{
    py_value name = attr_name(iso, a[1]);
    return name ? py_slot_getattr(iso, &owner->s, a[0], name) : NULL;
}
// object.__setattr__ must not get around what a metaclass or builtin type forbids.
static bool set_attr(struct py_isolate *iso, const struct py_slotdef *d, struct py_type *owner,
                     py_value *a, py_value v)
{
    py_value name = attr_name(iso, a[1]);
    if (!name) return false;
    if (owner == py_t(iso, PY_T_OBJECT) && py_is_type(a[0])) {
        py_raise_type_error(iso, "can't apply this %U to %T object", py_name(iso, d->name), a[0]);
        return false;
    }
    return py_slot_setattr(iso, &owner->s, a[0], name, v);
}
WRAP(w_setattr)
{
    return set_attr(iso, d, owner, a, a[2]) ? PY_NONE : NULL;
}
WRAP(w_delattr)
{
    return set_attr(iso, d, owner, a, NULL) ? PY_NONE : NULL;
}
// Called by name, + and * of sequences raise where the operator would ask the other operand.
static py_value call_binary(struct py_isolate *iso, const struct py_slotdef *d,
                            const struct py_type *owner, py_value *a)
{
    enum py_kind k = owner->def->kind;
    bool sequence = owner->def->concat, reflected = d->op & PY_BIN_REFLECTED;
    enum py_binop op = d->op & ~PY_BIN_REFLECTED;
    if (sequence && op == PY_BIN_MUL && !py_is_anyint(a[1]) && !py_index(iso, a[1])) return NULL;
    py_value r = py_slot_binary(iso, &owner->s, op, a[reflected], a[!reflected]);
    if (r != PY_NOTIMPL || !sequence || op != PY_BIN_ADD) return r;
    if (k == PY_K_BYTES || k == PY_K_BYTEARRAY)
        return py_raise_type_error(iso, "can't concat %T to %T", a[1], a[0]);
    return py_raise_type_error(iso, "can only concatenate %N (not \"%T\") to %N", owner, a[1],
                               owner);
}

WRAP(w_binary)
{
    return call_binary(iso, d, owner, a);
}
WRAP(w_rbinary)
{
    return call_binary(iso, d, owner, a);
}
// x ** y by the method of owner, with a modulus when there is one.
static py_value power(struct py_isolate *iso, const struct py_type *owner, py_value x, py_value y,
                      py_value mod)
{
    if (!mod || mod == PY_NONE) return py_slot_binary(iso, &owner->s, PY_BIN_POW, x, y);
    if (owner->def->kind == PY_K_FLOAT)
        return py_raise_type_error(
            iso, "pow() 3rd argument not allowed unless all arguments are integers");
    bool complex = owner->def->kind == PY_K_COMPLEX;
    if (complex && py_is_numeric(x) && py_is_numeric(y))
        return py_raise_value_error(iso, "complex modulo");
    if (complex || !py_is_anyint(x) || !py_is_anyint(y) || !py_is_anyint(mod)) return PY_NOTIMPL;
    return py_power(iso, py_int_plain(x), py_int_plain(y), py_int_plain(mod));
}

WRAP(w_pow)
{
    return power(iso, owner, a[0], a[1], n > 2 ? a[2] : NULL);
}
WRAP(w_rpow)
{
    return power(iso, owner, a[1], a[0], n > 2 ? a[2] : NULL);
}
WRAP(w_inplace)
{
    bool repeat = d->op == PY_BIN_MUL && owner->s.getitem;
    if (repeat && !py_is_anyint(a[1]) && !py_index(iso, a[1])) return NULL;
    return py_slot_inplace(iso, &owner->s, d->op, a[0], a[1]);
}
WRAP(w_unary)
{
    return py_slot_unary(iso, &owner->s, d->op, a[0]);
}
WRAP(w_compare)
{
    return py_slot_compare(iso, &owner->s, a[0], a[1], d->op);
}
WRAP(w_init)
{
    return py_slot_init(iso, &owner->s, a[0], a + 1, n - 1, kw) ? PY_NONE : NULL;
}
WRAP(w_call)
{
    return py_slot_call(iso, &owner->s, a[0], a + 1, n - 1, kw);
}
WRAP(w_get)
{
    py_value obj = a[1] == PY_NONE ? NULL : a[1], type = n > 2 && a[2] != PY_NONE ? a[2] : NULL;
    if (!obj && !type) return py_raise_type_error(iso, "__get__(None, None) is invalid");
    if (type && !py_is_type(type)) type = NULL;
    return py_slot_descr_get(iso, &owner->s, a[0], obj,
                             type  ? (struct py_type *)type
                             : obj ? py_type_of(iso, obj)
                                   : NULL);
}
WRAP(w_set)
{
    return py_slot_descr_set(iso, &owner->s, a[0], a[1], a[2]) ? PY_NONE : NULL;
}
WRAP(w_delete)
{
    return py_slot_descr_set(iso, &owner->s, a[0], a[1], NULL) ? PY_NONE : NULL;
}

// --- the table ----------------------------------------------------------------------------------

#define S(name, slot, op, min, max, wrap, doc)                                                     \
    {                                                                                              \
        PY_N_##name, PY_S_##slot, op, min, max, wrap, doc                                          \
    }
#define CMP(name, op, sign) S(name, COMPARE, op, 1, 1, w_compare, "self " sign " value")
#define BIN(name, op, sign)                                                                        \
    S(__##name##__, BINARY, op, 1, 1, w_binary, "self " sign " value"),                            \
        S(__r##name##__, BINARY, (op) | PY_BIN_REFLECTED, 1, 1, w_rbinary, "value " sign " self")
#define INP(name, op, sign) S(__i##name##__, INPLACE, op, 1, 1, w_inplace, "self " sign " value")

// clang-format off
// Ended by slot PY_S_COUNT.
static const struct py_slotdef slotdefs[] = {
    S(__repr__, REPR, 0, 0, 0, w_simple, "repr(self)"),
    S(__str__, STR, 0, 0, 0, w_simple, "str(self)"),
    S(__hash__, HASH, 0, 0, 0, w_hash, "hash(self)"),
    S(__call__, CALL, 0, 0, -1, w_call, "self(*args, **kwargs)"),
    S(__getattribute__, GETATTR, 0, 1, 1, w_getattr, "getattr(self, name)"),
    S(__getattr__, GETATTR, 1, 1, 1, NULL, NULL),
    S(__setattr__, SETATTR, 0, 2, 2, w_setattr, "setattr(self, name, value)"),
    S(__delattr__, SETATTR, 1, 1, 1, w_delattr, "delattr(self, name)"),
    CMP(__lt__, PY_CMP_LT, "<"), CMP(__le__, PY_CMP_LE, "<="), CMP(__eq__, PY_CMP_EQ, "=="),
    CMP(__ne__, PY_CMP_NE, "!="), CMP(__gt__, PY_CMP_GT, ">"), CMP(__ge__, PY_CMP_GE, ">="),
    S(__iter__, ITER, 0, 0, 0, w_simple, "iter(self)"),
    S(__next__, NEXT, 0, 0, 0, w_next, "next(self)"),
    S(__get__, DESCR_GET, 0, 1, 2, w_get, "What reading the attribute of that instance gives; None for an instance means "
"on the class."),
    S(__set__, DESCR_SET, 0, 2, 2, w_set, "Assigns to the attribute of that instance."),
    S(__delete__, DESCR_SET, 1, 1, 1, w_delete, "Deletes the attribute of that instance."),
    S(__init__, INIT, 0, 0, -1, w_init, "Prepares a new instance; help(type(self)) shows what arguments it takes."),
    S(__bool__, TRUTH, 0, 0, 0, w_bool, "bool(self)"),
    S(__len__, LENGTH, 0, 0, 0, w_len, "len(self)"),
    S(__getitem__, GETITEM, 0, 1, 1, w_getitem, "self[key]"),
    S(__setitem__, SETITEM, 0, 2, 2, w_setitem, "self[key] = value"),
    S(__delitem__, SETITEM, 1, 1, 1, w_delitem, "del self[key]"),
    S(__contains__, CONTAINS, 0, 1, 1, w_contains, "key in self"),
    BIN(add, PY_BIN_ADD, "+"), BIN(sub, PY_BIN_SUB, "-"), BIN(mul, PY_BIN_MUL, "*"), BIN(truediv, PY_BIN_DIV, "/"),
    BIN(floordiv, PY_BIN_FLOORDIV, "//"), BIN(mod, PY_BIN_MOD, "%"), BIN(lshift, PY_BIN_LSHIFT, "<<"),
    BIN(rshift, PY_BIN_RSHIFT, ">>"), BIN(and, PY_BIN_AND, "&"), BIN(or, PY_BIN_OR, "|"), BIN(xor, PY_BIN_XOR, "^"),
    BIN(matmul, PY_BIN_MATMUL, "@"),
    S(__divmod__, BINARY, PY_BIN_DIVMOD, 1, 1, w_binary, "divmod(self, value)"),
    S(__rdivmod__, BINARY, PY_BIN_DIVMOD | PY_BIN_REFLECTED, 1, 1, w_rbinary, "divmod(value, self)"),
    S(__pow__, BINARY, PY_BIN_POW, 1, 2, w_pow, "pow(self, value, mod)"),
    S(__rpow__, BINARY, PY_BIN_POW | PY_BIN_REFLECTED, 1, 2, w_rpow, "pow(value, self, mod)"),
    INP(add, PY_BIN_ADD, "+="), INP(sub, PY_BIN_SUB, "-="), INP(mul, PY_BIN_MUL, "*="), INP(truediv, PY_BIN_DIV, "/="),
    INP(floordiv, PY_BIN_FLOORDIV, "//="), INP(mod, PY_BIN_MOD, "%="), INP(pow, PY_BIN_POW, "**="),
    INP(lshift, PY_BIN_LSHIFT, "<<="), INP(rshift, PY_BIN_RSHIFT, ">>="), INP(and, PY_BIN_AND, "&="),
    INP(or, PY_BIN_OR, "|="), INP(xor, PY_BIN_XOR, "^="), INP(matmul, PY_BIN_MATMUL, "@="),
    S(__neg__, UNARY, PY_UN_NEG, 0, 0, w_unary, "-self"), S(__pos__, UNARY, PY_UN_POS, 0, 0, w_unary, "+self"),
    S(__invert__, UNARY, PY_UN_INVERT, 0, 0, w_unary, "~self"), S(__abs__, UNARY, PY_UN_ABS, 0, 0, w_unary, "abs(self)"),
    S(__index__, INDEX, 0, 0, 0, w_simple, "The int that self stands for where an index is wanted."),
    S(__await__, AWAIT, 0, 0, 0, w_simple, "What `await` runs."),
    S(__aiter__, AITER, 0, 0, 0, w_simple, "What `async for` asks for the items."),
    S(__anext__, ANEXT, 0, 0, 0, w_simple, "Await it for the next item; StopAsyncIteration at the end."),
    S(__new__, MAKE, 0, 0, -1, NULL, NULL),
    {0, PY_S_COUNT, 0, 0, 0, NULL, NULL},
};
// clang-format on

// Which operators the binary, inplace and unary slots of the builtin types have. Sequences not
// listed have those of a list, other types all of them.
#define B(op) (1u << PY_BIN_##op)
enum {
    ARITH = B(ADD) | B(SUB) | B(MUL) | B(DIV) | B(POW),
    SETS = B(SUB) | B(AND) | B(OR) | B(XOR),
    REAL = ARITH | B(FLOORDIV) | B(MOD) | B(DIVMOD),
    SEQ = B(ADD) | B(MUL),
    TEXT = SEQ | B(MOD),
    INTS = REAL | B(LSHIFT) | B(RSHIFT) | B(AND) | B(OR) | B(XOR),
    SIGNS = 1 << PY_UN_NEG | 1 << PY_UN_POS | 1 << PY_UN_ABS
};
// clang-format off
static const struct { uint16_t type; uint16_t fwd, refl, inplace, unary; } operators[] = {
    {PY_T_INT, INTS, INTS, 0, SIGNS | 1 << PY_UN_INVERT},
    {PY_T_BOOL, B(AND) | B(OR) | B(XOR), B(AND) | B(OR) | B(XOR), 0, 1 << PY_UN_INVERT},
    {PY_T_FLOAT, REAL, REAL, 0, SIGNS}, {PY_T_COMPLEX, ARITH, ARITH, 0, SIGNS},
    {PY_T_STR, TEXT, B(MUL) | B(MOD), 0, 0}, {PY_T_BYTES, TEXT, B(MUL) | B(MOD), 0, 0},
    {PY_T_BYTEARRAY, TEXT, B(MUL) | B(MOD), SEQ, 0}, {PY_T_TUPLE, SEQ, B(MUL), 0, 0},
    {PY_T_LIST, SEQ, B(MUL), SEQ, 0}, {PY_T_DICT, B(OR), B(OR), B(OR), 0},
    {PY_T_MAPPINGPROXY, B(OR), B(OR), B(OR), 0}, {PY_T_DICT_KEYS, SETS, SETS, 0, 0},
    {PY_T_DICT_ITEMS, SETS, SETS, 0, 0}, {PY_T_SET, SETS, SETS, SETS, 0}, {PY_T_FROZENSET, SETS, SETS, 0, 0},
    {PY_T_TYPE, B(OR), B(OR), 0, 0}, {PY_T_GENERIC_ALIAS, B(OR), B(OR), 0, 0}, {PY_T_UNION, B(OR), B(OR), 0, 0},
};
// clang-format on

static bool has_operator(const struct py_type *t, const struct py_slotdef *d)
{
    unsigned index = t->def->concat && t->index >= PY_T_COUNT ? PY_T_LIST : t->index;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (operators[i].type != index) continue;
        unsigned mask = d->slot == PY_S_INPLACE    ? operators[i].inplace
                        : d->slot == PY_S_UNARY    ? operators[i].unary
                        : d->op & PY_BIN_REFLECTED ? operators[i].refl
                                                   : operators[i].fwd;
        return mask >> (d->op & ~PY_BIN_REFLECTED) & 1;
    }
    return true;
}

// CPython's builtin types name the generic lookup themselves, but for a few, exceptions also the
// generic change.
static bool names_generic(struct py_isolate *iso, const struct py_type *t,
                          const struct py_slotdef *d)
{
    if (d->slot == PY_S_SETATTR) return t->index == PY_T_BaseException;
    return d->name == PY_N___getattribute__ && t->index < PY_T_COUNT &&
           t->base == py_t(iso, PY_T_OBJECT) && t->index != PY_T_CLASSMETHOD &&
           t->index != PY_T_STATICMETHOD && t->index != PY_T_NONE;
}

// int() and float() of numbers have no slot here: they are called by name.
WRAP(w_int)
{
    bool whole = owner == py_t(iso, PY_T_INT);
    return whole ? py_int_plain(a[0]) : py_int_from_double(iso, py_float(a[0]));
}
WRAP(w_float)
{
    double value;
    if (owner == py_t(iso, PY_T_FLOAT)) return py_float_new(iso, py_float(a[0]));
    return py_as_double(iso, py_int_plain(a[0]), &value) ? py_float_new(iso, value) : NULL;
}
static const struct py_slotdef conversions[] = {
    S(__int__, COUNT, 0, 0, 0, w_int, "int(self)"),
    S(__float__, COUNT, 0, 0, 0, w_float, "float(self)")};

static bool expose(struct py_isolate *iso, struct py_type *t, const struct py_slotdef *d)
{
    struct py_wrapper *w = py_new(iso, py_t(iso, PY_T_WRAPPER_DESCRIPTOR), sizeof *w);
    if (!w) return false;
    w->def = d;
    w->owner = t;
    return py_dict_set(iso, t->dict, py_name(iso, d->name), (py_value)w);
}

bool py_slots_expose(struct py_isolate *iso, struct py_type *t)
{
    if (t->index == PY_T_INT || t->index == PY_T_FLOAT)
        for (size_t i = 0; i < sizeof conversions / sizeof *conversions; i++)
            if (!expose(iso, t, &conversions[i])) return false;
    for (const struct py_slotdef *d = slotdefs; d->slot != PY_S_COUNT; d++) {
        if (!d->wrap || (!names_generic(iso, t, d) && !py_slot_get(&t->def->slots, d->slot)))
            continue;
        if (d->slot == PY_S_TRUTH && t->def->slots.length && t->index != PY_T_RANGE)
            continue; // a shortcut for len() != 0, but for ranges too long for len()
        if (d->slot >= PY_S_BINARY && d->slot <= PY_S_UNARY && !has_operator(t, d)) continue;
        if (!expose(iso, t, d)) return false;
    }
    if (t->def->slots.compare && !t->def->slots.hash &&
        !py_dict_set(iso, t->dict, py_name(iso, PY_N___hash__), PY_NONE))
        return false;
    if (!t->def->slots.make) return true;
    py_value b = py_builtin_new(iso, &py_new_row, (py_value)t, NULL);
    return b && py_dict_set(iso, t->dict, py_name(iso, PY_N___new__), b);
}

// --- slots of classes ---------------------------------------------------------------------------

// What was found for one slot so far.
struct found {
    py_slot_fn native;
    bool python, conflict;
};

// Slots and flags of a class as its MRO gives them.
struct settled {
    struct py_slots s;
    uint32_t flags;
};
enum {
    GETATTR_FLAGS = PY_TF_GETATTR | PY_TF_GETATTRIBUTE,
    SLOT_FLAGS = GETATTR_FLAGS | PY_TF_SETATTR
};

// The native slot behind what was found under the name of a special method, if it may work on
// instances of t: a class can hold the method of any other.
static py_slot_fn native_slot(struct py_isolate *iso, const struct py_type *t,
                              const struct py_slotdef *d, py_value v)
{
    if (!py_is_ptr(v)) return NULL;
    const struct py_wrapper *w = (const struct py_wrapper *)v;
    if (py_obj_type(py_ptr(v)) == py_t(iso, PY_T_WRAPPER_DESCRIPTOR))
        return w->def == d && py_type_fits(t, w->owner) ? py_slot_get(&w->owner->s, d->slot) : NULL;
    const struct py_builtin *b = (const struct py_builtin *)v;
    if (d->slot != PY_S_MAKE || !py_is_kind(v, PY_K_BUILTIN) || b->row != &py_new_row) return NULL;
    const struct py_type *owner = (const struct py_type *)b->self;
    return py_layout_make(t, py_type_fits(t, owner) ? owner : NULL);
}

static void look(struct py_isolate *iso, struct py_type *t, const struct py_slotdef *d,
                 struct found *f, uint32_t *flags)
{
    py_value v = py_type_lookup(iso, t, py_name(iso, d->name));
    if (!v || (v == PY_NONE && d->slot == PY_S_HASH)) return; // unhashable
    py_slot_fn native = native_slot(iso, t, d, v);
    // As in CPython a class that once had a __new__ of its own goes on calling by name.
    bool kept = d->slot == PY_S_MAKE && t->s.make == py_slot_generic.make;
    if (!native || kept) f->python = true;
    else if (f->native && f->native != native) f->conflict = true;
    else f->native = native;
    if (d->slot == PY_S_GETATTR && !native) *flags |= d->op ? PY_TF_GETATTR : PY_TF_GETATTRIBUTE;
    if (d->slot == PY_S_SETATTR && native != (py_slot_fn)py_generic_setattr)
        *flags |= PY_TF_SETATTR;
}

// Of these every class has one, also a class whose own mro() leaves out object.
static const uint32_t always = 1u << PY_S_GETATTR | 1u << PY_S_SETATTR | 1u << PY_S_REPR |
                               1u << PY_S_COMPARE;

static void settle(struct py_isolate *iso, struct py_slots *s, int slot, const struct found *f)
{
    py_slot_fn fn = f->python || f->conflict ? py_slot_get(&py_slot_generic, slot) : f->native;
    if (!fn && always >> slot & 1) fn = py_slot_get(&py_t(iso, PY_T_OBJECT)->s, slot);
    py_slot_set(s, slot, fn);
}

static struct settled settled(struct py_isolate *iso, struct py_type *t, uint32_t slots)
{
    struct found found[PY_S_COUNT] = {0};
    struct settled r = {t->s, t->flags};
    if (slots >> PY_S_GETATTR & 1) r.flags &= ~(uint32_t)GETATTR_FLAGS;
    if (slots >> PY_S_SETATTR & 1) r.flags &= ~(uint32_t)PY_TF_SETATTR;
    for (const struct py_slotdef *d = slotdefs; d->slot != PY_S_COUNT; d++)
        if (slots >> d->slot & 1) look(iso, t, d, &found[d->slot], &r.flags);
    for (int i = 0; i < PY_S_COUNT; i++)
        if (slots >> i & 1) settle(iso, &r.s, i, &found[i]);
    return r;
}

static void compute(struct py_isolate *iso, struct py_type *t, uint32_t slots)
{
    struct settled r = settled(iso, t, slots);
    t->s = r.s;
    t->flags = r.flags;
}

// Slots that a special method of this name may fill, as bits.
static uint32_t slots_of(struct py_isolate *iso, py_value name)
{
    for (const struct py_slotdef *d = slotdefs; d->slot != PY_S_COUNT; d++)
        if (py_name(iso, d->name) == name) // an own length ends what a base knows of its truth
            return 1u << d->slot | (d->slot == PY_S_LENGTH ? 1u << PY_S_TRUTH : 0);
    return 0;
}

static bool dunder(py_value name)
{
    const struct py_str *s = py_str(name);
    return s->len > 4 && s->ascii && ((const char *)s->data)[0] == '_' &&
           ((const char *)s->data)[1] == '_';
}

bool py_slots_is_special(struct py_isolate *iso, py_value name)
{
    return dunder(name) && slots_of(iso, name);
}

// Slots that the special methods in a class's own namespace may fill.
static uint32_t own_slots(struct py_isolate *iso, const struct py_type *t)
{
    uint32_t own = 0;
    uint64_t pos = 0;
    py_value k;
    while (py_dict_next(iso, t->dict, &pos, &k, NULL))
        if (py_is_str(k) && dunder(k)) own |= slots_of(iso, k);
    return own;
}

static const uint32_t all_slots = (1u << PY_S_COUNT) - 1;

// Slots in which the class may differ from its base: what the classes that are new in its MRO
// define. All of them if the base's order is not kept, or a native class is new.
static uint32_t changed_slots(struct py_isolate *iso, const struct py_type *t)
{
    const struct py_tuple *mro = py_tuple(t->mro), *known = py_tuple(t->base->mro);
    uint32_t slots = 0;
    uint64_t seen = 0;
    for (uint64_t i = 0; i < mro->n; i++) {
        const struct py_type *c = (const struct py_type *)mro->v[i];
        if (seen < known->n && mro->v[i] == known->v[seen]) seen++;
        else if (c->flags & PY_TF_HEAP) slots |= own_slots(iso, c);
        else return all_slots;
    }
    return seen == known->n ? slots : all_slots;
}

void py_slots_compute(struct py_isolate *iso, struct py_type *t)
{
    uint32_t slots = changed_slots(iso, t);
    t->s = t->base->s;
    t->flags |= t->base->flags & SLOT_FLAGS;
    if (slots) compute(iso, t, slots);
}

void py_slots_update(struct py_isolate *iso, struct py_type *t, py_value name)
{
    if (!(t->flags & PY_TF_HEAP)) return;
    uint32_t slots = name ? slots_of(iso, name) : all_slots;
    if (slots) compute(iso, t, slots);
}

// Are the special methods behind a slot those of the native type t derives from?
static bool unchanged(struct py_isolate *iso, struct py_type *t, struct py_type *native, int slot)
{
    for (const struct py_slotdef *d = slotdefs; d->slot != PY_S_COUNT; d++) {
        py_value name = py_name(iso, d->name);
        if (d->slot == slot && py_type_lookup(iso, t, name) != py_type_lookup(iso, native, name))
            return false;
    }
    return true;
}

bool py_slots_agree(struct py_isolate *iso, struct py_type *t)
{
    struct settled r = settled(iso, t, all_slots);
    struct py_type *native = t;
    while (native->flags & PY_TF_HEAP) native = native->base;
    for (int i = 0; i < PY_S_COUNT; i++) {
        py_slot_fn have = py_slot_get(&t->s, i);
        if (have == py_slot_get(&r.s, i)) continue;
        // Inherited as it is, also where no wrapper of the slot stands under its name.
        if (have != py_slot_get(&native->s, i) || !unchanged(iso, t, native, i)) return false;
    }
    return r.flags == t->flags;
}

// --- __new__ ------------------------------------------------------------------------------------

// The builtin `__new__` of type a[0] called on class a[1].
static PY_NATIVE_RAW(call_new)
{
    struct py_type *owner = (struct py_type *)a[0];
    if (n < 2) return py_raise_type_error(iso, "%N.__new__(): not enough arguments", owner);
    if (!py_is_type(a[1]))
        return py_raise_type_error(iso, "%N.__new__(X): X is not a type object (%T)", owner, a[1]);
    struct py_type *cls = (struct py_type *)a[1];
    if (!py_type_issub(cls, owner))
        return py_raise_type_error(iso, "%N.__new__(%N): %N is not a subtype of %N", owner, cls,
                                   cls, owner);
    const struct py_type *other = py_layout_unsafe_make(cls, owner), *two = py_t(iso, PY_T_BOOL);
    if (cls == two && owner != two) other = two; // there are no more of them than there are
    if (other)
        return py_raise_type_error(iso, "%N.__new__(%N) is not safe, use %N.__new__()", owner, cls,
                                   other);
    return py_slot_make(iso, &owner->s, cls, a + 2, n - 2, kw);
}

const struct py_native_row py_new_row = PY_ROW(
    "__new__", call_new, "*args, **kwargs",
    "Makes an instance; help(type) shows what arguments it takes.");
