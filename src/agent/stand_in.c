// Which model an agent asks: the one it was given, or the next of those that stand in for it. Who
// has taken over stays, for what it has read so far is in its provider's cache, and what failed
// once would be waited for in every step.
#include "agent/agent_int.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "model/fault.h"

// What is known of the window counts, up to where prices rise and models read worse: more is for
// the user to fill.
void sa_agent_take_window(struct sa_agent *a)
{
    enum { LARGEST = 200000 };
    int64_t window = a->o.model->window;
    a->o.max_context = a->asked_context   ? a->asked_context
                       : !window          ? DEFAULT_MAX_CONTEXT
                       : window < LARGEST ? window
                                          : LARGEST;
}

// What was learnt of one model says nothing of another.
void sa_agent_set_model(struct sa_agent *a, struct sa_model *model)
{
    a->o.model = model;
    a->stops = SA_STOPS_UNKNOWN;
    a->density = 0;
    a->cut_told = a->stood_in = false;
    a->window_asked = false;
    sa_agent_take_window(a);
}

// The host that model calls go to, for the audit.
void sa_agent_tell_model_host(struct sa_agent *a)
{
    const char *url = a->o.model->ops->where(a->o.model), *host = strstr(url, "://");
    if (!host) return;
    SA_AUTO_FREE char *name = sa_xstrndup(host + 3, strcspn(host + 3, "/?"));
    sa_agent_tell_host(a, name);
}

bool sa_agent_stand_in(struct sa_agent *a, const struct sa_model_result *reply,
                       const struct sa_err *why)
{
    struct sa_model *failed = a->o.model, *next = failed->stand_in;
    if (!next || reply->too_long || !sa_fault_is_of_provider(why)) return false;
    if (sa_agent_must_end(a)) return false;
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "model", failed->id);
    cJSON_AddStringToObject(data, "stand_in", next->id);
    cJSON_AddStringToObject(data, "reason", why->message);
    sa_agent_emit(a, SA_EV_STAND_IN, data);
    sa_agent_set_model(a, next);
    a->stood_in = true;
    sa_agent_tell_model_host(a);
    return true;
}
