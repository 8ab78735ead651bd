// One step: ask the model, find its code, run it, say what came of it.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "agent/read.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "exec/advice.h"

// What was cut is not run: nobody knows how it would have gone on.
static bool is_cut(const struct sa_model_result *reply, const struct sa_reading *x)
{
    return x->found != SA_FOUND_NOTHING && x->unclosed && !sa_reply_is_complete(reply);
}

// ---- what goes back ---------------------------------------------------------------------------

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

// Where a cell was ended from outside.
static void put_place(struct sa_agent *a, int line, struct sa_buf *observation)
{
    a->run->interrupted_line = line;
    if (line) sa_buf_appendf(observation, "\n(the code was ended at line %d)", line);
    else sa_buf_appends(observation, "\n(the code was ended here)");
}

// The error as it is, and what the user can do about it, which is not for the model.
static void emit_failure(struct sa_agent *a, const struct py_result *r)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE), advice = SA_BUF_INIT(SA_BUF_SMALL);
    if (r->error_text) sa_buf_append(&text, r->error_text, r->error_text_len);
    sa_advice_for_user(&advice, r, false);
    while (text.len && text.data[text.len - 1] == '\n') sa_buf_truncate(&text, text.len - 1);
    if (advice.len) sa_buf_appendf(&text, " (%s)", advice.data);
    if (text.len) sa_buf_appendc(&text, '\n');
    sa_agent_emit_error(a, r->status == PY_LIMIT ? "limit" : "execution", r->error_type,
                        sa_buf_text(&text), text.len);
    sa_buf_release(&text), sa_buf_release(&advice);
}

// The same code with the same result again: the model is told, or it may go on like that.
static void add_repetition(struct sa_agent *a, struct sa_buf *observation)
{
    struct sa_run *run = a->run;
    uint64_t code = sa_hash_bytes(run->code, strlen(run->code));
    uint64_t seen = sa_hash_bytes(sa_buf_text(observation), observation->len);
    bool same = run->last_code == code && run->last_seen == seen;
    run->repeated = same ? run->repeated + 1 : 0;
    run->last_code = code, run->last_seen = seen;
    if (same)
        sa_buf_appends(observation, "\n(This very code ran in the last step too, with this very "
                                    "result. Do something else, or give the final answer.)");
}

// The last three steps say how many are left, so that the answer comes in time.
static void add_steps_left(struct sa_agent *a, struct sa_buf *observation)
{
    int64_t left = a->o.max_steps - a->run->step;
    if (left < 1 || left > 3) return;
    sa_buf_appendf(observation, "\n(%lld step%s left%s)", (long long)left, left == 1 ? "" : "s",
                   left == 1 ? ": give the final answer in it" : "");
}

// After a cell that did not give the final answer.
static enum sa_step observe(struct sa_agent *a, const struct py_result *r)
{
    bool failed = r->status == PY_EXCEPTION || r->status == PY_LIMIT;
    if (failed) emit_failure(a, r);
    a->run->streak = failed ? a->run->streak + 1 : 0;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    char *variable = NULL;
    bool interrupted = r->status == PY_INTERRUPTED;
    sa_observe(a, r, &text, &variable);
    add_repetition(a, &text);
    if (interrupted) put_place(a, r->error_line, &text);
    add_retry_hint(a, &text);
    add_steps_left(a, &text);
    sa_agent_push_observation(a, &text, variable);
    sa_buf_release(&text);
    free(variable);
    if (interrupted && !sa_agent_must_end(a))
        return sa_agent_end(a, SA_RUN_ERROR, SA_E_INTERNAL, "the code was interrupted");
    return interrupted ? SA_STEP_DONE : SA_STEP_GO;
}

