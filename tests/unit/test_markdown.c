// Unit tests of cli/markdown.h and cli/screen.h: Markdown and foreign text as they stand on a
// screen, the same however they were cut into pieces.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/xalloc.h"
#include "cli/cli.h"
#include "cli/markdown.h"

struct desk {
    struct sa_screen screen;
    struct sa_code_view code;
    struct sa_markdown text;
};

static void open_desk(struct desk *d, int columns, bool color)
{
    sa_screen_init(&d->screen, -1, color, false);
    d->screen.columns = columns;
    sa_code_init(&d->code, &d->screen);
    sa_markdown_init(&d->text, &d->screen, &d->code);
}

static void close_desk(struct desk *d)
{
    sa_markdown_release(&d->text);
    sa_code_release(&d->code);
    sa_screen_release(&d->screen);
}

// What stands on the screen, styles as {1}: an ending one and the beginning of another are {0}{2}.
static char *shown(struct desk *d)
{
    sa_screen_fresh(&d->screen);
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    const char *text = sa_buf_text(&d->screen.out);
    for (; *text; text++) {
        if (text[0] == '\x1b' && text[1] == '[') {
            size_t n = strcspn(text, "m");
            sa_buf_appendf(&out, "{%.*s}", (int)n - 2, text + 2);
            text += n;
        } else {
            sa_buf_appendc(&out, *text);
        }
    }
    return sa_buf_take(&out, NULL);
}

// Cut into pieces of one size, and, for `at` > 0, at that place alone.
static char *show(const char *text, int columns, bool color, size_t piece, size_t at)
{
    struct desk d;
    size_t len = strlen(text);
    open_desk(&d, columns, color);
    if (at) {
        sa_markdown_feed(&d.text, text, at);
        sa_markdown_feed(&d.text, text + at, len - at);
    } else {
        for (size_t i = 0; i < len; i += piece)
            sa_markdown_feed(&d.text, text + i, len - i < piece ? len - i : piece);
    }
    sa_markdown_finish(&d.text);
    char *out = shown(&d);
    close_desk(&d);
    return out;
}

static bool is_boundary(const char *text, size_t at)
{
    return ((unsigned char)text[at] & 0xC0) != 0x80;
}

static void expect(const char *text, int columns, bool color, const char *wanted)
{
    size_t len = strlen(text);
    bool ascii = true;
    for (size_t i = 0; i < len; i++) ascii &= (unsigned char)text[i] < 0x80;
    SA_AUTO_FREE char *whole = show(text, columns, color, len + 1, 0);
    assert_string_equal(whole, wanted);
    for (size_t at = 1; at < len; at++) { // events never cut a character
        if (!is_boundary(text, at)) continue;
        SA_AUTO_FREE char *cut = show(text, columns, color, 0, at);
        assert_string_equal(cut, wanted);
    }
    for (size_t piece = 1; ascii && piece < 9; piece++) {
        SA_AUTO_FREE char *cut = show(text, columns, color, piece, 0);
        assert_string_equal(cut, wanted);
    }
}

static void marks_are_styled_once_they_are_closed(void **state)
{
    static const struct {
        const char *text, *shown;
    } cases[] = {
        {"plain words", "plain words\n"},
        {"a **b c** d", "a {1}b c{0} d\n"},
        {"a *b* _c_ __d__ ~~e~~", "a {3}b{0} {3}c{0} {1}d{0} {9}e{0}\n"},
        {"***both*** *a **b** c*", "{1}{3}both{0} {3}a {0}{1}{3}b{0}{3} c{0}\n"},
        {"`x*y` and ``a`b``.", "{36}x*y{0} and {36}a`b{0}.\n"},
        {"snake_case_name 2*3*4 2 * 3 * 4", "snake_case_name 2{3}3{0}4 2 * 3 * 4\n"},
        {"open **mark and on", "open **mark and on\n"},
        {"one `tick only\nnext *line*", "one `tick only\nnext {3}line{0}\n"},
        {"**a\nb**", "**a\nb**\n"},
        {"[text](http://x/y) [not] [a](b", "{4}text{0}{2} (http://x/y){0} [not] [a](b\n"},
        {"<http://x/y> a < b & c &amp; d &lt;e", "{4}http://x/y{0} a < b & c & d <e\n"},
        {"a [](http://x/y) b []() ![](z) c", "a {2}(http://x/y){0} b  !{2}(z){0} c\n"},
        {"\\*no\\* a\\b", "*no* a\\b\n"},
        {"end **", "end **\n"},
        {"*", "*\n"},
        {"", ""},
    };
    (void)state;
    for (size_t i = 0; i < SA_COUNT(cases); i++) expect(cases[i].text, 80, true, cases[i].shown);
}

