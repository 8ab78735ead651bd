// The type OrderedDict: a dict whose order can be changed and matters when two of them are
// compared. Unlike dict's its methods go through __getitem__ and __setitem__ where a subclass has
// its own. Views and iterators are in odict.c.
#include "../obj/dict_int.h"
#include "../obj/typeobj.h"
#include "collections_int.h"

// Are items of v set as a dict's are?
static bool sets_plainly(struct py_isolate *iso, py_value v)
{
    return py_is_kind(v, PY_K_DICT) &&
           py_type_of(iso, v)->s.setitem == py_t(iso, PY_T_DICT)->s.setitem;
}

static bool is_plain(struct py_isolate *iso, py_value v)
{
    return py_is_exact(v, PY_K_DICT) ||
           py_type_of(iso, v) == py_collections_type(iso, PY_COLL_ORDEREDDICT);
}

static bool put(struct py_isolate *iso, py_value self, bool plain, py_value key, py_value v)
{
    if (!py_tick(iso, 1)) return false;
    return plain ? py_dict_set(iso, py_dict(self), key, v) : py_setitem(iso, self, key, v);
}

// --- filling ------------------------------------------------------------------------------------

static bool bad_pair(struct py_isolate *iso, int items)
{
    py_raise_value_error(iso,
                         items > 2 ? "too many values to unpack (expected 2)"
                                   : "need more than %d value%s to unpack",
                         items, items == 1 ? "" : "s");
    return false;
}

// The two items of anything that can be iterated over.
static bool split(struct py_isolate *iso, py_value pair, py_value *key, py_value *value)
{
    if (py_is_exact(pair, PY_K_TUPLE) && py_tuple(pair)->n == 2) {
        *key = py_tuple(pair)->v[0];
        *value = py_tuple(pair)->v[1];
        return true;
    }
    py_value it = py_iter(iso, pair), v[3];
    int got = 0;
    while (it && got < 3 && (v[got] = py_next(iso, it))) got++;
    if (!it || iso->exc) return false;
    *key = v[0];
    *value = v[1];
    return got == 2 || bad_pair(iso, got);
}

static bool fill_pairs(struct py_isolate *iso, py_value self, py_value pairs)
{
    py_value it = py_iter(iso, pairs), pair, key, value;
    bool plain = sets_plainly(iso, self);
    while (it && (pair = py_next(iso, it)))
        if (!split(iso, pair, &key, &value) || !put(iso, self, plain, key, value)) return false;
    return it && !iso->exc;
}

static bool fill_keys(struct py_isolate *iso, py_value self, py_value source, py_value keys)
{
    py_value list = py_call0(iso, keys), it = list ? py_iter(iso, list) : NULL, key;
    bool plain = sets_plainly(iso, self);
    while (it && (key = py_next(iso, it))) {
        py_value v = py_getitem(iso, source, key);
        if (!v || !put(iso, self, plain, key, v)) return false;
    }
    return it && !iso->exc;
}

// Sets the items of a mapping, or of an iterable of pairs.
static bool fill(struct py_isolate *iso, py_value self, py_value source)
{
    if (sets_plainly(iso, self) && is_plain(iso, source))
        return py_dict_merge(iso, py_dict(self), source, true);
    py_value keys = py_getattr_opt(iso, source, py_name(iso, PY_N_keys));
    if (keys) return fill_keys(iso, self, source, keys);
    py_value items = iso->exc ? NULL : py_getattr_opt(iso, source, py_name(iso, PY_N_items));
    if (iso->exc) return false;
    if (items && !(source = py_call0(iso, items))) return false;
    return fill_pairs(iso, self, source);
}

static bool fill_args(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    if (n && !fill(iso, self, a[0])) return false;
    bool plain = sets_plainly(iso, self);
    for (uint64_t i = 0; kw && i < py_tuple(kw)->n; i++)
        if (!put(iso, self, plain, py_tuple(kw)->v[i], a[(uint64_t)n + i])) return false;
    return true;
}

static bool od_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    if (n <= 1) return fill_args(iso, self, a, n, kw);
    return py_raise_type_error(iso, "expected at most 1 arguments, got %d", n);
}

static PY_NATIVE_RAW(od_update)
{
    if (n > 2)
        return py_raise_type_error(iso, "update() takes at most 1 positional argument (%d given)",
                                   n - 1);
    return fill_args(iso, a[0], a + 1, n - 1, kw) ? PY_NONE : NULL;
}

static PY_NATIVE(od_fromkeys)
{
    py_value made = py_call0(iso, a[0]), it = made ? py_iter(iso, a[1]) : NULL, key;
    bool plain = it && sets_plainly(iso, made);
    while (it && (key = py_next(iso, it)))
        if (!put(iso, made, plain, key, a[2] ? a[2] : PY_NONE)) return NULL;
    return it && !iso->exc ? made : NULL;
}

static PY_NATIVE(od_copy)
{
    py_value made = py_call0(iso, (py_value)py_type_of(iso, a[0]));
    return made && fill(iso, made, a[0]) ? made : NULL;
}

// --- single items -------------------------------------------------------------------------------

static PY_NATIVE(od_pop)
{
    py_value v = py_dict_pop(iso, py_dict(a[0]), a[1]);
    if (v || iso->exc) return v;
    return a[2] ? a[2] : py_raise_key_error(iso, a[1]);
}