static void emit_step_end(struct sa_agent *a, const struct py_cost *cost)
{
    cJSON *data = cJSON_CreateObject();
    cJSON_AddNumberToObject(data, "duration_ms",
                            (double)((sa_clock_monotonic() - a->run->step_started) / SA_NS_PER_MS));
    cJSON_AddNumberToObject(data, "code_ms", (double)(cost->wall_ns / SA_NS_PER_MS));
    cJSON_AddNumberToObject(data, "tools_ms", (double)(cost->host_ns / SA_NS_PER_MS));
    cJSON_AddNumberToObject(data, "operations", (double)cost->operations);
    cJSON_AddNumberToObject(data, "peak_bytes", (double)cost->peak_bytes);
    sa_agent_put_usage(data, &a->run->step_usage);
    sa_agent_emit(a, SA_EV_STEP_END, data);
}

void sa_agent_run_cell(struct sa_agent *a, const struct sa_reading *x, struct py_result *r)
{
    struct sa_run *run = a->run;
    struct sa_buf name = SA_BUF_INIT(64);
    sa_buf_appendf(&name, "<step %lld>", (long long)(a->steps_before + run->step));
    cJSON *data = cJSON_CreateObject();
    sa_event_text(data, "code", x->code.data, x->code.len);
    bool recorded = sa_agent_emit(a, SA_EV_CODE, data);
    sa_read_imports(&run->imports, x->code.data, x->code.len);
    sa_buf_clear(&run->printed);
    sa_freep(&run->foreign);
    run->code = sa_buf_text(&x->code);
    sa_agent_drop_images(a);
    *r = (struct py_result){.status = PY_INTERRUPTED}; // what is not recorded does not happen
    if (recorded)
        sa_journal_run(a->journal, a->exec, x->code.data, x->code.len, sa_buf_text(&name), r);
    sa_agent_end_calls(a);
    sa_agent_flush_prints(a);
    sa_agent_flush_accesses(a);
    run->result->cells++;
    sa_buf_release(&name);
}

// What the model is told of code that the person did not let run; or the run is over.
static enum sa_step not_approved(struct sa_agent *a, const char *why)
{
    if (!why)
        return sa_agent_must_end(a) ? SA_STEP_DONE
                                    : sa_agent_end(a, SA_RUN_ERROR, SA_E_DENIED,
                                                   "the question about the code was not answered");
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appends(&text, why);
    add_steps_left(a, &text);
    sa_agent_push_observation(a, &text, NULL);
    sa_buf_release(&text);
    return SA_STEP_GO;
}

static enum sa_step run_code(struct sa_agent *a, const struct sa_reading *x, struct py_cost *cost)
{
    struct py_result r;
    SA_AUTO_FREE char *why = NULL;
    if (!sa_agent_approve_code(a, x->code.data, x->code.len, &why)) return not_approved(a, why);
    sa_agent_run_cell(a, x, &r);
    *cost = r.cost;
    return r.status == PY_FINAL ? sa_agent_finish(a, &r, SA_RUN_OK) : observe(a, &r);
}

enum sa_step sa_agent_step(struct sa_agent *a)
{
    struct sa_model_result reply;
    struct sa_reading x;
    struct py_cost cost = {0};
    sa_agent_emit(a, SA_EV_STEP_START, NULL);
    a->run->result->steps = a->run->step;
    sa_budget_take_step(&a->run->budget);
    a->run->step_started = sa_clock_monotonic();
    memset(&a->run->step_usage, 0, sizeof a->run->step_usage);
    if (!sa_agent_ask(a, true, &reply, &x)) return SA_STEP_DONE;
    enum sa_step next;
    if (x.found == SA_FOUND_NOTHING || is_cut(&reply, &x) || sa_reply_is_refusal(&reply)) {
        next = sa_agent_no_code(a, &reply, &x);
    } else {
        a->run->silent = a->run->prose = 0;
        sa_agent_remember(a, &reply, &x);
        next = run_code(a, &x, &cost);
    }
    emit_step_end(a, &cost);
    sa_reading_release(&x);
    sa_model_result_release(&reply);
    return next;
}
