// Free-form sections of the configuration as those read them who know what they mean.
#include <stdlib.h>

#include "agent/hook.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "setup/setup.h"
#include "tool/tool.h"

struct sa_tool_setting *sa_setup_settings(const struct sa_section *s)
{
    struct sa_tool_setting *settings = sa_xcalloc(s->count, sizeof *settings);
    for (size_t k = 0; k < s->count; k++)
        settings[k] = (struct sa_tool_setting){s->settings[k].key, s->settings[k].value};
    return settings;
}

int sa_setup_fault(const struct sa_section *s, size_t row, struct sa_err *err)
{
    return sa_err_prefix(err, "%s:%d", s->file, s->count ? s->lines[row] : 0);
}

static bool names_secret(const char *key, const char *value)
{
    struct sa_str rest = sa_str_of(value), part;
    if (sa_streq(key, "token_env")) return true;
    if (!sa_streq(key, "env")) return false;
    while (sa_str_next_part(&rest, ',', &part))
        if (sa_secret_is_name(sa_str_trim(part))) return true;
    return false;
}

int sa_setup_check_stranger(const struct sa_section *s, struct sa_err *err)
{
    for (size_t i = 0; i < s->count && s->shared && !s->trusted; i++) {
        const char *key = s->settings[i].key, *value = s->settings[i].value;
        if (!names_secret(key, value)) continue;
        sa_err_set(err, SA_E_CONFIG,
                   "[%s] %s = %s asks for a key of yours, and you do not trust this agent file; if "
                   "you do, 'smolagent agents trust %s' keeps that, and -A NAME runs it",
                   s->name, key, value, s->file);
        return sa_setup_fault(s, i, err);
    }
    return SA_OK;
}

int sa_setup_hooks(const struct sa_config *config, struct sa_hooks *hooks, struct sa_err *err)
{
    static const char start[] = "hook.";
    for (size_t i = 0; i < config->section_count; i++) {
        const struct sa_section *s = &config->sections[i];
        if (!sa_starts_with(s->name, start)) continue;
        SA_AUTO_FREE struct sa_tool_setting *settings = sa_setup_settings(s);
        size_t row;
        if (sa_hooks_add(hooks, s->name + strlen(start), settings, s->count, &row, err))
            return sa_setup_fault(s, row, err);
    }
    return SA_OK;
}
