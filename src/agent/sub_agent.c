// See sub_agent.h. Whether the call is awaited or not, whatever executor the caller's code has: the
// agent runs on a fresh thread, so that its C stack is all of one, and has a stop flag of its own,
// which that of the call is linked to.
#include "agent/sub_agent.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "agent/shape.h"
#include "agent/steps.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/watchdog.h"
#include "base/xalloc.h"

struct work {
    const struct sa_sub_agent *sub;
    const char *text; // of the arguments
    const cJSON *args;
    struct sa_stop stop;
    struct sa_steps steps;
    struct sa_sub_call call;
    struct sa_run_result run;
    struct sa_tool_result *result;
};

// ---- variables ----------------------------------------------------------------------------------

// An agent without code works with what it is shown: all of a value, but of very large ones.
static char *note_of(const struct sa_agent *a, struct sa_str json)
{
    enum { SHOWN = 20000 };
    struct sa_buf note = SA_BUF_INIT(SA_BUF_HUGE);
    if (sa_agent_runs_code(a)) return NULL;
    sa_cut_middle(&note, json.data, json.len, SHOWN, "");
    return sa_buf_take(&note, NULL);
}

static int define(struct sa_agent *a, const char *name, struct sa_str json, struct sa_err *err)
{
    if (sa_streq(name, "final_answer") || (a->o.tools && sa_tools_find(a->o.tools, name)))
        return sa_err_set(err, SA_E_USAGE, "'%s' is the name of a function that it has", name);
    SA_AUTO_FREE char *note = note_of(a, json);
    return sa_agent_define_json(a, name, json.data, json.len, note, err) ? err->code : SA_OK;
}

// What a member of a call's arguments is: the call has a task, and objects of variables; so may
// these, where code wrote variables={...} or, as for smolagents, additional_args={...}.
enum level { OF_CALL, OF_VARIABLES, OF_OBJECT };

static bool holds_variables(enum level level, const char *name, struct sa_str value)
{
    static const char *const objects[] = {"variables", "additional_args"};
    if (level == OF_OBJECT || !sa_str_equals_any(sa_str_of(name), objects, SA_COUNT(objects)))
        return false;
    return *value.data == '{' || (sa_streq(name, "additional_args") && *value.data == 'n');
}

// The members of an object as they are written: 2.0 is no 2.
static int define_members(struct work *w, struct sa_str object, enum level level,
                          struct sa_err *err)
{
    struct sa_str value;
    size_t at = 0;
    char *name;
    int code = SA_OK;
    while (!code &&
           sa_json_next_member(object.data, object.len, &at, &name, &value.data, &value.len)) {
        bool as_variables = level == OF_CALL && sa_streq(name, "variables");
        if (holds_variables(level, name, value))
            code = define_members(w, value, as_variables ? OF_VARIABLES : OF_OBJECT, err);
        else if (level != OF_CALL || !sa_streq(name, "task"))
            code = define(w->call.agent, name, value, err);
        free(name);
    }
    return code;
}

// They are in `variables`, as Python gives them, or beside the task, as some models write calls.
static int define_all(struct work *w, struct sa_err *err)
{
    if (!cJSON_IsObject(w->args)) return SA_OK;
    return define_members(w, sa_str_of(w->text), OF_CALL, err);
}

// ---- results ------------------------------------------------------------------------------------

static void give(struct work *w)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE), summary = SA_BUF_INIT(SA_BUF_HUGE);
    if (!w->sub->summary) {
        sa_buf_appends(&out, w->run.answer_json);
    } else {
        sa_steps_sum_up(w->call.steps, &summary);
        sa_buf_appendc(&out, '{');
        sa_json_put_raw(&out, "answer", w->run.answer_json);
        sa_json_put_strn(&out, "summary", sa_buf_text(&summary), summary.len);
        sa_buf_appendc(&out, '}');
    }
    w->result->json = sa_buf_take(&out, NULL);
    w->result->limit = w->run.limit;
    sa_buf_release(&summary);
}

static void fail(struct work *w)
{
    long long steps = (long long)w->run.steps;
    const char *why = w->run.error ? w->run.error : sa_code_help(w->run.exit_code);
    w->result->error = sa_xasprintf("the agent %s gave no answer, after %lld step%s: %s",
                                    w->sub->name, steps, steps == 1 ? "" : "s", why);
    if (w->run.status == SA_RUN_TIMEOUT) w->result->error_type = "TimeoutError";
    if (w->run.exit_code == SA_E_DENIED) w->result->error_type = "PermissionError";
}

static void work(struct work *w)
{
    struct sa_err err = SA_ERR_INIT;
    const char *task = sa_json_str(w->args, "task", "");
    if (w->sub->open(w->sub, &w->call, &err)) {
        w->result->error = sa_xasprintf("the agent %s could not begin: %s", w->sub->name,
                                        err.message);
        return;
    }
    if (define_all(w, &err)) {
        w->result->error = sa_xasprintf("%s(): %s", w->sub->name, err.message);
        w->result->error_type = "TypeError";
    } else {
        sa_agent_run(w->call.agent, task, &w->run);
        if (w->run.answer_json && !w->run.exit_code) give(w);
        else fail(w);
        sa_run_result_release(&w->run);
    }
    w->sub->close(&w->call);
}

// ---- the call -----------------------------------------------------------------------------------

