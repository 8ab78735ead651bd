// Libraries that are opened at run time, by the names that distributions give them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <dlfcn.h>

#include "base/library.h"
#include "base/xalloc.h"

struct maths {
    double (*cos)(double);
};

static const struct sa_symbol symbols[] = {{"cos", offsetof(struct maths, cos)}};

static int open_one_of(const char *a, const char *b, struct maths *api, struct sa_err *err)
{
    const struct sa_library library = {"libm", "libc6", "cosines", RTLD_NOW, {a, b}};
    return sa_library_open(&library, symbols, SA_COUNT(symbols), api, err);
}

static void library_of_another_name_is_opened(void **state)
{
    (void)state;
    struct maths api = {0};
    struct sa_err err = SA_ERR_INIT;
    assert_int_equal(open_one_of("libmissing.so.2", "libm.so.6", &api, &err), SA_OK);
    assert_true(api.cos(0) == 1);
    assert_int_equal(err.code, SA_OK);
}

static void library_without_a_function_is_passed_over(void **state)
{
    (void)state;
    struct maths api = {0};
    assert_int_equal(open_one_of("libcmocka.so.0", "libm.so.6", &api, NULL), SA_OK);
    assert_true(api.cos(0) == 1);
}

static void missing_library_is_reported_by_its_usual_name(void **state)
{
    (void)state;
    struct maths api = {0};
    struct sa_err err = SA_ERR_INIT;
    assert_int_equal(open_one_of("libmissing.so.2", "libmissing.so.16", &api, &err), SA_E_CONFIG);
    assert_non_null(strstr(err.message, "cannot open libmissing.so.2 (libmissing.so.2: "));
    assert_non_null(strstr(err.message, "Debian's package is libc6"));
}

static void every_library_has_a_name_and_a_use(void **state)
{
    (void)state;
    for (size_t i = 0; i < SA_LIBRARY_COUNT; i++) {
        assert_non_null(sa_libraries[i].files[0]);
        assert_non_null(sa_libraries[i].use);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(library_of_another_name_is_opened),
        cmocka_unit_test(library_without_a_function_is_passed_over),
        cmocka_unit_test(missing_library_is_reported_by_its_usual_name),
        cmocka_unit_test(every_library_has_a_name_and_a_use),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
