// `smolagent chat`: turns of a conversation on one agent; variables and memory stay between them.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/tty.h"
#include "base/watchdog.h"
#include "base/xalloc.h"
#include "cli/line.h"
#include "cli/run.h"

struct chat {
    struct sa_session *session;
    struct sa_line *line;
    struct sa_run_result last; // what run.end will report
    bool leave;
};

static void chat_help(struct chat *chat);

static void chat_vars(struct chat *chat)
{
    size_t len;
    const char *text = sa_agent_variables(chat->session->agent, &len);
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_append(&out, text, len);
    if (len) out.len = sa_secret_redact(out.data, len);
    if (len && out.data[out.len - 1] != '\n') sa_buf_appendc(&out, '\n');
    sa_cli_out(sa_buf_text(&out), out.len);
    sa_buf_release(&out);
    if (!len) sa_tty_printf(STDERR_FILENO, "no variables\n");
}

static void chat_clear(struct chat *chat)
{
    struct sa_err err = SA_ERR_INIT;
    if (sa_agent_clear(chat->session->agent, false, &err)) sa_error("%s", err.message);
    else sa_tty_printf(STDERR_FILENO, "conversation forgotten; variables stay\n");
}

static void chat_quit(struct chat *chat)
{
    chat->leave = true;
}

static const struct {
    const char *name, *help;
    void (*run)(struct chat *chat);
} commands[] = {{"/help", "show this list", chat_help},
                {"/vars", "show the variables of the code", chat_vars},
                {"/clear", "forget the conversation, keep the variables", chat_clear},
                {"/quit", "leave (also Ctrl-D)", chat_quit}};

static void chat_help(struct chat *chat)
{
    (void)chat;
    for (size_t i = 0; i < SA_COUNT(commands); i++)
        sa_tty_printf(STDERR_FILENO, "  %-8s %s\n", commands[i].name, commands[i].help);
    sa_tty_printf(STDERR_FILENO, "  Ctrl-C   stop the running turn\n");
}

static void command(struct chat *chat, const char *text)
{
    const char *best = NULL;
    unsigned distance = 4;
    for (size_t i = 0; i < SA_COUNT(commands); i++) {
        unsigned d = sa_edit_distance(text, commands[i].name);
        if (d == 0) {
            commands[i].run(chat);
            return;
        }
        if (d < distance) distance = d, best = commands[i].name;
    }
    sa_tty_printf(STDERR_FILENO, "unknown command %.40s; %s%s%s\n", text,
                  best ? "did you mean " : "see ", best ? best : "/help", best ? "?" : "");
}

static void turn(struct chat *chat, const char *text)
{
    struct sa_session *s = chat->session;
    struct sa_run_result r = {0};
    sa_watchdog_begin(s->watchdog, sa_session_timeout(s));
    sa_agent_run(s->agent, text, &r);
    if (sa_session_answered(s)) {
        sa_live_rest(&s->live, NULL);
    } else if (r.answer) {
        struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
        sa_output_answer(s->config, r.answer, r.answer_len, &out);
        sa_cli_out(sa_buf_text(&out), out.len);
        sa_buf_release(&out);
    } else if (sa_stop_reason(&s->stop) == SIGINT) {
        sa_tty_printf(STDERR_FILENO, "stopped; what was done so far stays\n");
    } else {
        sa_error("%s", r.error ? r.error : sa_code_help(r.exit_code));
    }
    sa_live_rest(&s->live, r.answer ? "ok" : "stopped");
    sa_watchdog_end(s->watchdog);
    sa_run_result_release(&chat->last);
    chat->last = r;
}

static int loop(struct chat *chat)
{
    struct sa_session *s = chat->session;
    while (!chat->leave) {
        char *text = NULL;
        enum sa_line_status status = sa_line_read(chat->line, &text);
        int reason = sa_stop_reason(&s->stop);
        if (reason && reason != SIGINT) return 128 + reason;
        if (status == SA_LINE_END) break;
        if (status == SA_LINE_TOO_LONG) return SA_E_USAGE;
        // Ctrl-C right after the line counts too.
        if (status == SA_LINE_INTERRUPTED || reason) {
            if (text) sa_line_remember(chat->line, text);
            free(text);
            sa_stop_clear(&s->stop);
            sa_signals_reset();
            sa_tty_printf(STDERR_FILENO, "Ctrl-D or /quit leaves\n");
            continue;
        }
        sa_line_remember(chat->line, text);
        struct sa_str trimmed = sa_str_trim(sa_str_of(text));
        SA_AUTO_FREE char *words = sa_xstrndup(trimmed.data, trimmed.len);
        free(text);
        if (words[0] == '/') command(chat, words);
        else if (words[0]) turn(chat, words);
        reason = sa_stop_reason(&s->stop);
        if (reason && reason != SIGINT && !sa_stop_is_late(reason)) return 128 + reason;
        sa_stop_clear(&s->stop);
        sa_signals_reset();
    }
    return SA_OK;
}

int sa_cmd_chat(const struct sa_command *self, int argc, char **argv)
{
    struct sa_config config;
    struct sa_session s = {0};
    struct chat chat = {.session = &s};
    struct sa_err err = SA_ERR_INIT;
    char **words = NULL;
    int count, status = sa_cli_settings(self, &config, argc, argv, &words, &count);
    if (status < 0) {
        int code = SA_OK;
        if (count)
            code = sa_err_set(&err, SA_E_USAGE, "chat takes no words; see 'smolagent chat --help'");
        else if (isatty(STDIN_FILENO) && sa_opt_no_input(&config))
            code = sa_err_set(&err, SA_E_USAGE, "chat asks on the terminal, and --no-input is set");
        sa_session_start(&s, &config);
        if (!code) code = sa_session_open(&s, &err);
        sa_watchdog_end(s.watchdog);
        int reason = sa_stop_reason(&s.stop);
        if (code) {
            status = sa_cli_fail(&err);
            if (reason) status = sa_stop_is_late(reason) ? SA_E_TIMEOUT : 128 + reason;
        } else {
            chat.line = sa_line_new(&(struct sa_line_options){
                .stop = &s.stop, .prompt = "smolagent> ", .more = "... ", .history = "history"});
            if (isatty(STDIN_FILENO))
                sa_tty_printf(STDERR_FILENO, "smolagent chat; /help for help, Ctrl-D leaves\n");
            status = loop(&chat);
            // Nobody saw the messages: a script asks the status.
            if (!status && !isatty(STDIN_FILENO)) status = chat.last.exit_code;
            if (chat.last.imports) {
                chat.last.exit_code = status;
                if (!status) chat.last.status = SA_RUN_OK;
                sa_run_end(&s.events, NULL, &chat.last);
            }
            sa_line_free(chat.line);
        }
        sa_run_result_release(&chat.last);
        sa_session_release(&s);
    }
    free(words);
    sa_config_release(&config);
    sa_secret_release();
    if (status > 128) sa_cli_die_by(status - 128);
    return status;
}
