// Finding code in replies: every form a model has been seen to use, and text that is none.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "agent/read_int.h"
#include "base/xalloc.h"

static bool always(void *ctx, const char *code, size_t len)
{
    (void)ctx, (void)code, (void)len;
    return true;
}

static const struct sa_read_ask asking = {.compiles = always};

static void expect(const char *reply, enum sa_found found, const char *code)
{
    struct sa_reading x;
    sa_read(&x, reply, strlen(reply), &asking);
    assert_string_equal(sa_buf_text(&x.code), code);
    assert_int_equal(x.found, found);
    sa_reading_release(&x);
}

static enum sa_tool_kind f_and_g(void *ctx, const char *name, size_t len)
{
    (void)ctx;
    return len == 1 && (*name == 'f' || *name == 'g') ? SA_TOOL_PLAIN : SA_TOOL_NONE;
}

// Calls that stay calls; `code` NULL: there are none.
static void expect_calls(const char *reply, const char *code)
{
    static const struct sa_read_ask ask = {.compiles = always, .tool = f_and_g, .as_json = true};
    struct sa_reading x;
    sa_read(&x, reply, strlen(reply), &ask);
    assert_string_equal(x.found == SA_FOUND_CALL ? sa_buf_text(&x.code) : "", code ? code : "");
    sa_reading_release(&x);
}

static void test_calls_stay_calls(void **state)
{
    (void)state;
    const char *one = "{\"name\":\"f\",\"arguments\":{\"x\":12345678901234567890}}\n";
    expect_calls("<tool_call>\n{\"name\": \"f\", \"arguments\": {\"x\": 12345678901234567890}}\n"
                 "</tool_call>",
                 one);
    expect_calls(
        "{\"name\": \"functions.f\", \"parameters\": \"{\\\"x\\\": 12345678901234567890}\"}", one);
    expect_calls("<function=f><parameter=x>12345678901234567890</parameter></function>", one);
    expect_calls("Action: f\nAction Input: {\"x\": 12345678901234567890}", one);
    expect_calls("[TOOL_CALLS]f{\"x\": 12345678901234567890}", one);
    expect_calls("<tool_call>{\"name\": \"f\", \"arguments\": {}}</tool_call>\nand\n"
                 "<tool_call>{\"name\": \"g\", \"arguments\": {\"a b\": null}}</tool_call>",
                 "{\"name\":\"f\",\"arguments\":{}}\n"
                 "{\"name\":\"g\",\"arguments\":{\"a b\":null}}\n");
    expect_calls("<tool_call>{\"name\": \"final_answer\", \"arguments\": {\"answer\": [1]}}"
                 "</tool_call>",
                 "{\"name\":\"final_answer\",\"arguments\":{\"answer\":[1]}}\n");
    expect_calls("<tool_call>{\"name\": \"python\", \"arguments\": {\"code\": \"f(1)\"}}"
                 "</tool_call>",
                 "{\"name\":\"python\",\"arguments\":{\"code\":\"f(1)\\n\"}}\n");
    expect_calls("<function=f><parameter=x>\nsay \"hi\"\n</parameter></function>",
                 "{\"name\":\"f\",\"arguments\":{\"x\":\"say \\\"hi\\\"\"}}\n");
    expect_calls("<tool_call>{\"name\": \"h\", \"arguments\": {}}</tool_call>", NULL);
    expect_calls("<think><tool_call>{\"name\": \"f\"}</tool_call></think>nothing", NULL);
    expect_calls("The data is {\"name\": \"f\"}, as you see.", NULL);
}

