// The agent: the loop that asks the model for Python, runs it, and feeds back what it printed or
// how it failed, until final_answer(...) or a cap. Keeps its memory and interpreter between runs,
// so a chat is several sa_agent_run calls on one agent.
#ifndef SA_AGENT_H
#define SA_AGENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "agent/approve.h"
#include "agent/check.h"
#include "agent/event.h"
#include "exec/exec.h"
#include "model/model.h"
#include "tool/news.h"
#include "tool/tool.h"

struct sa_buf;
struct sa_err;
struct sa_folder;
struct sa_hooks;
struct sa_shape;
struct sa_prompts;
struct sa_stop;
struct sa_agent;
struct sa_budget;

enum sa_run_status {
    SA_RUN_OK,          // final_answer, exit 0
    SA_RUN_MAX_STEPS,   // the extra call at the step limit answered, exit 0
    SA_RUN_LOOP,        // the same after the model did the same over and over, exit 0
    SA_RUN_NO_ANSWER,   // exit 3
    SA_RUN_REFUSED,     // answers came, none passed its check: exit 4
    SA_RUN_BUDGET,      // tokens, cost or tool calls, exit 5
    SA_RUN_TIMEOUT,     // exit 124
    SA_RUN_INTERRUPTED, // SIGINT, SIGTERM...: exit 128 + signal
    SA_RUN_ERROR        // exit_code says which
};

// Writes Python, in blocks or in JSON objects; calls tools.
enum sa_agent_kind { SA_AGENT_CODE, SA_AGENT_STRUCTURED, SA_AGENT_TOOLS };

// Everything is borrowed and must outlive the agent. 0 means the default where a
// field names one, and "no cap" where it names none.
struct sa_agent_options {
    const char *name;     // of a sub-agent; NULL: it is nobody's
    const cJSON *made_of; // members of run.start that say what files; NULL: none
    enum sa_agent_kind kind;
    bool python; // an agent that calls tools may run Python, too
    struct sa_model *model;
    const struct sa_exec_ops *executor;
    const char *executor_why;    // it is this one; NULL: it was named
    struct sa_exec_options exec; // on_print, on_image, on_tool, on_file and ctx are the agent's own
    struct sa_tools *tools;      // may be NULL
    struct sa_news *news;        // what its tools tell, for events; may be NULL
    struct sa_prompts *prompts;
    struct sa_events *events;       // NULL: of the parent, which says of deltas, too
    struct sa_stop *stop;           // may be NULL
    struct sa_approvals *approvals; // NULL: nothing is asked
    const struct sa_hooks *hooks;   // NULL: those of the parent, if there is one
    const struct sa_shape *shape;   // of final answers; NULL: any
    const struct sa_checks *checks; // of them; NULL: none
    const char *instructions;       // added to the system prompt; NULL: none
    int64_t max_steps;              // 0: the extra call at once
    int64_t planning_interval;      // steps between plans, the first before step 1; 0: no plans
    int64_t max_repeats;            // of the same with the same result; 0: any number
    bool max_steps_fail;            // --on-max-steps fail, also when those are reached
    int64_t timeout_ns;     // of a run, for messages: who requests the stop keeps the time; 0: none
    int64_t max_tokens;     // input + output of a run; 0: none
    double max_cost;        // dollars; 0: none
    int64_t max_tool_calls; // 0: none
    int64_t tool_budget;    // tokens of stubs in the system prompt (sa_tools_disclose); 0: none
    size_t max_observation; // characters
    int64_t max_context;    // tokens of the model's window; 0: 100000
    // Counts what this agent's runs spend, beside others'; NULL: they share with none but their
    // parent.
    struct sa_budget *budget;
    // Whose run is under way when one of this agent starts, and is its parent: it spends of that
    // one's budget, stops with it, and emits into its stream, run.end included. NULL: none.
    struct sa_agent *parent;
    int64_t max_depth; // of runs below one without parent, up to SA_RUN_DEPTH; 0: there are none
    struct sa_steps *steps; // keeps those of a run with a parent; NULL: nobody asks
    bool journal;           // keep what makes the state, for sa_agent_reopen, also of `local`
    bool deltas;            // emit delta events
    int prose_answers; // so many replies in prose in a row, and the last is the answer; 0: none is
    bool chat;         // somebody reads along, and speaks next: the prompt says so
    // Most pictures in the conversation (sa_memory_add_images); 0: 16.
    size_t keep_images;
    const char *save_files; // folder for what the code shows; NULL: none
};

struct sa_run_result {
    enum sa_run_status status;
    int exit_code;
    char *answer; // text form; NULL: none
    size_t answer_len;
    char *answer_json; // JSON form; NULL: none
    char *error;       // one line; NULL: none
    // The limit that the answer was given at, so that it may be incomplete: "steps", "repeats",
    // "tool_calls" or "budget". Static; NULL: none.
    const char *limit;
    struct sa_usage usage; // with that of the runs below it
    int64_t steps, cells, errors, tool_calls, duration_ms;
    char *model;   // that answered last, by its id; NULL: none did
    char *imports; // comma-separated modules the code imported, ! before one refused
};

// The name of a sub-agent; NULL: it is none.
// Adds `layers` and `layers_missing` of run.start, where the code runs in a jail.
void sa_agent_put_layers(const struct sa_agent *agent, cJSON *data);
const char *sa_agent_name(const struct sa_agent *agent);

// How many levels of runs there may be below the run under way of this agent, from whose tools the
// question comes.
int64_t sa_agent_depth_left(const struct sa_agent *agent);

