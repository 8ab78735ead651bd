// What `run` and `chat` share: building the agent out of the settings, and watching its events.
#ifndef SA_CLI_RUN_H
#define SA_CLI_RUN_H

#include "agent/agent.h"
#include "agent/audit.h"
#include "agent/budget.h"
#include "agent/shape.h"
#include "cli/cli.h"
#include "cli/live.h"
#include "mcp/mcp.h"
#include "prompt/prompt.h"
#include "tool/files/folders.h"

// The steps on a stderr that is no terminal; on one live.h shows them.
struct sa_render {
    bool color;
    int verbose; // 0 to 3
    char *reply; // text of the last reply until its code or error shows what of it was code
    size_t reply_len;
    size_t printed;  // bytes, by the running step
    bool line_start; // the cursor stands at the start of a line
    int64_t step;
};
void sa_render_event(void *ctx, const struct sa_event *event);
void sa_render_release(struct sa_render *render);
// "100 tokens in (80 cached), 20 out (5 reasoning)".
void sa_render_tokens(struct sa_buf *out, const struct sa_usage *usage);

// Output that is made of events: every one (jsonl), the closing one (json), or a report of the run
// for people (markdown).
struct sa_output {
    enum { SA_OUT_TEXT, SA_OUT_JSON, SA_OUT_JSONL, SA_OUT_MARKDOWN } format;
    const struct sa_config *config; // borrowed
    char *task, *model;             // of the report, as the events said them; NULL: not said
    char *answer;                   // of the report, as text mode gives it; NULL: none
    bool buffered;                  // -o: nothing is written before the end
    bool broken;                    // standard output takes no more
    struct sa_events *events;
    struct sa_stop *stop;
    struct sa_buf text; // what goes to the file
};
void sa_output_event(void *ctx, const struct sa_event *event);
void sa_output_release(struct sa_output *output);
// Appends the answer as it leaves the process: UTF-8, no secrets, cut to --max-answer, a line's
// end.
void sa_output_answer(const struct sa_config *config, const char *answer, size_t len,
                      struct sa_buf *out);

// Lazy standard input of the code.
struct sa_stdin {
    struct sa_stop *stop;
    struct sa_buf kept; // all that was read, until it is too much
    uint64_t total;     // bytes read
    uint64_t taken;     // of them for the preview, where input cannot be looked at without
    bool end, passed;   // passed: nothing is kept any more
};
void sa_stdin_release(struct sa_stdin *in);
// Waits a moment for the first bytes; the note for the model, which runs code or does not, is
// malloc'd, "" when nothing was given.
char *sa_stdin_preview(struct sa_stdin *in, bool code);
// Was standard input offered to the code, which never read it, and not empty?
bool sa_stdin_is_left(struct sa_stdin *in);
long sa_stdin_pull(void *ctx, uint64_t at, char *buf, size_t cap);
// True when standard input is something a run could read as data.
bool sa_stdin_is_data(void);

// A variable of --var or --vars, before there is an interpreter. Owned strings.
struct sa_given {
    char *name, *json, *from; // from: what to say before an error; NULL: nothing
    size_t len;
};

struct sa_variables {
    struct sa_given *items;
    size_t count, cap;
};

// Everything one run or chat needs, built from the settings. Zero it before sa_session_open.
struct sa_session {
    struct sa_config *config; // borrowed
    struct sa_stop stop;
    struct sa_watchdog *watchdog; // of a run and its setup, or of a turn; NULL: no thread
    struct sa_events events;
    struct sa_tools tools;
    struct sa_news news; // of tools
    struct sa_mcp *mcp;  // NULL: there are no servers
    struct sa_prompts *prompts;
    struct sa_model *model;
    struct sa_agent *agent;
    struct sa_agent_options options;
    bool chat;               // turns, one after another: set it before sa_session_open
    struct sa_budget budget; // of all of them together
    struct sa_shape *shape;
    struct sa_checks checks;
    struct sa_approvals approvals;
    struct sa_audit *audit; // NULL: none kept
    struct sa_render render;
    struct sa_live live; // off where stderr is no terminal
    struct sa_output output;
    struct sa_stdin input;
    struct sa_variables variables;
    const char **imports;
    struct sa_exec_choice executor;
    struct sa_exec_ops stand_in; // of --dry-run: has the name of the chosen one, and starts nothing
    struct sa_folders folders;
    struct sa_exec_own *own; // of the executor alone
};

