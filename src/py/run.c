// Running cells: compile, run under the budget, and tell the embedder how it ended. Also buffered
// output and the incremental feed.
#include <stdlib.h>

#include "builtin/exc.h"
#include "compile/compile.h"
#include "mod/json.h"
#include "parse/parse.h"
#include "run_int.h"
#include "vm/vm.h"

// C stack the engine may use below the embedder's frame; the thread should have 8 MiB.
#define C_STACK ((size_t)6 << 20)
enum { OUT_BUFFER = 16384 };

// --- output -------------------------------------------------------------------------------------

struct out {
    size_t len;
    char text[OUT_BUFFER];
}; // native_state[0]: stdout; stderr is not buffered

static bool emit(struct py_isolate *iso, int fd, const char *text, size_t len)
{
    if (!len || !iso->opt.hooks.write) return true;
    if (iso->opt.hooks.write(iso->opt.hooks.ctx, fd, text, len)) return true;
    return py_stop_now(iso, PY_STOP_INTERRUPT);
}

bool py_write_flush(struct py_isolate *iso, int fd)
{
    struct out *o = iso->native_state[0];
    if (fd != 1 || !o || !o->len) return true;
    size_t n = o->len;
    o->len = 0;
    return emit(iso, 1, o->text, n);
}

// What may be printed. A generous cap keeps room for the message that ends the cell, so that a
// reader of both gets no more than he asked for.
static uint64_t output_room(const struct py_isolate *iso)
{
    enum { GENEROUS = 64 << 10, MESSAGE = 512 };
    uint64_t cap = iso->opt.max_output;
    if (!cap) return UINT64_MAX;
    return (cap > GENEROUS ? cap - MESSAGE : cap) - iso->output_bytes;
}

bool py_write(struct py_isolate *iso, int fd, const char *text, size_t len)
{
    uint64_t room = output_room(iso);
    size_t n = len < room ? len : (size_t)room;
    iso->output_bytes += n;
    struct out *o = iso->native_state[0];
    if (!o && !(o = iso->native_state[0] = calloc(1, sizeof *o))) return py_raise_no_memory(iso);
    if (fd != 1) {
        if (!py_write_flush(iso, 1) || !emit(iso, fd, text, n)) return false;
    } else if (n > OUT_BUFFER / 2) {
        if (!py_write_flush(iso, 1) || !emit(iso, 1, text, n)) return false;
    } else {
        if (o->len + n > OUT_BUFFER && !py_write_flush(iso, 1)) return false;
        memcpy(o->text + o->len, text, n);
        o->len += n;
    }
    if (n < len) return py_stop_now(iso, PY_STOP_OUTPUT);
    return py_tick(iso, 1 + n / 64);
}

// --- beginning and end of a cell ----------------------------------------------------------------

// `here` is the frame address of the public function that was called.
static void set_stack(struct py_isolate *iso, char *here)
{
    iso->c_base = here;
    iso->c_limit = (char *)((uintptr_t)here - C_STACK);
}

// What the last cell left on the value stack would keep its data alive.
static void clear_stack(struct py_isolate *iso)
{
    enum { SCANNED = 1024 }; // as far as a collection may look, and more
    size_t size = iso->stack ? (size_t)(iso->stack_end - iso->stack) : 0;
    if (size > SCANNED) size = SCANNED;
    if (size) memset(iso->stack, 0, size * sizeof *iso->stack);
}

static void begin(struct py_isolate *iso, char *here)
{
    set_stack(iso, here);
    clear_stack(iso);
    iso->stop = PY_STOP_NONE;
    iso->exc = iso->handled = NULL;
    iso->frame = NULL;
    iso->depth = 0;
    iso->ops_done = 0;
    iso->output_bytes = 0;
    iso->host_ns = 0;
    iso->stop_line = 0;
    iso->cell_value = iso->final_value = NULL;
    iso->cell_start_ns = py_now(iso, 1);
    iso->deadline_ns = iso->opt.timeout_ns ? iso->cell_start_ns + iso->opt.timeout_ns : 0;
    memset(iso->result_keep, 0, sizeof iso->result_keep);
    if (iso->reprs) py_list(iso->reprs)->n = 0;
    py_budget_refill(iso);
}

void py_setup_begin(struct py_isolate *iso, char *here)
{
    begin(iso, here);
}

// Keeps the UTF-8 of a str alive until the next call.
static const char *keep_text(struct py_isolate *iso, int slot, py_value s, size_t *len)
{
    const char *utf8 = s ? py_str_utf8(iso, s, len) : NULL;
    if (!utf8) return NULL;
    py_value bytes = py_bytes_new(iso, utf8, *len);
    iso->result_keep[slot] = bytes;
    return bytes ? (const char *)py_bytes(bytes)->b : NULL;
}

