// Running cells: compile, and run under the budget.
#include <stdio.h>
#include <stdlib.h>

#include "../builtin/files.h"
#include "../builtin/traceback.h"
#include "../compile/compile.h"
#include "../mod/json.h"
#include "../parse/parse.h"
#include "../vm/vm.h"
#include "embed_int.h"

enum {
    C_STACK = 6 << 20,     // the engine uses below the embedder's frame at most
    C_RESERVE = 384 << 10, // of the thread's stack are left to what runs between two guards,
    C_RESERVE_LEAST = PY_STACK_LEAST - (32 << 10) // where it is small
};

// --- the beginning of a cell --------------------------------------------------------------------

// Bytes of C stack below `here`; none of a stack that nobody knows.
static size_t stack_left(struct py_isolate *iso, char *here)
{
    struct sa_stack *s = &iso->c_stack;
    if (iso->opt.stack_size) return iso->opt.stack_size;
    if (!s->grows || here < s->low || here >= s->high) *s = sa_stack_here();
    return here >= s->low && here < s->high ? (size_t)(here - s->low) : 0;
}

bool py_cell_stack(struct py_isolate *iso, char *here)
{
    iso->c_base = here;
    size_t room = stack_left(iso, here), reserve = room - room / 3;
    if (reserve > C_RESERVE) reserve = C_RESERVE;
    if (reserve < C_RESERVE_LEAST) reserve = C_RESERVE_LEAST;
    iso->c_small = room < PY_STACK_LEAST;
    room = room > reserve ? room - reserve : 0;
    iso->c_limit = (char *)((uintptr_t)here - (room < C_STACK ? room : C_STACK));
    return !iso->c_small;
}

// What the last cell left on the value stack would keep its data alive.
void py_clear_stack(struct py_isolate *iso)
{
    enum { SCANNED = 1024 }; // as far as a collection may look, and more
    size_t size = iso->stack ? (size_t)(iso->stack_end - iso->stack) : 0;
    if (size > SCANNED) size = SCANNED;
    if (size) memset(iso->stack, 0, size * sizeof *iso->stack);
}

bool py_cell_begin(struct py_isolate *iso, char *here)
{
    py_cell_stack(iso, here);
    py_clear_stack(iso);
    iso->cell_number++;
    iso->imported[0] = 0;
    iso->stop = PY_STOP_NONE;
    iso->exc = iso->handled = NULL;
    iso->frame = NULL;
    iso->depth = 0;
    iso->ops_done = 0;
    py_output_begin(iso);
    iso->host_ns = 0;
    iso->stop_line = 0;
    iso->cell_value = iso->final_value = NULL;
    iso->cell_start_ns = py_now(iso, 1);
    iso->deadline_ns = iso->opt.timeout_ns ? iso->cell_start_ns + iso->opt.timeout_ns : 0;
    memset(iso->result_keep, 0, sizeof iso->result_keep);
    if (iso->reprs) py_list(iso->reprs)->n = 0;
    py_budget_refill(iso);
    py_heap_cell_begin(iso);
    return !iso->c_small;
}

// --- running ------------------------------------------------------------------------------------

// Sources that tracebacks show lines of. Not those of the names that exec() uses too, or their
// lines would be shown for another program; CPython shows none for them either.
bool py_source_keep(struct py_isolate *iso, const char *source, size_t len, const char *filename)
{
    if (!strcmp(filename, "<string>") || !strcmp(filename, "<stdin>")) return true;
    py_value text = py_str_new(iso, source, len);
    return text && py_dict_set_z(iso, iso->sources, filename, text);
}

// What a module of the library has under a name, NULL for all other modules.
static py_value of_library(struct py_isolate *iso, py_value module, const char *name)
{
    struct py_module *m = py_is_kind(module, PY_K_MODULE) ? (struct py_module *)module : NULL;
    bool library = m && (py_obj_flags(&m->dict->h) & PY_F_USER0);
    return library ? py_dict_get_z(iso, m->dict, name) : NULL;
}

