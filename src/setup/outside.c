// Which programs of the settings run outside the sandbox (base/outside.h).
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/grant.h"
#include "base/log.h"
#include "base/outside.h"
#include "base/proc.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "setup/setup.h"

enum form { WORDS, SHELL, GRANTED }; // a command, the text of one, or a file of ours with grants

static const struct {
    const char *section, *key, *source;
    enum form form;
} rows[] = {
    {"tool.", "command", "tool", WORDS},
    {"hook.", "command", "hook", WORDS},
    {"provider.", "key_command", "provider", SHELL},
    {"mcp.", "key_command", "MCP server", SHELL}, // mcp/settings.c adds the servers
    {"agent.", "check", "agent", WORDS},
};

static const struct {
    enum sa_option_id id;
    const char *source;
    enum form form;
} options[] = {
    {SA_OPT_key_command, "key_command", SHELL}, {SA_OPT_check, "--check", WORDS},
    {SA_OPT_check_py, "--check-py", GRANTED},   {SA_OPT_tool_file, "--tool-file", GRANTED},
    {SA_OPT_worker, "--worker", SHELL},
};

static void add(const char *source, enum form form, const char *value)
{
    if (form == SHELL) return sa_outside_add_text(source, value);
    if (form == GRANTED) {
        const char *end = strstr(value, ".py:");
        SA_AUTO_FREE char *path = sa_xstrndup(value,
                                              end ? (size_t)(end + 3 - value) : strlen(value));
        return sa_outside_add_file(source, path);
    }
    cJSON *words = sa_proc_words(value);
    const char **argv = words ? sa_proc_argv(words) : NULL;
    if (argv) sa_outside_add(source, argv, NULL);
    free(argv);
    cJSON_Delete(words);
}

static void add_section(const struct sa_section *s, bool keys_only)
{
    for (size_t k = 0; k < s->count; k++)
        for (size_t r = 0; r < SA_COUNT(rows); r++) {
            const struct sa_raw_setting *setting = &s->settings[k];
            if (keys_only && rows[r].form != SHELL) continue;
            if (!sa_starts_with(s->name, rows[r].section) || !sa_streq(setting->key, rows[r].key))
                continue;
            SA_AUTO_FREE char *source = sa_xasprintf("%s %s", rows[r].source,
                                                     s->name + strlen(rows[r].section));
            add(source, rows[r].form, setting->value);
        }
}

// Code that may write there would choose what later runs do: settings, trusted agent files,
// remembered answers.
static void warn_of_own_folders(void)
{
    static const char *const kinds[] = {"config", "data", "state"};
    for (size_t i = 0; i < SA_COUNT(kinds); i++) {
        SA_AUTO_FREE char *path = sa_fs_xdg(kinds[i], NULL);
        SA_AUTO_FREE char *real = path ? realpath(path, NULL) : NULL;
        if (path && (sa_grant_covers(path) || (real && sa_grant_covers(real))))
            sa_warn("%s: later runs take settings from there, and the code may write to it: grant "
                    "another folder, or grant this one without :rw",
                    path);
    }
}

void sa_setup_outside(const struct sa_config *config, bool keys_only)
{
    static const char *const editors[] = {"VISUAL", "EDITOR"};
    for (size_t i = 0; i < config->section_count; i++) add_section(&config->sections[i], keys_only);
    for (size_t i = 0; i < SA_COUNT(options); i++) {
        const struct sa_setting *s = sa_config_get(config, options[i].id);
        if (keys_only && options[i].form != SHELL) continue;
        bool many = sa_options[options[i].id].value.type == SA_TYPE_ITEMS;
        for (size_t k = 0; k < (many ? s->count : s->text != NULL); k++)
            add(options[i].source, options[i].form, many ? s->items[k] : s->text);
    }
    for (size_t i = 0; i < SA_COUNT(editors) && !keys_only; i++)
        if (getenv(editors[i])) add(editors[i], SHELL, getenv(editors[i]));
    warn_of_own_folders();
}

bool sa_setup_outside_allowed(const struct sa_config *config)
{
    const struct sa_setting *s = sa_config_get(config, SA_OPT_approve);
    bool users = s->origin == SA_FROM_USER || s->origin >= SA_FROM_ENV ||
                 s->origin == SA_FROM_PROFILE;
    return s->set && users && sa_streq(sa_opt_approve(config), "never");
}
