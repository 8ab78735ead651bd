// The type collections.deque: a ring buffer, with iterators that notice changes.
#include "../obj/args.h"
#include "../obj/int.h"
#include "../obj/iter_int.h"
#include "../obj/seq_int.h"
#include "collections_int.h"

struct deque {
    struct py_obj h;
    struct py_attrs at;
    struct py_buf *buf; // cap slots, a power of two
    uint64_t head, n, cap;
    int64_t maxlen; // -1: none
    uint64_t state; // changes with every change of length
};

struct deque_iter {
    struct py_obj h;
    struct deque *d;
    uint64_t i, state;
};

static struct deque *dq(py_value v)
{
    return (struct deque *)v;
}
static bool is_deque(struct py_isolate *iso, py_value v)
{
    return py_type_issub(py_type_of(iso, v), py_collections_type(iso, PY_COLL_DEQUE));
}

static inline py_value *slot(const struct deque *d, uint64_t i)
{
    return (py_value *)((char *)d->buf + offsetof(struct py_buf, u)) +
           ((d->head + i) & (d->cap - 1));
}

static bool grow(struct py_isolate *iso, struct deque *d)
{
    uint64_t cap = d->cap ? d->cap * 2 : 8;
    struct py_buf *b = py_buf_new(iso, PY_K_VALUES, cap * sizeof(py_value));
    if (!b || !py_tick(iso, d->n / 16)) return false;
    py_value *v = (py_value *)((char *)b + offsetof(struct py_buf, u));
    for (uint64_t i = 0; i < d->n; i++) v[i] = *slot(d, i);
    struct py_buf *old = d->buf;
    d->buf = b;
    d->head = 0;
    d->cap = cap;
    if (old) py_buf_free(iso, old);
    return true;
}

static py_value take_left(struct deque *d)
{
    py_value v = *slot(d, 0);
    *slot(d, 0) = NULL;
    d->head = (d->head + 1) & (d->cap - 1);
    d->n--;
    d->state++;
    return v;
}

static py_value take_right(struct deque *d)
{
    py_value v = *slot(d, d->n - 1);
    *slot(d, --d->n) = NULL;
    d->state++;
    return v;
}

static bool push_right(struct py_isolate *iso, struct deque *d, py_value v)
{
    if (d->n == d->cap && !grow(iso, d)) return false;
    *slot(d, d->n++) = v;
    d->state++;
    if (d->maxlen >= 0 && d->n > (uint64_t)d->maxlen) take_left(d);
    return true;
}

static bool push_left(struct py_isolate *iso, struct deque *d, py_value v)
{
    if (d->n == d->cap && !grow(iso, d)) return false;
    d->head = (d->head - 1) & (d->cap - 1);
    d->n++;
    *slot(d, 0) = v;
    d->state++;
    if (d->maxlen >= 0 && d->n > (uint64_t)d->maxlen) take_right(d);
    return true;
}

static bool extend(struct py_isolate *iso, struct deque *d, py_value iterable, bool left)
{
    if (iterable == (py_value)d && !(iterable = py_list_of(iso, iterable))) return false;
    py_value it = py_iter(iso, iterable), v;
    if (!it) return false;
    while ((v = py_next(iso, it)))
        if (!(left ? push_left(iso, d, v) : push_right(iso, d, v)) || !py_tick(iso, 1))
            return false;
    return !iso->exc;
}

static void clear(struct deque *d)
{
    d->buf = NULL;
    d->head = d->n = d->cap = 0;
    d->state++;
}

static py_value deque_make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    struct deque *d = py_new_of(iso, cls, sizeof *d);
    if (d) d->maxlen = -1;
    return (py_value)d;
}

