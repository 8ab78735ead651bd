// The journal of an executor's state: a fresh executor of our interpreter in this process gets the
// same variables, and nothing is called, read, asked for or printed a second time.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/journal.h"
#include "base/err.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/exec.h"
#include "tool/files/granted.h"
#include "tool/tool.h"

static struct {
    int tools, files, writes, pulls, prints;
} seen;
static char path[80];
static const char *files[] = {path, NULL};
static struct sa_files granted_files;

// Says something else each time.
static struct py_host_result on_tool(void *ctx, const char *name, const char *args, size_t len)
{
    (void)ctx, (void)name, (void)args, (void)len;
    if (++seen.tools == 3) return (struct py_host_result){.error = sa_xstrdup("no more")};
    return (struct py_host_result){.json = sa_xasprintf("%d", seen.tools)};
}

static bool on_print(void *ctx, int fd, const char *text, size_t len)
{
    (void)ctx, (void)fd, (void)text, (void)len;
    return ++seen.prints > 0;
}

static bool on_file(void *ctx, const char *name, bool given)
{
    (void)ctx, (void)name;
    return seen.files += given, true;
}

static struct sa_folders granted; // to the executors of a test; empty: none

static bool on_folder(void *ctx, const struct sa_touch *touch)
{
    (void)ctx;
    return seen.files += touch->given, seen.writes += touch->acts == SA_FILE_WRITE, true;
}

static long pull(void *ctx, uint64_t at, char *buf, size_t cap)
{
    static const char text[] = "one\ntwo\nthree\n";
    (void)ctx;
    seen.pulls++;
    if (at >= sizeof text - 1) return 0;
    size_t n = sizeof text - 1 - at < cap ? sizeof text - 1 - at : cap;
    memcpy(buf, text + at, n);
    return (long)n;
}

static struct sa_exec *open_local(struct sa_journal *journal)
{
    struct sa_err err = SA_ERR_INIT;
    struct sa_exec *exec;
    struct sa_exec_options o = {.seed = 1,
                                .strict_seed = true,
                                .max_operations = 1000000,
                                .files = &granted_files,
                                .on_print = on_print,
                                .on_tool = on_tool,
                                .on_file = on_file,
                                .folders = granted.count ? &granted : NULL,
                                .on_folder = on_folder};
    sa_journal_attach(journal, &o);
    assert_int_equal(sa_exec_local.open(&o, &exec, &err), 0);
    return exec;
}

static enum py_status run(struct sa_journal *journal, struct sa_exec *exec, const char *code)
{
    struct py_result r;
    sa_journal_run(journal, exec, code, strlen(code), "<cell>", &r);
    return r.status;
}

static void assert_value(struct sa_journal *journal, struct sa_exec *exec, const char *code,
                         const char *repr)
{
    struct py_result r;
    sa_journal_run(journal, exec, code, strlen(code), "<cell>", &r);
    assert_int_equal(r.status, PY_OK);
    assert_string_equal(r.value_repr, repr);
}

static void write_file(const char *text)
{
    FILE *f = fopen(path, "w");
    fputs(text, f);
    fclose(f);
}

static void define_all(struct sa_journal *journal, struct sa_exec *exec)
{
    struct sa_err err = SA_ERR_INIT;
    assert_int_equal(sa_journal_define_json(journal, exec, "given", "[1, 2]", 6, &err), 0);
    assert_int_equal(sa_journal_define_json(journal, exec, "file", "\"\"", 2, &err), 0);
    assert_int_equal(sa_journal_define_stream(journal, exec, "lines", pull, NULL, &err), 0);
    assert_int_equal(
        sa_journal_define_tool(journal, exec, "tool", "def tool(a: int = 1) -> int: ...", &err), 0);
}

static void a_local_isolate_is_rebuilt_and_goes_on_with_its_variables(void **state)
{
    (void)state;
    char open_it[160];
    struct sa_journal *journal = sa_journal_new();
    struct sa_exec *old = open_local(journal);
    memset(&seen, 0, sizeof seen);
    snprintf(path, sizeof path, "/tmp/test-journal-XXXXXX");
    close(mkstemp(path));
    assert_int_equal(sa_files_open(&granted_files, files, NULL, &(struct sa_err){0}), 0);
    write_file("first");
    define_all(journal, old);
    snprintf(open_it, sizeof open_it, "text = open('%s').read()\nrest = lines.read()", path);
    assert_int_equal(run(journal, old, "x = [tool(), tool(2)] + given\nprint(x)"), PY_OK);
    assert_int_equal(run(journal, old, open_it), PY_OK);
    assert_int_equal(run(journal, old, "def f(n):\n    return n + x[0]"), PY_OK);
    assert_int_equal(run(journal, old, "y = 5\ntool()"), PY_EXCEPTION); // it fails, and stays so
    int pulls = seen.pulls;
    assert_true(seen.tools == 3 && seen.files == 1 && pulls > 0 && seen.prints > 0);
    int prints = seen.prints;
    old->ops->close(old);
    write_file("second");
    struct sa_exec *fresh = open_local(journal);
    assert_true(sa_journal_play(journal, fresh));
    assert_int_equal(seen.tools, 3);
    assert_int_equal(seen.files, 1);
    assert_int_equal(seen.pulls, pulls);
    assert_int_equal(seen.prints, prints);
    assert_value(journal, fresh, "(x, y, f(10), text, rest)",
                 "([1, 2, 1, 2], 5, 11, 'first', 'one\\ntwo\\nthree\\n')");
    assert_value(journal, fresh, "tool()", "4"); // which is a call again
    assert_int_equal(seen.tools, 4);
    fresh->ops->close(fresh);
    struct sa_exec *third = open_local(journal); // what was played is still there, with what came
    assert_true(sa_journal_play(journal, third));
    assert_int_equal(seen.tools, 4);
    assert_value(journal, third, "x", "[1, 2, 1, 2]");
    third->ops->close(third);
    sa_journal_free(journal);
    unlink(path);
    sa_files_release(&granted_files);
}

