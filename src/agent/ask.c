// Asking the model: the request, once more when the conversation was too long for it (fit.c), and
// the reading of the reply.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "agent/read.h"
#include "base/json.h"
#include "base/xalloc.h"

// What the server is asked to stop at. Our own side looks for the ends itself, since these may
// stand in a string or a thought: a reply that was cut there is asked for again without them. The
// closing tag is held back until a model has shown that it does not think aloud before "</think>".
static const char *const all_stops[] = {"</code>", "\nObservation:", NULL};

// What a server sets apart as reasoning, and what stood in the text as such.
void sa_agent_put_reasoning(cJSON *data, const struct sa_model_result *reply,
                            const struct sa_reading *x)
{
    struct sa_buf all = SA_BUF_INIT(SA_BUF_HUGE);
    if (reply->reasoning) sa_buf_appends(&all, reply->reasoning);
    if (all.len && x->thoughts.len) sa_buf_appendc(&all, '\n');
    sa_buf_append(&all, x->thoughts.data, x->thoughts.len);
    if (all.len) sa_event_text(data, "reasoning", all.data, all.len);
    sa_buf_release(&all);
}

static void emit_reply(struct sa_agent *a, const struct sa_model_result *reply,
                       const struct sa_reading *x)
{
    cJSON *data = cJSON_CreateObject();
    sa_event_text(data, "text", sa_buf_text(&x->said), x->said.len);
    struct sa_str thought = sa_str_trim((struct sa_str){sa_buf_text(&x->said), x->before});
    if (x->found != SA_FOUND_NOTHING) sa_event_text(data, "thought", thought.data, thought.len);
    sa_agent_put_reasoning(data, reply, x);
    if (reply->finish_reason) cJSON_AddStringToObject(data, "finish_reason", reply->finish_reason);
    sa_agent_emit(a, SA_EV_REPLY, data);
    sa_agent_tell_usage(a, reply);
}

static bool on_delta(void *ctx, enum sa_delta_kind kind, const char *text, size_t len)
{
    return sa_agent_delta(ctx, kind, text, len);
}

static void on_retry(void *ctx, const char *what, int attempt, int64_t wait_ms)
{
    sa_agent_end_deltas(ctx);
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "reason", what);
    cJSON_AddNumberToObject(data, "attempt", attempt);
    cJSON_AddNumberToObject(data, "wait_ms", (double)wait_ms);
    sa_agent_emit(ctx, SA_EV_RETRY, data);
}

static const char *const *stops_of(const struct sa_agent *a, bool acting)
{
    if (!acting || !a->way->stops || a->stops == SA_STOPS_NONE) return NULL;
    return a->stops == SA_STOPS_ALL ? all_stops : all_stops + 1;
}

static struct sa_model_request request_of(struct sa_agent *a, bool acting)
{
    size_t count;
    const struct sa_model_tool *tools = sa_agent_offers(a, &count);
    return (struct sa_model_request){
        .messages = a->memory.items,
        .count = a->memory.count,
        .conversation = &a->memory,
        .stamp = a->memory.stamp,
        .agent = a->o.name,
        .tools = tools,
        .tool_count = count,
        .choice = !acting                    ? SA_CHOICE_TEXT
                  : a->o.chat && !a->o.shape ? SA_CHOICE_FREE
                                             : SA_CHOICE_CALL,
        .format = acting ? a->way->format : NULL,
        .stops = stops_of(a, acting),
        .on_delta = on_delta,
        .on_retry = on_retry,
        .ctx = a,
        .stop = a->stop,
    };
}

bool sa_agent_would_send(struct sa_agent *a, bool acting, struct sa_model_sent *sent)
{
    const struct sa_model_request q = request_of(a, acting);
    return sa_model_preview(a->o.model, &q, sent);
}

// One model, asked once more when the conversation was too long for it.
static int ask_model(struct sa_agent *a, bool acting, struct sa_model_result *reply,
                     struct sa_err *err)
{
    int rc = -1;
    sa_agent_compact(a, false);
    for (int attempt = 0; rc && attempt < 2; attempt++) {
        const struct sa_model_request q = request_of(a, acting);
        rc = sa_model_complete(a->o.model, &q, reply, err);
        sa_agent_end_deltas(a);
        if (rc && !(reply->too_long && sa_agent_compact(a, true))) break;
    }
    return rc;
}

