// Calls from C: py_call and its relatives. Python functions are the VM's to run.
#include "call.h"

static inline py_value call_function(struct py_isolate *iso, py_value f, py_value *a, int n,
                                     py_value kw)
{
    return iso->up->call(iso, (struct py_func *)f, a, n, kw);
}

enum { FEW = 16 };

// The arguments, with the values of `kw`, behind `first`: in few[] if they fit.
static py_value *prepend(struct py_isolate *iso, py_value first, py_value *a, int n, py_value kw,
                         py_value few[FEW])
{
    size_t total = (size_t)n + (kw ? py_tuple(kw)->n : 0);
    py_value *v = few;
    if (total + 1 > FEW) {
        struct py_buf *b = py_buf_new(iso, PY_K_VALUES, (total + 1) * sizeof *v);
        if (!b) return NULL;
        v = b->u.v;
    }
    v[0] = first;
    if (total) memcpy(v + 1, a, total * sizeof *v);
    return v;
}

// Calls a function, or a builtin that has no receiver or is the receiver's own, with one.
static py_value call_unbound(struct py_isolate *iso, py_value f, py_value self, py_value *a, int n,
                             py_value kw)
{
    py_value few[FEW], *v = prepend(iso, self, a, n, kw, few);
    if (!v) return NULL;
    return py_is_kind(f, PY_K_FUNC) ? call_function(iso, f, v, n + 1, kw)
                                    : py_builtin_call(iso, (struct py_builtin *)f, v, n + 1, kw);
}

// The function of a method may be a method again, or a builtin with a receiver of its own.
static py_value call_method(struct py_isolate *iso, struct py_method *m, py_value *a, int n,
                            py_value kw)
{
    py_value few[FEW], *v = prepend(iso, m->self, a, n, kw, few);
    if (!v || !py_enter(iso, "")) return NULL;
    py_value result = py_call_kw(iso, m->func, v, n + 1, kw);
    py_leave(iso);
    return result;
}

static py_value call_builtin(struct py_isolate *iso, struct py_builtin *b, py_value *a, int n,
                             py_value kw)
{
    return b->self ? call_unbound(iso, (py_value)b, b->self, a, n, kw)
                   : py_builtin_call(iso, b, a, n, kw);
}

py_value py_call_kw(struct py_isolate *iso, py_value f, py_value *a, int n, py_value kw)
{
    py_value none[1];
    if (!a) a = none; // so that natives may copy n of them in any case
    switch (py_is_ptr(f) ? py_obj_kind(py_ptr(f)) : PY_K_FREE) {
    case PY_K_FUNC: return call_function(iso, f, a, n, kw);
    case PY_K_METHOD: return call_method(iso, (struct py_method *)f, a, n, kw);
    case PY_K_BUILTIN: return call_builtin(iso, (struct py_builtin *)f, a, n, kw);
    default: break;
    }
    struct py_type *t = py_type_of(iso, f);
    if (!t->s.call) return py_raise_type_error(iso, "'%T' object is not callable", f);
    if (kw && !py_tuple(kw)->n) kw = NULL;
    if (!py_enter(iso, " while calling a Python object")) return NULL;
    py_value result = py_slot_call(iso, &t->s, f, a, n, kw);
    py_leave(iso);
    return result;
}

py_value py_call(struct py_isolate *iso, py_value f, py_value *a, int n)
{
    return py_call_kw(iso, f, a, n, NULL);
}

py_value py_call2(struct py_isolate *iso, py_value f, py_value a, py_value b)
{
    py_value v[2] = {a, b};
    return py_call_kw(iso, f, v, 2, NULL);
}

py_value py_call_ex(struct py_isolate *iso, py_value f, py_value args, py_value kwargs)
{
    struct py_tuple *t = py_tuple(args);
    struct py_dict *d = kwargs ? py_dict(kwargs) : NULL;
    uint64_t nkw = d ? d->n : 0, pos = 0, i = 0;
    if (t->n + nkw > INT32_MAX) return py_raise_no_memory(iso);
    if (!py_tick(iso, (t->n + nkw) / 4)) return NULL;
    if (!nkw) return py_call_kw(iso, f, t->v, (int)t->n, NULL);
    struct py_buf *b = py_buf_new(iso, PY_K_VALUES, (t->n + nkw) * sizeof(py_value));
    py_value names = py_tuple_new(iso, nkw), k, v;
    if (!b || !names) return NULL;
    memcpy(b->u.v, t->v, t->n * sizeof(py_value));
    while (i < nkw && py_dict_next(iso, d, &pos, &k, &v)) {
        if (!py_is_str(k)) return py_raise_type_error(iso, "keywords must be strings");
        py_tuple(names)->v[i] = k;
        b->u.v[t->n + i++] = v;
    }
    return py_call_kw(iso, f, b->u.v, (int)t->n, names);
}

py_value py_call_method(struct py_isolate *iso, py_value o, py_value name, py_value *a, int n)
{
    struct py_type *t = py_type_of(iso, o);
    py_value cv = t->s.getattr == py_generic_getattr ? py_type_lookup(iso, t, name) : NULL;
    if (!cv && iso->exc) return NULL;
    struct py_attrs *at = py_is_ptr(o) ? py_attrs_of(py_ptr(o)) : NULL;
    bool function = cv && (py_is_kind(cv, PY_K_FUNC) ||
                           (py_is_kind(cv, PY_K_BUILTIN) &&
                            py_obj_type(py_ptr(cv)) != py_t(iso, PY_T_BUILTIN) &&
                            ((struct py_builtin *)cv)->row->binding == PY_BIND_PLAIN));
    if (function && (!at || !at->shape)) return call_unbound(iso, cv, o, a, n, NULL);
    py_value f = py_getattr(iso, o, name);
    return f ? py_call_kw(iso, f, a, n, NULL) : NULL;
}

py_value py_call_special(struct py_isolate *iso, py_value o, py_value name, py_value *a, int n,
                         bool *found)
{
    struct py_type *t = py_type_of(iso, o);
    py_value cv = py_type_lookup(iso, t, name);
    *found = cv != NULL;
    if (!cv) return NULL;
    if (py_is_kind(cv, PY_K_FUNC) ||
        (py_is_kind(cv, PY_K_BUILTIN) && !((struct py_builtin *)cv)->self &&
         ((struct py_builtin *)cv)->owner &&
         ((struct py_builtin *)cv)->row->binding == PY_BIND_PLAIN))
        return call_unbound(iso, cv, o, a, n, NULL);
    if (py_type_of(iso, cv)->s.descr_get)
        cv = py_slot_descr_get(iso, &py_type_of(iso, cv)->s, cv, o, t);
    return cv ? py_call_kw(iso, cv, a, n, NULL) : NULL;
}

bool py_callable(struct py_isolate *iso, py_value v)
{
    return py_type_of(iso, v)->s.call != NULL || py_is_kind(v, PY_K_FUNC) ||
           py_is_kind(v, PY_K_BUILTIN) || py_is_kind(v, PY_K_METHOD);
}
