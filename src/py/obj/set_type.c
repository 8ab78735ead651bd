// The set and frozenset types: constructors, operators, methods, the iterator.
#include "args.h"
#include "iter_int.h"
#include "set_int.h"
#include "typeobj.h"

static inline bool is_frozen(const struct py_set *s)
{
    return py_obj_flags(&s->h) & PY_F_USER0;
}

// --- making -------------------------------------------------------------------------------------

static py_value set_make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    return (py_value)py_set_make(iso, cls);
}

static bool count_args(struct py_isolate *iso, const struct py_type *cls, int n)
{
    if (n > 1) py_raise_type_error(iso, "%N expected at most 1 argument, got %d", cls, n);
    return n <= 1;
}

static bool set_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    if (!py_args_no_kw(iso, "set", kw) || !count_args(iso, py_type_of(iso, self), n)) return false;
    if (py_set(self)->n) py_set_clear(iso, py_set(self));
    return n == 0 || py_set_update(iso, py_set(self), a[0]);
}

static py_value frozenset_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                               py_value kw)
{
    struct py_type *base = py_t(iso, PY_T_FROZENSET);
    if (!py_args_no_kw_plain(iso, cls, "frozenset", kw) || !count_args(iso, cls, n)) return NULL;
    py_value src = n ? a[0] : NULL;
    if (cls == base) {
        if (src && py_type_of(iso, src) == base) return src;
        if (!src)
            return iso->empty_frozenset ? iso->empty_frozenset
                                        : (iso->empty_frozenset = py_set_new(iso, true));
    }
    return (py_value)py_set_from(iso, cls, src);
}

// --- slots --------------------------------------------------------------------------------------

static py_value set_repr(struct py_isolate *iso, py_value self)
{
    struct py_set *s = py_set(self);
    bool plain = py_type_of(iso, self) == py_t(iso, PY_T_SET);
    if (s->n == 0) return py_str_format(iso, "%T()", self);
    int seen = py_repr_enter(iso, self);
    if (seen) return seen < 0 ? NULL : py_str_format(iso, "%T(...)", self);
    py_value list = py_list_of(iso, self), out = NULL;
    struct py_sb b;
    py_sb_init(&b, iso);
    if (!plain) py_sb_format(&b, "%T(", self);
    for (uint64_t i = 0; list && i < py_list(list)->n; i++) {
        py_sb_z(&b, i ? ", " : "{");
        py_sb_repr(&b, py_list(list)->v[i]);
        if (b.failed || !py_tick(iso, 1)) list = NULL;
    }
    if (list) {
        py_sb_z(&b, plain ? "}" : "})");
        out = py_sb_finish(&b);
    }
    py_repr_leave(iso, self);
    return out;
}

static bool frozenset_hash(struct py_isolate *iso, py_value self, uint64_t *out)
{
    *out = py_set_frozen_hash(iso, py_set(self));
    return true;
}

static int set_equal(struct py_isolate *iso, struct py_set *a, struct py_set *b)
{
    if (a->n != b->n) return 0;
    if (is_frozen(a) && is_frozen(b) && a->hash && b->hash && a->hash != b->hash) return 0;
    return py_set_subset(iso, a, b);
}

static py_value set_compare(struct py_isolate *iso, py_value va, py_value vb, enum py_cmp op)
{
    if (!py_is_set(vb) || !py_is_set(va)) return PY_NOTIMPL;
    struct py_set *a = py_set(va), *b = py_set(vb);
    int yes;
    switch (op) {
    case PY_CMP_EQ:
    case PY_CMP_NE: yes = set_equal(iso, a, b); break;
    case PY_CMP_LE: yes = py_set_subset(iso, a, b); break;
    case PY_CMP_GE: yes = py_set_subset(iso, b, a); break;
    case PY_CMP_LT: yes = a->n < b->n ? py_set_subset(iso, a, b) : 0; break;
    default: yes = a->n > b->n ? py_set_subset(iso, b, a) : 0;
    }
    return yes < 0 ? NULL : py_bool(op == PY_CMP_NE ? !yes : yes);
}

static int64_t set_length(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return (int64_t)py_set(self)->n;
}

static int set_truth(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_set(self)->n != 0;
}

static int set_has(struct py_isolate *iso, py_value self, py_value v)
{
    return py_set_contains(iso, py_set(self), v);
}

