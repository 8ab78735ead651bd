// An agent that has been opened: its recipe (struct smol_agent) made into a model, tools, an
// executor and the loop over them.
#include <stdlib.h>
#include <string.h>

#include "agent/shape.h"
#include "agent/sub_agent.h"
#include "base/watchdog.h"
#include "base/outside.h"
#include "base/xalloc.h"
#include "embed/embed_int.h"
#include "exec/exec.h"
#include "prompt/prompt.h"
#include "setup/setup.h"

struct sa_instance {
    struct smol_agent *of;          // borrowed
    const char *name;               // by which it was called; NULL: nobody did
    const struct sa_sub_call *call; // that it was opened for; NULL: it is that agent's own
    struct sa_sub_agent *subs;      // agents that are its tools
    struct sa_model *model;
    struct sa_prompts *prompts;
    struct sa_shape *shape;
    const char **imports;
    struct sa_exec_choice executor;
    struct sa_exec_own *own;
    struct sa_tools tools;
    struct sa_events events;
    struct sa_watchdog *watchdog;
    struct sa_agent_options options;
    struct sa_agent *agent;
};

static void on_event(void *ctx, const struct sa_event *event)
{
    const struct smol_agent *of = ctx;
    SA_AUTO_FREE char *json = sa_event_json(event);
    if (!json) return;
    const struct smol_event e = {.type = sa_event_name(event->type),
                                 .run = event->run,
                                 .parent = event->below ? event->below->parent : NULL,
                                 .depth = event->below ? event->below->depth : 0,
                                 .json = json,
                                 .len = strlen(json)};
    of->event(of->event_ctx, &e);
}

static void begin_events(struct smol_agent *of, struct sa_events *events)
{
    sa_events_init(events);
    if (of->event) sa_events_add(events, on_event, of);
}

// Opened once: keys are asked for once, and all conversations keep one pace.
static int open_stock(struct smol_agent *of, struct sa_stop *stop, struct sa_err *err)
{
    int code = SA_OK;
    if (pthread_mutex_trylock(&of->lock) && !sa_stop_lock(stop, &of->lock))
        return sa_err_set(err, SA_E_USAGE, "%s",
                          sa_stop_reason(stop) ? "stopped" : "its model is being opened");
    if (!of->stock)
        code = sa_setup_model_keyed(&of->config, of->key, of->key_ctx, stop, &of->stock, err);
    pthread_mutex_unlock(&of->lock);
    return code;
}

static struct sa_model *twin_of(struct smol_agent *of)
{
    pthread_mutex_lock(&of->lock);
    struct sa_model *twin = sa_model_twin(of->stock);
    pthread_mutex_unlock(&of->lock);
    return twin;
}

static int open_agent(const struct sa_sub_agent *sub, struct sa_sub_call *call, struct sa_err *err);
static void close_agent(struct sa_sub_call *call);

static bool caps_cost(const struct sa_instance *x)
{
    const struct sa_budget *shared = sa_embed_budget(x->of->budget);
    return x->options.max_cost > 0 || (shared && sa_budget_has_cost(shared));
}

// A model beneath that cannot be opened, or whose cost would not count, is found when the first
// agent begins, not when it is needed.
static int add_agent(struct sa_instance *x, struct sa_sub_agent *sub, const struct sa_embed_tool *t,
                     struct sa_err *err)
{
    *sub = (struct sa_sub_agent){.name = t->name,
                                 .description = t->description,
                                 .shape = t->shape,
                                 .foreign = t->effects & SMOL_TOOL_FOREIGN,
                                 .timeout_ns = sa_opt_timeout(&t->agent->config),
                                 .open = open_agent,
                                 .close = close_agent,
                                 .ctx = t->agent};
    struct sa_stop *stop = x->call ? x->call->stop : &x->of->stop;
    bool failed = open_stock(t->agent, stop, err) ||
                  (caps_cost(x) && sa_agent_check_price(t->agent->stock, err));
    if (failed) return sa_err_prefix(err, "agent %s", t->name);
    return sa_sub_agent_add(&x->tools, sub, err) ? err->code : SA_OK;
}

static int add_tools(struct sa_instance *x, struct sa_err *err)
{
    int code = SA_OK;
    x->subs = sa_xcalloc(x->of->tool_count, sizeof *x->subs);
    for (size_t i = 0; i < x->of->tool_count && !code; i++) {
        const struct sa_embed_tool *t = &x->of->tools[i];
        if (t->agent) code = add_agent(x, &x->subs[i], t, err);
        else if (sa_tools_add(&x->tools, sa_embed_tool_make(t), err)) code = err->code;
    }
    return code;
}

