// Calls: one at a time for a file, from any thread. A pipe holds a byte while nobody runs its code,
// so that whoever waits for his turn hears of a stop as well.
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/flow.h"
#include "base/json.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/toolfile/toolfile_int.h"

static bool take_turn(struct sa_toolfile *f, struct sa_stop *stop)
{
    char byte;
    for (;;) {
        struct pollfd p[2] = {{.fd = stop ? stop->fd : -1, .events = POLLIN},
                              {.fd = f->turn[0], .events = POLLIN}};
        if (sa_stop_reason(stop)) return false;
        if (read(f->turn[0], &byte, 1) == 1) return true;
        sa_flow_wait(p, 2, INT64_MAX);
    }
}

void sa_toolfile_end(struct sa_toolfile *f)
{
    while (write(f->turn[1], "", 1) != 1) {
    }
}

static void interrupt(void *iso)
{
    py_interrupt(iso);
}

bool sa_toolfile_run(struct sa_toolfile *f, const struct sa_tool *tool, const char *arguments,
                     const char *code, struct sa_stop *stop, struct py_result *result)
{
    memset(result, 0, sizeof *result);
    if (!take_turn(f, stop)) return false;
    // The code that calls may run on this thread, and is what the stop is for otherwise.
    void (*outer)(void *) = stop ? stop->interrupt : NULL;
    void *outer_target = stop ? atomic_load(&stop->target) : NULL;
    f->tool = tool, f->stop = stop;
    sa_freep(&f->told), sa_freep(&f->failed), sa_freep(&f->failed_type);
    if (stop) sa_stop_target(stop, interrupt, f->iso);
    if (py_define_json(f->iso, "_arguments", arguments, strlen(arguments), result))
        py_run(f->iso, code, strlen(code), "<call>", result);
    if (stop) sa_stop_target(stop, outer, outer_target);
    return true;
}

// ---- results ------------------------------------------------------------------------------------

const char *sa_toolfile_limit(const struct py_result *r)
{
    if (r->status != PY_LIMIT) return NULL;
    if (r->limit == PY_LIMIT_TIME) return "ended at its time limit (--step-timeout)";
    if (r->limit == PY_LIMIT_MEMORY) return "ended at its memory limit (--max-memory)";
    return "ended at its operation limit (--max-operations)";
}

// The static name of an exception of Python.
static const char *exception_named(const char *name)
{
    static const char *const names[] = {
#define PY_EXC(name, base, doc) #name,
#include "py/obj/exc.def"
#undef PY_EXC
    };
    for (size_t i = 0; i < SA_COUNT(names); i++)
        if (sa_streq(name, names[i])) return names[i];
    return NULL;
}

// What came of a call, as it is or as the file says that it is.
static void take_told(struct sa_toolfile *f, const struct sa_tool *tool,
                      struct sa_tool_result *result)
{
    SA_AUTO_FREE char *why = sa_tool_take_result(tool, &f->told);
    if (!why) {
        result->json = f->told;
        f->told = NULL;
        return;
    }
    result->error = sa_xasprintf("%s: its result is not what %s says of it: %s; let it return "
                                 "that, or correct the type hint behind ->, output_type or "
                                 "output_schema there",
                                 tool->name, f->grants.path, why);
    result->error_type = "ValueError";
}

static void read_end(struct sa_toolfile *f, const struct sa_tool *tool, const struct py_result *r,
                     struct sa_tool_result *result)
{
    if (f->failed) {
        result->error = sa_xasprintf("%s: %s", tool->name, f->failed);
        result->error_type = exception_named(f->failed_type);
    } else if (f->told && !sa_json_valid(f->told, strlen(f->told))) { // the file made it so
        result->error = sa_xasprintf("%s: what it gives is no JSON, or deeper than 200 levels",
                                     tool->name);
        result->error_type = "ValueError";
    } else if (r->status == PY_OK && f->told) {
        take_told(f, tool, result);
    } else if (r->status == PY_LIMIT) {
        result->error = sa_xasprintf("%s: %s", tool->name, sa_toolfile_limit(r));
        result->error_type = r->limit == PY_LIMIT_TIME     ? "TimeoutError"
                             : r->limit == PY_LIMIT_MEMORY ? "MemoryError"
                                                           : NULL;
    } else {
        bool stopped = r->status == PY_INTERRUPTED;
        result->error = sa_xasprintf("%s: %s", tool->name,
                                     stopped ? "cancelled" : "no result came");
    }
}

void sa_toolfile_call(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                      struct sa_tool_result *result)
{
    const struct sa_toolfile_tool *t = tool->data;
    struct py_result r;
    SA_AUTO_FREE char *code = sa_xasprintf("call(%d)", t->number);
    if (!sa_toolfile_run(t->file, tool, args_json, code, stop, &r)) {
        result->error = sa_xasprintf("%s: cancelled", tool->name);
        return;
    }
    read_end(t->file, tool, &r, result);
    sa_toolfile_end(t->file);
}
