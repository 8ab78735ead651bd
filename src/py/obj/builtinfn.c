// Native callables as Python sees them: builtin functions, methods of builtin types, slot wrappers.
#include <stdio.h>

#include "typeobj.h"

static struct py_builtin *fn(py_value v)
{
    return (struct py_builtin *)v;
}
static struct py_wrapper *wr(py_value v)
{
    return (struct py_wrapper *)v;
}

py_value py_builtin_new(struct py_isolate *iso, const struct py_native_row *row, py_value self,
                        const char *module)
{
    struct py_builtin *b = py_new(iso, py_t(iso, PY_T_BUILTIN), sizeof *b);
    if (!b) return NULL;
    b->row = row;
    b->self = self;
    if (module && !(b->module = py_str_intern_z(iso, module))) return NULL;
    return (py_value)b;
}

// --- calls: the VM handles the kind; this slot serves callable() and subclasses -----------------

static py_value call_self(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    return py_call_kw(iso, self, a, n, kw);
}

// --- descriptor behaviour -----------------------------------------------------------------------

static py_value bound(struct py_isolate *iso, py_value descr, py_value self)
{
    struct py_builtin *b = py_new(iso, py_t(iso, PY_T_BUILTIN), sizeof *b);
    if (!b) return NULL;
    b->row = fn(descr)->row;
    b->sig = fn(descr)->sig;
    b->owner = fn(descr)->owner;
    b->self = self;
    return (py_value)b;
}

static py_value method_get(struct py_isolate *iso, py_value self, py_value obj,
                           PY_UNUSED struct py_type *type)
{
    if (!obj) return self;
    struct py_builtin *b = fn(self);
    if (!py_type_fits(py_type_of(iso, obj), b->owner))
        return py_raise_type_error(
            iso, "descriptor '%s' for '%N' objects doesn't apply to a '%T' object", b->row->name,
            b->owner, obj);
    return bound(iso, self, obj);
}

static py_value classmethod_get(struct py_isolate *iso, py_value self, py_value obj,
                                struct py_type *type)
{
    if (!type && obj) type = py_type_of(iso, obj);
    struct py_builtin *b = fn(self);
    if (!type)
        return py_raise_type_error(iso,
                                   "descriptor '%s' for type '%N' needs either an object or a type",
                                   b->row->name, b->owner);
    if (!py_type_fits(type, b->owner))
        return py_raise_type_error(iso,
                                   "descriptor '%s' requires a subtype of '%N' but received '%N'",
                                   b->row->name, b->owner, type);
    return bound(iso, self, (py_value)type);
}

static py_value wrapper_get(struct py_isolate *iso, py_value self, py_value obj,
                            PY_UNUSED struct py_type *type)
{
    struct py_wrapper *w = wr(self);
    if (!obj) return self;
    if (!py_type_fits(py_type_of(iso, obj), w->owner))
        return py_raise_type_error(
            iso, "descriptor '%U' for '%N' objects doesn't apply to a '%T' object",
            py_name(iso, w->def->name), w->owner, obj);
    struct py_wrapper *m = py_new(iso, py_t(iso, PY_T_METHOD_WRAPPER), sizeof *m);
    if (!m) return NULL;
    m->def = w->def;
    m->owner = w->owner;
    m->self = obj;
    return (py_value)m;
}

// --- calling wrappers ---------------------------------------------------------------------------

