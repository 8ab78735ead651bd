// Tools of servers as tools of ours: under names that Python takes, calls passed on.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/log.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "mcp/mcp_int.h"

enum { MAX_DESCRIPTION = 8000, MAX_NAME = 100 };

struct remote {
    struct sa_mcp_server *server;
    char *name; // as the server has it
};

// ---- names -------------------------------------------------------------------------------------

// A name in Python for one that may be none, malloc'd.
static char *identifier(const char *name)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    if (isdigit((unsigned char)*name)) sa_buf_appendc(&out, '_');
    for (const char *p = name; *p && out.len < MAX_NAME; p++)
        sa_buf_appendc(&out, isalnum((unsigned char)*p) ? *p : '_');
    if (!out.len) sa_buf_appends(&out, "_");
    return sa_buf_take(&out, NULL);
}

// What its annotations say, which is all that is known: a server that lies is as bad as one that
// does what it says.
static unsigned effects(const cJSON *tool)
{
    const cJSON *hints = sa_json_get(tool, "annotations");
    if (!cJSON_IsObject(hints)) return 0;
    bool reads = sa_json_bool(hints, "readOnlyHint", false);
    bool open = sa_json_bool(hints, "openWorldHint", true);
    return (reads ? SA_TOOL_READS : SA_TOOL_WRITES) | (open ? SA_TOOL_NETWORK : 0);
}

// ---- calls -------------------------------------------------------------------------------------

static bool offers(const cJSON *tools, const char *name)
{
    const cJSON *item;
    cJSON_ArrayForEach(item,
                       tools) if (sa_streq(sa_json_str(item, "name", NULL), name)) return true;
    return false;
}

// After the server said that its tools have changed: which there are now.
static void look_again(struct sa_mcp_server *s, struct sa_stop *stop)
{
    struct sa_err err = SA_ERR_INIT;
    bool changed = atomic_exchange(&s->stale, false);
    cJSON *now = changed ? sa_mcp_list(s, "tools/list", "tools", stop, &err) : NULL;
    if (!now) return;
    cJSON_Delete(s->tools_now);
    s->tools_now = now;
    sa_info("mcp %s: its tools have changed; there are %d", s->name, cJSON_GetArraySize(now));
}

static bool still_there(struct sa_mcp_server *s, const char *name, struct sa_stop *stop)
{
    pthread_mutex_lock(&s->listing);
    look_again(s, stop);
    bool there = !s->tools_now || offers(s->tools_now, name);
    pthread_mutex_unlock(&s->listing);
    return there;
}

static void call_remote(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                        struct sa_tool_result *result)
{
    const struct remote *r = tool->data;
    struct sa_err err = SA_ERR_INIT;
    struct sa_buf params = SA_BUF_INIT(SA_BUF_HUGE);
    cJSON *reply = NULL;
    if (!still_there(r->server, r->name, stop)) {
        result->error = sa_xasprintf("%s: the server %s does not offer it any more", tool->name,
                                     r->server->name);
        return;
    }
    sa_buf_appendc(&params, '{');
    sa_json_put_str(&params, "name", r->name);
    sa_json_put_raw(&params, "arguments", args_json);
    sa_buf_appendc(&params, '}');
    enum sa_mcp_end end = sa_mcp_ask(r->server, "tools/call", sa_buf_text(&params), tool->name,
                                     stop, &reply, &err);
    sa_buf_release(&params);
    if (end == SA_MCP_OK) sa_mcp_content_result(tool, reply, result);
    else result->error = sa_xasprintf("%s: %s", tool->name, err.message);
    if (end == SA_MCP_LATE) result->error_type = "TimeoutError";
    cJSON_Delete(reply);
}

static void free_remote(void *data)
{
    struct remote *r = data;
    free(r->name);
    free(r);
}

// ---- adding ------------------------------------------------------------------------------------

// NULL: it is one that can be taken. Else why not.
static const char *unfit(const struct sa_mcp_server *s, const cJSON *tool)
{
    const char *name = sa_json_str(tool, "name", NULL);
    const cJSON *schema = sa_json_get(tool, "inputSchema"), *before;
    if (!name || !*name) return "it has no name";
    if (!cJSON_IsObject(schema)) return "it has no inputSchema that is an object";
    if (sa_streq(sa_json_str(sa_json_get(tool, "execution"), "taskSupport", NULL), "required"))
        return "it can be called only as a task, which is not offered here";
    cJSON_ArrayForEach(before, s->tools)
    {
        if (before == tool) return NULL;
        if (sa_streq(sa_json_str(before, "name", NULL), name)) return "there are two of that name";
    }
    return NULL;
}

static bool wanted(const struct sa_mcp_server *s, const char *name)
{
    if (!s->set.allow) return true;
    for (char **p = s->set.allow; *p; p++)
        if (sa_streq(*p, name)) return true;
    return false;
}

