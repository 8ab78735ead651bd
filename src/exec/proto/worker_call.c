// What the code asks of the host: tools, granted files, lines of input, pieces of a stream. One
// request, one answer; time spent here is not charged to the code.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/handle.h"
#include "exec/proto/host.h"
#include "exec/proto/worker_int.h"

// Sends "call" and waits; false when there is no answer. `args` NULL: none. `tail` without data:
// none.
static bool call_with(struct sa_worker *w, const char *kind, const char *name, const char *args,
                      struct sa_str tail)
{
    size_t start = sa_worker_begin(w, "call");
    sa_json_put_str(&w->out, "kind", kind);
    sa_json_put_str(&w->out, "name", name);
    if (args) sa_json_put_raw(&w->out, "args", args);
    if (tail.data) sa_worker_send_with(w, start, tail);
    else sa_worker_send(w, start);
    w->waiting = true;
    bool ok = !w->gone && sa_worker_read(w) && !strcmp(w->frame.type, "result");
    w->waiting = false;
    if (!ok) w->gone = true;
    return ok;
}

static bool call(struct sa_worker *w, const char *kind, const char *name, const char *args)
{
    return call_with(w, kind, name, args, (struct sa_str){NULL, 0});
}

static struct py_host_result refuse(const char *why)
{
    return (struct py_host_result){.error = sa_xstrdup(why), .error_type = "ValueError"};
}

// Asks, and reads the value or error that comes back.
static struct py_host_result ask(struct sa_worker *w, const char *kind, const char *name,
                                 const char *args)
{
    if (!call(w, kind, name, args) || sa_frame_bool(&w->frame, "end"))
        return (struct py_host_result){.end_cell = true};
    struct py_host_result r = {.call = sa_frame_int(&w->frame, "call", 0)};
    struct sa_buf text = SA_BUF_INIT(SA_FRAME_MAX), type = SA_BUF_INIT(sizeof w->error_type - 1);
    struct sa_str value = sa_frame_raw(&w->frame, "value");
    if (sa_frame_text(&w->frame, "error", &text)) {
        r.error = sa_buf_take(&text, NULL);
        if (sa_frame_text(&w->frame, "error_type", &type)) {
            sa_strcopy(w->error_type, sizeof w->error_type, sa_buf_text(&type));
            r.error_type = w->error_type;
        }
    } else if (value.data) {
        r.json = sa_xstrndup(value.data, value.len);
    }
    sa_buf_release(&type);
    return r;
}

static struct py_host_result call_tool(struct sa_worker *w, const char *kind, const char *name,
                                       const char *args, size_t len)
{
    if (len > SA_FRAME_VALUE) return refuse("the arguments are " SA_FRAME_TOO_LARGE_OUT);
    if (!sa_json_check(args, len, NULL)) return refuse("the arguments are nested too deeply");
    return ask(w, kind, name, args);
}

struct py_host_result sa_worker_tool(void *ctx, const char *name, const char *args, size_t len)
{
    return call_tool(ctx, "tool", name, args, len);
}

static struct py_host_result start_call(void *ctx, const char *name, const char *args, size_t len)
{
    return call_tool(ctx, "start", name, args, len);
}

static struct py_host_result wait_call(void *ctx, int64_t timeout_ns)
{
    char args[64];
    snprintf(args, sizeof args, "{\"timeout_ns\":%lld}", (long long)timeout_ns);
    return ask(ctx, "wait", "", args);
}

static void cancel_call(void *ctx, int64_t number)
{
    char args[64];
    snprintf(args, sizeof args, "{\"call\":%lld}", (long long)number);
    call(ctx, "cancel", "", args);
}

const struct py_call_hooks sa_worker_calls = {start_call, wait_call, cancel_call};

