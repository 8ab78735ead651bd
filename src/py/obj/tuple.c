// The type tuple.
#include "args.h"
#include "dict_int.h"
#include "int.h"
#include "iter_int.h"
#include "seq_int.h"

py_value py_tuple_new(struct py_isolate *iso, uint64_t n)
{
    if (n == 0 && iso->empty_tuple) return iso->empty_tuple;
    if (n > UINT64_MAX / 16) return py_raise_no_memory(iso);
    struct py_tuple *t = py_new(iso, py_t(iso, PY_T_TUPLE), sizeof *t + n * sizeof(py_value));
    if (t) t->n = n;
    return (py_value)t;
}

py_value py_tuple_from(struct py_isolate *iso, const py_value *v, uint64_t n)
{
    py_value t = py_tuple_new(iso, n);
    py_charge_bytes(iso, n * sizeof *v);
    if (t && n) memcpy(py_tuple(t)->v, v, n * sizeof *v);
    return t;
}

py_value py_tuple_pack(struct py_isolate *iso, int n, ...)
{
    py_value t = py_tuple_new(iso, (uint64_t)n);
    va_list ap;
    va_start(ap, n);
    for (int i = 0; t && i < n; i++) {
        py_value v = va_arg(ap, py_value);
        if (v) py_tuple(t)->v[i] = v;
        else t = NULL;
    }
    va_end(ap);
    return t;
}

py_value py_tuple_of(struct py_isolate *iso, py_value iterable)
{
    if (py_is_exact(iterable, PY_K_TUPLE)) return iterable;
    if (py_is_exact(iterable, PY_K_LIST))
        return py_tuple_from(iso, py_list(iterable)->v, py_list(iterable)->n);
    py_value l = py_list_of(iso, iterable);
    return l ? py_tuple_from(iso, py_list(l)->v, py_list(l)->n) : NULL;
}

static py_value tuple_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                           py_value kw)
{
    bool exact = cls == py_t(iso, PY_T_TUPLE);
    if (!py_args_no_kw_make(iso, cls, PY_T_TUPLE, kw) || !py_args_count(iso, "tuple", n, 0, 1))
        return NULL;
    py_value items = n ? py_tuple_of(iso, a[0]) : iso->empty_tuple;
    if (!items || exact) return items;
    uint64_t count = py_tuple(items)->n;
    struct py_tuple *t = py_new(iso, cls,
                                sizeof *t + count * sizeof(py_value) + sizeof(struct py_attrs));
    if (!t) return NULL;
    py_obj_set_head(&t->h, cls, PY_F_SUB, PY_K_TUPLE);
    t->n = count;
    memcpy(t->v, py_tuple(items)->v, count * sizeof(py_value));
    return (py_value)t;
}

static py_value tuple_repr(struct py_isolate *iso, py_value self)
{
    return py_seq_repr(iso, self, "(", ")");
}

// CPython's xxHash scheme.
// As CPython's by the recurrence of Y. Collet's xxHash, whose primes p1, p2 and p5 are.
static bool tuple_hash(struct py_isolate *iso, py_value self, uint64_t *out)
{
    const uint64_t p1 = 11400714785074694791u, p2 = 14029467366897019727u,
                   p5 = 2870177450012600261u;
    const struct py_tuple *t = py_tuple(self);
    uint64_t acc = p5;
    if (!py_enter(iso, " while hashing an object")) return false;
    for (uint64_t i = 0; i < t->n; i++) {
        uint64_t lane;
        if (!py_key_hash(iso, t->v[i], &lane) || !py_tick(iso, i & 1)) {
            py_leave(iso);
            return false;
        }
        acc += lane * p2;
        acc = (acc << 31 | acc >> 33) * p1;
    }
    py_leave(iso);
    acc += t->n ^ (p5 ^ 3527539ul);
    *out = acc == UINT64_MAX ? 1546275796 : acc;
    return true;
}

static py_value tuple_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (!py_is_kind(b, PY_K_TUPLE)) return PY_NOTIMPL;
    return py_seq_compare(iso, a, b, op);
}

static int tuple_truth(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_tuple(self)->n != 0;
}
static int64_t tuple_length(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return (int64_t)py_tuple(self)->n;
}

static py_value tuple_getitem(struct py_isolate *iso, py_value self, py_value key)
{
    const struct py_tuple *t = py_tuple(self);
    int64_t i, stop, step, count;
    if (!py_is_kind(key, PY_K_SLICE)) {
        int ok = py_seq_index(iso, key, (int64_t)t->n, "tuple", &i);
        if (!ok) py_raise_type_error(iso, "tuple indices must be integers or slices, not %T", key);
        return ok == 1 ? t->v[i] : NULL;
    }
    if (!py_slice_indices(iso, key, (int64_t)t->n, &i, &stop, &step, &count)) return NULL;
    if ((uint64_t)count == t->n && step == 1 && py_is_exact(self, PY_K_TUPLE)) return self;
    if (!py_tick(iso, (uint64_t)count / 16)) return NULL;
    if (step == 1) return py_tuple_from(iso, t->v + i, (uint64_t)count);
    py_value r = py_tuple_new(iso, (uint64_t)count);
    for (int64_t k = 0; r && k < count; k++) py_tuple(r)->v[k] = t->v[i + k * step];
    return r;
}

