// Attribute access: getattr and setattr with the precedence of descriptors, __dict__, dir().
#include <stdarg.h>

#include "typeobj.h"

// --- errors -------------------------------------------------------------------------------------

static void *raise_text(struct py_isolate *iso, py_value o, py_value name, py_value text)
{
    if (!text) return NULL;
    struct py_exc *e = (struct py_exc *)py_exc_new(iso, PY_T_AttributeError, "%U", text);
    if (!e) return NULL;
    e->a = name;
    e->b = o;
    return py_raise_value(iso, (py_value)e);
}

static void *raise_attr(struct py_isolate *iso, py_value o, py_value name, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    py_value text = py_str_vformat(iso, fmt, ap);
    va_end(ap);
    return raise_text(iso, o, name, text);
}

void *py_raise_no_attr(struct py_isolate *iso, py_value o, py_value name)
{
    if (py_is_type(o))
        return raise_attr(iso, o, name, "type object '%N' has no attribute '%U'",
                          (struct py_type *)o, name);
    if (py_is_kind(o, PY_K_MODULE)) {
        py_value m = py_dict_get_str(iso, ((struct py_module *)o)->dict,
                                     py_name(iso, PY_N___name__));
        if (m && py_is_str(m) && py_module_is_loading(iso, o))
            return raise_attr(iso, o, name,
                              "partially initialized module '%U' has no attribute '%U' (most "
                              "likely due to a circular import)",
                              m, name);
        if (m && py_is_str(m))
            return raise_attr(iso, o, name, "module '%U' has no attribute '%U'", m, name);
        return iso->exc ? NULL : raise_attr(iso, o, name, "module has no attribute '%U'", name);
    }
    return raise_attr(iso, o, name, "'%T' object has no attribute '%U'", o, name);
}

// --- storage ------------------------------------------------------------------------------------

struct py_attrs *py_attrs_of(struct py_obj *o)
{
    const struct py_type *t = py_obj_type(o);
    if (!t->attrs_off) return NULL;
    if (t->attrs_off != PY_ATTRS_AFTER) return (struct py_attrs *)((char *)o + t->attrs_off);
    if (py_obj_kind(o) == PY_K_TUPLE)
        return (struct py_attrs *)&((struct py_tuple *)o)->v[((struct py_tuple *)o)->n];
    if (py_obj_kind(o) == PY_K_BYTES)
        return (struct py_attrs *)((char *)o + ((offsetof(struct py_bytes, b) +
                                                 ((struct py_bytes *)o)->len + 8) &
                                                ~(size_t)7));
    return NULL;
}

static struct py_attrs *attrs(py_value o)
{
    return py_is_ptr(o) ? py_attrs_of(py_ptr(o)) : NULL;
}

py_value py_attr_dict(struct py_isolate *iso, py_value o)
{
    if (py_is_kind(o, PY_K_MODULE)) return (py_value)((struct py_module *)o)->dict;
    struct py_attrs *at = attrs(o);
    if (!at || py_type_of(iso, o)->flags & PY_TF_NO_DICT) return NULL;
    return (py_value)py_attrs_dict(iso, py_ptr(o), at);
}

py_value py_get_dict_attr(struct py_isolate *iso, py_value self)
{
    if (py_is_type(self)) // a metaclass may have a class with a dict before type among its bases
        return py_mappingproxy_new(iso, (py_value)((struct py_type *)self)->dict);
    py_value d = py_attr_dict(iso, self);
    return d || iso->exc ? d : py_raise_no_attr(iso, self, py_name(iso, PY_N___dict__));
}

bool py_set_dict_attr(struct py_isolate *iso, py_value self, py_value v)
{
    struct py_attrs *at = attrs(self);
    if (!at) return py_raise_no_attr(iso, self, py_name(iso, PY_N___dict__));
    if (!v && (!(py_type_of(iso, self)->flags & PY_TF_HEAP) || py_is_kind(self, PY_K_EXC)))
        return py_raise_type_error(iso, "cannot delete __dict__");
    if (!v && !(v = py_dict_new(iso))) return false;
    if (!py_is_kind(v, PY_K_DICT))
        return py_raise_type_error(iso, "__dict__ must be set to a dictionary, not a '%T'", v);
    return py_attrs_replace(iso, py_ptr(self), at, py_dict(v));
}

// --- get ----------------------------------------------------------------------------------------

py_value py_generic_getattr_opt(struct py_isolate *iso, py_value o, py_value name)
{
    struct py_type *t = py_type_of(iso, o);
    py_value d = py_type_lookup(iso, t, name);
    if (!d && iso->exc) return NULL;
    struct py_type *dt = d ? py_type_of(iso, d) : NULL;
    if (dt && dt->s.descr_get && dt->s.descr_set) return py_slot_descr_get(iso, &dt->s, d, o, t);
    struct py_attrs *at = attrs(o);
    if (at && at->shape) {
        if (!(py_ptr(name)->head >> 8 & PY_F_INTERNED) && !(name = py_str_intern_value(iso, name)))
            return NULL;
        py_value v = py_attrs_get(iso, at, name);
        if (v || iso->exc) return v;
    }
    if (!d) return NULL;
    return dt->s.descr_get ? py_slot_descr_get(iso, &dt->s, d, o, t) : d;
}

