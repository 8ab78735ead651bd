// Completion scripts for bash, zsh and fish, from the command table and the option table.
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "cli/cli.h"
#include "cli/suggest.h"

static const char *sign(const struct sa_option *o)
{
    return sa_option_is_negated(o) ? "no-" : "";
}

static void flags_of(const struct sa_command *command, struct sa_buf *out)
{
    for (size_t i = 0; i < SA_OPT_COUNT; i++)
        if (sa_options[i].name && sa_cli_offers(command, i))
            sa_buf_appendf(out, " --%s%s", sign(&sa_options[i]), sa_options[i].name);
}

// The one subcommand that an option belongs to; NULL: several share it.
static const char *only_command(const struct sa_option *o)
{
    return o->scope == SA_SCOPE_PY      ? "python"
           : o->scope == SA_SCOPE_BOX   ? "sandbox-run"
           : o->scope == SA_SCOPE_SERVE ? "mcp"
                                        : NULL;
}

static void commands(struct sa_buf *out)
{
    for (const struct sa_command *c = sa_commands; c->name; c++)
        sa_buf_appendf(out, " %s", c->name);
}

// Words as a shell says them: `ask` is how it gets a list from the program.
static void put_words(struct sa_buf *out, const struct sa_suggest *w, const char *ask)
{
    sa_buf_appends(out, sa_buf_text(&w->fixed));
    if (w->ask) sa_buf_appendf(out, ask, w->ask);
}

// How bash and zsh, which read the same but for this, say things.
struct dialect {
    const char *head;  // up to the values of options
    const char *ask;   // the words of a list, of which this has the name
    const char *offer; // these words are what there is
    const char *list;  // the same behind each comma
    const char *first; // is the word the first one?
    const char *tail;
};

// Cases of `case command/--flag`: what is offered for a value, nothing for one that is a file or
// free text. Flags of one subcommand come first: others may have their names.
static void put_values(struct sa_buf *out, bool single, const struct dialect *d)
{
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        const char *command = only_command(o);
        struct sa_suggest w = {0};
        bool some = o->name && sa_suggest_option(o, &w);
        if (o->name && (command != NULL) == single && (command || some)) {
            sa_buf_appendf(out, "    %s/--%s", command ? command : "*", o->name);
            if (o->letter) sa_buf_appendf(out, " | %s/-%c", command ? command : "*", o->letter);
            sa_buf_appends(out, ") ");
            struct sa_buf words = SA_BUF_INIT(SA_BUF_SMALL);
            if (some) put_words(&words, &w, d->ask);
            if (some) sa_buf_appendf(out, w.list ? d->list : d->offer, sa_buf_text(&words));
            sa_buf_release(&words);
            sa_buf_appends(out, ";;\n");
        }
        sa_buf_release(&w.fixed);
    }
}

// The flags and words of each subcommand, as two variables; of a task, where there is none.
static void put_commands(struct sa_buf *out, const char *ask)
{
    sa_buf_appends(out, "    case $command in\n");
    for (const struct sa_command *c = sa_commands; c->name; c++) {
        struct sa_suggest w = {0};
        sa_buf_appendf(out, "    %s) flags=\"", c->name);
        flags_of(c, out);
        sa_buf_appends(out, "\"");
        if (sa_suggest_command(c->name, &w)) {
            sa_buf_appends(out, "; given=\"");
            put_words(out, &w, ask);
            sa_buf_appends(out, "\"");
        }
        sa_buf_release(&w.fixed);
        sa_buf_appends(out, " ;;\n");
    }
    sa_buf_appends(out, "    *) flags=\"");
    flags_of(sa_command_find("run"), out);
    sa_buf_appends(out, "\" ;;\n    esac\n");
}

static void put_script(struct sa_buf *out, const struct dialect *d)
{
    sa_buf_appends(out, d->head);
    put_values(out, true, d);
    put_values(out, false, d);
    sa_buf_appends(out, "    esac\n");
    put_commands(out, d->ask);
    sa_buf_appendf(out, "    %s && given=\"", d->first);
    commands(out);
    sa_buf_appends(out, "\"\n");
    sa_buf_appends(out, d->tail);
}

// Flags are offered for a word that begins with a dash, so that files are for any other. bash takes
// `--flag=value` apart, its `=` being a word.
static void bash(struct sa_buf *out)
{
    static const struct dialect dialect = {
        .head = "# bash completion of smolagent\n_smolagent_list() {\n    local begun=\n"
                "    case $word in *,*) begun=${word%,*}, ;; esac\n"
                "    COMPREPLY=($(compgen -P \"$begun\" -W \"$1\" -- \"${word##*,}\"))\n}\n"
                "_smolagent() {\n"
                "    local word=${COMP_WORDS[COMP_CWORD]} at=$((COMP_CWORD - 1))\n"
                "    local command=${COMP_WORDS[1]} given= flags= last\n"
                "    if [[ $word == = ]]; then word=\n"
                "    elif [[ ${COMP_WORDS[at]} == = ]]; then at=$((at - 1)); fi\n"
                "    last=${COMP_WORDS[at]}\n    case $command/$last in\n",
        .ask = "$(\"${COMP_WORDS[0]}\" completion words %s 2>/dev/null)",
        .offer = "COMPREPLY=($(compgen -W \"%s\" -- \"$word\")); return ",
        .list = "_smolagent_list \"%s\"; return ",
        .first = "[ \"$COMP_CWORD\" = 1 ]",
        .tail = "    case $word in -*) given=$flags ;; esac\n"
                "    COMPREPLY=($(compgen -W \"$given\" -- \"$word\"))\n"
                "}\ncomplete -o default -F _smolagent smolagent\n"};
    put_script(out, &dialect);
}

