// Descriptors: classmethod, staticmethod, __slots__ members, getset attributes (property.c:
// property).
#include "args.h"
#include "typeobj.h"

py_value py_abstract_flag(struct py_isolate *iso, py_value f)
{
    if (!f || !py_is_ptr(f)) return PY_FALSE;
    py_value name = py_str_intern_z(iso, "__isabstractmethod__");
    py_value v = name ? py_getattr_opt(iso, f, name) : NULL;
    if (!v) return iso->exc ? NULL : PY_FALSE;
    int yes = py_truth(iso, v);
    return yes < 0 ? NULL : py_bool(yes);
}

// --- classmethod, staticmethod ------------------------------------------------------------------

static struct py_classmethod *cm(py_value v)
{
    return (struct py_classmethod *)v;
}

static py_value cm_make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    struct py_classmethod *c = py_new_of(iso, cls, sizeof *c);
    if (c) c->func = PY_NONE;
    return (py_value)c;
}

// functools.wraps for the wrapper objects.
static bool copy_attrs(struct py_isolate *iso, py_value from, py_value to)
{
    static const uint16_t names[] = {PY_N___module__, PY_N___name__, PY_N___qualname__,
                                     PY_N___doc__};
    struct py_attrs *at = py_attrs_of(py_ptr(to));
    for (int i = 0; at && i < 4; i++) {
        py_value v = py_getattr_opt(iso, from, py_name(iso, names[i]));
        if (!v && iso->exc) return false;
        if (v && !py_attrs_set(iso, py_ptr(to), at, py_name(iso, names[i]), v)) return false;
    }
    return true;
}

static bool cm_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    const char *name = py_is_kind(self, PY_K_STATICMETHOD) ? "staticmethod" : "classmethod";
    if (kw && py_tuple(kw)->n)
        return py_raise_type_error(iso, "%s() takes no keyword arguments", name);
    if (n != 1) return py_raise_type_error(iso, "%s expected 1 argument, got %d", name, n);
    cm(self)->func = a[0];
    return copy_attrs(iso, a[0], self);
}

static py_value method_object(struct py_isolate *iso, enum py_type_id id, py_value func)
{
    struct py_classmethod *c = py_new(iso, py_t(iso, id), sizeof *c);
    if (c) c->func = func;
    return (py_value)c;
}
py_value py_classmethod_new(struct py_isolate *iso, py_value func)
{
    return method_object(iso, PY_T_CLASSMETHOD, func);
}
py_value py_staticmethod_new(struct py_isolate *iso, py_value func)
{
    return method_object(iso, PY_T_STATICMETHOD, func);
}

static py_value classmethod_get(struct py_isolate *iso, py_value self, py_value obj,
                                struct py_type *type)
{
    if (!py_stack_left(iso)) return NULL; // a class method of a class method ...
    if (!type) type = py_type_of(iso, obj);
    py_value f = cm(self)->func;
    struct py_type *ft = py_type_of(iso, f);
    if (!py_is_kind(f, PY_K_FUNC) && ft->s.descr_get)
        return py_slot_descr_get(iso, &ft->s, f, (py_value)type, type);
    return py_method_new(iso, f, (py_value)type);
}
static py_value staticmethod_get(PY_UNUSED struct py_isolate *iso, py_value self,
                                 PY_UNUSED py_value obj, PY_UNUSED struct py_type *type)
{
    return cm(self)->func;
}
static py_value staticmethod_call(struct py_isolate *iso, py_value self, py_value *a, int n,
                                  py_value kw)
{
    return py_call_kw(iso, cm(self)->func, a, n, kw);
}
static py_value cm_repr(struct py_isolate *iso, py_value self)
{
    const char *name = py_is_kind(self, PY_K_STATICMETHOD) ? "staticmethod" : "classmethod";
    return py_str_format(iso, "<%s(%R)>", name, cm(self)->func);
}
static py_value g_func(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return cm(v)->func;
}
static py_value g_cm_abstract(struct py_isolate *iso, py_value v)
{
    return py_abstract_flag(iso, cm(v)->func);
}

// Those of the function, looked up when asked for: making them would cost every decorated method.
static py_value g_cm_annotations(struct py_isolate *iso, py_value v)
{
    return py_getattr(iso, cm(v)->func, py_name(iso, PY_N___annotations__));
}

static py_value g_cm_dict(struct py_isolate *iso, py_value v)
{
    py_value d = py_get_dict_attr(iso, v), name = py_name(iso, PY_N___annotations__);
    if (!d || !py_is_kind(cm(v)->func, PY_K_FUNC) || py_dict_get_plain(iso, py_dict(d), name))
        return d;
    py_value notes = iso->exc ? NULL : g_cm_annotations(iso, v);
    return notes && py_dict_set(iso, py_dict(d), name, notes) ? d : NULL;
}

