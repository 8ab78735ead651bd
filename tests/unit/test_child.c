// Children that live long: a server of lines in all its moods, and how each comes to its end.
// Nothing here passes or fails by how fast it is: what is waited for comes, or never does.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/stop.h"
#include "base/xalloc.h"

#define LONG_NS (60 * SA_NS_PER_S)
enum { CEILING = 100000 };

static void start_with(struct sa_child *c, const char *script, struct sa_child_options o)
{
    const char *const argv[] = {"sh", "-c", script, NULL};
    o.argv = argv;
    o.max_input = o.max_output = CEILING;
    o.max_errors = 1000;
    assert_int_equal(sa_child_start(c, &o, NULL), 0);
}

static void start(struct sa_child *c, const char *script)
{
    start_with(c, script, (struct sa_child_options){0});
}

static int64_t soon(void)
{
    return sa_clock_monotonic() + LONG_NS;
}

static void expect_line(struct sa_child *c, const char *expected)
{
    struct sa_str line;
    assert_int_equal(sa_child_line(c, soon(), &line), SA_CHILD_LINE);
    assert_int_equal(line.len, strlen(expected));
    assert_memory_equal(line.data, expected, line.len);
}

static void expect_end(struct sa_child *c, enum sa_child_state state, int status)
{
    struct sa_str line;
    assert_int_equal(sa_child_line(c, soon(), &line), state);
    // Its output may come to its end before it does.
    assert_int_equal(sa_child_end(c, state == SA_CHILD_ENDED ? LONG_NS : 0, 0), status);
    sa_child_release(c);
}

static void test_lines_there_and_back(void **state)
{
    (void)state;
    struct sa_child c;
    start(&c, "while read -r line; do echo \"<$line>\"; done; echo bye; exit 3");
    for (int i = 0; i < 100; i++) {
        char text[32], expected[32];
        snprintf(text, sizeof text, "message %d\n", i);
        snprintf(expected, sizeof expected, "<message %d>", i);
        assert_true(sa_child_send(&c, text, strlen(text)));
        expect_line(&c, expected);
    }
    assert_true(sa_child_send(&c, "one\ntwo\n", 8));
    sa_child_close_input(&c);
    assert_false(sa_child_send(&c, "late\n", 5));
    expect_line(&c, "<one>");
    expect_line(&c, "<two>");
    expect_line(&c, "bye");
    expect_end(&c, SA_CHILD_ENDED, 3);
}

// A line that fills the ceiling both ways, several times over, while nothing is read of it.
static void test_both_directions_at_once(void **state)
{
    (void)state;
    static char text[CEILING];
    struct sa_child c;
    struct sa_str line;
    int sent = 0, heard = 0;
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\n';
    start(&c, "exec cat");
    while (heard < 20) {
        if (sent < 20 && sa_child_send(&c, text, sizeof text)) sent++;
        enum sa_child_state said = sa_child_line(&c, sent < 20 ? 0 : soon(), &line);
        assert_true(said == SA_CHILD_LINE || (said == SA_CHILD_RUNS && sent < 20));
        if (said == SA_CHILD_LINE) assert_int_equal(line.len, sizeof text - 1), heard++;
    }
    sa_child_close_input(&c);
    expect_end(&c, SA_CHILD_ENDED, 0);
}

static void test_one_that_floods_its_errors(void **state)
{
    (void)state;
    struct sa_child c;
    start(&c, "read -r line; echo first >&2; i=0; while [ $i -lt 5000 ]; do "
              "echo 0123456789012345678901234567890123456789012345678901234567890123456789 >&2; "
              "i=$((i + 1)); done; echo $line");
    assert_true(sa_child_send(&c, "hello\n", 6));
    expect_line(&c, "hello");
    assert_int_equal(c.errors.len, 1000);
    assert_memory_equal(c.errors.data, "first\n0123456789", 16);
    expect_end(&c, SA_CHILD_ENDED, 0);
}

// The queue fills up; what it says is heard nonetheless.
static void test_one_that_never_reads(void **state)
{
    (void)state;
    static const char piece[4096];
    struct sa_child c;
    size_t taken = 0;
    start(&c, "i=0; while :; do echo $i; i=$((i + 1)); sleep 0.05; done");
    while (sa_child_send(&c, piece, sizeof piece)) taken += sizeof piece;
    assert_true(c.in >= 0); // it is no room that there is none of
    assert_in_range(taken, CEILING - sizeof piece, CEILING + (1 << 20));
    assert_in_range(sa_flow_len(&c.to), CEILING - sizeof piece + 1, CEILING);
    expect_line(&c, "0");
    expect_line(&c, "1");
    assert_int_equal(sa_child_end(&c, 0, 0), 128 + SIGKILL);
    sa_child_release(&c);
    // One that is gone is not sent anything, and raises no SIGPIPE.
    start(&c, "exec <&-; echo closed; sleep 600");
    expect_line(&c, "closed");
    assert_false(sa_child_send(&c, piece, sizeof piece));
    assert_int_equal(sa_child_end(&c, 0, 0), 128 + SIGKILL);
    sa_child_release(&c);
}

