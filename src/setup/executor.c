// From settings to what executors of one kind alone want to be told. A new one with options of its
// own is a row here.
#include <stdlib.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "exec/command.h"
#include "exec/docker/docker.h"
#include "exec/e2b/e2b.h"
#include "setup/setup.h"
#include "tool/tool.h"

static struct sa_exec_own *command(const struct sa_config *config)
{
    struct sa_command_options *o = sa_xcalloc(1, sizeof *o);
    o->worker = sa_opt_worker(config);
    return &o->own;
}

static struct sa_exec_own *docker(const struct sa_config *config)
{
    struct sa_docker_options *o = sa_xcalloc(1, sizeof *o);
    o->image = sa_opt_image(config);
    o->dockerfile = sa_opt_dockerfile(config);
    o->any_limits = sa_setup_any_limits(config, SA_OPT_sandbox);
    o->install = sa_opt_install(config);
    return &o->own;
}

static struct sa_exec_own *e2b(const struct sa_config *config)
{
    struct sa_e2b_options *o = sa_xcalloc(1, sizeof *o);
    o->template_id = sa_opt_e2b_template(config);
    o->domain = sa_opt_e2b_domain(config);
    o->internet = sa_opt_e2b_internet(config);
    o->quiet = sa_opt_quiet(config);
    return &o->own;
}

static const struct {
    const struct sa_exec_ops *ops;
    struct sa_exec_own *(*fill)(const struct sa_config *config);
} rows[] = {{&sa_exec_command, command}, {&sa_exec_docker, docker}, {&sa_exec_e2b, e2b}};

struct sa_exec_own *sa_setup_own(const struct sa_config *config, const struct sa_exec_ops *ops)
{
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        if (rows[i].ops != ops) continue;
        struct sa_exec_own *own = rows[i].fill(config);
        own->of = ops;
        return own;
    }
    return NULL;
}

// Of a server that was not started nobody knows which tools it has, but whose words they bring.
static const char *configured_server(const struct sa_config *config)
{
    if (sa_opt_no_tools(config) || config->agent.name) return NULL;
    if (sa_opt_mcp(config)) return "--mcp";
    if (sa_opt_mcp_config(config)) return "--mcp-config";
    for (size_t i = 0; i < config->section_count; i++)
        if (sa_starts_with(config->sections[i].name, "mcp.")) return config->sections[i].name;
    return NULL;
}

void sa_setup_executor(const struct sa_config *config, const char *const *imports,
                       const struct sa_tools *tools, struct sa_exec_choice *choice)
{
    const char *name = sa_opt_executor(config);
    *choice = (struct sa_exec_choice){.ops = sa_exec_find(name)};
    if (!sa_streq(name, "auto")) return;
    size_t i = 0;
    while (i < tools->count && !tools->items[i]->foreign) i++;
    const struct sa_exec_needs needs = {
        .imports = imports,
        .python = sa_opt_python(config),
        .foreign_tool = i < tools->count ? tools->items[i]->name : configured_server(config),
    };
    sa_exec_choose(&needs, choice);
}
