// The view of a run on a terminal; see live.h. Each event moves a small state on: which part of
// the reply is coming, what is waited for, and the sums of the step and the run.
#include "cli/live.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/money.h"
#include "base/str.h"
#include "base/tty.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/cli.h"
#include "cli/below.h"
#include "cli/event_line.h"

#define MARGIN "   "

enum {
    SHORT_TEXT = 1200,   // bytes of an observation or tool value shown without -vv
    SHORT_PRINT = 20000, // bytes printed by one step shown without -v
    BYTES_A_TOKEN = 4
};

// ---- lines of our own -------------------------------------------------------------------------

static void line(struct sa_live *v, unsigned style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void line(struct sa_live *v, unsigned style, const char *format, ...)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    va_list args;
    va_start(args, format);
    sa_buf_appendv(&text, format, args);
    va_end(args);
    while (text.len && strchr(" \n", text.data[text.len - 1])) sa_buf_truncate(&text, text.len - 1);
    sa_screen_margin(&v->screen, MARGIN, MARGIN "  ");
    sa_screen_keep(&v->screen, style, sa_buf_text(&text), text.len);
    sa_screen_keep(&v->screen, 0, "\n", 1);
    sa_screen_margin(&v->screen, MARGIN, MARGIN);
    sa_buf_release(&text);
}

// What the program itself says, folded at words.
static void note(struct sa_live *v, unsigned style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void note(struct sa_live *v, unsigned style, const char *format, ...)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    va_list args;
    va_start(args, format);
    sa_buf_appendv(&text, format, args);
    va_end(args);
    sa_screen_margin(&v->screen, MARGIN, MARGIN "  ");
    sa_screen_put(&v->screen, style, sa_buf_text(&text), text.len);
    sa_screen_margin(&v->screen, MARGIN, MARGIN);
    sa_buf_release(&text);
}

// Of one line it is words; of several, somebody has laid it out.
static void tell(struct sa_live *v, unsigned style, const char *text)
{
    (strchr(text, '\n') ? line : note)(v, style, "%s", text);
}

static void block(struct sa_live *v, unsigned style, const char *text)
{
    size_t len = strlen(text), most = v->verbose >= 2 || len <= SHORT_TEXT ? len : SHORT_TEXT;
    size_t n = sa_utf8_floor(text, len, most);
    SA_AUTO_FREE char *shown = sa_xasprintf("%.*s%s", (int)n, text, n < len ? " ..." : "");
    for (n = strlen(shown); n && strchr(" \n", shown[n - 1]);) shown[--n] = 0;
    if (n) tell(v, style, shown);
}

static const char *plural(long long n)
{
    return n == 1 ? "" : "s";
}

static void put_count(struct sa_buf *out, int64_t n)
{
    if (n < 1000) sa_buf_appendf(out, "%lld", (long long)n);
    else if (n < 10000) sa_buf_appendf(out, "%.1fk", (double)n / 1e3);
    else if (n < 1000000) sa_buf_appendf(out, "%.0fk", (double)n / 1e3);
    else sa_buf_appendf(out, "%.1fM", (double)n / 1e6);
}

static void put_sums(struct sa_buf *out, const struct sa_live_sums *s)
{
    if (s->input || s->output) {
        sa_buf_appends(out, "  ");
        put_count(out, s->input);
        sa_buf_appends(out, " in");
        if (s->cached) {
            sa_buf_appends(out, " (");
            put_count(out, s->cached);
            sa_buf_appends(out, " cached)");
        }
        sa_buf_appends(out, "  ");
        put_count(out, s->output);
        sa_buf_appends(out, " out");
        if (s->reasoning) {
            sa_buf_appends(out, " (");
            put_count(out, s->reasoning);
            sa_buf_appends(out, " reasoning)");
        }
        char money[SA_MONEY_TEXT];
        sa_buf_appendf(out, "  %s", s->priced ? sa_money(s->cost, money) : "price unknown");
    }
    if (s->calls) sa_buf_appendf(out, "  %lld tool call%s", (long long)s->calls, plural(s->calls));
}

