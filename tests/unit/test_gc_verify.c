// The collector's check of itself is able to fail: for every layout with a trace function, a heap
// in which that function names nothing is told of, as a bug. In builds that have the check.
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../src/py/gc/gc_int.h"
#include "skipped.h"

#ifdef PY_VERIFY

static const struct {
    enum py_kind kind;
    const char *name;
} kinds[] = {
#define PY_LEAF(name)
#define PY_KIND(name, trace) {PY_K_##name, #name},
#include "../../src/py/obj/kinds.def"
#undef PY_KIND
#undef PY_LEAF
};

// Every layout, each with something that nothing else refers to.
static const char program[] =
    "import sys, types, weakref, itertools\n"
    "class N:\n"
    "    __slots__ = ('field',)\n"
    "class C:\n"
    "    def m(self): return super()\n"
    "    s = staticmethod(lambda: object())\n"
    "    c = classmethod(lambda k: object())\n"
    "    p = property(lambda self: object())\n"
    "class I(int): pass\n"
    "class S(str): pass\n"
    "def closure():\n"
    "    x = object()\n"
    "    return lambda d=object(): x\n"
    "def generator():\n"
    "    y = object()\n"
    "    yield y\n"
    "    yield y\n"
    "g = generator()\n"
    "next(g)\n"
    "inst = C()\n"
    "inst.a = object()\n"
    "slotted = N()\n"
    "slotted.field = object()\n"
    "class M:\n"
    "    __slots__ = ('field',)\n"
    "class G: pass\n"
    "member, getset = M.__dict__['field'], G.__dict__['__dict__']\n" // of classes that are gone
    "del M, G\n"
    "number = I('1' * 40)\n"
    "number.a = object()\n"
    "text = S('x' * 100)\n"
    "text.a = object()\n"
    "long = 'a' * 100\n"
    "for i in range(50): long += 'bc'\n"
    "begin = long\n"
    "long += 'd'\n"
    "del long\n"
    "try: raise ValueError(object())\n"
    "except ValueError as e: error = e\n"
    "module = types.ModuleType('m')\n"
    "module.a = object()\n"
    "keep = [object(), (object(), object()), {object(): object()}, {object()}, bytearray(b'x' * 100),\n"
    "        range(10 ** 30), slice(object(), 1), {1: object()}.values(),\n"
    "        iter([object()]), iter({object(): 1}), C().m, C().m(), closure(), [].append,\n"
    "        itertools.chain([object()]), compile('a = 10 ** 20', 'c', 'exec')]\n";

static void collect(enum py_kind kind, bool with_check)
{
    struct py_options opt = {.max_memory = 64 << 20};
    struct py_isolate *iso = py_isolate_new(&opt);
    struct py_result r;
    py_run(iso, program, strlen(program), "c", &r);
    if (r.status != PY_OK) fprintf(stderr, "%s", r.error_text), _exit(1);
    py_heap_blind(iso, kind, with_check);
    static const char code[] = "import gc\ngc.collect()\ngc.collect()\n";
    py_run(iso, code, sizeof code - 1, "c", &r);
    _exit(r.status != PY_OK);
}

// Of a collection in a process of its own: the end of what it says, and whether it was aborted.
static bool aborted(enum py_kind kind, bool with_check, char said[512])
{
    int ends[2], status;
    size_t len = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (!pid) {
        signal(SIGABRT, SIG_DFL);
        dup2(ends[1], 2);
        collect(kind, with_check);
    }
    close(ends[1]);
    for (ssize_t n; len < 511 && (n = read(ends[0], said + len, 511 - len)) > 0;) len += (size_t)n;
    said[len] = 0;
    close(ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGABRT;
    if (status) fail_msg("the program fails: %s", said);
    return false;
}

static void a_whole_heap_passes(void **state)
{
    (void)state;
    char said[512];
    if (aborted(PY_K_FREE, true, said)) fail_msg("%s", said);
}

// All layouts, both ways; `said` has to have the words.
static void all_are_found(bool with_check, const char *words)
{
    char said[512], missed[512] = "";
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (aborted(kinds[i].kind, with_check, said) && strstr(said, words)) continue;
        strcat(strcat(missed, " "), kinds[i].name);
        print_message("%s: %s\n", kinds[i].name, said);
    }
    if (*missed) fail_msg("not found:%s", missed);
}

static void objects_that_marking_lost_are_told_of(void **state)
{
    (void)state;
    all_are_found(false, "gc: not marked: ");
}

static void a_trace_function_that_forgets_fields_is_told_of(void **state)
{
    (void)state;
    all_are_found(true, "gc: ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_heap_passes),
        cmocka_unit_test(objects_that_marking_lost_are_told_of),
        cmocka_unit_test(a_trace_function_that_forgets_fields_is_told_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

static void only_in_builds_that_check(void **state)
{
    (void)state;
    SKIP("only builds that check the heap (MODE=asan, gcstress, smallstack) find it");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_in_builds_that_check)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
