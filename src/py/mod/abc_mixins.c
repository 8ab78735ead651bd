// Module _collections_abc, the C part: loops of the methods that Set, Sequence, Mapping and its
// views bring. They reach the object by its special methods only; lib/_collections_abc.py has the
// classes.
#include "../native.h"

// --- iterators over what an object gives --------------------------------------------------------

enum walk { THOSE_IN, THOSE_NOT_IN, KEYS, PAIRS, VALUES, FORTH, BACK };

struct walker {
    struct py_obj h;
    py_value it, other; // other: the container, mapping or sequence; NULL: at the end
    int64_t place;
    enum walk how;
};

static void walker_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct walker *)o)->it);
    py_mark(iso, ((struct walker *)o)->other);
}

// What a generator does with a StopIteration that it did not mean (PEP 479).
static py_value not_meant(struct py_isolate *iso)
{
    if (!py_error_is(iso, PY_T_StopIteration)) return NULL;
    py_error_clear(iso);
    return py_raise(iso, PY_T_RuntimeError, "generator raised StopIteration");
}

static py_value stopped(struct py_isolate *iso, struct walker *w)
{
    w->other = NULL;
    return not_meant(iso);
}

static py_value next_by_number(struct py_isolate *iso, struct walker *w)
{
    if (w->how == BACK && w->place < 0) return NULL;
    py_value place = py_int_new(iso, w->place), v = place ? py_getitem(iso, w->other, place) : NULL;
    w->place += w->how == BACK ? -1 : 1;
    if (v) return v;
    if (w->how == BACK || !py_error_is(iso, PY_T_IndexError)) return stopped(iso, w);
    py_error_clear(iso);
    w->other = NULL;
    return NULL;
}

static py_value next_of_mapping(struct py_isolate *iso, struct walker *w)
{
    py_value key = py_next(iso, w->it);
    if (!key || w->how == KEYS) return key;
    py_value v = py_getitem(iso, w->other, key);
    if (!v) return stopped(iso, w);
    return w->how == VALUES ? v : py_tuple_pack(iso, 2, key, v);
}

static py_value walker_next(struct py_isolate *iso, py_value self)
{
    struct walker *w = (struct walker *)self;
    if (!w->other) return NULL;
    if (w->how >= FORTH) return next_by_number(iso, w);
    if (w->how >= KEYS) return next_of_mapping(iso, w);
    for (py_value v; (v = py_next(iso, w->it));) {
        int in = py_contains(iso, w->other, v);
        if (in < 0) return stopped(iso, w);
        if (in == (w->how == THOSE_IN)) return v;
        if (!py_tick(iso, 1)) return NULL;
    }
    return NULL;
}

static const struct py_typedef walker_def = {
    .name = "_walker",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct walker),
    .final = true,
    .trace = walker_trace,
    .slots = {.iter = py_iter_self, .next = walker_next},
};

static py_value walk(struct py_isolate *iso, enum walk how, py_value items, py_value other)
{
    struct py_type *t = py_module_type(iso, "_collections_abc", "_walker", &walker_def);
    struct walker *w = t ? py_new(iso, t, sizeof *w) : NULL;
    if (!w) return NULL;
    w->how = how;
    w->other = other;
    if (items && !(w->it = py_iter(iso, items))) return NULL;
    if (how != BACK) return (py_value)w;
    if ((w->place = py_len(iso, other)) < 0) return NULL;
    w->place--;
    return (py_value)w;
}

static PY_NATIVE(those_in)
{
    return walk(iso, THOSE_IN, a[0], a[1]);
}
static PY_NATIVE(those_not_in)
{
    return walk(iso, THOSE_NOT_IN, a[0], a[1]);
}
static PY_NATIVE(keys)
{
    return walk(iso, KEYS, a[0], a[0]);
}
static PY_NATIVE(pairs)
{
    return walk(iso, PAIRS, a[0], a[0]);
}
static PY_NATIVE(values)
{
    return walk(iso, VALUES, a[0], a[0]);
}
static PY_NATIVE(forth)
{
    return walk(iso, FORTH, NULL, a[0]);
}
static PY_NATIVE(back)
{
    return walk(iso, BACK, NULL, a[0]);
}

// --- answers ------------------------------------------------------------------------------------

// Whether all items are in the container, or none is, as `wanted`.
static py_value each_in(struct py_isolate *iso, py_value *a, bool wanted)
{
    py_value it = py_iter(iso, a[0]), v;
    while (it && (v = py_next(iso, it))) {
        int in = py_contains(iso, a[1], v);
        if (in < 0 || !py_tick(iso, 1)) return NULL;
        if (in != wanted) return PY_FALSE;
    }
    return it && !iso->exc ? PY_TRUE : NULL;
}

