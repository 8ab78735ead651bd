// What an observation says besides: that something was done in vain before, and how many steps are
// left.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "base/str.h"
#include "base/xalloc.h"

// The nudge after failures in a row, when it is first due.
void sa_agent_hint_retry(struct sa_agent *a, struct sa_buf *observation)
{
    if (a->run->streak != 2 && a->run->streak != 5) return;
    struct sa_err err = SA_ERR_INIT;
    cJSON *vars = cJSON_CreateObject();
    cJSON_AddNumberToObject(vars, "streak", (double)a->run->streak);
    SA_AUTO_FREE char *text = sa_agent_prompt(a, "retry", vars, &err);
    if (text) sa_buf_appendf(observation, "\n\n%s", text);
    while (observation->len && observation->data[observation->len - 1] == '\n')
        sa_buf_truncate(observation, observation->len - 1);
}

// The same again with the same result: the model is told, or it may go on like that.
void sa_agent_hint_repetition(struct sa_agent *a, const char *done, struct sa_buf *observation)
{
    struct sa_run *run = a->run;
    uint64_t code = sa_hash_bytes(done, strlen(done));
    uint64_t seen = sa_hash_bytes(sa_buf_text(observation), observation->len);
    bool same = run->last_code == code && run->last_seen == seen;
    run->repeated = same ? run->repeated + 1 : 0;
    run->last_code = code, run->last_seen = seen;
    if (same)
        sa_buf_appendf(observation,
                       "\n(%s in the last step too, with this very result. Do something else, or "
                       "give the final answer.)",
                       a->way->again);
}

// The last three steps say how many are left, so that the answer comes in time.
void sa_agent_hint_steps_left(struct sa_agent *a, struct sa_buf *observation)
{
    int64_t left = a->o.max_steps - a->run->step;
    if (left < 1 || left > 3) return;
    sa_buf_appendf(observation, "\n(%lld step%s left%s)", (long long)left, left == 1 ? "" : "s",
                   left == 1 ? ": give the final answer in it" : "");
}
