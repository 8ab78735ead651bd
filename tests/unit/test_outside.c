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
    const struct CMUnitTest tests[] = {
        TEST(rewritten_script_is_not_started), TEST(changed_in_place_with_its_old_time_and_size),
        TEST(link_or_new_file_in_its_place_is_not_started),
        TEST(changed_elsewhere_or_waived_is_started), TEST(confirmed_once_it_counts_as_it_is)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
