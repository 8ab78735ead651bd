// Inside of collections.deque: a ring of values, to which both ends have the same way.
#ifndef PY_DEQUE_INT_H
#define PY_DEQUE_INT_H

#include "collections_int.h"

struct py_deque {
    struct py_obj h;
    struct py_attrs at;
    struct py_buf *buf; // cap slots, a power of two
    uint64_t head, n, cap;
    int64_t maxlen; // -1: none
    uint64_t state; // changes with every change of length
};

struct py_deque_iter {
    struct py_obj h;
    struct py_deque *d;
    uint64_t i, state;
};

#define PY_DEQUE(v) ((struct py_deque *)(v))

static inline py_value *py_deque_slot(const struct py_deque *d, uint64_t i)
{
    return (py_value *)((char *)d->buf + offsetof(struct py_buf, u)) +
           ((d->head + i) & (d->cap - 1));
}

bool py_deque_grow(struct py_isolate *iso, struct py_deque *d);

static inline py_value py_deque_take_left(struct py_deque *d)
{
    py_value v = *py_deque_slot(d, 0);
    *py_deque_slot(d, 0) = NULL;
    d->head = (d->head + 1) & (d->cap - 1);
    d->n--;
    d->state++;
    return v;
}

static inline py_value py_deque_take_right(struct py_deque *d)
{
    py_value v = *py_deque_slot(d, d->n - 1);
    *py_deque_slot(d, --d->n) = NULL;
    d->state++;
    return v;
}

static inline bool py_deque_push_right(struct py_isolate *iso, struct py_deque *d, py_value v)
{
    if (d->n == d->cap && !py_deque_grow(iso, d)) return false;
    *py_deque_slot(d, d->n++) = v;
    d->state++;
    if (d->maxlen >= 0 && d->n > (uint64_t)d->maxlen) py_deque_take_left(d);
    return true;
}

static inline bool py_deque_push_left(struct py_isolate *iso, struct py_deque *d, py_value v)
{
    if (d->n == d->cap && !py_deque_grow(iso, d)) return false;
    d->head = (d->head - 1) & (d->cap - 1);
    d->n++;
    *py_deque_slot(d, 0) = v;
    d->state++;
    if (d->maxlen >= 0 && d->n > (uint64_t)d->maxlen) py_deque_take_right(d);
    return true;
}

// Left: one by one at the left end, so that their order ends up reversed.
bool py_deque_extend(struct py_isolate *iso, struct py_deque *d, py_value iterable, bool left);
void py_deque_clear(struct py_deque *d);
// Removes item i by moving what follows.
void py_deque_remove_at(struct py_isolate *iso, struct py_deque *d, uint64_t i);
// Index of v in [from, to), -1 absent, -2 exception.
int64_t py_deque_find(struct py_isolate *iso, struct py_deque *d, py_value v, uint64_t from,
                      uint64_t to);
struct py_deque *py_deque_copy(struct py_isolate *iso, py_value d);
py_value py_deque_iter_new(struct py_isolate *iso, py_value d, enum py_collections_type_id type);
extern const struct py_native_row py_deque_methods[];

#endif