// ---- the reply --------------------------------------------------------------------------------

static void end_thinking(struct sa_live *v)
{
    int64_t took = sa_clock_monotonic() - v->thinks;
    char time[32];
    if (v->part != SA_LIVE_THINKS) return;
    v->part = SA_LIVE_NOTHING;
    if (v->verbose) sa_screen_margin(&v->screen, MARGIN, MARGIN);
    if (v->verbose || took < SA_NS_PER_S) return;
    sa_clock_human(took, time, sizeof time);
    line(v, SA_STYLE_DIM, "(thought for %s)", time);
}

// What is open of the reply ends here, whatever comes next.
static void end_part(struct sa_live *v)
{
    end_thinking(v);
    if (v->part == SA_LIVE_SAYS) sa_markdown_finish(&v->text);
    if (v->part == SA_LIVE_CODES) sa_code_end(&v->code);
    v->part = SA_LIVE_NOTHING;
}

// The reply as it came so far is done with.
static void end_reply(struct sa_live *v)
{
    end_part(v);
    sa_buf_clear(&v->behind);
    sa_code_forget(&v->code);
    v->came = v->read = false;
    v->bytes = 0;
}

static void think(struct sa_live *v, const char *text, size_t len)
{
    if (v->part != SA_LIVE_THINKS) {
        end_part(v);
        v->part = SA_LIVE_THINKS;
        v->thinks = sa_clock_monotonic();
        sa_spinner_wait(&v->spinner, "thinking", 0);
        sa_screen_margin(&v->screen, MARGIN, MARGIN);
    }
    if (v->verbose) sa_screen_put(&v->screen, SA_STYLE_DIM, text, len);
}

static void say(struct sa_live *v, const char *text, size_t len)
{
    if (v->part != SA_LIVE_SAYS) {
        end_part(v);
        v->part = SA_LIVE_SAYS;
        sa_screen_margin(&v->screen, MARGIN, MARGIN);
        sa_spinner_wait(&v->spinner, "", 0);
    }
    sa_markdown_feed(&v->text, text, len);
}

static void write_code(struct sa_live *v, const char *text, size_t len, bool python)
{
    if (v->part != SA_LIVE_CODES) {
        if (v->behind.len) say(v, v->behind.data, v->behind.len);
        sa_buf_clear(&v->behind);
        end_part(v);
        v->part = SA_LIVE_CODES;
        sa_code_begin(&v->code, python, true);
        sa_spinner_wait(&v->spinner, "writing code", 0);
    }
    sa_code_feed(&v->code, text, len);
}

static void write_call(struct sa_live *v)
{
    end_part(v);
    sa_spinner_wait(&v->spinner, "writing a call", 0);
}

static void on_delta(struct sa_live *v, const cJSON *d)
{
    const char *text = sa_json_str(d, "text", ""), *part = sa_json_str(d, "part", "");
    size_t len = strlen(text);
    if (v->read) { // of a reply that is over: this is another
        line(v, SA_STYLE_DIM, "(this broke off; it is asked for again)");
        end_reply(v);
    }
    v->came = true;
    v->bytes += len;
    if (!strcmp(sa_json_str(d, "kind", ""), "reasoning")) think(v, text, len);
    else if (v->calls && !strcmp(part, "call")) write_call(v);
    else if (!strcmp(part, "code") || !strcmp(part, "call"))
        write_code(v, text, len, part[1] == 'o');
    else if (!strcmp(part, "mark")) end_part(v);
    else if (v->code.shown.len && v->part != SA_LIVE_SAYS) sa_buf_append(&v->behind, text, len);
    else say(v, text, len);
    v->spinner.tokens = (int64_t)(v->bytes / BYTES_A_TOKEN);
}

// Of a reply that did not come in pieces: what stands before its code.
static void say_before_code(struct sa_live *v, const char *text)
{
    static const char *const marks[] = {"<code>", "```", "~~~"};
    struct sa_str s = sa_str_of(text);
    for (size_t i = 0; i < SA_COUNT(marks); i++) {
        const char *at = sa_memfind(s.data, s.len, marks[i], strlen(marks[i]));
        if (at) s.len = (size_t)(at - s.data);
    }
    say(v, s.data, s.len);
}