static PY_NATIVE(all_in)
{
    return each_in(iso, a, true);
}
static PY_NATIVE(none_in)
{
    return each_in(iso, a, false);
}

// How many items of an iterable equal the value, where `first` one at most; -1: error.
static int64_t equal_items(struct py_isolate *iso, py_value *a, bool first)
{
    py_value it = py_iter(iso, a[0]), v;
    int64_t found = 0;
    while (it && (v = py_next(iso, it))) {
        int same = py_eq(iso, v, a[1]);
        if (same < 0 || !py_tick(iso, 1)) return -1;
        if ((found += same) && first) return found;
    }
    return it && !iso->exc ? found : -1;
}

static PY_NATIVE(holds)
{
    int64_t found = equal_items(iso, a, true);
    return found < 0 ? NULL : py_bool(found > 0);
}
static PY_NATIVE(count)
{
    int64_t found = equal_items(iso, a, false);
    return found < 0 ? NULL : py_int_new(iso, found);
}

// _find(sequence, value, first, end): the number of the first item that equals the value, or None.
static PY_NATIVE(find)
{
    int64_t place, end = INT64_MAX;
    if (!py_as_index(iso, a[2], &place) || (a[3] != PY_NONE && !py_as_index(iso, a[3], &end)))
        return NULL;
    for (; place < end; place++) {
        py_value number = py_int_new(iso, place), v = number ? py_getitem(iso, a[0], number) : NULL;
        if (!v && py_error_is(iso, PY_T_IndexError)) {
            py_error_clear(iso);
            return PY_NONE;
        }
        int same = v ? py_eq(iso, v, a[1]) : -1;
        if (same) return same < 0 ? NULL : number;
        if (!py_tick(iso, 1)) return NULL;
    }
    return PY_NONE;
}

// _set_all(target, mapping, keys): target[key] = mapping[key] for all the keys.
static PY_NATIVE(set_all)
{
    py_value it = py_iter(iso, a[2]), key, v;
    while (it && (key = py_next(iso, it)))
        if (!(v = py_getitem(iso, a[1], key)) || !py_setitem(iso, a[0], key, v) || !py_tick(iso, 1))
            return NULL;
    return it && !iso->exc ? PY_NONE : NULL;
}

// _as_dict(mapping, ItemsView): dict(mapping.items()), without making the pairs where nobody would
// see them.
static PY_NATIVE(as_dict)
{
    py_value items = py_call_method(iso, a[0], py_name(iso, PY_N_items), NULL, 0);
    if (!items) return NULL;
    if ((py_value)py_type_of(iso, items) != a[1])
        return py_call1(iso, (py_value)py_t(iso, PY_T_DICT), items);
    py_value mapping = py_getattr(iso, items, py_str_intern_z(iso, "_mapping"));
    py_value args[3] = {mapping ? py_dict_new(iso) : NULL, mapping, mapping};
    if (!args[0]) return NULL;
    return set_all(iso, args) ? args[0] : not_meant(iso);
}

static const struct py_native_row functions[] = {
    PY_ROW("_as_dict", as_dict, "mapping, view, /", NULL),
    PY_ROW("_those_in", those_in, "items, container, /", NULL),
    PY_ROW("_those_not_in", those_not_in, "items, container, /", NULL),
    PY_ROW("_keys", keys, "mapping, /", NULL),
    PY_ROW("_pairs", pairs, "mapping, /", NULL),
    PY_ROW("_values", values, "mapping, /", NULL),
    PY_ROW("_forth", forth, "sequence, /", NULL),
    PY_ROW("_back", back, "sequence, /", NULL),
    PY_ROW("_all_in", all_in, "items, container, /", NULL),
    PY_ROW("_none_in", none_in, "items, container, /", NULL),
    PY_ROW("_holds", holds, "items, value, /", NULL),
    PY_ROW("_count", count, "items, value, /", NULL),
    PY_ROW("_find", find, "sequence, value, first, end, /", NULL),
    PY_ROW("_set_all", set_all, "target, mapping, keys, /", NULL),
    {0}};

static bool init(struct py_isolate *iso, struct py_module *m)
{
    struct py_type *t = py_type_from_def(iso, &walker_def, NULL, "_collections_abc");
    return t && py_module_set(iso, m, "_walker", (py_value)t);
}

const struct py_moddef py_mod__collections_abc = {
    .name = "_collections_abc",
    .functions = functions,
    .init = init,
};