py_value py_generic_getattr(struct py_isolate *iso, py_value o, py_value name)
{
    py_value v = py_generic_getattr_opt(iso, o, name);
    if (v || iso->exc) return v; // not py_raise_no_attr: types and modules have their own lookup
    return raise_attr(iso, o, name, "'%T' object has no attribute '%U'", o, name);
}

// Tells an AttributeError that says nothing of it, as a program's raise does, what was asked of
// which object: suggestions are made of that.
static void *name_pending(struct py_isolate *iso, py_value o, py_value name)
{
    if (!py_error_is(iso, PY_T_AttributeError)) return NULL;
    struct py_exc *e = (struct py_exc *)iso->exc;
    if (e->a || e->b) return NULL;
    e->a = name;
    e->b = o;
    return NULL;
}

py_value py_getattr(struct py_isolate *iso, py_value o, py_value name)
{
    const struct py_slots *s = &py_type_of(iso, o)->s;
    py_value v;
    if (s->getattr == py_generic_getattr) {
        v = py_generic_getattr(iso, o, name);
    } else {
        if (!py_enter(iso, "")) return NULL;
        v = py_slot_getattr(iso, s, o, name);
        py_leave(iso);
    }
    return v ? v : name_pending(iso, o, name);
}

py_value py_getattr_s(struct py_isolate *iso, py_value o, const char *name)
{
    py_value s = py_str_intern_z(iso, name);
    return s ? py_getattr(iso, o, s) : NULL;
}

py_value py_getattr_opt(struct py_isolate *iso, py_value o, py_value name)
{
    py_value (*get)(struct py_isolate *, py_value, py_value) = py_type_of(iso, o)->s.getattr;
    py_value v = get == py_generic_getattr ? py_generic_getattr_opt(iso, o, name)
                 : get == py_type_getattr  ? py_type_getattr_opt(iso, o, name)
                                           : py_getattr(iso, o, name);
    if (!v && py_error_is(iso, PY_T_AttributeError)) py_error_clear(iso);
    return v;
}

// --- set ----------------------------------------------------------------------------------------

// Errors of setting and deleting name no object, so that nothing is suggested.
static bool raise_unsettable(struct py_isolate *iso, py_value o, py_value name, py_value found)
{
    return py_raise(iso, PY_T_AttributeError,
                    found           ? "'%T' object attribute '%U' is read-only"
                    : py_is_type(o) ? "type object '%N' has no attribute '%U'"
                                    : "'%T' object has no attribute '%U'",
                    o, name);
}

bool py_generic_setattr(struct py_isolate *iso, py_value o, py_value name, py_value v)
{
    struct py_type *t = py_type_of(iso, o);
    py_value d = py_type_lookup(iso, t, name);
    if (!d && iso->exc) return false;
    if (d) {
        const struct py_slots *s = &py_type_of(iso, d)->s;
        if (s->descr_set) return py_slot_descr_set(iso, s, d, o, v);
    }
    struct py_attrs *at = attrs(o);
    if (!at || t->flags & PY_TF_NO_DICT) return raise_unsettable(iso, o, name, d);
    if (!(name = py_str_intern_value(iso, name))) return false;
    if (v) return py_attrs_set(iso, py_ptr(o), at, name, v);
    int done = py_attrs_delete(iso, py_ptr(o), at, name);
    if (done == 0) raise_unsettable(iso, o, name, NULL);
    return done == 1;
}

bool py_set_readonly(struct py_isolate *iso, PY_UNUSED py_value self, PY_UNUSED py_value v)
{
    return py_raise(iso, PY_T_AttributeError, "readonly attribute");
}

bool py_setattr(struct py_isolate *iso, py_value o, py_value name, py_value v)
{
    const struct py_slots *s = &py_type_of(iso, o)->s;
    if (s->setattr == py_generic_setattr) return py_generic_setattr(iso, o, name, v);
    if (!py_enter(iso, "")) return false;
    bool ok = py_slot_setattr(iso, s, o, name, v);
    py_leave(iso);
    return ok;
}

// --- dir ----------------------------------------------------------------------------------------

py_value py_dir(struct py_isolate *iso, py_value o)
{
    bool found;
    py_value r = py_call_special(iso, o, py_name(iso, PY_N___dir__), NULL, 0, &found);
    if (!r) return NULL;
    py_value list = py_list_of(iso, r);
    return list && py_list_sort(iso, list, NULL, false) ? list : NULL;
}
