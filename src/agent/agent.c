// The agent's life cycle: opening the executor, defining variables and tools, forgetting.
#include "agent/agent.h"

#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "tool/handle.h"
#include "prompt/prompt.h"
#include "tool/calls.h"

static int define_tools(struct sa_agent *a, size_t first, struct sa_err *err)
{
    for (size_t i = first; a->o.tools && i < a->o.tools->count; i++) {
        SA_AUTO_FREE char *stub = sa_tool_stub(a->o.tools->items[i]);
        if (sa_journal_define_tool(a->journal, a->exec, a->o.tools->items[i]->name, stub, err)) {
            if (err) err->code = SA_E_CONFIG;
            return sa_err_prefix(err, "tool"), -1;
        }
    }
    return 0;
}

static int open_executor(struct sa_agent *a, struct sa_err *err)
{
    struct sa_exec_options o = a->o.exec;
    if (a->journal) sa_journal_attach(a->journal, &o);
    if (a->o.executor->open(&o, &a->exec, err)) return -1;
    return define_tools(a, 0, err);
}

int sa_agent_check_price(const struct sa_model *model, struct sa_err *err)
{
    while (model && model->priced) model = model->stand_in;
    if (!model) return SA_OK;
    return sa_err_set(err, SA_E_CONFIG,
                      "--max-cost needs a price: write `%s = IN OUT` (dollars per million tokens) "
                      "under [prices] in the configuration",
                      model->id);
}

// Whoever caps costs has to know them.
static int check_price(const struct sa_agent_options *o, const struct sa_model *model,
                       struct sa_err *err)
{
    const struct sa_run *above = o->parent ? o->parent->run : NULL;
    bool costs = o->max_cost > 0 || sa_budget_has_cost(o->budget) ||
                 (above && sa_budget_has_cost(&above->budget));
    return costs ? sa_agent_check_price(model, err) : SA_OK;
}

struct sa_agent *sa_agent_new(const struct sa_agent_options *options, struct sa_err *err)
{
    static const struct sa_way *const ways[] = {[SA_AGENT_CODE] = &sa_way_code,
                                                [SA_AGENT_STRUCTURED] = &sa_way_structured,
                                                [SA_AGENT_TOOLS] = &sa_way_tools};
    if (check_price(options, options->model, err)) return NULL;
    struct sa_agent *a = sa_xcalloc(1, sizeof *a);
    a->o = *options;
    if (!a->o.hooks && options->parent) a->o.hooks = options->parent->o.hooks;
    a->asked_context = options->max_context;
    a->memory.keep_images = options->keep_images;
    sa_agent_set_model(a, options->model);
    a->way = ways[options->kind];
    sa_stop_init(&a->own_stop);
    a->stop = options->stop     ? options->stop
              : options->parent ? options->parent->stop
                                : &a->own_stop;
    if (!a->o.events) {
        a->o.events = options->parent->o.events;
        a->o.deltas = options->parent->o.deltas;
    }
    a->o.exec.stop = a->stop;
    a->o.exec.on_print = sa_agent_on_print;
    a->o.exec.on_image = sa_agent_on_image;
    a->o.exec.on_tool = sa_agent_on_tool_of_code;
    a->o.exec.calls = sa_agent_calls_of_code;
    a->o.exec.on_file = sa_agent_on_file;
    a->o.exec.on_folder = sa_agent_on_folder;
    a->o.exec.ctx = a;
    if (a->o.tools) sa_tools_disclose(a->o.tools, a->o.tool_budget);
    if (a->o.tools) {
        a->o.exec.handles = sa_tools_handles(a->o.tools);
        a->o.tools->env->stop = a->stop;
        a->o.tools->env->agent = a;
        a->o.tools->env->allows = sa_agent_allows;
        a->o.tools->env->may_reach = sa_agent_may_reach;
        a->o.tools->env->news = a->o.news;
    }
    // In this process a state is not lost.
    if (a->o.journal || a->o.executor != &sa_exec_local) a->journal = sa_journal_new();
    if (open_executor(a, err)) {
        sa_agent_free(a);
        return NULL;
    }
    return a;
}

void sa_agent_free(struct sa_agent *a)
{
    if (!a) return;
    if (a->exec) a->exec->ops->close(a->exec);
    if (a->judge) a->judge->ops->close(a->judge);
    sa_journal_free(a->journal);
    sa_calls_free(a->calls);
    sa_offered_free(a->offered);
    for (size_t i = 0; i < a->variable_count; i++) {
        free(a->variables[i].name);
        free(a->variables[i].note);
    }
    for (size_t i = 0; i < a->note_count; i++) free(a->notes[i]);
    a->attached_told = a->attached_count;
    sa_agent_forget_attached(a);
    free(a->attached);
    free(a->variables);
    free(a->notes);
    sa_memory_release(&a->memory);
    free(a->unfinished);
    free(a->turn.unfinished);
    if (a->o.tools && a->o.tools->env && a->o.tools->env->agent == a) {
        a->o.tools->env->stop = NULL;
        a->o.tools->env->agent = NULL;
        a->o.tools->env->news = NULL;
    }
    sa_stop_release(&a->own_stop);
    free(a);
}

