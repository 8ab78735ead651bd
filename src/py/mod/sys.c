// Module sys: what programs ask of it that leads nowhere outside.
#include "../builtin/builtins.h"
#include "../builtin/traceback.h"
#include "../obj/int.h"
#include "../obj/typeobj.h"
#include "../vm/import.h"
#include "../vm/vm.h"

#include <float.h>

static PY_NATIVE(sys_exit)
{
    return py_raise_value(iso, py_call(iso, (py_value)py_t(iso, PY_T_SystemExit), a, a[0] ? 1 : 0));
}
static PY_NATIVE(sys_exc_info)
{
    py_value e = iso->handled;
    if (!e) return py_tuple_pack(iso, 3, PY_NONE, PY_NONE, PY_NONE);
    py_value tb = ((struct py_exc *)e)->traceback;
    return py_tuple_pack(iso, 3, (py_value)py_type_of(iso, e), e, tb ? tb : PY_NONE);
}
static PY_NATIVE(sys_exception)
{
    return iso->handled ? iso->handled : PY_NONE;
}
static PY_NATIVE(sys_getrecursionlimit)
{
    return py_small_new(iso->depth_limit);
}
static PY_NATIVE(sys_setrecursionlimit)
{
    int64_t limit;
    if (!py_as_c_int(iso, a[0], &limit)) return NULL;
    if (limit < 1)
        return py_raise_value_error(iso, "recursion limit must be greater or equal than 1");
    if (limit <= iso->depth)
        return py_raise(
            iso, PY_T_RecursionError,
            "cannot set the recursion limit to %lld at the recursion depth %d: the limit is too low",
            (long long)limit, iso->depth);
    enum { MOST = 60000 }; // what the value stack and frame table are reserved for
    iso->depth_limit = limit > MOST ? MOST : (int)limit;
    return PY_NONE;
}
static PY_NATIVE(sys_getsizeof)
{
    bool found;
    py_value v = py_call_special(iso, a[0], py_name(iso, PY_N___sizeof__), NULL, 0, &found);
    return v || iso->exc ? v : py_small_new(16);
}
static PY_NATIVE(sys_intern)
{
    if (!py_is_exact(a[0], PY_K_STR))
        return py_raise_type_error(iso, "intern() argument must be str, not %A", a[0]);
    return py_str_intern_value(iso, a[0]);
}
// Is it one of the objects that CPython does not count either?
static bool immortal(struct py_isolate *iso, py_value v)
{
    if (py_is_int(v)) return py_small(v) >= -5 && py_small(v) <= 256;
    if (py_is_str(v)) return py_str(v)->len == 0 || (py_str(v)->len == 1 && py_str(v)->width == 1);
    if (py_is_exact(v, PY_K_BYTES)) return py_bytes(v)->len <= 1;
    if (py_is_type(v)) return !(((struct py_type *)v)->flags & PY_TF_HEAP);
    return v == PY_NONE || v == PY_TRUE || v == PY_FALSE || v == PY_ELLIPSIS || v == PY_NOTIMPL ||
           v == iso->empty_tuple;
}

