// The type collections.deque: a ring buffer. Its methods by name are in deque_methods.c, its
// iterators, which notice changes, in deque_iter.c.
#include "../obj/args.h"
#include "../obj/int.h"
#include "../obj/seq_int.h"
#include "deque_int.h"

static bool is_deque(struct py_isolate *iso, py_value v)
{
    return py_type_issub(py_type_of(iso, v), py_collections_type(iso, PY_COLL_DEQUE));
}

bool py_deque_grow(struct py_isolate *iso, struct py_deque *d)
{
    uint64_t cap = d->cap ? d->cap * 2 : 8;
    struct py_buf *b = py_buf_new(iso, PY_K_VALUES, cap * sizeof(py_value));
    if (!b || !py_tick(iso, d->n / 16)) return false;
    py_value *v = (py_value *)((char *)b + offsetof(struct py_buf, u));
    for (uint64_t i = 0; i < d->n; i++) v[i] = *py_deque_slot(d, i);
    struct py_buf *old = d->buf;
    d->buf = b;
    d->head = 0;
    d->cap = cap;
    if (old) py_buf_free(iso, old);
    return true;
}

bool py_deque_extend(struct py_isolate *iso, struct py_deque *d, py_value iterable, bool left)
{
    if (iterable == (py_value)d && !(iterable = py_list_of(iso, iterable))) return false;
    py_value it = py_iter(iso, iterable), v;
    if (!it) return false;
    while ((v = py_next(iso, it)))
        if (!(left ? py_deque_push_left(iso, d, v) : py_deque_push_right(iso, d, v)) ||
            !py_tick(iso, 1))
            return false;
    return !iso->exc;
}

void py_deque_clear(struct py_deque *d)
{
    d->buf = NULL;
    d->head = d->n = d->cap = 0;
    d->state++;
}

static py_value deque_make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    struct py_deque *d = py_new_of(iso, cls, sizeof *d);
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
    py_deque_clear(PY_DEQUE(self));
    PY_DEQUE(self)->maxlen = max;
    return !arg[0] || py_deque_extend(iso, PY_DEQUE(self), arg[0], false);
}

static void deque_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct py_deque *)o)->buf);
}

// --- sequence -----------------------------------------------------------------------------------

static int64_t deque_length(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return (int64_t)PY_DEQUE(self)->n;
}
static int deque_truth(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return PY_DEQUE(self)->n != 0;
}

static bool at(struct py_isolate *iso, struct py_deque *d, py_value key, uint64_t *out)
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
    return at(iso, PY_DEQUE(self), key, &i) ? *py_deque_slot(PY_DEQUE(self), i) : NULL;
}

void py_deque_remove_at(struct py_isolate *iso, struct py_deque *d, uint64_t i)
{
    for (; i + 1 < d->n; i++) *py_deque_slot(d, i) = *py_deque_slot(d, i + 1);
    py_charge(iso, d->n / 64);
    py_deque_take_right(d);
}

static bool deque_setitem(struct py_isolate *iso, py_value self, py_value key, py_value v)
{
    uint64_t i;
    if (!at(iso, PY_DEQUE(self), key, &i)) return false;
    if (v) *py_deque_slot(PY_DEQUE(self), i) = v;
    else py_deque_remove_at(iso, PY_DEQUE(self), i);
    return true;
}

int64_t py_deque_find(struct py_isolate *iso, struct py_deque *d, py_value v, uint64_t from,
                      uint64_t to)
{
    uint64_t state = d->state;
    for (uint64_t i = from; i < to && i < d->n; i++) {
        int eq = py_eq(iso, *py_deque_slot(d, i), v);
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
    int64_t i = py_deque_find(iso, PY_DEQUE(self), v, 0, UINT64_MAX);
    return i == -2 ? -1 : i >= 0;
}

static py_value deque_repr(struct py_isolate *iso, py_value self)
{
    struct py_deque *d = PY_DEQUE(self);
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

struct py_deque *py_deque_copy(struct py_isolate *iso, py_value self)
{
    struct py_type *t = py_type_of(iso, self);
    py_value r;
    if (t == py_collections_type(iso, PY_COLL_DEQUE)) {
        r = deque_make(iso, t, NULL, 0, NULL);
        if (!r) return NULL;
        PY_DEQUE(r)->maxlen = PY_DEQUE(self)->maxlen;
        return py_deque_extend(iso, PY_DEQUE(r), self, false) ? PY_DEQUE(r) : NULL;
    }
    bool bounded = PY_DEQUE(self)->maxlen >= 0;
    py_value args[2] = {self, bounded ? py_int_new(iso, PY_DEQUE(self)->maxlen) : PY_NONE};
    r = args[1] ? py_call(iso, (py_value)t, args, 1 + bounded) : NULL;
    if (r && !is_deque(iso, r))
        return py_raise_type_error(iso, "%T() must return a deque, not %T", self, r);
    return (struct py_deque *)r;
}

static bool repeat(struct py_isolate *iso, struct py_deque *d, py_value by)
{
    int64_t k;
    if (!py_seq_repeat_count(iso, by, &k)) return false;
    py_value items = py_list_of(iso, (py_value)d);
    if (!items) return false;
    if (!k) py_deque_clear(d);
    uint64_t bytes;
    if (k > 1 && d->maxlen < 0 &&
        !py_mem_check(iso,
                      __builtin_mul_overflow((uint64_t)k, d->n * 8, &bytes) ? SIZE_MAX : bytes))
        return false;
    for (int64_t i = 1; i < k && py_list(items)->n; i++) {
        if (!py_deque_extend(iso, d, items, false)) return false;
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
    struct py_deque *d;
    if (op == PY_BIN_ADD && is_deque(iso, a)) {
        if (!is_deque(iso, b))
            return py_raise_type_error(iso, "can only concatenate deque (not \"%T\") to deque", b);
        d = py_deque_copy(iso, a);
        return d && py_deque_extend(iso, d, b, false) ? (py_value)d : NULL;
    }
    if (op == PY_BIN_MUL) {
        bool left = is_deque(iso, a);
        d = py_deque_copy(iso, left ? a : b);
        return d && repeat(iso, d, left ? b : a) ? (py_value)d : NULL;
    }
    return PY_NOTIMPL;
}

static py_value deque_inplace(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op == PY_BIN_ADD) return py_deque_extend(iso, PY_DEQUE(a), b, false) ? a : NULL;
    if (op != PY_BIN_MUL) return PY_NOTIMPL;
    return repeat(iso, PY_DEQUE(a), b) ? a : NULL;
}

static py_value deque_iter(struct py_isolate *iso, py_value self)
{
    return py_deque_iter_new(iso, self, PY_COLL_DEQUE_ITER);
}

static py_value get_maxlen(struct py_isolate *iso, py_value self)
{
    return PY_DEQUE(self)->maxlen < 0 ? PY_NONE : py_int_new(iso, PY_DEQUE(self)->maxlen);
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
    .size = sizeof(struct py_deque),
    .attrs_off = offsetof(struct py_deque, at),
    .methods = py_deque_methods,
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
