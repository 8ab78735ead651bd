// A conversation summed up by the model, so that it goes on from a short text.
#include <stdlib.h>

#include "agent/agent_int.h"
#include "agent/read.h"
#include "base/json.h"
#include "base/xalloc.h"

static int push_summary(struct sa_agent *a, struct sa_str summary)
{
    cJSON *vars = cJSON_CreateObject();
    sa_event_text(vars, "summary", summary.data, summary.len);
    return sa_agent_push_prompt(a, "summarized", SA_ROLE_USER, vars);
}

// The variables are told anew with the next task: what told of them is gone.
static void replace(struct sa_agent *a, struct sa_str summary)
{
    struct sa_run_result *r = a->run->result;
    r->answer = sa_xstrndup(summary.data, summary.len);
    r->answer_len = summary.len;
    r->status = SA_RUN_OK;
    sa_memory_cut(&a->memory, 0);
    a->announced = a->notes_told = 0;
    a->relist = true;
    a->turn.kept = a->instructed = false;
    if (!sa_agent_push_system(a)) push_summary(a, summary);
}

void sa_agent_sum_up(struct sa_agent *a)
{
    struct sa_model_result reply;
    struct sa_reading x;
    struct sa_memory_mark before = sa_memory_mark(&a->memory);
    if (sa_agent_must_end(a)) return;
    if (!before.count) {
        sa_agent_end(a, SA_RUN_NO_ANSWER, SA_E_NO_ANSWER, "there is no conversation to sum up");
        return;
    }
    if (sa_agent_push_sum_up(a)) return;
    bool replied = sa_agent_ask(a, false, &reply, &x);
    struct sa_str summary = {0};
    if (replied) summary = sa_str_trim((struct sa_str){sa_buf_text(&x.said), x.said.len});
    if (summary.len && sa_reply_is_complete(&reply)) {
        replace(a, summary);
    } else {
        sa_memory_back(&a->memory, before);
        if (replied)
            sa_agent_end(a, SA_RUN_NO_ANSWER, SA_E_NO_ANSWER,
                         "the model gave no whole summary: the conversation is as it was");
    }
    if (!replied) return;
    sa_reading_release(&x);
    sa_model_result_release(&reply);
}
