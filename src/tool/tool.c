// The registry, and what is the same for tools of every kind: checked calls. Their
// stubs are in stub.c.
#include "tool/tool.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "schema/schema.h"
#include "tool/cache.h"
#include "tool/handle.h"
#include "tool/tool_int.h"

void sa_tool_result_release(struct sa_tool_result *result)
{
    sa_freep(&result->json);
    sa_freep(&result->error);
}

void sa_tool_free(struct sa_tool *tool)
{
    if (!tool) return;
    if (tool->lender) {
        free(tool);
        return;
    }
    if (tool->free_data) tool->free_data(tool->data);
    sa_schema_free(tool->takes);
    sa_schema_free(tool->gives);
    cJSON_Delete(tool->inputs);
    cJSON_Delete(tool->output);
    cJSON_Delete(tool->renamed);
    free(tool->name);
    free(tool->server);
    free(tool->own_name);
    free(tool->description);
    free(tool->returns);
    free(tool->raises);
    free(tool->examples);
    free(tool);
}

void sa_tools_release(struct sa_tools *tools)
{
    for (size_t i = 0; i < tools->count; i++) sa_tool_free(tools->items[i]);
    free(tools->items);
    if (tools->env) {
        if (!tools->env->handles_shared) sa_handles_free(tools->env->handles);
        sa_tool_cache_free(tools->env->cache);
    }
    free(tools->words);
    free(tools->env);
    memset(tools, 0, sizeof *tools);
}

struct sa_tool *sa_tools_find(const struct sa_tools *tools, const char *name)
{
    for (size_t i = 0; i < tools->count; i++)
        if (!strcmp(tools->items[i]->name, name)) return tools->items[i];
    return NULL;
}

const char *sa_tools_refuse(const struct sa_tools *tools, const char *name)
{
    if (!sa_is_identifier(name)) return "the name is no Python identifier";
    if (!strcmp(name, "final_answer")) return "that name is reserved";
    if (sa_is_builtin(name)) return "Python has a builtin of that name, which code uses";
    return sa_tools_find(tools, name) ? "there is already a tool of that name" : NULL;
}

static struct sa_tool_env *env_of(struct sa_tools *tools, struct sa_handles *shared)
{
    if (tools->env) return tools->env;
    tools->env = sa_xcalloc(1, sizeof *tools->env);
    *tools->env = (struct sa_tool_env){.handles = shared ? shared : sa_handles_new(),
                                       .handles_shared = shared != NULL,
                                       .cache = sa_tool_cache_new(),
                                       .tools = tools};
    return tools->env;
}

struct sa_handles *sa_tools_handles(struct sa_tools *tools)
{
    return env_of(tools, NULL)->handles;
}

void sa_tools_share_handles(struct sa_tools *tools, struct sa_tools *with)
{
    SA_CHECK(!tools->env);
    env_of(tools, env_of(with, NULL)->handles);
}

static void append(struct sa_tools *tools, struct sa_tool *tool)
{
    tool->env = env_of(tools, NULL);
    SA_GROW(tools->items, tools->cap, tools->count + 1);
    tools->items[tools->count++] = tool;
}

// The lender sees its own registry.
static void call_lender(struct sa_tool *tool, const char *args, struct sa_stop *stop,
                        struct sa_tool_result *result)
{
    tool->lender->call(tool->lender, args, stop, result);
}

int sa_tools_lend(struct sa_tools *tools, struct sa_tool *tool, struct sa_err *err)
{
    const char *why = sa_tools_refuse(tools, tool->name);
    if (why) return sa_err_set(err, SA_E_CONFIG, "tool '%s': %s", tool->name, why), -1;
    struct sa_tool *lent = sa_xcalloc(1, sizeof *lent);
    *lent = *tool;
    lent->lender = tool->lender ? tool->lender : tool;
    if (!tool->for_caller) lent->call = call_lender;
    lent->listed = false;
    append(tools, lent);
    return 0;
}

int sa_tools_add(struct sa_tools *tools, struct sa_tool *tool, struct sa_err *err)
{
    const char *why = sa_tools_refuse(tools, tool->name);
    if (why) {
        sa_err_set(err, SA_E_CONFIG, "tool '%s': %s", tool->name, why);
        sa_tool_free(tool);
        return -1;
    }
    sa_tool_fit_params(tool);
    tool->takes = sa_schema_new(tool->inputs, SA_SCHEMA_FORMATS, NULL);
    if (tool->output) tool->gives = sa_schema_new(tool->output, 0, NULL);
    append(tools, tool);
    return 0;
}

// ---- calls ------------------------------------------------------------------------------------

// A text counts as it is, not as JSON quotes it. Of one that is too large only the size is told:
// the code asks for less.
static void limit_result(const struct sa_tool *tool, struct sa_tool_result *result)
{
    size_t most = tool->max_result ? tool->max_result : SA_TOOL_RESULT;
    size_t len = result->json ? strlen(result->json) : 0;
    if (len <= most) return;
    if (result->json[0] == '"') {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
        sa_json_unquote(result->json, len, &text);
        len = text.len;
        sa_buf_release(&text);
    }
    if (len <= most) return;
    sa_freep(&result->json);
    result->error = sa_xasprintf("%s: the result is larger than %zu bytes (it has %zu)", tool->name,
                                 most, len);
}

// The call itself, with arguments that have passed.
static void call(struct sa_tool *tool, const char *args, struct sa_stop *stop,
                 struct sa_tool_result *result)
{
    bool keeps = tool->effects == SA_TOOL_PURE && tool->env;
    if (keeps) result->json = sa_tool_cache_find(tool->env->cache, tool->name, args);
    result->cached = result->json != NULL;
    if (result->cached) return;
    tool->call(tool, args, stop, result);
    if (!result->json && !result->error) result->json = sa_xstrdup("null");
    if (tool->foreign && result->json) sa_utf8_drop_tags(result->json, strlen(result->json));
    limit_result(tool, result);
    if (keeps && result->json) sa_tool_cache_keep(tool->env->cache, tool->name, args, result->json);
}

void sa_tool_call(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                  struct sa_tool_result *result)
{
    memset(result, 0, sizeof *result);
    struct sa_err why = SA_ERR_INIT;
    cJSON *args = sa_json_holds_nul(args_json, strlen(args_json))
                      ? NULL
                      : sa_json_parse_floats(args_json, strlen(args_json), &why);
    char *bad = NULL;
    if (!args && !why.code) sa_err_set(&why, SA_E_CONFIG, "text with a NUL character");
    if (!args) {
        result->error = sa_xasprintf("%s: arguments cannot be passed: %s", tool->name, why.message);
        result->error_type = "TypeError";
        result->refused = true;
        return;
    }
    bool changed;
    if (!sa_tool_check_args(tool, args, &changed, &bad)) {
        result->error = bad;
        result->error_type = "TypeError";
        result->refused = true;
    } else {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
        if (changed) sa_json_print(&text, args);
        SA_AUTO_FREE char *given = sa_xstrdup(changed ? sa_buf_text(&text) : args_json);
        // Bytes in full, of which agents have handles as well.
        if (tool->env && !sa_streq(tool->source, "agent"))
            sa_handles_inline(tool->env->handles, &given);
        call(tool, given, stop, result);
        sa_buf_release(&text);
    }
    cJSON_Delete(args);
}