static bool deque_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    static const struct py_args_spec spec = {"deque", {"iterable", "maxlen"}, 2, 0, 2, 0};
    py_value arg[2];
    int64_t max = -1;
    if (!py_args_take(iso, &spec, a, n, kw, arg)) return false;
    if (arg[1] && arg[1] != PY_NONE) {
        if (!py_is_anyint(arg[1])) {
            py_raise_type_error(iso, "an integer is required");
            return false;
        }
        if (!py_as_int64(iso, arg[1], &max)) return false;
        if (max < 0) {
            py_raise_value_error(iso, "maxlen must be non-negative");
            return false;
        }
    }
    clear(dq(self));
    dq(self)->maxlen = max;
    return !arg[0] || extend(iso, dq(self), arg[0], false);
}

static void deque_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct deque *)o)->buf);
}

// --- sequence -----------------------------------------------------------------------------------

static int64_t deque_length(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return (int64_t)dq(self)->n;
}
static int deque_truth(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return dq(self)->n != 0;
}

static bool at(struct py_isolate *iso, struct deque *d, py_value key, uint64_t *out)
{
    int64_t i;
    if (!py_is_anyint(key) &&
        !py_type_lookup(iso, py_type_of(iso, key), py_name(iso, PY_N___index__))) {
        if (!iso->exc) py_raise_type_error(iso, "sequence index must be integer, not '%T'", key);
        return false;
    }
    if (!(key = py_index(iso, key))) return false;
    if (!py_int_get64(key, &i)) {
        py_raise(iso, PY_T_IndexError, "cannot fit 'int' into an index-sized integer");
        return false;
    }
    if (i < 0) i += (int64_t)d->n;
    if (i < 0 || (uint64_t)i >= d->n) {
        py_raise(iso, PY_T_IndexError, "deque index out of range");
        return false;
    }
    *out = (uint64_t)i;
    return true;
}

static py_value deque_getitem(struct py_isolate *iso, py_value self, py_value key)
{
    uint64_t i;
    return at(iso, dq(self), key, &i) ? *slot(dq(self), i) : NULL;
}

// Removes item i by moving what follows.
static void remove_at(struct py_isolate *iso, struct deque *d, uint64_t i)
{
    for (; i + 1 < d->n; i++) *slot(d, i) = *slot(d, i + 1);
    py_charge(iso, d->n / 64);
    take_right(d);
}

static bool deque_setitem(struct py_isolate *iso, py_value self, py_value key, py_value v)
{
    uint64_t i;
    if (!at(iso, dq(self), key, &i)) return false;
    if (v) *slot(dq(self), i) = v;
    else remove_at(iso, dq(self), i);
    return true;
}

// Index of v in [from, to), -1 absent, -2 exception.
static int64_t find(struct py_isolate *iso, struct deque *d, py_value v, uint64_t from, uint64_t to)
{
    uint64_t state = d->state;
    for (uint64_t i = from; i < to && i < d->n; i++) {
        int eq = py_eq(iso, *slot(d, i), v);
        if (eq < 0 || !py_tick(iso, 1)) return -2;
        if (d->state != state) {
            py_raise(iso, PY_T_RuntimeError, "deque mutated during iteration");
            return -2;
        }
        if (eq) return (int64_t)i;
    }
    return -1;
}

static int deque_contains(struct py_isolate *iso, py_value self, py_value v)
{
    int64_t i = find(iso, dq(self), v, 0, UINT64_MAX);
    return i == -2 ? -1 : i >= 0;
}

static py_value deque_repr(struct py_isolate *iso, py_value self)
{
    struct deque *d = dq(self);
    int cycle = py_repr_enter(iso, self);
    if (cycle) return cycle < 0 ? NULL : py_str_z(iso, "[...]");
    py_value l = py_list_of(iso, self), r = NULL;
    if (l && d->maxlen >= 0)
        r = py_str_format(iso, "%U(%R, maxlen=%lld)", py_type_of(iso, self)->name, l,
                          (long long)d->maxlen);
    else if (l) r = py_str_format(iso, "%U(%R)", py_type_of(iso, self)->name, l);
    py_repr_leave(iso, self);
    return r;
}

