// The jail executor with a worker that has been taken over (a builtin that makes any system call
// and reads any address), and what it does for workers in general: state, values, interrupts, cost.
// This program is its own worker; nothing of it is in the product.
#include "jailed.h"

#include <errno.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "skipped.h"

// --- the worker that has been taken over

static struct py_host_result probe_syscall(void *ctx, const char *name, const char *json,
                                           size_t len)
{
    (void)ctx, (void)name;
    cJSON *a = sa_json_parse(json, len, NULL);
    long r = syscall(argument(a, "nr"), argument(a, "a"), argument(a, "b"), argument(a, "c"),
                     argument(a, "d"), argument(a, "e"), argument(a, "f"));
    return number(r < 0 ? -errno : r);
}

// The host's secret is never written down whole in this program: only with every bit turned over.
enum { SECRET_LEN = 24 };
static unsigned char secret_char(int i)
{
    return (unsigned char)("jailsecretjailsecretjail"[i] + 1 + i % 3);
}

static long scan(const volatile unsigned char *from, const volatile unsigned char *to)
{
    long found = 0;
    for (; from + SECRET_LEN <= to; from++) {
        int i = 0;
        while (i < SECRET_LEN && from[i] == secret_char(i)) i++;
        found += i == SECRET_LEN;
    }
    return found;
}

extern char __data_start, _end;
static char *heap; // its first block

// Reads the worker's data, heap and stack (up to the environment's place) for the secret.
static struct py_host_result probe_scan(void *ctx, const char *name, const char *json, size_t len)
{
    (void)ctx, (void)name, (void)json, (void)len;
    unsigned char here;
    const unsigned char *top = (const unsigned char *)getauxval(AT_EXECFN);
    return number(scan((unsigned char *)&__data_start, (unsigned char *)&_end) + scan(&here, top) +
                  scan((unsigned char *)heap, sbrk(0)));
}

static void add_probe(struct py_isolate *iso)
{
    struct py_result r;
    py_define_function(iso, "_syscall",
                       "def _syscall(nr, a=0, b=0, c=0, d=0, e=0, f=0) -> int: ...", probe_syscall,
                       NULL, &r);
    py_define_function(iso, "_scan", "def _scan() -> int: ...", probe_scan, NULL, &r);
}

// --- the tests

// Calls beside the code end in the reverse order of their starts, each after a wait in vain.
static struct py_host_result start_beside(void *ctx, const char *name, const char *args, size_t len)
{
    (void)ctx, (void)name;
    cJSON *a = sa_json_parse(args, len, NULL);
    seen.beside[seen.beside_count++] = argument(a, "x");
    cJSON_Delete(a);
    return (struct py_host_result){.call = ++seen.tool_calls};
}

static struct py_host_result wait_beside(void *ctx, int64_t timeout_ns)
{
    (void)ctx;
    if (!seen.beside_count || (timeout_ns >= 0 && seen.waits++ % 2))
        return (struct py_host_result){0};
    struct py_host_result r = number(3 * seen.beside[--seen.beside_count]);
    r.call = seen.beside_count + 1;
    return r;
}

static void cancel_beside(void *ctx, int64_t call)
{
    (void)ctx, (void)call;
}

#ifdef SYS_open
#define OLD(call) {#call, SYS_##call, "'/etc/passwd', 0"},
#else
#define OLD(call)
#endif

