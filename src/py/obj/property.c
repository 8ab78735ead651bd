// Builtin class property.
#include "args.h"
#include "typeobj.h"

static struct py_property *prop(py_value v)
{
    return (struct py_property *)v;
}

static py_value property_make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    return (py_value)py_new_of(iso, cls, sizeof(struct py_property));
}

static py_value none_is_null(py_value v)
{
    return v == PY_NONE ? NULL : v;
}

// A subclass has a text of its own, behind which the property's is not seen: instances get it as an
// attribute. Where they have none, only the getter's text is missed.
static bool give_doc(struct py_isolate *iso, py_value self)
{
    py_value doc = prop(self)->doc;
    prop(self)->doc = NULL;
    if (py_setattr(iso, self, py_name(iso, PY_N___doc__), doc ? doc : PY_NONE)) return true;
    bool dropped = !(py_obj_flags(&prop(self)->h) & PY_F_USER0) &&
                   py_error_is(iso, PY_T_AttributeError);
    if (dropped) py_error_clear(iso);
    return dropped;
}

static bool property_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    static const struct py_args_spec spec = {"property", {"fget", "fset", "fdel", "doc"}, 4, 0, 4,
                                             0};
    py_value v[4];
    if (!py_args_take(iso, &spec, a, n, kw, v)) return false;
    struct py_property *p = prop(self);
    p->get = none_is_null(v[0]);
    p->set = none_is_null(v[1]);
    p->del = none_is_null(v[2]);
    p->doc = none_is_null(v[3]);
    py_obj_clear_flag(&p->h, PY_F_USER0);
    if (!p->doc && p->get) {
        py_value doc = py_getattr_opt(iso, p->get, py_name(iso, PY_N___doc__));
        if (!doc && iso->exc) return false;
        p->doc = doc ? none_is_null(doc) : NULL;
        if (p->doc) py_obj_set_flag(&p->h, PY_F_USER0); // the text is the getter's
    }
    return py_type_of(iso, self) == py_t(iso, PY_T_PROPERTY) || give_doc(iso, self);
}

static bool no_accessor(struct py_isolate *iso, py_value self, py_value obj, const char *what)
{
    struct py_property *p = prop(self);
    if (p->name)
        py_raise(iso, PY_T_AttributeError, "property %R of '%U' object has no %s", p->name,
                 py_type_of(iso, obj)->qualname, what);
    else
        py_raise(iso, PY_T_AttributeError, "property of '%U' object has no %s",
                 py_type_of(iso, obj)->qualname, what);
    return false;
}

static py_value property_get(struct py_isolate *iso, py_value self, py_value obj,
                             PY_UNUSED struct py_type *type)
{
    if (!obj) return self;
    if (!prop(self)->get) {
        no_accessor(iso, self, obj, "getter");
        return NULL;
    }
    return py_call1(iso, prop(self)->get, obj);
}

static bool property_set(struct py_isolate *iso, py_value self, py_value obj, py_value v)
{
    py_value f = v ? prop(self)->set : prop(self)->del;
    if (!f) return no_accessor(iso, self, obj, v ? "setter" : "deleter");
    return v ? py_call2(iso, f, obj, v) != NULL : py_call1(iso, f, obj) != NULL;
}

// A copy with one accessor replaced; of the same class, made by calling it.
static py_value property_copy(struct py_isolate *iso, py_value self, int which, py_value f)
{
    struct py_property *p = prop(self);
    bool getters = py_obj_flags(&p->h) & PY_F_USER0;
    py_value v[4] = {p->get ? p->get : PY_NONE, p->set ? p->set : PY_NONE,
                     p->del ? p->del : PY_NONE, PY_NONE};
    if (f != PY_NONE) v[which] = f;
    if (p->doc && !(getters && v[0] != PY_NONE)) v[3] = p->doc;
    py_value q = py_call(iso, (py_value)py_type_of(iso, self), v, 4);
    if (q && py_is_kind(q, PY_K_PROPERTY)) prop(q)->name = p->name;
    return q;
}
static PY_NATIVE(m_getter)
{
    return property_copy(iso, a[0], 0, a[1]);
}
static PY_NATIVE(m_setter)
{
    return property_copy(iso, a[0], 1, a[1]);
}
static PY_NATIVE(m_deleter)
{
    return property_copy(iso, a[0], 2, a[1]);
}
static PY_NATIVE_RAW(m_set_name)
{
    if (n != 3 || kw)
        return py_raise_type_error(
            iso, "__set_name__() takes 2 positional arguments but %d were given", n - 1);
    prop(a[0])->name = a[2];
    return PY_NONE;
}

static py_value or_none(py_value v)
{
    return v ? v : PY_NONE;
}
static py_value g_fget(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return or_none(prop(v)->get);
}
static py_value g_fset(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return or_none(prop(v)->set);
}
static py_value g_fdel(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return or_none(prop(v)->del);
}
static py_value g_doc(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return or_none(prop(v)->doc);
}
static bool s_doc(PY_UNUSED struct py_isolate *iso, py_value self, py_value v)
{
    prop(self)->doc = v;
    return true;
}
static py_value g_abstract(struct py_isolate *iso, py_value v)
{
    py_value parts[3] = {prop(v)->get, prop(v)->set, prop(v)->del};
    for (int i = 0; i < 3; i++) {
        py_value r = py_abstract_flag(iso, parts[i]);
        if (r != PY_FALSE) return r;
    }
    return PY_FALSE;
}

void py_property_trace(struct py_isolate *iso, struct py_obj *o)
{
    const struct py_property *p = (struct py_property *)o;
    py_mark(iso, p->get);
    py_mark(iso, p->set);
    py_mark(iso, p->del);
    py_mark(iso, p->doc);
    py_mark(iso, p->name);
}

const struct py_typedef py_property_def = {
    .name = "property",
    .kind = PY_K_PROPERTY,
    .size = sizeof(struct py_property),
    .attrs_off = offsetof(struct py_property, at),
    .doc = "An attribute whose value a function computes. Also a decorator: @property, then "
           "@x.setter.",
    .sig = "fget=None, fset=None, fdel=None, doc=None",
    .methods =
        (const struct py_native_row[]){
            PY_ROW("getter", m_getter, "fget, /",
                   "The property with this function for reading; a decorator."),
            PY_ROW("setter", m_setter, "fset, /",
                   "The property with this function for assignments; a decorator."),
            PY_ROW("deleter", m_deleter, "fdel, /",
                   "The property with this function for `del`; a decorator."),
            PY_ROW("__set_name__", m_set_name, "*args",
                   "Learns from the class what the property is called."),
            {0}},
    .getset = (const struct py_getset_row[]){{"fget", g_fget, py_set_readonly, NULL},
                                             {"fset", g_fset, py_set_readonly, NULL},
                                             {"fdel", g_fdel, py_set_readonly, NULL},
                                             {"__doc__", g_doc, s_doc, NULL},
                                             {"__isabstractmethod__", g_abstract, NULL, NULL},
                                             {NULL, NULL, NULL, NULL}},
    .slots = {.make = property_make,
              .init = property_init,
              .descr_get = property_get,
              .descr_set = property_set},
};
