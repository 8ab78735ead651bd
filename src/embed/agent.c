// What a program does with an agent: settings, tools and variables until it runs, then runs. Who
// comes while it is in use is turned away.
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "agent/shape.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "embed/embed_int.h"
#include "setup/setup.h"

static const char nobody[] = "there is no agent (NULL was given)";

// Whoever has it already, and asks a program for a key, is told so when that comes back for it.
static void init_lock(pthread_mutex_t *lock)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(lock, &kind);
    pthread_mutexattr_destroy(&kind);
}

struct smol_agent *smol_agent_new(void)
{
    struct smol_agent *a = sa_xcalloc(1, sizeof *a);
    atomic_init(&a->refs, 1);
    atomic_init(&a->busy, false);
    atomic_init(&a->given, false);
    sa_config_init(&a->config);
    sa_stop_init(&a->stop);
    init_lock(&a->lock);
    return a;
}

static void variable_release(struct sa_embed_variable *v)
{
    free(v->name);
    free(v->json);
    free(v->note);
}

// Settings that change ask for another one.
static void drop_stock(struct smol_agent *a)
{
    if (a->stock) sa_model_free(a->stock);
    a->stock = NULL;
}

// Of agents beneath there are a few levels at most.
static void release(struct smol_agent *a)
{
    if (atomic_fetch_sub(&a->refs, 1) > 1) return;
    sa_instance_close(a->live);
    drop_stock(a);
    for (size_t i = 0; i < a->tool_count; i++) {
        if (a->tools[i].agent) release(a->tools[i].agent);
        sa_embed_tool_release(&a->tools[i]);
    }
    for (size_t i = 0; i < a->variable_count; i++) variable_release(&a->variables[i]);
    free(a->tools);
    free(a->variables);
    smol_budget_free(a->budget);
    sa_config_release(&a->config);
    sa_stop_release(&a->stop);
    pthread_mutex_destroy(&a->lock);
    free(a->price);
    free(a->unfit);
    free(a);
}

void smol_agent_free(struct smol_agent *a)
{
    struct sa_embed_pipe pipe;
    if (!a) return;
    sa_embed_hold_pipe(&pipe);
    release(a);
    sa_embed_free_pipe(&pipe);
}

// ---- until it runs ------------------------------------------------------------------------------

// NULL: it is the caller's until leave(); else why not.
static const char *enter(struct smol_agent *a)
{
    if (!a) return nobody;
    if (atomic_exchange(&a->busy, true)) return "the agent is in use";
    sa_err_clear(&a->said);
    return NULL;
}

// What was given may stand in it.
static void make_line(char *text)
{
    for (; text && *text; text++)
        if (iscntrl((unsigned char)*text)) *text = ' ';
}

// The result of a call, which sticks where it is an error of the setting up.
static const char *leave(struct smol_agent *a)
{
    const char *why = a->said.code ? a->said.message : NULL;
    make_line(a->said.message);
    if (why && !a->live && !a->given && !a->unfit) a->unfit = sa_xstrdup(why);
    atomic_store(&a->busy, false);
    return why;
}

// For what is settled by the first run.
static const char *enter_early(struct smol_agent *a)
{
    const char *why = enter(a);
    if (why) return why;
    if (!a->live && !a->given) return NULL;
    sa_err_set(&a->said, SA_E_USAGE,
               a->given ? "the agent is a tool of another one, and stays as it is"
                        : "the agent has run, and stays as it is until smol_agent_forget");
    return leave(a);
}

const char *smol_agent_set(struct smol_agent *a, const char *name, const char *value)
{
    const char *why = enter_early(a);
    if (why) return why;
    if (sa_embed_is_text("the name of a setting", name, &a->said) &&
        sa_embed_is_text(name, value, &a->said))
        sa_embed_set(a, name, value, &a->said);
    return leave(a);
}

const char *smol_agent_key(struct smol_agent *a, smol_key_fn fn, void *ctx)
{
    const char *why = enter_early(a);
    if (why) return why;
    a->key = fn;
    a->key_ctx = ctx;
    return leave(a);
}

const char *smol_agent_watch(struct smol_agent *a, smol_event_fn fn, void *ctx, bool deltas)
{
    const char *why = enter_early(a);
    if (why) return why;
    a->event = fn;
    a->event_ctx = ctx;
    a->deltas = deltas && fn;
    return leave(a);
}

const char *smol_agent_share(struct smol_agent *a, struct smol_budget *budget)
{
    const char *why = enter_early(a);
    if (why) return why;
    const char *fault = sa_embed_budget_fault(budget);
    if (fault) sa_err_set(&a->said, SA_E_USAGE, "%s", fault);
    smol_budget_free(a->budget);
    a->budget = sa_embed_budget_keep(budget);
    return leave(a);
}

static bool is_tool(const struct smol_agent *a, const char *name)
{
    size_t i = 0;
    while (i < a->tool_count && !sa_streq(a->tools[i].name, name)) i++;
    return i < a->tool_count;
}

