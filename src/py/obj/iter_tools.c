// The builtin iterator classes enumerate, zip, map and filter.
#include "iter_int.h"

#include "args.h"
#include "int.h"

// --- enumerate ----------------------------------------------------------------------------------

struct enumerate {
    struct py_obj h;
    py_value it, i;
};

static void enumerate_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct enumerate *)o)->it);
    py_mark(iso, ((struct enumerate *)o)->i);
}

// The class itself, called, has messages of its own in CPython; subclasses have the usual ones.
static bool enumerate_check(struct py_isolate *iso, int n, py_value kw)
{
    int nkw = kw ? (int)py_tuple(kw)->n : 0;
    if (!n && nkw != 1 && nkw != 2) {
        py_raise_type_error(iso, "enumerate() missing required argument 'iterable'");
        return false;
    }
    for (int i = 0; n + nkw <= 2 && i < nkw; i++) {
        py_value name = py_tuple(kw)->v[i];
        bool known = py_str_is(name, "start") ? n + nkw == 2 : !n && py_str_is(name, "iterable");
        if (known) continue;
        py_raise_type_error(iso, "'%U' is an invalid keyword argument for enumerate()", name);
        return false;
    }
    return true;
}

static py_value enumerate_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                               py_value kw)
{
    static const struct py_args_spec spec = {"enumerate", {"iterable", "start"}, 2, 0, 2, 1};
    py_value arg[2];
    if (cls == py_t(iso, PY_T_ENUMERATE) && !enumerate_check(iso, n, kw)) return NULL;
    if (!py_args_take(iso, &spec, a, n, kw, arg)) return NULL;
    py_value start = arg[1] ? py_index(iso, arg[1]) : py_small_new(0);
    py_value it = start ? py_iter(iso, arg[0]) : NULL;
    struct enumerate *e = it ? py_new(iso, cls, cls->size) : NULL;
    if (!e) return NULL;
    e->it = it;
    e->i = py_int_plain(start);
    return (py_value)e;
}

static py_value enumerate_next(struct py_isolate *iso, py_value self)
{
    struct enumerate *e = (struct enumerate *)self;
    py_value v = py_next(iso, e->it);
    if (!v) return NULL;
    py_value i = e->i, next = py_int_add(iso, i, py_small_new(1));
    py_value t = next ? py_tuple_new(iso, 2) : NULL;
    if (!t) return NULL;
    e->i = next;
    py_tuple(t)->v[0] = i;
    py_tuple(t)->v[1] = v;
    return t;
}

static PY_NATIVE(enumerate_reduce)
{
    struct enumerate *e = (struct enumerate *)a[0];
    py_value args = py_tuple_pack(iso, 2, e->it, e->i);
    return args ? py_tuple_pack(iso, 2, (py_value)py_type_of(iso, a[0]), args) : NULL;
}

static const struct py_native_row enumerate_methods[] = {
    PY_ROW("__reduce__", enumerate_reduce, "", "What a copy is made from."),
    PY_CLASS_ROW("__class_getitem__", py_class_getitem, "item, /",
                 "The class with the type of its items, for annotations: enumerate[int]."),
    {0}};

const struct py_typedef py_enumerate_def = {
    .name = "enumerate",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct enumerate),
    .attrs_off = sizeof(struct enumerate),
    .methods = enumerate_methods,
    .trace = enumerate_trace,
    .doc = "Numbers the items of an iterable: enumerate('ab') gives (0, 'a'), (1, 'b'); "
           "start says what the first number is.",
    .sig = "iterable, start=0",
    .slots = {.make = enumerate_make, .iter = py_iter_self, .next = enumerate_next},
};

// --- zip and map: several iterators in step -----------------------------------------------------

struct many {
    struct py_obj h;
    py_value func;
    py_value its; // tuple of iterators
    bool strict;
};

static void many_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct many *)o)->func);
    py_mark(iso, ((struct many *)o)->its);
}

static py_value iterators(struct py_isolate *iso, py_value *a, int n, bool zip)
{
    py_value its = py_tuple_new(iso, (uint64_t)n);
    for (int i = 0; its && i < n; i++) {
        py_value it = py_iter(iso, a[i]);
        if (!it && zip && py_error_is(iso, PY_T_TypeError) && !py_type_of(iso, a[i])->s.iter) {
            py_error_clear(iso);
            py_raise_type_error(iso, "'%T' object is not iterable", a[i]);
        }
        if (!it) return NULL;
        py_tuple(its)->v[i] = it;
    }
    return its;
}

static py_value many_new(struct py_isolate *iso, struct py_type *cls, py_value func, py_value its,
                         bool strict)
{
    struct many *m = its ? py_new(iso, cls, cls->size) : NULL;
    if (!m) return NULL;
    m->func = func;
    m->its = its;
    m->strict = strict;
    return (py_value)m;
}

