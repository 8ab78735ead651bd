// The agent's insides, private to this folder: from above to below: sub_agent.c (agents
// as tools of others), agent.c (life cycle, variables), run.c (the loop), step.c (one step), last.c
// (the extra call), summary.c (a conversation summed up), plan.c (what the model means to do),
// way_code.c and way_tools.c (how an agent acts), tasks.c (the calls of a reply), cell.c (code that
// runs), hint.c, lack.c (replies that do nothing), answer.c and check.c (a final answer), shape.c
// and strict.c (what it must be), ask.c (one model call), stand_in.c (by whom), fit.c (its window),
// condense.c (a run that goes on from a summary), offer.c (tools offered to the model), brief.c
// (the start of a run), attach.c (files that come with it), left.c (variables told anew), call.c
// (tool calls), approve.c (whether they may be made; rule.c), access.c (what is reached outside),
// observe.c (what the model gets to see), hook.c (what hooks make of all that), image.c, stream.c
// (held back pieces), usage.c (what calls took), and below them all tell.c (what is said), end.c
// (how a run ends) budget.c (what it may spend) and journal.c (what made its state). None calls one
// that stands above it.
#ifndef SA_AGENT_INT_H
#define SA_AGENT_INT_H

#include <stdatomic.h>

#include "agent/agent.h"
#include "agent/budget.h"
#include "agent/journal.h"
#include "agent/memory.h"
#include "agent/read.h"
#include "agent/show.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/image.h"
#include "base/secret.h"
#include "base/stop.h"
#include "base/str.h"
#include "exec/hint.h"

enum {
    DEFAULT_MAX_CONTEXT = 100000,
    MAX_PRINTED = 64 << 20, // kept of one cell; the executor's own cap is far below
};

struct sa_variable {
    char *name, *note;
};

// How far the steps of a run do the same over and over: by hashes of what was done and what came of
// it, for cycles of one step, of two, and so on.
enum { SA_LOOP_STEPS = 3 };

struct sa_loop {
    uint64_t last[SA_LOOP_STEPS]; // of the steps before, the last one first
    int64_t same[SA_LOOP_STEPS];  // steps in a row that were as the one 1, 2, ... steps before
    uint64_t given;               // by tools, in the step under way
    int64_t times;                // that a cycle came again, by which the run ends; 0: it does not
};

// One task under way.
enum { SA_STREAMS = 2 }; // that are cut into each other: standard output and error

struct sa_run {
    struct sa_run_result *result;
    const char *task;
    struct sa_budget budget;          // its own caps; below that of the parent, or a shared one
    const struct sa_run_place *below; // among the runs of the stream; NULL: it is the first
    struct sa_run_place place;
    int64_t depth, max_depth; // 0: first; how deep the runs below it may be
    int64_t step;             // from 1
    int64_t streak;           // failed steps in a row
    int64_t silent, prose;    // replies in a row: refused or empty ones, and such in prose
    char *told_in_prose;      // by the last of these that did not only refer to one before it
    struct sa_loop loop;
    int64_t started, step_started; // monotonic
    struct sa_usage step_usage;
    struct sa_buf printed;                     // by the running cell
    const char *code;                          // of it
    const char *reading_notes;                 // on how that was read in the reply; or NULL
    int64_t cells;                             // of the step, so far
    struct sa_image images[SA_IMAGES_OF_CELL]; // shown in the step, until they go to the model
    size_t image_count;
    char *foreign;         // tools whose untrusted results this cell used
    char *limited;         // agents that gave the cell their answers at a limit of theirs
    bool call_denied;      // in the cell, so that what it says of permissions is not about files
    bool file_refused;     // the cell asked for a file that it was not granted
    struct sa_buf written; // "; wrote NAME, SIZE": files that the cell changed in granted folders
    struct sa_buf imports;
    bool judging;          // text is compiled to see whether it is code: what that prints is lost
    int64_t capped_step;   // in which the cap of tool calls was reached first; 0: it was not
    int calls_told;        // calls refused since, by which the code was told
    bool no_summary;       // of the conversation was to be had
    bool call_refused;     // a call was made in spite of that, in a later one or too often
    int64_t call_limit;    // that was reached
    char *plan;            // that is followed; NULL: there is none
    bool planning;         // a plan is coming in: text, whatever it looks like
    char *denied;          // what nobody could be asked about, which ends the run; NULL: nothing
    char *hook_failed;     // a hook that did, and how, which ends the run; NULL: none did
    struct sa_buf changed; // what hooks made of what the model did: told with what came of it
    int interrupted_line;  // of a cell that was ended from outside; 0: none, or not known
    struct sa_str given, spelled; // an answer's str() and its text, where they differ
    bool gave_nothing;            // the last answer was an empty text, and did not pass
    char *refused;                // why the last answer did not pass; NULL: none was refused
    // The call by which an answer is given, until its result is told; id NULL: it was no such call.
    struct {
        const char *id, *name;
    } answering;
    // What is held back of standard output and error, and of the kinds of deltas.
    struct sa_redactor prints[SA_STREAMS], deltas[SA_STREAMS];
    struct sa_scan *scan;       // of the reply that is coming in; NULL: none is
    struct sa_object *object;   // that it turned out to be; NULL: it did not, yet
    bool said;                  // some of its text was told
    int told;                   // what the last piece of its text was (read_int.h)
    struct sa_access *accesses; // files that the running cell asked for
    size_t access_count, access_cap, refused_files;
    int64_t refused_more; // times that files without a row were refused
    int64_t given_more;   // the same of those that were given
};

