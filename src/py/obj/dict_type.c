// The dict type: constructor, operators and methods.
#include "args.h"
#include "dict_int.h"
#include "typeobj.h"

// --- making and updating ------------------------------------------------------------------------

static py_value dict_make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    return (py_value)py_dict_make(iso, cls);
}

// One element of an update sequence: any iterable of two items.
static bool update_pair(struct py_isolate *iso, struct py_dict *d, py_value pair, int64_t index)
{
    py_value k, v;
    if (py_is_exact(pair, PY_K_TUPLE) && py_tuple(pair)->n == 2) {
        k = py_tuple(pair)->v[0], v = py_tuple(pair)->v[1];
    } else {
        py_value l = py_is_exact(pair, PY_K_LIST) ? pair : py_list_of(iso, pair);
        if (!l) {
            if (py_error_is(iso, PY_T_TypeError)) {
                py_error_clear(iso);
                py_raise_type_error(
                    iso, "cannot convert dictionary update sequence element #%lld to a sequence",
                    (long long)index);
            }
            return false;
        }
        if (py_list(l)->n != 2) {
            py_raise_value_error(
                iso, "dictionary update sequence element #%lld has length %lld; 2 is required",
                (long long)index, (long long)py_list(l)->n);
            return false;
        }
        k = py_list(l)->v[0], v = py_list(l)->v[1];
    }
    return py_dict_set(iso, d, k, v);
}

bool py_dict_update(struct py_isolate *iso, struct py_dict *d, py_value src)
{
    if (py_dict_plain(iso, src)) return py_dict_merge(iso, d, src, true);
    py_value keys = py_getattr_opt(iso, src, py_name(iso, PY_N_keys));
    if (keys) return py_dict_merge(iso, d, src, true);
    py_value it = py_error(iso) ? NULL : py_iter(iso, src), pair;
    if (!it) return false;
    for (int64_t i = 0; (pair = py_next(iso, it)); i++)
        if (!py_tick(iso, 1) || !update_pair(iso, d, pair, i)) return false;
    return !py_error(iso);
}

static bool update_raw(struct py_isolate *iso, const char *fname, struct py_dict *d, py_value *a,
                       int n, py_value kw)
{
    if (n > 1) return py_raise_type_error(iso, "%s expected at most 1 argument, got %d", fname, n);
    if (n == 1 && !py_dict_update(iso, d, a[0])) return false;
    for (uint64_t i = 0; kw && i < py_tuple(kw)->n; i++)
        if (!py_dict_set(iso, d, py_tuple(kw)->v[i], a[n + (int64_t)i])) return false;
    return true;
}

static bool dict_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    return update_raw(iso, "dict", py_dict(self), a, n, kw);
}

static PY_NATIVE_RAW(dict_update)
{
    return update_raw(iso, "update", py_dict(a[0]), a + 1, n - 1, kw) ? PY_NONE : NULL;
}

// A set knows the hashes of its members, which are not asked again.
static py_value keys_of_set(struct py_isolate *iso, py_value d, py_value set, py_value value)
{
    py_value key;
    uint64_t hash;
    for (uint64_t i = 0; py_set_next(iso, py_set(set), &i, &key, &hash);)
        if (!py_tick(iso, 1) || !py_dict_set_hash(iso, py_dict(d), key, hash, value)) return NULL;
    return iso->exc ? NULL : d;
}

static PY_NATIVE(dict_fromkeys)
{
    py_value value = a[2] ? a[2] : PY_NONE;
    py_value d = a[0] == (py_value)py_t(iso, PY_T_DICT) ? py_dict_new(iso) : py_call0(iso, a[0]);
    if (!d) return NULL;
    py_value it = py_iter(iso, a[1]), key;
    if (!it) return NULL;
    bool exact = py_is_exact(d, PY_K_DICT);
    if (exact && py_is_exact(a[1], PY_K_SET)) return keys_of_set(iso, d, a[1], value);
    while ((key = py_next(iso, it))) {
        if (!py_tick(iso, 1)) return NULL;
        if (!(exact ? py_dict_set(iso, py_dict(d), key, value) : py_setitem(iso, d, key, value)))
            return NULL;
    }
    return py_error(iso) ? NULL : d;
}

// --- items --------------------------------------------------------------------------------------

static py_value dict_getitem(struct py_isolate *iso, py_value self, py_value key)
{
    py_value v = py_dict_get(iso, py_dict(self), key);
    if (v || py_error(iso)) return v;
    if (!py_is_exact(self, PY_K_DICT)) {
        bool found;
        v = py_call_special(iso, self, py_name(iso, PY_N___missing__), &key, 1, &found);
        if (found) return v;
    }
    return py_raise_no_key(iso, self, key);
}

