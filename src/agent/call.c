// Tool calls as running code makes them: admitted, told to the event stream, passed to the tool;
// results are redacted before anybody sees them. Calls that are awaited are concurrent with the
// code (tool/calls.h) and end with the cell that made them.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/handle.h"
#include "tool/resource.h"
#include "tool/calls.h"

enum { TOLD_MOST = 100 }; // refused calls of a step whose code goes on calling

// No more calls: the code is told, and may still give the answer. Who tries again in a later step,
// or again and again in this one, has not understood it.
static void refuse_more(struct sa_run *run, int64_t limit, struct py_host_result *refused)
{
    run->call_limit = limit;
    if (!run->capped_step) run->capped_step = run->step;
    run->call_refused = run->step > run->capped_step || run->calls_told == TOLD_MOST;
    if (run->call_refused) return;
    run->calls_told++;
    refused->end_cell = false;
    refused->error = sa_xasprintf("this run may call tools %lld times, and has: give the final "
                                  "answer now, from what is known",
                                  (long long)limit);
}

// Hooks come first, so that a person is asked about the call that will be made; and once more where
// the person has changed it. NULL with what may be called in *args, or why not.
static char *ask_all(struct sa_agent *a, const struct sa_tool *tool, char **args,
                     enum sa_hooked *hooked, bool *ends)
{
    SA_AUTO_FREE char *settled = NULL; // as the person wrote it
    for (;;) {
        char *why;
        *hooked = sa_agent_hook_call(a, tool, args, &why);
        if (*hooked != SA_HOOKED_GO || sa_streq(*args, settled)) return why;
        SA_AUTO_FREE char *asked = sa_xstrdup(*args);
        why = sa_agent_approve_call(a, tool, args, ends);
        if (why || !strcmp(*args, asked)) return why;
        free(settled);
        settled = sa_xstrdup(*args);
    }
}

// What hooks, rules or the person do not allow the code is told, and may do without. False, with
// *refused: the call may not be made with *args.
static bool admit_args(struct sa_agent *a, const struct sa_tool *tool, char **args,
                       struct py_host_result *refused)
{
    bool ends = false;
    enum sa_hooked hooked;
    char *why = ask_all(a, tool, args, &hooked, &ends);
    bool misfit = hooked == SA_HOOKED_MISFIT;
    if (!why) return true;
    a->run->call_denied |= !misfit;
    *refused = (struct py_host_result){.error = why,
                                       .error_type = misfit ? "TypeError" : "PermissionError",
                                       .end_cell = ends || hooked == SA_HOOKED_OVER};
    return false;
}

// The tool to call, counted and told, with the arguments that it may be called with; NULL with
// *refused when the call is not made.
static struct sa_tool *admit(struct sa_agent *a, const char *name, char **args,
                             struct py_host_result *refused)
{
    struct sa_tool *tool = a->o.tools ? sa_tools_find(a->o.tools, name) : NULL;
    struct sa_run *run = a->run;
    int64_t limit;
    *refused = (struct py_host_result){.end_cell = tool && run};
    if (!tool || !run) {
        refused->error = sa_xasprintf("no tool %s", name);
    } else if (sa_events_failure(a->o.events)) {
        refused->error = sa_xstrdup(a->o.events->failure);
    } else if ((limit = sa_budget_take_call(&run->budget))) {
        refuse_more(run, limit, refused);
    } else if (admit_args(a, tool, args, refused)) {
        run->result->tool_calls++;
        cJSON *data = cJSON_CreateObject();
        cJSON_AddStringToObject(data, "name", name);
        cJSON_AddNumberToObject(data, "call", (double)run->result->tool_calls);
        cJSON_AddItemToObject(data, "args", cJSON_CreateRaw(*args));
        SA_AUTO_FREE char *source = sa_tool_source(tool);
        cJSON_AddStringToObject(data, "source", source);
        if (sa_agent_emit(a, SA_EV_TOOL_CALL, data)) return tool;
        refused->error = sa_xstrdup(a->o.events->failure);
    }
    return NULL;
}

bool sa_agent_names(const char *names, const char *name)
{
    struct sa_str rest = sa_str_of(names), one;
    while (sa_str_next_part(&rest, ',', &one))
        if (sa_str_equals(sa_str_trim(one), name)) return true;
    return false;
}

// To those that the observation has notes on.
static void add_name(char **names, const char *name)
{
    enum { NAMED = 400 };
    char *old = *names;
    if (old && (sa_agent_names(old, name) || strlen(old) > NAMED)) return;
    *names = sa_xasprintf("%s%s%s", old ? old : "", old ? ", " : "", name);
    free(old);
}

// What tools tell while they work, on this thread.
static void tell_news(void *ctx, enum sa_news_kind kind, cJSON *data)
{
    sa_agent_emit(ctx, kind == SA_NEWS_PROGRESS ? SA_EV_TOOL_PROGRESS : SA_EV_TOOL_LOG, data);
}

void sa_agent_own_news(struct sa_agent *a, bool own)
{
    if (a->o.news) sa_news_own(a->o.news, own ? tell_news : NULL, a);
}

