// What the host puts into an isolate: variables, functions (tools; host_call.c calls them), the one
// that gives the answer. Streams: host_stream.c.
#include "../compile/compile.h"
#include "../vm/vm.h"
#include "embed_int.h"

// Runs source in a namespace of its own and takes `name` out of it.
static py_value from_source(struct py_isolate *iso, const char *source, const char *name)
{
    py_value ns = py_dict_new(iso);
    int mode = PY_MODE_EXEC | (strstr(source, "Literal[") ? PY_MODE_ANNOTATIONS : 0);
    struct py_code *code = ns ? py_compile(iso, source, strlen(source), "<tool>", mode) : NULL;
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
    bool able = py_cell_begin(iso, __builtin_frame_address(0));
    py_value s = able ? from_source(iso, stub, name) : NULL;
    if (s && !py_is_kind(s, PY_K_FUNC))
        s = py_raise_value_error(iso, "the stub of '%s' is no function", name);
    py_value f = s ? py_host_function_new(iso, name, s, stub, fn, ctx) : NULL;
    if (f && !py_cell_keep_tool(iso, name, f)) f = NULL;
    return py_host_keep(iso, name, f, result);
}

bool py_define_json(struct py_isolate *iso, const char *name, const char *json, size_t len,
                    struct py_result *result)
{
    bool able = py_cell_begin(iso, __builtin_frame_address(0));
    return py_host_keep(iso, name, able ? py_in_json(iso, json, len) : NULL, result);
}

// --- the answer -------------------------------------------------------------------------------

static PY_NATIVE(give_answer)
{
    bool sure = iso->none_given;
    iso->none_given = a[0] == PY_NONE && !sure;
    if (iso->none_given)
        return py_raise_type_error(iso,
                                   "the answer is None: did a function return nothing? If None "
                                   "is meant, say %U(None) again",
                                   iso->answer);
    if (!(iso->final_json = py_out_answer(iso, a[0], &iso->final_text))) return NULL;
    iso->final_value = a[0];
    return py_stop_now(iso, PY_STOP_FINAL);
}

py_value py_answer_function(struct py_isolate *iso)
{
    iso->answer_row = (struct py_native_row)PY_ROW(iso->opt.agent->answer, give_answer, "answer",
                                                   "Ends the run with this answer.");
    return py_builtin_new(iso, &iso->answer_row, NULL, NULL);
}
