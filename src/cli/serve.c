// `smolagent mcp serve`: what the sandbox is to other agents. Each session has an interpreter of
// its own, with the limits and grants of the settings, as two tools (mcp/serve.h).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/journal.h"
#include "agent/show.h"
#include "base/clock.h"
#include "base/fs.h"
#include "base/image.h"
#include "base/json.h"
#include "base/log.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/tty.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/run.h"
#include "exec/hint.h"
#include "mcp/serve.h"
#include "tool/builtin.h"
#include "tool/handle.h"

enum {
    MESSAGE_SHOWN = 1000, // of an exception, characters
    TOKEN_FILE = 65536,   // bytes
};

// Of all sessions.
struct server {
    const struct sa_config *config;
    struct sa_folders folders;
    struct sa_files files;
    const char **imports;
    struct sa_exec_own *own; // of the executor alone
    struct sa_exec_choice executor;
};

// Where the code of one session runs. Used by the thread of its calls only.
struct place {
    struct server *of;
    struct sa_serve *session;
    struct sa_tools *tools;
    struct sa_exec_choice executor;
    struct sa_exec_options options;
    struct sa_journal *journal;
    struct sa_exec *exec; // NULL: no code has run yet
    size_t cells;
    struct sa_buf printed, pictures; // of the call under way; JSON strings, a comma before each
};

// ---- code --------------------------------------------------------------------------------------

static bool on_print(void *ctx, int fd, const char *text, size_t len)
{
    struct place *p = ctx;
    (void)fd;
    sa_buf_append(&p->printed, text, len);
    sa_serve_progress(p->session, text, len);
    return true;
}

static void on_image(void *ctx, const struct sa_image *image)
{
    struct place *p = ctx;
    struct sa_handles *handles = p->tools->env->handles;
    SA_AUTO_FREE char *handle = sa_handles_add(handles, "image", image->media, image->data,
                                               image->len);
    if (!handle) return;
    sa_buf_appendc(&p->pictures, ',');
    sa_json_quote(&p->pictures, handle, strlen(handle));
}

static void fill_options(struct place *p, struct sa_stop *stop)
{
    const struct server *of = p->of;
    const struct sa_config *c = of->config;
    p->options = (struct sa_exec_options){
        .mode = SA_EXEC_AGENT,
        .max_memory = sa_setup_max_memory(c, SA_OPT_max_memory, sa_opt_executor(c)),
        .max_operations = sa_opt_max_operations(c),
        .max_output = sa_opt_max_output(c),
        .step_timeout_ns = sa_opt_step_timeout(c),
        .imports = of->imports,
        .installed = sa_setup_installed(c),
        .files = of->files.count ? &of->files : NULL,
        .folders = of->folders.count ? &of->folders : NULL,
        .sandbox = sa_setup_sandbox(c),
        .python = sa_opt_python(c),
        .max_disk = sa_opt_max_disk(c),
        .env = sa_opt_env(c),
        .own = of->own,
        .stop = stop,
        .on_print = on_print,
        .on_image = on_image,
        .ctx = p,
    };
    sa_random_bytes(&p->options.seed, sizeof p->options.seed);
    sa_journal_attach(p->journal, &p->options);
}

static int open_place(struct place *p, struct sa_stop *stop, struct sa_err *err)
{
    fill_options(p, stop);
    return p->executor.ops->open(&p->options, &p->exec, err);
}

static void close_place(struct place *p)
{
    if (p->exec) p->exec->ops->close(p->exec);
    p->exec = NULL;
    sa_journal_clear(p->journal);
}

// ---- what is told of a cell --------------------------------------------------------------------

static void put_line_end(struct sa_buf *out)
{
    if (out->len && out->data[out->len - 1] != '\n') sa_buf_appendc(out, '\n');
}

static void put_cell(const struct place *p, const struct py_result *r, struct sa_buf *out)
{
    const struct sa_failure failure = {.result = r,
                                       .executor = p->executor.ops,
                                       .automatic = p->executor.why[0],
                                       .options = &p->options};
    size_t budget = (size_t)sa_opt_max_observation(p->of->config);
    sa_cut_middle(out, sa_buf_text(&p->printed), p->printed.len, budget, "");
    put_line_end(out);
    if (r->status == PY_EXIT) {
        sa_buf_appendf(out, "SystemExit: %d\n", r->exit_code);
    } else if (r->error_text) {
        struct sa_buf whole = SA_BUF_INIT(SA_BUF_HUGE);
        sa_put_traceback(&whole, r->error_text, r->error_text_len, MESSAGE_SHOWN);
        sa_cut_middle(out, sa_buf_text(&whole), whole.len, budget / 2, "");
        sa_hint_for_model(out, &failure);
        sa_buf_release(&whole);
    } else if (r->value_repr) {
        sa_put_last_value(out, r->value_repr, r->value_repr_len, budget / 2, "");
    }
    if (!out->len) sa_buf_appends(out, "(nothing was printed, and the last line has no value)");
}