char *sa_worker_line(void *ctx, const char *prompt, size_t *len)
{
    struct sa_worker *w = ctx;
    struct sa_buf line = SA_BUF_INIT(SA_BUF_HUGE);
    char at[40];
    do {
        snprintf(at, sizeof at, "{\"at\":%zu}", line.len);
        if (!call(w, "line", prompt ? prompt : "", at) ||
            !sa_frame_data(&w->frame, "data", &line)) {
            if (!w->gone && sa_frame_bool(&w->frame, "end")) py_interrupt(w->iso);
            sa_buf_release(&line);
            return NULL;
        }
    } while (sa_frame_bool(&w->frame, "more"));
    return sa_buf_take(&line, len);
}

long sa_worker_pull(void *ctx, uint64_t at, char *buf, size_t cap)
{
    struct sa_worker_stream *s = ctx;
    struct sa_buf piece = SA_BUF_INIT(cap + 1);
    char args[80];
    snprintf(args, sizeof args, "{\"at\":%llu%s}", (unsigned long long)at,
             cap ? "" : ",\"probe\":true");
    bool said = call(s->w, "stream", s->name, args);
    if (said && sa_frame_bool(&s->w->frame, "gone")) return PY_STREAM_GONE;
    bool well = said && sa_frame_data(&s->w->frame, "data", &piece) && piece.len <= cap;
    long n = well ? (long)piece.len : -1;
    if (n > 0) memcpy(buf, piece.data, piece.len);
    sa_buf_release(&piece);
    return n;
}

static const char *os_error(const struct sa_frame *f)
{
    static const char *const names[] = {"FileNotFoundError", "IsADirectoryError", "MemoryError"};
    struct sa_buf type = SA_BUF_INIT(SA_EXEC_TOLD);
    sa_frame_text(f, "error_type", &type);
    static char told[SA_EXEC_TOLD];
    const char *found = "PermissionError";
    for (size_t i = 0; i < SA_COUNT(names); i++)
        if (sa_streq(names[i], sa_buf_text(&type))) found = names[i];
    sa_buf_clear(&type);
    bool more = sa_frame_text(f, "more", &type);
    snprintf(told, sizeof told, "%s%s%s", found, more ? ": " : "", more ? sa_buf_text(&type) : "");
    sa_buf_release(&type);
    return told;
}

// A file comes in pieces, until an empty one.
char *sa_worker_file(void *ctx, const char *path, size_t *len, const char **error)
{
    struct sa_worker *w = ctx;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    char at[40];
    *error = "FileNotFoundError";
    for (size_t had = 1; had;) {
        snprintf(at, sizeof at, "{\"at\":%zu}", text.len);
        had = text.len;
        if (!call(w, "file", path, at) || !sa_frame_data(&w->frame, "data", &text)) {
            *error = os_error(&w->frame);
            sa_buf_release(&text);
            return NULL;
        }
        had = text.len - had;
    }
    return sa_buf_take(&text, len);
}

char *sa_worker_handle(void *ctx, const char *name, size_t *len, const char **error)
{
    SA_AUTO_FREE char *path = sa_xasprintf(SA_HANDLE_PATH "%s", name);
    return sa_worker_file(ctx, path, len, error);
}

static const char *const file_ops[] = {
#define NAME(ID, name) [PY_FILE_##ID] = name,
    PY_FILE_OPS(NAME)
#undef NAME
};

// A piece of a call: its numbers, and its data.
struct piece {
    int64_t at, count, file;
    struct sa_str data;
};

static void put_call(struct sa_buf *out, const struct py_file_call *c, const struct piece *p,
                     bool tails)
{
    sa_buf_appendc(out, '{');
    sa_frame_put_bytes(out, "path", c->path, strlen(c->path));
    if (c->to) sa_frame_put_bytes(out, "to", c->to, strlen(c->to));
    sa_json_put_int(out, "at", p->at);
    sa_json_put_int(out, "count", p->count);
    sa_json_put_int(out, "file", p->file);
    if (p->data.len && !tails) sa_frame_put_bytes(out, "data", p->data.data, p->data.len);
    sa_buf_appendc(out, '}');
}

