// One agent with all that it has: where it is from, its settings with their origins, its tools, and
// the agents below it.
#include <stdlib.h>
#include <string.h>

#include "agent/sub_agent.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/agents.h"

#define SECTION "agent."

enum { DEEPEST = 8 }; // of the tree

static const struct sa_section *section_of(const struct sa_config *c, const char *name)
{
    SA_AUTO_FREE char *section = sa_xasprintf(SECTION "%s", name);
    return sa_config_section(c, section);
}

// Of the configuration, or else of a file that is trusted.
static const struct sa_section *find(struct sa_config *c, const char *name, struct sa_err *err)
{
    const struct sa_section *s = section_of(c, name);
    SA_AUTO_FREE char *path = s || c->agent_file ? NULL : sa_trust_find(name);
    if (path && sa_config_use_trusted(c, path, err)) return NULL;
    if (!s) s = section_of(c, name);
    if (!s) sa_agents_unknown(c, name, err);
    return s;
}

static cJSON *tree(const struct sa_config *c, const char *name, int depth)
{
    cJSON *below = sa_agents_below(c, name), *list = cJSON_CreateArray(), *one;
    cJSON_ArrayForEach(one, below)
    {
        cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "name", one->valuestring);
        cJSON_AddItemToObject(row, "agents",
                              depth ? tree(c, one->valuestring, depth - 1) : cJSON_CreateArray());
        cJSON_AddItemToArray(list, row);
    }
    cJSON_Delete(below);
    return list;
}

// Those that somebody has set, of all that an agent may have.
static cJSON *settings_of(const struct sa_config *own)
{
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const char *key = sa_option_agent_key(&sa_options[i]);
        const struct sa_setting *s = sa_config_get(own, i);
        if (!key || !s->set || s->origin == SA_FROM_DEFAULT) continue;
        struct sa_buf origin = SA_BUF_INIT(SA_BUF_SMALL);
        cJSON *row = cJSON_CreateObject();
        sa_config_put_origin(s, &origin);
        cJSON_AddStringToObject(row, "name", key);
        cJSON_AddStringToObject(row, "value", s->text);
        cJSON_AddStringToObject(row, "origin", sa_buf_text(&origin));
        cJSON_AddItemToArray(list, row);
        sa_buf_release(&origin);
    }
    return list;
}

static cJSON *tools_of(struct sa_config *own, struct sa_err *err)
{
    struct sa_agent_tools t = {.fault = NULL};
    cJSON *list = cJSON_CreateArray();
    sa_agent_tools_open(own, &t, err);
    for (size_t i = 0; i < t.tools.count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(t.tools.items[i]->name));
    sa_agent_tools_release(&t);
    return list;
}

// As those see it who may call it.
static void add_stub(cJSON *one, const struct sa_config *own, struct sa_err *err)
{
    struct sa_tools tools = {0};
    struct sa_sub_agent sub = {.name = own->agent.name,
                               .description = own->agent.description,
                               .summary = own->agent.summary};
    struct sa_shape *shape = NULL;
    if (sa_setup_shape(own, &shape, err)) return;
    sub.shape = shape;
    if (!sa_sub_agent_add(&tools, &sub, err)) {
        SA_AUTO_FREE char *stub = sa_tool_stub(tools.items[0]);
        cJSON_AddStringToObject(one, "stub", stub);
    }
    sa_tools_release(&tools);
    sa_shape_free(shape);
}

cJSON *sa_agents_one(struct sa_config *config, const char *name, struct sa_err *err)
{
    struct sa_config own;
    const struct sa_section *s = find(config, name, err);
    if (!s || sa_config_agent(config, name, SA_AGENT_FIRST, &own, err)) return NULL;
    cJSON *one = cJSON_CreateObject();
    cJSON_AddStringToObject(one, "name", name);
    cJSON_AddStringToObject(one, "file", s->file);
    cJSON_AddStringToObject(one, "state", sa_agents_state(config, s));
    cJSON_AddStringToObject(one, "description", own.agent.description);
    add_stub(one, &own, err);
    cJSON_AddItemToObject(one, "tools", tools_of(&own, err));
    cJSON_AddItemToObject(one, "agents", tree(config, name, DEEPEST));
    cJSON_AddItemToObject(one, "settings", settings_of(&own));
    sa_config_release(&own);
    if (!err->code) return one;
    cJSON_Delete(one);
    return NULL;
}

static void put_tree(const cJSON *agents, int depth, struct sa_buf *out)
{
    const cJSON *row;
    cJSON_ArrayForEach(row, agents)
    {
        sa_buf_appendf(out, "%*s%s\n", 2 * depth, "", sa_json_str(row, "name", ""));
        put_tree(sa_json_get(row, "agents"), depth + 1, out);
    }
}

static void put_settings(const cJSON *settings, struct sa_buf *out)
{
    const cJSON *row;
    cJSON_ArrayForEach(row, settings)
    {
        size_t start = out->len;
        sa_buf_appendf(out, "  %s = %s", sa_json_str(row, "name", ""),
                       sa_json_str(row, "value", ""));
        while (out->len - start < 44 && !out->full) sa_buf_appendc(out, ' ');
        sa_buf_appendf(out, "  # %s\n", sa_json_str(row, "origin", ""));
    }
}

void sa_agents_put_one(const cJSON *one, struct sa_buf *out)
{
    const cJSON *tool, *agents = sa_json_get(one, "agents"),
                       *settings = sa_json_get(one, "settings");
    sa_buf_appendf(out, "%s\n\nfile      %s (%s)\ntools    ", sa_json_str(one, "stub", ""),
                   sa_json_str(one, "file", ""), sa_json_str(one, "state", ""));
    cJSON_ArrayForEach(tool, sa_json_get(one, "tools"))
        sa_buf_appendf(out, " %s", tool->valuestring);
    sa_buf_appends(out, "\nagents\n");
    put_tree(agents, 1, out);
    sa_buf_appends(out, "settings\n");
    put_settings(settings, out);
}