static void answer(struct place *p, const struct py_result *r, struct sa_tool_result *result)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE), json = SA_BUF_INIT(SA_BUF_HUGE);
    put_cell(p, r, &text);
    text.len = sa_secret_redact(text.data, text.len);
    if (r->error_text && r->status != PY_EXIT) {
        result->error = sa_buf_take(&text, NULL);
    } else {
        sa_buf_appendc(&json, '[');
        sa_json_quote(&json, sa_buf_text(&text), text.len);
        sa_buf_append(&json, sa_buf_text(&p->pictures), p->pictures.len);
        sa_buf_appendc(&json, ']');
        result->json = sa_buf_take(&json, NULL);
    }
    sa_buf_release(&text);
    sa_buf_release(&json);
}

// ---- the tools ---------------------------------------------------------------------------------

static void run_python(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                       struct sa_tool_result *result)
{
    struct place *p = tool->data;
    struct sa_err err = SA_ERR_INIT;
    struct py_result r = {0};
    char filename[40];
    if (!p->exec && open_place(p, stop, &err)) {
        result->error = sa_xasprintf("the interpreter cannot be started: %s", err.message);
        return;
    }
    cJSON *args = sa_json_parse(args_json, strlen(args_json), NULL);
    const char *code = sa_json_str(args, "code", "");
    sa_buf_clear(&p->printed);
    sa_buf_clear(&p->pictures);
    snprintf(filename, sizeof filename, "<cell %zu>", ++p->cells);
    sa_journal_run(p->journal, p->exec, code, strlen(code), filename, &r);
    answer(p, &r, result);
    cJSON_Delete(args);
}

static void reset_python(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                         struct sa_tool_result *result)
{
    struct place *p = tool->data;
    (void)args_json, (void)stop;
    close_place(p);
    p->cells = 0;
    result->json = sa_xstrdup("\"The interpreter starts anew with the next code.\"");
}

static void put_names(struct sa_buf *out, const char *title, const char *const *names)
{
    sa_buf_appends(out, title);
    for (size_t i = 0; names && names[i]; i++) {
        sa_buf_appends(out, i ? ", " : " ");
        sa_utf8_printable(out, names[i], strlen(names[i]));
    }
    if (!names || !*names) sa_buf_appends(out, " none");
    sa_buf_appends(out, ".\n");
}

static char *describe(const struct server *of)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    const struct sa_config *c = of->config;
    sa_buf_appends(&out,
                   "Runs Python 3.12 code in a sandbox and gives what it printed, the value of its "
                   "last line and, when it fails, the traceback. Variables, functions and imports "
                   "stay for the next call. There is no network.\n");
    put_names(&out, "Modules:", of->imports);
    put_names(&out, "Files that open() may read:", sa_opt_file(c));
    put_names(&out, "Folders (those with :rw may be written to):", sa_opt_folder(c));
    sa_buf_appendf(&out, "A call may take %lld s and %zu MiB.",
                   (long long)(sa_opt_step_timeout(c) / 1000000000),
                   (size_t)sa_setup_max_memory(c, SA_OPT_max_memory, sa_opt_executor(c)) >> 20);
    return sa_buf_take(&out, NULL);
}

// `code` (may be NULL) is the schema of an input of that name.
static void add_tool(struct place *p, const char *name, const char *description, const char *code,
                     sa_tool_fn call)
{
    const char *const *folders = sa_opt_folder(p->of->config);
    bool writes = false;
    for (; folders && *folders; folders++) writes |= sa_ends_with(*folders, ":rw");
    struct sa_tool *tool = sa_builtin_new(name, description,
                                          SA_TOOL_READS | (writes ? SA_TOOL_WRITES : 0), call);
    tool->data = p;
    if (code) sa_builtin_input(tool, "code", code);
    sa_tools_add(p->tools, tool, NULL); // the names are none of others
}

