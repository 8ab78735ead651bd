// Limits of memory as control groups tell them, in files made here.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/cgroup.h"
#include "base/err.h"
#include "base/fs.h"
#include "base/xalloc.h"

static char folder[] = "/tmp/test-cgroup-XXXXXX";

static void put(const char *name, const char *text)
{
    struct sa_err err = SA_ERR_INIT;
    SA_AUTO_FREE char *path = sa_xasprintf("%s/%s", folder, name);
    char *slash = strrchr(path, '/');
    *slash = 0;
    assert_int_equal(sa_fs_mkdirs(path, &err), 0);
    *slash = '/';
    assert_int_equal(sa_fs_write_atomic(path, text, strlen(text), &err), 0);
}

static uint64_t limit_of(const char *list)
{
    SA_AUTO_FREE char *path = sa_xasprintf("%s/list", folder);
    put("list", list);
    return sa_cgroup_memory_in(path, folder);
}

static void test_the_smallest_limit_of_the_group_and_those_above(void **state)
{
    (void)state;
    put("memory.max", "max\n");
    put("a/memory.max", "50000000\n");
    put("a/b/memory.max", "70000000\n");
    put("memory/c/memory.limit_in_bytes", "30000000\n");
    put("memory/memory.limit_in_bytes", "9223372036854771712\n");
    put("unified/d/memory.max", "40000000\n");
    assert_int_equal(limit_of("0::/a/b\n"), 50000000);
    assert_int_equal(limit_of("0::/\n"), UINT64_MAX);
    assert_int_equal(limit_of("0::/d\n"), 40000000);
    assert_int_equal(limit_of("9:cpu:/a\n4:memory:/c\n0::/a\n"), 30000000);
    // A container's own group is mounted where the host's path would begin.
    assert_int_equal(limit_of("4:memory:/docker/0123/c\n"), INT64_C(9223372036854771712));
}

static void test_what_cannot_be_read_is_no_limit(void **state)
{
    (void)state;
    assert_int_equal(limit_of(""), UINT64_MAX);
    assert_int_equal(limit_of("nonsense\n0:\n::\n0::"), UINT64_MAX);
    assert_int_equal(sa_cgroup_memory_in("/nowhere", "/nowhere"), UINT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_smallest_limit_of_the_group_and_those_above),
        cmocka_unit_test(test_what_cannot_be_read_is_no_limit),
    };
    if (!mkdtemp(folder)) return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    SA_AUTO_FREE char *remove = sa_xasprintf("rm -rf %s", folder);
    return failed || system(remove);
}