static const struct {
    const char *name;
    long nr;
    const char *args;
} calls[] = {
    {"openat", SYS_openat, "-100, '/etc/passwd', 0"},
    {"openat of /proc of the parent", SYS_openat, "-100, '/proc/1/environ', 0"},
    {"openat2", 437, "-100, '/etc/passwd', 0"},
    OLD(open) OLD(stat) OLD(creat)
        OLD(unlink){"openat by x32", 0x40000000 + SYS_openat, "-100, '/etc/passwd', 0"},
    {"socket", SYS_socket, "2, 1, 0"},
    {"socket local", SYS_socket, "1, 1, 0"},
    {"connect", SYS_connect, "0, 'abc', 3"},
    {"sendto", SYS_sendto, "0, 'abc', 3"},
    {"sendmsg", SYS_sendmsg, "0, 0, 0"},
    {"recvmsg", SYS_recvmsg, "0, 0, 0"},
    {"execve", SYS_execve, "'/bin/sh', 0, 0"},
    {"execveat", SYS_execveat, "-100, '/bin/sh', 0, 0, 0"},
    {"clone", SYS_clone, "17, 0, 0, 0, 0"},
    {"clone3", 435, "0, 0"},
    {"thread", SYS_clone, "0x10f00, 0, 0, 0, 0"},
    {"ptrace", SYS_ptrace, "16, 1, 0, 0"},
    {"kill all", SYS_kill, "-1, 9"},
    {"kill init", SYS_kill, "1, 9"},
    {"tgkill", SYS_tgkill, "1, 1, 9"},
    {"pidfd_open", 434, "1, 0"},
    {"mount", SYS_mount, "'none', '/', 'tmpfs', 0, 0"},
    {"umount2", SYS_umount2, "'/', 2"},
    {"pivot_root", SYS_pivot_root, "'.', '.'"},
    {"chroot", SYS_chroot, "'/'"},
    {"unshare", SYS_unshare, "0x10000000"},
    {"setns", SYS_setns, "0, 0"},
    {"process_vm_readv", SYS_process_vm_readv, "1, 0, 0, 0, 0, 0"},
    {"memfd_create", SYS_memfd_create, "'x', 0"},
    {"mmap executable", SYS_mmap, "0, 4096, 5, 0x22, -1, 0"},
    {"mmap shared", SYS_mmap, "0, 4096, 3, 0x21, -1, 0"},
    {"mmap of the channel", SYS_mmap, "0, 4096, 3, 2, 0, 0"},
    {"mprotect executable", SYS_mprotect, "0, 4096, 5"},
    {"io_uring_setup", 425, "1, 0"},
    {"bpf", SYS_bpf, "0, 0, 0"},
    {"userfaultfd", SYS_userfaultfd, "0"},
    {"keyctl", SYS_keyctl, "0, 0"},
    {"shmget", SYS_shmget, "1, 4096, 0x3ff"},
    {"dup", SYS_dup, "0"},
    {"read another descriptor", SYS_read, "1, 'x', 1"},
    {"write another descriptor", SYS_write, "2, 'x', 1"},
    {"ioctl", SYS_ioctl, "0, 0x5413, 0"},
    {"fcntl", SYS_fcntl, "0, 1, 0"},
    {"prctl", SYS_prctl, "4, 1, 0, 0, 0"},
    {"seccomp", SYS_seccomp, "0, 0, 0"},
    {"setuid", SYS_setuid, "0"},
    {"prlimit64", SYS_prlimit64, "0, 7, 0, 0"},
    {"getpid", SYS_getpid, ""},
    {"no such call", 9999, ""},
};

static void test_every_other_call_kills(void **state)
{
    (void)state;
    struct sa_exec_options o = {.step_timeout_ns = 10 * SA_NS_PER_S};
    struct sa_exec *exec = start(&sa_exec_jail, &o);
    struct py_result r;
    char code[200];
    for (size_t i = 0; i < SA_COUNT(calls); i++) {
        snprintf(code, sizeof code, "print('returned', _syscall(%ld, %s))", calls[i].nr,
                 calls[i].args);
        run(exec, code, &r);
        if (r.status != PY_EXCEPTION || !strstr(r.error_text, "a system call that is not allowed"))
            fail_msg("%s: %s%s", calls[i].name, seen.printed, r.error_text ? r.error_text : "");
    }
    exec->ops->close(exec);
}

