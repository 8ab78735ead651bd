// Slots of classes that define special methods in Python: each looks its method up in the type of
// the object and calls it. typeslots.c puts them into classes.
#include "exc.h"
#include "int.h"
#include "typeobj.h"

py_value py_descr_bind(struct py_isolate *iso, py_value f, py_value o, struct py_type *t)
{
    struct py_type *ft = py_type_of(iso, f);
    return ft->s.descr_get ? py_slot_descr_get(iso, &ft->s, f, o, t) : f;
}

py_value py_call_found(struct py_isolate *iso, py_value f, py_value o, py_value *a, int n)
{
    const struct py_type *t = py_type_of(iso, f);
    bool unbound = t == py_t(iso, PY_T_FUNCTION) || t == py_t(iso, PY_T_WRAPPER_DESCRIPTOR) ||
                   t == py_t(iso, PY_T_METHOD_DESCRIPTOR);
    if (unbound && n <= 4) {
        py_value v[5]; // mostly two, which need no call of memcpy()
        v[0] = o;
        if (n) v[1] = a[0];
        if (n > 1) memcpy(v + 2, a + 1, (size_t)(n - 1) * sizeof *v);
        return py_call(iso, f, v, n + 1);
    }
    py_value bound = py_descr_bind(iso, f, o, py_type_of(iso, o));
    return bound ? py_call(iso, bound, a, n) : NULL;
}

static py_value find(struct py_isolate *iso, py_value o, enum py_name_id name)
{
    return py_type_lookup(iso, py_type_of(iso, o), py_name(iso, name));
}

// type(o).name(o, a...). Absent: TypeError by way of AttributeError, as a slot without its method.
static py_value call_special(struct py_isolate *iso, py_value o, enum py_name_id name, py_value *a,
                             int n)
{
    py_value f = find(iso, o, name);
    if (!f) return iso->exc ? NULL : py_raise(iso, PY_T_AttributeError, "%U", py_name(iso, name));
    return py_call_found(iso, f, o, a, n);
}

// --- making and calling -------------------------------------------------------------------------

static py_value slot_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                          py_value kw)
{
    py_value f = py_type_lookup(iso, cls, py_name(iso, PY_N___new__));
    if (!f) return iso->exc ? NULL : py_raise_type_error(iso, "cannot create '%N' instances", cls);
    if (!(f = py_descr_bind(iso, f, NULL, cls))) return NULL;
    int total = n + (kw ? (int)py_tuple(kw)->n : 0);
    py_value few[16], *v = few;
    if (total + 1 > 16) {
        struct py_buf *b = py_buf_new(iso, PY_K_VALUES, (size_t)(total + 1) * sizeof *v);
        if (!b) return NULL;
        v = b->u.v;
    }
    v[0] = (py_value)cls;
    if (total) memcpy(v + 1, a, (size_t)total * sizeof *v);
    return py_call_kw(iso, f, v, n + 1, kw);
}

// Calls type(self).name(self, *a, **kw).
static py_value call_raw(struct py_isolate *iso, py_value self, enum py_name_id name, py_value *a,
                         int n, py_value kw)
{
    py_value f = find(iso, self, name);
    if (!f) return iso->exc ? NULL : py_raise_type_error(iso, "'%T' object is not callable", self);
    if (!(f = py_descr_bind(iso, f, self, py_type_of(iso, self)))) return NULL;
    return py_call_kw(iso, f, a, n, kw);
}

static bool slot_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    py_value r = call_raw(iso, self, PY_N___init__, a, n, kw);
    if (r && r != PY_NONE) py_raise_type_error(iso, "__init__() should return None, not '%T'", r);
    return r == PY_NONE;
}

static py_value slot_call(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    return call_raw(iso, self, PY_N___call__, a, n, kw);
}

// --- text, hash, truth, length ------------------------------------------------------------------

static py_value text_of(struct py_isolate *iso, py_value self, enum py_name_id name)
{
    py_value r = call_special(iso, self, name, NULL, 0);
    if (r && !py_is_str(r))
        return py_raise_type_error(iso, "%U returned non-string (type %T)", py_name(iso, name), r);
    return r;
}
static py_value slot_repr(struct py_isolate *iso, py_value self)
{
    return text_of(iso, self, PY_N___repr__);
}
static py_value slot_str(struct py_isolate *iso, py_value self)
{
    return text_of(iso, self, PY_N___str__);
}

