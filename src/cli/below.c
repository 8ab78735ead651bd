// See below.h. Nothing is kept from one event to the next: what an agent prints without an end of
// the line stands on a line of its own, for that of another one may follow.
#include "cli/below.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/event_line.h"

#define MARGIN "   " // as wide as the number of a step

enum { SHORT_TEXT = 1200, SHORT_TASK = 200 }; // bytes shown without -v

struct view {
    char label[SA_RUN_ID + 2];
    int verbose;
    sa_below_fn put;
    void *ctx;
};

// The name of the agent and the part of the run's id that is behind that of the first run.
static void make_label(struct view *v, const struct sa_event *e)
{
    const char *path = strchr(e->run, '.');
    SA_AUTO_FREE char *label = sa_xasprintf("%s%s| ", e->below->name ? e->below->name : "run",
                                            path ? path : "");
    sa_strcopy(v->label, sizeof v->label, label);
}

static void put(const struct view *v, enum sa_ink ink, const char *mark, bool prose,
                struct sa_str text)
{
    v->put(v->ctx, &(struct sa_below_line){ink, v->label, mark, text, prose});
}

// Each line of a text, up to `most` bytes of it; the first one has a mark of its own.
static void put_text(const struct view *v, enum sa_ink ink, const char *first, const char *mark,
                     bool prose, struct sa_str whole, size_t most)
{
    struct sa_str rest = whole, line;
    rest.len = sa_utf8_floor(whole.data, whole.len, whole.len < most ? whole.len : most);
    bool cut = rest.len < whole.len;
    for (; rest.len && sa_str_next_line(&rest, &line); first = mark)
        put(v, ink, first, prose, line);
    if (cut) put(v, INK_DIM, MARGIN, true, SA_STR("... (-v shows all of it)"));
}

static void put_all(const struct view *v, enum sa_ink ink, const char *mark, const char *text,
                    size_t most)
{
    put_text(v, ink, mark, mark, false, sa_str_trim_right(sa_str_of(text)), most);
}

// An error: of one line it is words, of several somebody has laid it out.
static void put_error(const struct view *v, const char *text, size_t most)
{
    struct sa_str whole = sa_str_trim_right(sa_str_of(text));
    put_text(v, INK_RED, MARGIN, MARGIN, !memchr(whole.data, '\n', whole.len), whole, most);
}

// What the program itself says, of one line.
static void put_note(const struct view *v, enum sa_ink ink, const char *text)
{
    put_text(v, ink, MARGIN, MARGIN, true, sa_str_trim_right(sa_str_of(text)), SIZE_MAX);
}

static size_t most(const struct view *v)
{
    return v->verbose ? SIZE_MAX : SHORT_TEXT;
}

static void on_run_start(const struct view *v, const cJSON *d)
{
    struct sa_str task = sa_str_trim(sa_str_of(sa_json_str(d, "task", ""))), line = task;
    sa_str_next_line(&task, &line);
    size_t len = v->verbose || line.len < SHORT_TASK ? line.len : SHORT_TASK;
    SA_AUTO_FREE char *text = sa_xasprintf("%.*s%s", (int)sa_utf8_floor(line.data, line.len, len),
                                           line.data, len < line.len || task.len ? " ..." : "");
    put(v, INK_BOLD, "task: ", true, sa_str_of(text));
}

// The number of the step stands before the model's words; alone where it says nothing.
static void on_reply(const struct view *v, const cJSON *d)
{
    const char *said = sa_json_str(d, "thought", sa_json_str(d, "text", ""));
    struct sa_str text = sa_str_trim(sa_str_of(said));
    char number[24];
    snprintf(number, sizeof number, "%-3lld", (long long)sa_json_int(d, "step", 0));
    if (text.len) put_text(v, INK_NONE, number, MARGIN, true, text, most(v));
    else put(v, INK_NONE, number, true, text);
}

static void on_plan_start(const struct view *v, const cJSON *d)
{
    SA_AUTO_FREE char *head = sa_event_plan_head(d);
    put(v, INK_BOLD, SA_PLAN_MARK, true, sa_str_of(head));
}