static const struct py_getset_row cm_getset[] = {
    {"__func__", g_func, py_set_readonly, NULL},
    {"__annotations__", g_cm_annotations, NULL, NULL},
    {"__wrapped__", g_func, py_set_readonly, NULL},
    {"__isabstractmethod__", g_cm_abstract, NULL, NULL},
    {"__dict__", g_cm_dict, py_set_dict_attr, NULL},
    {NULL, NULL, NULL, NULL}};

void py_classmethod_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct py_classmethod *)o)->func);
}

const struct py_typedef py_classmethod_def = {
    .name = "classmethod",
    .kind = PY_K_CLASSMETHOD,
    .size = sizeof(struct py_classmethod),
    .attrs_off = offsetof(struct py_classmethod, at),
    .attrs_self = true,
    .doc = "Makes a method of the class: whether called on it or on an instance, its first "
           "argument is the class.",
    .getset = cm_getset,
    .slots = {.make = cm_make, .init = cm_init, .repr = cm_repr, .descr_get = classmethod_get},
};
const struct py_typedef py_staticmethod_def = {
    .name = "staticmethod",
    .kind = PY_K_STATICMETHOD,
    .size = sizeof(struct py_classmethod),
    .attrs_off = offsetof(struct py_classmethod, at),
    .attrs_self = true,
    .doc = "Makes a plain function of the class: neither instance nor class is passed to it.",
    .getset = cm_getset,
    .slots = {.make = cm_make,
              .init = cm_init,
              .repr = cm_repr,
              .descr_get = staticmethod_get,
              .call = staticmethod_call},
};

// --- getset -------------------------------------------------------------------------------------

// What is a field of the struct in CPython is of type member_descriptor there, whose name is also
// that of the members of __slots__: PY_K_GETSET then tells the two apart.

static struct py_getset *gs(py_value v)
{
    return (struct py_getset *)v;
}

static py_value as_field(struct py_isolate *iso, struct py_getset *g)
{
    py_obj_set_head(&g->h, py_t(iso, PY_T_MEMBER_DESCRIPTOR), py_obj_flags(&g->h), PY_K_GETSET);
    return (py_value)g;
}

py_value py_getset_new(struct py_isolate *iso, const struct py_getset_row *row,
                       struct py_type *owner)
{
    struct py_getset *g = py_new(iso, py_t(iso, PY_T_GETSET_DESCRIPTOR), sizeof *g);
    if (!g) return NULL;
    g->row = row;
    g->owner = owner;
    return row->set == py_set_readonly ? as_field(iso, g) : (py_value)g;
}

py_value py_field_new(struct py_isolate *iso, const struct py_getset_row *row,
                      struct py_type *owner)
{
    py_value g = py_getset_new(iso, row, owner);
    return g ? as_field(iso, gs(g)) : NULL;
}

static bool gs_applies(struct py_isolate *iso, py_value self, py_value obj)
{
    if (py_type_fits(py_type_of(iso, obj), gs(self)->owner)) return true;
    py_raise_type_error(iso, "descriptor '%s' for '%N' objects doesn't apply to a '%T' object",
                        gs(self)->row->name, gs(self)->owner, obj);
    return false;
}

static py_value getset_get(struct py_isolate *iso, py_value self, py_value obj,
                           PY_UNUSED struct py_type *type)
{
    if (!obj) return self;
    return gs_applies(iso, self, obj) && py_stack_left(iso) ? gs(self)->row->get(iso, obj) : NULL;
}

static bool getset_set(struct py_isolate *iso, py_value self, py_value obj, py_value v)
{
    if (!gs_applies(iso, self, obj)) return false;
    const struct py_getset_row *row = gs(self)->row;
    if (row->set) return py_stack_left(iso) && row->set(iso, obj, v);
    return py_raise(iso, PY_T_AttributeError, "attribute '%s' of '%N' objects is not writable",
                    row->name, gs(self)->owner);
}

static py_value getset_repr(struct py_isolate *iso, py_value v)
{
    return py_str_format(iso, "<attribute '%s' of '%N' objects>", gs(v)->row->name, gs(v)->owner);
}
static py_value g_gs_name(struct py_isolate *iso, py_value v)
{
    return py_str_intern_z(iso, gs(v)->row->name);
}
static py_value g_gs_owner(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return (py_value)gs(v)->owner;
}
static py_value g_gs_qualname(struct py_isolate *iso, py_value v)
{
    return py_str_format(iso, "%U.%s", gs(v)->owner->qualname, gs(v)->row->name);
}
static py_value g_gs_doc(struct py_isolate *iso, py_value v)
{
    return gs(v)->row->doc ? py_str_z(iso, gs(v)->row->doc) : PY_NONE;
}

void py_getset_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct py_getset *)o)->owner);
}

