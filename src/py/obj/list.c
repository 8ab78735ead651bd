// The type list: storage, construction, subscripts, operators. Methods and slice
// assignment are in list_methods.c, sorting in list_sort.c.
#include "args.h"
#include "int.h"
#include "iter_int.h"
#include "seq_int.h"

// --- storage ------------------------------------------------------------------------------------

bool py_list_reserve(struct py_isolate *iso, struct py_list *l, uint64_t n)
{
    if (n <= l->cap) return true;
    if (n > UINT64_MAX / 32) {
        py_raise_no_memory(iso);
        return false;
    }
    uint64_t cap = n <= 4 ? 4 : (n + (n >> 3) + 6) & ~(uint64_t)3;
    struct py_buf *b = l->v ? py_buf_resize(iso, py_buf_of(l->v), cap * sizeof(py_value))
                            : py_buf_new(iso, PY_K_VALUES, cap * sizeof(py_value));
    if (!b) return false;
    l->v = b->u.v;
    l->cap = cap;
    return true;
}

py_value py_list_new(struct py_isolate *iso, uint64_t room)
{
    struct py_list *l = py_new(iso, py_t(iso, PY_T_LIST), sizeof *l);
    if (!l || !room) return (py_value)l;
    struct py_buf *b = room > UINT64_MAX / 32
                           ? py_raise_no_memory(iso)
                           : py_buf_new(iso, PY_K_VALUES, room * sizeof(py_value));
    if (!b) return NULL;
    l->v = b->u.v;
    l->cap = room;
    return (py_value)l;
}

py_value py_list_from(struct py_isolate *iso, const py_value *v, uint64_t n)
{
    py_value l = py_list_new(iso, n);
    if (!l || !n) return l;
    py_charge_bytes(iso, n * sizeof *v);
    memcpy(py_list(l)->v, v, n * sizeof *v);
    py_list(l)->n = n;
    return l;
}

bool py_list_append(struct py_isolate *iso, py_value list, py_value v)
{
    struct py_list *l = py_list(list);
    if (l->n == l->cap && !py_list_reserve(iso, l, l->n + 1)) return false;
    l->v[l->n++] = v;
    return true;
}

static bool extend_items(struct py_isolate *iso, struct py_list *l, py_value other)
{
    struct py_items s = py_items_of(other);
    uint64_t n = s.n;
    if (!n) return true;
    if (!py_list_reserve(iso, l, l->n + n) || !py_tick(iso, n / 16)) return false;
    s = py_items_of(other); // other may be the list itself, just moved
    memcpy(l->v + l->n, s.v, n * sizeof(py_value));
    l->n += n;
    return true;
}

static bool extend_range(struct py_isolate *iso, struct py_list *l, const struct py_rangeiter *r)
{
    int64_t n = r->left, v = r->next;
    if (n <= 0) return true;
    if (!py_mem_check(iso, (uint64_t)n * 8) || !py_list_reserve(iso, l, l->n + (uint64_t)n) ||
        !py_tick(iso, (uint64_t)n / 8))
        return false;
    for (int64_t i = 0; i < n; i++, v += r->step) l->v[l->n++] = py_small_new(v);
    return true;
}

static bool extend_str(struct py_isolate *iso, py_value list, const struct py_str *text)
{
    if (!py_mem_check(iso, (uint64_t)text->len * 8) ||
        !py_list_reserve(iso, py_list(list), py_list(list)->n + text->len))
        return false;
    for (size_t i = 0; i < text->len; i++) {
        py_value v = py_str_char(iso, py_str_at(text, i));
        if (!v || !py_list_append(iso, list, v) || !py_tick(iso, 1)) return false;
    }
    return true;
}

