// The conversation: joining of roles, compaction; and what an observation keeps of long text.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "agent/agent_int.h"
#include "base/xalloc.h"

#define PICTURE(w, h)                                                                              \
    {                                                                                              \
        .data = malloc(1), .len = 1, .width = (w), .height = (h), .media = SA_IMAGE_MEDIA          \
    }

static void push(struct sa_memory *m, enum sa_role role, const char *text, bool observation)
{
    sa_memory_push(m, role, text, strlen(text), observation);
}

static void test_roles_alternate(void **state)
{
    (void)state;
    struct sa_memory m = {0};
    push(&m, SA_ROLE_SYSTEM, "s", false);
    push(&m, SA_ROLE_USER, "Observation:\n1", true);
    push(&m, SA_ROLE_USER, "Task: next", false);
    push(&m, SA_ROLE_ASSISTANT, "a", false);
    assert_int_equal(m.count, 3);
    assert_string_equal(m.items[1].parts[0].text, "Observation:\n1\n\nTask: next");
    sa_memory_cut(&m, 1);
    assert_int_equal(m.count, 1);
    sa_memory_release(&m);
}

static void what_came_behind_a_mark_is_taken_out_again(void **state)
{
    (void)state;
    struct sa_memory m = {0};
    sa_memory_back(&m, sa_memory_mark(&m));
    assert_int_equal(m.count, 0);
    push(&m, SA_ROLE_SYSTEM, "s", false);
    push(&m, SA_ROLE_USER, "Observation:\n1", true);
    struct sa_memory_mark mark = sa_memory_mark(&m);
    uint64_t stamp = m.stamp;
    push(&m, SA_ROLE_USER, "Task: next", false); // joins the message before
    push(&m, SA_ROLE_ASSISTANT, "a", false);
    sa_memory_back(&m, mark);
    assert_int_equal(m.count, 2);
    assert_string_equal(m.items[1].parts[0].text, "Observation:\n1");
    assert_int_equal(m.items[1].parts[0].len, 14);
    assert_true(m.observed[1]);
    assert_int_not_equal(m.stamp, stamp);
    sa_memory_cut(&m, 1);
    sa_memory_back(&m, mark); // what is no longer there does not come back
    assert_int_equal(m.count, 1);
    sa_memory_release(&m);
}

static char *note(void *ctx, const char *text, size_t len)
{
    (void)ctx, (void)text, (void)len;
    return sa_xstrdup("[note]");
}

static void test_compaction_takes_the_oldest(void **state)
{
    (void)state;
    struct sa_memory m = {0};
    char big[4001];
    memset(big, 'x', 4000);
    big[4000] = 0;
    push(&m, SA_ROLE_SYSTEM, big, false);
    for (int i = 0; i < 3; i++) {
        push(&m, SA_ROLE_USER, big, true);
        push(&m, SA_ROLE_ASSISTANT, "code", false);
    }
    assert_int_equal(sa_memory_tokens(&m), 4003);
    size_t removed = sa_memory_compact(&m, 3100, 2, note, NULL);
    assert_true(removed > 3500 && removed < 4000);
    assert_int_equal(m.items[0].parts[0].len, 4000); // the system prompt stays
    assert_int_equal(m.items[1].parts[0].len, 207);  // head, newline, note
    assert_string_equal(m.items[1].parts[0].text + 201, "[note]");
    assert_int_equal(m.items[3].parts[0].len, 4000);
    assert_true(sa_memory_compact(&m, 0, 2, note, NULL) > 0);
    assert_int_equal(m.items[3].parts[0].len, 207);
    assert_int_equal(m.items[5].parts[0].len, 4000); // among the last two: kept
    assert_int_equal(sa_memory_compact(&m, 0, 2, note, NULL), 0);
    sa_memory_release(&m);
}

static void test_a_tail_is_taken_off_and_put_back(void **state)
{
    (void)state;
    struct sa_memory m = {0}, tail = {0};
    push(&m, SA_ROLE_SYSTEM, "s", false);
    push(&m, SA_ROLE_USER, "t", false);
    push(&m, SA_ROLE_ASSISTANT, "a", false);
    push(&m, SA_ROLE_USER, "o", true);
    uint64_t stamp = m.stamp;
    sa_memory_split(&m, 2, &tail);
    assert_int_equal(m.count, 2);
    assert_int_equal(tail.count, 2);
    assert_true(m.stamp != stamp); // it is not what was sent before
    push(&m, SA_ROLE_USER, "more", false);
    sa_memory_join(&m, &tail);
    assert_int_equal(m.count, 4);
    assert_string_equal(m.items[1].parts[0].text, "t\n\nmore");
    assert_string_equal(m.items[2].parts[0].text, "a");
    assert_true(m.observed[3] && !m.observed[2] && !tail.count);
    sa_memory_split(&m, 4, &tail); // nothing
    sa_memory_join(&m, &tail);
    assert_int_equal(m.count, 4);
    sa_memory_release(&m);
}