// Redacts and tells the result of a call, and gives it to the code.
static struct py_host_result finish(struct sa_agent *a, struct sa_call_ended *e)
{
    struct sa_tool_result *r = &e->result;
    sa_news_flush(a->o.news);
    sa_agent_note_given(a, r);
    if (r->json) sa_handles_keep(sa_agent_handles(a), &r->json);
    sa_secret_redact_json(&r->json);
    if (r->error) sa_secret_redact(r->error, strlen(r->error));
    sa_agent_save_handles(a);
    sa_agent_hook_result(a, e);
    sa_secret_redact_json(&r->json);
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "name", e->tool->name);
    cJSON_AddNumberToObject(data, "call", (double)e->number);
    cJSON_AddBoolToObject(data, "ok", !r->error);
    if (r->error) cJSON_AddStringToObject(data, "error", r->error);
    else cJSON_AddItemToObject(data, "value", cJSON_CreateRaw(r->json));
    cJSON_AddNumberToObject(data, "duration_ms", (double)(e->duration_ns / SA_NS_PER_MS));
    if (r->cached) cJSON_AddTrueToObject(data, "cached");
    bool foreign = e->tool->foreign && !r->refused;
    if (foreign) cJSON_AddTrueToObject(data, "foreign");
    if (foreign) add_name(&a->run->foreign, e->tool->name);
    if (r->limit) cJSON_AddStringToObject(data, "limit", r->limit);
    if (r->limit) add_name(&a->run->limited, e->tool->name);
    sa_agent_emit(a, SA_EV_TOOL_RESULT, data);
    return (struct py_host_result){.json = r->json,
                                   .error = r->error,
                                   .error_type = r->error_type,
                                   .end_cell = sa_stop_reason(a->stop) || a->run->hook_failed,
                                   .call = e->number};
}

struct py_host_result sa_agent_on_tool(void *ctx, const char *name, const char *args_json,
                                       size_t args_len)
{
    struct sa_agent *a = ctx;
    struct py_host_result refused;
    SA_AUTO_FREE char *args = sa_xstrndup(args_json, args_len);
    sa_handles_keep(sa_agent_handles(a), &args);
    struct sa_tool *tool = admit(a, name, &args, &refused);
    if (!tool) return refused;
    struct sa_call_ended e = {.number = a->run->result->tool_calls, .tool = tool, .args = args};
    int64_t start = sa_clock_monotonic();
    sa_tool_call(tool, args, a->stop, &e.result);
    e.duration_ns = sa_clock_monotonic() - start;
    return finish(a, &e);
}

// ---- concurrent calls ---------------------------------------------------------------------------

static struct py_host_result on_start(void *ctx, const char *name, const char *args_json,
                                      size_t args_len)
{
    struct sa_agent *a = ctx;
    struct py_host_result refused;
    SA_AUTO_FREE char *args = sa_xstrndup(args_json, args_len);
    sa_handles_keep(sa_agent_handles(a), &args);
    struct sa_tool *tool = admit(a, name, &args, &refused);
    if (!tool) return refused;
    if (!a->calls) a->calls = sa_calls_new(a->stop);
    int64_t number = a->run->result->tool_calls;
    const char *why = sa_calls_start(a->calls, number, tool, args);
    if (!why) return (struct py_host_result){.call = number};
    struct sa_call_ended e = {.number = number, .tool = tool, .args = args};
    e.result.error = sa_xasprintf("%s: %s", name, why);
    e.result.refused = true;
    return finish(a, &e);
}

static struct py_host_result take(struct sa_agent *a, struct sa_call_ended *e)
{
    char *args = e->args;
    struct py_host_result result = finish(a, e);
    free(args);
    return result;
}

static struct py_host_result on_wait(void *ctx, int64_t timeout_ns)
{
    struct sa_agent *a = ctx;
    struct sa_call_ended e;
    if (a->calls && sa_calls_wait(a->calls, timeout_ns, a->stop, &e)) return take(a, &e);
    return (struct py_host_result){.end_cell = sa_stop_reason(a->stop) != 0};
}

static void on_cancel(void *ctx, int64_t call)
{
    struct sa_agent *a = ctx;
    if (a->calls) sa_calls_cancel(a->calls, call);
}

const struct py_call_hooks sa_agent_calls = {on_start, on_wait, on_cancel};

// ---- the same for code, which has handles for what models read descriptions of ------------------

static struct py_host_result with_handles(struct sa_agent *a, struct py_host_result r)
{
    if (r.json) sa_handles_refer(sa_agent_handles(a), &r.json);
    return r;
}

struct py_host_result sa_agent_on_tool_of_code(void *ctx, const char *name, const char *args,
                                               size_t len)
{
    return with_handles(ctx, sa_agent_on_tool(ctx, name, args, len));
}

static struct py_host_result on_wait_of_code(void *ctx, int64_t timeout_ns)
{
    return with_handles(ctx, on_wait(ctx, timeout_ns));
}

const struct py_call_hooks sa_agent_calls_of_code = {on_start, on_wait_of_code, on_cancel};

void sa_agent_end_calls(struct sa_agent *a)
{
    struct sa_call_ended e;
    if (!a->calls) return;
    sa_calls_cancel_all(a->calls, sa_stop_reason(a->stop));
    while (sa_calls_wait(a->calls, -1, NULL, &e)) {
        struct py_host_result r = take(a, &e);
        free(r.json);
        free(r.error);
    }
}
