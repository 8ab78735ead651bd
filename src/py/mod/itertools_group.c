// Module itertools: iterators that look at several items at a time: groupby, tee, islice, pairwise,
// batched, zip_longest.
#include "itertools_int.h"

// --- groupby ------------------------------------------------------------------------------------

// a iterator, b key function, c current key, d current value (NULL: taken), e key of the group
// being handed out, f its grouper. A grouper: a the groupby, b its key.

static py_value groupby_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                             py_value kw)
{
    static const struct py_args_spec spec = {"groupby", {"iterable", "key"}, 2, 0, 2, 1};
    py_value arg[2];
    if (!py_args_take(iso, &spec, a, n, kw, arg)) return NULL;
    py_value in = py_iter(iso, arg[0]);
    struct py_it *it = in ? py_it_new(iso, cls) : NULL;
    if (!it) return NULL;
    it->a = in;
    it->b = arg[1] && arg[1] != PY_NONE ? arg[1] : NULL;
    return (py_value)it;
}

// Takes the next item. False: exhausted or exception.
static bool step(struct py_isolate *iso, struct py_it *g)
{
    py_value v = py_next(iso, g->a);
    py_value k = v && g->b ? py_call1(iso, g->b, v) : v;
    if (!k) return false;
    g->d = v;
    g->c = k;
    return true;
}

// The current item begins a group: its key and what gives its items.
static py_value open_group(struct py_isolate *iso, struct py_it *g)
{
    py_value types = iso->module_state[PY_MS_ITERTOOLS];
    struct py_it *group = py_it_new(iso, (struct py_type *)py_tuple(types)->v[PY_IT_GROUPER]);
    if (!group) return NULL;
    group->a = (py_value)g;
    group->b = g->e = g->c;
    g->f = (py_value)group;
    return py_tuple_pack(iso, 2, g->c, g->f);
}

static py_value groupby_next(struct py_isolate *iso, py_value self)
{
    struct py_it *g = py_it(self);
    g->f = NULL; // the last group gives nothing more, what is left of it is skipped
    int skip = !g->c ? 1 : g->e ? py_eq(iso, g->e, g->c) : 0;
    while (skip > 0 && step(iso, g)) {
        if (!py_tick(iso, 1)) return NULL;
        skip = g->e ? py_eq(iso, g->e, g->c) : 0;
    }
    return skip ? NULL : open_group(iso, g);
}

static py_value grouper_next(struct py_isolate *iso, py_value self)
{
    struct py_it *group = py_it(self), *g = py_it(group->a);
    bool open = g && g->f == self && (g->d || step(iso, g));
    if (!open || py_eq(iso, group->b, g->c) <= 0) return NULL;
    py_value item = g->d;
    g->d = NULL;
    return item;
}

PY_IT_TYPE(groupby, groupby_make, groupby_next,
           .doc = "Pairs of a key and an iterator over the neighbours that have it. Sort by the "
                  "key first to get each key once.");
PY_IT_TYPE(_grouper, NULL, grouper_next, .final = true);

// --- tee: all copies walk one chain of two-word buffers (value, next); a: the iterator ----------

// buf->u.v[0]: item after this node, NULL not fetched yet; [1]: the next node, PY_ELLIPSIS while
// one of the copies fetches the item.
static struct py_buf *node_new(struct py_isolate *iso)
{
    return py_buf_new(iso, PY_K_VALUES, 2 * sizeof(py_value));
}

static py_value *slots(struct py_buf *b)
{
    return (py_value *)((char *)b + offsetof(struct py_buf, u));
}

static py_value tee_next(struct py_isolate *iso, py_value self)
{
    struct py_it *t = py_it(self);
    py_value *s = slots(t->buf);
    if (s[1] == PY_ELLIPSIS)
        return py_raise(iso, PY_T_RuntimeError, "cannot re-enter the tee iterator");
    if (!s[1]) {
        struct py_buf *next = node_new(iso);
        s[1] = PY_ELLIPSIS;
        s[0] = next ? py_next(iso, t->a) : NULL;
        s[1] = s[0] ? (py_value)next : NULL;
        if (!s[0]) return NULL;
    }
    py_value v = s[0];
    t->buf = (struct py_buf *)s[1];
    return v;
}

static struct py_it *tee_one(struct py_isolate *iso, py_value it, struct py_buf *node)
{
    py_value types = iso->module_state[PY_MS_ITERTOOLS];
    struct py_it *t = node ? py_it_new(iso, (struct py_type *)py_tuple(types)->v[PY_IT_TEE]) : NULL;
    if (!t) return NULL;
    t->a = it;
    t->buf = node;
    return t;
}

static bool is_tee(struct py_isolate *iso, py_value v)
{
    return py_is_ptr(v) && (py_value)py_obj_type(py_ptr(v)) ==
                               py_tuple(iso->module_state[PY_MS_ITERTOOLS])->v[PY_IT_TEE];
}

