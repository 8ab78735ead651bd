// The commands of a chat: rows of one table, which help, completion and the man page read too.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fs.h"
#include "base/log.h"
#include "base/money.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/tty.h"
#include "base/xalloc.h"
#include "cli/attach.h"
#include "cli/chat.h"

// What was asked for, without secrets; `buf` is released.
static void print(struct sa_buf *buf)
{
    if (buf->len) buf->len = sa_secret_redact(buf->data, buf->len);
    if (buf->len && buf->data[buf->len - 1] != '\n') sa_buf_appendc(buf, '\n');
    sa_cli_out(sa_buf_text(buf), buf->len);
    sa_buf_release(buf);
}

static void tell(const char *text)
{
    sa_tty_printf(STDERR_FILENO, "%s\n", text);
}

// ---- about the model ---------------------------------------------------------------------------

static void chat_model(struct sa_chat *c, const char *args)
{
    struct sa_session *s = c->session;
    struct sa_err err = SA_ERR_INIT;
    if (*args && sa_session_use_model(s, args, &err)) {
        sa_error("%s; the model stays %s", err.message, sa_agent_model(s->agent)->id);
        return;
    }
    const struct sa_model *now = sa_agent_model(s->agent), *next = now->stand_in;
    SA_AUTO_FREE char *text = sa_model_describe(now);
    sa_tty_printf(STDERR_FILENO, "%s%s\n", *args ? "from now on: " : "", text);
    if (now != s->parts.model)
        sa_tty_printf(STDERR_FILENO, "it stands in for %s\n", s->parts.model->id);
    for (; next; next = next->stand_in) sa_tty_printf(STDERR_FILENO, "if it fails: %s\n", next->id);
}

// What a subcommand reports, here.
static void print_report(int code, struct sa_buf *out, const struct sa_err *err)
{
    if (code) sa_error("%s", err->message);
    print(out);
}

static void chat_models(struct sa_chat *c, const char *args)
{
    struct sa_session *s = c->session;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    struct sa_err err = SA_ERR_INIT;
    print_report(sa_report_models(s->config, &s->stop, *args ? args : NULL, &out, &err), &out,
                 &err);
}

static void chat_instructions(struct sa_chat *c, const char *args)
{
    struct sa_session *s = c->session;
    if (*args) {
        free(c->instructions);
        c->instructions = sa_xstrdup(sa_streq(args, "-") ? "" : args);
        sa_agent_instruct(s->agent, c->instructions);
        tell("in force from the next turn on");
        return;
    }
    const char *now = c->instructions ? c->instructions : s->parts.options.instructions;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appends(&out, now && *now ? now : "no instructions");
    print(&out);
}

// ---- about the conversation --------------------------------------------------------------------

static void chat_retry(struct sa_chat *c, const char *args)
{
    (void)args;
    if (c->task && sa_agent_retract(c->session->agent)) sa_chat_turn(c, c->task);
    else if (c->task)
        tell(
            "the last turn is in the conversation no more, which was summed up or forgotten: ask again");
    else tell("there is no turn to run again");
}

static void chat_compact(struct sa_chat *c, const char *args)
{
    (void)args;
    int64_t before = sa_agent_context(c->session->agent).tokens;
    if (!sa_chat_summarize(c)) return;
    sa_tty_printf(STDERR_FILENO,
                  "the conversation is its summary now: about %lld tokens, not %lld\n",
                  (long long)sa_agent_context(c->session->agent).tokens, (long long)before);
}

static void chat_clear(struct sa_chat *c, const char *args)
{
    struct sa_err err = SA_ERR_INIT;
    (void)args;
    if (sa_agent_clear(c->session->agent, false, &err)) sa_error("%s", err.message);
    else tell("conversation forgotten; variables stay");
}

static void chat_reset(struct sa_chat *c, const char *args)
{
    struct sa_session *s = c->session;
    struct sa_err err = SA_ERR_INIT;
    (void)args;
    if (sa_agent_clear(s->agent, true, &err) || sa_variables_define(s, &err)) {
        sa_error("%s", err.message);
        c->leave = true; // there is no interpreter any more
        return;
    }
    sa_buf_clear(&c->code);
    tell("conversation and variables forgotten");
}

static void chat_attach(struct sa_chat *c, const char *args)
{
    struct sa_session *s = c->session;
    struct sa_attachment x = {0};
    struct sa_err err = SA_ERR_INIT;
    SA_AUTO_FREE char *path = sa_fs_expand(args);
    if (!*args) return tell("attach what? /attach FILE");
    int code = sa_attach_read(s->config, path, &x, &err);
    if (!code) code = sa_attach_fit(s, &x, &err);
    if (code) {
        sa_error("%s", err.message);
    } else {
        sa_tty_printf(STDERR_FILENO, "%s goes with the next turn\n", x.name);
        sa_agent_attach(s->agent, &x);
    }
    sa_attachment_release(&x);
}

