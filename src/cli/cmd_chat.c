// `smolagent chat`: turns of a conversation on one agent; variables and memory stay between them.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/money.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/tty.h"
#include "base/watchdog.h"
#include "base/xalloc.h"
#include "cli/chat.h"
#include "cli/event_line.h"

// A line that ends with a backslash goes on, and so does what three quotes begin until three end
// it.
static enum sa_line_more goes_on(void *ctx, const char *text, size_t len)
{
    (void)ctx;
    struct sa_str s = sa_str_trim((struct sa_str){text, len});
    if (s.len >= 3 && !memcmp(s.data, "\"\"\"", 3))
        return sa_memfind(s.data + 3, s.len - 3, "\"\"\"", 3) ? SA_LINE_WHOLE : SA_LINE_MORE;
    return len && text[len - 1] == '\\' ? SA_LINE_JOINED : SA_LINE_WHOLE;
}

// What is meant: without blanks around it, or without the quotes.
static char *meant(const char *entry)
{
    struct sa_str s = sa_str_trim(sa_str_of(entry));
    bool quoted = s.len >= 6 && !memcmp(s.data, "\"\"\"", 3) &&
                  sa_memfind(s.data + 3, s.len - 3, "\"\"\"", 3) == s.data + s.len - 3;
    if (quoted) s = sa_str_trim((struct sa_str){s.data + 3, s.len - 6});
    return sa_xstrndup(s.data, s.len);
}

static void take(struct sa_chat *chat, const char *entry)
{
    SA_AUTO_FREE char *text = meant(entry);
    sa_line_remember(chat->line, entry);
    if (sa_chat_is_command(text)) sa_chat_command(chat, text);
    else if (text[0]) sa_chat_turn(chat, text);
}

// Before the next entry. 0, or the status that a signal, of a turn or of its prompt, ends the chat
// with: without a person there, any does.
static int settle(struct sa_chat *chat)
{
    struct sa_session *s = chat->session;
    int reason = sa_stop_reason(&s->stop);
    bool goes_on = !reason || sa_stop_is_late(reason) || (reason == SIGINT && isatty(STDIN_FILENO));
    if (!goes_on) return 128 + reason;
    sa_stop_clear(&s->stop);
    sa_signals_reset();
    return SA_OK;
}

static int loop(struct sa_chat *chat)
{
    int status = settle(chat);
    for (bool interrupted = false; !status && !chat->leave;) {
        char *entry = NULL;
        enum sa_line_status got = sa_line_read(chat->line, &entry);
        // Ctrl-C right after the line counts too; without a person it ends the chat (settle).
        bool again = sa_stop_reason(&chat->session->stop) == SIGINT && isatty(STDIN_FILENO);
        if (again && entry) sa_line_remember(chat->line, entry);
        if (got == SA_LINE_TOO_LONG) status = SA_E_USAGE;
        else if (got == SA_LINE_END || (again && interrupted)) chat->leave = true;
        else if (again) sa_tty_printf(STDERR_FILENO, "Ctrl-C again, Ctrl-D or /quit leaves\n");
        else if (got == SA_LINE_TEXT && !sa_stop_reason(&chat->session->stop)) take(chat, entry);
        interrupted = again;
        free(entry);
        int ended = settle(chat);
        if (ended) status = ended;
    }
    return status;
}

// Model, executor and limits, in a line.
static void greet(const struct sa_session *s)
{
    if (!isatty(STDIN_FILENO) || sa_opt_quiet(s->config)) return;
    const struct sa_agent_options *o = &s->parts.options;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    char time[32], money[SA_MONEY_TEXT];
    bool color = sa_color_wanted(sa_opt_color(s->config), STDERR_FILENO);
    sa_buf_appendf(&out, "%s* %s . %s", sa_ink(color, INK_DIM), s->parts.model->id,
                   o->executor->name);
    if (o->executor_why && o->executor != &sa_exec_local)
        sa_buf_appendf(&out, " (%s)", o->executor_why);
    cJSON *layers = cJSON_CreateObject();
    sa_agent_put_layers(s->agent, layers);
    sa_event_put_layers(layers, " . ", &out);
    cJSON_Delete(layers);
    sa_buf_appendf(&out, " . up to %lld steps", (long long)o->max_steps);
    sa_clock_human(o->timeout_ns, time, sizeof time);
    if (o->timeout_ns) sa_buf_appendf(&out, ", %s", time);
    if (o->max_tokens) sa_buf_appendf(&out, ", %lld tokens", (long long)o->max_tokens);
    if (o->max_cost > 0) sa_buf_appendf(&out, ", %s", sa_money(o->max_cost, money));
    if (o->max_tool_calls) sa_buf_appendf(&out, ", %lld tool calls", (long long)o->max_tool_calls);
    sa_buf_appendf(&out, " . /help%s\n", sa_ink(color, INK_NONE));
    sa_tty_paint(STDERR_FILENO, sa_buf_text(&out), out.len);
    sa_buf_release(&out);
}

// The chat after its start; `words` are its first turn.
static int talk(struct sa_chat *chat, char **words, int count)
{
    struct sa_session *s = chat->session;
    struct sa_buf first = SA_BUF_INIT(SA_BUF_HUGE);
    for (int i = 0; i < count; i++) sa_buf_appendf(&first, "%s%s", i ? " " : "", words[i]);
    sa_events_add(&s->events, sa_chat_event, chat);
    chat->line = sa_line_new(&(struct sa_line_options){.stop = &s->stop,
                                                       .prompt = "smolagent> ",
                                                       .more = "... ",
                                                       .history = "history",
                                                       .goes_on = goes_on,
                                                       .complete = sa_chat_complete,
                                                       .ctx = chat});
    greet(s);
    if (first.len) sa_chat_turn(chat, first.data);
    int status = loop(chat);
    // Nobody saw the messages: a script asks the status.
    if (!status && !isatty(STDIN_FILENO)) status = chat->last.exit_code;
    if (chat->last.imports) {
        chat->last.exit_code = status;
        if (!status) chat->last.status = SA_RUN_OK;
        sa_run_end(&s->events, NULL, &chat->last);
    }
    sa_line_free(chat->line);
    sa_buf_release(&first);
    return status;
}

static void release(struct sa_chat *chat)
{
    sa_run_result_release(&chat->last);
    sa_buf_release(&chat->code);
    free(chat->task);
    sa_session_release(chat->session);
    free(chat->instructions);
}

int sa_cmd_chat(const struct sa_command *self, int argc, char **argv)
{
    struct sa_config config;
    struct sa_session s = {.chat = true};
    struct sa_chat chat = {.session = &s, .code = SA_BUF_INIT(SA_BUF_TEXT)};
    struct sa_err err = SA_ERR_INIT;
    char **words = NULL;
    int count, status = sa_cli_settings(self, &config, argc, argv, &words, &count);
    if (status < 0) {
        int code = SA_OK;
        if (isatty(STDIN_FILENO) && sa_opt_no_input(&config))
            code = sa_err_set(&err, SA_E_USAGE, "chat asks on the terminal, and --no-input is set");
        sa_session_start(&s, &config);
        if (!code) code = sa_session_open(&s, &err);
        sa_watchdog_end(s.watchdog);
        int reason = sa_stop_reason(&s.stop);
        if (!code) status = talk(&chat, words, count);
        else status = sa_cli_fail(&err);
        if (code && reason) status = sa_stop_is_late(reason) ? SA_E_TIMEOUT : 128 + reason;
        release(&chat);
    }
    free(words);
    sa_config_release(&config);
    sa_secret_release();
    if (status > 128) sa_cli_die_by(status - 128);
    return status;
}