static void on_reply(struct sa_live *v, const cJSON *d)
{
    const char *text = sa_json_str(d, "text", "");
    if (!v->came) say_before_code(v, text);
    end_part(v);
    sa_buf_clear(&v->behind);
    sa_buf_clear(&v->reply);
    struct sa_str said = sa_str_trim(sa_str_of(text));
    sa_buf_append(&v->reply, said.data, said.len);
    v->read = true;
    sa_spinner_wait(&v->spinner, "reading", 0);
}

static void on_retry(struct sa_live *v, const cJSON *d)
{
    double ms = sa_json_num(d, "wait_ms", 0);
    bool came = v->came;
    end_reply(v);
    note(v, INK_YELLOW, "%s%s; again in %.1f s", came ? "what came so far does not count: " : "",
         sa_json_str(d, "reason", "?"), ms / 1000);
    sa_spinner_wait(&v->spinner, "waiting to try again", (int64_t)(ms * (double)SA_NS_PER_MS));
}

// ---- plans ------------------------------------------------------------------------------------

static void on_plan_start(struct sa_live *v, const cJSON *d)
{
    SA_AUTO_FREE char *head = sa_event_plan_head(d);
    end_reply(v);
    sa_screen_label(&v->screen, SA_PLAN_MARK);
    sa_screen_put(&v->screen, SA_STYLE_BOLD, head, strlen(head));
    sa_screen_margin(&v->screen, MARGIN, MARGIN);
    v->step = (struct sa_live_sums){.priced = true};
    sa_spinner_wait(&v->spinner, "planning", 0);
}

static void on_plan(struct sa_live *v, const cJSON *d)
{
    const char *text = sa_json_str(d, "text", "");
    if (!v->came) say(v, text, strlen(text));
    end_reply(v);
}

// ---- the code and what it does ----------------------------------------------------------------

static void on_code(struct sa_live *v, const cJSON *d)
{
    struct sa_str code = sa_str_of(sa_json_str(d, "code", ""));
    end_part(v);
    if (!sa_code_was_shown(&v->code, code)) {
        if (v->code.shown.len) line(v, SA_STYLE_DIM, "(what runs of this:)");
        sa_code_begin(&v->code, true, false);
        sa_code_feed(&v->code, code.data, code.len);
        sa_code_end(&v->code);
    }
    end_reply(v);
    v->printed = 0;
    sa_spinner_wait(&v->spinner, "running", 0);
}

static void on_print(struct sa_live *v, const cJSON *d)
{
    static const char margin[] = MARGIN "> ", more[] = MARGIN "  ";
    const char *text = sa_json_str(d, "text", "");
    size_t len = strlen(text), most = v->verbose ? SIZE_MAX : SHORT_PRINT, before = v->printed;
    if (before > most) return;
    v->printed += len;
    if (v->printed > most) len = sa_utf8_floor(text, len, most - before);
    if (v->screen.margin != margin) sa_screen_margin(&v->screen, margin, more);
    bool error = sa_json_int(d, "fd", 1) == 2;
    sa_screen_keep(&v->screen, error ? INK_YELLOW : INK_NONE, text, len);
    if (v->printed > most) line(v, SA_STYLE_DIM, "... (more was printed; -v shows all of it)");
}

static void on_tool_call(struct sa_live *v, const cJSON *d)
{
    const char *name = sa_json_str(d, "name", "?");
    struct sa_buf args = SA_BUF_INIT(SA_BUF_TEXT);
    sa_json_print(&args, sa_json_get(d, "args"));
    // What fits into a row says which call it is.
    size_t used = strlen(name) + strlen(MARGIN "*  ...") + 1, most = (size_t)v->screen.columns;
    most = v->verbose >= 2 ? args.len : most > used ? most - used : 0;
    size_t n = sa_utf8_floor(sa_buf_text(&args), args.len, most);
    line(v, INK_CYAN, "* %s %.*s%s", name, (int)n, sa_buf_text(&args), n < args.len ? "..." : "");
    sa_buf_release(&args);
    v->run.calls++, v->step.calls++;
    sa_spinner_wait(&v->spinner, name, 0);
}