// a | b, a & b, a - b, a ^ b; the result has a's kind. `other` may be any iterable for the methods.
static struct py_set *combine(struct py_isolate *iso, enum py_binop op, struct py_set *s,
                              py_value other)
{
    struct py_set *out;
    switch (op) {
    case PY_BIN_OR:
        out = py_set_copy(iso, s);
        return out && ((py_value)s == other || py_set_update(iso, out, other)) ? out : NULL;
    case PY_BIN_AND: return py_set_intersect(iso, s, other);
    case PY_BIN_SUB: return py_set_difference(iso, s, other);
    default:
        out = py_set_from(iso, py_set_base_type(iso, s), other);
        return out && py_set_toggle(iso, out, (py_value)s) ? out : NULL;
    }
}

static py_value set_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op != PY_BIN_OR && op != PY_BIN_AND && op != PY_BIN_SUB && op != PY_BIN_XOR)
        return PY_NOTIMPL;
    if (!py_is_set(a) || !py_is_set(b)) return PY_NOTIMPL;
    return (py_value)combine(iso, op, py_set(a), b);
}

static bool intersect_update(struct py_isolate *iso, struct py_set *s, py_value other)
{
    struct py_set *out = py_set_intersect(iso, s, other);
    if (out) py_set_swap(iso, s, out);
    return out != NULL;
}

static py_value set_inplace(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (!py_is_set(b)) return PY_NOTIMPL;
    struct py_set *s = py_set(a);
    bool ok;
    switch (op) {
    case PY_BIN_OR: ok = py_set_update(iso, s, b); break;
    case PY_BIN_AND: ok = intersect_update(iso, s, b); break;
    case PY_BIN_SUB: ok = py_set_subtract(iso, s, b); break;
    case PY_BIN_XOR: ok = py_set_toggle(iso, s, b); break;
    default: return PY_NOTIMPL;
    }
    return ok ? a : NULL;
}

// --- iterator -----------------------------------------------------------------------------------

struct setiter {
    struct py_obj h;
    struct py_set *s; // NULL: exhausted
    uint64_t pos, n, left;
};

static py_value set_iter(struct py_isolate *iso, py_value self)
{
    struct setiter *it = py_new_fast(iso, py_t(iso, PY_T_SET_ITERATOR), PY_K_NATIVE, sizeof *it);
    if (!it) return NULL;
    it->s = py_set(self);
    it->n = it->left = it->s->n;
    return (py_value)it;
}

static py_value setiter_next(struct py_isolate *iso, py_value self)
{
    struct setiter *it = (struct setiter *)self;
    py_value v;
    if (!it->s) return NULL;
    if (it->n != it->s->n) {
        it->n = UINT64_MAX; // the error stays
        return py_raise(iso, PY_T_RuntimeError, "Set changed size during iteration");
    }
    if (py_set_next(iso, it->s, &it->pos, &v, NULL)) {
        it->left--;
        return v;
    }
    it->s = NULL;
    return NULL;
}

static PY_NATIVE(setiter_hint)
{
    const struct setiter *it = (struct setiter *)a[0];
    return py_small_new(it->s && it->n == it->s->n ? (int64_t)it->left : 0);
}

static PY_NATIVE(setiter_reduce)
{
    struct setiter copy = *(struct setiter *)a[0];
    py_value list = py_list_new(iso, 0), v;
    if (!list) return NULL;
    while ((v = setiter_next(iso, (py_value)&copy)))
        if (!py_list_append(iso, list, v)) return NULL;
    return py_error(iso) ? NULL : py_iter_reduce(iso, list, NULL);
}

static void setiter_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct setiter *)o)->s);
}

static const struct py_native_row setiter_methods[] = {
    PY_ROW("__length_hint__", setiter_hint, "", "How many items are still to come."),
    PY_ROW("__reduce__", setiter_reduce, "", "What a copy is made from."),
    {0},
};

const struct py_typedef py_set_iterator_def = {
    .name = "set_iterator",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct setiter),
    .final = true,
    .methods = setiter_methods,
    .slots = {.iter = py_iter_self, .next = setiter_next},
    .trace = setiter_trace,
};

// --- methods ------------------------------------------------------------------------------------

static PY_NATIVE(m_copy)
{
    if (py_type_of(iso, a[0]) == py_t(iso, PY_T_FROZENSET)) return a[0];
    return (py_value)py_set_copy(iso, py_set(a[0]));
}

// union, difference: any number of iterables, one after the other.
static py_value fold(struct py_isolate *iso, const char *fn, enum py_binop op, py_value *a, int n,
                     py_value kw)
{
    if (!py_args_no_kw(iso, fn, kw)) return NULL;
    struct py_set *s = py_set(a[0]);
    if (n == 1) return (py_value)py_set_copy(iso, s);
    if (op == PY_BIN_OR) {
        s = py_set_copy(iso, s);
        for (int i = 1; s && i < n; i++)
            if (a[i] != a[0] && !py_set_update(iso, s, a[i])) return NULL;
        return (py_value)s;
    }
    s = combine(iso, op, s, a[1]);
    for (int i = 2; s && i < n; i++) {
        if (op == PY_BIN_AND) s = py_set_intersect(iso, s, a[i]);
        else if (!py_set_subtract(iso, s, a[i])) return NULL;
    }
    return (py_value)s;
}

