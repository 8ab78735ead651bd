// The terminal view of a run: thought, code, output, result and metrics of every step on stderr.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/money.h"
#include "base/str.h"
#include "base/tty.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/below.h"
#include "cli/event_line.h"
#include "cli/run.h"

#define SHORT_TEXT 1200   // bytes of an observation or tool value shown without -vv
#define SHORT_PRINT 20000 // bytes printed by one step shown without -v

static void put(struct sa_render *r, const char *text, size_t len)
{
    if (!len) return;
    sa_tty_paint(STDERR_FILENO, text, len);
    r->line_start = text[len - 1] == '\n';
}

static void new_line(struct sa_render *r)
{
    if (!r->line_start) put(r, "\n", 1);
}

// One line in a colour, control characters made visible.
static void line(struct sa_render *r, enum sa_ink ink, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void line(struct sa_render *r, enum sa_ink ink, const char *format, ...)
{
    struct sa_buf raw = SA_BUF_INIT(SA_BUF_TEXT), out = SA_BUF_INIT(SA_BUF_TEXT);
    va_list args;
    va_start(args, format);
    sa_buf_appendv(&raw, format, args);
    va_end(args);
    sa_buf_appends(&out, sa_ink(r->color, ink));
    sa_utf8_printable(&out, sa_buf_text(&raw), raw.len);
    sa_buf_appends(&out, sa_ink(r->color, INK_NONE));
    sa_buf_appendc(&out, '\n');
    new_line(r);
    put(r, sa_buf_text(&out), out.len);
    sa_buf_release(&raw);
    sa_buf_release(&out);
}

static size_t shown(const struct sa_render *r, size_t len)
{
    return r->verbose >= 2 || len <= SHORT_TEXT ? len : SHORT_TEXT;
}

static void block(struct sa_render *r, const char *text, enum sa_ink ink)
{
    size_t len = strlen(text), n = sa_utf8_floor(text, len, shown(r, len));
    while (n && (text[n - 1] == '\n' || text[n - 1] == ' ')) n--;
    if (n) line(r, ink, "%.*s%s", (int)n, text, n + 2 < len ? " ..." : "");
}

// What of the reply came before its code: the model's thought.
static void flush_thought(struct sa_render *r, bool has_code)
{
    if (!r->reply) return;
    static const char *const marks[] = {"<code>", "```", "~~~"};
    size_t len = r->reply_len;
    for (size_t i = 0; i < SA_COUNT(marks); i++) {
        const char *at = sa_memfind(r->reply, len, marks[i], strlen(marks[i]));
        if (at) len = (size_t)(at - r->reply);
    }
    bool bare_code = has_code && len == r->reply_len;
    struct sa_str thought = sa_str_trim((struct sa_str){r->reply, len});
    if (thought.len && !bare_code) line(r, INK_NONE, "%.*s", (int)thought.len, thought.data);
    sa_freep(&r->reply);
}

static const char *plural(long long n)
{
    return n == 1 ? "" : "s";
}

static struct sa_usage usage_of(const cJSON *d)
{
    return (struct sa_usage){.input = sa_json_int(d, "input_tokens", 0),
                             .output = sa_json_int(d, "output_tokens", 0),
                             .cached = sa_json_int(d, "cached_tokens", 0),
                             .reasoning = sa_json_int(d, "reasoning_tokens", 0),
                             .estimated = sa_json_bool(d, "estimated", false)};
}

void sa_render_tokens(struct sa_buf *out, const struct sa_usage *u)
{
    sa_buf_appendf(out, "%lld tokens in", (long long)u->input);
    if (u->cached) sa_buf_appendf(out, " (%lld cached)", (long long)u->cached);
    sa_buf_appendf(out, ", %lld out", (long long)u->output);
    if (u->reasoning) sa_buf_appendf(out, " (%lld reasoning)", (long long)u->reasoning);
    if (u->estimated) sa_buf_appends(out, ", estimated");
}

// Time, tokens and money of a step or a plan.
static void put_taken(struct sa_render *r, const char *what, const cJSON *d)
{
    char took[32], cost[SA_MONEY_TEXT];
    sa_clock_human(sa_json_int(d, "duration_ms", 0) * SA_NS_PER_MS, took, sizeof took);
    const struct sa_usage usage = usage_of(d);
    struct sa_buf tokens = SA_BUF_INIT(SA_BUF_SMALL);
    sa_render_tokens(&tokens, &usage);
    line(r, INK_DIM, "[%s: %s, %s%s%s]", what, took, sa_buf_text(&tokens),
         sa_json_get(d, "cost") ? ", " : "",
         sa_json_get(d, "cost") ? sa_money(sa_json_num(d, "cost", 0), cost) : "");
    sa_buf_release(&tokens);
}

static void on_run_start(struct sa_render *r, const cJSON *d)
{
    const char *why = sa_json_str(d, "executor_why", NULL);
    if (!r->verbose) return;
    struct sa_buf layers = SA_BUF_INIT(SA_BUF_SMALL);
    sa_event_put_layers(d, ", ", &layers);
    line(r, INK_DIM, "model %s, executor %s%s%s%s%s, at most %lld steps",
         sa_json_str(d, "model", "?"), sa_json_str(d, "executor", "?"), why ? " (" : "",
         why ? why : "", why ? ")" : "", sa_buf_text(&layers),
         (long long)sa_json_int(d, "max_steps", 0));
    sa_buf_release(&layers);
}

static void on_step_start(struct sa_render *r, const cJSON *d)
{
    r->step = sa_json_int(d, "step", 0);
    r->printed = 0;
    line(r, INK_BOLD, "--- step %lld", (long long)r->step);
}

static void on_plan_start(struct sa_render *r, const cJSON *d)
{
    SA_AUTO_FREE char *head = sa_event_plan_head(d);
    line(r, INK_BOLD, "--- %s", head);
}

static void on_plan(struct sa_render *r, const cJSON *d)
{
    const char *reasoning = sa_json_str(d, "reasoning", NULL);
    if (reasoning && r->verbose) block(r, reasoning, INK_DIM);
    line(r, INK_NONE, "%s", sa_json_str(d, "text", ""));
    put_taken(r, "plan", d);
}

static void on_reply(struct sa_render *r, const cJSON *d)
{
    free(r->reply);
    r->reply = sa_xstrdup(sa_json_str(d, "text", ""));
    r->reply_len = strlen(r->reply);
    const char *reasoning = sa_json_str(d, "reasoning", NULL);
    if (reasoning && r->verbose) block(r, reasoning, INK_DIM);
}

static void on_code(struct sa_render *r, const cJSON *d)
{
    flush_thought(r, true);
    struct sa_str rest = sa_str_of(sa_json_str(d, "code", "")), row;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT), code = SA_BUF_INIT(SA_BUF_TEXT);
    // Coloured whole, since strings span lines, then set in by rows.
    sa_highlight(&code, rest.data, rest.len, r->color);
    rest = (struct sa_str){sa_buf_text(&code), code.len};
    while (sa_str_next_line(&rest, &row))
        sa_buf_appendf(&out, "  %s|%s %.*s\n", sa_ink(r->color, INK_DIM),
                       sa_ink(r->color, INK_NONE), (int)row.len, row.data);
    new_line(r);
    put(r, sa_buf_text(&out), out.len);
    sa_buf_release(&out);
    sa_buf_release(&code);
}

