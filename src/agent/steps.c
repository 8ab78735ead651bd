// Keeping what the steps of a run were.
#include "agent/steps.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"

enum { MOST_OF_TEXT = 64 << 10, MOST_OF_ALL = 16 << 20 };

struct text {
    struct sa_buf buf;
    bool cut;
};

// The arguments of a call are JSON, and so is its value; its error is text.
struct call {
    int64_t number;
    char *name;
    struct text args, result;
    enum { UNDER_WAY, GAVE, FAILED } state;
};

struct sa_step_kept {
    int64_t number;
    struct text thought, code, output, error;
    struct call *calls;
    size_t call_count, call_cap;
};

static void release_text(struct text *t)
{
    sa_buf_release(&t->buf);
}

static void release_step(struct sa_step_kept *s)
{
    release_text(&s->thought), release_text(&s->code);
    release_text(&s->output), release_text(&s->error);
    for (size_t i = 0; i < s->call_count; i++) {
        free(s->calls[i].name);
        release_text(&s->calls[i].args), release_text(&s->calls[i].result);
    }
    free(s->calls);
}

void sa_steps_release(struct sa_steps *steps)
{
    for (size_t i = 0; i < steps->count; i++) release_step(&steps->items[i]);
    free(steps->items);
    *steps = (struct sa_steps){0};
}

// As much of it as there is room for.
static void keep(struct sa_steps *steps, struct text *t, const char *more)
{
    static const char mark[] = " ... (cut)";
    size_t len = strlen(more), room = MOST_OF_TEXT - t->buf.len;
    if (t->cut) return;
    if (!t->buf.len) sa_buf_init(&t->buf, SA_BUF_HUGE);
    if (room > MOST_OF_ALL - steps->kept) room = MOST_OF_ALL - steps->kept;
    size_t cut = sa_utf8_floor(more, len, len < room ? len : room);
    sa_buf_append(&t->buf, more, cut);
    steps->kept += cut;
    t->cut = cut < len;
    if (t->cut) sa_buf_appends(&t->buf, mark);
}

// ---- events -------------------------------------------------------------------------------------

// The one under way, which may be the extra call behind the last.
static struct sa_step_kept *step_of(struct sa_steps *steps, const cJSON *data)
{
    int64_t number = sa_json_int(data, "step", 0);
    if (!steps->count || steps->items[steps->count - 1].number != number) {
        SA_GROW(steps->items, steps->cap, steps->count + 1);
        steps->items[steps->count++] = (struct sa_step_kept){.number = number};
    }
    return &steps->items[steps->count - 1];
}

static void on_reply(struct sa_steps *steps, struct sa_step_kept *s, const cJSON *data)
{
    keep(steps, &s->thought, sa_json_str(data, "thought", sa_json_str(data, "text", "")));
}

static void on_code(struct sa_steps *steps, struct sa_step_kept *s, const cJSON *data)
{
    if (s->code.buf.len) keep(steps, &s->code, "\n\n");
    keep(steps, &s->code, sa_json_str(data, "code", ""));
}

static void on_print(struct sa_steps *steps, struct sa_step_kept *s, const cJSON *data)
{
    keep(steps, &s->output, sa_json_str(data, "text", ""));
}

static void on_error(struct sa_steps *steps, struct sa_step_kept *s, const cJSON *data)
{
    if (s->error.buf.len) keep(steps, &s->error, "\n");
    keep(steps, &s->error, sa_json_str(data, "message", ""));
}

static void keep_json(struct sa_steps *steps, struct text *t, const cJSON *value)
{
    struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
    if (value) sa_json_print(&json, value);
    keep(steps, t, value ? sa_buf_text(&json) : "null");
    sa_buf_release(&json);
}

static void on_call(struct sa_steps *steps, struct sa_step_kept *s, const cJSON *data)
{
    SA_GROW(s->calls, s->call_cap, s->call_count + 1);
    struct call *c = &s->calls[s->call_count++];
    *c = (struct call){.number = sa_json_int(data, "call", 0),
                       .name = sa_xstrdup(sa_json_str(data, "name", ""))};
    keep_json(steps, &c->args, sa_json_get(data, "args"));
}

static void on_result(struct sa_steps *steps, struct sa_step_kept *s, const cJSON *data)
{
    int64_t number = sa_json_int(data, "call", 0);
    struct call *c = NULL;
    for (size_t i = s->call_count; i-- && !c;)
        if (s->calls[i].number == number) c = &s->calls[i];
    if (!c) return;
    c->state = sa_json_bool(data, "ok", false) ? GAVE : FAILED;
    if (c->state == GAVE) keep_json(steps, &c->result, sa_json_get(data, "value"));
    else keep(steps, &c->result, sa_json_str(data, "error", ""));
}