// What a run found, to begin again there.
struct sa_turn {
    bool kept; // it is still in the conversation
    struct sa_memory_mark mark;
    size_t announced, notes_told;
    bool relist, instructed;
    char *unfinished;
};

// What a step amounted to.
enum sa_step {
    SA_STEP_GO,   // take the next one
    SA_STEP_DONE, // result->status is set: the run is over
};

// What the reply to the extra call at the step limit amounted to.
enum sa_last {
    SA_LAST_TEXT, // its text is the answer
    SA_LAST_NONE,
    SA_LAST_ENDED, // result->status is set
};

// How an agent acts: all that differs between one that writes code and one that calls tools. A
// table (way.c) of what a reply becomes and what goes back, below one loop.
struct sa_way {
    const char *name;               // of --agent
    const char *system, *no_action; // prompts: at the start, and after a reply that does nothing
    bool offers;                    // tools are offered to the model itself; else they are Python's
    bool stops;                     // replies end at what all_stops names
    const struct sa_model_format *format;                // what replies that act are; NULL: text
    const char *again;                                   // "This very code ran"
    const char *lacks[SA_LACK_COUNT], *cut, *cut_before; // a reply that does nothing, as an error
    // Does the reply hold something to do, which was not cut? It may not be refused by the model.
    bool (*acts)(const struct sa_model_result *reply, const struct sa_reading *reading);
    // Remembers it, does it, and tells what came of it.
    enum sa_step (*act)(struct sa_agent *agent, const struct sa_model_result *reply,
                        const struct sa_reading *reading, struct py_cost *cost);
    enum sa_last (*last)(struct sa_agent *agent, const struct sa_model_result *reply,
                         const struct sa_reading *reading);
};

extern const struct sa_way sa_way_code, sa_way_structured, sa_way_tools;

struct sa_calls;

struct sa_agent {
    struct sa_agent_options o;
    const struct sa_way *way;
    struct sa_exec *exec;
    struct sa_journal *journal; // of its state; NULL: none is kept
    struct sa_exec *judge;      // says what compiles, when exec is elsewhere; NULL: not asked yet
    struct sa_stop own_stop;    // when the caller gave none
    struct sa_stop *stop;
    atomic_int children;  // runs below that were started, in all turns of a chat: their names' ends
    atomic_int under_way; // calls of agents, its own and all below; of the first agent alone
    struct sa_memory memory;
    size_t handles_seen;           // handles that were saved, or are not to be
    struct sa_variable *variables; // not yet told to the model from `announced` on
    size_t variable_count, variable_cap, announced;
    char **notes;
    size_t note_count, note_cap, notes_told;
    struct sa_attachment *attached; // of this task, and from `attached_told` on of the next one
    size_t attached_count, attached_cap, attached_told;
    bool relist;  // the conversation was forgotten, and the variables that code made were not
    size_t older; // texts that compaction took out
    int64_t asked_context;      // the window that the caller names; 0: none
    double density;             // tokens of a byte in the first prompt; 0: not known
    bool window_asked;          // of the server's list of models
    bool stood_in;              // the model is not the one that the agent was given
    bool cut_told;              // that the server cuts prompts
    int64_t steps_before;       // of earlier runs: cells are numbered through
    char *unfinished;           // how the run before ended that has no answer; NULL: it has one
    bool instructed;            // the instructions are others than the conversation has
    struct sa_turn turn;        // where the last run began
    struct sa_calls *calls;     // concurrent tool calls; NULL: there was none yet
    struct sa_offered *offered; // tools as the model gets them; NULL: none were yet
    enum { SA_STOPS_UNKNOWN, SA_STOPS_ALL, SA_STOPS_NONE } stops; // what this model bears
    struct sa_run *run;                                           // NULL between runs
};

