// Completion scripts for bash, zsh and fish, from the command table and the option table.
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "cli/cli.h"

static const char *sign(const struct sa_option *o)
{
    return sa_option_is_negated(o) ? "no-" : "";
}

static void flags_of(unsigned scope, struct sa_buf *out)
{
    for (size_t i = 0; i < SA_OPT_COUNT; i++)
        if (sa_options[i].name && (sa_options[i].scope & scope))
            sa_buf_appendf(out, " --%s%s", sign(&sa_options[i]), sa_options[i].name);
}

// The one subcommand that an option belongs to; NULL: several share it.
static const char *only_command(const struct sa_option *o)
{
    return o->scope == SA_SCOPE_PY ? "python" : o->scope == SA_SCOPE_BOX ? "sandbox-run" : NULL;
}

static char *spaced(const char *alternatives)
{
    char *words = sa_xstrdup(alternatives);
    for (char *p = words; p && *p; p++)
        if (*p == '|') *p = ' ';
    return words;
}

static void commands(struct sa_buf *out)
{
    for (const struct sa_command *c = sa_commands; c->name; c++)
        sa_buf_appendf(out, " %s", c->name);
}

static void choices(struct sa_buf *out, const char *pattern)
{
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        if (!o->name || !o->value.choices) continue;
        SA_AUTO_FREE char *words = spaced(o->value.choices);
        sa_buf_appendf(out, pattern, o->name, words);
    }
}

// Cases of `case command/--flag`. Flags of one subcommand come first: others may have their names.
static void bash_values(struct sa_buf *out, bool single)
{
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        const char *command = only_command(o);
        if (!o->name || (command != NULL) != single || (!command && !o->value.choices)) continue;
        SA_AUTO_FREE char *words = spaced(o->value.choices);
        if (!command) command = "*";
        sa_buf_appendf(out, "    %s/--%s", command, o->name);
        if (o->letter) sa_buf_appendf(out, " | %s/-%c", command, o->letter);
        sa_buf_appends(out, ") ");
        if (words)
            sa_buf_appendf(out, "COMPREPLY=($(compgen -W \"%s\" -- \"$word\")); return ", words);
        sa_buf_appends(out, ";;\n");
    }
}

// Flags are offered for a word that begins with a dash, so that files are for any other.
static void bash(struct sa_buf *out)
{
    sa_buf_appends(out,
                   "# bash completion of smolagent\n_smolagent() {\n"
                   "    local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]}\n"
                   "    local command=${COMP_WORDS[1]} words flags\n    case $command/$last in\n");
    bash_values(out, true);
    bash_values(out, false);
    sa_buf_appends(out, "    esac\n    case $command in\n");
    for (const struct sa_command *c = sa_commands; c->name; c++) {
        sa_buf_appendf(out, "    %s) %s=\"", c->name, c->scope ? "flags" : "words");
        if (sa_streq(c->name, "completion")) sa_buf_appends(out, "bash zsh fish");
        else if (sa_streq(c->name, "sessions")) sa_buf_appends(out, "audit");
        else if (sa_streq(c->name, "init")) sa_buf_appends(out, "ci");
        else if (sa_streq(c->name, "help")) commands(out);
        else flags_of(c->scope, out);
        sa_buf_appends(out, "\" ;;\n");
    }
    sa_buf_appends(out, "    *) flags=\"");
    flags_of(SA_SCOPE_RUN, out);
    sa_buf_appends(out, "\"; [ \"$COMP_CWORD\" = 1 ] && words=\"");
    commands(out);
    sa_buf_appends(out, "\" ;;\n    esac\n    case $word in -*) words=$flags ;; esac\n"
                        "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
                        "}\ncomplete -o default -F _smolagent smolagent\n");
}

static void zsh(struct sa_buf *out)
{
    sa_buf_appends(out, "#compdef smolagent\n# zsh completion of smolagent\n_smolagent() {\n"
                        "    case $words[2] in\n");
    for (const struct sa_command *c = sa_commands; c->name; c++) {
        if (!c->scope) continue;
        sa_buf_appendf(out, "    %s) compadd --", c->name);
        flags_of(c->scope, out);
        sa_buf_appends(out, "; _files ;;\n");
    }
    sa_buf_appends(
        out,
        "    completion) compadd -- bash zsh fish ;;\n    *) (( CURRENT == 2 )) && compadd --");
    commands(out);
    sa_buf_appends(out, "; compadd --");
    flags_of(SA_SCOPE_RUN, out);
    sa_buf_appends(out, "; _files ;;\n    esac\n}\n_smolagent \"$@\"\n");
}

static void fish(struct sa_buf *out)
{
    sa_buf_appends(out, "# fish completion of smolagent\n");
    for (const struct sa_command *c = sa_commands; c->name; c++)
        sa_buf_appendf(out, "complete -c smolagent -n __fish_use_subcommand -a %s -d '%s'\n",
                       c->name, c->summary);
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        if (!o->name) continue;
        sa_buf_appendf(out, "complete -c smolagent -l %s%s", sign(o), o->name);
        if (o->letter) sa_buf_appendf(out, " -s %c", o->letter);
        if (o->meta) sa_buf_appends(out, " -r");
        if (only_command(o))
            sa_buf_appendf(out, " -n '__fish_seen_subcommand_from %s'", only_command(o));
        sa_buf_appends(out, " -d '");
        struct sa_buf help = SA_BUF_INIT(SA_BUF_SMALL);
        sa_option_help(o, true, &help);
        for (const char *p = sa_buf_text(&help); *p; p++)
            if (*p == '\'') sa_buf_appends(out, "\\'");
            else sa_buf_appendc(out, *p);
        sa_buf_appends(out, "'\n");
        sa_buf_release(&help);
    }
    choices(out, "complete -c smolagent -l %s -x -a '%s'\n");
}

bool sa_completion(const char *shell, struct sa_buf *out)
{
    static const struct {
        const char *shell;
        void (*print)(struct sa_buf *out);
    } shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
    for (size_t i = 0; i < SA_COUNT(shells); i++)
        if (sa_streq(shell, shells[i].shell)) return shells[i].print(out), true;
    return false;
}

int sa_cmd_completion(const struct sa_command *self, int argc, char **argv)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    struct sa_err err = SA_ERR_INIT;
    if (argc == 1 && sa_completion(argv[0], &out)) sa_cli_out(sa_buf_text(&out), out.len);
    else sa_err_set(&err, SA_E_USAGE, "usage: smolagent %s", self->usage);
    sa_buf_release(&out);
    return err.code ? sa_cli_fail(&err) : SA_OK;
}