static bool slot_hash(struct py_isolate *iso, py_value self, uint64_t *out)
{
    py_value f = find(iso, self, PY_N___hash__);
    if (!f || f == PY_NONE) {
        if (!iso->exc) py_raise_type_error(iso, "unhashable type: '%T'", self);
        return false;
    }
    py_value r = py_call_found(iso, f, self, NULL, 0);
    if (!r) return false;
    if (!py_is_anyint(r)) {
        py_raise_type_error(iso, "__hash__ method should return an integer");
        return false;
    }
    int64_t i;
    if (py_int_get64(r, &i)) { // hash() of another object comes back as it is, also beyond 62 bits
        *out = i == -1 ? (uint64_t)-2 : (uint64_t)i;
        return true;
    }
    return py_hash(iso, r, out);
}

static int slot_truth(struct py_isolate *iso, py_value self)
{
    py_value f = find(iso, self, PY_N___bool__);
    if (!f) {
        if (iso->exc) return -1;
        struct py_type *t = py_type_of(iso, self);
        int64_t length = t->s.length ? py_slot_length(iso, &t->s, self) : 1;
        return length < 0 ? -1 : length > 0;
    }
    py_value r = py_call_found(iso, f, self, NULL, 0);
    if (r && !py_is_bool(r))
        py_raise_type_error(iso, "__bool__ should return bool, returned %T", r);
    return r && py_is_bool(r) ? r == PY_TRUE : -1;
}

static int64_t slot_length(struct py_isolate *iso, py_value self)
{
    py_value r = call_special(iso, self, PY_N___len__, NULL, 0);
    if (!r || !(r = py_index(iso, r))) return -1;
    int64_t n;
    if (py_is_int(r) && py_small(r) < 0) {
        py_raise_value_error(iso, "__len__() should return >= 0");
        return -1;
    }
    if (py_is_bigint(r)) {
        if (((struct py_bigint *)r)->n < 0)
            py_raise_value_error(iso, "__len__() should return >= 0");
        else py_raise(iso, PY_T_OverflowError, "cannot fit 'int' into an index-sized integer");
        return -1;
    }
    return py_as_int64(iso, r, &n) ? n : -1;
}

// --- items and iteration ------------------------------------------------------------------------

static py_value slot_getitem(struct py_isolate *iso, py_value self, py_value key)
{
    return call_special(iso, self, PY_N___getitem__, &key, 1);
}

static bool slot_setitem(struct py_isolate *iso, py_value self, py_value key, py_value v)
{
    py_value a[2] = {key, v};
    return call_special(iso, self, v ? PY_N___setitem__ : PY_N___delitem__, a, v ? 2 : 1) != NULL;
}

// `v in self` by iteration, for containers without __contains__.
static int iterate_for(struct py_isolate *iso, py_value self, py_value v)
{
    py_value it = py_iter(iso, self), x;
    while (it && (x = py_next(iso, it))) {
        int eq = py_eq(iso, x, v);
        if (eq) return eq;
        if (!py_tick(iso, 1)) return -1;
    }
    return iso->exc ? -1 : 0;
}

static int slot_contains(struct py_isolate *iso, py_value self, py_value v)
{
    py_value f = find(iso, self, PY_N___contains__);
    if (f == PY_NONE) {
        py_raise_type_error(iso, "'%T' object is not a container", self);
        return -1;
    }
    if (!f) return iso->exc ? -1 : iterate_for(iso, self, v);
    py_value r = py_call_found(iso, f, self, &v, 1);
    return r ? py_truth(iso, r) : -1;
}

static py_value slot_iter(struct py_isolate *iso, py_value self)
{
    py_value f = find(iso, self, PY_N___iter__);
    if (!f || f == PY_NONE)
        return iso->exc ? NULL : py_raise_type_error(iso, "'%T' object is not iterable", self);
    py_value it = py_call_found(iso, f, self, NULL, 0);
    if (it && !py_type_of(iso, it)->s.next)
        return py_raise_type_error(iso, "iter() returned non-iterator of type '%T'", it);
    return it;
}

static py_value slot_next(struct py_isolate *iso, py_value self)
{
    py_value v = call_special(iso, self, PY_N___next__, NULL, 0);
    if (!v && py_error_is(iso, PY_T_StopIteration)) py_error_clear(iso);
    return v;
}

// --- attributes and descriptors -----------------------------------------------------------------

