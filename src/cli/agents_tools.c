// The tools that a run would have, or an agent that names its own, for those who look at them.
#include <string.h>

#include "base/str.h"
#include "cli/agents.h"
#include "tool/builtin.h"

static bool has_servers(const struct sa_config *c)
{
    for (size_t i = 0; i < c->section_count; i++)
        if (sa_starts_with(c->sections[i].name, "mcp.")) return true;
    return sa_opt_mcp(c) || sa_opt_mcp_config(c);
}

static int lend(struct sa_agent_tools *t, const char *wanted, bool *found, struct sa_err *err)
{
    for (size_t i = 0; i < t->stock.count; i++) {
        struct sa_tool *tool = t->stock.items[i];
        if (!sa_tool_is_named(tool, wanted)) continue;
        *found = true;
        if (sa_tools_find(&t->tools, tool->name)) continue;
        if (sa_tools_lend(&t->tools, tool, err)) return err->code;
    }
    return SA_OK;
}

static int add_one(struct sa_config *own, struct sa_agent_tools *t, const char *wanted,
                   struct sa_err *err)
{
    const char *one[] = {wanted, NULL};
    bool found = false, mcp = sa_starts_with(wanted, "mcp.");
    if (sa_builtins_know(wanted)) return sa_setup_builtins(own, one, &t->folders, &t->tools, err);
    int code = lend(t, wanted, &found, err);
    if (!t->mcp && !found) // of a server that was not started, or a tool of one
        found = mcp ? sa_config_section(own, wanted) != NULL : has_servers(own);
    if (code || found) return code;
    return sa_err_set(err, SA_E_CONFIG, "tools: there is no tool '%.60s'", wanted);
}

static bool failed(struct sa_agent_tools *t, const char *key, int code, struct sa_err *err)
{
    if (!code || !t->fault) return code;
    t->fault(t->ctx, key, err);
    sa_err_clear(err);
    return false;
}

static int finish_servers(struct sa_config *own, struct sa_agent_tools *t, struct sa_tools *tools,
                          struct sa_err *err)
{
    if (!t->servers) return SA_OK;
    int code = sa_setup_mcp(own, t->stop, NULL, &t->mcp, err);
    if (!code) sa_mcp_start(t->mcp);
    return code ? code : sa_mcp_finish(t->mcp, tools, err);
}

static int open_agents(struct sa_config *own, struct sa_agent_tools *t, struct sa_err *err)
{
    const char *const *wanted = sa_opt_tools(own);
    if (failed(t, "tools", sa_setup_commands(own, &t->stock, err), err)) return err->code;
    if (failed(t, "tools", finish_servers(own, t, &t->stock, err), err)) return err->code;
    sa_tools_share_handles(&t->tools, &t->stock);
    for (; wanted && *wanted; wanted++)
        if (failed(t, "tools", add_one(own, t, *wanted, err), err)) return err->code;
    int code = sa_setup_file_tools(own, &t->folders, t->stop, &t->tools, err);
    return failed(t, "tool_file", code, err) ? err->code : SA_OK;
}

int sa_agent_tools_open(struct sa_config *own, struct sa_agent_tools *t, struct sa_err *err)
{
    if (failed(t, "folder", sa_folders_open(&t->folders, sa_opt_folder(own), err), err))
        return err->code;
    if (own->agent.name && sa_opt_no_tools(own)) return SA_OK;
    if (own->agent.name) return open_agents(own, t, err);
    int code = sa_setup_tools(own, &t->folders, t->stop, &t->tools, err);
    if (!code) code = finish_servers(own, t, &t->tools, err);
    return failed(t, "tools", code, err) ? err->code : SA_OK;
}

void sa_agent_tools_release(struct sa_agent_tools *t)
{
    sa_tools_release(&t->tools);
    sa_tools_release(&t->stock);
    sa_folders_release(&t->folders);
    sa_mcp_free(t->mcp);
}
