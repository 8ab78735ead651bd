// Module functools, the part that must be fast: reduce, partial, cmp_to_key, cached_property and
// the wrapper of lru_cache. lib/functools.py adds the rest.
#include "../obj/args.h"
#include "../obj/dict_int.h"
#include "../obj/typeobj.h"

static PY_NATIVE(m_reduce)
{
    py_value it = py_iter(iso, a[1]), acc = a[2], x;
    if (!it && py_error_is(iso, PY_T_TypeError))
        return py_raise_type_error(iso, "reduce() arg 2 must support iteration");
    if (!it) return NULL;
    if (!acc && !(acc = py_next(iso, it)))
        return iso->exc
                   ? NULL
                   : py_raise_type_error(iso, "reduce() of empty iterable with no initial value");
    while ((x = py_next(iso, it))) {
        if (!(acc = py_call2(iso, a[0], acc, x)) || !py_tick(iso, 1)) return NULL;
    }
    return iso->exc ? NULL : acc;
}

// --- update_wrapper -----------------------------------------------------------------------------

static bool name_ok(struct py_isolate *iso, py_value name)
{
    if (py_is_str(name)) return true;
    return py_raise_type_error(iso, "attribute name must be string, not '%T'", name);
}

// Copies what is there of the attributes `names` of one object to another.
static bool copy_attrs(struct py_isolate *iso, py_value to, py_value from, py_value names)
{
    py_value it = py_iter(iso, names), name, v;
    while (it && (name = py_next(iso, it))) {
        if (!name_ok(iso, name)) return false;
        v = py_getattr_opt(iso, from, name);
        if ((!v && iso->exc) || (v && !py_setattr(iso, to, name, v)) || !py_tick(iso, 1))
            return false;
    }
    return it && !iso->exc;
}

// Updates the dicts under the attributes `names` with those of another object.
static bool merge_attrs(struct py_isolate *iso, py_value to, py_value from, py_value names)
{
    py_value it = py_iter(iso, names), update = py_str_intern_z(iso, "update"), name, d, more;
    while (it && update && (name = py_next(iso, it))) {
        if (!name_ok(iso, name) || !(d = py_getattr(iso, to, name))) return false;
        more = py_getattr_opt(iso, from, name);
        if (!more && (iso->exc || !(more = py_dict_new(iso)))) return false;
        if (!py_call_method(iso, d, update, &more, 1) || !py_tick(iso, 1)) return false;
    }
    return it && update && !iso->exc;
}

// _dress(wrapper, wrapped, assigned, updated): update_wrapper() of lib/functools.py.
static PY_NATIVE(m_dress)
{
    py_value wrapped = py_str_z(iso, "__wrapped__");
    bool ok = wrapped && copy_attrs(iso, a[0], a[1], a[2]) && merge_attrs(iso, a[0], a[1], a[3]) &&
              py_setattr(iso, a[0], py_str_intern_value(iso, wrapped), a[1]);
    return ok ? a[0] : NULL;
}

// --- partial ------------------------------------------------------------------------------------

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
    struct partial *p = py_new(iso, cls, sizeof *p);
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