// What was asked behind an observation is not cut with it, and is not cut off later either.
static void what_stands_behind_an_observation_stays(void **state)
{
    (void)state;
    struct sa_memory m = {0};
    char big[4001];
    memset(big, 'x', 4000);
    big[4000] = 0;
    push(&m, SA_ROLE_USER, big, true);
    push(&m, SA_ROLE_USER, big, true);
    push(&m, SA_ROLE_USER, "Make a plan.", false);
    push(&m, SA_ROLE_USER, big, true);
    const struct sa_content *text = &m.items[0].parts[0];
    assert_int_equal(m.count, 1);
    assert_true(sa_memory_compact(&m, 0, 0, note, NULL) > 7000);
    static const char rest[] = "[note]\n\nMake a plan.\n\n";
    assert_memory_equal(text->text + 201, rest, strlen(rest));
    assert_int_equal(text->len, 201 + strlen(rest) + 4000);
    assert_int_equal(sa_memory_compact(&m, 0, 0, note, NULL), 0);
    sa_memory_release(&m);
}

// Whatever else their message says, which stays as it is.
static void results_of_calls_are_shortened(void **state)
{
    (void)state;
    struct sa_memory m = {0};
    char *big = sa_xcalloc(1, 5001);
    memset(big, 'x', 5000);
    push(&m, SA_ROLE_USER, "Task: a", false);
    push(&m, SA_ROLE_ASSISTANT, "", false);
    sa_memory_add_call(&m, "1", "f", "{}");
    push(&m, SA_ROLE_USER, "", true);
    sa_memory_add_result(&m, "1", "f", big, 5000, false);
    push(&m, SA_ROLE_USER, "Task: b", false);
    assert_int_equal(m.count, 3);
    assert_string_equal(m.items[2].parts[0].text, "Task: b");
    assert_int_equal(m.items[2].count, 2);
    assert_true(sa_memory_compact(&m, 10, 0, note, NULL) > 4000);
    assert_string_equal(m.items[2].parts[0].text, "Task: b");
    assert_true(m.items[2].parts[1].len < 500);
    assert_string_equal(m.items[2].parts[1].id, "1");
    sa_memory_release(&m);
    free(big);
}

// Too many images: the oldest go, and what was sent before is no longer what it was.
static size_t shown(const struct sa_message *item)
{
    size_t n = 0;
    for (size_t i = 0; i < item->count; i++) n += item->parts[i].kind == SA_CONTENT_IMAGE;
    return n;
}

static void test_images_do_not_pile_up(void **state)
{
    (void)state;
    struct sa_memory m = {0};
    size_t left = 0;
    push(&m, SA_ROLE_SYSTEM, "s", false);
    for (int i = 0; i < 17; i++) {
        uint64_t stamp = m.stamp;
        struct sa_image image = PICTURE(750, 100);
        push(&m, SA_ROLE_USER, "o", true);
        sa_memory_add_images(&m, &image, 1);
        assert_int_equal(m.stamp, stamp + (i == 16));
        push(&m, SA_ROLE_ASSISTANT, "a", false);
    }
    for (size_t i = 0; i < m.count; i++) left += shown(&m.items[i]);
    assert_int_equal(left, 8);
    assert_int_equal(shown(&m.items[1]), 0);
    assert_int_equal(shown(&m.items[m.count - 2]), 1);
    assert_string_equal(m.items[1].parts[0].text, "o\n[an image of 750x100 pixels was here]");
    push(&m, SA_ROLE_USER, "o", true);
    struct sa_image last = PICTURE(750, 100);
    sa_memory_add_images(&m, &last, 1);
    push(&m, SA_ROLE_USER, "joined", false);
    assert_int_equal(shown(&m.items[m.count - 1]), 1);
    assert_true(sa_memory_compact(&m, 0, 1, note, NULL) >= 8 * (404 - 38));
    left = 0;
    for (size_t i = 0; i < m.count; i++) left += shown(&m.items[i]);
    assert_int_equal(left, 1);
    sa_memory_release(&m);
}