static PY_NATIVE_RAW(m_union)
{
    return fold(iso, "union", PY_BIN_OR, a, n, kw);
}

static PY_NATIVE_RAW(m_intersection)
{
    return fold(iso, "intersection", PY_BIN_AND, a, n, kw);
}

static PY_NATIVE_RAW(m_difference)
{
    return fold(iso, "difference", PY_BIN_SUB, a, n, kw);
}

static PY_NATIVE(m_symmetric_difference)
{
    return (py_value)combine(iso, PY_BIN_XOR, py_set(a[0]), a[1]);
}

static PY_NATIVE_RAW(m_update)
{
    if (!py_args_no_kw(iso, "update", kw)) return NULL;
    for (int i = 1; i < n; i++)
        if (!py_set_update(iso, py_set(a[0]), a[i])) return NULL;
    return PY_NONE;
}

static PY_NATIVE_RAW(m_difference_update)
{
    if (!py_args_no_kw(iso, "difference_update", kw)) return NULL;
    for (int i = 1; i < n; i++)
        if (!py_set_subtract(iso, py_set(a[0]), a[i])) return NULL;
    return PY_NONE;
}

static PY_NATIVE_RAW(m_intersection_update)
{
    py_value out = fold(iso, "intersection_update", PY_BIN_AND, a, n, kw);
    if (!out) return NULL;
    py_set_swap(iso, py_set(a[0]), py_set(out));
    return PY_NONE;
}

static PY_NATIVE(m_symmetric_difference_update)
{
    return py_set_toggle(iso, py_set(a[0]), a[1]) ? PY_NONE : NULL;
}

static PY_NATIVE(m_add)
{
    return py_set_add(iso, py_set(a[0]), a[1]) ? PY_NONE : NULL;
}

static PY_NATIVE(m_discard)
{
    return py_set_discard(iso, py_set(a[0]), a[1]) < 0 ? NULL : PY_NONE;
}

static PY_NATIVE(m_remove)
{
    int done = py_set_discard(iso, py_set(a[0]), a[1]);
    return done > 0 ? PY_NONE : done < 0 ? NULL : py_raise_key_error(iso, a[1]);
}

static PY_NATIVE(m_pop)
{
    py_value v = py_set_take(iso, py_set(a[0]));
    if (v) return v;
    py_value msg = py_str_z(iso, "pop from an empty set");
    return msg ? py_raise_key_error(iso, msg) : NULL;
}

static PY_NATIVE(m_clear)
{
    py_set_clear(iso, py_set(a[0]));
    return PY_NONE;
}

static PY_NATIVE(m_isdisjoint)
{
    struct py_set *s = py_set(a[0]);
    if (a[0] == a[1]) return py_bool(s->n == 0);
    if (py_is_set(a[1])) {
        struct py_set *few = py_set(a[1]), *many = s;
        if (few->n > many->n) few = s, many = py_set(a[1]);
        struct py_set_entry e;
        for (uint64_t i = 0; py_set_next(iso, few, &i, &e.key, &e.hash);) {
            int has = py_tick(iso, 1) ? py_set_contains_hash(iso, many, e.key, e.hash) : -1;
            if (has) return has < 0 ? NULL : PY_FALSE;
        }
        return PY_TRUE;
    }
    py_value it = py_iter(iso, a[1]), v;
    if (!it) return NULL;
    while ((v = py_next(iso, it))) {
        uint64_t hash;
        if (!py_tick(iso, 1) || !py_key_hash(iso, v, &hash)) return NULL;
        int has = py_set_contains_hash(iso, s, v, hash);
        if (has) return has < 0 ? NULL : PY_FALSE;
    }
    return py_error(iso) ? NULL : PY_TRUE;
}

static PY_NATIVE(m_issubset)
{
    struct py_set *s = py_set(a[0]);
    if (!py_is_set(a[1])) {
        struct py_set *both = py_set_intersect(iso, s, a[1]);
        return both ? py_bool(both->n == s->n) : NULL;
    }
    int yes = py_set_subset(iso, s, py_set(a[1]));
    return yes < 0 ? NULL : py_bool(yes);
}

