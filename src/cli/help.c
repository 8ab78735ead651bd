// Help texts and the man page, all from the command table and the option table.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "cli/cli.h"
#include "cli/pages.h"

// The groups of options, in the order in which the help has them.
static const char *const groups[] = {"Input", "Model",  "Limits", "Sandbox", "Tools",
                                     "Run",   "Checks", "Output", "General"};

static void flag_text(const struct sa_option *o, char *out, size_t size)
{
    char letter[8] = "    ";
    if (o->letter) snprintf(letter, sizeof letter, "-%c, ", o->letter);
    snprintf(out, size, "%s--%s%s%s%s", letter, sa_option_is_negated(o) ? "no-" : "", o->name,
             o->meta ? " " : "", o->meta ? o->meta : "");
}

static void help_text(const struct sa_option *o, struct sa_buf *out)
{
    sa_option_help(o, true, out);
    if (o->value.choices) sa_buf_appendf(out, " (%s)", o->value.choices);
    bool boring = o->value.type == SA_TYPE_BOOL || o->value.type == SA_TYPE_COUNTER;
    if (o->fallback && !boring) sa_buf_appendf(out, " [%s]", o->fallback);
}

enum { FLAG_COLUMN = 2, HELP_COLUMN = 35, WIDTH = 100 };

// The words of a help text in the right-hand column, from its first line on.
static void print_wrapped(struct sa_buf *out, const char *text)
{
    struct sa_str rest = sa_str_of(text), word;
    size_t column = HELP_COLUMN;
    while (sa_str_next_part(&rest, ' ', &word)) {
        bool first = column == HELP_COLUMN;
        bool wrap = !first && column + 1 + word.len > WIDTH;
        if (wrap) sa_buf_appendf(out, "\n%*s", HELP_COLUMN, "");
        else if (!first) sa_buf_appendc(out, ' ');
        sa_buf_append(out, word.data, word.len);
        column = (wrap ? HELP_COLUMN : column + !first) + word.len;
    }
}

static void print_option(const struct sa_option *o, struct sa_buf *out)
{
    int room = HELP_COLUMN - FLAG_COLUMN - 1;
    char flag[80];
    struct sa_buf help = SA_BUF_INIT(SA_BUF_SMALL);
    flag_text(o, flag, sizeof flag);
    help_text(o, &help);
    sa_buf_appendf(out, "%*s%-*s ", FLAG_COLUMN, "", room, flag);
    if ((int)strlen(flag) > room) sa_buf_appendf(out, "\n%*s", HELP_COLUMN, "");
    print_wrapped(out, sa_buf_text(&help));
    sa_buf_appendc(out, '\n');
    sa_buf_release(&help);
}

static void print_options(const struct sa_command *command, struct sa_buf *out)
{
    for (size_t h = 0; h < SA_COUNT(groups); h++) {
        bool started = false;
        for (size_t i = 0; i < SA_OPT_COUNT; i++) {
            const struct sa_option *o = &sa_options[i];
            bool here = o->name && sa_cli_offers(command, i) && sa_streq(o->group, groups[h]);
            if (here && !started) sa_buf_appendf(out, "\n%s:\n", groups[h]);
            if (here) print_option(o, out);
            started |= here;
        }
    }
}

static bool is_chat(const struct sa_command *command)
{
    return sa_streq(command->name, "chat");
}

void sa_help_chat(struct sa_buf *out)
{
    static const struct {
        const char *usage, *help;
    } rows[] = {
#define CHAT(name, args, help) {"/" #name " " args, help},
#include "cli/chat.def"
#undef CHAT
    };
    for (size_t i = 0; i < SA_COUNT(rows); i++)
        sa_buf_appendf(out, "  %-20s  %s\n", rows[i].usage, rows[i].help);
}

void sa_help_command(const struct sa_command *command, struct sa_buf *out)
{
    sa_buf_appendf(out, "Usage: smolagent %s\n\n%c%s.\n", command->usage,
                   toupper((unsigned char)command->summary[0]), command->summary + 1);
    if (command->notes) sa_buf_appendf(out, "%s", command->notes);
    if (is_chat(command)) sa_help_chat(out);
    print_options(command, out);
    if (command->scope & ~(unsigned)SA_SCOPE_BOX)
        sa_buf_appends(out, "\nEvery flag has an environment variable: --max-steps is "
                            "SMOLAGENT_MAX_STEPS. Settings also come from\n"
                            "~/.config/smolagent/smolagent.conf and ./smolagent.conf; see "
                            "'smolagent config'.\n");
}

