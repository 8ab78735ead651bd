// What deques are asked by name; see deque.c.
#include "../obj/seq_int.h"
#include "deque_int.h"

static PY_NATIVE(d_append)
{
    return py_deque_push_right(iso, PY_DEQUE(a[0]), a[1]) ? PY_NONE : NULL;
}
static PY_NATIVE(d_appendleft)
{
    return py_deque_push_left(iso, PY_DEQUE(a[0]), a[1]) ? PY_NONE : NULL;
}
static PY_NATIVE(d_extend)
{
    return py_deque_extend(iso, PY_DEQUE(a[0]), a[1], false) ? PY_NONE : NULL;
}
static PY_NATIVE(d_extendleft)
{
    return py_deque_extend(iso, PY_DEQUE(a[0]), a[1], true) ? PY_NONE : NULL;
}
static PY_NATIVE(d_copy)
{
    return (py_value)py_deque_copy(iso, a[0]);
}

static PY_NATIVE(d_clear)
{
    py_deque_clear(PY_DEQUE(a[0]));
    return PY_NONE;
}

static PY_NATIVE(d_pop)
{
    if (!PY_DEQUE(a[0])->n) return py_raise(iso, PY_T_IndexError, "pop from an empty deque");
    return py_deque_take_right(PY_DEQUE(a[0]));
}

static PY_NATIVE(d_popleft)
{
    if (!PY_DEQUE(a[0])->n) return py_raise(iso, PY_T_IndexError, "pop from an empty deque");
    return py_deque_take_left(PY_DEQUE(a[0]));
}

static PY_NATIVE(d_count)
{
    int64_t count = 0;
    for (int64_t i = 0;; i++, count++) {
        i = py_deque_find(iso, PY_DEQUE(a[0]), a[1], (uint64_t)i, UINT64_MAX);
        if (i == -2) return NULL;
        if (i < 0) return py_int_new(iso, count);
    }
}

static PY_NATIVE(d_index)
{
    int64_t from, to;
    if (!py_seq_bounds(iso, a[2], a[3], (int64_t)PY_DEQUE(a[0])->n, &from, &to)) return NULL;
    int64_t i = py_deque_find(iso, PY_DEQUE(a[0]), a[1], (uint64_t)from, (uint64_t)to);
    if (i == -1) return py_raise_value_error(iso, "%R is not in deque", a[1]);
    return i < 0 ? NULL : py_int_new(iso, i);
}

static PY_NATIVE(d_insert)
{
    struct py_deque *d = PY_DEQUE(a[0]);
    int64_t i;
    if (!py_as_int64(iso, a[1], &i)) return NULL;
    if (d->maxlen >= 0 && d->n == (uint64_t)d->maxlen)
        return py_raise(iso, PY_T_IndexError, "deque already at its maximum size");
    if (i < 0) i = i + (int64_t)d->n < 0 ? 0 : i + (int64_t)d->n;
    if (i > (int64_t)d->n) i = (int64_t)d->n;
    if (!py_deque_push_right(iso, d, a[2])) return NULL;
    for (uint64_t k = d->n - 1; k > (uint64_t)i; k--)
        *py_deque_slot(d, k) = *py_deque_slot(d, k - 1);
    *py_deque_slot(d, (uint64_t)i) = a[2];
    return py_tick(iso, d->n / 64) ? PY_NONE : NULL;
}

static PY_NATIVE(d_remove)
{
    struct py_deque *d = PY_DEQUE(a[0]);
    uint64_t state = d->state;
    for (uint64_t i = 0; i < d->n; i++) {
        int eq = py_eq(iso, *py_deque_slot(d, i), a[1]);
        if (eq < 0 || !py_tick(iso, 1)) return NULL;
        if (d->state != state)
            return py_raise(iso, PY_T_IndexError, "deque mutated during remove().");
        if (!eq) continue;
        py_deque_remove_at(iso, d, i);
        return PY_NONE;
    }
    return py_raise_value_error(iso, "%R is not in deque", a[1]);
}

static PY_NATIVE(d_reverse)
{
    struct py_deque *d = PY_DEQUE(a[0]);
    for (uint64_t i = 0; i < d->n / 2; i++) {
        py_value t = *py_deque_slot(d, i);
        *py_deque_slot(d, i) = *py_deque_slot(d, d->n - 1 - i);
        *py_deque_slot(d, d->n - 1 - i) = t;
    }
    return py_tick(iso, d->n / 16) ? PY_NONE : NULL;
}

static PY_NATIVE(d_rotate)
{
    struct py_deque *d = PY_DEQUE(a[0]);
    int64_t by = 1;
    if (a[1] && !py_as_int64(iso, a[1], &by)) return NULL;
    int64_t len = (int64_t)d->n; // now: __index__ may have changed it
    if (len < 2 || by % len == 0) return PY_NONE;
    by %= len;
    if (by < 0) by += len;
    if (!py_tick(iso, (uint64_t)by / 16)) return NULL;
    bool right = by <= len / 2;
    for (int64_t i = right ? by : len - by; i > 0; i--) {
        py_value v = right ? py_deque_take_right(d) : py_deque_take_left(d);
        if (right) {
            d->head = (d->head - 1) & (d->cap - 1);
            d->n++;
            *py_deque_slot(d, 0) = v;
        } else {
            *py_deque_slot(d, d->n++) = v;
        }
    }
    return PY_NONE;
}

static PY_NATIVE(d_reduce)
{
    bool bounded = PY_DEQUE(a[0])->maxlen >= 0;
    py_value max = bounded ? py_int_new(iso, PY_DEQUE(a[0])->maxlen) : NULL;
    if (bounded && !max) return NULL;
    py_value args = max ? py_tuple_pack(iso, 2, iso->empty_tuple, max) : iso->empty_tuple;
    py_value it = args ? py_iter(iso, a[0]) : NULL, state = it ? py_attr_dict(iso, a[0]) : NULL;
    if (iso->exc || !it) return NULL;
    return py_tuple_pack(iso, 4, (py_value)py_type_of(iso, a[0]), args, state ? state : PY_NONE,
                         it);
}

static PY_NATIVE(d_reversed)
{
    return py_deque_iter_new(iso, a[0], PY_COLL_DEQUE_REVITER);
}

const struct py_native_row py_deque_methods[] = {
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
