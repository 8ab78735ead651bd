// The type slice, and resolving slices against a length.
#include "args.h"
#include "int.h"
#include "seq_int.h"

static struct py_slice *sl(py_value v)
{
    return (struct py_slice *)v;
}

py_value py_slice_new(struct py_isolate *iso, py_value start, py_value stop, py_value step)
{
    struct py_slice *s = py_new(iso, py_t(iso, PY_T_SLICE), sizeof *s);
    if (!s) return NULL;
    s->start = start ? start : PY_NONE;
    s->stop = stop ? stop : PY_NONE;
    s->step = step ? step : PY_NONE;
    return (py_value)s;
}

py_value py_slice_index(struct py_isolate *iso, py_value v)
{
    if (py_is_anyint(v)) return py_int_plain(v);
    bool found;
    py_value r = py_call_special(iso, v, py_name(iso, PY_N___index__), NULL, 0, &found);
    if (!r && !iso->exc)
        py_raise_type_error(iso,
                            "slice indices must be integers or None or have an __index__ method");
    if (!r) return NULL;
    if (!py_is_anyint(r))
        return py_raise_type_error(iso, "__index__ returned non-int (type %T)", r);
    return py_int_plain(r);
}

// A slice index clamped to what int64 holds of both signs.
static bool index_of(struct py_isolate *iso, py_value v, int64_t *out)
{
    if (py_is_int(v)) {
        *out = py_small(v);
        return true;
    }
    if (!(v = py_slice_index(iso, v))) return false;
    if (!py_int_get64(v, out) || *out == INT64_MIN)
        *out = py_int_sign(v) < 0 ? -INT64_MAX : INT64_MAX;
    return true;
}

// A start or stop bound brought into [low, high].
static bool bound(struct py_isolate *iso, py_value v, int64_t n, int64_t low, int64_t high,
                  int64_t absent, int64_t *out)
{
    if (v == PY_NONE) {
        *out = absent;
        return true;
    }
    int64_t i;
    if (!index_of(iso, v, &i)) return false;
    if (i < 0) i += n;
    *out = i < low ? low : i > high ? high : i;
    return true;
}

bool py_slice_indices(struct py_isolate *iso, py_value slice, int64_t n, int64_t *start,
                      int64_t *stop, int64_t *step, int64_t *count)
{
    const struct py_slice *s = sl(slice);
    int64_t by = 1;
    if (s->step != PY_NONE) {
        if (!index_of(iso, s->step, &by)) return false;
        if (by == 0) {
            py_raise_value_error(iso, "slice step cannot be zero");
            return false;
        }
    }
    int64_t low = by < 0 ? -1 : 0, high = by < 0 ? n - 1 : n;
    if (!bound(iso, s->start, n, low, high, by < 0 ? high : low, start) ||
        !bound(iso, s->stop, n, low, high, by < 0 ? low : high, stop))
        return false;
    *step = by;
    *count = by > 0 ? (*start < *stop ? (*stop - *start - 1) / by + 1 : 0)
                    : (*stop < *start ? (*start - *stop - 1) / -by + 1 : 0);
    return true;
}

py_value py_slice_plain(struct py_isolate *iso, py_value slice)
{
    static const int order[3] = {2, 0, 1}; // the step is asked first
    py_value m[3] = {sl(slice)->start, sl(slice)->stop, sl(slice)->step};
    bool plain = true;
    for (int i = 0; i < 3; i++) {
        py_value *v = &m[order[i]];
        bool given = *v == PY_NONE || py_is_anyint(*v);
        plain = plain && given;
        if (!given && !(*v = py_slice_index(iso, *v))) return NULL;
        if (!i && py_is_anyint(*v) && py_int_plain(*v) == py_small_new(0))
            return py_raise_value_error(iso, "slice step cannot be zero");
    }
    return plain ? slice : py_slice_new(iso, m[0], m[1], m[2]);
}

static py_value slice_make(struct py_isolate *iso, PY_UNUSED struct py_type *cls, py_value *a,
                           int n, py_value kw)
{
    if (!py_args_no_kw(iso, "slice", kw) || !py_args_count(iso, "slice", n, 1, 3)) return NULL;
    if (n == 1) return py_slice_new(iso, NULL, a[0], NULL);
    return py_slice_new(iso, a[0], a[1], n > 2 ? a[2] : NULL);
}

