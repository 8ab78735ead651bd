// Shared by the drivers of the worker protocol: a socket whose far end says what the input says, a
// line a frame, and checks that all it hears are frames. A line that begins with '#' is sent as it
// is, without a head and its end of line.
#ifndef FUZZ_WIRE_H
#define FUZZ_WIRE_H

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "exec/frame.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WIRE_INPUT = 16 << 10 }; // bytes of input, and with heads well within a socket's buffer

struct wire {
    int near, far;
    pthread_t listener;
};

static void *wire_listen(void *arg)
{
    struct wire *w = arg;
    struct sa_channel channel;
    struct sa_frame frame;
    const char *why;
    enum sa_got got;
    sa_channel_init(&channel, w->far, false);
    while ((got = sa_channel_read(&channel, -1, 0, &frame, &why)) == SA_GOT_FRAME) continue;
    SA_CHECK(got == SA_GOT_END);
    sa_channel_release(&channel);
    return NULL;
}

static inline void wire_open(struct wire *w, bool nonblocking, const uint8_t *data, size_t size)
{
    struct sa_buf out = SA_BUF_INIT(8 * WIRE_INPUT);
    const char *p = (const char *)data, *end = p + size;
    while (p < end) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        size_t len = (size_t)((stop ? stop : end) - p);
        const char head[4] = {0, 0, (char)(len >> 8), (char)len};
        bool raw = len && *p == '#';
        if (!raw) sa_buf_append(&out, head, sizeof head);
        sa_buf_append(&out, p + raw, len - raw);
        p = stop ? stop + 1 : end;
    }
    int pair[2];
    SA_CHECK(socketpair(AF_UNIX, SOCK_STREAM | (nonblocking ? SOCK_NONBLOCK : 0), 0, pair) == 0);
    *w = (struct wire){.near = pair[0], .far = pair[1]};
    SA_CHECK(send(w->far, sa_buf_text(&out), out.len, MSG_DONTWAIT) == (ssize_t)out.len);
    SA_CHECK(fcntl(w->far, F_SETFL, 0) == 0 && shutdown(w->far, SHUT_WR) == 0);
    SA_CHECK(pthread_create(&w->listener, NULL, wire_listen, w) == 0);
    sa_buf_release(&out);
}

static inline void wire_close(struct wire *w)
{
    shutdown(w->near, SHUT_RDWR);
    pthread_join(w->listener, NULL);
    close(w->near);
    close(w->far);
}

#endif
