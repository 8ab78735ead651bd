// The type range and its two iterators: one over machine words that the VM steps itself, one over
// ints of any size.
#include "args.h"
#include "int.h"
#include "iter_int.h"
#include "seq_int.h"

static struct py_range *rg(py_value v)
{
    return (struct py_range *)v;
}

// Items of range(start, stop, step) as an int.
static py_value length_of(struct py_isolate *iso, py_value start, py_value stop, py_value step)
{
    bool back = py_int_sign(step) < 0;
    if (py_int_cmp(start, stop) * (back ? -1 : 1) >= 0) return py_small_new(0);
    py_value span = back ? py_int_sub(iso, start, stop) : py_int_sub(iso, stop, start);
    py_value by = back ? py_int_neg(iso, step) : step;
    if (!span || !by || !(span = py_int_sub(iso, span, py_small_new(1)))) return NULL;
    py_value q = py_int_floordiv(iso, span, by);
    return q ? py_int_add(iso, q, py_small_new(1)) : NULL;
}

static py_value range_build(struct py_isolate *iso, py_value start, py_value stop, py_value step,
                            py_value len)
{
    struct py_range *r = py_new(iso, py_t(iso, PY_T_RANGE), sizeof *r);
    if (!r) return NULL;
    r->start = start, r->stop = stop, r->step = step, r->len = len;
    return (py_value)r;
}

static py_value range_new(struct py_isolate *iso, py_value start, py_value stop, py_value step)
{
    if (!(start = py_index(iso, start)) || !(stop = py_index(iso, stop))) return NULL;
    step = step ? py_index(iso, step) : py_small_new(1);
    if (!step) return NULL;
    start = py_int_plain(start), stop = py_int_plain(stop), step = py_int_plain(step);
    if (step == py_small_new(0)) return py_raise_value_error(iso, "range() arg 3 must not be zero");
    py_value len = length_of(iso, start, stop, step);
    return len ? range_build(iso, start, stop, step, len) : NULL;
}

static py_value range_make(struct py_isolate *iso, PY_UNUSED struct py_type *cls, py_value *a,
                           int n, py_value kw)
{
    if (!py_args_no_kw(iso, "range", kw) || !py_args_count(iso, "range", n, 1, 3)) return NULL;
    if (n == 1) return range_new(iso, py_small_new(0), a[0], NULL);
    return range_new(iso, a[0], a[1], n > 2 ? a[2] : NULL);
}

static py_value range_repr(struct py_isolate *iso, py_value self)
{
    const struct py_range *r = rg(self);
    if (r->step == py_small_new(1)) return py_str_format(iso, "range(%R, %R)", r->start, r->stop);
    return py_str_format(iso, "range(%R, %R, %R)", r->start, r->stop, r->step);
}

static int range_truth(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return rg(self)->len != py_small_new(0);
}

static int64_t range_length(struct py_isolate *iso, py_value self)
{
    int64_t n;
    if (py_int_get64(rg(self)->len, &n)) return n;
    py_raise(iso, PY_T_OverflowError, "Python int too large to convert to C ssize_t");
    return -1;
}

// start + i * step
static py_value item(struct py_isolate *iso, const struct py_range *r, py_value i)
{
    py_value off = py_int_mul(iso, i, r->step);
    return off ? py_int_add(iso, r->start, off) : NULL;
}

static py_value range_slice(struct py_isolate *iso, const struct py_range *r, py_value slice)
{
    const struct py_slice *s = (const struct py_slice *)slice;
    py_value by = py_small_new(1), first, last;
    if (s->step != PY_NONE && !(by = py_slice_index(iso, s->step))) return NULL;
    if (by == py_small_new(0)) return py_raise_value_error(iso, "slice step cannot be zero");
    bool back = py_int_sign(by) < 0;
    py_value low = py_small_new(back ? -1 : 0);
    py_value high = back ? py_int_sub(iso, r->len, py_small_new(1)) : r->len;
    if (!high || !py_slice_bound(iso, s->start, r->len, low, high, back ? high : low, &first) ||
        !py_slice_bound(iso, s->stop, r->len, low, high, back ? low : high, &last))
        return NULL;
    py_value start = item(iso, r, first), stop = start ? item(iso, r, last) : NULL;
    py_value step = stop ? py_int_mul(iso, r->step, by) : NULL;
    return step ? range_new(iso, start, stop, step) : NULL;
}