static PY_NATIVE(sys_getrefcount)
{
    if (immortal(iso, a[0])) return py_int_from_u64(iso, UINT32_MAX);
    return py_raise_not_implemented(iso,
                                    "sys.getrefcount: this interpreter has no reference counts");
}
static PY_NATIVE(sys_digits)
{
    return py_small_new(py_int_digit_limit(iso));
}
static PY_NATIVE(sys_set_digits)
{
    int64_t d;
    if (!py_as_int64(iso, a[0], &d)) return NULL;
    if (d != 0 && d < 640)
        return py_raise_value_error(iso, "maxdigits must be 0 or larger than 640");
    py_int_set_digit_limit(iso, (int)(d > INT32_MAX ? INT32_MAX : d));
    return PY_NONE;
}
// For lib/: these classes are C in CPython.
static PY_NATIVE_RAW(sys_as_native)
{
    for (int i = 0; i < n; i++) {
        if (!py_is_type(a[i])) return py_raise_type_error(iso, "a class is required, not %T", a[i]);
        ((struct py_type *)a[i])->flags |= PY_TF_NATIVE;
    }
    return PY_NONE;
}
// For lib/: a | b of what may stand in a types.UnionType; NotImplemented of anything else.
static PY_NATIVE(sys_union)
{
    return py_union_new(iso, a[0], a[1]);
}
// For lib/: the module of a dotted name that the program has given, as if it had imported it.
static PY_NATIVE(sys_import)
{
    if (!py_is_str(a[0])) return py_raise_type_error(iso, "module name must be str, not %T", a[0]);
    return py_import_program(iso, a[0]);
}
static PY_NATIVE(sys_displayhook)
{
    py_value sys = py_dict_get_z(iso, iso->modules, "sys");
    if (a[0] != PY_NONE && sys && !py_getattr_opt(iso, sys, py_str_intern_z(iso, "stdout")))
        return iso->exc ? NULL : py_raise(iso, PY_T_RuntimeError, "lost sys.stdout");
    return py_op_print_expr(iso, a[0]) ? PY_NONE : NULL;
}
// Prints an exception as the end of a program does, and what else it is given as what it is.
static PY_NATIVE(sys_excepthook)
{
    py_value text = py_isa(iso, a[1], PY_T_BaseException)
                        ? py_format_exception(iso, a[1])
                        : py_str_format(iso,
                                        "TypeError: print_exception(): Exception expected for "
                                        "value, %T found\n",
                                        a[1]);
    py_value sys = text ? py_import(iso, "sys") : NULL;
    py_value file = sys ? py_getattr_s(iso, sys, "stderr") : NULL;
    if (!file) return NULL;
    return file == PY_NONE || py_call_method(iso, file, py_str_intern_z(iso, "write"), &text, 1)
               ? PY_NONE
               : NULL;
}
static py_value refuse_hook(struct py_isolate *iso, const char *name, py_value function)
{
    if (function == PY_NONE) return PY_NONE;
    return py_raise(iso, PY_T_NotImplementedError, "sys.%s: programs are not traced here", name);
}
static PY_NATIVE(sys_settrace)
{
    py_trace_set(iso, a[0] == PY_NONE ? NULL : a[0]);
    return PY_NONE;
}
static PY_NATIVE(sys_gettrace)
{
    return iso->tracer ? iso->tracer : PY_NONE;
}
static PY_NATIVE(sys_setprofile)
{
    return refuse_hook(iso, "setprofile", a[0]);
}
static PY_NATIVE(sys_getframe)
{
    int64_t depth = 0;
    if (a[0] && !py_as_c_int(iso, a[0], &depth)) return NULL;
    return py_frame_view(iso, depth < 0 ? 0 : depth);
}
// Module name of the frame `depth` calls up.
static PY_NATIVE(sys_getframemodulename)
{
    int64_t depth = 0;
    if (a[0] && !py_as_c_int(iso, a[0], &depth)) return NULL;
    struct py_frame *f = iso->frame;
    while (f && depth-- > 0) f = f > iso->frames ? f - 1 : NULL;
    py_value name = f ? py_dict_get_str(iso, f->globals, py_name(iso, PY_N___name__)) : NULL;
    return name ? name : PY_NONE;
}
static PY_NATIVE(sys_set_origin_depth)
{
    int64_t depth;
    if (!py_as_c_int(iso, a[0], &depth)) return NULL;
    if (depth < 0) return py_raise_value_error(iso, "depth must be >= 0");
    iso->origin_depth = (int)depth;
    return PY_NONE;
}
static PY_NATIVE(sys_get_origin_depth)
{
    return py_int_new(iso, iso->origin_depth);
}
static PY_NATIVE(sys_zero)
{
    return py_small_new(0);
}
static PY_NATIVE(sys_encoding)
{
    return py_str_z(iso, "utf-8");
}

