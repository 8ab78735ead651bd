// Module gc: collect() for real; lib/gc.py has the rest, which tunes a collector that this engine
// does not have.
#include "weakref.h"

static PY_NATIVE(f_collect)
{
    int64_t generation = 2;
    if (a[0] && !py_as_int64(iso, a[0], &generation)) return NULL;
    if (generation < 0 || generation > 2) return py_raise_value_error(iso, "invalid generation");
    return py_collect_now(iso) ? py_int_new(iso, 0) : NULL;
}

static PY_NATIVE(f_is_tracked)
{
    if (!py_is_ptr(a[0])) return PY_FALSE;
    enum py_kind k = py_obj_kind(py_ptr(a[0]));
    return py_bool(k != PY_K_FLOAT && k != PY_K_BIGINT && k != PY_K_COMPLEX && k != PY_K_STR &&
                   k != PY_K_BYTES && k != PY_K_BYTEARRAY && k != PY_K_RANGE && k != PY_K_SLICE);
}

static const struct py_native_row functions[] = {
    PY_ROW("collect", f_collect, "generation=2",
           "Frees what nothing reaches any more; 0, as the objects are not counted."),
    PY_ROW("is_tracked", f_is_tracked, "obj, /", "Might the object hold references to others?"),
    {0},
};

const struct py_moddef py_mod_gc = {
    .name = "gc", .functions = functions, .doc = "Garbage collection on demand."};
