// Highlights of Python text and what is open at its end: the same whether the text came at once or
// byte by byte.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/xalloc.h"
#include "syntax/syntax.h"

// One letter a byte, by class.
static void letters(void *ctx, enum sa_syntax_class what, const char *text, size_t len)
{
    (void)text;
    for (size_t i = 0; i < len; i++) sa_buf_appendc(ctx, ".koseNCcftp"[what]);
}

static char *classes(const char *text, size_t piece)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    struct sa_syntax *s = sa_syntax_new();
    size_t n = strlen(text);
    for (size_t i = 0; i < n; i += piece) {
        sa_syntax_append(s, text + i, n - i < piece ? n - i : piece);
        sa_buf_clear(&out);
        sa_syntax_highlight(s, 0, letters, &out);
    }
    sa_syntax_free(s);
    return sa_buf_take(&out, NULL);
}

static void check_classes(const char *text, const char *expected)
{
    for (size_t piece = 1; piece < 200; piece = piece * 3 + 1) {
        char *got = classes(text, piece);
        assert_string_equal(got, expected);
        free(got);
    }
}

static void highlights(void **state)
{
    (void)state;
    check_classes("def f(x):  # why\n    return x + 10\n", //
                  "kkk.f......ccccc.....kkkkkk...o.NN.");
    check_classes("s = f\"a{len(x)}\\n\" if None else Point.new(y.z)\n",
                  "..o.sss.fff....ees.kk.CCCC.kkkk.ttttt.fff...p..");
    check_classes("x not in y", "..kkkkkk..");
    check_classes("x = 'never\ny = (", "..o..........o..");
    check_classes("x = 1\ny = f'''abc\n(", "..o.N...o.sssssssss");
}

static const struct {
    const char *text;
    struct sa_syntax_open open;
} opens[] = {
    {"", {SA_OPEN_NOTHING, 0, .text = ""}},
    {"x = 1\n", {SA_OPEN_NOTHING, 0, .text = ""}},
    {"x = [1, 2", {SA_OPEN_BRACKET, 1, .text = "["}},
    {"a = 1\nprint(max(1, 2), {", {SA_OPEN_BRACKET, 2, .text = "{"}},
    {"a = 1\nprint(max(1, 2)", {SA_OPEN_BRACKET, 2, .text = "("}},
    {"s = \"\"\"one\ntwo (", {SA_OPEN_STRING, 1, .text = "\"\"\""}},
    {"x = 2\ns = f'a {x} and", {SA_OPEN_STRING, 2, .text = "f'"}},
    {"s = f'a {x", {SA_OPEN_BRACKET, 1, .text = "{"}},
    {"# ( [\n", {SA_OPEN_NOTHING, 0, .text = ""}},
    {"s = '('\n", {SA_OPEN_NOTHING, 0, .text = ""}},
    {"for x in y:", {SA_OPEN_BLOCK, 1, .text = ":"}},
    {"def f(a,\n      b):\n    # nothing yet\n", {SA_OPEN_BLOCK, 2, .text = ":"}},
    {"x = (1, 2))", {SA_OPEN_NOTHING, 0, .text = ""}},
};

static void what_is_open(void **state)
{
    (void)state;
    for (size_t i = 0; i < SA_COUNT(opens); i++) {
        struct sa_syntax *s = sa_syntax_new();
        for (const char *p = opens[i].text; *p; p++) {
            sa_syntax_append(s, p, 1);
            sa_syntax_open(s);
        }
        struct sa_syntax_open got = sa_syntax_open(s);
        if (got.what != opens[i].open.what || got.line != opens[i].open.line ||
            strcmp(got.text, opens[i].open.text))
            fail_msg("%s: %d in line %d, opened by %s", opens[i].text, (int)got.what, got.line,
                     got.text);
        sa_syntax_free(s);
    }
}

static void check_word(const char *text, int what, const char *begun, const char *of)
{
    struct sa_syntax *s = sa_syntax_new();
    sa_syntax_append(s, text, strlen(text));
    struct sa_syntax_word w = sa_syntax_word(s);
    if (w.what != (unsigned)what) fail_msg("%s: %d, not %d", text, (int)w.what, what);
    assert_string_equal(text + w.start, begun);
    SA_AUTO_FREE char *slice = sa_xstrndup(text + w.of, w.of_len);
    assert_string_equal(slice, of);
    sa_syntax_free(s);
}

static void the_word_that_is_being_typed(void **state)
{
    (void)state;
    check_word("", SA_WORD_NAME, "", "");
    check_word("pri", SA_WORD_NAME, "pri", "");
    check_word("x = [len, so", SA_WORD_NAME, "so", "");
    check_word("f(", SA_WORD_NAME, "", "");
    check_word("if i", SA_WORD_NAME, "i", "");
    check_word("a.b.c", SA_WORD_ATTRIBUTE, "c", "a.b");
    check_word("f(a.", SA_WORD_ATTRIBUTE, "", "a");
    check_word("x = 1\nfor y in x.fo", SA_WORD_ATTRIBUTE, "fo", "x");
    check_word("'a.b'.up", SA_WORD_ATTRIBUTE, "up", "'a.b'");
    check_word("f().re", SA_WORD_NONE, "re", "");
    check_word("\"no pri", SA_WORD_NONE, "", "");
    check_word("f'{na", SA_WORD_NAME, "na", "");
    check_word("# pri", SA_WORD_NONE, "", "");
    check_word("x = 12", SA_WORD_NONE, "", "");
    check_word("import js", SA_WORD_MODULE, "js", "");
    check_word("import os, xml.et", SA_WORD_MODULE, "xml.et", "");
    check_word("from coll", SA_WORD_MODULE, "coll", "");
    check_word("from os.path import jo", SA_WORD_MEMBER, "jo", "os.path");
    check_word("from os import path, ", SA_WORD_MEMBER, "", "os");
    check_word("import os\nos.pa", SA_WORD_ATTRIBUTE, "pa", "os");
}

static void statements_begin_at_lines_of_the_outermost_level(void **state)
{
    (void)state;
    static const char text[] =
        "a = 1; b = 2\n\n@d\ndef f():\n    x\n\n    y\n# note\nfor i in z:\n  u\nelse:\n  v\n(1,\n2)\n";
    static const char *const begins[] = {"@d", "# note", "for", "(1", ""};
    struct sa_syntax *s = sa_syntax_new();
    sa_syntax_append(s, text, sizeof text - 1);
    size_t at = 0;
    for (size_t i = 0; i < SA_COUNT(begins); i++) {
        at = sa_syntax_statement(s, at);
        assert_memory_equal(text + at, begins[i], strlen(begins[i]));
    }
    assert_int_equal(at, sizeof text - 1);
    sa_syntax_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(highlights),
        cmocka_unit_test(what_is_open),
        cmocka_unit_test(the_word_that_is_being_typed),
        cmocka_unit_test(statements_begin_at_lines_of_the_outermost_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
