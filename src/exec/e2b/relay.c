// The process between the host and a sandbox of E2B. To the host it is a worker like any other:
// frames on descriptor 0. It creates the sandbox, has the daemon in it (envd) start the worker,
// carries the frames, keeps the sandbox alive and kills it when the host closes the channel - which
// it does by dying, too, however it dies.
//
// The daemon speaks the Connect protocol with JSON: one long answer of Process/Start streams what
// the worker writes, in envelopes (a byte of flags, four of length, JSON), and each piece for its
// standard input is a Process/SendInput of its own. Pieces are numbered, so that one may be sent
// again when it is not known whether it arrived. A thread listens, this one sends.
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/flow.h"
#include "base/json.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/e2b/e2b_int.h"
#include "exec/proto/frame.h"
#include "exec/proto/scripts.h"
#include "exec/relay/bundle.h"
#include "exec/relay/life.h"

#define STREAM_MS (INT64_C(30) * 24 * 3600 * 1000)
#define MEMORY_SLACK (INT64_C(64) << 10)   // KiB, of the interpreter and its libraries' data
#define ADDRESS_SLACK (INT64_C(768) << 10) // KiB, of its libraries
enum {
    HEAD = 5,       // of an envelope
    COMPRESSED = 1, // a flag of it
    LAST = 2,       // another
    ENVELOPE_MAX = 8 << 20,
    PIECE = 256 << 10,     // of standard input
    STATUS = 400,          // bytes kept of a status or message
    SILENT_MS = 90 * 1000, // without one of the signs of life that are asked for
    LAST_MS = 1000,        // for the worker's end to be told
};

struct relay {
    struct sa_relay base;
    struct sa_e2b_options options;
    struct sa_e2b e2b;
    struct sa_http *stream; // of the listening thread
    struct sa_buf start;    // request that starts the worker
    struct sa_buf in;       // what came and is no whole envelope yet
    struct sa_buf out;      // bytes to the host
    struct sa_buf bundle;   // of a runner: sent to it first
    uint32_t pieces;        // sent to standard input
    atomic_int pid;         // of the worker; 0: not started yet
    bool spoke;             // the worker has said something
    bool ended;             // the daemon has told its end
    struct sa_err problem;  // of the stream
};

enum { OVER = SA_STOP_TIMEOUT }; // the listening thread has nothing more to hear

// --- what the worker says

static bool damaged(struct relay *r, const char *why)
{
    sa_err_set(&r->problem, SA_E_PROVIDER, "E2B's stream is damaged: %s", why);
    return false;
}

static bool take_data(struct relay *r, const struct sa_frame *event)
{
    struct sa_frame data;
    const char *why;
    if (!sa_frame_parse_object(&data, sa_frame_raw(event, "data"), &why)) return false;
    if (sa_frame_raw(&data, "stdout").data) {
        if (!sa_frame_bytes(&data, "stdout", &r->out)) return sa_buf_clear(&r->out), false;
        r->spoke = true;
        return sa_channel_write(&r->base.host, &r->out);
    }
    struct sa_buf text = SA_BUF_INIT(ENVELOPE_MAX);
    sa_frame_bytes(&data, "stderr", &text);
    sa_relay_note(&r->base, text.data, text.len);
    sa_buf_release(&text);
    return true;
}

// The status is as Go's os.ProcessState writes it: "exit status 1", "signal: killed".
static void take_end(struct relay *r, const struct sa_frame *event)
{
    static const struct {
        const char *status;
        int signal;
    } rows[] = {{"signal: killed", SIGKILL},
                {"signal: segmentation fault", SIGSEGV},
                {"signal: bus error", SIGBUS},
                {"signal: illegal instruction", SIGILL},
                {"signal: floating point exception", SIGFPE},
                {"signal: aborted", SIGABRT},
                {"signal: bad system call", SIGSYS}};
    struct sa_buf status = SA_BUF_INIT(STATUS);
    struct sa_frame end;
    const char *why;
    r->ended = true;
    if (sa_frame_parse_object(&end, sa_frame_raw(event, "end"), &why))
        sa_frame_text(&end, "status", &status);
    for (size_t i = 0; i < SA_COUNT(rows); i++)
        if (sa_starts_with(sa_buf_text(&status), rows[i].status)) r->base.signal = rows[i].signal;
    sa_err_set(&r->problem, SA_E_CONFIG, "the worker ended at once (%s)", sa_buf_text(&status));
    sa_buf_release(&status);
}

