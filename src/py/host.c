// What the host puts into an isolate: variables, functions (tools), streams, final_answer.
#include <stdlib.h>

#include "mod/json.h"
#include "run_int.h"
#include "vm/vm.h"

// A host function: `stub` is a Python function that only serves to bind arguments and to describe.
struct host_function {
    struct py_obj h;
    py_value stub;
    py_value name;
    py_host_fn fn;
    void *ctx;
};

static void host_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct host_function *)o)->stub);
    py_mark(iso, ((struct host_function *)o)->name);
}

// The bound arguments as {"name": value}; *args and **kwargs under their own names.
static py_value bound_arguments(struct py_isolate *iso, struct py_func *f, py_value *a, int n,
                                py_value kw)
{
    struct py_code *co = f->code;
    struct py_buf *b = py_buf_new(iso, PY_K_VALUES, (co->nlocals + 1u) * sizeof(py_value));
    py_value d = py_dict_new(iso);
    if (!b || !d || !py_bind_args(iso, f, b->u.v, a, n, kw)) return NULL;
    int total = co->nargs + co->nkwonly + !!(co->flags & PY_CO_VARARGS) +
                !!(co->flags & PY_CO_VARKEYWORDS);
    for (int i = 0; i < total; i++)
        if (!py_dict_set(iso, py_dict(d), py_tuple(co->varnames)->v[i], b->u.v[i])) return NULL;
    return d;
}

static enum py_type_id exception_named(struct py_isolate *iso, const char *name)
{
    for (int i = PY_T_BaseException; name && i < PY_T_COUNT; i++)
        if (py_str_is(iso->types[i].name, name)) return (enum py_type_id)i;
    return PY_T_RuntimeError;
}

static py_value host_result(struct py_isolate *iso, struct py_host_result *r)
{
    py_value v = NULL;
    if (r->end_cell) py_stop_now(iso, PY_STOP_HOST);
    else if (r->error) py_raise(iso, exception_named(iso, r->error_type), "%s", r->error);
    else v = r->json ? py_json_parse(iso, r->json, strlen(r->json)) : PY_NONE;
    free(r->json);
    free(r->error);
    return v;
}

static py_value host_call(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    struct host_function *h = (struct host_function *)self;
    if (iso->opt.max_tool_calls && iso->tool_calls >= iso->opt.max_tool_calls)
        return py_stop_now(iso, PY_STOP_TOOL_CALLS);
    py_value args = bound_arguments(iso, (struct py_func *)h->stub, a, n, kw);
    if (!args) return NULL;
    struct py_sb b;
    py_sb_init(&b, iso);
    if (!py_json_write(iso, args, &b, true)) return NULL;
    py_value text = py_sb_finish(&b);
    size_t len, name_len;
    const char *borrowed = text ? py_str_utf8(iso, text, &len) : NULL;
    char *json = borrowed ? malloc(len + 1) : NULL, name[256];
    if (!json) return iso->exc ? NULL : py_raise_no_memory(iso);
    memcpy(json, borrowed, len + 1);
    const char *nm = py_str_utf8(iso, h->name, &name_len);
    snprintf(name, sizeof name, "%s", nm ? nm : "?");
    iso->tool_calls++;
    if (!py_write_flush(iso, 1)) {
        free(json);
        return NULL;
    }
    int64_t start = py_now(iso, 1);
    struct py_host_result r = h->fn(h->ctx, name, json, len);
    iso->host_ns += py_now(iso, 1) - start;
    free(json);
    return host_result(iso, &r);
}

static py_value host_repr(struct py_isolate *iso, py_value self)
{
    return py_str_format(iso, "<function %U>", ((struct host_function *)self)->name);
}

static py_value host_getattr(struct py_isolate *iso, py_value self, py_value name)
{
    if (name == py_name(iso, PY_N___class__)) return (py_value)py_type_of(iso, self);
    return py_getattr(iso, ((struct host_function *)self)->stub, name);
}

static const struct py_typedef host_def = {
    .name = "function",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct host_function),
    .final = true,
    .trace = host_trace,
    .slots = {.call = host_call, .repr = host_repr, .getattr = host_getattr}};

