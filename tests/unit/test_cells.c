// Cells after a cell that was ended, by a limit or by final_answer: what the library keeps while a
// block runs must not stay as it was, and no module may stay half loaded.
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "../../src/py/isolate.h"

static bool write_none(void *ctx, int fd, const char *text, size_t len)
{
    (void)ctx, (void)fd, (void)text, (void)len;
    return true;
}

static struct py_isolate *isolate(void)
{
    struct py_options opt = {.hooks = {.write = write_none},
                             .agent = &(const struct py_agent){.answer = "final_answer"}};
    struct py_isolate *iso = py_isolate_new(&opt);
    assert_non_null(iso);
    return iso;
}

static enum py_status cell(struct py_isolate *iso, const char *source, struct py_result *r)
{
    py_run(iso, source, strlen(source), "<cell>", r);
    return r->status;
}

// A cell that leaves a block unfinished, and an expression that is True if nothing is left of it.
static const struct {
    const char *ended, *then;
} rows[] = {
    {"import asyncio\n"
     "async def main(): END()\n"
     "asyncio.run(main())",
     "async def other():\n"
     "    await asyncio.sleep(0)\n"
     "    return 5\n"
     "asyncio.run(other()) == 5"},
    {"import contextlib, io, sys\n"
     "before = sys.stdout\n"
     "with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(sys.stdout):\n"
     "    with contextlib.redirect_stdout(io.StringIO()): END()",
     "sys.stdout is before and sys.stderr is sys.__stderr__"},
    {"import contextlib, io, sys\n"
     "before = sys.stdout\n"
     "with contextlib.redirect_stdout(io.StringIO()):\n"
     "    sys.stdout = mine = io.StringIO(); END()",
     "sys.stdout is mine"},
    {"import decimal\n"
     "with decimal.localcontext(prec=4), decimal.localcontext(prec=3): END()",
     "str(decimal.Decimal(1) / 3) == '0.' + '3' * 28"},
    {"import decimal\n"
     "decimal.getcontext().prec = 5\n"
     "with decimal.localcontext(prec=4): pass\n"
     "END()",
     "str(decimal.Decimal(1) / 3) == '0.33333'"},
    {"import warnings\n"
     "before = warnings.filters[:]\n"
     "with warnings.catch_warnings(record=True):\n"
     "    warnings.simplefilter('error'); END()",
     "warnings.filters == before and warnings.warn('x') is None"},
    {"import contextvars\n"
     "v = contextvars.ContextVar('v', default=0)\n"
     "c = contextvars.copy_context()\n"
     "c.run(lambda: (v.set(1), END()))",
     "v.get() == 0 and c[v] == 1 and c.run(v.get) == 1"},
    {"import dataclasses, reprlib\n"
     "class R:\n"
     "    @reprlib.recursive_repr()\n"
     "    def __repr__(self): END(); return 'R'\n"
     "@dataclasses.dataclass\n"
     "class D:\n"
     "    x: object\n"
     "d = D(R())\n"
     "repr(d)",
     "END = lambda: None\n"
     "repr(d).endswith('D(x=R)')"},
};

static void nothing_stays_of_blocks_that_were_not_left(void **state)
{
    (void)state;
    static const char *const ends[] = {"END = lambda: final_answer(1)",
                                       "def END():\n    while True: pass"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
            struct py_isolate *iso = isolate();
            struct py_result r;
            assert_int_equal(cell(iso, ends[k], &r), PY_OK);
            iso->opt.max_operations = 200000;
            assert_int_equal(cell(iso, rows[i].ended, &r), k ? PY_LIMIT : PY_FINAL);
            enum py_status status = cell(iso, rows[i].then, &r);
            if (status != PY_OK || strcmp(r.value_repr, "True") != 0)
                fail_msg("row %zu: %s", i, r.error_text ? r.error_text : r.value_repr);
            py_isolate_free(iso);
        }
}

static void a_module_that_a_limit_cut_off_is_loaded_anew(void **state)
{
    (void)state;
    static const char loads[] = "import asyncio, dataclasses, decimal, json, statistics, typing";
    static const char uses[] =
        "import asyncio, dataclasses, decimal, json, statistics, typing\n"
        "@dataclasses.dataclass\n"
        "class A:\n"
        "    x: typing.List[int]\n"
        "async def f(): return json.dumps(A(1).x)\n"
        "for m in asyncio, dataclasses, decimal, json, statistics, typing:\n"
        "    for name in getattr(m, '__all__', ()): getattr(m, name)\n"
        "str(decimal.Decimal(2) * statistics.mean([1, 2, 3])) + asyncio.run(f())";
#ifdef PY_GC_STRESS
    enum { STEP = 997 }; // an import takes tens of milliseconds
#else
    enum { STEP = 37 };
#endif
    struct py_result r = {.status = PY_LIMIT};
    for (uint64_t most = 1; r.status == PY_LIMIT; most += STEP) {
        struct py_isolate *iso = isolate();
        iso->opt.max_operations = most;
        struct py_result then;
        cell(iso, loads, &r);
        iso->opt.max_operations = 0;
        if (cell(iso, uses, &then) != PY_OK)
            fail_msg("%llu: %s", (unsigned long long)most, then.error_text);
        assert_string_equal(then.value_text, "41");
        py_isolate_free(iso);
    }
    assert_int_equal(r.status, PY_OK);
}

