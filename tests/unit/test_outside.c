// Programs that run outside the sandbox: one that changed in a writable folder is not started.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/grant.h"
#include "base/outside.h"
#include "base/proc.h"
#include "base/spawn.h"
#include "base/xalloc.h"

static char folder[64], script[128], aside[128];
static int asked;
static struct sa_err err;

// The clock of a file system has ticks: what is written within one of them bears the same time.
static void put(const char *to, const char *text)
{
    struct stat before, after;
    bool there = !stat(to, &before);
    do {
        FILE *f = fopen(to, "w");
        assert_non_null(f);
        fputs(text, f);
        fclose(f);
        assert_int_equal(chmod(to, 0755), 0);
        assert_int_equal(stat(to, &after), 0);
    } while (there && before.st_ctim.tv_sec == after.st_ctim.tv_sec &&
             before.st_ctim.tv_nsec == after.st_ctim.tv_nsec);
}

static int set_up(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/test-outside-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(script, sizeof script, "%s/tool.sh", folder);
    snprintf(aside, sizeof aside, "%s/aside.sh", folder);
    put(script, "#!/bin/sh\necho first\n");
    sa_err_clear(&err);
    asked = 0;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    sa_outside_release(), sa_grant_release();
    unlink(script);
    unlink(aside);
    return rmdir(folder);
}

static int start(const char *const *argv)
{
    struct sa_proc_result r;
    const struct sa_proc_request q = {.argv = argv, .max_output = 1000};
    sa_err_clear(&err);
    int rc = sa_proc_run(&q, &r, &err);
    sa_proc_result_release(&r);
    return rc;
}

static void rewritten_script_is_not_started(void **state)
{
    (void)state;
    const char *const argv[][4] = {
        {script, NULL}, {"sh", script, NULL}, {"sh", "-c", script, NULL}};
    for (size_t i = 0; i < SA_COUNT(argv); i++) {
        sa_outside_release(), sa_grant_release();
        sa_outside_add("tool x", argv[i], NULL);
        sa_grant_add(folder);
        assert_int_equal(start(argv[i]), 0);
        put(script, "#!/bin/sh\necho other\n");
        assert_int_equal(start(argv[i]), -1);
        assert_non_null(strstr(err.message, "tool x: "));
        assert_non_null(strstr(err.message, "has changed since the start"));
    }
}

static void changed_in_place_with_its_old_time_and_size(void **state)
{
    (void)state;
    const char *const argv[] = {script, NULL};
    struct stat st;
    sa_outside_add("hook x", argv, NULL);
    sa_grant_add(folder);
    assert_int_equal(stat(script, &st), 0);
    put(script, "#!/bin/sh\necho FIRST\n");
    const struct timespec times[] = {st.st_atim, st.st_mtim};
    assert_int_equal(utimensat(AT_FDCWD, script, times, 0), 0);
    assert_int_equal(start(argv), -1);
}

static void link_or_new_file_in_its_place_is_not_started(void **state)
{
    (void)state;
    const char *const by_link[] = {"sh", script, NULL}, *const absent[] = {"sh", aside, NULL};
    unlink(script);
    assert_int_equal(symlink("/bin/true", script), 0);
    sa_outside_add("tool x", by_link, NULL);
    sa_outside_add("tool x", absent, NULL);
    sa_grant_add(folder);
    put(aside, "#!/bin/sh\n");
    assert_int_equal(start(absent), -1);
    unlink(script);
    assert_int_equal(symlink("/bin/false", script), 0);
    assert_int_equal(start(by_link), -1);
}

static void changed_elsewhere_or_waived_is_started(void **state)
{
    (void)state;
    const char *const argv[] = {script, NULL};
    const struct sa_outside_policy waived = {.allowed = true};
    sa_outside_add("tool x", argv, NULL);
    sa_grant_add("/nowhere");
    put(script, "#!/bin/sh\necho other\n");
    assert_int_equal(start(argv), 0);
    sa_grant_add(folder);
    assert_int_equal(start(argv), -1);
    sa_outside_set(&waived);
    assert_int_equal(start(argv), 0);
}

static void once_changed_it_stays_changed(void **state)
{
    (void)state;
    const char *const argv[] = {script, NULL};
    sa_outside_add("tool x", argv, NULL);
    sa_grant_add(folder);
    // The file has the times that it had when a folder above it is moved away and back.
    char moved[80];
    snprintf(moved, sizeof moved, "%s-moved", folder);
    assert_int_equal(rename(folder, moved), 0);
    assert_int_equal(start(argv), -1);
    assert_int_equal(rename(moved, folder), 0);
    assert_int_equal(start(argv), -1);
}

static void copy_file(const char *from, const char *to)
{
    const char *const argv[] = {"cp", from, to, NULL};
    assert_int_equal(start(argv), 0);
}

static void binary_is_executed_as_it_was_checked(void **state)
{
    (void)state;
    const char *const argv[] = {script, NULL}, *const other[] = {"sh", script, NULL};
    int image, status;
    pid_t pid;
    copy_file("/bin/true", script);
    sa_outside_add("tool x", argv, NULL);
    sa_outside_add("tool x", other, NULL);
    sa_grant_add(folder);
    assert_int_equal(sa_outside_check(argv, NULL, &image, &err), 0);
    assert_true(image > 0);
    // Code replaces it between the check and the start.
    put(aside, "#!/bin/sh\nexit 5\n");
    assert_int_equal(rename(aside, script), 0);
    const int fds[] = {0, 1, 2};
    const struct sa_spawn spawn = {.image = image, .argv = argv, .fds = fds, .fd_count = 3};
    assert_int_equal(sa_spawn(&spawn, &pid), 0);
    status = sa_spawn_reap(&pid, 0, SA_SPAWN_FOREVER);
    assert_int_equal(status, 0);
    close(image);
    sa_outside_release();
    sa_outside_add("tool x", argv, NULL); // a script by now
    assert_int_equal(sa_outside_check(argv, NULL, &image, &err), 0);
    assert_int_equal(image, -1);
}

static bool agree(void *ctx, const char *source, const char *path)
{
    (void)ctx;
    assert_string_equal(source, "tool x");
    assert_string_equal(path, script);
    return ++asked > 1;
}

static void confirmed_once_it_counts_as_it_is(void **state)
{
    (void)state;
    const char *const argv[] = {script, NULL};
    const struct sa_outside_policy asks = {.confirm = agree};
    sa_outside_add("tool x", argv, NULL);
    sa_grant_add(folder);
    sa_outside_set(&asks);
    put(script, "#!/bin/sh\necho other\n");
    assert_int_equal(start(argv), -1);
    assert_int_equal(start(argv), 0);
    assert_int_equal(start(argv), 0);
    assert_int_equal(asked, 2);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {TEST(rewritten_script_is_not_started),
                                       TEST(changed_in_place_with_its_old_time_and_size),
                                       TEST(link_or_new_file_in_its_place_is_not_started),
                                       TEST(once_changed_it_stays_changed),
                                       TEST(binary_is_executed_as_it_was_checked),
                                       TEST(changed_elsewhere_or_waived_is_started),
                                       TEST(confirmed_once_it_counts_as_it_is)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
