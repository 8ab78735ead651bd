// What is wrong with the agents of a configuration, before one of them is run: settings that cannot
// be, files and programs that are missing, names that mean nothing, circles of agents.
#include <stdlib.h>
#include <string.h>

#include "agent/sub_agent.h"
#include "base/detect.h"
#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/agents.h"

#define SECTION "agent."
#define MOST_BESIDE ((size_t)16 << 20)

static const struct sa_section *section_of(const struct sa_config *c, const char *name)
{
    SA_AUTO_FREE char *section = sa_xasprintf(SECTION "%s", name);
    return sa_config_section(c, section);
}

cJSON *sa_agents_below(const struct sa_config *config, const char *name)
{
    cJSON *names = cJSON_CreateArray();
    struct sa_str rest = sa_str_of(sa_section_get(section_of(config, name), "agents")), part;
    while (rest.data && sa_str_next_part(&rest, ',', &part)) {
        part = sa_str_trim(part);
        SA_AUTO_FREE char *one = sa_xstrndup(part.data, part.len);
        if (*one && !sa_streq(one, "none")) cJSON_AddItemToArray(names, cJSON_CreateString(one));
    }
    return names;
}

struct check {
    const struct sa_config *config;
    const struct sa_section *section; // of the agent at hand; NULL: the settings of the file itself
    bool broken;                      // tools of sections cannot be had
    struct sa_buf *out;
};

// Where a key of the section stands, or the section does.
static void put_where(const struct check *c, const char *key)
{
    const struct sa_section *s = c->section;
    if (!s) {
        sa_buf_appendf(c->out, "%s: ", c->config->agent_file->path);
        return;
    }
    int line = s->count ? s->lines[0] : 0;
    for (size_t i = 0; i < s->count; i++)
        if (sa_streq(s->settings[i].key, key)) line = s->lines[i];
    sa_buf_appendf(c->out, "%s:%d: [%s] ", s->file, line, s->name);
}

static void fault(const struct check *c, const char *key, struct sa_err *err)
{
    if (err->code) {
        put_where(c, key);
        sa_buf_appendf(c->out, "%s\n", err->message);
    }
    sa_err_clear(err);
}

// A look at a file that was only named starts none of its programs: those that describe themselves
// are left out.
static void drop_describers(struct sa_config *c, const struct sa_agent_file *file)
{
    for (size_t i = c->section_count; file && !file->trusted && i-- > 0;) {
        const char *asked = sa_section_get(&c->sections[i], "describe");
        if (asked && sa_streq(c->sections[i].file, file->path))
            sa_config_drop(c, c->sections[i].name);
    }
}

static void tool_fault(void *ctx, const char *key, struct sa_err *err)
{
    fault(ctx, key, err);
}

static void check_tools(struct check *c, struct sa_config *own, struct sa_err *err)
{
    struct sa_agent_tools t = {.fault = tool_fault, .ctx = c};
    if (!c->broken) sa_agent_tools_open(own, &t, err);
    sa_agent_tools_release(&t);
}

static void check_parts(struct check *c, struct sa_config *own)
{
    struct sa_err err = SA_ERR_INIT;
    struct sa_shape *shape = NULL;
    struct sa_checks checks = {0};
    struct sa_prompts *prompts = sa_prompts_new(sa_opt_prompts(own), &err);
    if (!prompts) fault(c, "prompts", &err);
    if (sa_setup_shape(own, &shape, &err)) fault(c, "schema", &err);
    if (sa_setup_checks(own, NULL, &checks, &err)) fault(c, "check_py", &err);
    check_tools(c, own, &err);
    sa_prompts_free(prompts);
    sa_shape_free(shape);
    sa_checks_release(&checks);
}

// Does one path from `name` on lead to it again? `seen` has the names on the way.
static bool leads_back(const struct sa_config *config, const char *name, const char *to,
                       cJSON *seen)
{
    const cJSON *one;
    bool back = false;
    cJSON_ArrayForEach(one, seen) if (sa_streq(one->valuestring, name)) return false;
    cJSON_AddItemToArray(seen, cJSON_CreateString(name));
    cJSON *below = sa_agents_below(config, name);
    cJSON_ArrayForEach(one, below)
    {
        back = sa_streq(one->valuestring, to) || leads_back(config, one->valuestring, to, seen);
        if (back) break;
    }
    cJSON_Delete(below);
    return back;
}

