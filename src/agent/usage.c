// What a call of the model amounted to: what it took, counted and told, and how its reply ended.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/money.h"
#include "base/str.h"
#include "base/xalloc.h"

void sa_agent_put_usage(cJSON *data, const struct sa_usage *u)
{
    cJSON_AddNumberToObject(data, "input_tokens", (double)u->input);
    cJSON_AddNumberToObject(data, "output_tokens", (double)u->output);
    if (u->cached) cJSON_AddNumberToObject(data, "cached_tokens", (double)u->cached);
    if (u->written) cJSON_AddNumberToObject(data, "cache_write_tokens", (double)u->written);
    if (u->reasoning) cJSON_AddNumberToObject(data, "reasoning_tokens", (double)u->reasoning);
    if (u->priced) cJSON_AddNumberToObject(data, "cost", sa_money_exact(u->cost));
    if (u->estimated) cJSON_AddTrueToObject(data, "estimated");
}

void sa_agent_spend(struct sa_agent *a, const struct sa_model_result *reply)
{
    struct sa_run_result *r = a->run->result;
    if (!sa_streq(r->model, a->o.model->id)) free(r->model), r->model = sa_xstrdup(a->o.model->id);
    sa_budget_spend(&a->run->budget, &reply->usage);
    sa_usage_add(&a->run->step_usage, &reply->usage);
}

void sa_agent_tell_usage(struct sa_agent *a, const struct sa_model_result *reply)
{
    const struct sa_usage sum = sa_budget_spent(&a->run->budget).usage;
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "model", a->o.model->id);
    sa_agent_put_usage(data, &reply->usage);
    cJSON_AddNumberToObject(data, "total_input_tokens", (double)sum.input);
    cJSON_AddNumberToObject(data, "total_output_tokens", (double)sum.output);
    if (sum.cached) cJSON_AddNumberToObject(data, "total_cached_tokens", (double)sum.cached);
    if (sum.reasoning)
        cJSON_AddNumberToObject(data, "total_reasoning_tokens", (double)sum.reasoning);
    cJSON_AddNumberToObject(data, "duration_ms", (double)(reply->duration_ns / SA_NS_PER_MS));
    sa_agent_emit(a, SA_EV_USAGE, data);
}

static bool ended_by(const struct sa_model_result *reply, const char *const *reasons)
{
    for (; *reasons && reply->finish_reason; reasons++)
        if (!strcmp(reply->finish_reason, *reasons)) return true;
    return false;
}

// Did the reply come to an end of its own, or at a stop sequence?
bool sa_reply_is_complete(const struct sa_model_result *reply)
{
    static const char *const reasons[] = {"stop",      "end_turn",   "stop_sequence", "eos",
                                          "eos_token", "tool_calls", "function_call", "tool_use",
                                          "complete",  "COMPLETE",   "STOP",          NULL};
    return reply->ended_early || ended_by(reply, reasons);
}

bool sa_reply_is_refusal(const struct sa_model_result *reply)
{
    static const char *const reasons[] = {"content_filter", "refusal", "safety", "SAFETY", NULL};
    return ended_by(reply, reasons);
}
