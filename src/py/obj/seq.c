// What list and tuple have in common.
#include "seq_int.h"

#include "int.h"

py_value py_seq_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    struct py_items x = py_items_of(a), y = py_items_of(b);
    if (x.n != y.n && (op == PY_CMP_EQ || op == PY_CMP_NE)) return py_bool(op == PY_CMP_NE);
    if (!py_enter(iso, " in comparison")) return NULL;
    uint64_t i = 0;
    int eq = 1;
    for (; i < x.n && i < y.n; i++) {
        if (x.v[i] == y.v[i] && !py_is_flonum(x.v[i])) {
            py_charge(iso, i & 1);
            continue;
        }
        if (py_are_ints(x.v[i], y.v[i])) {
            eq = 0;
            break;
        }
        eq = py_eq(iso, x.v[i], y.v[i]);
        if (eq <= 0) break;
        x = py_items_of(a), y = py_items_of(b);
        if (!py_tick(iso, 1)) eq = -1;
        if (eq < 0) break;
    }
    py_value r = NULL;
    x = py_items_of(a), y = py_items_of(b);
    if (eq < 0) {
        r = NULL;
    } else if (i >= x.n || i >= y.n) {
        r = py_bool(PY_HOLDS(op, x.n, y.n));
    } else if (op == PY_CMP_EQ || op == PY_CMP_NE) {
        r = py_bool(op == PY_CMP_NE);
    } else if (py_are_ints(x.v[i], y.v[i])) {
        r = py_bool(py_compare_bool(iso, x.v[i], y.v[i], op));
    } else {
        r = py_compare(iso, x.v[i], y.v[i], op);
    }
    py_leave(iso);
    return r;
}

int64_t py_seq_find(struct py_isolate *iso, py_value seq, py_value v, int64_t start, int64_t stop)
{
    struct py_items s = py_items_of(seq);
    for (int64_t i = start; i < stop && (uint64_t)i < s.n; i++) {
        if (s.v[i] == v && !py_is_flonum(v)) return i;
        if (py_are_ints(s.v[i], v)) {
            py_charge(iso, i & 1);
            continue;
        }
        int eq = py_eq(iso, s.v[i], v);
        if (eq > 0) return i;
        if (eq < 0 || !py_tick(iso, 1)) return -2;
        s = py_items_of(seq);
    }
    return -1;
}

int py_seq_contains(struct py_isolate *iso, py_value seq, py_value v)
{
    int64_t i = py_seq_find(iso, seq, v, 0, INT64_MAX);
    return i == -2 ? -1 : i >= 0;
}

int64_t py_seq_count(struct py_isolate *iso, py_value seq, py_value v)
{
    int64_t count = 0;
    for (int64_t i = 0;; i++, count++) {
        i = py_seq_find(iso, seq, v, i, INT64_MAX);
        if (i == -2 || !py_tick(iso, 1)) return -1;
        if (i < 0) return count;
    }
}

static bool bound(struct py_isolate *iso, py_value v, int64_t n, int64_t *out)
{
    if (!v) return true;
    if (!py_is_anyint(v) &&
        !py_type_lookup(iso, py_type_of(iso, v), py_name(iso, PY_N___index__))) {
        if (!iso->exc)
            py_raise_type_error(iso, "slice indices must be integers or have an __index__ method");
        return false;
    }
    if (!py_as_index(iso, v, out)) return false;
    if (*out < 0) *out = *out + n < 0 ? 0 : *out + n;
    return true;
}

bool py_seq_bounds(struct py_isolate *iso, py_value start, py_value stop, int64_t n, int64_t *from,
                   int64_t *to)
{
    *from = 0;
    *to = INT64_MAX;
    return bound(iso, start, n, from) && bound(iso, stop, n, to);
}

py_value py_seq_repr(struct py_isolate *iso, py_value seq, const char *open, const char *close)
{
    struct py_items s = py_items_of(seq);
    bool tuple = py_is_kind(seq, PY_K_TUPLE);
    if (!s.n) return py_str_format(iso, "%s%s", open, close);
    int cycle = py_repr_enter(iso, seq);
    if (cycle) return cycle < 0 ? NULL : py_str_format(iso, "%s...%s", open, close);
    if (!py_enter(iso, " while getting the repr of an object")) {
        py_repr_leave(iso, seq);
        return NULL;
    }
    struct py_sb b;
    py_sb_init(&b, iso);
    py_sb_z(&b, open);
    for (uint64_t i = 0; i < s.n && !b.failed; i++) {
        if (i) py_sb_ascii(&b, ", ", 2);
        py_sb_repr(&b, s.v[i]);
        if (!py_tick(iso, 1)) b.failed = true;
        s = py_items_of(seq);
    }
    if (tuple && s.n == 1) py_sb_char(&b, ',');
    py_sb_z(&b, close);
    py_leave(iso);
    py_repr_leave(iso, seq);
    return iso->exc ? NULL : py_sb_finish(&b);
}

int py_seq_index(struct py_isolate *iso, py_value key, int64_t n, const char *what, int64_t *out)
{
    int64_t i;
    if (py_is_int(key)) {
        i = py_small(key);
    } else {
        py_value k = key;
        if (!py_is_anyint(key)) {
            if (!py_is_ptr(key)) return 0;
            if (!py_type_lookup(iso, py_type_of(iso, key), py_name(iso, PY_N___index__)))
                return iso->exc ? -1 : 0;
            k = py_index(iso, key);
            if (!k) return -1;
        }
        if (!py_int_get64(k, &i)) {
            py_raise(iso, PY_T_IndexError, "cannot fit '%T' into an index-sized integer", key);
            return -1;
        }
    }
    if (i < 0) i += n;
    if (i < 0 || i >= n) {
        py_raise(iso, PY_T_IndexError, "%s index out of range", what);
        return -1;
    }
    *out = i;
    return 1;
}

bool py_has_own_method(struct py_isolate *iso, py_value v, enum py_name_id name)
{
    if (!py_is_ptr(v) || !(py_type_of(iso, v)->flags & PY_TF_HEAP)) return false;
    py_value f = py_type_lookup(iso, py_type_of(iso, v), py_name(iso, name));
    return f && py_type_of(iso, f) != py_t(iso, PY_T_WRAPPER_DESCRIPTOR);
}

bool py_seq_repeat_count(struct py_isolate *iso, py_value by, int64_t *count)
{
    if (!py_is_anyint(by) && !(py_is_ptr(by) && py_type_lookup(iso, py_type_of(iso, by),
                                                               py_name(iso, PY_N___index__)))) {
        if (!iso->exc)
            py_raise_type_error(iso, "can't multiply sequence by non-int of type '%T'", by);
        return false;
    }
    py_value k = py_index(iso, by);
    if (!k) return false;
    if (!py_int_get64(k, count)) {
        py_raise(iso, PY_T_OverflowError, "cannot fit '%T' into an index-sized integer", by);
        return false;
    }
    if (*count < 0) *count = 0;
    return true;
}

py_value py_seq_concat_error(struct py_isolate *iso, const char *name, py_value b)
{
    return py_raise_type_error(iso, "can only concatenate %s (not \"%T\") to %s", name, b, name);
}
