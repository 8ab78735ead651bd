// The extra model call at the step limit, or out of a loop: no more steps, but an answer from what
// is known.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "agent/read.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"

enum sa_run_status sa_agent_last_status(const struct sa_agent *a)
{
    return a->run->loop.times ? SA_RUN_LOOP : SA_RUN_MAX_STEPS;
}

enum sa_step sa_agent_end_unanswered(struct sa_agent *a, bool tried)
{
    const char *asked = tried ? ", and none when asked for it" : "";
    if (a->run->loop.times)
        return sa_agent_end(a, SA_RUN_NO_ANSWER, SA_E_NO_ANSWER,
                            "no answer: the model did the same, with the same result, %lld times "
                            "over (--max-repeats)%s",
                            (long long)a->run->loop.times + 1, asked);
    return sa_agent_end(a, SA_RUN_NO_ANSWER, SA_E_NO_ANSWER, "no answer within %lld steps%s",
                        (long long)a->o.max_steps, tried ? asked : " (--max-steps)");
}

enum sa_last sa_agent_last_text(const struct sa_reading *x)
{
    static const bool is_none[SA_LACK_COUNT] = {[SA_LACK_EMPTY] = true, [SA_LACK_THOUGHT] = true};
    return is_none[x->lack] || (x->lack == SA_LACK_CALL && !x->words) ? SA_LAST_NONE : SA_LAST_TEXT;
}

static enum sa_step answer_in_text(struct sa_agent *a, struct sa_str s)
{
    struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
    sa_json_quote(&json, s.data, s.len);
    return sa_agent_answer(a, s.data, s.len, sa_buf_take(&json, NULL), sa_agent_last_status(a));
}

static int push_question(struct sa_agent *a)
{
    cJSON *vars = cJSON_CreateObject();
    cJSON_AddStringToObject(vars, "task", a->run->task);
    cJSON_AddBoolToObject(vars, "calls", a->way->offers);
    cJSON_AddNumberToObject(vars, "max_steps", (double)a->o.max_steps);
    cJSON_AddNumberToObject(vars, "loop", (double)a->run->loop.times);
    sa_agent_add_shape(a, vars);
    return sa_agent_push_prompt(a, "last_answer", SA_ROLE_USER, vars);
}

void sa_agent_last_answer(struct sa_agent *a)
{
    struct sa_model_result reply;
    struct sa_reading x;
    if (push_question(a) || !sa_agent_ask(a, false, &reply, &x)) return;
    struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(&x.said), x.said.len});
    if (s.len) sa_agent_remember(a, &reply, &x);
    enum sa_step next = SA_STEP_DONE;
    enum sa_last last = SA_LAST_ENDED;
    if (!sa_agent_answer_plain(a, &reply, &x, sa_agent_last_status(a), &next))
        last = a->way->last(a, &reply, &x);
    if (last == SA_LAST_TEXT) next = answer_in_text(a, s);
    if (next == SA_STEP_GO || (last == SA_LAST_NONE && a->run->refused)) sa_agent_end_refused(a);
    else if (last == SA_LAST_NONE) sa_agent_end_unanswered(a, true);
    sa_reading_release(&x);
    sa_model_result_release(&reply);
}
