// A run whose engine never comes back: the process still ends at its time limit, or when it is
// asked twice, with its status, and with run.end in every record that can be written. What hangs is
// a tool made here, which spins without a look at anything, a sink, or the engine, by the handler
// of a signal that comes while code runs.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fs.h"
#include "base/watchdog.h"
#include "base/xalloc.h"
#include "cli/run.h"

static volatile int endless = 1;

static void spin(struct sa_tool *tool, const char *args, struct sa_stop *stop,
                 struct sa_tool_result *result)
{
    (void)tool, (void)args, (void)stop, (void)result;
    while (endless) {
    }
}

// The same in a sink of the events, whose lock is held then.
static void spin_sink(void *ctx, const struct sa_event *event)
{
    (void)ctx;
    if (event->type == SA_EV_TOOL_CALL) spin(NULL, NULL, NULL, NULL);
}

static void spin_here(int sig)
{
    (void)sig;
    while (endless) {
    }
}

// Returns, and then the code that called it never comes to an end.
static void arm(struct sa_tool *tool, const char *args, struct sa_stop *stop,
                struct sa_tool_result *result)
{
    const struct itimerval soon = {.it_value = {.tv_usec = 50000}}; // of processor time
    (void)tool, (void)args, (void)stop;
    signal(SIGVTALRM, spin_here);
    setitimer(ITIMER_VIRTUAL, &soon, NULL);
    *result = (struct sa_tool_result){.json = sa_xstrdup("null")};
}

enum hang { IN_TOOL, IN_SINK, IN_ENGINE };

static void add_tool(struct sa_session *s, enum hang hang)
{
    struct sa_err err = SA_ERR_INIT;
    struct sa_tool *tool = sa_xcalloc(1, sizeof *tool);
    tool->name = sa_xstrdup("spin");
    tool->description = sa_xstrdup("spins");
    tool->inputs = cJSON_Parse("{\"type\":\"object\",\"properties\":{}}");
    tool->effects = SA_TOOL_READS; // needs nobody's leave
    tool->call = hang == IN_ENGINE ? arm : spin;
    assert_int_equal(sa_tools_add(&s->parts.tools, tool, &err), 0);
}