// Error texts are as long as the program's strings: what is shown has an end.
static py_value clipped(struct py_isolate *iso, py_value text)
{
    enum { MOST = 256 << 10, HEAD = 192 << 10, TAIL = 32 << 10 };
    if (!text || py_str(text)->len <= MOST) return text;
    struct py_sb b;
    py_sb_init(&b, iso);
    py_sb_slice(&b, text, 0, HEAD);
    py_sb_format(&b, "\n... %llu characters left out ...\n",
                 (unsigned long long)(py_str(text)->len - HEAD - TAIL));
    py_sb_slice(&b, text, py_str(text)->len - TAIL, py_str(text)->len);
    return py_sb_finish(&b);
}

static const struct {
    enum py_stop stop;
    enum py_limit limit;
    const char *what, *option;
} limit_rows[] = {
    {PY_STOP_OPERATIONS, PY_LIMIT_OPERATIONS, "operation limit", "--max-operations"},
    {PY_STOP_TIME, PY_LIMIT_TIME, "time limit", "--step-timeout"},
    {PY_STOP_MEMORY, PY_LIMIT_MEMORY, "memory limit", "--max-memory"},
    {PY_STOP_OUTPUT, PY_LIMIT_OUTPUT, "output limit", "--max-output"},
    {PY_STOP_TOOL_CALLS, PY_LIMIT_TOOL_CALLS, "tool call limit", "--max-tool-calls"},
};

// "268435456 bytes", "30 s", "1000000 operations"
static void limit_value(const struct py_isolate *iso, enum py_stop stop, char *buf, size_t cap)
{
    switch (stop) {
    case PY_STOP_OPERATIONS:
        snprintf(buf, cap, "%llu operations", (unsigned long long)iso->opt.max_operations);
        break;
    case PY_STOP_TIME: snprintf(buf, cap, "%g s", (double)iso->opt.timeout_ns / 1e9); break;
    case PY_STOP_MEMORY:
        snprintf(buf, cap, "%llu bytes%s", (unsigned long long)iso->mem_cap,
                 py_heap_refused(iso) ? " (the system gives less)" : "");
        break;
    case PY_STOP_OUTPUT:
        snprintf(buf, cap, "%llu bytes", (unsigned long long)iso->opt.max_output);
        break;
    case PY_STOP_TOOL_CALLS:
        snprintf(buf, cap, "%llu calls", (unsigned long long)iso->opt.max_tool_calls);
        break;
    default: snprintf(buf, cap, "?"); break;
    }
}

static void fill_limit(struct py_isolate *iso, enum py_stop stop, struct py_result *r)
{
    char value[64], line[48] = "";
    r->status = PY_LIMIT;
    for (size_t i = 0; i < sizeof limit_rows / sizeof *limit_rows; i++) {
        if (limit_rows[i].stop != stop) continue;
        r->limit = limit_rows[i].limit;
        limit_value(iso, stop, value, sizeof value);
        if (iso->stop_line) snprintf(line, sizeof line, " at line %d", iso->stop_line);
        const char *option = stop == PY_STOP_TIME && !iso->opt.agent ? "--timeout"
                                                                     : limit_rows[i].option;
        r->error_text = keep_text(
            iso, 3,
            py_str_format(iso,
                          "LimitError: %s of %s reached%s; the code was ended (raise it with %s)\n",
                          limit_rows[i].what, value, line, option),
            &r->error_text_len);
        r->error_type = "LimitError";
    }
    r->error_line = iso->stop_line;
}

// After a stop: lets C code work on for the texts of the result.
static void clear_stop(struct py_isolate *iso)
{
    iso->stop = PY_STOP_NONE;
    iso->exc = iso->handled = NULL;
    iso->interrupted = 0;
    iso->deadline_ns = 0;
    iso->ops_done = 0;
    iso->ticks = iso->tick_chunk = 100000000;
}

static void fill_exit(struct py_isolate *iso, struct py_exc *e, struct py_result *r)
{
    py_value code = e->a ? e->a : PY_NONE;
    r->status = PY_EXIT;
    if (code == PY_NONE) r->exit_code = 0;
    else if (py_is_int(code)) r->exit_code = (int)(py_small(code) & 0xff);
    else if (py_is_bool(code)) r->exit_code = code == PY_TRUE;
    else {
        py_value text = py_str_format(iso, "%S\n", code);
        r->exit_code = 1;
        if (iso->stop) {
            enum py_stop stop = iso->stop;
            clear_stop(iso);
            fill_limit(iso, stop, r);
            return;
        }
        iso->exc = NULL;
        r->error_text = keep_text(iso, 3, clipped(iso, text), &r->error_text_len);
    }
}