static void on_tool_result(struct sa_live *v, const cJSON *d)
{
    const char *error = sa_json_str(d, "error", NULL), *name = sa_json_str(d, "name", "?");
    bool named = error && sa_starts_with(error, name); // most say who failed
    SA_AUTO_FREE char *text = sa_xasprintf("%s%s%s", named ? "" : name,
                                           named ? "" : " failed: ", error ? error : "");
    if (error) tell(v, INK_RED, text);
    else if (v->verbose)
        line(v, SA_STYLE_DIM, "%s took %lld ms", name, (long long)sa_json_int(d, "duration_ms", 0));
    sa_spinner_wait(&v->spinner, "running", 0);
}

static void on_observation(struct sa_live *v, const cJSON *d)
{
    if (v->verbose >= 2) block(v, SA_STYLE_DIM, sa_json_str(d, "text", ""));
}

static void on_error(struct sa_live *v, const cJSON *d)
{
    const char *kind = sa_json_str(d, "kind", "");
    end_part(v);
    if (!strcmp(kind, "model")) return; // ends the run: said there
    block(v, strcmp(kind, "parse") ? INK_RED : INK_YELLOW, sa_json_str(d, "message", ""));
}

// ---- the run ----------------------------------------------------------------------------------

static void await_model(struct sa_live *v)
{
    end_reply(v);
    sa_spinner_wait(&v->spinner, "waiting for the model", 0);
}

static void on_stand_in(struct sa_live *v, const cJSON *d)
{
    (void)d;
    await_model(v);
}

static void on_run_start(struct sa_live *v, const cJSON *d)
{
    v->run = (struct sa_live_sums){.priced = true};
    v->started = sa_clock_monotonic();
    v->answered = false;
    v->calls = sa_streq(sa_json_str(d, "agent", NULL), "tool_calling");
    sa_buf_clear(&v->reply);
    if (!v->header) return;
    v->header = false;
    sa_screen_margin(&v->screen, "", "  ");
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    long long most = (long long)sa_json_int(d, "max_steps", 0);
    const char *executor = sa_json_str(d, "executor", "?");
    sa_buf_appendf(&text, "* %s . %s", sa_json_str(d, "model", "?"), executor);
    if (sa_json_get(d, "executor_why") && strcmp(executor, "local"))
        sa_buf_appendf(&text, " (%s)", sa_json_str(d, "executor_why", ""));
    sa_event_put_layers(d, " . ", &text);
    sa_buf_appendf(&text, " . up to %lld step%s", most, plural(most));
    sa_screen_put(&v->screen, SA_STYLE_DIM, text.data, text.len);
    sa_screen_margin(&v->screen, MARGIN, MARGIN);
    sa_buf_release(&text);
}

static void on_step_start(struct sa_live *v, const cJSON *d)
{
    char label[24];
    v->step_no = sa_json_int(d, "step", 0);
    snprintf(label, sizeof label, "%lld", (long long)v->step_no);
    v->step = (struct sa_live_sums){.priced = true};
    v->run.steps++;
    sa_screen_margin(&v->screen, MARGIN, MARGIN);
    sa_screen_label(&v->screen, label);
    await_model(v);
}

static void add_usage(struct sa_live_sums *s, const cJSON *d)
{
    s->input += sa_json_int(d, "input_tokens", 0);
    s->cached += sa_json_int(d, "cached_tokens", 0);
    s->output += sa_json_int(d, "output_tokens", 0);
    s->reasoning += sa_json_int(d, "reasoning_tokens", 0);
    s->cost += sa_json_num(d, "cost", 0);
    s->priced = s->priced && sa_json_get(d, "cost");
}

