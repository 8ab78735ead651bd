// [agent.NAME] sections: what may stand in one, and the configuration that an agent is: the
// settings of whoever has it, and its section as a layer of its own over them. The rows of
// options.def say which options are its keys (scope AGENT), and how the layers meet (OWN, TYPED).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "config/config_int.h"

#define SECTION "agent."

// Keys that are no options.
static const char *const own_keys[] = {"description", "summary", NULL};

const char *sa_option_agent_key(const struct sa_option *o)
{
    if (!(o->scope & SA_SCOPE_AGENT)) return NULL;
    return o->key ? o->key : o->name;
}

int sa_agent_option(const char *key)
{
    for (int i = 0; i < SA_OPT_COUNT; i++)
        if (sa_streq(sa_option_agent_key(&sa_options[i]), key)) return i;
    return -1;
}

static bool is_own(const char *key)
{
    for (const char *const *k = own_keys; *k; k++)
        if (sa_streq(*k, key)) return true;
    return false;
}

static const char *nearest(const char *key)
{
    const char *names[SA_OPT_COUNT + SA_COUNT(own_keys)];
    size_t count = 0;
    for (const char *const *k = own_keys; *k; k++) names[count++] = *k;
    for (size_t i = 0; i < SA_OPT_COUNT; i++)
        if (sa_option_agent_key(&sa_options[i]))
            names[count++] = sa_option_agent_key(&sa_options[i]);
    names[count] = NULL;
    return sa_name_suggest(key, names);
}

static int unknown(const char *key, const char *where, struct sa_err *err)
{
    const char *home = sa_key_section(key), *hint = home ? NULL : nearest(key);
    if (home)
        return sa_err_set(err, SA_E_CONFIG,
                          "%s: '%s' cannot be set for one agent: it belongs under [%s]", where, key,
                          home);
    return sa_err_set(err, SA_E_CONFIG, "%s: unknown key '%.80s'%s%s%s", where, key,
                      hint ? "; did you mean '" : "", hint ? hint : "", hint ? "'?" : "");
}

int sa_agent_check_key(const struct sa_config *config, const char *key, const char *value,
                       const char *where, struct sa_err *err)
{
    int id = sa_agent_option(key);
    bool flag;
    if (id >= 0) return sa_config_check(config, id, value, SA_FROM_AGENT, where, err);
    if (!is_own(key)) return unknown(key, where, err);
    if (sa_streq(key, "summary") && !sa_parse_bool(value, &flag))
        return sa_err_set(err, SA_E_CONFIG, "%s: summary: '%.80s' must be true or false", where,
                          value);
    return SA_OK;
}

const char *sa_config_agent_at(const struct sa_config *config, size_t i)
{
    for (size_t k = 0; k < config->section_count; k++) {
        const char *name = config->sections[k].name;
        if (sa_starts_with(name, SECTION) && !i--) return name + strlen(SECTION);
    }
    return NULL;
}

// Another name, or none that there is: they are listed.
static int no_such(const struct sa_config *config, const char *name, struct sa_err *err)
{
    struct sa_buf names = SA_BUF_INIT(SA_BUF_SMALL);
    const char *one;
    for (size_t i = 0; (one = sa_config_agent_at(config, i)); i++)
        sa_buf_appendf(&names, "%s%s", i ? ", " : "", one);
    sa_err_set(err, SA_E_CONFIG, "there is no agent '%.60s'%s%s", name,
               names.len ? "; those of the configuration: "
                         : ": no [agent.NAME] section is in the configuration",
               sa_buf_text(&names));
    sa_buf_release(&names);
    return err->code;
}

// Does what is set for all stand, whatever the section says? A project lowers what agents may, too.
static bool stands(const struct sa_option *o, const struct sa_setting *now, const char *asked,
                   enum sa_agent_place place)
{
    bool typed = now->set && now->origin > SA_FROM_AGENT;
    bool lowered = now->set && now->origin == SA_FROM_PROJECT && o->project.may == SA_PROJECT_LOWER;
    if (typed && place == SA_AGENT_FIRST) return true;
    if (!lowered && !(typed && o->scope & SA_SCOPE_TYPED)) return false;
    if (o->value.max <= 0 || !asked) return true;
    struct sa_setting own = {0};
    char why[256];
    bool parsed = sa_option_parse(o, asked, &own, why, sizeof why);
    own.set = true;
    return !parsed || sa_setting_is_above(o, &own, now);
}

// Before the section has its say: what is not its agent's goes back to its default. Another model
// has another window.
static void clear_values(struct sa_config *c, const struct sa_section *s, enum sa_agent_place place)
{
    bool other_model = sa_section_get(s, "model") != NULL;
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        const char *key = sa_option_agent_key(o), *said = key ? sa_section_get(s, key) : NULL;
        bool cap = o->value.max > 0 && place == SA_AGENT_FIRST; // of the user, on any run
        bool own = (o->scope & SA_SCOPE_OWN && !cap) || (i == SA_OPT_max_context && other_model);
        if ((said || own) && !stands(o, &c->values[i], said, place)) sa_config_reset(c, i);
    }
}

static int apply(struct sa_config *c, const struct sa_section *s, enum sa_agent_place place,
                 struct sa_err *err)
{
    int code = SA_OK;
    clear_values(c, s, place);
    for (size_t i = 0; i < s->count && !code; i++) {
        const char *value = s->settings[i].value;
        int id = sa_agent_option(s->settings[i].key);
        SA_AUTO_FREE char *where = sa_xasprintf("%s:%d", s->file, s->lines[i]);
        if (id >= 0 && !stands(&sa_options[id], &c->values[id], value, place))
            code = sa_config_set(c, id, value, SA_FROM_AGENT, where, err);
    }
    return code;
}

int sa_config_agent(const struct sa_config *base, const char *name, enum sa_agent_place place,
                    struct sa_config *out, struct sa_err *err)
{
    SA_AUTO_FREE char *full = sa_xasprintf(SECTION "%s", name);
    *out = (struct sa_config){0};
    if (!sa_config_section(base, full)) return no_such(base, name, err);
    sa_config_copy(base, out);
    const struct sa_section *s = sa_config_section(out, full);
    const char *description = sa_section_get(s, "description"),
               *summary = sa_section_get(s, "summary");
    out->agent.base = base;
    out->agent.name = s->name + strlen(SECTION);
    out->agent.description = description;
    if (summary) sa_parse_bool(summary, &out->agent.summary);
    if (sa_section_get(s, "model") && !out->served) out->served = sa_xstrdup(sa_opt_model(base));
    int code = apply(out, s, place, err);
    // Who may call whom is said, not found.
    if (!code && !sa_config_get(out, SA_OPT_agents)->set)
        code = sa_config_set(out, SA_OPT_agents, "none", SA_FROM_AGENT, NULL, err);
    if (!code && (!description || !*description))
        code = sa_err_set(
            err, SA_E_CONFIG,
            "%s:%d: [%s] needs a description: that is what whoever may call it knows of it",
            s->file, s->count ? s->lines[0] : 0, s->name);
    if (code) sa_config_release(out);
    return code;
}