static const struct py_typedef partial_def = {
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

// --- cmp_to_key ---------------------------------------------------------------------------------

// Without obj: the factory that cmp_to_key gives; with it: a key.
struct key {
    struct py_obj h;
    py_value cmp, obj;
};
static struct key *key(py_value v)
{
    return (struct key *)v;
}

static py_value key_call(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    static const struct py_args_spec spec = {"K", {"obj"}, 1, 0, 1, 1};
    py_value v[1];
    if (!py_args_take(iso, &spec, a, n, kw, v)) return NULL;
    struct key *k = py_new(iso, py_type_of(iso, self), sizeof *k);
    if (!k) return NULL;
    k->cmp = key(self)->cmp;
    k->obj = v[0];
    return (py_value)k;
}
static py_value key_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (py_type_of(iso, a) != py_type_of(iso, b))
        return py_raise_type_error(iso, "other argument must be K instance");
    if (!key(a)->obj || !key(b)->obj) return PY_NOTIMPL;
    py_value r = py_call2(iso, key(a)->cmp, key(a)->obj, key(b)->obj);
    return r ? py_compare(iso, r, py_small_new(0), op) : NULL;
}
static py_value g_obj(struct py_isolate *iso, py_value v)
{
    return key(v)->obj ? key(v)->obj : py_raise(iso, PY_T_AttributeError, "object");
}
static void key_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct key *)o)->cmp);
    py_mark(iso, ((struct key *)o)->obj);
}
static const struct py_typedef key_def = {
    .name = "KeyWrapper",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct key),
    .getset = (const struct py_getset_row[]){{"obj", g_obj, NULL, "The value that is compared."},
                                             {NULL, NULL, NULL, NULL}},
    .slots = {.call = key_call, .compare = key_compare},
    .trace = key_trace,
};
static PY_NATIVE(m_cmp_to_key)
{
    struct py_type *t = py_module_type(iso, "functools", "_K", &key_def);
    struct key *k = t ? py_new(iso, t, sizeof *k) : NULL;
    if (k) k->cmp = a[0];
    return (py_value)k;
}

// --- cached_property ----------------------------------------------------------------------------

struct cached {
    struct py_obj h;
    struct py_attrs at;
    py_value func, name, doc;
};
static struct cached *cp(py_value v)
{
    return (struct cached *)v;
}

static py_value cached_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                            py_value kw)
{
    static const struct py_args_spec spec = {"cached_property.__init__", {"func"}, 1, 0, 1, 1};
    py_value v[1];
    if (!py_args_take(iso, &spec, a, n, kw, v)) return NULL;
    struct cached *c = py_new(iso, cls, sizeof *c);
    if (!c) return NULL;
    c->func = v[0];
    c->doc = py_getattr_opt(iso, v[0], py_name(iso, PY_N___doc__));
    return iso->exc ? NULL : (py_value)c;
}
static bool cached_init(PY_UNUSED struct py_isolate *iso, PY_UNUSED py_value self, PY_RAW_ARGS)
{
    return true;
}

static py_value cached_get(struct py_isolate *iso, py_value self, py_value obj,
                           PY_UNUSED struct py_type *type)
{
    struct cached *c = cp(self);
    if (!obj) return self;
    if (!c->name)
        return py_raise_type_error(
            iso, "Cannot use cached_property instance without calling __set_name__ on it.");
    struct py_attrs *at = py_is_ptr(obj) ? py_attrs_of(py_ptr(obj)) : NULL;
    if (py_is_kind(obj, PY_K_TYPE))
        return py_raise_type_error(iso,
                                   "The '__dict__' attribute on '%s' instance does not support "
                                   "item assignment for caching %R property.",
                                   py_type_name(iso, obj), c->name);
    if (!at || py_type_of(iso, obj)->flags & PY_TF_NO_DICT)
        return py_raise_type_error(iso,
                                   "No '__dict__' attribute on '%s' instance to cache %R property.",
                                   py_type_name(iso, obj), c->name);
    py_value v = py_attrs_get(iso, at, c->name);
    if (v || iso->exc || !(v = py_call1(iso, c->func, obj))) return v;
    return py_attrs_set(iso, py_ptr(obj), at, c->name, v) ? v : NULL;
}
static PY_NATIVE(cached_set_name)
{
    struct cached *c = cp(a[0]);
    if (!py_is_str(a[2]))
        return py_raise_type_error(iso, "attribute name must be string, not '%T'", a[2]);
    if (c->name && c->name != a[2])
        return py_raise_type_error(
            iso, "Cannot assign the same cached_property to two different names (%R and %R).",
            c->name, a[2]);
    return (c->name = py_str_intern_value(iso, a[2])) ? PY_NONE : NULL;
}
static py_value g_cfunc(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return cp(v)->func;
}
static py_value g_cname(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return cp(v)->name ? cp(v)->name : PY_NONE;
}
static py_value g_cdoc(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return cp(v)->doc ? cp(v)->doc : PY_NONE;
}
static void cached_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct cached *c = (struct cached *)o;
    py_mark(iso, c->func);
    py_mark(iso, c->name);
    py_mark(iso, c->doc);
    py_mark_obj(iso, c->at.shape);
    py_mark_interior(iso, c->at.extra);
}
static const struct py_typedef cached_def = {
    .name = "cached_property",
    .plain_name = true, // as CPython's, which is of Python
    .kind = PY_K_NATIVE,
    .size = sizeof(struct cached),
    .attrs_off = offsetof(struct cached, at),
    .attrs_self = true,
    .methods = (const struct py_native_row[]){PY_ROW("__set_name__", cached_set_name, "owner, name",
                                                     NULL),
                                              PY_CLASS_ROW("__class_getitem__", py_class_getitem,
                                                           "item, /", "See PEP 585"),
                                              {0}},
    .getset = (const struct py_getset_row[]){{"func", g_cfunc, NULL, NULL},
                                             {"attrname", g_cname, NULL, NULL},
                                             {"__doc__", g_cdoc, NULL, NULL},
                                             {"__dict__", py_get_dict_attr, py_set_dict_attr, NULL},
                                             {NULL, NULL, NULL, NULL}},
    .slots = {.make = cached_make, .init = cached_init, .descr_get = cached_get},
    .trace = cached_trace,
};