static py_value zip_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                         py_value kw)
{
    static const struct py_args_spec spec = {"zip", {"strict"}, 1, 0, 0, 0};
    py_value v;
    if (!py_args_take(iso, &spec, a + n, 0, kw, &v)) return NULL;
    int strict = v ? py_truth(iso, v) : 0;
    return strict < 0 ? NULL : many_new(iso, cls, NULL, iterators(iso, a, n, true), strict);
}

// Iterator i of a strict zip has ended at the first item (i == 0) or after others went on.
static py_value strict_end(struct py_isolate *iso, const struct many *z, uint64_t i)
{
    const struct py_tuple *its = py_tuple(z->its);
    if (i) {
        const char *plural = i == 1 ? " " : "s 1-";
        return py_raise_value_error(iso, "zip() argument %d is shorter than argument%s%d",
                                    (int)i + 1, plural, (int)i);
    }
    for (i = 1; i < its->n; i++) {
        py_value v = py_next(iso, its->v[i]);
        if (v) {
            const char *plural = i == 1 ? " " : "s 1-";
            return py_raise_value_error(iso, "zip() argument %d is longer than argument%s%d",
                                        (int)i + 1, plural, (int)i);
        }
        if (iso->exc) return NULL;
    }
    return NULL;
}

static py_value zip_next(struct py_isolate *iso, py_value self)
{
    const struct many *z = (const struct many *)self;
    struct py_tuple *its = py_tuple(z->its);
    if (!its->n) return NULL;
    py_value t = py_tuple_new(iso, its->n);
    if (!t) return NULL;
    for (uint64_t i = 0; i < its->n; i++) {
        py_value v = py_next(iso, its->v[i]);
        if (!v) return iso->exc || !z->strict ? NULL : strict_end(iso, z, i);
        py_tuple(t)->v[i] = v;
    }
    return t;
}

bool py_has_pairs(struct py_isolate *iso, py_value it)
{
    if (!py_is_ptr(it)) return false;
    struct py_type *t = py_obj_type(py_ptr(it));
    if (t == py_t(iso, PY_T_ENUMERATE) || t == py_t(iso, PY_T_DICT_ITEMITERATOR)) return true;
    if (t != py_t(iso, PY_T_ZIP)) return false;
    const struct many *z = (const struct many *)it;
    return py_tuple(z->its)->n == 2 && !z->strict;
}

// py_next, with the commonest iterator at hand.
static inline py_value next_item(struct py_isolate *iso, py_value it)
{
    struct py_seqiter *s = (struct py_seqiter *)it;
    if (py_is_kind(it, PY_K_SEQITER) && s->seq && py_is_exact(s->seq, PY_K_LIST) &&
        !(py_obj_flags(&s->h) & (PY_F_USER0 | PY_F_USER1)) && (uint64_t)s->i < py_list(s->seq)->n)
        return py_list(s->seq)->v[s->i++];
    return py_next(iso, it);
}

bool py_next_pair(struct py_isolate *iso, py_value it, py_value out[2])
{
    struct py_type *t = py_obj_type(py_ptr(it));
    if (t == py_t(iso, PY_T_DICT_ITEMITERATOR)) return py_dictiter_pair(iso, it, out);
    if (t == py_t(iso, PY_T_ZIP)) {
        const struct py_tuple *its = py_tuple(((const struct many *)it)->its);
        return (out[0] = next_item(iso, its->v[0])) && (out[1] = next_item(iso, its->v[1]));
    }
    struct enumerate *e = (struct enumerate *)it;
    if (!(out[1] = next_item(iso, e->it))) return false;
    out[0] = e->i;
    if (py_is_int(out[0]) && py_small(out[0]) < PY_INT_MAX) {
        e->i = py_small_new(py_small(out[0]) + 1);
        return true;
    }
    py_value next = py_int_add(iso, out[0], py_small_new(1));
    if (!next) return false;
    e->i = next;
    return true;
}

static PY_NATIVE(many_reduce)
{
    const struct many *m = (const struct many *)a[0];
    py_value args = m->its;
    if (m->func) {
        args = py_tuple_new(iso, py_tuple(m->its)->n + 1);
        if (!args) return NULL;
        py_tuple(args)->v[0] = m->func;
        memcpy(py_tuple(args)->v + 1, py_tuple(m->its)->v, py_tuple(m->its)->n * sizeof(py_value));
    }
    py_value cls = (py_value)py_type_of(iso, a[0]);
    return m->strict ? py_tuple_pack(iso, 3, cls, args, PY_TRUE) : py_tuple_pack(iso, 2, cls, args);
}

