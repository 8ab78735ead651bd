// Shared by the files of src/cli: the command table, and what more than one subcommand needs.
// Everything that exits, prints answers or touches the terminal lives in this folder.
#ifndef SA_CLI_H
#define SA_CLI_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/stop.h"
#include "base/tty.h"
#include "config/config.h"
#include "smolagent/python.h"

// One subcommand. `run` gets the words after its name and returns the exit status.
struct sa_command {
    const char *name, *usage, *summary;
    unsigned scope; // which options it takes
    int (*run)(const struct sa_command *command, int argc, char **argv);
    const char *notes; // more text for --help, NULL: none
    bool acts;         // for the user, on settings: a bad project file ends it
};

extern const struct sa_command *sa_commands; // name NULL ends the table
const struct sa_command *sa_command_find(const char *name);

// `command` NULL: the words stand alone, without its name.
int sa_cmd_run(const struct sa_command *command, int argc, char **argv);
int sa_cmd_chat(const struct sa_command *command, int argc, char **argv);
int sa_cmd_python(const struct sa_command *command, int argc, char **argv);
int sa_cmd_sandbox(const struct sa_command *command, int argc, char **argv);
int sa_cmd_config(const struct sa_command *command, int argc, char **argv);
int sa_cmd_models(const struct sa_command *command, int argc, char **argv);
int sa_cmd_tools(const struct sa_command *command, int argc, char **argv);
int sa_cmd_agents(const struct sa_command *command, int argc, char **argv);
int sa_cmd_mcp(const struct sa_command *command, int argc, char **argv);
int sa_cmd_tool(const struct sa_command *command, int argc, char **argv);
int sa_cmd_sessions(const struct sa_command *command, int argc, char **argv);
int sa_cmd_doctor(const struct sa_command *command, int argc, char **argv);
int sa_cmd_init(const struct sa_command *command, int argc, char **argv);
int sa_cmd_completion(const struct sa_command *command, int argc, char **argv);
int sa_cmd_help(const struct sa_command *command, int argc, char **argv);

// settings.c: parses options and reads the layers; prints an error or the help itself. Returns -1
// to go on, else the exit status. *words is yours.
int sa_cli_settings(const struct sa_command *command, struct sa_config *config, int argc,
                    char **argv, char ***words, int *word_count);
// unused.c: does a flag for this option change anything, in this work of a command or in any?
// `work` is the first word behind the command, or NULL. And a usage error for the first flag that
// does not.
bool sa_cli_offers(const struct sa_command *command, enum sa_option_id id);
bool sa_cli_uses(const struct sa_command *command, const char *work, enum sa_option_id id);
int sa_cli_refuse_unused(const struct sa_command *command, const char *work,
                         const struct sa_config *config, struct sa_err *err);
// cmd_info.c: what subcommands that report have in common: settings, `fill` with the words that
// they were given (at most `most`), standard output without secrets. Returns the exit status.
typedef int (*sa_report_fn)(struct sa_config *config, char *const *words, int count,
                            struct sa_buf *out, struct sa_err *err);
int sa_cli_report(const struct sa_command *self, int argc, char **argv, int most,
                  sa_report_fn fill);
// cmd_models.c: such, for chats too. `stop`, which may be NULL, ends asking a server.
int sa_report_models(struct sa_config *config, struct sa_stop *stop, const char *word,
                     struct sa_buf *out, struct sa_err *err);
// cmd_tools.c: tools as the model sees them, or which could be had where there are none.
struct sa_tools;
void sa_put_tools(const struct sa_tools *tools, struct sa_buf *out);
// The tool that a user named; NULL with code 2, one with a similar name, and what lists all.
struct sa_tool *sa_tool_named(const struct sa_tools *tools, const char *name, const char *lister,
                              struct sa_err *err);
// out.c: prints "smolagent: message" on stderr, secrets out; returns err->code.
int sa_cli_fail(const struct sa_err *err);
// Ends this process by `sig` with its default action, after stdio was flushed.
_Noreturn void sa_cli_die_by(int sig);
// A status with the number of a signal added: to end by that, once everything is taken down.
enum { SA_CLI_BY_SIGNAL = 1000 };
// Writes text to stdout. 0, or a code (SA_E_SIGPIPE: the reader went away) with *err filled. Where
// nobody reads, a stop (NULL: there is none) ends it, whose code that is then.
int sa_cli_write(const char *text, size_t len, struct sa_stop *stop, struct sa_err *err);
// The same where there is nothing left to do then: a failure ends the process, by SIGPIPE when the
// reader went away.
void sa_cli_out(const char *text, size_t len);
_Noreturn void sa_cli_out_failed(void); // ends the process as that does, by errno
// The end of a subcommand that reports: prints what there is, secrets out, then the error, and
// releases all that is passed. Returns `code`.
int sa_cli_finish(struct sa_config *config, char **words, struct sa_buf *out, int code,
                  const struct sa_err *err);

// help.c
void sa_help_command(const struct sa_command *command, struct sa_buf *out);
void sa_help_chat(struct sa_buf *out);               // the commands of a chat
int sa_help_print(const struct sa_command *command); // on standard output; 0
void sa_help_man(struct sa_buf *out);                // the man page
void sa_help_topics(struct sa_buf *out);             // all that help takes, with blanks between