// What ends the wait for it: a moment that was given, somebody else, the stop, its time.
static void test_one_that_never_writes(void **state)
{
    (void)state;
    const uint64_t one = 1;
    struct sa_child c;
    struct sa_stop stop;
    struct sa_str line;
    sa_stop_init(&stop);
    int wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    start_with(&c, "sleep 600",
               (struct sa_child_options){.stop = &stop, .wake = wake, .timeout_ns = LONG_NS});
    assert_int_equal(sa_child_line(&c, sa_clock_monotonic() + SA_NS_PER_MS, &line), SA_CHILD_RUNS);
    assert_int_equal(write(wake, &one, sizeof one), sizeof one);
    assert_int_equal(sa_child_line(&c, soon(), &line), SA_CHILD_WOKEN);
    sa_stop_request(&stop, SIGTERM);
    expect_end(&c, SA_CHILD_STOPPED, 128 + SIGKILL);
    close(wake);
    sa_stop_release(&stop);
    start_with(&c, "sleep 600", (struct sa_child_options){.timeout_ns = 50 * SA_NS_PER_MS});
    expect_end(&c, SA_CHILD_LATE, 128 + SIGKILL);
}

// They would keep its pipes open for as long as they live, which is not longer than we want.
static void test_grandchildren_that_hold_the_pipes(void **state)
{
    (void)state;
    struct sa_child c;
    char number[32];
    struct sa_str line;
    start(&c, "sleep 600 & echo $!; setsid sleep 600 & echo done; exit 5");
    assert_int_equal(sa_child_line(&c, soon(), &line), SA_CHILD_LINE);
    snprintf(number, sizeof number, "%.*s", (int)line.len, line.data);
    expect_line(&c, "done");
    assert_int_equal(sa_child_line(&c, soon(), &line), SA_CHILD_ENDED);
    assert_true(c.out >= 0);
    assert_int_equal(sa_child_end(&c, 0, 0), 5);
    assert_int_equal(kill((pid_t)strtol(number, NULL, 10), 0), -1);
    assert_int_equal(errno, ESRCH);
    sa_child_release(&c);
}

static void test_one_that_dies_in_the_middle_of_a_message(void **state)
{
    (void)state;
    struct sa_child c;
    struct sa_str line;
    start(&c, "echo whole; printf '{\"half\": '; echo why >&2; kill -SEGV $$");
    expect_line(&c, "whole");
    assert_int_equal(sa_child_line(&c, soon(), &line), SA_CHILD_ENDED);
    assert_int_equal(sa_flow_len(&c.from), 9);
    assert_memory_equal(sa_flow_data(&c.from), "{\"half\": ", 9);
    while (sa_child_step(&c, soon()) == SA_CHILD_RUNS) continue;
    assert_string_equal(sa_buf_text(&c.errors), "why\n");
    assert_int_equal(sa_child_end(&c, LONG_NS, 0), 128 + SIGSEGV);
    sa_child_release(&c);
}

static void test_a_line_without_end(void **state)
{
    (void)state;
    struct sa_child c;
    start(&c, "echo fine; exec tr '\\0' x </dev/zero");
    expect_line(&c, "fine");
    expect_end(&c, SA_CHILD_TOO_MUCH, 128 + SIGKILL);
}

// The end of its input, a signal, the kill: each comes where what was before did not do.
static void test_ends(void **state)
{
    (void)state;
    static const struct {
        const char *script;
        int64_t leave_ns, ask_ns;
        int status;
    } rows[] = {
        {"echo; cat; echo and much more; exit 6", LONG_NS, 0, 6},
        {"trap 'exit 7' TERM; echo; while :; do sleep 0.05; done", 0, LONG_NS, 7},
        {"trap '' TERM; echo; while :; do sleep 0.05; done", 1, SA_NS_PER_MS, 128 + SIGKILL},
        {"trap 'exit 8' TERM; echo; while :; do echo talking; done", 1, LONG_NS, 8},
    };
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        struct sa_child c;
        start(&c, rows[i].script);
        expect_line(&c, "");
        assert_int_equal(sa_child_end(&c, rows[i].leave_ns, rows[i].ask_ns), rows[i].status);
        sa_child_release(&c);
    }
}

static void test_place_and_limits(void **state)
{
    (void)state;
    static const char *const env[] = {"PATH=/usr/bin:/bin", "WORD=here", NULL};
    static const struct sa_spawn_limit limits[] = {{RLIMIT_NOFILE, 33}};
    struct sa_child c;
    struct sa_err err = SA_ERR_INIT;
    start_with(&c, "echo $(pwd) $WORD $(ulimit -n)",
               (struct sa_child_options){
                   .env = env, .folder = "/usr", .limits = limits, .limit_count = 1});
    expect_line(&c, "/usr here 33");
    expect_end(&c, SA_CHILD_ENDED, 0);
    const char *const argv[] = {"no-such-program-here", NULL};
    const struct sa_child_options o = {.argv = argv};
    assert_int_equal(sa_child_start(&c, &o, &err), -1);
    assert_string_equal(err.message,
                        "cannot run no-such-program-here: there is no such program in PATH");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_there_and_back),
        cmocka_unit_test(test_both_directions_at_once),
        cmocka_unit_test(test_one_that_floods_its_errors),
        cmocka_unit_test(test_one_that_never_reads),
        cmocka_unit_test(test_one_that_never_writes),
        cmocka_unit_test(test_grandchildren_that_hold_the_pipes),
        cmocka_unit_test(test_one_that_dies_in_the_middle_of_a_message),
        cmocka_unit_test(test_a_line_without_end),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_place_and_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