void sa_steps_own_event(void *ctx, const struct sa_event *event)
{
    static void (*const handlers[SA_EV_COUNT])(struct sa_steps * steps, struct sa_step_kept * step,
                                               const cJSON *data) = {
        [SA_EV_REPLY] = on_reply, [SA_EV_CODE] = on_code,      [SA_EV_PRINT] = on_print,
        [SA_EV_ERROR] = on_error, [SA_EV_TOOL_CALL] = on_call, [SA_EV_TOOL_RESULT] = on_result,
    };
    struct sa_steps *steps = ctx;
    if (event->type == SA_EV_RUN_START) sa_steps_release(steps);
    else if (handlers[event->type])
        handlers[event->type](steps, step_of(steps, event->data), event->data);
}

void sa_steps_event(void *ctx, const struct sa_event *event)
{
    if (!event->below) sa_steps_own_event(ctx, event);
}

// ---- JSON ---------------------------------------------------------------------------------------

static void put_text(struct sa_buf *out, const char *name, const struct text *t)
{
    sa_json_put_strn(out, name, t->buf.len ? sa_buf_text(&t->buf) : "", t->buf.len);
}

static void put_or_null(struct sa_buf *out, const char *name, const struct text *t)
{
    if (t->buf.len) put_text(out, name, t);
    else sa_json_put_raw(out, name, "null");
}

// What is cut is no JSON any more: a text.
static void put_json(struct sa_buf *out, const char *name, const struct text *t)
{
    if (t->cut) put_text(out, name, t);
    else sa_json_put_raw(out, name, sa_buf_text(&t->buf));
}

static void put_call(struct sa_buf *out, const struct call *c)
{
    sa_buf_appendc(out, '{');
    sa_json_put_str(out, "name", c->name);
    sa_json_put_int(out, "call", c->number);
    put_json(out, "args", &c->args);
    sa_json_put_bool(out, "ok", c->state == GAVE);
    if (c->state == GAVE) put_json(out, "value", &c->result);
    else if (c->state == FAILED) put_text(out, "error", &c->result);
    sa_buf_appendc(out, '}');
}

void sa_steps_print(const struct sa_steps *steps, struct sa_buf *out)
{
    sa_buf_appendc(out, '[');
    for (size_t i = 0; i < steps->count; i++) {
        const struct sa_step_kept *s = &steps->items[i];
        sa_buf_appends(out, i ? ",{" : "{");
        sa_json_put_int(out, "number", s->number);
        put_text(out, "thought", &s->thought);
        put_or_null(out, "code", &s->code);
        put_text(out, "output", &s->output);
        put_or_null(out, "error", &s->error);
        sa_json_key(out, "tool_calls");
        sa_buf_appendc(out, '[');
        for (size_t k = 0; k < s->call_count; k++) {
            if (k) sa_buf_appendc(out, ',');
            put_call(out, &s->calls[k]);
        }
        sa_buf_appends(out, "]}");
    }
    sa_buf_appendc(out, ']');
}

// ---- a summary ----------------------------------------------------------------------------------

enum { MOST_OF_LINE = 300 };

static void put_cut(struct sa_buf *out, const char *label, const struct text *t)
{
    struct sa_str text = sa_str_trim((struct sa_str){sa_buf_text(&t->buf), t->buf.len});
    if (!text.len) return;
    size_t len = sa_utf8_floor(text.data, text.len,
                               text.len < MOST_OF_LINE ? text.len : MOST_OF_LINE);
    sa_buf_appendf(out, "  %s: ", label);
    for (size_t i = 0; i < len; i++)
        sa_buf_appends(out, text.data[i] == '\n' ? "\n    " : (char[2]){text.data[i], '\0'});
    sa_buf_appends(out, len < text.len ? " ...\n" : "\n");
}

static void put_step(const struct sa_step_kept *s, struct sa_buf *out)
{
    sa_buf_appendf(out, "Step %lld\n", (long long)s->number);
    put_cut(out, "thought", &s->thought);
    put_cut(out, "code", &s->code);
    for (size_t i = 0; i < s->call_count; i++) {
        sa_buf_appendf(out, "  called %s\n", s->calls[i].name);
        put_cut(out, s->calls[i].state == FAILED ? "it failed" : "it gave", &s->calls[i].result);
    }
    put_cut(out, "printed", &s->output);
    put_cut(out, "error", &s->error);
}

void sa_steps_sum_up(const struct sa_steps *steps, struct sa_buf *out)
{
    for (size_t i = 0; i < steps->count; i++) put_step(&steps->items[i], out);
    if (out->len && out->data[out->len - 1] == '\n') sa_buf_truncate(out, out->len - 1);
}
