// Native classes with a part in Python: see adopt.h.
#include "adopt.h"

#include "../obj/typeobj.h"

bool py_adopt(struct py_isolate *iso, struct py_type *t, py_value from)
{
    static const char *const own[] = {"__module__", "__qualname__", "__dict__", "__weakref__",
                                      "__doc__",    "__slots__",    NULL};
    if (!py_is_type(from) && !py_is_exact(from, PY_K_DICT))
        return py_raise_type_error(iso, "a class or dict is required, not %T", from);
    if (!py_type_ready(iso, t)) return false;
    const struct py_dict *d = py_is_type(from) ? ((struct py_type *)from)->dict : py_dict(from);
    uint64_t pos = 0;
    py_value key, value;
    while (d && py_dict_next(iso, d, &pos, &key, &value)) {
        bool skip = !py_is_str(key);
        for (int i = 0; own[i]; i++) skip = skip || py_str_is(key, own[i]);
        if (!skip && !py_dict_set(iso, t->dict, key, value)) return false;
    }
    return true;
}

bool py_adopt_without(struct py_isolate *iso, struct py_type *t, const char *const *names)
{
    for (int i = 0; names[i]; i++) {
        py_value name = py_str_intern_z(iso, names[i]);
        if (!name || py_dict_delete(iso, t->dict, name) < 0) return false;
    }
    return true;
}
