// The system prompt: what the model is told of its tools, imports and limits.
#include <string.h>

#include "agent/agent_int.h"
#include "base/clock.h"
#include "base/str.h"
#include "base/xalloc.h"

cJSON *sa_agent_import_list(const struct sa_agent *a, bool *all)
{
    cJSON *list = cJSON_CreateArray();
    *all = !a->o.exec.imports;
    for (const char *const *m = a->o.exec.imports; m && *m; m++) {
        if (!strcmp(*m, "*")) *all = true;
        cJSON_AddItemToArray(list, cJSON_CreateString(*m));
    }
    return list;
}

// One line that stays the same from call to call.
static void add_limits(const struct sa_agent *a, cJSON *vars)
{
    char time[32];
    const struct sa_exec_options *x = &a->o.exec;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    bool ours = sa_streq(a->o.executor->name, "local") || sa_streq(a->o.executor->name, "jail");
    sa_buf_appends(&out,
                   ours ? "Python 3.12." : "The Python is that of the executor (sys.version).");
    sa_buf_appendf(&out, " Limits: %lld steps", (long long)a->o.max_steps);
    if (x->step_timeout_ns > 0) {
        sa_clock_human(x->step_timeout_ns, time, sizeof time);
        sa_buf_appendf(&out, "; the code of a step may run for %s, tools not counted", time);
    }
    if (x->max_memory) sa_buf_appendf(&out, "; %zu MB of memory", x->max_memory >> 20);
    if (a->o.max_tool_calls)
        sa_buf_appendf(&out, "; %lld tool calls", (long long)a->o.max_tool_calls);
    sa_buf_appendc(&out, '.');
    cJSON_AddStringToObject(vars, "limits", sa_buf_text(&out));
    sa_buf_release(&out);
}

int sa_agent_push_system(struct sa_agent *a)
{
    bool all, awaited = false;
    cJSON *vars = cJSON_CreateObject(), *tools = cJSON_AddArrayToObject(vars, "tools");
    for (size_t i = 0; a->o.tools && i < a->o.tools->count; i++) {
        const struct sa_tool *tool = a->o.tools->items[i];
        awaited |= tool->is_async;
        cJSON *row = cJSON_CreateObject();
        SA_AUTO_FREE char *stub = sa_tool_stub(tool);
        cJSON_AddStringToObject(row, "name", tool->name);
        cJSON_AddStringToObject(row, "description", tool->description);
        cJSON_AddStringToObject(row, "stub", stub);
        cJSON_AddItemToArray(tools, row);
    }
    cJSON_AddBoolToObject(vars, "async_tools", awaited);
    cJSON_AddItemToObject(vars, "imports", sa_agent_import_list(a, &all));
    cJSON_AddBoolToObject(vars, "all_imports", all);
    cJSON_AddStringToObject(vars, "instructions", a->o.instructions ? a->o.instructions : "");
    SA_AUTO_FREE char *example = a->o.tools && a->o.tools->count
                                     ? sa_tool_example(a->o.tools->items[0])
                                     : NULL;
    if (example) cJSON_AddStringToObject(vars, "example", example);
    cJSON_AddBoolToObject(vars, "chat", a->o.chat);
    add_limits(a, vars);
    return sa_agent_push_prompt(a, "system", SA_ROLE_SYSTEM, vars);
}
