// Agents, seen from outside: make one, give it tools of yours, run tasks, watch what happens. This
// is the public API of the agent half of libsmolagent.a, beside that of the engine (python.h);
// docs/embedding.md tells how the two are used.
//
// Errors: what can go wrong gives back NULL when it did not, else why: one line, borrowed until the
// next call on that agent. What failed before the first run sticks, so that a run ends with it
// instead of going on without a limit or a tool that was meant: who looks at results only, misses
// nothing. NULL where an object is wanted is such an error, or changes nothing. Memory that has run
// out and broken invariants end the process by abort(); nothing else ends it, or writes to its
// standard streams.
//
// Threads: several agents may run at the same time, each on a thread of its own. An agent is used
// by one at a time; a call on one that is in use is refused, harmlessly, also when a callback of
// its own makes it. smol_agent_cancel and the functions of budgets may be called from any thread,
// the former from signal handlers too. No signal handler is installed, and SIGPIPE is blocked on
// the thread of a run while that lasts.
//
// Ownership: texts and structs that are passed in are copied; what comes back from a function named
// _new or _run is yours, to be given to its _free; everything else is borrowed. Callbacks and their
// `ctx` must remain good until the agent, and those that have it as a tool, are freed. Texts are
// UTF-8 and end with a NUL.
//
// Settings are words, and results are made by the library, so that new ones change nothing for
// programs that were compiled before; structs that you fill begin with their size.
#ifndef SMOLAGENT_AGENT_H
#define SMOLAGENT_AGENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct smol_agent;
struct smol_budget;
struct smol_call;

// "0.1.0".
const char *smol_version(void);

// ---- agents -------------------------------------------------------------------------------------

// One with the settings that the program smolagent has by default, and without a model. No
// configuration file is read, and no variable of the environment that stands for a setting.
struct smol_agent *smol_agent_new(void);
// A run under way, and agents that have it as a tool, keep what they need until they are done.
void smol_agent_free(struct smol_agent *agent);

// A setting by its name in smolagent.conf and its value as it would stand there: model ("openai/
// gpt-4o-mini", "replay:FILE"), base_url, key_file, temperature, agent ("code", "tool_calling"),
// structured, executor, imports, only_imports, instructions, schema, max_steps, max_tokens,
// max_cost, max_tool_calls, timeout ("90s") and those that docs/embedding.md lists. Lists are added
// to, everything else is replaced. Not once the agent has run, but after smol_agent_forget.
const char *smol_agent_set(struct smol_agent *agent, const char *name, const char *value);

// Asked for the key of a provider ("openai") when the agent is first needed, on the thread of that
// run, once for each model; again after smol_agent_forget. malloc'd, taken over by the library,
// which never shows it; NULL: there is none. What else needs the key waits meanwhile, and is an
// error where that is a run that the function makes. Without it the key is that of key_file, or of
// the environment: the variable of the provider, and with a base_url SMOLAGENT_API_KEY.
typedef char *(*smol_key_fn)(void *ctx, const char *provider);
const char *smol_agent_key(struct smol_agent *agent, smol_key_fn fn, void *ctx);

// A variable for the code, from JSON text. `note` tells the model what it is; NULL: it sees the
// beginning. Between runs as well. A later one of the same name takes its place; that of a tool is
// refused, and the other way round.
const char *smol_agent_define(struct smol_agent *agent, const char *name, const char *json,
                              const char *note);

// What happened, in order, never two at once: on the thread of the run, or with agents beneath it
// on those of theirs. The callback may cancel, and use other agents.
struct smol_event {
    const char *type;   // "run.start", "tool.call"...: docs/events.md
    const char *run;    // id of the run that it is about
    const char *parent; // id of the run that started that one; NULL: none did
    int64_t depth;      // 0: of the agent that was run, 1: of one beneath it...
    const char *json;   // all of it, one line without its end
    size_t len;
};
typedef void (*smol_event_fn)(void *ctx, const struct smol_event *event);
// `deltas`: the model's replies in pieces as they arrive, too.
const char *smol_agent_watch(struct smol_agent *agent, smol_event_fn fn, void *ctx, bool deltas);

// ---- running ------------------------------------------------------------------------------------

enum smol_status {
    SMOL_OK,
    SMOL_MAX_STEPS, // an answer, given when the steps were used up
    SMOL_LOOP,      // the same, for it did the same over and over
    SMOL_NO_ANSWER,
    SMOL_REFUSED, // no answer met the schema
    SMOL_BUDGET,  // tokens, money or tool calls were used up, here or in a shared budget
    SMOL_TIMEOUT,
    SMOL_CANCELLED,
    SMOL_ERROR // of a provider, a setting, a use that is wrong: see error and exit_code
};

struct smol_result {
    enum smol_status status;
    int exit_code;           // the program's for such an end (docs/guide.md), of a cancel that of
                             // SIGINT, 130; 0: there is an answer
    const char *answer;      // as text; NULL: none
    const char *answer_json; // as JSON; NULL: none
    const char *error;       // one line; NULL: none
    const char *model;       // that answered last; NULL: none did
    int64_t steps, cells, errors, tool_calls;
    int64_t duration_ms;
    int64_t input_tokens, output_tokens;     // all of them, with those of agents beneath
    int64_t cached_tokens, reasoning_tokens; // of these: from a cache, for thoughts
    double cost;                             // dollars, where priced
    bool priced;                             // every model that was asked has a price
    bool estimated;                          // of tokens that a server did not count
};

// Runs a task to its end. The conversation and the variables stay for the next one. Never NULL.
struct smol_result *smol_agent_run(struct smol_agent *agent, const char *task);
void smol_result_free(struct smol_result *result);

