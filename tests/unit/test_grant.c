// Files that this program writes by a name, where code can change the folders on the way to it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/fs.h"
#include "base/grant.h"

static char top[64];
static struct sa_err err;

// A scratch folder with "granted/sub" and "elsewhere", which it is started in.
static int set_up(void **state)
{
    (void)state;
    snprintf(top, sizeof top, "/tmp/test-grant-XXXXXX");
    if (!mkdtemp(top) || chdir(top)) return -1;
    sa_err_clear(&err);
    return mkdir("granted", 0755) || mkdir("granted/sub", 0755) || mkdir("elsewhere", 0755);
}

static int forget(const char *path, const struct stat *st, int type, struct FTW *at)
{
    (void)st, (void)type, (void)at;
    return remove(path);
}

static int tear_down(void **state)
{
    (void)state;
    sa_grant_release();
    return chdir("/") || nftw(top, forget, 8, FTW_DEPTH | FTW_PHYS);
}

static void grant(const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", top, name);
    sa_grant_add(path);
}

static void swap_for_link(const char *target)
{
    assert_int_equal(rename("granted/sub", "granted/moved"), 0);
    assert_int_equal(symlink(target, "granted/sub"), 0);
}

static void nothing_is_written_through_a_link_that_code_put_in_place_of_a_folder(void **state)
{
    (void)state;
    grant("granted");
    assert_int_equal(sa_fs_write_atomic("granted/sub/a", "1", 1, &err), 0);
    FILE *f = fopen("elsewhere/kept", "w");
    assert_non_null(f);
    fclose(f);
    for (int i = 0; i < 2; i++) {
        swap_for_link(i ? "../elsewhere" : top);
        const char *name = i ? "granted/sub/kept" : "granted/sub/elsewhere/kept";
        assert_int_equal(sa_fs_write_atomic(name, "1", 1, &err), SA_E_CONFIG);
        assert_non_null(strstr(err.message, "a symbolic link on the way to it is not followed"));
        assert_int_equal(sa_fs_open_append(name, &err), -1);
        assert_int_equal(sa_fs_check_write(name, &err), SA_E_CONFIG);
        assert_int_equal(sa_fs_remove(name), -1);
        assert_int_equal(errno, ELOOP);
        assert_int_equal(sa_fs_mkdirs("granted/sub/x/y", &err), SA_E_CONFIG);
        assert_int_equal(rmdir("granted/sub"), -1);
        assert_int_equal(unlink("granted/sub"), 0);
        assert_int_equal(rename("granted/moved", "granted/sub"), 0);
    }
    struct stat st;
    assert_int_equal(stat("elsewhere/kept", &st), 0);
    assert_int_equal(st.st_size, 0);
    assert_int_equal(access("x", F_OK), -1);
    assert_int_equal(access("elsewhere/x", F_OK), -1);
}

static void links_outside_of_grants_are_followed(void **state)
{
    (void)state;
    grant("granted");
    assert_int_equal(symlink("elsewhere", "link"), 0);
    assert_int_equal(sa_fs_write_atomic("link/a", "1", 1, &err), 0);
    assert_int_equal(access("elsewhere/a", F_OK), 0);
    assert_int_equal(sa_fs_mkdirs("link/b/c", &err), 0);
    assert_int_equal(access("elsewhere/b/c", F_OK), 0);
    // Without grants all are.
    sa_grant_release();
    swap_for_link("../elsewhere");
    assert_int_equal(sa_fs_write_atomic("granted/sub/d", "1", 1, &err), 0);
    assert_int_equal(access("elsewhere/d", F_OK), 0);
}

static void the_current_folder_is_where_it_was_when_code_moves_it(void **state)
{
    (void)state;
    assert_int_equal(mkdir("granted/sub/deep", 0755), 0);
    assert_int_equal(chdir("granted/sub/deep"), 0);
    grant("granted");
    assert_int_equal(sa_fs_write_atomic("../.././a", "1", 1, &err), 0);
    assert_int_equal(rename("../../sub/deep", "../../deep"), 0);
    assert_int_equal(sa_fs_write_atomic("../../b", "1", 1, &err), 0);
    assert_int_equal(chdir(top), 0);
    assert_int_equal(access("granted/a", F_OK), 0);
    assert_int_equal(access("granted/b", F_OK), 0);
    // Inside, ".." would be another folder's after a move.
    assert_int_equal(sa_fs_write_atomic("granted/sub/../c", "1", 1, &err), SA_E_CONFIG);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(nothing_is_written_through_a_link_that_code_put_in_place_of_a_folder),
        TEST(links_outside_of_grants_are_followed),
        TEST(the_current_folder_is_where_it_was_when_code_moves_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
