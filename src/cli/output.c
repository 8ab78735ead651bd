// What goes to standard output or the file of -o: the answer as text, JSON lines of every event,
// the closing event alone, or a report in Markdown, as the summary of a job in CI has it.
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/log.h"
#include "base/money.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/run.h"

// A reader that went away stops the run as SIGPIPE would, but in good order; a full disk fails it.
static void put(struct sa_output *o, const struct sa_buf *line)
{
    struct sa_err err = SA_ERR_INIT;
    int code = o->broken ? SA_OK : sa_cli_write(line->data, line->len, o->stop, &err);
    if (!code) return;
    o->broken = true;
    sa_events_fail(o->events, code, err.message);
    if (code == SA_E_SIGPIPE) sa_stop_request(o->stop, SIGPIPE);
}

void sa_output_warn_of_limit(const struct sa_run_result *r)
{
    static const char *const options[][2] = {{"steps", "--max-steps"},
                                             {"repeats", "--max-repeats"},
                                             {"tool_calls", "--max-tool-calls"},
                                             {"budget", "--max-tokens or --max-cost"}};
    for (size_t i = 0; i < SA_COUNT(options); i++)
        if (sa_streq(r->limit, options[i][0]))
            sa_warn("the answer was given at a limit (%s): it may be incomplete", options[i][1]);
}

void sa_output_answer(const struct sa_config *config, const char *answer, size_t len,
                      struct sa_buf *out)
{
    uint64_t max = sa_opt_max_answer(config);
    struct sa_buf clean = SA_BUF_INIT(SA_BUF_HUGE);
    sa_utf8_repair(&clean, answer, len);
    if (clean.len) clean.len = sa_secret_redact(clean.data, clean.len);
    const char *text = sa_buf_text(&clean);
    size_t n = max ? sa_utf8_prefix(text, clean.len, max) : clean.len;
    sa_buf_append(out, text, n);
    if (n < clean.len)
        sa_buf_appendf(out, "... [cut: %zu of %zu characters shown]", sa_utf8_count(text, n),
                       sa_utf8_count(text, clean.len));
    if (!out->len || out->data[out->len - 1] != '\n') sa_buf_appendc(out, '\n');
    sa_buf_release(&clean);
}

static void give(struct sa_output *o, const struct sa_buf *text)
{
    if (o->buffered) sa_buf_append(&o->text, sa_buf_text(text), text->len);
    else put(o, text);
}

// ---- the report

static void note(char **kept, const cJSON *data, const char *name)
{
    free(*kept);
    *kept = sa_xstrdup(sa_json_str(data, name, NULL));
}

// As a quotation; a long one is cut, for it is known.
static void put_task(struct sa_buf *out, const char *task)
{
    enum { MOST = 2000 };
    size_t len = strlen(task), shown = sa_utf8_floor(task, len, len < MOST ? len : MOST);
    struct sa_str rest = {task, shown}, line;
    while (sa_str_next_line(&rest, &line))
        sa_buf_appendf(out, "> %.*s%s\n", (int)line.len, line.data,
                       !rest.len && shown < len ? " ..." : "");
    sa_buf_appendc(out, '\n');
}

// The last one, folded away: it is Markdown itself.
static void put_plan(struct sa_buf *out, const char *plan)
{
    sa_buf_appendf(out, "<details><summary>Plan</summary>\n\n%s\n\n</details>\n\n", plan);
}

static void put_row(struct sa_buf *out, const struct sa_output *o, const cJSON *end)
{
    const cJSON *usage = sa_json_get(end, "usage"), *metrics = sa_json_get(end, "metrics");
    const cJSON *cost = sa_json_get(end, "cost");
    char took[32], money[SA_MONEY_TEXT];
    sa_clock_human(sa_json_int(metrics, "duration_ms", 0) * SA_NS_PER_MS, took, sizeof took);
    sa_buf_appends(out, "| status | steps | time | tokens in | cached | out | reasoning | cost | "
                        "model |\n"
                        "|---|---:|---:|---:|---:|---:|---:|---:|---|\n");
    sa_buf_appendf(out, "| %s | %lld | %s | %lld | %lld | %lld | %lld | %s | %s |\n",
                   sa_json_str(end, "status", "?"), (long long)sa_json_int(metrics, "steps", 0),
                   took, (long long)sa_json_int(usage, "input_tokens", 0),
                   (long long)sa_json_int(usage, "cached_tokens", 0),
                   (long long)sa_json_int(usage, "output_tokens", 0),
                   (long long)sa_json_int(usage, "reasoning_tokens", 0),
                   cJSON_IsNumber(cost) ? sa_money(cost->valuedouble, money) : "price unknown",
                   o->model ? o->model : "-");
}

static void report(struct sa_output *o, const cJSON *end)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    const char *error = sa_json_str(end, "error", NULL), *fallback = NULL;
    bool answered = o->answer && !cJSON_IsNull(sa_json_get(end, "answer"));
    if (!answered) fallback = sa_opt_fallback_answer(o->config);
    if (o->task) put_task(&out, o->task);
    if (o->plan) put_plan(&out, o->plan);
    if (answered) sa_output_answer(o->config, o->answer, strlen(o->answer), &out);
    else if (fallback) sa_output_answer(o->config, fallback, strlen(fallback), &out);
    if (error)
        sa_buf_appendf(&out, "%s**Failed (exit status %lld):** %s\n", fallback ? "\n" : "",
                       (long long)sa_json_int(end, "exit_code", 0), error);
    sa_buf_appendc(&out, '\n');
    put_row(&out, o, end);
    give(o, &out);
    sa_buf_release(&out);
}

static void on_report_event(struct sa_output *o, const struct sa_event *event)
{
    if (event->below) return;
    if (event->type == SA_EV_RUN_START) {
        note(&o->task, event->data, "task");
        note(&o->model, event->data, "model");
    } else if (event->type == SA_EV_PLAN) {
        note(&o->plan, event->data, "text");
    } else if (event->type == SA_EV_APPROVAL && sa_json_get(event->data, "plan")) {
        note(&o->plan, event->data, "plan");
    } else if (event->type == SA_EV_RUN_END) {
        report(o, event->data);
    }
}

void sa_output_release(struct sa_output *o)
{
    sa_freep(&o->task);
    sa_freep(&o->model);
    sa_freep(&o->plan);
    sa_freep(&o->answer);
    sa_buf_release(&o->text);
}

void sa_output_event(void *ctx, const struct sa_event *event)
{
    struct sa_output *o = ctx;
    if (o->format == SA_OUT_MARKDOWN) {
        on_report_event(o, event);
        return;
    }
    if (o->format == SA_OUT_JSON && (event->type != SA_EV_RUN_END || event->below)) return;
    char *json = sa_event_json(event);
    if (!json) SA_BUG("no memory for an event");
    struct sa_buf line = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_appends(&line, json);
    sa_buf_appendc(&line, '\n');
    give(o, &line);
    sa_buf_release(&line);
    free(json);
}
