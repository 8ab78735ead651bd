// Files of --file: what is read once names were changed, as code that may write there, a tool or an
// editor changes them.
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

#include "base/xalloc.h"
#include "tool/files/granted.h"

static char folder[64];
static struct sa_files files;
static struct sa_err err;

static void put(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

// Reads it by that name: the text, or the name of an exception.
static void assert_reads(const char *path, const char *expected)
{
    size_t len;
    const char *error = "not granted";
    const struct sa_file *file = sa_files_find(&files, path);
    SA_AUTO_FREE char *text = file ? sa_file_read(file, 100, &len, &error) : NULL;
    assert_string_equal(text ? text : error, expected);
}

static int set_up(void **state)
{
    static const char *const names[] = {"in/data", "in/new", "link", NULL};
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/test-granted-XXXXXX");
    if (!mkdtemp(folder) || chdir(folder) || mkdir("in", 0700)) return -1;
    put("in/data", "data");
    put("private", "private");
    put("target", "target");
    if (symlink("target", "link")) return -1;
    return sa_files_open(&files, names, NULL, &err);
}

static int tear_down(void **state)
{
    static const char *const made[] = {"in/data", "in/new",   "link",    "target",
                                       "private", "out/data", "out/new", "in"};
    (void)state;
    sa_files_release(&files);
    for (size_t i = 0; i < SA_COUNT(made); i++) unlink(made[i]);
    rmdir("out"), rmdir("in");
    return chdir("/") || rmdir(folder);
}

static void a_file_has_the_name_it_was_given_and_its_own(void **state)
{
    (void)state;
    char whole[100];
    snprintf(whole, sizeof whole, "%s/in/../in//./data", folder);
    assert_reads("in/data", "data");
    assert_reads("./in/../in/data", "data");
    assert_reads("../../../../../../../../etc/passwd", "not granted");
    assert_reads(whole, "data");
    assert_reads("link", "target");
    assert_reads("target", "target");
    assert_reads("private", "not granted");
    assert_reads("in", "not granted");
    assert_reads("", "not granted");
}

static void a_link_in_the_place_of_a_granted_file_is_not_followed(void **state)
{
    static const char *const targets[] = {"../private", "/proc/self/environ", "data", "nowhere"};
    (void)state;
    for (size_t i = 0; i < SA_COUNT(targets); i++) {
        unlink("in/data");
        assert_int_equal(symlink(targets[i], "in/data"), 0);
        assert_reads("in/data", "PermissionError");
    }
    unlink("link");
    assert_int_equal(symlink("private", "link"), 0);
    assert_reads("link", "target"); // what it was when it was granted
}

static void a_folder_in_the_place_of_the_one_it_is_in_is_not_entered(void **state)
{
    (void)state;
    assert_int_equal(rename("in", "out"), 0);
    assert_int_equal(symlink(".", "in"), 0);
    put("data", "private");
    assert_reads("in/data", "data");
    unlink("data");
}

static void neither_a_further_name_nor_what_is_no_file_is_read(void **state)
{
    (void)state;
    unlink("in/data");
    assert_int_equal(link("private", "in/data"), 0);
    assert_reads("in/data", "PermissionError");
    unlink("in/data");
    assert_int_equal(mkfifo("in/data", 0600), 0);
    assert_reads("in/data", "PermissionError");
    unlink("in/data");
    assert_int_equal(mkdir("in/data", 0700), 0);
    assert_reads("in/data", "IsADirectoryError");
    rmdir("in/data");
    assert_reads("in/data", "FileNotFoundError");
}

static void what_an_editor_saves_is_read(void **state)
{
    (void)state;
    put("in/data", "written over");
    assert_reads("in/data", "written over");
    put("in/next", "renamed");
    assert_int_equal(rename("in/next", "in/data"), 0);
    assert_reads("in/data", "renamed");
    assert_int_equal(link("in/data", "in/new"), 0); // a name that it has by now
    assert_reads("in/new", "PermissionError");
    unlink("in/new");
    put("in/new", "made later");
    assert_reads("in/new", "made later");
}

static void a_file_that_the_kernel_makes_up_is_refused(void **state)
{
    static const char *const names[] = {"/proc/self/environ", "/sys/kernel/notes", "in/data"};
    (void)state;
    unlink("in/data");
    assert_int_equal(symlink("/proc/self/environ", "in/data"), 0);
    for (size_t i = 0; i < SA_COUNT(names); i++) {
        struct sa_files more = {0};
        if (access(names[i], F_OK)) continue;
        assert_int_equal(sa_files_open(&more, (const char *const[]){names[i], NULL}, NULL, &err),
                         SA_E_CONFIG);
        sa_files_release(&more);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_file_has_the_name_it_was_given_and_its_own),
        TEST(a_link_in_the_place_of_a_granted_file_is_not_followed),
        TEST(a_folder_in_the_place_of_the_one_it_is_in_is_not_entered),
        TEST(neither_a_further_name_nor_what_is_no_file_is_read),
        TEST(what_an_editor_saves_is_read),
        TEST(a_file_that_the_kernel_makes_up_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
