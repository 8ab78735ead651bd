// A run from task to result: the loop over steps, caps, and what code calls back into
// (prints; tools: call.c, files: access.c).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/cache.h"

static void emit_start(struct sa_agent *a)
{
    bool all;
    cJSON *data = cJSON_CreateObject(), *list = NULL;
    const cJSON *one;
    if (a->o.name) cJSON_AddStringToObject(data, "name", a->o.name);
    cJSON_ArrayForEach(one, a->o.made_of)
        cJSON_AddItemToObject(data, one->string, cJSON_Duplicate(one, true));
    cJSON_AddStringToObject(data, "task", a->run->task);
    cJSON_AddStringToObject(data, "version", SA_VERSION);
    cJSON_AddStringToObject(data, "model", a->o.model->id);
    if (a->o.model->provider) cJSON_AddStringToObject(data, "provider", a->o.model->provider);
    else cJSON_AddNullToObject(data, "provider");
    if (a->o.model->stand_in) list = cJSON_AddArrayToObject(data, "stand_ins");
    for (const struct sa_model *m = a->o.model->stand_in; m; m = m->stand_in)
        cJSON_AddItemToArray(list, cJSON_CreateString(m->id));
    cJSON_AddStringToObject(data, "agent", a->way->name);
    cJSON_AddStringToObject(data, "executor", a->o.executor->name);
    if (a->o.executor_why) cJSON_AddStringToObject(data, "executor_why", a->o.executor_why);
    sa_agent_put_layers(a, data);
    cJSON_AddNumberToObject(data, "max_steps", (double)a->o.max_steps);
    list = cJSON_AddArrayToObject(data, "variables");
    for (size_t i = 0; i < a->variable_count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(a->variables[i].name));
    list = cJSON_AddArrayToObject(data, "tools");
    for (size_t i = 0; a->o.tools && i < a->o.tools->count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(a->o.tools->items[i]->name));
    cJSON_AddItemToObject(data, "imports", sa_agent_import_list(a, &all));
    sa_agent_emit(a, SA_EV_RUN_START, data);
}

// What the run finds, for sa_agent_retract.
static void keep_turn(struct sa_agent *a)
{
    free(a->turn.unfinished);
    sa_agent_forget_attached(a);
    a->turn = (struct sa_turn){.kept = true,
                               .mark = sa_memory_mark(&a->memory),
                               .announced = a->announced,
                               .notes_told = a->notes_told,
                               .relist = a->relist,
                               .instructed = a->instructed,
                               .unfinished = sa_xstrdup(a->unfinished)};
}

static void loop(struct sa_agent *a)
{
    keep_turn(a);
    sa_err_clear(&a->exec->lost); // its first cell starts another worker
    if (!a->memory.count && sa_agent_push_system(a)) return;
    sa_agent_tell_attached(a);
    if (sa_agent_push_task(a)) return;
    for (a->run->step = 1; a->run->step <= a->o.max_steps; a->run->step++)
        if (sa_agent_must_end(a) || !sa_agent_plan(a) || sa_agent_step(a) == SA_STEP_DONE) return;
        else if (a->run->loop.times) break;
    if (sa_agent_must_end(a)) return;
    if (!a->o.max_steps_fail) sa_agent_last_answer(a);
    else if (a->run->refused) sa_agent_end_refused(a);
    else sa_agent_end_unanswered(a, false);
}

void sa_agent_so_far(const struct sa_agent *a, struct sa_run_result *result)
{
    static char none[] = "";
    *result = (struct sa_run_result){.imports = none};
    if (!a || !a->run) return;
    const struct sa_run_result *r = a->run->result;
    result->usage = sa_budget_spent(&a->run->budget).usage;
    result->steps = r->steps;
    result->cells = r->cells;
    result->errors = r->errors;
    result->tool_calls = r->tool_calls;
    result->duration_ms = (sa_clock_monotonic() - a->run->started) / SA_NS_PER_MS;
}

// Its place below the run of the parent, and what it may spend.
static void join(struct sa_agent *a, struct sa_run *run)
{
    struct sa_run *parent = a->o.parent ? a->o.parent->run : NULL;
    const struct sa_limits limits = {.timeout_ns = parent ? a->o.timeout_ns : 0,
                                     .max_tokens = a->o.max_tokens,
                                     .max_cost = a->o.max_cost,
                                     .max_tool_calls = a->o.max_tool_calls};
    sa_budget_init(&run->budget, &limits, parent ? &parent->budget : a->o.budget);
    run->max_depth = a->o.max_depth < SA_RUN_DEPTH ? a->o.max_depth : SA_RUN_DEPTH;
    bool own = !parent || a->stop != a->o.parent->stop;
    if (own && run->budget.above) sa_budget_stops(&run->budget, a->stop);
    if (!parent) return;
    run->depth = parent->depth + 1;
    run->max_depth = parent->max_depth;
    run->place.parent = parent->below ? parent->below->id : a->o.events->run;
    run->place.depth = run->depth;
    run->place.name = a->o.name;
    if (a->o.steps) run->place.fn = sa_steps_own_event, run->place.ctx = a->o.steps;
    snprintf(run->place.id, sizeof run->place.id, "%s.%d", run->place.parent,
             atomic_fetch_add(&a->o.parent->children, 1) + 1);
    run->below = &run->place;
}

