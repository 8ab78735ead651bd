// Agents that play a recording, for tests of include/smolagent/agent.h, and a tool that adds.
#ifndef TEST_PLAYED_H
#define TEST_PLAYED_H

#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/xalloc.h"
#include "recording.h"
#include "smolagent/agent.h"

// An agent that plays a recording, and what it was seen to do.
struct played {
    char path[40];
    struct smol_agent *agent;
    struct sa_buf lines;
};

static inline void on_event(void *ctx, const struct smol_event *event)
{
    struct played *p = ctx;
    assert_int_equal(strlen(event->json), event->len);
    sa_buf_appendf(&p->lines, "%s\n", event->json);
}

// `cells` ends with NULL.
static inline void played_init(struct played *p, const char *const *cells)
{
    *p = (struct played){.path = "/tmp/test-embed-XXXXXX"};
    write_recording(p->path, cells);
    sa_buf_init(&p->lines, SA_BUF_HUGE);
    SA_AUTO_FREE char *model = sa_xasprintf("replay:%s", p->path);
    p->agent = smol_agent_new();
    assert_null(smol_agent_set(p->agent, "model", model));
    assert_null(smol_agent_watch(p->agent, on_event, p, false));
}

static inline void played_release(struct played *p)
{
    smol_agent_free(p->agent);
    sa_buf_release(&p->lines);
    unlink(p->path);
}

#define PLAYED(name, ...)                                                                          \
    struct played name;                                                                            \
    played_init(&name, (const char *const[]){__VA_ARGS__, NULL})

static inline void assert_says(const char *part, const char *text)
{
    if (!text || !strstr(text, part)) fail_msg("no '%s' in '%s'", part, text ? text : "(null)");
}

static inline void assert_run(struct smol_agent *agent, enum smol_status status, const char *part)
{
    struct smol_result *r = smol_agent_run(agent, "the task");
    const char *said = r->answer ? r->answer : r->error;
    if (r->status != status) fail_msg("status %d: %s", r->status, said);
    assert_says(part, said);
    assert_int_equal(r->exit_code == 0, r->answer != NULL);
    smol_result_free(r);
}

#define NUMBERS                                                                                    \
    "{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"integer\"}, \"b\": {\"type\": "   \
    "\"integer\", \"default\": 40}}, \"required\": [\"a\"]}"

static inline void add(void *ctx, struct smol_call *call)
{
    int64_t *calls = ctx;
    ++*calls;
    SA_AUTO_FREE char *json = sa_xasprintf(
        "%lld", (long long)(smol_call_integer(call, "a") + smol_call_integer(call, "b")));
    smol_call_answer(call, json);
}

static inline const char *add_tool(struct smol_agent *agent, const char *name, smol_tool_fn fn,
                                   void *ctx)
{
    const struct smol_tool tool = {.size = sizeof tool,
                                   .name = name,
                                   .description = "Does what the test is about.",
                                   .inputs = NUMBERS,
                                   .output = "{\"type\": \"integer\"}",
                                   .call = fn,
                                   .ctx = ctx};
    return smol_agent_add_tool(agent, &tool);
}

#endif