static py_value range_getitem(struct py_isolate *iso, py_value self, py_value key)
{
    const struct py_range *r = rg(self);
    if (py_is_kind(key, PY_K_SLICE)) return range_slice(iso, r, key);
    py_value i = py_is_int(key) ? key : NULL;
    if (!i) {
        bool ok = py_is_anyint(key) ||
                  py_type_lookup(iso, py_type_of(iso, key), py_name(iso, PY_N___index__));
        if (!ok && !iso->exc)
            return py_raise_type_error(iso, "range indices must be integers or slices, not %T",
                                       key);
        i = ok ? py_index(iso, key) : NULL;
        if (!i) return NULL;
    }
    if (py_int_sign(i) < 0) i = py_int_add(iso, i, r->len);
    if (!i) return NULL;
    if (py_int_sign(i) < 0 || py_int_cmp(i, r->len) >= 0)
        return py_raise(iso, PY_T_IndexError, "range object index out of range");
    return item(iso, r, i);
}

// Position of the int v, NULL without exception when it is not in the range.
static py_value position(struct py_isolate *iso, const struct py_range *r, py_value v)
{
    bool back = py_int_sign(r->step) < 0;
    v = py_int_plain(v);
    int lo = py_int_cmp(v, r->start), hi = py_int_cmp(v, r->stop);
    if (back ? lo > 0 || hi <= 0 : lo < 0 || hi >= 0) return NULL;
    py_value off = py_int_sub(iso, v, r->start), q, rem;
    if (!off || !py_int_divmod(iso, off, r->step, &q, &rem)) return NULL;
    return rem == py_small_new(0) ? q : NULL;
}

// A value of another type is looked for by comparing with the items: where it is, -1 for nowhere.
// count NULL: the first one will do; else how many there are.
static int64_t find_slow(struct py_isolate *iso, py_value self, py_value v, int64_t *count)
{
    py_value it = py_iter(iso, self), x;
    int64_t i = 0, first = -1;
    if (count) *count = 0;
    while (it && (x = py_next(iso, it))) {
        int eq = py_eq(iso, x, v);
        if (eq < 0 || !py_tick(iso, 1)) return -1;
        if (eq && first < 0) first = i;
        if (eq && !count) break;
        if (eq) ++*count;
        i++;
    }
    return iso->exc ? -1 : first;
}

static int range_contains(struct py_isolate *iso, py_value self, py_value v)
{
    if (py_is_int(v) || py_is_bool(v) || py_is_bigint(v)) {
        py_value p = position(iso, rg(self), v);
        return p ? 1 : iso->exc ? -1 : 0;
    }
    int64_t at = find_slow(iso, self, v, NULL);
    return iso->exc ? -1 : at >= 0;
}

static bool same_range(PY_UNUSED struct py_isolate *iso, const struct py_range *a,
                       const struct py_range *b)
{
    if (py_int_cmp(a->len, b->len)) return false;
    if (a->len == py_small_new(0)) return true;
    if (py_int_cmp(a->start, b->start)) return false;
    return a->len == py_small_new(1) || py_int_cmp(a->step, b->step) == 0;
}

static py_value range_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (!py_is_kind(b, PY_K_RANGE) || (op != PY_CMP_EQ && op != PY_CMP_NE)) return PY_NOTIMPL;
    return py_bool(same_range(iso, rg(a), rg(b)) == (op == PY_CMP_EQ));
}

static bool range_hash(struct py_isolate *iso, py_value self, uint64_t *out)
{
    const struct py_range *r = rg(self);
    py_value start = PY_NONE, step = PY_NONE;
    if (r->len != py_small_new(0)) start = r->start;
    if (r->len != py_small_new(0) && r->len != py_small_new(1)) step = r->step;
    py_value t = py_tuple_pack(iso, 3, r->len, start, step);
    return t && py_hash(iso, t, out);
}