// --- lru_cache ----------------------------------------------------------------------------------

// An entry is a buffer of words in a ring around the anchor: the most recently used is the
// anchor's `next`. Without a size limit the dict holds the results themselves.
// The hash stands in two halves, as ints: a key is not asked again when it goes.
enum { PREV, NEXT, KEY, VALUE, HASH_LOW, HASH_HIGH, WORDS };
struct lru {
    struct py_obj h;
    struct py_attrs at;
    py_value func, info;
    struct py_dict *d;
    struct py_buf *ring;
    int64_t max, hits, misses;
    bool typed;
};
static struct lru *lru(py_value v)
{
    return (struct lru *)v;
}
static struct py_buf *buf(py_value v)
{
    return (struct py_buf *)v;
}

static uint64_t hash_of(const struct py_buf *e)
{
    return (uint64_t)py_small(e->u.v[HASH_HIGH]) << 32 | (uint64_t)py_small(e->u.v[HASH_LOW]);
}

// Of an entry that is in no ring this does nothing.
static void unlink_entry(struct py_buf *e)
{
    buf(e->u.v[PREV])->u.v[NEXT] = e->u.v[NEXT];
    buf(e->u.v[NEXT])->u.v[PREV] = e->u.v[PREV];
    e->u.v[PREV] = e->u.v[NEXT] = (py_value)e;
}
static void link_first(struct py_buf *ring, struct py_buf *e)
{
    e->u.v[PREV] = (py_value)ring;
    e->u.v[NEXT] = ring->u.v[NEXT];
    buf(ring->u.v[NEXT])->u.v[PREV] = (py_value)e;
    ring->u.v[NEXT] = (py_value)e;
}

static bool lru_reset(struct py_isolate *iso, struct lru *c)
{
    c->hits = c->misses = 0;
    c->d = py_dict(py_dict_new(iso));
    c->ring = c->d ? py_buf_new(iso, PY_K_VALUES, WORDS * sizeof(py_value)) : NULL;
    if (c->ring) c->ring->u.v[PREV] = c->ring->u.v[NEXT] = (py_value)c->ring;
    return c->ring != NULL;
}

// _lru_cache_wrapper(user_function, maxsize or None, typed, cache_info_type)
static py_value lru_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                         py_value kw)
{
    static const struct py_args_spec spec = {
        "_lru_cache_wrapper", {"user_function", "maxsize", "typed", "cache_info_type"}, 4, 0, 4, 4};
    py_value v[4];
    if (!py_args_take(iso, &spec, a, n, kw, v)) return NULL;
    if (!py_callable(iso, v[0]))
        return py_raise_type_error(iso, "the first argument must be callable");
    int64_t max = -1;
    if (v[1] != PY_NONE && !py_as_int64(iso, v[1], &max)) return NULL;
    if (v[1] != PY_NONE && max < 0) max = 0;
    struct lru *c = py_new(iso, cls, sizeof *c);
    if (!c || !lru_reset(iso, c)) return NULL;
    c->func = v[0];
    c->max = max;
    c->typed = py_truth(iso, v[2]) > 0;
    c->info = v[3];
    return (py_value)c;
}

