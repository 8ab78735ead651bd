// Folds of generators: which calls are one, how they end, and how a native goes on where a fold
// stopped. See fold.h.
#include "fold.h"

enum py_fold_kind py_fold_kind(struct py_isolate *iso, py_value callee, const py_value *args,
                               int nargs)
{
    if (py_is_type(callee)) {
        bool takes = callee == (py_value)py_t(iso, PY_T_LIST) ||
                     callee == (py_value)py_t(iso, PY_T_TUPLE);
        return takes && nargs == 1 ? PY_FOLD_LIST : PY_FOLD_NONE;
    }
    const struct py_builtin *b = (const struct py_builtin *)callee;
    const struct py_fold_row *r = iso->up->folds;
    while (r->fn && r->fn != b->row->fn) r++;
    bool receiver = r->method && !b->self; // join as found in str
    return nargs == 1 + receiver && (!receiver || py_is_str(args[0])) ? r->kind : PY_FOLD_NONE;
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
    py_value gen = d.args[d.nargs - 1];
    if (iso->exc) return NULL;
    if (d.kind == PY_FOLD_LIST)
        return py_fold_append(iso, &d, v) && py_list_extend(iso, d.value, gen)
                   ? call_on_list(iso, &d)
                   : NULL;
    bool sum = d.kind == PY_FOLD_INTS || d.kind == PY_FOLD_FLOATS;
    const struct py_fold_row *r = iso->up->folds;
    while (r->kind != (sum ? PY_FOLD_INTS : d.kind)) r++;
    py_value so_far = sum ? sum_of(iso, &d) : d.value;
    return sum && !so_far ? NULL : r->rest(iso, gen, v, so_far);
}