// --- iterators ----------------------------------------------------------------------------------

struct longrange {
    struct py_obj h;
    py_value next, step, left;
};

static py_value iterate(struct py_isolate *iso, py_value start, py_value step, py_value len)
{
    int64_t n, by, first;
    // One step past the last item must be a small int too.
    if (py_is_int(start) && py_is_int(step) && py_is_int(len)) {
        n = py_small(len), by = py_small(step), first = py_small(start);
        __int128 end = (__int128)first + (__int128)n * by;
        if (end >= PY_INT_MIN && end <= PY_INT_MAX) {
            struct py_rangeiter *it = py_new(iso, py_t(iso, PY_T_RANGE_ITERATOR), sizeof *it);
            if (!it) return NULL;
            it->next = first, it->step = by, it->left = n;
            return (py_value)it;
        }
    }
    struct longrange *it = py_new(iso, py_t(iso, PY_T_LONGRANGE_ITERATOR), sizeof *it);
    if (!it) return NULL;
    it->next = start, it->step = step, it->left = len;
    return (py_value)it;
}

static py_value range_iter(struct py_isolate *iso, py_value self)
{
    return iterate(iso, rg(self)->start, rg(self)->step, rg(self)->len);
}

static PY_NATIVE(range_reversed)
{
    const struct py_range *r = rg(a[0]);
    py_value last = py_int_sub(iso, r->len, py_small_new(1));
    py_value start = last ? item(iso, r, last) : NULL,
             step = start ? py_int_neg(iso, r->step) : NULL;
    return step ? iterate(iso, start, step, r->len) : NULL;
}

static py_value rangeiter_next(PY_UNUSED struct py_isolate *iso, py_value self)
{
    struct py_rangeiter *it = (struct py_rangeiter *)self;
    if (it->left <= 0) return NULL;
    it->left--;
    int64_t v = it->next;
    it->next += it->step;
    return py_small_new(v);
}

static PY_NATIVE(rangeiter_hint)
{
    return py_int_new(iso, ((struct py_rangeiter *)a[0])->left);
}

static py_value longrange_next(struct py_isolate *iso, py_value self)
{
    struct longrange *it = (struct longrange *)self;
    if (py_int_sign(it->left) <= 0) return NULL;
    py_value v = it->next, next = py_int_add(iso, v, it->step);
    py_value left = next ? py_int_sub(iso, it->left, py_small_new(1)) : NULL;
    if (!left) return NULL;
    it->next = next;
    it->left = left;
    return v;
}

static PY_NATIVE(longrange_hint)
{
    return ((struct longrange *)a[0])->left;
}

static void longrange_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct longrange *it = (struct longrange *)o;
    py_mark(iso, it->next);
    py_mark(iso, it->step);
    py_mark(iso, it->left);
}

static py_value rest_range(struct py_isolate *iso, py_value next, py_value step, py_value left)
{
    py_value span = py_int_mul(iso, step, left), stop = span ? py_int_add(iso, next, span) : NULL;
    py_value r = stop ? range_new(iso, next, stop, step) : NULL;
    return r ? py_iter_reduce(iso, r, PY_NONE) : NULL;
}

static PY_NATIVE(rangeiter_reduce)
{
    const struct py_rangeiter *it = (const struct py_rangeiter *)a[0];
    return rest_range(iso, py_small_new(it->next), py_small_new(it->step), py_small_new(it->left));
}

static PY_NATIVE(longrange_reduce)
{
    const struct longrange *it = (const struct longrange *)a[0];
    return rest_range(iso, it->next, it->step, it->left);
}

static const struct py_native_row rangeiter_methods[] = {
    PY_ROW("__length_hint__", rangeiter_hint, "", "How many items are still to come."),
    PY_ROW("__reduce__", rangeiter_reduce, "", "What a copy is made from."),
    {0}};
static const struct py_native_row longrange_methods[] = {
    PY_ROW("__length_hint__", longrange_hint, "", "How many items are still to come."),
    PY_ROW("__reduce__", longrange_reduce, "", "What a copy is made from."),
    {0}};