static bool dict_setitem(struct py_isolate *iso, py_value self, py_value key, py_value v)
{
    if (v) return py_dict_set(iso, py_dict(self), key, v);
    int done = py_dict_delete(iso, py_dict(self), key);
    if (done == 0) py_raise_no_key(iso, self, key);
    return done > 0;
}

static int dict_contains(struct py_isolate *iso, py_value self, py_value key)
{
    py_value v = py_dict_get(iso, py_dict(self), key);
    return v ? 1 : py_error(iso) ? -1 : 0;
}

static int64_t dict_length(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return (int64_t)py_dict(self)->n;
}

static int dict_truth(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_dict(self)->n != 0;
}

static py_value dict_iter(struct py_isolate *iso, py_value self)
{
    return py_dictiter_new(iso, py_dict(self), PY_DICT_KEYS, false);
}

static PY_NATIVE(dict_get)
{
    py_value v = py_dict_get(iso, py_dict(a[0]), a[1]);
    return v || py_error(iso) ? v : a[2] ? a[2] : PY_NONE;
}

static PY_NATIVE(dict_setdefault)
{
    struct py_dict *d = py_dict(a[0]);
    py_value value = a[2] ? a[2] : PY_NONE;
    uint64_t hash;
    if (!py_key_hash(iso, a[1], &hash)) return NULL;
    int64_t at = py_dict_find(iso, d, a[1], hash);
    if (at >= 0) return d->t->e[at].value;
    return at == PY_DICT_ABSENT && py_dict_insert(iso, d, a[1], hash, value) ? value : NULL;
}

static PY_NATIVE(dict_pop)
{
    struct py_dict *d = py_dict(a[0]);
    if (d->n == 0)
        return a[2] ? a[2] : py_raise_no_key(iso, a[0], a[1]); // without hashing, as CPython
    py_value v = py_dict_pop(iso, d, a[1]);
    return v || py_error(iso) ? v : a[2] ? a[2] : py_raise_no_key(iso, a[0], a[1]);
}

static PY_NATIVE(dict_popitem)
{
    struct py_dict *d = py_dict(a[0]);
    py_value pair = py_tuple_new(iso, 2);
    if (!pair) return NULL;
    if (d->n == 0) {
        py_value msg = py_str_z(iso, "popitem(): dictionary is empty");
        return msg ? py_raise_key_error(iso, msg) : NULL;
    }
    uint64_t at = d->used - 1;
    while (!d->t->e[at].key) at--;
    py_tuple(pair)->v[0] = d->t->e[at].key;
    py_tuple(pair)->v[1] = d->t->e[at].value;
    py_dict_remove_at(iso, d, (int64_t)at);
    d->used = at; // the dead slots behind it too, so that popping everything is linear
    if (d->first > at) d->first = at;
    return pair;
}

static PY_NATIVE(dict_clear)
{
    py_dict_clear(iso, py_dict(a[0]));
    return PY_NONE;
}

// A subclass with an iteration of its own is copied through keys() and [].
static py_value copy_of(struct py_isolate *iso, py_value v)
{
    if (py_dict_plain(iso, v) || !py_dict(v)->n) return py_dict_copy(iso, py_dict(v));
    py_value d = py_dict_new(iso);
    return d && py_dict_merge(iso, py_dict(d), v, true) ? d : NULL;
}

static PY_NATIVE(dict_copy)
{
    return copy_of(iso, a[0]);
}

static PY_NATIVE(dict_keys)
{
    return py_dictview_new(iso, py_dict(a[0]), PY_DICT_KEYS);
}

static PY_NATIVE(dict_values)
{
    return py_dictview_new(iso, py_dict(a[0]), PY_DICT_VALUES);
}

static PY_NATIVE(dict_items)
{
    return py_dictview_new(iso, py_dict(a[0]), PY_DICT_ITEMS);
}

static PY_NATIVE(dict_reversed)
{
    return py_dictiter_new(iso, py_dict(a[0]), PY_DICT_KEYS, true);
}

// --- whole dictionaries -------------------------------------------------------------------------

static py_value repr_items(struct py_isolate *iso, struct py_dict *d)
{
    struct py_sb b;
    uint64_t pos = 0;
    py_value k, v;
    py_sb_init(&b, iso);
    for (bool first = true; py_dict_next(iso, d, &pos, &k, &v); first = false) {
        py_sb_z(&b, first ? "{" : ", ");
        py_sb_repr(&b, k);
        py_sb_ascii(&b, ": ", 2);
        py_sb_repr(&b, v);
        if (b.failed || !py_tick(iso, 1)) return NULL;
    }
    py_sb_char(&b, '}');
    return py_sb_finish(&b);
}

