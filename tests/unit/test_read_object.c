// Replies that are to be a JSON object: what is one, what it says, and that it does not matter in
// which pieces it came.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "agent/read_int.h"
#include "base/xalloc.h"

static bool always(void *ctx, const char *code, size_t len)
{
    (void)ctx, (void)code, (void)len;
    return true;
}

static enum sa_tool_kind f_only(void *ctx, const char *name, size_t len)
{
    (void)ctx;
    return len == 1 && *name == 'f' ? SA_TOOL_PLAIN : SA_TOOL_NONE;
}

static const struct sa_read_ask asking = {.compiles = always, .tool = f_only};

static void expect(const char *reply, const char *code, const char *said, const char *kept)
{
    struct sa_reading x;
    assert_true(sa_read_object(&x, reply, strlen(reply), &asking, false));
    assert_string_equal(sa_buf_text(&x.code), code);
    assert_string_equal(sa_buf_text(&x.said), said);
    assert_string_equal(sa_buf_text(&x.kept), kept ? kept : reply);
    assert_int_equal(x.found, *code ? SA_FOUND_OBJECT : SA_FOUND_NOTHING);
    assert_false(x.unclosed);
    sa_reading_release(&x);
}

static void expect_none(const char *reply)
{
    struct sa_reading x;
    assert_false(sa_read_object(&x, reply, strlen(reply), &asking, false));
}

static void thought_and_code(void **state)
{
    (void)state;
    expect("{\"thought\":\"I add.\",\"code\":\"x = 1\\nprint(x)\"}", "x = 1\nprint(x)\n",
           "I add.\n<code>\nx = 1\nprint(x)\n</code>", NULL);
    expect(" {\n \"code\" : \"x = '\\\"\\\\n\\u00e9\\ud83d\\ude00'\" , \"thought\" : \"\" }\n",
           "x = '\"\\n\xC3\xA9\xF0\x9F\x98\x80'\n",
           "<code>\nx = '\"\\n\xC3\xA9\xF0\x9F\x98\x80'\n</code>", NULL);
    expect("{\"thought\":\"Nothing to do.\",\"code\":\"\"}", "", "Nothing to do.", NULL);
    expect("{\"n\":[1,{\"a\":\"}\\\"\"}],\"code\":\"x\",\"m\":null,\"o\":{}}", "x\n",
           "<code>\nx\n</code>", NULL);
}

static void half_of_a_pair_is_no_character(void **state)
{
    (void)state;
    expect("{\"code\":\"'\\ud83d'\"}", "'\xEF\xBF\xBD'\n", "<code>\n'\xEF\xBF\xBD'\n</code>", NULL);
    expect("{\"code\":\"'\\ude00\\ud83d\\n'\"}", "'\xEF\xBF\xBD\xEF\xBF\xBD\n'\n",
           "<code>\n'\xEF\xBF\xBD\xEF\xBF\xBD\n'\n</code>", NULL);
}

static void line_ends_within_a_string_mean_themselves(void **state)
{
    (void)state;
    expect("{\"code\":\"x = 1\nprint(x)\"}", "x = 1\nprint(x)\n",
           "<code>\nx = 1\nprint(x)\n</code>", NULL);
}

static void what_wraps_the_code_is_off(void **state)
{
    (void)state;
    expect("{\"code\":\"<code>\\nx = 1\\n</code>\"}", "x = 1\n", "<code>\nx = 1\n</code>", NULL);
    expect("{\"code\":\"```python\\nx = 1\\n```\"}", "x = 1\n", "<code>\nx = 1\n</code>", NULL);
}

static void what_stands_around_the_object(void **state)
{
    (void)state;
    static const char object[] = "{\"thought\":\"a\",\"code\":\"x\"}";
    expect("<think>Well {</think>\n{\"thought\":\"a\",\"code\":\"x\"}", "x\n",
           "a\n<code>\nx\n</code>", object);
    expect("```json\n{\"thought\":\"a\",\"code\":\"x\"}\n```", "x\n", "a\n<code>\nx\n</code>",
           object);
    expect("{\"thought\":\"a\",\"code\":\"x\"}\nObservation:\n{\"code\":\"y\"}", "x\n",
           "a\n<code>\nx\n</code>", object);
}

static void a_sentence_before_the_object(void **state)
{
    (void)state;
    expect("This is next:\n\n  {\"thought\":\"a\",\"code\":\"x\"}\n", "x\n",
           "This is next:\na\n<code>\nx\n</code>", NULL);
    expect("<think>t</think>Next:\n```json\n{\"code\":\"x\"}\n```", "x\n",
           "Next:\n<code>\nx\n</code>", "Next:\n```json\n{\"code\":\"x\"}");
    expect_none("Next:\n<code>\n{\"code\":\"x\"}\n</code>");
    expect_none("Next:\n{\"code\":\"x\"");
    expect_none("Some rows:\n{1: 2}\n{\"a\": 1}\n{3}\n{4}\n{\"code\":\"x\"}");
}

static void an_answer_typed_before_its_evidence_is_left_out(void **state)
{
    (void)state;
    struct sa_reading x;
    static const char reply[] = "{\"thought\":\"I ask.\\n\\nf(1)\\n\\nIt says 7.\","
                                "\"code\":\"final_answer(7)\"}";
    assert_true(sa_read_object(&x, reply, strlen(reply), &asking, false));
    assert_null(strstr(sa_buf_text(&x.code), "final_answer"));
    sa_reading_release(&x);
}

static void what_is_no_such_object(void **state)
{
    (void)state;
    static const char *const replies[] = {
        "",
        "   ",
        "x = 1",
        "<code>\nx\n</code>",
        "[1]",
        "{}",
        "{\"answer\":42}",
        "{\"name\":\"f\",\"arguments\":{\"code\":\"x\"}}",
        "{code:\"x\"}",
        "{'code': 'x'}",
    };
    for (size_t i = 0; i < SA_COUNT(replies); i++) expect_none(replies[i]);
}

