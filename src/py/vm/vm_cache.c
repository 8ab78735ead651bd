// Filling of inline caches: see vm_cache.h. A cache may only be trusted while what it compares
// proves the answer: the version of a dict for globals; shape and class version for attributes.
#include "vm_cache.h"

#include "../obj/shape.h"

static struct py_dict_entry *entry_of(struct py_isolate *iso, struct py_dict *d, py_value name)
{
    int64_t slot = py_dict_slot(iso, d, name);
    return slot < 0 ? NULL : &d->t->e[slot];
}

py_value py_cache_load_global(struct py_isolate *iso, struct py_frame *f, struct py_ic *ic,
                              struct py_insn *at)
{
    struct py_dict_entry *e = entry_of(iso, f->globals, ic->name);
    if (e) {
        ic->key = e;
        ic->aux = f->globals->version;
        at->op = PY_OP_LOAD_GLOBAL_HIT;
        return e->value;
    }
    bool plain = py_is_exact((py_value)f->builtins, PY_K_DICT);
    if (plain && (e = entry_of(iso, f->builtins, ic->name))) {
        ic->key = e;
        ic->aux = f->globals->version;
        ic->value = py_small_new((int64_t)f->builtins->version);
        at->op = PY_OP_LOAD_BUILTIN_HIT;
        return e->value;
    }
    // Only exotic keys (str subclasses) are left.
    py_value v = py_dict_get(iso, f->globals, ic->name);
    return v || iso->exc ? v : py_builtin(iso, f, ic->name);
}

bool py_cache_store_global(struct py_isolate *iso, struct py_frame *f, struct py_ic *ic,
                           struct py_insn *at, py_value v)
{
    if (!py_dict_set(iso, f->globals, ic->name, v)) return false;
    struct py_dict_entry *e = entry_of(iso, f->globals, ic->name);
    if (e) {
        ic->key = e;
        ic->aux = f->globals->version;
        at->op = PY_OP_STORE_GLOBAL_HIT;
    }
    return true;
}

py_value py_cache_load_name(struct py_isolate *iso, struct py_frame *f, py_value name)
{
    if (f->locals && (f->locals != (py_value)f->globals || !py_is_exact(f->locals, PY_K_DICT))) {
        py_value v;
        if (py_is_exact(f->locals, PY_K_DICT)) {
            v = py_dict_get(iso, py_dict(f->locals), name);
        } else {
            v = py_getitem(iso, f->locals, name);
            if (!v && py_error_is(iso, PY_T_KeyError)) py_error_clear(iso);
        }
        if (v || iso->exc) return v;
    }
    py_value v = py_dict_get(iso, f->globals, name);
    return v || iso->exc ? v : py_builtin(iso, f, name);
}

py_value py_cache_load_classderef(struct py_isolate *iso, struct py_frame *f, py_value name,
                                  int cell)
{
    if (f->locals) {
        py_value v = py_is_exact(f->locals, PY_K_DICT) ? py_dict_get(iso, py_dict(f->locals), name)
                                                       : py_getitem(iso, f->locals, name);
        if (!v && py_error_is(iso, PY_T_KeyError)) py_error_clear(iso);
        if (v || iso->exc) return v;
    }
    py_value v = ((struct py_cell *)f->func->closure[cell])->v;
    return v ? v : py_raise_unbound(iso, name, true);
}

// May attribute access on instances of t be cached by shape and class version?
static bool cacheable(const struct py_type *t)
{
    return (t->flags & PY_TF_HEAP) &&
           !(t->flags & (PY_TF_GETATTRIBUTE | PY_TF_TYPE | PY_TF_OWN_MRO));
}

// A __slots__ name stored like any attribute, under its own name.
static bool is_plain_member(py_value cv)
{
    return py_is_kind(cv, PY_K_MEMBER) &&
           ((struct py_member *)cv)->key == ((struct py_member *)cv)->name;
}

static bool is_data_descriptor(struct py_isolate *iso, py_value v)
{
    return py_type_of(iso, v)->s.descr_set != NULL;
}

