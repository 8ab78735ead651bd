// Help texts and the man page, all from the command table and the option table.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "cli/cli.h"

// The groups of options, in the order in which the help has them.
static const char *const groups[] = {"Input", "Model",  "Limits", "Sandbox",
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

static void print_options(unsigned scope, struct sa_buf *out)
{
    for (size_t h = 0; h < SA_COUNT(groups); h++) {
        bool started = false;
        for (size_t i = 0; i < SA_OPT_COUNT; i++) {
            const struct sa_option *o = &sa_options[i];
            bool here = o->name && o->scope & scope && sa_streq(o->group, groups[h]);
            if (here && !started) sa_buf_appendf(out, "\n%s:\n", groups[h]);
            if (here) print_option(o, out);
            started |= here;
        }
    }
}

void sa_help_command(const struct sa_command *command, struct sa_buf *out)
{
    sa_buf_appendf(out, "Usage: smolagent %s\n\n%c%s.\n", command->usage,
                   toupper((unsigned char)command->summary[0]), command->summary + 1);
    if (command->notes) sa_buf_appendf(out, "%s", command->notes);
    print_options(command->scope, out);
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
                   "exit codes.\n");
}

static void put_exit_codes(struct sa_buf *out)
{
    static const int codes[] = {
        SA_OK,       SA_E_INTERNAL, SA_E_USAGE,  SA_E_NO_ANSWER, SA_E_CHECK,   SA_E_CAP,
        SA_E_DENIED, SA_E_SANDBOX,  SA_E_AUTH,   SA_E_PROVIDER,  SA_E_CONFIG,  SA_E_TOOL_START,
        SA_E_BATCH,  SA_E_TIMEOUT,  SA_E_SIGHUP, SA_E_SIGINT,    SA_E_SIGPIPE, SA_E_SIGTERM};
    sa_buf_appends(out, "Exit codes, the same in every output mode and repeated in run.end:\n");
    for (size_t i = 0; i < SA_COUNT(codes); i++)
        sa_buf_appendf(out, "  %3d  %s\n", codes[i], sa_code_help(codes[i]));
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

static void man_options(unsigned scope, struct sa_buf *out)
{
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        if (!o->name || !(o->scope & scope)) continue;
        char flag[80];
        flag_text(o, flag, sizeof flag);
        struct sa_buf help = SA_BUF_INIT(SA_BUF_SMALL);
        help_text(o, &help);
        sa_buf_appends(out, ".TP\n.B ");
        roff(out, flag[0] == ' ' ? flag + 4 : flag);
        sa_buf_appendc(out, '\n');
        roff(out, sa_buf_text(&help));
        sa_buf_appendc(out, '\n');
        sa_buf_release(&help);
    }
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
        bool as_run = c->scope & SA_SCOPE_RUN && !sa_streq(c->name, "run");
        if (as_run) sa_buf_appends(out, "Takes the options of\n.BR run .\n");
        man_options(as_run ? c->scope & ~(unsigned)SA_SCOPE_RUN : c->scope, out);
    }
    sa_buf_appends(out,
                   ".SH ENVIRONMENT\nEvery flag can be set by SMOLAGENT_ and its name in capitals. "
                   "NO_COLOR switches colours off.\n.SH FILES\n"
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

int sa_cmd_help(const struct sa_command *self, int argc, char **argv)
{
    (void)self;
    static const struct {
        const char *topic;
        void (*print)(struct sa_buf *out);
    } topics[] = {{"exit-codes", put_exit_codes},
                  {"man", sa_help_man},
                  {"config-example", sa_config_example}};
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    const struct sa_command *command = argc ? sa_command_find(argv[0]) : NULL;
    int code = SA_OK;
    if (command) {
        sa_help_command(command, &out);
    } else if (!argc || argv[0][0] == '-') {
        put_overview(&out);
    } else {
        size_t i = 0;
        while (i < SA_COUNT(topics) && !sa_streq(topics[i].topic, argv[0])) i++;
        struct sa_err err = SA_ERR_INIT;
        if (i < SA_COUNT(topics)) topics[i].print(&out);
        else code = sa_err_set(&err, SA_E_USAGE, "no help on '%s'; see 'smolagent help'", argv[0]);
        if (code) sa_cli_fail(&err);
    }
    sa_cli_out(sa_buf_text(&out), out.len);
    sa_buf_release(&out);
    return code;
}
