// Credentials and origins: which URLs get the headers that were given for another one. The check is
// the one that each request passes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "base/err.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "http/http.h"

static const char *const lines[] = {"X-Api-Key: k3y-of-test", NULL};

static bool is_sent(const char *given, const char *url, struct sa_err *err)
{
    const struct sa_http_credential c = {lines, given, "SOME_KEY"};
    int rc = sa_http_check_credential(&c, url, err);
    assert_int_equal(err->code, rc ? SA_E_CONFIG : SA_OK);
    assert_null(strstr(err->message, "k3y-of-test"));
    return rc == 0;
}

static void same_origin_in_another_spelling(void **state)
{
    static const char *const rows[][2] = {
        {"https://api.test/v1", "https://api.test/v2/chat?x=1#y"},
        {"https://api.test", "HTTPS://API.Test/"},
        {"https://api.test", "https://api.test:443/"},
        {"http://api.test:80/", "http://api.test"},
        {"https://api.test", "https://api.test./"},
        {"https://api.test", "https://user:word@api.test/"},
        {"http://127.0.0.1:8080", "http://0x7f.1:8080/"},
        {"http://[::1]:8080", "http://[0:0:0:0:0:0:0:1]:8080/x"},
    };
    (void)state;
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        struct sa_err err = SA_ERR_INIT;
        if (!is_sent(rows[i][0], rows[i][1], &err))
            fail_msg("%s, %s: %s", rows[i][0], rows[i][1], err.message);
    }
}

static void another_origin(void **state)
{
    static const char *const rows[][2] = {
        {"https://api.test", "http://api.test/"},
        {"https://api.test", "http://api.test:443/"},
        {"https://api.test", "https://api.test:8443/"},
        {"https://api.test", "https://evil.test/"},
        {"https://api.test", "https://api.test.evil.test/"},
        {"https://api.test", "https://xapi.test/"},
        {"https://api.test", "https://evil.test/?https://api.test/"},
        {"https://api.test", "https://api.test@evil.test/"},
        {"https://api.test", "https://api.test:443@evil.test/"},
        {"https://api.test", "https://evil.test#@api.test/"},
        {"https://api.test@evil.test", "https://api.test/"},
        {"http://[::1]:8080", "http://[::2]:8080/"},
        {"http://[::1]", "http://127.0.0.1/"},
        {"http://127.0.0.1", "http://localhost/"},
    };
    (void)state;
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        struct sa_err err = SA_ERR_INIT;
        if (is_sent(rows[i][0], rows[i][1], &err)) fail_msg("%s gets it", rows[i][1]);
    }
}

static void what_is_not_a_url_gets_nothing(void **state)
{
    static const char *const urls[] = {"",
                                       "api.test",
                                       "http://[",
                                       "https://",
                                       "ftp://api.test/",
                                       "file:///etc/passwd",
                                       "https://api.test:99999/"};
    (void)state;
    for (size_t i = 0; i < SA_COUNT(urls); i++) {
        struct sa_err to = SA_ERR_INIT, from = SA_ERR_INIT, both = SA_ERR_INIT;
        if (is_sent("https://api.test", urls[i], &to)) fail_msg("%s gets it", urls[i]);
        if (is_sent(urls[i], "https://api.test", &from)) fail_msg("given for %s", urls[i]);
        if (is_sent(urls[i], urls[i], &both)) fail_msg("%s is its own origin", urls[i]);
    }
    struct sa_err err = SA_ERR_INIT;
    assert_false(is_sent(NULL, "https://api.test", &err));
    assert_non_null(
        strstr(err.message, "the key from SOME_KEY is not sent to https://api.test:443"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_origin_in_another_spelling),
        cmocka_unit_test(another_origin),
        cmocka_unit_test(what_is_not_a_url_gets_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