static bool take_event(struct relay *r, struct sa_str text)
{
    struct sa_frame message, event, start;
    const char *why = "no event";
    bool known = sa_frame_parse_object(&message, text, &why) &&
                 sa_frame_parse_object(&event, sa_frame_raw(&message, "event"), &why);
    if (known && sa_frame_raw(&event, "data").data) return take_data(r, &event);
    if (known && sa_frame_raw(&event, "end").data) return take_end(r, &event), true;
    if (known && sa_frame_parse_object(&start, sa_frame_raw(&event, "start"), &why))
        atomic_store(&r->pid, (int)sa_frame_int(&start, "pid", 0));
    return known || damaged(r, why); // other events are signs of life
}

// {} or {"error": {"code": "...", "message": "..."}}
static bool take_last(struct relay *r, struct sa_str text)
{
    struct sa_frame last, error;
    struct sa_buf message = SA_BUF_INIT(STATUS);
    const char *why;
    if (sa_frame_parse_object(&last, text, &why) &&
        sa_frame_parse_object(&error, sa_frame_raw(&last, "error"), &why)) {
        if (!sa_frame_text(&error, "message", &message)) sa_frame_text(&error, "code", &message);
        sa_err_set(&r->problem, SA_E_PROVIDER, "the sandbox's daemon: %s", sa_buf_text(&message));
    }
    sa_buf_release(&message);
    return false;
}

static bool take_envelope(struct relay *r, int flags, struct sa_str text)
{
    if (flags & LAST) return take_last(r, text);
    return flags & COMPRESSED ? damaged(r, "it is compressed") : take_event(r, text);
}

static bool on_stream(void *ctx, const char *data, size_t len)
{
    struct relay *r = ctx;
    size_t done = 0;
    bool more = sa_buf_append(&r->in, data, len);
    while (more && r->in.len - done >= HEAD) {
        const unsigned char *p = (const unsigned char *)r->in.data + done;
        size_t size = (size_t)p[1] << 24 | (size_t)p[2] << 16 | (size_t)p[3] << 8 | p[4];
        if (size > ENVELOPE_MAX) return damaged(r, "a piece of it is too large");
        if (r->in.len - done < HEAD + size) break;
        more = take_envelope(r, p[0], (struct sa_str){(const char *)p + HEAD, size});
        done += HEAD + size;
    }
    sa_buf_remove(&r->in, 0, done);
    return more;
}

// --- requests to the daemon

// {"code": "not_found", "message": "..."}
static int refused(const struct sa_http_response *reply, struct sa_err *err)
{
    struct sa_err none = SA_ERR_INIT;
    cJSON *body = sa_json_parse(sa_buf_text(&reply->body), reply->body.len, &none);
    sa_err_set(err, SA_E_PROVIDER, "the sandbox's daemon: %.300s (status %d)",
               sa_json_str(body, "message", "no success"), reply->status);
    cJSON_Delete(body);
    return -1;
}