static void on_usage(struct sa_live *v, const cJSON *d)
{
    add_usage(&v->step, d);
    add_usage(&v->run, d);
}

static void on_step_end(struct sa_live *v, const cJSON *d)
{
    await_model(v);
    if (!v->verbose) return;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    char all[32], code[32];
    sa_clock_human(sa_json_int(d, "duration_ms", 0) * SA_NS_PER_MS, all, sizeof all);
    sa_clock_human(sa_json_int(d, "code_ms", 0) * SA_NS_PER_MS, code, sizeof code);
    sa_buf_appendf(&text, "step %lld  %s, code %s", (long long)v->step_no, all, code);
    put_sums(&text, &v->step);
    line(v, SA_STYLE_DIM, "%s", text.data);
    sa_buf_release(&text);
}

// What was said as a reply is not written a second time when it is the answer.
static void on_final(struct sa_live *v, const cJSON *d)
{
    struct sa_str answer = sa_str_trim(sa_str_of(sa_json_str(d, "answer", "")));
    v->answered = v->reply.len && answer.len == v->reply.len &&
                  !memcmp(answer.data, v->reply.data, answer.len);
    sa_spinner_wait(&v->spinner, NULL, 0);
}

static void rest(struct sa_live *v, const char *status)
{
    end_reply(v);
    sa_spinner_wait(&v->spinner, NULL, 0);
    sa_screen_fresh(&v->screen);
    if (status && v->started) {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
        char time[32];
        sa_clock_human(sa_clock_monotonic() - v->started, time, sizeof time);
        sa_buf_appendf(&text, "%s  %lld step%s  %s", status, (long long)v->run.steps,
                       plural(v->run.steps), time);
        put_sums(&text, &v->run);
        sa_screen_margin(&v->screen, "", "  ");
        sa_screen_put(&v->screen, SA_STYLE_DIM, text.data, text.len);
        sa_screen_fresh(&v->screen);
        sa_screen_margin(&v->screen, MARGIN, MARGIN);
        sa_buf_release(&text);
        v->started = 0;
    }
    sa_screen_flush(&v->screen);
}

static void on_run_end(struct sa_live *v, const cJSON *d)
{
    rest(v, sa_json_str(d, "status", "?"));
}

static void (*const handlers[SA_EV_COUNT])(struct sa_live *, const cJSON *) = {
    [SA_EV_RUN_START] = on_run_start,
    [SA_EV_STEP_START] = on_step_start,
    [SA_EV_PLAN_START] = on_plan_start,
    [SA_EV_PLAN] = on_plan,
    [SA_EV_DELTA] = on_delta,
    [SA_EV_RETRY] = on_retry,
    [SA_EV_STAND_IN] = on_stand_in,
    [SA_EV_REPLY] = on_reply,
    [SA_EV_CODE] = on_code,
    [SA_EV_PRINT] = on_print,
    [SA_EV_TOOL_CALL] = on_tool_call,
    [SA_EV_TOOL_RESULT] = on_tool_result,
    [SA_EV_OBSERVATION] = on_observation,
    [SA_EV_ERROR] = on_error,
    [SA_EV_USAGE] = on_usage,
    [SA_EV_FINAL] = on_final,
    [SA_EV_STEP_END] = on_step_end,
    [SA_EV_RUN_END] = on_run_end,
};

static unsigned style_of(enum sa_ink ink)
{
    return ink == INK_DIM ? SA_STYLE_DIM : ink;
}

static void put_line(struct sa_live *v, const struct sa_event *event)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    enum sa_ink ink;
    if (sa_event_line(event, v->verbose, &text, &ink))
        note(v, style_of(ink), "%s", sa_buf_text(&text));
    sa_buf_release(&text);
}

// Names of other letters than ASCII's are wider or narrower than their bytes are many.
static bool is_plain(const char *text)
{
    while (*text >= ' ' && *text <= '~') text++;
    return !*text;
}

