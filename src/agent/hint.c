// What an observation says besides: that something was done in vain before, or the same over and
// over, and how many steps are left.
#include <ctype.h>
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

// ---- the same again -----------------------------------------------------------------------------

// The numbers by which we tell steps and variables apart are no difference.
static uint64_t hash_of(const char *text, size_t len)
{
    static const char *const before[] = {"<step ", "_output_", "_value_", "_result_"};
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    for (size_t i = 0; i < len; i++) {
        sa_buf_appendc(&out, text[i]);
        for (size_t k = 0; k < SA_COUNT(before); k++) {
            size_t n = strlen(before[k]);
            if (i + 1 < n || memcmp(text + i + 1 - n, before[k], n)) continue;
            while (i + 1 < len && isdigit((unsigned char)text[i + 1])) i++;
            break;
        }
    }
    uint64_t hash = sa_hash_bytes(sa_buf_text(&out), out.len);
    sa_buf_release(&out);
    return hash;
}

static uint64_t join(uint64_t a, uint64_t b)
{
    const uint64_t both[] = {a, b};
    return sa_hash_bytes((const char *)both, sizeof both);
}

void sa_agent_note_given(struct sa_agent *a, const struct sa_tool_result *r)
{
    const char *text = r->error ? r->error : r->json ? r->json : "";
    a->run->loop.given = join(a->run->loop.given, sa_hash_bytes(text, strlen(text)));
}

// A step is over. The length of the shortest cycle that it belongs to; 0: none came again so far.
static size_t find_cycle(struct sa_loop *loop, uint64_t step)
{
    size_t found = 0;
    for (size_t i = SA_LOOP_STEPS; i--;) {
        loop->same[i] = loop->last[i] == step ? loop->same[i] + 1 : 0;
        if (loop->same[i] > (int64_t)i) found = i + 1;
    }
    memmove(loop->last + 1, loop->last, sizeof loop->last - sizeof *loop->last);
    loop->last[0] = step;
    return found;
}

static void tell_repetition(struct sa_agent *a, const char *again, size_t period, int64_t times,
                            struct sa_buf *observation)
{
    struct sa_err err = SA_ERR_INIT;
    int64_t left = a->o.max_repeats * (int64_t)period - a->run->loop.same[period - 1];
    cJSON *vars = cJSON_CreateObject();
    cJSON_AddStringToObject(vars, "again", again);
    cJSON_AddNumberToObject(vars, "period", (double)period);
    cJSON_AddNumberToObject(vars, "times", (double)times);
    cJSON_AddNumberToObject(vars, "left", (double)(a->o.max_repeats && times > 1 ? left : 0));
    SA_AUTO_FREE char *text = sa_agent_prompt(a, "repeated", vars, &err);
    struct sa_str s = sa_str_trim(sa_str_of(text ? text : ""));
    if (s.len) sa_buf_appendf(observation, "\n%.*s", (int)s.len, s.data);
}

// The same again with the same result: the model is told, or it may go on like that; and if it does
// so all the same, the run ends. Who sleeps waits for something, and may look for it again.
void sa_agent_hint_repetition(struct sa_agent *a, const char *again, const char *done,
                              struct sa_buf *observation)
{
    struct sa_loop *loop = &a->run->loop;
    uint64_t step = join(sa_hash_bytes(done, strlen(done)),
                         join(loop->given, hash_of(sa_buf_text(observation), observation->len)));
    for (size_t i = 0; i < a->run->image_count; i++)
        step = join(step, sa_hash_bytes(a->run->images[i].data, a->run->images[i].len));
    if (strstr(done, "sleep")) step = join(step, (uint64_t)a->run->step);
    size_t period = find_cycle(loop, step);
    loop->given = 0;
    if (!period) return;
    int64_t times = loop->same[period - 1] / (int64_t)period;
    bool ends = a->o.max_repeats && times >= a->o.max_repeats;
    if (ends) loop->times = times;
    else tell_repetition(a, again, period, times, observation);
    cJSON *data = cJSON_CreateObject();
    cJSON_AddNumberToObject(data, "period", (double)period);
    cJSON_AddNumberToObject(data, "times", (double)times);
    cJSON_AddBoolToObject(data, "ends", ends);
    sa_agent_emit(a, SA_EV_LOOP, data);
}

int64_t sa_agent_steps_left(const struct sa_agent *a)
{
    int64_t own = a->o.max_steps - a->run->result->steps;
    int64_t all = sa_budget_steps_left(&a->run->budget);
    return own < all ? own : all;
}

// The last three steps say how many are left, so that the answer comes in time.
void sa_agent_hint_steps_left(struct sa_agent *a, struct sa_buf *observation)
{
    int64_t left = sa_agent_steps_left(a);
    if (left < 1 || left > 3) return;
    sa_buf_appendf(observation, "\n(%lld step%s left%s)", (long long)left, left == 1 ? "" : "s",
                   left == 1 ? ": give the final answer in it" : "");
}