const struct py_typedef py_getset_descriptor_def = {
    .name = "getset_descriptor",
    .kind = PY_K_GETSET,
    .size = sizeof(struct py_getset),
    .final = true,
    .getset = (const struct py_getset_row[]){{"__name__", g_gs_name, py_set_readonly, NULL},
                                             {"__objclass__", g_gs_owner, py_set_readonly, NULL},
                                             {"__qualname__", g_gs_qualname, NULL, NULL},
                                             {"__doc__", g_gs_doc, NULL, NULL},
                                             {NULL, NULL, NULL, NULL}},
    .slots = {.repr = getset_repr, .descr_get = getset_get, .descr_set = getset_set},
};

// --- members of __slots__ -----------------------------------------------------------------------

static struct py_member *member(py_value v)
{
    return (struct py_member *)v;
}

static bool is_field(py_value v)
{
    return py_is_kind(v, PY_K_GETSET);
}

// A name declared again by a subclass is another variable: it gets a key that is no identifier.
static py_value storage_key(struct py_isolate *iso, py_value name, const struct py_type *owner)
{
    for (const struct py_type *b = owner->base; b && b->flags & PY_TF_HEAP; b = b->base) {
        py_value m = py_dict_get_plain(iso, b->dict, name);
        if (py_is_kind(m, PY_K_MEMBER) && member(m)->owner == b)
            return py_str_intern_value(iso, py_str_format(iso, "%U'", member(m)->key));
    }
    return name;
}

py_value py_member_new(struct py_isolate *iso, py_value name, struct py_type *owner)
{
    py_value key = storage_key(iso, name, owner);
    if (!key) return NULL;
    struct py_member *m = py_new(iso, py_t(iso, PY_T_MEMBER_DESCRIPTOR), sizeof *m);
    if (!m) return NULL;
    m->name = name;
    m->owner = owner;
    m->key = key;
    return (py_value)m;
}

static bool applies(struct py_isolate *iso, py_value name, struct py_type *owner, py_value obj)
{
    if (py_type_fits(py_type_of(iso, obj), owner)) return true;
    py_raise_type_error(iso, "descriptor '%U' for '%N' objects doesn't apply to a '%T' object",
                        name, owner, obj);
    return false;
}

static py_value member_get(struct py_isolate *iso, py_value self, py_value obj,
                           struct py_type *type)
{
    if (is_field(self)) return getset_get(iso, self, obj, type);
    struct py_member *m = member(self);
    if (!obj) return self;
    if (!applies(iso, m->name, m->owner, obj)) return NULL;
    struct py_attrs *at = py_attrs_of(py_ptr(obj));
    py_value v = at ? py_attrs_get(iso, at, m->key) : NULL;
    return v || iso->exc ? v : py_raise_no_attr(iso, obj, m->name);
}

static bool member_set(struct py_isolate *iso, py_value self, py_value obj, py_value v)
{
    if (is_field(self)) return getset_set(iso, self, obj, v);
    struct py_member *m = member(self);
    if (!applies(iso, m->name, m->owner, obj)) return false;
    struct py_attrs *at = py_attrs_of(py_ptr(obj));
    if (!at) return py_raise_no_attr(iso, obj, m->name);
    if (v) return py_attrs_set(iso, py_ptr(obj), at, m->key, v);
    int done = py_attrs_delete(iso, py_ptr(obj), at, m->key);
    if (done == 0) py_raise(iso, PY_T_AttributeError, "%U", m->name);
    return done == 1;
}

static struct py_type *member_owner(py_value v)
{
    return is_field(v) ? gs(v)->owner : member(v)->owner;
}
static py_value g_member_name(struct py_isolate *iso, py_value v)
{
    return is_field(v) ? g_gs_name(iso, v) : member(v)->name;
}
static py_value g_member_owner(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return (py_value)member_owner(v);
}
static py_value member_repr(struct py_isolate *iso, py_value v)
{
    py_value name = g_member_name(iso, v);
    return name ? py_str_format(iso, "<member '%U' of '%N' objects>", name, member_owner(v)) : NULL;
}
static py_value g_member_qualname(struct py_isolate *iso, py_value v)
{
    py_value name = g_member_name(iso, v);
    return name ? py_str_format(iso, "%U.%U", member_owner(v)->qualname, name) : NULL;
}
static py_value g_member_doc(struct py_isolate *iso, py_value v)
{
    return is_field(v) ? g_gs_doc(iso, v) : PY_NONE;
}

void py_member_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_member *m = (struct py_member *)o;
    py_mark(iso, m->name);
    py_mark(iso, m->key);
    py_mark_obj(iso, m->owner);
}

const struct py_typedef py_member_descriptor_def = {
    .name = "member_descriptor",
    .kind = PY_K_MEMBER,
    .size = sizeof(struct py_member),
    .final = true,
    .getset = (const struct py_getset_row[]){{"__name__", g_member_name, py_set_readonly, NULL},
                                             {"__objclass__", g_member_owner, py_set_readonly,
                                              NULL},
                                             {"__qualname__", g_member_qualname, NULL, NULL},
                                             {"__doc__", g_member_doc, NULL, NULL},
                                             {NULL, NULL, NULL, NULL}},
    .slots = {.repr = member_repr, .descr_get = member_get, .descr_set = member_set},
};