// The run's name stands before what is folded, too, unless it takes half of the screen.
static void put_below(void *ctx, const struct sa_below_line *l)
{
    struct sa_live *v = ctx;
    unsigned style = l->ink == INK_BOLD ? SA_STYLE_BOLD : style_of(l->ink);
    SA_AUTO_FREE char *first = sa_xasprintf(MARGIN "%s%s", l->label, l->mark);
    SA_AUTO_FREE char *more = sa_xasprintf(MARGIN "%s%*s", l->label, (int)strlen(l->mark), "");
    if (!is_plain(first) || strlen(first) > (size_t)v->screen.columns / 2) {
        line(v, style, "%s%s%.*s", l->label, l->mark, (int)l->text.len, l->text.data);
        return;
    }
    sa_screen_margin(&v->screen, first, more);
    (l->prose ? sa_screen_put : sa_screen_keep)(&v->screen, style, l->text.data, l->text.len);
    sa_screen_settle(&v->screen);
    sa_screen_keep(&v->screen, 0, "\n", 1);
    sa_screen_margin(&v->screen, MARGIN, MARGIN);
}

// What it costs is in the sums.
static void put_run_below(struct sa_live *v, const struct sa_event *event)
{
    if (event->type == SA_EV_USAGE) on_usage(v, event->data);
    else end_part(v);
    sa_below_lines(event, v->verbose, put_below, v);
}

void sa_live_event(void *ctx, const struct sa_event *event)
{
    struct sa_live *v = ctx;
    // Pieces of replies of several agents would run into each other.
    bool silent = event->below && event->type == SA_EV_DELTA;
    if (silent) return;
    sa_spinner_take(&v->spinner);
    sa_screen_measure(&v->screen);
    if (event->below) put_run_below(v, event);
    else if (handlers[event->type] && !sa_event_is_told(event))
        handlers[event->type](v, event->data);
    if (!event->below) put_line(v, event);
    if (sa_screen_flush(&v->screen)) sa_spinner_wrote(&v->spinner);
    sa_spinner_give(&v->spinner);
}

// Somebody else writes to the terminal: on a line of his own.
static void yield(void *ctx)
{
    struct sa_live *v = ctx;
    if (!sa_spinner_try(&v->spinner)) return;
    sa_screen_fresh(&v->screen);
    sa_screen_flush(&v->screen);
    sa_screen_status(&v->screen, NULL);
    sa_spinner_wrote(&v->spinner);
    sa_spinner_give(&v->spinner);
}

// Somebody types: nothing is drawn behind the cursor meanwhile.
static void hold(void *ctx, bool on)
{
    struct sa_live *v = ctx;
    if (!sa_spinner_try(&v->spinner)) return;
    sa_spinner_wait(&v->spinner, on ? NULL : "running", 0);
    sa_spinner_give(&v->spinner);
}

void sa_live_rest(struct sa_live *v, const char *status)
{
    if (!v->on || !sa_spinner_try(&v->spinner)) return;
    rest(v, status);
    sa_spinner_give(&v->spinner);
}

void sa_live_start(struct sa_live *v, int fd, bool color, int verbose)
{
    *v = (struct sa_live){.on = true,
                          .verbose = verbose,
                          .behind = SA_BUF_INIT(SA_BUF_HUGE),
                          .reply = SA_BUF_INIT(SA_BUF_HUGE)};
    sa_screen_init(&v->screen, fd, color, sa_term_moves());
    sa_screen_margin(&v->screen, MARGIN, MARGIN);
    sa_code_init(&v->code, &v->screen);
    sa_markdown_init(&v->text, &v->screen, &v->code);
    sa_spinner_start(&v->spinner, &v->screen);
    sa_tty_share(yield, hold, v);
}

void sa_live_stop(struct sa_live *v)
{
    if (!v->on) return;
    sa_live_rest(v, NULL);
    sa_tty_share(NULL, NULL, NULL);
    sa_spinner_stop(&v->spinner);
    sa_markdown_release(&v->text);
    sa_code_release(&v->code);
    sa_screen_release(&v->screen);
    sa_buf_release(&v->behind);
    sa_buf_release(&v->reply);
    v->on = false;
}