// Remembers what to tell the model about a variable; takes `note` over.
static void announce(struct sa_agent *a, const char *name, char *note)
{
    SA_GROW(a->variables, a->variable_cap, a->variable_count + 1);
    struct sa_variable *v = &a->variables[a->variable_count++];
    v->name = sa_xstrdup(name);
    v->note = note;
}

int sa_agent_define_json(struct sa_agent *a, const char *name, const char *json, size_t len,
                         const char *note, struct sa_err *err)
{
    if (sa_variable_name_check(name, err)) return -1;
    SA_AUTO_FREE char *held = sa_xstrndup(json, len);
    sa_handles_keep(sa_agent_handles(a), &held);
    while (!a->run && sa_handles_at(sa_agent_handles(a), a->handles_seen))
        a->handles_seen++; // its own
    if (sa_journal_define_json(a->journal, a->exec, name, held, strlen(held), err)) return -1;
    announce(a, name, note ? sa_xstrdup(note) : sa_preview_json(json, len));
    return 0;
}

int sa_agent_define_stream(struct sa_agent *a, const char *name, sa_exec_pull_fn pull, void *ctx,
                           const char *note, struct sa_err *err)
{
    if (sa_journal_define_stream(a->journal, a->exec, name, pull, ctx, err)) return -1;
    announce(a, name, sa_xstrdup(note ? note : "text source with read(), lines() and iteration"));
    return 0;
}

void sa_agent_note(struct sa_agent *a, const char *line)
{
    SA_GROW(a->notes, a->note_cap, a->note_count + 1);
    a->notes[a->note_count++] = sa_xstrdup(line);
}

// Who made them may be a stranger: the signature alone, which is bounded and Python.
int sa_agent_add_tools(struct sa_agent *a, size_t first, struct sa_err *err)
{
    if (define_tools(a, first, err)) return err ? err->code : SA_E_CONFIG;
    for (size_t i = first; i < a->o.tools->count; i++) {
        const struct sa_tool *tool = a->o.tools->items[i];
        SA_AUTO_FREE char *signature = sa_tool_signature(tool);
        SA_AUTO_FREE char *line = a->way->offers
                                      ? sa_xasprintf("a new tool: %s", signature)
                                      : sa_xasprintf("a new tool: %s; help(%s) says what it does",
                                                     signature, tool->name);
        sa_agent_note(a, line);
    }
    return SA_OK;
}

int sa_agent_clear(struct sa_agent *a, bool variables, struct sa_err *err)
{
    sa_memory_cut(&a->memory, 0);
    sa_agent_forget_attached(a);
    a->steps_before = 0;
    a->announced = a->notes_told = 0;
    a->relist = !variables;
    a->density = 0;
    a->instructed = a->turn.kept = false;
    sa_freep(&a->unfinished);
    if (!variables) return 0;
    for (; a->note_count; a->note_count--) free(a->notes[a->note_count - 1]);
    for (; a->variable_count; a->variable_count--) {
        free(a->variables[a->variable_count - 1].name);
        free(a->variables[a->variable_count - 1].note);
    }
    a->exec->ops->close(a->exec);
    a->exec = NULL;
    sa_journal_clear(a->journal);
    return open_executor(a, err);
}

int sa_agent_reopen(struct sa_agent *a, struct sa_err *err)
{
    struct sa_exec_options o = a->o.exec;
    struct sa_exec *fresh;
    if (!a->journal)
        return sa_err_set(err, SA_E_INTERNAL, "no journal of the interpreter's state is kept"), -1;
    sa_journal_attach(a->journal, &o);
    if (a->o.executor->open(&o, &fresh, err)) return -1;
    if (!sa_journal_play(a->journal, fresh)) {
        fresh->ops->close(fresh);
        return sa_err_set(err, SA_E_INTERNAL,
                          "the cells that ran do not lead to their state again"),
               -1;
    }
    a->exec->ops->close(a->exec);
    a->exec = fresh;
    return 0;
}

bool sa_agent_retract(struct sa_agent *a)
{
    struct sa_turn *t = &a->turn;
    if (!t->kept) return false;
    sa_memory_back(&a->memory, t->mark);
    a->announced = t->announced;
    a->notes_told = t->notes_told;
    a->attached_told = 0;
    a->relist = t->relist;
    a->instructed = t->instructed;
    free(a->unfinished);
    a->unfinished = t->unfinished;
    *t = (struct sa_turn){0};
    return true;
}

int sa_agent_use_model(struct sa_agent *a, struct sa_model *model, struct sa_err *err)
{
    if (check_price(&a->o, model, err)) return err->code;
    sa_agent_set_model(a, model);
    return SA_OK;
}

const char *sa_agent_name(const struct sa_agent *a)
{
    return a->o.name;
}

const struct sa_model *sa_agent_model(const struct sa_agent *a)
{
    return a->o.model;
}

void sa_agent_instruct(struct sa_agent *a, const char *instructions)
{
    a->o.instructions = instructions;
    a->instructed = a->memory.count > 0;
}

struct sa_context sa_agent_context(const struct sa_agent *a)
{
    int64_t tokens = sa_memory_tokens(&a->memory);
    if (a->density > 0) tokens = (int64_t)((double)tokens * 4 * a->density);
    return (struct sa_context){tokens, a->o.max_context, a->memory.count};
}

const char *sa_agent_variables(struct sa_agent *a, size_t *len)
{
    return a->exec->ops->describe(a->exec, len);
}
