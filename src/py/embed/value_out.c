// Values on their way out: arguments, answers and last values as JSON. What is JSON already is
// written at once; anything else is first converted, or refused, by lib/_values.py, which has the
// table for all executors. It also makes handles of what comes in.
#include "../mod/json.h"
#include "embed_int.h"

// Takes the traceback within _values out of what is refused.
static void *reraise(struct py_isolate *iso)
{
    if (!py_error_is(iso, PY_T_TypeError)) return NULL;
    if (!py_str_is(py_type_of(iso, iso->exc)->name, "Refused")) return NULL;
    py_value refused = py_error_take(iso);
    return refused ? py_raise_type_error(iso, "%S", refused) : NULL;
}

// A function of _values, of one or two (b not NULL) arguments.
static py_value ask(struct py_isolate *iso, const char *function, py_value a, py_value b)
{
    py_value module = py_import(iso, "_values");
    py_value f = module && a ? py_getattr_s(iso, module, function) : NULL;
    py_value v = !f ? NULL : b ? py_call2(iso, f, a, b) : py_call1(iso, f, a);
    return v ? v : reraise(iso);
}

// NULL with *odd: it is not JSON.
static py_value exact(struct py_isolate *iso, py_value v, bool *odd)
{
    struct py_sb b;
    py_sb_init(&b, iso);
    *odd = false;
    return v && py_json_write(iso, v, &b, odd) ? py_sb_finish(&b) : NULL;
}

// What _values has made; a program that changes that module gets what it asked for.
static py_value made(struct py_isolate *iso, py_value v)
{
    bool odd;
    py_value json = exact(iso, v, &odd);
    return odd ? py_raise_type_error(iso, "module _values was changed") : json;
}

py_value py_in_json(struct py_isolate *iso, const char *json, size_t len)
{
    static const char mark[] = "\"handle\""; // of a reference
    py_value v = py_json_parse(iso, json, len);
    return v && memmem(json, len, mark, sizeof mark - 1) ? ask(iso, "received", v, NULL) : v;
}

py_value py_out_arguments(struct py_isolate *iso, py_value name, py_value args)
{
    bool odd;
    py_value json = exact(iso, args, &odd);
    return odd ? made(iso, ask(iso, "arguments", name, args)) : json;
}

py_value py_out_answer(struct py_isolate *iso, py_value v, py_value *text)
{
    bool odd;
    py_value json = exact(iso, v, &odd);
    if (!odd) {
        *text = json ? py_str_of(iso, v) : NULL;
        return *text ? json : NULL;
    }
    py_value pair = ask(iso, "answer", v, NULL);
    if (!pair) return NULL;
    if (!py_is_kind(pair, PY_K_TUPLE) || py_tuple(pair)->n != 2 || !py_is_str(py_tuple(pair)->v[1]))
        return py_raise_type_error(iso, "module _values was changed");
    *text = py_tuple(pair)->v[1];
    return made(iso, py_tuple(pair)->v[0]);
}

py_value py_out_value(struct py_isolate *iso, py_value v)
{
    bool odd;
    py_value json = exact(iso, v, &odd);
    if (!odd) return json;
    py_value place = py_str_z(iso, "the value");
    json = place ? made(iso, ask(iso, "plain", v, place)) : NULL;
    if (!json && py_error_is(iso, PY_T_Exception)) py_error_clear(iso); // code of the program's
    return json;
}