// reference.c: the surface of the program as Markdown, for the guide; and the variables that it
// looks at besides those of options, one call each.
void sa_help_reference(struct sa_buf *out);
void sa_help_variables(void (*put)(void *ctx, const char *name, const char *meaning), void *ctx);

// completion.c: the script for a shell; false: there is none for it.
bool sa_completion(const char *shell, struct sa_buf *out);

// term.c: colours, wanted on a stream by --color, NO_COLOR, TERM and isatty.
enum sa_ink {
    INK_NONE,
    INK_DIM,
    INK_BOLD,
    INK_RED,
    INK_GREEN,
    INK_YELLOW,
    INK_BLUE,
    INK_MAGENTA,
    INK_CYAN
};
bool sa_color_wanted(const char *when, int fd);
// Can the terminal keep its cursor's place and go back to it? TERM says so.
bool sa_term_moves(void);
const char *sa_ink(bool color, enum sa_ink ink); // escape sequence, "" without colour
enum sa_syntax_class;
enum sa_ink sa_syntax_ink(enum sa_syntax_class what);
// Appends Python source with colours (none: the text itself), control characters made visible.
void sa_highlight(struct sa_buf *out, const char *code, size_t len, bool color);

// ask.c: a question to the person at the terminal, and the line that is the answer: malloc'd, NULL
// where none came. What was typed before the question was seen is no answer to it.
bool sa_cli_may_ask(const struct sa_config *config); // is there a terminal, and no --no-input?
// A sub-agent that asks is named before it.
struct sa_agent;
char *sa_cli_ask(const struct sa_agent *asker, const char *question, struct sa_stop *stop);
// The same after a prompt of its own; `begin` (NULL: nothing) is there to be changed; where the
// terminal cannot do that it is shown, and stands for an empty answer.
char *sa_cli_ask_edit(const char *question, const char *prompt, const char *begin,
                      struct sa_stop *stop);
// The same, and `begin` is given to the user's editor first, where he has named one.
char *sa_cli_ask_compose(const char *question, const char *prompt, const char *begin,
                         struct sa_stop *stop);

// consent.c: the rules of the settings, and the person at the terminal, if there is one. 0, or a
// code with *err; release *approvals either way. remembered.c: rules that an answer has made, in a
// file of the state folder; false: they cannot be kept, which was told.
struct sa_approvals;
struct sa_rules;
struct sa_session;
// Programs of the settings that the code may write to are warned of, and confirmed once changed.
void sa_cli_watch_programs(struct sa_session *session);
int sa_setup_approvals(struct sa_session *session, struct sa_approvals *approvals,
                       struct sa_err *err);
void sa_remembered_load(struct sa_rules *rules);
bool sa_remembered_add(const char *rule);
int sa_remembered_forget(const char *rule, struct sa_err *err);
char *sa_remembered_file(void); // malloc'd; NULL: there is no place for it

// signals.c: SIGINT, SIGTERM and SIGHUP request `stop`. The second one insists (watchdog.h) where
// something is watched, else it ends the process at once, as the third does. `w` may be NULL.
struct sa_watchdog;
void sa_signals_install(struct sa_stop *stop, struct sa_watchdog *w);
void sa_signals_reset(void); // forget those that came: a chat turn ended
// Ends this process with `status`, by the signal that it names if any. Async-signal-safe.
_Noreturn void sa_signals_leave(int status);
// Does so in `ns`, whatever the process is doing then; 0: no more. Async-signal-safe.
void sa_signals_leave_in(int status, int64_t ns);
// Asks `more` then whether to wait another second; it runs in a signal's handler.
void sa_signals_extend(bool (*more)(void));

// hooks.c: what `smolagent python` grants its program: it is the ctx of these.
struct sa_host {
    char *input; // unread standard input
    size_t input_len, input_at, input_cap;
    bool input_end;
    size_t max_line;                    // bytes; what is longer comes in pieces. 0: no bound
    struct sa_tty streams[2];           // standard output and error
    struct sa_buf *aside;               // takes what is printed instead of them; NULL: it does not
    int wake;                           // eventfd that ends the wait for input; -1: none
    volatile sig_atomic_t waits;        // odd: a stream is waited for; another number: another wait
    const struct sa_exec_ops *executor; // with its options: for hints after errors
    const struct sa_exec_options *options;
};
bool sa_host_print(void *host, int fd, const char *text, size_t len);
char *sa_host_line(void *host, const char *prompt, size_t *len);
void sa_host_release(struct sa_host *host);

// folder.c: the folder of a program's file, whose modules it may import; m->fd stays -1 where there
// is none. To be closed.
struct sa_exec_modules;
void sa_modules_open(struct sa_exec_modules *m, const char *file);
void sa_modules_open_here(struct sa_exec_modules *m); // the current folder, which the user meant
void sa_modules_close(struct sa_exec_modules *m);

// hooks.c: a failed program's error on stderr, with what the user can do about it.
struct py_result;
void sa_python_error(const struct sa_host *host, const struct py_result *result);

// repl.c: until end of input or SystemExit; returns the exit status.
struct sa_exec;
struct sa_journal;
// The journal of what is typed may be NULL.
int sa_repl(struct sa_exec *exec, struct sa_journal *journal, struct sa_host *host);

#endif
