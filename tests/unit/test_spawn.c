// The birth and the end of processes: what a child has of ours, how its start fails, and that its
// group goes before its number may be another's.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/spawn.h"
#include "base/xalloc.h"

// What a script wrote to its descriptors 0 and 1, which are the channel.
static char said[4096];

static int run_as(struct sa_spawn s, const char *script)
{
    static const int fds[] = {SA_SPAWN_CHANNEL, SA_SPAWN_CHANNEL, STDERR_FILENO};
    const char *const argv[] = {"sh", "-c", script, NULL};
    pid_t pid;
    int channel;
    s.argv = argv, s.fds = fds, s.fd_count = SA_COUNT(fds);
    int error = sa_spawn_with_channel(&s, &pid, &channel);
    assert_int_equal(error, 0);
    fcntl(channel, F_SETFL, 0);
    size_t len = 0;
    for (ssize_t n; (n = read(channel, said + len, sizeof said - 1 - len)) > 0;) len += (size_t)n;
    said[len] = 0;
    close(channel);
    return sa_spawn_reap(&pid, 0, 60 * SA_NS_PER_S);
}

static int run(const char *script)
{
    return run_as((struct sa_spawn){0}, script);
}

static void test_status(void **state)
{
    (void)state;
    assert_int_equal(run("exit 7"), 7 << 8);
    assert_int_equal(run("kill -TERM $$"), SIGTERM);
}

// They lie in each other's places, one is given twice, and one is not open.
static void test_descriptors_change_places(void **state)
{
    (void)state;
    int low[2], high[2];
    pid_t pid;
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC); // what whoever runs this has left open is not meant
    assert_int_equal(pipe2(low, O_CLOEXEC), 0);
    assert_int_equal(pipe2(high, O_CLOEXEC), 0);
    const int fds[] = {SA_SPAWN_NULL, high[1], low[1], low[1], high[1]};
    const char *const argv[] = {
        "sh", "-c", "cat; ls /proc/$$/fd; echo two >&2; echo three >&3; echo four >&4", NULL};
    const struct sa_spawn s = {.argv = argv, .fds = fds, .fd_count = SA_COUNT(fds)};
    assert_int_equal(sa_spawn(&s, &pid), 0);
    close(low[1]), close(high[1]);
    assert_int_equal(sa_spawn_reap(&pid, 0, 60 * SA_NS_PER_S), 0);
    said[read(low[0], said, sizeof said - 1)] = 0;
    assert_string_equal(said, "two\nthree\n");
    said[read(high[0], said, sizeof said - 1)] = 0;
    assert_string_equal(said, "0\n1\n2\n3\n4\nfour\n");
    close(low[0]), close(high[0]);
}

static int refuse(void *ctx)
{
    return *(int *)ctx;
}

static void test_a_start_that_fails_leaves_nothing(void **state)
{
    (void)state;
    static const char *const missing[] = {"no-such-program-here", NULL},
                             *const empty[] = {"", NULL}, *const folder[] = {"/", NULL},
                             *const fine[] = {"true", NULL};
    int error = EDOM;
    const int closed[] = {987};
    const struct {
        struct sa_spawn spawn;
        int error;
    } rows[] = {
        {{.argv = missing}, ENOENT},
        {{.argv = empty}, ENOENT},
        {{.argv = folder}, EACCES},
        {{.argv = fine, .folder = "/no/such/folder"}, ENOENT},
        {{.argv = fine, .fds = closed, .fd_count = 1}, EBADF},
        {{.argv = fine, .hook = refuse, .ctx = &error}, EDOM},
    };
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        pid_t pid = 1;
        int channel, status;
        assert_int_equal(sa_spawn(&rows[i].spawn, &pid), rows[i].error);
        assert_int_equal(pid, 0);
        assert_int_equal(sa_spawn_with_channel(&rows[i].spawn, &pid, &channel), rows[i].error);
        assert_int_equal(channel, -1);
        assert_int_equal(sa_spawn_bury(&status, false), -1);
        assert_int_equal(sa_spawn_reap(&pid, 0, 0), -1);
    }
}

// A name that is in a folder of PATH but no program there is looked for on; a script that says not
// what it is for is none.
static void test_path(void **state)
{
    (void)state;
    char folder[] = "/tmp/spawn-XXXXXX", path[64], all[128];
    pid_t pid;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/true", folder);
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_int_equal(write(fd, "exit 3\n", 7), 7);
    close(fd);
    snprintf(all, sizeof all, "/no/such/folder:%s:/dev/null:/usr/bin:/bin", folder);
    SA_AUTO_FREE char *before = sa_xstrdup(getenv("PATH"));
    setenv("PATH", all, 1);
    const char *const argv[] = {"true", NULL};
    const struct sa_spawn s = {.argv = argv};
    assert_int_equal(sa_spawn(&s, &pid), 0);
    assert_int_equal(sa_spawn_reap(&pid, 0, 60 * SA_NS_PER_S), 0);
    chmod(path, 0700);
    assert_int_equal(sa_spawn(&s, &pid), ENOEXEC);
    setenv("PATH", folder, 1);
    chmod(path, 0600);
    assert_int_equal(sa_spawn(&s, &pid), EACCES);
    setenv("PATH", before, 1);
    unlink(path), rmdir(folder);
}

