// Views of dict (keys, values, items) with their set operations, and the iterators behind them.
#include "iter_int.h"
#include "set_int.h"
#include "typeobj.h"

// --- iterators ----------------------------------------------------------------------------------

py_value py_dictiter_new(struct py_isolate *iso, struct py_dict *d, enum py_dictwhat what,
                         bool reverse)
{
    static const enum py_type_id type[2][3] = {
        {PY_T_DICT_KEYITERATOR, PY_T_DICT_VALUEITERATOR, PY_T_DICT_ITEMITERATOR},
        {PY_T_DICT_REVERSEKEYITERATOR, PY_T_DICT_REVERSEVALUEITERATOR,
         PY_T_DICT_REVERSEITEMITERATOR}};
    struct py_dictiter *it = py_new_fast(iso, py_t(iso, type[reverse][what]), PY_K_DICTITER,
                                         sizeof *it);
    if (!it) return NULL;
    it->d = d;
    it->n = it->left = d->n;
    it->what = what;
    it->reverse = reverse;
    it->pos = reverse ? d->used : d->first;
    return (py_value)it;
}

// The next live entry's index, or -1 at the end.
static int64_t step(struct py_isolate *iso, struct py_dictiter *it)
{
    const struct py_dict *d = it->d;
    if (!it->reverse) return py_dict_next(iso, d, &it->pos, NULL, NULL) ? (int64_t)it->pos - 1 : -1;
    if (it->pos > d->used) it->pos = d->used;
    while (it->pos > 0) {
        if (d->t->e[--it->pos].key) return (int64_t)it->pos;
        py_charge_gap(iso, it->pos);
    }
    return -1;
}

// The next entry; NULL at the end, or with an exception.
static const struct py_dict_entry *next_entry(struct py_isolate *iso, struct py_dictiter *it)
{
    if (!it->d) return NULL;
    if (it->n != it->d->n) {
        it->n = UINT64_MAX; // the error stays
        return py_raise(iso, PY_T_RuntimeError, "dictionary changed size during iteration");
    }
    int64_t at = step(iso, it);
    if (at < 0) {
        it->d = NULL;
        return NULL;
    }
    if (it->left == 0) {
        it->d = NULL;
        return py_raise(iso, PY_T_RuntimeError, "dictionary keys changed during iteration");
    }
    it->left--;
    return &it->d->t->e[at];
}

bool py_dictiter_pair(struct py_isolate *iso, py_value it, py_value out[2])
{
    const struct py_dict_entry *e = next_entry(iso, (struct py_dictiter *)it);
    if (!e) return false;
    out[0] = e->key;
    out[1] = e->value;
    return true;
}

static py_value dictiter_next(struct py_isolate *iso, py_value self)
{
    struct py_dictiter *it = (struct py_dictiter *)self;
    const struct py_dict_entry *e = next_entry(iso, it);
    if (!e) return NULL;
    if (it->what == PY_DICT_KEYS) return e->key;
    if (it->what == PY_DICT_VALUES) return e->value;
    py_value pair[2] = {e->key, e->value};
    return py_tuple_from(iso, pair, 2);
}

static PY_NATIVE(dictiter_hint)
{
    const struct py_dictiter *it = (struct py_dictiter *)a[0];
    return py_small_new(it->d && it->n == it->d->n ? (int64_t)it->left : 0);
}

// For copy: the items still to come, as iter(list).
static PY_NATIVE(dictiter_reduce)
{
    struct py_dictiter copy = *(struct py_dictiter *)a[0];
    py_value list = py_list_new(iso, 0), v;
    if (!list) return NULL;
    while ((v = dictiter_next(iso, (py_value)&copy)))
        if (!py_list_append(iso, list, v)) return NULL;
    return py_error(iso) ? NULL : py_iter_reduce(iso, list, NULL);
}

static const struct py_native_row dictiter_methods[] = {
    PY_ROW("__length_hint__", dictiter_hint, "", "How many items are still to come."),
    PY_ROW("__reduce__", dictiter_reduce, "", "What a copy is made from."),
    {0},
};

#define DICTITER_DEF(var, text)                                                                    \
    const struct py_typedef var = {.name = text,                                                   \
                                   .kind = PY_K_DICTITER,                                          \
                                   .size = sizeof(struct py_dictiter),                             \
                                   .final = true,                                                  \
                                   .methods = dictiter_methods,                                    \
                                   .slots = {.iter = py_iter_self, .next = dictiter_next}}
DICTITER_DEF(py_dict_keyiterator_def, "dict_keyiterator");
DICTITER_DEF(py_dict_valueiterator_def, "dict_valueiterator");
DICTITER_DEF(py_dict_itemiterator_def, "dict_itemiterator");
DICTITER_DEF(py_dict_reversekeyiterator_def, "dict_reversekeyiterator");
DICTITER_DEF(py_dict_reversevalueiterator_def, "dict_reversevalueiterator");
DICTITER_DEF(py_dict_reverseitemiterator_def, "dict_reverseitemiterator");

void py_dictiter_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct py_dictiter *)o)->d);
}

