// The type functools.partial: a function with some of its arguments filled in.
#include "../obj/typeobj.h"
#include "functools_int.h"

struct partial {
    struct py_obj h;
    struct py_attrs at;
    py_value func, args, kw;
};
static struct partial *part(py_value v)
{
    return (struct partial *)v;
}

static py_value partial_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                             py_value kw)
{
    if (n < 1) return py_raise_type_error(iso, "type 'partial' takes at least one argument");
    if (!py_callable(iso, a[0]))
        return py_raise_type_error(iso, "the first argument must be callable");
    struct partial *p = py_new_of(iso, cls, sizeof *p);
    py_value d = p ? py_dict_new(iso) : NULL;
    if (!d) return NULL;
    p->kw = d;
    p->func = a[0];
    struct py_type *ft = py_type_of(iso, a[0]);
    struct py_attrs *at = py_is_ptr(a[0]) ? py_attrs_of(py_ptr(a[0])) : NULL;
    py_value args = py_tuple_from(iso, a + 1, (uint64_t)(n - 1));
    if (ft->def == cls->def && at && !at->shape) { // a partial of a partial is one partial
        struct partial *inner = part(a[0]);
        p->func = inner->func;
        args = args ? py_binary(iso, PY_BIN_ADD, inner->args, args) : NULL;
        if (!args || !py_dict_merge(iso, py_dict(d), inner->kw, true)) return NULL;
    }
    p->args = args;
    for (uint64_t i = 0; args && kw && i < py_tuple(kw)->n; i++)
        if (!py_dict_set(iso, py_dict(d), py_tuple(kw)->v[i], a[(uint64_t)n + i])) return NULL;
    return args ? (py_value)p : NULL;
}

static py_value partial_call(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    struct partial *p = part(self);
    uint64_t pre = py_tuple(p->args)->n, nkw = kw ? py_tuple(kw)->n : 0;
    bool plain = !py_dict(p->kw)->n;
    py_value few[16], *v = few;
    if (pre + (uint64_t)n + nkw > 16) {
        struct py_buf *b = py_buf_new(iso, PY_K_VALUES, (pre + (uint64_t)n + nkw) * sizeof *v);
        if (!b) return NULL;
        v = b->u.v;
    }
    memcpy(v, py_tuple(p->args)->v, pre * sizeof *v);
    if (n) memcpy(v + pre, a, ((uint64_t)n + (plain ? nkw : 0)) * sizeof *v);
    else if (plain && nkw) memcpy(v + pre, a, nkw * sizeof *v);
    if (plain) return py_call_kw(iso, p->func, v, (int)pre + n, kw);
    py_value args = py_tuple_from(iso, v, pre + (uint64_t)n),
             d = args ? py_dict_copy(iso, py_dict(p->kw)) : NULL;
    for (uint64_t i = 0; d && i < nkw; i++)
        if (!py_dict_set(iso, py_dict(d), py_tuple(kw)->v[i], a[(uint64_t)n + i])) return NULL;
    return d ? py_call_ex(iso, p->func, args, d) : NULL;
}

static py_value partial_repr(struct py_isolate *iso, py_value self)
{
    struct partial *p = part(self);
    struct py_type *t = py_type_of(iso, self);
    struct py_sb b;
    int in = py_repr_enter(iso, self);
    if (in) return in < 0 ? NULL : py_str_z(iso, "...");
    py_sb_init(&b, iso);
    if (t->flags & PY_TF_HEAP) py_sb_str(&b, t->qualname);
    else py_sb_z(&b, "functools.partial");
    py_sb_format(&b, "(%R", p->func);
    for (uint64_t i = 0; i < py_tuple(p->args)->n && !iso->exc; i++)
        py_sb_format(&b, ", %R", py_tuple(p->args)->v[i]);
    uint64_t pos = 0;
    py_value k, v;
    while (!iso->exc && py_dict_next(iso, py_dict(p->kw), &pos, &k, &v))
        py_sb_format(&b, ", %S=%R", k, v);
    py_sb_char(&b, ')');
    py_repr_leave(iso, self);
    return iso->exc ? NULL : py_sb_finish(&b);
}