static int ask(struct relay *r, struct sa_http *http, const char *method, const char *type,
               const struct sa_buf *body, bool (*on_data)(void *, const char *, size_t),
               struct sa_err *err)
{
    const char *const headers[] = {type, "Connect-Protocol-Version: 1",
                                   on_data ? "Keepalive-Ping-Interval: 20" : NULL, NULL};
    const struct sa_http_credential credential = {(const char *const *)r->e2b.headers, r->e2b.url,
                                                  "the E2B API"};
    SA_AUTO_FREE char *url = sa_xasprintf("%s/process.Process/%s", r->e2b.url, method);
    const struct sa_http_request request = {.url = url,
                                            .headers = headers,
                                            .credential = &credential,
                                            .body = sa_buf_text(body),
                                            .body_len = body->len,
                                            .max_body = on_data ? SIZE_MAX : 0,
                                            .on_data = on_data,
                                            .ctx = r,
                                            .stop = r->base.stop};
    struct sa_http_response reply;
    int rc = sa_http_send(http, &request, &reply, err);
    if (!rc && (reply.status < 200 || reply.status > 299)) rc = refused(&reply, err);
    sa_http_response_release(&reply);
    return rc;
}

// The thread that listens: until the worker ends, or nobody wants to hear it.
static void *listen_to(void *ctx)
{
    struct relay *r = ctx;
    struct sa_err err = SA_ERR_INIT;
    ask(r, r->stream, "Start", "Content-Type: application/connect+json", &r->start, on_stream,
        &err);
    if (err.code && !r->problem.code) r->problem = err;
    sa_stop_request(r->base.stop, OVER);
    return NULL;
}

static void put_number(char *to, size_t n)
{
    for (int i = 0; i < 4; i++) to[i] = (char)(n >> (24 - 8 * i) & 0xff);
}

// Sends a numbered piece, of `len` bytes after its head. False when it does not arrive.
static bool send_piece(struct relay *r, char *piece, size_t len)
{
    struct sa_buf body = SA_BUF_INIT(2 * PIECE);
    struct sa_err err = SA_ERR_INIT;
    put_number(piece, ++r->pieces);
    put_number(piece + 4, len);
    sa_buf_appendf(&body, "{\"process\":{\"pid\":%d},\"input\":{", atomic_load(&r->pid));
    sa_frame_put_bytes(&body, "stdin", piece, 8 + len);
    sa_buf_appends(&body, "}}");
    int rc = ask(r, r->e2b.http, "SendInput", "Content-Type: application/json", &body, NULL, &err);
    sa_buf_release(&body);
    if (rc && sa_http_wait(r->base.stop, LAST_MS)) sa_warn("e2b: %s", err.message);
    return rc == 0;
}

// Passes on what the host has sent, as the worker wants it from a pipe; false at its end.
static bool forward(struct relay *r)
{
    char piece[8 + PIECE];
    ssize_t n = read(SA_RELAY_CHANNEL, piece + 8, PIECE);
    if (n <= 0) return n < 0 && (errno == EINTR || errno == EAGAIN);
    return send_piece(r, piece, (size_t)n);
}

// What a runner gets before anything of the host's.
static bool send_bundle(struct relay *r)
{
    char piece[8 + PIECE];
    while (r->bundle.len && !atomic_load(&r->pid) && sa_http_wait(r->base.stop, 5)) {
    }
    for (size_t at = 0; at < r->bundle.len && !sa_stop_reason(r->base.stop); at += PIECE) {
        size_t n = r->bundle.len - at < PIECE ? r->bundle.len - at : PIECE;
        memcpy(piece + 8, r->bundle.data + at, n);
        if (!send_piece(r, piece, n)) return false;
    }
    return true;
}

static void carry(struct relay *r)
{
    const int64_t pause = SA_E2B_EXTEND_S * SA_NS_PER_S;
    int64_t due = r->e2b.since + pause;
    while (!sa_stop_reason(r->base.stop)) {
        struct pollfd p[2] = {{.fd = r->base.stop->fd, .events = POLLIN},
                              {.fd = SA_RELAY_CHANNEL, .events = POLLIN}};
        sa_flow_wait(p, 2, due);
        if (p[1].revents && !forward(r)) return;
        if (sa_clock_monotonic() < due) continue;
        sa_e2b_extend(&r->e2b, r->base.stop);
        due = sa_clock_monotonic() + pause;
    }
}