static py_value tuple_iter(struct py_isolate *iso, py_value self)
{
    return py_seqiter_new(iso, PY_T_TUPLE_ITERATOR, self, 0, 0);
}

static py_value concat(struct py_isolate *iso, const struct py_tuple *x, const struct py_tuple *y)
{
    py_value r = py_tuple_new(iso, x->n + y->n);
    if (!r || !py_tick(iso, (x->n + y->n) / 16)) return NULL;
    memcpy(py_tuple(r)->v, x->v, x->n * sizeof(py_value));
    memcpy(py_tuple(r)->v + x->n, y->v, y->n * sizeof(py_value));
    return r;
}

static py_value repeat(struct py_isolate *iso, py_value seq, int64_t count)
{
    const struct py_tuple *t = py_tuple(seq);
    if (count == 1 && py_is_exact(seq, PY_K_TUPLE)) return seq;
    uint64_t total;
    if (__builtin_mul_overflow(t->n, (uint64_t)count, &total) || total > UINT64_MAX / 16)
        return py_raise_no_memory(iso);
    if (total > 4096 && !py_mem_check(iso, total * sizeof(py_value))) return NULL;
    py_value r = py_tuple_new(iso, total);
    if (!r || !py_tick(iso, total / 16)) return NULL;
    for (uint64_t i = 0; i < total; i += t->n)
        memcpy(py_tuple(r)->v + i, t->v, t->n * sizeof(py_value));
    return r;
}

static py_value tuple_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op == PY_BIN_ADD) {
        if (!py_is_kind(a, PY_K_TUPLE)) return PY_NOTIMPL;
        if (!py_is_kind(b, PY_K_TUPLE)) return py_seq_concat_error(iso, "tuple", b);
        if (!py_tuple(b)->n && py_is_exact(a, PY_K_TUPLE)) return a;
        if (!py_tuple(a)->n && py_is_exact(b, PY_K_TUPLE)) return b;
        return concat(iso, py_tuple(a), py_tuple(b));
    }
    if (op == PY_BIN_MUL) {
        bool left = py_is_kind(a, PY_K_TUPLE);
        int64_t count;
        if (!py_seq_repeat_count(iso, left ? b : a, &count)) return NULL;
        return repeat(iso, left ? a : b, count);
    }
    return PY_NOTIMPL;
}

static PY_NATIVE(tuple_count)
{
    int64_t c = py_seq_count(iso, a[0], a[1]);
    return c < 0 ? NULL : py_small_new(c);
}

static PY_NATIVE(tuple_index)
{
    int64_t from, to;
    if (!py_seq_bounds(iso, a[2], a[3], (int64_t)py_tuple(a[0])->n, &from, &to)) return NULL;
    int64_t i = py_seq_find(iso, a[0], a[1], from, to);
    if (i == -1) return py_raise_value_error(iso, "tuple.index(x): x not in tuple");
    return i < 0 ? NULL : py_small_new(i);
}

static PY_NATIVE(tuple_getnewargs)
{
    py_value t = py_tuple_from(iso, py_tuple(a[0])->v, py_tuple(a[0])->n);
    return t ? py_tuple_pack(iso, 1, t) : NULL;
}

static const struct py_native_row methods[] = {
    PY_ROW("index", tuple_index, "value, start=0, stop=sys.maxsize, /",
           "Place of the first item that equals value, from start to stop; ValueError where "
           "none does."),
    PY_ROW("count", tuple_count, "value, /", "How many items equal value."),
    PY_ROW("__getnewargs__", tuple_getnewargs, "", NULL),
    PY_CLASS_ROW("__class_getitem__", py_class_getitem, "item, /",
                 "The class with types of its items, for annotations: tuple[int, str]."),
    {0}};

static bool tuple_setup(PY_UNUSED struct py_isolate *iso, struct py_type *t)
{
    t->flags |= PY_TF_SEQUENCE;
    return true;
}

void py_tuple_trace(struct py_isolate *iso, struct py_obj *o)
{
    const struct py_tuple *t = (struct py_tuple *)o;
    py_mark_values(iso, t->v, t->n);
}

const struct py_typedef py_tuple_def = {
    .name = "tuple",
    .kind = PY_K_TUPLE,
    .concat = true,
    .size = sizeof(struct py_tuple),
    .attrs_off = PY_ATTRS_AFTER,
    .setup = tuple_setup,
    .doc = "Items in an order that never changes; those of an iterable, if one is given.",
    .sig = "iterable=(), /",
    .methods = methods,
    .slots =
        {
            .make = tuple_make,
            .repr = tuple_repr,
            .hash = tuple_hash,
            .compare = tuple_compare,
            .truth = tuple_truth,
            .length = tuple_length,
            .getitem = tuple_getitem,
            .contains = py_seq_contains,
            .iter = tuple_iter,
            .binary = tuple_binary,
        },
};