static void chat_edit(struct sa_chat *c, const char *args)
{
    sa_line_compose(c->line, args);
}

// ---- what there is -----------------------------------------------------------------------------

static void chat_tools(struct sa_chat *c, const char *args)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    (void)args;
    sa_put_tools(&c->session->parts.tools, &out);
    print(&out);
}

static void chat_vars(struct sa_chat *c, const char *args)
{
    size_t len;
    (void)args;
    const char *text = sa_agent_variables(c->session->agent, &len);
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_append(&out, text, len);
    if (!len) tell("no variables");
    print(&out);
}

static void chat_code(struct sa_chat *c, const char *args)
{
    (void)args;
    if (!c->code.len) return tell("no code ran yet");
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    bool color = sa_color_wanted(sa_opt_color(c->session->config), STDOUT_FILENO);
    sa_highlight(&out, c->code.data, c->code.len, color);
    if (sa_tty_paint(STDOUT_FILENO, sa_buf_text(&out), out.len)) sa_buf_release(&out);
    else sa_cli_out_failed();
}

static void chat_cost(struct sa_chat *c, const char *args)
{
    const struct sa_spent spent = sa_budget_spent(&c->session->budget);
    const struct sa_usage *u = &spent.usage;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    char time[32], money[SA_MONEY_TEXT];
    (void)args;
    sa_clock_human(c->spent_ns, time, sizeof time);
    sa_buf_appendf(&out, "%lld turn%s, %lld model call%s, %lld tool call%s, %s\n",
                   (long long)c->turns, c->turns == 1 ? "" : "s", (long long)spent.steps,
                   spent.steps == 1 ? "" : "s", (long long)spent.tool_calls,
                   spent.tool_calls == 1 ? "" : "s", time);
    sa_render_tokens(&out, u);
    sa_buf_appendc(&out, '\n');
    if (!u->input || u->priced) sa_buf_appendf(&out, "%s\n", sa_money(u->cost, money));
    else
        sa_buf_appendf(&out, "price unknown of %s (see [prices])\n",
                       sa_agent_model(c->session->agent)->id);
    print(&out);
}

static void chat_context(struct sa_chat *c, const char *args)
{
    const struct sa_context x = sa_agent_context(c->session->agent);
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    (void)args;
    sa_buf_appendf(&out, "about %lld of %lld tokens (%lld %%), %zu message%s\n",
                   (long long)x.tokens, (long long)x.window, (long long)(x.tokens * 100 / x.window),
                   x.messages, x.messages == 1 ? "" : "s");
    print(&out);
}

static void chat_limits(struct sa_chat *c, const char *args)
{
    const struct sa_agent_options *o = &c->session->parts.options;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    char time[32];
    (void)args;
    sa_chat_budgets(c, &out);
    sa_buf_appendf(&out, "%-16s %-24lld --max-steps\n", "steps of a turn", (long long)o->max_steps);
    sa_clock_human(o->exec.step_timeout_ns, time, sizeof time);
    sa_buf_appendf(&out, "%-16s %-24s --step-timeout\n", "time of a cell",
                   o->exec.step_timeout_ns ? time : "no limit");
    sa_buf_appendf(&out, "%-16s %zu MiB%*s --max-memory\n", "memory", o->exec.max_memory >> 20, 17,
                   "");
    print(&out);
}

static const struct sa_mcp_prompt *prompt_at(const struct sa_chat *c, size_t i)
{
    struct sa_mcp *mcp = c->session->mcp;
    return mcp ? sa_mcp_prompt_at(mcp, i) : NULL;
}

// What is typed for it: our commands come first.
const char *sa_chat_prompt_name(const struct sa_mcp_prompt *p)
{
    for (const struct sa_chat_command *own = sa_chat_commands; own->name; own++)
        if (sa_streq(own->name + 1, p->name)) return p->full;
    return p->name;
}

static void put_prompts(const struct sa_chat *c, struct sa_buf *out)
{
    const struct sa_mcp_prompt *p;
    for (size_t i = 0; (p = prompt_at(c, i)); i++) {
        SA_AUTO_FREE char *usage = sa_xasprintf("/%s %s", sa_chat_prompt_name(p), p->args);
        sa_buf_appendf(out, "  %-20s  %s\n", usage, p->help);
    }
}

