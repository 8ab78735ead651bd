// Pinned files: what was read counts, whatever becomes of the file, and no program is started with
// one that is not what it was.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/err.h"
#include "base/fs.h"
#include "base/pin.h"
#include "base/proc.h"
#include "base/xalloc.h"

static char folder[64], path[128], other[128];
static struct sa_err err;

static void put(const char *to, const char *text)
{
    FILE *f = fopen(to, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static int set_up(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/test-pin-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/a.txt", folder);
    snprintf(other, sizeof other, "%s/b.txt", folder);
    sa_err_clear(&err);
    put(path, "first");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    sa_pin_release();
    unlink(path);
    unlink(other);
    return rmdir(folder);
}

static void a_pinned_file_is_read_as_it_was(void **state)
{
    (void)state;
    size_t len = 0;
    sa_pin_add(path, "first", 5);
    put(path, "second");
    SA_AUTO_FREE char *text = sa_fs_read(path, 100, &len, &err);
    assert_string_equal(text, "first");
    assert_int_equal(len, 5);
    unlink(path);
    sa_pin_add(path, "third", 5); // the first look counts
    SA_AUTO_FREE char *gone = sa_fs_read(path, 100, &len, &err);
    assert_string_equal(gone, "first");
    assert_null(sa_fs_read(path, 4, &len, &err));
    assert_int_equal(err.code, SA_E_CONFIG);
}

static void nothing_comes_into_a_pinned_folder(void **state)
{
    (void)state;
    size_t len;
    sa_pin_add(path, "first", 5);
    sa_pin_add_folder(folder, ".txt");
    put(other, "new");
    assert_null(sa_fs_read(other, 100, &len, &err));
    assert_non_null(strstr(err.message, "b.txt"));
    SA_AUTO_FREE char *text = sa_fs_read(path, 100, &len, &err);
    assert_string_equal(text, "first");
    sa_pin_add_folder("/", ".txt");
    char *none = NULL;
    snprintf(path, sizeof path, "%s/c.json", folder); // no business of whoever pinned texts
    assert_int_equal(sa_pin_find(path, &none, &len), SA_PIN_NONE);
    snprintf(path, sizeof path, "%s/a.txt", folder);
    assert_int_equal(sa_pin_find("/none-such.txt", &none, &len), SA_PIN_ABSENT);
    assert_int_equal(sa_pin_find("none-such.txt", &none, &len), SA_PIN_NONE);
}

static void no_program_is_started_with_a_pinned_file_that_changed(void **state)
{
    (void)state;
    const char *const argv[] = {"cat", path, NULL};
    const struct sa_proc_request q = {.argv = argv, .max_output = 100};
    struct sa_proc_result r;
    sa_pin_add(path, "first", 5);
    assert_int_equal(sa_proc_run(&q, &r, &err), 0);
    assert_string_equal(sa_buf_text(&r.out), "first");
    sa_proc_result_release(&r);
    put(path, "firsT");
    assert_int_equal(sa_proc_run(&q, &r, &err), -1);
    assert_non_null(strstr(err.message, path));
    sa_proc_result_release(&r);
    put(path, "first and more");
    assert_int_equal(sa_pin_check(argv, &err), SA_E_CONFIG);
    put(path, "firs");
    assert_int_equal(sa_pin_check(argv, &err), SA_E_CONFIG);
    put(other, "first");
    unlink(path);
    assert_int_equal(sa_pin_check(argv, &err), SA_E_CONFIG);
    assert_int_equal(symlink(other, path), 0); // the same bytes, by way of a link
    assert_int_equal(sa_pin_check(argv, &err), SA_E_CONFIG);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(sa_pin_check(argv, &err), SA_E_CONFIG);
}

static void digests_are_those_of_sha_256(void **state)
{
    (void)state;
    char hex[SA_DIGEST + 1];
    sa_digest("abc", 3, hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_pinned_file_is_read_as_it_was, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_comes_into_a_pinned_folder, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_program_is_started_with_a_pinned_file_that_changed,
                                        set_up, tear_down),
        cmocka_unit_test(digests_are_those_of_sha_256),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