static py_value deque_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (!is_deque(iso, b)) return PY_NOTIMPL;
    if (a == b && (op == PY_CMP_EQ || op == PY_CMP_NE)) return py_bool(op == PY_CMP_EQ);
    py_value x = py_list_of(iso, a), y = x ? py_list_of(iso, b) : NULL;
    return y ? py_seq_compare(iso, x, y, op) : NULL;
}

static struct deque *copy(struct py_isolate *iso, py_value self)
{
    struct py_type *t = py_type_of(iso, self);
    py_value r;
    if (t == py_collections_type(iso, PY_COLL_DEQUE)) {
        r = deque_make(iso, t, NULL, 0, NULL);
        if (!r) return NULL;
        dq(r)->maxlen = dq(self)->maxlen;
        return extend(iso, dq(r), self, false) ? dq(r) : NULL;
    }
    bool bounded = dq(self)->maxlen >= 0;
    py_value args[2] = {self, bounded ? py_int_new(iso, dq(self)->maxlen) : PY_NONE};
    r = args[1] ? py_call(iso, (py_value)t, args, 1 + bounded) : NULL;
    if (r && !is_deque(iso, r))
        return py_raise_type_error(iso, "%T() must return a deque, not %T", self, r);
    return (struct deque *)r;
}

static bool repeat(struct py_isolate *iso, struct deque *d, py_value by)
{
    int64_t k;
    if (!py_seq_repeat_count(iso, by, &k)) return false;
    py_value items = py_list_of(iso, (py_value)d);
    if (!items) return false;
    if (!k) clear(d);
    uint64_t bytes;
    if (k > 1 && d->maxlen < 0 &&
        !py_mem_check(iso,
                      __builtin_mul_overflow((uint64_t)k, d->n * 8, &bytes) ? SIZE_MAX : bytes))
        return false;
    for (int64_t i = 1; i < k && py_list(items)->n; i++) {
        if (!extend(iso, d, items, false)) return false;
        if (d->maxlen >= 0 && (uint64_t)i * py_list(items)->n >= (uint64_t)d->maxlen * 2) {
            // The ring repeats: only the phase of the rest matters.
            uint64_t total = (uint64_t)(k - i - 1) % (d->n ? d->n : 1);
            i = k - 1 - (int64_t)total;
        }
    }
    return true;
}

static py_value deque_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    struct deque *d;
    if (op == PY_BIN_ADD && is_deque(iso, a)) {
        if (!is_deque(iso, b))
            return py_raise_type_error(iso, "can only concatenate deque (not \"%T\") to deque", b);
        d = copy(iso, a);
        return d && extend(iso, d, b, false) ? (py_value)d : NULL;
    }
    if (op == PY_BIN_MUL) {
        bool left = is_deque(iso, a);
        d = copy(iso, left ? a : b);
        return d && repeat(iso, d, left ? b : a) ? (py_value)d : NULL;
    }
    return PY_NOTIMPL;
}

static py_value deque_inplace(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op == PY_BIN_ADD) return extend(iso, dq(a), b, false) ? a : NULL;
    if (op != PY_BIN_MUL) return PY_NOTIMPL;
    return repeat(iso, dq(a), b) ? a : NULL;
}

// --- methods ------------------------------------------------------------------------------------

static PY_NATIVE(d_append)
{
    return push_right(iso, dq(a[0]), a[1]) ? PY_NONE : NULL;
}
static PY_NATIVE(d_appendleft)
{
    return push_left(iso, dq(a[0]), a[1]) ? PY_NONE : NULL;
}
static PY_NATIVE(d_extend)
{
    return extend(iso, dq(a[0]), a[1], false) ? PY_NONE : NULL;
}
static PY_NATIVE(d_extendleft)
{
    return extend(iso, dq(a[0]), a[1], true) ? PY_NONE : NULL;
}
static PY_NATIVE(d_copy)
{
    return (py_value)copy(iso, a[0]);
}