// Loads, stores and methods have rows of their own.
static struct py_acache *acache_row(struct py_isolate *iso, const void *shape, py_value name,
                                    unsigned generic)
{
    uintptr_t h = ((uintptr_t)shape >> 4) * 31 + ((uintptr_t)name >> 4) + generic;
    return &iso->acache[h % PY_ACACHE_SIZE];
}

static void fill(struct py_ic *ic, struct py_insn *at, void *key, py_value value, uint64_t version,
                 enum py_op op)
{
    ic->key = key;
    ic->value = value;
    ic->aux = version;
    at->op = (uint16_t)op;
}

// Fills the site's cache, and the isolate's for when the site turns out to see several shapes.
static void fill_shape(struct py_isolate *iso, struct py_ic *ic, struct py_insn *at,
                       struct py_shape *sh, py_value value, uint64_t version, enum py_op op)
{
    *acache_row(iso, sh, ic->name, at->op) = (struct py_acache){sh,      ic->name,     value,
                                                                version, (uint16_t)op, at->op};
    fill(ic, at, sh, value, version, op);
}

// What is known of instance `in` at a site whose own cache missed; NULL: nothing. Now and then the
// site's cache is refilled, so that one that has come to see a single shape is fast again.
static const struct py_acache *known_shape(struct py_isolate *iso, const struct py_inst *in,
                                           struct py_ic *ic, struct py_insn *at, enum py_op generic)
{
    const struct py_acache *row = acache_row(iso, in->at.shape, ic->name, generic);
    if (row->shape != in->at.shape || row->name != ic->name || row->generic != generic ||
        row->version != py_obj_type(&in->h)->version)
        return NULL;
    if (++iso->acache_hits % 64 == 0)
        fill(ic, at, (void *)row->shape, row->value, row->version, row->op);
    return row;
}

// What a class of the program's derives from module has a say of its own.
static bool is_module(struct py_isolate *iso, py_value o)
{
    return py_is_kind(o, PY_K_MODULE) && py_obj_type(py_ptr(o)) == py_t(iso, PY_T_MODULE);
}

// A module's global, or NULL; the site is specialised for it.
static py_value module_global(struct py_isolate *iso, py_value o, struct py_ic *ic,
                              struct py_insn *at, enum py_op op)
{
    struct py_dict *d = ((struct py_module *)o)->dict;
    struct py_dict_entry *e = d ? entry_of(iso, d, ic->name) : NULL;
    if (!e) return NULL;
    fill(ic, at, e, o, d->version, op);
    return e->value;
}

// A property with a Python getter: its frame is pushed by the site.
static bool plain_property(const struct py_type *t, py_value cv)
{
    if (!py_is_exact(cv, PY_K_PROPERTY) || t->flags & PY_TF_GETATTR) return false;
    py_value get = ((struct py_property *)cv)->get;
    return get && py_is_kind(get, PY_K_FUNC);
}

// The descriptor of __class__ that every class has from object.
static bool is_own_class(struct py_isolate *iso, py_value cv, py_value name)
{
    return py_is_kind(cv, PY_K_GETSET) && name == py_name(iso, PY_N___class__) &&
           ((struct py_getset *)cv)->owner == py_t(iso, PY_T_OBJECT);
}

