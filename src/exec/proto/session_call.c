// Calls of the worker: tools, granted files, lines of input, streams. What was not defined before
// cannot be called.
#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/flow.h"
#include "base/json.h"
#include "base/xalloc.h"
#include "tool/handle.h"
#include "exec/proto/host.h"
#include "exec/proto/session.h"

enum { FILE_PIECE = 4 << 20, STREAM_PIECE = 64 << 10, PATH_LONGEST = 4095 };

static bool has_tool(const struct sa_exec_session *t, const char *name)
{
    for (size_t i = 0; i < t->tool_count; i++)
        if (sa_streq(t->tools[i], name)) return true;
    return false;
}

void sa_exec_session_allow_tool(struct sa_exec_session *t, const char *name)
{
    if (has_tool(t, name)) return;
    SA_GROW(t->tools, t->tool_cap, t->tool_count + 1);
    t->tools[t->tool_count++] = sa_xstrdup(name);
}

void sa_exec_session_allow_stream(struct sa_exec_session *t, const char *name, sa_exec_pull_fn pull,
                                  void *ctx)
{
    for (size_t i = 0; i < t->stream_count; i++)
        if (sa_streq(t->streams[i].name, name)) return;
    SA_GROW(t->streams, t->stream_cap, t->stream_count + 1);
    t->streams[t->stream_count].name = sa_xstrdup(name);
    t->streams[t->stream_count].next = 0;
    t->streams[t->stream_count].pull = pull;
    t->streams[t->stream_count++].ctx = ctx;
}

static void put_error(struct sa_exec_session *t, const char *text, const char *type)
{
    sa_json_put_str(&t->out, "error", text);
    if (type) sa_json_put_str(&t->out, "error_type", type);
}

// Bytes that the result brings. `owned` is what they lie in and is taken over; NULL: it stays until
// the result is ended.
static void put_data(struct sa_exec_session *t, const char *data, size_t len, void *owned)
{
    if (!t->tails) sa_frame_put_bytes(&t->out, "data", data, len), free(owned);
    else t->tail = (struct sa_str){data, len}, t->tail_owned = owned;
}

static void put_result(struct sa_exec_session *t, struct py_host_result r)
{
    if (r.call) sa_json_put_int(&t->out, "call", r.call);
    if (r.end_cell) sa_json_put_bool(&t->out, "end", true);
    else if (r.error) put_error(t, r.error, r.error_type);
    else if (r.json && strlen(r.json) <= SA_FRAME_MAX &&
             !sa_json_check(r.json, strlen(r.json), NULL))
        put_error(t, "the tool's result is nested too deeply for the jail", NULL);
    else if (r.json) sa_json_put_raw(&t->out, "value", r.json);
    free(r.json);
    free(r.error);
}

// Calls `fn`, which a call of a tool is passed to.
static bool pass_on(struct sa_exec_session *t, py_host_fn fn, const char *name, struct sa_str args)
{
    if (!has_tool(t, name) || !fn || !args.data || args.data[0] != '{') return false;
    SA_AUTO_FREE char *json = sa_xstrndup(args.data, args.len);
    put_result(t, fn(t->options->ctx, name, json, args.len));
    return true;
}

// Each server puts the members of the result frame; false: the worker may not ask that.
static bool serve_tool(struct sa_exec_session *t, const char *name, struct sa_str args)
{
    return pass_on(t, t->options->on_tool, name, args);
}

static bool serve_start(struct sa_exec_session *t, const char *name, struct sa_str args)
{
    return pass_on(t, t->options->calls.start, name, args);
}

// A whole number in the arguments; `fallback` when it is not there.
static int64_t argument(struct sa_str args, const char *name, int64_t fallback)
{
    struct sa_frame f;
    const char *why;
    return sa_frame_parse_object(&f, args, &why) ? sa_frame_int(&f, name, fallback) : fallback;
}

static bool serve_wait(struct sa_exec_session *t, const char *name, struct sa_str args)
{
    (void)name;
    if (!t->options->calls.wait) return false;
    struct py_host_result r = t->options->calls.wait(t->options->ctx,
                                                     argument(args, "timeout_ns", 0));
    put_result(t, r);
    return true;
}

static bool serve_cancel(struct sa_exec_session *t, const char *name, struct sa_str args)
{
    (void)name;
    if (!t->options->calls.cancel) return false;
    t->options->calls.cancel(t->options->ctx, argument(args, "call", 0));
    return true;
}