// The default authorised imports, NULL-terminated.
extern const char *const sa_agent_imports[];

// 0, or SA_E_CONFIG: it has no price, or one that stands in for it has none, so that a cap on costs
// would not hold.
int sa_agent_check_price(const struct sa_model *model, struct sa_err *err);

// NULL with `err` filled when the executor or a prompt fails to open.
struct sa_agent *sa_agent_new(const struct sa_agent_options *options, struct sa_err *err);
void sa_agent_free(struct sa_agent *agent);

// Variables for the code. `note` is shown to the model after name and type; NULL: a short preview
// of the value; "": the model is not told of it. -1 with code 2 when the name is no identifier or
// the JSON is bad.
enum { SA_PREVIEW_CHARS = 160 }; // of the value
int sa_agent_define_json(struct sa_agent *agent, const char *name, const char *json, size_t len,
                         const char *note, struct sa_err *err);
int sa_agent_define_stream(struct sa_agent *agent, const char *name, sa_exec_pull_fn pull,
                           void *ctx, const char *note, struct sa_err *err);
// Of the tools that the agent was given, those from `first` on came later, between its runs:
// defines them and has the next run tell of them. 0 or a code.
int sa_agent_add_tools(struct sa_agent *agent, size_t first, struct sa_err *err);
// Tells the model of something the run grants, such as a file; one line.
void sa_agent_note(struct sa_agent *agent, const char *line);

// The same of a granted folder, with what it holds; `current`: relative paths start in it.
void sa_agent_note_folder(struct sa_agent *agent, const struct sa_folder *folder, bool current);

// What goes to the model itself with the next task, and only then: a text, or an image.
struct sa_attachment {
    char *name;
    char *text; // of len bytes; NULL: it is the image
    size_t len;
    struct sa_image image;
    unsigned width, height; // of the image before it was scaled down
};
void sa_agent_attach(struct sa_agent *agent,
                     struct sa_attachment *attachment); // takes what is in it
void sa_attachment_release(struct sa_attachment *attachment);

// "258 bytes", "1.2 KB", "34 MB".
void sa_put_size(struct sa_buf *out, uint64_t size);
// Such a line for a file: how code opens it, its size, encoding, lines and beginning; malloc'd.
char *sa_describe_file(const char *path, bool code);
// The encoding or compression of what begins so, and what code does about it: for a file, or for
// standard input. `utf8`: it is, as far as was looked.
const char *sa_form_of(const char *head, size_t len, bool utf8, bool stream);

// Runs one task; emits everything but run.end, and that too for a run with a parent. *result is
// filled in every ending, release it.
void sa_agent_run(struct sa_agent *agent, const char *task, struct sa_run_result *result);
// The request that a run of this task would begin with, which is not sent: nothing is run, and no
// event told; the agent is good for nothing else then. *result is filled as by a run, for its error
// where there is one. False: there is no request.
bool sa_agent_preview(struct sa_agent *agent, const char *task, struct sa_run_result *result,
                      struct sa_model_sent *sent);
// What can be said of the run under way, from another thread, when it does not come back: counts,
// without strings. Release nothing. `agent` may be NULL.
void sa_agent_so_far(const struct sa_agent *agent, struct sa_run_result *result);
// Fills in the end of a run that was stopped for `reason` (base/stop.h): status, exit code and an
// error that ends with `place`.
void sa_run_stopped(struct sa_run_result *result, int reason, int64_t timeout_ns,
                    const char *place);
void sa_run_result_release(struct sa_run_result *result);

// Emits run.end for `result`, of the first run (`below` NULL) once a stream however often it is
// called. The caller does this last, when the exit code is final; without an agent it fills in a
// struct of its own. A run that went well, but whose record could not be kept up to this end,
// becomes a failed one.
void sa_run_end(struct sa_events *events, const struct sa_run_place *below,
                struct sa_run_result *result);

// Makes the state of the interpreter anew in a fresh one: what was defined and run is played back,
// without a call or a print. -1 when that does not lead to it again: the old one stays.
int sa_agent_reopen(struct sa_agent *agent, struct sa_err *err);

// Takes the last run out of the conversation, as if it had not been; what its code did stays.
// False: there is none to take out.
bool sa_agent_retract(struct sa_agent *agent);
// Has the model sum the conversation up, and goes on from that alone. *result is filled as by a
// run, with the summary as its answer; without one the conversation stays as it was.
void sa_agent_summarize(struct sa_agent *agent, struct sa_run_result *result);
// From the next run on it is this model (borrowed). 0, or a code with *err: a cap on costs needs a
// price.
int sa_agent_use_model(struct sa_agent *agent, struct sa_model *model, struct sa_err *err);
// The one that is asked: that one, or who stands in for it since it failed.
const struct sa_model *sa_agent_model(const struct sa_agent *agent);
// From the next run on these (borrowed, NULL: none) are the instructions.
void sa_agent_instruct(struct sa_agent *agent, const char *instructions);
// What the conversation takes of the model's window.
struct sa_context {
    int64_t tokens, window; // about
    size_t messages;
};
struct sa_context sa_agent_context(const struct sa_agent *agent);

// Forgets the conversation; the interpreter keeps its variables unless `variables` is set.
int sa_agent_clear(struct sa_agent *agent, bool variables, struct sa_err *err);
// The variables of the interpreter, borrowed until the next call; for /vars.
const char *sa_agent_variables(struct sa_agent *agent, size_t *len);

#endif
