// Finding code in replies: every form a model has been seen to use, and text that is none.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "agent/read.h"

static bool always(void *ctx, const char *code, size_t len)
{
    (void)ctx, (void)code, (void)len;
    return true;
}

static const struct sa_read_ask asking = {always, NULL, NULL};

static void expect(const char *reply, enum sa_found found, const char *code)
{
    struct sa_reading x;
    sa_read(&x, reply, strlen(reply), &asking);
    assert_string_equal(sa_buf_text(&x.code), code);
    assert_int_equal(x.found, found);
    sa_reading_release(&x);
}

static void test_tags(void **state)
{
    (void)state;
    expect("Thought\n<code>\nx = 1\n</code>\n", SA_FOUND_TAGS, "x = 1\n");
    expect("<code>x = 1</code>", SA_FOUND_TAGS, "x = 1\n");
    expect("<CODE>\nx = 1\n</Code>", SA_FOUND_TAGS, "x = 1\n");
    expect("<code>\na = 1\n</code> and <code>\nb = 2\n</code>", SA_FOUND_TAGS, "a = 1\n");
    expect("<code>\n</code>", SA_FOUND_NOTHING, "");
    expect("<code>\n</code>\n<code>\ny\n</code>", SA_FOUND_TAGS, "y\n");
}

static void test_tag_in_string(void **state)
{
    (void)state;
    expect("<code>\ns = '</code>'\n</code>", SA_FOUND_TAGS, "s = '</code>'\n");
    expect("<code>\ns = \"\"\"a\n</code>\n'\"\"\"\nt = 2\n</code>", SA_FOUND_TAGS,
           "s = \"\"\"a\n</code>\n'\"\"\"\nt = 2\n");
    expect("<code>\ns = 'it\\'s </code>'\n</code>", SA_FOUND_TAGS, "s = 'it\\'s </code>'\n");
    expect("<code>\nx = 1 # don't </code>", SA_FOUND_TAGS, "x = 1 # don't\n");
    // Broken code: an open quote must not swallow the end.
    expect("<code>\ns = 'oops\nt = 1\n</code>\nIt's done", SA_FOUND_TAGS, "s = 'oops\nt = 1\n");
    expect("<code>\ns = \"\"\"oops\n</code>\n", SA_FOUND_TAGS, "s = \"\"\"oops\n");
}

static void test_stop_left_part_of_tag(void **state)
{
    (void)state;
    const char *ends[] = {"", "\n", "<", "</", "</c", "</code", "\n</code\n", "\n</cod"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char reply[64];
        snprintf(reply, sizeof reply, "<code>\nx = 1%s", ends[i]);
        expect(reply, SA_FOUND_TAGS, "x = 1\n");
    }
}

static void test_inside_string_is_reported(void **state)
{
    (void)state;
    struct sa_reading x;
    const char reply[] = "<code>\ns = \"\"\"a <b> ";
    sa_read(&x, reply, strlen(reply), &asking);
    assert_true(x.unclosed);
    assert_true(x.in_string);
    sa_reading_release(&x);
    const char closed[] = "<code>\ns = 1\n";
    sa_read(&x, closed, strlen(closed), &asking);
    assert_true(x.unclosed);
    assert_false(x.in_string);
    sa_reading_release(&x);
}

static void test_fences(void **state)
{
    (void)state;
    expect("```python\nx = 1\n```\n", SA_FOUND_FENCES, "x = 1\n");
    expect("```\nx = 1\n```", SA_FOUND_FENCES, "x = 1\n");
    expect("```py\nx = 1", SA_FOUND_FENCES, "x = 1\n");
    expect("~~~\nx = 1\n~~~", SA_FOUND_FENCES, "x = 1\n");
    expect("````\nx = '''\n```\n'''\n````", SA_FOUND_FENCES, "x = '''\n```\n'''\n");
    expect("```json\n{}\n```\n```python\nx = 1\n```", SA_FOUND_FENCES, "x = 1\n");
    expect("```bash\nls\n```", SA_FOUND_NOTHING, "");
    expect("```tool_code\nx = 1\n```", SA_FOUND_FENCES, "x = 1\n");
    expect("- item\n  ```python\n  if x:\n      y\n  ```", SA_FOUND_FENCES, "if x:\n    y\n");
    expect("```python\na\n```\ntext\n```python\nb\n```", SA_FOUND_FENCES, "a\n\nb\n");
    expect("<code>\n```python\nx = 1\n```\n</code>", SA_FOUND_TAGS, "x = 1\n");
}

static void test_invented_observation(void **state)
{
    (void)state;
    expect("<code>\na\n</code>\nObservation:\n1\n<code>\nb\n</code>", SA_FOUND_TAGS, "a\n");
    expect("```\na()\n```\nObservation:\n```\nb()\n```", SA_FOUND_FENCES, "a()\n");
    expect("<code>\nprint('''\nObservation:\n''')\n</code>", SA_FOUND_TAGS,
           "print('''\nObservation:\n''')\n");
}

static void test_raw(void **state)
{
    (void)state;
    expect("x = 1\nprint(x)", SA_FOUND_RAW, "x = 1\nprint(x)\n");
    expect("x = 1\n</code>", SA_FOUND_RAW, "x = 1\n");
    expect("Done", SA_FOUND_NOTHING, "");
    expect("42", SA_FOUND_NOTHING, "");
    expect("", SA_FOUND_NOTHING, "");
    struct sa_reading x;
    sa_read(&x, "f(x)", 4, NULL);
    assert_int_equal(x.found, SA_FOUND_NOTHING);
    sa_reading_release(&x);
}

static void test_where_it_ends(void **state)
{
    (void)state;
    struct sa_reading x;
    const char reply[] = "Think.\n<code>\na\n</code>\nand so on";
    sa_read(&x, reply, strlen(reply), &asking);
    assert_string_equal(sa_buf_text(&x.kept), "Think.\n<code>\na\n</code>");
    assert_false(x.unclosed);
    sa_reading_release(&x);
}

static void test_imports(void **state)
{
    (void)state;
    struct sa_buf names = SA_BUF_INIT(1 << 12);
    const char code[] =
        "import math, json as j\nfrom os.path import x\n  import math\nimporter = 1\n";
    sa_read_imports(&names, code, strlen(code));
    assert_string_equal(sa_buf_text(&names), "math,json,os.path");
    sa_buf_release(&names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tags),
        cmocka_unit_test(test_tag_in_string),
        cmocka_unit_test(test_stop_left_part_of_tag),
        cmocka_unit_test(test_inside_string_is_reported),
        cmocka_unit_test(test_fences),
        cmocka_unit_test(test_invented_observation),
        cmocka_unit_test(test_raw),
        cmocka_unit_test(test_where_it_ends),
        cmocka_unit_test(test_imports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
