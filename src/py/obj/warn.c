// Warnings given by native code: module warnings decides what becomes of them. It is imported when
// the first one comes.
#include <stdarg.h>

#include "exc.h"

static bool call(struct py_isolate *iso, const char *function, py_value *args, int n)
{
    py_value m = py_import(iso, "warnings"), f = m ? py_getattr_s(iso, m, function) : NULL;
    return f && py_call(iso, f, args, n);
}

bool py_warn_explicit(struct py_isolate *iso, enum py_type_id category, const char *filename,
                      int line, py_value message)
{
    py_value file = py_str_z(iso, filename);
    py_value args[] = {message, (py_value)py_t(iso, category), file, py_small_new(line)};
    return message && file && call(iso, "warn_explicit", args, 4);
}

bool py_warn_subclass(struct py_isolate *iso, const char *method, const char *type, py_value r)
{
    return py_warn_running(iso, PY_T_DeprecationWarning,
                           "%s returned non-%s (type %T).  The ability to return an instance of a "
                           "strict subclass of %s is deprecated, and may be removed in a future "
                           "version of Python.",
                           method, type, r, type);
}

bool py_warn_running(struct py_isolate *iso, enum py_type_id category, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    py_value message = py_str_vformat(iso, format, ap);
    va_end(ap);
    py_value args[] = {message, (py_value)py_t(iso, category)};
    return message && call(iso, "warn", args, 2);
}