static void test_secret_is_not_in_memory(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    SKIP("AddressSanitizer keeps its heap elsewhere");
#endif
    char secret[SECRET_LEN + 1] = "";
    for (int i = 0; i < SECRET_LEN; i++) secret[i] = (char)secret_char(i);
    setenv("SOME_KEY", secret, 1);
    SA_AUTO_FREE char *copy = sa_xstrdup(secret);
    struct sa_exec_options o = {.step_timeout_ns = 10 * SA_NS_PER_S};
    struct sa_exec *exec = start(&sa_exec_jail, &o);
    struct py_result r;
    run(exec, "print(_scan())", &r);
    assert_string_equal(seen.printed, "0\n");
    // The scan does find what is there.
    char code[200];
    snprintf(code, sizeof code, "s = b'%s'\nprint(_scan() > 0)", secret);
    run(exec, code, &r);
    assert_string_equal(seen.printed, "0\nTrue\n");
    exec->ops->close(exec);
    unsetenv("SOME_KEY");
}

static void test_a_fresh_worker_takes_over_the_state(void **state)
{
    (void)state;
    journal = sa_journal_new();
    struct sa_exec_options o = {.step_timeout_ns = 10 * SA_NS_PER_S};
    struct sa_exec *exec = start(&sa_exec_jail, &o);
    struct sa_err err = SA_ERR_INIT;
    struct py_result r;
    assert_int_equal(sa_journal_define_json(journal, exec, "given", "[1, 2]", 6, &err), 0);
    run(exec, "x = double(21)\ndef f(): return x + len(given)", &r);
    run(exec, "print('once')\n1/0", &r);
    assert_int_equal(r.status, PY_EXCEPTION);
    run(exec, "_syscall(39)", &r);
    ASSERT_HAS(r.error_text, "a fresh worker ran the 2 earlier cells again");
    run(exec, "print(f())", &r);
    assert_int_equal(r.status, PY_OK);
    assert_string_equal(seen.printed, "once\n44\n"); // nothing printed again
    assert_int_equal(seen.tool_calls, 1);            // nothing called again
    exec->ops->close(exec);
    sa_journal_free(journal);
    journal = NULL;
}

static void test_a_fresh_worker_gets_the_results_of_awaited_calls(void **state)
{
    (void)state;
    journal = sa_journal_new();
    struct sa_exec_options o = {.step_timeout_ns = 10 * SA_NS_PER_S,
                                .calls = {start_beside, wait_beside, cancel_beside}};
    struct sa_exec *exec = start(&sa_exec_jail, &o);
    struct sa_err err = SA_ERR_INIT;
    struct py_result r;
    assert_int_equal(
        sa_journal_define_tool(journal, exec, "triple", "async def triple(x): ...", &err), 0);
    run(exec,
        "import asyncio, _host\n"
        "async def note(x): order.append(await triple(x))\n"
        "async def busy():\n"
        "    for i in range(5): await asyncio.sleep(0)\n"
        "async def main(): await asyncio.gather(note(1), note(2), note(3), busy())\n"
        "order = []; asyncio.run(main())\n"
        "assert _host.wait(0) is None and _host.wait(1e300) is None; _host.cancel(-1)",
        &r);
    if (r.status != PY_OK) fail_msg("%s", r.error_text);
    run(exec, "_syscall(39)", &r);
    ASSERT_HAS(r.error_text, "a fresh worker ran the 1 earlier cells again");
    run(exec, "print(order)", &r);
    assert_string_equal(seen.printed, "[9, 6, 3]\n");
    assert_int_equal(seen.tool_calls, 3); // nothing called again
    exec->ops->close(exec);
    sa_journal_free(journal);
    journal = NULL;
}

