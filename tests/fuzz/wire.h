// Shared by the drivers of the worker protocol: a socket whose far end says what the input says, a
// line a frame, and checks that all it hears are frames. A line that begins with '#' is sent as it
// is, without a head and its end of line. To a host that is asked after it has asked it is said in
// turns: an answer, or a call, waits for the next frame.
#ifndef FUZZ_WIRE_H
#define FUZZ_WIRE_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "exec/proto/frame.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WIRE_INPUT = 16 << 10 }; // bytes of input, and with heads well within a socket's buffer
enum { WIRE_TIMEOUT_MS = 20 };  // for a host that waits for the rest of what is no frame

struct wire {
    int near, far;
    pthread_t listener;
    struct sa_buf rest; // of the input, still to be said
};

// Takes a line of the rest into `out`; true when that ends a turn.
static bool wire_line(struct wire *w, struct sa_buf *out)
{
    const char *line = sa_buf_text(&w->rest), *stop = memchr(line, '\n', w->rest.len);
    size_t len = stop ? (size_t)(stop - line) : w->rest.len;
    const char head[4] = {0, 0, (char)(len >> 8), (char)len};
    bool raw = len && *line == '#';
    if (!raw) sa_buf_append(out, head, sizeof head);
    sa_buf_append(out, line + raw, len - raw);
    bool ends = !raw && !memmem(line, len, "\"out\"", 5) && !memmem(line, len, "\"image\"", 7);
    sa_buf_remove(&w->rest, 0, len + (stop != NULL));
    return ends;
}

static void wire_speak(struct wire *w, bool all)
{
    struct sa_buf out = SA_BUF_INIT(8 * WIRE_INPUT);
    while (w->rest.len && (!wire_line(w, &out) || all)) continue;
    ssize_t sent = send(w->far, sa_buf_text(&out), out.len, MSG_DONTWAIT | MSG_NOSIGNAL);
    SA_CHECK(sent == (ssize_t)out.len || errno == EPIPE); // this side has had enough meanwhile
    if (!w->rest.len) SA_CHECK(shutdown(w->far, SHUT_WR) == 0);
    sa_buf_release(&out);
}

static void *wire_listen(void *arg)
{
    struct wire *w = arg;
    struct sa_channel channel;
    struct sa_frame frame;
    const char *why;
    enum sa_got got = SA_GOT_FRAME;
    struct pollfd p = {.fd = w->far, .events = POLLIN};
    sa_channel_init(&channel, w->far, false);
    while (got == SA_GOT_FRAME) {
        if (w->rest.len && poll(&p, 1, WIRE_TIMEOUT_MS) == 0) wire_speak(w, true);
        got = sa_channel_read(&channel, -1, 0, &frame, &why);
        if (got == SA_GOT_FRAME && w->rest.len) wire_speak(w, false);
    }
    SA_CHECK(got == SA_GOT_END);
    sa_channel_release(&channel);
    return NULL;
}

static inline void wire_open(struct wire *w, bool host, const uint8_t *data, size_t size)
{
    int pair[2];
    SA_CHECK(socketpair(AF_UNIX, SOCK_STREAM | (host ? SOCK_NONBLOCK : 0), 0, pair) == 0);
    *w = (struct wire){.near = pair[0], .far = pair[1]};
    sa_buf_init(&w->rest, WIRE_INPUT);
    sa_buf_append(&w->rest, data, size);
    SA_CHECK(fcntl(w->far, F_SETFL, 0) == 0);
    if (!host || !size) wire_speak(w, true);
    SA_CHECK(pthread_create(&w->listener, NULL, wire_listen, w) == 0);
}

static inline void wire_close(struct wire *w)
{
    shutdown(w->near, SHUT_RDWR);
    pthread_join(w->listener, NULL);
    close(w->near);
    close(w->far);
    sa_buf_release(&w->rest);
}

#endif
