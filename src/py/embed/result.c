// How a cell ended: the isolate's state after a run becomes a struct py_result. Texts of errors and
// values may run code of the program once more, so that a limit can still be reached here.
#include "../builtin/traceback.h"
#include "../obj/code.h"
#include "embed_int.h"

const char *py_result_keep(struct py_isolate *iso, enum py_keep slot, py_value s, size_t *len)
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
    const char *what;
} limit_rows[] = {
    {PY_STOP_OPERATIONS, PY_LIMIT_OPERATIONS, "operation limit"},
    {PY_STOP_TIME, PY_LIMIT_TIME, "time limit"},
    {PY_STOP_MEMORY, PY_LIMIT_MEMORY, "memory limit"},
    {PY_STOP_OUTPUT, PY_LIMIT_OUTPUT, "output limit"},
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
        r->error_text = py_result_keep(
            iso, PY_KEEP_ERROR,
            py_str_format(iso, "LimitError: %s of %s reached%s; the code was ended\n",
                          limit_rows[i].what, value, line),
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

// Ended from outside, or by a limit.
static void fill_ended(struct py_isolate *iso, enum py_stop stop, struct py_result *r)
{
    clear_stop(iso);
    if (stop == PY_STOP_INTERRUPT || stop == PY_STOP_HOST) {
        r->status = PY_INTERRUPTED;
        r->error_line = iso->stop_line;
    } else {
        fill_limit(iso, stop, r);
    }
}

// The texts of a result may be code of the program: what ends it meanwhile is the result. An answer
// that is given there is none, but the failure of that text.
static bool stopped_meanwhile(struct py_isolate *iso, struct py_result *r)
{
    enum py_stop stop = iso->stop;
    if (!stop) return false;
    if (stop != PY_STOP_FINAL) {
        fill_ended(iso, stop, r);
        return true;
    }
    iso->stop = PY_STOP_NONE;
    iso->exc = iso->handled = NULL;
    py_raise(iso, PY_T_RuntimeError, "%U() was called to make a text of the result", iso->answer);
    return false;
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
        if (stopped_meanwhile(iso, r)) return;
        iso->exc = NULL;
        r->error_text = py_result_keep(iso, PY_KEEP_ERROR, clipped(iso, text), &r->error_text_len);
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
        return py_str_format(iso,
                             "%U(recursion limit of %d calls; sys.setrecursionlimit sets it)\n",
                             text, iso->depth_limit);
    if (t == py_t(iso, PY_T_MemoryError))
        return py_str_format(iso, "%U(memory limit of %llu bytes)\n", text,
                             (unsigned long long)iso->mem_cap);
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
    r->error_type = py_result_keep(iso, PY_KEEP_ERROR_TYPE, py_obj_type(&e->h)->name, &len);
    // May run code of the program: under the same budget.
    py_value text = py_format_exception(iso, exc);
    if (stopped_meanwhile(iso, r)) return;
    if (!text) {
        iso->exc = NULL;
        text = py_str_format(iso, "%U: <exception text failed>\n", py_obj_type(&e->h)->name);
    }
    if (text && iso->opt.agent) text = with_limit(iso, text, py_obj_type(&e->h));
    r->error_text = py_result_keep(iso, PY_KEEP_ERROR, clipped(iso, text), &r->error_text_len);
}

static void keep_value(struct py_isolate *iso, py_value v, py_value text, py_value json,
                       struct py_result *r)
{
    r->value_text = py_result_keep(iso, PY_KEEP_TEXT, text, &r->value_text_len);
    r->value_json = py_result_keep(iso, PY_KEEP_JSON, json, &r->value_json_len);
    if (!iso->exc)
        r->value_repr = py_result_keep(iso, PY_KEEP_REPR, py_repr(iso, v), &r->value_repr_len);
}

static void fill_value(struct py_isolate *iso, py_value v, struct py_result *r)
{
    py_value text = py_str_of(iso, v), json = text ? py_out_value(iso, v) : NULL;
    keep_value(iso, v, text, json, r);
}

static void fill_stop(struct py_isolate *iso, enum py_stop stop, struct py_result *r)
{
    if (stop == PY_STOP_FINAL) { // its repr may run code of the program: the budget goes on
        iso->stop = PY_STOP_NONE;
        iso->exc = iso->handled = NULL;
        r->status = PY_FINAL;
        keep_value(iso, iso->final_value, iso->final_text, iso->final_json, r);
        if (!stopped_meanwhile(iso, r) && iso->exc) fill_exception(iso, r);
        return;
    }
    fill_ended(iso, stop, r);
}

// Of a cell that was not run, nor can code run for its text.
static void fill_small_stack(struct py_result *r)
{
    static const char text[] = "RecursionError: the C stack of this thread is too small for the "
                               "interpreter, which needs 192 KiB (ulimit -s)\n";
    _Static_assert(PY_STACK_LEAST == 192 << 10, "the text names it");
    r->status = PY_EXCEPTION;
    r->error_type = "RecursionError";
    r->error_text = text;
    r->error_text_len = sizeof text - 1;
}

void py_cell_end(struct py_isolate *iso, struct py_result *r)
{
    if (!iso->exc && !iso->stop && iso->cell_value && iso->cell_value != PY_NONE)
        fill_value(iso, iso->cell_value, r);
    iso->frame = NULL;
    py_scratch_drop(iso);
    enum py_stop stop = iso->stop;
    r->cost.operations = py_ops(iso);
    py_write_flush(iso, 1);
    if (!stop) stop = iso->stop; // of that last output
    if (iso->c_small) {
        fill_small_stack(r);
    } else if (stop) {
        iso->ended = true;
        fill_stop(iso, stop, r);
    } else if (iso->exc) {
        fill_exception(iso, r);
    }
    iso->stop = PY_STOP_NONE;
    iso->exc = iso->handled = NULL;
    iso->interrupted = 0;
    py_heap_rest(iso);
    int64_t now = py_now(iso, 1);
    r->imports = iso->imported;
    r->cost.host_ns = iso->host_ns;
    r->cost.wall_ns = now - iso->cell_start_ns - iso->host_ns;
    r->cost.bytes = iso->mem_used;
    r->cost.peak_bytes = iso->mem_peak;
}

void py_setup_end(struct py_isolate *iso, bool ok, struct py_result *result)
{
    struct py_result ignored;
    if (!result) result = &ignored;
    memset(result, 0, sizeof *result);
    if (!ok && !iso->exc) py_raise(iso, PY_T_RuntimeError, "definition failed");
    py_cell_end(iso, result);
}