// What it says is the turn.
static void run_prompt(struct sa_chat *c, const struct sa_mcp_prompt *p, const char *words)
{
    struct sa_session *s = c->session;
    struct sa_buf task = SA_BUF_INIT(SA_BUF_TEXT);
    struct sa_err err = SA_ERR_INIT;
    if (sa_mcp_prompt_get(s->mcp, p->name, words, &s->stop, &task, &err))
        sa_error("/%s: %s", p->name, err.message);
    else sa_chat_turn(c, sa_buf_text(&task));
    sa_buf_release(&task);
}

static void chat_prompts(struct sa_chat *c, const char *args)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    (void)args;
    put_prompts(c, &out);
    if (!out.len) return tell("no MCP server offers prompts");
    print(&out);
}

static void chat_help(struct sa_chat *c, const char *args)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    (void)args;
    sa_help_chat(&out);
    put_prompts(c, &out);
    sa_buf_appends(&out,
                   "The beginning of a name will do.\n\n"
                   "A line that ends with \\ goes on, and so does \"\"\" up to the next one;\n"
                   "Alt-Enter begins a new line. Tab completes, Ctrl-R searches what was\n"
                   "typed before, Ctrl-X Ctrl-E opens $EDITOR. Ctrl-C stops a turn.\n");
    print(&out);
}

static void chat_quit(struct sa_chat *c, const char *args)
{
    (void)args;
    c->leave = true;
}

static void chat_exit(struct sa_chat *c, const char *args)
{
    chat_quit(c, args);
}

const struct sa_chat_command sa_chat_commands[] = {
#define CHAT(name, args, help) {"/" #name, args, help, chat_##name},
#include "cli/chat.def"
#undef CHAT
    {NULL, NULL, NULL, NULL},
};

// ---- finding them ------------------------------------------------------------------------------

// A slash and letters, or what names of prompts have; a path or a comment has more than that.
bool sa_chat_is_command(const char *text)
{
    size_t n = 1;
    if (text[0] != '/') return false;
    while (isalnum((unsigned char)text[n]) || (text[n] && strchr("-_", text[n]))) n++;
    return !text[n] || isspace((unsigned char)text[n]);
}

static const struct sa_mcp_prompt *find_prompt(const struct sa_chat *c, const char *name)
{
    const struct sa_mcp_prompt *p;
    for (size_t i = 0; (p = prompt_at(c, i)); i++)
        if (sa_streq(sa_chat_prompt_name(p), name + 1)) return p;
    return NULL;
}

// The one whose name this is, or begins so; NULL: none, or several, which are told.
static const struct sa_chat_command *find(const char *name)
{
    const struct sa_chat_command *found = NULL, *near = NULL;
    struct sa_buf all = SA_BUF_INIT(SA_BUF_SMALL);
    size_t count = 0;
    unsigned distance = 4;
    for (const struct sa_chat_command *c = sa_chat_commands; c->name; c++) {
        unsigned d = sa_edit_distance(name, c->name);
        if (!d) return sa_buf_release(&all), c;
        if (d < distance) distance = d, near = c;
        // What begins with the name that was found is a longer one of the same kind: /models.
        bool longer = found && sa_starts_with(c->name, found->name);
        if (!sa_starts_with(c->name, name) || longer) continue;
        found = c;
        sa_buf_appendf(&all, "%s%s", count++ ? ", " : "", c->name);
    }
    if (count > 1) sa_tty_printf(STDERR_FILENO, "%.40s: %s?\n", name, all.data);
    else if (!count)
        sa_tty_printf(STDERR_FILENO, "unknown command %.40s; %s%s%s\n", name,
                      near ? "did you mean " : "see ", near ? near->name : "/help",
                      near ? "?" : "");
    sa_buf_release(&all);
    return count == 1 ? found : NULL;
}

void sa_chat_command(struct sa_chat *chat, const char *text)
{
    size_t len = strcspn(text, " \t\n");
    SA_AUTO_FREE char *name = sa_xstrndup(text, len);
    struct sa_str rest = sa_str_trim(sa_str_of(text + len));
    SA_AUTO_FREE char *args = sa_xstrndup(rest.data, rest.len);
    const struct sa_mcp_prompt *prompt = find_prompt(chat, name);
    const struct sa_chat_command *command = prompt ? NULL : find(name);
    if (prompt) return run_prompt(chat, prompt, args);
    if (!command) return;
    if (*args && !*command->args)
        sa_tty_printf(STDERR_FILENO, "%s takes no words\n", command->name);
    else command->run(chat, args);
}