static PY_NATIVE(zip_setstate)
{
    int t = py_truth(iso, a[1]);
    if (t < 0) return NULL;
    ((struct many *)a[0])->strict = t;
    return PY_NONE;
}

static const struct py_native_row many_methods[] = {
    PY_ROW("__reduce__", many_reduce, "", "What a copy is made from."), {0}};
static const struct py_native_row zip_methods[] = {
    PY_ROW("__reduce__", many_reduce, "", "What a copy is made from."),
    PY_ROW("__setstate__", zip_setstate, "state, /", "Says whether the zip is strict."),
    {0}};

const struct py_typedef py_zip_def = {
    .name = "zip",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct many),
    .attrs_off = sizeof(struct many),
    .methods = zip_methods,
    .trace = many_trace,
    .doc = "Takes one item from each iterable for a tuple, until one of them ends: "
           "zip('ab', [1, 2]) gives ('a', 1), ('b', 2). With strict=True it is a ValueError "
           "if they are not equally long.",
    .slots = {.make = zip_make, .iter = py_iter_self, .next = zip_next},
};

static py_value map_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                         py_value kw)
{
    if (!py_args_no_kw_make(iso, cls, PY_T_MAP, kw)) return NULL;
    if (n < 2) return py_raise_type_error(iso, "map() must have at least two arguments.");
    return many_new(iso, cls, a[0], iterators(iso, a + 1, n - 1, false), false);
}

static py_value map_next(struct py_isolate *iso, py_value self)
{
    const struct many *m = (const struct many *)self;
    const struct py_tuple *its = py_tuple(m->its);
    if (its->n == 1) {
        py_value v = py_next(iso, its->v[0]);
        return v ? py_call1(iso, m->func, v) : NULL;
    }
    py_value small[8], *args = small;
    if (its->n > 8) {
        struct py_buf *b = py_buf_new(iso, PY_K_VALUES, its->n * sizeof(py_value));
        if (!b) return NULL;
        args = b->u.v;
    }
    for (uint64_t i = 0; i < its->n; i++)
        if (!(args[i] = py_next(iso, its->v[i]))) return NULL;
    return py_call(iso, m->func, args, (int)its->n);
}

const struct py_typedef py_map_def = {
    .name = "map",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct many),
    .attrs_off = sizeof(struct many),
    .methods = many_methods,
    .trace = many_trace,
    .doc = "Calls the function with an item of each iterable, until one of them ends, and "
           "gives what it returns.",
    .slots = {.make = map_make, .iter = py_iter_self, .next = map_next},
};

// --- filter -------------------------------------------------------------------------------------

struct filter {
    struct py_obj h;
    py_value func, it;
};

static void filter_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct filter *)o)->func);
    py_mark(iso, ((struct filter *)o)->it);
}

static py_value filter_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                            py_value kw)
{
    if (!py_args_no_kw_make(iso, cls, PY_T_FILTER, kw)) return NULL;
    if (!py_args_count(iso, "filter", n, 2, 2)) return NULL;
    py_value it = py_iter(iso, a[1]);
    struct filter *f = it ? py_new(iso, cls, cls->size) : NULL;
    if (!f) return NULL;
    f->func = a[0];
    f->it = it;
    return (py_value)f;
}

static py_value filter_next(struct py_isolate *iso, py_value self)
{
    const struct filter *f = (const struct filter *)self;
    bool plain = f->func == PY_NONE || f->func == (py_value)py_t(iso, PY_T_BOOL);
    py_value v;
    while ((v = py_next(iso, f->it))) {
        py_value r = plain ? v : py_call1(iso, f->func, v);
        int t = r ? py_truth(iso, r) : -1;
        if (t < 0) return NULL;
        if (t) return v;
        if (!py_tick(iso, 1)) return NULL;
    }
    return NULL;
}

static PY_NATIVE(filter_reduce)
{
    const struct filter *f = (const struct filter *)a[0];
    py_value args = py_tuple_pack(iso, 2, f->func, f->it);
    return args ? py_tuple_pack(iso, 2, (py_value)py_type_of(iso, a[0]), args) : NULL;
}

static const struct py_native_row filter_methods[] = {
    PY_ROW("__reduce__", filter_reduce, "", "What a copy is made from."), {0}};

const struct py_typedef py_filter_def = {
    .name = "filter",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct filter),
    .attrs_off = sizeof(struct filter),
    .methods = filter_methods,
    .trace = filter_trace,
    .doc = "Only those items for which the function gives something true; with None for a "
           "function, the true items.",
    .slots = {.make = filter_make, .iter = py_iter_self, .next = filter_next},
};