static py_value slice_repr(struct py_isolate *iso, py_value self)
{
    return py_str_format(iso, "slice(%R, %R, %R)", sl(self)->start, sl(self)->stop, sl(self)->step);
}

static py_value as_tuple(struct py_isolate *iso, py_value s)
{
    return py_tuple_pack(iso, 3, sl(s)->start, sl(s)->stop, sl(s)->step);
}

static py_value slice_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (!py_is_kind(b, PY_K_SLICE)) return PY_NOTIMPL;
    if (a == b) return py_bool(op == PY_CMP_EQ || op == PY_CMP_LE || op == PY_CMP_GE);
    py_value x = as_tuple(iso, a), y = x ? as_tuple(iso, b) : NULL;
    return y ? py_compare(iso, x, y, op) : NULL;
}

static bool slice_hash(struct py_isolate *iso, py_value self, uint64_t *out)
{
    py_value t = as_tuple(iso, self);
    return t && py_hash(iso, t, out);
}

// Indices of a length that needs not fit a machine word.
bool py_slice_bound(struct py_isolate *iso, py_value v, py_value len, py_value low, py_value high,
                    py_value absent, py_value *out)
{
    *out = absent;
    if (v == PY_NONE) return true;
    v = py_slice_index(iso, v);
    if (v && py_int_sign(v) < 0) v = py_int_add(iso, v, len);
    if (!v) return false;
    *out = py_int_cmp(v, low) < 0 ? low : py_int_cmp(v, high) > 0 ? high : v;
    return true;
}

static PY_NATIVE(slice_indices)
{
    const struct py_slice *s = sl(a[0]);
    py_value len = py_index(iso, a[1]), step = py_small_new(1), start, stop;
    if (!len) return NULL;
    if (py_int_sign(len) < 0) return py_raise_value_error(iso, "length should not be negative");
    if (s->step != PY_NONE && !(step = py_slice_index(iso, s->step))) return NULL;
    if (step == py_small_new(0)) return py_raise_value_error(iso, "slice step cannot be zero");
    bool back = py_int_sign(step) < 0;
    py_value low = py_small_new(back ? -1 : 0);
    py_value high = back ? py_int_sub(iso, len, py_small_new(1)) : len;
    if (!high || !py_slice_bound(iso, s->start, len, low, high, back ? high : low, &start) ||
        !py_slice_bound(iso, s->stop, len, low, high, back ? low : high, &stop))
        return NULL;
    return py_tuple_pack(iso, 3, start, stop, step);
}

static PY_NATIVE(slice_reduce)
{
    py_value t = as_tuple(iso, a[0]);
    return t ? py_tuple_pack(iso, 2, (py_value)py_t(iso, PY_T_SLICE), t) : NULL;
}

static const struct py_native_row methods[] = {
    PY_ROW("indices", slice_indices, "len, /",
           "start, stop and step as they work out for a sequence of that length."),
    PY_ROW("__reduce__", slice_reduce, "", "What a copy is made from."),
    {0}};

static py_value get_start(PY_UNUSED struct py_isolate *iso, py_value s)
{
    return sl(s)->start;
}
static py_value get_stop(PY_UNUSED struct py_isolate *iso, py_value s)
{
    return sl(s)->stop;
}
static py_value get_step(PY_UNUSED struct py_isolate *iso, py_value s)
{
    return sl(s)->step;
}

static const struct py_getset_row getset[] = {{"start", get_start, py_set_readonly, NULL},
                                              {"stop", get_stop, py_set_readonly, NULL},
                                              {"step", get_step, py_set_readonly, NULL},
                                              {0}};

void py_slice_trace(struct py_isolate *iso, struct py_obj *o)
{
    const struct py_slice *s = (struct py_slice *)o;
    py_mark(iso, s->start);
    py_mark(iso, s->stop);
    py_mark(iso, s->step);
}

const struct py_typedef py_slice_def = {
    .name = "slice",
    .kind = PY_K_SLICE,
    .size = sizeof(struct py_slice),
    .final = true,
    .doc = "slice(stop)\nslice(start, stop[, step])\n\nWhat stands in brackets with colons: "
           "a[1:9:2] is a[slice(1, 9, 2)].",
    .methods = methods,
    .getset = getset,
    .slots = {.make = slice_make, .repr = slice_repr, .compare = slice_compare, .hash = slice_hash},
};
