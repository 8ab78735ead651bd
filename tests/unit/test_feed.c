// Cells whose source arrives in pieces (py_feed, py_feed_end), and the time limit of cells
// (py_set_timeout), through the public header alone.
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "smolagent/python.h"

static struct {
    char printed[256];
    int64_t now; // advances by a millisecond at every look
} host;

static bool on_write(void *ctx, int fd, const char *text, size_t len)
{
    (void)ctx, (void)fd;
    size_t have = strlen(host.printed);
    if (have + len >= sizeof host.printed) return false;
    memcpy(host.printed + have, text, len);
    host.printed[have + len] = 0;
    return true;
}

static int64_t on_clock(void *ctx, int clock)
{
    (void)ctx, (void)clock;
    return host.now += 1000000;
}

static struct py_isolate *isolate(void)
{
    struct py_options opt = {.hooks = {.write = on_write, .clock_ns = on_clock},
                             .agent = &(const struct py_agent){.answer = "final_answer"}};
    memset(&host, 0, sizeof host);
    struct py_isolate *iso = py_isolate_new(&opt);
    assert_non_null(iso);
    return iso;
}

static bool feed(struct py_isolate *iso, const char *piece)
{
    struct py_result r;
    return py_feed(iso, piece, strlen(piece), "<step 7>", &r);
}

static enum py_status end(struct py_isolate *iso, struct py_result *r)
{
    py_feed_end(iso, r);
    return r->status;
}

static void a_statement_runs_once_it_is_complete(void **state)
{
    (void)state;
    static const struct {
        const char *piece, *printed;
    } rows[] = {
        {"print(1, flush=True)", ""},
        {"\n", "1\n"},
        {"pri", "1\n"},
        {"nt(2, flush=True)\nif True:\n    print(3, flush=True)\n", "1\n2\n"},
        {"el", "1\n2\n"}, // may become else
        {"s = 4\n", "1\n2\n3\n"},
        {"[\n", "1\n2\n3\n"},
        {"print(els, flush=True)", "1\n2\n3\n"},
    };
    struct py_isolate *iso = isolate();
    struct py_result r;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(feed(iso, rows[i].piece));
        assert_string_equal(host.printed, rows[i].printed);
    }
    assert_true(feed(iso, "]"));
    assert_int_equal(end(iso, &r), PY_OK);
    assert_string_equal(host.printed, "1\n2\n3\n4\n");
    py_isolate_free(iso);
}

static void any_cut_gives_what_one_piece_gives(void **state)
{
    (void)state;
    static const char source[] = "import math\r\n"
                                 "def f(x):\n"
                                 "    '''text\n"
                                 "\n"
                                 "    '''\n"
                                 "    return [x,\n"
                                 "            math.floor(x)]\n"
                                 "\n"
                                 "# a comment: \xc3\xa9\n"
                                 "try:\n"
                                 "    1 / 0\n"
                                 "except ZeroDivisionError as e:\n"
                                 "    y = e.__traceback__.tb_lineno\n"
                                 "else:\n"
                                 "    y = 0\n"
                                 "f(2.5), y, '\xe2\x82\xac'";
    enum { LEN = sizeof source - 1 };
    struct py_isolate *iso = isolate();
    struct py_result r;
    for (size_t step = 1; step <= LEN; step++) {
        for (size_t at = 0; at < LEN; at += step)
            assert_true(py_feed(iso, source + at, at + step < LEN ? step : LEN - at, "<cell>", &r));
        assert_int_equal(end(iso, &r), PY_OK);
        assert_string_equal(r.value_repr, "([2.5, 2], 11, '\xe2\x82\xac')");
    }
    py_isolate_free(iso);
}

static void the_value_is_that_of_the_last_statement(void **state)
{
    (void)state;
    struct py_isolate *iso = isolate();
    struct py_result r;
    assert_true(feed(iso, "1\n2\n3"));
    assert_int_equal(end(iso, &r), PY_OK);
    assert_string_equal(r.value_repr, "3");
    assert_true(feed(iso, "4\n\n  # a comment\n"));
    assert_int_equal(end(iso, &r), PY_OK);
    assert_string_equal(r.value_repr, "4");
    assert_true(feed(iso, "4\nx = 5\n"));
    assert_int_equal(end(iso, &r), PY_OK);
    assert_null(r.value_repr);
    assert_int_equal(end(iso, &r), PY_OK); // nothing was fed
    assert_null(r.value_repr);
    py_run(iso, "x", 1, "<cell>", &r);
    assert_string_equal(r.value_repr, "5");
    py_isolate_free(iso);
}

