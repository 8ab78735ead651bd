// Shared by list and tuple: comparing, searching, printing items; operands of + and *.
#ifndef PY_SEQ_INT_H
#define PY_SEQ_INT_H

#include "../native.h"

// Items of a list or tuple as they are now. Lists may change whenever Python code runs: ask again.
struct py_items {
    py_value *v;
    uint64_t n;
};
static inline struct py_items py_items_of(py_value seq)
{
    if (py_is_kind(seq, PY_K_LIST)) return (struct py_items){py_list(seq)->v, py_list(seq)->n};
    return (struct py_items){py_tuple(seq)->v, py_tuple(seq)->n};
}
py_value py_seq_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op);
int py_seq_contains(struct py_isolate *iso, py_value seq, py_value v);
int64_t py_seq_count(struct py_isolate *iso, py_value seq, py_value v); // -1: exception
// Index of v in seq[start..stop) (already resolved); -1 absent, -2 exception.
int64_t py_seq_find(struct py_isolate *iso, py_value seq, py_value v, int64_t start, int64_t stop);
// start and stop arguments of index() against n items (NULL: absent). False: exception.
bool py_seq_bounds(struct py_isolate *iso, py_value start, py_value stop, int64_t n, int64_t *from,
                   int64_t *to);
py_value py_seq_repr(struct py_isolate *iso, py_value seq, const char *open, const char *close);
// A subscript as an item index in [0, n). 1 done, 0 not an integer, -1 exception (IndexError "what
// index out of range").
int py_seq_index(struct py_isolate *iso, py_value key, int64_t n, const char *what, int64_t *out);
// How often seq * by repeats seq, 0 or more. TypeError, OverflowError, or what __index__ raised.
bool py_seq_repeat_count(struct py_isolate *iso, py_value by, int64_t *count);
// The other operand of seq + b has the wrong type: TypeError, or NotImplemented when it has
// __radd__.
py_value py_seq_concat_error(struct py_isolate *iso, const char *name, py_value b);
// A slice member as an int: __index__, with the slice's own TypeError.
py_value py_slice_index(struct py_isolate *iso, py_value v);
// A start or stop brought into [low, high] of a sequence of any int length; `absent` for None.
bool py_slice_bound(struct py_isolate *iso, py_value v, py_value len, py_value low, py_value high,
                    py_value absent, py_value *out);
// Makes room for n items in all.
bool py_list_reserve(struct py_isolate *iso, struct py_list *l, uint64_t n);
bool py_list_assign_slice(struct py_isolate *iso, py_value list, py_value slice, py_value v);
extern const struct py_native_row py_list_methods[];

// The first n bytes (n > 0) of `to` again and again, up to `total`.
static inline void py_repeat_bytes(void *to, size_t n, size_t total)
{
    for (size_t done = n; done < total;) {
        size_t more = done < total - done ? done : total - done;
        memcpy((char *)to + done, to, more);
        done += more;
    }
}

#endif