static void test_tags(void **state)
{
    (void)state;
    expect("Thought\n<code>\nx = 1\n</code>\n", SA_FOUND_TAGS, "x = 1\n");
    expect("<code>x = 1</code>", SA_FOUND_TAGS, "x = 1\n");
    expect("<CODE>\nx = 1\n</Code>", SA_FOUND_TAGS, "x = 1\n");
    expect("<code>\na = 1\n</code> and <code>\nb = 2\n</code>", SA_FOUND_TAGS, "a = 1\n\nb = 2\n");
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
    expect("          \n        ", SA_FOUND_NOTHING, "");
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

// ---- mutated replies --------------------------------------------------------------------------

static const char *const shapes[] = {
    "Thought.\n<code>\nx = 1\nprint('</code>')\n</code>\nObservation: 1\n<code>\ny\n</code>",
    "<think>maybe\n<code>\nno()\n</code></think>\n```python\ns = \"\"\"\n```\n\"\"\"\nf(s)\n```\nOut:\n1",
    "a `b` ``c`` ```python f(1)``` d\n- ~~~\n  x = 1\n  ~~~\n> ```py\n> y = 2\n> ```",
    "hm </think>\n<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": \"<\\\"\"}}\n</tool_call><|im_end|>",
    "<|channel|>analysis<|message|>x<|end|><|start|>assistant<|channel|>commentary to=python"
    "<|message|>f(1)<|call|>",
    "[THINK]a[/THINK][PYTHON]\nf(1) # don't\n[/PYTHON]\n\xE2\x97\x81think\xE2\x96\xB7 b",
    "&lt;code&gt;\nif a &lt; 1: f('x')\n&lt;/code&gt;\nAction: f\nAction Input: {\"a\": 1}",
    "< code lang=\"py\" >\n<thinking>\nq\n</thinking>\nx = '''a\\'''b'''\n</ code >\n<end_code>",
};

// Compiles when brackets are even: enough to make both answers occur.
static bool even(void *ctx, const char *code, size_t len)
{
    int depth = 0;
    (void)ctx;
    for (size_t i = 0; i < len; i++) depth += code[i] == '(' ? 1 : code[i] == ')' ? -1 : 0;
    return len && !depth && !memchr(code, '`', len) && !memchr(code, '<', len);
}

static const struct sa_read_ask evenly = {.compiles = even};

static void expect_same_parts(const struct sa_scan *a, const struct sa_scan *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const struct sa_part *p = &a->parts[i], *q = &b->parts[i];
        assert_int_equal(p->kind, q->kind);
        assert_int_equal(p->start, q->start);
        assert_int_equal(p->end, q->end);
        assert_int_equal(p->from, q->from);
        assert_int_equal(p->to, q->to);
        assert_int_equal(p->closed, q->closed);
    }
}

// The parts of a text are the same in one piece and in pieces of any size, and reading it ends.
static void try_text(const char *text, size_t len)
{
    static const size_t pieces[] = {1, 2, 7};
    struct sa_scan whole;
    sa_scan_init(&whole, &evenly);
    sa_scan_feed(&whole, text, len);
    sa_scan_finish(&whole);
    for (size_t p = 0; p < 3; p++) {
        struct sa_scan scan;
        sa_scan_init(&scan, &evenly);
        for (size_t i = 0; i < len; i += pieces[p])
            sa_scan_feed(&scan, text + i, len - i < pieces[p] ? len - i : pieces[p]);
        sa_scan_finish(&scan);
        expect_same_parts(&whole, &scan);
        sa_scan_release(&scan);
    }
    sa_scan_release(&whole);
    struct sa_reading x;
    sa_read(&x, text, len, &evenly);
    assert_int_equal(x.found != SA_FOUND_NOTHING, x.code.len > 0);
    sa_reading_release(&x);
}

static void test_cut_at_every_byte(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (size_t len = strlen(shapes[s]); len > 0; len--) try_text(shapes[s], len);
}

// At every byte: a fence, a tag, a thought, a quote, a stray byte.
static void test_marks_inserted_everywhere(void **state)
{
    static const char *const marks[] = {"```", "<code>", "</code>", "<think>z</think>",
                                        "\"",  "\xE2"};
    (void)state;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (size_t at = 0; at <= strlen(shapes[s]); at++) {
            char text[600];
            int len = snprintf(text, sizeof text, "%.*s%s%s", (int)at, shapes[s],
                               marks[(s + at) % 6], shapes[s] + at);
            assert_in_range(len, 1, sizeof text - 1);
            try_text(text, (size_t)len);
        }
}

