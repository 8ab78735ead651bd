// Module objects.
#include "args.h"
#include "typeobj.h"

static struct py_module *mod(py_value v)
{
    return (struct py_module *)v;
}

static bool set_basics(struct py_isolate *iso, struct py_dict *d, py_value name, py_value doc)
{
    return py_dict_set(iso, d, py_name(iso, PY_N___name__), name) &&
           py_dict_set(iso, d, py_name(iso, PY_N___doc__), doc) &&
           py_dict_set(iso, d, py_name(iso, PY_N___package__), PY_NONE) &&
           py_dict_set(iso, d, py_name(iso, PY_N___loader__), PY_NONE) &&
           py_dict_set(iso, d, py_name(iso, PY_N___spec__), PY_NONE);
}

py_value py_module_new(struct py_isolate *iso, const char *name, const char *doc)
{
    struct py_module *m = py_new(iso, py_t(iso, PY_T_MODULE), sizeof *m);
    if (!m || !(m->dict = py_dict(py_dict_new(iso)))) return NULL;
    py_value n = py_str_intern_z(iso, name), d = doc ? py_str_z(iso, doc) : PY_NONE;
    return n && d && set_basics(iso, m->dict, n, d) ? (py_value)m : NULL;
}

bool py_module_set(struct py_isolate *iso, struct py_module *m, const char *name, py_value v)
{
    py_value key = v ? py_str_intern_z(iso, name) : NULL;
    return key && py_dict_set(iso, m->dict, key, v);
}

bool py_module_is_loading(struct py_isolate *iso, py_value module)
{
    uint64_t pos = 0;
    py_value k, v;
    while (iso->loading && py_dict_next(iso, iso->loading, &pos, &k, &v))
        if (v == module) return true;
    return false;
}

struct py_type *py_module_type(struct py_isolate *iso, const char *module, const char *name,
                               const struct py_typedef *def)
{
    py_value m = py_import(iso, module), v = m ? py_getattr_s(iso, m, name) : NULL;
    struct py_type *t = v && py_is_type(v) ? (struct py_type *)v : NULL;
    if (t && t->def == def && !(t->flags & PY_TF_HEAP)) return t;
    return v ? py_raise_type_error(iso, "%s.%s has been replaced", module, name) : NULL;
}

static py_value module_make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    struct py_module *m = py_new_of(iso, cls, sizeof *m);
    return m && (m->dict = py_dict(py_dict_new(iso))) ? (py_value)m : NULL;
}

static bool module_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    static const struct py_args_spec spec = {"module", {"name", "doc"}, 2, 0, 2, 1};
    py_value v[2];
    if (!py_args_take(iso, &spec, a, n, kw, v)) return false;
    if (!py_is_str(v[0]))
        return py_raise_type_error(iso, "module() argument 'name' must be str, not %A", v[0]);
    return set_basics(iso, mod(self)->dict, v[0], v[1] ? v[1] : PY_NONE);
}

static py_value module_getattr(struct py_isolate *iso, py_value self, py_value name)
{
    struct py_type *t = py_type_of(iso, self);
    py_value d = py_type_lookup(iso, t, name), v;
    if (!d && iso->exc) return NULL;
    struct py_type *dt = d ? py_type_of(iso, d) : NULL;
    if (dt && dt->s.descr_get && dt->s.descr_set) return py_slot_descr_get(iso, &dt->s, d, self, t);
    if ((v = py_dict_get_str(iso, mod(self)->dict, name)) || iso->exc) return v;
    if (d) return dt->s.descr_get ? py_slot_descr_get(iso, &dt->s, d, self, t) : d;
    py_value hook = py_dict_get_str(iso, mod(self)->dict, py_name(iso, PY_N___getattr__));
    if (hook) return py_call1(iso, hook, name);
    return iso->exc ? NULL : py_raise_no_attr(iso, self, name);
}

static bool module_setattr(struct py_isolate *iso, py_value self, py_value name, py_value v)
{
    py_value d = py_type_lookup(iso, py_type_of(iso, self), name);
    if (!d && iso->exc) return false;
    if (d && py_type_of(iso, d)->s.descr_set)
        return py_slot_descr_set(iso, &py_type_of(iso, d)->s, d, self, v);
    if (!(name = py_str_intern_value(iso, name))) return false;
    if (v) return py_dict_set(iso, mod(self)->dict, name, v);
    int done = py_dict_delete(iso, mod(self)->dict, name);
    if (done == 0)
        py_raise(iso, PY_T_AttributeError, "'%T' object has no attribute '%U'", self, name);
    return done == 1;
}