// Half of a cell is in the state and nowhere else.
static void a_cell_that_was_ended_cannot_be_played(void **state)
{
    (void)state;
    struct sa_journal *journal = sa_journal_new();
    struct sa_exec *exec = open_local(journal);
    assert_int_equal(run(journal, exec, "x = 1"), PY_OK);
    assert_int_equal(run(journal, exec, "x = 2\nwhile True: pass"), PY_LIMIT);
    struct sa_exec *fresh = open_local(journal);
    assert_false(sa_journal_play(journal, fresh));
    fresh->ops->close(fresh);
    sa_journal_clear(journal); // another state begins
    fresh = open_local(journal);
    assert_int_equal(run(journal, fresh, "x = 3"), PY_OK);
    fresh->ops->close(fresh);
    fresh = open_local(journal);
    assert_true(sa_journal_play(journal, fresh));
    assert_value(journal, fresh, "x", "3");
    fresh->ops->close(fresh);
    exec->ops->close(exec);
    sa_journal_free(journal);
}

// Code that goes another way than then is found out; it calls nothing.
static void a_play_that_takes_another_way_fails(void **state)
{
    (void)state;
    struct sa_journal *journal = sa_journal_new();
    struct sa_exec *exec = open_local(journal);
    memset(&seen, 0, sizeof seen);
    define_all(journal, exec);
    assert_int_equal(run(journal, exec, "import time\nt = time.time_ns()\ntool(t)"), PY_OK);
    struct sa_exec *fresh = open_local(journal);
    assert_false(sa_journal_play(journal, fresh));
    assert_int_equal(seen.tools, 1);
    fresh->ops->close(fresh);
    exec->ops->close(exec);
    sa_journal_free(journal);
}

// What was read in a folder then is read again, and what was written is not written again.
static void folders_are_played_back_without_being_touched(void **state)
{
    (void)state;
    struct sa_err err = SA_ERR_INIT;
    char folder[] = "/tmp/test-journal-XXXXXX", grant[60];
    assert_non_null(mkdtemp(folder));
    snprintf(grant, sizeof grant, "%s:rw", folder);
    assert_int_equal(sa_folders_open(&granted, (const char *const[]){grant, NULL}, &err), 0);
    snprintf(path, sizeof path, "%s/a.txt", folder);
    write_file("first");
    struct sa_journal *journal = sa_journal_new();
    struct sa_exec *old = open_local(journal);
    memset(&seen, 0, sizeof seen);
    const char *const cell = "import os\n"
                             "text = open('a.txt').read()\n"
                             "with open('log', 'a') as f: f.write('x')\n"
                             "names = sorted(os.listdir())\n"
                             "try: open('none')\n"
                             "except OSError as e: error = str(e)";
    assert_int_equal(run(journal, old, cell), PY_OK);
    int files = seen.files, writes = seen.writes;
    assert_true(files > 3 && writes > 0);
    old->ops->close(old);
    write_file("second");
    struct sa_exec *fresh = open_local(journal);
    assert_true(sa_journal_play(journal, fresh));
    assert_true(seen.files == files && seen.writes == writes);
    assert_value(journal, fresh, "text, names, error, os.path.getsize('log')",
                 "('first', ['a.txt', 'log'], \"[Errno 2] No such file or directory: 'none'\", 1)");
    assert_value(journal, fresh, "open('a.txt').read()", "'second'");
    assert_int_equal(run(journal, fresh, "os.remove('a.txt'); os.remove('log')"), PY_OK);
    fresh->ops->close(fresh);
    sa_journal_free(journal);
    sa_folders_release(&granted);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_local_isolate_is_rebuilt_and_goes_on_with_its_variables),
        cmocka_unit_test(a_cell_that_was_ended_cannot_be_played),
        cmocka_unit_test(a_play_that_takes_another_way_fails),
        cmocka_unit_test(folders_are_played_back_without_being_touched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