// A closed thought between lines of prose changes nothing of the code.
static void test_thoughts_change_no_code(void **state)
{
    static const char *const thoughts[] = {"<think>\n<code>\nno()\n</code>\n</think>\n",
                                           "[THINK]```python\nno()\n```[/THINK]\n",
                                           "<Reflection>\nit's \"\"\" odd\n</Reflection>\n"};
    (void)state;
    for (size_t t = 0; t < 3; t++) {
        char text[300];
        snprintf(text, sizeof text, "First.\n%sThen.\n<code>\nyes()\n</code>\n%s", thoughts[t],
                 thoughts[(t + 1) % 3]);
        expect(text, SA_FOUND_TAGS, "yes()\n");
    }
}

// Runs of marks that are longer than any window of the scan, in prose and in blocks.
static void test_runs_of_marks_without_end(void **state)
{
    static const char *const heads[] = {"",           "x ",      "<code>\n",
                                        "```py\nx\n", "<think>", "<tool_call>"};
    enum { LONG = 9000 };
    char text[LONG + 20];
    (void)state;
    for (size_t h = 0; h < sizeof heads / sizeof *heads; h++)
        for (const char *c = "`~<[*\"'#"; *c; c++) {
            size_t head = strlen(heads[h]);
            memcpy(text, heads[h], head);
            memset(text + head, *c, LONG);
            try_text(text, head + LONG);
            text[head + LONG] = '\n';
            try_text(text, head + LONG + 1);
        }
}

// ---- answers that were typed before anything was seen -------------------------------------------

static void test_answers_of_the_own_text(void **state)
{
    static const char *const constant[] = {
        "final_answer(42)",
        "final_answer(answer='Paris')",
        "pop = 2_100_000\nfinal_answer(pop)",
        "pop = 2.1e6\nfinal_answer(f'{pop:,.0f}')",
        "a = [1,\n     2]\nb = sum(a) / len(a)\nfinal_answer(round(b, 2))",
        "names = {'a': 1}\nfinal_answer(', '.join(names))",
        "final_answer = 42",
    };
    static const char *const computed[] = {
        "final_answer(x)",
        "final_answer(f'{x}')",
        "final_answer = x",
        "final_answer == 42",
        "pop = x\nfinal_answer(pop)",
        "pop = 1\nif x:\n    pop = 2\nfinal_answer(pop)",
        "pop = []\npop.append(x)\nfinal_answer(pop)",
        "pop = 1\npop += x\nfinal_answer(pop)",
        "import math\nfinal_answer(math.pi)",
        "final_answer(search('x'))",
        "final_answer([i for i in x])",
        "pop = 1",
    };
    (void)state;
    for (size_t i = 0; i < sizeof constant / sizeof *constant; i++)
        if (!sa_answers_constant(sa_str_of(constant[i]))) fail_msg("%s", constant[i]);
    for (size_t i = 0; i < sizeof computed / sizeof *computed; i++)
        if (sa_answers_constant(sa_str_of(computed[i]))) fail_msg("%s", computed[i]);
}

static void test_what_asks_for_evidence(void **state)
{
    (void)state;
    assert_true(sa_asks_for_evidence(sa_str_of("x = 1\nprint(x)\n"), &asking));
    assert_true(sa_asks_for_evidence(sa_str_of("import pandas\ndf.head(3)\n"), &asking));
    assert_false(sa_asks_for_evidence(sa_str_of("x = f(1)\n"), &asking));
    assert_false(sa_asks_for_evidence(sa_str_of("# print(x)\nx = 'print('\n"), &asking));
}

// ---- the time of hostile replies ---------------------------------------------------------------

static bool never(void *ctx, const char *code, size_t len)
{
    (void)ctx, (void)code, (void)len;
    return false;
}

static double cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void count_text(void *ctx, enum sa_told what, const char *text, size_t len)
{
    (void)what, (void)text;
    *(size_t *)ctx += len;
}