// --- the worker

// The frames are on standard output, which no login script may print to; the limits are those that
// sa_jail_limit_program sets here.
static void put_command(struct sa_buf *out, const struct sa_frame *hello)
{
    int64_t memory = sa_frame_int(hello, "max_memory", 0) / 1024;
    int64_t disk = sa_frame_int(hello, "max_disk", 0) / 1024;
    struct sa_buf inner = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_appends(&inner, "ulimit -c 0; ulimit -u 256");
    if (memory > 0 && memory < INT64_C(1) << 40)
        sa_buf_appendf(&inner, "; ulimit -d %lld; ulimit -v %lld",
                       (long long)(memory + MEMORY_SLACK), (long long)(2 * memory + ADDRESS_SLACK));
    if (disk > 0) sa_buf_appendf(&inner, "; ulimit -f %lld", (long long)disk);
    sa_buf_appends(&inner, "; exec \"$0\" -s -X utf8 -c \"$1\" \"$2\" pipes >&3 3>&-");
    sa_json_put_str(out, "cmd", "/bin/bash");
    sa_json_key(out, "args");
    sa_buf_appends(out, "[\"-c\",\"exec 3>&1 >&2; exec /bin/bash -l -c \\\"$0\\\" \\\"$@\\\"\",");
    sa_json_quote(out, inner.data, inner.len);
    sa_buf_release(&inner);
}

static void put_start(struct relay *r)
{
    struct sa_buf *out = &r->start;
    const struct sa_frame *hello = &r->base.hello;
    struct sa_str text = sa_relay_hello(&r->base);
    const char *python = sa_relay_value(&r->base, "python");
    SA_AUTO_FREE const char **env = sa_relay_values(&r->base, "env");
    static const char head[HEAD];
    sa_buf_append(out, head, sizeof head);
    sa_buf_appends(out, "{\"process\":{");
    put_command(out, hello);
    text.data += 4, text.len -= 4;
    bool folders = sa_frame_raw(hello, "folders").data;
    SA_AUTO_FREE char *worker = r->base.runner ? NULL : sa_exec_worker_script(folders);
    const char *script = worker ? worker : sa_exec_scripts[SA_SCRIPT_RUNNER_SHIM].text;
    const char *const args[] = {python ? python : "python3", script};
    if (r->base.runner) text = SA_STR("{}"); // it comes with the bundle
    for (size_t i = 0; i < SA_COUNT(args); i++)
        sa_buf_appendc(out, ','), sa_json_quote(out, args[i], strlen(args[i]));
    sa_buf_appendc(out, ',');
    sa_json_quote(out, text.data, text.len);
    sa_buf_appends(out, "],\"envs\":{");
    if (sa_frame_bool(hello, "strict_seed")) {
        SA_AUTO_FREE char *seed = sa_xasprintf("%u", (unsigned)sa_frame_int(hello, "seed", 0));
        sa_json_put_str(out, "PYTHONHASHSEED", seed);
    }
    for (const char **name = env; *name; name++)
        if (getenv(*name)) sa_json_put_str(out, *name, getenv(*name));
        else sa_warn("--env %s: there is no such variable", *name);
    sa_buf_appends(out, "}},\"stdin\":true}");
    put_number(out->data + 1, out->len - HEAD);
}

// --- the runner

// This program, what may be read, and the host's hello.
static int pack(struct relay *r, struct sa_err *err)
{
    SA_AUTO_FREE const char **paths = sa_relay_values(&r->base, "read");
    struct sa_str hello = sa_relay_hello(&r->base);
    sa_buf_init(&r->bundle, SA_BUF_HUGE);
    struct sa_bundle *bundle = sa_bundle_new();
    sa_bundle_add_program(bundle, SA_E2B_FOLDER);
    for (const char **path = paths; *path; path++) sa_bundle_add(bundle, *path);
    if (!sa_bundle_close(bundle, &r->bundle, err)) return -1;
    if (sa_buf_append(&r->bundle, hello.data, hello.len)) return 0;
    return sa_err_set(err, SA_E_USAGE, "what is to be taken inside is too much"), -1;
}