static PY_NATIVE(tee_copy)
{
    return (py_value)tee_one(iso, py_it(a[0])->a, py_it(a[0])->buf);
}

static py_value tee_make(struct py_isolate *iso, PY_UNUSED struct py_type *cls, py_value *a, int n,
                         py_value kw)
{
    if (!py_args_no_kw(iso, "_tee", kw) || !py_args_count(iso, "_tee", n, 1, 1)) return NULL;
    py_value it = py_iter(iso, a[0]);
    if (!it) return NULL;
    if (is_tee(iso, it)) return tee_copy(iso, &it);
    return (py_value)tee_one(iso, it, node_new(iso));
}

static const struct py_native_row tee_methods[] = {
    PY_ROW("__copy__", tee_copy, "", "Another iterator that goes on from here."), {0}};
PY_IT_TYPE(_tee, tee_make, tee_next, .final = true, .methods = tee_methods,
           .doc = "Iterator that keeps what its copies have still to see.");

PY_NATIVE(py_itertools_tee)
{
    int64_t count = 2;
    if (a[1] && !py_as_int64(iso, a[1], &count)) return NULL;
    if (count < 0) return py_raise_value_error(iso, "n must be >= 0");
    if (!py_mem_check(iso, count > INT64_MAX / 64 ? SIZE_MAX : (uint64_t)count * 64)) return NULL;
    py_value r = py_tuple_new(iso, (uint64_t)count), it = count && r ? py_iter(iso, a[0]) : r;
    if (!r || !it || !count) return it ? r : NULL;
    py_value first = is_tee(iso, it) ? it : (py_value)tee_one(iso, it, node_new(iso));
    if (!first) return NULL;
    py_tuple(r)->v[0] = first;
    for (int64_t i = 1; i < count; i++) {
        if (!(py_tuple(r)->v[i] = tee_copy(iso, &first)) || !py_tick(iso, 1)) return NULL;
    }
    return r;
}

// --- islice: a iterator, i items seen, step = index of the next wanted, n = stop (-1 none) ------

// An index argument: None gives `absent`. False: ValueError with the given text.
static bool index_arg(struct py_isolate *iso, py_value v, int64_t absent, const char *what,
                      int64_t *out)
{
    *out = absent;
    if (v == PY_NONE) return true;
    if (py_is_anyint(v) || py_type_lookup(iso, py_type_of(iso, v), py_name(iso, PY_N___index__))) {
        py_value k = py_index(iso, v);
        if (!k) return false;
        if (py_int_get64(k, out) && *out >= 0) return true;
        if (*out < -1) what = "Indices for islice()";
    }
    if (!iso->exc)
        py_raise_value_error(iso, "%s must be None or an integer: 0 <= x <= sys.maxsize.", what);
    return false;
}

static py_value islice_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                            py_value kw)
{
    int64_t start = 0, stop, by = 1;
    if (!py_args_no_kw_plain(iso, cls, "islice", kw) || !py_args_count(iso, "islice", n, 2, 4))
        return NULL;
    if (n == 2) {
        if (!index_arg(iso, a[1], -1, "Stop argument for islice()", &stop)) return NULL;
    } else if (!index_arg(iso, a[1], 0, "Indices for islice()", &start) ||
               !index_arg(iso, a[2], -1, "Stop argument for islice()", &stop)) {
        return NULL;
    }
    if (n == 4 && a[3] != PY_NONE) {
        py_value k = py_is_anyint(a[3]) ? a[3] : NULL;
        if (!k || !py_int_get64(k, &by) || by < 1)
            return py_raise_value_error(iso,
                                        "Step for islice() must be a positive integer or None.");
    }
    py_value in = py_iter(iso, a[0]);
    struct py_it *it = in ? py_it_new(iso, cls) : NULL;
    if (!it) return NULL;
    it->a = in;
    it->i = 0;
    it->n = stop;
    it->step = start;
    it->flag = false;
    it->b = py_int_new(iso, by);
    return it->b ? (py_value)it : NULL;
}

static py_value islice_next(struct py_isolate *iso, py_value self)
{
    struct py_it *it = py_it(self);
    if (!it->a) return NULL;
    py_value v = NULL;
    while (it->a && it->i < it->step) { // items between the wanted ones
        if (it->n >= 0 && it->i >= it->n) break;
        if (!py_next(iso, it->a)) goto end;
        it->i++;
        if (!py_tick(iso, 1)) return NULL;
    }
    if (!it->a || (it->n >= 0 && it->i >= it->n))
        goto end; // asked again meanwhile: it may have ended
    v = py_next(iso, it->a);
    if (!v) goto end;
    it->i++;
    int64_t by = 1;
    py_int_get64(it->b, &by);
    it->step = it->step > INT64_MAX - by ? INT64_MAX : it->step + by;
    if (it->n >= 0 && it->step > it->n) it->step = it->n;
    return v;
end:
    it->a = NULL;
    return NULL;
}

