// Small types: None, Ellipsis, NotImplemented, mappingproxy, SimpleNamespace.
#include "args.h"
#include "exc.h"
#include "typeobj.h"

// --- singletons ---------------------------------------------------------------------------------

static bool no_args(struct py_isolate *iso, struct py_type *cls, int n, py_value kw)
{
    if (!n && !(kw && py_tuple(kw)->n)) return true;
    const char *name = cls == py_t(iso, PY_T_ELLIPSIS) ? "EllipsisType" : cls->def->name;
    return py_raise_type_error(iso, "%s takes no arguments", name);
}
static py_value none_make(struct py_isolate *iso, struct py_type *cls, PY_UNUSED py_value *a, int n,
                          py_value kw)
{
    return no_args(iso, cls, n, kw) ? PY_NONE : NULL;
}
static py_value ellipsis_make(struct py_isolate *iso, struct py_type *cls, PY_UNUSED py_value *a,
                              int n, py_value kw)
{
    return no_args(iso, cls, n, kw) ? PY_ELLIPSIS : NULL;
}
static py_value notimpl_make(struct py_isolate *iso, struct py_type *cls, PY_UNUSED py_value *a,
                             int n, py_value kw)
{
    return no_args(iso, cls, n, kw) ? PY_NOTIMPL : NULL;
}
static bool no_init(PY_UNUSED struct py_isolate *iso, PY_UNUSED py_value self, PY_RAW_ARGS)
{
    return true;
}
static py_value none_repr(struct py_isolate *iso, PY_UNUSED py_value v)
{
    return py_str_intern_z(iso, "None");
}
static py_value ellipsis_repr(struct py_isolate *iso, PY_UNUSED py_value v)
{
    return py_str_intern_z(iso, "Ellipsis");
}
static py_value notimpl_repr(struct py_isolate *iso, PY_UNUSED py_value v)
{
    return py_str_intern_z(iso, "NotImplemented");
}
static int none_truth(PY_UNUSED struct py_isolate *iso, PY_UNUSED py_value v)
{
    return 0;
}
static bool none_hash(PY_UNUSED struct py_isolate *iso, PY_UNUSED py_value v, uint64_t *out)
{
    *out = 0xfca86420;
    return true;
}
static bool const_hash(PY_UNUSED struct py_isolate *iso, py_value v, uint64_t *out)
{
    *out = PY_BITS(v);
    return true;
}
static PY_NATIVE(reduce_ellipsis)
{
    return py_str_intern_z(iso, "Ellipsis");
}
static int notimpl_truth(struct py_isolate *iso, PY_UNUSED py_value v)
{
    return py_warn_running(iso, PY_T_DeprecationWarning,
                           "NotImplemented should not be used in a boolean context")
               ? 1
               : -1;
}
static PY_NATIVE(reduce_notimpl)
{
    return py_str_intern_z(iso, "NotImplemented");
}

const struct py_typedef py_none_def = {
    .name = "NoneType",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_obj),
    .final = true,
    .slots = {.make = none_make,
              .init = no_init,
              .repr = none_repr,
              .truth = none_truth,
              .hash = none_hash},
};
const struct py_typedef py_ellipsis_def = {
    .name = "ellipsis",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_obj),
    .final = true,
    .methods = (const struct py_native_row[]){PY_ROW("__reduce__", reduce_ellipsis, "", NULL), {0}},
    .slots = {.make = ellipsis_make, .init = no_init, .repr = ellipsis_repr, .hash = const_hash},
};
const struct py_typedef py_notimpl_def = {
    .name = "NotImplementedType",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_obj),
    .final = true,
    .methods = (const struct py_native_row[]){PY_ROW("__reduce__", reduce_notimpl, "", NULL), {0}},
    .slots = {.make = notimpl_make,
              .init = no_init,
              .repr = notimpl_repr,
              .truth = notimpl_truth,
              .hash = const_hash},
};

// --- mappingproxy -------------------------------------------------------------------------------

struct proxy {
    struct py_obj h;
    py_value m;
};
static py_value map_of(py_value v)
{
    return ((struct proxy *)v)->m;
}
static void proxy_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct proxy *)o)->m);
}

