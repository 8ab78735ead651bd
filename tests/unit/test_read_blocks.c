// Blocks of code in replies: several of them, those that a sentence only mentions, and thoughts
// that never end.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "agent/read_int.h"
#include "base/xalloc.h"

// Two words in a row are prose, unless the first is one of these; so is what ends in a full stop.
static bool is_code(void *ctx, const char *code, size_t len)
{
    static const char *const keywords[] = {"import", "from", "for", "if", "in", "def", "x"};
    struct sa_str rest = {code, len}, line;
    (void)ctx;
    if (memchr(code, '<', len) || memchr(code, '`', len)) return false;
    while (sa_str_next_line(&rest, &line)) {
        struct sa_str s = sa_str_trim(line);
        size_t n = 0;
        while (n < s.len && (s.data[n] == '_' || (s.data[n] >= 'a' && s.data[n] <= 'z') ||
                             (s.data[n] >= 'A' && s.data[n] <= 'Z')))
            n++;
        bool word = n && n + 1 < s.len && s.data[n] == ' ' &&
                    !sa_str_equals_any((struct sa_str){s.data, n}, keywords, SA_COUNT(keywords));
        bool name = word && ((s.data[n + 1] | 32) >= 'a' && (s.data[n + 1] | 32) <= 'z');
        if (name || (n && n < s.len && strchr(".,'", s.data[n]) && n + 1 == s.len)) return false;
    }
    return true;
}

static const struct sa_read_ask asking = {.compiles = is_code};

static struct sa_reading read(const char *reply)
{
    struct sa_reading x;
    sa_read(&x, reply, strlen(reply), &asking);
    return x;
}

struct expected {
    const char *reply;
    enum sa_found found;
    const char *code;
};

static void expect_all(const struct expected *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct sa_reading x = read(rows[i].reply);
        if (x.found != rows[i].found || strcmp(sa_buf_text(&x.code), rows[i].code))
            fail_msg("%s\ngave %d: %s", rows[i].reply, x.found, sa_buf_text(&x.code));
        sa_reading_release(&x);
    }
}

static void test_several_blocks_in_tags_run_together(void **state)
{
    static const struct expected rows[] = {
        {"<code>\na = 1\n</code> and <code>\nb = 2\n</code>", SA_FOUND_TAGS, "a = 1\n\nb = 2\n"},
        {"One.\n<code>\na = 1\n</code>\nTwo.\n<code>\nb = a\n</code>\nThree.\n<code>\nf(b)\n</code>",
         SA_FOUND_TAGS, "a = 1\n\nb = a\n\nf(b)\n"},
        {"<code>\n</code>\n<code>\ny\n</code>", SA_FOUND_TAGS, "y\n"},
        {"<code>\na = 1\n</code>\n<code>\nf(a)", SA_FOUND_TAGS, "a = 1\n\nf(a)\n"},
        // What follows announced output was written without having seen any.
        {"<code>\na\n</code>\nObservation:\n1\n<code>\nb\n</code>", SA_FOUND_TAGS, "a\n"},
        {"<code>\nprint(a)\n</code>\n<code>\nfinal_answer(3)\n</code>", SA_FOUND_TAGS,
         "print(a)\n"},
        {"<code>\na = 1\n</code>\n<code>\nfinal_answer(a)\n</code>", SA_FOUND_TAGS,
         "a = 1\n\nfinal_answer(a)\n"},
    };
    (void)state;
    expect_all(rows, SA_COUNT(rows));
}

static void test_mentioned_tags_open_no_block(void **state)
{
    static const struct expected rows[] = {
        {"I should use the <code> tag to run it.\n<code>\nf(1)\n</code>", SA_FOUND_TAGS, "f(1)\n"},
        {"A <code> tag and a <code> tag are the same.\n<code>\nf(1)\n</code>", SA_FOUND_TAGS,
         "f(1)\n"},
        {"I should use the <code> tag to run it.\n```python\nf(1)\n```", SA_FOUND_FENCES, "f(1)\n"},
        {"As rule 1 says, code is in <code>...</code>. So:\n<code>\nf(1)\n</code>", SA_FOUND_TAGS,
         "f(1)\n"},
        {"<code>\nf(1)\n</code>\nThat was the <code> tag for you.", SA_FOUND_TAGS, "f(1)\n"},
        {"<code>\nf(1)\n</code>\nThe <code> tag again.\n<code>\nf(2)\n</code>", SA_FOUND_TAGS,
         "f(1)\n\nf(2)\n"},
        {"In HTML the <code> tag marks code.", SA_FOUND_NOTHING, ""},
        {"Code goes in <code>...</code>.", SA_FOUND_NOTHING, ""},
        {"<code>\n...\n</code>", SA_FOUND_NOTHING, ""},
        {"```python\n...\n```", SA_FOUND_NOTHING, ""},
        {"Lists have <code>len(x)</code> as their length.", SA_FOUND_NOTHING, ""},
        {"Here is ```python inline``` and\n```python\nf(1)\n```", SA_FOUND_FENCES, "f(1)\n"},
    };
    (void)state;
    expect_all(rows, SA_COUNT(rows));
}

