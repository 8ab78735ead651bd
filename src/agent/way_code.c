// The agent that writes Python: its replies hold a cell, and what that prints goes back.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "agent/read.h"
#include "base/str.h"
#include "base/xalloc.h"

// What was cut is not run: nobody knows how it would have gone on.
static bool is_cut(const struct sa_model_result *reply, const struct sa_reading *x)
{
    return x->found != SA_FOUND_NOTHING && x->unclosed && !sa_reply_is_complete(reply);
}

// After a cell that did not give the final answer.
static enum sa_step observe(struct sa_agent *a, const struct py_result *r)
{
    bool failed = r->status == PY_EXCEPTION || r->status == PY_LIMIT;
    if (failed) sa_agent_emit_failure(a, r);
    a->run->streak = failed ? a->run->streak + 1 : 0;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    char *variable = NULL;
    bool interrupted = r->status == PY_INTERRUPTED;
    sa_observe(a, r, &text, &variable);
    sa_agent_hint_repetition(a, a->way->again, a->run->code, &text);
    if (interrupted) sa_agent_put_place(a, r->error_line, &text);
    sa_agent_hint_retry(a, &text);
    sa_agent_hint_steps_left(a, &text);
    sa_agent_push_observation(a, &text, variable);
    sa_buf_release(&text);
    free(variable);
    if (interrupted && !sa_agent_must_end(a))
        return sa_agent_end(a, SA_RUN_ERROR, SA_E_INTERNAL, "the code was interrupted");
    return interrupted ? SA_STEP_DONE : SA_STEP_GO;
}

// What the model is told of code that a hook or the person did not let run; or the run is over.
static enum sa_step not_admitted(struct sa_agent *a, const char *code, const char *why)
{
    if (!why)
        return sa_agent_must_end(a) ? SA_STEP_DONE
                                    : sa_agent_end(a, SA_RUN_ERROR, SA_E_DENIED,
                                                   "the question about the code was not answered");
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    sa_agent_put_changes(a, &text);
    sa_buf_appends(&text, why);
    sa_agent_hint_repetition(a, "This very code was refused", code, &text);
    sa_agent_hint_steps_left(a, &text);
    sa_agent_push_observation(a, &text, NULL);
    sa_buf_release(&text);
    return SA_STEP_GO;
}

static bool acts(const struct sa_model_result *reply, const struct sa_reading *x)
{
    return x->found != SA_FOUND_NOTHING && !is_cut(reply, x);
}

static enum sa_step act(struct sa_agent *a, const struct sa_model_result *reply,
                        const struct sa_reading *x, struct py_cost *cost)
{
    sa_agent_remember(a, reply, x);
    struct py_result r;
    struct sa_buf code = SA_BUF_INIT(SA_BUF_HUGE);
    SA_AUTO_FREE char *why = NULL;
    enum sa_step next;
    sa_buf_append(&code, x->code.data, x->code.len);
    if (sa_agent_admit_code(a, &code, &why)) {
        sa_agent_run_cell(a, &code, &r);
        *cost = r.cost;
        a->run->reading_notes = sa_buf_text(&x->notes);
        next = r.status == PY_FINAL ? sa_agent_finish(a, &r, SA_RUN_OK) : observe(a, &r);
        a->run->reading_notes = NULL;
    } else {
        next = not_admitted(a, sa_buf_text(&x->code), why);
    }
    sa_buf_release(&code);
    return next;
}

// Asked for plain text, some models still write final_answer(...): then that cell is run. Code that
// does not answer is not an answer either, unless it is a block in a text.
static enum sa_last last(struct sa_agent *a, const struct sa_model_result *reply,
                         const struct sa_reading *x)
{
    static const char name[] = "final_answer";
    struct py_result r = {0};
    if (x->found == SA_FOUND_NOTHING) return sa_agent_last_text(x);
    bool cut = x->unclosed && !sa_reply_is_complete(reply);
    bool calls = sa_memfind(sa_buf_text(&x->code), x->code.len, name, strlen(name));
    if (!calls && x->found == SA_FOUND_FENCES && x->words) return SA_LAST_TEXT;
    enum sa_last last = SA_LAST_NONE;
    SA_AUTO_FREE char *why = NULL;
    bool answers = !cut && calls;
    struct sa_buf code = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_append(&code, x->code.data, x->code.len);
    if (answers && !sa_agent_admit_code(a, &code, &why)) {
        if (!why && sa_agent_must_end(a)) last = SA_LAST_ENDED;
    } else if (answers) {
        sa_agent_run_cell(a, &code, &r);
        if (r.status == PY_INTERRUPTED && sa_agent_must_end(a)) last = SA_LAST_ENDED;
        if (r.status == PY_FINAL) {
            last = SA_LAST_ENDED;
            if (sa_agent_finish(a, &r, sa_agent_last_status(a)) == SA_STEP_GO)
                sa_agent_end_refused(a);
        }
    }
    sa_buf_release(&code);
    return last;
}

// What both forms of code have in common; of what a reply lacks, all but how code is broken.
#define WRITES_CODE                                                                                \
    .name = "code", .no_action = "no_code", .again = "This very code ran",                         \
    .cut = "the reply was cut off inside its code, which was not run",                             \
    .cut_before = "the reply was cut off before any code", .acts = acts, .act = act, .last = last
#define LACKS_CODE                                                                                 \
    [SA_LACK_PROSE] = "no code in the reply", [SA_LACK_EMPTY] = "the reply is empty",              \
    [SA_LACK_THOUGHT] = "the reply is nothing but thinking",                                       \
    [SA_LACK_CALL] = "the reply calls a tool that does not exist",                                 \
    [SA_LACK_SHELL] = "the reply is for a shell"

const struct sa_way sa_way_code = {
    WRITES_CODE,
    .system = "system",
    .stops = true,
    .lacks = {LACKS_CODE, [SA_LACK_BROKEN] = "the block in the reply is no Python"},
};

// The same in JSON, so that a server which knows strict formats lets no reply be anything else.
static const struct sa_model_format step_format = {
    .name = "step",
    .schema = "{\"type\":\"object\",\"properties\":{"
              "\"thought\":{\"type\":\"string\","
              "\"description\":\"A sentence or two on what is done next.\"},"
              "\"code\":{\"type\":\"string\",\"description\":\"The Python that runs now.\"}},"
              "\"required\":[\"thought\",\"code\"],\"additionalProperties\":false}"};

const struct sa_way sa_way_structured = {
    WRITES_CODE,
    .system = "system_structured",
    .format = &step_format,
    .lacks = {LACKS_CODE, [SA_LACK_BROKEN] = "the reply is no valid JSON object"},
};
