// A turn of a chat, and what the turns together have spent.
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/log.h"
#include "base/money.h"
#include "base/str.h"
#include "base/tty.h"
#include "base/watchdog.h"
#include "base/xalloc.h"
#include "cli/chat.h"

// ---- budgets -----------------------------------------------------------------------------------

static int64_t time_spent(const struct sa_chat *c)
{
    return c->spent_ns + (c->turn_started ? sa_clock_monotonic() - c->turn_started : 0);
}

static void put_count(struct sa_buf *out, double n)
{
    sa_buf_appendf(out, "%.0f", n);
}

static void put_money(struct sa_buf *out, double n)
{
    char text[SA_MONEY_TEXT];
    sa_buf_appends(out, sa_money(n, text));
}

static void put_time(struct sa_buf *out, double ns)
{
    char text[32];
    sa_clock_human((int64_t)ns, text, sizeof text);
    sa_buf_appends(out, text);
}

struct budget {
    const char *what, *option;
    void (*put)(struct sa_buf *out, double n);
    double spent, limit; // limit 0: none
};

enum { BUDGETS = 4 };

static void fill(const struct sa_chat *c, struct budget *b)
{
    struct sa_session *s = c->session;
    const struct sa_spent spent = sa_budget_spent(&s->budget);
    const struct sa_limits *l = &s->budget.limits;
    b[0] = (struct budget){"tokens", "--max-tokens", put_count,
                           (double)(spent.usage.input + spent.usage.output), (double)l->max_tokens};
    b[1] = (struct budget){"money", "--max-cost", put_money, spent.usage.cost, l->max_cost};
    b[2] = (struct budget){"tool calls", "--max-tool-calls", put_count, (double)spent.tool_calls,
                           (double)l->max_tool_calls};
    b[3] = (struct budget){"time of turns", "--timeout", put_time, (double)time_spent(c),
                           (double)sa_session_timeout(s)};
}

static void put_budget(const struct budget *b, struct sa_buf *out)
{
    b->put(out, b->spent);
    if (!b->limit) return;
    sa_buf_appends(out, " of ");
    b->put(out, b->limit);
}

void sa_chat_budgets(const struct sa_chat *c, struct sa_buf *out)
{
    struct budget b[BUDGETS];
    fill(c, b);
    for (size_t i = 0; i < BUDGETS; i++) {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
        put_budget(&b[i], &text);
        if (!b[i].limit) sa_buf_appends(&text, ", no limit");
        sa_buf_appendf(out, "%-16s %-24s %s\n", b[i].what, sa_buf_text(&text), b[i].option);
        sa_buf_release(&text);
    }
}

static void warn_of_budgets(struct sa_chat *c)
{
    struct budget b[BUDGETS];
    fill(c, b);
    for (size_t i = 0; i < BUDGETS; i++) {
        if (!b[i].limit || b[i].spent < b[i].limit * 0.8 || c->warned & 1u << i) continue;
        struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
        put_budget(&b[i], &text);
        sa_warn("%.0f %% of the chat's %s are spent: %s (%s)", b[i].spent / b[i].limit * 100,
                b[i].what, sa_buf_text(&text), b[i].option);
        c->warned |= 1u << i;
        sa_buf_release(&text);
    }
}

void sa_chat_event(void *ctx, const struct sa_event *event)
{
    struct sa_chat *c = ctx;
    if (event->type == SA_EV_STEP_END) warn_of_budgets(c);
    if (event->type != SA_EV_CODE) return;
    struct sa_str code = sa_str_trim_right(sa_str_of(sa_json_str(event->data, "code", "")));
    sa_buf_appendf(&c->code, "%s# turn %lld, step %lld\n", c->code.len ? "\n" : "",
                   (long long)c->turns, (long long)sa_json_int(event->data, "step", 0));
    sa_buf_append(&c->code, code.data, code.len);
    sa_buf_appendc(&c->code, '\n');
}

// ---- turns -------------------------------------------------------------------------------------

static void begin(struct sa_chat *c)
{
    int64_t timeout = sa_session_timeout(c->session), left = timeout - c->spent_ns;
    c->turn_started = sa_clock_monotonic();
    sa_watchdog_begin(c->session->watchdog, timeout && left <= 0 ? 1 : timeout ? left : 0);
}

static void end(struct sa_chat *c, const struct sa_run_result *r)
{
    sa_watchdog_end(c->session->watchdog);
    c->spent_ns += sa_clock_monotonic() - c->turn_started;
    c->turn_started = 0;
    sa_run_result_release(&c->last);
    c->last = *r;
}

static void complain(const struct sa_chat *c, const struct sa_run_result *r)
{
    if (sa_stop_reason(&c->session->stop) == SIGINT)
        sa_tty_printf(STDERR_FILENO, "stopped; what was done so far stays\n");
    else sa_error("%s", r->error ? r->error : sa_code_help(r->exit_code));
}

void sa_chat_turn(struct sa_chat *c, const char *task)
{
    struct sa_session *s = c->session;
    struct sa_run_result r = {0};
    char *kept = sa_xstrdup(task); // may be the one that is replaced
    free(c->task);
    c->task = kept;
    c->turns++;
    begin(c);
    sa_session_refresh(s);
    sa_agent_run(s->agent, kept, &r);
    if (sa_session_answered(s)) {
        sa_live_rest(&s->live, NULL);
    } else if (r.answer) {
        struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
        sa_output_answer(s->config, r.answer, r.answer_len, &out);
        sa_cli_out(sa_buf_text(&out), out.len);
        sa_buf_release(&out);
    } else {
        complain(c, &r);
    }
    sa_live_rest(&s->live, r.answer ? "ok" : "stopped");
    sa_output_warn_of_limit(&r);
    end(c, &r);
}

bool sa_chat_summarize(struct sa_chat *c)
{
    struct sa_run_result r = {0};
    begin(c);
    sa_agent_summarize(c->session->agent, &r);
    if (!r.answer) complain(c, &r);
    sa_live_rest(&c->session->live, r.answer ? "ok" : "stopped");
    end(c, &r);
    return c->last.answer != NULL;
}
