// What an agent of include/smolagent/agent.h is made of, private to this folder; from above to
// below: agent.c (what a program does with one), instance.c (one that has been opened), tool.c,
// settings.c, budget.c and process.c. None calls one that stands above it.
#ifndef SA_EMBED_INT_H
#define SA_EMBED_INT_H

#include <signal.h>
#include <stdatomic.h>

#include "agent/agent.h"
#include "agent/budget.h"
#include "agent/sub_agent.h"
#include "base/err.h"
#include "base/stop.h"
#include "config/config.h"
#include "smolagent/agent.h"

struct sa_instance;

// A tool as the program gave it, from which each instance gets one of its own.
struct sa_embed_tool {
    char *name, *description;
    cJSON *inputs, *output; // output NULL: any
    smol_tool_fn call;
    void *ctx;
    unsigned effects;
    bool concurrent;
    struct smol_agent *agent; // one reference: calls are runs of it; NULL: of the function above
    struct sa_shape *shape;   // of that one's answers; NULL: any
};

struct sa_embed_variable {
    char *name, *json, *note; // note NULL: the beginning of the value
};

// What is not atomic belongs to whoever has set `busy`; once it is `given` to another agent as a
// tool, settings, tools and variables are only read, by any thread.
struct smol_agent {
    atomic_int refs;
    atomic_bool busy, given;
    int levels;             // of agents beneath it
    pthread_mutex_t lock;   // of stock
    struct sa_model *stock; // never asked, but a twin of it by each conversation; NULL: not opened
    struct sa_config config;
    char *price; // of its model, as [prices] has it
    struct sa_embed_tool *tools;
    size_t tool_count, tool_cap;
    struct sa_embed_variable *variables;
    size_t variable_count, variable_cap;
    smol_key_fn key;
    void *key_ctx;
    smol_event_fn event;
    void *event_ctx;
    bool deltas;
    struct smol_budget *budget; // one reference; NULL: none is shared
    struct sa_stop stop;
    struct sa_err said;       // by the call before
    char *unfit;              // the first thing that failed while it was set up; NULL: nothing did
    struct sa_instance *live; // of its own runs; NULL: there was none yet
};

// ---- instance.c

// An agent that can run: a conversation, an executor, tools. Of the two only the first has events
// and a stop of its own.
struct sa_instance *sa_instance_open(struct smol_agent *of, struct sa_err *err);
struct sa_agent *sa_instance_agent(struct sa_instance *instance);
void sa_instance_close(struct sa_instance *instance); // NULL is fine
// Runs a task to its end, run.end included.
void sa_instance_run(struct sa_instance *instance, const char *task, struct sa_run_result *result);
// Tells those who watch of a run that could not begin.
void sa_instance_fail(struct smol_agent *of, struct sa_run_result *result);

// ---- tool.c

// False, with *err: it is NULL, or no UTF-8.
bool sa_embed_is_text(const char *what, const char *text, struct sa_err *err);
int sa_embed_tool_take(const struct smol_tool *from, struct sa_embed_tool *tool,
                       struct sa_err *err);
void sa_embed_tool_release(struct sa_embed_tool *tool);
// For one instance.
struct sa_tool *sa_embed_tool_make(const struct sa_embed_tool *from);

// ---- settings.c

int sa_embed_set(struct smol_agent *agent, const char *name, const char *value, struct sa_err *err);
// What of them has to be looked at together. 0 or a code.
int sa_embed_settle(struct smol_agent *agent, struct sa_err *err);

// ---- budget.c

struct smol_budget *sa_embed_budget_keep(struct smol_budget *budget); // NULL gives NULL
struct sa_budget *sa_embed_budget(struct smol_budget *budget);        // the same
// Why its limits are none; NULL: they are some, or there is no budget.
const char *sa_embed_budget_fault(const struct smol_budget *budget);

// ---- process.c

// May this program start itself as a worker?
bool sa_embed_has_roles(void);
// SIGPIPE stays away from this thread between the two.
struct sa_embed_pipe {
    sigset_t old;
    bool pending;
};
void sa_embed_hold_pipe(struct sa_embed_pipe *pipe);
void sa_embed_free_pipe(const struct sa_embed_pipe *pipe);

#endif