// One piece of a call, with what came back: data behind what is in *data, *any whether there
// was some. False: an error is in *reply.
static bool ask_piece(struct sa_worker *w, const struct py_file_call *c, const struct piece *p,
                      struct sa_buf *data, bool *any, struct py_file_reply *reply)
{
    struct sa_buf error = SA_BUF_INIT(sizeof reply->message - 1), args = SA_BUF_INIT(SA_FRAME_MAX);
    put_call(&args, c, p, w->tails);
    bool tail = w->tails && p->data.len;
    bool said = call_with(w, "folder", file_ops[c->op], sa_buf_text(&args),
                          tail ? p->data : (struct sa_str){NULL, 0});
    sa_buf_release(&args);
    reply->error = said ? (int)sa_frame_int(&w->frame, "errno", EIO) : EIO;
    sa_strcopy(reply->message, sizeof reply->message, "Input/output error");
    if (said && sa_frame_text(&w->frame, "error", &error))
        sa_strcopy(reply->message, sizeof reply->message, sa_buf_text(&error));
    sa_buf_release(&error);
    reply->outside = said && sa_frame_bool(&w->frame, "outside");
    if (reply->error) return false;
    reply->file = sa_frame_int(&w->frame, "file", 0);
    reply->size = sa_frame_int(&w->frame, "size", 0);
    *any = sa_frame_data(&w->frame, "data", data);
    return true;
}

// Data that is read or written crosses in pieces: of the same file, one behind the other.
void sa_worker_folder(void *ctx, const struct py_file_call *c, struct py_file_reply *reply)
{
    enum { PIECE = 4 << 20 };
    struct sa_worker *w = ctx;
    struct sa_buf data = SA_BUF_INIT(SA_BUF_HUGE);
    size_t sent = 0, had = 0;
    bool more = true, any = false, reads = c->op == PY_FILE_READ;
    for (*reply = (struct py_file_reply){.file = c->file}; more;) {
        size_t len = c->len - sent < PIECE ? c->len - sent : PIECE;
        int64_t left = c->count < 0 ? -1 : c->count - (int64_t)data.len;
        const struct piece p = {.at = c->at < 0 ? c->at : c->at + (int64_t)(sent + data.len),
                                .count = reads ? left : c->count,
                                .file = reply->file,
                                .data = {c->len ? c->data + sent : NULL, len}};
        had = data.len;
        if (!ask_piece(w, c, &p, &data, &any, reply)) break;
        if (c->op == PY_FILE_WRITE) more = (sent += len) < c->len;
        else more = reads && data.len > had && left != (int64_t)(data.len - had);
    }
    if (any && !reply->error) reply->data = sa_buf_take(&data, &reply->len);
    sa_buf_release(&data);
}

bool sa_worker_module(void *ctx, const char *name, struct py_module_source *out)
{
    struct sa_worker *w = ctx;
    struct sa_buf file = SA_BUF_INIT(SA_BUF_TEXT), error = SA_BUF_INIT(SA_BUF_TEXT),
                  text = SA_BUF_INIT(SA_BUF_HUGE);
    if (!call(w, "module", name, NULL)) return false;
    bool found = sa_frame_text(&w->frame, "file", &file),
         refused = sa_frame_text(&w->frame, "error", &error),
         read = sa_frame_data(&w->frame, "data", &text);
    if (refused) out->error = sa_buf_take(&error, NULL);
    if (found) out->file = sa_buf_take(&file, NULL);
    if (found && read) out->text = sa_buf_take(&text, &out->len);
    out->package = sa_frame_bool(&w->frame, "package");
    sa_buf_release(&file), sa_buf_release(&error), sa_buf_release(&text);
    return found || refused;
}

char *sa_worker_zone_data(void *ctx, const char *name, size_t *len)
{
    struct sa_worker *w = ctx;
    struct sa_buf data = SA_BUF_INIT(SA_ZONE_MAX);
    if (!call(w, "zone", name, NULL) || !sa_frame_data(&w->frame, "data", &data) || data.full) {
        sa_buf_release(&data);
        return NULL;
    }
    return sa_buf_take(&data, len);
}