// How many are left of `count`, each in a message of its own, where `most` may be; the last ones.
static void images_left(size_t most, int count, size_t expected)
{
    struct sa_memory m = {.keep_images = most};
    size_t left = 0;
    for (int i = 0; i < count; i++) {
        struct sa_image image = PICTURE(30, 10);
        push(&m, SA_ROLE_USER, "o", true);
        sa_memory_add_images(&m, &image, 1);
        push(&m, SA_ROLE_ASSISTANT, "a", false);
    }
    for (size_t i = 0; i < m.count; i++) left += shown(&m.items[i]);
    for (size_t i = 0; i < expected; i++) assert_int_equal(shown(&m.items[m.count - 2 - 2 * i]), 1);
    assert_int_equal(left, expected);
    sa_memory_release(&m);
}

static void test_so_many_images_stay(void **state)
{
    (void)state;
    images_left(1, 5, 1);
    images_left(2, 3, 2);
    images_left(3, 9, 3);
    images_left(4, 4, 4);
    images_left(4, 5, 2);
    images_left(8, 9, 4);
}

// Those of one message go one by one, but none of the newest, which the model has not seen.
static void test_new_images_are_always_sent(void **state)
{
    (void)state;
    struct sa_memory m = {.keep_images = 2};
    struct sa_image three[3] = {PICTURE(1, 1), PICTURE(2, 2), PICTURE(3, 3)};
    push(&m, SA_ROLE_USER, "", true);
    sa_memory_add_images(&m, three, 3);
    assert_int_equal(shown(&m.items[0]), 3);
    push(&m, SA_ROLE_ASSISTANT, "a", false);
    push(&m, SA_ROLE_USER, "o", true);
    struct sa_image one = PICTURE(4, 4);
    sa_memory_add_images(&m, &one, 1);
    assert_string_equal(m.items[0].parts[0].text, "[an image of 1x1 pixels was here]\n"
                                                  "[an image of 2x2 pixels was here]");
    assert_int_equal(shown(&m.items[0]), 1);
    assert_int_equal(m.items[0].parts[3].image.width, 3);
    uint64_t stamp = m.stamp;
    assert_int_equal(sa_memory_compact(&m, 0, 1, note, NULL), 1); // longer than what it stands for
    assert_int_equal(m.stamp, stamp + 1);
    assert_int_equal(sa_memory_compact(&m, 0, 1, note, NULL), 0);
    sa_memory_release(&m);
}

// A turn that is taken back takes its images along, and no note of those before it.
static void test_notes_of_images_outlive_a_turn_taken_back(void **state)
{
    (void)state;
    struct sa_memory m = {.keep_images = 2};
    struct sa_image before[2] = {PICTURE(1, 1), PICTURE(2, 2)}, of_turn = PICTURE(3, 3);
    struct sa_image later[2] = {PICTURE(4, 4), PICTURE(5, 5)};
    push(&m, SA_ROLE_USER, "o", true);
    sa_memory_add_images(&m, before, 2);
    struct sa_memory_mark mark = sa_memory_mark(&m);
    push(&m, SA_ROLE_USER, "Task: next", false);
    sa_memory_add_images(&m, &of_turn, 1);
    push(&m, SA_ROLE_ASSISTANT, "a", false);
    push(&m, SA_ROLE_USER, "o", true);
    sa_memory_add_images(&m, later, 2);
    assert_int_equal(shown(&m.items[0]), 0);
    sa_memory_back(&m, mark);
    assert_int_equal(m.count, 1);
    assert_int_equal(shown(&m.items[0]), 0);
    assert_int_equal(m.items[0].count, 3);
    assert_string_equal(m.items[0].parts[0].text, "o\n[an image of 1x1 pixels was here]\n"
                                                  "[an image of 2x2 pixels was here]");
    sa_memory_back(&m, sa_memory_mark(&m)); // told once
    assert_null(strstr(strstr(m.items[0].parts[0].text, "2x2") + 1, "2x2"));
    sa_memory_release(&m);
}

static void cut(const char *text, size_t max, const char *expected)
{
    struct sa_buf out = SA_BUF_INIT(1 << 16);
    sa_cut_middle(&out, text, strlen(text), max, "; note");
    assert_string_equal(sa_buf_text(&out), expected);
    sa_buf_release(&out);
}

static void test_cut_middle(void **state)
{
    (void)state;
    cut("short", 5, "short");
    // The head takes two thirds.
    cut("0123456789", 6, "0123\n[... 4 characters cut; note ...]\n89");
    cut("ääääääääää", 6, "ääää\n[... 4 characters cut; note ...]\nää");
    cut("ääää", 4, "ääää");
}