static bool complete(struct sa_agent *a, bool acting, struct sa_model_result *reply)
{
    struct sa_err err = SA_ERR_INIT;
    int rc;
    do {
        sa_err_clear(&err);
        rc = ask_model(a, acting, reply, &err);
    } while (rc && sa_agent_stand_in(a, reply, &err));
    if (rc == 0) {
        sa_agent_spend(a, reply);
        sa_agent_look_for_cut(a, &reply->usage);
        return true;
    }
    if (sa_agent_must_end(a)) return false;
    if (reply->asked_refused) sa_memory_drop_asked(&a->memory, a->turn.mark);
    if (a->stood_in) sa_err_prefix(&err, "%s, which stood in", a->o.model->id);
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "kind", "model");
    cJSON_AddStringToObject(data, "message", err.message);
    sa_agent_emit(a, SA_EV_ERROR, data);
    sa_agent_end(a, SA_RUN_ERROR, err.code ? err.code : SA_E_PROVIDER, "%s", err.message);
    return false;
}

// ---- reading the reply ------------------------------------------------------------------------

// Our own parser says what is Python, in this process: a worker elsewhere is only asked to run it.
static struct sa_exec *judge_of(struct sa_agent *a)
{
    if (a->exec->ops == &sa_exec_local) return a->exec;
    const struct sa_exec_options o = {.mode = SA_EXEC_AGENT,
                                      .max_memory = a->o.exec.max_memory,
                                      .stop = a->stop,
                                      .on_print = sa_agent_on_print,
                                      .ctx = a};
    if (!a->judge && sa_exec_local.open(&o, &a->judge, NULL)) a->judge = NULL;
    return a->judge;
}

static bool compiles(void *ctx, const char *code, size_t len)
{
    struct sa_agent *a = ctx;
    struct sa_exec *judge = sa_stop_reason(a->stop) ? NULL : judge_of(a);
    if (!judge) return false;
    a->run->judging = true; // the compiler's warnings about what may be prose are nobody's business
    SA_AUTO_FREE char *text = judge->ops->disassemble(judge, code, len, "<reply>", NULL);
    a->run->judging = false;
    return text != NULL;
}

static enum sa_tool_kind tool_kind(void *ctx, const char *name, size_t len)
{
    const struct sa_agent *a = ctx;
    SA_AUTO_FREE char *key = sa_xstrndup(name, len);
    bool ours = (sa_streq(key, "python") && sa_agent_has_python(a)) ||
                (sa_streq(key, "call_tool") && sa_agent_has_call_tool(a));
    if (ours) return SA_TOOL_PLAIN;
    const struct sa_tool *tool = a->o.tools ? sa_tools_find(a->o.tools, key) : NULL;
    return !tool ? SA_TOOL_NONE : tool->is_async ? SA_TOOL_ASYNC : SA_TOOL_PLAIN;
}

// Calls as text are read for every agent. Code is nothing to one that cannot run it.
static void read_reply(struct sa_agent *a, const struct sa_model_result *reply,
                       struct sa_reading *x)
{
    bool runs = sa_agent_runs_code(a);
    const struct sa_read_ask ask = {
        .compiles = runs ? compiles : NULL, .tool = tool_kind, .ctx = a, .as_json = a->way->offers};
    bool cut = !sa_reply_is_complete(reply);
    if (a->way->format && sa_read_object(x, reply->text, reply->len, &ask, cut)) return;
    sa_read(x, reply->text, reply->len, &ask);
    if (runs || x->found == SA_FOUND_NOTHING || x->found == SA_FOUND_CALL) return;
    x->found = SA_FOUND_NOTHING;
    x->lack = SA_LACK_PROSE;
}

bool sa_agent_ask_text(struct sa_agent *a, struct sa_model_result *reply, struct sa_reading *x)
{
    static const struct sa_read_ask nothing = {.ctx = NULL};
    if (!complete(a, false, reply)) return false;
    sa_read(x, reply->text, reply->len, &nothing);
    return true;
}

bool sa_agent_ask(struct sa_agent *a, bool acting, struct sa_model_result *reply,
                  struct sa_reading *x)
{
    bool with_stops = acting && a->way->stops;
    for (;;) {
        if (!complete(a, acting, reply)) return false;
        read_reply(a, reply, x);
        emit_reply(a, reply, x);
        bool stopped = x->unclosed ? x->in_string || x->in_thought
                                   : x->in_thought && x->found == SA_FOUND_NOTHING;
        if (x->orphan) {
            a->stops = SA_STOPS_NONE;
        } else if (stopped && with_stops && a->stops != SA_STOPS_NONE &&
                   sa_reply_is_complete(reply)) {
            // A stop sequence stood in a string or a thought.
            a->stops = SA_STOPS_NONE;
            sa_reading_release(x);
            sa_model_result_release(reply);
            continue;
        } else if (a->way->stops && a->stops == SA_STOPS_UNKNOWN && sa_reply_is_complete(reply) &&
                   x->found != SA_FOUND_NOTHING) {
            a->stops = SA_STOPS_ALL;
        }
        return true;
    }
}