// Wrappers that CPython lists as ordinary methods: their messages are those of methods.
static bool like_method(struct py_isolate *iso, const struct py_wrapper *w)
{
    static const struct {
        enum py_type_id type;
        enum py_name_id name;
    } rows[] = {{PY_T_LIST, PY_N___getitem__},
                {PY_T_DICT, PY_N___getitem__},
                {PY_T_DICT, PY_N___contains__},
                {PY_T_SET, PY_N___contains__},
                {PY_T_FROZENSET, PY_N___contains__}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (w->owner == py_t(iso, rows[i].type) && w->def->name == rows[i].name) return true;
    return false;
}

static void *wrong_count(struct py_isolate *iso, const struct py_wrapper *w, int given)
{
    const struct py_slotdef *d = w->def;
    bool few = given < d->min;
    int want = few ? d->min : d->max;
    const char *how = d->min == d->max ? "" : few ? "at least " : "at most ";
    if (like_method(iso, w))
        return py_raise_type_error(iso, "%N.%U() takes exactly one argument (%d given)", w->owner,
                                   py_name(iso, d->name), given);
    // Two of CPython's parsers: one is given an empty function name, which leaves a blank.
    bool repeat = d->slot == PY_S_BINARY && w->owner->s.getitem &&
                  (d->name == PY_N___mul__ || d->name == PY_N___rmul__);
    const char *blank = d->min != d->max || d->max > 1 || repeat ? " " : "";
    return py_raise_type_error(iso, "%sexpected %s%d argument%s, got %d", blank, how, want,
                               want == 1 ? "" : "s", given);
}

// v[0] is self, then n - 1 arguments.
static py_value call_wrapper(struct py_isolate *iso, const struct py_wrapper *w, py_value *v, int n,
                             py_value kw)
{
    const struct py_slotdef *d = w->def;
    if (d->max >= 0) {
        if (kw && py_tuple(kw)->n)
            return like_method(iso, w)
                       ? py_raise_type_error(iso, "%N.%U() takes no keyword arguments", w->owner,
                                             py_name(iso, d->name))
                       : py_raise_type_error(iso, "wrapper %U() takes no keyword arguments",
                                             py_name(iso, d->name));
        if (n - 1 < d->min || n - 1 > d->max) return wrong_count(iso, w, n - 1);
    }
    return py_stack_left(iso) ? d->wrap(iso, d, w->owner, v, n, kw) : NULL;
}

static py_value wrapper_call(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    struct py_wrapper *w = wr(self);
    py_value name = py_name(iso, w->def->name);
    if (like_method(iso, w)) {
        if (n < 1)
            return py_raise_type_error(iso, "unbound method %N.%U() needs an argument", w->owner,
                                       name);
        if (!py_type_fits(py_type_of(iso, a[0]), w->owner))
            return py_raise_type_error(
                iso, "descriptor '%U' for '%N' objects doesn't apply to a '%T' object", name,
                w->owner, a[0]);
    }
    if (n < 1)
        return py_raise_type_error(iso, "descriptor '%U' of '%N' object needs an argument", name,
                                   w->owner);
    if (!py_type_fits(py_type_of(iso, a[0]), w->owner))
        return py_raise_type_error(iso,
                                   "descriptor '%U' requires a '%N' object but received a '%T'",
                                   name, w->owner, a[0]);
    return call_wrapper(iso, w, a, n, kw);
}

static py_value method_wrapper_call(struct py_isolate *iso, py_value self, py_value *a, int n,
                                    py_value kw)
{
    int total = n + (kw ? (int)py_tuple(kw)->n : 0);
    py_value few[16], *v = few;
    if (total + 1 > 16) {
        struct py_buf *b = py_buf_new(iso, PY_K_VALUES, (size_t)(total + 1) * sizeof *v);
        if (!b) return NULL;
        v = b->u.v;
    }
    v[0] = wr(self)->self;
    if (total) memcpy(v + 1, a, (size_t)total * sizeof *v);
    return call_wrapper(iso, wr(self), v, n + 1, kw);
}

static py_value g_name(struct py_isolate *iso, py_value v)
{
    return py_str_intern_z(iso, fn(v)->row->name);
}

// --- equality: bound natives are equal when function and receiver are ---------------------------

static py_value fn_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if ((op != PY_CMP_EQ && op != PY_CMP_NE) || !py_is_kind(b, PY_K_BUILTIN) ||
        py_type_of(iso, a) != py_type_of(iso, b))
        return PY_NOTIMPL;
    bool eq = fn(a)->row == fn(b)->row && fn(a)->self == fn(b)->self &&
              fn(a)->owner == fn(b)->owner;
    return py_bool(eq == (op == PY_CMP_EQ));
}
static bool fn_hash(struct py_isolate *iso, py_value v, uint64_t *out)
{
    uint64_t h = 0;
    if (fn(v)->self && !py_slot_hash(iso, &py_t(iso, PY_T_OBJECT)->s, fn(v)->self, &h))
        return false;
    uint64_t name;
    py_value text = g_name(iso, v);
    if (!text || !py_hash(iso, text, &name)) return false;
    *out = (h * 1000003) ^ name;
    if (*out == UINT64_MAX) *out = UINT64_MAX - 1;
    return true;
}
static py_value mw_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if ((op != PY_CMP_EQ && op != PY_CMP_NE) || py_type_of(iso, a) != py_type_of(iso, b))
        return PY_NOTIMPL;
    bool eq = wr(a)->def == wr(b)->def && wr(a)->self == wr(b)->self &&
              wr(a)->owner == wr(b)->owner;
    return py_bool(eq == (op == PY_CMP_EQ));
}
static bool mw_hash(struct py_isolate *iso, py_value v, uint64_t *out)
{
    if (!py_slot_hash(iso, &py_t(iso, PY_T_OBJECT)->s, wr(v)->self, out)) return false;
    *out = (*out * 1000003 + wr(v)->def->name) & INT64_MAX;
    return true;
}

