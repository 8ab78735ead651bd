// One step: ask the model, do what its reply says, say what came of it.
#include <string.h>

#include "agent/agent_int.h"
#include "agent/read.h"
#include "base/clock.h"
#include "base/json.h"

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
    a->run->cells = 0;
    sa_agent_drop_images(a);
    if (!sa_agent_ask(a, true, &reply, &x)) return SA_STEP_DONE;
    enum sa_step next;
    if (sa_agent_answer_plain(a, &reply, &x, SA_RUN_OK, &next)) {
        a->run->silent = a->run->prose = 0;
    } else if (sa_reply_is_refusal(&reply) || !a->way->acts(&reply, &x)) {
        next = sa_agent_no_action(a, &reply, &x);
    } else {
        a->run->silent = a->run->prose = 0;
        next = a->way->act(a, &reply, &x, &cost);
    }
    emit_step_end(a, &cost);
    sa_reading_release(&x);
    sa_model_result_release(&reply);
    return next;
}