// The watchdog of a call only requests its stop: the session's ends what does not come back.
static void never(void *ctx, int reason)
{
    (void)ctx;
    SA_BUG("the watchdog of a sub-agent bit, for %d", reason);
}

// Without what a stop wakes it by, and whoever keeps its time, none begins.
static void *run_thread(void *ctx)
{
    struct work *w = ctx;
    w->call.watchdog = w->stop.fd < 0 ? NULL : sa_watchdog_new(&w->stop, never, NULL);
    if (!w->call.watchdog) {
        w->result->error = sa_xasprintf("the agent %s could not begin: there are no descriptors or "
                                        "threads left for it",
                                        w->sub->name);
        return NULL;
    }
    sa_watchdog_grace(w->call.watchdog, INT64_MAX / 2);
    sa_watchdog_begin(w->call.watchdog, w->sub->timeout_ns);
    work(w);
    sa_watchdog_end(w->call.watchdog);
    sa_watchdog_free(w->call.watchdog);
    return NULL;
}

// Signals stay with the main thread, whose system calls they must interrupt.
static bool start(pthread_t *thread, struct work *w)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    bool started = pthread_create(thread, NULL, run_thread, w) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return started;
}

// Each may call many at once, and so may these. Who waited for a place here would hold his own.
static atomic_int *enter(const struct sa_tool *tool, struct sa_tool_result *result)
{
    struct sa_agent *first = tool->env->agent;
    if (!first) {
        result->error = sa_xasprintf("%s: agents are called by agents, in their runs", tool->name);
        return NULL;
    }
    while (first->o.parent) first = first->o.parent;
    if (atomic_fetch_add(&first->under_way, 1) < SA_AGENTS_AT_ONCE) return &first->under_way;
    atomic_fetch_sub(&first->under_way, 1);
    result->error = sa_xasprintf("%s: %d agents are under way in this run, and no more can be",
                                 tool->name, SA_AGENTS_AT_ONCE);
    return NULL;
}

static void call(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                 struct sa_tool_result *result)
{
    atomic_int *under_way = enter(tool, result);
    if (!under_way) return;
    cJSON *args = sa_json_parse(args_json, strlen(args_json), NULL);
    struct work w = {.sub = tool->data, .text = args_json, .args = args, .result = result};
    struct sa_stop_link link;
    pthread_t thread;
    sa_stop_init(&w.stop);
    w.call = (struct sa_sub_call){
        .parent = tool->env->agent, .stop = &w.stop, .steps = w.sub->summary ? &w.steps : NULL};
    if (stop) sa_stop_link(&link, stop, &w.stop);
    if (start(&thread, &w)) pthread_join(thread, NULL);
    else result->error = sa_xasprintf("%s: no thread to be had for the agent", tool->name);
    if (stop) sa_stop_unlink(&link);
    sa_steps_release(&w.steps);
    sa_stop_release(&w.stop);
    cJSON_Delete(args);
    atomic_fetch_sub(under_way, 1);
}

// ---- the tool -----------------------------------------------------------------------------------

static const char inputs[] =
    "{\"type\":\"object\",\"properties\":{"
    "\"task\":{\"type\":\"string\",\"description\":\"what it is to do, with all it has to know\"},"
    "\"variables\":{\"type\":\"object\",\"description\":\"values that it gets as variables\"}},"
    "\"required\":[\"task\"]}";

// Of the answer, which a summary stands beside.
static cJSON *output_of(const struct sa_sub_agent *sub)
{
    cJSON *answer = sub->shape ? cJSON_Duplicate(sub->shape->document, true) : NULL;
    if (!sub->summary) return answer;
    cJSON *both = cJSON_Parse("{\"type\":\"object\",\"properties\":{},"
                              "\"required\":[\"answer\",\"summary\"]}");
    cJSON *properties = cJSON_GetObjectItem(both, "properties"), *summary;
    // A reference leads from the root of its own document.
    bool whole = answer && !sa_json_get(answer, "$defs") && !sa_json_get(answer, "definitions");
    cJSON_AddItemToObject(properties, "answer", whole ? answer : cJSON_CreateObject());
    if (!whole) cJSON_Delete(answer);
    summary = cJSON_AddObjectToObject(properties, "summary");
    cJSON_AddStringToObject(summary, "type", "string");
    return both;
}

int sa_sub_agent_add(struct sa_tools *tools, const struct sa_sub_agent *sub, struct sa_err *err)
{
    struct sa_tool *tool = sa_xcalloc(1, sizeof *tool);
    *tool = (struct sa_tool){.source = "agent",
                             .of_agent_file = sub->of_agent_file,
                             // What its own calls do is judged when they are made.
                             .effects = SA_TOOL_READS | SA_TOOL_NETWORK,
                             .foreign = sub->foreign,
                             .name = sa_xstrdup(sub->name),
                             .description = sa_xstrdup(sub->description),
                             .inputs = cJSON_Parse(inputs),
                             .output = output_of(sub),
                             .rest = "variables",
                             .call = call,
                             .data = (void *)(uintptr_t)sub};
    tool->returns = sa_xstrdup(sub->summary ? "its answer, and a summary of its steps"
                                            : "its answer");
    tool->raises = sa_xstrdup("RuntimeError when it gives no answer, TimeoutError when its time is "
                              "up");
    return sa_tools_add(tools, tool, err);
}