static void check_below(const struct check *c, const char *name)
{
    const cJSON *one;
    cJSON *below = sa_agents_below(c->config, name), *seen = cJSON_CreateArray();
    cJSON_ArrayForEach(one, below)
    {
        if (section_of(c->config, one->valuestring)) continue;
        put_where(c, "agents");
        sa_buf_appendf(c->out, "there is no agent '%s'\n", one->valuestring);
    }
    if (leads_back(c->config, name, name, seen)) {
        put_where(c, "agents");
        sa_buf_appends(c->out, "it can come to call itself, until --agent-depth ends that\n");
    }
    cJSON_Delete(below), cJSON_Delete(seen);
}

static bool is_reached(const struct sa_config *config, const char *first, const char *name)
{
    cJSON *seen = cJSON_CreateArray();
    bool reached = sa_streq(first, name) || leads_back(config, first, name, seen);
    cJSON_Delete(seen);
    return reached;
}

static void check_agent(struct check *c, const char *name, const char *first)
{
    struct sa_config own;
    struct sa_err err = SA_ERR_INIT;
    c->section = section_of(c->config, name);
    if (sa_config_agent(c->config, name, SA_AGENT_FIRST, &own, &err)) {
        sa_buf_appendf(c->out, "%s\n", err.message);
        return;
    }
    struct sa_tools alone = {0};
    const struct sa_sub_agent sub = {.name = name, .description = own.agent.description};
    if (sa_sub_agent_add(&alone, &sub, &err)) fault(c, "description", &err);
    sa_tools_release(&alone);
    check_parts(c, &own);
    check_below(c, name);
    if (first && !is_reached(c->config, first, name)) {
        put_where(c, "description");
        sa_buf_appendf(c->out, "neither '%s', the main agent, nor one below it calls it\n", first);
    }
    sa_config_release(&own);
}

// Those of sections, which agents share.
static void check_commands(struct check *c)
{
    struct sa_tools tools = {0};
    struct sa_err err = SA_ERR_INIT;
    c->broken = sa_setup_commands(c->config, &tools, &err) != 0;
    // A line with a fault is left out, and then it is missing.
    bool told = c->out->len && sa_ends_with(err.message, ": missing");
    if (c->broken && !told) sa_buf_appendf(c->out, "%s\n", err.message);
    for (size_t i = 0; i < tools.count; i++) {
        const char *missing = sa_tool_missing_program(tools.items[i]);
        SA_AUTO_FREE char *section = sa_xasprintf("tool.%s", tools.items[i]->name);
        c->section = sa_config_section(c->config, section);
        if (!missing || !c->section) continue;
        put_where(c, "command");
        sa_buf_appendf(c->out, "there is no program '%s' here\n", missing);
    }
    sa_tools_release(&tools);
}

// Who shares an agent file shares what lies beside it. Words like "password" are no secrets in
// code.
static void check_beside(const struct check *c)
{
    const struct sa_agent_file *f = c->config->agent_file;
    const struct sa_detect forms = {.kinds = SA_DETECT_SECRETS};
    for (size_t i = 0; f && i < f->count; i++) {
        size_t len;
        struct sa_err err = SA_ERR_INIT;
        const char *path = f->beside[i].path;
        if (f->beside[i].kind != SA_BESIDE_FILE) continue;
        SA_AUTO_FREE char *text = sa_fs_read(path, MOST_BESIDE, &len, &err);
        struct sa_str rest = {text, text ? len : 0}, line;
        for (int number = 1; text && sa_str_next_line(&rest, &line); number++) {
            struct sa_finding found;
            if (sa_detect(&forms, line.data, line.len, 0, &found) == SA_DETECT_HIT)
                sa_buf_appendf(c->out,
                               "%s:%d: what looks like a secret (%s) lies beside the agent file\n",
                               path, number, found.what);
        }
    }
}

void sa_agents_put_faults(struct sa_config *config, struct sa_buf *out)
{
    struct check c = {.config = config, .out = out};
    const char *name, *first = config->agent_file ? sa_config_first_agent(config) : NULL;
    drop_describers(config, config->agent_file);
    if (first && !section_of(config, first)) {
        c.section = sa_config_section(config, "agents");
        put_where(&c, "main");
        sa_buf_appendf(out, "main: there is no agent '%s'\n", first);
        c.section = NULL;
        first = NULL;
    }
    check_beside(&c);
    check_commands(&c);
    c.section = NULL;
    if (config->agent_file && !sa_config_first_agent(config)) check_parts(&c, config);
    for (size_t i = 0; (name = sa_config_agent_at(config, i)); i++) check_agent(&c, name, first);
}