static bool is_variable(const struct smol_agent *a, const char *name)
{
    size_t i = 0;
    while (i < a->variable_count && !sa_streq(a->variables[i].name, name)) i++;
    return i < a->variable_count;
}

// The code would find only one of two behind a name.
static bool is_free(const struct smol_agent *a, const char *name, struct sa_err *err)
{
    static const struct sa_tools none;
    const char *why = sa_tools_refuse(&none, name);
    if (is_tool(a, name)) why = "there is already a tool of that name";
    if (is_variable(a, name)) why = "there is a variable of that name";
    if (why) sa_err_set(err, SA_E_CONFIG, "tool '%s': %s", name, why);
    return !why;
}

static void add_tool(struct smol_agent *a, const struct smol_tool *tool)
{
    struct sa_embed_tool taken;
    if (!tool) {
        sa_err_set(&a->said, SA_E_USAGE, "there is no tool (NULL was given)");
        return;
    }
    if (sa_embed_tool_take(tool, &taken, &a->said)) return;
    if (!is_free(a, taken.name, &a->said)) {
        sa_embed_tool_release(&taken);
        return;
    }
    SA_GROW(a->tools, a->tool_cap, a->tool_count + 1);
    a->tools[a->tool_count++] = taken;
}

const char *smol_agent_add_tool(struct smol_agent *a, const struct smol_tool *tool)
{
    const char *why = enter_early(a);
    if (why) return why;
    add_tool(a, tool);
    return leave(a);
}

// What an agent is from here on, for whoever calls it. False: it is not fit for that.
static bool settle(struct smol_agent *a, struct sa_err *err)
{
    if (a->unfit) return sa_err_set(err, SA_E_CONFIG, "%s", a->unfit), false;
    return a->given || !sa_embed_settle(a, err);
}

static void add_agent(struct smol_agent *a, const char *name, const char *description,
                      struct smol_agent *other)
{
    struct sa_err *err = &a->said;
    struct sa_embed_tool tool = {.agent = other};
    bool deep = other->levels + 1 >= SA_RUN_DEPTH;
    if (!sa_embed_is_text("the name of an agent", name, err) || !is_free(a, name, err)) return;
    if (!sa_embed_is_text("what an agent is for", description, err)) return;
    if (deep) sa_err_set(err, SA_E_CONFIG, "agents stand at most %d deep", SA_RUN_DEPTH);
    if (deep || !settle(other, err) || sa_setup_shape(&other->config, &tool.shape, err)) {
        sa_err_prefix(err, "agent %s", name);
        return;
    }
    tool.name = sa_xstrdup(name);
    tool.description = sa_xstrdup(description);
    for (size_t i = 0; i < other->tool_count; i++)
        tool.effects |= other->tools[i].effects & SMOL_TOOL_FOREIGN;
    atomic_fetch_add(&other->refs, 1);
    atomic_store(&other->given, true);
    if (a->levels <= other->levels) a->levels = other->levels + 1;
    SA_GROW(a->tools, a->tool_cap, a->tool_count + 1);
    a->tools[a->tool_count++] = tool;
}

const char *smol_agent_add_agent(struct smol_agent *a, const char *name, const char *description,
                                 struct smol_agent *other)
{
    const char *why = enter_early(a), *its;
    if (why) return why;
    its = enter(other); // not where the two are one
    if (its) sa_err_set(&a->said, SA_E_USAGE, "the other agent: %s", its);
    else add_agent(a, name, description, other), atomic_store(&other->busy, false);
    return leave(a);
}

static void keep_variable(struct smol_agent *a, struct sa_embed_variable v)
{
    for (size_t i = 0; i < a->variable_count; i++) {
        if (!sa_streq(a->variables[i].name, v.name)) continue;
        variable_release(&a->variables[i]);
        a->variables[i] = v;
        return;
    }
    SA_GROW(a->variables, a->variable_cap, a->variable_count + 1);
    a->variables[a->variable_count++] = v;
}

static void define(struct smol_agent *a, const char *name, const char *json, const char *note)
{
    struct sa_err *err = &a->said;
    if (!sa_embed_is_text("the name of a variable", name, err) || sa_variable_name_check(name, err))
        return;
    if (!sa_embed_is_text(name, json, err) ||
        (note && !sa_embed_is_text("the note of a variable", note, err)))
        return;
    bool answer = sa_streq(name, "final_answer");
    if (answer || is_tool(a, name)) {
        sa_err_set(err, SA_E_USAGE, "'%s' is the name of %s: name the variable otherwise", name,
                   answer ? "the function that ends a run" : "a tool");
        return;
    }
    if (!sa_json_check(json, strlen(json), err)) {
        sa_err_prefix(err, "variable %s", name);
        return;
    }
    if (a->live &&
        sa_agent_define_json(sa_instance_agent(a->live), name, json, strlen(json), note, err))
        return;
    keep_variable(a,
                  (struct sa_embed_variable){sa_xstrdup(name), sa_xstrdup(json), sa_xstrdup(note)});
}