py_value py_mappingproxy_new(struct py_isolate *iso, py_value mapping)
{
    struct proxy *p = py_new(iso, py_t(iso, PY_T_MAPPINGPROXY), sizeof *p);
    if (p) p->m = mapping;
    return (py_value)p;
}

static py_value proxy_make(struct py_isolate *iso, PY_UNUSED struct py_type *cls, py_value *a,
                           int n, py_value kw)
{
    static const struct py_args_spec spec = {"mappingproxy", {"mapping"}, 1, 0, 1, 1};
    py_value v[1];
    if (!py_args_take(iso, &spec, a, n, kw, v)) return NULL;
    if (!py_type_of(iso, v[0])->s.getitem || py_is_kind(v[0], PY_K_LIST) ||
        py_is_kind(v[0], PY_K_TUPLE))
        return py_raise_type_error(iso, "mappingproxy() argument must be a mapping, not %T", v[0]);
    return py_mappingproxy_new(iso, v[0]);
}
static py_value proxy_repr(struct py_isolate *iso, py_value v)
{
    return py_str_format(iso, "mappingproxy(%R)", map_of(v));
}
static py_value proxy_str(struct py_isolate *iso, py_value v)
{
    return py_str_of(iso, map_of(v));
}
static bool proxy_hash(struct py_isolate *iso, py_value v, uint64_t *out)
{
    return py_hash(iso, map_of(v), out);
}
static int64_t proxy_len(struct py_isolate *iso, py_value v)
{
    return py_len(iso, map_of(v));
}
static py_value proxy_getitem(struct py_isolate *iso, py_value v, py_value k)
{
    return py_getitem(iso, map_of(v), k);
}
static int proxy_contains(struct py_isolate *iso, py_value v, py_value k)
{
    return py_contains(iso, map_of(v), k);
}
static py_value proxy_iter(struct py_isolate *iso, py_value v)
{
    return py_iter(iso, map_of(v));
}
static py_value plain(struct py_isolate *iso, py_value v)
{
    return py_type_of(iso, v) == py_t(iso, PY_T_MAPPINGPROXY) ? map_of(v) : v;
}
// An operand as the operators of `other` may see it: the dict of a class is not given away.
static py_value lent(struct py_isolate *iso, py_value v, py_value other)
{
    if (py_type_of(iso, v) != py_t(iso, PY_T_MAPPINGPROXY)) return v;
    bool foreign = py_type_of(iso, plain(iso, other))->flags & PY_TF_HEAP;
    v = map_of(v);
    return foreign && py_is_exact(v, PY_K_DICT) ? py_dict_copy(iso, py_dict(v)) : v;
}
static py_value proxy_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    py_value x = lent(iso, a, b), y = x ? lent(iso, b, a) : NULL;
    return y ? py_compare(iso, x, y, op) : NULL;
}
static py_value proxy_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op != PY_BIN_OR) return PY_NOTIMPL;
    py_value x = lent(iso, a, b), y = x ? lent(iso, b, a) : NULL;
    return y ? py_binary(iso, PY_BIN_OR, x, y) : NULL;
}
static py_value proxy_inplace(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op != PY_BIN_OR) return PY_NOTIMPL;
    return py_raise_type_error(iso, "'|=' is not supported by %T; use '|' instead", a, b);
}

static PY_NATIVE(m_get)
{
    return py_call_method(iso, map_of(a[0]), py_name(iso, PY_N_get), a + 1, a[2] ? 2 : 1);
}
#define FORWARD(fn, id)                                                                            \
    static py_value fn(struct py_isolate *iso, py_value *a)                                        \
    {                                                                                              \
        return py_call_method(iso, map_of(a[0]), py_name(iso, id), NULL, 0);                       \
    }
FORWARD(m_keys, PY_N_keys)
FORWARD(m_values, PY_N_values)
FORWARD(m_items, PY_N_items)
FORWARD(m_copy, PY_N_copy)
FORWARD(m_reversed, PY_N___reversed__)