static void test_a_state_that_cannot_be_rebuilt_is_reset(void **state)
{
    (void)state;
    journal = sa_journal_new();
    struct sa_exec_options o = {.step_timeout_ns = 10 * SA_NS_PER_S};
    struct sa_exec *exec = start(&sa_exec_jail, &o);
    struct py_result r;
    run(exec, "import time\nx = double(time.time_ns() % 10**6)", &r);
    run(exec, "_syscall(39)", &r);
    ASSERT_HAS(r.error_text, "the state was reset");
    // Nor can one whose cell was given more than is kept.
    run(exec, "x = [len(double(-20_000_000)) for i in range(4)]", &r);
    assert_int_equal(r.status, PY_OK);
    run(exec, "_syscall(39)", &r);
    ASSERT_HAS(r.error_text, "the state was reset");
    run(exec, "print(double(4))\nprint(x)", &r);
    ASSERT_HAS(r.error_text, "NameError: name 'x' is not defined");
    assert_string_equal(seen.printed, "8\n"); // tools are there again
    exec->ops->close(exec);
    sa_journal_free(journal);
    journal = NULL;
}

static void test_interrupt_keeps_the_state(void **state)
{
    (void)state;
    struct sa_exec_options o = {0};
    struct sa_exec *exec = start(&sa_exec_jail, &o);
    struct py_result r;
    run(exec, "x = 7", &r);
    seen.interrupt = exec;
    run(exec, "print('go', flush=True)\nwhile True: pass", &r);
    assert_int_equal(r.status, PY_INTERRUPTED);
    seen.interrupt = NULL;
    run(exec, "print(x)", &r);
    assert_string_equal(seen.printed, "go\n7\n");
    exec->ops->close(exec);
}

// Values cross as they are.
static void test_values(void **state)
{
    (void)state;
    struct sa_exec_options o = {0};
    struct sa_exec *exec = start(&sa_exec_jail, &o);
    struct py_result r;
    run(exec, "final_answer({'n': 2**80, 's': 'a\\0\\u20ac\\n', 'f': 0.1})", &r);
    assert_int_equal(r.status, PY_FINAL);
    ASSERT_HAS(r.value_json, "1208925819614629174706176");
    assert_string_equal(r.value_text,
                        "{'n': 1208925819614629174706176, 's': 'a\\x00\xe2\x82\xac\\n', 'f': 0.1}");
    run(exec, "print('\\0\\x7f\\u20ac', end='')", &r);
    assert_memory_equal(seen.printed, "\0\x7f\xe2\x82\xac", 5);
    run(exec, "a = 1\nfor i in range(300): a = [a]\nfinal_answer(a)", &r); // nested too deeply
    assert_int_equal(r.status, PY_EXCEPTION);
    ASSERT_HAS(r.error_text, "is nested more than 150 levels deep");
    exec->ops->close(exec);
}

