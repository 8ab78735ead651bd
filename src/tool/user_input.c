// The built-in tool user_input: a question to the person at the terminal.
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/stop.h"
#include "base/xalloc.h"
#include "tool/tool_int.h"

struct user_input {
    char *(*ask)(const struct sa_agent *asker, const char *question, struct sa_stop *stop);
};

static void call(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                 struct sa_tool_result *result)
{
    const struct user_input *u = tool->data;
    cJSON *args = sa_json_parse(args_json, strlen(args_json), NULL);
    const char *question = sa_json_str(args, "question", "");
    SA_AUTO_FREE char *answer = u->ask ? u->ask(tool->env->agent, question, stop) : NULL;
    cJSON_Delete(args);
    if (answer) {
        struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
        sa_json_quote(&json, answer, strlen(answer));
        result->json = sa_buf_take(&json, NULL);
        return;
    }
    result->error_type = u->ask ? "EOFError" : "RuntimeError";
    result->error = sa_xstrdup(u->ask ? "user_input: the question was not answered"
                                      : "user_input: there is nobody to ask here: no terminal, or "
                                        "--no-input is set. Go on without an answer");
}

struct sa_tool *sa_tool_user_input(const struct sa_builtin_setup *setup)
{
    struct sa_tool *tool = sa_builtin_new(
        "user_input", "Ask the person at the terminal a question, and wait for the answer.",
        SA_TOOL_READS, call);
    struct user_input *u = tool->data = sa_xcalloc(1, sizeof *u);
    tool->free_data = free;
    u->ask = setup->ask;
    tool->for_caller = true;
    sa_builtin_input(tool, "question",
                     "{\"type\": \"string\", \"description\": \"what is asked, in a sentence\"}");
    tool->output = cJSON_CreateObject();
    cJSON_AddStringToObject(tool->output, "type", "string");
    tool->returns = sa_xstrdup("the line that was typed");
    tool->raises = sa_xstrdup("EOFError without an answer, RuntimeError where nobody is there");
    return tool;
}
