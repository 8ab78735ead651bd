// `smolagent python`: the sandboxed interpreter alone, used as python3 is. Start-up counts
// here: nothing is read or opened that a plain `-c pass` does not need.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "agent/journal.h"
#include "base/clock.h"
#include "base/fs.h"
#include "base/log.h"
#include "base/str.h"
#include "base/tty.h"
#include "base/xalloc.h"
#include "cli/cli.h"
#include "cli/programs.h"
#include "exec/exec.h"
#include "setup/setup.h"
#include "tool/files/granted.h"

#define GRACE_NS (2 * SA_NS_PER_S) // to see that it is to end
#define MAX_SOURCE ((size_t)64 << 20)

struct program {
    char *source;
    size_t len;
    const char *filename;
    char *own_name;    // behind it, where we made it
    const char **argv; // sys.argv
    int argc;
    bool repl;
    struct sa_runnable module;      // of -m
    struct sa_exec_modules modules; // beside it; fd -1: none
};

static struct sa_exec *running;
static volatile sig_atomic_t interrupted;
static struct sa_host host = {.wake = -1};

// Of workers: what another interpreter makes of an interrupt is its program's affair, and it is
// made to keep the time limit. Only standard streams that are stuck keep us from doing so.
static bool worker_goes_on(void)
{
    static volatile sig_atomic_t last;
    bool stuck = host.waits % 2 && host.waits == last;
    last = host.waits;
    return !stuck;
}

// Our own engine ends at an interrupt. If it does not, the process does.
static void on_sigint(int sig)
{
    const uint64_t one = 1;
    if (interrupted) sa_signals_leave(128 + sig);
    interrupted = 1;
    sa_signals_leave_in(128 + sig, GRACE_NS);
    if (running) running->ops->interrupt(running);
    ssize_t n = host.wake >= 0 ? write(host.wake, &one, sizeof one) : 0;
    (void)n;
}

// A program of ours, with what the user's words name.
static bool read_module(const char *name, char **words, int count, struct program *p,
                        struct sa_err *err)
{
    if (sa_runnable_find(name, words, count, &p->module, err)) return false;
    p->source = sa_xstrndup(p->module.text->text, p->module.text->len);
    p->len = p->module.text->len;
    p->filename = p->own_name = sa_xasprintf("<%s>", name);
    if (sa_streq(p->module.folder, ".")) sa_modules_open_here(&p->modules);
    else if (p->module.folder) sa_modules_open(&p->modules, p->module.folder);
    p->argv[p->argc++] = name;
    for (int i = 0; i < count; i++) p->argv[p->argc++] = words[i];
    return true;
}

static bool read_program(const struct sa_config *config, char **words, int count, struct program *p,
                         struct sa_err *err)
{
    const char *command = sa_opt_py_command(config), *module = sa_opt_py_module(config);
    p->argv = sa_xcalloc((size_t)count + 2, sizeof *p->argv);
    if (command) {
        p->source = sa_xstrdup(command);
        p->len = strlen(command);
        p->filename = "<string>";
        p->argv[p->argc++] = "-c";
        for (int i = 0; i < count; i++) p->argv[p->argc++] = words[i];
        return true;
    }
    if (module) return read_module(module, words, count, p, err);
    bool from_stdin = !count || sa_streq(words[0], "-");
    p->filename = from_stdin ? "<stdin>" : words[0];
    p->argv[p->argc++] = count ? words[0] : "";
    for (int i = 1; i < count; i++) p->argv[p->argc++] = words[i];
    p->repl = from_stdin && isatty(STDIN_FILENO);
    if (p->repl) return true;
    p->source = from_stdin ? sa_fs_read_fd(STDIN_FILENO, "standard input", MAX_SOURCE, &p->len, err)
                           : sa_fs_read(words[0], MAX_SOURCE, &p->len, err);
    err->code = SA_E_USAGE; // python3 exits with 2 when it cannot open its file
    if (p->source && !from_stdin && sa_opt_py_modules(config))
        sa_modules_open(&p->modules, words[0]);
    return p->source != NULL;
}