static py_value make_key(struct py_isolate *iso, const struct lru *c, py_value *a, int n,
                         py_value kw)
{
    uint64_t nkw = kw ? py_tuple(kw)->n : 0, pos = (uint64_t)n;
    if (!c->typed && !nkw && n == 1 && (py_is_int(a[0]) || py_is_exact(a[0], PY_K_STR)))
        return a[0];
    py_value t = py_tuple_new(iso, pos + (nkw ? 1 + 2 * nkw : 0) + (c->typed ? pos + nkw : 0));
    if (!t) return NULL;
    py_value *v = py_tuple(t)->v;
    if (n) memcpy(v, a, pos * sizeof *v);
    if (nkw)
        v[pos++] = (py_value)py_t(iso, PY_T_OBJECT); // mark between positional and keyword values
    for (uint64_t i = 0; i < nkw; i++) {
        v[pos++] = py_tuple(kw)->v[i];
        v[pos++] = a[(uint64_t)n + i];
    }
    for (uint64_t i = 0; c->typed && i < (uint64_t)n + nkw; i++)
        v[pos++] = (py_value)py_type_of(iso, a[i]);
    return t;
}

// Takes the oldest entry out, *e NULL if there is none or the key's code has taken it out
// meanwhile. That code may use this cache; an entry is never reused while another call has it in
// hand.
static bool lru_evict(struct py_isolate *iso, struct lru *c, struct py_buf **e)
{
    struct py_buf *oldest = buf(c->ring->u.v[PREV]);
    *e = NULL;
    if (oldest == c->ring) return true;
    unlink_entry(oldest);
    int64_t at = py_dict_find(iso, c->d, oldest->u.v[KEY], hash_of(oldest));
    if (at >= 0) {
        py_dict_remove_at(iso, c->d, at);
        unlink_entry(oldest); // a hit may have linked it again
        *e = oldest;
    } else if (at == PY_DICT_ERROR && buf(oldest->u.v[NEXT]) == oldest) {
        link_first(buf(c->ring->u.v[PREV]), oldest); // it stays the oldest
    }
    return at != PY_DICT_ERROR;
}

static bool lru_insert(struct py_isolate *iso, struct lru *c, py_value k, uint64_t hash, py_value v)
{
    if (py_dict_get_hash(iso, c->d, k, hash) || iso->exc)
        return !iso->exc; // the call itself stored it
    struct py_buf *e;
    bool full = (int64_t)c->d->n >= c->max;
    if (full ? !lru_evict(iso, c, &e)
             : !(e = py_buf_new(iso, PY_K_VALUES, WORDS * sizeof(py_value))))
        return false;
    if (!e) return true; // without room
    e->u.v[KEY] = k;
    e->u.v[VALUE] = v;
    e->u.v[HASH_LOW] = py_small_new((int64_t)(hash & UINT32_MAX));
    e->u.v[HASH_HIGH] = py_small_new((int64_t)(hash >> 32));
    e->u.v[PREV] = e->u.v[NEXT] = (py_value)e;
    if (!py_dict_set_hash(iso, c->d, k, hash, (py_value)e)) return false;
    link_first(c->ring, e);
    return true;
}

