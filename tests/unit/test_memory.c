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
    assert_string_equal(m.items[1].text, "Observation:\n1\n\nTask: next");
    sa_memory_cut(&m, 1);
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
    assert_int_equal(m.items[0].len, 4000); // the system prompt stays
    assert_int_equal(m.items[1].len, 207);  // head, newline, note
    assert_string_equal(m.items[1].text + 201, "[note]");
    assert_int_equal(m.items[3].len, 4000);
    assert_true(sa_memory_compact(&m, 0, 2, note, NULL) > 0);
    assert_int_equal(m.items[3].len, 207);
    assert_int_equal(m.items[5].len, 4000); // among the last two: kept
    assert_int_equal(sa_memory_compact(&m, 0, 2, note, NULL), 0);
    sa_memory_release(&m);
}

// Too many images: the oldest go, and what was sent before is no longer what it was.
static void test_images_do_not_pile_up(void **state)
{
    (void)state;
    struct sa_memory m = {0};
    size_t left = 0;
    push(&m, SA_ROLE_SYSTEM, "s", false);
    for (int i = 0; i < 17; i++) {
        uint64_t stamp = m.stamp;
        struct sa_image image = {malloc(1), 1, 750, 100};
        push(&m, SA_ROLE_USER, "o", true);
        sa_memory_add_images(&m, &image, 1);
        assert_int_equal(m.stamp, stamp + (i == 16));
        push(&m, SA_ROLE_ASSISTANT, "a", false);
    }
    for (size_t i = 0; i < m.count; i++) left += m.items[i].image_count;
    assert_int_equal(left, 8);
    assert_int_equal(m.items[1].image_count, 0);
    assert_int_equal(m.items[m.count - 2].image_count, 1);
    assert_int_equal(sa_memory_tokens(&m), 8 * 101 + (int64_t)m.count / 4);
    push(&m, SA_ROLE_USER, "o", true);
    struct sa_image last = {malloc(1), 1, 750, 100};
    sa_memory_add_images(&m, &last, 1);
    push(&m, SA_ROLE_USER, "joined", false);
    assert_int_equal(m.items[m.count - 1].image_count, 1);
    assert_true(sa_memory_compact(&m, 0, 1, note, NULL) >= 8 * 404);
    assert_int_equal(sa_memory_tokens(&m), 101 + (int64_t)(m.count + 9) / 4);
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
    cut("0123456789", 4, "01\n[... 6 characters cut; note ...]\n89");
    cut("ääääääääää", 4, "ää\n[... 6 characters cut; note ...]\nää");
    cut("ääää", 4, "ääää");
    cut("aaaaaaaaaabb\ncc", 6, "aaa\n[... 10 characters cut; note ...]\ncc");
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
    preview("[1,\n2]", "list of 2 = [1, 2]");
    preview("{\"a\":1}", "dict of 1 = {\"a\":1}");
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
        cmocka_unit_test(test_compaction_takes_the_oldest),
        cmocka_unit_test(test_images_do_not_pile_up),
        cmocka_unit_test(test_cut_middle),
        cmocka_unit_test(test_preview),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