static void *begin(void *ctx, struct sa_serve *session, struct sa_tools *tools)
{
    struct server *of = ctx;
    struct place *p = sa_xcalloc(1, sizeof *p);
    *p = (struct place){.of = of,
                        .session = session,
                        .tools = tools,
                        .executor = of->executor,
                        .journal = sa_journal_new(),
                        .printed = SA_BUF_INIT(SA_BUF_HUGE),
                        .pictures = SA_BUF_INIT(SA_BUF_SMALL)};
    SA_AUTO_FREE char *description = describe(of);
    add_tool(p, "run_python", description,
             "{\"type\":\"string\",\"description\":\"Python source\"}", run_python);
    add_tool(p, "reset_python", "Forgets all variables: the next code finds a fresh interpreter.",
             NULL, reset_python);
    return p;
}

static void end(void *state)
{
    struct place *p = state;
    close_place(p);
    sa_journal_free(p->journal);
    sa_buf_release(&p->printed);
    sa_buf_release(&p->pictures);
    free(p);
}

// ---- the server --------------------------------------------------------------------------------

// Who sends code is a stranger to us: the walls are those of foreign text.
static void choose_executor(struct server *of)
{
    struct sa_tool code = {.name = (char *)"run_python", .foreign = true}, *items[] = {&code};
    const struct sa_tools tools = {.items = items, .count = 1};
    sa_setup_executor(of->config, of->imports, &tools, &of->executor);
    of->own = sa_setup_own(of->config, of->executor.ops);
}

static void tell_url(const char *url)
{
    sa_tty_printf(STDERR_FILENO, "smolagent speaks MCP at %s (Ctrl-C ends it)\n", url);
}

// The token of the environment, or the first line of the file; *token is yours, NULL: there is
// none.
static int find_token(const struct sa_config *c, char **token, struct sa_err *err)
{
    const char *path = sa_opt_serve_token_file(c), *given = getenv("SMOLAGENT_SERVE_TOKEN");
    SA_AUTO_FREE char *real = path ? sa_fs_expand(path) : NULL;
    SA_AUTO_FREE char *text = NULL;
    size_t len = 0;
    if (given && *given) {
        *token = sa_xstrdup(given);
    } else if (path) {
        text = sa_fs_read(real, TOKEN_FILE, &len, err);
        if (!text) return sa_err_prefix(err, "serve_token_file"), err->code;
        struct sa_str rest = {text, len}, line = {"", 0};
        sa_str_next_line(&rest, &line);
        line = sa_str_trim(line);
        *token = sa_xstrndup(line.data,
                             line.len); // what is wrong with it is told by who asks for it
    }
    if (*token) sa_secret_add(*token);
    return SA_OK;
}

static int serve_http(const struct sa_config *c, const struct sa_serve_offer *offer,
                      struct sa_stop *stop, struct sa_err *err)
{
    SA_AUTO_FREE char *token = NULL;
    int code = find_token(c, &token, err);
    const struct sa_serve_http http = {.listen = sa_opt_listen(c),
                                       .token = token,
                                       .hosts = sa_opt_serve_hosts(c),
                                       .max_sessions = (size_t)sa_opt_max_sessions(c),
                                       .idle_ns = sa_opt_session_idle(c),
                                       .ready = tell_url};
    return code ? code : sa_serve_http(offer, &http, stop, err);
}

static int serve_stdio(const struct sa_serve_offer *offer, struct sa_stop *stop, struct sa_err *err)
{
    if (isatty(STDIN_FILENO))
        sa_tty_printf(STDERR_FILENO,
                      "smolagent speaks MCP here, a message a line; Ctrl-C ends it.\n");
    return sa_serve_stdio(offer, stop, err);
}

int sa_serve_mcp(const struct sa_config *config, struct sa_stop *stop, struct sa_err *err)
{
    struct server of = {.config = config};
    const struct sa_serve_offer offer = {
        .instructions = "run_python runs code in a sandbox whose state stays from call to call; "
                        "reset_python begins anew.",
        .ctx = &of,
        .begin = begin,
        .end = end,
    };
    int code = sa_config_check_executor(config, SA_SCOPE_RUN, sa_opt_executor(config), err);
    if (!code && (sa_folders_open(&of.folders, sa_opt_folder(config), err) ||
                  sa_files_open(&of.files, sa_opt_file(config), &of.folders, err)))
        code = err->code;
    if (!code) {
        of.imports = sa_setup_imports(config);
        choose_executor(&of);
        code = sa_opt_listen(config) ? serve_http(config, &offer, stop, err)
                                     : serve_stdio(&offer, stop, err);
    }
    sa_folders_release(&of.folders);
    sa_files_release(&of.files);
    free(of.imports);
    free(of.own);
    return code;
}