static bool serve_stream(struct sa_exec_session *t, const char *name, struct sa_str args)
{
    int64_t at = argument(args, "at", -1); // without it: what follows the last piece
    bool probe = args.data && sa_memfind(args.data, args.len, "\"probe\"", 7);
    for (size_t i = 0; i < t->stream_count; i++) {
        if (!sa_streq(t->streams[i].name, name)) continue;
        uint64_t from = at < 0 ? t->streams[i].next : (uint64_t)at;
        char *piece = sa_xmalloc(STREAM_PIECE);
        long n = t->streams[i].pull(t->streams[i].ctx, from, piece, probe ? 0 : STREAM_PIECE);
        if (n >= 0) put_data(t, piece, (size_t)n, piece);
        else free(piece);
        if (n == PY_STREAM_GONE) sa_json_put_bool(&t->out, "gone", true);
        if (n > 0) t->streams[i].next = from + (uint64_t)n;
        return true;
    }
    return false;
}

static void drop_file(struct sa_exec_session *t)
{
    free(t->file.path), free(t->file.text);
    t->file.path = t->file.text = NULL;
}

// The piece of t->file.text at `at`; false: it is the empty one at the end.
static bool put_piece(struct sa_exec_session *t, uint64_t at)
{
    size_t from = at < t->file.len ? (size_t)at : t->file.len;
    size_t n = t->file.len - from < FILE_PIECE ? t->file.len - from : FILE_PIECE;
    put_data(t, t->file.text + from, n, NULL);
    return n > 0;
}

static bool interrupted(const struct sa_exec_session *t)
{
    return t->interrupted || sa_flow_readable(t->wake);
}

// A line comes in pieces like a file, but without asking for an empty one.
static bool serve_line(struct sa_exec_session *t, const char *prompt, struct sa_str args)
{
    int64_t at = argument(args, "at", -1);
    if (!t->options->on_line || at < 0) return false;
    if (at == 0 || !t->file.text || t->file.path) {
        drop_file(t);
        t->file.text = t->options->on_line(t->options->ctx, prompt, &t->file.len);
        at = 0;
    }
    // A wait that was cut short is not the end of the input.
    if (!t->file.text && interrupted(t)) sa_json_put_bool(&t->out, "end", true);
    if (!t->file.text) return true;
    put_piece(t, (uint64_t)at);
    sa_json_put_bool(&t->out, "more", (uint64_t)at + FILE_PIECE < t->file.len);
    return true;
}

static void put_file_error(struct sa_exec_session *t, const char *path, const char *error)
{
    const char *more = strstr(error, ": ");
    SA_AUTO_FREE char *kind = sa_xstrndup(error, more ? (size_t)(more - error) : strlen(error));
    put_error(t, path, kind);
    if (more) sa_json_put_str(&t->out, "more", more + 2);
}

static bool serve_file(struct sa_exec_session *t, const char *path, struct sa_str args)
{
    const char *error = "PermissionError";
    int64_t at = argument(args, "at", -1);
    bool handle = sa_starts_with(path, SA_HANDLE_PATH);
    if ((!handle && !t->options->files) || at < 0) return false;
    if (at == 0 || !sa_streq(path, t->file.path)) {
        drop_file(t);
        t->file.text = handle ? sa_exec_read_handle(t->options, path + strlen(SA_HANDLE_PATH),
                                                    &t->file.len, &error)
                              : sa_exec_read_granted(t->options, path, &t->file.len, &error);
        if (!t->file.text) return put_file_error(t, path, error), true;
        t->file.path = sa_xstrdup(path);
    }
    if (!put_piece(t, (uint64_t)at)) drop_file(t);
    return true;
}

// The operation of that name; false: there is none.
static bool op_named(const char *name, enum py_file_op *op)
{
    static const char *const names[] = {
#define NAME(ID, name) [PY_FILE_##ID] = name,
        PY_FILE_OPS(NAME)
#undef NAME
    };
    for (size_t i = 0; i < SA_COUNT(names); i++)
        if (sa_streq(names[i], name)) return *op = (enum py_file_op)i, true;
    return false;
}

// A path crosses as bytes. False: it is none, or too long.
static bool take_path(const struct sa_frame *f, const char *name, struct sa_buf *path)
{
    return sa_frame_bytes(f, name, path) && !path->full && !memchr(sa_buf_text(path), 0, path->len);
}

static void put_reply(struct sa_exec_session *t, struct py_file_reply *r)
{
    if (r->error) put_error(t, r->message, NULL);
    sa_json_put_int(&t->out, "errno", r->error);
    sa_json_put_bool(&t->out, "outside", r->outside);
    sa_json_put_int(&t->out, "file", r->file);
    sa_json_put_int(&t->out, "size", r->size);
    if (r->data) put_data(t, r->data, r->len, r->data);
}

