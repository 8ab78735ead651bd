// Flags that a subcommand takes because it shares the options of `run`, but that change nothing in
// it: they are refused, so that nobody believes in them. Settings of files and the environment are
// for all commands, and are not looked at here.
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/cli.h"

enum { MOST = 48 };

// The end of a list: no option has this number.
#define END SA_OPT_COUNT

// For every command: whose settings count, and how it prints.
static const enum sa_option_id common[] = {
    SA_OPT_as,   SA_OPT_agent_file, SA_OPT_profile, SA_OPT_config, SA_OPT_no_config, SA_OPT_project,
    SA_OPT_help, SA_OPT_quiet,      SA_OPT_verbose, SA_OPT_color,  SA_OPT_no_input,  END};

#define MODEL                                                                                      \
    SA_OPT_model, SA_OPT_base_url, SA_OPT_wire, SA_OPT_temperature, SA_OPT_top_p,                  \
        SA_OPT_model_seed, SA_OPT_reasoning_effort, SA_OPT_max_reply_tokens, SA_OPT_max_context,   \
        SA_OPT_extra_body, SA_OPT_header, SA_OPT_bill_to, SA_OPT_stream, SA_OPT_images,            \
        SA_OPT_proxy, SA_OPT_ca_file, SA_OPT_connect_timeout, SA_OPT_idle_timeout,                 \
        SA_OPT_request_timeout, SA_OPT_retries, SA_OPT_requests_per_minute, SA_OPT_record
#define TOOLS                                                                                      \
    SA_OPT_tools, SA_OPT_no_tools, SA_OPT_tool_file, SA_OPT_folder, SA_OPT_mcp, SA_OPT_mcp_config, \
        SA_OPT_allow_host, SA_OPT_search_engine, SA_OPT_search_url, SA_OPT_wikipedia_url,          \
        SA_OPT_max_memory, SA_OPT_max_operations, SA_OPT_step_timeout, SA_OPT_sandbox
#define SERVERS SA_OPT_mcp, SA_OPT_mcp_config, SA_OPT_ca_file, SA_OPT_redact

static const struct used {
    const char *command, *work; // work: the first word behind the command; NULL: any, or none
    bool all;                   // it shows whatever is set
    enum sa_option_id ids[MOST];
} rows[] = {
    {"models", NULL, false, {MODEL, END}},
    {"tools", NULL, false, {TOOLS, SA_OPT_ca_file, SA_OPT_redact, END}},
    {"mcp", "list", false, {SERVERS, END}},
    {"mcp", "test", false, {SERVERS, END}},
    {"mcp", "call", false, {SERVERS, END}},
    {"mcp", "serve", false, {SA_OPT_listen,          SA_OPT_file,         SA_OPT_folder,
                             SA_OPT_step_timeout,    SA_OPT_max_memory,   SA_OPT_max_operations,
                             SA_OPT_max_output,      SA_OPT_max_disk,     SA_OPT_executor,
                             SA_OPT_max_observation, SA_OPT_python,       SA_OPT_image,
                             SA_OPT_dockerfile,      SA_OPT_install,      SA_OPT_env,
                             SA_OPT_worker,          SA_OPT_e2b_template, SA_OPT_e2b_domain,
                             SA_OPT_e2b_internet,    SA_OPT_sandbox,      SA_OPT_imports,
                             SA_OPT_only_imports,    SA_OPT_redact,       END}},
    {"agents", "show", true, {END}},
    {"agents", "check", true, {END}},
    {"agents", "check FILE", false, {END}},
    {"agents", "trust", false, {END}},
    {"agents", "untrust", false, {END}},
    {"agents", NULL, false, {SA_OPT_output, SA_OPT_redact, END}},
    {"config", NULL, true, {END}},
    {"doctor",
     NULL,
     false,
     {MODEL, TOOLS, SA_OPT_executor, SA_OPT_python, SA_OPT_imports, SA_OPT_only_imports,
      SA_OPT_e2b_domain, SA_OPT_allow, SA_OPT_ask, SA_OPT_deny, SA_OPT_ping, SA_OPT_prune,
      SA_OPT_output, END}},
    {"init", NULL, false, {SA_OPT_model, END}},
};

static bool has(const enum sa_option_id *ids, enum sa_option_id id)
{
    while (*ids != END && *ids != id) ids++;
    return *ids == id;
}

static const struct used *row_of(const char *command, const char *work)
{
    for (size_t i = 0; i < SA_COUNT(rows); i++)
        if (sa_streq(rows[i].command, command) && (!rows[i].work || sa_streq(rows[i].work, work)))
            return &rows[i];
    return NULL;
}

bool sa_cli_uses(const struct sa_command *command, const char *work, enum sa_option_id id)
{
    const struct used *row = row_of(command->name, work);
    if (!(sa_options[id].scope & command->scope)) return false;
    return !row || row->all || has(common, id) || has(row->ids, id);
}

bool sa_cli_offers(const struct sa_command *command, enum sa_option_id id)
{
    bool own = false, uses = false;
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        if (!sa_streq(rows[i].command, command->name)) continue;
        own = true;
        uses |= sa_cli_uses(command, rows[i].work, id);
    }
    return own ? uses : sa_cli_uses(command, NULL, id);
}

int sa_cli_refuse_unused(const struct sa_command *command, const char *work,
                         const struct sa_config *config, struct sa_err *err)
{
    const struct used *row = row_of(command->name, work);
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_setting *s = sa_config_get(config, i);
        const struct sa_option *o = &sa_options[i];
        if (!s->set || s->origin != SA_FROM_FLAG || sa_cli_uses(command, work, i)) continue;
        return sa_err_set(err, SA_E_USAGE, "--%s%s has no effect in '%s%s%s'",
                          sa_option_is_negated(o) ? "no-" : "", o->name, command->name,
                          row->work ? " " : "", row->work ? row->work : "");
    }
    return SA_OK;
}
