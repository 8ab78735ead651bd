// Module functools, the part that must be fast: reduce, cmp_to_key, cached_property; partial
// (functools_partial.c) and the wrapper of lru_cache (functools_lru.c). lib/functools.py adds the
// rest.
#include "../obj/args.h"
#include "../obj/typeobj.h"
#include "functools_int.h"

static PY_NATIVE(m_reduce)
{
    py_value it = py_iter(iso, a[1]), acc = a[2], x;
    if (!it && py_error_is(iso, PY_T_TypeError))
        return py_raise_type_error(iso, "reduce() arg 2 must support iteration");
    if (!it) return NULL;
    if (!acc && !(acc = py_next(iso, it)))
        return iso->exc
                   ? NULL
                   : py_raise_type_error(iso, "reduce() of empty iterable with no initial value");
    while ((x = py_next(iso, it))) {
        if (!(acc = py_call2(iso, a[0], acc, x)) || !py_tick(iso, 1)) return NULL;
    }
    return iso->exc ? NULL : acc;
}

// --- update_wrapper -----------------------------------------------------------------------------

static bool name_ok(struct py_isolate *iso, py_value name)
{
    if (py_is_str(name)) return true;
    return py_raise_type_error(iso, "attribute name must be string, not '%T'", name);
}

// Copies what is there of the attributes `names` of one object to another.
static bool copy_attrs(struct py_isolate *iso, py_value to, py_value from, py_value names)
{
    py_value it = py_iter(iso, names), name, v;
    while (it && (name = py_next(iso, it))) {
        if (!name_ok(iso, name)) return false;
        v = py_getattr_opt(iso, from, name);
        if ((!v && iso->exc) || (v && !py_setattr(iso, to, name, v)) || !py_tick(iso, 1))
            return false;
    }
    return it && !iso->exc;
}

// Updates the dicts under the attributes `names` with those of another object.
static bool merge_attrs(struct py_isolate *iso, py_value to, py_value from, py_value names)
{
    py_value it = py_iter(iso, names), update = py_str_intern_z(iso, "update"), name, d, more;
    while (it && update && (name = py_next(iso, it))) {
        if (!name_ok(iso, name) || !(d = py_getattr(iso, to, name))) return false;
        more = py_getattr_opt(iso, from, name);
        if (!more && (iso->exc || !(more = py_dict_new(iso)))) return false;
        if (!py_call_method(iso, d, update, &more, 1) || !py_tick(iso, 1)) return false;
    }
    return it && update && !iso->exc;
}

// _dress(wrapper, wrapped, assigned, updated): update_wrapper() of lib/functools.py.
static PY_NATIVE(m_dress)
{
    py_value wrapped = py_str_z(iso, "__wrapped__");
    bool ok = wrapped && copy_attrs(iso, a[0], a[1], a[2]) && merge_attrs(iso, a[0], a[1], a[3]) &&
              py_setattr(iso, a[0], py_str_intern_value(iso, wrapped), a[1]);
    return ok ? a[0] : NULL;
}

// --- cmp_to_key ---------------------------------------------------------------------------------

// Without obj: the factory that cmp_to_key gives; with it: a key.
struct key {
    struct py_obj h;
    py_value cmp, obj;
};
static struct key *key(py_value v)
{
    return (struct key *)v;
}

static py_value key_call(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    static const struct py_args_spec spec = {"K", {"obj"}, 1, 0, 1, 1};
    py_value v[1];
    if (!py_args_take(iso, &spec, a, n, kw, v)) return NULL;
    struct key *k = py_new(iso, py_type_of(iso, self), sizeof *k);
    if (!k) return NULL;
    k->cmp = key(self)->cmp;
    k->obj = v[0];
    return (py_value)k;
}
static py_value key_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (py_type_of(iso, a) != py_type_of(iso, b))
        return py_raise_type_error(iso, "other argument must be K instance");
    if (!key(a)->obj || !key(b)->obj) return PY_NOTIMPL;
    py_value r = py_call2(iso, key(a)->cmp, key(a)->obj, key(b)->obj);
    return r ? py_compare(iso, r, py_small_new(0), op) : NULL;
}
static py_value g_obj(struct py_isolate *iso, py_value v)
{
    return key(v)->obj ? key(v)->obj : py_raise(iso, PY_T_AttributeError, "object");
}
static void key_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct key *)o)->cmp);
    py_mark(iso, ((struct key *)o)->obj);
}
static const struct py_typedef key_def = {
    .name = "KeyWrapper",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct key),
    .getset = (const struct py_getset_row[]){{"obj", g_obj, NULL, "The value that is compared."},
                                             {NULL, NULL, NULL, NULL}},
    .slots = {.call = key_call, .compare = key_compare},
    .trace = key_trace,
};
static PY_NATIVE(m_cmp_to_key)
{
    struct py_type *t = py_module_type(iso, "functools", "_K", &key_def);
    struct key *k = t ? py_new(iso, t, sizeof *k) : NULL;
    if (k) k->cmp = a[0];
    return (py_value)k;
}

// --- cached_property ----------------------------------------------------------------------------

struct cached {
    struct py_obj h;
    struct py_attrs at;
    py_value func, name, doc;
};
static struct cached *cp(py_value v)
{
    return (struct cached *)v;
}

