// Module _collections: defaultdict and field getters of named tuples. deque is in deque.c,
// OrderedDict in odict.c and odict_type.c, loops of Counter in counter.c, of ChainMap in
// chainmap.c; the rest of module collections is lib/collections.
#include "collections_int.h"

#include "../obj/args.h"
#include "../obj/dict_int.h"
#include "../obj/int.h"

// --- defaultdict --------------------------------------------------------------------------------

struct defaultdict {
    struct py_dict d;
    py_value factory;
};
static struct defaultdict *dd(py_value v)
{
    return (struct defaultdict *)v;
}

static void defaultdict_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct defaultdict *)o)->factory);
}

static bool defaultdict_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    py_value factory = n ? a[0] : PY_NONE;
    if (factory != PY_NONE && !py_callable(iso, factory)) {
        py_raise_type_error(iso, "first argument must be callable or None");
        return false;
    }
    dd(self)->factory = factory;
    int skip = n ? 1 : 0;
    return py_slot_init(iso, &py_t(iso, PY_T_DICT)->s, self, a + skip, n - skip, kw);
}

static py_value missing(struct py_isolate *iso, py_value self, py_value key)
{
    py_value f = dd(self)->factory;
    if (!f || f == PY_NONE) return py_raise_key_error(iso, key);
    py_value v = f == (py_value)py_t(iso, PY_T_LIST)  ? py_list_new(iso, 0)
                 : f == (py_value)py_t(iso, PY_T_INT) ? py_small_new(0)
                                                      : py_call0(iso, f);
    return v && py_setitem(iso, self, key, v) ? v : NULL;
}

static py_value defaultdict_getitem(struct py_isolate *iso, py_value self, py_value key)
{
    py_value v = py_dict_get(iso, py_dict(self), key);
    if (v || iso->exc) return v;
    if (py_type_of(iso, self) == py_collections_type(iso, PY_COLL_DEFAULTDICT))
        return missing(iso, self, key);
    bool found;
    v = py_call_special(iso, self, py_name(iso, PY_N___missing__), &key, 1, &found);
    return found || iso->exc ? v : py_raise_key_error(iso, key);
}

static PY_NATIVE(defaultdict_missing)
{
    return missing(iso, a[0], a[1]);
}

static py_value defaultdict_repr(struct py_isolate *iso, py_value self)
{
    py_value f = dd(self)->factory ? dd(self)->factory : PY_NONE, inner;
    int cycle = py_repr_enter(iso, f);
    if (cycle < 0) return NULL;
    inner = cycle ? py_str_z(iso, "...") : py_repr(iso, f);
    if (!cycle) py_repr_leave(iso, f);
    py_value d = inner ? py_slot_repr(iso, &py_t(iso, PY_T_DICT)->s, self) : NULL;
    return d ? py_str_format(iso, "%U(%U, %U)", py_type_of(iso, self)->name, inner, d) : NULL;
}

static PY_NATIVE(defaultdict_copy)
{
    py_value args[2] = {dd(a[0])->factory ? dd(a[0])->factory : PY_NONE, a[0]};
    return py_call(iso, (py_value)py_type_of(iso, a[0]), args, 2);
}

static PY_NATIVE(defaultdict_reduce)
{
    py_value f = dd(a[0])->factory;
    py_value args = f && f != PY_NONE ? py_tuple_pack(iso, 1, f) : iso->empty_tuple;
    py_value items = args ? py_call_method(iso, a[0], py_name(iso, PY_N_items), NULL, 0) : NULL;
    py_value it = items ? py_iter(iso, items) : NULL;
    return it ? py_tuple_pack(iso, 5, (py_value)py_type_of(iso, a[0]), args, PY_NONE, PY_NONE, it)
              : NULL;
}

static py_value defaultdict_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op != PY_BIN_OR || !py_is_kind(a, PY_K_DICT) || !py_is_kind(b, PY_K_DICT))
        return PY_NOTIMPL;
    struct py_type *t = py_collections_type(iso, PY_COLL_DEFAULTDICT);
    py_value self = py_type_issub(py_type_of(iso, a), t) ? a : b;
    py_value args[2] = {dd(self)->factory ? dd(self)->factory : PY_NONE, a};
    py_value r = py_call(iso, (py_value)py_type_of(iso, self), args, 2);
    return r && py_dict_update(iso, py_dict(r), b) ? r : NULL;
}

