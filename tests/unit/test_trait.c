// What is kept of models between runs: it comes back as it went, stays small, and a file that
// somebody else wrote does no harm.
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

#include "base/clock.h"
#include "base/fs.h"
#include "base/xalloc.h"
#include "model/wire.h"

static char folder[64];
static char *file;

static int set_up(void **state)
{
    struct sa_err err = SA_ERR_INIT;
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/test-trait-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    setenv("XDG_STATE_HOME", folder, 1);
    file = sa_traits_file();
    return sa_traits_save("chat a/v1 m", &(struct sa_traits){.left_out = SA_QUIRK_NO_STOP}, &err);
}

static int tear_down(void **state)
{
    (void)state;
    SA_AUTO_FREE char *inner = sa_xasprintf("%s/smolagent", folder);
    unlink(file);
    free(file);
    rmdir(inner);
    return rmdir(folder);
}

static void put(const char *text)
{
    struct sa_err err = SA_ERR_INIT;
    assert_int_equal(sa_fs_write_atomic(file, text, strlen(text), &err), SA_OK);
}

static bool knows_nothing(const char *id)
{
    struct sa_traits t = sa_traits_load(id);
    return !t.left_out && !t.reply_cap && !t.window;
}

static void what_is_saved_comes_back(void **state)
{
    struct sa_err err = SA_ERR_INIT;
    struct stat st;
    (void)state;
    const struct sa_traits t = {.left_out = SA_QUIRK_NO_TEMPERATURE | SA_QUIRK_NO_SYSTEM,
                                .reply_cap = 8192,
                                .window = 40000};
    assert_int_equal(sa_traits_save("chat b/v1 n \"x\"\n", &t, &err), SA_OK);
    struct sa_traits back = sa_traits_load("chat b/v1 n \"x\"\n");
    assert_int_equal(back.left_out, t.left_out);
    assert_int_equal(back.reply_cap, 8192);
    assert_int_equal(back.window, 40000);
    assert_int_equal(sa_traits_load("chat a/v1 m").left_out, SA_QUIRK_NO_STOP);
    assert_true(knows_nothing("chat a/v1 M"));
    assert_int_equal(stat(file, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
}

static void every_bit_has_a_name(void **state)
{
    (void)state;
    for (unsigned bit = 1; bit <= SA_QUIRK_NO_STRICT; bit <<= 1)
        assert_non_null(sa_trait_name(bit));
    assert_null(sa_trait_name(SA_QUIRK_NO_STRICT << 1));
}

static void the_file_stays_small(void **state)
{
    struct sa_err err = SA_ERR_INIT;
    struct stat st;
    const struct sa_traits t = {.left_out = ~0u, .reply_cap = 1000, .window = 100000};
    (void)state;
    for (int i = 0; i < 150; i++) {
        SA_AUTO_FREE char *id = sa_xasprintf("chat host/v1 model %d%0900d", i, 0);
        assert_int_equal(sa_traits_save(id, &t, &err), SA_OK);
    }
    SA_AUTO_FREE char *last = sa_xasprintf("chat host/v1 model 149%0900d", 0);
    assert_int_equal(sa_traits_load(last).reply_cap, 1000);
    assert_true(knows_nothing("chat a/v1 m"));
    assert_int_equal(stat(file, &st), 0);
    assert_true(st.st_size < 256 << 10);
    SA_AUTO_FREE char *huge = sa_xasprintf("%02000d", 0);
    assert_int_not_equal(sa_traits_save(huge, &t, &err), SA_OK);
}

static void a_file_of_strangers_says_nothing(void **state)
{
    static const char *const texts[] = {
        "",
        "{",
        "[]",
        "null",
        "{\"v\":2,\"models\":[{\"model\":\"m\",\"at\":%lld,\"window\":5000}]}",
        "{\"v\":1,\"models\":{\"m\":1}}",
        "{\"v\":1,\"models\":[{\"model\":\"m\",\"at\":1,\"window\":5000}]}",
        "{\"v\":1,\"models\":[{\"model\":\"m\",\"at\":9e18,\"window\":5000}]}",
        "{\"v\":1,\"models\":[{\"model\":\"m\",\"at\":-1,\"window\":5000}]}",
        "{\"v\":1,\"models\":[{\"model\":\"m\",\"at\":%lld,\"window\":5,\"reply_cap\":1}]}",
        "{\"v\":1,\"models\":[{\"model\":\"m\",\"at\":%lld,\"window\":1e99,\"reply_cap\":\"9\"}]}",
        "{\"v\":1,\"models\":[{\"model\":\"m\",\"at\":%lld,\"left_out\":[\"messages\",\"Stop\",[],{}]}]}",
        "{\"v\":1,\"models\":[{\"model\":\"m\",\"at\":%lld,\"left_out\":\"stop\"}]}",
    };
    (void)state;
    for (size_t i = 0; i < SA_COUNT(texts); i++) {
        char text[300];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(text, sizeof text, texts[i], (long long)(sa_clock_wall() / SA_NS_PER_S));
#pragma GCC diagnostic pop
        put(text);
        if (!knows_nothing("m")) fail_msg("%s", texts[i]);
    }
}

static void what_others_may_write_is_not_read_and_is_made_anew(void **state)
{
    struct sa_err err = SA_ERR_INIT;
    struct stat st;
    (void)state;
    chmod(file, 0646);
    assert_true(knows_nothing("chat a/v1 m"));
    assert_int_equal(sa_traits_save("x", &(struct sa_traits){.window = 2048}, &err), SA_OK);
    assert_int_equal(stat(file, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_int_equal(sa_traits_load("x").window, 2048);
    unlink(file);
    assert_int_equal(symlink("/etc/passwd", file), 0);
    assert_true(knows_nothing("x"));
    assert_int_not_equal(sa_traits_save("x", &(struct sa_traits){.window = 2048}, &err), SA_OK);
    unlink(file);
    assert_int_equal(mkfifo(file, 0600), 0);
    assert_true(knows_nothing("x"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_saved_comes_back, set_up, tear_down),
        cmocka_unit_test(every_bit_has_a_name),
        cmocka_unit_test_setup_teardown(the_file_stays_small, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_file_of_strangers_says_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_others_may_write_is_not_read_and_is_made_anew, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
