// The process between the host and a container. To the host it is a worker like any other: frames
// on descriptor 0. It has the engine make the container, carries the frames, and removes the
// container when the host closes the channel - which it does by dying, too, however it dies.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/flow.h"
#include "base/json.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/docker/docker_int.h"
#include "exec/proto/frame.h"
#include "exec/relay/pump.h"
#include "exec/relay/relay.h"

enum { HEAD = 8, CHANNEL = 0, NOTE = 400, PIECE = 16 << 10 };
#define ANSWER_NS (20 * SA_NS_PER_S) // of a container that was started

struct relay {
    struct sa_stop *stop;
    struct sa_channel host;
    struct sa_engine engine;
    struct sa_container container;
    struct sa_program program; // of a runner
    struct sa_http_stream *stream;
    // The container's output comes in pieces of stdout and stderr, each after a head.
    unsigned char head[HEAD];
    size_t have, left;  // bytes of the head, and of its piece still to come
    struct sa_buf note; // what came on stderr
    struct sa_buf out;
};

// --- frames to the host

static bool say(struct relay *r, const char *type, const char *text, int code)
{
    size_t start = sa_frame_begin(&r->out, type);
    sa_json_put_int(&r->out, "version", SA_FRAME_VERSION);
    sa_json_put_raw(&r->out, "layers", "{}");
    if (text) sa_json_put_str(&r->out, "error", text);
    if (text) sa_json_put_int(&r->out, "code", code);
    return sa_frame_end(&r->out, start) && sa_channel_write(&r->host, &r->out);
}

static void say_failed(struct relay *r, const struct sa_err *err)
{
    say(r, "failed", err->message, err->code);
}

// --- the container's end

// The head of a piece: 1 or 2, three zeros, and the length. False for anything else.
static bool next_piece(struct relay *r)
{
    const unsigned char *h = r->head;
    r->have = 0;
    r->left = (size_t)h[4] << 24 | (size_t)h[5] << 16 | (size_t)h[6] << 8 | h[7];
    return (h[0] == 1 || h[0] == 2) && !h[1] && !h[2] && !h[3];
}

// Bytes of stdout; those of stderr are noted.
static ssize_t read_container(struct sa_pump_end *end, char *buf, size_t cap)
{
    struct relay *r = end->ctx;
    for (;;) {
        bool body = r->left > 0;
        char *to = body ? buf : (char *)r->head + r->have;
        size_t room = body ? (r->left < cap ? r->left : cap) : HEAD - r->have;
        ssize_t n = sa_http_stream_read(r->stream, to, room);
        if (n <= 0) return n;
        if (!body) {
            r->have += (size_t)n;
            if (r->have < HEAD || next_piece(r)) continue;
            sa_warn("the engine's stream is damaged");
            return 0;
        }
        r->left -= (size_t)n;
        if (r->head[0] == 1) return n;
        size_t free_bytes = NOTE - r->note.len;
        sa_buf_append(&r->note, buf, (size_t)n < free_bytes ? (size_t)n : free_bytes);
    }
}

static ssize_t write_container(struct sa_pump_end *end, const char *data, size_t len)
{
    return sa_http_stream_write(((struct relay *)end->ctx)->stream, data, len);
}

static bool wait_for(struct relay *r, short events, int64_t until)
{
    struct pollfd p[2] = {{.fd = r->stop->fd, .events = POLLIN},
                          {.fd = sa_http_stream_fd(r->stream), .events = events}};
    return !sa_stop_reason(r->stop) && sa_flow_wait(p, 2, until) == SA_FLOW_READY;
}

static bool send_all(struct relay *r, struct sa_pump_end *end, struct sa_str text, int64_t until)
{
    while (text.len) {
        ssize_t n = end->write(end, text.data, text.len);
        if (n > 0) text.data += n, text.len -= (size_t)n;
        else if (n == 0 || errno != EAGAIN || !wait_for(r, POLLOUT, until)) return false;
    }
    return true;
}

// Reads into r->out until there is a whole frame: its length with the head, 0 when none comes. One
// without bytes is none.
static size_t read_frame(struct relay *r, struct sa_pump_end *end, int64_t until)
{
    for (;;) {
        const unsigned char *p = (const unsigned char *)r->out.data;
        size_t have = r->out.len;
        size_t len = have < 4 ? 0
                              : (size_t)p[0] << 24 | (size_t)p[1] << 16 | (size_t)p[2] << 8 | p[3];
        if (have >= 4 && (!len || len > SA_BUF_SMALL)) return 0;
        if (len && have >= len + 4) return len + 4;
        char *room = sa_buf_reserve(&r->out, PIECE);
        ssize_t n = end->read(end, room, PIECE);
        if (n > 0) sa_buf_added(&r->out, (size_t)n);
        else if (n == 0 || errno != EAGAIN || !wait_for(r, POLLIN, until)) return 0;
    }
}