// A cell that is ended, by a limit or with an answer, runs no `finally` and leaves no `with`. What
// the library keeps for the time of such a block would stay as it is: no loop could be run again
// after one that was ended, and what is printed would go on into a redirected stream. Modules that
// keep such things have a function _put_back; it runs under the budget of the next cell, because
// the program may have changed them.
static bool put_back(struct py_isolate *iso)
{
    if (!iso->ended) return true;
    iso->ended = false;
    py_value names = py_list_of(iso, (py_value)iso->modules);
    for (uint64_t i = 0; names && i < py_list(names)->n; i++) {
        py_value name = py_list(names)->v[i];
        py_value m = py_is_str(name) ? py_dict_get_str(iso, iso->modules, name) : NULL;
        py_value f = m ? of_library(iso, m, "_put_back") : NULL;
        if (f) py_call0(iso, f);
        if (iso->stop) return false;
        iso->exc = NULL;
    }
    return !iso->stop;
}

// A program knows its file by the name it was given.
static bool name_file(struct py_isolate *iso, const char *filename)
{
    if (*filename == '<') return true;
    py_value text = py_str_z(iso, filename);
    return text && py_dict_set_z(iso, iso->globals, "__file__", text) &&
           py_dict_set_z(iso, iso->globals, "__cached__", PY_NONE);
}

bool py_cell_prepare(struct py_isolate *iso, const char *source, size_t len, const char *filename)
{
    snprintf(iso->cell_name, sizeof iso->cell_name, "%s", filename);
    return put_back(iso) && py_cell_open(iso) && py_source_keep(iso, source, len, filename);
}

static void run_source(struct py_isolate *iso, const char *source, size_t len, const char *filename,
                       int mode)
{
    bool program = mode == PY_MODE_EXEC && *filename != '<';
    snprintf(iso->cell_name, sizeof iso->cell_name, "%s", filename);
    if (program && !py_source_decode(iso, &source, &len, filename, true)) return;
    if (!py_cell_prepare(iso, source, len, filename)) return;
    if (mode == PY_MODE_EXEC && !name_file(iso, filename)) return;
    struct py_code *code = mode == PY_MODE_CELL ? py_cell_compile(iso, source, len, filename)
                                                : py_compile(iso, source, len, filename, mode);
    if (code) py_cell_run(iso, code);
}

// What a whole program left to module atexit, under what is left of its budget. How the program
// ended is kept.
static void run_exit_functions(struct py_isolate *iso)
{
    py_value module = py_dict_get_z(iso, iso->modules, "atexit"), exc = iso->exc;
    if (!module || iso->stop) return;
    iso->exc = NULL;
    py_call_method(iso, module, py_str_intern_z(iso, "_run_exitfuncs"), NULL, 0);
    if (!iso->stop) iso->exc = exc;
}

// Coroutines that never began, when a program ends by itself; a model's cells are told of theirs.
static void warn_of_coroutines(struct py_isolate *iso)
{
    py_value exc = iso->exc;
    if (iso->stop || iso->opt.agent || !iso->unbegun) return;
    iso->exc = NULL;
    py_collect(iso);
    py_warn_unawaited(iso, true);
    if (!iso->stop) iso->exc = exc;
}

// What became of a program's exception that its own sys.excepthook was called with.
static void after_hook(struct py_isolate *iso, py_value original)
{
    if (iso->stop || py_error_is(iso, PY_T_SystemExit)) return;
    py_value text = py_format_exception(iso, py_error_take(iso));
    if (iso->stop) return;
    text = text
               ? py_str_format(iso, "Error in sys.excepthook:\n%U\nOriginal exception was:\n", text)
               : NULL;
    size_t len;
    const char *utf8 = text ? py_str_utf8(iso, text, &len) : NULL;
    if (utf8) py_write(iso, 2, utf8, len);
    if (!iso->stop) iso->exc = original;
}

