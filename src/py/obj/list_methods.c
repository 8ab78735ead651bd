// Methods of list, and assignment to slices of it.
#include "int.h"
#include "iter_int.h"
#include "seq_int.h"

// --- slices -------------------------------------------------------------------------------------

// Replaces l[at..at+old) by count items (NULL: none), moving the rest.
static bool splice(struct py_isolate *iso, struct py_list *l, uint64_t at, uint64_t old,
                   const py_value *items, uint64_t count)
{
    uint64_t tail = l->n - at - old, n = l->n - old + count;
    if (!py_list_reserve(iso, l, n)) return false;
    py_charge(iso, (tail + count) / 64);
    if (tail) memmove(l->v + at + count, l->v + at + old, tail * sizeof *l->v);
    if (count) memcpy(l->v + at, items, count * sizeof *l->v);
    if (n < l->n) memset(l->v + n, 0, (l->n - n) * sizeof *l->v);
    l->n = n;
    return true;
}

static bool delete_steps(struct py_isolate *iso, struct py_list *l, int64_t start, int64_t step,
                         int64_t count)
{
    if (count <= 0) return true;
    if (step < 0) {
        start += (count - 1) * step;
        step = -step;
    }
    if (!py_tick(iso, l->n / 16)) return false;
    uint64_t out = (uint64_t)start;
    int64_t skip = start;
    for (uint64_t i = (uint64_t)start; i < l->n; i++) {
        if ((int64_t)i == skip && count > 0) {
            if (--count) skip += step;
        } else {
            l->v[out++] = l->v[i];
        }
    }
    memset(l->v + out, 0, (l->n - out) * sizeof *l->v);
    l->n = out;
    return true;
}

bool py_list_assign_slice(struct py_isolate *iso, py_value list, py_value slice, py_value v)
{
    struct py_list *l = py_list(list);
    int64_t start, stop, step, count;
    py_value items = NULL;
    // Indices may run code that changes the length: resolve them before it is asked.
    if (!(slice = py_slice_plain(iso, slice)) ||
        !py_slice_indices(iso, slice, (int64_t)l->n, &start, &stop, &step, &count))
        return false;
    if (v) {
        // Copied first: the source may be the list itself or run code that changes it.
        if (!py_is_exact(v, PY_K_TUPLE) && !py_is_exact(v, PY_K_LIST)) {
            if (!(v = py_iter(iso, v))) {
                if (!py_error_is(iso, PY_T_TypeError)) return false;
                py_raise_type_error(iso, step != 1 ? "must assign iterable to extended slice"
                                                   : "can only assign an iterable");
                return false;
            }
        }
        items = py_tuple_of(iso, v);
        if (!items) return false;
    }
    if (!py_slice_indices(iso, slice, (int64_t)l->n, &start, &stop, &step, &count)) return false;
    uint64_t n = items ? py_tuple(items)->n : 0;
    if (step == 1)
        return splice(iso, l, (uint64_t)start, (uint64_t)count, items ? py_tuple(items)->v : NULL,
                      n);
    if (!items) return delete_steps(iso, l, start, step, count);
    if (n != (uint64_t)count) {
        py_raise_value_error(
            iso, "attempt to assign sequence of size %llu to extended slice of size %lld",
            (unsigned long long)n, (long long)count);
        return false;
    }
    for (int64_t i = 0; i < count; i++) l->v[start + i * step] = py_tuple(items)->v[i];
    return py_tick(iso, n / 16);
}

// --- methods ------------------------------------------------------------------------------------

static PY_NATIVE(list_append)
{
    return py_list_append(iso, a[0], a[1]) ? PY_NONE : NULL;
}

static PY_NATIVE(list_extend)
{
    return py_list_extend(iso, a[0], a[1]) ? PY_NONE : NULL;
}

static PY_NATIVE(list_insert)
{
    int64_t i;
    if (!py_as_int64(iso, a[1], &i)) return NULL;
    struct py_list *l = py_list(a[0]);
    int64_t len = (int64_t)l->n;
    if (i < 0) i = i + len < 0 ? 0 : i + len;
    if (i > len) i = len;
    return splice(iso, l, (uint64_t)i, 0, &a[2], 1) ? PY_NONE : NULL;
}

static PY_NATIVE(list_pop)
{
    struct py_list *l = py_list(a[0]);
    int64_t i = -1;
    if (a[1] && !py_as_int64(iso, a[1], &i)) return NULL;
    if (!l->n) return py_raise(iso, PY_T_IndexError, "pop from empty list");
    if (i < 0) i += (int64_t)l->n;
    if (i < 0 || (uint64_t)i >= l->n)
        return py_raise(iso, PY_T_IndexError, "pop index out of range");
    py_value v = l->v[i];
    if ((uint64_t)i == l->n - 1) {
        l->v[--l->n] = NULL;
        if (l->cap > 64 && l->n < l->cap / 4) {
            struct py_buf *b = py_buf_resize(iso, py_buf_of(l->v), l->cap / 2 * sizeof(py_value));
            if (!b) return NULL;
            l->v = b->u.v;
            l->cap /= 2;
        }
        return v;
    }
    return splice(iso, l, (uint64_t)i, 1, NULL, 0) ? v : NULL;
}

