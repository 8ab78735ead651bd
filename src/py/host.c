// What the host puts into an isolate: variables, functions (tools; host_call.c calls them),
// final_answer. Streams: host_stream.c.
#include "mod/json.h"
#include "run_int.h"
#include "vm/vm.h"

// Runs source in a namespace of its own and takes `name` out of it.
static py_value from_source(struct py_isolate *iso, const char *source, const char *name)
{
    py_value ns = py_dict_new(iso);
    struct py_code *code = ns ? py_compile(iso, source, strlen(source), "<tool>", PY_MODE_EXEC)
                              : NULL;
    if (!code || !py_run_code(iso, code, py_dict(ns), NULL)) return NULL;
    py_value v = py_dict_get_z(iso, py_dict(ns), name);
    return v || iso->exc ? v : py_raise_value_error(iso, "the stub does not define '%s'", name);
}

bool py_host_keep(struct py_isolate *iso, const char *name, py_value v, struct py_result *result)
{
    bool ok = v && py_dict_set_z(iso, iso->globals, name, v);
    py_setup_end(iso, ok, result);
    return ok;
}

bool py_define_function(struct py_isolate *iso, const char *name, const char *stub, py_host_fn fn,
                        void *ctx, struct py_result *result)
{
    py_cell_begin(iso, __builtin_frame_address(0));
    py_value s = from_source(iso, stub, name);
    if (s && !py_is_kind(s, PY_K_FUNC))
        s = py_raise_value_error(iso, "the stub of '%s' is no function", name);
    return py_host_keep(iso, name, s ? py_host_function_new(iso, name, s, fn, ctx) : NULL, result);
}

bool py_define_json(struct py_isolate *iso, const char *name, const char *json, size_t len,
                    struct py_result *result)
{
    py_cell_begin(iso, __builtin_frame_address(0));
    return py_host_keep(iso, name, py_json_parse(iso, json, len), result);
}

// --- final_answer -------------------------------------------------------------------------------

static py_value final_answer(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    iso->final_value = a[0];
    return py_stop_now(iso, PY_STOP_FINAL);
}
const struct py_native_row py_final_answer_row = {"final_answer", final_answer, "answer", 0,
                                                  "Ends the run with this answer."};