// --- attributes ---------------------------------------------------------------------------------

static py_value g_qualname(struct py_isolate *iso, py_value v)
{
    struct py_builtin *b = fn(v);
    if (b->row == &py_new_row)
        return py_str_format(iso, "%U.__new__", ((struct py_type *)b->self)->qualname);
    if (b->owner && b->self && py_is_type(b->self))
        return py_str_format(iso, "%U.%s", ((struct py_type *)b->self)->qualname, b->row->name);
    return b->owner ? py_str_format(iso, "%U.%s", b->owner->qualname, b->row->name)
                    : g_name(iso, v);
}
static py_value g_doc(struct py_isolate *iso, py_value v)
{
    return fn(v)->row->doc ? py_str_z(iso, fn(v)->row->doc) : PY_NONE;
}
static py_value g_module(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return fn(v)->module ? fn(v)->module : PY_NONE;
}
static py_value g_self(struct py_isolate *iso, py_value v)
{
    struct py_builtin *b = fn(v);
    if (b->self) return b->self;
    py_value m = b->module && iso->modules ? py_dict_get(iso, iso->modules, b->module) : NULL;
    return m || iso->exc ? m : PY_NONE;
}
static py_value g_owner(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return (py_value)fn(v)->owner;
}
static py_value g_sig(struct py_isolate *iso, py_value v)
{
    const struct py_builtin *b = fn(v);
    const char *sig = b->row->sig;
    if (!b->owner || b->row->binding == PY_BIND_STATIC) return py_str_format(iso, "(%s)", sig);
    // The receiver is positional like what follows it up to a slash of their own.
    const char *slash = strchr(sig, '/') ? "" : ", /";
    return py_str_format(iso, "($self%s%s%s)", slash, *sig ? ", " : "", sig);
}

static const struct py_getset_row fn_getset[] = {
    {"__name__", g_name, NULL, NULL}, {"__qualname__", g_qualname, NULL, NULL},
    {"__doc__", g_doc, NULL, NULL},   {"__module__", g_module, NULL, NULL},
    {"__self__", g_self, NULL, NULL}, {"__text_signature__", g_sig, NULL, NULL},
    {NULL, NULL, NULL, NULL}};
static const struct py_getset_row method_getset[] = {{"__name__", g_name, NULL, NULL},
                                                     {"__qualname__", g_qualname, NULL, NULL},
                                                     {"__doc__", g_doc, NULL, NULL},
                                                     {"__objclass__", g_owner, NULL, NULL},
                                                     {"__text_signature__", g_sig, NULL, NULL},
                                                     {NULL, NULL, NULL, NULL}};

static py_value g_wname(struct py_isolate *iso, py_value v)
{
    return py_name(iso, wr(v)->def->name);
}
static py_value g_wqualname(struct py_isolate *iso, py_value v)
{
    return py_str_format(iso, "%U.%U", wr(v)->owner->qualname, g_wname(iso, v));
}
static py_value g_wdoc(struct py_isolate *iso, py_value v)
{
    return py_str_z(iso, wr(v)->def->doc);
}
static py_value g_wowner(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return (py_value)wr(v)->owner;
}
static py_value g_wself(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return wr(v)->self ? wr(v)->self : PY_NONE;
}
// How those slots are called whose parameters have names of their own.
static const struct {
    const char *name, *sig;
} special_sigs[] = {{"__get__", "($self, instance, owner=None, /)"},
                    {"__set__", "($self, instance, value, /)"},
                    {"__delete__", "($self, instance, /)"},
                    {"__getattribute__", "($self, name, /)"},
                    {"__setattr__", "($self, name, value, /)"},
                    {"__delattr__", "($self, name, /)"},
                    {"__getitem__", "($self, key, /)"},
                    {"__delitem__", "($self, key, /)"},
                    {"__contains__", "($self, key, /)"},
                    {"__pow__", "($self, value, mod=None, /)"},
                    {"__rpow__", "($self, value, mod=None, /)"}};