const struct py_typedef py_mappingproxy_def = {
    .name = "mappingproxy",
    .keyed = true,
    .kind = PY_K_NATIVE,
    .size = sizeof(struct proxy),
    .final = true,
    .doc = "Shows a mapping without letting it be changed.",
    .sig = "mapping",
    .methods =
        (const struct py_native_row[]){
            PY_ROW("get", m_get, "key, default=None, /",
                   "m[key], or the default where the key is absent."),
            PY_ROW("keys", m_keys, "", "The keys, as a view."),
            PY_ROW("values", m_values, "", "The values, as a view."),
            PY_ROW("items", m_items, "", "The entries as pairs, as a view."),
            PY_ROW("copy", m_copy, "", "A new copy of the mapping, free to change."),
            PY_ROW("__reversed__", m_reversed, "", "Iterator over the keys, last first."),
            PY_CLASS_ROW("__class_getitem__", py_class_getitem, "item, /",
                         "The class with types of keys and values, for annotations."),
            {0}},
    .slots = {.make = proxy_make,
              .repr = proxy_repr,
              .str = proxy_str,
              .hash = proxy_hash,
              .length = proxy_len,
              .getitem = proxy_getitem,
              .contains = proxy_contains,
              .iter = proxy_iter,
              .compare = proxy_compare,
              .binary = proxy_binary,
              .inplace = proxy_inplace},
    .trace = proxy_trace,
};

// --- SimpleNamespace ----------------------------------------------------------------------------

static py_value ns_make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    return py_inst_new(iso, cls);
}

static bool ns_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    if (n) return py_raise_type_error(iso, "no positional arguments expected");
    for (uint64_t i = 0; kw && i < py_tuple(kw)->n; i++)
        if (!py_setattr(iso, self, py_tuple(kw)->v[i], a[i])) return false;
    return true;
}

static py_value ns_repr(struct py_isolate *iso, py_value self)
{
    bool exact = py_type_of(iso, self) == py_t(iso, PY_T_NAMESPACE);
    struct py_sb b;
    py_sb_init(&b, iso);
    if (exact) py_sb_z(&b, "namespace");
    else py_sb_format(&b, "%T", self);
    int r = py_repr_enter(iso, self);
    if (r < 0) return NULL;
    if (r) {
        py_sb_z(&b, "(...)");
        return py_sb_finish(&b);
    }
    struct py_dict *d = py_dict(py_attr_dict(iso, self));
    py_sb_char(&b, '(');
    uint64_t pos = 0;
    py_value k, v;
    bool first = true;
    while (d && py_dict_next(iso, d, &pos, &k, &v) && !iso->exc) {
        if (!py_is_str(k)) continue;
        if (!first) py_sb_z(&b, ", ");
        first = false;
        py_sb_str(&b, k);
        py_sb_char(&b, '=');
        py_sb_repr(&b, v);
    }
    py_sb_char(&b, ')');
    py_repr_leave(iso, self);
    return d && !iso->exc ? py_sb_finish(&b) : NULL;
}

static py_value ns_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (!py_isa(iso, b, PY_T_NAMESPACE) || !py_isa(iso, a, PY_T_NAMESPACE)) return PY_NOTIMPL;
    py_value x = py_attr_dict(iso, a), y = py_attr_dict(iso, b);
    return x && y ? py_compare(iso, x, y, op) : NULL;
}

static PY_NATIVE_RAW(ns_replace)
{
    if (n > 1) return py_raise_type_error(iso, "_replace() takes no positional arguments");
    py_value copy = py_call0(iso, (py_value)py_type_of(iso, a[0])),
             d = copy ? py_attr_dict(iso, copy) : NULL;
    py_value from = d ? py_attr_dict(iso, a[0]) : NULL;
    if (!from || !py_dict_merge(iso, py_dict(d), from, true)) return NULL;
    return ns_init(iso, copy, a + n, 0, kw) ? copy : NULL;
}

const struct py_typedef py_namespace_def = {
    .name = "types.SimpleNamespace",
    .kind = PY_K_INST,
    .size = sizeof(struct py_inst),
    .attrs_off = offsetof(struct py_inst, at),
    .attrs_self = true,
    .doc = "An object with the attributes you name: SimpleNamespace(x=1).x == 1.",
    .methods = (const struct py_native_row[]){PY_ROW("__replace__", ns_replace, "*args, **kwargs",
                                                     NULL),
                                              {0}},
    .getset = (const struct py_getset_row[]){{"__dict__", py_get_dict_attr, py_set_dict_attr, NULL},
                                             {NULL, NULL, NULL, NULL}},
    .slots = {.make = ns_make, .init = ns_init, .repr = ns_repr, .compare = ns_compare},
};