static py_value get_factory(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return dd(self)->factory ? dd(self)->factory : PY_NONE;
}

static bool set_factory(PY_UNUSED struct py_isolate *iso, py_value self, py_value v)
{
    dd(self)->factory = v;
    return true;
}

static const struct py_native_row defaultdict_methods[] = {
    PY_ROW("__missing__", defaultdict_missing, "key, /",
           "The value for a key that is not there: made by the factory and stored."),
    PY_ROW("copy", defaultdict_copy, "", "A copy with the same values and factory."),
    PY_ROW("__copy__", defaultdict_copy, "", "As copy()."),
    PY_ROW("__reduce__", defaultdict_reduce, "", "Return state information for pickling."),
    PY_CLASS_ROW("__class_getitem__", py_class_getitem, "item, /", "See PEP 585"),
    {0}};
static const struct py_getset_row defaultdict_getset[] = {
    {"default_factory", get_factory, set_factory,
     "What makes the values of missing keys; None: nothing does."},
    {0}};

static const struct py_typedef defaultdict_def = {
    .name = "collections.defaultdict",
    .kind = PY_K_DICT,
    .size = sizeof(struct defaultdict),
    .attrs_off = offsetof(struct py_dict, at),
    .trace = defaultdict_trace,
    .methods = defaultdict_methods,
    .getset = defaultdict_getset,
    .doc =
        "defaultdict(default_factory=None, /, [...])\n\nA dict that makes the value of a key that is asked "
        "for and not there. The other arguments are dict's.",
    .slots = {.init = defaultdict_init,
              .getitem = defaultdict_getitem,
              .repr = defaultdict_repr,
              .binary = defaultdict_binary},
};

// --- _tuplegetter: a field of a named tuple -----------------------------------------------------

struct getter {
    struct py_obj h;
    int64_t index;
    py_value doc;
};

static void getter_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct getter *)o)->doc);
}

static py_value getter_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                            py_value kw)
{
    int64_t i;
    if (!py_args_no_kw(iso, "_tuplegetter", kw) || !py_args_count(iso, "_tuplegetter", n, 2, 2) ||
        !py_as_int64(iso, a[0], &i))
        return NULL;
    struct getter *g = py_new_of(iso, cls, sizeof *g);
    if (!g) return NULL;
    g->index = i;
    g->doc = a[1];
    return (py_value)g;
}

static py_value getter_get(struct py_isolate *iso, py_value descr, py_value obj,
                           PY_UNUSED struct py_type *type)
{
    const struct getter *g = (const struct getter *)descr;
    if (!obj || obj == PY_NONE) return descr;
    if (!py_is_kind(obj, PY_K_TUPLE))
        return py_raise_type_error(
            iso, "descriptor for index '%lld' for tuple subclasses doesn't apply to '%T' object",
            (long long)g->index, obj);
    if ((uint64_t)g->index >= py_tuple(obj)->n)
        return py_raise(iso, PY_T_IndexError, "tuple index out of range");
    return py_tuple(obj)->v[g->index];
}

static bool getter_set(struct py_isolate *iso, PY_UNUSED py_value descr, PY_UNUSED py_value obj,
                       py_value v)
{
    py_raise(iso, PY_T_AttributeError, v ? "can't set attribute" : "can't delete attribute");
    return false;
}

static py_value getter_doc(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return ((struct getter *)self)->doc;
}

static bool getter_set_doc(PY_UNUSED struct py_isolate *iso, py_value self, py_value v)
{
    ((struct getter *)self)->doc = v ? v : PY_NONE;
    return true;
}

static PY_NATIVE(getter_reduce)
{
    const struct getter *g = (const struct getter *)a[0];
    py_value args = py_tuple_pack(iso, 2, py_small_new(g->index), g->doc);
    return args ? py_tuple_pack(iso, 2, (py_value)py_type_of(iso, a[0]), args) : NULL;
}