// --- its life

// What the worker's start, or the connection, failed by: a start with -1.
static int explain(struct relay *r, struct sa_err *err)
{
    const char *note = sa_relay_noted(&r->base);
    if (!r->problem.code)
        sa_err_set(&r->problem, SA_E_PROVIDER, "E2B's stream ended early, or is damaged");
    *err = r->problem;
    if (!r->spoke && note[0]) sa_err_prefix(err, "%s", note);
    if (!r->spoke) return -1;
    if (!r->ended) sa_warn("e2b: the connection to the sandbox is lost: %s", err->message);
    return 0;
}

static int prepare(struct sa_relay *base, struct sa_err *err)
{
    struct relay *r = (struct relay *)base;
    sa_buf_init(&r->out, ENVELOPE_MAX);
    sa_buf_init(&r->in, 2 * ENVELOPE_MAX);
    sa_buf_init(&r->start, SA_BUF_TEXT);
    r->options = (struct sa_e2b_options){.template_id = sa_relay_value(base, "template"),
                                         .domain = sa_relay_value(base, "domain"),
                                         .internet = sa_relay_value(base, "internet") != NULL,
                                         .quiet = sa_relay_value(base, "quiet") != NULL};
    put_start(r);
    if (base->runner && pack(r, err)) return -1;
    if (sa_e2b_open(&r->e2b, &r->options, err)) return -1;
    return sa_e2b_create(&r->e2b, &r->options, base->stop, err) ? -1 : 0;
}

static int run(struct sa_relay *base, struct sa_err *err)
{
    struct relay *r = (struct relay *)base;
    pthread_t listener;
    const struct sa_http_options how = {.connect_ms = r->e2b.options.connect_ms,
                                        .idle_ms = SILENT_MS,
                                        .total_ms = STREAM_MS,
                                        .retries = r->e2b.options.retries,
                                        .retry_ms = r->e2b.options.retry_ms};
    r->stream = sa_http_new(&how);
    if (pthread_create(&listener, NULL, listen_to, r)) return 1;
    sa_e2b_measure(&r->e2b, base->stop);
    if (send_bundle(r)) carry(r);
    sa_stop_request(base->stop, SIGTERM);
    pthread_join(listener, NULL);
    if (sa_stop_reason(base->stop) == OVER && explain(r, err)) return -1;
    return r->ended ? 0 : 1;
}

static void kill_sandbox(struct sa_e2b *e, bool quiet)
{
    struct sa_err err = SA_ERR_INIT;
    bool sure = sa_e2b_kill(e, &err);
    double seconds = (double)(sa_clock_monotonic() - e->since) / 1e9;
    if (!sure) sa_warn("e2b: %s; E2B ends the sandbox in %d s", err.message, SA_E2B_LIFE_S);
    if (!e->id || quiet) return;
    if (e->price > 0)
        sa_info("e2b: sandbox %s ran %.1f s ($%.6f)", e->id, seconds, seconds * e->price);
    else sa_info("e2b: sandbox %s ran %.1f s", e->id, seconds);
}

static void take_down(struct sa_relay *base)
{
    struct relay *r = (struct relay *)base;
    if (r->e2b.http) kill_sandbox(&r->e2b, r->options.quiet);
    sa_http_free(r->stream);
    sa_e2b_release(&r->e2b);
    sa_buf_release(&r->in), sa_buf_release(&r->out);
    sa_buf_release(&r->start), sa_buf_release(&r->bundle);
}

int sa_exec_e2b_worker(int count, char **words)
{
    static const struct sa_relay_kind kind = {sizeof(struct relay), prepare, run, take_down};
    return sa_relay_live(&kind, count, words);
}
