// Dispatch: which subcommand the words mean.
#include "cli/cli.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/spawn.h"
#include "base/log.h"
#include "base/str.h"
#include "base/tty.h"
#include "cli/dispatch.h"
#include "cli/linked.h"
#include "cli/slips.h"
#include "exec/exec.h"

static const struct sa_command commands[] = {
    {"run", "[run] [OPTIONS] TASK...", "solve one task and print the answer", SA_SCOPE_RUN,
     sa_cmd_run,
     "TASK may be given as words, with -f FILE, or on standard input (`-`, or no TASK on a pipe).\n"
     "With a TASK, piped standard input is data: the code reads it through the variable `stdin`.\n"
     "The answer, and nothing else, goes to standard output.\n",
     true},
    {"chat", "chat [OPTIONS] [WORDS...]", "talk with the agent; variables stay between turns",
     SA_SCOPE_CHAT, sa_cmd_chat,
     "WORDS are the first turn. Ctrl-C stops a turn; at the prompt it clears the line, and a second\n"
     "one leaves. Without a terminal each line of standard input is a turn, and SIGINT ends the chat.\n"
     "Limits are those of the whole chat, but for steps and cells. Commands:\n",
     true},
    {"python", "python [OPTIONS] [FILE | -c CODE | -m MODULE | -] [ARGS...]",
     "run Python in the sandbox, without a model", SA_SCOPE_PY, sa_cmd_python,
     "Bare on a terminal it is a REPL. Exit status: the program's own, 1 for an uncaught exception,\n"
     "5 for a limit, 124 for --timeout. A program in a file may import the .py files beside it.\n"
     "Of python3's options -I and -P are --no-modules, and -B -d -E -q -R -s -S -u -X change nothing.\n",
     false},
    {"sandbox-run", "sandbox-run [OPTIONS] -- [run | chat | python] ARGS...",
     "run the whole program in a sandbox from which only the model is reached", SA_SCOPE_BOX,
     sa_cmd_sandbox,
     "What follows `--` is a command line of this program. Input, output, exit status and signals\n"
     "are as without the sandbox. Inside there is no network, no key, and no file but the system's\n"
     "programs, those that ARGS name to be read, and what --read and --write grant; tools and checks\n"
     "run inside. Requests to the model go through this process, which adds the key.\n",
     false},
    {"models", "models [OPTIONS] [PROVIDER[/PART]]",
     "list the providers and the model in force, or what a provider offers", SA_SCOPE_RUN,
     sa_cmd_models,
     "With PROVIDER its server is asked, which costs nothing; PART of a name narrows the list.\n",
     false},
    {"tools", "tools [OPTIONS] [list | show NAME | call NAME [JSON] | check]",
     "show the tools that a run would have, call one, look for faults", SA_SCOPE_RUN, sa_cmd_tools,
     "Alone it prints them as the model sees them. `show` adds what is known of one, `call` calls it\n"
     "with arguments as a JSON object, `check` ends with status 10 where one has a fault.\n",
     false},
    {"tool", "tool describe COMMAND [ARGS...]",
     "print the section of a script that describes itself", 0, sa_cmd_tool,
     "Runs `COMMAND ARGS --describe`, which prints a JSON object: name, description, inputs and\n"
     "output (JSON Schemas), returns, examples, effects. See 'smolagent help tools'.\n",
     false},
    {"agents",
     "agents [OPTIONS] [list | show NAME | check [FILE] | trust FILE | untrust FILE|NAME]",
     "show the agents that there are, look for faults, trust an agent file", SA_SCOPE_RUN,
     sa_cmd_agents,
     "Those of [agent.NAME] sections of the configuration, of --agent-file, and of agent files that\n"
     "are trusted, which -A NAME finds from then on. `trust` puts a file into the list of these, with\n"
     "the hashes of the file and of what it names; what is changed has to be trusted again. `check`\n"
     "ends with status 10 where there is a fault. See 'smolagent help agent-files'.\n",
     false},
    {"mcp", "mcp [OPTIONS] list | test | call NAME [JSON] | serve",
     "look at MCP servers, try them, call a tool; be one", SA_SCOPE_RUN | SA_SCOPE_SERVE,
     sa_cmd_mcp,
     "The servers are those of [mcp.NAME] sections, --mcp and --mcp-config. `list` starts them and says\n"
     "what they offer, `test` shows their tools as the model sees them besides, `call` calls one with\n"
     "the arguments of a JSON object and prints what it gives as JSON. Exit status 11 when one does not\n"
     "start, or the call fails. `serve` is a server itself, over standard input and output or, with\n"
     "--listen, over HTTP: it offers other agents this sandbox, with the limits and grants of the options.\n",
     false},
    {"sessions", "sessions audit FILE|ID...", "verify and print audit trails of --audit", 0,
     sa_cmd_sessions, "Exit status 4 when lines are missing or were changed.\n", false},
    {"config", "config [OPTIONS]", "show every setting with its origin",
     SA_SCOPE_RUN | SA_SCOPE_CONF, sa_cmd_config, NULL, false},
    {"doctor", "doctor [OPTIONS]", "check configuration, model, libraries and terminal",
     SA_SCOPE_RUN | SA_SCOPE_DOCTOR, sa_cmd_doctor, NULL, false},
    {"init", "init ci [github|github-container|gitlab|docker]", "write a CI job that runs a task",
     SA_SCOPE_RUN, sa_cmd_init,
     "Writes a job for the configured model, unless the file exists; its first lines say what it needs\n"
     "from the runner, and which secrets and variables:\n"
     "  github             .github/workflows/smolagent.yml, in a virtual machine (the default)\n"
     "  github-container   .github/workflows/smolagent-container.yml, in a container\n"
     "  gitlab             .gitlab/smolagent.yml, to be included by .gitlab-ci.yml\n"
     "  docker             smolagent.Dockerfile, for any other service that runs containers\n",
     false},
    {"completion", "completion bash|zsh|fish", "print a completion script", 0, sa_cmd_completion,
     NULL, false},
    {"help", "help [COMMAND | TOPIC]", "show help, or a page such as guide, tools or events", 0,
     sa_cmd_help, NULL, false},
    {NULL, NULL, NULL, 0, NULL, NULL, false},
};