static void test_folder_environment_and_limits(void **state)
{
    (void)state;
    static const char *const env[] = {"PATH=/usr/bin:/bin", "WORD=here", NULL};
    static const struct sa_spawn_limit limits[] = {{RLIMIT_NOFILE, 33}, {RLIMIT_CORE, 0}};
    const struct sa_spawn s = {
        .env = env, .folder = "/usr", .limits = limits, .limit_count = SA_COUNT(limits)};
    run_as(s, "echo $(pwd) $WORD $(ulimit -n) $(ulimit -c) ${HOME-none}");
    assert_string_equal(said, "/usr here 33 0 none\n");
}

#define OF_THE_C_LIBRARY UINT64_C(0x180000000) // two that it lets nobody have

// Ours may be ignored or blocked; the child begins anew, but where it is to wait for itself.
static void test_signals(void **state)
{
    (void)state;
    static const char script[] =
        "sed -n 's/^Sig\\(Ign\\|Blk\\)://p' /proc/$$/status | tr -d '\\t\\n'";
    sigset_t some, old;
    sigemptyset(&some), sigaddset(&some, SIGUSR2);
    signal(SIGUSR1, SIG_IGN);
    sigprocmask(SIG_BLOCK, &some, &old);
    run(script);
    assert_int_equal(strtoull(said + 16, NULL, 16) & ~OF_THE_C_LIBRARY, 0);
    said[16] = 0;
    assert_string_equal(said, "0000000000000000");
    run_as((struct sa_spawn){.blocked = true}, script);
    // What is ignored comes after what is blocked.
    assert_true(strtoull(said + 16, NULL, 16) & UINT64_C(1) << (SIGUSR1 - 1));
    said[16] = 0;
    assert_true(strtoull(said, NULL, 16) & UINT64_C(1) << (SIGTERM - 1));
    sigprocmask(SIG_SETMASK, &old, NULL);
    signal(SIGUSR1, SIG_DFL);
}

static void test_groups(void **state)
{
    (void)state;
    static const char script[] = "cut -d' ' -f1,5,6 /proc/$$/stat";
    long pid, group, session;
    run(script);
    sscanf(said, "%ld %ld %ld", &pid, &group, &session);
    assert_int_equal(group, getpgrp());
    run_as((struct sa_spawn){.group = SA_SPAWN_GROUP}, script);
    sscanf(said, "%ld %ld %ld", &pid, &group, &session);
    assert_int_equal(group, pid);
    assert_int_equal(session, getsid(0));
    run_as((struct sa_spawn){.group = SA_SPAWN_SESSION}, script);
    sscanf(said, "%ld %ld %ld", &pid, &group, &session);
    assert_int_equal(session, pid);
}

// One that has ended by itself has left others behind, whose end closes the pipe.
static void test_the_group_goes_before_it_is_reaped(void **state)
{
    (void)state;
    int out[2];
    char byte;
    pid_t pid;
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    const int fds[] = {SA_SPAWN_NULL, out[1]};
    const char *const argv[] = {"sh", "-c", "sleep 600 & exit 5", NULL};
    const struct sa_spawn s = {
        .argv = argv, .fds = fds, .fd_count = SA_COUNT(fds), .group = SA_SPAWN_GROUP};
    assert_int_equal(sa_spawn(&s, &pid), 0);
    close(out[1]);
    assert_true(sa_spawn_ended(pid, 60 * SA_NS_PER_S));
    assert_int_equal(sa_spawn_reap(&pid, 0, 0), 5 << 8);
    assert_int_equal(pid, 0);
    assert_int_equal(read(out[0], &byte, 1), 0);
    close(out[0]);
}

static void test_the_end_is_asked_for_first(void **state)
{
    (void)state;
    static const char *const scripts[] = {"trap 'exit 9' TERM; echo; while :; do sleep 0.05; done",
                                          "trap '' TERM; echo; while :; do sleep 1; done"};
    static const int fds[] = {SA_SPAWN_NULL, SA_SPAWN_CHANNEL};
    static const int64_t timeout[] = {60 * SA_NS_PER_S, 50 * SA_NS_PER_MS};
    static const int status[] = {9 << 8, SIGKILL};
    for (size_t i = 0; i < SA_COUNT(scripts); i++) {
        const char *const argv[] = {"sh", "-c", scripts[i], NULL};
        const struct sa_spawn s = {.argv = argv, .fds = fds, .fd_count = SA_COUNT(fds)};
        pid_t pid;
        int channel;
        char byte;
        assert_int_equal(sa_spawn_with_channel(&s, &pid, &channel), 0);
        fcntl(channel, F_SETFL, 0);
        assert_int_equal(read(channel, &byte, 1), 1); // it has set its trap
        assert_false(sa_spawn_ended(pid, 0));
        assert_int_equal(sa_spawn_reap(&pid, SIGTERM, timeout[i]), status[i]);
        close(channel);
    }
}

static int seven(void *ctx)
{
    return *(int *)ctx;
}

static void test_a_copy_and_the_dead(void **state)
{
    (void)state;
    int number = 7, status;
    pid_t pid = sa_spawn_copy(seven, &number);
    assert_int_equal(sa_spawn_bury(&status, true), pid);
    assert_int_equal(WEXITSTATUS(status), 7);
    assert_int_equal(sa_spawn_bury(&status, true), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_status),
        cmocka_unit_test(test_descriptors_change_places),
        cmocka_unit_test(test_a_start_that_fails_leaves_nothing),
        cmocka_unit_test(test_path),
        cmocka_unit_test(test_folder_environment_and_limits),
        cmocka_unit_test(test_signals),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_the_group_goes_before_it_is_reaped),
        cmocka_unit_test(test_the_end_is_asked_for_first),
        cmocka_unit_test(test_a_copy_and_the_dead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
