// Tools of servers as tools of ours: under names that Python takes, calls passed on.
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/log.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "mcp/mcp_int.h"
#include "mcp/names.h"

enum { MAX_DESCRIPTION = 8000 };

struct remote {
    struct sa_mcp_server *server;
    char *name; // as the server has it
};

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
    enum sa_mcp_end end = sa_mcp_ask(r->server, "tools/call", sa_buf_text(&params), tool, stop,
                                     &reply, &err);
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

// ---- names -------------------------------------------------------------------------------------

static struct sa_mcp_names names_of(const cJSON *tools)
{
    struct sa_mcp_names names = {0};
    const cJSON *tool;
    cJSON_ArrayForEach(tool, tools) sa_mcp_names_add(&names, sa_json_str(tool, "name", ""), tool);
    sa_mcp_names_sort(&names);
    return names;
}

// NULL: it is one that can be taken. Else why not. `names` are those of its server.
static const char *unfit(const struct sa_mcp_names *names, const cJSON *tool)
{
    const char *name = sa_json_str(tool, "name", NULL);
    size_t before;
    if (!name || !*name) return "it has no name";
    if (!cJSON_IsObject(sa_json_get(tool, "inputSchema")))
        return "it has no inputSchema that is an object";
    if (sa_streq(sa_json_str(sa_json_get(tool, "execution"), "taskSupport", NULL), "required"))
        return "it can be called only as a task, which is not offered here";
    sa_mcp_names_count(names, name, tool, &before);
    return before ? "there are two of that name" : NULL;
}

static bool wanted(const struct sa_mcp_server *s, const char *name)
{
    if (!s->set.allow) return true;
    for (char **p = s->set.allow; *p; p++)
        if (sa_streq(*p, name)) return true;
    return false;
}

// What the tools of all servers would be called.
static struct sa_mcp_names claims_of(const struct sa_mcp *mcp)
{
    struct sa_mcp_names claims = {0};
    for (size_t i = 0; i < mcp->count; i++) {
        const struct sa_mcp_server *s = mcp->items[i];
        struct sa_mcp_names names = names_of(s->tools);
        const cJSON *tool;
        cJSON_ArrayForEach(tool, s->tools)
        {
            const char *name = sa_json_str(tool, "name", "");
            if (unfit(&names, tool) || !wanted(s, name)) continue;
            SA_AUTO_FREE char *claim = sa_mcp_identifier(name);
            sa_mcp_names_add(&claims, claim, tool);
        }
        sa_mcp_names_release(&names);
    }
    sa_mcp_names_sort(&claims);
    return claims;
}

// Prefixed where the name alone is another's: of Python, of a tool, of a tool of any server. Where
// many are alike, each begins to count where it stands among them.
static char *name_for(const struct sa_mcp_server *s, const cJSON *item,
                      const struct sa_mcp_names *claims, const struct sa_tools *tools)
{
    char *name = sa_mcp_identifier(sa_json_str(item, "name", ""));
    size_t before, alike = sa_mcp_names_count(claims, name, item, &before);
    if (alike == 1 && !sa_tools_refuse(tools, name)) return name;
    SA_AUTO_FREE char *bare = name;
    SA_AUTO_FREE char *long_name = sa_xasprintf("%s_%s", s->name, bare);
    name = sa_mcp_identifier(long_name);
    for (size_t n = before + 2; sa_tools_refuse(tools, name); n++) {
        free(name);
        SA_AUTO_FREE char *numbered = sa_xasprintf("%.80s_%zu", long_name, n);
        name = sa_mcp_identifier(numbered);
    }
    return name;
}

// ---- adding ------------------------------------------------------------------------------------

static char *description(const cJSON *tool)
{
    const char *title = sa_json_str(tool, "title", sa_json_str(tool, "name", ""));
    const char *text = sa_json_str(tool, "description", title);
    size_t len = sa_utf8_floor(text, strlen(text), MAX_DESCRIPTION);
    return sa_xasprintf("%.*s%s", (int)len, text, text[len] ? "..." : "");
}