static void zsh(struct sa_buf *out)
{
    static const struct dialect dialect = {
        .head = "#compdef smolagent\n# zsh completion of smolagent\n_smolagent() {\n"
                "    local program=$words[1] command=$words[2] last=$words[CURRENT-1]\n"
                "    local given= flags=\n"
                "    if [[ $PREFIX == --*=* ]]; then last=${PREFIX%%=*}; compset -P '*='; fi\n"
                "    case $command/$last in\n",
        .ask = "$(\"$program\" completion words %s 2>/dev/null)",
        .offer = "compadd -- ${=:-\"%s\"}; return ",
        .list = "compset -P '*,'; compadd -- ${=:-\"%s\"}; return ",
        .first = "(( CURRENT == 2 ))",
        .tail = "    if [[ $PREFIX == -* ]]; then compadd -- ${=flags}; return; fi\n"
                "    [[ -z $given ]] || compadd -- ${=given}\n    _files\n"
                "}\n_smolagent \"$@\"\n"};
    put_script(out, &dialect);
}

// Names of options that several commands share with other meanings, as -m, are told apart.
static void fish_values(struct sa_buf *out, const struct sa_option *o)
{
    struct sa_suggest w = {0};
    if (sa_suggest_option(o, &w)) {
        sa_buf_appends(out, w.list ? " -x -a '(_smolagent_list " : " -x -a '");
        put_words(out, &w, "(smolagent completion words %s 2>/dev/null)");
        sa_buf_appends(out, w.list ? ")'" : "'");
    } else if (o->meta) {
        sa_buf_appends(out, " -r");
    }
    sa_buf_release(&w.fixed);
}

static void fish_condition(struct sa_buf *out, const struct sa_option *o)
{
    const char *only = only_command(o);
    if (only) sa_buf_appendf(out, " -n '__fish_seen_subcommand_from %s'", only);
    else if (!(o->scope & (SA_SCOPE_PY | SA_SCOPE_BOX)))
        sa_buf_appends(out, " -n 'not __fish_seen_subcommand_from python sandbox-run'");
}

static void fish(struct sa_buf *out)
{
    sa_buf_appends(out, "# fish completion of smolagent\nfunction _smolagent_list\n"
                        "    set -l begun (commandline -ct | string replace -r '^--[^=]*=' '' "
                        "| string replace -rf '[^,]*$' '')\n"
                        "    printf '%s\\n' \"$begun\"$argv\nend\n");
    for (const struct sa_command *c = sa_commands; c->name; c++) {
        struct sa_suggest w = {0};
        sa_buf_appendf(out, "complete -c smolagent -n __fish_use_subcommand -a %s -d '%s'\n",
                       c->name, c->summary);
        if (sa_suggest_command(c->name, &w)) {
            sa_buf_appendf(out, "complete -c smolagent -n '__fish_seen_subcommand_from %s' -f -a '",
                           c->name);
            put_words(out, &w, "(smolagent completion words %s 2>/dev/null)");
            sa_buf_appends(out, "'\n");
        }
        sa_buf_release(&w.fixed);
    }
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        if (!o->name) continue;
        sa_buf_appendf(out, "complete -c smolagent -l %s%s", sign(o), o->name);
        if (o->letter) sa_buf_appendf(out, " -s %c", o->letter);
        fish_condition(out, o);
        fish_values(out, o);
        sa_buf_appends(out, " -d '");
        struct sa_buf help = SA_BUF_INIT(SA_BUF_SMALL);
        sa_option_help(o, true, &help);
        for (const char *p = sa_buf_text(&help); *p; p++)
            if (*p == '\'') sa_buf_appends(out, "\\'");
            else sa_buf_appendc(out, *p);
        sa_buf_appends(out, "'\n");
        sa_buf_release(&help);
    }
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
    bool words = argc == 2 && sa_streq(argv[0], "words") && sa_suggest_list(argv[1], &out);
    if (words || (argc == 1 && sa_completion(argv[0], &out)))
        sa_cli_out(sa_buf_text(&out), out.len);
    else sa_err_set(&err, SA_E_USAGE, "usage: smolagent %s", self->usage);
    sa_buf_release(&out);
    return err.code ? sa_cli_fail(&err) : SA_OK;
}
