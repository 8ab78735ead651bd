// Isolates on threads with small C stacks: deep recursion of every kind is a RecursionError, and
// where nothing can run the result says so.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>

#include "smolagent/python.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SMALL = 2 << 20 }; // frames are much larger there
#else
enum { SMALL = 256 << 10 };
#endif

struct job {
    const char *source;
    struct py_result result;
    char type[40], text[800];
};

static void *job_run(void *ctx)
{
    struct job *j = ctx;
    struct py_options options = {.max_memory = 64u << 20, .max_operations = 50000000};
    struct py_isolate *iso = py_isolate_new(&options);
    if (!iso) return NULL;
    py_run(iso, j->source, strlen(j->source), "<cell>", &j->result);
    const char *type = j->result.error_type ? j->result.error_type : "";
    strncat(j->type, type, sizeof j->type - 1);
    strncat(j->text, j->result.error_text ? j->result.error_text : "", sizeof j->text - 1);
    py_isolate_free(iso);
    return j;
}

static struct job on_stack(size_t size, const char *source)
{
    struct job j = {.source = source};
    pthread_attr_t attr;
    pthread_t thread;
    void *done = NULL;
    assert_int_equal(pthread_attr_init(&attr), 0);
    assert_int_equal(pthread_attr_setstacksize(&attr, size), 0);
    assert_int_equal(pthread_create(&thread, &attr, job_run, &j), 0);
    assert_int_equal(pthread_join(thread, &done), 0);
    pthread_attr_destroy(&attr);
    assert_ptr_equal(done, &j);
    return j;
}

static void test_recursion_is_an_error(void **state)
{
    (void)state;
    static const char *const sources[] = {
        "def f(): f()\nf()",
        "class C:\n    def __repr__(self): return repr([self])\nrepr(C())",
        "x = []\nfor _ in range(100000): x = [x]\nrepr(x)",
        "def f(n): return sorted([2, 1], key=lambda v: f(n + 1))\nf(0)",
        "class C: pass\nC.__call__ = c = C()\nc.__class__.__call__ = c\nc()",
        "import json\njson.loads('[' * 100000)",
        "import copy\nx = []\nfor _ in range(100000): x = [x]\ncopy.deepcopy(x)",
    };
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        struct job j = on_stack(SMALL, sources[i]);
        assert_int_equal(j.result.status, PY_EXCEPTION);
        assert_string_equal(j.type, "RecursionError");
    }
}

// What the libraries take for themselves has room, or is refused.
static void test_libraries_have_room(void **state)
{
    (void)state;
    static const char *const sources[] = {
        "import re\n"
        "for n in range(1, 200, 9):\n"
        "    try: re.compile('(' * n + 'a' + ')' * n).match('a\\u1234')\n"
        "    except RecursionError: pass\n",
        "a = 7 ** 300000\nassert a * a // a == a and a * (a >> 90000) // a == a >> 90000",
        "import sys, math\nsys.set_int_max_str_digits(0)\na = 3 ** 100000\n"
        "assert int(str(a)) == a and math.isqrt(a * a) == a and math.gcd(a, a * 7) == a",
        "import zlib\nx = bytes(range(256)) * 999\n"
        "assert zlib.decompress(zlib.compress(x, 9)) == x",
        "import xml.etree.ElementTree as E\nE.fromstring('<a b=\"c\">' * 99 + '</a>' * 99)",
        "import unicodedata\nunicodedata.normalize('NFKC', '\\ufdfa' * 9999)",
        "try: eval('(' * 150 + '1' + ')' * 150)\nexcept (RecursionError, MemoryError, SyntaxError): pass",
    };
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        struct job j = on_stack(SMALL, sources[i]);
        assert_string_equal(j.text, "");
        assert_int_equal(j.result.status, PY_OK);
    }
}

static void test_too_small_is_said(void **state)
{
    (void)state;
    struct job j = on_stack(160 << 10, "1 + 1");
    assert_int_equal(j.result.status, PY_EXCEPTION);
    assert_non_null(strstr(j.text, "C stack of this thread is too small"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_too_small_is_said), // first: larger stacks are kept for others
        cmocka_unit_test(test_recursion_is_an_error),
        cmocka_unit_test(test_libraries_have_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