// Line of the innermost traceback entry that belongs to this cell.
static int line_of(struct py_exc *e)
{
    int line = 0;
    for (struct py_traceback *tb = (struct py_traceback *)e->traceback; tb; tb = tb->next) {
        struct py_str *file = py_str(tb->code->filename);
        if (file->len && py_str_at(file, 0) == '<' && py_str_at(file, 1) == 'f')
            continue; // <frozen ...>
        line = (int)tb->line;
    }
    return line;
}

// What a model needs to know of the two limits that are exceptions, as in any Python.
static py_value with_limit(struct py_isolate *iso, py_value text, const struct py_type *t)
{
    if (t == py_t(iso, PY_T_RecursionError))
        return py_str_format(
            iso, "%U(recursion limit of %d calls; raise it with sys.setrecursionlimit)\n", text,
            iso->depth_limit);
    if (t == py_t(iso, PY_T_MemoryError))
        return py_str_format(iso, "%U(memory limit of %llu bytes; raise it with --max-memory)\n",
                             text, (unsigned long long)iso->mem_cap);
    return text;
}

static void fill_exception(struct py_isolate *iso, struct py_result *r)
{
    py_value exc = iso->exc;
    iso->exc = iso->handled = NULL;
    struct py_exc *e = (struct py_exc *)exc;
    if (py_type_issub(py_obj_type(&e->h), py_t(iso, PY_T_SystemExit))) {
        fill_exit(iso, e, r);
        return;
    }
    r->status = PY_EXCEPTION;
    r->error_line = line_of(e);
    size_t len;
    r->error_type = keep_text(iso, 4, py_obj_type(&e->h)->name, &len);
    py_value text = py_format_exception(iso,
                                        exc); // may run code of the program: under the same budget
    if (iso->stop) {
        enum py_stop stop = iso->stop;
        clear_stop(iso);
        fill_limit(iso, stop, r);
        return;
    }
    if (!text) {
        iso->exc = NULL;
        text = py_str_format(iso, "%U: <exception text failed>\n", py_obj_type(&e->h)->name);
    }
    if (text && iso->opt.agent) text = with_limit(iso, text, py_obj_type(&e->h));
    r->error_text = keep_text(iso, 3, clipped(iso, text), &r->error_text_len);
}

static void fill_value(struct py_isolate *iso, py_value v, bool repr, struct py_result *r)
{
    py_value text = py_str_of(iso, v);
    r->value_text = keep_text(iso, 0, text, &r->value_text_len);
    if (repr && text) r->value_repr = keep_text(iso, 1, py_repr(iso, v), &r->value_repr_len);
    if (iso->exc) return;
    struct py_sb b;
    py_sb_init(&b, iso);
    if (py_json_write(iso, v, &b, true))
        r->value_json = keep_text(iso, 2, py_sb_finish(&b), &r->value_json_len);
}

// Turns the isolate's state after a run into *r; leaves it ready for the next cell.
static void finish(struct py_isolate *iso, struct py_result *r)
{
    if (!iso->exc && !iso->stop && iso->cell_value && iso->cell_value != PY_NONE)
        fill_value(iso, iso->cell_value, true, r);
    iso->frame = NULL;
    enum py_stop stop = iso->stop;
    r->cost.operations = py_ops(iso);
    py_write_flush(iso, 1);
    if (stop || iso->stop) {
        iso->ended = true;
        if (!stop) stop = iso->stop;
        if (stop == PY_STOP_FINAL) { // its repr may run code of the program: the budget goes on
            iso->stop = PY_STOP_NONE;
            iso->exc = iso->handled = NULL;
            r->status = PY_FINAL;
            fill_value(iso, iso->final_value, true, r);
            if (iso->stop) {
                stop = iso->stop;
                clear_stop(iso);
                fill_limit(iso, stop, r);
            } else if (iso->exc) {
                fill_exception(iso, r);
            }
        } else if (clear_stop(iso), stop == PY_STOP_INTERRUPT || stop == PY_STOP_HOST) {
            r->status = PY_INTERRUPTED;
            r->error_line = iso->stop_line;
        } else {
            fill_limit(iso, stop, r);
        }
    } else if (iso->exc) {
        fill_exception(iso, r);
    }
    iso->stop = PY_STOP_NONE;
    iso->exc = iso->handled = NULL;
    iso->interrupted = 0;
    py_heap_rest(iso);
    int64_t now = py_now(iso, 1);
    r->cost.host_ns = iso->host_ns;
    r->cost.wall_ns = now - iso->cell_start_ns - iso->host_ns;
    r->cost.bytes = iso->mem_used;
    r->cost.peak_bytes = iso->mem_peak;
}