static void lines_are_what_they_begin_with(void **state)
{
    static const struct {
        const char *text, *shown;
    } cases[] = {
        {"# Head *x*\ntext", "{1}Head {0}{1}{3}x{0}\ntext\n"},
        {"#no head\n####### no", "#no head\n####### no\n"},
        {"- a\n* b\n  1. c\n-5 degrees", "- a\n* b\n  1. c\n-5 degrees\n"},
        {"1.5 is no item\n12) is", "1.5 is no item\n12) is\n"},
        {"> said *so*", "{2}> said {0}{2}{3}so{0}\n"},
        {"---\n- - -\n--", "{2}------------------------{0}\n{2}------------------------{0}\n--\n"},
        {"a\n\n\n\nb", "a\n\nb\n"},
        {"\n\n a", " a\n"},
        {"| a   | **b** |\n|-----|---|\n| `1` | 2 |\n|333333|\nend",
         "{1}a{0}  {2} | {0}{1}b{0}\n{36}1{0}  {2} | {0}2\n333333\nend\n"},
        {"| no table |\ntext", "| no table |\ntext\n"},
        {"| a |\n| b |", "| a |\n| b |\n"},
        {"```python\nx = 1\n\n```\nafter", "{2}   | {0}x = {36}1{0}\n{2}   |{0}\n   after\n"},
        {"~~~\n```\n~~~~\n", "{2}   | {0}{32}```{0}\n"},
        {"```json\n[1]\n```", "     [1]\n"},
        {"- a\n  ```\n  y\n  ```\n", "- a\n{2}   | {0}y\n"},
        {"```\nopen", "{2}   | {0}open\n"},
        {"```a`` b", "```a`` b\n"},
    };
    (void)state;
    for (size_t i = 0; i < SA_COUNT(cases); i++) expect(cases[i].text, 80, true, cases[i].shown);
}

static void without_colours_marks_stay(void **state)
{
    (void)state;
    expect("# H\na **b** `c`\n- d\n> e", 80, false, "# H\na **b** `c`\n- d\n> e\n");
    expect("| a | b |\n|---|---|\n| 1 | 2 |\n", 80, false, "a | b\n1 | 2\n");
    expect("```\nx = 'y'\n```", 80, false, "   | x = 'y'\n");
}

static void text_is_folded_at_words(void **state)
{
    static const struct {
        const char *text, *shown;
        int columns;
    } cases[] = {
        {"one two three four", "one two three\nfour\n", 16},
        {"one two three four", "one two\nthree four\n", 12},
        {"abcdefghijklmnopq r", "abcdefghijk\nlmnopq r\n", 12},
        {"a abcdefghijklmnopq r", "a\nabcdefghijk\nlmnopq r\n", 12},
        {"- an item that folds", "- an item\n  that\n  folds\n", 12},
        {"**bold words that fold**", "{1}bold words{0}\n{1}that fold{0}\n", 12},
        {"\u65E5\u672C\u8A9E\u306E\u6587\u7AE0", "\u65E5\u672C\u8A9E\u306E\u6587\n\u7AE0\n", 12},
        {"ab \u65E5\u672C\u8A9E\u306E\u6587", "ab \u65E5\u672C\u8A9E\u306E\n\u6587\n", 12},
        {"e\u0301e\u0301e\u0301e\u0301e\u0301 e\u0301e\u0301e\u0301e\u0301e\u0301 x",
         "e\u0301e\u0301e\u0301e\u0301e\u0301 e\u0301e\u0301e\u0301e\u0301e\u0301\nx\n", 12},
        {"\U0001F468\u200D\U0001F469\u200D\U0001F467 a",
         "\U0001F468\u200D\U0001F469\u200D\U0001F467 a\n", 12},
        {"1\uFE0F\u20E3 \u2764\uFE0F \U0001F1E9\U0001F1EA",
         "1\uFE0F\u20E3 \u2764\uFE0F \U0001F1E9\U0001F1EA\n", 20},
    };
    (void)state;
    for (size_t i = 0; i < SA_COUNT(cases); i++)
        expect(cases[i].text, cases[i].columns, true, cases[i].shown);
}

static void foreign_text_is_harmless(void **state)
{
    static const struct {
        const char *text, *shown;
    } cases[] = {
        {"a\x1b[2J\x1b]0;t\x07 b", "a\\x1b[2J\\x1b]0;t\\x07 b\n"},
        {"**\x1b[31m**", "{1}\\x1b[31m{0}\n"},
        {"`\x1b[31m` [x\x1b](y\x1b)", "{36}\\x1b[31m{0} [x\\x1b](y\\x1b)\n"},
        {"a\u202Eb\u2066c\u200Bd \u200D", "a\\u202eb\\u2066c\\u200bd \\u200d\n"},
        {"```json\nx\x1b[5m\u202E\n```", "     x\\x1b[5m\\u202e\n"},
        {"| \x1b[1m |\n|---|\n| \u202E |\n", "{1}\\x1b[1m{0}\n\\u202e\n"},
        {"# \x9b\x1bM", "{1}\\x9b\\x1bM{0}\n"},
        {"a\rb\r\nc", "a\nb\nc\n"},
    };
    (void)state;
    for (size_t i = 0; i < SA_COUNT(cases); i++) expect(cases[i].text, 80, true, cases[i].shown);
}