// Signals, events, output and the clock of --timeout, which runs from here: never fails; do it
// first so that every later failure has its run.end.
void sa_session_start(struct sa_session *s, struct sa_config *config);
// Names the project's file in force, on a terminal and unless the user asks for silence.
void sa_session_tell_project(const struct sa_config *config);
// Model, tools, prompts, agent, variables. 0 or an exit code with *err filled.
int sa_session_open(struct sa_session *s, struct sa_err *err);
// Between runs: tools that MCP servers offer since. What cannot be had is told.
void sa_session_refresh(struct sa_session *s);
// Another model from the next run on; 0 or a code with *err, and the model stays what it was.
int sa_session_use_model(struct sa_session *s, const char *name, struct sa_err *err);
void sa_session_release(struct sa_session *s);
// Of a run that ended with `code`: writes what -o is to hold. 0, or a code with *err filled.
int sa_session_keep(struct sa_session *s, int code, struct sa_err *err);
// Does the answer stand already, as the reply that it is, on the terminal that it would go to?
bool sa_session_answered(const struct sa_session *s);
// The time of --timeout, 0: none.
int64_t sa_session_timeout(const struct sa_session *s);
// The file of -o; NULL: standard output, which is also what `-o -` means.
const char *sa_session_file(const struct sa_session *s);

// cmd_run.c: tells of a run that could not begin as such a run does; returns the exit status.
int sa_run_failed(struct sa_config *config, const struct sa_err *err);

// dry_run.c: prints what a run of this task would send first. 0 or a code with *err filled.
int sa_dry_run(struct sa_session *s, const char *task, struct sa_err *err);

// setup.c: may there be code? Not where an agent calls tools and python is none of them.
bool sa_setup_runs_code(const struct sa_config *config);
// Parts of it, also for `models`, `tools` and `doctor`.
// What the settings say of the i-th of the models (0: the first, the others stand in for it);
// borrowed from them and from *name, which is malloc'd. 0 or a code, also for there being no model
// at all; -1: there are no more.
int sa_setup_model_options(struct sa_config *config, size_t i, char **name,
                           struct sa_model_options *options, struct sa_err *err);
// `stop`, which may be NULL, ends a key_command.
// The first model, with those that stand in for it.
int sa_setup_model(struct sa_config *config, struct sa_stop *stop, struct sa_model **model,
                   struct sa_err *err);
// Some model of a provider, to ask what it offers; what is set for the model of the configuration
// counts only where that is of the same provider.
int sa_setup_provider(struct sa_config *config, const char *provider, struct sa_model **model,
                      struct sa_err *err);
// `stop`, which may be NULL, ends a file of tools that does not.
int sa_setup_tools(struct sa_config *config, const struct sa_folders *folders, struct sa_stop *stop,
                   struct sa_tools *tools, struct sa_err *err);
// serve.c: offers the sandbox to a client over standard input and output, or to several over HTTP.
// 0, or a code.
int sa_serve_mcp(const struct sa_config *config, struct sa_stop *stop, struct sa_err *err);
// setup_mcp.c: the servers, not started; NULL with a code. 0 or that.
int sa_setup_mcp(const struct sa_config *config, struct sa_stop *stop, struct sa_news *news,
                 struct sa_mcp **mcp, struct sa_err *err);
int sa_setup_shape(const struct sa_config *config, struct sa_shape **shape, struct sa_err *err);
int sa_setup_checks(const struct sa_config *config, struct sa_stop *stop, struct sa_checks *checks,
                    struct sa_err *err);
// Registers every value in reach that is a key, so that none of them gets out.
void sa_setup_secrets(const struct sa_config *config);
// Authorised modules, NULL-terminated; the array is yours, the strings are not.
const char **sa_setup_imports(const struct sa_config *config);

// variables.c: reads and judges --var, --vars and --file. 0 or a code; *v is released either way.
int sa_variables_read(const struct sa_config *config, struct sa_variables *v, struct sa_err *err);
// Gives them to the agent of a session that has one.
int sa_variables_define(struct sa_session *s, struct sa_err *err);
// False: its agent only calls tools.
bool sa_runs_code(const struct sa_session *s);
// Where no code runs, the model works with what it is shown: the user is told of what that is not.
void sa_warn_of_preview(const struct sa_session *s, const char *what, const char *name);
void sa_variables_release(struct sa_variables *v);

#endif