static PY_NATIVE(d_clear)
{
    clear(dq(a[0]));
    return PY_NONE;
}

static PY_NATIVE(d_pop)
{
    if (!dq(a[0])->n) return py_raise(iso, PY_T_IndexError, "pop from an empty deque");
    return take_right(dq(a[0]));
}

static PY_NATIVE(d_popleft)
{
    if (!dq(a[0])->n) return py_raise(iso, PY_T_IndexError, "pop from an empty deque");
    return take_left(dq(a[0]));
}

static PY_NATIVE(d_count)
{
    int64_t count = 0;
    for (int64_t i = 0;; i++, count++) {
        i = find(iso, dq(a[0]), a[1], (uint64_t)i, UINT64_MAX);
        if (i == -2) return NULL;
        if (i < 0) return py_int_new(iso, count);
    }
}

static PY_NATIVE(d_index)
{
    int64_t from, to;
    if (!py_seq_bounds(iso, a[2], a[3], (int64_t)dq(a[0])->n, &from, &to)) return NULL;
    int64_t i = find(iso, dq(a[0]), a[1], (uint64_t)from, (uint64_t)to);
    if (i == -1) return py_raise_value_error(iso, "%R is not in deque", a[1]);
    return i < 0 ? NULL : py_int_new(iso, i);
}

static PY_NATIVE(d_insert)
{
    struct deque *d = dq(a[0]);
    int64_t i;
    if (!py_as_int64(iso, a[1], &i)) return NULL;
    if (d->maxlen >= 0 && d->n == (uint64_t)d->maxlen)
        return py_raise(iso, PY_T_IndexError, "deque already at its maximum size");
    if (i < 0) i = i + (int64_t)d->n < 0 ? 0 : i + (int64_t)d->n;
    if (i > (int64_t)d->n) i = (int64_t)d->n;
    if (!push_right(iso, d, a[2])) return NULL;
    for (uint64_t k = d->n - 1; k > (uint64_t)i; k--) *slot(d, k) = *slot(d, k - 1);
    *slot(d, (uint64_t)i) = a[2];
    return py_tick(iso, d->n / 64) ? PY_NONE : NULL;
}

static PY_NATIVE(d_remove)
{
    struct deque *d = dq(a[0]);
    uint64_t state = d->state;
    for (uint64_t i = 0; i < d->n; i++) {
        int eq = py_eq(iso, *slot(d, i), a[1]);
        if (eq < 0 || !py_tick(iso, 1)) return NULL;
        if (d->state != state)
            return py_raise(iso, PY_T_IndexError, "deque mutated during remove().");
        if (!eq) continue;
        remove_at(iso, d, i);
        return PY_NONE;
    }
    return py_raise_value_error(iso, "%R is not in deque", a[1]);
}

static PY_NATIVE(d_reverse)
{
    struct deque *d = dq(a[0]);
    for (uint64_t i = 0; i < d->n / 2; i++) {
        py_value t = *slot(d, i);
        *slot(d, i) = *slot(d, d->n - 1 - i);
        *slot(d, d->n - 1 - i) = t;
    }
    return py_tick(iso, d->n / 16) ? PY_NONE : NULL;
}

static PY_NATIVE(d_rotate)
{
    struct deque *d = dq(a[0]);
    int64_t by = 1;
    if (a[1] && !py_as_int64(iso, a[1], &by)) return NULL;
    int64_t len = (int64_t)d->n; // now: __index__ may have changed it
    if (len < 2 || by % len == 0) return PY_NONE;
    by %= len;
    if (by < 0) by += len;
    if (!py_tick(iso, (uint64_t)by / 16)) return NULL;
    bool right = by <= len / 2;
    for (int64_t i = right ? by : len - by; i > 0; i--) {
        py_value v = right ? take_right(d) : take_left(d);
        if (right) {
            d->head = (d->head - 1) & (d->cap - 1);
            d->n++;
            *slot(d, 0) = v;
        } else {
            *slot(d, d->n++) = v;
        }
    }
    return PY_NONE;
}