// What a person has to wait with: nothing but what could still turn out otherwise.
static void words_appear_as_they_come(void **state)
{
    static const struct {
        const char *text, *shown;
    } cases[] = {
        {"I", "I"},        {"I lo", "I lo"},        {"a **b", "a"}, {"a **b**", "a"},
        {"a `b` ", "a b"}, {"a **b** c", "a b c"},  {"- x", "- x"}, {"# H", "H"},
        {"x\n", "x"},      {"a 2 * 3 ", "a 2 * 3"}, {"a_b", "a_b"},
    };
    (void)state;
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        struct desk d;
        open_desk(&d, 80, true);
        sa_markdown_feed(&d.text, cases[i].text, strlen(cases[i].text));
        struct sa_buf seen = SA_BUF_INIT(SA_BUF_SMALL);
        for (const char *p = sa_buf_text(&d.screen.out); *p; p++) {
            if (*p == '\x1b') p += strcspn(p, "m");
            else sa_buf_appendc(&seen, *p);
        }
        assert_string_equal(sa_buf_text(&seen), cases[i].shown);
        sa_buf_release(&seen);
        close_desk(&d);
    }
}

static uint32_t draw_number(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525 + 1013904223;
    return (*seed >> 8) % below;
}

// Texts of all that Markdown gives a meaning, in any order, cut anywhere.
static void no_cut_changes_what_is_shown(void **state)
{
    static const char *const atoms[] = {"*",
                                        "**",
                                        "_",
                                        "__",
                                        "~~",
                                        "`",
                                        "```",
                                        "```py\n",
                                        "~~~\n",
                                        "[",
                                        "](",
                                        ")",
                                        "\\",
                                        "<",
                                        ">",
                                        "&amp;",
                                        "&",
                                        "#",
                                        "# ",
                                        "- ",
                                        "1. ",
                                        "> ",
                                        "|",
                                        "|--|--|\n",
                                        "\n",
                                        "\n\n",
                                        " ",
                                        "  ",
                                        "\t",
                                        "\r",
                                        "a",
                                        "word",
                                        "x_y",
                                        "42",
                                        "\u65E5",
                                        "e\u0301",
                                        "\U0001F468\u200D\U0001F469",
                                        "\uFE0F",
                                        "\x1b[31m",
                                        "\u202E",
                                        "http://x/y",
                                        "\"\"\"",
                                        "'",
                                        "print(1)",
                                        "--",
                                        "---\n"};
    enum { TEXTS = 400, ATOMS = 24, CUTS = 8 };
    uint32_t seed = 1;
    (void)state;
    for (int i = 0; i < TEXTS; i++) {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
        for (uint32_t k = draw_number(&seed, ATOMS) + 1; k; k--)
            sa_buf_appends(&text, atoms[draw_number(&seed, SA_COUNT(atoms))]);
        int columns = 12 + (int)draw_number(&seed, 60);
        SA_AUTO_FREE char *whole = show(text.data, columns, i % 8 != 0, text.len, 0);
        for (int k = 0; k < CUTS; k++) {
            size_t at = draw_number(&seed, (uint32_t)text.len);
            if (!at || !is_boundary(text.data, at)) continue;
            SA_AUTO_FREE char *cut = show(text.data, columns, i % 8 != 0, 0, at);
            if (strcmp(cut, whole)) print_message("text: %s\ncut at %zu\n", text.data, at);
            assert_string_equal(cut, whole);
        }
        sa_buf_release(&text);
    }
}

static void prints_are_kept_line_by_line(void **state)
{
    static const char text[] = "a\tb\n\n  c  d\nlong line without words\nlast";
    static const char wanted[] =
        "   > a       b\n   >\n   >   c  d\n   > long line wit\n     hout words\n"
        "   > last\n";
    (void)state;
    for (size_t piece = 1; piece <= sizeof text; piece++) {
        struct desk d;
        open_desk(&d, 19, false);
        sa_screen_margin(&d.screen, "   > ", "     ");
        for (size_t i = 0; i < strlen(text); i += piece)
            sa_screen_keep(&d.screen, 0, text + i,
                           strlen(text) - i < piece ? strlen(text) - i : piece);
        SA_AUTO_FREE char *out = shown(&d);
        assert_string_equal(out, wanted);
        close_desk(&d);
    }
}