// Printed lines are cut at line ends, and counted.
static void test_cut_lines(void **state)
{
    (void)state;
    struct sa_buf in = SA_BUF_INIT(1 << 16), out = SA_BUF_INIT(1 << 16);
    for (int i = 0; i < 100; i++) sa_buf_appendf(&in, "line %03d\n", i); // 9 characters each
    sa_cut_middle(&out, in.data, in.len, 300, "");
    assert_ptr_equal(
        strstr(out.data, "line 021\n[... 67 lines, 603 characters cut ...]\nline 089\n"),
        out.data + 21 * 9);
    sa_buf_release(&in), sa_buf_release(&out);
}

static void value(const char *repr, size_t max, const char *expected)
{
    struct sa_buf out = SA_BUF_INIT(1 << 16);
    sa_cut_value(&out, repr, strlen(repr), max, " (variable x)");
    assert_string_equal(sa_buf_text(&out), expected);
    sa_buf_release(&out);
}

static void test_cut_value(void **state)
{
    (void)state;
    value("[1, 2]", 10, "[1, 2]");
    value("[1, 2, 3, 4, 5, 6]", 9, "list of 6: [1, 2, 3, ... 3 more] (variable x)");
    value("[[1, ','], ')', {2: 3}, 4]", 16, "list of 4: [[1, ','], ')', ... 2 more] (variable x)");
    value("{'a': 'it\\'s, b', 'c': 1}", 20,
          "dict or set of 2: {'a': 'it\\'s, b', ... 1 more} (variable x)");
    value("['aaaaaaaaaaaaaaaaaaaaaa']", 8, "list of 1: ['aaaaaaa... ... 1 more] (variable x)");
}

static void traceback(const char *text, const char *expected)
{
    struct sa_buf out = SA_BUF_INIT(1 << 16);
    sa_put_traceback(&out, text, strlen(text), 20);
    assert_string_equal(sa_buf_text(&out), expected);
    sa_buf_release(&out);
}

static void test_library_frames_go(void **state)
{
    (void)state;
    traceback(
        "Traceback (most recent call last):\n  File \"<step 1>\", line 2, in <module>\n    f()\n"
        "  File \"<frozen json>\", line 9, in loads\n    ^^^\nValueError: no\n",
        "Traceback (most recent call last):\n  File \"<step 1>\", line 2, in <module>\n    f()\n"
        "ValueError: no\n");
    traceback("E: 0123456789abcdefghijklmnop\n",
              "E: 0123456789a\n[... 10 characters cut ...]\nlmnop\n");
}

static void preview(const char *json, const char *expected)
{
    char *text = sa_preview_json(json, strlen(json));
    assert_string_equal(text, expected);
    free(text);
}

static void test_preview(void **state)
{
    (void)state;
    preview("[1,\n2]", "list of 2 items, each int; begins [1,2]");
    preview("[1, \"a\"]", "list of 2 items, each int or str; begins [1,\"a\"]");
    preview("[]", "list of 0; begins []");
    preview("{\"a\": 1}", "dict of 1 with a (int); begins {\"a\":1}");
    preview("[{\"a\": 1}, {\"a\": 1.0, \"b\": null}]",
            "list of 2 dicts, each with a (int or float), b (None, in 1 of them); begins "
            "[{\"a\":1},{\"a\":1.0,\"b\":null}]");
    preview("\"x\"", "str = \"x\"");
    preview("1", "int = 1");
    preview("1.0", "float = 1.0");
    preview("1e300", "float = 1e300");
    preview("123456789012345678901234567890", "int = 123456789012345678901234567890");
    preview("true", "bool = true");
    preview("null", "None = null");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_roles_alternate),
        cmocka_unit_test(what_came_behind_a_mark_is_taken_out_again),
        cmocka_unit_test(test_compaction_takes_the_oldest),
        cmocka_unit_test(results_of_calls_are_shortened),
        cmocka_unit_test(what_stands_behind_an_observation_stays),
        cmocka_unit_test(test_a_tail_is_taken_off_and_put_back),
        cmocka_unit_test(test_images_do_not_pile_up),
        cmocka_unit_test(test_so_many_images_stay),
        cmocka_unit_test(test_new_images_are_always_sent),
        cmocka_unit_test(test_notes_of_images_outlive_a_turn_taken_back),
        cmocka_unit_test(test_cut_middle),
        cmocka_unit_test(test_cut_lines),
        cmocka_unit_test(test_cut_value),
        cmocka_unit_test(test_library_frames_go),
        cmocka_unit_test(test_preview),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
