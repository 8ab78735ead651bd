// What a run tells the model at its start: the system prompt, once a conversation, and the task.
#include <stdlib.h>

#include "agent/agent_int.h"
#include "base/clock.h"
#include "base/json.h"
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

void sa_agent_put_layers(const struct sa_agent *a, cJSON *data)
{
    const struct sa_jail_report *report = a->exec ? a->exec->layers : NULL;
    if (!report) return;
    cJSON *layers = cJSON_AddArrayToObject(data, "layers");
    cJSON *missing = cJSON_AddArrayToObject(data, "layers_missing");
    for (int i = 0; i < SA_JAIL_LAYER_COUNT; i++) {
        cJSON *name = cJSON_CreateString(sa_jail_layer_name(i));
        if (report->enforced & 1u << i) cJSON_AddItemToArray(layers, name);
        else if (sa_jail_lacks(report, i)) cJSON_AddItemToArray(missing, name);
        else cJSON_Delete(name);
    }
}

// One line that stays the same from call to call.
static void add_limits(const struct sa_agent *a, cJSON *vars)
{
    char time[32];
    const struct sa_exec_options *x = &a->o.exec;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    bool ours = sa_streq(a->o.executor->name, "local") || sa_streq(a->o.executor->name, "jail");
    bool runs = sa_agent_runs_code(a);
    if (runs)
        sa_buf_appends(&out, ours ? "Python 3.12. "
                                  : "The Python is that of the executor (sys.version). ");
    sa_buf_appendf(&out, "Limits: %lld steps", (long long)a->o.max_steps);
    if (runs && x->step_timeout_ns > 0) {
        sa_clock_human(x->step_timeout_ns, time, sizeof time);
        sa_buf_appendf(&out, "; the code of a step may run for %s, tools not counted", time);
    }
    if (runs && x->max_memory) sa_buf_appendf(&out, "; %zu MB of memory", x->max_memory >> 20);
    if (a->o.max_tool_calls)
        sa_buf_appendf(&out, "; %lld tool calls", (long long)a->o.max_tool_calls);
    sa_buf_appendc(&out, '.');
    cJSON_AddStringToObject(vars, "limits", sa_buf_text(&out));
    sa_buf_release(&out);
}

// The tools whose results strangers write, by name where they are few; malloc'd, "" for none.
static char *foreign_tools(const struct sa_tools *tools)
{
    enum { NAMED = 8 };
    struct sa_buf names = SA_BUF_INIT(SA_BUF_TEXT);
    size_t count = 0;
    for (size_t i = 0; i < tools->count; i++) {
        if (!tools->items[i]->foreign || tools->items[i]->left_out) continue;
        sa_buf_appendf(&names, "%s%s", count++ ? ", " : "", tools->items[i]->name);
    }
    if (count > NAMED) sa_buf_clear(&names);
    if (count > NAMED)
        sa_buf_appends(&names, count == tools->count ? "these functions" : "many of them");
    return sa_buf_take(&names, NULL);
}

static void add_tools(cJSON *vars, const struct sa_tools *tools)
{
    bool awaited = false;
    const struct sa_tool *first = NULL;
    cJSON *shown = cJSON_AddArrayToObject(vars, "tools");
    for (size_t i = 0; i < tools->count; i++) {
        const struct sa_tool *tool = tools->items[i];
        if (tool->left_out) continue;
        awaited |= tool->is_async;
        if (tool->listed) continue;
        if (!first) first = tool;
        cJSON *row = cJSON_CreateObject();
        SA_AUTO_FREE char *stub = sa_tool_stub(tool);
        cJSON_AddStringToObject(row, "name", tool->name);
        cJSON_AddStringToObject(row, "description", tool->description);
        cJSON_AddStringToObject(row, "stub", stub);
        cJSON_AddItemToArray(shown, row);
    }
    SA_AUTO_FREE char *example = first ? sa_tool_example(first) : NULL;
    SA_AUTO_FREE char *list = sa_tools_list(tools);
    SA_AUTO_FREE char *foreign = foreign_tools(tools);
    if (example) cJSON_AddStringToObject(vars, "example", example);
    cJSON_AddStringToObject(vars, "listed_tools", list ? list : "");
    cJSON_AddStringToObject(vars, "foreign_tools", foreign);
    cJSON_AddStringToObject(vars, "servers_say", tools->words ? tools->words : "");
    cJSON_AddBoolToObject(vars, "async_tools", awaited);
}