static py_value g_wsig(struct py_isolate *iso, py_value v)
{
    const struct py_slotdef *d = wr(v)->def;
    py_value name = py_name(iso, d->name);
    for (size_t i = 0; i < sizeof special_sigs / sizeof *special_sigs; i++)
        if (py_str_is(name, special_sigs[i].name)) return py_str_z(iso, special_sigs[i].sig);
    return py_str_z(iso, d->max < 0    ? "($self, /, *args, **kwargs)"
                         : d->max == 0 ? "($self, /)"
                         : d->max == 1 ? "($self, value, /)"
                                       : "($self, key, value, /)");
}
static const struct py_getset_row wrapper_getset[] = {{"__name__", g_wname, NULL, NULL},
                                                      {"__qualname__", g_wqualname, NULL, NULL},
                                                      {"__doc__", g_wdoc, NULL, NULL},
                                                      {"__objclass__", g_wowner, NULL, NULL},
                                                      {"__text_signature__", g_wsig, NULL, NULL},
                                                      {NULL, NULL, NULL, NULL}};
static const struct py_getset_row method_wrapper_getset[] = {
    {"__name__", g_wname, NULL, NULL}, {"__qualname__", g_wqualname, NULL, NULL},
    {"__doc__", g_wdoc, NULL, NULL},   {"__objclass__", g_wowner, NULL, NULL},
    {"__self__", g_wself, NULL, NULL}, {"__text_signature__", g_wsig, NULL, NULL},
    {NULL, NULL, NULL, NULL}};

// --- repr ---------------------------------------------------------------------------------------

static py_value fn_repr(struct py_isolate *iso, py_value v)
{
    struct py_builtin *b = fn(v);
    if (!b->self || py_is_kind(b->self, PY_K_MODULE))
        return py_str_format(iso, "<built-in function %s>", b->row->name);
    py_value id = py_id_text(iso, b->self);
    return id ? py_str_format(iso, "<built-in method %s of %T object at %U>", b->row->name, b->self,
                              id)
              : NULL;
}
static py_value method_repr(struct py_isolate *iso, py_value v)
{
    return py_str_format(iso, "<method '%s' of '%N' objects>", fn(v)->row->name, fn(v)->owner);
}
static py_value wrapper_repr(struct py_isolate *iso, py_value v)
{
    return py_str_format(iso, "<slot wrapper '%U' of '%N' objects>", g_wname(iso, v), wr(v)->owner);
}
static py_value method_wrapper_repr(struct py_isolate *iso, py_value v)
{
    py_value id = py_id_text(iso, wr(v)->self);
    return id ? py_str_format(iso, "<method-wrapper '%U' of %T object at %U>", g_wname(iso, v),
                              wr(v)->self, id)
              : NULL;
}

static void wrapper_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_wrapper *w = (struct py_wrapper *)o;
    py_mark_obj(iso, w->owner);
    py_mark(iso, w->self);
}

void py_builtin_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_builtin *b = (struct py_builtin *)o;
    py_mark_interior(iso, b->sig);
    py_mark(iso, b->self);
    py_mark_obj(iso, b->owner);
    py_mark(iso, b->module);
}

const struct py_typedef py_builtin_def = {
    .name = "builtin_function_or_method",
    .kind = PY_K_BUILTIN,
    .size = sizeof(struct py_builtin),
    .final = true,
    .getset = fn_getset,
    .slots = {.call = call_self, .repr = fn_repr, .compare = fn_compare, .hash = fn_hash},
};
const struct py_typedef py_method_descriptor_def = {
    .name = "method_descriptor",
    .kind = PY_K_BUILTIN,
    .size = sizeof(struct py_builtin),
    .final = true,
    .getset = method_getset,
    .slots = {.call = call_self, .repr = method_repr, .descr_get = method_get},
};
const struct py_typedef py_classmethod_descriptor_def = {
    .name = "classmethod_descriptor",
    .kind = PY_K_BUILTIN,
    .size = sizeof(struct py_builtin),
    .final = true,
    .getset = method_getset,
    .slots = {.call = call_self, .repr = method_repr, .descr_get = classmethod_get},
};
const struct py_typedef py_wrapper_descriptor_def = {
    .name = "wrapper_descriptor",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_wrapper),
    .final = true,
    .getset = wrapper_getset,
    .slots = {.call = wrapper_call, .repr = wrapper_repr, .descr_get = wrapper_get},
    .trace = wrapper_trace,
};
const struct py_typedef py_method_wrapper_def = {
    .name = "method-wrapper",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_wrapper),
    .final = true,
    .getset = method_wrapper_getset,
    .slots = {.call = method_wrapper_call,
              .repr = method_wrapper_repr,
              .compare = mw_compare,
              .hash = mw_hash},
    .trace = wrapper_trace,
};