PY_IT_TYPE(islice, islice_make, islice_next,
           .doc = "islice(iterable, stop)\nislice(iterable, start, stop[, step])\n\nThe items that "
                  "a slice with these bounds would select, from any iterable. Bounds are not "
                  "negative.");

// --- pairwise, batched --------------------------------------------------------------------------

static py_value pairwise_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                              py_value kw)
{
    if (!py_args_no_kw_plain(iso, cls, "pairwise", kw) || !py_args_count(iso, "pairwise", n, 1, 1))
        return NULL;
    py_value in = py_iter(iso, a[0]);
    struct py_it *it = in ? py_it_new(iso, cls) : NULL;
    if (it) it->a = in;
    return (py_value)it;
}

static py_value pairwise_next(struct py_isolate *iso, py_value self)
{
    struct py_it *it = py_it(self);
    if (!it->a) return NULL;
    if (!it->b && !(it->b = py_next(iso, it->a))) {
        it->a = NULL;
        return NULL;
    }
    py_value old = it->b, v = it->a ? py_next(iso, it->a) : NULL;
    if (!v) {
        it->a = it->b = NULL;
        return NULL;
    }
    it->b = v;
    return py_tuple_pack(iso, 2, old, v);
}

PY_IT_TYPE(pairwise, pairwise_make, pairwise_next,
           .doc = "Each item with the one after it: pairwise('abc') gives ab, bc as tuples.");

static py_value batched_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                             py_value kw)
{
    static const struct py_args_spec spec = {"batched", {"iterable", "n"}, 2, 0, 2, 2};
    py_value arg[2];
    int64_t size;
    if (!py_args_take(iso, &spec, a, n, kw, arg) || !py_as_int64(iso, arg[1], &size)) return NULL;
    if (size < 1) return py_raise_value_error(iso, "n must be at least one");
    py_value in = py_iter(iso, arg[0]);
    struct py_it *it = in ? py_it_new(iso, cls) : NULL;
    if (!it) return NULL;
    it->a = in;
    it->n = size;
    return (py_value)it;
}

static py_value batched_next(struct py_isolate *iso, py_value self)
{
    struct py_it *it = py_it(self);
    if (!it->a) return NULL;
    py_value l = py_list_new(iso, (uint64_t)(it->n < 64 ? it->n : 64)), v = NULL;
    if (!l) return NULL;
    for (int64_t i = 0; i < it->n && (v = it->a ? py_next(iso, it->a) : NULL); i++)
        if (!py_list_append(iso, l, v) || !py_tick(iso, 1)) return NULL;
    if (iso->exc) return NULL;
    if (!v) it->a = NULL;
    return py_list(l)->n ? py_tuple_from(iso, py_list(l)->v, py_list(l)->n) : NULL;
}

PY_IT_TYPE(batched, batched_make, batched_next,
           .doc = "Tuples of n items each; what is left over makes a shorter last one.");

// --- zip_longest: a list of iterators (None: exhausted), b fill value, n still active -----------

static py_value zip_longest_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                                 py_value kw)
{
    py_value fill = PY_NONE, its = py_list_new(iso, (uint64_t)n);
    for (uint64_t i = 0; kw && i < py_tuple(kw)->n; i++) {
        if (!py_str_is(py_tuple(kw)->v[i], "fillvalue"))
            return py_raise_type_error(iso, "zip_longest() got an unexpected keyword argument");
        fill = a[(uint64_t)n + i];
    }
    for (int i = 0; its && i < n; i++) {
        py_value it = py_iter(iso, a[i]);
        if (!it || !py_list_append(iso, its, it)) return NULL;
    }
    struct py_it *z = its ? py_it_new(iso, cls) : NULL;
    if (!z) return NULL;
    z->a = its;
    z->b = fill;
    z->n = n;
    return (py_value)z;
}

static py_value zip_longest_next(struct py_isolate *iso, py_value self)
{
    struct py_it *z = py_it(self);
    uint64_t n = py_list(z->a)->n;
    if (!n || z->n <= 0) return NULL;
    py_value t = py_tuple_new(iso, n);
    if (!t) return NULL;
    for (uint64_t i = 0; i < n; i++) {
        py_value it = py_list(z->a)->v[i], v = it == PY_NONE ? z->b : py_next(iso, it);
        if (!v) {
            if (iso->exc) {
                z->n = 0;
                return NULL;
            }
            if (--z->n == 0) return NULL;
            py_list(z->a)->v[i] = PY_NONE;
            v = z->b;
        }
        py_tuple(t)->v[i] = v;
    }
    return t;
}

PY_IT_TYPE(zip_longest, zip_longest_make, zip_longest_next,
           .doc = "Tuples like zip()'s until the longest iterable ends; fillvalue stands for the "
                  "items that the others lack.");
