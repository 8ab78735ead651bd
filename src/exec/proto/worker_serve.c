// Requests of the host: define, run, compile, incomplete, describe, bye. Each gets exactly one
// closing frame.
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "exec/proto/host.h"
#include "exec/proto/worker_int.h"

// How much of the text is a value when quoted: escapes make it up to six times as long.
static size_t quotable(const char *text, size_t len)
{
    size_t room = SA_FRAME_VALUE, i = 0;
    if (len <= room / 6) return len;
    size_t high = sa_utf8_valid(text, len) ? 1 : 3; // a bad byte becomes U+FFFD
    for (; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        size_t n = c < 0x20 || c == 0x7f ? 6 : c == '"' || c == '\\' ? 2 : c < 0x80 ? 1 : high;
        if (n > room) break;
        room -= n;
    }
    return sa_utf8_floor(text, len, i);
}

// Text for reading, as errors are: what is too long is cut, and says so.
static void put_text(struct sa_worker *w, const char *name, const char *text, size_t len)
{
    if (!text) return;
    size_t n = quotable(text, len);
    sa_json_put_strn(&w->out, name, text, n);
    if (n == len) return;
    sa_buf_truncate(&w->out, w->out.len - 1);
    sa_buf_appends(&w->out, "... (cut: " SA_FRAME_TOO_LARGE_OUT ")\"");
}

// The value as JSON; as text where it nests deeper than frames may. Absent when it is too large.
static void put_value(struct sa_worker *w, const struct py_result *r)
{
    if (!r->value_json || r->value_json_len > SA_FRAME_VALUE) return;
    if (sa_json_check(r->value_json, r->value_json_len, NULL)) {
        sa_json_key(&w->out, "value");
        sa_buf_append(&w->out, r->value_json, r->value_json_len);
    } else {
        put_text(w, "value", r->value_text, r->value_text_len);
    }
}

static void put_cost(struct sa_worker *w, const struct py_cost *c)
{
    sa_json_key(&w->out, "cost");
    sa_buf_appendc(&w->out, '{');
    sa_json_put_int(&w->out, "operations", (int64_t)c->operations);
    sa_json_put_int(&w->out, "bytes", (int64_t)c->bytes);
    sa_json_put_int(&w->out, "peak_bytes", (int64_t)c->peak_bytes);
    sa_json_put_int(&w->out, "wall_ns", c->wall_ns);
    sa_json_put_int(&w->out, "host_ns", c->host_ns);
    sa_buf_appendc(&w->out, '}');
}

static void close_with(struct sa_worker *w, const struct py_result *r)
{
    size_t start = sa_worker_begin(w, sa_exec_status_names[r->status]);
    put_value(w, r);
    put_text(w, "text", r->value_text, r->value_text_len);
    put_text(w, "repr", r->value_repr, r->value_repr_len);
    put_text(w, "error", r->error_text, r->error_text_len);
    if (r->error_type) sa_json_put_str(&w->out, "error_type", r->error_type);
    if (r->imports && r->imports[0]) sa_json_put_str(&w->out, "imports", r->imports);
    if (r->error_line) sa_json_put_int(&w->out, "line", r->error_line);
    if (r->status == PY_LIMIT) sa_json_put_str(&w->out, "limit", sa_exec_limit_names[r->limit]);
    if (r->status == PY_EXIT) sa_json_put_int(&w->out, "code", r->exit_code);
    put_cost(w, &r->cost);
    sa_worker_send(w, start);
}

// An answer that would be cut on its way out is an error, not a shorter answer.
static void refuse_large(struct py_result *r)
{
    static const char text[] = "ValueError: the final answer is " SA_FRAME_TOO_LARGE_OUT "\n";
    if (r->status != PY_FINAL || (r->value_json_len <= SA_FRAME_VALUE &&
                                  quotable(r->value_text, r->value_text_len) == r->value_text_len))
        return;
    *r = (struct py_result){.status = PY_EXCEPTION,
                            .error_text = text,
                            .error_text_len = sizeof text - 1,
                            .error_type = "ValueError",
                            .cost = r->cost};
}

static void text_of(struct sa_worker *w, const char *name, struct sa_buf *out)
{
    sa_buf_init(out, SA_FRAME_MAX);
    sa_frame_text(&w->frame, name, out);
}

static void serve_define(struct sa_worker *w)
{
    struct sa_buf name, kind, stub;
    struct py_result r = {0};
    text_of(w, "name", &name), text_of(w, "kind", &kind), text_of(w, "stub", &stub);
    struct sa_str value = sa_frame_raw(&w->frame, "value");
    const char *n = sa_buf_text(&name), *k = sa_buf_text(&kind);
    if (!strcmp(k, "tool")) {
        py_define_function(w->iso, n, sa_buf_text(&stub), sa_worker_tool, w, &r);
    } else if (!strcmp(k, "stream")) {
        struct sa_worker_stream *s = sa_xcalloc(1, sizeof *s); // as old as the worker
        *s = (struct sa_worker_stream){w, sa_xstrdup(n)};
        py_define_stream(w->iso, n, sa_worker_pull, s, &r);
    } else {
        py_define_json(w->iso, n, value.data ? value.data : "null", value.data ? value.len : 4, &r);
    }
    close_with(w, &r);
    sa_buf_release(&name), sa_buf_release(&kind), sa_buf_release(&stub);
}

static void serve_run(struct sa_worker *w)
{
    struct sa_buf code, file;
    struct py_result r = {0};
    text_of(w, "code", &code), text_of(w, "file", &file);
    w->running = true;
    w->looked = sa_clock_monotonic();
    sa_exec_run(w->iso, w->mode, sa_buf_text(&code), code.len, sa_buf_text(&file), &r);
    w->running = false;
    refuse_large(&r);
    close_with(w, &r);
    sa_buf_release(&code), sa_buf_release(&file);
}

static void serve_compile(struct sa_worker *w)
{
    struct sa_buf code, file;
    struct py_result r = {0};
    text_of(w, "code", &code), text_of(w, "file", &file);
    char *text = py_disassemble(w->iso, sa_buf_text(&code), code.len, sa_buf_text(&file), &r);
    if (text) {
        r.status = PY_OK;
        r.value_text = text;
        r.value_text_len = sa_frame_bool(&w->frame, "text") ? strlen(text) : 0;
    }
    close_with(w, &r);
    free(text);
    sa_buf_release(&code), sa_buf_release(&file);
}

static void serve_incomplete(struct sa_worker *w)
{
    struct sa_buf code;
    text_of(w, "code", &code);
    bool more = py_source_is_incomplete(w->iso, sa_buf_text(&code), code.len);
    struct py_result r = {.value_json = more ? "true" : "false", .value_json_len = more ? 4 : 5};
    close_with(w, &r);
    sa_buf_release(&code);
}

static void serve_describe(struct sa_worker *w)
{
    struct py_result r = {0};
    r.value_text = py_describe_variables(w->iso, &r.value_text_len);
    close_with(w, &r);
}

static const struct {
    const char *type;
    void (*serve)(struct sa_worker *w);
} requests[] = {{"define", serve_define},
                {"run", serve_run},
                {"compile", serve_compile},
                {"incomplete", serve_incomplete},
                {"describe", serve_describe}};

bool sa_worker_serve(struct sa_worker *w)
{
    for (size_t i = 0; i < SA_COUNT(requests); i++) {
        if (strcmp(w->frame.type, requests[i].type)) continue;
        requests[i].serve(w);
        return !w->gone;
    }
    return false; // bye, or a host that does not know the protocol
}
