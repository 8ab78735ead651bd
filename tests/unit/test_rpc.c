// JSON-RPC of the MCP client: who gets which reply, and what of what comes is no message.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/stop.h"
#include "base/xalloc.h"
#include "mcp/rpc.h"

struct heard {
    char text[200];
    int requests, notices;
};

static void on_request(void *ctx, const char *id, const char *method, const cJSON *params)
{
    struct heard *h = ctx;
    (void)params;
    h->requests++;
    snprintf(h->text, sizeof h->text, "%s %s", id, method);
}

static void on_notice(void *ctx, const char *method, const cJSON *params)
{
    struct heard *h = ctx;
    (void)params;
    h->notices++;
    snprintf(h->text, sizeof h->text, "%s", method);
}

static void begin(struct sa_rpc *rpc, struct heard *h)
{
    *h = (struct heard){.requests = 0};
    sa_rpc_init(rpc);
    rpc->on_request = on_request;
    rpc->on_notice = on_notice;
    rpc->ctx = h;
}

static const char *receive(struct sa_rpc *rpc, const char *text)
{
    return sa_rpc_receive(rpc, text, strlen(text));
}

static void see(void *ctx, const void *about)
{
    *(const char **)ctx = about;
}

static void test_replies_find_who_asked(void **state)
{
    (void)state;
    struct sa_rpc rpc;
    struct heard h;
    struct sa_rpc_wait one, two;
    begin(&rpc, &h);
    assert_true(sa_rpc_begin(&rpc, &one, "first"));
    assert_true(sa_rpc_begin(&rpc, &two, NULL));
    SA_AUTO_FREE char *text = sa_rpc_request(&two, "ping", "{}");
    assert_string_equal(text, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\",\"params\":{}}");
    const char *about = NULL;
    assert_true(sa_rpc_see(&rpc, 1, see, &about));
    assert_string_equal(about, "first");
    assert_false(sa_rpc_see(&rpc, 2, see, &about));
    assert_false(sa_rpc_see(&rpc, 3, see, &about));
    assert_null(receive(&rpc, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"a\":1}}"));
    assert_false(sa_rpc_settled(&rpc, &one));
    assert_int_equal(sa_rpc_await(&rpc, &two, INT64_MAX, NULL, NULL, NULL), SA_RPC_REPLY);
    assert_null(receive(&rpc, "[{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1}}]"));
    assert_int_equal(sa_rpc_await(&rpc, &one, INT64_MAX, NULL, NULL, NULL), SA_RPC_REPLY);
    assert_int_equal(rpc.strays, 0);
    sa_rpc_end(&rpc, &one);
    sa_rpc_end(&rpc, &two);
    sa_rpc_release(&rpc);
}

static void test_strays_are_counted(void **state)
{
    static const char *const rows[] = {
        "{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{}}", // a text is another id
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1e300,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":-1,\"result\":{}}",
    };
    (void)state;
    struct sa_rpc rpc;
    struct heard h;
    struct sa_rpc_wait wait;
    begin(&rpc, &h);
    assert_true(sa_rpc_begin(&rpc, &wait, NULL));
    for (size_t i = 0; i < SA_COUNT(rows); i++) assert_null(receive(&rpc, rows[i]));
    assert_int_equal(rpc.strays, SA_COUNT(rows));
    assert_false(sa_rpc_settled(&rpc, &wait));
    assert_null(receive(&rpc, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"));
    assert_null(receive(&rpc, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")); // a second one
    assert_int_equal(rpc.strays, SA_COUNT(rows) + 1);
    sa_rpc_end(&rpc, &wait);
    sa_rpc_release(&rpc);
}

static void test_what_is_no_message(void **state)
{
    static const char *const rows[] = {
        "",
        "Listening",
        "7",
        "null",
        "{\"jsonrpc\":\"2.0\"}",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"result\":{}}",
        "{\"id\":1,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":[1],\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":\"no\"}",
        "[{\"jsonrpc\":\"2.0\",\"method\":\"a\"}, 7]",
    };
    (void)state;
    struct sa_rpc rpc;
    struct heard h;
    begin(&rpc, &h);
    for (size_t i = 0; i < SA_COUNT(rows); i++)
        if (!receive(&rpc, rows[i])) fail_msg("taken: %s", rows[i]);
    assert_int_equal(h.requests, 0);
    assert_int_equal(h.notices, 1); // of the array
    sa_rpc_release(&rpc);
}

static void test_requests_and_notifications_are_handed_on(void **state)
{
    (void)state;
    struct sa_rpc rpc;
    struct heard h;
    begin(&rpc, &h);
    assert_null(receive(&rpc, "{\"jsonrpc\":\"2.0\",\"id\":\"x\\\"\",\"method\":\"ping\"}"));
    assert_string_equal(h.text, "\"x\\\"\" ping");
    assert_null(receive(&rpc, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/a\"}"));
    assert_string_equal(h.text, "notifications/a");
    SA_AUTO_FREE char *refusal = sa_rpc_refusal("\"x\"", -32601, "Method not found");
    assert_string_equal(refusal, "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"error\":{\"code\":-32601,"
                                 "\"message\":\"Method not found\"}}");
    sa_rpc_release(&rpc);
}

static void test_waits_end(void **state)
{
    (void)state;
    struct sa_rpc rpc;
    struct heard h;
    struct sa_rpc_wait wait;
    struct sa_stop stop;
    begin(&rpc, &h);
    sa_stop_init(&stop);
    assert_true(sa_rpc_begin(&rpc, &wait, NULL));
    assert_int_equal(sa_rpc_await(&rpc, &wait, sa_clock_monotonic(), &stop, NULL, NULL),
                     SA_RPC_LATE);
    sa_stop_request(&stop, 2);
    assert_int_equal(sa_rpc_await(&rpc, &wait, INT64_MAX, &stop, NULL, NULL), SA_RPC_STOPPED);
    sa_rpc_fail(&rpc, "gone");
    assert_int_equal(sa_rpc_await(&rpc, &wait, INT64_MAX, &stop, NULL, NULL), SA_RPC_FAILED);
    assert_string_equal(wait.failure, "gone");
    sa_rpc_end(&rpc, &wait);
    sa_stop_release(&stop);
    sa_rpc_release(&rpc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replies_find_who_asked),
        cmocka_unit_test(test_strays_are_counted),
        cmocka_unit_test(test_what_is_no_message),
        cmocka_unit_test(test_requests_and_notifications_are_handed_on),
        cmocka_unit_test(test_waits_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
