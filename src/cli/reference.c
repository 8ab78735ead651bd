// The whole surface of the program in one place, made from its tables: commands, options with their
// variables and keys, other variables, exit codes. As Markdown for the end of the guide, and the
// variables for help and man page.
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "cli/cli.h"
#include "model/model.h"

static const struct {
    const char *name, *meaning;
} variables[] = {
#define VARIABLE(name, meaning) {name, meaning},
#include "config/variables.def"
#undef VARIABLE
};

// Two providers may look at one variable; it is listed with the first.
static bool is_new_key(size_t i, const char *name)
{
    for (size_t k = 0; k < i; k++)
        if (sa_streq(sa_provider_at(k)->key_env, name)) return false;
    return name != NULL;
}

void sa_help_variables(void (*put)(void *ctx, const char *name, const char *meaning), void *ctx)
{
    const struct sa_provider *p;
    char text[200];
    for (size_t i = 0; i < SA_COUNT(variables); i++)
        put(ctx, variables[i].name, variables[i].meaning);
    for (size_t i = 0; (p = sa_provider_at(i)); i++) {
        snprintf(text, sizeof text, "key of %s", p->name);
        if (is_new_key(i, p->key_env)) put(ctx, p->key_env, text);
        snprintf(text, sizeof text, "address of %s", p->name);
        if (p->url_env) put(ctx, p->url_env, text);
    }
}

// ---- Markdown

// A bar would end the cell.
static void cell(struct sa_buf *out, const char *text)
{
    for (const char *p = text; *p; p++) {
        if (*p == '|') sa_buf_appendc(out, '\\');
        sa_buf_appendc(out, *p);
    }
}

static void put_commands(struct sa_buf *out)
{
    sa_buf_appends(out, "### Commands\n\n| command | |\n|---|---|\n");
    for (const struct sa_command *c = sa_commands; c->name; c++) {
        sa_buf_appends(out, "| `smolagent ");
        cell(out, c->usage);
        sa_buf_appends(out, "` | ");
        cell(out, c->summary);
        sa_buf_appends(out, " |\n");
    }
}

// The commands that take an option: all that do, or run with those that take its options too.
static void put_takers(struct sa_buf *out, const struct sa_option *o)
{
    static const struct {
        unsigned scope;
        const char *name;
    } takers[] = {{SA_SCOPE_RUN, "run"},       {SA_SCOPE_CHAT, "chat"},
                  {SA_SCOPE_PY, "python"},     {SA_SCOPE_BOX, "sandbox-run"},
                  {SA_SCOPE_DOCTOR, "doctor"}, {SA_SCOPE_SERVE, "mcp"},
                  {SA_SCOPE_CONF, "file"}};
    size_t count = 0;
    for (size_t i = 0; i < SA_COUNT(takers); i++) {
        bool file = takers[i].scope == SA_SCOPE_CONF;
        if (!(o->scope & takers[i].scope) || (file && o->name)) continue;
        sa_buf_appendf(out, "%s%s", count++ ? ", " : "", takers[i].name);
    }
}

static void put_option(struct sa_buf *out, const struct sa_option *o)
{
    bool negated = sa_option_is_negated(o);
    char name[64];
    sa_buf_appends(out, "| ");
    if (o->name) {
        sa_buf_appends(out, "`");
        if (o->letter) sa_buf_appendf(out, "-%c, ", o->letter);
        sa_buf_appendf(out, "--%s%s%s", negated ? "no-" : "", o->name, o->meta ? " " : "");
        cell(out, o->meta ? o->meta : "");
        sa_buf_appends(out, "`");
    }
    sa_option_env(o, negated, name, sizeof name);
    sa_buf_appends(out, " | ");
    if (o->scope != SA_SCOPE_BOX) sa_buf_appendf(out, "`%s`", name);
    sa_buf_appends(out, " | ");
    if (o->key) sa_buf_appendf(out, "`[%s] %s`", o->section, o->key);
    sa_buf_appends(out, " | ");
    put_takers(out, o);
    sa_buf_appends(out, " | ");
    struct sa_buf help = SA_BUF_INIT(SA_BUF_SMALL);
    sa_option_help(o, o->name != NULL, &help);
    cell(out, sa_buf_text(&help));
    sa_buf_release(&help);
    if (o->value.choices) {
        sa_buf_appends(out, " (");
        cell(out, o->value.choices);
        sa_buf_appends(out, ")");
    }
    if (o->fallback && o->meta) sa_buf_appendf(out, " [%s]", o->fallback);
    sa_buf_appends(out, " |\n");
}

// Keys of [agent.NAME] sections, by what holds for an agent whose section does not have them.
static void put_agent_keys(struct sa_buf *out)
{
    static const struct {
        unsigned scope;
        const char *holds;
    } rows[] = {
        {SA_SCOPE_OWN, "the default, or nothing: what is set for the first agent is its alone"},
        {SA_SCOPE_TYPED,
         "what is set for all. Where it is a flag or a variable it stands above the "
         "section too, but for a limit, of which the lower one counts"},
        {0, "what is set for all"},
    };
    const unsigned kinds = SA_SCOPE_OWN | SA_SCOPE_TYPED;
    sa_buf_appends(out, "\n### Keys of agents\n\nWhat an `[agent.NAME]` section may have besides "
                        "`description` and `summary`.\n\n"
                        "| keys | without them there holds |\n|---|---|\n");
    for (size_t r = 0; r < SA_COUNT(rows); r++) {
        const char *before = "| `";
        for (size_t i = 0; i < SA_OPT_COUNT; i++) {
            const char *key = sa_option_agent_key(&sa_options[i]);
            if (!key || (sa_options[i].scope & kinds) != rows[r].scope) continue;
            sa_buf_appendf(out, "%s%s`", before, key);
            before = " `";
        }
        sa_buf_appendf(out, " | %s |\n", rows[r].holds);
    }
}

static void put_variable(void *ctx, const char *name, const char *meaning)
{
    struct sa_buf *out = ctx;
    sa_buf_appendf(out, "| `%s` | ", name);
    cell(out, meaning);
    sa_buf_appends(out, " |\n");
}

void sa_help_reference(struct sa_buf *out)
{
    sa_buf_appends(
        out, "<!-- Reference, made from the tables by `make generate`. -->\n\n## Reference\n\n");
    put_commands(out);
    sa_buf_appends(out, "\n### Options\n\nWhat stands in brackets at the end is the default.\n\n"
                        "| flag | variable | key | taken by | |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < SA_OPT_COUNT; i++) put_option(out, &sa_options[i]);
    put_agent_keys(out);
    sa_buf_appends(out, "\n### Other variables\n\n| variable | |\n|---|---|\n");
    sa_help_variables(put_variable, out);
    sa_buf_appends(out, "\n### Exit codes\n\n| status | when |\n|---:|---|\n");
    for (int code = 0; code < 256; code++)
        if (*sa_code_help(code)) sa_buf_appendf(out, "| %d | %s |\n", code, sa_code_help(code));
}