static PY_NATIVE(list_remove)
{
    int64_t i = py_seq_find(iso, a[0], a[1], 0, INT64_MAX);
    if (i == -1) return py_raise_value_error(iso, "list.remove(x): x not in list");
    if (i < 0) return NULL;
    struct py_list *l = py_list(a[0]);
    if ((uint64_t)i >= l->n) return PY_NONE; // __eq__ shortened the list meanwhile
    return splice(iso, l, (uint64_t)i, 1, NULL, 0) ? PY_NONE : NULL;
}

static PY_NATIVE(list_clear)
{
    struct py_list *l = py_list(a[0]);
    l->n = l->cap = 0;
    l->v = NULL;
    return PY_NONE;
}

static PY_NATIVE(list_copy)
{
    if (!py_tick(iso, py_list(a[0])->n / 16)) return NULL;
    return py_list_from(iso, py_list(a[0])->v, py_list(a[0])->n);
}

static PY_NATIVE(list_reverse)
{
    struct py_list *l = py_list(a[0]);
    for (uint64_t i = 0, j = l->n; i + 1 < j; i++) {
        py_value t = l->v[i];
        l->v[i] = l->v[--j];
        l->v[j] = t;
    }
    return py_tick(iso, l->n / 16) ? PY_NONE : NULL;
}

static PY_NATIVE(list_count)
{
    int64_t c = py_seq_count(iso, a[0], a[1]);
    return c < 0 ? NULL : py_small_new(c);
}

static PY_NATIVE(list_index)
{
    int64_t from, to;
    if (!py_seq_bounds(iso, a[2], a[3], (int64_t)py_list(a[0])->n, &from, &to)) return NULL;
    int64_t i = py_seq_find(iso, a[0], a[1], from, to);
    if (i == -1) return py_raise_value_error(iso, "%R is not in list", a[1]);
    return i < 0 ? NULL : py_small_new(i);
}

static PY_NATIVE(list_sort)
{
    int reverse = a[2] ? py_truth(iso, a[2]) : 0;
    if (reverse < 0) return NULL;
    return py_list_sort(iso, a[0], a[1], reverse) ? PY_NONE : NULL;
}

static PY_NATIVE(list_reversed)
{
    return py_seqiter_new(iso, PY_T_LIST_REVERSEITERATOR, a[0], (int64_t)py_list(a[0])->n - 1,
                          PY_F_USER1);
}

static PY_NATIVE(list_sizeof)
{
    return py_int_from_u64(iso, 40 + py_list(a[0])->cap * 8);
}

const struct py_native_row py_list_methods[] = {
    PY_ROW("append", list_append, "object, /", "One more item at the end."),
    PY_ROW("clear", list_clear, "", "Takes everything out."),
    PY_ROW("copy", list_copy, "", "A new list with the same items."),
    PY_ROW("count", list_count, "value, /", "How many items equal value."),
    PY_ROW("extend", list_extend, "iterable, /", "More items at the end, those of any iterable."),
    PY_ROW("index", list_index, "value, start=0, stop=sys.maxsize, /",
           "Place of the first item that equals value, from start to stop; ValueError where "
           "none does."),
    PY_ROW("insert", list_insert, "index, object, /",
           "Puts an item in front of place index; 0 is the front of all."),
    PY_ROW("pop", list_pop, "index=-1, /",
           "Takes the item at that place out, the last one unless told, and gives it. "
           "IndexError where there is none."),
    PY_ROW("remove", list_remove, "value, /",
           "Takes out the first item that equals value; ValueError where none does."),
    PY_ROW("reverse", list_reverse, "",
           "Turns the order of the items round, in place; gives None."),
    PY_ROW("sort", list_sort, "*, key=None, reverse=False",
           "Orders this list itself, least first, and gives None; sorted() makes a new one. "
           "Equal items keep their order, also with reverse=True. key is a function of an "
           "item: its results are compared."),
    PY_ROW("__reversed__", list_reversed, "", "Iterator from the last item to the first."),
    PY_ROW("__sizeof__", list_sizeof, "", "Bytes of memory that the list takes, its items aside."),
    PY_CLASS_ROW("__class_getitem__", py_class_getitem, "item, /",
                 "The class with the type of its items, for annotations: list[int]."),
    {0}};