static PY_NATIVE(d_reduce)
{
    bool bounded = dq(a[0])->maxlen >= 0;
    py_value max = bounded ? py_int_new(iso, dq(a[0])->maxlen) : NULL;
    if (bounded && !max) return NULL;
    py_value args = max ? py_tuple_pack(iso, 2, iso->empty_tuple, max) : iso->empty_tuple;
    py_value it = args ? py_iter(iso, a[0]) : NULL, state = it ? py_attr_dict(iso, a[0]) : NULL;
    if (iso->exc || !it) return NULL;
    return py_tuple_pack(iso, 4, (py_value)py_type_of(iso, a[0]), args, state ? state : PY_NONE,
                         it);
}

static py_value iter_new(struct py_isolate *iso, py_value d, enum py_collections_type_id type)
{
    struct deque_iter *it = py_new(iso, py_collections_type(iso, type), sizeof *it);
    if (!it) return NULL;
    it->d = dq(d);
    it->state = dq(d)->state;
    return (py_value)it;
}

static py_value deque_iter(struct py_isolate *iso, py_value self)
{
    return iter_new(iso, self, PY_COLL_DEQUE_ITER);
}
static PY_NATIVE(d_reversed)
{
    return iter_new(iso, a[0], PY_COLL_DEQUE_REVITER);
}

static const struct py_native_row methods[] = {
    PY_ROW("append", d_append, "x, /", "One more item at the right end."),
    PY_ROW("appendleft", d_appendleft, "x, /", "One more item at the left end."),
    PY_ROW("clear", d_clear, "", "Takes everything out."),
    PY_ROW("copy", d_copy, "", "A new deque with the same items and maxlen."),
    PY_ROW("__copy__", d_copy, "", "A new deque with the same items and maxlen."),
    PY_ROW("count", d_count, "x, /", "How many items equal x."),
    PY_ROW("extend", d_extend, "iterable, /", "More items at the right end, one by one."),
    PY_ROW("extendleft", d_extendleft, "iterable, /",
           "More items at the left end, one by one: their order ends up reversed."),
    PY_ROW("index", d_index, "value, start=0, stop=None, /",
           "Place of the first item that equals value; ValueError where none does."),
    PY_ROW("insert", d_insert, "index, object, /",
           "Puts an item in front of that place; IndexError where the deque is full."),
    PY_ROW("pop", d_pop, "", "Takes the item at the right end and gives it."),
    PY_ROW("popleft", d_popleft, "", "Takes the item at the left end and gives it."),
    PY_ROW("remove", d_remove, "value, /",
           "Takes out the first item that equals value; ValueError where none does."),
    PY_ROW("reverse", d_reverse, "", "Turns the order of the items round, in place."),
    PY_ROW("rotate", d_rotate, "n=1, /",
           "Moves n items from the right end to the left, or from left to right where n < 0."),
    PY_ROW("__reversed__", d_reversed, "", "Iterator from the right end to the left."),
    PY_ROW("__reduce__", d_reduce, "", "What a copy is made from."),
    PY_CLASS_ROW("__class_getitem__", py_class_getitem, "item, /",
                 "The class with the type of its items, for annotations: deque[int]."),
    {0}};

static py_value get_maxlen(struct py_isolate *iso, py_value self)
{
    return dq(self)->maxlen < 0 ? PY_NONE : py_int_new(iso, dq(self)->maxlen);
}
static const struct py_getset_row getset[] = {
    {"maxlen", get_maxlen, NULL,
     "The most items it holds, or None; adding to a full deque drops from the other "
     "end."},
    {0}};