static PY_NATIVE(m_issuperset)
{
    struct py_set *s = py_set(a[0]);
    if (py_is_set(a[1])) {
        int yes = py_set_subset(iso, py_set(a[1]), s);
        return yes < 0 ? NULL : py_bool(yes);
    }
    py_value it = py_iter(iso, a[1]), v;
    if (!it) return NULL;
    while ((v = py_next(iso, it))) {
        int has = py_tick(iso, 1) ? py_set_contains(iso, s, v) : -1;
        if (has <= 0) return has < 0 ? NULL : PY_FALSE;
    }
    return py_error(iso) ? NULL : PY_TRUE;
}

static PY_NATIVE(m_contains)
{
    int has = py_set_contains(iso, py_set(a[0]), a[1]);
    return has < 0 ? NULL : py_bool(has);
}

static PY_NATIVE(m_reduce)
{
    py_value list = py_list_of(iso, a[0]), args = list ? py_tuple_pack(iso, 1, list) : NULL;
    py_value cls = (py_value)py_type_of(iso, a[0]);
    struct py_attrs *at = py_attrs_of(py_ptr(a[0]));
    py_value dict = at && at->shape ? py_attr_dict(iso, a[0]) : PY_NONE;
    return args && dict ? py_tuple_pack(iso, 3, cls, args, dict) : NULL;
}

#define SHARED_ROWS                                                                                \
    PY_ROW("copy", m_copy, "", "A new set with the same elements."),                               \
        PY_ROW("union", m_union, "*others",                                                        \
               "A new set of all that is here or in any of the others."),                          \
        PY_ROW("intersection", m_intersection, "*others",                                          \
               "A new set of what is here and in each of the others."),                            \
        PY_ROW("difference", m_difference, "*others",                                              \
               "A new set of what is here and in none of the others."),                            \
        PY_ROW("symmetric_difference", m_symmetric_difference, "other, /",                         \
               "A new set of what is in exactly one of the two."),                                 \
        PY_ROW("isdisjoint", m_isdisjoint, "other, /", "Have the two nothing in common?"),         \
        PY_ROW("issubset", m_issubset, "other, /", "Is everything here in the other too?"),        \
        PY_ROW("issuperset", m_issuperset, "other, /", "Is everything of the other here too?"),    \
        PY_ROW("__contains__", m_contains, "key, /", "Is key an element?"),                        \
        PY_ROW("__reduce__", m_reduce, "", "What a copy is made from."),                           \
        PY_CLASS_ROW("__class_getitem__", py_class_getitem, "item, /",                             \
                     "The class with the type of its elements, for annotations: set[int].")

static const struct py_native_row set_methods[] = {
    SHARED_ROWS,
    PY_ROW("add", m_add, "elem, /", "One more element; no change if an equal one is there."),
    PY_ROW("discard", m_discard, "elem, /", "Takes an element out, if it is there."),
    PY_ROW("remove", m_remove, "elem, /", "Takes an element out; KeyError where it is absent."),
    PY_ROW("pop", m_pop, "", "Takes some element out and gives it; KeyError where there is none."),
    PY_ROW("clear", m_clear, "", "Takes everything out."),
    PY_ROW("update", m_update, "*others", "Adds what is in any of the others."),
    PY_ROW("intersection_update", m_intersection_update, "*others",
           "Keeps only what is in each of the others too."),
    PY_ROW("difference_update", m_difference_update, "*others",
           "Takes out what is in any of the others."),
    PY_ROW("symmetric_difference_update", m_symmetric_difference_update, "other, /",
           "Adds what only the other has and takes out what both have."),
    {0},
};

static const struct py_native_row frozenset_methods[] = {
    SHARED_ROWS,
    {0},
};

const struct py_typedef py_set_def = {
    .name = "set",
    .kind = PY_K_SET,
    .size = sizeof(struct py_set),
    .attrs_off = offsetof(struct py_set, at),
    .doc = "Elements without order and without repetition; those of an iterable, if one is "
           "given.",
    .methods = set_methods,
    .slots = {.make = set_make,
              .init = set_init,
              .repr = set_repr,
              .compare = set_compare,
              .truth = set_truth,
              .length = set_length,
              .contains = set_has,
              .iter = set_iter,
              .binary = set_binary,
              .inplace = set_inplace},
};

const struct py_typedef py_frozenset_def = {
    .name = "frozenset",
    .kind = PY_K_SET,
    .size = sizeof(struct py_set),
    .attrs_off = offsetof(struct py_set, at),
    .doc = "A set that never changes and so can be a key or an element; of an iterable, if "
           "one is given.",
    .methods = frozenset_methods,
    .slots = {.make = frozenset_make,
              .repr = set_repr,
              .hash = frozenset_hash,
              .compare = set_compare,
              .truth = set_truth,
              .length = set_length,
              .contains = set_has,
              .iter = set_iter,
              .binary = set_binary},
};
