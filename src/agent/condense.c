// A conversation that fills the model's window even without its old observations: the model sums it
// up, and the run goes on from the system prompt, that summary, the task and the last steps. Once,
// and not in every step: what was sent before is in no cache from then on.
#include <stdlib.h>

#include "agent/agent_int.h"
#include "agent/read.h"
#include "base/json.h"
#include "base/log.h"
#include "base/str.h"
#include "base/xalloc.h"

enum { KEPT = 4, HEAD = 2 }; // messages: of the last steps; system prompt and task

// Where the last steps begin, which stay: with a reply.
static size_t tail_of(const struct sa_memory *m)
{
    size_t at = m->count > KEPT ? m->count - KEPT : 0;
    while (at > HEAD && m->items[at].role != SA_ROLE_ASSISTANT) at--;
    return at;
}

static size_t bytes_of(const struct sa_memory *m, size_t upto)
{
    size_t bytes = 0;
    for (size_t i = HEAD; i < upto; i++) bytes += sa_message_size(&m->items[i]);
    return bytes;
}

// Not for a step or two: what was sent before is paid for anew.
static bool is_worth_it(const struct sa_agent *a, size_t bytes)
{
    return (int64_t)(bytes / 4) >= a->o.max_context / 5;
}

// The summary of what the memory holds, malloc'd; NULL: there is none to be had. One that is no
// shorter than what it stands for is none.
static char *ask(struct sa_agent *a, size_t most)
{
    struct sa_model_result reply;
    struct sa_err err = SA_ERR_INIT;
    struct sa_reading x;
    static const struct sa_read_ask nothing = {.ctx = NULL};
    size_t count; // of tools, which stand before the messages in what is cached
    const struct sa_model_tool *tools = sa_agent_offers(a, &count);
    const struct sa_model_request q = {.messages = a->memory.items,
                                       .tools = tools,
                                       .tool_count = count,
                                       .choice = SA_CHOICE_TEXT,
                                       .count = a->memory.count,
                                       .conversation = &a->memory,
                                       .stamp = a->memory.stamp,
                                       .stop = a->stop};
    if (sa_model_complete(a->o.model, &q, &reply, &err)) {
        sa_info("no summary of the conversation: %s", err.message);
        return NULL;
    }
    sa_agent_spend(a, &reply);
    sa_agent_tell_usage(a, &reply);
    sa_read(&x, reply.text, reply.len, &nothing);
    struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(&x.said), x.said.len});
    bool whole = s.len && s.len < most && sa_reply_is_complete(&reply);
    char *text = whole ? sa_xstrndup(s.data, s.len) : NULL;
    sa_reading_release(&x);
    sa_model_result_release(&reply);
    return text;
}

int sa_agent_push_sum_up(struct sa_agent *a)
{
    cJSON *vars = cJSON_CreateObject();
    cJSON_AddBoolToObject(vars, "code", sa_agent_runs_code(a));
    return sa_agent_push_prompt(a, "summary", SA_ROLE_USER, vars);
}

static char *ask_for_summary(struct sa_agent *a, size_t most)
{
    struct sa_memory_mark before = sa_memory_mark(&a->memory);
    if (sa_agent_push_sum_up(a)) return NULL;
    char *summary = ask(a, most);
    sa_memory_back(&a->memory, before);
    return summary;
}

// The plan that is followed, where the last steps do not hold it.
static void push_plan(struct sa_agent *a, const struct sa_memory *tail)
{
    const char *plan = a->run->plan;
    if (!plan || sa_memory_holds(tail, SA_ROLE_ASSISTANT, plan)) return;
    cJSON *vars = cJSON_CreateObject();
    cJSON_AddStringToObject(vars, "plan", plan);
    sa_agent_push_prompt(a, "plan_kept", SA_ROLE_USER, vars);
}

// The task is told anew, with what it granted and the variables that there are by now; and the
// plan.
static void begin_again(struct sa_agent *a, const char *summary, const struct sa_memory *tail)
{
    cJSON *vars = cJSON_CreateObject();
    cJSON_AddStringToObject(vars, "summary", summary);
    sa_memory_cut(&a->memory, 0);
    a->announced = a->notes_told = a->attached_told = 0;
    a->relist = true;
    a->instructed = false;
    if (sa_agent_push_system(a) || sa_agent_push_prompt(a, "summarized", SA_ROLE_USER, vars))
        return;
    // Whoever takes the turn back comes to the summary.
    a->turn.mark = sa_memory_mark(&a->memory);
    a->turn.announced = a->turn.notes_told = 0;
    a->turn.relist = true, a->turn.instructed = false;
    if (!sa_agent_push_task(a)) push_plan(a, tail);
}

static void tell(struct sa_agent *a, const char *summary, size_t messages, int64_t tokens)
{
    cJSON *data = cJSON_CreateObject();
    cJSON_AddNumberToObject(data, "dropped_chars", (double)(tokens > 0 ? tokens * 4 : 0));
    cJSON_AddNumberToObject(data, "dropped_messages", (double)messages);
    sa_event_text(data, "summary", summary, strlen(summary));
    sa_agent_emit(a, SA_EV_COMPACT, data);
}

// Of a conversation that is too long already the summary is asked without the last steps, else of
// all: then what was sent before is read from the cache.
bool sa_agent_condense(struct sa_agent *a, bool forced)
{
    struct sa_memory *m = &a->memory, tail = {0};
    size_t at = tail_of(m), dropped = at - HEAD, bytes = bytes_of(m, at);
    int64_t tokens = sa_memory_tokens(m);
    if (at <= HEAD || a->run->no_summary || sa_agent_must_end(a)) return false;
    if (!forced && !is_worth_it(a, bytes)) return false;
    if (forced) sa_memory_split(m, at, &tail);
    SA_AUTO_FREE char *summary = ask_for_summary(a, bytes);
    if (!forced) sa_memory_split(m, at, &tail);
    if (summary) begin_again(a, summary, &tail);
    else a->run->no_summary = true;
    sa_memory_join(m, &tail);
    if (summary) tell(a, summary, dropped, tokens - sa_memory_tokens(m));
    return summary != NULL;
}
