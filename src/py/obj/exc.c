// Raising, catching and making exceptions. The classes themselves are in exc_types.c, the text of
// an uncaught one in traceback.c.
#include "exc.h"

// The first exception raised while another is handled remembers it; no cycle may form. False: a
// limit ended the cell.
static bool set_context(struct py_isolate *iso, struct py_exc *e)
{
    struct py_exc *h = (struct py_exc *)iso->handled;
    if (!h || h == e) return true;
    uint64_t steps = 0, rest = 2; // at these steps one is remembered that a cycle comes back to
    py_value met = (py_value)h;
    for (struct py_exc *at = h; at->context; at = (struct py_exc *)at->context) {
        if (at->context == (py_value)e) at->context = NULL;
        if (!at->context || at->context == met) break; // a cycle that the program has made
        if (++steps == rest) {
            if (!py_tick(iso, steps / 2)) return false;
            met = at->context;
            rest *= 2;
        }
    }
    e->context = (py_value)h;
    return true;
}

void *py_raise_value(struct py_isolate *iso, py_value exc)
{
    if (iso->stop || !exc) return NULL;
    if (!py_is_kind(exc, PY_K_EXC)) // of a class that a program put in the place of an exception's
        return py_raise_type_error(iso, "exceptions must derive from BaseException");
    if (set_context(iso, (struct py_exc *)exc)) iso->exc = exc;
    return NULL;
}

static py_value new_exception(struct py_isolate *iso, enum py_type_id type, py_value args)
{
    struct py_type *t = py_t(iso, type);
    struct py_exc *e = py_new(iso, t, t->size);
    return e && py_exc_set_args(iso, (py_value)e, args) ? (py_value)e : NULL;
}

static void raise_formatted(struct py_isolate *iso, enum py_type_id type, const char *fmt,
                            va_list ap)
{
    if (iso->stop) return;
    iso->exc = NULL;
    py_value args = iso->empty_tuple;
    if (fmt) {
        py_value msg = py_str_vformat(iso, fmt, ap);
        if (iso->stop || !msg || !(args = py_tuple_pack(iso, 1, msg))) return;
    }
    py_value e = new_exception(iso, type, args);
    if (e) py_raise_value(iso, e);
}

void *py_raise(struct py_isolate *iso, enum py_type_id type, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    raise_formatted(iso, type, fmt, ap);
    va_end(ap);
    return NULL;
}

void *py_raise_type_error(struct py_isolate *iso, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    raise_formatted(iso, PY_T_TypeError, fmt, ap);
    va_end(ap);
    return NULL;
}

void *py_raise_value_error(struct py_isolate *iso, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    raise_formatted(iso, PY_T_ValueError, fmt, ap);
    va_end(ap);
    return NULL;
}

void *py_raise_not_implemented(struct py_isolate *iso, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    raise_formatted(iso, PY_T_NotImplementedError, fmt, ap);
    va_end(ap);
    return NULL;
}

py_value py_exc_new(struct py_isolate *iso, enum py_type_id type, const char *fmt, ...)
{
    py_value args = iso->empty_tuple;
    if (fmt) {
        va_list ap;
        va_start(ap, fmt);
        py_value msg = py_str_vformat(iso, fmt, ap);
        va_end(ap);
        if (!msg || !(args = py_tuple_pack(iso, 1, msg))) return NULL;
    }
    return new_exception(iso, type, args);
}

static void *raise_with(struct py_isolate *iso, enum py_type_id type, py_value arg)
{
    py_value args = py_tuple_pack(iso, 1, arg);
    py_value e = args ? new_exception(iso, type, args) : NULL;
    return e ? py_raise_value(iso, e) : NULL;
}

void *py_raise_key_error(struct py_isolate *iso, py_value key)
{
    return raise_with(iso, PY_T_KeyError, key);
}

void *py_raise_no_key(struct py_isolate *iso, py_value dict, py_value key)
{
    py_value args = py_tuple_pack(iso, 1, key);
    py_value e = args ? new_exception(iso, PY_T_KeyError, args) : NULL;
    if (e && iso->opt.agent) ((struct py_exc *)e)->b = dict;
    return e ? py_raise_value(iso, e) : NULL;
}

void *py_raise_stop(struct py_isolate *iso, py_value value)
{
    if (!value || value == PY_NONE) return py_raise(iso, PY_T_StopIteration, NULL);
    return raise_with(iso, PY_T_StopIteration, value);
}

void *py_raise_no_memory(struct py_isolate *iso)
{
    if (!py_t(iso, PY_T_MemoryError)->def) return NULL; // an isolate that cannot even start
    // The message is short and the heap keeps a reserve, so that this very error can be made.
    return py_raise(iso, PY_T_MemoryError, NULL);
}

bool py_error_is(struct py_isolate *iso, enum py_type_id type)
{
    return iso->exc && !iso->stop && py_type_issub(py_obj_type(py_ptr(iso->exc)), py_t(iso, type));
}

void py_error_clear(struct py_isolate *iso)
{
    if (!iso->stop) iso->exc = NULL;
}

py_value py_error_take(struct py_isolate *iso)
{
    if (iso->stop) return NULL;
    py_value e = iso->exc;
    iso->exc = NULL;
    return e;
}

int py_exc_matches(struct py_isolate *iso, py_value exc, py_value cls)
{
    bool tuple = py_is_kind(cls, PY_K_TUPLE), found = false;
    uint64_t n = tuple ? py_tuple(cls)->n : 1;
    for (uint64_t i = 0; i < n; i++) { // every class is checked, and tuples do not nest
        py_value c = tuple ? py_tuple(cls)->v[i] : cls;
        if (i && !py_tick(iso, 1)) return -1;
        if (!py_is_type(c) || !py_type_issub((struct py_type *)c, py_t(iso, PY_T_BaseException))) {
            py_raise_type_error(
                iso, "catching classes that do not inherit from BaseException is not allowed");
            return -1;
        }
        found = found || py_type_issub(py_type_of(iso, exc), (struct py_type *)c);
    }
    return found;
}

void py_exc_trace(struct py_isolate *iso, struct py_obj *o)
{
    const struct py_exc *e = (struct py_exc *)o;
    py_mark(iso, e->args);
    py_mark(iso, e->cause);
    py_mark(iso, e->context);
    py_mark(iso, e->traceback);
    py_mark(iso, e->a);
    py_mark(iso, e->b);
    py_mark(iso, e->c);
    py_mark(iso, e->d);
}