static void expect_broken(const char *reply)
{
    struct sa_reading x;
    assert_true(sa_read_object(&x, reply, strlen(reply), &asking, false));
    assert_int_equal(x.found, SA_FOUND_NOTHING);
    assert_int_equal(x.lack, SA_LACK_BROKEN);
    assert_string_equal(sa_buf_text(&x.said), reply);
    assert_string_equal(sa_buf_text(&x.kept), reply);
    sa_reading_release(&x);
}

static void what_was_meant_as_such_and_is_none_does_nothing(void **state)
{
    (void)state;
    static const char *const replies[] = {
        "{\"code\":1}",           "{\"code\":null}",    "{\"code\":\"a\",\"code\":\"b\"}",
        "{\"code\":\"a\" \"b\"}", "{\"code\":\"\\q\"}", "{\"code\":\"\\u00g0\"}",
        "{\"thought\":\"a\",}",   "{\"thought\":\"a\"",
    };
    for (size_t i = 0; i < SA_COUNT(replies); i++) expect_broken(replies[i]);
}

static void a_deep_value_is_given_up(void **state)
{
    (void)state;
    struct sa_buf deep = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appends(&deep, "{\"code\":\"x\",\"more\":");
    for (int i = 0; i < 100000; i++) sa_buf_appendc(&deep, '[');
    expect_broken(sa_buf_text(&deep));
    sa_buf_release(&deep);
}

// Cut anywhere, nothing of it may run; ended anywhere by the model, only whole code does.
static void what_breaks_off_does_not_run(void **state)
{
    (void)state;
    static const char reply[] = "{\"thought\":\"a\",\"code\":\"x = 1\"}";
    for (size_t len = 0; len < strlen(reply); len++) {
        struct sa_reading x;
        if (sa_read_object(&x, reply, len, &asking, true)) {
            assert_true(x.unclosed || x.found == SA_FOUND_NOTHING);
            sa_reading_release(&x);
        }
        if (!sa_read_object(&x, reply, len, &asking, false)) continue;
        bool runs = x.found != SA_FOUND_NOTHING;
        assert_int_equal(runs, len + 1 == strlen(reply)); // only its bracket is missing
        if (!runs) assert_int_equal(x.lack, SA_LACK_BROKEN);
        sa_reading_release(&x);
    }
}

// Is it whole?
static bool expect_same(const char *reply, size_t len, size_t step)
{
    struct sa_object whole, o;
    sa_object_init(&whole), sa_object_init(&o);
    size_t end = sa_object_feed(&whole, reply, len), at = 0;
    for (; at < len; at += step) sa_object_feed(&o, reply + at, len - at < step ? len - at : step);
    assert_true(end <= len);
    assert_int_equal(o.state, whole.state);
    assert_int_equal(o.named, whole.named);
    for (size_t i = 0; i < SA_OBJECT_TEXTS; i++) {
        assert_int_equal(o.texts[i].len, whole.texts[i].len);
        assert_memory_equal(sa_buf_text(&o.texts[i]), sa_buf_text(&whole.texts[i]), o.texts[i].len);
        assert_int_equal(o.ended[i], whole.ended[i]);
    }
    bool is_whole = whole.state == SA_OBJECT_WHOLE;
    sa_object_release(&whole), sa_object_release(&o);
    return is_whole;
}

static const char long_reply[] = " {\"a\":[\"]\\\\\",{}],\"thought\":\"\\ud83d\\ude00 \\\"q\\\"\","
                                 "\"n\":-1.5e3,\"code\":\"a\\n\\tb\\u0041 = '</think>'\"} z";

static void pieces_do_not_matter(void **state)
{
    (void)state;
    for (size_t step = 1; step < sizeof long_reply; step++)
        expect_same(long_reply, strlen(long_reply), step);
}

// Whatever becomes of it, it is read alike in one piece and in many, and nothing unfinished runs.
static void damage_is_read_alike(void **state)
{
    (void)state;
    static const char bits[] = "{}[]\"\\,:ud8c0 \n";
    unsigned seed = 1;
    for (int round = 0; round < 20000; round++) {
        char text[sizeof long_reply];
        memcpy(text, long_reply, sizeof text);
        for (int n = 0; n <= round % 4; n++) {
            seed = seed * 1664525u + 1013904223u;
            text[(seed >> 8) % strlen(long_reply)] = bits[(seed >> 24) % strlen(bits)];
        }
        bool whole = expect_same(text, strlen(text), 1 + (seed >> 16) % 9);
        struct sa_reading x;
        if (!sa_read_object(&x, text, strlen(text), &asking, true)) continue;
        assert_true(whole || x.found == SA_FOUND_NOTHING || x.unclosed);
        sa_reading_release(&x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thought_and_code),
        cmocka_unit_test(half_of_a_pair_is_no_character),
        cmocka_unit_test(line_ends_within_a_string_mean_themselves),
        cmocka_unit_test(what_wraps_the_code_is_off),
        cmocka_unit_test(what_stands_around_the_object),
        cmocka_unit_test(a_sentence_before_the_object),
        cmocka_unit_test(an_answer_typed_before_its_evidence_is_left_out),
        cmocka_unit_test(what_is_no_such_object),
        cmocka_unit_test(what_was_meant_as_such_and_is_none_does_nothing),
        cmocka_unit_test(a_deep_value_is_given_up),
        cmocka_unit_test(what_breaks_off_does_not_run),
        cmocka_unit_test(pieces_do_not_matter),
        cmocka_unit_test(damage_is_read_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
