// One step: ask the model, find its code, run it, say what came of it.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "agent/extract.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"

// The closing tag is only told to the server: our own side looks for it outside strings.
static const char *const stops[] = {"\nObservation:", NULL};
static const char *const soft_stops[] = {"</code>", NULL};

static void add_usage(cJSON *data, const struct sa_usage *u)
{
    cJSON_AddNumberToObject(data, "input_tokens", (double)u->input);
    cJSON_AddNumberToObject(data, "output_tokens", (double)u->output);
    if (u->cached) cJSON_AddNumberToObject(data, "cached_tokens", (double)u->cached);
    if (u->reasoning) cJSON_AddNumberToObject(data, "reasoning_tokens", (double)u->reasoning);
    if (u->priced) cJSON_AddNumberToObject(data, "cost", u->cost);
}

static void emit_reply(struct sa_agent *a, const struct sa_model_result *reply)
{
    cJSON *data = cJSON_CreateObject();
    sa_event_text(data, "text", reply->text, reply->len);
    if (reply->reasoning) cJSON_AddStringToObject(data, "reasoning", reply->reasoning);
    if (reply->finish_reason) cJSON_AddStringToObject(data, "finish_reason", reply->finish_reason);
    sa_agent_emit(a, SA_EV_REPLY, data);
    const struct sa_usage *sum = &a->run->result->usage;
    data = cJSON_CreateObject();
    add_usage(data, &reply->usage);
    cJSON_AddNumberToObject(data, "total_input_tokens", (double)sum->input);
    cJSON_AddNumberToObject(data, "total_output_tokens", (double)sum->output);
    cJSON_AddNumberToObject(data, "duration_ms", (double)(reply->duration_ns / SA_NS_PER_MS));
    sa_agent_emit(a, SA_EV_USAGE, data);
}

static bool on_delta(void *ctx, enum sa_delta_kind kind, const char *text, size_t len)
{
    sa_agent_delta(ctx, kind, text, len);
    return true;
}

static void on_retry(void *ctx, const char *what, int attempt, int64_t wait_ms)
{
    sa_agent_flush_deltas(ctx);
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "reason", what);
    cJSON_AddNumberToObject(data, "attempt", attempt);
    cJSON_AddNumberToObject(data, "wait_ms", (double)wait_ms);
    sa_agent_emit(ctx, SA_EV_RETRY, data);
}

// Shortens old observations when the conversation nears the model's window, or the server has said
// that it is too long.
static bool compact(struct sa_agent *a, bool forced)
{
    int64_t tokens = sa_memory_tokens(&a->memory), limit = a->o.max_context;
    if (!forced && tokens <= limit * 8 / 10) return false;
    int64_t target = forced ? tokens / 2 : limit / 2;
    struct sa_err err = SA_ERR_INIT;
    SA_AUTO_FREE char *note = sa_agent_prompt(a, "compacted", cJSON_CreateObject(), &err);
    size_t removed = sa_memory_compact(&a->memory, target, forced ? 1 : 4, note ? note : "[cut]");
    if (!removed && forced) removed = sa_memory_compact(&a->memory, 0, 0, note ? note : "[cut]");
    if (!removed) return false;
    cJSON *data = cJSON_CreateObject();
    cJSON_AddNumberToObject(data, "dropped_chars", (double)removed);
    sa_agent_emit(a, SA_EV_COMPACT, data);
    return true;
}

static bool is_context_error(const struct sa_err *err)
{
    const char *m = err->message;
    bool length = strstr(m, "length") || strstr(m, "window") || strstr(m, "maximum") ||
                  strstr(m, "too long") || strstr(m, "exceed");
    return (err->http_status == 400 || err->http_status == 413) && length &&
           (strstr(m, "context") || strstr(m, "prompt") || strstr(m, "token"));
}

bool sa_agent_ask(struct sa_agent *a, bool with_stops, struct sa_model_result *reply)
{
    struct sa_err err = SA_ERR_INIT;
    compact(a, false);
    int rc = -1;
    for (int attempt = 0; rc && attempt < 2; attempt++) {
        const struct sa_model_request q = {
            .messages = a->memory.items,
            .count = a->memory.count,
            .conversation = &a->memory,
            .stamp = a->memory.stamp,
            .stops = with_stops ? stops : NULL,
            .soft_stops = with_stops && !a->no_soft_stops ? soft_stops : NULL,
            .on_delta = a->o.deltas ? on_delta : NULL,
            .on_retry = on_retry,
            .ctx = a,
            .stop = a->stop,
        };
        rc = sa_model_complete(a->o.model, &q, reply, &err);
        sa_agent_flush_deltas(a);
        if (rc && !(is_context_error(&err) && compact(a, true))) break;
    }
    if (rc == 0) {
        sa_usage_add(&a->run->result->usage, &reply->usage);
        sa_usage_add(&a->run->step_usage, &reply->usage);
        emit_reply(a, reply);
        return true;
    }
    if (sa_agent_must_end(a)) return false;
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "kind", "model");
    cJSON_AddStringToObject(data, "message", err.message);
    sa_agent_emit(a, SA_EV_ERROR, data);
    sa_agent_end(a, SA_RUN_ERROR, err.code ? err.code : SA_E_PROVIDER, "%s", err.message);
    return false;
}