enum sa_step sa_agent_step(struct sa_agent *agent);
// cell.c. May this code run? *code is then what will: hooks may change it, and a person is asked
// about what they left. *why as of sa_agent_approve_code.
bool sa_agent_admit_code(struct sa_agent *agent, struct sa_buf *code, char **why);
// Runs one cell, with its events. *r is borrowed from the executor until its next call.
void sa_agent_run_cell(struct sa_agent *agent, const struct sa_buf *code, struct py_result *r);
// "3", and "3_2" for the second of a step: by what it and its variables are told apart; `gap` is
// what stands between.
void sa_agent_put_cell(const struct sa_agent *agent, char gap, struct sa_buf *out);
// What hints are about. Borrows all it has.
struct sa_failure sa_agent_failure(const struct sa_agent *agent, const struct py_result *r);
// The error of one that failed, as an event.
void sa_agent_emit_failure(struct sa_agent *agent, const struct py_result *r);
// Where one was ended from outside.
void sa_agent_put_place(struct sa_agent *agent, int line, struct sa_buf *observation);
// hint.c. What an observation says besides: the nudge after failures in a row, when it is due; that
// `done` was done before with this result (`again` says it), which ends the run after some times;
// and the steps that are left, where they are few.
void sa_agent_hint_retry(struct sa_agent *agent, struct sa_buf *observation);
void sa_agent_hint_repetition(struct sa_agent *agent, const char *again, const char *done,
                              struct sa_buf *observation);
// What a tool gave is part of what came of the step.
void sa_agent_note_given(struct sa_agent *agent, const struct sa_tool_result *result);
void sa_agent_hint_steps_left(struct sa_agent *agent, struct sa_buf *observation);
// Those that may still begin.
int64_t sa_agent_steps_left(const struct sa_agent *agent);
// tasks.c. Does the calls of a reply, as they came or as the reader found them.
enum sa_step sa_agent_do_tasks(struct sa_agent *agent, const struct sa_model_result *reply,
                               const struct sa_reading *reading, struct py_cost *cost);
// The value of a call of final_answer among them, malloc'd JSON; NULL: there is none.
char *sa_agent_answer_among(const struct sa_agent *agent, const struct sa_model_result *reply,
                            const struct sa_reading *reading);
// offer.c. What is offered to the model; `count` tools, borrowed until the next call.
const struct sa_model_tool *sa_agent_offers(struct sa_agent *agent, size_t *count);
void sa_offered_free(struct sa_offered *offered);
// Is there no tool of the user's that has the name of one of ours, and is ours to be had?
bool sa_agent_has_python(const struct sa_agent *agent);
bool sa_agent_has_call_tool(const struct sa_agent *agent);
// Can the model have code run at all, and so reach variables?
bool sa_agent_runs_code(const struct sa_agent *agent);
// An answer was given: checks it; then fills the result, or tells the model why not (SA_STEP_GO).
// `json` is taken over.
enum sa_step sa_agent_answer(struct sa_agent *agent, const char *text, size_t len, char *json,
                             enum sa_run_status status);
// The same with any JSON: text as code would give it.
enum sa_step sa_agent_answer_json(struct sa_agent *agent, const char *json, size_t len,
                                  enum sa_run_status status);
// final_answer(...) was called: the same with the cell's value.
enum sa_step sa_agent_finish(struct sa_agent *agent, const struct py_result *r,
                             enum sa_run_status status);
// What a reply without code or calls amounts to there: any text is an answer.
enum sa_last sa_agent_last_text(const struct sa_reading *x);
// How such a run ends with that answer.
enum sa_run_status sa_agent_last_status(const struct sa_agent *agent);
// Ends it without one; `tried`: it was asked for.
enum sa_step sa_agent_end_unanswered(struct sa_agent *agent, bool tried);
// A plain reply that is JSON, where a form is asked for: the same with that. False: it is none, and
// nothing was done.
bool sa_agent_answer_plain(struct sa_agent *agent, const struct sa_model_result *reply,
                           const struct sa_reading *reading, enum sa_run_status status,
                           enum sa_step *next);