static void on_plan(const struct view *v, const cJSON *d)
{
    put_text(v, INK_NONE, MARGIN, MARGIN, true, sa_str_trim(sa_str_of(sa_json_str(d, "text", ""))),
             most(v));
}

static void on_code(const struct view *v, const cJSON *d)
{
    put_all(v, INK_NONE, MARGIN "| ", sa_json_str(d, "code", ""), SIZE_MAX);
}

static void on_print(const struct view *v, const cJSON *d)
{
    put_all(v, INK_NONE, MARGIN "> ", sa_json_str(d, "text", ""), most(v));
}

static void on_tool_call(const struct view *v, const cJSON *d)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_appendf(&text, "%s ", sa_json_str(d, "name", "?"));
    sa_json_print(&text, sa_json_get(d, "args"));
    put_all(v, INK_CYAN, MARGIN "* ", sa_buf_text(&text), most(v));
    sa_buf_release(&text);
}

static void on_tool_result(const struct view *v, const cJSON *d)
{
    const char *error = sa_json_str(d, "error", NULL), *name = sa_json_str(d, "name", "?");
    SA_AUTO_FREE char *text = error ? sa_xasprintf("%s failed: %s", name, error)
                                    : sa_xasprintf("%s done in %lld ms", name,
                                                   (long long)sa_json_int(d, "duration_ms", 0));
    if (error) put_error(v, text, most(v));
    else if (v->verbose) put_note(v, INK_DIM, text);
}

static void on_observation(const struct view *v, const cJSON *d)
{
    if (v->verbose >= 2) put_all(v, INK_DIM, MARGIN, sa_json_str(d, "text", ""), SIZE_MAX);
}

static void on_error(const struct view *v, const cJSON *d)
{
    put_error(v, sa_json_str(d, "message", ""), most(v));
}

static void on_retry(const struct view *v, const cJSON *d)
{
    SA_AUTO_FREE char *text = sa_xasprintf(
        "model call failed (%s), retry %lld in %.1f s", sa_json_str(d, "reason", "?"),
        (long long)sa_json_int(d, "attempt", 0), sa_json_num(d, "wait_ms", 0) / 1000);
    put_note(v, INK_YELLOW, text);
}

static void on_run_end(const struct view *v, const cJSON *d)
{
    const cJSON *m = sa_json_get(d, "metrics");
    long long steps = (long long)sa_json_int(m, "steps", 0);
    SA_AUTO_FREE char *text = sa_xasprintf(
        "[%s: %lld step%s, %lld tokens]", sa_json_str(d, "status", "?"), steps,
        steps == 1 ? "" : "s", (long long)sa_json_int(m, "tokens", 0));
    put(v, INK_DIM, "", true, sa_str_of(text));
}

void sa_below_lines(const struct sa_event *e, int verbose, sa_below_fn give, void *ctx)
{
    static void (*const handlers[SA_EV_COUNT])(const struct view *, const cJSON *) = {
        [SA_EV_RUN_START] = on_run_start,
        [SA_EV_RETRY] = on_retry,
        [SA_EV_REPLY] = on_reply,
        [SA_EV_PLAN_START] = on_plan_start,
        [SA_EV_PLAN] = on_plan,
        [SA_EV_CODE] = on_code,
        [SA_EV_PRINT] = on_print,
        [SA_EV_TOOL_CALL] = on_tool_call,
        [SA_EV_TOOL_RESULT] = on_tool_result,
        [SA_EV_OBSERVATION] = on_observation,
        [SA_EV_ERROR] = on_error,
        [SA_EV_RUN_END] = on_run_end,
    };
    struct view v = {.verbose = verbose, .put = give, .ctx = ctx};
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    enum sa_ink ink;
    make_label(&v, e);
    if (handlers[e->type] && !sa_event_is_told(e)) handlers[e->type](&v, e->data);
    if (sa_event_line(e, verbose, &text, &ink)) put_note(&v, ink, sa_buf_text(&text));
    sa_buf_release(&text);
}