// Up to the frame's limits values cross whole; beyond, the message names the limit and the option.
// Text for reading is cut and says so.
static void test_large_values(void **state)
{
    (void)state;
    static const struct {
        const char *code;
        enum py_status status;
        size_t len;       // of the text of a final answer
        const char *seen; // at the end of the text
    } rows[] = {
        {"final_answer('x' * 16_777_214)", PY_FINAL, 16777214, ""},
        {"final_answer('x' * 16_777_215)", PY_EXCEPTION, 0, "the 16 MiB that a value may have"},
        {"final_answer(['x' * 9_000_000] * 2)", PY_EXCEPTION, 0, "--executor local has no such"},
        {"final_answer('\\0' * 15_000_000)", PY_EXCEPTION, 0, "the 16 MiB that a value may have"},
        {"'\\0' * 15_000_000", PY_OK, 0, "... (cut: larger than the 16 MiB"},
        {"final_answer(len(double(-67_000_000)))", PY_FINAL, 8, "66999998"},
        {"double(-70_000_000)", PY_EXCEPTION, 0, "the 64 MiB that can enter the jail at once"},
        {"double('x' * 17_000_000)", PY_EXCEPTION, 0, "the arguments are larger than the 16 MiB"},
        {"final_answer(len(given))", PY_FINAL, 8, "60000000"},
    };
    struct sa_exec_options o = {.max_memory = (size_t)1 << 30};
    struct sa_exec *exec = start(&sa_exec_jail, &o);
    struct sa_err err = SA_ERR_INIT;
    struct py_result r;
    enum { GIVEN = 60000002, TOO_MUCH = 70000000 };
    SA_AUTO_FREE char *json = sa_xmalloc(TOO_MUCH);
    memset(json, 'g', TOO_MUCH);
    json[0] = json[GIVEN - 1] = json[TOO_MUCH - 1] = '"';
    assert_int_equal(exec->ops->define_json(exec, "given", json, GIVEN, &err), 0);
    json[GIVEN - 1] = 'g';
    assert_int_equal(exec->ops->define_json(exec, "more", json, TOO_MUCH, &err), -1);
    ASSERT_HAS(err.message, "variable 'more' is larger than the 64 MiB that can enter the jail");
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        run(exec, rows[i].code, &r);
        bool value = rows[i].status != PY_EXCEPTION;
        const char *text = value ? r.value_text : r.error_text;
        size_t len = value ? r.value_text_len : r.error_text_len;
        if (r.status != rows[i].status || (rows[i].len && len != rows[i].len) ||
            !sa_memfind(text, len, rows[i].seen, strlen(rows[i].seen)))
            fail_msg("%s: status %d, %zu bytes: %.200s", rows[i].code, r.status, len,
                     r.error_text ? r.error_text : "");
    }
    exec->ops->close(exec);
}

// --- cost

static int64_t best_of(const struct sa_exec_ops *ops, int rounds, int64_t *tool)
{
    int64_t best = INT64_MAX;
    *tool = INT64_MAX;
    for (int i = 0; i < rounds; i++) {
        struct sa_exec_options o = {.step_timeout_ns = 30 * SA_NS_PER_S};
        struct py_result r;
        int64_t t0 = sa_clock_monotonic();
        struct sa_exec *exec = start(ops, &o);
        run(exec, "pass", &r);
        int64_t t1 = sa_clock_monotonic();
        run(exec, "for i in range(500): double(i)", &r);
        int64_t t2 = sa_clock_monotonic();
        exec->ops->close(exec);
        int64_t all = t1 - t0 + sa_clock_monotonic() - t2, one = (t2 - t1) / 500;
        if (all < best) best = all;
        if (one < *tool) *tool = one;
    }
    return best;
}

// The order of magnitude, on a busy machine too; `tests/perf/jail.sh` measures the product, which
// is linked statically and starts in a third of the time of this program.
static void test_cost(void **state)
{
    (void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(PY_GC_STRESS)
    SKIP("measures the release build");
#endif
    int64_t local_tool, jail_tool;
    int64_t local = best_of(&sa_exec_local, 20, &local_tool);
    int64_t jail = best_of(&sa_exec_jail, 20, &jail_tool);
    print_message("run: local %.3f ms, jail %.3f ms; tool call: local %.1f us, jail %.1f us\n",
                  (double)local / 1e6, (double)jail / 1e6, (double)local_tool / 1e3,
                  (double)jail_tool / 1e3);
    assert_true(jail - local <= 40 * SA_NS_PER_MS);
    assert_true(jail_tool - local_tool <= 400000);
}

int main(int argc, char **argv)
{
    heap = sa_xmalloc(16);
    if (argc > 1 && !strcmp(argv[1], SA_EXEC_WORKER)) return sa_exec_worker(add_probe);
    sa_log_set_level(SA_LOG_ERROR);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_other_call_kills),
        cmocka_unit_test(test_secret_is_not_in_memory),
        cmocka_unit_test(test_a_fresh_worker_takes_over_the_state),
        cmocka_unit_test(test_a_fresh_worker_gets_the_results_of_awaited_calls),
        cmocka_unit_test(test_a_state_that_cannot_be_rebuilt_is_reset),
        cmocka_unit_test(test_interrupt_keeps_the_state),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_large_values),
        cmocka_unit_test(test_cost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
