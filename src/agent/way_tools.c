// The agent that calls tools: its replies hold calls in the server's own form, or written as text,
// and what each gave goes back.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "base/str.h"
#include "base/xalloc.h"

static bool is_at_its_length(const struct sa_model_result *reply)
{
    static const char *const reasons[] = {"length", "max_tokens", "MAX_TOKENS", "model_length"};
    for (size_t i = 0; i < SA_COUNT(reasons); i++)
        if (sa_streq(reply->finish_reason, reasons[i])) return true;
    return false;
}

// A reply that was cut has lost nobody knows what: nothing of it is done.
static bool acts(const struct sa_model_result *reply, const struct sa_reading *x)
{
    bool found = reply->call_count || x->found != SA_FOUND_NOTHING, broken = false;
    for (size_t i = 0; i < reply->call_count; i++) broken |= reply->calls[i].broken != NULL;
    bool open = reply->call_count ? broken || is_at_its_length(reply) : x->unclosed;
    return found && !(open && !sa_reply_is_complete(reply));
}

// Asked for text, some models still give their answer by a call.
static enum sa_last last(struct sa_agent *a, const struct sa_model_result *reply,
                         const struct sa_reading *x)
{
    bool calls = reply->call_count || x->found != SA_FOUND_NOTHING;
    if (!calls) return sa_agent_last_text(x);
    char *answer = acts(reply, x) ? sa_agent_answer_among(a, reply, x) : NULL;
    if (!answer) return SA_LAST_NONE;
    if (sa_agent_answer_json(a, answer, strlen(answer), sa_agent_last_status(a)) == SA_STEP_GO)
        sa_agent_end_refused(a);
    free(answer);
    return SA_LAST_ENDED;
}

const struct sa_way sa_way_tools = {
    .name = "tool_calling",
    .system = "system_tools",
    .no_action = "no_call",
    .offers = true,
    .again = "The very same was called",
    .lacks = {[SA_LACK_PROSE] = "no tool call in the reply",
              [SA_LACK_EMPTY] = "the reply is empty",
              [SA_LACK_THOUGHT] = "the reply is nothing but thinking",
              [SA_LACK_CALL] = "the reply calls a tool that does not exist",
              [SA_LACK_SHELL] = "no tool call in the reply",
              [SA_LACK_BROKEN] = "no tool call in the reply"},
    .cut = "the reply was cut off inside a tool call, which was not made",
    .cut_before = "the reply was cut off before any tool call",
    .acts = acts,
    .act = sa_agent_do_tasks,
    .last = last,
};
