// Plans: before the first step and every so many steps the model says what it means to do, in text
// of which nothing is run. Question and plan stay in the conversation, as steps do; a person may be
// asked about the plan before it counts.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "agent/read.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"

enum { MOST_PLANS = 5 }; // that a person rejects, one after another

// What became of one.
enum outcome { COUNTS, REJECTED, ENDED };

struct planning {
    struct sa_str plan;  // as the model gave it; empty: it gave none
    bool asked, changed; // a person was asked about it; and wrote another
    char *words;         // of the person: that one, or why it was rejected; NULL: none
};

bool sa_agent_plan_is_due(const struct sa_agent *a)
{
    int64_t every = a->o.planning_interval;
    return every > 0 && (a->run->step - 1) % every == 0;
}

static bool is_first(const struct sa_agent *a)
{
    return a->run->step == 1;
}

// Every prompt here knows the same.
static cJSON *vars_of(struct sa_agent *a, const struct planning *p)
{
    cJSON *vars = cJSON_CreateObject();
    bool rejected = p && p->words && !p->changed;
    cJSON_AddStringToObject(vars, "task", a->run->task);
    cJSON_AddNumberToObject(vars, "step", (double)a->run->step);
    cJSON_AddNumberToObject(vars, "steps_left", (double)sa_agent_steps_left(a));
    cJSON_AddStringToObject(vars, "plan", a->run->plan ? a->run->plan : "");
    cJSON_AddBoolToObject(vars, "code", sa_agent_runs_code(a));
    cJSON_AddBoolToObject(vars, "calls", a->way->offers);
    cJSON_AddBoolToObject(vars, "json", a->way->format != NULL);
    cJSON_AddBoolToObject(vars, "made", p && p->plan.len);
    cJSON_AddBoolToObject(vars, "accepted", p && p->asked);
    cJSON_AddBoolToObject(vars, "changed", p && p->changed);
    cJSON_AddStringToObject(vars, "reason", rejected ? p->words : "");
    return vars;
}

int sa_agent_push_plan_question(struct sa_agent *a)
{
    return sa_agent_push_prompt(a, is_first(a) ? "plan_first" : "plan_update", SA_ROLE_USER,
                                vars_of(a, NULL));
}

// ---- telling ------------------------------------------------------------------------------------

static cJSON *data_of(struct sa_agent *a)
{
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "kind", is_first(a) ? "first" : "updated");
    cJSON_AddNumberToObject(data, "steps_left", (double)sa_agent_steps_left(a));
    return data;
}

static void tell(struct sa_agent *a, const struct sa_model_result *reply,
                 const struct sa_reading *x, struct sa_str plan)
{
    cJSON *data = data_of(a);
    sa_event_text(data, "text", plan.data, plan.len);
    sa_agent_put_reasoning(data, reply, x);
    if (reply->finish_reason) cJSON_AddStringToObject(data, "finish_reason", reply->finish_reason);
    cJSON_AddNumberToObject(data, "duration_ms", (double)(reply->duration_ns / SA_NS_PER_MS));
    sa_agent_put_usage(data, &reply->usage);
    sa_agent_emit(a, SA_EV_PLAN, data);
}

static void tell_of_none(struct sa_agent *a, const struct sa_model_result *reply)
{
    bool refused = sa_reply_is_refusal(reply), why = reply->finish_reason != NULL;
    SA_AUTO_FREE char *text = sa_xasprintf("the model %s; the run goes on without%s%s%s",
                                           refused ? "refused to make a plan" : "gave no plan",
                                           why ? " (finish reason: " : "",
                                           why ? reply->finish_reason : "", why ? ")" : "");
    sa_agent_emit_error(a, "plan", NULL, text, strlen(text));
}

// ---- one plan -----------------------------------------------------------------------------------

static enum outcome end_unanswered(struct sa_agent *a)
{
    if (!sa_agent_must_end(a))
        sa_agent_end(a, SA_RUN_ERROR, SA_E_DENIED, "the question about the plan was not answered");
    return ENDED;
}

// What the person says to it; where nobody wants to be asked it counts.
static enum outcome judge(struct sa_agent *a, struct planning *p)
{
    if (sa_agent_must_end(a)) return ENDED;
    p->asked = p->plan.len && a->o.approvals && a->o.approvals->plans;
    if (!p->asked) return COUNTS;
    enum sa_consent consent = sa_agent_approve_plan(a, p->plan, &p->words);
    p->changed = consent == SA_CONSENT_YES && p->words;
    if (consent == SA_CONSENT_YES) return COUNTS;
    if (consent == SA_CONSENT_NO) return REJECTED;
    if (consent == SA_CONSENT_NOBODY) return end_unanswered(a);
    sa_agent_end(a, SA_RUN_ERROR, SA_E_DENIED, "the user stopped the run at its plan");
    return ENDED;
}

// A plan that the person has written is in the conversation instead of the model's.
static void remember(struct sa_agent *a, const struct planning *p,
                     const struct sa_model_result *reply, const struct sa_reading *x)
{
    if (p->changed)
        sa_memory_push(&a->memory, SA_ROLE_ASSISTANT, p->words, strlen(p->words), false);
    else sa_agent_remember_text(a, reply, x);
}

// It is the one that is followed from now on, as it stands in the conversation.
static enum outcome follow(struct sa_agent *a, const struct planning *p)
{
    if (p->plan.len) {
        free(a->run->plan);
        a->run->plan = sa_xstrdup(sa_memory_last(&a->memory));
    }
    return sa_agent_push_prompt(a, "plan_act", SA_ROLE_USER, vars_of(a, p)) ? ENDED : COUNTS;
}

static bool ask(struct sa_agent *a, struct sa_model_result *reply, struct sa_reading *x)
{
    sa_agent_emit(a, SA_EV_PLAN_START, data_of(a));
    a->run->planning = true;
    bool replied = sa_agent_ask_text(a, reply, x);
    a->run->planning = false;
    return replied;
}

// The question stands at the end of the conversation.
static enum outcome make(struct sa_agent *a)
{
    struct sa_model_result reply;
    struct sa_reading x;
    struct planning p = {0};
    if (!ask(a, &reply, &x)) return ENDED;
    if (!sa_reply_is_refusal(&reply))
        p.plan = sa_str_trim((struct sa_str){sa_buf_text(&x.said), x.said.len});
    if (p.plan.len) tell(a, &reply, &x, p.plan);
    else tell_of_none(a, &reply);
    sa_agent_tell_usage(a, &reply);
    enum outcome outcome = judge(a, &p);
    remember(a, &p, &reply, &x);
    if (outcome == COUNTS) outcome = follow(a, &p);
    else if (outcome == REJECTED &&
             sa_agent_push_prompt(a, "plan_again", SA_ROLE_USER, vars_of(a, &p)))
        outcome = ENDED;
    free(p.words);
    sa_reading_release(&x);
    sa_model_result_release(&reply);
    return outcome;
}

bool sa_agent_plan(struct sa_agent *a)
{
    enum outcome outcome = REJECTED;
    if (!sa_agent_plan_is_due(a)) return true;
    sa_agent_compact(a, false); // a summary is not to be asked for in one message with a plan
    if (sa_agent_push_plan_question(a)) return false;
    for (int made = 0; outcome == REJECTED && made < MOST_PLANS; made++) outcome = make(a);
    if (outcome == REJECTED)
        sa_agent_end(a, SA_RUN_ERROR, SA_E_DENIED, "the user rejected %d plans in a row",
                     MOST_PLANS);
    return outcome == COUNTS;
}
