// Streams over one: everything arrives, in both directions at once, and nonsense ends it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "exec/runner/mux.h"

enum { MUCH = 3 << 20 };

static char last[64]; // control message
static int opened;    // far end of the last connection; -1: none

static bool on_control(void *ctx, const char *data, size_t len)
{
    (void)ctx;
    if (len >= sizeof last) return false;
    memcpy(last, data, len);
    last[len] = 0;
    return true;
}

static int on_open(void *ctx)
{
    int pair[2];
    (void)ctx;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair), 0);
    if (opened >= 0) close(opened);
    opened = pair[1];
    return pair[0];
}

// Two ends, the first one the host.
struct rig {
    struct sa_mux host, inner;
    int channel[2], in[2], out[2], listener[2];
};

static void open_rig(struct rig *r)
{
    signal(SIGPIPE, SIG_IGN);
    opened = -1;
    last[0] = 0;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, r->channel), 0);
    assert_int_equal(pipe2(r->in, O_NONBLOCK), 0);
    assert_int_equal(pipe2(r->out, O_NONBLOCK), 0);
    sa_mux_init(&r->host, r->channel[0], r->channel[0]);
    sa_mux_init(&r->inner, r->channel[1], r->channel[1]);
    r->host.on_control = r->inner.on_control = on_control;
    r->host.on_open = on_open;
    r->host.gives = true;
}

static void close_rig(struct rig *r)
{
    sa_mux_release(&r->host), sa_mux_release(&r->inner);
    close(r->channel[0]), close(r->channel[1]);
    if (opened >= 0) close(opened);
}

static void turn(struct rig *r)
{
    assert_true(sa_mux_step(&r->host, 0));
    assert_true(sa_mux_step(&r->inner, 0));
}

static void input_is_given_when_it_is_asked_for(void **state)
{
    (void)state;
    struct rig r;
    char text[16];
    open_rig(&r);
    assert_int_equal(write(r.in[1], "words", 5), 5);
    sa_mux_set(&r.host, SA_MUX_INPUT, r.in[0], -1);
    sa_mux_set(&r.inner, SA_MUX_INPUT, -1, r.out[1]);
    for (int i = 0; i < 9; i++) turn(&r);
    assert_int_equal(read(r.out[0], text, sizeof text), -1);
    sa_mux_ask(&r.inner);
    for (int i = 0; i < 9; i++) turn(&r);
    assert_int_equal(read(r.out[0], text, sizeof text), 5);
    close(r.in[1]);
    for (int i = 0; i < 9; i++) turn(&r);
    assert_int_equal(read(r.out[0], text, sizeof text), 0);
    close(r.in[0]), close(r.out[0]);
    close_rig(&r);
}

// Moves bytes between the far ends of a connection through both; each side is slow at times.
static void a_connection_carries_much_both_ways(void **state)
{
    (void)state;
    struct rig r;
    int pair[2];
    size_t sent[2] = {0}, got[2] = {0};
    open_rig(&r);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair), 0);
    sa_mux_set(&r.inner, SA_MUX_FIRST, pair[0], pair[0]);
    assert_int_equal(write(pair[1], "!", 1), 1);
    while (opened < 0) turn(&r);
    const int ends[2] = {pair[1], opened};
    got[1] = 0, sent[0] = 1;
    for (int round = 0; got[0] < MUCH || got[1] < MUCH; round++) {
        static char piece[9001];
        for (int i = 0; i < 2; i++) {
            size_t left = MUCH - sent[i] < sizeof piece ? MUCH - sent[i] : sizeof piece;
            ssize_t n = left ? write(ends[i], piece, left) : 0;
            if (n > 0) sent[i] += (size_t)n;
            if (round % 3 == i) n = 0;
            else n = read(ends[i], piece, sizeof piece);
            if (n > 0) got[i] += (size_t)n;
            memset(piece, 0, sizeof piece);
        }
        turn(&r);
        if (round > 200000) fail_msg("%zu and %zu of %d", got[0], got[1], MUCH);
    }
    close(pair[1]);
    for (int i = 0; i < 9; i++) turn(&r);
    assert_false(r.host.streams[SA_MUX_FIRST].open);
    assert_false(r.inner.streams[SA_MUX_FIRST].open);
    close_rig(&r);
}

static void messages_arrive_whole(void **state)
{
    (void)state;
    struct rig r;
    open_rig(&r);
    sa_mux_say(&r.inner, "the end", 7);
    for (int i = 0; i < 9 && !last[0]; i++) turn(&r);
    assert_string_equal(last, "the end");
    close_rig(&r);
}