static bool is_taken(const struct sa_mcp_server *s, const cJSON *tool)
{
    return !unfit(s, tool) && wanted(s, sa_json_str(tool, "name", ""));
}

// How many tools of all servers would have that name.
static int claims(const struct sa_mcp *mcp, const char *name)
{
    int n = 0;
    for (size_t i = 0; i < mcp->count; i++) {
        const cJSON *tool;
        cJSON_ArrayForEach(tool, mcp->items[i]->tools)
        {
            if (!is_taken(mcp->items[i], tool)) continue;
            SA_AUTO_FREE char *other = identifier(sa_json_str(tool, "name", ""));
            n += sa_streq(other, name);
        }
    }
    return n;
}

// Prefixed where the name alone is another's: of Python, of a tool, of a tool of any server.
static char *name_for(const struct sa_mcp_server *s, const char *theirs,
                      const struct sa_tools *tools)
{
    char *name = identifier(theirs);
    if (!sa_tools_refuse(tools, name) && claims(s->all, name) == 1) return name;
    SA_AUTO_FREE char *bare = name;
    SA_AUTO_FREE char *long_name = sa_xasprintf("%s_%s", s->name, bare);
    name = identifier(long_name);
    for (int n = 2; sa_tools_refuse(tools, name); n++) {
        free(name);
        SA_AUTO_FREE char *numbered = sa_xasprintf("%.80s_%d", long_name, n);
        name = identifier(numbered);
    }
    return name;
}

static char *description(const cJSON *tool)
{
    const char *title = sa_json_str(tool, "title", sa_json_str(tool, "name", ""));
    const char *text = sa_json_str(tool, "description", title);
    size_t len = sa_utf8_floor(text, strlen(text), MAX_DESCRIPTION);
    return sa_xasprintf("%.*s%s", (int)len, text, text[len] ? "..." : "");
}

static int add(struct sa_mcp_server *s, const cJSON *item, struct sa_tools *tools,
               struct sa_err *err)
{
    struct remote *r = sa_xcalloc(1, sizeof *r);
    const cJSON *output = sa_json_get(item, "outputSchema");
    struct sa_tool *tool = sa_xcalloc(1, sizeof *tool);
    r->server = s;
    r->name = sa_xstrdup(sa_json_str(item, "name", ""));
    *tool = (struct sa_tool){.source = "mcp",
                             .effects = effects(item),
                             .foreign = true,
                             .name = name_for(s, r->name, tools),
                             .description = description(item),
                             .inputs = cJSON_Duplicate(sa_json_get(item, "inputSchema"), true),
                             .output = cJSON_IsObject(output) ? cJSON_Duplicate(output, true)
                                                              : NULL,
                             .is_async = s->set.is_async,
                             .call = call_remote,
                             .free_data = free_remote,
                             .data = r};
    return sa_tools_add(tools, tool, err);
}

int sa_mcp_adapt(struct sa_mcp *mcp, struct sa_tools *tools, struct sa_err *err)
{
    for (size_t i = 0; i < mcp->count; i++) {
        struct sa_mcp_server *s = mcp->items[i];
        const cJSON *tool;
        for (char **p = s->set.allow; p && *p; p++)
            if (s->tools && !offers(s->tools, *p))
                sa_warn("mcp %s: there is no tool '%.80s'", s->name, *p);
        cJSON_ArrayForEach(tool, s->tools)
        {
            const char *why = unfit(s, tool), *name = sa_json_str(tool, "name", "?");
            if (why) sa_warn("mcp %s: the tool '%.80s' is left out: %s", s->name, name, why);
            else if (wanted(s, name) && add(s, tool, tools, err)) return err->code;
        }
    }
    return SA_OK;
}

static int add_new(struct sa_mcp_server *s, struct sa_tools *tools, struct sa_err *err)
{
    const cJSON *item;
    int code = SA_OK;
    pthread_mutex_lock(&s->listing);
    look_again(s, s->all->o.stop);
    cJSON_ArrayForEach(item, s->tools_now)
    {
        const char *name = sa_json_str(item, "name", NULL);
        if (code || !name || !wanted(s, name) || offers(s->tools, name)) continue;
        cJSON *tool = cJSON_Duplicate(item, true);
        cJSON_AddItemToArray(s->tools, tool);
        const char *why = unfit(s, tool);
        if (why) sa_warn("mcp %s: the tool '%.80s' is left out: %s", s->name, name, why);
        else if (add(s, tool, tools, err)) code = err->code;
    }
    pthread_mutex_unlock(&s->listing);
    return code;
}

int sa_mcp_refresh(struct sa_mcp *mcp, struct sa_tools *tools, struct sa_err *err)
{
    int code = SA_OK;
    for (size_t i = 0; i < mcp->count && !code; i++)
        if (mcp->items[i]->tools) code = add_new(mcp->items[i], tools, err);
    return code;
}