void sa_cli_init(void)
{
    sa_commands = commands;
}

// The words before any option; what stands behind one may be its value.
static int leading_words(int argc, char **argv)
{
    int n = 0;
    while (n < argc && argv[n][0] != '-') n++;
    return n;
}

static bool may_ask(int argc, char **argv)
{
    bool no = false;
    const char *set = getenv("SMOLAGENT_NO_INPUT");
    if (set && *set && (!sa_parse_bool(set, &no) || no)) return false;
    for (int i = 0; i < argc; i++)
        if (sa_streq(argv[i], "--no-input")) return false;
    return true;
}

// Options that a chat takes and no task, where a person can give one.
static bool is_chat(int argc, char **argv)
{
    struct sa_config config;
    struct sa_err err = SA_ERR_INIT;
    char **words = NULL;
    int count = 0;
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO) || !may_ask(argc, argv)) return false;
    sa_config_init(&config);
    bool whole = !sa_config_args(&config, SA_SCOPE_CHAT, argc, argv, false, &words, &count, &err);
    bool chat = whole && !count && !sa_opt_help(&config);
    free(words);
    sa_config_release(&config);
    return chat;
}

// What is no command is a task, unless it looks like one that was mistyped.
static int task(int argc, char **argv)
{
    struct sa_slip slip;
    struct sa_err err = SA_ERR_INIT;
    if (is_chat(argc, argv)) return sa_cmd_chat(sa_command_find("chat"), argc, argv);
    if (!sa_slip_find(leading_words(argc, argv), argv, &slip)) return sa_cmd_run(NULL, argc, argv);
    if (may_ask(argc, argv) && sa_slip_ask(&slip, argv[0]))
        return slip.meant->run(slip.meant, argc - 1, argv + 1);
    sa_slip_refuse(&slip, argv[0], &err);
    return sa_cli_fail(&err);
}

// `smolagent python -V` says as python3 does which language it is.
static int python_version(void)
{
    static const char text[] = "Python 3.12.0 (smolagent " SA_VERSION ")\n";
    sa_cli_out(text, sizeof text - 1);
    return SA_OK;
}

static int version(bool verbose)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_appends(&out, "smolagent " SA_VERSION "\n");
    if (verbose && sa_linked) {
        sa_buf_appends(&out, "\nMIT licence. Linked statically:\n");
        for (const struct sa_linked *l = sa_linked; l->name; l++)
            sa_buf_appendf(&out, "  %-20s %-24s %s\n", l->name, l->version, l->licence);
    }
    sa_cli_out(sa_buf_text(&out), out.len);
    sa_buf_release(&out);
    return SA_OK;
}

static bool is_version(const char *word)
{
    return sa_streq(word, "--version") || sa_streq(word, "-V");
}

static bool is_verbose(const char *word)
{
    return sa_streq(word, "--verbose") || sa_streq(word, "-v");
}

static int bare(void)
{
    if (isatty(STDIN_FILENO) && isatty(STDERR_FILENO))
        return sa_cmd_chat(sa_command_find("chat"), 0, NULL);
    return sa_cmd_run(NULL, 0, NULL);
}

// A standard stream that is closed would be the next file opened, and what is meant for the
// terminal would get into that: /dev/null, open the wrong way round, takes its place.
static void hold_standard_streams(void)
{
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0) open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int sa_cli_main(int argc, char **argv)
{
    sa_cli_init();
    signal(SIGCHLD, SIG_DFL); // where it was inherited as ignored, no end of a child is seen
    sa_log_to(sa_log_stderr, NULL);
    int status = sa_exec_role(argc, argv);
    if (status >= 0) return status;
    sa_spawn_seclude();
    hold_standard_streams();
    signal(SIGXFSZ, SIG_IGN); // a file grown to `ulimit -f` is an error of the write to it
    if (argc < 2) return bare();
    if (is_version(argv[1])) return version(argc > 2 && is_verbose(argv[2]));
    if (argc > 2 && is_verbose(argv[1]) && is_version(argv[2])) return version(true);
    if (sa_streq(argv[1], "--help") || sa_streq(argv[1], "-h")) return sa_cmd_help(NULL, 0, NULL);
    const struct sa_command *command = sa_command_find(argv[1]);
    bool wants_help = argc == 3 && (sa_streq(argv[2], "--help") || sa_streq(argv[2], "-h"));
    bool wants_version = argc == 3 && is_version(argv[2]);
    if (command && wants_help) return sa_help_print(command);
    if (command && wants_version)
        return command->scope == SA_SCOPE_PY ? python_version() : version(false);
    if (command) return command->run(command, argc - 2, argv + 2);
    return task(argc - 1, argv + 1);
}