// Ends a run whose answers were all refused.
enum sa_step sa_agent_end_refused(struct sa_agent *agent);
// brief.c. The system prompt as the conversation's first message, the task of the run as its next
// one. 0, or -1 with the run ended.
int sa_agent_push_system(struct sa_agent *agent);
int sa_agent_push_task(struct sa_agent *agent);
// attach.c. What is attached joins the task; is told of as events; was told, and is needed no more.
void sa_agent_push_attached(struct sa_agent *agent);
void sa_agent_tell_attached(struct sa_agent *agent);
void sa_agent_forget_attached(struct sa_agent *agent);
// Names of the modules that code may import, owned by the caller; *all: any.
cJSON *sa_agent_import_list(const struct sa_agent *agent, bool *all);
// result.c. What run.end tells, an object of yours.
cJSON *sa_run_end_data(const struct sa_run_result *result);
// summary.c. A model call that replaces the conversation by its summary; fills the result.
void sa_agent_sum_up(struct sa_agent *agent);
// The extra model call at the step limit, or where the run goes round in circles; fills the result.
void sa_agent_last_answer(struct sa_agent *agent);
// One model call with the memory as it is, and the reading of its reply; usage added and events
// emitted. A reply that a stop sequence cut inside a string or a thought is asked for once more
// without it. False: the run is over, and there is nothing to release.
// `acting`: the reply shall do something, else it shall be text.
bool sa_agent_ask(struct sa_agent *agent, bool acting, struct sa_model_result *reply,
                  struct sa_reading *reading);
// The same for text in which nothing is looked for that could be done; it is not told but for its
// deltas.
bool sa_agent_ask_text(struct sa_agent *agent, struct sa_model_result *reply,
                       struct sa_reading *reading);
// What the model thought, in its text and apart from it, joins the data of an event.
void sa_agent_put_reasoning(cJSON *data, const struct sa_model_result *reply,
                            const struct sa_reading *reading);
// The request that such a call would begin with.
bool sa_agent_would_send(struct sa_agent *agent, bool acting, struct sa_model_sent *sent);
// plan.c. Is a plan asked for before this step? Asks for it, and has it approved. False: the run is
// over.
bool sa_agent_plan_is_due(const struct sa_agent *agent);
bool sa_agent_plan(struct sa_agent *agent);
// The question alone, as the conversation's next message. 0, or -1 with the run ended.
int sa_agent_push_plan_question(struct sa_agent *agent);
// usage.c. Adds what calls took to the data of an event: tokens of each kind, money.
void sa_agent_put_usage(cJSON *data, const struct sa_usage *usage);
// Counts what a call took; tells it.
void sa_agent_spend(struct sa_agent *agent, const struct sa_model_result *reply);
void sa_agent_tell_usage(struct sa_agent *agent, const struct sa_model_result *reply);
// stand_in.c. What its model's window is known to be counts; another model from now on; and the
// host that calls go to, told.
void sa_agent_take_window(struct sa_agent *agent);
void sa_agent_set_model(struct sa_agent *agent, struct sa_model *model);
void sa_agent_tell_model_host(struct sa_agent *agent);
// A call failed with *reply and *why. True: another model has taken over, who can be asked.
bool sa_agent_stand_in(struct sa_agent *agent, const struct sa_model_result *reply,
                       const struct sa_err *why);
// condense.c. The conversation becomes its summary and the last steps. False: it could not.
bool sa_agent_condense(struct sa_agent *agent, bool forced);
// The request to sum up, as the conversation's next message. 0, or -1 with the run ended.
int sa_agent_push_sum_up(struct sa_agent *agent);
// fit.c. Shortens old observations when the conversation nears the model's window, or (forced) the
// server has said that it is too long; where that is not enough the model sums it up. False:
// nothing was left to shorten.
bool sa_agent_compact(struct sa_agent *agent, bool forced);
// Warns, once, of a server that read far less than it was sent.
void sa_agent_look_for_cut(struct sa_agent *agent, const struct sa_usage *usage);
// Did the reply come to an end of its own, or at a stop sequence? Was it refused?
bool sa_reply_is_complete(const struct sa_model_result *reply);
bool sa_reply_is_refusal(const struct sa_model_result *reply);
// The reply joins the conversation, without its thinking.
void sa_agent_remember(struct sa_agent *agent, const struct sa_model_result *reply,
                       const struct sa_reading *reading);
