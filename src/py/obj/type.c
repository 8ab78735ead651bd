// Types at work: lookup along the MRO with the method cache, change propagation, attributes of
// class objects, and calling a class. Creation of classes is in typenew.c.
#include "typeobj.h"

bool py_type_issub(const struct py_type *t, const struct py_type *base)
{
    if (t == base) return true;
    if (!(t->flags & PY_TF_HEAP) && t->index != PY_T_ExceptionGroup) { // the one with two bases
        for (t = t->base; t; t = t->base)
            if (t == base) return true;
        return false;
    }
    const struct py_tuple *mro = py_tuple(t->mro);
    for (uint64_t i = 0; mro && i < mro->n; i++)
        if (mro->v[i] == (py_value)base) return true;
    return false;
}

struct py_type *py_type_of_const(struct py_isolate *iso, py_value v)
{
    if (py_is_flonum(v)) return py_t(iso, PY_T_FLOAT);
    if (v == PY_NONE) return py_t(iso, PY_T_NONE);
    if (py_is_bool(v)) return py_t(iso, PY_T_BOOL);
    if (v == PY_ELLIPSIS) return py_t(iso, PY_T_ELLIPSIS);
    if (v == PY_NOTIMPL) return py_t(iso, PY_T_NOTIMPL);
    return py_t(iso, PY_T_OBJECT);
}

const char *py_type_name(struct py_isolate *iso, py_value v)
{
    const char *s = py_str_utf8(iso, py_type_of(iso, v)->name, NULL);
    return s ? s : "?";
}

static py_value lookup_mro(struct py_isolate *iso, struct py_type *t, py_value name)
{
    const struct py_tuple *mro = py_tuple(t->mro);
    if (mro) py_charge(iso, mro->n / 2);
    for (uint64_t i = 0; mro && i < mro->n; i++) {
        struct py_type *b = (struct py_type *)mro->v[i];
        if (!(b->flags & PY_TF_READY) && !py_type_ready(iso, b)) return NULL;
        py_value v = b->dict ? py_dict_get_plain(iso, b->dict, name) : NULL;
        if (v) return v;
    }
    return NULL;
}

py_value py_type_lookup(struct py_isolate *iso, struct py_type *t, py_value name)
{
    struct py_mcache *c =
        &iso->mcache[(t->version * 31 + (PY_BITS(name) >> 4)) & (PY_MCACHE_SIZE - 1)];
    if (c->version == t->version && c->name == name) return c->value;
    if (!(py_ptr(name)->head >> 8 & PY_F_INTERNED) && !(name = py_str_intern_value(iso, name)))
        return NULL;
    py_value v = lookup_mro(iso, t, name);
    if (!v && iso->exc) return NULL;
    c = &iso->mcache[(t->version * 31 + (PY_BITS(name) >> 4)) & (PY_MCACHE_SIZE - 1)];
    if (!(t->flags & PY_TF_OWN_MRO)) *c = (struct py_mcache){t->version, name, v};
    return v;
}

bool py_type_add_subclass(struct py_isolate *iso, struct py_type *base, struct py_type *sub)
{
    if (!base->subclasses && !(base->subclasses = py_list_new(iso, 1))) return false;
    return py_list_append(iso, base->subclasses, (py_value)sub);
}

// New versions, and slots if `slots`, for t and all classes derived from it; name NULL: anything
// may have changed. Nothing in here allocates or runs code, so that it cannot fail halfway and the
// lists of subclasses stay as they are. Each class is told once: the told have versions of this
// round.
static void tell(struct py_isolate *iso, struct py_type *t, py_value name, bool slots)
{
    uint64_t before = iso->next_version;
    struct py_type *last = t, *next;
    t->version = py_type_next_version(iso);
    for (; t; t = next) {
        if (slots) py_slots_update(iso, t, name);
        const struct py_list *subs = t->subclasses ? py_list(t->subclasses) : NULL;
        py_charge(iso, (!slots ? 1 : name ? 4 : 64) + (subs ? subs->n : 0));
        for (uint64_t i = 0; subs && i < subs->n; i++) {
            struct py_type *sub = (struct py_type *)subs->v[i];
            if (sub->version > before) continue;
            sub->version = py_type_next_version(iso);
            last = last->next = sub;
        }
        next = t->next;
        t->next = NULL; // the collector does not know it
    }
}

void py_type_changed(struct py_isolate *iso, struct py_type *t)
{
    tell(iso, t, NULL, true);
    py_layout_verify(iso, t);
}

// --- attributes of classes ----------------------------------------------------------------------

py_value py_type_getattr_opt(struct py_isolate *iso, py_value cls, py_value name)
{
    struct py_type *t = (struct py_type *)cls, *meta = py_obj_type(&t->h);
    py_value m = py_type_lookup(iso, meta, name);
    if (!m && iso->exc) return NULL;
    struct py_type *mt = m ? py_type_of(iso, m) : NULL;
    if (mt && mt->s.descr_get && mt->s.descr_set)
        return py_slot_descr_get(iso, &mt->s, m, cls, meta);
    py_value v = py_type_lookup(iso, t, name);
    if (v) {
        struct py_type *vt = py_type_of(iso, v);
        return vt->s.descr_get ? py_slot_descr_get(iso, &vt->s, v, NULL, t) : v;
    }
    if (iso->exc || !m) return NULL;
    return mt->s.descr_get ? py_slot_descr_get(iso, &mt->s, m, cls, meta) : m;
}

py_value py_type_getattr(struct py_isolate *iso, py_value cls, py_value name)
{
    py_value v = py_type_getattr_opt(iso, cls, name);
    return v || iso->exc ? v : py_raise_no_attr(iso, cls, name);
}

