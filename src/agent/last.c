// The extra model call at the step limit: no more steps, but an answer from what is known.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "agent/read.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"

enum last { LAST_TEXT, LAST_NONE, LAST_ENDED };

// Asked for plain text, some models still write final_answer(...): then that cell is run. A cell
// without an answer is none: it is not what anybody asked for.
static enum last answer_in_code(struct sa_agent *a, const struct sa_model_result *reply,
                                const struct sa_reading *x)
{
    static const char call[] = "final_answer(";
    struct py_result r = {0};
    if (x->found == SA_FOUND_NOTHING) return x->lack == SA_LACK_PROSE ? LAST_TEXT : LAST_NONE;
    enum last last = LAST_NONE;
    bool cut = x->unclosed && !sa_reply_is_complete(reply);
    SA_AUTO_FREE char *why = NULL;
    bool answers = !cut && sa_memfind(sa_buf_text(&x->code), x->code.len, call, strlen(call));
    if (answers && !sa_agent_approve_code(a, sa_buf_text(&x->code), x->code.len, &why)) {
        if (!why && sa_agent_must_end(a)) last = LAST_ENDED;
    } else if (answers) {
        sa_agent_run_cell(a, x, &r);
        if (r.status == PY_INTERRUPTED && sa_agent_must_end(a)) last = LAST_ENDED;
        if (r.status == PY_FINAL) {
            last = LAST_ENDED;
            if (sa_agent_finish(a, &r, SA_RUN_MAX_STEPS) == SA_STEP_GO) sa_agent_end_refused(a);
        }
    }
    return last;
}

static void answer_in_text(struct sa_agent *a, struct sa_str s)
{
    struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
    sa_json_quote(&json, s.data, s.len);
    if (sa_agent_answer(a, s.data, s.len, sa_buf_take(&json, NULL), SA_RUN_MAX_STEPS) == SA_STEP_GO)
        sa_agent_end_refused(a);
}

static int push_question(struct sa_agent *a)
{
    cJSON *vars = cJSON_CreateObject();
    cJSON_AddStringToObject(vars, "task", a->run->task);
    cJSON_AddNumberToObject(vars, "max_steps", (double)a->o.max_steps);
    return sa_agent_push_prompt(a, "last_answer", SA_ROLE_USER, vars);
}

void sa_agent_last_answer(struct sa_agent *a)
{
    struct sa_model_result reply;
    struct sa_reading x;
    if (push_question(a) || !sa_agent_ask(a, false, &reply, &x)) return;
    struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(&x.said), x.said.len});
    if (s.len) sa_agent_remember(a, &reply, &x);
    enum last last = answer_in_code(a, &reply, &x);
    if (last == LAST_TEXT) answer_in_text(a, s);
    if (last == LAST_NONE)
        sa_agent_end(a, SA_RUN_NO_ANSWER, SA_E_NO_ANSWER,
                     "no answer within %lld steps, and none when asked for it",
                     (long long)a->o.max_steps);
    sa_reading_release(&x);
    sa_model_result_release(&reply);
}