static PY_NATIVE(od_setdefault)
{
    py_value value = a[2] ? a[2] : PY_NONE;
    bool plain = is_plain(iso, a[0]);
    int there = plain ? -1 : py_contains(iso, a[0], a[1]);
    if (plain) {
        py_value v = py_dict_get(iso, py_dict(a[0]), a[1]);
        if (v || iso->exc) return v;
    } else if (there) {
        return there < 0 ? NULL : py_getitem(iso, a[0], a[1]);
    }
    return put(iso, a[0], plain, a[1], value) ? value : NULL;
}

// --- order, operators ---------------------------------------------------------------------------

// Do two dicts with equal items have them in the same order? -1: error.
static int same_order(struct py_isolate *iso, struct py_dict *x, struct py_dict *y)
{
    uint64_t i = 0, k = 0, versions[2] = {x->version, y->version};
    py_value key, other;
    while (py_dict_next(iso, x, &i, &key, NULL) && py_dict_next(iso, y, &k, &other, NULL)) {
        int same = py_eq(iso, key, other);
        if (same <= 0 || !py_tick(iso, 1)) return same > 0 ? -1 : same;
        if (x->version == versions[0] && y->version == versions[1]) continue;
        py_raise(iso, PY_T_RuntimeError, "OrderedDict mutated during iteration");
        return -1;
    }
    return 1;
}

static py_value od_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    struct py_type *type = py_collections_type(iso, PY_COLL_ORDEREDDICT);
    py_value same = py_slot_compare(iso, &py_t(iso, PY_T_DICT)->s, a, b, op);
    if (same != py_bool(op == PY_CMP_EQ) || a == b || !py_type_fits(py_type_of(iso, b), type))
        return same;
    int ordered = same_order(iso, py_dict(a), py_dict(b));
    return ordered < 0 ? NULL : py_bool(ordered == (op == PY_CMP_EQ));
}

static py_value od_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op != PY_BIN_OR || !py_is_kind(a, PY_K_DICT) || !py_is_kind(b, PY_K_DICT))
        return PY_NOTIMPL;
    struct py_type *type = py_collections_type(iso, PY_COLL_ORDEREDDICT);
    py_value self = py_type_fits(py_type_of(iso, a), type) ? a : b;
    py_value both = py_call1(iso, (py_value)py_type_of(iso, self), a);
    return both && fill(iso, both, b) ? both : NULL;
}

static py_value od_inplace(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op != PY_BIN_OR) return PY_NOTIMPL;
    return fill(iso, a, b) ? a : NULL;
}

static PY_NATIVE(od_reduce)
{
    py_value state = py_call_method(iso, a[0], py_name(iso, PY_N___getstate__), NULL, 0);
    int some = state ? py_truth(iso, state) : -1;
    if (some > 0 && py_is_exact(state, PY_K_TUPLE) && py_tuple(state)->n == 2) { // with slots
        some = py_truth(iso, py_tuple(state)->v[0]);
        if (!some) some = py_truth(iso, py_tuple(state)->v[1]);
    }
    py_value items = some < 0 ? NULL : py_call_method(iso, a[0], py_name(iso, PY_N_items), NULL, 0);
    py_value it = items ? py_iter(iso, items) : NULL;
    return it ? py_tuple_pack(iso, 5, (py_value)py_type_of(iso, a[0]), iso->empty_tuple,
                              some ? state : PY_NONE, PY_NONE, it)
              : NULL;
}

static const struct py_native_row methods[] = {
    PY_ROW("update", od_update, "*args, **kwargs",
           "Set keys from a mapping or pairs, then from the keywords."),
    PY_CLASS_ROW("fromkeys", od_fromkeys, "iterable, value=None",
                 "Of keys that all have the same value."),
    PY_ROW("pop", od_pop, "key, default=None",
           "Take a key out and return its value; without the key the default, or KeyError."),
    PY_ROW("setdefault", od_setdefault, "key, default=None",
           "The value of a key, which is set to default if it is not there."),
    PY_ROW("copy", od_copy, "", "Another one with the same items."),
    PY_ROW("move_to_end", py_od_move_to_end, "key, last=True",
           "Make an item that is there the last one, or the first."),
    PY_ROW("popitem", py_od_popitem, "last=True",
           "Take out the last item, or the first, as a pair."),
    PY_ROW("keys", py_od_keys, "", "A view of the keys, in order."),
    PY_ROW("values", py_od_values, "", "A view of the values, in order."),
    PY_ROW("items", py_od_items, "", "A view of the pairs, in order."),
    PY_ROW("__reversed__", py_od_reversed, "", "From the last key to the first."),
    PY_ROW("__reduce__", od_reduce, "", "What copies are made of."),
    {0}};

static const struct py_getset_row getset[] = {
    {"__dict__", py_get_dict_attr, py_set_dict_attr, NULL}, {0}};

const struct py_typedef py_odict_def = {
    .name = "OrderedDict",
    .keyed = true,
    .kind = PY_K_DICT,
    .size = sizeof(struct py_dict),
    .attrs_off = offsetof(struct py_dict, at),
    .attrs_self = true,
    .methods = methods,
    .getset = getset,
    .doc = "A dict whose order can be changed, and matters when it is compared with another.",
    .slots = {.init = od_init,
              .iter = py_od_iter,
              .repr = py_od_repr,
              .compare = od_compare,
              .binary = od_binary,
              .inplace = od_inplace},
};