static py_value slot_getattr(struct py_isolate *iso, py_value self, py_value name)
{
    struct py_type *t = py_type_of(iso, self);
    py_value fallback = t->flags & PY_TF_GETATTR
                            ? py_type_lookup(iso, t, py_name(iso, PY_N___getattr__))
                            : NULL,
             v;
    if (!fallback && iso->exc) return NULL;
    if (t->flags & PY_TF_GETATTRIBUTE) {
        v = call_special(iso, self, PY_N___getattribute__, &name, 1);
    } else {
        py_value w = py_type_lookup(iso, t, py_name(iso, PY_N___getattribute__));
        const struct py_slots *s = &py_t(iso, PY_T_OBJECT)->s;
        if (w && py_is_ptr(w) && py_obj_type(py_ptr(w)) == py_t(iso, PY_T_WRAPPER_DESCRIPTOR))
            s = &((struct py_wrapper *)w)->owner->s;
        if (s->getattr == py_generic_getattr) {
            v = py_generic_getattr_opt(iso, self, name);
            if (!v && !iso->exc) {
                if (fallback) return py_call_found(iso, fallback, self, &name, 1);
                return py_raise_no_attr(iso, self, name);
            }
        } else {
            v = py_slot_getattr(iso, s, self, name);
        }
    }
    if (v || !fallback || !py_error_is(iso, PY_T_AttributeError)) return v;
    py_error_clear(iso);
    return py_call_found(iso, fallback, self, &name, 1);
}

static bool slot_setattr(struct py_isolate *iso, py_value self, py_value name, py_value v)
{
    py_value a[2] = {name, v};
    return call_special(iso, self, v ? PY_N___setattr__ : PY_N___delattr__, a, v ? 2 : 1) != NULL;
}

static py_value slot_descr_get(struct py_isolate *iso, py_value self, py_value obj,
                               struct py_type *type)
{
    py_value f = find(iso, self, PY_N___get__);
    if (!f) return iso->exc ? NULL : self;
    py_value a[2] = {obj ? obj : PY_NONE, type ? (py_value)type : PY_NONE};
    return py_call_found(iso, f, self, a, 2);
}

static bool slot_descr_set(struct py_isolate *iso, py_value self, py_value obj, py_value v)
{
    py_value a[2] = {obj, v};
    return call_special(iso, self, v ? PY_N___set__ : PY_N___delete__, a, v ? 2 : 1) != NULL;
}

// --- operators ----------------------------------------------------------------------------------

static const uint16_t binop_names[PY_BIN_COUNT][3] = {
// forward, reflected, in place; ORDER BINOP
#define N(x)                                                                                       \
    {                                                                                              \
        PY_N___##x##__, PY_N___r##x##__, PY_N___i##x##__                                           \
    }
    N(add),      N(sub),
    N(mul),      N(truediv),
    N(floordiv), N(mod),
    N(pow),      N(lshift),
    N(rshift),   N(and),
    N(or),       N(xor),
    N(matmul),   {PY_N___divmod__, PY_N___rdivmod__, 0},
#undef N
};

static py_value call_maybe(struct py_isolate *iso, py_value o, enum py_name_id name, py_value arg)
{
    py_value f = find(iso, o, name);
    if (!f) return iso->exc ? NULL : PY_NOTIMPL;
    const struct py_wrapper *w = (const struct py_wrapper *)f;
    if (py_is_ptr(f) && py_obj_type(py_ptr(f)) == py_t(iso, PY_T_WRAPPER_DESCRIPTOR) &&
        w->def->slot == PY_S_BINARY) { // inherited from a builtin type: asked, not called by name
        bool reflected = w->def->op & PY_BIN_REFLECTED;
        enum py_binop op = w->def->op & ~PY_BIN_REFLECTED;
        bool sequence = (op == PY_BIN_ADD || op == PY_BIN_MUL) &&
                        w->owner->s.getitem; // that is called
        if (!sequence)
            return py_slot_binary(iso, &w->owner->s, op, reflected ? arg : o, reflected ? o : arg);
    }
    return py_call_found(iso, f, o, &arg, 1);
}