// Whatever a model writes costs in proportion to its length: these would take minutes else.
static void hostile_text_takes_linear_time(void **state)
{
    static const char *const pieces[] = {"-",    "*",   "_a ",    "**a* ",  "[",  "[a](", "`",
                                         "```x", " ",   "<a",     "&a",     "|",  "#",    "1",
                                         "> ",   "\\*", "\u0301", "\u200d", "~~a"};
    enum { REPEATS = 20000 };
    (void)state;
    for (size_t i = 0; i < SA_COUNT(pieces); i++) {
        struct desk d;
        clock_t start = clock();
        open_desk(&d, 80, true);
        for (int k = 0; k < REPEATS; k++) sa_markdown_feed(&d.text, pieces[i], strlen(pieces[i]));
        sa_markdown_finish(&d.text);
        close_desk(&d);
        double took = (double)(clock() - start) / CLOCKS_PER_SEC;
        if (took > 2) print_message("'%s': %.2f s\n", pieces[i], took);
        assert_true(took < 30);
    }
}

// A run of marks is looked at once, not with each of its letters: else this took minutes.
static void long_runs_of_marks_are_looked_at_once(void **state)
{
    enum { LENGTH = 1000000 };
    (void)state;
    for (const char *mark = "*_~`"; *mark; mark++) {
        char *text = sa_xcalloc(LENGTH + 2, 1);
        memset(text, *mark, LENGTH);
        text[0] = text[LENGTH] = 'a';
        SA_AUTO_FREE char *out = show(text, 80, true, LENGTH + 1, 0);
        size_t marks = 0;
        for (const char *p = out; *p; p++) marks += *p == *mark;
        assert_int_equal(marks, LENGTH - 1);
        free(text);
    }
}

// One cell of a header does not make all rows as wide as it is.
static void rows_of_a_wide_table_take_no_more_than_they_say(void **state)
{
    enum { WIDE = 20000, ROWS = 500 };
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    (void)state;
    sa_buf_appendf(&text, "| a%*s| b |\n|---|---|\n", WIDE, "");
    for (int i = 0; i < ROWS; i++) sa_buf_appends(&text, "| x | y |\n");
    SA_AUTO_FREE char *out = show(text.data, 80, false, text.len, 0);
    assert_true(strlen(out) < WIDE + ROWS * 80);
    assert_non_null(strstr(out, "\nx | y\n"));
    sa_buf_release(&text);
}

static void a_label_stands_before_what_follows(void **state)
{
    struct desk d;
    (void)state;
    open_desk(&d, 40, false);
    sa_screen_margin(&d.screen, "   ", "   ");
    sa_screen_label(&d.screen, "1");
    sa_markdown_feed(&d.text, "\nthought\n\n", 10);
    sa_markdown_finish(&d.text);
    sa_screen_label(&d.screen, "12");
    sa_code_begin(&d.code, true, true);
    sa_code_feed(&d.code, "\n```py\nx\n```\n", 13);
    sa_code_end(&d.code);
    sa_screen_label(&d.screen, "1234");
    SA_AUTO_FREE char *out = shown(&d);
    assert_string_equal(out, "1  thought\n12 | x\n1234\n");
    close_desk(&d);
}

static void code_that_was_shown_is_known(void **state)
{
    struct desk d;
    (void)state;
    open_desk(&d, 80, false);
    sa_markdown_feed(&d.text, "```\na = 1\n```\nthen\n```py\nb = 2\n```\n", 36);
    assert_true(sa_code_was_shown(&d.code, sa_str_of("b = 2")));
    assert_true(sa_code_was_shown(&d.code, sa_str_of("a = 1\n\nb = 2")));
    assert_false(sa_code_was_shown(&d.code, sa_str_of("a = 1")));
    assert_false(sa_code_was_shown(&d.code, sa_str_of("b = 3")));
    sa_code_forget(&d.code);
    assert_false(sa_code_was_shown(&d.code, sa_str_of("b = 2")));
    close_desk(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_are_styled_once_they_are_closed),
        cmocka_unit_test(lines_are_what_they_begin_with),
        cmocka_unit_test(without_colours_marks_stay),
        cmocka_unit_test(text_is_folded_at_words),
        cmocka_unit_test(foreign_text_is_harmless),
        cmocka_unit_test(words_appear_as_they_come),
        cmocka_unit_test(no_cut_changes_what_is_shown),
        cmocka_unit_test(prints_are_kept_line_by_line),
        cmocka_unit_test(hostile_text_takes_linear_time),
        cmocka_unit_test(long_runs_of_marks_are_looked_at_once),
        cmocka_unit_test(rows_of_a_wide_table_take_no_more_than_they_say),
        cmocka_unit_test(a_label_stands_before_what_follows),
        cmocka_unit_test(code_that_was_shown_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
