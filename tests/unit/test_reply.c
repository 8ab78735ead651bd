// A reply while it grows, in pieces of every size, and the cleaning of server text.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/utf8.h"
#include "http/http.h"
#include "model/model_int.h"

static bool note(void *ctx, enum sa_delta_kind kind, const char *text, size_t len)
{
    struct sa_buf *seen = ctx;
    assert_int_equal(sa_utf8_partial_tail(text, len), 0);
    if (kind == SA_DELTA_TEXT) sa_buf_append(seen, text, len);
    return true;
}

// Feeds `input` in pieces of every size: what is handed on are whole characters, and all of it.
static void test_pieces(void **state)
{
    (void)state;
    const char input[] = "a\xC3\xA9\xF0\x9F\x98\x80<think>b</think>";
    size_t len = strlen(input);
    for (size_t piece = 1; piece <= len; piece++) {
        struct sa_buf seen = SA_BUF_INIT(1 << 16);
        const struct sa_model_request q = {.on_delta = note, .ctx = &seen};
        struct sa_reply reply;
        struct sa_model_result result = {0};
        sa_reply_init(&reply, &q);
        for (size_t i = 0; i < len; i += piece)
            assert_true(sa_reply_text(&reply, input + i, len - i < piece ? len - i : piece));
        sa_reply_finish(&reply, &result);
        assert_string_equal(result.text, input);
        assert_string_equal(sa_buf_text(&seen), input);
        assert_false(result.ended_early);
        sa_model_result_release(&result);
        sa_reply_release(&reply);
        sa_buf_release(&seen);
    }
}

static bool enough(void *ctx, enum sa_delta_kind kind, const char *text, size_t len)
{
    (void)ctx, (void)kind, (void)text, (void)len;
    return false;
}

static void test_ended_by_the_caller(void **state)
{
    (void)state;
    const struct sa_model_request q = {.on_delta = enough};
    struct sa_reply reply;
    struct sa_model_result result = {0};
    sa_reply_init(&reply, &q);
    assert_false(sa_reply_text(&reply, "ab", 2));
    assert_false(sa_reply_text(&reply, "cd", 2));
    sa_reply_finish(&reply, &result);
    assert_string_equal(result.text, "ab");
    assert_true(result.ended_early);
    sa_model_result_release(&result);
    sa_reply_release(&reply);
}

static void delta(struct sa_reply *reply, const char *json)
{
    struct sa_buf out = SA_BUF_INIT(1 << 16);
    sa_clean_delta(&out, json, strlen(json));
    cJSON *v = sa_json_parse(sa_buf_text(&out), out.len, NULL);
    assert_non_null(v);
    assert_true(sa_reply_text(reply, v->valuestring, strlen(v->valuestring)));
    cJSON_Delete(v);
    sa_buf_release(&out);
}

static void test_halves_of_surrogate_pairs(void **state)
{
    (void)state;
    struct sa_buf seen = SA_BUF_INIT(1 << 16);
    const struct sa_model_request q = {.on_delta = note, .ctx = &seen};
    struct sa_reply reply;
    struct sa_model_result result = {0};
    sa_reply_init(&reply, &q);
    delta(&reply, "\"a\\ud83d\"");
    delta(&reply, "\"\\ude00b\\ud83d\\ude00\"");
    delta(&reply, "\"\\ude00\\ud83dx\\ud83d\"");
    delta(&reply, "\"y\\ud83d\"");
    sa_reply_finish(&reply, &result);
    assert_string_equal(result.text,
                        "a\xF0\x9F\x98\x80"
                        "b\xF0\x9F\x98\x80\xEF\xBF\xBD\xEF\xBF\xBDx\xEF\xBF\xBDy\xEF\xBF\xBD");
    assert_string_equal(sa_buf_text(&seen), result.text);
    sa_model_result_release(&result);
    sa_reply_release(&reply);
    sa_buf_release(&seen);
}

static void clean(const char *input, size_t len, const char *expected)
{
    struct sa_buf out = SA_BUF_INIT(1 << 16);
    sa_clean_json(&out, input, len);
    assert_string_equal(sa_buf_text(&out), expected);
    sa_buf_release(&out);
}

static void test_clean_json(void **state)
{
    (void)state;
    clean("{\"a\":\"b\"}", 9, "{\"a\":\"b\"}");
    clean("\"a\0b\"", 5, "\"a\\ufffdb\"");
    clean("\"a\tb\"", 5, "\"a\\u0009b\"");
    clean("\"\\u0000 \\\\u0000\"", 16, "\"\\ufffd \\\\u0000\"");
    clean("\"\\ud83d\\ude00 \\ud83d \\ude00\"", 28, "\"\\ud83d\\ude00 \\ufffd \\ufffd\"");
    clean("\"\xff\"", 3, "\"\xEF\xBF\xBD\"");
    clean("{\n}", 3, "{ }");
    clean("\"\\", 2, "\"\\");
}

static void error_text(const char *body, const char *expected)
{
    struct sa_buf out = SA_BUF_INIT(1 << 16);
    sa_error_text(&out, body, strlen(body));
    assert_string_equal(sa_buf_text(&out), expected);
    sa_buf_release(&out);
}

static void test_error_text(void **state)
{
    (void)state;
    error_text("", "empty reply");
    error_text("{\"error\":{\"message\":\"a\\nb\"}}", "a b");
    error_text("{\"error\":\"x\"}", "x");
    error_text("{\"detail\":\"y\"}", "y");
    error_text("[{\"error\":{\"message\":\"z\"}}]", "z");
    error_text("<html><title>Bad\n Gateway</title>", "an HTML page: Bad Gateway");
    error_text("<p>a</p>\n<p>b</p>", "an HTML page: a b");
    error_text("plain\ttext\n", "plain text");
}

static void test_retry_after(void **state)
{
    (void)state;
    const int64_t now = 784111777; // Sun, 06 Nov 1994 08:49:37 GMT
    assert_int_equal(sa_http_retry_after("5", now), 5000);
    assert_int_equal(sa_http_retry_after("0", now), 0);
    assert_int_equal(sa_http_retry_after("1.5", now), 1500);
    assert_int_equal(sa_http_retry_after("-3", now), -1);
    assert_int_equal(sa_http_retry_after("soon", now), -1);
    assert_int_equal(sa_http_retry_after("Sun, 06 Nov 1994 08:49:47 GMT", now), 10000);
    assert_int_equal(sa_http_retry_after("Sunday, 06-Nov-94 08:49:47 GMT", now), 10000);
    assert_int_equal(sa_http_retry_after("Sun Nov  6 08:49:47 1994", now), 10000);
    assert_int_equal(sa_http_retry_after("Sun, 06 Nov 1994 08:49:27 GMT", now), 0);
}

static void test_backoff(void **state)
{
    (void)state;
    for (int attempt = 1; attempt < 20; attempt++) {
        int64_t full = attempt < 7 ? 500 * (INT64_C(1) << (attempt - 1)) : 30000;
        int64_t wait = sa_http_backoff(500, attempt);
        assert_in_range(wait, full * 3 / 4, full);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_halves_of_surrogate_pairs),
        cmocka_unit_test(test_ended_by_the_caller),
        cmocka_unit_test(test_clean_json),
        cmocka_unit_test(test_error_text),
        cmocka_unit_test(test_retry_after),
        cmocka_unit_test(test_backoff),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