static py_value dict_repr(struct py_isolate *iso, py_value self)
{
    if (py_dict(self)->n == 0) return py_str_z(iso, "{}");
    int seen = py_repr_enter(iso, self);
    if (seen) return seen < 0 ? NULL : py_str_z(iso, "{...}");
    py_value out = repr_items(iso, py_dict(self));
    py_repr_leave(iso, self);
    return out;
}

static int equal_items(struct py_isolate *iso, struct py_dict *a, struct py_dict *b)
{
    for (uint64_t i = 0; i < a->used; i++) {
        struct py_dict_entry e = a->t->e[i];
        if (!e.key) continue;
        if (!py_tick(iso, 1)) return -1;
        int64_t at = py_dict_find(iso, b, e.key, py_dict_hash_at(a->t, i));
        if (at == PY_DICT_ERROR) return -1;
        if (at < 0) return 0;
        int same = py_eq(iso, e.value, b->t->e[at].value);
        if (same <= 0) return same;
    }
    return 1;
}

static py_value dict_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if ((op != PY_CMP_EQ && op != PY_CMP_NE) || !py_is_kind(b, PY_K_DICT)) return PY_NOTIMPL;
    int same = py_dict(a)->n == py_dict(b)->n;
    if (same && a != b) {
        if (!py_enter(iso, " in comparison")) return NULL;
        same = equal_items(iso, py_dict(a), py_dict(b));
        py_leave(iso);
    }
    return same < 0 ? NULL : py_bool(same == (op == PY_CMP_EQ));
}

static py_value dict_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op != PY_BIN_OR || !py_is_kind(a, PY_K_DICT) || !py_is_kind(b, PY_K_DICT))
        return PY_NOTIMPL;
    py_value out = copy_of(iso, a);
    return out && py_dict_update(iso, py_dict(out), b) ? out : NULL;
}

static py_value dict_inplace(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op != PY_BIN_OR) return PY_NOTIMPL;
    return py_dict_update(iso, py_dict(a), b) ? a : NULL;
}

static const struct py_native_row dict_methods[] = {
    PY_ROW("get", dict_get, "key, default=None, /",
           "d[key], or the default where the key is absent. Never KeyError."),
    PY_ROW("setdefault", dict_setdefault, "key, default=None, /",
           "d[key]; an absent key is first stored with the default."),
    PY_ROW("pop", dict_pop, "key, default=None, /",
           "Takes a key out and gives its value. For an absent key, the default or, without "
           "one, KeyError."),
    PY_ROW("popitem", dict_popitem, "",
           "Takes the newest entry out and gives it as (key, value); KeyError where there "
           "is none."),
    PY_ROW("keys", dict_keys, "", "The keys, as a view that follows changes."),
    PY_ROW("items", dict_items, "", "The entries as pairs, as a view that follows changes."),
    PY_ROW("values", dict_values, "", "The values, as a view that follows changes."),
    PY_ROW("update", dict_update, "*args, **kwargs",
           "Stores the entries of a mapping or of an iterable of pairs, and the keyword "
           "arguments."),
    PY_CLASS_ROW("fromkeys", dict_fromkeys, "iterable, value=None, /",
                 "A dict in which every item is a key, all with that one value."),
    PY_ROW("clear", dict_clear, "", "Takes everything out."),
    PY_ROW("copy", dict_copy, "", "A new dict with the same entries."),
    PY_ROW("__reversed__", dict_reversed, "", "Iterator over the keys, newest first."),
    PY_CLASS_ROW("__class_getitem__", py_class_getitem, "item, /",
                 "The class with types of keys and values, for annotations: dict[str, int]."),
    {0},
};

const struct py_typedef py_dict_def = {
    .name = "dict",
    .keyed = true,
    .kind = PY_K_DICT,
    .size = sizeof(struct py_dict),
    .attrs_off = offsetof(struct py_dict, at),
    .doc = "dict(**entries)\ndict(mapping, **entries)\ndict(pairs, **entries)\n\nMaps keys "
           "to values and keeps the order in which keys came. Later entries replace earlier "
           "ones of an equal key.",
    .methods = dict_methods,
    .slots = {.make = dict_make,
              .init = dict_init,
              .repr = dict_repr,
              .compare = dict_compare,
              .truth = dict_truth,
              .length = dict_length,
              .getitem = dict_getitem,
              .setitem = dict_setitem,
              .contains = dict_contains,
              .iter = dict_iter,
              .binary = dict_binary,
              .inplace = dict_inplace},
};
