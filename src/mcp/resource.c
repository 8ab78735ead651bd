// Resources of servers, by two functions: mcp_list() says which there are, mcp_read(uri) reads one.
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/log.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "mcp/mcp_int.h"

// The one with that name, or the first from `i` on that has resources where there is no name.
static struct sa_mcp_server *next_server(struct sa_mcp *mcp, const char *name, size_t *i)
{
    for (; *i < mcp->count; (*i)++) {
        struct sa_mcp_server *s = mcp->items[*i];
        if (s->has_resources && !s->err.code && (!name || sa_streq(name, s->name)))
            return mcp->items[(*i)++];
    }
    return NULL;
}

static void refuse_server(const struct sa_tool *tool, const char *name,
                          struct sa_tool_result *result)
{
    result->error = sa_xasprintf("%s: no server '%.60s' has resources", tool->name, name);
    result->error_type = "ValueError";
}

// ---- mcp_list ----------------------------------------------------------------------------------

static void put_entries(const struct sa_mcp_server *s, const cJSON *items, struct sa_buf *out)
{
    static const char *const names[] = {"uri",      "uriTemplate", "name", "description",
                                        "mimeType", "size",        NULL};
    const cJSON *item;
    cJSON_ArrayForEach(item, items)
    {
        sa_buf_appends(out, out->len > 1 ? ",{" : "{");
        sa_json_put_str(out, "server", s->name);
        for (const char *const *n = names; *n; n++) {
            const cJSON *value = sa_json_get(item, *n);
            if (value) sa_json_key(out, *n), sa_json_print(out, value);
        }
        sa_buf_appendc(out, '}');
    }
}

static bool put_server(struct sa_mcp_server *s, struct sa_stop *stop, struct sa_buf *out,
                       struct sa_err *err)
{
    struct sa_err none = SA_ERR_INIT;
    cJSON *items = sa_mcp_list(s, "resources/list", "resources", stop, err);
    if (!items) return false;
    cJSON *patterns = sa_mcp_list(s, "resources/templates/list", "resourceTemplates", stop, &none);
    put_entries(s, items, out);
    put_entries(s, patterns, out); // which not every server has
    cJSON_Delete(items);
    cJSON_Delete(patterns);
    return true;
}

static void call_list(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                      struct sa_tool_result *result)
{
    struct sa_mcp *mcp = tool->data;
    struct sa_err err = SA_ERR_INIT;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    cJSON *args = sa_json_parse(args_json, strlen(args_json), NULL);
    const char *name = sa_json_str(args, "server", NULL);
    struct sa_mcp_server *s;
    size_t i = 0, asked = 0;
    sa_buf_appendc(&out, '[');
    while (!err.code && (s = next_server(mcp, name, &i))) asked++, put_server(s, stop, &out, &err);
    sa_buf_appendc(&out, ']');
    if (err.code) result->error = sa_xasprintf("%s: %s", tool->name, err.message);
    else if (!asked) refuse_server(tool, name ? name : "", result);
    else result->json = sa_buf_take(&out, NULL);
    sa_buf_release(&out);
    cJSON_Delete(args);
}

// ---- mcp_read ----------------------------------------------------------------------------------

static char *contents_value(const struct sa_tool *tool, const cJSON *reply)
{
    const cJSON *contents = sa_json_get(reply, "contents"), *item;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    int count = cJSON_IsArray(contents) ? cJSON_GetArraySize(contents) : 0;
    const char *text = count == 1 ? sa_json_str(contents->child, "text", NULL) : NULL;
    if (text) {
        sa_json_quote(&out, text, strlen(text));
        return sa_buf_take(&out, NULL);
    }
    if (count != 1) sa_buf_appendc(&out, '[');
    cJSON_ArrayForEach(item, contents)
    {
        cJSON *as_content = cJSON_CreateObject();
        cJSON_AddStringToObject(as_content, "type", "resource");
        cJSON_AddItemToObject(as_content, "resource", cJSON_Duplicate(item, true));
        if (item != contents->child) sa_buf_appendc(&out, ',');
        sa_mcp_content_item(tool, as_content, &out);
        cJSON_Delete(as_content);
    }
    if (count != 1) sa_buf_appendc(&out, ']');
    return sa_buf_take(&out, NULL);
}