// As it arrives from a server that sends byte after byte; what is decided is handed on each time.
static void stream_bytes(const char *text, size_t len)
{
    static const struct sa_read_ask nothing = {0};
    struct sa_scan scan;
    size_t told = 0;
    sa_scan_init(&scan, &nothing);
    for (size_t i = 0; i < len; i++) {
        sa_scan_feed(&scan, text + i, 1);
        sa_scan_decided(&scan, count_text, &told);
        sa_scan_is_done(&scan, len);
    }
    sa_scan_finish(&scan);
    sa_scan_decided(&scan, count_text, &told);
    assert_in_range(told, 0, len);
    sa_scan_release(&scan);
}

// Work in proportion to the length takes tenths of a second here, anything quadratic a minute.
static void expect_linear(const char *head, const char *unit, const char *tail)
{
    enum { LONG = 1 << 19, MOST_SECONDS = 4 };
    static const struct sa_read_ask asks[] = {{.compiles = always}, {.compiles = never}};
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appends(&text, head);
    while (text.len < LONG) sa_buf_appends(&text, unit);
    sa_buf_appends(&text, tail);
    double start = cpu_seconds();
    stream_bytes(text.data, text.len);
    for (size_t i = 0; i < 2; i++) {
        struct sa_reading x;
        sa_read(&x, text.data, text.len, &asks[i]);
        sa_reading_release(&x);
    }
    double taken = cpu_seconds() - start;
    if (taken > MOST_SECONDS) fail_msg("%.1f s for %s%s...%s", taken, head, unit, tail);
    sa_buf_release(&text);
}

static void test_marks_repeated_take_linear_time(void **state)
{
    static const char *const units[] = {
        "<code>",      "<code>\n",
        "</code>",     "<code>x</code>, ",
        "Code:\nx(\n", "```\n",
        "```py\nx\n",  "a ```b ",
        "`",           "~",
        "`` ",         "Thought: a\n",
        "<tool_call>", "<think>a</think>",
        "<code ",      "</think>x",
        "&lt;",        "Output: 1\n",
        "<|channel|>", "`final_answer(1)` ",
        "<|im_end|>",  "Action: x\n",
        "import a\n",  "<tool_call>{\"name\":\"f\"}</tool_call>",
    };
    (void)state;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) expect_linear("", units[i], "");
}

// Parts whose end is not found are read anew, but not as often as there are such.
static void test_ends_that_are_not_found_take_linear_time(void **state)
{
    (void)state;
    expect_linear("", "<think>a</thinking>", "");
    expect_linear("<code>", "\n<think>a</thinking>\nx", "");
    expect_linear("", "<code>\n\\\"\"\"\n</code>\n", "");
    expect_linear("", "```python\n\\\'\'\'\n```\n", "");
}

static void test_calls_without_end_take_linear_time(void **state)
{
    (void)state;
    expect_linear("<tool_call>f", "<arg_key><arg_value></arg_value>", "</arg_key>");
    expect_linear("<function=f>", "<parameter=x>", "");
    expect_linear("<tool_call>", "> ", "{\"a\":1}");
    expect_linear("<tool_call>", "{", "");
    expect_linear("```py\nprint(1)\n```\n```py\n", "final_answer(x)\n", "```");
    expect_linear("```py\nprint(1)\n```\n```py\nx = 1\n", "final_answer(x + y)\n", "```");
}

// Each byte is handed on once, thoughts without their marks, whatever is decided when.
static void test_decided_text_is_handed_on_once(void **state)
{
    static const char text[] = "a <think>b</think>c\n<code>\n<think>d</think>\nx = 1\n</code>\ne";
    (void)state;
    struct sa_scan scan;
    size_t told = 0;
    sa_scan_init(&scan, &asking);
    for (size_t i = 0; i < strlen(text); i++) {
        sa_scan_feed(&scan, text + i, 1);
        sa_scan_decided(&scan, count_text, &told);
    }
    sa_scan_finish(&scan);
    sa_scan_decided(&scan, count_text, &told);
    assert_int_equal(told, strlen(text) - 2 * strlen("<think></think>"));
    sa_scan_release(&scan);
}

struct told {
    struct sa_buf text;
    int last;
};

