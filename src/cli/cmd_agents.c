// `smolagent agents`: which there are, one of them with all that it has, what is wrong with them,
// and the list of agent files that are trusted.
#include <stdlib.h>
#include <string.h>

#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/agents.h"

#define SECTION "agent."

static void put(const struct sa_config *config, const cJSON *value,
                void (*as_text)(const cJSON *value, struct sa_buf *out), struct sa_buf *out)
{
    const char *format = sa_opt_output(config);
    if (!sa_streq(format, "json") && !sa_streq(format, "jsonl")) {
        as_text(value, out);
        return;
    }
    sa_json_print(out, value);
    sa_buf_appendc(out, '\n');
}

static int list(struct sa_config *config, const char *word, struct sa_buf *out, struct sa_err *err)
{
    (void)word, (void)err;
    cJSON *all = sa_agents_all(config);
    put(config, all, sa_agents_put_all, out);
    cJSON_Delete(all);
    return SA_OK;
}

static int show(struct sa_config *config, const char *name, struct sa_buf *out, struct sa_err *err)
{
    cJSON *one = sa_agents_one(config, name, err);
    if (one) put(config, one, sa_agents_put_one, out);
    cJSON_Delete(one);
    return err->code;
}

// Makes it the configuration of that file alone; every fault goes into *faults where it is given.
static int read_file(struct sa_config *own, const char *path, struct sa_buf *faults,
                     struct sa_err *err)
{
    struct sa_agent_file *file = sa_agent_file_open(path, err);
    if (!file) return err->code;
    file->faults = faults;
    return sa_config_use_agent_file(own, file, err);
}

static size_t count_agents(const struct sa_config *config)
{
    size_t n = 0;
    while (sa_config_agent_at(config, n)) n++;
    return n;
}

static int check(struct sa_config *config, const char *path, struct sa_buf *out, struct sa_err *err)
{
    struct sa_config own;
    const struct sa_command *self = sa_command_find("agents");
    if (path && sa_cli_refuse_unused(self, "check FILE", config, err)) return err->code;
    sa_config_init(&own);
    int code = path ? read_file(&own, path, out, err) : SA_OK;
    struct sa_config *c = path ? &own : config;
    if (!code) sa_agents_put_faults(c, out);
    size_t count = count_agents(c);
    if (!code && out->len) code = sa_err_set(err, SA_E_CONFIG, "some agents have faults");
    if (!code) sa_buf_appendf(out, "%zu agent%s, no faults\n", count, count == 1 ? "" : "s");
    sa_config_release(&own);
    return code;
}

// Whole: what was cut would not be looked at.
static void put_grant(const char *section, const char *key, const char *value, struct sa_buf *out)
{
    sa_buf_appendf(out, "  [%s] %s = %s\n", section, key, value);
}

// Is it what a project's file may not say, or a program or server of a tool?
static bool is_grant(const char *section, const char *key)
{
    static const char *const keys[] = {"command", "args",    "url",      "base_url",
                                       "env",     "key_env", "token_env"};
    for (size_t i = 0; i < SA_COUNT(keys); i++)
        if (sa_streq(keys[i], key)) return true;
    if (!sa_starts_with(section, SECTION)) return false;
    for (size_t i = 0; i < SA_OPT_COUNT; i++)
        if (sa_streq(sa_option_agent_key(&sa_options[i]), key))
            return sa_options[i].project.may == SA_PROJECT_NEVER;
    return false;
}

// What whoever trusts the file lets run, and asked, and read.
static void put_grants(const struct sa_config *c, struct sa_buf *out)
{
    const struct sa_agent_file *f = c->agent_file;
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        const struct sa_setting *s = sa_config_get(c, i);
        if (s->origin == SA_FROM_AGENT_FILE && o->project.may == SA_PROJECT_NEVER)
            put_grant(o->section, o->key, s->text, out);
    }
    for (size_t i = 0; i < c->section_count; i++) {
        const struct sa_section *s = &c->sections[i];
        for (size_t k = 0; k < s->count; k++)
            if (is_grant(s->name, s->settings[k].key))
                put_grant(s->name, s->settings[k].key, s->settings[k].value, out);
    }
    for (size_t i = 0; i < f->count; i++)
        if (f->beside[i].kind == SA_BESIDE_FILE)
            sa_buf_appendf(out, "  file %s\n", sa_beside_name(f, &f->beside[i]));
}

static int trust(struct sa_config *config, const char *path, struct sa_buf *out, struct sa_err *err)
{
    struct sa_config own;
    const char *name;
    (void)config;
    sa_config_init(&own);
    int code = read_file(&own, path, NULL, err);
    for (size_t i = 0; !code && (name = sa_config_agent_at(&own, i)); i++) {
        struct sa_config agent;
        code = sa_config_agent(&own, name, SA_AGENT_FIRST, &agent, err);
        if (!code) sa_config_release(&agent);
    }
    if (!code) code = sa_trust_add(&own, err);
    if (!code) {
        sa_buf_appendf(out, "%s is trusted as it is now; -A NAME finds", own.agent_file->path);
        for (size_t i = 0; (name = sa_config_agent_at(&own, i)); i++)
            sa_buf_appendf(out, "%s %s", i ? "," : "", name);
        sa_buf_appendc(out, '\n');
        put_grants(&own, out);
    }
    sa_config_release(&own);
    return code;
}

static int untrust(struct sa_config *config, const char *word, struct sa_buf *out,
                   struct sa_err *err)
{
    (void)config;
    char *path = NULL;
    int code = sa_trust_remove(word, &path, err);
    if (!code) sa_buf_appendf(out, "%s is not trusted any more\n", path);
    free(path);
    return code;
}

static const struct action {
    const char *name;
    int least, most; // words behind it
    int (*run)(struct sa_config *config, const char *word, struct sa_buf *out, struct sa_err *err);
} actions[] = {
    {"list", 0, 0, list},   {"show", 1, 1, show},       {"check", 0, 1, check},
    {"trust", 1, 1, trust}, {"untrust", 1, 1, untrust},
};

static int act(struct sa_config *config, char **words, int count, const char *usage,
               struct sa_buf *out, struct sa_err *err)
{
    const char *names[SA_COUNT(actions) + 1] = {NULL};
    if (!count) return list(config, NULL, out, err);
    for (size_t i = 0; i < SA_COUNT(actions); i++) {
        const struct action *a = &actions[i];
        names[i] = a->name;
        if (sa_streq(words[0], a->name) && count - 1 >= a->least && count - 1 <= a->most)
            return a->run(config, count > 1 ? words[1] : NULL, out, err);
    }
    const char *near = sa_name_suggest(words[0], names);
    bool close = near && !sa_streq(near, words[0]);
    return sa_err_set(err, SA_E_USAGE, "%s%s%susage: smolagent %s", close ? "did you mean '" : "",
                      close ? near : "", close ? "'? " : "", usage);
}

int sa_cmd_agents(const struct sa_command *self, int argc, char **argv)
{
    struct sa_config config;
    struct sa_err err = SA_ERR_INIT;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    char **words = NULL;
    int count, status = sa_cli_settings(self, &config, argc, argv, &words, &count);
    if (status < 0) {
        sa_setup_secrets(&config);
        status = act(&config, words, count, self->usage, &out, &err);
    }
    return sa_cli_finish(&config, words, &out, status, &err);
}
