// What the host puts into an isolate: variables, functions (tools; host_call.c calls them),
// streams, final_answer.
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

static bool keep(struct py_isolate *iso, const char *name, py_value v, struct py_result *result)
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
    return keep(iso, name, s ? py_host_function_new(iso, name, s, fn, ctx) : NULL, result);
}

bool py_define_json(struct py_isolate *iso, const char *name, const char *json, size_t len,
                    struct py_result *result)
{
    py_cell_begin(iso, __builtin_frame_address(0));
    return keep(iso, name, py_json_parse(iso, json, len), result);
}

// --- streams ------------------------------------------------------------------------------------

struct stream {
    struct py_obj h;
    long (*pull)(void *ctx, char *buf, size_t cap);
    void *ctx;
    struct py_buf *buf; // bytes read ahead
    size_t start, end;
    bool eof;
};

static void stream_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct stream *)o)->buf);
}

// Reads more; false: error. At the end of input sets eof.
static bool stream_fill(struct py_isolate *iso, struct stream *s)
{
    enum { STEP = 65536 };
    size_t have = s->end - s->start;
    if (s->start && s->buf) {
        memmove(s->buf->u.b, s->buf->u.b + s->start, have);
        s->start = 0;
        s->end = have;
    }
    if (!s->buf || s->buf->cap - s->end < STEP) {
        size_t want = have * 2 + STEP;
        struct py_buf *b = s->buf ? py_buf_resize(iso, s->buf, want)
                                  : py_buf_new(iso, PY_K_RAW, want);
        if (!b) return false;
        s->buf = b;
    }
    int64_t start = py_now(iso, 1);
    long n = s->pull(s->ctx, (char *)s->buf->u.b + s->end, STEP);
    iso->host_ns += py_now(iso, 1) - start;
    py_look_soon(iso);
    if (n < 0) {
        if (!py_tick(iso, 1)) return false; // it was interrupted
        py_raise(iso, PY_T_OSError, "reading the standard input failed");
        return false;
    }
    if (n == 0) s->eof = true;
    s->end += (size_t)n;
    return py_tick(iso, 1 + (uint64_t)n / 64);
}

static py_value stream_take(struct py_isolate *iso, struct stream *s, size_t n)
{
    py_value v = py_str_new(iso, s->buf ? (char *)s->buf->u.b + s->start : "", n);
    s->start += n;
    return v;
}

static py_value stream_line(struct py_isolate *iso, struct stream *s)
{
    for (size_t seen = 0;;) {
        unsigned char *p = s->buf ? s->buf->u.b + s->start : NULL;
        unsigned char *nl = p && s->end > s->start + seen
                                ? memchr(p + seen, '\n', s->end - s->start - seen)
                                : NULL;
        if (nl) return stream_take(iso, s, (size_t)(nl - p) + 1);
        seen = s->end - s->start;
        if (s->eof) return stream_take(iso, s, seen);
        if (!stream_fill(iso, s)) return NULL;
    }
}

static py_value stream_next(struct py_isolate *iso, py_value self)
{
    py_value line = stream_line(iso, (struct stream *)self);
    return line && py_str(line)->len ? line : NULL;
}
static py_value m_readline(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    return stream_line(iso, (struct stream *)a[0]);
}

static py_value m_read(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    struct stream *s = (struct stream *)a[0];
    int64_t limit = -1;
    if (a[1] && a[1] != PY_NONE && !py_as_int64(iso, a[1], &limit)) return NULL;
    while (!s->eof && (limit < 0 || s->end - s->start < (size_t)limit * 4))
        if (!stream_fill(iso, s)) return NULL;
    if (limit < 0) return stream_take(iso, s, s->end - s->start);
    size_t bytes = 0, left = s->end - s->start; // whole code points
    for (int64_t i = 0; i < limit && bytes < left; i++) do
            bytes++;
        while (bytes < left && (s->buf->u.b[s->start + bytes] & 0xc0) == 0x80);
    return stream_take(iso, s, bytes);
}

static py_value m_lines(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    py_value list = py_list_new(iso, 0), line;
    while (list && (line = stream_next(iso, a[0])))
        if (!py_list_append(iso, list, line)) return NULL;
    return iso->exc ? NULL : list;
}

static const struct py_native_row stream_methods[] = {
    {"read", m_read, "size=-1, /", 0, "All that is left, or up to size characters."},
    {"readline", m_readline, NULL, 0, "The next line with its newline; '' at the end."},
    {"readlines", m_lines, NULL, 0, "The lines left, as a list."},
    {"lines", m_lines, NULL, 0, "The lines left, as a list."},
    {0}};
static const struct py_typedef stream_def = {.name = "TextStream",
                                             .kind = PY_K_NATIVE,
                                             .size = sizeof(struct stream),
                                             .final = true,
                                             .methods = stream_methods,
                                             .trace = stream_trace,
                                             .slots = {.iter = py_iter_self, .next = stream_next}};

bool py_define_stream(struct py_isolate *iso, const char *name,
                      long (*pull)(void *ctx, char *buf, size_t cap), void *ctx,
                      struct py_result *result)
{
    py_cell_begin(iso, __builtin_frame_address(0));
    struct py_type *t = py_type_from_def(iso, &stream_def, NULL, "builtins");
    struct stream *s = t ? py_new(iso, t, sizeof *s) : NULL;
    if (s) {
        s->pull = pull;
        s->ctx = ctx;
    }
    return keep(iso, name, (py_value)s, result);
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