py_value py_cache_load_attr(struct py_isolate *iso, py_value o, struct py_ic *ic,
                            struct py_insn *at)
{
    struct py_inst *in = (struct py_inst *)o;
    const struct py_acache *row;
    if (py_is_kind(o, PY_K_INST) && (row = known_shape(iso, in, ic, at, PY_OP_LOAD_ATTR))) {
        if (row->op == PY_OP_LOAD_ATTR_CLASS) return row->value;
        py_value *slots = row->op == PY_OP_LOAD_ATTR_SLOT ? in->slot : in->at.extra;
        py_value v = slots[py_small(row->value)];
        if (v) return v;
    }
    at->op = PY_OP_LOAD_ATTR;
    if (!py_is_kind(o, PY_K_INST)) {
        py_value v = NULL;
        if (is_module(iso, o)) v = module_global(iso, o, ic, at, PY_OP_LOAD_ATTR_MODULE);
        return v ? v : py_getattr(iso, o, ic->name);
    }
    struct py_type *t = py_obj_type(&in->h);
    struct py_shape *sh = in->at.shape;
    if (!cacheable(t) || !sh || sh->dict_mode) return py_getattr(iso, o, ic->name);
    py_value cv = py_type_lookup(iso, t, ic->name);
    if (!cv && iso->exc) return NULL;
    if (cv && is_data_descriptor(iso, cv)) {
        if (is_own_class(iso, cv, ic->name)) { // o.__class__
            fill_shape(iso, ic, at, sh, (py_value)t, t->version, PY_OP_LOAD_ATTR_CLASS);
            return (py_value)t;
        }
        if (plain_property(t, cv))
            fill(ic, at, t, ((struct py_property *)cv)->get, t->version, PY_OP_LOAD_ATTR_PROPERTY);
        if (!is_plain_member(cv)) return py_getattr(iso, o, ic->name);
        cv = NULL; // a __slots__ name is stored like any attribute
    }
    int slot = py_shape_find(iso, sh, ic->name);
    if (slot >= 0) {
        bool inl = (uint32_t)slot < sh->cap;
        py_value v = inl ? in->slot[slot] : in->at.extra[(uint32_t)slot - sh->cap];
        if (!v) return py_getattr(iso, o, ic->name);
        fill_shape(iso, ic, at, sh, py_small_new(inl ? slot : slot - (int)sh->cap), t->version,
                   inl ? PY_OP_LOAD_ATTR_SLOT : PY_OP_LOAD_ATTR_EXTRA);
        return v;
    }
    if (cv && !py_type_of(iso, cv)->s.descr_get) {
        fill_shape(iso, ic, at, sh, cv, t->version, PY_OP_LOAD_ATTR_CLASS);
        return cv;
    }
    return py_getattr(iso, o, ic->name);
}

bool py_cache_store_attr(struct py_isolate *iso, py_value o, py_value v, struct py_ic *ic,
                         struct py_insn *at)
{
    struct py_inst *in = (struct py_inst *)o;
    const struct py_acache *row;
    if (py_is_kind(o, PY_K_INST) && (row = known_shape(iso, in, ic, at, PY_OP_STORE_ATTR))) {
        if (row->op == PY_OP_STORE_ATTR_SLOT) {
            in->slot[py_small(row->value)] = v;
        } else if (row->op == PY_OP_STORE_ATTR_EXTRA) {
            in->at.extra[py_small(row->value)] = v;
        } else {
            in->slot[in->at.shape->count] = v;
            in->at.shape = (struct py_shape *)row->value;
        }
        return true;
    }
    at->op = PY_OP_STORE_ATTR;
    if (!py_is_kind(o, PY_K_INST)) return py_setattr(iso, o, ic->name, v);
    struct py_type *t = py_obj_type(&in->h);
    struct py_shape *before = in->at.shape;
    bool plain = cacheable(t) && !(t->flags & PY_TF_SETATTR) && before && !before->dict_mode;
    bool member = false; // a __slots__ name
    if (plain) {
        py_value cv = py_type_lookup(iso, t, ic->name);
        if (!cv && iso->exc) return false;
        member = is_plain_member(cv);
        if (cv && is_data_descriptor(iso, cv) && !member) plain = false;
    }
    if (!py_setattr(iso, o, ic->name, v)) return false;
    if (!plain || py_obj_type(&in->h) != t) return true;
    struct py_shape *after = in->at.shape;
    if (after == before) {
        int slot = py_shape_find(iso, after, ic->name), extra = slot - (int)after->cap;
        if (slot >= 0 && (extra < 0 || !member))
            fill_shape(iso, ic, at, after, py_small_new(extra < 0 ? slot : extra), t->version,
                       extra < 0 ? PY_OP_STORE_ATTR_SLOT : PY_OP_STORE_ATTR_EXTRA);
    } else if (after->parent == before && after->count <= after->cap && after->cap == before->cap) {
        fill_shape(iso, ic, at, before, (py_value)after, t->version, PY_OP_STORE_ATTR_ADD);
    }
    return true;
}