int64_t sa_agent_depth_left(const struct sa_agent *a)
{
    return a->run ? a->run->max_depth - a->run->depth : a->o.max_depth;
}

// The next task begins with the end of this one, where there was no answer.
static void keep_end(struct sa_agent *a, const struct sa_run_result *r)
{
    bool answered = r->status == SA_RUN_OK || r->status == SA_RUN_MAX_STEPS ||
                    r->status == SA_RUN_LOOP;
    sa_freep(&a->unfinished);
    if (r->status == SA_RUN_INTERRUPTED) a->unfinished = sa_xstrdup("the user stopped it");
    else if (!answered)
        a->unfinished = sa_xstrdup(r->error ? r->error : sa_code_help(r->exit_code));
}

static void count_up(struct sa_run *run)
{
    struct sa_run_result *result = run->result;
    result->usage = sa_budget_spent(&run->budget).usage;
    result->duration_ms = (sa_clock_monotonic() - run->started) / SA_NS_PER_MS;
    result->imports = sa_buf_take(&run->imports, NULL);
}

static void leave(struct sa_agent *a, struct sa_run *run)
{
    struct sa_run_result *result = run->result;
    a->steps_before += result->steps;
    if (run->below) sa_run_end(a->o.events, run->below, result);
    sa_agent_drop_images(a);
    sa_buf_release(&run->printed), sa_buf_release(&run->written);
    free(run->foreign), free(run->limited);
    for (int i = 0; i < SA_STREAMS; i++)
        sa_redactor_release(&run->prints[i]), sa_redactor_release(&run->deltas[i]);
    free(run->refused);
    free(run->told_in_prose);
    free(run->plan);
    free(run->denied);
    free(run->hook_failed);
    sa_buf_release(&run->changed);
    sa_budget_release(&run->budget);
    a->run = NULL;
}

static void solve(struct sa_agent *a);

// Whatever a run is for: its frame.
static void run(struct sa_agent *a, const char *task, struct sa_run_result *result,
                void (*body)(struct sa_agent *a))
{
    memset(result, 0, sizeof *result);
    struct sa_run run = {.result = result, .task = task, .started = sa_clock_monotonic()};
    sa_buf_init(&run.printed, SA_BUF_HUGE), sa_buf_init(&run.written, SA_BUF_SMALL);
    sa_buf_init(&run.imports, SA_BUF_SMALL);
    sa_buf_init(&run.changed, SA_BUF_HUGE);
    join(a, &run);
    a->run = &run;
    sa_agent_own_news(a, true);
    body(a);
    sa_agent_own_news(a, false);
    count_up(&run);
    if (body == solve) sa_agent_hook_end(a);
    leave(a, &run);
}

static void solve(struct sa_agent *a)
{
    const struct sa_run *r = a->run;
    if (!r->below && a->o.tools && a->o.tools->env) sa_tool_cache_clear(a->o.tools->env->cache);
    emit_start(a);
    sa_agent_tell_model_host(a);
    if (r->depth <= r->max_depth) loop(a);
    else
        sa_agent_end(a, SA_RUN_BUDGET, SA_E_CAP, "runs may be nested %lld deep, and this is deeper",
                     (long long)r->max_depth);
    if (r->hook_failed) sa_agent_must_end(a); // whatever else it came to
    keep_end(a, r->result);
}

void sa_agent_run(struct sa_agent *a, const char *task, struct sa_run_result *result)
{
    run(a, task, result, solve);
}

static void begin(struct sa_agent *a)
{
    a->run->step = 1;
    if (!a->memory.count && sa_agent_push_system(a)) return;
    if (!sa_agent_push_task(a) && sa_agent_plan_is_due(a)) sa_agent_push_plan_question(a);
}

bool sa_agent_preview(struct sa_agent *a, const char *task, struct sa_run_result *result,
                      struct sa_model_sent *sent)
{
    run(a, task, result, begin);
    memset(sent, 0, sizeof *sent);
    return !result->exit_code && sa_agent_would_send(a, a->o.planning_interval <= 0, sent);
}

void sa_agent_summarize(struct sa_agent *a, struct sa_run_result *result)
{
    run(a, "", result, sa_agent_sum_up);
}
