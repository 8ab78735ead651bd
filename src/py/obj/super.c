// super: attribute lookup along an object's MRO after a given class.
#include "typeobj.h"

#include "code.h"

static struct py_super *sup(py_value v)
{
    return (struct py_super *)v;
}

// The class whose MRO is walked: type(obj), or obj itself when it is a subclass.
static struct py_type *check(struct py_isolate *iso, struct py_type *type, py_value obj)
{
    if (py_is_type(obj) && py_type_issub((struct py_type *)obj, type)) return (struct py_type *)obj;
    struct py_type *t = py_type_of(iso, obj);
    if (py_type_issub(t, type)) return t;
    py_value c = py_getattr_opt(iso, obj, py_name(iso, PY_N___class__));
    if (!c && iso->exc) return NULL;
    if (c && py_is_type(c) && py_type_issub((struct py_type *)c, type)) return (struct py_type *)c;
    return py_raise_type_error(iso, "super(type, obj): obj must be an instance or subtype of type");
}

static py_value super_make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    return (py_value)py_new_of(iso, cls, sizeof(struct py_super));
}

// super() without arguments: the class cell and first parameter of the running function.
static bool from_frame(struct py_isolate *iso, struct py_type **type, py_value *obj)
{
    struct py_frame *f = iso->frame;
    if (!f || !f->func || !f->code->nargs)
        return py_raise(iso, PY_T_RuntimeError, "super(): no arguments");
    py_value first = f->base[0];
    if (first && py_is_kind(first, PY_K_CELL) && py_tuple(f->code->cellnames)->n)
        first = ((struct py_cell *)first)->v;
    if (!first) return py_raise(iso, PY_T_RuntimeError, "super(): arg[0] deleted");
    for (uint32_t i = 0; i < f->code->nfree; i++) {
        if (py_tuple(f->code->freenames)->v[i] != py_name(iso, PY_N___class__)) continue;
        py_value c = ((struct py_cell *)f->func->closure[i])->v;
        if (!c) return py_raise(iso, PY_T_RuntimeError, "super(): empty __class__ cell");
        *type = (struct py_type *)c;
        *obj = first;
        return true;
    }
    return py_raise(iso, PY_T_RuntimeError, "super(): __class__ cell not found");
}

static bool super_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    if (kw && py_tuple(kw)->n)
        return py_raise_type_error(iso, "super() takes no keyword arguments");
    bool exact = py_type_of(iso, self) == py_t(iso, PY_T_SUPER); // else parsed as other arguments
    if (n > 2)
        return py_raise_type_error(iso,
                                   exact ? "super() expected at most 2 arguments, got %d"
                                         : "super() takes at most 2 arguments (%d given)",
                                   n);
    struct py_type *type = NULL;
    py_value obj = n > 1 && a[1] != PY_NONE ? a[1] : NULL;
    if (!n) {
        if (!from_frame(iso, &type, &obj)) return false;
    } else {
        if (!py_is_type(a[0]))
            return py_raise_type_error(iso, "super() argument 1 must be %stype, not %T",
                                       exact ? "a " : "", a[0]);
        type = (struct py_type *)a[0];
    }
    struct py_type *ot = obj ? check(iso, type, obj) : NULL;
    if (obj && !ot) return false;
    sup(self)->type = type;
    sup(self)->obj = obj;
    sup(self)->obj_type = ot;
    return true;
}

static py_value super_getattr(struct py_isolate *iso, py_value self, py_value name)
{
    struct py_super *s = sup(self);
    if (!s->obj_type || name == py_name(iso, PY_N___class__))
        return py_generic_getattr(iso, self, name);
    struct py_tuple *mro = py_tuple(s->obj_type->mro);
    uint64_t i = 0;
    while (i < mro->n && mro->v[i] != (py_value)s->type) i++;
    for (i++; i < mro->n; i++) {
        struct py_type *b = (struct py_type *)mro->v[i];
        if (!py_type_ready(iso, b)) return NULL;
        py_value v = py_dict_get_plain(iso, b->dict, name);
        if (v)
            return py_descr_bind(iso, v, s->obj == (py_value)s->obj_type ? NULL : s->obj,
                                 s->obj_type);
    }
    py_value v = py_generic_getattr_opt(iso, self, name);
    return v || iso->exc ? v : py_raise_no_attr(iso, self, name);
}

static py_value super_repr(struct py_isolate *iso, py_value v)
{
    struct py_super *s = sup(v);
    if (!s->type) return py_str_format(iso, "<super: <class 'NULL'>, NULL>");
    return s->obj_type
               ? py_str_format(iso, "<super: <class '%N'>, <%N object>>", s->type, s->obj_type)
               : py_str_format(iso, "<super: <class '%N'>, NULL>", s->type);
}

static py_value super_get(struct py_isolate *iso, py_value self, py_value obj,
                          PY_UNUSED struct py_type *type)
{
    struct py_super *s = sup(self);
    if (!obj || s->obj) return self;
    py_value a[2] = {(py_value)s->type, obj};
    return py_call(iso, (py_value)py_type_of(iso, self), a, 2);
}

static py_value g_thisclass(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return sup(v)->type ? (py_value)sup(v)->type : PY_NONE;
}
static py_value g_self(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return sup(v)->obj ? sup(v)->obj : PY_NONE;
}
static py_value g_self_class(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return sup(v)->obj_type ? (py_value)sup(v)->obj_type : PY_NONE;
}

void py_super_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_super *s = (struct py_super *)o;
    py_mark_obj(iso, s->type);
    py_mark(iso, s->obj);
    py_mark_obj(iso, s->obj_type);
}

const struct py_typedef py_super_def = {
    .name = "super",
    .kind = PY_K_SUPER,
    .size = sizeof(struct py_super),
    .attrs_off = offsetof(struct py_super, at),
    .doc = "Attributes as the next class in the order of inheritance has them: "
           "super().__init__() in a method runs the one that it overrides.",
    .getset = (const struct py_getset_row[]){{"__thisclass__", g_thisclass, py_set_readonly, NULL},
                                             {"__self__", g_self, py_set_readonly, NULL},
                                             {"__self_class__", g_self_class, py_set_readonly,
                                              NULL},
                                             {NULL, NULL, NULL, NULL}},
    .slots = {.make = super_make,
              .init = super_init,
              .repr = super_repr,
              .getattr = super_getattr,
              .descr_get = super_get},
};