// A function found in a class may be called with the receiver as its first argument.
static bool is_method_like(struct py_isolate *iso, py_value cv)
{
    if (py_is_kind(cv, PY_K_FUNC)) return true;
    if (!py_is_kind(cv, PY_K_BUILTIN)) return false;
    const struct py_type *t = py_obj_type(py_ptr(cv));
    return t == py_t(iso, PY_T_METHOD_DESCRIPTOR) || t == py_t(iso, PY_T_WRAPPER_DESCRIPTOR);
}

// Has an instance of a native class, or of one derived from it (dates, deques, OrderedDicts), no
// attribute of its own of this name, that would hide a method?
static bool has_no_own(struct py_isolate *iso, py_value o, const struct py_type *t, py_value name)
{
    if (!py_is_ptr(o) || py_is_kind(o, PY_K_INST) || t->s.getattr != py_generic_getattr ||
        t->flags & (PY_TF_GETATTRIBUTE | PY_TF_TYPE))
        return false;
    const struct py_attrs *at = py_attrs_of(py_ptr(o));
    return at && py_attrs_lack(iso, at, name);
}

bool py_cache_load_method(struct py_isolate *iso, py_value *dst, py_value o, struct py_ic *ic,
                          struct py_insn *at)
{
    const struct py_acache *row;
    if (py_is_kind(o, PY_K_INST) &&
        (row = known_shape(iso, (struct py_inst *)o, ic, at, PY_OP_LOAD_METHOD))) {
        dst[0] = row->value;
        dst[1] = o;
        return true;
    }
    at->op = PY_OP_LOAD_METHOD;
    struct py_type *t = py_type_of(iso, o);
    bool inst = py_is_kind(o, PY_K_INST) && cacheable(t);
    // Builtin types without instance attributes cannot shadow their methods.
    bool builtin = !inst && !(t->flags & (PY_TF_HEAP | PY_TF_TYPE)) && t->attrs_off == 0 &&
                   t->s.getattr == py_generic_getattr;
    bool bare = !inst && !builtin && has_no_own(iso, o, t, ic->name);
    if (inst || builtin || bare) {
        py_value cv = py_type_lookup(iso, t, ic->name);
        if (!cv && iso->exc) return false;
        if (cv && is_method_like(iso, cv)) {
            struct py_shape *sh = inst ? ((struct py_inst *)o)->at.shape : NULL;
            if (builtin || bare) {
                dst[0] = cv;
                dst[1] = o;
                if (builtin && py_is_ptr(o))
                    fill(ic, at, t, cv, t->version, PY_OP_LOAD_METHOD_TYPE);
                return true;
            }
            if (sh && py_attrs_lack(iso, &((struct py_inst *)o)->at, ic->name)) {
                dst[0] = cv;
                dst[1] = o;
                if (!sh->dict_mode)
                    fill_shape(iso, ic, at, sh, cv, t->version, PY_OP_LOAD_METHOD_CLASS);
                return true;
            }
        }
    }
    py_value v = NULL;
    if (is_module(iso, o)) v = module_global(iso, o, ic, at, PY_OP_LOAD_METHOD_MODULE);
    if (!v) v = py_getattr(iso, o, ic->name);
    if (!v) return false;
    dst[0] = NULL;
    dst[1] = v;
    return true;
}

py_value py_cache_python_init(struct py_isolate *iso, struct py_type *t)
{
    if (!(t->flags & PY_TF_HEAP) || t->flags & (PY_TF_TYPE | PY_TF_ABSTRACT) ||
        t->def->kind != PY_K_INST)
        return NULL;
    if (py_obj_type(&t->h)->s.call != py_t(iso, PY_T_TYPE)->s.call) return NULL;
    if (t->s.make != py_t(iso, PY_T_OBJECT)->s.make) return NULL;
    py_value init = py_type_lookup(iso, t, py_name(iso, PY_N___init__));
    if (init && py_is_kind(init, PY_K_FUNC) &&
        !(((struct py_func *)init)->code->flags &
          (PY_CO_GENERATOR | PY_CO_COROUTINE | PY_CO_ASYNC_GENERATOR)))
        return init;
    return NULL;
}

py_value py_cache_cell_name(const struct py_code *code, int reg)
{
    return py_tuple(code->varnames)->v[reg];
}
