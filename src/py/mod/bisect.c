// Module bisect: positions in sorted sequences, insertion.
#include "../obj/int.h"

static int less(struct py_isolate *iso, py_value a, py_value b)
{
    if (py_are_ints(a, b)) return py_small(a) < py_small(b);
    return py_compare_bool(iso, a, b, PY_CMP_LT);
}

// a: sequence, x, lo, hi, key as the rows below declare them. -1: exception.
static int64_t find(struct py_isolate *iso, py_value *a, py_value x, bool right)
{
    py_value seq = a[0], key = a[4] == PY_NONE ? NULL : a[4];
    int64_t lo = 0, hi = -1;
    if (a[2] && !py_as_int64(iso, a[2], &lo)) return -1;
    if (lo < 0) {
        py_raise_value_error(iso, "lo must be non-negative");
        return -1;
    }
    if (a[3] && a[3] != PY_NONE && !py_as_int64(iso, a[3], &hi)) return -1;
    if (hi < 0 && (!a[3] || a[3] == PY_NONE || hi == -1)) hi = py_len(iso, seq);
    if (iso->exc) return -1;
    while (lo < hi) {
        int64_t mid = lo + (hi - lo) / 2;
        bool quick = py_is_exact(seq, PY_K_LIST) && (uint64_t)mid < py_list(seq)->n;
        py_value v = quick ? py_list(seq)->v[mid] : py_getitem(iso, seq, py_int_new(iso, mid));
        if (v && key) v = py_call1(iso, key, v);
        int lt = !v ? -1 : right ? less(iso, x, v) : less(iso, v, x);
        if (lt < 0 || !py_tick(iso, 1)) return -1;
        if (lt == right) hi = mid;
        else lo = mid + 1;
    }
    return lo;
}

static py_value bisect(struct py_isolate *iso, py_value *a, bool right)
{
    int64_t i = find(iso, a, a[1], right);
    return i < 0 ? NULL : py_int_new(iso, i);
}

static py_value insort(struct py_isolate *iso, py_value *a, bool right)
{
    py_value key = a[4] == PY_NONE ? NULL : a[4], x = key ? py_call1(iso, key, a[1]) : a[1];
    int64_t i = x ? find(iso, a, x, right) : -1;
    if (i < 0) return NULL;
    py_value args[2] = {py_int_new(iso, i), a[1]};
    return py_call_method(iso, a[0], py_name(iso, PY_N_insert), args, 2) ? PY_NONE : NULL;
}

static PY_NATIVE(bisect_left)
{
    return bisect(iso, a, false);
}
static PY_NATIVE(bisect_right)
{
    return bisect(iso, a, true);
}
static PY_NATIVE(insort_left)
{
    return insort(iso, a, false);
}
static PY_NATIVE(insort_right)
{
    return insort(iso, a, true);
}

#define SIG "a, x, lo=0, hi=None, *, key=None"
static const struct py_native_row functions[] = {
    PY_ROW("bisect_left", bisect_left, SIG,
           "The place for x in a sorted list, before equal items."),
    PY_ROW("bisect_right", bisect_right, SIG,
           "The place for x in a sorted list, behind equal items."),
    PY_ROW("insort_left", insort_left, SIG, "Put x into a sorted list, before equal items."),
    PY_ROW("insort_right", insort_right, SIG, "Put x into a sorted list, behind equal items."),
    {0}};

// The short names are the same objects.
static bool init(struct py_isolate *iso, struct py_module *m)
{
    static const char *const aliases[][2] = {{"bisect", "bisect_right"},
                                             {"insort", "insort_right"}};
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
        py_value f = py_getattr_s(iso, (py_value)m, aliases[i][1]);
        if (!f || !py_module_set(iso, m, aliases[i][0], f)) return false;
    }
    return true;
}

const struct py_moddef py_mod_bisect = {
    .name = "bisect",
    .functions = functions,
    .init = init,
    .doc = "Places in sorted lists, found by halving.",
};
