// The layers of settings in their order: environment, the user's file, the project's.
#include "config/config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "config/config_int.h"

#define MAX_FILE ((size_t)1 << 20)

// A cap that does not hold because of a typing error in its name should not go unnoticed.
static void warn_of_environment(struct sa_config *config)
{
    for (char **e = environ; *e; e++) {
        char hint[64];
        if (!sa_starts_with(*e, "SMOLAGENT_")) continue;
        SA_AUTO_FREE char *name = sa_xstrndup(*e, strcspn(*e, "="));
        if (sa_env_suggest(name, hint, sizeof hint))
            sa_config_warn(config, "%.80s is no setting; did you mean %s?", name, hint);
    }
}

static int load_variable(struct sa_config *config, enum sa_option_id id, bool negated,
                         struct sa_err *err)
{
    char name[64];
    sa_option_env(&sa_options[id], negated, name, sizeof name);
    const char *text = getenv(name), *before = sa_option_renamed(name, true);
    if (before && (!text || !text[0])) text = getenv(before);
    bool on;
    if (!text || !text[0]) return SA_OK;
    if (!negated) return sa_config_set(config, id, text, SA_FROM_ENV, name, err);
    if (!sa_parse_bool(text, &on))
        return sa_err_set(err, SA_E_CONFIG, "%s: '%.80s' must be true or false", name, text);
    return sa_config_set(config, id, on ? "false" : "true", SA_FROM_ENV, name, err);
}

// Mostly there is none, and a look is cheaper than a name for each option.
static bool has_variables(void)
{
    for (char **e = environ; *e; e++)
        if (sa_starts_with(*e, "SMOLAGENT_")) return true;
    return false;
}

static int load_environment(struct sa_config *config, unsigned scope, struct sa_err *err)
{
    int code = SA_OK;
    if (!has_variables()) return SA_OK;
    for (size_t i = 0; i < SA_OPT_COUNT && !code; i++) {
        if (!(sa_options[i].scope & scope)) continue;
        code = load_variable(config, i, false, err);
        if (!code && sa_option_is_negated(&sa_options[i]))
            code = load_variable(config, i, true, err);
    }
    return code;
}

// Reads the user's file when it is there; a path the user named must exist.
static int load_user(struct sa_config *config, const char *path, bool must_exist,
                     const char *profile, struct sa_err *err)
{
    if (!path || (!must_exist && !sa_fs_exists(path))) return SA_OK;
    size_t len;
    char *text = sa_fs_read(path, MAX_FILE, &len, err);
    if (!text) return must_exist ? sa_err_prefix(err, "--config") : SA_E_CONFIG;
    config->user_file = sa_xstrdup(path);
    int code = sa_config_parse(config, path, text, len, SA_FROM_USER, profile, err);
    free(text);
    return code;
}

static void load_project(struct sa_config *config)
{
    static const char path[] = "./smolagent.conf";
    size_t len;
    char *text;
    if (!sa_opt_project(config)) return;
    struct sa_err fault = SA_ERR_INIT;
    bool well = sa_project_read(path, config->user_file, &text, &len, &fault);
    if (text) well = !sa_config_parse(config, path, text, len, SA_FROM_PROJECT, NULL, &fault);
    if (text && well) config->project_file = sa_xstrdup(path);
    if (!well)
        sa_err_set(&config->project_fault, fault.code, "%s; --no-project leaves the file out",
                   fault.message);
    free(text);
}

// The one that is named, or the trusted one with the agent that is wanted and that the user's own
// configuration does not have.
static int load_agent_file(struct sa_config *config, struct sa_err *err)
{
    const char *path = sa_opt_agent_file(config), *name = sa_opt_as(config);
    SA_AUTO_FREE char *section = name ? sa_xasprintf("agent.%s", name) : NULL;
    struct sa_agent_file *file = path ? sa_agent_file_open(path, err) : NULL;
    if (path) return file ? sa_config_use_agent_file(config, file, err) : err->code;
    bool wanted = name && !sa_config_section(config, section);
    SA_AUTO_FREE char *trusted = wanted ? sa_trust_find(name) : NULL;
    return trusted ? sa_config_use_trusted(config, trusted, err) : SA_OK;
}

static int load_files(struct sa_config *config, const char *profile, struct sa_err *err)
{
    const char *given = sa_opt_config(config);
    SA_AUTO_FREE char *user = given ? sa_fs_expand(given) : sa_fs_xdg("config", "smolagent.conf");
    int code = load_user(config, user, given != NULL, profile, err);
    if (!code && profile && !config->user_file)
        code = sa_err_set(err, SA_E_CONFIG, "no section [profile.%s]: there is no %s%s", profile,
                          user ? user : "configuration file",
                          strchr(profile, ' ') ? " (-p is --profile; a task needs no flag)" : "");
    if (!code) code = load_agent_file(config, err);
    if (!code) load_project(config);
    return code;
}

// Options without a place in the file come from flags and environment alone, and --config and
// --profile must be known before the files are read: the environment goes in first.
int sa_config_load(struct sa_config *config, unsigned scope, struct sa_err *err)
{
    config->scope = scope;
    int code = load_environment(config, scope | SA_SCOPE_CONF, err);
    warn_of_environment(config);
    const char *profile = sa_opt_profile(config);
    if (code) return code;
    if (sa_opt_no_config(config)) {
        if (profile) return sa_err_set(err, SA_E_USAGE, "--profile needs a configuration file");
        return load_agent_file(config, err);
    }
    return load_files(config, profile, err);
}