// The servers are asked in their order, unless one is named: those that do not know it say so.
static void call_read(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                      struct sa_tool_result *result)
{
    struct sa_mcp *mcp = tool->data;
    struct sa_err err = SA_ERR_INIT;
    struct sa_buf params = SA_BUF_INIT(SA_BUF_TEXT);
    cJSON *args = sa_json_parse(args_json, strlen(args_json), NULL), *reply = NULL;
    const char *name = sa_json_str(args, "server", NULL);
    enum sa_mcp_end end = SA_MCP_REFUSED;
    struct sa_mcp_server *s;
    size_t i = 0, asked = 0;
    sa_buf_appendc(&params, '{');
    sa_json_put_str(&params, "uri", sa_json_str(args, "uri", ""));
    sa_buf_appendc(&params, '}');
    while (end == SA_MCP_REFUSED && (s = next_server(mcp, name, &i))) {
        sa_err_clear(&err);
        asked++;
        end = sa_mcp_ask(s, "resources/read", sa_buf_text(&params), NULL, stop, &reply, &err);
    }
    if (!asked) refuse_server(tool, name ? name : "", result);
    else if (end == SA_MCP_OK) result->json = contents_value(tool, reply);
    else result->error = sa_xasprintf("%s: %s", tool->name, err.message);
    if (end == SA_MCP_LATE) result->error_type = "TimeoutError";
    sa_buf_release(&params);
    cJSON_Delete(reply);
    cJSON_Delete(args);
}

// ---- adding ------------------------------------------------------------------------------------

static const struct {
    const char *name, *description, *returns, *inputs;
    sa_tool_fn call;
} rows[] = {
    {"mcp_list", "List the resources of MCP servers, and the patterns of URIs that they take.",
     "dicts with 'server', 'uri' or 'uriTemplate', 'name' and what else is known",
     "{\"type\":\"object\",\"properties\":{\"server\":{\"type\":\"string\",\"description\":"
     "\"of this server alone\"}}}",
     call_list},
    {"mcp_read", "Read a resource of an MCP server.",
     "its text; or a dict, or a list of them, where it is bytes or has several parts",
     "{\"type\":\"object\",\"properties\":{\"uri\":{\"type\":\"string\",\"description\":"
     "\"as mcp_list() gives it, patterns filled in\"},\"server\":{\"type\":\"string\","
     "\"description\":\"the server to ask; all, in turn, without it\"}},\"required\":[\"uri\"]}",
     call_read},
};

bool sa_mcp_is_resource_tool(const struct sa_tool *tool)
{
    const struct sa_tool *of = tool->lender ? tool->lender : tool;
    return of->call == call_list || of->call == call_read;
}

int sa_mcp_add_resource_tools(struct sa_mcp *mcp, struct sa_tools *tools, struct sa_err *err)
{
    size_t first = 0;
    if (!next_server(mcp, NULL, &first)) return SA_OK;
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        const char *why = sa_tools_refuse(tools, rows[i].name);
        if (why) {
            sa_warn("the function %s is left out: %s", rows[i].name, why);
            continue;
        }
        struct sa_tool *tool = sa_xcalloc(1, sizeof *tool);
        *tool = (struct sa_tool){
            .source = "mcp",
            .effects = SA_TOOL_READS | SA_TOOL_NETWORK,
            .foreign = true,
            .name = sa_xstrdup(rows[i].name),
            .description = sa_xstrdup(rows[i].description),
            .returns = sa_xstrdup(rows[i].returns),
            .inputs = sa_json_parse(rows[i].inputs, strlen(rows[i].inputs), err),
            .call = rows[i].call,
            .data = mcp};
        if (sa_tools_add(tools, tool, err)) return err->code;
    }
    return SA_OK;
}