// Whichever module of the library has something to put back; what a program made is not asked.
static void every_module_of_the_library_puts_back_what_it_keeps(void **state)
{
    (void)state;
    struct py_isolate *iso = isolate();
    struct py_result r;
    static const char ended[] = "import sys, textwrap, types\n"
                                "seen = []\n"
                                "own = sys.modules['own'] = types.ModuleType('own')\n"
                                "textwrap._put_back = lambda: seen.append('textwrap')\n"
                                "own._put_back = lambda: seen.append('own')\n"
                                "sys.modules[1] = None\n"
                                "final_answer(1)";
    assert_int_equal(cell(iso, ended, &r), PY_FINAL);
    for (int i = 0; i < 2; i++) { // once
        assert_int_equal(cell(iso, "seen", &r), PY_OK);
        assert_string_equal(r.value_repr, "['textwrap']");
    }
    py_isolate_free(iso);
}

static char notes[512];

static bool write_notes(void *ctx, int fd, const char *text, size_t len)
{
    (void)ctx;
    size_t have = strlen(notes);
    if (fd == 2 && have + len < sizeof notes) memcpy(notes + have, text, len);
    return true;
}

static struct py_isolate *isolate_of_submit(void)
{
    char answer[] = "submit", module[] = "helpers";
    const char *modules[] = {module, NULL};
    const struct py_agent agent = {answer, modules};
    struct py_options opt = {.hooks = {.write = write_notes}, .agent = &agent};
    struct py_isolate *iso = py_isolate_new(&opt);
    assert_non_null(iso);
    memset(answer, 'x', sizeof answer - 1); // it has copies
    memset(module, 'x', sizeof module - 1);
    return iso;
}

static void the_embedder_names_the_function_that_gives_the_answer(void **state)
{
    (void)state;
    struct py_isolate *iso = isolate_of_submit();
    struct py_result r;
    assert_int_equal(cell(iso, "submit(6 * 7)", &r), PY_FINAL);
    assert_string_equal(r.value_text, "42");
    assert_int_equal(cell(iso, "from helpers import submit as s\ns is submit and s", &r), PY_OK);
    assert_string_equal(r.value_repr, "<built-in function submit>");
    assert_int_equal(cell(iso, "submit(None)", &r), PY_EXCEPTION);
    assert_non_null(strstr(r.error_text, "say submit(None) again"));
    assert_int_equal(cell(iso, "submit = 3", &r), PY_FINAL);
    assert_string_equal(r.value_text, "3");
    assert_int_equal(cell(iso, "submit = 3\nsubmit", &r), PY_OK);
    assert_string_equal(notes, "Note: submit is a function: submit(value) gives the answer; the "
                               "variable of that name is gone after this cell\n");
    assert_int_equal(cell(iso, "final_answer(1)", &r), PY_EXCEPTION);
    assert_string_equal(r.error_type, "NameError");
    assert_int_equal(cell(iso, "import tools", &r), PY_EXCEPTION);
    assert_string_equal(r.error_type, "ModuleNotFoundError");
    py_isolate_free(iso);
}

// A limit that one of them reaches: the rest would only reach it again.
static void test_a_description_of_variables_ends_with_its_limit(void **state)
{
    (void)state;
    struct py_options opt = {.hooks = {.write = write_none},
                             .agent = &(const struct py_agent){.answer = "final_answer"},
                             .max_operations = 100000};
    struct py_isolate *iso = py_isolate_new(&opt);
    struct py_result r;
    size_t len;
    static const char source[] = "a = 1\n"
                                 "class C:\n"
                                 "    count = 0\n"
                                 "    def __repr__(self):\n"
                                 "        C.count += 1\n"
                                 "        while True: pass\n"
                                 "b, c, d = C(), C(), C()\n";
    assert_non_null(iso);
    cell(iso, source, &r);
    const char *text = py_describe_variables(iso, &len);
    assert_non_null(text);
    assert_non_null(strstr(text, "a: int = 1\n"));
    const char *end = strstr(text, "... (a limit was reached)\n");
    assert_true(end && end + 26 == text + len);
    assert_int_equal(cell(iso, "C.count", &r), PY_OK);
    assert_string_equal(r.value_repr, "1");
    py_isolate_free(iso);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_description_of_variables_ends_with_its_limit),
        cmocka_unit_test(nothing_stays_of_blocks_that_were_not_left),
        cmocka_unit_test(a_module_that_a_limit_cut_off_is_loaded_anew),
        cmocka_unit_test(every_module_of_the_library_puts_back_what_it_keeps),
        cmocka_unit_test(the_embedder_names_the_function_that_gives_the_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
