// The pump between a host and its worker: everything arrives, whoever is slow, and either end is
// seen to go away.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "exec/relay/pump.h"

enum { MUCH = 8 << 20, PIECE = 32 << 10 };

// A pump on a thread, and the far ends of its two sockets.
struct rig {
    pthread_t thread;
    struct sa_pump_end ends[2];
    int host, worker, near[2];
    int over; // result
};

static void *run(void *ctx)
{
    struct rig *r = ctx;
    r->over = sa_pump(&r->ends[0], &r->ends[1]);
    return NULL;
}

static void start(struct rig *r)
{
    int a[2], b[2];
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, a), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, b), 0);
    sa_pump_plain(&r->ends[0], a[1], a[1]);
    sa_pump_plain(&r->ends[1], b[1], b[1]);
    r->host = a[0], r->worker = b[0];
    r->near[0] = a[1], r->near[1] = b[1];
}

static void finish(struct rig *r, int over)
{
    pthread_join(r->thread, NULL);
    assert_int_equal(r->over, over);
    close(r->near[0]), close(r->near[1]);
}

static void *send_much(void *ctx)
{
    unsigned char data[PIECE];
    for (size_t done = 0; done < MUCH; done += sizeof data) {
        for (size_t i = 0; i < sizeof data; i++) data[i] = (unsigned char)((done + i) * 7 >> 3);
        for (size_t sent = 0; sent < sizeof data;) {
            ssize_t n = write(*(int *)ctx, data + sent, sizeof data - sent);
            if (n <= 0) return NULL;
            sent += (size_t)n;
        }
    }
    return NULL;
}

static void receive_much(int fd)
{
    unsigned char data[PIECE];
    for (size_t done = 0; done < MUCH;) {
        ssize_t n = read(fd, data, sizeof data);
        assert_true(n > 0);
        for (ssize_t i = 0; i < n; i++, done++)
            if (data[i] != (unsigned char)(done * 7 >> 3)) fail_msg("byte %zu", done);
    }
}

static void both_ways_at_once(void **state)
{
    (void)state;
    struct rig r;
    pthread_t senders[2];
    start(&r);
    pthread_create(&r.thread, NULL, run, &r);
    pthread_create(&senders[0], NULL, send_much, &r.host);
    pthread_create(&senders[1], NULL, send_much, &r.worker);
    receive_much(r.worker);
    receive_much(r.host);
    for (int i = 0; i < 2; i++) pthread_join(senders[i], NULL);
    close(r.worker);
    finish(&r, 1);
    close(r.host);
}

static void what_a_worker_said_last_arrives(void **state)
{
    (void)state;
    struct rig r;
    char text[16];
    start(&r);
    assert_int_equal(write(r.worker, "last words", 10), 10);
    close(r.worker);
    pthread_create(&r.thread, NULL, run, &r);
    finish(&r, 1);
    assert_int_equal(read(r.host, text, sizeof text), 10);
    close(r.host);
}

// A worker that does not read, and a host that has filled everything in between and then dies.
static void a_host_is_seen_to_go_past_a_worker_that_does_not_read(void **state)
{
    (void)state;
    static const char data[PIECE];
    struct rig r;
    start(&r);
    pthread_create(&r.thread, NULL, run, &r);
    struct pollfd p = {.fd = r.host, .events = POLLOUT};
    while (poll(&p, 1, 100) > 0) send(r.host, data, sizeof data, MSG_DONTWAIT);
    close(r.host);
    finish(&r, 0);
    close(r.worker);
}

// An end that has something below its descriptor, as TLS may: poll does not tell of it.
static ssize_t read_ahead(struct sa_pump_end *end, char *buf, size_t cap)
{
    int *left = end->ctx;
    if (!*left) return read(end->in, buf, cap);
    *left = 0;
    memcpy(buf, "ahead", 5);
    return 5;
}

static void what_was_read_ahead_is_passed_on(void **state)
{
    (void)state;
    struct rig r;
    int left = 1;
    char text[16];
    start(&r);
    r.ends[1].read = read_ahead;
    r.ends[1].ctx = &left;
    pthread_create(&r.thread, NULL, run, &r);
    assert_int_equal(read(r.host, text, sizeof text), 5);
    close(r.host);
    finish(&r, 0);
    close(r.worker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ways_at_once),
        cmocka_unit_test(what_a_worker_said_last_arrives),
        cmocka_unit_test(a_host_is_seen_to_go_past_a_worker_that_does_not_read),
        cmocka_unit_test(what_was_read_ahead_is_passed_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