static py_value slot_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    struct py_type *ta = py_type_of(iso, a), *tb = py_type_of(iso, b);
    bool other = ta != tb && tb->s.binary == slot_binary && py_as_number(iso, b, op);
    if (ta->s.binary == slot_binary && py_as_number(iso, a, op)) {
        if (other && py_type_issub(tb, ta)) {
            // A subclass on the right goes first, if it has a reflected method of its own.
            py_value rb = find(iso, b, binop_names[op][1]),
                     ra = rb ? find(iso, a, binop_names[op][1]) : NULL;
            if (iso->exc) return NULL;
            if (rb && rb != ra) {
                py_value r = py_call_found(iso, rb, b, &a, 1);
                if (r != PY_NOTIMPL) return r;
                other = false;
            }
        }
        py_value r = call_maybe(iso, a, binop_names[op][0], b);
        if (r != PY_NOTIMPL || ta == tb) return r;
    }
    return other ? call_maybe(iso, b, binop_names[op][1], a) : PY_NOTIMPL;
}

static py_value slot_inplace(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    return op == PY_BIN_DIVMOD ? PY_NOTIMPL : call_maybe(iso, a, binop_names[op][2], b);
}

static py_value slot_unary(struct py_isolate *iso, enum py_unop op, py_value a)
{
    static const uint16_t names[] = {PY_N___neg__, PY_N___pos__, PY_N___invert__, PY_N___abs__};
    py_value f = find(iso, a, names[op]);
    if (!f) return iso->exc ? NULL : PY_NOTIMPL;
    return py_call_found(iso, f, a, NULL, 0);
}

// What is called with the instance first, without being bound to it.
static bool is_method(struct py_isolate *iso, py_value f)
{
    const struct py_type *t = py_type_of(iso, f);
    return t == py_t(iso, PY_T_FUNCTION) || t == py_t(iso, PY_T_METHOD_DESCRIPTOR) ||
           t == py_t(iso, PY_T_WRAPPER_DESCRIPTOR);
}

static py_value slot_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    static const uint16_t names[] = {PY_N___lt__, PY_N___le__, PY_N___eq__,
                                     PY_N___ne__, PY_N___gt__, PY_N___ge__};
    py_value f = find(iso, a, names[op]);
    if (!f) return iso->exc ? NULL : PY_NOTIMPL;
    if (!is_method(iso, f) && py_type_of(iso, f)->s.descr_get) {
        f = py_descr_bind(iso, f, a, py_type_of(iso, a));
        if (f) return py_call(iso, f, &b, 1);
        if (!iso->stop) py_error_clear(iso); // one that cannot be had is none
        return iso->stop ? NULL : PY_NOTIMPL;
    }
    return py_call_found(iso, f, a, &b, 1);
}

static py_value slot_index(struct py_isolate *iso, py_value a)
{
    py_value r = call_special(iso, a, PY_N___index__, NULL, 0);
    if (r && !py_is_anyint(r))
        return py_raise_type_error(iso, "__index__ returned non-int (type %T)", r);
    bool plain = !r || py_type_of(iso, r) == py_t(iso, PY_T_INT);
    if (!plain && !py_warn_subclass(iso, "__index__", "int", r)) return NULL;
    return r ? py_int_plain(r) : NULL;
}

static py_value slot_await(struct py_isolate *iso, py_value self)
{
    py_value it = call_special(iso, self, PY_N___await__, NULL, 0);
    if (!it) return NULL;
    if (py_is_kind(it, PY_K_GEN) && py_obj_type(py_ptr(it)) == py_t(iso, PY_T_COROUTINE))
        return py_raise_type_error(iso, "__await__() returned a coroutine");
    if (!py_type_of(iso, it)->s.next)
        return py_raise_type_error(iso, "__await__() returned non-iterator of type '%T'", it);
    return it;
}
static py_value slot_aiter(struct py_isolate *iso, py_value self)
{
    return call_special(iso, self, PY_N___aiter__, NULL, 0);
}
static py_value slot_anext(struct py_isolate *iso, py_value self)
{
    return call_special(iso, self, PY_N___anext__, NULL, 0);
}

const struct py_slots py_slot_generic = {
    .make = slot_make,
    .init = slot_init,
    .call = slot_call,
    .repr = slot_repr,
    .str = slot_str,
    .hash = slot_hash,
    .compare = slot_compare,
    .truth = slot_truth,
    .length = slot_length,
    .getitem = slot_getitem,
    .setitem = slot_setitem,
    .contains = slot_contains,
    .iter = slot_iter,
    .next = slot_next,
    .getattr = slot_getattr,
    .setattr = slot_setattr,
    .binary = slot_binary,
    .inplace = slot_inplace,
    .unary = slot_unary,
    .index = slot_index,
    .descr_get = slot_descr_get,
    .descr_set = slot_descr_set,
    .await = slot_await,
    .aiter = slot_aiter,
    .anext = slot_anext,
};
