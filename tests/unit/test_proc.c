// Child processes: big input and output at once, ceilings, time-outs, whole groups killed; and the
// stop flag that ends them.
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
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/proc.h"
#include "base/stop.h"

static int run(const char *script, const char *input, int64_t timeout_ms, size_t max_output,
               struct sa_stop *stop, struct sa_proc_result *r)
{
    const char *const argv[] = {"sh", "-c", script, NULL};
    const struct sa_proc_request q = {.argv = argv,
                                      .input = input,
                                      .input_len = input ? strlen(input) : 0,
                                      .max_output = max_output,
                                      .timeout_ns = timeout_ms * SA_NS_PER_MS,
                                      .stop = stop};
    return sa_proc_run(&q, r, NULL);
}

static void test_output_and_status(void **state)
{
    (void)state;
    struct sa_proc_result r;
    assert_int_equal(run("echo out; echo err >&2; exit 7", NULL, 0, 1000, NULL, &r), 0);
    assert_string_equal(sa_buf_text(&r.out), "out\n");
    assert_string_equal(sa_buf_text(&r.err), "err\n");
    assert_int_equal(r.status, 7);
    sa_proc_result_release(&r);
    assert_int_equal(run("kill -TERM $$", NULL, 0, 1000, NULL, &r), 0);
    assert_int_equal(r.status, 143);
    sa_proc_result_release(&r);
}

static void test_big_input_and_output(void **state)
{
    (void)state;
    size_t len = 1 << 20;
    char *input = malloc(len + 1);
    memset(input, 'x', len);
    input[len] = 0;
    struct sa_proc_result r;
    assert_int_equal(run("cat", input, 20000, len, NULL, &r), 0);
    assert_int_equal(r.out.len, len);
    sa_proc_result_release(&r);
    assert_int_equal(run("wc -c", input, 60000, len, NULL, &r), 0); // says nothing meanwhile
    assert_string_equal(sa_buf_text(&r.out), "1048576\n");
    sa_proc_result_release(&r);
    assert_int_equal(run("exit 0", input, 20000, len, NULL, &r), 0); // never reads: no SIGPIPE
    assert_int_equal(r.status, 0);
    sa_proc_result_release(&r);
    free(input);
}

static void test_ceiling(void **state)
{
    (void)state;
    struct sa_proc_result r;
    assert_int_equal(run("yes", NULL, 20000, 5000, NULL, &r), 0);
    assert_true(r.too_much);
    assert_int_equal(r.status, 128 + 9);
    sa_proc_result_release(&r);
}

static void test_timeout_kills_the_group(void **state)
{
    (void)state;
    struct sa_proc_result r;
    int64_t start = sa_clock_monotonic();
    assert_int_equal(run("sleep 60 & sleep 60", NULL, 50, 1000, NULL, &r), 0);
    assert_true(r.timed_out);
    assert_true(sa_clock_monotonic() - start < 20 * SA_NS_PER_S);
    sa_proc_result_release(&r);
}

// The number that a script wrote as its first line of output.
static pid_t number_in(const struct sa_buf *out)
{
    return (pid_t)strtol(sa_buf_text(out), NULL, 10);
}

// Sessions of their own, and a parent that is gone: found nonetheless, at the end and at a
// time-out.
static void test_nothing_outlives_the_call(void **state)
{
    (void)state;
    static const char *const scripts[] = {
        "setsid sh -c 'echo $$; exec sleep 60 >/dev/null 2>&1' & sleep 0.3",
        "setsid sh -c 'setsid sh -c \"echo \\$\\$; exec sleep 60 >/dev/null 2>&1\" & sleep 0.2' & "
        "sleep 0.5",
        "setsid sh -c 'echo $$; exec sleep 60' & sleep 60",
        "setsid sh -c 'echo $$; trap \"\" TERM HUP INT; while :; do sleep 1; done' & sleep 60"};
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        struct sa_proc_result r;
        int64_t start = sa_clock_monotonic();
        assert_int_equal(run(scripts[i], NULL, i < 2 ? 20000 : 500, 1000, NULL, &r), 0);
        assert_int_equal(r.timed_out, i >= 2);
        assert_int_equal(r.status, i < 2 ? 0 : 128 + 9);
        assert_true(sa_clock_monotonic() - start < 15 * SA_NS_PER_S);
        assert_in_range(number_in(&r.out), 2, 1 << 22);
        assert_int_equal(kill(number_in(&r.out), 0), -1);
        assert_int_equal(errno, ESRCH);
        sa_proc_result_release(&r);
    }
}