const struct py_typedef py_range_iterator_def = {
    .name = "range_iterator",
    .kind = PY_K_RANGEITER,
    .size = sizeof(struct py_rangeiter),
    .final = true,
    .methods = rangeiter_methods,
    .slots = {.iter = py_iter_self, .next = rangeiter_next},
};
const struct py_typedef py_longrange_iterator_def = {
    .name = "longrange_iterator",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct longrange),
    .final = true,
    .methods = longrange_methods,
    .trace = longrange_trace,
    .slots = {.iter = py_iter_self, .next = longrange_next},
};

// --- methods ------------------------------------------------------------------------------------

static PY_NATIVE(range_count)
{
    if (py_is_int(a[1]) || py_is_bool(a[1]) || py_is_bigint(a[1])) {
        py_value p = position(iso, rg(a[0]), a[1]);
        return p ? py_small_new(1) : iso->exc ? NULL : py_small_new(0);
    }
    int64_t count;
    find_slow(iso, a[0], a[1], &count);
    return iso->exc ? NULL : py_int_new(iso, count);
}

static PY_NATIVE(range_index)
{
    if (py_is_int(a[1]) || py_is_bool(a[1]) || py_is_bigint(a[1])) {
        py_value p = position(iso, rg(a[0]), a[1]);
        if (p || iso->exc) return p;
        return py_raise_value_error(iso, "%R is not in range", a[1]);
    }
    int64_t at = find_slow(iso, a[0], a[1], NULL);
    if (iso->exc) return NULL;
    if (at < 0) return py_raise_value_error(iso, "sequence.index(x): x not in sequence");
    return py_int_new(iso, at);
}

static PY_NATIVE(range_reduce)
{
    const struct py_range *r = rg(a[0]);
    py_value t = py_tuple_pack(iso, 3, r->start, r->stop, r->step);
    return t ? py_tuple_pack(iso, 2, (py_value)py_t(iso, PY_T_RANGE), t) : NULL;
}

static const struct py_native_row range_methods[] = {
    PY_ROW("count", range_count, "value, /", "1 if the value is in the range, or else 0."),
    PY_ROW("index", range_index, "value, /",
           "Place of the value in the range; ValueError where it is not."),
    PY_ROW("__reversed__", range_reversed, "", "Iterator from the last number to the first."),
    PY_ROW("__reduce__", range_reduce, "", NULL),
    {0}};

static py_value get_start(PY_UNUSED struct py_isolate *iso, py_value r)
{
    return rg(r)->start;
}
static py_value get_stop(PY_UNUSED struct py_isolate *iso, py_value r)
{
    return rg(r)->stop;
}
static py_value get_step(PY_UNUSED struct py_isolate *iso, py_value r)
{
    return rg(r)->step;
}

static const struct py_getset_row range_getset[] = {{"start", get_start, py_set_readonly, NULL},
                                                    {"stop", get_stop, py_set_readonly, NULL},
                                                    {"step", get_step, py_set_readonly, NULL},
                                                    {0}};

static bool range_setup(PY_UNUSED struct py_isolate *iso, struct py_type *t)
{
    t->flags |= PY_TF_SEQUENCE;
    return true;
}

void py_range_trace(struct py_isolate *iso, struct py_obj *o)
{
    const struct py_range *r = (struct py_range *)o;
    py_mark(iso, r->start);
    py_mark(iso, r->stop);
    py_mark(iso, r->step);
    py_mark(iso, r->len);
}

const struct py_typedef py_range_def = {
    .name = "range",
    .kind = PY_K_RANGE,
    .size = sizeof(struct py_range),
    .final = true,
    .doc = "range(stop)\nrange(start, stop[, step])\n\nInts from start, or 0, by steps of 1 "
           "or step, up to stop, which is not one of them: list(range(3)) == [0, 1, 2]. "
           "They are computed when asked for, however many they are.",
    .methods = range_methods,
    .getset = range_getset,
    .setup = range_setup,
    .slots =
        {
            .make = range_make,
            .repr = range_repr,
            .hash = range_hash,
            .compare = range_compare,
            .length = range_length,
            .truth = range_truth,
            .getitem = range_getitem,
            .contains = range_contains,
            .iter = range_iter,
        },
};