static void test_blocks_within_a_line_are_blocks(void **state)
{
    static const struct expected rows[] = {
        {"Let me do it: <code>f(1)</code>", SA_FOUND_TAGS, "f(1)\n"},
        {"I run it now <code>\nf(1)\n</code>", SA_FOUND_TAGS, "f(1)\n"},
        {"I run it now: <code>a = 1\nf(a)\n</code>", SA_FOUND_TAGS, "a = 1\nf(a)\n"},
        {"```f(1)```", SA_FOUND_FENCES, "f(1)\n"},
        // Broken code is run, so that the model is told what is wrong with it.
        {"I run it now <code> a b\nf(1)\n</code>", SA_FOUND_TAGS, " a b\nf(1)\n"},
        {"<code>\nnot so good\n</code>", SA_FOUND_TAGS, "not so good\n"},
    };
    (void)state;
    expect_all(rows, SA_COUNT(rows));
}

static void test_the_whole_reply_is_said_in_spite_of_mentions(void **state)
{
    (void)state;
    struct sa_reading x = read("Use the <code> tag now.\n<code>\nf(1)\n</code>");
    assert_string_equal(sa_buf_text(&x.kept), "Use the <code> tag now.\n<code>\nf(1)\n</code>");
    assert_int_equal(x.before, strlen("Use the <code> tag now.\n"));
    sa_reading_release(&x);
}

static void test_a_thought_that_never_ends_hides_no_block(void **state)
{
    static const struct expected rows[] = {
        {"<code>\nf(1)\n</code>\n\n<thought> and then I", SA_FOUND_TAGS, "f(1)\n"},
        {"<thought> a\n<code>\nf(1)\n</code>", SA_FOUND_TAGS, "f(1)\n"},
        {"<think>\nI run it.\n```python\nf(1)\n```\n", SA_FOUND_FENCES, "f(1)\n"},
        {"I <think> so.\n<code>\nf(1)\n</code>", SA_FOUND_TAGS, "f(1)\n"},
        {"```python\nf(1)\n```\n<think>\n```python\nf(2)\n```\nno", SA_FOUND_FENCES, "f(1)\n"},
        // It goes on behind the block, or closes: what is in it was thought.
        {"<think>\nI could call\n<code>\nf(1)\n</code>\nbut", SA_FOUND_NOTHING, ""},
        {"<think>\nI call\n<code>\nf(1)\n</code>\n</think>", SA_FOUND_NOTHING, ""},
        {"<think>\nI call\n<code>\nf(1)\n", SA_FOUND_NOTHING, ""},
        {"analysisWe call\n```python\nf(1)\n```", SA_FOUND_NOTHING, ""},
    };
    (void)state;
    expect_all(rows, SA_COUNT(rows));
}

// Cut at its length, such a reply might have gone on.
static void test_code_in_a_thought_without_end_is_unclosed(void **state)
{
    (void)state;
    struct sa_reading x = read("<thought> a\n<code>\nf(1)\n</code>");
    assert_true(x.unclosed);
    assert_false(x.in_thought);
    sa_reading_release(&x);
    x = read("<code>\nf(1)\n</code>\n<thought> b");
    assert_false(x.unclosed);
    assert_true(x.in_thought);
    sa_reading_release(&x);
}

