// The process between the host and a container. To the host it is a worker like any other: frames
// on descriptor 0. It has the engine make the container, carries the frames, and removes the
// container when the host closes the channel - which it does by dying, too, however it dies.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/flow.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/docker/docker_int.h"
#include "exec/proto/frame.h"
#include "exec/relay/life.h"
#include "exec/relay/pump.h"

enum { HEAD = 8, PIECE = 16 << 10 };
#define ANSWER_NS (20 * SA_NS_PER_S) // of a container that was started

struct relay {
    struct sa_relay base;
    struct sa_docker_options options;
    const char **install, **env, **read, **write; // lists of options, owned
    struct sa_engine engine;
    struct sa_container container;
    struct sa_program program; // of a runner
    char *image;
    struct sa_http_stream *stream;
    // The container's output comes in pieces of stdout and stderr, each after a head.
    unsigned char head[HEAD];
    size_t have, left; // bytes of the head, and of its piece still to come
    struct sa_buf out;
};

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
        sa_relay_note(&r->base, buf, (size_t)n);
    }
}

static ssize_t write_container(struct sa_pump_end *end, const char *data, size_t len)
{
    return sa_http_stream_write(((struct relay *)end->ctx)->stream, data, len);
}

static bool wait_for(struct relay *r, short events, int64_t until)
{
    struct pollfd p[2] = {{.fd = r->base.stop->fd, .events = POLLIN},
                          {.fd = sa_http_stream_fd(r->stream), .events = events}};
    return !sa_stop_reason(r->base.stop) && sa_flow_wait(p, 2, until) == SA_FLOW_READY;
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
    const char *note = sa_relay_noted(&r->base);
    sa_buf_clear(&r->out);
    return sa_err_set(err, SA_E_SANDBOX, "the container did not answer%s%s", note[0] ? ": " : "",
                      note),
           -1;
}

// Hands the hello on. The worker's own was given to the host before; what it says after that, or
// instead, is passed on; our own worker is ready with it.
static int introduce(struct relay *r, struct sa_pump_end *end, struct sa_err *err)
{
    int64_t until = sa_clock_monotonic() + ANSWER_NS;
    struct sa_frame f;
    const char *why;
    sa_buf_clear(&r->out);
    send_all(r, end, sa_relay_hello(&r->base),
             until); // where that fails there may still be a word about it
    size_t len = read_frame(r, end, until);
    if (!len || !sa_frame_parse(&f, r->out.data + 4, len - 4, &why)) return no_answer(r, err);
    bool well = !strcmp(f.type, "hello");
    if (!well && strcmp(f.type, "failed")) return no_answer(r, err);
    if (well) sa_buf_remove(&r->out, 0, len);
    if (!sa_channel_write(&r->base.host, &r->out)) return no_answer(r, err);
    bool ours = r->base.runner || !sa_docker_has_python(&r->options);
    bool told = !well || !ours || sa_channel_say(&r->base.host, "ready", NULL, 0);
    return told ? 0 : no_answer(r, err);
}

// --- its life

static void take_options(struct relay *r)
{
    const struct sa_relay *base = &r->base;
    r->install = sa_relay_values(base, "install");
    r->env = sa_relay_values(base, "env");
    r->read = sa_relay_values(base, "read");
    r->write = sa_relay_values(base, "write");
    r->options = (struct sa_docker_options){.image = sa_relay_value(base, "image"),
                                            .dockerfile = sa_relay_value(base, "dockerfile"),
                                            .install = r->install};
    r->container = (struct sa_container){.engine = &r->engine,
                                         .any_limits = sa_relay_value(base, "limits") != NULL,
                                         .max_memory = sa_frame_int(&base->hello, "max_memory", 0),
                                         .max_disk = sa_frame_int(&base->hello, "max_disk", 0),
                                         .runner = base->runner,
                                         .python = sa_relay_value(base, "python"),
                                         .env = r->env,
                                         .read = r->read,
                                         .write = r->write};
}

// Fetching and building may take long, and end with a signal. What comes after is not broken off: a
// container that is still being created cannot be removed.
static int prepare(struct sa_relay *base, struct sa_err *err)
{
    struct relay *r = (struct relay *)base;
    sa_buf_init(&r->out, SA_FRAME_MAX);
    take_options(r);
    if (base->runner) sa_program_find(&r->program);
    r->engine.stop = base->stop;
    if (sa_engine_open(&r->engine, err)) return -1;
    r->image = base->runner ? sa_docker_runner_image(&r->engine, &r->options, &r->program, err)
                            : sa_docker_image(&r->engine, &r->options, err);
    r->engine.stop = NULL;
    return r->image ? 0 : -1;
}

static int run(struct sa_relay *base, struct sa_err *err)
{
    struct relay *r = (struct relay *)base;
    if (sa_container_start(&r->container, r->image, &r->options, &r->stream, err)) return -1;
    int fd = sa_http_stream_fd(r->stream);
    struct sa_pump_end container = {fd, fd, read_container, write_container, r}, host;
    if (introduce(r, &container, err)) return -1;
    sa_pump_plain(&host, SA_RELAY_CHANNEL, SA_RELAY_CHANNEL);
    sa_pump(&host, &container);
    return 0;
}

static void take_down(struct sa_relay *base)
{
    struct relay *r = (struct relay *)base;
    if (r->container.name[0] && !sa_engine_answers(&r->engine)) {
        sa_warn("the engine at %s does not answer: the container %s stays until the next run",
                r->engine.where, r->container.name);
    } else if (r->container.name[0]) {
        sa_container_remove(&r->container);
        sa_container_prune(&r->engine, NULL); // what relays left that were killed
    }
    sa_http_stream_free(r->stream);
    sa_engine_release(&r->engine);
    sa_program_release(&r->program);
    sa_buf_release(&r->out);
    free(r->image);
    free(r->install), free(r->env), free(r->read), free(r->write);
}

int sa_exec_docker_worker(int count, char **words)
{
    static const struct sa_relay_kind kind = {sizeof(struct relay), prepare, run, take_down};
    return sa_relay_live(&kind, count, words);
}
