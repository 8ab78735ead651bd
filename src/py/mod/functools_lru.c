// The wrapper of functools.lru_cache: results by their arguments, in a ring that knows the oldest.
#include "../obj/args.h"
#include "../obj/dict_int.h"
#include "../obj/typeobj.h"
#include "functools_int.h"

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

// The dict stays the one that it is, for a search that is under way in it has found a place there;
// the ring does not, for an entry in another call's hands would bring back those beside it.
static bool lru_reset(struct py_isolate *iso, struct lru *c)
{
    c->hits = c->misses = 0;
    if (c->d) py_dict_clear(iso, c->d);
    else c->d = py_dict(py_dict_new(iso));
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
    struct lru *c = py_new_of(iso, cls, sizeof *c);
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
const struct py_typedef py_lru_def = {
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