// The same with all of its text, though there be code in it.
void sa_agent_remember_text(struct sa_agent *agent, const struct sa_model_result *reply,
                            const struct sa_reading *reading);
// The reply with the calls that it makes.
void sa_agent_remember_calls(struct sa_agent *agent, const struct sa_model_result *reply,
                             const struct sa_reading *reading);
// Does a reply in prose say nothing but that an earlier one gave the answer?
bool sa_prose_refers_back(struct sa_str text);
// After a reply without anything that can be done: tells the model, takes prose as the answer, or
// ends the run.
enum sa_step sa_agent_no_action(struct sa_agent *agent, const struct sa_model_result *reply,
                                const struct sa_reading *reading);
// left.c. Adds what code left behind to a list of variables, in lines of up to `room` bytes in all.
// How many were named.
size_t sa_agent_left_variables(struct sa_agent *agent, cJSON *variables, size_t room);
// Ends the run; the error text is copied from the format.
enum sa_step sa_agent_end(struct sa_agent *agent, enum sa_run_status status, int exit_code,
                          const char *format, ...) __attribute__((format(printf, 4, 5)));
// True, with the run ended, when a stop was requested or a cap has been reached.
bool sa_agent_must_end(struct sa_agent *agent);

// Host side of every tool call (call.c); ctx is the agent.
struct py_host_result sa_agent_on_tool(void *ctx, const char *name, const char *args_json,
                                       size_t args_len);
extern const struct py_call_hooks sa_agent_calls;
// Is the name among those, which commas separate? NULL: there are none.
bool sa_agent_names(const char *names, const char *name);
// The same for the hooks of an executor: handles are references there.
struct py_host_result sa_agent_on_tool_of_code(void *ctx, const char *name, const char *args,
                                               size_t len);
extern const struct py_call_hooks sa_agent_calls_of_code;
struct sa_handles *sa_agent_handles(const struct sa_agent *a); // NULL: there are none
// Those that came since the last call go where the user wants them (image.c).
void sa_agent_save_handles(struct sa_agent *a);
// Ends the calls that the cell has left under way.
// From now on what tools tell becomes events of this agent, or waits.
void sa_agent_own_news(struct sa_agent *agent, bool own);
void sa_agent_end_calls(struct sa_agent *agent);
// hook.c. What hooks made of something.
enum sa_hooked {
    SA_HOOKED_GO,      // it may go on, as it is now
    SA_HOOKED_BLOCKED, // it may not
    SA_HOOKED_MISFIT,  // no hook was asked, for the tool would refuse it
    SA_HOOKED_OVER,    // nor may the run go on
};
// Of code that is to run and of a call's arguments; both may be others then. *why, malloc'd, is
// what to say of it where it may not go on; of code that is over NULL.
enum sa_hooked sa_agent_hook_code(struct sa_agent *agent, struct sa_buf *code, char **why);
enum sa_hooked sa_agent_hook_call(struct sa_agent *agent, const struct sa_tool *tool, char **args,
                                  char **why);
// What hooks have made of code or arguments, once, before what is said of what came of it.
void sa_agent_put_changes(struct sa_agent *agent, struct sa_buf *out);
// Of what a call gave, and of what the model is to see of a step (true: it is another text now).
struct sa_call_ended;
void sa_agent_hook_result(struct sa_agent *agent, struct sa_call_ended *ended);
bool sa_agent_hook_observation(struct sa_agent *agent, struct sa_buf *text);
void sa_agent_hook_end(struct sa_agent *agent);
// approve.c. May this call be made? NULL: yes, with *args_json, which the person may have changed;
// else why not, malloc'd. *ends: the cell is over with it.
char *sa_agent_approve_call(struct sa_agent *agent, const struct sa_tool *tool, char **args_json,
                            bool *ends);
// Would a call with these arguments be made without a question? Any thread may ask.
bool sa_agent_allows(struct sa_agent *agent, const struct sa_tool *tool, const cJSON *args);
// Does a rule, or that nothing allows it, refuse the call where nobody is asked? `confirmed`: the
// rule of a call that leads to it, which asks; NULL: none.
bool sa_approvals_refuse(struct sa_approvals *approvals, const struct sa_tool *tool,
                         const cJSON *args, const char *confirmed);
