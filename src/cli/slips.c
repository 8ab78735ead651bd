// Words that were meant for a command and would become a task that is paid for: a command's name
// with a typing error, one that stands behind options, and names that other tools have. On a
// terminal the user is asked, elsewhere they are refused with the way to force them.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/str.h"
#include "base/tty.h"
#include "base/xalloc.h"
#include "cli/slips.h"
#include "model/model.h"

// Names of other tools' commands. None is a command here (tests/unit/test_options.c).
static const struct {
    const char *names, *hint; // "a|b"; what there is instead
} others[] = {
    {"version", "'smolagent --version' prints it"},
    {"list|ls|show",
     "'smolagent models', 'smolagent tools' and 'smolagent config' list what there is"},
    {"exec|execute|ask|prompt|query", "a task needs no command: smolagent TASK..."},
    {"repl|shell|interactive|talk|start", "'smolagent chat' talks, 'smolagent python' is a REPL"},
    {"providers|model", "'smolagent models' lists the providers"},
    {"login|logout|auth|keys|key",
     "there are no accounts: 'smolagent models' has the variables for keys"},
    {"setup|configure|settings|configuration|conf",
     "'smolagent config' shows every setting, "
     "'smolagent help config-example' prints a file to begin with"},
    {"update|upgrade|install|uninstall",
     "the program does not change itself: use the package, or the Makefile"},
    {"check|status|diagnose|ping", "'smolagent doctor' checks what is here"},
    {"resume|continue|history|session|logs",
     "conversations are not kept; 'smolagent sessions audit' reads audit trails"},
    {"serve|server|batch|eval", "there is no such command in this version"},
    {"man|usage|commands|options", "'smolagent help' lists the commands"},
    {"exit|quit|bye", "nothing runs that could be left; /quit leaves 'smolagent chat'"},
    {"box|sandbox", "'smolagent sandbox-run -- ARGS' puts the whole program into a sandbox"},
};

static bool near_command(const char *word, const char *name)
{
    unsigned d = sa_edit_distance(word, name);
    return d <= 1 || (d == 2 && strlen(name) > 5);
}

static const struct sa_command *nearest(const char *word)
{
    for (const struct sa_command *c = sa_commands; c->name; c++)
        if (sa_streq(word, c->name)) return c;
    for (const struct sa_command *c = sa_commands; c->name; c++)
        if (strlen(word) > 2 && near_command(word, c->name)) return c;
    return NULL;
}

static const char *other_hint(const char *word)
{
    for (size_t i = 0; i < SA_COUNT(others); i++) {
        struct sa_str rest = sa_str_of(others[i].names), part;
        while (sa_str_next_part(&rest, '|', &part))
            if (sa_str_equals(part, word)) return others[i].hint;
    }
    return NULL;
}

// A word that is no prose: a file, or what looks like the name of one.
static bool is_file(const char *word)
{
    const char *dot = strrchr(word, '.');
    return sa_fs_exists(word) || (dot && dot > word && dot[1] && !strchr(word, ' '));
}

// What some command takes behind its name.
static bool is_argument(const char *word)
{
    static const char *const words[] = {"ci", "audit", "bash", "zsh", "fish", "exit-codes", "man"};
    const char *similar;
    for (size_t i = 0; i < SA_COUNT(words); i++)
        if (sa_streq(words[i], word)) return true;
    return sa_command_find(word) || sa_provider_find(word, &similar);
}

bool sa_slip_find(int count, char **words, struct sa_slip *slip)
{
    *slip = (struct sa_slip){0};
    const char *word = count ? words[0] : NULL;
    bool alone = count == 1,
         behind = count > 1 && (is_file(words[1]) || (count == 2 && is_argument(words[1])));
    if (!word || strpbrk(word, " \t\n") || (!alone && !behind)) return false;
    slip->hint = other_hint(word);
    if (!slip->hint) slip->meant = nearest(word);
    return slip->meant || slip->hint;
}

int sa_slip_refuse(const struct sa_slip *slip, const char *word, struct sa_err *err)
{
    if (slip->hint)
        return sa_err_set(err, SA_E_USAGE, "no command '%s': %s. As a task: smolagent run %s", word,
                          slip->hint, word);
    if (sa_streq(slip->meant->name, word))
        return sa_err_set(err, SA_E_USAGE,
                          "'%s' is a command and comes before the options: smolagent %s "
                          "[OPTIONS]. As a task: smolagent run [OPTIONS] %s ...",
                          word, word, word);
    return sa_err_set(err, SA_E_USAGE,
                      "no command '%s'; did you mean '%s'? As a task: smolagent run %s ...", word,
                      slip->meant->name, word);
}

bool sa_slip_ask(const struct sa_slip *slip, const char *word)
{
    char reply[64];
    if (!slip->meant || !isatty(STDIN_FILENO) || !isatty(STDERR_FILENO)) return false;
    sa_tty_printf(STDERR_FILENO, "There is no command '%s'. Run 'smolagent %s'? [Y/n] ", word,
                  slip->meant->name);
    ssize_t n = read(STDIN_FILENO, reply, sizeof reply); // a line: nothing else reads yet
    return n > 0 && (reply[0] == '\n' || reply[0] == 'y' || reply[0] == 'Y');
}