// --- views --------------------------------------------------------------------------------------

static inline struct py_dictview *view(py_value v)
{
    return (struct py_dictview *)v;
}

static bool is_setlike(py_value v) // keys and items
{
    return py_is_kind(v, PY_K_DICTVIEW) && view(v)->what != PY_DICT_VALUES;
}

py_value py_dictview_new(struct py_isolate *iso, struct py_dict *d, enum py_dictwhat what)
{
    struct py_dictview *v = py_new_fast(iso, py_t(iso, PY_T_DICT_KEYS + (unsigned)what),
                                        PY_K_DICTVIEW, sizeof *v);
    if (!v) return NULL;
    v->d = d;
    v->what = what;
    return (py_value)v;
}
_Static_assert(PY_T_DICT_VALUES == PY_T_DICT_KEYS + PY_DICT_VALUES, "order of types.def");
_Static_assert(PY_T_DICT_ITEMS == PY_T_DICT_KEYS + PY_DICT_ITEMS, "order of types.def");

static int64_t view_length(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return (int64_t)view(self)->d->n;
}

static py_value view_iter(struct py_isolate *iso, py_value self)
{
    return py_dictiter_new(iso, view(self)->d, (enum py_dictwhat)view(self)->what, false);
}

static PY_NATIVE(view_reversed)
{
    return py_dictiter_new(iso, view(a[0])->d, (enum py_dictwhat)view(a[0])->what, true);
}

static int view_contains(struct py_isolate *iso, py_value self, py_value v)
{
    struct py_dict *d = view(self)->d;
    if (view(self)->what == PY_DICT_KEYS) {
        py_value got = py_dict_get(iso, d, v);
        return got ? 1 : py_error(iso) ? -1 : 0;
    }
    if (!py_is_kind(v, PY_K_TUPLE) || py_tuple(v)->n != 2) return 0;
    py_value got = py_dict_get(iso, d, py_tuple(v)->v[0]);
    if (!got) return py_error(iso) ? -1 : 0;
    return py_eq(iso, got, py_tuple(v)->v[1]);
}

static py_value view_repr(struct py_isolate *iso, py_value self)
{
    int seen = py_repr_enter(iso, self);
    if (seen) return seen < 0 ? NULL : py_str_z(iso, "...");
    py_value list = py_list_of(iso, self);
    py_value out = list ? py_str_format(iso, "%s(%R)", py_type_name(iso, self), list) : NULL;
    py_repr_leave(iso, self);
    return out;
}

// Are all items of a in b? 1, 0, -1.
static int all_in(struct py_isolate *iso, py_value a, py_value b)
{
    py_value it = py_iter(iso, a), v;
    if (!it) return -1;
    while ((v = py_next(iso, it))) {
        int in = py_tick(iso, 1) ? py_contains(iso, b, v) : -1;
        if (in <= 0) return in;
    }
    return py_error(iso) ? -1 : 1;
}

static py_value view_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (!is_setlike(a) || !(py_is_set(b) || is_setlike(b))) return PY_NOTIMPL;
    int64_t na = py_len(iso, a), nb = py_len(iso, b);
    if (na < 0 || nb < 0) return NULL;
    int yes;
    switch (op) {
    case PY_CMP_EQ:
    case PY_CMP_NE: yes = na == nb ? all_in(iso, a, b) : 0; break;
    case PY_CMP_LT: yes = na < nb ? all_in(iso, a, b) : 0; break;
    case PY_CMP_LE: yes = na <= nb ? all_in(iso, a, b) : 0; break;
    case PY_CMP_GT: yes = na > nb ? all_in(iso, b, a) : 0; break;
    default: yes = na >= nb ? all_in(iso, b, a) : 0;
    }
    return yes < 0 ? NULL : py_bool(op == PY_CMP_NE ? !yes : yes);
}

// A new set of the items; a view of keys of an exact dict keeps the order CPython gets.
static struct py_set *to_set(struct py_isolate *iso, py_value v)
{
    if (py_is_kind(v, PY_K_DICTVIEW) && view(v)->what == PY_DICT_KEYS &&
        py_is_exact((py_value)view(v)->d, PY_K_DICT))
        v = (py_value)view(v)->d;
    return py_set_from(iso, py_t(iso, PY_T_SET), v);
}

static py_value view_and(struct py_isolate *iso, py_value a, py_value b)
{
    if (!is_setlike(a)) {
        py_value t = a;
        a = b, b = t;
    }
    uint64_t n = view(a)->d->n;
    if (py_is_set(b) && py_type_of(iso, b) == py_t(iso, PY_T_SET) && n <= py_set(b)->n)
        return (py_value)py_set_intersect(iso, py_set(b), a);
    if (is_setlike(b) && view(b)->d->n > n) {
        py_value t = a;
        a = b, b = t;
    }
    py_value out = py_set_new(iso, false), it = py_iter(iso, b), v;
    if (!out || !it) return NULL;
    while ((v = py_next(iso, it))) {
        int in = py_tick(iso, 1) ? view_contains(iso, a, v) : -1;
        if (in < 0 || (in && !py_set_add(iso, py_set(out), v))) return NULL;
    }
    return py_error(iso) ? NULL : out;
}

