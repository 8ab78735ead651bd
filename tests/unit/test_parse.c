// Unit tests of src/py/parse: the trees and the errors of CPython 3.12 (the .cases of
// tests/unit/parse, expectations written by make_cases there); memory that runs out at every
// allocation; limits; unfinished source.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "py/native.h"
#include "py/parse/parse.h"

struct counter {
    long live;    // bytes held
    long count;   // allocations so far
    long fail_at; // this one fails and all after it; 0: none
    uint64_t ticks, max_ticks;
};

static void *take(void *ctx, size_t size)
{
    struct counter *c = ctx;
    if (c->fail_at && ++c->count >= c->fail_at) return NULL;
    c->live += (long)size;
    return malloc(size);
}

static void drop(void *ctx, void *block, size_t size)
{
    struct counter *c = ctx;
    c->live -= (long)size;
    free(block);
}

static bool tick(void *ctx, uint64_t n)
{
    struct counter *c = ctx;
    c->ticks += n;
    py_edges_charged(n);
    return c->max_ticks && c->ticks > c->max_ticks;
}

static int32_t by_name(void *ctx, const char *name, size_t len)
{
    (void)ctx;
    return len == 6 && memcmp(name, "BULLET", 6) == 0 ? 0x2022 : -1;
}

static struct py_parse_alloc alloc_of(struct counter *c)
{
    py_edges_charged(4096); // as a call from Python would be, what the parser keeps back included
    return (struct py_parse_alloc){
        .ctx = c, .alloc = take, .release = drop, .tick = tick, .unicode_by_name = by_name};
}

struct text {
    char *s;
    size_t n, cap;
};

static void append(void *ctx, const char *s, size_t n)
{
    struct text *t = ctx;
    if (t->n + n + 1 > t->cap) {
        t->cap = (t->n + n + 1) * 2;
        t->s = realloc(t->s, t->cap);
        assert_non_null(t->s);
    }
    memcpy(t->s + t->n, s, n);
    t->n += n;
    t->s[t->n] = 0;
}

// What a source gives, as one line: its tree, or type|line|column|message.
static char *outcome(const char *source, size_t len)
{
    struct counter c = {0};
    struct py_parse_alloc alloc = alloc_of(&c);
    struct py_ast *ast;
    struct py_syntax_error err;
    struct text t = {NULL, 0, 0};
    if (py_parse(&alloc, source, len, PY_PARSE_EXEC, 0, &ast, &err)) {
        py_ast_dump(ast->root, true, append, &t);
        py_ast_free(ast);
    } else {
        char line[700];
        int n = snprintf(line, sizeof line, "%s|%d|%d|%s", py_syntax_kind_name(err.kind), err.line,
                         err.col, err.message);
        append(&t, line, (size_t)n);
    }
    assert_int_equal(c.live, 0);
    return t.s;
}

static char *load(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) fail_msg("cannot open %s (run from the top of the checkout)", path);
    struct text t = {NULL, 0, 0};
    char block[4096];
    for (size_t n; (n = fread(block, 1, sizeof block, f)) > 0;) append(&t, block, n);
    fclose(f);
    return t.s;
}

// Calls check for every case of a file: source and expected line.
static int each_case(const char *path,
                     void (*check)(const char *source, size_t len, const char *want))
{
    char *all = load(path), *source = all;
    int count = 0;
    for (char *mark; (mark = strstr(source, "<<< ")); count++) {
        char *end = strchr(mark, '\n');
        *end = 0;
        check(source, (size_t)(mark - source), mark + 4);
        source = end + 1;
    }
    free(all);
    return count;
}

static void check_case(const char *source, size_t len, const char *want)
{
    char *got = outcome(source, len);
    if (strcmp(got, want) != 0)
        fail_msg("%.*s  expected %s\n  got      %s", (int)len, source, want, got);
    free(got);
}

static void trees_are_cpythons(void **state)
{
    (void)state;
    assert_true(each_case("tests/unit/parse/trees.cases", check_case) > 80);
}

static void errors_are_cpythons(void **state)
{
    (void)state;
    assert_true(each_case("tests/unit/parse/errors.cases", check_case) > 400);
}

