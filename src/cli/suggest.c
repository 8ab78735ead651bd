// What completion offers: values of options, words of subcommands. Some the scripts hold, and some
// they ask for, because they are the user's: models, profiles and agents.
#include "cli/suggest.h"

#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/cli.h"
#include "cli/programs.h"
#include "model/model.h"
#include "model/price.h"
#include "tool/builtin.h"

static void put_choices(struct sa_buf *out, const char *choices)
{
    for (const char *p = choices; *p; p++) sa_buf_appendc(out, *p == '|' ? ' ' : *p);
}

// Groups of built-in tools, then each one that is not called as its group is.
static void put_builtins(struct sa_buf *out)
{
    const struct sa_builtin *b;
    for (b = sa_builtins; b->name; b++)
        if (b == sa_builtins || !sa_streq(b->group, b[-1].group))
            sa_buf_appendf(out, "%s ", b->group);
    for (b = sa_builtins; b->name; b++)
        if (!sa_streq(b->name, b->group)) sa_buf_appendf(out, "%s ", b->name);
}

bool sa_suggest_option(const struct sa_option *o, struct sa_suggest *w)
{
    size_t id = (size_t)(o - sa_options);
    bool agents = id == SA_OPT_as || id == SA_OPT_agents;
    w->ask = id == SA_OPT_model     ? "models"
             : id == SA_OPT_profile ? "profiles"
             : agents               ? "agents"
                                    : NULL;
    w->list = id == SA_OPT_model || id == SA_OPT_tools || id == SA_OPT_agents;
    sa_buf_init(&w->fixed, SA_BUF_SMALL);
    if (o->value.choices) put_choices(&w->fixed, o->value.choices);
    else if (id == SA_OPT_tools) put_builtins(&w->fixed);
    else if (id == SA_OPT_agents) sa_buf_appends(&w->fixed, "none ");
    else if (id == SA_OPT_py_module) sa_runnable_names(&w->fixed);
    return w->ask || w->fixed.len;
}

bool sa_suggest_command(const char *command, struct sa_suggest *w)
{
    static const struct {
        const char *command, *words, *ask;
        void (*put)(struct sa_buf *out);
    } rows[] = {{"agents", "list show check trust untrust", NULL, NULL},
                {"completion", "bash zsh fish", NULL, NULL},
                {"help", NULL, NULL, sa_help_topics},
                {"init", "ci", NULL, NULL},
                {"mcp", "list test call serve", NULL, NULL},
                {"models", NULL, "providers", NULL},
                {"sandbox-run", "-- run chat python", NULL, NULL},
                {"sessions", "audit", NULL, NULL},
                {"tool", "describe", NULL, NULL},
                {"tools", "list show call check", NULL, NULL}};
    sa_buf_init(&w->fixed, SA_BUF_SMALL);
    w->ask = NULL;
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        if (!sa_streq(rows[i].command, command)) continue;
        w->ask = rows[i].ask;
        if (rows[i].words) sa_buf_appends(&w->fixed, rows[i].words);
        if (rows[i].put) rows[i].put(&w->fixed);
        return true;
    }
    return false;
}

// --- lists

// The variable of the environment that sets an option.
static const char *variable(enum sa_option_id id)
{
    char name[80];
    sa_option_env(&sa_options[id], false, name, sizeof name);
    return getenv(name);
}

// The user's file, as far as its lines tell without being read as settings: a mistake in it must
// not keep words from being completed.
static char *user_file(void)
{
    enum { MOST = 1 << 20 };
    const char *given = variable(SA_OPT_config);
    SA_AUTO_FREE char *path = given ? sa_fs_expand(given) : sa_fs_xdg("config", "smolagent.conf");
    struct sa_err err = SA_ERR_INIT;
    size_t len;
    return path && sa_fs_is_regular(path) ? sa_fs_read(path, MOST, &len, &err) : NULL;
}

// Names of sections that begin so.
static void put_sections(const char *head, struct sa_buf *out)
{
    SA_AUTO_FREE char *text = user_file();
    struct sa_str rest = sa_str_of(text ? text : ""), line;
    while (sa_str_next_line(&rest, &line)) {
        line = sa_str_trim(line);
        const char *end = line.len ? memchr(line.data, ']', line.len) : NULL;
        size_t skip = strlen(head);
        if (end && line.len > skip && !memcmp(line.data, head, skip))
            sa_buf_appendf(out, "%.*s\n", (int)(end - line.data - (long)skip), line.data + skip);
    }
}

static void put_profiles(struct sa_buf *out)
{
    put_sections("[profile.", out);
}

static void put_trusted(void *ctx, const char *path, const char *const *agents)
{
    (void)path;
    for (; *agents; agents++) sa_buf_appendf(ctx, "%s\n", *agents);
}

static void put_agents(struct sa_buf *out)
{
    put_sections("[agent.", out);
    sa_trust_walk(put_trusted, out);
}

static void put_providers(struct sa_buf *out)
{
    const struct sa_provider *p;
    for (size_t i = 0; (p = sa_provider_at(i)); i++) sa_buf_appendf(out, "%s\n", p->name);
}

// The user's own first, then those with a price, then what a name may begin with.
static void put_models(struct sa_buf *out)
{
    const char *name, *set = variable(SA_OPT_model);
    SA_AUTO_FREE char *text = user_file();
    struct sa_str rest = sa_str_of(text ? text : ""), line, key;
    if (set) sa_buf_appendf(out, "%s\n", set);
    while (sa_str_next_line(&rest, &line)) {
        if (!sa_str_next_part(&line, '=', &key) || !sa_str_equals(sa_str_trim(key), "model"))
            continue;
        line = sa_str_trim(line);
        sa_buf_appendf(out, "%.*s\n", (int)line.len, line.data);
    }
    for (size_t i = 0; (name = sa_price_name(i)); i++)
        if (!sa_ends_with(name, "*")) sa_buf_appendf(out, "%s\n", name);
    const struct sa_provider *p;
    for (size_t i = 0; (p = sa_provider_at(i)); i++) sa_buf_appendf(out, "%s/\n", p->name);
}

// Shells look for expansions in what they are given as words: a name with anything that could be
// one is not offered.
static void put_harmless(struct sa_str text, struct sa_buf *out)
{
    static const char good[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._/:@+-,";
    struct sa_str line;
    while (sa_str_next_line(&text, &line)) {
        SA_AUTO_FREE char *word = sa_xstrndup(line.data, line.len);
        if (*word && strspn(word, good) == line.len) sa_buf_appendf(out, "%s\n", word);
    }
}

bool sa_suggest_list(const char *ask, struct sa_buf *out)
{
    static const struct {
        const char *ask;
        void (*put)(struct sa_buf *out);
    } lists[] = {{"agents", put_agents},
                 {"models", put_models},
                 {"profiles", put_profiles},
                 {"providers", put_providers}};
    struct sa_buf all = SA_BUF_INIT(SA_BUF_TEXT);
    bool known = false;
    for (size_t i = 0; i < SA_COUNT(lists); i++) {
        if (!sa_streq(lists[i].ask, ask)) continue;
        lists[i].put(&all);
        known = true;
    }
    put_harmless((struct sa_str){all.data, all.len}, out);
    sa_buf_release(&all);
    return known;
}