static int add(struct sa_mcp_server *s, const cJSON *item, const struct sa_mcp_names *claims,
               struct sa_tools *tools, struct sa_err *err)
{
    struct remote *r = sa_xcalloc(1, sizeof *r);
    const cJSON *output = sa_json_get(item, "outputSchema");
    struct sa_tool *tool = sa_xcalloc(1, sizeof *tool);
    r->server = s;
    r->name = sa_xstrdup(sa_json_str(item, "name", ""));
    *tool = (struct sa_tool){.source = "mcp",
                             .server = sa_xstrdup(s->name),
                             .own_name = sa_xstrdup(r->name),
                             .effects = effects(item),
                             .foreign = true,
                             .name = name_for(s, item, claims, tools),
                             .description = description(item),
                             .inputs = cJSON_Duplicate(sa_json_get(item, "inputSchema"), true),
                             .output = cJSON_IsObject(output) ? cJSON_Duplicate(output, true)
                                                              : NULL,
                             .is_async = s->set.is_async,
                             .call = call_remote,
                             .for_caller = true,
                             .free_data = free_remote,
                             .data = r};
    return sa_tools_add(tools, tool, err);
}

// Adds those of the server from `first` on.
static int add_from(struct sa_mcp_server *s, const cJSON *first, const struct sa_mcp_names *claims,
                    struct sa_tools *tools, struct sa_err *err)
{
    struct sa_mcp_names names = names_of(s->tools);
    int code = SA_OK;
    for (const cJSON *tool = first; tool && !code; tool = tool->next) {
        const char *why = unfit(&names, tool), *name = sa_json_str(tool, "name", "?");
        if (why) sa_warn("mcp %s: the tool '%.80s' is left out: %s", s->name, name, why);
        else if (wanted(s, name) && add(s, tool, claims, tools, err)) code = err->code;
    }
    sa_mcp_names_release(&names);
    return code;
}

int sa_mcp_adapt(struct sa_mcp *mcp, struct sa_tools *tools, struct sa_err *err)
{
    struct sa_mcp_names claims = claims_of(mcp);
    int code = SA_OK;
    for (size_t i = 0; i < mcp->count && !code; i++) {
        struct sa_mcp_server *s = mcp->items[i];
        for (char **p = s->set.allow; p && *p; p++)
            if (s->tools && !offers(s->tools, *p))
                sa_warn("mcp %s: there is no tool '%.80s'", s->name, *p);
        code = add_from(s, s->tools ? s->tools->child : NULL, &claims, tools, err);
    }
    sa_mcp_names_release(&claims);
    return code;
}

// Takes over what the server offers besides by now; the first of it, NULL: nothing.
static const cJSON *take_new(struct sa_mcp_server *s)
{
    struct sa_mcp_names names = names_of(s->tools);
    const cJSON *item, *first = NULL;
    size_t before;
    cJSON_ArrayForEach(item, s->tools_now)
    {
        const char *name = sa_json_str(item, "name", NULL);
        if (!name || !wanted(s, name) || sa_mcp_names_count(&names, name, item, &before)) continue;
        cJSON *tool = cJSON_Duplicate(item, true);
        cJSON_AddItemToArray(s->tools, tool);
        if (!first) first = tool;
    }
    sa_mcp_names_release(&names);
    return first;
}

static int add_new(struct sa_mcp_server *s, struct sa_tools *tools, struct sa_err *err)
{
    int code = SA_OK;
    pthread_mutex_lock(&s->listing);
    look_again(s, s->all->o.stop);
    const cJSON *first = take_new(s);
    if (first) {
        struct sa_mcp_names claims = claims_of(s->all);
        code = add_from(s, first, &claims, tools, err);
        sa_mcp_names_release(&claims);
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

// NULL: it is of none, or of all that have resources.
static const struct sa_mcp_server *server_of(const struct sa_tool *tool)
{
    const struct sa_tool *of = tool->lender ? tool->lender : tool;
    return of->call == call_remote ? ((const struct remote *)of->data)->server : NULL;
}

const char *sa_mcp_server_of(const struct sa_tool *tool)
{
    const struct sa_mcp_server *s = server_of(tool);
    return s ? s->name : NULL;
}

// ---- what servers say --------------------------------------------------------------------------

static bool has_some_of(const struct sa_tools *tools, const struct sa_mcp_server *s)
{
    for (size_t i = 0; i < tools->count; i++) {
        const struct sa_tool *tool = tools->items[i];
        if (server_of(tool) == s || (s->has_resources && sa_mcp_is_resource_tool(tool)))
            return true;
    }
    return false;
}

void sa_mcp_add_words(const struct sa_mcp *mcp, struct sa_tools *tools)
{
    for (size_t i = 0; mcp && i < mcp->count; i++) {
        const struct sa_mcp_server *s = mcp->items[i];
        if (s->words && !s->err.code && has_some_of(tools, s))
            sa_tools_add_words(tools, s->name, s->words);
    }
}