static int choose_executor(struct sa_instance *x, struct sa_err *err)
{
    const struct sa_config *c = &x->of->config;
    x->imports = sa_setup_imports(c);
    x->executor.ops = &sa_exec_local;
    bool code = x->options.kind != SA_AGENT_TOOLS;
    if (code && sa_embed_has_roles()) sa_setup_executor(c, x->imports, &x->tools, &x->executor);
    if (!x->executor.ops)
        return sa_err_set(err, SA_E_CONFIG, "executor '%s' is not in this build",
                          sa_opt_executor(c));
    x->own = sa_setup_own(c, x->executor.ops);
    return SA_OK;
}

static void fill_options(struct sa_instance *x)
{
    struct sa_agent_options *o = &x->options;
    o->model = x->model;
    o->executor = x->executor.ops;
    o->executor_why = x->executor.why[0] ? x->executor.why : NULL;
    o->exec.imports = x->imports;
    o->exec.installed = sa_setup_installed(&x->of->config);
    o->exec.own = x->own;
    o->tools = &x->tools;
    o->prompts = x->prompts;
    o->shape = x->shape;
    o->max_depth = SA_RUN_DEPTH;
}

// Whose run it is: a program's, or one below that of another agent, whose events and budget it has.
static void fill_place(struct sa_instance *x)
{
    struct sa_agent_options *o = &x->options;
    const struct sa_sub_call *call = x->call;
    o->stop = call ? call->stop : &x->of->stop;
    o->exec.watchdog = call ? call->watchdog : x->watchdog;
    o->name = x->name;
    if (call) {
        o->parent = call->parent;
        o->steps = call->steps;
    } else {
        o->events = &x->events;
        o->deltas = x->of->deltas;
        o->budget = sa_embed_budget(x->of->budget);
    }
}

static int define_variables(struct sa_instance *x, struct sa_err *err)
{
    for (size_t i = 0; i < x->of->variable_count; i++) {
        const struct sa_embed_variable *v = &x->of->variables[i];
        if (sa_agent_define_json(x->agent, v->name, v->json, strlen(v->json), v->note, err))
            return sa_err_prefix(err, "variable %s", v->name);
    }
    return SA_OK;
}

static int open_parts(struct sa_instance *x, struct sa_err *err)
{
    struct smol_agent *of = x->of;
    sa_setup_secrets(&of->config);
    sa_setup_options(&of->config, &x->options);
    int code = open_stock(of, x->call ? x->call->stop : &of->stop, err);
    if (!code) code = sa_setup_shape(&of->config, &x->shape, err);
    if (!code) code = add_tools(x, err);
    if (!code) code = choose_executor(x, err);
    if (!code && !(x->prompts = sa_prompts_new(sa_opt_prompts(&of->config), err))) code = err->code;
    if (code) return code;
    x->model = twin_of(of);
    fill_options(x);
    fill_place(x);
    x->agent = sa_agent_new(&x->options, err);
    return x->agent ? define_variables(x, err) : err->code;
}

struct sa_instance *sa_instance_open(struct smol_agent *of, struct sa_err *err)
{
    struct sa_instance *x = sa_xcalloc(1, sizeof *x);
    x->of = of;
    begin_events(of, &x->events);
    x->watchdog = sa_watchdog_new(&of->stop, NULL, NULL);
    if (!x->watchdog) sa_err_set(err, SA_E_INTERNAL, "no thread to be had that keeps the time");
    if (x->watchdog && !open_parts(x, err)) return x;
    sa_instance_close(x);
    return NULL;
}

// One for a call, on the thread of that.
static int open_agent(const struct sa_sub_agent *sub, struct sa_sub_call *call, struct sa_err *err)
{
    struct sa_instance *x = sa_xcalloc(1, sizeof *x);
    x->of = sub->ctx;
    x->call = call;
    x->name = sub->name;
    int code = open_parts(x, err);
    if (code) return sa_instance_close(x), code;
    call->agent = x->agent;
    call->parts = x;
    return SA_OK;
}

static void close_agent(struct sa_sub_call *call)
{
    sa_instance_close(call->parts);
}

void sa_instance_close(struct sa_instance *x)
{
    if (!x) return;
    if (x->agent) sa_agent_free(x->agent);
    if (x->model) sa_model_free(x->model);
    if (x->prompts) sa_prompts_free(x->prompts);
    sa_tools_release(&x->tools);
    sa_shape_free(x->shape);
    sa_watchdog_free(x->watchdog);
    free(x->imports);
    free(x->own);
    free(x->subs);
    free(x);
}

struct sa_agent *sa_instance_agent(struct sa_instance *x)
{
    return x->agent;
}

void sa_instance_run(struct sa_instance *x, const char *task, struct sa_run_result *result)
{
    begin_events(x->of, &x->events);
    sa_watchdog_begin(x->watchdog, x->options.timeout_ns);
    sa_agent_run(x->agent, task, result);
    sa_watchdog_end(x->watchdog);
    sa_run_end(&x->events, NULL, result);
}

void sa_instance_fail(struct smol_agent *of, struct sa_run_result *result)
{
    struct sa_events events;
    begin_events(of, &events);
    sa_run_end(&events, NULL, result);
}