void py_result_of_setup(struct py_isolate *iso, bool ok, struct py_result *result)
{
    struct py_result ignored;
    if (!result) result = &ignored;
    memset(result, 0, sizeof *result);
    if (!ok && !iso->exc) py_raise(iso, PY_T_RuntimeError, "definition failed");
    finish(iso, result);
}

// --- running ------------------------------------------------------------------------------------

// Sources that tracebacks show lines of. Not those of the names that exec() uses too, or their
// lines would be shown for another program; CPython shows none for them either.
static bool remember_source(struct py_isolate *iso, const char *source, size_t len,
                            const char *filename)
{
    if (!strcmp(filename, "<string>") || !strcmp(filename, "<stdin>")) return true;
    py_value text = py_str_new(iso, source, len);
    return text && py_dict_set_z(iso, iso->sources, filename, text);
}

// A cell that is ended, by a limit or final_answer, runs no `finally` and leaves no `with`. What
// the library keeps for the time of such a block would stay as it is: no loop could be run again
// after one that was ended, and what is printed would go on into a redirected stream. Its modules
// put that back, under the budget of the next cell, because the program may have changed them.
static bool put_back(struct py_isolate *iso)
{
    static const char *const modules[] = {"asyncio",  "contextvars", "decimal", "contextlib",
                                          "warnings", "dataclasses", "reprlib"};
    if (!iso->ended) return true;
    iso->ended = false;
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        py_value m = py_dict_get_z(iso, iso->modules, modules[i]);
        struct py_dict *d = m && py_is_kind(m, PY_K_MODULE) ? ((struct py_module *)m)->dict : NULL;
        py_value f = d ? py_dict_get_z(iso, d, "_put_back") : NULL;
        if (f) py_call0(iso, f);
        if (iso->stop) return false;
        iso->exc = NULL;
    }
    return true;
}

// final_answer is a builtin of agents; a variable of that name does not hide it from later cells.
static bool prepare(struct py_isolate *iso)
{
    if (!put_back(iso)) return false;
    if (!iso->opt.agent) return true;
    py_value name = py_name(iso, PY_N_final_answer);
    py_value shadow = py_dict_get_str(iso, iso->globals, name);
    if (shadow && !py_callable(iso, shadow) && py_dict_delete(iso, iso->globals, name) < 0)
        return false;
    if (py_dict_get_str(iso, iso->builtins, name)) return true;
    py_value f = py_builtin_new(iso, &py_final_answer_row, NULL, NULL);
    return f && py_dict_set(iso, iso->builtins, name, f);
}

// A program knows its file by the name it was given.
static bool name_file(struct py_isolate *iso, const char *filename)
{
    if (*filename == '<') return true;
    py_value text = py_str_z(iso, filename);
    return text && py_dict_set_z(iso, iso->globals, "__file__", text) &&
           py_dict_set_z(iso, iso->globals, "__cached__", PY_NONE);
}

static void run_source(struct py_isolate *iso, const char *source, size_t len, const char *filename,
                       int mode)
{
    if (!prepare(iso) || !remember_source(iso, source, len, filename)) return;
    if (mode == PY_MODE_EXEC && !name_file(iso, filename)) return;
    struct py_code *code = py_compile(iso, source, len, filename, mode);
    if (code) py_run_code(iso, code, iso->globals, NULL);
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
    begin(iso, here);
    run_source(iso, source, len, filename, mode);
    bool shown = mode == PY_MODE_EXEC && call_excepthook(iso);
    if (mode == PY_MODE_EXEC) run_exit_functions(iso);
    finish(iso, result);
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
    begin(iso, here);
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
    begin(iso, here);
    struct py_code *code = remember_source(iso, source, len, filename)
                               ? py_compile(iso, source, len, filename, PY_MODE_CELL)
                               : NULL;
    char *text = code ? py_code_disassemble(iso, code) : NULL;
    finish(iso, result);
    return text;
}

// --- feed ---------------------------------------------------------------------------------------

// Source received so far; statements before `done` have run. Lines keep their numbers because what
// has run is replaced by empty lines.
struct feed {
    char *text;
    size_t len, cap, done;
    char filename[128];
    bool ended;
};