static void test_a_call_of_final_answer_ends_the_reply(void **state)
{
    static const struct expected rows[] = {
        {"I know the answer now.\n\nfinal_answer(\"North\")", SA_FOUND_RAW,
         "final_answer(\"North\")\n"},
        {"North it is.\nfinal_answer(\"North\")\n", SA_FOUND_RAW, "final_answer(\"North\")\n"},
        {"I know it now.\n\nfinal_answer(\n    \"North\"\n)", SA_FOUND_RAW,
         "final_answer(\n    \"North\"\n)\n"},
        {"I know it now.\n\nx = 6 * 7\nfinal_answer(x)", SA_FOUND_RAW,
         "x = 6 * 7\nfinal_answer(x)\n"},
        {"I know it now.\n\nfinal_answer = 42", SA_FOUND_RAW, "final_answer = 42\n"},
        {"I will call final_answer(42) now.", SA_FOUND_NOTHING, ""},
        {"I will end with:\nfinal_answer(...)", SA_FOUND_NOTHING, ""},
        {"It ends like this:\nfinal_answer(42)\nbut not now.", SA_FOUND_NOTHING, ""},
        {"```bash\nls\n```\nfinal_answer(42)", SA_FOUND_RAW, "final_answer(42)\n"},
        {"print(6 * 7) first.\nprint(6 * 7)\nThat is 41.\nfinal_answer(41)", SA_FOUND_NOTHING, ""},
    };
    (void)state;
    expect_all(rows, SA_COUNT(rows));
}

// Where calls stay calls.
static void test_a_call_of_final_answer_in_text_is_a_call(void **state)
{
    static const struct sa_read_ask calls = {.as_json = true};
    static const char *const rows[][2] = {
        {"I know it.\n\nfinal_answer(\"North\")", "\"North\""},
        {"I know it.\nfinal_answer(answer=[1, 2])\n", "[1, 2]"},
        {"I know it.\nfinal_answer(x)", NULL},
        {"I know it.\nfinal_answer(1) it is", NULL},
        {"I know it.\nfinal_answer()", NULL},
    };
    (void)state;
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        struct sa_reading x;
        sa_read(&x, rows[i][0], strlen(rows[i][0]), &calls);
        SA_AUTO_FREE char *want = rows[i][1] ? sa_xasprintf("{\"name\":\"final_answer\","
                                                            "\"arguments\":{\"answer\":%s}}\n",
                                                            rows[i][1])
                                             : sa_xstrdup("");
        assert_string_equal(sa_buf_text(&x.code), want);
        assert_int_equal(x.found, rows[i][1] ? SA_FOUND_CALL : SA_FOUND_NOTHING);
        sa_reading_release(&x);
    }
}

static enum sa_lack lack_of(const char *reply)
{
    struct sa_reading x = read(reply);
    enum sa_lack lack = x.lack;
    assert_int_equal(x.found, SA_FOUND_NOTHING);
    sa_reading_release(&x);
    return lack;
}

static void test_what_a_reply_without_code_has_instead(void **state)
{
    (void)state;
    assert_int_equal(lack_of("Paris."), SA_LACK_PROSE);
    assert_int_equal(lack_of("```bash\nls\n```"), SA_LACK_SHELL);
    assert_int_equal(lack_of("To list files:\n```bash\nls\n```\nThat is all."), SA_LACK_SHELL);
    assert_int_equal(lack_of("```\na b c\nd e\n```"), SA_LACK_PROSE);
    assert_int_equal(lack_of("```\na b = (c\n```"), SA_LACK_BROKEN);
}

static bool is_done(const char *text, size_t beyond)
{
    struct sa_scan scan;
    sa_scan_init(&scan, &asking);
    sa_scan_feed(&scan, text, strlen(text));
    bool done = sa_scan_is_done(&scan, beyond);
    sa_scan_release(&scan);
    return done;
}

// A server is not stopped within a further block.
static void test_a_reply_is_done_behind_its_last_block(void **state)
{
    (void)state;
    assert_true(is_done("<code>\na\n</code>\n12345678", 8));
    assert_false(is_done("<code>\na\n</code>\n<code>\n12345678", 8));
    assert_false(is_done("<code>\na\n</code>\n<code>\n12345678\n</code>", 8));
    assert_true(is_done("<code>\na\n</code>\n<code>\n12345678\n</code>\n12345678", 8));
    assert_true(is_done("<code>\na\n</code>\n<think>12345678", 8));
    assert_true(is_done("<code>\na\n</code>\nOutput:\n<code>\n1\n", 8));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_several_blocks_in_tags_run_together),
        cmocka_unit_test(test_mentioned_tags_open_no_block),
        cmocka_unit_test(test_blocks_within_a_line_are_blocks),
        cmocka_unit_test(test_the_whole_reply_is_said_in_spite_of_mentions),
        cmocka_unit_test(test_a_thought_that_never_ends_hides_no_block),
        cmocka_unit_test(test_code_in_a_thought_without_end_is_unclosed),
        cmocka_unit_test(test_a_call_of_final_answer_ends_the_reply),
        cmocka_unit_test(test_a_call_of_final_answer_in_text_is_a_call),
        cmocka_unit_test(test_what_a_reply_without_code_has_instead),
        cmocka_unit_test(test_a_reply_is_done_behind_its_last_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