static py_value lru_call(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    struct lru *c = lru(self);
    if (c->max == 0) {
        c->misses++;
        return py_call_kw(iso, c->func, a, n, kw);
    }
    uint64_t hash;
    py_value k = make_key(iso, c, a, n, kw);
    if (!k || !py_hash(iso, k, &hash)) return NULL;
    py_value v = py_dict_get_hash(iso, c->d, k, hash);
    if (!v && iso->exc) return NULL;
    if (v) {
        c->hits++;
        if (c->max < 0) return v;
        struct py_buf *e = buf(v);
        if (buf(c->ring->u.v[NEXT]) != e) {
            unlink_entry(e);
            link_first(c->ring, e);
        }
        return e->u.v[VALUE];
    }
    c->misses++;
    v = py_call_kw(iso, c->func, a, n, kw);
    if (!v) return NULL;
    bool ok = c->max < 0 ? py_dict_set_hash(iso, c->d, k, hash, v) : lru_insert(iso, c, k, hash, v);
    return ok ? v : NULL;
}

static py_value lru_get(struct py_isolate *iso, py_value self, py_value obj,
                        PY_UNUSED struct py_type *type)
{
    return obj ? py_method_new(iso, self, obj) : self;
}
static PY_NATIVE(lru_info)
{
    struct lru *c = lru(a[0]);
    py_value v[4] = {py_int_new(iso, c->hits), py_int_new(iso, c->misses),
                     c->max < 0 ? PY_NONE : py_int_new(iso, c->max),
                     py_int_new(iso, (int64_t)c->d->n)};
    return py_call(iso, c->info, v, 4);
}
static PY_NATIVE(lru_clear)
{
    return lru_reset(iso, lru(a[0])) ? PY_NONE : NULL;
}
static PY_NATIVE(lru_self)
{
    return a[0];
}
static PY_NATIVE(lru_reduce)
{
    return py_getattr(iso, a[0], py_name(iso, PY_N___qualname__));
}
static void lru_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct lru *c = (struct lru *)o;
    py_mark(iso, c->func);
    py_mark(iso, c->info);
    py_mark_obj(iso, c->d);
    py_mark_obj(iso, c->ring);
    py_mark_obj(iso, c->at.shape);
    py_mark_interior(iso, c->at.extra);
}
static const struct py_typedef lru_def = {
    .name = "_lru_cache_wrapper",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct lru),
    .attrs_off = offsetof(struct lru, at),
    .attrs_self = true,
    .methods =
        (const struct py_native_row[]){
            PY_ROW("cache_info", lru_info, "",
                   "Hits, misses, the size allowed and the one reached."),
            PY_ROW("cache_clear", lru_clear, "", "Forget all results and figures."),
            PY_ROW("__copy__", lru_self, "", NULL),
            PY_ROW("__deepcopy__", lru_self, "memo, /", NULL),
            PY_ROW("__reduce__", lru_reduce, "", NULL),
            {0}},
    .getset = (const struct py_getset_row[]){{"__dict__", py_get_dict_attr, py_set_dict_attr, NULL},
                                             {NULL, NULL, NULL, NULL}},
    .slots = {.make = lru_make, .call = lru_call, .descr_get = lru_get},
    .trace = lru_trace,
};

static bool init(struct py_isolate *iso, struct py_module *m)
{
    static const struct {
        const char *name;
        const struct py_typedef *def;
    } types[] = {{"partial", &partial_def},
                 {"_K", &key_def},
                 {"cached_property", &cached_def},
                 {"_lru_cache_wrapper", &lru_def}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        struct py_type *t = py_type_from_def(iso, types[i].def, NULL, "functools");
        if (!t || !py_module_set(iso, m, types[i].name, (py_value)t)) return false;
        t->flags |= PY_TF_WEAKREFABLE;
    }
    return true;
}

const struct py_moddef py_mod_functools = {
    .name = "functools",
    .functions =
        (const struct py_native_row[]){
            PY_ROW("reduce", m_reduce, "function, iterable, initial=None, /",
                   "Combine the items of an iterable into one, by a function of two arguments."),
            PY_ROW("_dress", m_dress, "wrapper, wrapped, assigned, updated, /", NULL),
            PY_ROW(
                "cmp_to_key", m_cmp_to_key, "mycmp",
                "The key= function for an old cmp= function, which gives a number below, at or above 0."),
            {0}},
    .init = init,
    .doc = "Functions that make functions of functions.",
};