// Modules that lie frozen in CPython, and say so.
static bool is_frozen(struct py_isolate *iso, py_value self, py_value name)
{
    static const char *const frozen[] = {"_collections_abc",
                                         "abc",
                                         "codecs",
                                         "genericpath",
                                         "importlib.machinery",
                                         "importlib.util",
                                         "io",
                                         "ntpath",
                                         "os",
                                         "posixpath",
                                         "runpy",
                                         "site",
                                         "stat"};
    if (!py_is_str(name) || py_dict_get(iso, iso->modules, name) != self) return false;
    for (size_t i = 0; i < sizeof frozen / sizeof *frozen; i++)
        if (py_str_is(name, frozen[i])) return true;
    return false;
}

static py_value module_repr(struct py_isolate *iso, py_value self)
{
    struct py_dict *d = mod(self)->dict;
    py_value name = py_dict_get_str(iso, d, py_name(iso, PY_N___name__)),
             file = py_dict_get_str(iso, d, py_name(iso, PY_N___file__)),
             loader = py_dict_get_str(iso, d, py_name(iso, PY_N___loader__));
    if (iso->exc) return NULL;
    bool named = name != NULL;
    if (!named && !(name = py_str_z(iso, "?"))) return NULL;
    if (file && py_is_str(file)) return py_str_format(iso, "<module %R from %R>", name, file);
    if (loader && loader != PY_NONE && !mod(self)->def)
        return py_str_format(iso, "<module %R (%R)>", name, loader);
    if (named && is_frozen(iso, self, name))
        return py_str_format(iso, "<module %R (frozen)>", name);
    if (iso->exc) return NULL;
    return py_str_format(iso, mod(self)->def ? "<module %R (built-in)>" : "<module %R>", name);
}

static py_value g_dict(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return (py_value)mod(v)->dict;
}
static py_value g_annotations(struct py_isolate *iso, py_value v)
{
    py_value name = py_name(iso, PY_N___annotations__),
             d = py_dict_get_str(iso, mod(v)->dict, name);
    if (d || iso->exc) return d;
    d = py_dict_new(iso);
    return d && py_dict_set(iso, mod(v)->dict, name, d) ? d : NULL;
}
static bool s_annotations(struct py_isolate *iso, py_value self, py_value v)
{
    py_value name = py_name(iso, PY_N___annotations__);
    if (v) return py_dict_set(iso, mod(self)->dict, name, v);
    int done = py_dict_delete(iso, mod(self)->dict, name);
    if (!done) py_raise(iso, PY_T_AttributeError, "__annotations__");
    return done == 1;
}
static PY_NATIVE(m_dir)
{
    py_value hook = py_dict_get_str(iso, mod(a[0])->dict, py_name(iso, PY_N___dir__));
    if (hook) return py_call0(iso, hook);
    py_value d = iso->exc ? NULL : py_getattr(iso, a[0], py_name(iso, PY_N___dict__));
    if (d && !py_is_kind(d, PY_K_DICT))
        return py_raise_type_error(iso, "<module>.__dict__ is not a dictionary");
    return d ? py_list_of(iso, d) : NULL;
}

void py_module_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_module *m = (struct py_module *)o;
    py_mark_obj(iso, m->dict);
    py_mark_interior(iso, m->state);
    if (m->def && m->def->trace) m->def->trace(iso, m);
}

const struct py_typedef py_module_def = {
    .name = "module",
    .kind = PY_K_MODULE,
    .size = sizeof(struct py_module),
    .attrs_off = offsetof(struct py_module, at),
    .doc = "What `import` binds: a namespace with a name.",
    .sig = "name, doc=None",
    .methods = (const struct py_native_row[]){PY_ROW("__dir__", m_dir, "",
                                                     "Sorted names of the module."),
                                              {0}},
    .getset = (const struct py_getset_row[]){{"__dict__", g_dict, NULL, NULL},
                                             {"__annotations__", g_annotations, s_annotations,
                                              NULL},
                                             {NULL, NULL, NULL, NULL}},
    .slots = {.make = module_make,
              .init = module_init,
              .repr = module_repr,
              .getattr = module_getattr,
              .setattr = module_setattr},
};