static py_value getter_repr(struct py_isolate *iso, py_value self)
{
    const struct getter *g = (const struct getter *)self;
    return py_str_format(iso, "_tuplegetter(%lld, %R)", (long long)g->index, g->doc);
}

static const struct py_native_row getter_methods[] = {PY_ROW("__reduce__", getter_reduce, "", NULL),
                                                      {0}};
static const struct py_getset_row getter_getset[] = {{"__doc__", getter_doc, getter_set_doc, NULL},
                                                     {0}};
static const struct py_typedef getter_def = {
    .name = "_tuplegetter",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct getter),
    .final = true,
    .trace = getter_trace,
    .methods = getter_methods,
    .getset = getter_getset,
    .slots = {.make = getter_make,
              .descr_get = getter_get,
              .descr_set = getter_set,
              .repr = getter_repr},
};

static const struct py_native_row functions[] = {
    PY_ROW("_count_elements", py_count_elements, "mapping, iterable, /",
           "Add 1 to the count of each item."),
    PY_ROW("_add_counts", py_add_counts, "counts, mapping, sign, /", NULL),
    PY_ROW("_combine", py_combine_counts, "result, a, b, op, /", NULL),
    PY_ROW("_compare", py_compare_counts, "a, b, op, /", NULL),
    PY_ROW("_count_of", py_count_of, "pair, /", NULL),
    PY_ROW("_look_up", py_chain_look_up, "self, key, /", NULL),
    PY_ROW("_in_any", py_chain_in_any, "self, key, /", NULL),
    PY_ROW("_all_keys", py_chain_all_keys, "self, /", NULL),
    {0}};

static bool init(struct py_isolate *iso, struct py_module *m)
{
    static const struct {
        const struct py_typedef *def;
        const char *name, *module; // name NULL: no name of the module
        enum py_type_id base;
    } rows[PY_COLL_COUNT] = {
        [PY_COLL_DEQUE] = {&py_deque_def, "deque", "collections", PY_T_OBJECT},
        [PY_COLL_DEQUE_ITER] = {&py_deque_iter_def, "_deque_iterator", "_collections", PY_T_OBJECT},
        [PY_COLL_DEQUE_REVITER] = {&py_deque_reviter_def, "_deque_reverse_iterator", "_collections",
                                   PY_T_OBJECT},
        [PY_COLL_DEFAULTDICT] = {&defaultdict_def, "defaultdict", "collections", PY_T_DICT},
        [PY_COLL_ORDEREDDICT] = {&py_odict_def, "OrderedDict", "collections", PY_T_DICT},
        [PY_COLL_ODICT_KEYS] = {&py_odict_keys_def, NULL, "builtins", PY_T_DICT_KEYS},
        [PY_COLL_ODICT_VALUES] = {&py_odict_values_def, NULL, "builtins", PY_T_DICT_VALUES},
        [PY_COLL_ODICT_ITEMS] = {&py_odict_items_def, NULL, "builtins", PY_T_DICT_ITEMS},
        [PY_COLL_ODICT_ITER] = {&py_odict_iter_def, NULL, "builtins", PY_T_OBJECT},
        [PY_COLL_TUPLEGETTER] = {&getter_def, "_tuplegetter", "_collections", PY_T_OBJECT},
    };
    py_value types = py_tuple_new(iso, PY_COLL_COUNT);
    iso->module_state[PY_MS_COLLECTIONS] = types;
    for (int i = 0; types && i < PY_COLL_COUNT; i++) {
        bool plain = rows[i].base == PY_T_OBJECT;
        struct py_type *t = py_type_from_def(
            iso, rows[i].def, plain ? NULL : py_t(iso, rows[i].base), rows[i].module);
        if (!t || (rows[i].name && !py_module_set(iso, m, rows[i].name, (py_value)t))) return false;
        // deque and OrderedDict; it is harmless for the rest
        if (plain || i == PY_COLL_ORDEREDDICT) t->flags |= PY_TF_WEAKREFABLE;
        py_tuple(types)->v[i] = (py_value)t;
    }
    return types;
}

const struct py_moddef py_mod__collections = {
    .name = "_collections",
    .functions = functions,
    .init = init,
    .doc = "Containers: the part of collections that is in C.",
};