static void an_exception_ends_the_cell_at_its_line(void **state)
{
    (void)state;
    struct py_isolate *iso = isolate();
    struct py_result r;
    assert_true(feed(iso, "x = 1\n\ny = x / 0"));
    assert_false(feed(iso, "\nprint('after')\n"));
    assert_false(feed(iso, "print('later')\n"));
    assert_int_equal(end(iso, &r), PY_EXCEPTION);
    assert_string_equal(r.error_type, "ZeroDivisionError");
    assert_int_equal(r.error_line, 3);
    assert_non_null(strstr(r.error_text, "File \"<step 7>\", line 3, in <module>\n    y = x / 0"));
    assert_string_equal(host.printed, "");
    assert_true(feed(iso, "x\n")); // another cell
    assert_int_equal(end(iso, &r), PY_OK);
    assert_string_equal(r.value_repr, "1");
    py_isolate_free(iso);
}

static void statements_before_a_syntax_error_have_run(void **state)
{
    (void)state;
    struct py_isolate *iso = isolate();
    struct py_result r;
    assert_true(feed(iso, "print(1)\nx ="));
    assert_int_equal(end(iso, &r), PY_EXCEPTION);
    assert_string_equal(r.error_type, "SyntaxError");
    assert_non_null(strstr(r.error_text, "File \"<step 7>\", line 2\n"));
    assert_string_equal(host.printed, "1\n");
    py_isolate_free(iso);
}

static void a_final_answer_ends_the_cell(void **state)
{
    (void)state;
    struct py_isolate *iso = isolate();
    struct py_result r;
    assert_false(feed(iso, "final_answer(6 * 7)\nprint('after')\n"));
    assert_int_equal(end(iso, &r), PY_FINAL);
    assert_string_equal(r.value_json, "42");
    assert_string_equal(host.printed, "");
    py_isolate_free(iso);
}

static void too_long_a_text_is_refused_as_by_py_run(void **state)
{
    (void)state;
    enum { PIECE = 1 << 20, PIECES = 5 };
    static char spaces[PIECE];
    memset(spaces, ' ', sizeof spaces);
    spaces[0] = '#';
    struct py_isolate *iso = isolate();
    struct py_result r;
    int taken = 0;
    while (taken < PIECES && py_feed(iso, spaces, PIECE, "<cell>", &r)) taken++;
    assert_int_equal(taken, 4);
    assert_int_equal(end(iso, &r), PY_EXCEPTION);
    assert_non_null(strstr(r.error_text, "source code is longer than 4194304 bytes"));
    py_isolate_free(iso);
}

static void an_isolate_may_be_freed_amid_a_cell(void **state)
{
    (void)state;
    struct py_isolate *iso = isolate();
    assert_true(feed(iso, "x = 1\ny ="));
    py_isolate_free(iso); // leaks are the sanitizers' to find
}

// The clock of these tests advances by a millisecond whenever the engine looks at it.
static const char loop[] = "for i in range(10**6): pass";

static void the_time_limit_holds_for_the_cells_to_come(void **state)
{
    (void)state;
    struct py_isolate *iso = isolate();
    struct py_result r;
    py_set_timeout(iso, 50000000);
    py_run(iso, loop, strlen(loop), "<cell>", &r);
    assert_int_equal(r.status, PY_LIMIT);
    assert_int_equal(r.limit, PY_LIMIT_TIME);
    assert_non_null(strstr(r.error_text, "time limit of 0.05 s reached"));
    assert_in_range(r.cost.wall_ns, 50000000, 60000000);
    py_set_timeout(iso, 0); // none
    py_run(iso, loop, strlen(loop), "<cell>", &r);
    assert_int_equal(r.status, PY_OK);
    py_isolate_free(iso);
}

static void the_time_limit_of_a_fed_cell_runs_from_its_first_piece(void **state)
{
    (void)state;
    struct py_isolate *iso = isolate();
    struct py_result r;
    py_set_timeout(iso, 50000000);
    assert_true(feed(iso, "x = 1\n"));
    host.now += 60000000;
    assert_false(feed(iso, "while True: pass\nx = 2\n"));
    assert_int_equal(end(iso, &r), PY_LIMIT);
    assert_int_equal(r.limit, PY_LIMIT_TIME);
    assert_true(feed(iso, "x\n"));
    assert_int_equal(end(iso, &r), PY_OK);
    assert_string_equal(r.value_repr, "1");
    py_isolate_free(iso);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_statement_runs_once_it_is_complete),
        cmocka_unit_test(any_cut_gives_what_one_piece_gives),
        cmocka_unit_test(the_value_is_that_of_the_last_statement),
        cmocka_unit_test(an_exception_ends_the_cell_at_its_line),
        cmocka_unit_test(statements_before_a_syntax_error_have_run),
        cmocka_unit_test(a_final_answer_ends_the_cell),
        cmocka_unit_test(too_long_a_text_is_refused_as_by_py_run),
        cmocka_unit_test(an_isolate_may_be_freed_amid_a_cell),
        cmocka_unit_test(the_time_limit_holds_for_the_cells_to_come),
        cmocka_unit_test(the_time_limit_of_a_fed_cell_runs_from_its_first_piece),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