// The class of host functions, one per isolate.
static struct py_type *host_type(struct py_isolate *iso)
{
    if (!iso->host_functions)
        iso->host_functions = (py_value)py_type_from_def(iso, &host_def, NULL, "builtins");
    return (struct py_type *)iso->host_functions;
}

// Runs source in a namespace of its own and takes `name` out of it.
static py_value from_source(struct py_isolate *iso, const char *source, const char *name,
                            const char *extra, py_value value)
{
    py_value ns = py_dict_new(iso);
    struct py_code *code = ns ? py_compile(iso, source, strlen(source), "<tool>", PY_MODE_EXEC)
                              : NULL;
    if (!code || (extra && !py_dict_set_z(iso, py_dict(ns), extra, value))) return NULL;
    if (!py_run_code(iso, code, py_dict(ns), NULL)) return NULL;
    py_value v = py_dict_get_z(iso, py_dict(ns), name);
    return v || iso->exc ? v : py_raise_value_error(iso, "the stub does not define '%s'", name);
}

py_value py_host_function_new(struct py_isolate *iso, const char *name, py_value stub,
                              bool is_async, py_host_fn fn, void *ctx)
{
    struct py_type *t = host_type(iso);
    struct host_function *h = t ? py_new(iso, t, sizeof *h) : NULL;
    if (!h) return NULL;
    h->stub = stub;
    h->name = py_str_z(iso, name);
    h->fn = fn;
    h->ctx = ctx;
    if (!h->name || !is_async) return h->name ? (py_value)h : NULL;
    char source[512];
    snprintf(source, sizeof source,
             "async def %s(*args, **kwargs):\n    return _host(*args, **kwargs)\n", name);
    return from_source(iso, source, name, "_host", (py_value)h);
}

static bool keep(struct py_isolate *iso, const char *name, py_value v, struct py_result *result)
{
    bool ok = v && py_dict_set_z(iso, iso->globals, name, v);
    py_result_of_setup(iso, ok, result);
    return ok;
}

bool py_define_function(struct py_isolate *iso, const char *name, const char *stub, bool is_async,
                        py_host_fn fn, void *ctx, struct py_result *result)
{
    py_setup_begin(iso, __builtin_frame_address(0));
    py_value s = from_source(iso, stub, name, NULL, NULL);
    if (s && !py_is_kind(s, PY_K_FUNC))
        s = py_raise_value_error(iso, "the stub of '%s' is no function", name);
    return keep(iso, name, s ? py_host_function_new(iso, name, s, is_async, fn, ctx) : NULL,
                result);
}

bool py_define_json(struct py_isolate *iso, const char *name, const char *json, size_t len,
                    struct py_result *result)
{
    py_setup_begin(iso, __builtin_frame_address(0));
    return keep(iso, name, py_json_parse(iso, json, len), result);
}

// --- streams
// ----------------------------------------------------------------------------------------

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
    if (n < 0) {
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
static py_value stream_iter(struct py_isolate *iso, py_value self)
{
    (void)iso;
    return self;
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
                                             .slots = {.iter = stream_iter, .next = stream_next}};

bool py_define_stream(struct py_isolate *iso, const char *name,
                      long (*pull)(void *ctx, char *buf, size_t cap), void *ctx,
                      struct py_result *result)
{
    py_setup_begin(iso, __builtin_frame_address(0));
    struct py_type *t = py_type_from_def(iso, &stream_def, NULL, "builtins");
    struct stream *s = t ? py_new(iso, t, sizeof *s) : NULL;
    if (s) {
        s->pull = pull;
        s->ctx = ctx;
    }
    return keep(iso, name, (py_value)s, result);
}

// --- final_answer
// --------------------------------------------------------------------------------------

static py_value final_answer(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    iso->final_value = a[0];
    return py_stop_now(iso, PY_STOP_FINAL);
}
const struct py_native_row py_final_answer_row = {"final_answer", final_answer, "answer", 0,
                                                  "Ends the run with this answer."};