static void spell_part(void *ctx, enum sa_told what, const char *text, size_t len)
{
    struct told *t = ctx;
    if (t->last != (int)what) sa_buf_appendf(&t->text, "{%c}", "ptckm"[what]);
    t->last = (int)what;
    sa_buf_append(&t->text, text, len);
}

// What a piece is told to be does not depend on how the reply was cut.
static void test_parts_of_decided_text(void **state)
{
    static const struct {
        const char *text, *told;
    } cases[] = {
        {"I see.\n<code>\nx = 1\n</code>\nthen",
         "{p}I see.\n{m}<code>{c}\nx = 1\n{m}</code>{p}\nthen"},
        {"<think>a</think>b <code>c", "{t}a{p}b {m}<code>{c}c"},
        {"<code>\nprint('</code>')\n</code>", "{m}<code>{c}\nprint('</code>')\n{m}</code>"},
        {"<code>\na\n<think>t</think>\nb\n</code>.", "{m}<code>{c}\na\n{t}t{c}\nb\n{m}</code>{p}."},
        {"a\n```python\nx\n```\nb", "{p}a\n```python\nx\n```\nb"},
        {"a <tool_call>{}</tool_call> b", "{p}a {k}<tool_call>{}</tool_call>{p} b"},
        {"a `<code>` b\n</code>\nc", "{p}a `<code>` b\n{m}</code>{p}\nc"},
    };
    (void)state;
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        size_t len = strlen(cases[i].text);
        for (size_t piece = 1; piece <= len; piece++) {
            struct told t = {SA_BUF_INIT(1 << 16), -1};
            struct sa_scan scan;
            sa_scan_init(&scan, &asking);
            for (size_t at = 0; at < len; at += piece) {
                sa_scan_feed(&scan, cases[i].text + at, len - at < piece ? len - at : piece);
                sa_scan_decided(&scan, spell_part, &t);
            }
            sa_scan_finish(&scan);
            sa_scan_decided(&scan, spell_part, &t);
            assert_string_equal(sa_buf_text(&t.text), cases[i].told);
            sa_scan_release(&scan);
            sa_buf_release(&t.text);
        }
    }
}

// A line that may announce output is told before it is whole: it was said in any case.
static void test_prose_is_told_as_it_comes(void **state)
{
    static const struct {
        const char *text;
        size_t told;
    } cases[] = {{"I", 1},         {"The output is", 13}, {"Out", 3}, {"It\xE2\x80\x99s", 6},
                 {"<think>hm", 2}, {"a\n<code>x = 1", 13}};
    (void)state;
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        size_t told = 0;
        struct sa_scan scan;
        sa_scan_init(&scan, &asking);
        sa_scan_feed(&scan, cases[i].text, strlen(cases[i].text));
        sa_scan_decided(&scan, count_text, &told);
        assert_int_equal(told, cases[i].told);
        sa_scan_release(&scan);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_calls_stay_calls),
        cmocka_unit_test(test_tags),
        cmocka_unit_test(test_tag_in_string),
        cmocka_unit_test(test_stop_left_part_of_tag),
        cmocka_unit_test(test_inside_string_is_reported),
        cmocka_unit_test(test_fences),
        cmocka_unit_test(test_invented_observation),
        cmocka_unit_test(test_raw),
        cmocka_unit_test(test_where_it_ends),
        cmocka_unit_test(test_runs_of_marks_without_end),
        cmocka_unit_test(test_answers_of_the_own_text),
        cmocka_unit_test(test_what_asks_for_evidence),
        cmocka_unit_test(test_marks_repeated_take_linear_time),
        cmocka_unit_test(test_ends_that_are_not_found_take_linear_time),
        cmocka_unit_test(test_calls_without_end_take_linear_time),
        cmocka_unit_test(test_decided_text_is_handed_on_once),
        cmocka_unit_test(test_parts_of_decided_text),
        cmocka_unit_test(test_prose_is_told_as_it_comes),
        cmocka_unit_test(test_cut_at_every_byte),
        cmocka_unit_test(test_marks_inserted_everywhere),
        cmocka_unit_test(test_thoughts_change_no_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