static const struct py_native_row functions[] = {
    PY_ROW("exit", sys_exit, "status=None, /", "Ends the program by raising SystemExit(status)."),
    PY_ROW("exc_info", sys_exc_info, "",
           "(type, value, traceback) of the exception being handled."),
    PY_ROW("exception", sys_exception, "", "The exception being handled, or None."),
    PY_ROW("getrecursionlimit", sys_getrecursionlimit, "", NULL),
    PY_ROW("setrecursionlimit", sys_setrecursionlimit, "limit, /", NULL),
    PY_ROW("getsizeof", sys_getsizeof, "object, default=None", NULL),
    PY_ROW("intern", sys_intern, "string, /", NULL),
    PY_ROW("getrefcount", sys_getrefcount, "object, /", NULL),
    PY_ROW("get_int_max_str_digits", sys_digits, "", NULL),
    PY_ROW("set_int_max_str_digits", sys_set_digits, "maxdigits", NULL),
    PY_ROW("_as_native", sys_as_native, "*classes", NULL),
    PY_ROW("_union", sys_union, "a, b, /", NULL),
    PY_ROW("_import", sys_import, "name, /", NULL),
    PY_ROW("displayhook", sys_displayhook, "object, /", NULL),
    PY_ROW("__displayhook__", sys_displayhook, "object, /", NULL),
    PY_ROW("excepthook", sys_excepthook, "exctype, value, traceback, /", NULL),
    PY_ROW("_getframe", sys_getframe, "depth=0, /", NULL),
    PY_ROW("_getframemodulename", sys_getframemodulename, "depth=0", NULL),
    PY_ROW("set_coroutine_origin_tracking_depth", sys_set_origin_depth, "depth",
           "How many frames cr_origin of coroutines made from now on tells; 0: none."),
    PY_ROW("get_coroutine_origin_tracking_depth", sys_get_origin_depth, "",
           "How many frames cr_origin of new coroutines tells."),
    PY_ROW("getallocatedblocks", sys_zero, "", NULL),
    PY_ROW(
        "settrace", sys_settrace, "function, /",
        "What is told of calls, lines, returns and exceptions: function(frame, event, arg), which "
        "gives the function for the rest of that call; None: nothing."),
    PY_ROW("gettrace", sys_gettrace, "", "The function that settrace() set, or None."),
    PY_ROW("setprofile", sys_setprofile, "function, /", NULL),
    PY_ROW("getdefaultencoding", sys_encoding, "", NULL),
    PY_ROW("getfilesystemencoding", sys_encoding, "", NULL),
    {0}};

static bool put(struct py_isolate *iso, struct py_module *m, const char *name, py_value v)
{
    return py_module_set(iso, m, name, v);
}
static bool put_text(struct py_isolate *iso, struct py_module *m, const char *name, const char *v)
{
    return py_module_set(iso, m, name, py_str_z(iso, v));
}

// sys.path begins with the folder of the script, as the command line names it.
static py_value script_folder(struct py_isolate *iso)
{
    const char *script = py_str_utf8(iso, py_tuple(iso->argv)->v[0], NULL);
    if (!script) return NULL;
    const char *slash = strrchr(script, '/');
    size_t n = !slash ? 0 : slash == script ? 1 : (size_t)(slash - script);
    py_value folder = py_str_new(iso, script, n);
    return folder ? py_list_from(iso, &folder, 1) : NULL;
}

static bool sys_init(struct py_isolate *iso, struct py_module *m)
{
    if (!iso->argv && !(iso->argv = py_tuple_pack(iso, 1, py_str_empty(iso)))) return false;
    py_value path = script_folder(iso), filters = py_list_new(iso, 0);
    for (const char *const *w = iso->opt.warnings; filters && w && *w; w++)
        if (!py_list_append(iso, filters, py_str_z(iso, *w))) return false;
    return put(iso, m, "warnoptions", filters) &&
           put(iso, m, "_optimize", py_small_new(iso->opt.optimize)) &&
           put(iso, m, "argv", py_list_of(iso, iso->argv)) &&
           put(iso, m, "orig_argv", py_list_of(iso, iso->argv)) && put(iso, m, "path", path) &&
           put(iso, m, "modules", (py_value)iso->modules) &&
           put(iso, m, "maxsize", py_int_new(iso, INT64_MAX)) &&
           put(iso, m, "maxunicode", py_small_new(0x10ffff)) &&
           put_text(iso, m, "byteorder", "little") &&
           put_text(iso, m, "float_repr_style", "short") && put_text(iso, m, "platform", "linux") &&
           put_text(iso, m, "version", "3.12.0 (smolagent)") && put_text(iso, m, "copyright", "") &&
           put_text(iso, m, "executable", "") && put_text(iso, m, "prefix", "") &&
           put(iso, m, "hexversion", py_small_new(0x030c00f0)) &&
           put(iso, m, "dont_write_bytecode", PY_TRUE) &&
           put(iso, m, "_float_dig", py_small_new(DBL_DIG)) &&
           put(iso, m, "stdin", py_textfile_std(iso, 0)) &&
           put(iso, m, "stdout", py_textfile_std(iso, 1)) &&
           put(iso, m, "stderr", py_textfile_std(iso, 2)) &&
           put(iso, m, "__stdout__", py_textfile_std(iso, 1)) &&
           put(iso, m, "__stderr__", py_textfile_std(iso, 2)) &&
           put(iso, m, "__excepthook__", py_dict_get_z(iso, m->dict, "excepthook"));
}

const struct py_moddef py_mod_sys = {
    .name = "sys",
    .functions = functions,
    .init = sys_init,
    .doc = "The interpreter: limits, streams, modules, the exception being handled."};