static int limit_status(const struct py_result *r)
{
    return r->limit == PY_LIMIT_TIME ? SA_E_TIMEOUT : SA_E_CAP;
}

// Prints what is left to print and turns the result into the exit status. By Ctrl-C it ends as
// python3 does, so that a shell's loop ends with it.
static int finish(const struct py_result *r)
{
    if (r->status == PY_LIMIT || (r->error_text_len && r->status != PY_INTERRUPTED))
        sa_python_error(&host, r);
    if (r->status == PY_EXCEPTION && r->error_type && sa_streq(r->error_type, "KeyboardInterrupt"))
        return SA_CLI_BY_SIGNAL + SIGINT;
    switch (r->status) {
    case PY_EXIT: return r->exit_code & 0xFF;
    case PY_EXCEPTION: return 1;
    case PY_LIMIT: return limit_status(r);
    case PY_INTERRUPTED:
        sa_tty_printf(STDERR_FILENO, "KeyboardInterrupt\n");
        return SA_CLI_BY_SIGNAL + SIGINT;
    default: return 0;
    }
}

static int disassemble(struct sa_exec *exec, const struct program *p)
{
    struct py_result result = {0};
    char *text = exec->ops->disassemble(exec, p->source, p->len, p->filename, &result);
    if (!text) {
        result.status = PY_EXCEPTION;
        return finish(&result);
    }
    sa_cli_out(text, strlen(text));
    free(text);
    return SA_OK;
}