static bool has(const cJSON *names, const char *name)
{
    const cJSON *one;
    cJSON_ArrayForEach(one, names) if (sa_streq(cJSON_GetStringValue(one), name)) return true;
    return false;
}

static bool is_default(const char *name)
{
    const char *const *m = sa_agent_imports;
    while (*m && !sa_streq(*m, name)) m++;
    return *m;
}

// The modules that are authorised, and in fewer words: whether those by default are, and which
// more.
static void add_imports(const struct sa_agent *a, cJSON *vars)
{
    bool all, most = true, installed = a->o.exec.installed && sa_exec_has_packages(a->o.executor);
    cJSON *imports = sa_agent_import_list(a, &all), *more = cJSON_CreateArray(), *one;
    for (const char *const *m = sa_agent_imports; *m; m++) most &= has(imports, *m);
    cJSON_ArrayForEach(one, imports) if (!is_default(one->valuestring))
        cJSON_AddItemToArray(more, cJSON_CreateString(one->valuestring));
    cJSON_AddItemToObject(vars, "imports", imports);
    cJSON_AddItemToObject(vars, "more_imports", more);
    cJSON_AddBoolToObject(vars, "all_imports", all);
    cJSON_AddBoolToObject(vars, "default_imports", most);
    cJSON_AddBoolToObject(vars, "installed_imports", installed);
    cJSON_AddBoolToObject(vars, "asyncio", all || has(imports, "asyncio"));
}

int sa_agent_push_system(struct sa_agent *a)
{
    static const struct sa_tools none = {0};
    cJSON *vars = cJSON_CreateObject();
    add_tools(vars, a->o.tools ? a->o.tools : &none);
    add_imports(a, vars);
    cJSON_AddStringToObject(vars, "instructions", a->o.instructions ? a->o.instructions : "");
    cJSON_AddBoolToObject(vars, "chat", a->o.chat);
    cJSON_AddBoolToObject(vars, "python", sa_agent_has_python(a));
    add_limits(a, vars);
    sa_agent_add_shape(a, vars);
    return sa_agent_push_prompt(a, a->way->system, SA_ROLE_SYSTEM, vars);
}

// That of a sub-agent says whose it is. NULL: the run has ended.
static char *task_of(struct sa_agent *a)
{
    if (!a->o.name) return sa_xstrdup(a->run->task);
    struct sa_err err = SA_ERR_INIT;
    cJSON *vars = cJSON_CreateObject();
    cJSON_AddStringToObject(vars, "name", a->o.name);
    cJSON_AddStringToObject(vars, "task", a->run->task);
    char *text = sa_agent_prompt(a, "sub_agent", vars, &err);
    if (!text) sa_agent_end(a, SA_RUN_ERROR, err.code, "%s", err.message);
    else text[sa_str_trim_right(sa_str_of(text)).len] = '\0';
    return text;
}

int sa_agent_push_task(struct sa_agent *a)
{
    SA_AUTO_FREE char *task = task_of(a);
    if (!task) return -1;
    cJSON *vars = cJSON_CreateObject();
    cJSON_AddStringToObject(vars, "task", task);
    cJSON_AddBoolToObject(vars, "code", sa_agent_runs_code(a));
    cJSON_AddStringToObject(vars, "unfinished", a->unfinished ? a->unfinished : "");
    sa_freep(&a->unfinished);
    bool some = a->o.instructions && *a->o.instructions;
    cJSON_AddStringToObject(vars, "instructions",
                            !a->instructed ? ""
                            : some         ? a->o.instructions
                                           : "none, and those before no longer hold");
    a->instructed = false;
    cJSON *variables = cJSON_AddArrayToObject(vars, "variables");
    for (; a->announced < a->variable_count; a->announced++) {
        if (!*a->variables[a->announced].note) continue;
        cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "name", a->variables[a->announced].name);
        cJSON_AddStringToObject(row, "note", a->variables[a->announced].note);
        cJSON_AddItemToArray(variables, row);
    }
    if (a->relist) sa_agent_left_variables(a, variables, SIZE_MAX);
    a->relist = false;
    cJSON *notes = cJSON_AddArrayToObject(vars, "notes");
    for (; a->notes_told < a->note_count; a->notes_told++)
        cJSON_AddItemToArray(notes, cJSON_CreateString(a->notes[a->notes_told]));
    if (sa_agent_push_prompt(a, "task", SA_ROLE_USER, vars)) return -1;
    sa_agent_push_attached(a);
    return 0;
}