bool py_list_extend(struct py_isolate *iso, py_value list, py_value iterable)
{
    struct py_list *l = py_list(list);
    if (py_is_exact(iterable, PY_K_STR)) return extend_str(iso, list, py_str(iterable));
    if (py_is_exact(iterable, PY_K_LIST) || py_is_exact(iterable, PY_K_TUPLE) || iterable == list)
        return extend_items(iso, l, iterable);
    py_value it = py_iter(iso, iterable);
    if (!it) return false;
    if (py_is_kind(it, PY_K_RANGEITER) && py_is_kind(iterable, PY_K_RANGE))
        return extend_range(iso, l, (struct py_rangeiter *)it);
    int64_t hint = py_length_hint(iso, iterable, 0);
    if (hint < 0 || iso->exc) return false;
    // A hint is no promise: large ones are believed only by and by.
    if (hint > 4 && !py_list_reserve(iso, l, l->n + (uint64_t)(hint < 65536 ? hint : 65536)))
        return false;
    py_value v;
    while ((v = py_next(iso, it))) {
        if (!py_list_append(iso, list, v) || !py_tick(iso, 1)) return false;
    }
    return !iso->exc;
}

py_value py_list_of(struct py_isolate *iso, py_value iterable)
{
    py_value l = py_list_new(iso, 0);
    return l && py_list_extend(iso, l, iterable) ? l : NULL;
}

// --- slots --------------------------------------------------------------------------------------

static py_value list_make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    struct py_list *l = py_new_of(iso, cls, sizeof(struct py_list));
    if (l && cls != py_t(iso, PY_T_LIST)) py_obj_set_flag(&l->h, PY_F_SUB);
    return (py_value)l;
}

static bool list_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    if (!py_args_no_kw_init(iso, self, PY_T_LIST, kw)) return false;
    if (!py_args_count(iso, "list", n, 0, 1)) return false;
    py_list(self)->n = 0;
    return !n || py_list_extend(iso, self, a[0]);
}

static py_value list_repr(struct py_isolate *iso, py_value self)
{
    return py_seq_repr(iso, self, "[", "]");
}

static py_value list_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (!py_is_kind(b, PY_K_LIST)) return PY_NOTIMPL;
    return py_seq_compare(iso, a, b, op);
}

static int list_truth(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_list(self)->n != 0;
}
static int64_t list_length(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return (int64_t)py_list(self)->n;
}

static py_value list_getitem(struct py_isolate *iso, py_value self, py_value key)
{
    struct py_list *l = py_list(self);
    int64_t i, stop, step, count;
    if (!py_is_kind(key, PY_K_SLICE)) {
        int ok = py_seq_index(iso, key, (int64_t)l->n, "list", &i);
        if (!ok) py_raise_type_error(iso, "list indices must be integers or slices, not %T", key);
        if (ok != 1) return NULL;
        if ((uint64_t)i >= l->n) return py_raise(iso, PY_T_IndexError, "list index out of range");
        return l->v[i];
    }
    // Indices may run code that changes the length: resolve them before it is asked.
    if (!(key = py_slice_plain(iso, key)) ||
        !py_slice_indices(iso, key, (int64_t)l->n, &i, &stop, &step, &count))
        return NULL;
    if (count <= 0) return py_list_new(iso, 0);
    if (!py_tick(iso, (uint64_t)count / 16)) return NULL;
    if (step == 1) return py_list_from(iso, l->v + i, (uint64_t)count);
    py_value r = py_list_new(iso, (uint64_t)count);
    if (!r) return NULL;
    for (int64_t k = 0; k < count; k++) py_list(r)->v[k] = l->v[i + k * step];
    py_list(r)->n = (uint64_t)count;
    return r;
}

static bool list_setitem(struct py_isolate *iso, py_value self, py_value key, py_value v)
{
    struct py_list *l = py_list(self);
    if (py_is_kind(key, PY_K_SLICE)) return py_list_assign_slice(iso, self, key, v);
    int64_t i;
    int ok = py_seq_index(iso, key, (int64_t)l->n, v ? "list assignment" : "list assignment", &i);
    if (!ok) py_raise_type_error(iso, "list indices must be integers or slices, not %T", key);
    if (ok != 1) return false;
    if ((uint64_t)i >= l->n) {
        py_raise(iso, PY_T_IndexError, "list assignment index out of range");
        return false;
    }
    if (v) {
        l->v[i] = v;
        return true;
    }
    memmove(l->v + i, l->v + i + 1, (l->n - (uint64_t)i - 1) * sizeof(py_value));
    py_charge(iso, (l->n - (uint64_t)i) / 64);
    l->v[--l->n] = NULL;
    return true;
}

static py_value list_iter(struct py_isolate *iso, py_value self)
{
    return py_seqiter_new(iso, PY_T_LIST_ITERATOR, self, 0, 0);
}