const char *smol_agent_define(struct smol_agent *a, const char *name, const char *json,
                              const char *note)
{
    const char *why = a && a->given ? enter_early(a) : enter(a);
    if (why) return why;
    define(a, name, json, note);
    return leave(a);
}

const char *smol_agent_forget(struct smol_agent *a)
{
    struct sa_embed_pipe pipe;
    const char *why = enter(a);
    if (why) return why;
    sa_embed_hold_pipe(&pipe);
    sa_instance_close(a->live);
    a->live = NULL;
    if (!a->given) drop_stock(a);
    sa_embed_free_pipe(&pipe);
    return leave(a);
}

// ---- runs ---------------------------------------------------------------------------------------

void smol_agent_cancel(struct smol_agent *a)
{
    if (a) sa_stop_request(&a->stop, SA_STOP_CANCEL);
}

static void fail(struct sa_run_result *r, int code, const char *message)
{
    *r = (struct sa_run_result){.status = SA_RUN_ERROR,
                                .exit_code = code,
                                .error = sa_xstrdup(message),
                                .imports = sa_xstrdup("")};
}

static bool is_task(const char *task, struct sa_err *err)
{
    if (!sa_embed_is_text("the task", task, err)) return false;
    if (sa_str_trim(sa_str_of(task)).len) return true;
    sa_err_set(err, SA_E_USAGE, "the task is empty");
    return false;
}

// Made of what was said about it, where it is not open yet.
static bool ready(struct smol_agent *a, const char *task, struct sa_err *err)
{
    if (a->unfit) sa_err_set(err, SA_E_USAGE, "%s", a->unfit);
    else if (!is_task(task, err)) return false;
    else if (!a->live && settle(a, err)) a->live = sa_instance_open(a, err);
    return a->live && !a->unfit;
}

static void run(struct smol_agent *a, const char *task, struct sa_run_result *r)
{
    struct sa_err err = SA_ERR_INIT;
    int reason;
    if (ready(a, task, &err)) {
        sa_instance_run(a->live, task, r);
    } else {
        fail(r, err.code, err.message);
        if ((reason = sa_stop_reason(&a->stop)) && !a->unfit) sa_run_stopped(r, reason, 0, "");
        sa_instance_fail(a, r);
    }
    // A cancel that came when all was done, or comes just now, is meant for the next run.
    reason = sa_stop_reason(&a->stop);
    bool kept = reason == SA_STOP_CANCEL && r->status != SA_RUN_INTERRUPTED;
    if (reason && !kept) sa_stop_clear(&a->stop);
}

static struct smol_result *to_result(struct sa_run_result *r)
{
    static const enum smol_status statuses[] = {
        [SA_RUN_OK] = SMOL_OK,           [SA_RUN_MAX_STEPS] = SMOL_MAX_STEPS,
        [SA_RUN_LOOP] = SMOL_LOOP,       [SA_RUN_NO_ANSWER] = SMOL_NO_ANSWER,
        [SA_RUN_REFUSED] = SMOL_REFUSED, [SA_RUN_BUDGET] = SMOL_BUDGET,
        [SA_RUN_TIMEOUT] = SMOL_TIMEOUT, [SA_RUN_INTERRUPTED] = SMOL_CANCELLED,
        [SA_RUN_ERROR] = SMOL_ERROR};
    struct smol_result *out = sa_xcalloc(1, sizeof *out);
    *out = (struct smol_result){.status = statuses[r->status],
                                .exit_code = r->exit_code,
                                .answer = r->answer,
                                .answer_json = r->answer_json,
                                .error = r->error,
                                .model = r->model,
                                .steps = r->steps,
                                .cells = r->cells,
                                .errors = r->errors,
                                .tool_calls = r->tool_calls,
                                .duration_ms = r->duration_ms,
                                .input_tokens = r->usage.input,
                                .output_tokens = r->usage.output,
                                .cached_tokens = r->usage.cached,
                                .reasoning_tokens = r->usage.reasoning,
                                .cost = r->usage.cost,
                                .priced = r->usage.priced,
                                .estimated = r->usage.estimated};
    make_line(r->error);
    free(r->imports);
    return out;
}

struct smol_result *smol_agent_run(struct smol_agent *a, const char *task)
{
    struct sa_run_result r;
    struct sa_embed_pipe pipe;
    const char *why = enter(a);
    if (why) {
        fail(&r, SA_E_USAGE, why);
        return to_result(&r);
    }
    atomic_fetch_add(&a->refs, 1); // whoever lets go of it meanwhile
    sa_embed_hold_pipe(&pipe);
    run(a, task, &r);
    leave(a);
    release(a);
    sa_embed_free_pipe(&pipe);
    return to_result(&r);
}

void smol_result_free(struct smol_result *r)
{
    if (!r) return;
    free((char *)r->answer);
    free((char *)r->answer_json);
    free((char *)r->error);
    free((char *)r->model);
    free(r);
}
