// What `run` and `chat` share: building the agent out of the settings, and watching its events.
#ifndef SA_CLI_RUN_H
#define SA_CLI_RUN_H

#include "agent/agent.h"
#include "agent/audit.h"
#include "agent/budget.h"
#include "agent/hook.h"
#include "agent/shape.h"
#include "cli/cli.h"
#include "cli/live.h"
#include "mcp/mcp.h"
#include "prompt/prompt.h"
#include "setup/setup.h"
#include "tool/files/granted.h"

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
    char *task, *model, *plan;      // of the report, as the events said them; NULL: not said
    char *answer;                   // of the report, as text mode gives it; NULL: none
    bool buffered;                  // -o: nothing is written before the end
    bool broken;                    // standard output takes no more
    struct sa_events *events;
    struct sa_stop *stop;
    struct sa_buf text; // what goes to the file
};
void sa_output_event(void *ctx, const struct sa_event *event);
void sa_output_release(struct sa_output *output);
// Warns where the answer was given at a limit.
void sa_output_warn_of_limit(const struct sa_run_result *result);
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

// Files of --attach, before there is an agent.
struct sa_attachments {
    struct sa_attachment items[20]; // of more images than that some servers take only small ones
    size_t count;
};

// What belongs to one agent, and is made of its configuration (parts.c).
struct sa_parts {
    struct sa_config *config; // borrowed
    struct sa_model *model;
    struct sa_tools tools;
    struct sa_prompts *prompts;
    struct sa_shape *shape; // NULL: answers may have any form
    struct sa_checks checks;
    struct sa_folders folders;
    struct sa_files files;
    const char **imports;
    struct sa_exec_choice executor;
    struct sa_exec_ops stand_in; // of --dry-run: has the name of the chosen one, and starts nothing
    struct sa_exec_own *own;     // of the executor alone
    cJSON *made_of;              // the agent file that it is of; NULL: none
    struct sa_agent_options options;
};

// Everything one run or chat needs, built from the settings. Zero it before sa_session_open.
struct sa_session {
    struct sa_config *config; // borrowed
    struct sa_stop stop;
    struct sa_watchdog *watchdog; // of a run and its setup, or of a turn; NULL: no thread
    struct sa_events events;
    struct sa_news news; // of tools
    struct sa_mcp *mcp;  // NULL: there are no servers
    struct sa_parts parts;
    struct sa_agent *agent;
    struct sa_tools stock;      // commands and servers' tools, where the first agent has not all
    struct sa_tools *lender;    // whose tools agents may name: the stock, or the first one's
    struct sa_member **members; // agents that may be called
    size_t member_count, member_cap;
    bool chat;               // turns, one after another: set it before sa_session_open
    struct sa_budget budget; // of all of them together
    struct sa_approvals approvals;
    struct sa_hooks hooks;
    struct sa_audit *audit; // NULL: none kept
    struct sa_render render;
    struct sa_live live; // off where stderr is no terminal
    struct sa_output output;
    struct sa_stdin input;
    struct sa_variables variables;
    struct sa_attachments attachments;
};

// parts.c: shape, folders, checks, model, prompts; its tools, those of MCP servers included; then
// imports, executor and options, for which the tools have to be there. 0, or a code; to be
// released in any case.
int sa_parts_open(struct sa_parts *p, struct sa_session *s, struct sa_config *config,
                  struct sa_err *err);
int sa_parts_add_tools(struct sa_parts *p, struct sa_session *s, struct sa_err *err);
int sa_parts_fill(struct sa_parts *p, struct sa_session *s, struct sa_err *err);
void sa_parts_release(struct sa_parts *p);

// team.c: the agents that those of a session may call, with a tool for each that the first one may.
// 0 or a code.
int sa_team_open(struct sa_session *s, struct sa_err *err);
void sa_team_release(struct sa_session *s);
// Appends rows {name, description, model, executor, tools[], agents[]} of them.
void sa_team_describe(const struct sa_session *s, cJSON *rows);

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

// May there be code? Not where an agent calls tools and python is none of them.
bool sa_setup_runs_code(const struct sa_config *config);
// Parts of it, also for `models`, `tools` and `doctor`.
// `stop`, which may be NULL, ends a file of tools that does not.
int sa_setup_tools(struct sa_config *config, const struct sa_folders *folders, struct sa_stop *stop,
                   struct sa_tools *tools, struct sa_err *err);
// Of these the built-in ones that `wanted` names, [tool.NAME] sections, those of files.
int sa_setup_builtins(const struct sa_config *config, const char *const *wanted,
                      const struct sa_folders *folders, struct sa_tools *tools, struct sa_err *err);
int sa_setup_commands(const struct sa_config *config, struct sa_tools *tools, struct sa_err *err);
int sa_setup_file_tools(const struct sa_config *config, const struct sa_folders *folders,
                        struct sa_stop *stop, struct sa_tools *tools, struct sa_err *err);
// team.c: is it the tool, or one of the server, that the `tools` of an agent name so?
bool sa_tool_is_named(const struct sa_tool *tool, const char *wanted);
// The parts of the i-th agent that may be called; NULL: there are no more.
const struct sa_parts *sa_team_parts(const struct sa_session *session, size_t i);
// rule_names.c: may a tool of that name, which a rule has (sa_rule_tool), exist with this
// configuration? `mcp`: its servers, not started; NULL: none.
bool sa_config_may_have_tool(const struct sa_config *config, const struct sa_mcp *mcp,
                             const char *name);
// Do the rules and hooks of the session name existing tools? 0, or SA_E_USAGE with *err for a rule
// that a flag gives; others are reported by -v.
int sa_check_rule_names(const struct sa_session *session, struct sa_err *err);
// Warns of agents whose code reaches folders past the rules about files.
void sa_warn_of_file_rules(struct sa_session *session);
// serve.c: offers the sandbox to a client over standard input and output, or to several over HTTP.
// 0, or a code.
int sa_serve_mcp(const struct sa_config *config, struct sa_stop *stop, struct sa_err *err);
// setup_mcp.c: the servers, not started; NULL with a code. 0 or that.
int sa_setup_mcp(const struct sa_config *config, struct sa_stop *stop, struct sa_news *news,
                 struct sa_mcp **mcp, struct sa_err *err);
int sa_setup_checks(const struct sa_config *config, struct sa_stop *stop, struct sa_checks *checks,
                    struct sa_err *err);

// variables.c: reads and judges --var, --vars and --file. 0 or a code; *v is released either way.
int sa_variables_read(const struct sa_config *config, struct sa_variables *v, struct sa_err *err);
// Are the files there that an agent may read? 0 or a code.
int sa_files_check(const struct sa_config *config, struct sa_err *err);
// Tells an agent of the files and folders that are granted to it; `code`: it runs some.
void sa_files_note(struct sa_agent *agent, const struct sa_parts *parts, bool code);
// Gives them to the agent of a session that has one.
int sa_variables_define(struct sa_session *s, struct sa_err *err);
// False: its agent only calls tools.
bool sa_runs_code(const struct sa_session *s);
// Where no code runs, the model works with what it is shown: the user is told of what that is not.
void sa_warn_of_preview(const struct sa_session *s, const char *what, const char *name);
void sa_variables_release(struct sa_variables *v);

#endif