static const char sample[] =
    "@d(1)\nclass A(B, k=1):\n    'doc'\n    def f(self, a, *b, c=2, **d):\n"
    "        x = [y for y in a if y] + {1: f'{a!r:>{c}}'}['z']\n"
    "        return lambda q: (yield) if x else -q ** 2\n"
    "try:\n    import a.b as c\nexcept E as e:\n    pass\n"
    "match x:\n    case [A(b=1), *_] | {'k': 2}: \xC3\xA9 = 1\n";

static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    static const char wrong[] = "x = {1: (a b), 2\n";
    static const struct {
        const char *source;
        size_t len;
        bool good;
    } sources[] = {{sample, sizeof sample - 1, true}, {wrong, sizeof wrong - 1, false}};
    for (int s = 0; s < 2; s++)
        for (long at = 1;; at++) {
            struct counter c = {.fail_at = at};
            struct py_parse_alloc alloc = alloc_of(&c);
            struct py_ast *ast;
            struct py_syntax_error err;
            bool ok = py_parse(&alloc, sources[s].source, sources[s].len, PY_PARSE_EXEC, 0, &ast,
                               &err);
            bool refused = c.count >= at;
            if (ok) py_ast_free(ast);
            assert_int_equal(c.live, 0);
            if (refused) assert_int_equal(err.kind, PY_SYNTAX_MEMORY);
            if (refused) continue;
            assert_int_equal(ok, sources[s].good);
            break;
        }
}

static void ticks_stop_the_work(void **state)
{
    (void)state;
    struct text t = {NULL, 0, 0};
    for (int i = 0; i < 5000; i++) append(&t, "x = f(a, b)\n", 12);
    for (uint64_t max = 1000; max < 1000000; max *= 3) {
        struct counter c = {.max_ticks = max};
        struct py_parse_alloc alloc = alloc_of(&c);
        struct py_ast *ast;
        struct py_syntax_error err;
        if (py_parse(&alloc, t.s, t.n, PY_PARSE_EXEC, 0, &ast, &err)) py_ast_free(ast);
        else assert_int_equal(err.kind, PY_SYNTAX_LIMIT);
        if (max == 1000) assert_int_equal(err.kind, PY_SYNTAX_LIMIT);
        assert_int_equal(c.live, 0);
    }
    free(t.s);
}

// `unit` repeated count times between two texts.
static char *repeated(const char *before, const char *unit, int count, const char *after)
{
    struct text t = {NULL, 0, 0};
    append(&t, before, strlen(before));
    for (int i = 0; i < count; i++) append(&t, unit, strlen(unit));
    append(&t, after, strlen(after));
    return t.s;
}

static void deep_source_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *before, *unit, *after, *want;
        int count;
    } rows[] = {
        {"", "(", "", "SyntaxError|1|201|too many nested parentheses", 20000},
        {"", "not ", "x\n", "RecursionError|0|0|", 20000},
        {"", "-", "1\n", "RecursionError|0|0|", 20000},
        {"", "lambda:", "1\n", "RecursionError|0|0|", 20000},
        {"1", "+1", "\n", "RecursionError|0|0|", 20000},
        {"a", ".b", "\n", "RecursionError|0|0|", 20000},
        {"if x: pass\n", "elif x: pass\n", "", "RecursionError|0|0|", 20000},
        {"x = ", "{1: ", "\n", "SyntaxError|1|801|'{' was never closed", 200},
        {"", "a b ", "\n", "SyntaxError|1|3|invalid syntax", 5000},
        {"", "\\\n", "x\n", "Module(", 20000},
        {"x = a", " and a", "\n", "Module(", 20000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *source = repeated(rows[i].before, rows[i].unit, rows[i].count, rows[i].after);
        char *got = outcome(source, strlen(source));
        if (strncmp(got, rows[i].want, strlen(rows[i].want)) != 0)
            fail_msg("%.20s...: got %.100s", source, got);
        free(got);
        free(source);
    }
}

static void bad_bytes_are_named(void **state)
{
    (void)state;
    char *got = outcome("x\0y", 3);
    assert_string_equal(got, "SyntaxError|0|0|source code string cannot contain null bytes");
    free(got);
    got = outcome("x = '\xFF'", 7);
    assert_string_equal(got, "SyntaxError|1|0|(unicode error) 'utf-8' codec can't decode byte 0xff "
                             "in position 5: invalid start byte");
    free(got);
    char *big = repeated("", "aaaaaaaaaaaaaaaa", (PY_PARSE_MAX_SOURCE / 16) + 1, "");
    got = outcome(big, strlen(big));
    assert_string_equal(got, "SyntaxError|0|0|source code is longer than 4194304 bytes");
    free(got);
    free(big);
}

