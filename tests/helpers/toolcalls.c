// Measures a call from code to a tool that does nothing, events included, under an executor: the
// least of 10 rounds. usage: toolcalls EXECUTOR [CALLS of a round]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/agent.h"
#include "base/err.h"
#include "base/json.h"
#include "base/xalloc.h"
#include "exec/exec.h"
#include "prompt/prompt.h"

static void nothing(struct sa_tool *tool, const char *args, struct sa_stop *stop,
                    struct sa_tool_result *r)
{
    (void)tool, (void)args, (void)stop;
    r->json = sa_xstrdup("null");
}

// As --output jsonl makes of them.
static void on_event(void *ctx, const struct sa_event *event)
{
    SA_AUTO_FREE char *line = sa_event_json(event);
    fprintf(ctx, "%s\n", line);
}

static void add_tool(struct sa_tools *tools)
{
    struct sa_tool *tool = sa_xcalloc(1, sizeof *tool);
    tool->source = "builtin";
    tool->name = sa_xstrdup("nothing");
    tool->description = sa_xstrdup("Does nothing.");
    tool->inputs = cJSON_Parse("{\"type\":\"object\",\"required\":[\"q\"],\"properties\":{"
                               "\"q\":{\"type\":\"string\"},\"n\":{\"type\":\"integer\","
                               "\"default\":5}}}");
    tool->call = nothing;
    sa_tools_add(tools, tool, NULL);
}

static struct sa_model *open_model(const char *path, long calls)
{
    struct sa_model *model = NULL;
    struct sa_err err = SA_ERR_INIT;
    FILE *f = fopen(path, "w");
    fprintf(f,
            "{\"text\":\"<code>\\nimport time\\ndef call():\\n"
            "    t = time.perf_counter()\\n    for i in range(%ld): nothing('x')\\n"
            "    return time.perf_counter() - t\\n"
            "final_answer(round(min(call() for i in range(10)) / %ld * 1e6, 1))\\n</code>\"}\n",
            calls, calls);
    fclose(f);
    SA_AUTO_FREE char *name = sa_xasprintf("replay:%s", path);
    const struct sa_model_options options = {.model = name};
    if (sa_model_open(&options, &model, &err)) fprintf(stderr, "%s\n", err.message), exit(1);
    return model;
}

int main(int argc, char **argv)
{
    int role = sa_exec_role(argc, argv);
    if (role >= 0) return role;
    char path[] = "/tmp/toolcalls-XXXXXX";
    struct sa_err err = SA_ERR_INIT;
    struct sa_events events;
    struct sa_tools tools = {0};
    FILE *sink = fopen("/dev/null", "w");
    close(mkstemp(path));
    sa_events_init(&events);
    sa_events_add(&events, on_event, sink);
    add_tool(&tools);
    struct sa_agent_options options = {.model = open_model(path, argc > 2 ? atol(argv[2]) : 2000),
                                       .executor = sa_exec_find(argc > 1 ? argv[1] : "local"),
                                       .exec = {.sandbox = SA_JAIL_AVAILABLE},
                                       .tools = &tools,
                                       .prompts = sa_prompts_new(NULL, &err),
                                       .events = &events,
                                       .max_steps = 2,
                                       .max_observation = 1000};
    struct sa_agent *agent = sa_agent_new(&options, &err);
    if (!agent) return fprintf(stderr, "%s\n", err.message), 1;
    struct sa_run_result r;
    sa_agent_run(agent, "measure", &r);
    if (r.answer)
        printf("tool: %s us a call under %s (10 allowed under local, 60 in the jail)\n", r.answer,
               options.executor->name);
    else fprintf(stderr, "%s\n", r.error);
    int status = r.answer ? 0 : 1;
    sa_run_result_release(&r);
    sa_agent_free(agent);
    unlink(path);
    return status;
}