static py_value g_func(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return part(v)->func;
}
static py_value g_args(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return part(v)->args;
}
static py_value g_keywords(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return part(v)->kw;
}
static PY_NATIVE(partial_reduce)
{
    struct partial *p = part(a[0]);
    py_value d = p->at.shape ? py_attr_dict(iso, a[0]) : PY_NONE;
    py_value f = d ? py_tuple_pack(iso, 1, p->func) : NULL,
             st = f ? py_tuple_pack(iso, 4, p->func, p->args, p->kw, d) : NULL;
    return st ? py_tuple_pack(iso, 3, (py_value)py_type_of(iso, a[0]), f, st) : NULL;
}
static PY_NATIVE(partial_setstate)
{
    if (!py_is_kind(a[1], PY_K_TUPLE) || py_tuple(a[1])->n != 4)
        return py_raise_type_error(iso, "invalid partial state");
    py_value *s = py_tuple(a[1])->v;
    if (!py_callable(iso, s[0]) || !py_is_kind(s[1], PY_K_TUPLE) ||
        (s[2] != PY_NONE && !py_is_kind(s[2], PY_K_DICT)))
        return py_raise_type_error(iso, "invalid partial state");
    py_value args = py_is_exact(s[1], PY_K_TUPLE) ? s[1] : py_tuple_of(iso, s[1]);
    py_value named = s[2] == PY_NONE                ? py_dict_new(iso)
                     : py_is_exact(s[2], PY_K_DICT) ? s[2]
                                                    : py_dict_copy(iso, py_dict(s[2]));
    if (!args || !named) return NULL;
    part(a[0])->func = s[0];
    part(a[0])->args = args;
    part(a[0])->kw = named;
    py_value d = py_attr_dict(iso, a[0]);
    if (!d) return NULL;
    py_dict_clear(iso, py_dict(d));
    if (s[3] == PY_NONE) return PY_NONE;
    if (!py_is_kind(s[3], PY_K_DICT)) return py_raise_type_error(iso, "invalid partial state");
    return py_dict_merge(iso, py_dict(d), s[3], true) ? PY_NONE : NULL;
}
static bool partial_set_dict(struct py_isolate *iso, py_value self, py_value v)
{
    if (v) return py_set_dict_attr(iso, self, v);
    py_raise_type_error(iso, "cannot delete __dict__");
    return false;
}
static void partial_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct partial *p = (struct partial *)o;
    py_mark(iso, p->func);
    py_mark(iso, p->args);
    py_mark(iso, p->kw);
    py_mark_obj(iso, p->at.shape);
    py_mark_interior(iso, p->at.extra);
}

const struct py_typedef py_partial_def = {
    .name = "partial",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct partial),
    .attrs_off = offsetof(struct partial, at),
    .attrs_self = true,
    .doc = "A function with some of its arguments filled in.",
    .methods = (const struct py_native_row[]){PY_ROW("__reduce__", partial_reduce, "", NULL),
                                              PY_ROW("__setstate__", partial_setstate, "state, /",
                                                     NULL),
                                              PY_CLASS_ROW("__class_getitem__", py_class_getitem,
                                                           "item, /", "See PEP 585"),
                                              {0}},
    .getset =
        (const struct py_getset_row[]){{"func", g_func, NULL, "What is called."},
                                       {"args", g_args, NULL, "The arguments that come first."},
                                       {"keywords", g_keywords, NULL, "The arguments by name."},
                                       {"__dict__", py_get_dict_attr, partial_set_dict, NULL},
                                       {NULL, NULL, NULL, NULL}},
    .slots = {.make = partial_make, .call = partial_call, .repr = partial_repr},
    .trace = partial_trace,
};
