// Calls that a reply makes in its server's own form, as they grow and when they are all there.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/xalloc.h"
#include "model/model_int.h"

static const struct sa_model_tool tools[] = {
    {.name = "f", .description = "F.", .parameters = "{}"}};

static bool note(void *ctx, enum sa_delta_kind kind, const char *text, size_t len)
{
    if (kind == SA_DELTA_CALL) sa_buf_append(ctx, text, len);
    return true;
}

// What became of the calls of one reply, a line each: "id name args [broken]".
static void expect(void (*fill)(struct sa_reply *reply), bool theirs, const char *expected,
                   const char *handed)
{
    struct sa_buf seen = SA_BUF_INIT(1 << 16), all = SA_BUF_INIT(1 << 16);
    const struct sa_model_request q = {
        .count = 7, .tools = tools, .tool_count = 1, .on_delta = note, .ctx = &seen};
    struct sa_reply reply;
    struct sa_model_result result = {0};
    sa_reply_init(&reply, &q);
    fill(&reply);
    assert_int_equal(sa_reply_settle(&reply), theirs);
    sa_reply_finish(&reply, &result);
    for (size_t i = 0; i < result.call_count; i++) {
        const struct sa_model_call *c = &result.calls[i];
        sa_buf_appendf(&all, "%s %s %s%s%s\n", c->id, c->name, c->args, c->broken ? " " : "",
                       c->broken ? c->broken : "");
    }
    assert_string_equal(sa_buf_text(&all), expected);
    if (handed) assert_string_equal(sa_buf_text(&seen), handed);
    assert_string_equal(result.text, "");
    sa_model_result_release(&result);
    sa_reply_release(&reply);
    sa_buf_release(&seen), sa_buf_release(&all);
}

static void in_pieces(struct sa_reply *r)
{
    sa_reply_call(r, 0, "a", "f", "");
    sa_reply_call(r, 0, NULL, NULL, "{\"x\":");
    sa_reply_call(r, 1, "b", "g", NULL);
    sa_reply_call(r, 0, NULL, NULL, " 1}");
    sa_reply_call(r, 1, "b", NULL, "{}");
}

static void without_numbers(struct sa_reply *r)
{
    sa_reply_call(r, 0, "a", "f", "{\"x\":1}");
    sa_reply_call(r, 0, "b", "f", "{\"x\":2}");
    sa_reply_call(r, 0, "a", NULL, " ");
}

static void with_broken_ids(struct sa_reply *r)
{
    sa_reply_call(r, 0, "a", "f", "{}");
    sa_reply_call(r, 1, "a", "g", "{}");
    sa_reply_call(r, 2, "", "h", "{}");
}

// What is ours may be what the server has given another one.
static void with_our_ids(struct sa_reply *r)
{
    sa_reply_call(r, 0, NULL, "f", "{}");
    sa_reply_call(r, 1, "call_7_0", "g", "{}");
    sa_reply_call(r, 2, "call_7_0", "h", "{}");
}

static void with_broken_arguments(struct sa_reply *r)
{
    static const char *const args[] = {"",    "null",  " {\"x\": 1}\n", "\"{\\\"x\\\": 1}\"",
                                       "[1]", "\"x\"", "{\"x\": 1",     "{x: 1}"};
    char id[2] = "a";
    for (size_t i = 0; i < SA_COUNT(args); i++, id[0]++) sa_reply_call(r, i, id, "f", args[i]);
}

// An escape of JSON within JSON, whose halves come in two pieces.
static void with_halves(struct sa_reply *r)
{
    static const char *const pieces[] = {"\"{\\\"x\\\":\\\"\\ud83d\"", "\"\\ude00\\\"}\""};
    sa_reply_call(r, 0, "a", "f", NULL);
    for (size_t i = 0; i < SA_COUNT(pieces); i++) {
        struct sa_buf out = SA_BUF_INIT(1 << 16);
        sa_clean_delta(&out, pieces[i], strlen(pieces[i]));
        cJSON *v = sa_json_parse(sa_buf_text(&out), out.len, NULL);
        sa_reply_call(r, 0, NULL, NULL, v->valuestring);
        cJSON_Delete(v);
        sa_buf_release(&out);
    }
}

// Numbers of calls come from a server: what is out of bounds is none.
static void with_gaps(struct sa_reply *r)
{
    assert_null(sa_reply_call(r, 1 << 20, "z", "f", "{}"));
    assert_non_null(sa_reply_call(r, 3, "a", "f", "{}"));
}

static void test_calls(void **state)
{
    (void)state;
    expect(in_pieces, true, "a f {\"x\": 1}\nb g {}\n", "f {\"x\":\ng  1}{}");
    expect(without_numbers, true, "a f {\"x\":1}\nb f {\"x\":2}\n", NULL);
    expect(with_broken_ids, false, "a f {}\ncall_7_1 g {}\ncall_7_2 h {}\n", NULL);
    expect(with_our_ids, false, "call_7_0_ f {}\ncall_7_0 g {}\ncall_7_2 h {}\n", NULL);
    expect(with_broken_arguments, true,
           "a f {}\nb f {}\nc f {\"x\": 1}\nd f {\"x\": 1}\ne f {} [1]\nf f {} \"x\"\n"
           "g f {} {\"x\": 1\nh f {} {x: 1}\n",
           NULL);
    expect(with_halves, true, "a f {\"x\":\"\xF0\x9F\x98\x80\"}\n",
           "f {\"x\":\"\xF0\x9F\x98\x80\"}");
    expect(with_gaps, true, "a f {}\n", NULL);
}

// Members that nobody knows go back, but not without end.
static void members_are_bounded(void **state)
{
    (void)state;
    const struct sa_model_request q = {.tools = tools, .tool_count = 1};
    struct sa_reply reply;
    cJSON *to = NULL, *one = cJSON_CreateObject();
    sa_reply_init(&reply, &q);
    for (int i = 0; i < 300; i++) {
        SA_AUTO_FREE char *name = sa_xasprintf("m%d", i % 150);
        cJSON *member = cJSON_AddNumberToObject(one, name, i);
        sa_reply_copy_member(&reply, &to, member);
        assert_int_equal(reply.call_lost, i >= 100);
    }
    assert_int_equal(cJSON_GetArraySize(to), 100);
    cJSON_Delete(to), cJSON_Delete(one);
    sa_reply_release(&reply);
}

// To a request without tools they are text, which the reader of replies knows.
static void calls_without_tools_are_text(void **state)
{
    (void)state;
    const struct sa_model_request q = {0};
    struct sa_reply reply;
    struct sa_model_result result = {0};
    sa_reply_init(&reply, &q);
    in_pieces(&reply);
    sa_reply_finish(&reply, &result);
    assert_int_equal(result.call_count, 0);
    assert_string_equal(result.text,
                        "\n<tool_call>\n{\"name\":\"f\",\"arguments\":{\"x\": 1}}\n</tool_call>\n"
                        "\n<tool_call>\n{\"name\":\"g\",\"arguments\":{}}\n</tool_call>\n");
    sa_model_result_release(&result);
    sa_reply_release(&reply);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_calls),
        cmocka_unit_test(members_are_bounded),
        cmocka_unit_test(calls_without_tools_are_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