static py_value concat(struct py_isolate *iso, const struct py_list *x, const struct py_list *y)
{
    py_value r = py_list_new(iso, x->n + y->n);
    if (!r || !py_tick(iso, (x->n + y->n) / 16)) return NULL;
    struct py_list *l = py_list(r);
    if (x->n) memcpy(l->v, x->v, x->n * sizeof(py_value));
    if (y->n) memcpy(l->v + x->n, y->v, y->n * sizeof(py_value));
    l->n = x->n + y->n;
    return r;
}

static bool total_of(struct py_isolate *iso, uint64_t n, int64_t count, uint64_t *total)
{
    if (!__builtin_mul_overflow(n, (uint64_t)count, total) && *total <= UINT64_MAX / 32)
        return *total < 4096 ||
               (py_mem_check(iso, *total * sizeof(py_value)) && py_tick(iso, *total / 16));
    py_raise_no_memory(iso);
    return false;
}

// Fills v[n..total) with copies of v[0..n).
static void fill(py_value *v, uint64_t n, uint64_t total)
{
    if (n == 1) {
        for (uint64_t i = 1; i < total; i++) v[i] = v[0];
        return;
    }
    py_repeat_bytes(v, n * sizeof *v, total * sizeof *v);
}

static py_value repeat(struct py_isolate *iso, py_value seq, int64_t count)
{
    uint64_t n = py_list(seq)->n, total;
    if (!total_of(iso, n, count, &total)) return NULL;
    py_value r = py_list_new(iso, total);
    if (!r || !total) return r;
    memcpy(py_list(r)->v, py_list(seq)->v, n * sizeof(py_value));
    fill(py_list(r)->v, n, total);
    py_list(r)->n = total;
    return r;
}

static py_value list_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op == PY_BIN_ADD) {
        if (!py_is_kind(a, PY_K_LIST)) return PY_NOTIMPL;
        if (!py_is_kind(b, PY_K_LIST)) return py_seq_concat_error(iso, "list", b);
        return concat(iso, py_list(a), py_list(b));
    }
    if (op == PY_BIN_MUL) {
        bool left = py_is_kind(a, PY_K_LIST);
        int64_t count;
        if (!py_seq_repeat_count(iso, left ? b : a, &count)) return NULL;
        return repeat(iso, left ? a : b, count);
    }
    return PY_NOTIMPL;
}

static py_value list_inplace(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op == PY_BIN_ADD) return py_list_extend(iso, a, b) ? a : NULL;
    if (op != PY_BIN_MUL) return PY_NOTIMPL;
    int64_t count;
    if (!py_seq_repeat_count(iso, b, &count)) return NULL;
    struct py_list *l = py_list(a);
    uint64_t n = l->n, total;
    if (!total_of(iso, n, count, &total) || !py_list_reserve(iso, l, total)) return NULL;
    if (total > n) fill(l->v, n, total);
    else if (total < n) memset(l->v + total, 0, (n - total) * sizeof(py_value));
    l->n = total;
    return a;
}

static bool list_setup(struct py_isolate *iso, struct py_type *t)
{
    t->flags |= PY_TF_SEQUENCE;
    return py_dict_set(iso, t->dict, py_name(iso, PY_N___hash__), PY_NONE);
}

void py_list_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_list *l = (struct py_list *)o;
    if (l->v && py_mark_storage(iso, py_buf_of(l->v))) py_mark_values(iso, l->v, l->n);
}

const struct py_typedef py_list_def = {
    .name = "list",
    .kind = PY_K_LIST,
    .concat = true,
    .size = sizeof(struct py_list),
    .attrs_off = offsetof(struct py_list, at),
    .setup = list_setup,
    .doc = "Items in an order that can be changed; those of an iterable, if one is given.",
    .sig = "iterable=(), /",
    .methods = py_list_methods,
    .slots =
        {
            .make = list_make,
            .init = list_init,
            .repr = list_repr,
            .compare = list_compare,
            .truth = list_truth,
            .length = list_length,
            .getitem = list_getitem,
            .setitem = list_setitem,
            .contains = py_seq_contains,
            .iter = list_iter,
            .binary = list_binary,
            .inplace = list_inplace,
        },
};