static void newlines_and_bom(void **state)
{
    (void)state;
    const char *sources[] = {"a\nb\n", "a\r\nb\r\n", "a\rb",
                             "\xEF\xBB\xBF"
                             "a\nb"};
    char *want = outcome(sources[0], 4);
    for (size_t i = 1; i < 4; i++) {
        char *got = outcome(sources[i], strlen(sources[i]));
        assert_string_equal(got, want);
        free(got);
    }
    free(want);
}

static void error_text_is_the_callers(void **state)
{
    (void)state;
    const char source[] = "a\r\nb = = c\r\nd";
    struct counter c = {0};
    struct py_parse_alloc alloc = alloc_of(&c);
    struct py_ast *ast;
    struct py_syntax_error err;
    assert_false(py_parse(&alloc, source, sizeof source - 1, PY_PARSE_EXEC, 0, &ast, &err));
    assert_int_equal(err.line, 2);
    assert_true(err.has_text);
    assert_int_equal(err.text_start, 3);
    assert_int_equal(err.text_len, 7);
}

static void eval_and_single(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        enum py_parse_mode mode;
        bool ok;
    } rows[] = {
        {"a + b", PY_PARSE_EVAL, true},          {" a\n", PY_PARSE_EVAL, false},
        {"a, b\n\n", PY_PARSE_EVAL, true},       {"a = 1", PY_PARSE_EVAL, false},
        {"a; b", PY_PARSE_SINGLE, true},         {"a\nb", PY_PARSE_SINGLE, false},
        {"if a:\n  b\n", PY_PARSE_SINGLE, true}, {"", PY_PARSE_SINGLE, false},
        {"a # c\n\n", PY_PARSE_SINGLE, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct counter c = {0};
        struct py_parse_alloc alloc = alloc_of(&c);
        struct py_ast *ast;
        struct py_syntax_error err;
        bool ok = py_parse(&alloc, rows[i].source, strlen(rows[i].source), rows[i].mode, 0, &ast,
                           &err);
        if (ok != rows[i].ok) fail_msg("%s: %s", rows[i].source, err.message);
        if (ok) py_ast_free(ast);
        assert_int_equal(c.live, 0);
    }
}

static void unfinished_source(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        size_t prefix;
        bool incomplete;
    } rows[] = {
        {"", 0, false},
        {"x = 1", 0, false},
        {"x = 1\n", 6, false},
        {"x = 1\ny", 6, false},
        {"x = \n", 5, false},
        {"if x:\n  a\n", 0, true},
        {"if x:\n  a\n\n", 0, false},
        {"if x:\n  a\ny", 10, false},
        {"if x:\n  a\nel", 0, false},
        {"if x:\n  a\nelse:\n  b\n", 0, true},
        {"if x:\n  a\nelse:\n  b\nc", 20, false},
        {"@d\n", 0, true},
        {"@d\ndef f():\n  pass\nx", 19, false},
        {"x = (1,\n", 0, true},
        {"a\nx = '''a\n", 2, true},
        {"x = 'a\n", 0, false},
        {"a\n# c\nb\n", 8, false},
        {"match x:\n  case 1: pass\n", 0, true},
        {"a\r\nb\r\nc", 6, false},
        {"x = 1 \\\n", 0, true},
        {"try:\n  a\n", 0, true},
        {"for i in x:\n    a\n\n\n# c\nb", 18, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct counter c = {0};
        struct py_parse_alloc alloc = alloc_of(&c);
        const char *s = rows[i].source;
        size_t prefix = py_source_complete_prefix(&alloc, s, strlen(s));
        bool incomplete = py_source_incomplete(&alloc, s, strlen(s));
        if (prefix != rows[i].prefix || incomplete != rows[i].incomplete)
            fail_msg("%s: prefix %zu, incomplete %d", s, prefix, incomplete);
        assert_int_equal(c.live, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_cpythons),
        cmocka_unit_test(errors_are_cpythons),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(ticks_stop_the_work),
        cmocka_unit_test(deep_source_is_refused),
        cmocka_unit_test(bad_bytes_are_named),
        cmocka_unit_test(newlines_and_bom),
        cmocka_unit_test(error_text_is_the_callers),
        cmocka_unit_test(eval_and_single),
        cmocka_unit_test(unfinished_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