static bool is_python(void *ctx, const char *code, size_t len)
{
    const struct sa_agent *a = ctx;
    SA_AUTO_FREE char *text = a->exec->ops->disassemble(a->exec, code, len, "<reply>", NULL);
    return text != NULL;
}

// The reply as it goes into the conversation: up to the end of its code, properly closed.
static void remember_reply(struct sa_agent *a, const struct sa_model_result *reply,
                           const struct sa_extract *x)
{
    enum { KEPT_PROSE = 8000 };
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    struct sa_str s = sa_str_trim((struct sa_str){reply->text, x->end});
    if (x->found == SA_FOUND_NOTHING) {
        sa_cut_middle(&text, s.data, s.len, KEPT_PROSE, "");
        if (!text.len) sa_buf_appends(&text, "(empty reply)");
    } else if (x->found == SA_FOUND_RAW) {
        sa_buf_appendf(&text, "<code>\n%s</code>", sa_buf_text(&x->code));
    } else {
        sa_buf_append(&text, s.data, s.len);
        if (x->unclosed) sa_buf_appends(&text, x->found == SA_FOUND_TAGS ? "\n</code>" : "\n```");
    }
    sa_memory_push(&a->memory, SA_ROLE_ASSISTANT, text.data, text.len, false);
    sa_buf_release(&text);
}

void sa_agent_emit_error(struct sa_agent *a, const char *kind, const char *type,
                         const char *message, size_t len)
{
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "kind", kind);
    if (type) cJSON_AddStringToObject(data, "error_type", type);
    sa_event_text(data, "message", message, len);
    sa_agent_emit(a, SA_EV_ERROR, data);
    a->run->result->errors++;
}

static enum sa_step no_code(struct sa_agent *a, const struct sa_model_result *reply)
{
    bool cut = reply->finish_reason && !strcmp(reply->finish_reason, "length");
    cJSON *vars = cJSON_CreateObject();
    cJSON_AddBoolToObject(vars, "cut", cut);
    if (sa_agent_push_prompt(a, "no_code", SA_ROLE_USER, vars)) return SA_STEP_DONE;
    struct sa_buf message = SA_BUF_INIT(SA_BUF_SMALL);
    bool empty = !sa_str_trim((struct sa_str){reply->text, reply->len}).len;
    sa_buf_appends(&message, cut     ? "the reply was cut off before any code"
                             : empty ? "the reply is empty"
                                     : "no code in the reply");
    if (empty && !cut && reply->finish_reason)
        sa_buf_appendf(&message, " (finish reason: %s)", reply->finish_reason);
    sa_agent_emit_error(a, "parse", NULL, message.data, message.len);
    sa_buf_release(&message);
    a->run->streak++;
    return SA_STEP_GO;
}

// The nudge after failures in a row, when it is first due.
static void add_retry_hint(struct sa_agent *a, struct sa_buf *observation)
{
    if (a->run->streak != 2 && a->run->streak != 5) return;
    struct sa_err err = SA_ERR_INIT;
    cJSON *vars = cJSON_CreateObject();
    cJSON_AddNumberToObject(vars, "streak", (double)a->run->streak);
    SA_AUTO_FREE char *text = sa_agent_prompt(a, "retry", vars, &err);
    if (text) sa_buf_appendf(observation, "\n\n%s", text);
    while (observation->data[observation->len - 1] == '\n')
        sa_buf_truncate(observation, observation->len - 1);
}

void sa_agent_push_observation(struct sa_agent *a, struct sa_buf *text, const char *variable)
{
    if (text->len) text->len = sa_secret_redact_known(text->data, text->len);
    sa_memory_push(&a->memory, SA_ROLE_USER, sa_buf_text(text), text->len, true);
    sa_agent_push_images(a);
    cJSON *data = cJSON_CreateObject();
    sa_event_text(data, "text", sa_buf_text(text), text->len);
    cJSON_AddBoolToObject(data, "cut", variable != NULL);
    if (variable) cJSON_AddStringToObject(data, "variable", variable);
    sa_agent_emit(a, SA_EV_OBSERVATION, data);
}

// Where a cell was ended from outside.
static void put_place(struct sa_agent *a, int line, struct sa_buf *observation)
{
    a->run->interrupted_line = line;
    if (line) sa_buf_appendf(observation, "\n(the code was ended at line %d)", line);
    else sa_buf_appends(observation, "\n(the code was ended here)");
}