static struct feed *feed_of(struct py_isolate *iso, const char *filename, char *here)
{
    struct feed *f = iso->feed;
    if (f) return f;
    if (!(f = iso->feed = calloc(1, sizeof *f))) return NULL;
    snprintf(f->filename, sizeof f->filename, "%s", filename);
    begin(iso, here);
    return f;
}

static bool feed_add(struct feed *f, const char *source, size_t len)
{
    if (f->len + len + 1 > f->cap) {
        size_t cap = (f->len + len + 1) * 2;
        char *p = realloc(f->text, cap);
        if (!p) return false;
        f->text = p;
        f->cap = cap;
    }
    memcpy(f->text + f->len, source, len);
    f->len += len;
    return true;
}

// Runs the text up to `end`. The part before f->done is blanked but for its newlines.
static bool feed_run(struct py_isolate *iso, struct feed *f, size_t end, int mode)
{
    char *copy = malloc(end + 1);
    if (!copy) return py_raise_no_memory(iso);
    size_t n = 0;
    for (size_t i = 0; i < f->done; i++)
        if (f->text[i] == '\n') copy[n++] = '\n';
    memcpy(copy + n, f->text + f->done, end - f->done);
    n += end - f->done;
    f->done = end;
    bool ok = prepare(iso) && remember_source(iso, f->text, f->len, f->filename);
    struct py_code *code = ok ? py_compile(iso, copy, n, f->filename, mode) : NULL;
    free(copy);
    iso->cell_value = NULL;
    return code && py_run_code(iso, code, iso->globals, NULL);
}

bool py_feed(struct py_isolate *iso, const char *source, size_t len, const char *filename,
             struct py_result *result)
{
    char *here = __builtin_frame_address(0);
    memset(result, 0, sizeof *result);
    struct feed *f = feed_of(iso, filename, here);
    if (!f || f->ended) return false;
    set_stack(iso, here);
    if (!feed_add(f, source, len)) return false;
    struct py_parse_alloc alloc = py_compile_alloc(iso);
    size_t end = py_source_complete_prefix(&alloc, f->text, f->len);
    if (end <= f->done || iso->exc) return true;
    if (feed_run(iso, f, end, PY_MODE_CELL)) return true;
    f->ended = true;
    return false;
}

void py_feed_end(struct py_isolate *iso, struct py_result *result)
{
    char *here = __builtin_frame_address(0);
    memset(result, 0, sizeof *result);
    struct feed *f = feed_of(iso, "<cell>", here);
    if (f) {
        set_stack(iso, here);
        if (!f->ended && f->len > f->done) feed_run(iso, f, f->len, PY_MODE_CELL);
        free(f->text);
        free(f);
        iso->feed = NULL;
    }
    finish(iso, result);
}

// --- the rest of the public surface -------------------------------------------------------------

void py_set_argv(struct py_isolate *iso, int argc, const char *const *argv)
{
    char *here = __builtin_frame_address(0);
    begin(iso, here);
    py_value list = py_list_new(iso, (uint64_t)argc);
    for (int i = 0; list && i < argc; i++) py_list_append(iso, list, py_str_z(iso, argv[i]));
    if (list) iso->argv = list;
    py_value sys = py_dict_get_z(iso, iso->modules, "sys");
    if (sys && list) py_module_set(iso, (struct py_module *)sys, "argv", list);
}

void py_set_timeout(struct py_isolate *iso, int64_t timeout_ns)
{
    iso->opt.timeout_ns = timeout_ns;
}

const char *py_describe_variables(struct py_isolate *iso, size_t *len)
{
    char *here = __builtin_frame_address(0);
    begin(iso, here);
    struct py_sb b;
    py_sb_init(&b, iso);
    uint64_t pos = 0;
    py_value k, v;
    while (py_dict_next(iso->globals, &pos, &k, &v)) {
        if (!py_is_str(k) || (py_str(k)->len && py_str_at(py_str(k), 0) == '_') ||
            py_is_kind(v, PY_K_MODULE))
            continue;
        py_value r = py_repr(iso, v);
        if (!r) {
            iso->exc = NULL;
            r = py_str_z(iso, "<repr failed>");
        }
        py_sb_format(&b, "%U: %T = ", k, v);
        if (py_str(r)->len > 100) {
            py_sb_slice(&b, r, 0, 97);
            py_sb_z(&b, "...");
        } else {
            py_sb_str(&b, r);
        }
        py_sb_char(&b, '\n');
    }
    return keep_text(iso, 5, py_sb_finish(&b), len);
}