// Hands the exception that ends a program to a sys.excepthook it has set; true: that has dealt with
// it.
static bool call_excepthook(struct py_isolate *iso)
{
    py_value sys = py_dict_get_z(iso, iso->modules, "sys"), exc = iso->exc;
    if (!sys || !exc || iso->stop || py_error_is(iso, PY_T_SystemExit)) return false;
    iso->exc = NULL;
    py_value hook = py_getattr_opt(iso, sys, py_str_intern_z(iso, "excepthook"));
    py_value plain = py_getattr_opt(iso, sys, py_str_intern_z(iso, "__excepthook__"));
    py_value tb = ((struct py_exc *)exc)->traceback;
    py_value args[3] = {(py_value)py_type_of(iso, exc), exc, tb ? tb : PY_NONE};
    bool own = hook && hook != plain;
    bool done = own && py_call(iso, hook, args, 3);
    if (own && !done) after_hook(iso, exc);
    else iso->exc = exc;
    return done;
}

static void run(struct py_isolate *iso, const char *source, size_t len, const char *filename,
                int mode, struct py_result *result)
{
    char *here = __builtin_frame_address(0);
    memset(result, 0, sizeof *result);
    bool able = py_cell_begin(iso, here);
    if (able) run_source(iso, source, len, filename, mode);
    bool shown = able && mode == PY_MODE_EXEC && call_excepthook(iso);
    if (able && mode == PY_MODE_EXEC) {
        run_exit_functions(iso);
        warn_of_coroutines(iso);
    }
    if (able) py_files_end(iso);
    if (able) py_cell_close(iso);
    py_cell_end(iso, result);
    if (shown && result->status == PY_EXCEPTION)
        result->error_text = "", result->error_text_len = 0;
}

void py_run(struct py_isolate *iso, const char *source, size_t len, const char *filename,
            struct py_result *result)
{
    run(iso, source, len, filename, PY_MODE_CELL, result);
}

void py_run_script(struct py_isolate *iso, const char *source, size_t len, const char *filename,
                   struct py_result *result)
{
    run(iso, source, len, filename, PY_MODE_EXEC, result);
}

void py_run_typed(struct py_isolate *iso, const char *source, size_t len, const char *filename,
                  struct py_result *result)
{
    run(iso, source, len, filename, PY_MODE_SINGLE, result);
}

bool py_source_is_incomplete(struct py_isolate *iso, const char *source, size_t len)
{
    char *here = __builtin_frame_address(0);
    if (!py_cell_begin(iso, here)) return false; // running it says why
    struct py_parse_alloc alloc = py_compile_alloc(iso);
    bool more = py_source_incomplete(&alloc, source, len);
    iso->exc = NULL;
    iso->stop = PY_STOP_NONE;
    return more;
}

char *py_disassemble(struct py_isolate *iso, const char *source, size_t len, const char *filename,
                     struct py_result *result)
{
    char *here = __builtin_frame_address(0);
    memset(result, 0, sizeof *result);
    bool able = py_cell_begin(iso, here);
    struct py_code *code = able && py_source_keep(iso, source, len, filename)
                               ? py_cell_compile(iso, source, len, filename)
                               : NULL;
    char *text = code ? py_code_disassemble(iso, code) : NULL;
    py_cell_end(iso, result);
    return text;
}

// --- the rest of the public surface -------------------------------------------------------------

void py_set_argv(struct py_isolate *iso, int argc, const char *const *argv)
{
    char *here = __builtin_frame_address(0);
    py_cell_begin(iso, here);
    py_value list = py_list_new(iso, (uint64_t)argc);
    for (int i = 0; list && i < argc; i++) py_list_append(iso, list, py_str_z(iso, argv[i]));
    py_value kept = list ? py_tuple_of(iso, list) : NULL;
    if (kept && py_tuple(kept)->n) iso->argv = kept;
    py_value sys = py_dict_get_z(iso, iso->modules, "sys");
    if (sys && list) py_module_set(iso, (struct py_module *)sys, "argv", list);
}

void py_set_timeout(struct py_isolate *iso, int64_t timeout_ns)
{
    iso->opt.timeout_ns = timeout_ns;
}
