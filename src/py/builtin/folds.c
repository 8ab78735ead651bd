// The builtin functions, and str.join, whose loops over a generator the VM can run itself:
// vm/fold.h.
#include "../obj/str_type.h"
#include "../vm/fold.h"
#include "builtins_int.h"

static py_value rest_of_any(struct py_isolate *iso, py_value it, py_value item, py_value so_far)
{
    (void)so_far;
    return py_any_from(iso, it, item, 1);
}

static py_value rest_of_all(struct py_isolate *iso, py_value it, py_value item, py_value so_far)
{
    (void)so_far;
    return py_any_from(iso, it, item, 0);
}

static py_value rest_of_min(struct py_isolate *iso, py_value it, py_value item, py_value so_far)
{
    return py_best_from(iso, it, item, so_far, PY_CMP_LT);
}

static py_value rest_of_max(struct py_isolate *iso, py_value it, py_value item, py_value so_far)
{
    return py_best_from(iso, it, item, so_far, PY_CMP_GT);
}

#define FOLDS(fn, kind, method, rest)                                                              \
    {                                                                                              \
        (void (*)(void))(fn), kind, method, rest                                                   \
    }
const struct py_fold_row py_builtin_folds[] = {
    FOLDS(py_bi_sum, PY_FOLD_INTS, false, py_sum_from),
    FOLDS(py_bi_any, PY_FOLD_ANY, false, rest_of_any),
    FOLDS(py_bi_all, PY_FOLD_ALL, false, rest_of_all),
    FOLDS(py_bi_min, PY_FOLD_MIN, false, rest_of_min),
    FOLDS(py_bi_max, PY_FOLD_MAX, false, rest_of_max),
    FOLDS(py_bi_sorted, PY_FOLD_LIST, false, NULL),
    FOLDS(py_str_m_join, PY_FOLD_LIST, true, NULL),
    {NULL, PY_FOLD_NONE, false, NULL},
};