static bool type_setattr(struct py_isolate *iso, py_value cls, py_value name, py_value v)
{
    struct py_type *t = (struct py_type *)cls;
    bool mutable = t->flags & PY_TF_HEAP && !(t->flags & PY_TF_NATIVE);
    if (!mutable && t->index != PY_T_ExceptionGroup) {
        py_raise_type_error(iso, "cannot set %R attribute of immutable type '%N'", name, t);
        return false;
    }
    py_value m = py_type_lookup(iso, py_obj_type(&t->h), name);
    if (!m && iso->exc) return false;
    if (m && py_type_of(iso, m)->s.descr_set)
        return py_slot_descr_set(iso, &py_type_of(iso, m)->s, m, cls, v);
    if (!(name = py_str_intern_value(iso, name))) return false;
    if (v) {
        if (!py_dict_set(iso, t->dict, name, v)) return false;
    } else {
        int done = py_dict_delete(iso, t->dict, name);
        if (done == 0) py_raise_no_attr(iso, cls, name);
        if (done != 1) return false;
    }
    tell(iso, t, name, py_slots_is_special(iso, name));
    py_layout_verify(iso, t);
    return true;
}

// --- calling ------------------------------------------------------------------------------------

static py_value type_call(struct py_isolate *iso, py_value cls, py_value *a, int n, py_value kw)
{
    struct py_type *t = (struct py_type *)cls;
    if (t == py_t(iso, PY_T_TYPE)) {
        if (n == 1 && kw) return py_raise_type_error(iso, "type() takes no keyword arguments");
        if (n == 1) return (py_value)py_type_of(iso, a[0]);
        if (n != 3) return py_raise_type_error(iso, "type() takes 1 or 3 arguments");
    }
    if (!t->s.make) return py_raise_type_error(iso, "cannot create '%N' instances", t);
    py_value o = py_slot_make(iso, &t->s, t, a, n, kw);
    if (!o) return NULL;
    struct py_type *ot = py_type_of(iso, o);
    if (!py_type_issub(ot, t) || !ot->s.init) return o;
    return py_slot_init(iso, &ot->s, o, a, n, kw) ? o : NULL;
}

static py_value type_make(struct py_isolate *iso, struct py_type *meta, py_value *a, int n,
                          py_value kw)
{
    if (n != 3)
        return py_raise_type_error(iso, "type.__new__() takes exactly 3 arguments (%d given)", n);
    static const enum py_kind want[] = {PY_K_STR, PY_K_TUPLE, PY_K_DICT};
    static const char *const names[] = {"str", "tuple", "dict"};
    for (int i = 0; i < 3; i++)
        if (!py_is_kind(a[i], want[i]))
            return py_raise_type_error(iso, "type.__new__() argument %d must be %s, not %A", i + 1,
                                       names[i], a[i]);
    py_value kwargs = NULL;
    if (kw && py_tuple(kw)->n) {
        if (!(kwargs = py_dict_new(iso))) return NULL;
        for (uint64_t i = 0; i < py_tuple(kw)->n; i++)
            if (!py_dict_set(iso, py_dict(kwargs), py_tuple(kw)->v[i], a[3 + i])) return NULL;
    }
    return py_type_new(iso, meta, a[0], a[1], a[2], kwargs);
}

static bool type_init(struct py_isolate *iso, PY_UNUSED py_value self, PY_UNUSED py_value *a, int n,
                      PY_UNUSED py_value kw)
{
    if (n != 1 && n != 3) py_raise_type_error(iso, "type.__init__() takes 1 or 3 arguments");
    return n == 1 || n == 3;
}

static py_value type_repr(struct py_isolate *iso, py_value self)
{
    struct py_type *t = (struct py_type *)self;
    py_value module = t->flags & PY_TF_HEAP
                          ? py_dict_get_plain(iso, t->dict, py_name(iso, PY_N___module__))
                          : t->module;
    if (module && !py_is_str(module)) return py_str_format(iso, "<class '%U'>", t->name);
    if (!module || py_str_is(module, "builtins"))
        return py_str_format(iso, "<class '%U'>", t->qualname);
    return py_str_format(iso, "<class '%U.%U'>", module, t->qualname);
}

// The list of subclasses is weak: it and its storage live, its items are left to gc_prune_types.
void py_type_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_type *t = (struct py_type *)o;
    py_mark(iso, t->name);
    py_mark(iso, t->qualname);
    py_mark(iso, t->module);
    py_mark_obj(iso, t->base);
    py_mark(iso, t->bases);
    py_mark(iso, t->mro);
    py_mark_obj(iso, t->dict);
    py_mark_obj(iso, t->root);
    if (!t->subclasses || !py_mark_storage(iso, t->subclasses)) return;
    py_value *items = py_list(t->subclasses)->v;
    if (items) py_mark_storage(iso, py_buf_of(items));
}

// Marks the fields of native types and of their native bases.
void py_native_trace(struct py_isolate *iso, struct py_obj *o)
{
    const struct py_typedef *seen = NULL;
    for (struct py_type *t = py_obj_type(o); t; t = t->base) {
        if (t->def == seen) continue;
        seen = t->def;
        if (seen && seen->trace) seen->trace(iso, o);
    }
}

const struct py_typedef py_type_def = {
    .name = "type",
    .kind = PY_K_TYPE,
    .size = sizeof(struct py_type),
    .doc = "type(object)\ntype(name, bases, dict, **kwds)\n\nThe class of an object, or a "
           "new class with what the dict holds for attributes.",
    .methods = py_type_methods,
    .getset = py_type_getset,
    .slots = {.make = type_make,
              .init = type_init,
              .call = type_call,
              .repr = type_repr,
              .getattr = py_type_getattr,
              .setattr = type_setattr,
              .binary = py_union_binary},
};
