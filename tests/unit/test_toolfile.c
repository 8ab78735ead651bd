// Files of tools, called from several threads: each call has its turn, and one that waits for it
// can be stopped.
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/stop.h"
#include "base/xalloc.h"
#include "exec/toolfile/toolfile.h"
#include "tool/files/folders.h"

enum { THREADS = 8, CALLS = 20 };

static const char source[] = "from smolagents import tool\n"
                             "total = 0\n"
                             "@tool\n"
                             "def add(n: int) -> int:\n"
                             "    '''Adds.\n"
                             "\n"
                             "    Args:\n"
                             "        n: how much\n"
                             "    '''\n"
                             "    global total\n"
                             "    before = total\n"
                             "    for _ in range(1000):\n"
                             "        pass\n"
                             "    total = before + n\n"
                             "    return total\n"
                             "@tool\n"
                             "def spin() -> int:\n"
                             "    '''Does not end.'''\n"
                             "    open('began', 'w').close()\n"
                             "    while True:\n"
                             "        pass\n";

struct fixture {
    char folder[64], *file;
    struct sa_folders folders;
    struct sa_tools tools;
};

static int setup(void **state)
{
    struct fixture *x = sa_xcalloc(1, sizeof *x);
    struct sa_err err = SA_ERR_INIT;
    snprintf(x->folder, sizeof x->folder, "/tmp/toolfile-XXXXXX");
    if (!mkdtemp(x->folder)) return -1;
    SA_AUTO_FREE char *path = sa_xasprintf("%s/t.py", x->folder);
    SA_AUTO_FREE char *grant = sa_xasprintf("%s:rw", x->folder);
    const char *grants[] = {grant, NULL};
    x->file = sa_xasprintf("%s:files", path);
    FILE *f = fopen(path, "w");
    if (!f || fputs(source, f) < 0 || fclose(f)) return -1;
    if (sa_folders_open(&x->folders, grants, &err)) return -1;
    const char *files[] = {x->file, NULL};
    const struct sa_toolfile_options o = {.files = files, .folders = &x->folders};
    *state = x;
    return sa_toolfiles_add(&o, NULL, &x->tools, &err);
}

static int teardown(void **state)
{
    struct fixture *x = *state;
    static const char *const names[] = {"t.py", "began"};
    sa_tools_release(&x->tools);
    sa_folders_release(&x->folders);
    for (size_t i = 0; i < 2; i++) {
        SA_AUTO_FREE char *path = sa_xasprintf("%s/%s", x->folder, names[i]);
        unlink(path);
    }
    rmdir(x->folder);
    free(x->file);
    free(x);
    return 0;
}

static void *add_often(void *tool)
{
    struct sa_tool_result r;
    for (int i = 0; i < CALLS; i++) {
        sa_tool_call(tool, "{\"n\": 1}", NULL, &r);
        sa_tool_result_release(&r);
    }
    return NULL;
}

static void calls_of_many_threads_have_their_turns(void **state)
{
    struct fixture *x = *state;
    struct sa_tool *add = sa_tools_find(&x->tools, "add");
    pthread_t threads[THREADS];
    struct sa_tool_result r;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, add_often, add), 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    sa_tool_call(add, "{\"n\": 0}", NULL, &r);
    assert_string_equal(r.json, "160");
    sa_tool_result_release(&r);
}

struct spinning {
    struct sa_tool *tool;
    struct sa_stop stop;
    struct sa_tool_result result;
};

static void *spin(void *ctx)
{
    struct spinning *s = ctx;
    sa_tool_call(s->tool, "{}", &s->stop, &s->result);
    return NULL;
}

static void a_stop_ends_a_call_and_one_that_waits_for_its_turn(void **state)
{
    struct fixture *x = *state;
    struct spinning first = {.tool = sa_tools_find(&x->tools, "spin")}, second = first;
    pthread_t threads[2];
    struct sa_tool_result r;
    SA_AUTO_FREE char *began = sa_xasprintf("%s/began", x->folder);
    sa_stop_init(&first.stop);
    sa_stop_init(&second.stop);
    assert_int_equal(pthread_create(&threads[0], NULL, spin, &first), 0);
    while (access(began, F_OK)) usleep(1000);
    assert_int_equal(pthread_create(&threads[1], NULL, spin, &second), 0);
    sa_stop_request(&second.stop, SIGTERM);
    pthread_join(threads[1], NULL);
    assert_string_equal(second.result.error, "spin: cancelled");
    sa_stop_request(&first.stop, SIGTERM);
    pthread_join(threads[0], NULL);
    assert_string_equal(first.result.error, "spin: cancelled");
    sa_tool_call(sa_tools_find(&x->tools, "add"), "{\"n\": 5}", NULL, &r);
    assert_string_equal(r.json, "165");
    sa_tool_result_release(&r);
    sa_tool_result_release(&first.result);
    sa_tool_result_release(&second.result);
    sa_stop_release(&first.stop);
    sa_stop_release(&second.stop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_of_many_threads_have_their_turns),
        cmocka_unit_test(a_stop_ends_a_call_and_one_that_waits_for_its_turn),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