static void put_overview(struct sa_buf *out)
{
    sa_buf_appends(out,
                   "smolagent " SA_VERSION " - agents that think in Python, run in a sandbox\n\n"
                   "Usage: smolagent [OPTIONS] TASK...\n"
                   "       smolagent COMMAND [OPTIONS]\n\nCommands:\n");
    for (const struct sa_command *c = sa_commands; c->name; c++)
        sa_buf_appendf(out, "  %-12s %s\n", c->name, c->summary);
    sa_buf_appends(out,
                   "\nExamples:\n"
                   "  smolagent -m openai/gpt-4o-mini \"How many primes are below 10000?\"\n"
                   "  smolagent \"Which host fails most?\" < access.log\n"
                   "  smolagent --var 'data=[3,1,2]' --output json \"Sort data\"\n"
                   "  smolagent python -c 'print(2**100)'\n\n"
                   "'smolagent help COMMAND' lists its options, 'smolagent help exit-codes' the "
                   "exit codes,\n'smolagent help environment' the variables.\nPages: ");
    sa_page_topics(", ", out);
    sa_buf_appends(out, ".\n'smolagent help guide' goes through everything once.\n");
}

static void put_exit_codes(struct sa_buf *out)
{
    sa_buf_appends(out, "Exit codes, the same in every output mode and repeated in run.end:\n");
    for (int code = 0; code < 256; code++)
        if (*sa_code_help(code)) sa_buf_appendf(out, "  %3d  %s\n", code, sa_code_help(code));
}

static void put_variable(void *ctx, const char *name, const char *meaning)
{
    sa_buf_appendf(ctx, "  %-22s %s\n", name, meaning);
}

static void put_environment(struct sa_buf *out)
{
    sa_buf_appends(out,
                   "Every flag can be set by SMOLAGENT_ and its name in capitals: --max-steps is "
                   "SMOLAGENT_MAX_STEPS.\nBesides these are looked at:\n");
    sa_help_variables(put_variable, out);
}

// roff takes a leading dot or quote as a request and a backslash as an escape.
static void roff(struct sa_buf *out, const char *text)
{
    for (const char *p = text; *p; p++) {
        bool start = p == text || p[-1] == '\n';
        if (start && (*p == '.' || *p == '\'')) sa_buf_appends(out, "\\&");
        if (*p == '\\') sa_buf_appends(out, "\\e");
        else if (*p == '-') sa_buf_appends(out, "\\-");
        else sa_buf_appendc(out, *p);
    }
}

static void put_variable_of(const struct sa_option *o, struct sa_buf *out)
{
    char name[64];
    sa_option_env(o, sa_option_is_negated(o), name, sizeof name);
    sa_buf_appendf(out, ". %s", name);
}

// Where else an option is set: by its variable, and by a key of the configuration.
static void put_places(const struct sa_option *o, struct sa_buf *out)
{
    if (o->scope == SA_SCOPE_BOX) return; // flags only
    put_variable_of(o, out);
    if (o->key) sa_buf_appendf(out, "; %s under [%s]", o->key, o->section);
}

static void man_options(unsigned scope, struct sa_buf *out)
{
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        if (!o->name || !(o->scope & scope)) continue;
        char flag[80];
        flag_text(o, flag, sizeof flag);
        struct sa_buf help = SA_BUF_INIT(SA_BUF_SMALL);
        help_text(o, &help);
        put_places(o, &help);
        sa_buf_appends(out, ".TP\n.B ");
        roff(out, flag[0] == ' ' ? flag + 4 : flag);
        sa_buf_appendc(out, '\n');
        roff(out, sa_buf_text(&help));
        sa_buf_appendc(out, '\n');
        sa_buf_release(&help);
    }
}

static void man_variable(void *ctx, const char *name, const char *meaning)
{
    sa_buf_appends(ctx, ".TP\n.B ");
    roff(ctx, name);
    sa_buf_appendc(ctx, '\n');
    roff(ctx, meaning);
    sa_buf_appendc(ctx, '\n');
}

// The keys of the configuration that no flag has.
static void man_keys(struct sa_buf *out)
{
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        if (o->name || !o->key) continue;
        SA_AUTO_FREE char *name = sa_xasprintf("[%s] %s", o->section, o->key);
        struct sa_buf help = SA_BUF_INIT(SA_BUF_SMALL);
        sa_option_help(o, false, &help);
        put_variable_of(o, &help);
        man_variable(out, name, sa_buf_text(&help));
        sa_buf_release(&help);
    }
}

static void man_chat(struct sa_buf *out)
{
    struct sa_buf list = SA_BUF_INIT(SA_BUF_SMALL);
    sa_help_chat(&list);
    sa_buf_appends(out, ".nf\n");
    roff(out, sa_buf_text(&list));
    sa_buf_appends(out, ".fi\n");
    sa_buf_release(&list);
}

