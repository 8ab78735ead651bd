// Folds of generators: which calls are one, how they end, and how a native goes on where a fold
// stopped. See fold.h.
#include "fold.h"

#include "../builtin/builtins_int.h"
#include "../obj/str_type.h"

static const struct {
    void (*fn)(void); // of a row
    enum py_fold_kind kind;
    bool method;
} folding[] = {
#define FOLDS(fn, kind, method)                                                                    \
    {                                                                                              \
        (void (*)(void))(fn), kind, method                                                         \
    }
    FOLDS(py_bi_sum, PY_FOLD_INTS, false),    FOLDS(py_bi_any, PY_FOLD_ANY, false),
    FOLDS(py_bi_all, PY_FOLD_ALL, false),     FOLDS(py_bi_min, PY_FOLD_MIN, false),
    FOLDS(py_bi_max, PY_FOLD_MAX, false),     FOLDS(py_bi_sorted, PY_FOLD_LIST, false),
    FOLDS(py_str_m_join, PY_FOLD_LIST, true),
};

enum py_fold_kind py_fold_kind(struct py_isolate *iso, py_value callee, const py_value *args,
                               int nargs)
{
    if (py_is_type(callee)) {
        bool takes = callee == (py_value)py_t(iso, PY_T_LIST) ||
                     callee == (py_value)py_t(iso, PY_T_TUPLE);
        return takes && nargs == 1 ? PY_FOLD_LIST : PY_FOLD_NONE;
    }
    const struct py_builtin *b = (const struct py_builtin *)callee;
    for (size_t i = 0; i < sizeof folding / sizeof *folding; i++)
        if (b->row->fn == folding[i].fn) {
            bool receiver = folding[i].method && !b->self; // join as found in str
            if (nargs != 1 + receiver || (receiver && !py_is_str(args[0]))) break;
            return folding[i].kind;
        }
    return PY_FOLD_NONE;
}

bool py_fold_append(struct py_isolate *iso, struct py_fold *d, py_value v)
{
    if (!d->value && !(d->value = py_list_new(iso, 0))) return false;
    return py_list_append(iso, d->value, v);
}

// What a sum has come to.
static py_value sum_of(struct py_isolate *iso, const struct py_fold *d)
{
    if (d->kind == PY_FOLD_INTS) return py_int_new(iso, d->u.sum);
    double low = d->u.f.low;
    return py_float_new(iso, low != 0 && isfinite(low) ? d->u.f.sum + low : d->u.f.sum);
}

// The call itself, on the list of all items.
static py_value call_on_list(struct py_isolate *iso, struct py_fold *d)
{
    if (!d->value && !(d->value = py_list_new(iso, 0))) return NULL;
    if (d->callee == (py_value)py_t(iso, PY_T_LIST)) return d->value;
    d->args[d->nargs - 1] = d->value;
    return py_call_kw(iso, d->callee, d->args, d->nargs, NULL);
}

// The fold of a frame just left: out of where the next frame lies and the collector would find it.
static struct py_fold take(struct py_fold *left)
{
    struct py_fold d = *left;
    *left = (struct py_fold){0};
    return d;
}

py_value py_fold_end(struct py_isolate *iso, struct py_fold *left)
{
    struct py_fold d = take(left);
    switch (d.kind) {
    case PY_FOLD_LIST: return call_on_list(iso, &d);
    case PY_FOLD_ANY: return PY_FALSE;
    case PY_FOLD_ALL: return PY_TRUE;
    case PY_FOLD_MIN:
    case PY_FOLD_MAX:
        return d.value ? d.value
                       : py_raise_value_error(iso, "%s() iterable argument is empty",
                                              d.kind == PY_FOLD_MIN ? "min" : "max");
    default: return sum_of(iso, &d);
    }
}

py_value py_fold_rest(struct py_isolate *iso, struct py_fold *left, py_value v)
{
    struct py_fold d = take(left);
    py_value gen = d.args[d.nargs - 1], total;
    if (iso->exc) return NULL;
    switch (d.kind) {
    case PY_FOLD_LIST:
        if (!py_fold_append(iso, &d, v) || !py_list_extend(iso, d.value, gen)) return NULL;
        return call_on_list(iso, &d);
    case PY_FOLD_ANY: return py_any_from(iso, gen, v, 1);
    case PY_FOLD_ALL: return py_any_from(iso, gen, v, 0);
    case PY_FOLD_MIN: return py_best_from(iso, gen, v, d.value, PY_LT);
    case PY_FOLD_MAX: return py_best_from(iso, gen, v, d.value, PY_GT);
    default: return (total = sum_of(iso, &d)) ? py_sum_from(iso, gen, v, total) : NULL;
    }
}