static int no_answer(struct relay *r, struct sa_err *err)
{
    for (size_t i = 0; i < r->note.len; i++)
        if ((unsigned char)r->note.data[i] < ' ') r->note.data[i] = ' ';
    sa_buf_clear(&r->out);
    return sa_err_set(err, SA_E_SANDBOX, "the container did not answer%s%s",
                      r->note.len ? ": " : "", sa_buf_text(&r->note)),
           -1;
}

// Hands the hello on. The worker's own was given to the host before; what it says after that, or
// instead, is passed on; our own worker is ready with it.
static int introduce(struct relay *r, struct sa_pump_end *end, struct sa_str hello, bool ours,
                     struct sa_err *err)
{
    int64_t until = sa_clock_monotonic() + ANSWER_NS;
    struct sa_frame f;
    const char *why;
    sa_buf_clear(&r->out);
    send_all(r, end, hello, until); // where that fails there may still be a word about it
    size_t len = read_frame(r, end, until);
    if (!len || !sa_frame_parse(&f, r->out.data + 4, len - 4, &why)) return no_answer(r, err);
    bool well = !strcmp(f.type, "hello");
    if (!well && strcmp(f.type, "failed")) return no_answer(r, err);
    if (well) sa_buf_remove(&r->out, 0, len);
    if (!sa_channel_write(&r->host, &r->out)) return no_answer(r, err);
    return well && ours && !say(r, "ready", NULL, 0) ? no_answer(r, err) : 0;
}

// --- its life

// Fetching and building may take long, and end with a signal. What comes after is not broken off: a
// container that is still being created cannot be removed.
static int prepare(struct relay *r, const struct sa_docker_options *o, char **image,
                   struct sa_err *err)
{
    if (sa_engine_open(&r->engine, err)) return -1;
    *image = r->container.runner ? sa_docker_runner_image(&r->engine, o, &r->program, err)
                                 : sa_docker_image(&r->engine, o, err);
    r->engine.stop = NULL;
    return *image ? 0 : -1;
}

static void carry(struct sa_pump_end *container)
{
    struct sa_pump_end host;
    sa_pump_plain(&host, CHANNEL, CHANNEL);
    sa_pump(&host, container);
}

static int live(struct relay *r, const struct sa_docker_options *o, struct sa_str hello)
{
    struct sa_err err = SA_ERR_INIT;
    SA_AUTO_FREE char *image = NULL;
    if (prepare(r, o, &image, &err)) return say_failed(r, &err), 1;
    if (!say(r, "hello", NULL, 0)) return 1;
    int rc = sa_container_start(&r->container, image, o, &r->stream, &err);
    if (!rc) {
        int fd = sa_http_stream_fd(r->stream);
        struct sa_pump_end end = {fd, fd, read_container, write_container, r};
        bool ours = r->container.runner || !sa_docker_has_python(o);
        rc = introduce(r, &end, hello, ours, &err);
        if (!rc) carry(&end);
    }
    if (rc) say_failed(r, &err);
    sa_container_remove(&r->container);
    sa_container_prune(&r->engine, NULL); // what relays left that were killed
    return rc ? 1 : 0;
}

// All words of a name, NULL-terminated; the array is yours.
static const char **word_list(int count, char **words, const char *name)
{
    const char **list = sa_xcalloc((size_t)count + 1, sizeof *list);
    size_t n = 0;
    for (int at = 0; (list[n] = sa_relay_word(count, words, name, &at)); n++) {
    }
    return list;
}

int sa_exec_docker_worker(int count, char **words)
{
    struct relay *r = sa_xcalloc(1, sizeof *r);
    const char **install = word_list(count, words, "install");
    const char **env = word_list(count, words, "env");
    const char **reads = word_list(count, words, "read"),
               **writes = word_list(count, words, "write");
    const struct sa_docker_options o = {
        .image = sa_relay_word(count, words, "image", NULL),
        .dockerfile = sa_relay_word(count, words, "dockerfile", NULL),
        .install = install};
    struct sa_frame f;
    sa_buf_init(&r->out, SA_FRAME_MAX);
    sa_buf_init(&r->note, NOTE);
    if (!(r->stop = sa_relay_begin(&r->host, &f))) return 1;
    r->engine.stop = r->stop;
    r->container = (struct sa_container){
        .engine = &r->engine,
        .any_sandbox = sa_relay_word(count, words, "sandbox", NULL) != NULL,
        .max_memory = sa_frame_int(&f, "max_memory", 0),
        .max_disk = sa_frame_int(&f, "max_disk", 0),
        .runner = sa_relay_word(count, words, "runner", NULL) != NULL,
        .python = sa_relay_word(count, words, "python", NULL),
        .env = env,
        .read = reads,
        .write = writes};
    if (r->container.runner) sa_program_find(&r->program);
    int status = live(r, &o, (struct sa_str){r->host.in.data, r->host.used});
    sa_http_stream_free(r->stream);
    sa_engine_release(&r->engine);
    sa_channel_release(&r->host);
    sa_buf_release(&r->out), sa_buf_release(&r->note);
    sa_program_release(&r->program);
    free(install), free(env), free(reads), free(writes);
    free(r);
    return status;
}
