// From settings to the parts of an agent that only the command line has: tools, checks.
#include <stdlib.h>

#include "base/log.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/run.h"
#include "exec/toolfile/judge.h"
#include "exec/toolfile/toolfile.h"
#include "http/broker.h"
#include "tool/builtin.h"
#include "tool/web/web.h"

bool sa_setup_runs_code(const struct sa_config *c)
{
    return !sa_streq(sa_opt_agent(c), "tool_calling") ||
           (!sa_opt_no_tools(c) && sa_builtins_want_python(sa_opt_tools(c)));
}

// Those of [tool.NAME] sections.
int sa_setup_commands(const struct sa_config *config, struct sa_tools *tools, struct sa_err *err)
{
    const struct sa_agent_file *file = config->agent_file;
    for (size_t i = 0; i < config->section_count; i++) {
        const struct sa_section *s = &config->sections[i];
        if (!sa_starts_with(s->name, "tool.")) continue;
        if (sa_setup_check_stranger(s, err)) return err->code;
        SA_AUTO_FREE struct sa_tool_setting *settings = sa_setup_settings(s);
        size_t bad = 0;
        if (sa_tool_command_add(tools, s->name + 5, settings, s->count, &bad, err))
            return sa_setup_fault(s, bad, err);
        struct sa_tool *tool = tools->items[tools->count - 1];
        tool->of_agent_file = file && sa_streq(s->file, file->path);
        tool->untrusted = tool->of_agent_file && !file->trusted;
        const char *missing = sa_tool_missing_program(tool);
        if (missing) sa_warn("tool %s: there is no program '%s' here", s->name + 5, missing);
    }
    return SA_OK;
}

static struct sa_web web_options(const struct sa_config *c)
{
    return (struct sa_web){.hosts = sa_opt_allow_host(c),
                           .engine = sa_opt_search_engine(c),
                           .search_url = sa_opt_search_url(c),
                           .wikipedia_url = sa_opt_wikipedia_url(c),
                           .ca_file = sa_opt_ca_file(c),
                           .sandbox = sa_setup_sandbox(c)};
}

// The agent file that sets the option, if the user does not trust it; else NULL.
static const char *untrusted_file(const struct sa_config *c, enum sa_option_id id)
{
    const struct sa_agent_file *file = c->agent_file;
    const struct sa_setting *s = sa_config_get(c, id);
    if (!file || file->trusted || !s->set || !s->where) return NULL;
    bool own = sa_starts_with(s->where, file->path) && s->where[strlen(file->path)] == ':';
    return own ? file->path : NULL;
}

int sa_setup_file_tools(const struct sa_config *c, const struct sa_folders *folders,
                        struct sa_stop *stop, struct sa_tools *tools, struct sa_err *err)
{
    const struct sa_toolfile_options o = {.files = sa_opt_tool_file(c),
                                          .untrusted = untrusted_file(c, SA_OPT_tool_file),
                                          .web = web_options(c),
                                          .folders = folders,
                                          .max_memory = (size_t)sa_opt_max_memory(c),
                                          .max_operations = (uint64_t)sa_opt_max_operations(c),
                                          .timeout_ns = sa_opt_step_timeout(c)};
    return sa_toolfiles_add(&o, stop, tools, err);
}

int sa_setup_builtins(const struct sa_config *config, const char *const *wanted,
                      const struct sa_folders *folders, struct sa_tools *tools, struct sa_err *err)
{
    const struct sa_web web = web_options(config);
    const struct sa_builtin_setup setup = {.ask = sa_cli_may_ask(config) ? sa_cli_ask : NULL,
                                           .web = &web,
                                           .folders = folders,
                                           .sandbox = web.sandbox};
    if (sa_web_check_grants(web.hosts, err)) return err->code;
    return sa_builtins_add(tools, wanted, &setup, err);
}

int sa_setup_tools(struct sa_config *config, const struct sa_folders *folders, struct sa_stop *stop,
                   struct sa_tools *tools, struct sa_err *err)
{
    if (sa_opt_no_tools(config)) return SA_OK;
    int code = sa_setup_builtins(config, sa_opt_tools(config), folders, tools, err);
    if (!code) code = sa_setup_commands(config, tools, err);
    return code ? code : sa_setup_file_tools(config, folders, stop, tools, err);
}

int sa_setup_checks(const struct sa_config *config, struct sa_stop *stop, struct sa_checks *checks,
                    struct sa_err *err)
{
    const char *action = sa_opt_check_action(config);
    const char *const *kinds = sa_opt_check_output(config);
    const char *const *commands = sa_opt_check(config), *const *files = sa_opt_check_py(config);
    int failed = 0;
    checks->action = sa_streq(action, "redact") ? SA_CHECK_REDACT
                     : sa_streq(action, "warn") ? SA_CHECK_WARN
                                                : SA_CHECK_BLOCK;
    checks->timeout_ns = sa_opt_check_timeout(config);
    for (; !failed && kinds && *kinds; kinds++) failed = sa_checks_add_kind(checks, *kinds, err);
    const struct sa_judge_limits limits = {
        .max_memory = (size_t)sa_opt_max_memory(config),
        .max_operations = (uint64_t)sa_opt_max_operations(config),
        .timeout_ns = checks->timeout_ns};
    for (; !failed && files && *files; files++)
        failed = sa_checks_add_judge(checks, *files, &limits, stop, err);
    for (; !failed && commands && *commands; commands++)
        failed = sa_checks_add_command(checks, *commands, err);
    return failed ? err->code : SA_OK;
}