static py_value cached_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                            py_value kw)
{
    static const struct py_args_spec spec = {"cached_property.__init__", {"func"}, 1, 0, 1, 1};
    py_value v[1];
    if (!py_args_take(iso, &spec, a, n, kw, v)) return NULL;
    struct cached *c = py_new_of(iso, cls, sizeof *c);
    if (!c) return NULL;
    c->func = v[0];
    c->doc = py_getattr_opt(iso, v[0], py_name(iso, PY_N___doc__));
    return iso->exc ? NULL : (py_value)c;
}
static bool cached_init(PY_UNUSED struct py_isolate *iso, PY_UNUSED py_value self, PY_RAW_ARGS)
{
    return true;
}

static py_value cached_get(struct py_isolate *iso, py_value self, py_value obj,
                           PY_UNUSED struct py_type *type)
{
    struct cached *c = cp(self);
    if (!obj) return self;
    if (!c->name)
        return py_raise_type_error(
            iso, "Cannot use cached_property instance without calling __set_name__ on it.");
    struct py_attrs *at = py_is_ptr(obj) ? py_attrs_of(py_ptr(obj)) : NULL;
    if (py_is_kind(obj, PY_K_TYPE))
        return py_raise_type_error(iso,
                                   "The '__dict__' attribute on '%s' instance does not support "
                                   "item assignment for caching %R property.",
                                   py_type_name(iso, obj), c->name);
    if (!at || py_type_of(iso, obj)->flags & PY_TF_NO_DICT)
        return py_raise_type_error(iso,
                                   "No '__dict__' attribute on '%s' instance to cache %R property.",
                                   py_type_name(iso, obj), c->name);
    py_value v = py_attrs_get(iso, at, c->name);
    if (v || iso->exc || !(v = py_call1(iso, c->func, obj))) return v;
    return py_attrs_set(iso, py_ptr(obj), at, c->name, v) ? v : NULL;
}
static PY_NATIVE(cached_set_name)
{
    struct cached *c = cp(a[0]);
    if (!py_is_str(a[2]))
        return py_raise_type_error(iso, "attribute name must be string, not '%T'", a[2]);
    if (c->name && c->name != a[2])
        return py_raise_type_error(
            iso, "Cannot assign the same cached_property to two different names (%R and %R).",
            c->name, a[2]);
    return (c->name = py_str_intern_value(iso, a[2])) ? PY_NONE : NULL;
}
static py_value g_cfunc(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return cp(v)->func;
}
static py_value g_cname(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return cp(v)->name ? cp(v)->name : PY_NONE;
}
static py_value g_cdoc(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return cp(v)->doc ? cp(v)->doc : PY_NONE;
}
static void cached_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct cached *c = (struct cached *)o;
    py_mark(iso, c->func);
    py_mark(iso, c->name);
    py_mark(iso, c->doc);
    py_mark_obj(iso, c->at.shape);
    py_mark_interior(iso, c->at.extra);
}
static const struct py_typedef cached_def = {
    .name = "cached_property",
    .plain_name = true, // as CPython's, which is of Python
    .kind = PY_K_NATIVE,
    .size = sizeof(struct cached),
    .attrs_off = offsetof(struct cached, at),
    .attrs_self = true,
    .methods = (const struct py_native_row[]){PY_ROW("__set_name__", cached_set_name, "owner, name",
                                                     NULL),
                                              PY_CLASS_ROW("__class_getitem__", py_class_getitem,
                                                           "item, /", "See PEP 585"),
                                              {0}},
    .getset = (const struct py_getset_row[]){{"func", g_cfunc, NULL, NULL},
                                             {"attrname", g_cname, NULL, NULL},
                                             {"__doc__", g_cdoc, NULL, NULL},
                                             {"__dict__", py_get_dict_attr, py_set_dict_attr, NULL},
                                             {NULL, NULL, NULL, NULL}},
    .slots = {.make = cached_make, .init = cached_init, .descr_get = cached_get},
    .trace = cached_trace,
};

// --- the module ---------------------------------------------------------------------------------

static bool init(struct py_isolate *iso, struct py_module *m)
{
    static const struct {
        const char *name;
        const struct py_typedef *def;
    } types[] = {{"partial", &py_partial_def},
                 {"_K", &key_def},
                 {"cached_property", &cached_def},
                 {"_lru_cache_wrapper", &py_lru_def}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        struct py_type *t = py_type_from_def(iso, types[i].def, NULL, "functools");
        if (!t || !py_module_set(iso, m, types[i].name, (py_value)t)) return false;
        t->flags |= PY_TF_WEAKREFABLE;
    }
    return true;
}

const struct py_moddef py_mod_functools = {
    .name = "functools",
    .functions =
        (const struct py_native_row[]){
            PY_ROW("reduce", m_reduce, "function, iterable, initial=None, /",
                   "Combine the items of an iterable into one, by a function of two arguments."),
            PY_ROW("_dress", m_dress, "wrapper, wrapped, assigned, updated, /", NULL),
            PY_ROW(
                "cmp_to_key", m_cmp_to_key, "mycmp",
                "The key= function for an old cmp= function, which gives a number below, at or above 0."),
            {0}},
    .init = init,
    .doc = "Functions that make functions of functions.",
};
