// The agents that there are, by the files that they are in: those of the configuration, and those
// of the agent files that are trusted, each of which is read anew to see whether it still is.
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "cli/agents.h"

#define SECTION "agent."

const char *sa_agents_state(const struct sa_config *c, const struct sa_section *s)
{
    if (!c->agent_file || !sa_streq(s->file, c->agent_file->path)) return "user";
    return c->agent_file->trusted ? "trusted" : "named";
}

static void add(cJSON *all, const char *name, const char *description, const char *file,
                const char *state, const char *fault)
{
    cJSON *row = cJSON_CreateObject();
    cJSON_AddStringToObject(row, "name", name);
    cJSON_AddStringToObject(row, "description", description ? description : "");
    cJSON_AddStringToObject(row, "file", file);
    cJSON_AddStringToObject(row, "state", state);
    if (fault) cJSON_AddStringToObject(row, "fault", fault);
    cJSON_AddItemToArray(all, row);
}

struct walk {
    const struct sa_config *config;
    cJSON *all;
};

static const char *described(const struct sa_config *c, const char *name)
{
    SA_AUTO_FREE char *section = sa_xasprintf(SECTION "%s", name);
    return sa_section_get(sa_config_section(c, section), "description");
}

static void add_trusted(void *ctx, const char *path, const char *const *agents)
{
    struct walk *w = ctx;
    struct sa_config own;
    struct sa_err err = SA_ERR_INIT;
    const struct sa_agent_file *f = w->config->agent_file;
    if (f && sa_streq(f->path, path)) return; // it stands there already
    sa_config_init(&own);
    bool changed = sa_config_use_trusted(&own, path, &err);
    for (; *agents; agents++)
        add(w->all, *agents, changed ? NULL : described(&own, *agents), path,
            changed ? "changed" : "trusted", changed ? err.message : NULL);
    sa_config_release(&own);
}

cJSON *sa_agents_all(const struct sa_config *config)
{
    struct walk w = {config, cJSON_CreateArray()};
    for (size_t i = 0; i < config->section_count; i++) {
        const struct sa_section *s = &config->sections[i];
        if (sa_starts_with(s->name, SECTION))
            add(w.all, s->name + strlen(SECTION), sa_section_get(s, "description"), s->file,
                sa_agents_state(config, s), NULL);
    }
    sa_trust_walk(add_trusted, &w);
    return w.all;
}

// Who is the first is said by the agent file, not by whoever uses it.
static int blame_file(const struct sa_config *config, struct sa_err *err)
{
    const struct sa_section *s = sa_config_section(config, "agents");
    int line = 0;
    for (size_t i = 0; s && i < s->count; i++)
        if (sa_streq(s->settings[i].key, "main")) line = s->lines[i];
    err->code = SA_E_CONFIG;
    return sa_err_prefix(err, "%s:%d: [agents] main", s ? s->file : "", line);
}

int sa_agents_unknown(const struct sa_config *config, const char *name, struct sa_err *err)
{
    enum { LISTED = 20 };
    cJSON *all = sa_agents_all(config), *row;
    const char **names = sa_xcalloc((size_t)cJSON_GetArraySize(all) + 1, sizeof *names);
    size_t count = 0;
    struct sa_buf list = SA_BUF_INIT(SA_BUF_SMALL);
    cJSON_ArrayForEach(row, all)
    {
        names[count++] = sa_json_str(row, "name", "");
        if (count <= LISTED)
            sa_buf_appendf(&list, "%s%s", count > 1 ? ", " : "; there are ", names[count - 1]);
    }
    const char *near = sa_name_suggest(name, names);
    sa_err_set(err, SA_E_USAGE, "there is no agent '%.60s'%s%s%s%s%s; 'smolagent agents' shows all",
               name, near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "",
               sa_buf_text(&list), count > LISTED ? " and more" : "");
    sa_buf_release(&list);
    free(names);
    cJSON_Delete(all);
    return !sa_opt_as(config) && config->agent_file ? blame_file(config, err) : err->code;
}

static void put_file(const cJSON *row, struct sa_buf *out)
{
    const char *state = sa_json_str(row, "state", ""), *fault = sa_json_str(row, "fault", NULL);
    sa_buf_appendf(out, "%s%s (%s)\n", out->len ? "\n" : "", sa_json_str(row, "file", ""),
                   sa_streq(state, "named")     ? "--agent-file"
                   : sa_streq(state, "user")    ? "configuration"
                   : sa_streq(state, "changed") ? "not trusted any more"
                                                : state);
    if (fault) sa_buf_appendf(out, "  %s\n", fault);
}

void sa_agents_put_all(const cJSON *all, struct sa_buf *out)
{
    const char *file = NULL;
    const cJSON *row;
    cJSON_ArrayForEach(row, all)
    {
        struct sa_str rest = sa_str_trim(sa_str_of(sa_json_str(row, "description", ""))), line;
        if (!sa_str_next_line(&rest, &line)) line = (struct sa_str){"", 0};
        if (!sa_streq(sa_json_str(row, "file", ""), file)) put_file(row, out);
        file = sa_json_str(row, "file", "");
        sa_buf_appendf(out, "  %-20s %.*s\n", sa_json_str(row, "name", ""), (int)line.len,
                       line.data);
    }
    if (!file)
        sa_buf_appends(out, "There are no agents: [agent.NAME] sections of the configuration are "
                            "some, and those of\nan agent file (--agent-file FILE, or 'smolagent "
                            "agents trust FILE' once).\n");
}