static bool setup(struct py_isolate *iso, struct py_type *t)
{
    t->flags |= PY_TF_SEQUENCE;
    return py_dict_set(iso, t->dict, py_name(iso, PY_N___hash__), PY_NONE);
}

const struct py_typedef py_deque_def = {
    .name = "deque",
    .kind = PY_K_NATIVE,
    .concat = true,
    .size = sizeof(struct deque),
    .attrs_off = offsetof(struct deque, at),
    .methods = methods,
    .getset = getset,
    .trace = deque_trace,
    .setup = setup,
    .doc = "A sequence that grows and shrinks at both ends in constant time.",
    .slots =
        {
            .make = deque_make,
            .init = deque_init,
            .repr = deque_repr,
            .compare = deque_compare,
            .truth = deque_truth,
            .length = deque_length,
            .getitem = deque_getitem,
            .setitem = deque_setitem,
            .contains = deque_contains,
            .iter = deque_iter,
            .binary = deque_binary,
            .inplace = deque_inplace,
        },
};

// --- iterators ----------------------------------------------------------------------------------

static void iter_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct deque_iter *)o)->d);
}

static py_value iter_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                          py_value kw)
{
    bool back = cls == py_collections_type(iso, PY_COLL_DEQUE_REVITER);
    const char *name = back ? "_deque_reverse_iterator" : "_deque_iterator";
    int64_t index = 0;
    if (!py_args_no_kw(iso, name, kw) || !py_args_count(iso, name, n, 1, 2)) return NULL;
    if (!py_type_fits(py_type_of(iso, a[0]), py_collections_type(iso, PY_COLL_DEQUE)))
        return py_raise_type_error(iso, "%s() argument 1 must be collections.deque, not %T", name,
                                   a[0]);
    if (n == 2 && !py_as_int64(iso, a[1], &index)) return NULL;
    struct deque_iter *it = (struct deque_iter *)iter_new(
        iso, a[0], back ? PY_COLL_DEQUE_REVITER : PY_COLL_DEQUE_ITER);
    if (it && index > 0) it->i = (uint64_t)index < it->d->n ? (uint64_t)index : it->d->n;
    return (py_value)it;
}

static py_value step(struct py_isolate *iso, struct deque_iter *it, bool back)
{
    struct deque *d = it->d;
    if (!d) return NULL;
    if (it->i >= d->n && it->state == d->state) {
        it->d = NULL;
        return NULL;
    }
    if (it->state != d->state) {
        it->d = NULL;
        return py_raise(iso, PY_T_RuntimeError, "deque mutated during iteration");
    }
    uint64_t i = it->i++;
    return *slot(d, back ? d->n - 1 - i : i);
}

static py_value iter_next(struct py_isolate *iso, py_value self)
{
    return step(iso, (struct deque_iter *)self, false);
}
static py_value reviter_next(struct py_isolate *iso, py_value self)
{
    return step(iso, (struct deque_iter *)self, true);
}

static PY_NATIVE(iter_hint)
{
    const struct deque_iter *it = (const struct deque_iter *)a[0];
    return py_int_from_u64(iso, it->d && it->i < it->d->n ? it->d->n - it->i : 0);
}

static const struct py_native_row iter_methods[] = {
    PY_ROW("__length_hint__", iter_hint, "", "How many items are still to come."), {0}};

const struct py_typedef py_deque_iter_def = {
    .name = "_deque_iterator",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct deque_iter),
    .final = true,
    .trace = iter_trace,
    .methods = iter_methods,
    .slots = {.make = iter_make, .iter = py_iter_self, .next = iter_next}};
const struct py_typedef py_deque_reviter_def = {
    .name = "_deque_reverse_iterator",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct deque_iter),
    .final = true,
    .trace = iter_trace,
    .methods = iter_methods,
    .slots = {.make = iter_make, .iter = py_iter_self, .next = reviter_next}};