// A pipe of ours that it held open would never come to its end.
static void test_the_keeper_has_none_of_our_descriptors(void **state)
{
    (void)state;
    struct sa_proc_result r;
    // It closes them once its child runs, so the child waits for that.
    static const char script[] = "for i in $(seq 200); do n=$(ls /proc/$PPID/fd | wc -l); "
                                 "[ $n = 2 ] && break; sleep 0.05; done; echo $n";
    assert_int_equal(run(script, NULL, 20000, 1000, NULL, &r), 0);
    assert_string_equal(sa_buf_text(&r.out), "2\n");
    sa_proc_result_release(&r);
}

static void test_stop(void **state)
{
    (void)state;
    struct sa_stop stop;
    struct sa_proc_result r;
    sa_stop_init(&stop);
    assert_int_equal(sa_stop_reason(&stop), 0);
    sa_stop_request(&stop, 15);
    sa_stop_request(&stop, 2);
    assert_int_equal(sa_stop_reason(&stop), 15);
    assert_int_equal(run("sleep 60", NULL, 0, 1000, &stop, &r), 0);
    assert_true(r.stopped);
    sa_proc_result_release(&r);
    sa_stop_clear(&stop);
    assert_int_equal(run("echo again", NULL, 0, 1000, &stop, &r), 0);
    assert_false(r.stopped);
    assert_string_equal(sa_buf_text(&r.out), "again\n");
    sa_proc_result_release(&r);
    sa_stop_release(&stop);
}

// A child that closes its output near the end of its time has no second one.
static void test_one_deadline_over_the_whole_life(void **state)
{
    (void)state;
    struct sa_proc_result r;
    int64_t start = sa_clock_monotonic();
    assert_int_equal(run("sleep 3.5; exec >&- 2>&-; sleep 60", NULL, 4000, 1000, NULL, &r), 0);
    assert_true(r.timed_out);
    assert_true(sa_clock_monotonic() - start < 7 * SA_NS_PER_S);
    sa_proc_result_release(&r);
}

static struct sa_stop signalled;

static void on_signal(int sig)
{
    sa_stop_request(&signalled, sig);
}

static void test_a_stop_after_the_output_is_a_stop(void **state)
{
    (void)state;
    char script[100];
    struct sa_proc_result r;
    sa_stop_init(&signalled);
    signal(SIGUSR1, on_signal);
    snprintf(script, sizeof script, "exec >&- 2>&-; sleep 0.3; kill -USR1 %d; sleep 60",
             (int)getpid());
    assert_int_equal(run(script, NULL, 0, 1000, &signalled, &r), 0);
    assert_true(r.stopped);
    assert_false(r.timed_out);
    sa_proc_result_release(&r);
    sa_stop_release(&signalled);
}

static void note_interrupt(void *target)
{
    ++*(int *)target;
}

static void test_stop_target(void **state)
{
    (void)state;
    struct sa_stop stop;
    int count = 0;
    sa_stop_init(&stop);
    sa_stop_target(&stop, note_interrupt, &count);
    sa_stop_request(&stop, 2);
    assert_int_equal(count, 1);
    sa_stop_target(&stop, NULL, NULL);
    sa_stop_request(&stop, 2);
    assert_int_equal(count, 1);
    sa_stop_target(&stop, note_interrupt, &count); // already requested: fires at once
    assert_int_equal(count, 2);
    sa_stop_release(&stop);
}

static void test_missing_program(void **state)
{
    (void)state;
    const char *const argv[] = {"no-such-program-here", NULL};
    const struct sa_proc_request q = {.argv = argv, .max_output = 10};
    struct sa_proc_result r;
    struct sa_err err = SA_ERR_INIT;
    assert_int_equal(sa_proc_run(&q, &r, &err), -1);
    assert_string_equal(err.message,
                        "cannot run no-such-program-here: there is no such program in PATH");
    assert_int_equal(err.code, SA_E_CONFIG);
    sa_proc_result_release(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_output_and_status),
        cmocka_unit_test(test_big_input_and_output),
        cmocka_unit_test(test_ceiling),
        cmocka_unit_test(test_timeout_kills_the_group),
        cmocka_unit_test(test_nothing_outlives_the_call),
        cmocka_unit_test(test_the_keeper_has_none_of_our_descriptors),
        cmocka_unit_test(test_one_deadline_over_the_whole_life),
        cmocka_unit_test(test_a_stop_after_the_output_is_a_stop),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_stop_target),
        cmocka_unit_test(test_missing_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