// Items of one of the two dicts, but for those that both have; the bigger one's are looked at
// first.
static py_value items_toggle(struct py_isolate *iso, struct py_dict *d, struct py_dict *other)
{
    if (d->n > other->n) {
        struct py_dict *t = d;
        d = other, other = t;
    }
    py_value rest = py_dict_copy(iso, d), out = py_set_new(iso, false), key, value, own;
    py_value items = rest ? py_list_of(iso, py_dictview_new(iso, other, PY_DICT_ITEMS)) : NULL;
    if (!out || !items) return NULL;
    for (uint64_t i = 0; i < py_list(items)->n; i++) {
        py_value pair = py_list(items)->v[i];
        key = py_tuple(pair)->v[0], value = py_tuple(pair)->v[1];
        own = py_dict_get(iso, py_dict(rest), key);
        int same = own ? py_eq(iso, own, value) : iso->exc ? -1 : 0;
        if (same < 0 || !py_tick(iso, 1)) return NULL;
        bool ok = same ? py_dict_delete(iso, py_dict(rest), key) >= 0
                       : py_set_add(iso, py_set(out), pair);
        if (!ok) return NULL;
    }
    py_value left = py_dictview_new(iso, py_dict(rest), PY_DICT_ITEMS);
    return left && py_set_update(iso, py_set(out), left) ? out : NULL;
}

static bool is_items(py_value v)
{
    return py_is_kind(v, PY_K_DICTVIEW) && view(v)->what == PY_DICT_ITEMS;
}

static py_value view_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (!is_setlike(a) && !is_setlike(b)) return PY_NOTIMPL;
    if (op == PY_BIN_AND) return view_and(iso, a, b);
    if (op != PY_BIN_OR && op != PY_BIN_SUB && op != PY_BIN_XOR) return PY_NOTIMPL;
    if (op == PY_BIN_XOR && is_items(a) && is_items(b))
        return items_toggle(iso, view(a)->d, view(b)->d);
    struct py_set *s = to_set(iso, a);
    if (!s) return NULL;
    bool ok = op == PY_BIN_OR    ? py_set_update(iso, s, b)
              : op == PY_BIN_SUB ? py_set_subtract(iso, s, b)
                                 : py_set_toggle(iso, s, b);
    return ok ? (py_value)s : NULL;
}

static PY_NATIVE(view_isdisjoint)
{
    py_value self = a[0], other = a[1], v;
    if (self == other) return py_bool(view(self)->d->n == 0);
    if (py_is_set(other) || is_setlike(other)) {
        int64_t len = py_len(iso, other);
        if (len < 0) return NULL;
        if ((uint64_t)len > view(self)->d->n) other = self, self = a[1];
    }
    py_value it = py_iter(iso, other);
    if (!it) return NULL;
    while ((v = py_next(iso, it))) {
        int in = py_tick(iso, 1) ? py_contains(iso, self, v) : -1;
        if (in) return in < 0 ? NULL : PY_FALSE;
    }
    return py_error(iso) ? NULL : PY_TRUE;
}

static py_value view_mapping(struct py_isolate *iso, py_value self)
{
    return py_mappingproxy_new(iso, (py_value)view(self)->d);
}

static const struct py_getset_row view_getset[] = {
    {"mapping", view_mapping, NULL, "The dict that the view shows, read-only."},
    {NULL, NULL, NULL, NULL},
};
static const struct py_native_row setlike_methods[] = {
    PY_ROW("isdisjoint", view_isdisjoint, "other, /",
           "Has the view nothing in common with the iterable?"),
    PY_ROW("__reversed__", view_reversed, "", "Iterator over the same things, newest first."),
    {0},
};
static const struct py_native_row values_methods[] = {
    PY_ROW("__reversed__", view_reversed, "", "Iterator over the values, newest first."),
    {0},
};

#define SETLIKE_DEF(var, text)                                                                     \
    const struct py_typedef var = {.name = text,                                                   \
                                   .kind = PY_K_DICTVIEW,                                          \
                                   .size = sizeof(struct py_dictview),                             \
                                   .final = true,                                                  \
                                   .methods = setlike_methods,                                     \
                                   .getset = view_getset,                                          \
                                   .slots = {.repr = view_repr,                                    \
                                             .compare = view_compare,                              \
                                             .length = view_length,                                \
                                             .contains = view_contains,                            \
                                             .iter = view_iter,                                    \
                                             .binary = view_binary}}
SETLIKE_DEF(py_dict_keys_def, "dict_keys");
SETLIKE_DEF(py_dict_items_def, "dict_items");

const struct py_typedef py_dict_values_def = {
    .name = "dict_values",
    .kind = PY_K_DICTVIEW,
    .size = sizeof(struct py_dictview),
    .final = true,
    .methods = values_methods,
    .getset = view_getset,
    .slots = {.repr = view_repr, .length = view_length, .iter = view_iter},
};

void py_dictview_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct py_dictview *)o)->d);
}
