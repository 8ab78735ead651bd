// The host's side of the tests of the jail executor: an executor with the tool `double`, what it
// printed and called. Included by test programs that are their own workers.
#ifndef TEST_JAILED_H
#define TEST_JAILED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "agent/journal.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/exec.h"

// Strings become pointers to copies, numbers themselves.
static long argument(const cJSON *args, const char *name)
{
    const cJSON *v = sa_json_get(args, name);
    if (cJSON_IsString(v)) return (long)(intptr_t)sa_xstrdup(v->valuestring);
    return cJSON_IsNumber(v) ? (long)v->valuedouble : 0;
}

static struct py_host_result number(long n)
{
    return (struct py_host_result){.json = sa_xasprintf("%ld", n)};
}

static struct {
    char printed[4096];
    size_t len;
    int tool_calls;
    struct sa_exec *interrupt; // at the next print
    long beside[8];            // arguments of the calls under way
    int beside_count, waits;
} seen;

// Who shall take over from an executor that is lost; NULL: nobody.
static struct sa_journal *journal;

static bool on_print(void *ctx, int fd, const char *text, size_t len)
{
    (void)ctx, (void)fd;
    if (len < sizeof seen.printed - seen.len) {
        memcpy(seen.printed + seen.len, text, len);
        seen.len += len;
        seen.printed[seen.len] = 0;
    }
    if (seen.interrupt) seen.interrupt->ops->interrupt(seen.interrupt);
    return true;
}

static struct py_host_result on_tool(void *ctx, const char *name, const char *args, size_t len)
{
    (void)ctx, (void)name;
    cJSON *a = sa_json_parse(args, len, NULL);
    long x = argument(a, "x");
    cJSON_Delete(a);
    seen.tool_calls++;
    if (x >= 0) return number(2 * x);
    char *text = sa_xmalloc((size_t)-x + 1); // a string of so many bytes of JSON
    memset(text, 'a', (size_t)-x);
    text[0] = text[-x - 1] = '"';
    text[-x] = 0;
    return (struct py_host_result){.json = text};
}

static struct sa_exec *start(const struct sa_exec_ops *ops, struct sa_exec_options *o)
{
    struct sa_exec *exec;
    struct sa_err err = SA_ERR_INIT;
    memset(&seen, 0, sizeof seen);
    o->on_print = on_print;
    o->on_tool = on_tool;
    if (journal) sa_journal_attach(journal, o);
    if (ops->open(o, &exec, &err)) fail_msg("%s", err.message);
    assert_int_equal(
        sa_journal_define_tool(journal, exec, "double", "def double(x) -> int: ...", &err), 0);
    return exec;
}

static void run(struct sa_exec *exec, const char *code, struct py_result *r)
{
    sa_journal_run(journal, exec, code, strlen(code), "<step 1>", r);
}

#define ASSERT_HAS(text, part)                                                                     \
    do {                                                                                           \
        if (!(text) || !strstr((text), (part))) fail_msg("%s: no '%s'", (text), (part));           \
    } while (0)

#endif