static void catch_sigint(void)
{
    struct sigaction action = {.sa_handler = on_sigint}, old;
    sigemptyset(&action.sa_mask);
    // Ignored by the parent (nohup, background jobs): stays ignored, as under python3.
    if (sigaction(SIGINT, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(SIGINT, &action, NULL);
}

static void hint_at_stdin(const struct sa_config *config, const struct py_result *r)
{
    static const char refused[] = "(no standard input is granted to this program)\n";
    const size_t len = sizeof refused - 1;
    if (r->status == PY_EXCEPTION && !sa_opt_py_stdin(config) && r->error_text_len > len &&
        !memcmp(r->error_text + r->error_text_len - len, refused, len))
        sa_tty_printf(STDERR_FILENO,
                      "smolagent: --stdin hands piped standard input to the program\n");
}

static int execute(const struct sa_config *config, struct sa_exec *exec, struct sa_journal *journal,
                   const struct program *p)
{
    struct py_result result = {0};
    running = exec;
    if (exec->ops != &sa_exec_local) sa_signals_extend(worker_goes_on);
    catch_sigint();
    if (p->repl) return sa_repl(exec, journal, &host);
    if (sa_opt_dis(config)) return disassemble(exec, p);
    int64_t timeout = sa_opt_py_timeout(config);
    if (timeout) // the engine keeps it; this is for an end that does not come
        sa_signals_leave_in(SA_E_TIMEOUT, timeout + GRACE_NS);
    exec->ops->run(exec, p->source, p->len, p->filename, &result);
    if (timeout || interrupted) sa_signals_leave_in(0, 0); // what is left to do is taking down
    int status = finish(&result);
    hint_at_stdin(config, &result);
    return status;
}

// Those of --file and those that the words of -m name.
static void add_files(struct program *p, const char *const *granted)
{
    size_t n = 0, more = 0;
    if (!p->module.files) return;
    while (p->module.files[n]) n++;
    while (granted && granted[more]) more++;
    p->module.files = sa_xrealloc(p->module.files, (n + more + 1) * sizeof *p->module.files);
    for (size_t i = 0; i < more; i++) p->module.files[n + i] = granted[i];
    p->module.files[n + more] = NULL;
}

static void fill_options(const struct sa_config *config, const struct program *p,
                         struct sa_exec_options *o)
{
    const struct sa_setting *fixed = sa_config_get(config, SA_OPT_seed);
    *o = (struct sa_exec_options){
        .mode = p->repl ? SA_EXEC_REPL : SA_EXEC_SCRIPT,
        .max_memory = sa_setup_max_memory(config, SA_OPT_py_max_memory, sa_opt_py_executor(config)),
        .max_operations = sa_opt_py_max_operations(config),
        .max_output = sa_opt_py_max_output(config),
        .step_timeout_ns = sa_opt_py_timeout(config),
        .imports = sa_setup_import_list(config, SA_OPT_py_only_imports, SA_OPT_py_imports, NULL),
        .optimize = (int)sa_opt_py_optimize(config),
        .warnings = sa_opt_py_warnings(config),
        .modules = p->modules.fd >= 0 ? &p->modules : NULL,
        .seed = fixed->set ? fixed->whole + 1 : 0,
        .strict_seed = fixed->set,
        .sandbox = sa_setup_sandbox(config),
        .python = sa_opt_python(config),
        .max_disk = sa_opt_max_disk(config),
        .env = sa_opt_env(config),
        .argv = p->argv,
        .argc = p->argc,
        .on_print = sa_host_print,
        .ctx = &host,
    };
    // What is piped in may be somebody's secret: it takes a word to hand it to the program.
    if (sa_opt_py_stdin(config) || p->module.input || isatty(STDIN_FILENO))
        o->on_line = sa_host_line;
    host.max_line = o->max_memory; // a piece as large as that is a MemoryError in there
}

static int run_program(const struct sa_config *config, const struct program *p)
{
    struct sa_err err = SA_ERR_INIT;
    struct sa_exec_options options;
    struct sa_exec *exec;
    const char *name = sa_opt_py_executor(config);
    const struct sa_exec_ops *ops = sa_exec_find(name);
    int status;
    struct sa_exec_own *own = sa_setup_own(config, ops);
    struct sa_folders folders = {0};
    struct sa_files files = {0};
    const char *const *names = p->module.files ? p->module.files : sa_opt_file(config);
    fill_options(config, p, &options);
    options.own = own;
    host.executor = ops;
    host.options = &options;
    // A worker that is lost is replaced by one with what was typed before.
    struct sa_journal *journal = p->repl && ops != &sa_exec_local ? sa_journal_new() : NULL;
    if (journal) sa_journal_attach(journal, &options);
    if (options.on_line && !p->repl) host.wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (sa_config_check_executor(config, SA_SCOPE_PY, name, &err) ||
        sa_folders_open(&folders, sa_opt_folder(config), &err) ||
        sa_files_open(&files, names, &folders, &err) ||
        (options.folders = folders.count ? &folders : NULL,
         options.files = files.count ? &files : NULL, false) ||
        ops->open(&options, &exec, &err)) {
        status = sa_cli_fail(&err);
    } else {
        status = execute(config, exec, journal, p);
        running = NULL;
#if !defined(__SANITIZE_ADDRESS__) && !defined(PY_GC_STRESS)
        // A release build leaves its own heap to the end of the process, which is faster.
        if (ops != &sa_exec_local)
#endif
            ops->close(exec);
    }
    if (status > SA_CLI_BY_SIGNAL) sa_cli_die_by(status - SA_CLI_BY_SIGNAL);
    free((void *)(uintptr_t)options.imports);
    free(own);
    sa_folders_release(&folders);
    sa_files_release(&files);
    sa_journal_free(journal);
    sa_host_release(&host);
    return status;
}

int sa_cmd_python(const struct sa_command *self, int argc, char **argv)
{
    struct sa_config config;
    struct sa_err err = SA_ERR_INIT;
    struct program program = {.modules.fd = -1};
    char **words = NULL;
    int count, status = sa_cli_settings(self, &config, argc, argv, &words, &count);
    // Until the program has been read, there is nothing that would end at the time limit.
    int64_t timeout = status < 0 ? sa_opt_py_timeout(&config) : 0;
    if (timeout) sa_signals_leave_in(SA_E_TIMEOUT, timeout);
    if (status < 0 && !read_program(&config, words, count, &program, &err))
        status = sa_cli_fail(&err);
    if (timeout) sa_signals_leave_in(SA_E_TIMEOUT, 0);
    add_files(&program, sa_opt_file(&config));
    if (status < 0) status = run_program(&config, &program);
    sa_modules_close(&program.modules);
    free(program.source);
    free(program.argv);
    free(program.own_name);
    free(program.module.files);
    free(words);
    sa_config_release(&config);
    return status;
}