static void on_print(struct sa_render *r, const cJSON *d)
{
    const char *text = sa_json_str(d, "text", "");
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    size_t len = strlen(text), most = r->verbose ? SIZE_MAX : SHORT_PRINT, before = r->printed;
    if (!before) new_line(r);
    if (before > most) return;
    r->printed += len;
    if (r->printed > most) len = sa_utf8_floor(text, len, most - before);
    sa_utf8_printable(&out, text, len);
    put(r, sa_buf_text(&out), out.len);
    if (r->printed > most) line(r, INK_DIM, "... (more was printed; -v shows all of it)");
    sa_buf_release(&out);
}

static void on_tool_call(struct sa_render *r, const cJSON *d)
{
    flush_thought(r, false);
    struct sa_buf args = SA_BUF_INIT(SA_BUF_TEXT);
    sa_json_print(&args, sa_json_get(d, "args"));
    line(r, INK_CYAN, "tool %s %.*s", sa_json_str(d, "name", "?"), (int)shown(r, args.len),
         sa_buf_text(&args));
    sa_buf_release(&args);
}

static void on_tool_result(struct sa_render *r, const cJSON *d)
{
    const char *error = sa_json_str(d, "error", NULL);
    if (error) line(r, INK_RED, "tool %s failed: %s", sa_json_str(d, "name", "?"), error);
    else if (r->verbose)
        line(r, INK_DIM, "tool %s done in %lld ms", sa_json_str(d, "name", "?"),
             (long long)sa_json_int(d, "duration_ms", 0));
}

