// The settings of a subcommand, from its words and the layers beneath them.
#include <stdlib.h>
#include <unistd.h>

#include "base/log.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/agents.h"

// Who pays or acts by the settings does not go on past a project's file with a fault; who only
// shows or runs what the user typed goes on without that file.
static int judge_project(const struct sa_command *command, const struct sa_config *config,
                         struct sa_err *err)
{
    const struct sa_err *fault = &config->project_fault;
    if (!fault->code) return SA_OK;
    if (!command->acts) return sa_warn("%s; it is left out here", fault->message), SA_OK;
    *err = *fault;
    return err->code;
}

// The settings become those of the agent that is to be run by itself, if any is.
static int become_agent(struct sa_config *config, struct sa_err *err)
{
    const char *name = sa_config_first_agent(config);
    SA_AUTO_FREE char *section = name ? sa_xasprintf("agent.%s", name) : NULL;
    if (!name) return SA_OK;
    if (!sa_config_section(config, section)) return sa_agents_unknown(config, name, err);
    struct sa_config *all = sa_xmemdup(config, sizeof *config);
    int code = sa_config_agent(all, name, SA_AGENT_FIRST, config, err);
    if (code) { // which is then as it was
        *config = *all;
        free(all);
        return code;
    }
    config->kept = all;
    config->agent_file = all->agent_file;
    config->project_fault = all->project_fault;
    all->agent_file = NULL;
    return SA_OK;
}

int sa_cli_settings(const struct sa_command *command, struct sa_config *config, int argc,
                    char **argv, char ***words, int *word_count)
{
    struct sa_err err = SA_ERR_INIT;
    sa_config_init(config);
    bool box = command->scope == SA_SCOPE_BOX, leading = box || command->scope == SA_SCOPE_PY;
    int code = sa_config_args(config, command->scope, argc, argv, leading, words, word_count, &err);
    if (!code && sa_opt_help(config)) return sa_help_print(command);
    if (!code) code = sa_cli_refuse_unused(command, *word_count ? **words : NULL, config, &err);
    if (!code && !box) code = sa_config_load(config, command->scope, &err);
    for (size_t i = 0; i < config->warning_count; i++) sa_warn("%s", config->warnings[i]);
    if (!code) code = judge_project(command, config, &err);
    bool all = sa_streq(command->name, "agents"); // which shows them, and is none
    if (!code && !all) code = become_agent(config, &err);
    if (!code) return -1;
    sa_cli_fail(&err);
    if (code == SA_E_USAGE)
        sa_tty_printf(STDERR_FILENO, "Try 'smolagent %s --help'.\n", command->name);
    return code;
}