// The run as `smolagent run` does it, in a process of its own.
static _Noreturn void child(char **options, int count, enum hang hang)
{
    struct sa_config config;
    struct sa_session s = {0};
    struct sa_err err = SA_ERR_INIT;
    struct sa_run_result r;
    char **words;
    int words_count;
    dup2(open("out", O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    sa_config_init(&config);
    if (sa_config_args(&config, SA_SCOPE_RUN, count, options, false, &words, &words_count, &err))
        _exit(99);
    sa_session_start(&s, &config);
    add_tool(&s, hang);
    if (hang == IN_SINK) sa_events_add(&s.events, spin_sink, NULL);
    if (sa_session_open(&s, &err)) _exit(98);
    sa_agent_run(s.agent, "spin", &r);
    _exit(97);
}

struct outcome {
    int status; // of waitpid
    int64_t ms;
    char *out, *audit;
};

static void await_cell(void)
{
    struct sa_err none = SA_ERR_INIT;
    for (int i = 0; i < 1000; i++) {
        size_t len;
        SA_AUTO_FREE char *text = sa_fs_read("audit", SA_BUF_TEXT, &len, &none);
        if (text && strstr(text, "\"what\":\"tool\"")) return;
        sa_sleep(10 * SA_NS_PER_MS);
    }
    fail_msg("the tool was not called");
}

static struct outcome go(const char *timeout, int sig, int times, enum hang hang)
{
    char *options[] = {
        "--no-config", "-q",    "-m",        "replay:replies",           "--audit",        "audit",
        "--output",    "jsonl", "--timeout", (char *)(uintptr_t)timeout, "--step-timeout", "1s"};
    struct sa_err err = SA_ERR_INIT;
    struct outcome o;
    size_t len;
    unlink("audit"), unlink("audit.head"), unlink("out");
    int64_t start = sa_clock_monotonic();
    pid_t pid = fork();
    if (!pid) child(options, SA_COUNT(options), hang);
    if (sig) await_cell();
    for (int i = 0; i < times; i++, sa_sleep(100 * SA_NS_PER_MS)) kill(pid, sig);
    assert_int_equal(waitpid(pid, &o.status, 0), pid);
    o.ms = (sa_clock_monotonic() - start) / SA_NS_PER_MS;
    o.out = sa_fs_read("out", SA_BUF_TEXT, &len, &err);
    o.audit = sa_fs_read("audit", SA_BUF_TEXT, &len, &err);
    assert_non_null(o.out);
    assert_non_null(o.audit);
    return o;
}

// The last line of `text` has both.
static void assert_ends(const char *text, const char *what, const char *status)
{
    const char *last = text, *p;
    for (p = strchr(text, '\n'); p && p[1]; p = strchr(p + 1, '\n')) last = p + 1;
    assert_non_null(strstr(last, what));
    assert_non_null(strstr(last, status));
    assert_int_equal(text[strlen(text) - 1], '\n');
}

static void check(struct outcome o, bool by_signal, int number, int code, enum hang hang)
{
    char status[32];
    snprintf(status, sizeof status, "\"exit_code\":%d", code);
    assert_int_equal(by_signal, WIFSIGNALED(o.status));
    assert_int_equal(by_signal ? WTERMSIG(o.status) : WEXITSTATUS(o.status), number);
    assert_ends(o.audit, "\"what\":\"end\"", status);
    assert_ends(o.out, "\"type\":\"run.end\"", status);
    assert_non_null(strstr(o.out, "\"tool_calls\":1"));
    assert_true(hang == IN_SINK || strstr(o.out, "did not end by itself"));
    assert_in_range(o.ms, 0, 20000);
    free(o.out);
    free(o.audit);
}

static void test_deadline_passes_in_a_loop_that_never_ticks(void **state)
{
    (void)state;
    check(go("0.3s", 0, 0, IN_TOOL), false, 124, 124, IN_TOOL);
}

static void test_deadline_passes_in_a_sink_that_never_returns(void **state)
{
    (void)state;
    check(go("0.3s", 0, 0, IN_SINK), false, 124, 124, IN_SINK);
}

static void test_one_signal_and_a_grace_are_enough(void **state)
{
    (void)state;
    check(go("0", SIGTERM, 1, IN_TOOL), true, SIGTERM, 143, IN_TOOL);
}

static void test_a_second_signal_ends_it_at_once(void **state)
{
    (void)state;
    int64_t start = sa_clock_monotonic();
    check(go("0", SIGINT, 2, IN_TOOL), true, SIGINT, 130, IN_TOOL);
    assert_in_range((sa_clock_monotonic() - start) / SA_NS_PER_MS, 0, 15000);
}

static void test_a_cell_far_beyond_its_time_limit_ends_the_run(void **state)
{
    (void)state;
    struct outcome o = go("0", 0, 0, IN_ENGINE);
    assert_in_range(o.ms, 8000, 20000);
    assert_non_null(strstr(o.out, "did not end at its time limit of 1.0 s"));
    check(o, false, 124, 124, IN_ENGINE);
}

static int enter_folder(void **state)
{
    static const char reply[] = "{\"text\": \"<code>\\nspin()\\nwhile True: pass\\n</code>\"}\n";
    static char folder[] = "/tmp/watchdog-test-XXXXXX";
    struct sa_err err = SA_ERR_INIT;
    *state = mkdtemp(folder);
    return !*state || chdir(*state) || sa_fs_write_atomic("replies", reply, strlen(reply), &err);
}

static int leave_folder(void **state)
{
    static const char *const files[] = {"replies", "audit", "audit.head", "out"};
    for (size_t i = 0; i < SA_COUNT(files); i++) unlink(files[i]);
    return chdir("/") || rmdir(*state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deadline_passes_in_a_loop_that_never_ticks),
        cmocka_unit_test(test_deadline_passes_in_a_sink_that_never_returns),
        cmocka_unit_test(test_a_cell_far_beyond_its_time_limit_ends_the_run),
        cmocka_unit_test(test_one_signal_and_a_grace_are_enough),
        cmocka_unit_test(test_a_second_signal_ends_it_at_once),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