// After a cell that did not give the final answer.
static enum sa_step observe(struct sa_agent *a, const struct py_result *r)
{
    bool failed = r->status == PY_EXCEPTION || r->status == PY_LIMIT;
    if (failed)
        sa_agent_emit_error(a, r->status == PY_LIMIT ? "limit" : "execution", r->error_type,
                            r->error_text ? r->error_text : "",
                            r->error_text ? r->error_text_len : 0);
    a->run->streak = failed ? a->run->streak + 1 : 0;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    char *variable = NULL;
    bool interrupted = r->status == PY_INTERRUPTED;
    sa_observe(a, r, &text, &variable);
    if (interrupted) put_place(a, r->error_line, &text);
    add_retry_hint(a, &text);
    sa_agent_push_observation(a, &text, variable);
    sa_buf_release(&text);
    free(variable);
    if (interrupted && !sa_agent_must_end(a))
        return sa_agent_end(a, SA_RUN_ERROR, SA_E_INTERNAL, "the code was interrupted");
    return interrupted ? SA_STEP_DONE : SA_STEP_GO;
}

static void emit_step_end(struct sa_agent *a, const struct py_cost *cost)
{
    const struct sa_usage *u = &a->run->step_usage;
    cJSON *data = cJSON_CreateObject();
    cJSON_AddNumberToObject(data, "duration_ms",
                            (double)((sa_clock_monotonic() - a->run->step_started) / SA_NS_PER_MS));
    cJSON_AddNumberToObject(data, "code_ms", (double)(cost->wall_ns / SA_NS_PER_MS));
    cJSON_AddNumberToObject(data, "tools_ms", (double)(cost->host_ns / SA_NS_PER_MS));
    cJSON_AddNumberToObject(data, "operations", (double)cost->operations);
    cJSON_AddNumberToObject(data, "peak_bytes", (double)cost->peak_bytes);
    cJSON_AddNumberToObject(data, "input_tokens", (double)u->input);
    cJSON_AddNumberToObject(data, "output_tokens", (double)u->output);
    sa_agent_emit(a, SA_EV_STEP_END, data);
}

void sa_agent_run_cell(struct sa_agent *a, const struct sa_extract *x, struct py_result *r)
{
    struct sa_run *run = a->run;
    struct sa_buf name = SA_BUF_INIT(64);
    sa_buf_appendf(&name, "<step %lld>", (long long)(a->steps_before + run->step));
    cJSON *data = cJSON_CreateObject();
    sa_event_text(data, "code", x->code.data, x->code.len);
    bool recorded = sa_agent_emit(a, SA_EV_CODE, data);
    sa_extract_imports(&run->imports, x->code.data, x->code.len);
    sa_buf_clear(&run->printed);
    sa_agent_drop_images(a);
    *r = (struct py_result){.status = PY_INTERRUPTED}; // what is not recorded does not happen
    if (recorded) a->exec->ops->run(a->exec, x->code.data, x->code.len, sa_buf_text(&name), r);
    sa_agent_end_calls(a);
    sa_agent_flush_prints(a);
    sa_agent_flush_accesses(a);
    run->result->cells++;
    sa_buf_release(&name);
}

static enum sa_step run_code(struct sa_agent *a, const struct sa_extract *x, struct py_cost *cost)
{
    struct py_result r;
    sa_agent_run_cell(a, x, &r);
    *cost = r.cost;
    return r.status == PY_FINAL ? sa_agent_finish(a, &r, SA_RUN_OK) : observe(a, &r);
}

enum sa_step sa_agent_step(struct sa_agent *a)
{
    struct sa_model_result reply;
    struct sa_extract x;
    struct py_cost cost = {0};
    sa_agent_emit(a, SA_EV_STEP_START, NULL);
    a->run->result->steps = a->run->step;
    a->run->step_started = sa_clock_monotonic();
    memset(&a->run->step_usage, 0, sizeof a->run->step_usage);
    if (!sa_agent_ask(a, true, &reply)) return SA_STEP_DONE;
    sa_extract(&x, reply.text, reply.len, is_python, a);
    if (x.inside_string && !a->no_soft_stops && x.found == SA_FOUND_TAGS && reply.finish_reason &&
        !strcmp(reply.finish_reason, "stop")) {
        // The server stopped at a closing tag inside a string: ask again without that stop.
        a->no_soft_stops = true;
        sa_extract_release(&x);
        sa_model_result_release(&reply);
        if (!sa_agent_ask(a, true, &reply)) return SA_STEP_DONE;
        sa_extract(&x, reply.text, reply.len, is_python, a);
    }
    remember_reply(a, &reply, &x);
    enum sa_step next = x.found == SA_FOUND_NOTHING ? no_code(a, &reply) : run_code(a, &x, &cost);
    emit_step_end(a, &cost);
    sa_extract_release(&x);
    sa_model_result_release(&reply);
    return next;
}