// Ends the run under way, and all beneath it, as soon as may be; without one, the next as it
// begins. A cancel is used up by the run that it ends. Async-signal-safe.
void smol_agent_cancel(struct smol_agent *agent);

// Forgets the conversation and what the code made; settings, tools and given variables stay.
const char *smol_agent_forget(struct smol_agent *agent);

// ---- tools --------------------------------------------------------------------------------------

// What calls of a tool do: bits of smol_tool.effects.
enum {
    SMOL_TOOL_PURE = 1,    // equal arguments give equal results: the second call is not made
    SMOL_TOOL_READS = 2,   // files, variables of the environment...
    SMOL_TOOL_WRITES = 4,  // changes something that outlives the call
    SMOL_TOOL_NETWORK = 8, // talks to other machines
    SMOL_TOOL_FOREIGN = 16 // what it gives was written by strangers, and the model is told so
};

// Answers by one of the functions of calls; without one the result is None. `ctx` is the tool's.
// Where `concurrent` is set several calls may be under way at once, each on a thread of its own
// that has all signals blocked; else it is called on the thread of the run, or that of an agent
// beneath.
typedef void (*smol_tool_fn)(void *ctx, struct smol_call *call);

struct smol_tool {
    size_t size;             // sizeof(struct smol_tool)
    const char *name;        // a Python identifier
    const char *description; // for the model
    const char *inputs;      // JSON Schema of an object, a property an argument; NULL: none
    const char *output;      // JSON Schema of the result; NULL: any
    smol_tool_fn call;
    void *ctx;
    unsigned effects; // 0: not known, and the worst is assumed
    bool concurrent;  // the code awaits it, and may make other calls meanwhile
};
const char *smol_agent_add_tool(struct smol_agent *agent, const struct smol_tool *tool);

// The arguments of a call, which have met the schema and have its defaults. A number or a flag that
// is not there, or something else, is 0 or false, a text NULL; so is an integer that int64_t does
// not hold, and 2.9 is 2. Texts are borrowed until the call returns, with all of them as a JSON
// object.
const char *smol_call_arguments(struct smol_call *call);
const char *smol_call_text(struct smol_call *call, const char *name);
double smol_call_number(struct smol_call *call, const char *name);
int64_t smol_call_integer(struct smol_call *call, const char *name);
bool smol_call_flag(struct smol_call *call, const char *name);

// The result, as JSON or a text, or why there is none, which the code sees as a RuntimeError; all
// are copied, and the last one counts.
void smol_call_answer(struct smol_call *call, const char *json);
void smol_call_answer_text(struct smol_call *call, const char *text);
void smol_call_fail(struct smol_call *call, const char *message);

// Nobody waits for it any more: return soon. The descriptor is readable from then on, for poll();
// do not read it.
bool smol_call_stopped(const struct smol_call *call);
int smol_call_stop_fd(const struct smol_call *call);

// ---- agents that work together ------------------------------------------------------------------

// Makes `other` a tool of the agent, name(task, **variables): each call runs its task with a fresh
// agent, whose settings, tools and variables are those that `other` has now, which cannot be
// changed from here on. It spends of the budgets of the run that calls, ends with it, and tells of
// itself in the events of that, as a run with `parent` and `depth`; its own limits hold as well,
// but neither a budget that it shares nor who watches it. Calls may be made at once, each on a
// thread of its own, which is also that of its tools. Its failure is a RuntimeError of the code. An
// agent may be given to several, run by itself besides, and freed; up to 16 stand one beneath the
// other.
const char *smol_agent_add_agent(struct smol_agent *agent, const char *name,
                                 const char *description, struct smol_agent *other);

// What several agents may spend together. 0: no limit.
struct smol_limits {
    size_t size; // sizeof(struct smol_limits)
    int64_t max_steps, max_tokens, max_tool_calls;
    double max_cost; // dollars
};
struct smol_spent {
    size_t size; // sizeof(struct smol_spent): set it before it is filled
    int64_t steps, tool_calls;
    int64_t input_tokens, output_tokens, cached_tokens, reasoning_tokens;
    double cost;
    bool priced;
};

// NULL as the limits: it only counts. Never NULL; of limits that are none (a wrong size, a number
// below 0) smol_agent_share says so.
struct smol_budget *smol_budget_new(const struct smol_limits *limits);
void smol_budget_free(struct smol_budget *budget); // agents keep what they share
// So far, by all who share it.
void smol_budget_spent(struct smol_budget *budget, struct smol_spent *spent);
// The agent spends of it, besides its own limits; NULL: of none. Not once the agent has run.
const char *smol_agent_share(struct smol_agent *agent, struct smol_budget *budget);

// ---- the process --------------------------------------------------------------------------------

// Executors other than "local" start this very program anew, as a worker. A program that wants them
// calls this first of all in main() and, if the result is not negative, returns it:
//     int status = smol_role(argc, argv);
//     if (status >= 0) return status;
// Without that they are refused; "local" needs nothing.
int smol_role(int argc, char **argv);

// Lines of diagnostics from all agents, without secrets, never two at once, from any thread; NULL:
// nowhere, as it is at first. All wait for the callback, so that it may neither call this nor make
// or run agents; it may cancel them.
enum smol_level { SMOL_LOG_ERROR, SMOL_LOG_WARNING, SMOL_LOG_INFO, SMOL_LOG_DEBUG };
typedef void (*smol_log_fn)(void *ctx, enum smol_level level, const char *line);
void smol_log(smol_log_fn fn, void *ctx, enum smol_level most);

#ifdef __cplusplus
}
#endif

#endif