static void on_observation(struct sa_render *r, const cJSON *d)
{
    if (r->verbose >= 2) block(r, sa_json_str(d, "text", ""), INK_DIM);
}

static void on_error(struct sa_render *r, const cJSON *d)
{
    flush_thought(r, false);
    if (!strcmp(sa_json_str(d, "kind", ""), "model")) return; // ends the run: said there
    block(r, sa_json_str(d, "message", ""), INK_RED);
}

static void on_retry(struct sa_render *r, const cJSON *d)
{
    line(r, INK_YELLOW, "model call failed (%s), retry %lld in %.1f s",
         sa_json_str(d, "reason", "?"), (long long)sa_json_int(d, "attempt", 0),
         sa_json_num(d, "wait_ms", 0) / 1000);
}

// Asked for at the step limit, the reply is the answer: it is not shown a second time.
static void on_final(struct sa_render *r, const cJSON *d)
{
    (void)d;
    sa_freep(&r->reply);
}

static void on_step_end(struct sa_render *r, const cJSON *d)
{
    flush_thought(r, false);
    char step[32];
    snprintf(step, sizeof step, "step %lld", (long long)sa_json_int(d, "step", r->step));
    put_taken(r, step, d);
}

static void on_run_end(struct sa_render *r, const cJSON *d)
{
    flush_thought(r, false);
    new_line(r);
    const cJSON *m = sa_json_get(d, "metrics"), *spent = sa_json_get(d, "cost");
    long long steps = (long long)sa_json_int(m, "steps", 0);
    char cost[SA_MONEY_TEXT] = "price unknown";
    if (cJSON_IsNumber(spent)) sa_money(spent->valuedouble, cost);
    if (!r->verbose && steps > 1 && cJSON_IsNumber(spent))
        line(r, INK_DIM, "[%lld steps: %s]", steps, cost);
    if (!r->verbose) return;
    long long calls = (long long)sa_json_int(m, "tool_calls", 0);
    long long errors = (long long)sa_json_int(m, "errors", 0);
    const struct sa_usage usage = usage_of(sa_json_get(d, "usage"));
    struct sa_buf tokens = SA_BUF_INIT(SA_BUF_SMALL);
    sa_render_tokens(&tokens, &usage);
    line(r, INK_DIM, "%s: %lld step%s, %lld tool call%s, %lld error%s, %s, %s",
         sa_json_str(d, "status", "?"), steps, plural(steps), calls, plural(calls), errors,
         plural(errors), sa_buf_text(&tokens), cost);
    sa_buf_release(&tokens);
}

static void put_below(void *ctx, const struct sa_below_line *l)
{
    SA_AUTO_FREE char *text = sa_xasprintf("%s%s%.*s", l->label, l->mark, (int)l->text.len,
                                           l->text.data);
    struct sa_str shown = sa_str_trim_right(sa_str_of(text));
    line(ctx, l->ink, "%.*s", (int)shown.len, shown.data);
}

void sa_render_event(void *ctx, const struct sa_event *event)
{
    static void (*const handlers[SA_EV_COUNT])(struct sa_render *, const cJSON *) = {
        [SA_EV_RUN_START] = on_run_start,
        [SA_EV_PLAN_START] = on_plan_start,
        [SA_EV_PLAN] = on_plan,
        [SA_EV_STEP_START] = on_step_start,
        [SA_EV_RETRY] = on_retry,
        [SA_EV_REPLY] = on_reply,
        [SA_EV_CODE] = on_code,
        [SA_EV_PRINT] = on_print,
        [SA_EV_TOOL_CALL] = on_tool_call,
        [SA_EV_TOOL_RESULT] = on_tool_result,
        [SA_EV_OBSERVATION] = on_observation,
        [SA_EV_ERROR] = on_error,
        [SA_EV_FINAL] = on_final,
        [SA_EV_STEP_END] = on_step_end,
        [SA_EV_RUN_END] = on_run_end,
    };
    struct sa_render *r = ctx;
    if (event->below) {
        flush_thought(r, false);
        sa_below_lines(event, r->verbose, put_below, r);
        return;
    }
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    enum sa_ink ink;
    if (handlers[event->type] && !sa_event_is_told(event)) handlers[event->type](r, event->data);
    if (sa_event_line(event, r->verbose, &text, &ink)) {
        flush_thought(r, true);
        line(r, ink, "%s", sa_buf_text(&text));
    }
    sa_buf_release(&text);
}

void sa_render_release(struct sa_render *r)
{
    sa_freep(&r->reply);
}