void sa_help_man(struct sa_buf *out)
{
    sa_buf_appends(out, ".\\\" Generated from the option table by `make generate`.\n"
                        ".TH SMOLAGENT 1 \"\" \"smolagent " SA_VERSION "\" \"User Commands\"\n"
                        ".SH NAME\nsmolagent \\- agents that think in Python, run in a sandbox\n"
                        ".SH SYNOPSIS\n");
    for (const struct sa_command *c = sa_commands; c->name; c++) {
        sa_buf_appends(out, ".B smolagent\n");
        roff(out, c->usage);
        sa_buf_appends(out, "\n.br\n");
    }
    sa_buf_appends(out,
                   ".SH DESCRIPTION\nThe model answers with Python; a sandboxed interpreter inside "
                   "the program runs it, and what it prints goes back to the model, until it "
                   "gives its final answer. The answer goes to standard output, everything "
                   "else to standard error.\n");
    for (const struct sa_command *c = sa_commands; c->name; c++) {
        sa_buf_appends(out, ".SH \"");
        for (const char *p = c->name; *p; p++)
            sa_buf_appendc(out, (char)toupper((unsigned char)*p));
        sa_buf_appends(out, "\"\n");
        roff(out, c->summary);
        sa_buf_appends(out, ".\n");
        if (c->notes) roff(out, c->notes);
        if (is_chat(c)) man_chat(out);
        bool as_run = c->scope & SA_SCOPE_RUN && !sa_streq(c->name, "run");
        if (as_run) sa_buf_appends(out, "Takes the options of\n.BR run\nthat its help lists.\n");
        man_options(as_run ? c->scope & ~(unsigned)SA_SCOPE_RUN : c->scope, out);
    }
    sa_buf_appends(
        out, ".SH ENVIRONMENT\nEvery flag can be set by SMOLAGENT_ and its name in capitals, as "
             "said with it. Besides these are looked at:\n");
    sa_help_variables(man_variable, out);
    sa_buf_appends(out, ".SH CONFIGURATION\nKeys that no flag has:\n");
    man_keys(out);
    sa_buf_appends(out, ".SH FILES\n"
                        "~/.config/smolagent/smolagent.conf, ./smolagent.conf\n"
                        ".SH \"EXIT STATUS\"\n.nf\n");
    struct sa_buf codes = SA_BUF_INIT(SA_BUF_SMALL);
    put_exit_codes(&codes);
    roff(out, sa_buf_text(&codes));
    sa_buf_release(&codes);
    sa_buf_appends(out, ".fi\n");
}

int sa_help_print(const struct sa_command *command)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    sa_help_command(command, &out);
    sa_cli_out(sa_buf_text(&out), out.len);
    sa_buf_release(&out);
    return SA_OK;
}

// Topics that are no command and no page.
static const struct {
    const char *topic;
    void (*print)(struct sa_buf *out);
} topics[] = {{"exit-codes", put_exit_codes},
              {"environment", put_environment},
              {"reference", sa_help_reference},
              {"man", sa_help_man},
              {"config-example", sa_config_example}};

void sa_help_topics(struct sa_buf *out)
{
    for (const struct sa_command *c = sa_commands; c->name; c++)
        sa_buf_appendf(out, "%s ", c->name);
    for (size_t i = 0; i < SA_COUNT(topics); i++) sa_buf_appendf(out, "%s ", topics[i].topic);
    sa_page_topics(" ", out);
}

static bool put_topic(const char *topic, struct sa_buf *out)
{
    for (size_t i = 0; i < SA_COUNT(topics); i++)
        if (sa_streq(topics[i].topic, topic)) return topics[i].print(out), true;
    return false;
}

// The name nearest to one that is no topic; NULL: none is near. Yours to free.
static char *near_topic(const char *word)
{
    struct sa_buf all = SA_BUF_INIT(SA_BUF_SMALL);
    sa_help_topics(&all);
    struct sa_str rest = {all.data, all.len}, part;
    char *found = NULL;
    while (!found && sa_str_next_part(&rest, ' ', &part)) {
        SA_AUTO_FREE char *name = sa_xstrndup(part.data, part.len);
        if (sa_edit_distance(word, name) <= 1 + (part.len > 5)) found = sa_xstrdup(name);
    }
    sa_buf_release(&all);
    return found;
}

static int no_topic(const char *word)
{
    struct sa_err err = SA_ERR_INIT;
    SA_AUTO_FREE char *near = near_topic(word);
    sa_err_set(&err, SA_E_USAGE, "no help on '%s'%s%s%s; see 'smolagent help'", word,
               near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    return sa_cli_fail(&err);
}

// What a command and a page are both called is both: its options, and the page.
int sa_cmd_help(const struct sa_command *self, int argc, char **argv)
{
    (void)self;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT), page = SA_BUF_INIT(SA_BUF_TEXT);
    const char *word = argc && argv[0][0] != '-' ? argv[0] : NULL;
    const struct sa_command *command = word ? sa_command_find(word) : NULL;
    bool has_page = word && sa_page_find(word, &page);
    if (!word) put_overview(&out);
    else if (command) sa_help_command(command, &out);
    bool known = !word || command || has_page || put_topic(word, &out);
    if (has_page) {
        if (out.len) sa_buf_appendc(&out, '\n');
        sa_page_show(sa_buf_text(&out), &page);
    } else if (known) {
        sa_cli_out(sa_buf_text(&out), out.len);
    }
    sa_buf_release(&out);
    sa_buf_release(&page);
    return known ? SA_OK : no_topic(word);
}