// A reader that is slow gets all that was said before the other end went, and its last word.
static void what_was_said_last_is_not_lost(void **state)
{
    (void)state;
    enum { RECORDS = 7, BODY = 60000 };
    static unsigned char record[5 + BODY] = {SA_MUX_OUTPUT, 0, 0, BODY >> 8, BODY & 255};
    static const unsigned char end[] = {SA_MUX_CONTROL, 0, 0, 0, 1, 'e'};
    static char piece[9001];
    struct rig r;
    size_t got = 0;
    open_rig(&r);
    r.host.patient = true;
    memset(record + 5, 'x', BODY);
    sa_mux_set(&r.host, SA_MUX_OUTPUT, -1, r.out[1]);
    for (int i = 0; i < RECORDS; i++) {
        size_t done = 0; // nobody reads, so that the host takes no more at last
        for (int k = 0; k < 100 && done < sizeof record; k++) {
            ssize_t n = write(r.channel[1], record + done, sizeof record - done);
            if (n > 0) done += (size_t)n;
            assert_true(sa_mux_step(&r.host, 0));
        }
        assert_int_equal(done, sizeof record);
    }
    assert_int_equal(write(r.channel[1], end, sizeof end), sizeof end);
    close(r.channel[1]);
    r.channel[1] = -1;
    for (int k = 0; k < 100000 && (!last[0] || got < (size_t)RECORDS * BODY); k++) {
        sa_mux_step(&r.host, 0);
        ssize_t n = k % 9 ? 0 : read(r.out[0], piece, sizeof piece);
        if (n > 0) got += (size_t)n;
    }
    assert_string_equal(last, "e");
    assert_int_equal(got, RECORDS * BODY);
    close_rig(&r);
}

// What a container's first process may not say. False is the end of the run.
static void nonsense_ends_it(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t len;
    } rows[] = {
#define ROW(text) {text, sizeof text - 1}
        ROW("\377\0\0\0\1x"),         // no such stream
        ROW("\100\0\0\0\1x"),         // nor this
        ROW("\5\0\0\0\1x"),           // none that was opened
        ROW("\0\0\0\0\0\0\0\0\0\0"),  // one that has ended
        ROW("\1\0\0\0\0\1\0\0\0\1x"), // likewise
        ROW("\1\0\1\0\1x"),           // longer than a record may be
        ROW("\1\377\377\377\377"),    // likewise
        ROW("\3\0\0\0\100"            // a message that makes no sense
            "0123456789012345678901234567890123456789012345678901234567890123"),
        ROW("HTTP/1.1 200 OK\r\n\r\n"),
    };
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        struct rig r;
        open_rig(&r);
        sa_mux_set(&r.host, SA_MUX_INPUT, -1, -1);
        sa_mux_set(&r.host, SA_MUX_OUTPUT, -1, r.out[1]);
        assert_int_equal(write(r.channel[1], rows[i].bytes, rows[i].len), (int)rows[i].len);
        bool there = true;
        for (int k = 0; k < 20 && there; k++) there = sa_mux_step(&r.host, 0);
        if (there) fail_msg("row %zu", i);
        close_rig(&r);
    }
}

// What is inside a sandbox sees no terminal; the host does, and shows its text printable.
static void output_on_a_terminal_is_printable(void **state)
{
    (void)state;
    static const char text[] = "\x1b]52;c;eA==\x07\xE2\x98\x83\xE2\x80\xAE\xE2\x98";
    static const char shown[] = "\\x1b]52;c;eA==\\x07\xE2\x98\x83\\u202e\\xe2\\x98";
    struct termios raw = {0};
    struct rig r;
    int master, terminal;
    char got[128] = "";
    size_t len = 0;
    open_rig(&r);
    assert_int_equal(openpty(&master, &terminal, NULL, &raw, NULL), 0);
    sa_mux_set(&r.host, SA_MUX_OUTPUT, -1, terminal);
    sa_mux_set(&r.inner, SA_MUX_OUTPUT, r.in[0], -1);
    for (size_t i = 0; i < sizeof text - 1; i++) { // in records of one byte
        assert_int_equal(write(r.in[1], text + i, 1), 1);
        for (int k = 0; k < 3; k++) turn(&r);
    }
    close(r.in[1]);
    for (int i = 0; i < 9; i++) turn(&r);
    while (len < sizeof shown - 1) {
        ssize_t n = read(master, got + len, sizeof got - len);
        assert_true(n > 0);
        len += (size_t)n;
    }
    assert_int_equal(len, sizeof shown - 1);
    assert_memory_equal(got, shown, len);
    close_rig(&r);
    close(master), close(terminal), close(r.in[0]), close(r.out[0]), close(r.out[1]);
}

static void random_bytes(void **state)
{
    (void)state;
    unsigned seed = 11;
    for (int i = 0; i < 2000; i++) {
        struct rig r;
        char text[400];
        open_rig(&r);
        sa_mux_set(&r.host, SA_MUX_OUTPUT, -1, r.out[1]);
        for (size_t k = 0; k < sizeof text; k++) // mostly what looks like heads
            text[k] = (char)(rand_r(&seed) % 3 ? 0 : rand_r(&seed) % 70);
        assert_int_equal(write(r.channel[1], text, sizeof text), (int)sizeof text);
        for (int k = 0; k < 300 && sa_mux_step(&r.host, 0); k++) {
        }
        close_rig(&r);
        close(r.in[0]), close(r.in[1]), close(r.out[0]), close(r.out[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(input_is_given_when_it_is_asked_for),
        cmocka_unit_test(a_connection_carries_much_both_ways),
        cmocka_unit_test(messages_arrive_whole),
        cmocka_unit_test(what_was_said_last_is_not_lost),
        cmocka_unit_test(nonsense_ends_it),
        cmocka_unit_test(output_on_a_terminal_is_printable),
        cmocka_unit_test(random_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