// `name` is the operation.
static bool serve_folder(struct sa_exec_session *t, const char *name, struct sa_str args)
{
    struct py_file_call call = {0};
    struct py_file_reply reply = {0};
    struct sa_frame f;
    const char *why;
    struct sa_buf path = SA_BUF_INIT(PATH_LONGEST), to = path, data = SA_BUF_INIT(SA_FRAME_MAX);
    bool well = t->options->folders && op_named(name, &call.op) &&
                sa_frame_parse_object(&f, args, &why) && take_path(&f, "path", &path) &&
                (call.op != PY_FILE_RENAME || take_path(&f, "to", &to));
    if (well) {
        struct sa_str tail = t->frame.tail;
        if (!tail.data && sa_frame_bytes(&f, "data", &data))
            tail = (struct sa_str){data.data, data.len};
        call.path = sa_buf_text(&path);
        call.to = call.op == PY_FILE_RENAME ? sa_buf_text(&to) : NULL;
        call.at = sa_frame_int(&f, "at", 0);
        call.count = sa_frame_int(&f, "count", -1);
        call.file = sa_frame_int(&f, "file", 0);
        call.data = tail.data;
        call.len = tail.len;
        bool whole = call.op == PY_FILE_READ && call.count < 0;
        bool piece = call.op == PY_FILE_READ && (call.count < 0 || call.count > FILE_PIECE);
        if (piece) call.count = FILE_PIECE; // the rest is asked for
        sa_exec_folder(t->options, &call, &reply);
        uint64_t limit = t->options->max_memory ? t->options->max_memory : SA_EXEC_MEMORY;
        int64_t rest = reply.size - call.at;
        if (whole && !reply.error && rest > 0 && (uint64_t)rest > limit) reply.error = ENOMEM;
        put_reply(t, &reply);
    }
    sa_buf_release(&path), sa_buf_release(&to), sa_buf_release(&data);
    return well;
}

static bool serve_zone(struct sa_exec_session *t, const char *name, struct sa_str args)
{
    (void)args;
    size_t len;
    char *data = sa_exec_zone_data(NULL, name, &len);
    if (data) put_data(t, data, len, data);
    return true;
}

static bool serve_module(struct sa_exec_session *t, const char *name, struct sa_str args)
{
    (void)args;
    struct py_module_source s = {0};
    if (!t->options->modules) return false;
    if (sa_exec_find_module(t->options, name, &s)) {
        if (s.error) put_error(t, s.error, NULL);
        if (s.file) sa_json_put_str(&t->out, "file", s.file);
        if (s.text) put_data(t, s.text, s.len, s.text);
        sa_json_put_bool(&t->out, "package", s.package);
    }
    free(s.file), free(s.error);
    return true;
}

// `charged`: the time taken counts as the cell's, as it does in the worker.
static const struct {
    const char *kind;
    bool charged;
    bool (*serve)(struct sa_exec_session *t, const char *name, struct sa_str args);
} servers[] = {{"tool", false, serve_tool},    {"start", false, serve_start},
               {"wait", false, serve_wait},    {"cancel", false, serve_cancel},
               {"line", false, serve_line},    {"stream", false, serve_stream},
               {"file", true, serve_file},     {"zone", true, serve_zone},
               {"module", true, serve_module}, {"folder", true, serve_folder}};

// The result that was begun ends with what it brings.
static bool end_result(struct sa_exec_session *t, size_t start)
{
    bool fits = t->tail.data ? sa_frame_end_with(&t->out, start, t->tail)
                             : sa_frame_end(&t->out, start);
    free(t->tail_owned);
    t->tail = (struct sa_str){NULL, 0};
    t->tail_owned = NULL;
    return fits;
}

// The result frame into t->out; false: a call that is not allowed.
static bool answer(struct sa_exec_session *t, const char *kind, const char *name,
                   struct sa_str args)
{
    for (size_t i = 0; i < SA_COUNT(servers); i++) {
        if (!sa_streq(servers[i].kind, kind)) continue;
        int64_t since = sa_clock_monotonic();
        size_t start = sa_frame_begin(&t->out, "result");
        if (!servers[i].serve(t, name, args)) return false;
        if (t->deadline && !servers[i].charged) t->deadline += sa_clock_monotonic() - since;
        if (end_result(t, start)) return true;
        start = sa_frame_begin(&t->out, "result");
        put_error(t, "the result is " SA_FRAME_TOO_LARGE_IN, NULL);
        return sa_frame_end(&t->out, start);
    }
    return false;
}

enum sa_exec_session_end sa_exec_session_serve(struct sa_exec_session *t)
{
    struct sa_buf kind = SA_BUF_INIT(64), name = SA_BUF_INIT(SA_FRAME_MAX);
    struct sa_str args = sa_frame_raw(&t->frame, "args");
    bool known = sa_frame_text(&t->frame, "kind", &kind) && sa_frame_text(&t->frame, "name", &name);
    enum sa_exec_session_end end = SA_SESSION_HOSTILE;
    t->why = "a call of something that was not granted";
    if (known && answer(t, sa_buf_text(&kind), sa_buf_text(&name), args))
        end = sa_exec_session_send(t);
    sa_buf_release(&kind);
    sa_buf_release(&name);
    return end;
}