// touch.c: do the rules about file tools let an operation of the code do this, or a call with these
// arguments do it to a file that it does not name? Any thread may ask the latter.
bool sa_agent_may_touch(struct sa_agent *agent, const struct sa_touch *touch);
bool sa_agent_may_reach(struct sa_agent *agent, const struct sa_tool *tool, const cJSON *args,
                        const char *path, unsigned act);
// May this cell run? *why, malloc'd, is what the model is told when not; NULL: the run must end.
bool sa_agent_approve_code(struct sa_agent *agent, const char *code, size_t len, char **why);
// Is this plan followed? *words, malloc'd or NULL: the one that the person wrote instead, or why
// not.
enum sa_consent sa_agent_approve_plan(struct sa_agent *agent, struct sa_str plan, char **words);
// Access events (access.c); files are counted over a cell, at whose end the rest is told.
void sa_agent_tell_host(struct sa_agent *agent, const char *host);
// Modules that a cell imported, as struct py_result tells them: each is an event once a run.
void sa_agent_tell_imports(struct sa_agent *agent, const char *imports);
void sa_agent_flush_accesses(struct sa_agent *agent);
bool sa_agent_on_file(void *ctx, const char *path, bool given);
bool sa_agent_on_folder(void *ctx, const struct sa_touch *touch);
bool sa_agent_on_print(void *ctx, int fd, const char *text, size_t len);
void sa_agent_on_image(void *ctx, const struct sa_image *image);
// A cell's last value, or what a call gave, as JSON: where it is the handle of a picture, that is
// one of the step; what hinders that is said in *out.
void sa_agent_show_value(struct sa_agent *agent, const char *json, size_t len, struct sa_buf *out);
// The images of the step join the last message, or are forgotten.
void sa_agent_push_images(struct sa_agent *agent);
void sa_agent_drop_images(struct sa_agent *agent);
// Print and delta events hold back what could become a secret; these emit the rest.
void sa_agent_flush_prints(struct sa_agent *agent);
// A piece of the reply came in. False: enough was read.
bool sa_agent_delta(struct sa_agent *agent, int kind, const char *text, size_t len);
// The reply is at its end, or begins anew.
void sa_agent_end_deltas(struct sa_agent *agent);

// What a program of the user's says, without secrets, as far as the model can do with it; malloc'd.
char *sa_agent_clean(struct sa_str said);
// The prompt `key` with `vars` (taken over) filled in, malloc'd; NULL with *err.
char *sa_agent_prompt(struct sa_agent *agent, const char *key, cJSON *vars, struct sa_err *err);
// The same as the conversation's next message. 0, or -1 with the run ended.
int sa_agent_push_prompt(struct sa_agent *agent, const char *key, enum sa_role role, cJSON *vars);

// What prompts say of the form of answers.
void sa_agent_add_shape(const struct sa_agent *agent, cJSON *vars);

// Emits an event with the step number and the members of `data` (taken over; NULL: none). False:
// what it announces must not be done (sa_events_emit).
bool sa_agent_emit(struct sa_agent *agent, enum sa_event_type type, cJSON *data);
void sa_agent_emit_error(struct sa_agent *agent, const char *kind, const char *type,
                         const char *message, size_t len);
// The same of a call whose result has told it already; 0: there was none.
void sa_agent_emit_call_error(struct sa_agent *agent, const char *kind, const char *type,
                              const char *message, size_t len, int64_t call);
// What is said to the model: the result of the call that gives an answer, if there is one, else a
// message.
void sa_agent_say(struct sa_agent *agent, const char *text, size_t len, bool failed);
// The event of what the model got to see.
void sa_agent_emit_observation(struct sa_agent *agent, const struct sa_buf *text,
                               const char *variable);
// The message after a cell: printed text, value, error; within the budget. Defines variables for
// what is cut; their names go into *variable (malloc'd, NULL when nothing was cut).
// Defines a variable for something that was cut; its name is added to *names.
void sa_agent_keep_as(struct sa_agent *agent, const char *name, const char *json, size_t len,
                      char **names);
void sa_observe(struct sa_agent *agent, const struct py_result *result, struct sa_buf *out,
                char **variable);
// Text goes to the model, as hooks leave it and with known keys taken out, and into an event;
// `variable` as above.
void sa_agent_push_observation(struct sa_agent *agent, struct sa_buf *text, const char *variable);
// describe.c: the shape and beginning of a variable's value, one line, malloc'd.
char *sa_preview_json(const char *json, size_t len);

#endif
