// `smolagent sandbox-run`: what of a command line, its settings and its files goes into the
// sandbox, and what stays. Settings in force are spelled out as flags for the program inside, so
// that it needs no configuration file of this machine; keys, headers, proxies and the model's real
// address are for the broker alone.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/log.h"
#include "base/grant.h"
#include "base/outside.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/tty.h"
#include "base/xalloc.h"
#include "cli/run.h"
#include "exec/docker/docker.h"
#include "exec/e2b/e2b.h"
#include "exec/runner/runner.h"
#include "model/endpoint.h"

#define PLACEHOLDER_KEY "SMOLAGENT_API_KEY=kept-outside-the-sandbox"

struct list {
    char **items; // NULL-terminated, owned
    size_t count, cap;
};

// A model that the broker asks.
struct target {
    struct sa_endpoint endpoint;
    char *shown; // its URL without what could be secret
    const char *headers[20];
};

struct plan {
    const struct sa_config *box; // settings of sandbox-run
    const struct sa_command *command;
    struct sa_config config; // of the command inside
    char **words;
    int word_count;
    struct list args, env, read, write;
    struct sa_buf text;     // of the configuration file inside
    struct target *targets; // the first model, and those that stand in for it; none: none is asked
    size_t target_count, target_cap;
    struct sa_http_options http;
};

static void add(struct list *l, char *item)
{
    SA_GROW(l->items, l->cap, l->count + 2);
    l->items[l->count++] = item;
    l->items[l->count] = NULL;
}

static void list_release(struct list *l)
{
    for (size_t i = 0; i < l->count; i++) free(l->items[i]);
    free(l->items);
}

// --- files

// What is not there is for the command inside to complain of. Grants may stand behind a colon.
static void grant_read(struct plan *p, const char *path)
{
    SA_AUTO_FREE char *name = sa_xstrdup(path);
    char *tail = strchr(name, ':');
    if (tail && !sa_fs_exists(name)) *tail = '\0';
    char *whole = sa_fs_absolute(name);
    if (sa_fs_exists(whole) && whole[1]) add(&p->read, whole);
    else free(whole);
}

static int need_writable(const struct plan *p, const char *flag, const char *path,
                         struct sa_err *err)
{
    SA_AUTO_FREE char *whole = sa_fs_absolute(path);
    for (size_t i = 0; i < p->write.count; i++) {
        size_t len = strlen(p->write.items[i]);
        if (!strncmp(whole, p->write.items[i], len) && (!whole[len] || whole[len] == '/'))
            return SA_OK;
    }
    return sa_err_set(err, SA_E_USAGE,
                      "--%s %s: the sandbox may not write there; grant the folder with --write DIR "
                      "before the --",
                      flag, path);
}

// --write folders have to be there; the root is too much to ask.
static int grant_items(enum sa_option_id id, const char *const *items, struct list *to,
                       struct sa_err *err)
{
    for (; items && *items; items++) {
        char *whole = sa_fs_absolute(*items);
        add(to, whole);
        const char *problem = !sa_fs_exists(whole)                             ? "is not there"
                              : !whole[1]                                      ? "is everything"
                              : id == SA_OPT_box_write && !sa_fs_is_dir(whole) ? "is no folder"
                                                                               : NULL;
        if (problem)
            return sa_err_set(err, SA_E_USAGE, "--%s %s: %s", sa_options[id].name, *items, problem);
    }
    return SA_OK;
}

// --- settings

static void add_flag(struct plan *p, const struct sa_option *o, const struct sa_setting *s)
{
    if (o->value.type == SA_TYPE_BOOL) {
        add(&p->args, sa_xasprintf("--%s%s", s->whole ? "" : "no-", o->name));
    } else if (o->value.type == SA_TYPE_COUNTER) {
        for (int64_t i = 0; i < s->whole; i++) add(&p->args, sa_xasprintf("--%s", o->name));
    } else if (o->value.type == SA_TYPE_ITEMS) {
        for (size_t i = 0; i < s->count; i++)
            add(&p->args, sa_xasprintf("--%s=%s", o->name, s->items[i]));
    } else {
        add(&p->args, sa_xasprintf("--%s=%s", o->name, s->text));
    }
}

static int treat(struct plan *p, size_t id, struct sa_err *err)
{
    const struct sa_option *o = &sa_options[id];
    const struct sa_setting *s = sa_config_get(&p->config, id);
    const char *one[] = {s->text, NULL};
    const char *const *paths = o->value.type == SA_TYPE_ITEMS ? (const char *const *)s->items : one;
    for (; o->box == SA_BOX_READS && *paths; paths++) grant_read(p, *paths);
    bool to_stdout = id == SA_OPT_output_file && sa_streq(s->text, "-");
    if (o->box == SA_BOX_WRITES && !to_stdout && need_writable(p, o->name, s->text, err))
        return err->code;
    if (o->box < SA_BOX_JOINED) add_flag(p, o, s);
    return SA_OK;
}

// A folder that an agent has for itself would be missed without a word.
static int refuse_folders(const struct plan *p, struct sa_err *err)
{
    const struct sa_setting *s = sa_config_get(&p->config, SA_OPT_folder);
    if (!s->set || s->origin != SA_FROM_AGENT) return SA_OK;
    return sa_err_set(
        err, SA_E_CONFIG,
        "%s: folder: sandbox-run hands in no folder of an agent; grant it with --read "
        "or --write before the --, and leave the line out",
        s->where);
}

// Flags that stay outside without being used there would be dropped: servers, folders, hosts. Those
// of other executors are refused with the executor.
static int refuse_withheld(const struct plan *p, struct sa_err *err)
{
    static const enum sa_option_id used[] = {
        SA_OPT_base_url, SA_OPT_header,    SA_OPT_bill_to,    SA_OPT_proxy,   SA_OPT_ca_file,
        SA_OPT_executor, SA_OPT_as,        SA_OPT_agent_file, SA_OPT_profile, SA_OPT_py_executor,
        SA_OPT_config,   SA_OPT_no_config, SA_OPT_project};
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_setting *s = sa_config_get(&p->config, i);
        bool fine = !s->set || s->origin != SA_FROM_FLAG || sa_options[i].box != SA_BOX_WITHHELD;
        for (size_t k = 0; k < SA_COUNT(used) && !fine; k++) fine = used[k] == i;
        if (fine) continue;
        const char *instead = i == SA_OPT_folder
                                  ? "; grant the folder with --read or --write before the --"
                                  : "";
        return sa_err_set(err, SA_E_USAGE, "--%s is not available inside sandbox-run%s",
                          sa_options[i].name, instead);
    }
    return SA_OK;
}

// What lies beside the agent file, for settings, tools and other agents.
static void grant_beside(struct plan *p)
{
    const struct sa_agent_file *f = p->config.agent_file;
    for (size_t i = 0; f && i < f->count; i++)
        if (f->beside[i].kind != SA_BESIDE_DATA) grant_read(p, f->beside[i].path);
}

// The list that is in force: what a project's file may narrow is not known inside.
static void put_imports(struct plan *p)
{
    bool program = p->command->scope & SA_SCOPE_PY;
    SA_AUTO_FREE const char **imports =
        program ? sa_setup_import_list(&p->config, SA_OPT_py_only_imports, SA_OPT_py_imports, NULL)
                : sa_setup_imports(&p->config);
    struct sa_buf list = SA_BUF_INIT(SA_BUF_TEXT);
    if (!imports) return;
    for (size_t i = 0; imports[i]; i++) sa_buf_appendf(&list, "%s%s", i ? "," : "", imports[i]);
    add(&p->args, sa_xasprintf("--only-imports=%s", sa_buf_text(&list)));
    sa_buf_release(&list);
}

static int put_settings(struct plan *p, struct sa_err *err)
{
    unsigned scope = p->command->scope;
    int code = SA_OK;
    add(&p->args, sa_xstrdup(p->command->name));
    for (size_t i = 0; !code && i < SA_OPT_COUNT; i++) {
        const struct sa_setting *s = sa_config_get(&p->config, i);
        bool mine = sa_options[i].scope & scope && s->set && s->origin != SA_FROM_DEFAULT;
        if (mine) code = treat(p, i, err);
    }
    put_imports(p);
    if (!(scope & SA_SCOPE_PY)) // in there are walls already
        add(&p->args, sa_xstrdup("--executor=local"));
    add(&p->args, sa_xstrdup("--no-project")); // it was read here, and judged by the user's files
    if (p->target_count) add(&p->args, sa_xasprintf("--base-url=%s", p->targets[0].shown));
    add(&p->args, sa_xstrdup("--config=" SA_RUNNER_CONFIG));
    return code;
}

// Is the provider of the i-th model that of one before?
static bool is_known(const struct plan *p, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (sa_streq(p->targets[k].endpoint.provider, p->targets[i].endpoint.provider)) return true;
    return false;
}

// They are the user's guards, and act on his machine: not inside, and not left out in silence.
static int refuse_hooks(const struct plan *p, struct sa_err *err)
{
    bool program = p->command->scope & SA_SCOPE_PY;
    for (size_t i = 0; i < p->config.section_count && !program; i++) {
        const struct sa_section *s = &p->config.sections[i];
        if (sa_starts_with(s->name, "hook."))
            return sa_err_set(
                err, SA_E_CONFIG,
                "%s:%d: [%s]: hooks are not run inside sandbox-run; give it a "
                "configuration without any (-- --config FILE), or none (-- --no-config)",
                s->file, s->count ? s->lines[0] : 0, s->name);
    }
    return SA_OK;
}

// Sections as they are, but of the providers only what names the model.
static void put_sections(struct plan *p)
{
    for (size_t i = 0; i < p->config.section_count; i++) {
        const struct sa_section *s = &p->config.sections[i];
        if (sa_starts_with(s->name, "provider.")) continue;
        if (sa_streq(s->name, "agents")) continue; // of the agent file, which stays outside
        if (sa_starts_with(s->name, "mcp.")) {     // with its keys, which stay outside
            sa_warn("[%s] is left out: there are no MCP servers in a sandbox", s->name);
            continue;
        }
        sa_buf_appendf(&p->text, "[%s]\n", s->name);
        for (size_t k = 0; k < s->count; k++)
            sa_buf_appendf(&p->text, "%s = %s\n", s->settings[k].key, s->settings[k].value);
    }
    for (size_t i = 0; i < p->target_count; i++) {
        const struct target *t = &p->targets[i];
        if (is_known(p, i)) continue;
        sa_buf_appendf(&p->text, "[provider.%s]\nbase_url = %s\nwire = %s\n", t->endpoint.provider,
                       t->shown, t->endpoint.wire);
        if (t->endpoint.requests_per_minute > 0)
            sa_buf_appendf(&p->text, "rpm = %g\n", t->endpoint.requests_per_minute);
    }
}

static void put_environment(struct plan *p)
{
    static const char *const harmless[] = {"TERM",     "COLORTERM", "NO_COLOR",      "FORCE_COLOR",
                                           "COLUMNS",  "LINES",     "LANG",          "LC_ALL",
                                           "LC_CTYPE", "TZ",        "CLICOLOR_FORCE"};
    const char *value;
    for (size_t i = 0; i < SA_COUNT(harmless); i++)
        if ((value = getenv(harmless[i]))) add(&p->env, sa_xasprintf("%s=%s", harmless[i], value));
    for (const char *const *name = sa_tty_services; *name; name++)
        if ((value = getenv(*name))) add(&p->env, sa_xasprintf("%s=%s", *name, value));
    bool keyed = false;
    for (size_t i = 0; i < p->target_count; i++) keyed |= p->targets[i].endpoint.auth != NULL;
    if (keyed) add(&p->env, sa_xstrdup(PLACEHOLDER_KEY));
    const char *const *names = sa_opt_box_env(p->box);
    for (; names && *names; names++) {
        if ((value = getenv(*names))) add(&p->env, sa_xasprintf("%s=%s", *names, value));
        else sa_warn("--env %s: there is no such variable", *names);
    }
}

// --- the model

// Without user, password, query and fragment.
static char *show_url(const char *url)
{
    const char *host = strstr(url, "://") + 3;
    const char *at = memchr(host, '@', strcspn(host, "/?#"));
    const char *from = at ? at + 1 : host;
    return sa_xasprintf("%.*s%.*s", (int)(host - url), url, (int)strcspn(from, "?#"), from);
}

// Inside, an address is known by the provider alone.
static int check_address(const struct plan *p, const struct target *t, struct sa_err *err)
{
    for (const struct target *other = p->targets; other < t; other++) {
        bool same = sa_streq(other->endpoint.provider, t->endpoint.provider);
        if (same && strcmp(other->shown, t->shown) != 0)
            return sa_err_set(err, SA_E_CONFIG,
                              "sandbox-run takes one address of provider %s, and the models have "
                              "two: %s and %s",
                              t->endpoint.provider, other->shown, t->shown);
    }
    return SA_OK;
}

static int add_target(struct plan *p, const struct sa_model_options *o, struct sa_err *err)
{
    if (sa_starts_with(o->model, "replay:")) return grant_read(p, o->model + 7), SA_OK;
    SA_GROW(p->targets, p->target_cap, p->target_count + 1);
    struct target *t = &p->targets[p->target_count++];
    *t = (struct target){0};
    if (sa_endpoint_resolve(o, &t->endpoint, err)) return err->code;
    t->shown = show_url(t->endpoint.url);
    size_t n = 0;
    for (; t->endpoint.headers[n]; n++) t->headers[n] = t->endpoint.headers[n];
    if (t->endpoint.auth) t->headers[n] = t->endpoint.auth;
    return check_address(p, t, err);
}

// Those of one configuration; *o is of the last.
static int find_its_models(struct plan *p, struct sa_config *config, struct sa_model_options *o,
                           struct sa_err *err)
{
    int code = SA_OK;
    for (size_t i = 0; !code; i++) {
        SA_AUTO_FREE char *name = NULL;
        code = sa_setup_model_options(config, i, &name, o, err);
        if (!code) code = add_target(p, o, err);
    }
    return code > 0 ? code : SA_OK;
}

// Agents that are called may have models of their own.
static int find_models_of_agents(struct plan *p, struct sa_err *err)
{
    const struct sa_config *base = p->config.agent.base ? p->config.agent.base : &p->config;
    const char *name;
    int code = SA_OK;
    for (size_t i = 0; !code && (name = sa_config_agent_at(base, i)); i++) {
        struct sa_model_options o;
        struct sa_config own;
        code = sa_config_agent(base, name, SA_AGENT_BELOW, &own, err);
        if (!code && own.served) code = find_its_models(p, &own, &o, err);
        sa_config_release(&own);
    }
    return code;
}

static int find_models(struct plan *p, struct sa_err *err)
{
    struct sa_model_options o;
    if (p->command->scope == SA_SCOPE_PY) return SA_OK;
    int code = find_its_models(p, &p->config, &o, err);
    if (!code) code = find_models_of_agents(p, err);
    if (code > 0 || !p->target_count) return code > 0 ? code : SA_OK;
    p->http = (struct sa_http_options){.connect_ms = o.connect_timeout_ms,
                                       .idle_ms = o.idle_timeout_ms,
                                       .first_ms = sa_model_first_ms(&o),
                                       .total_ms = o.total_timeout_ms,
                                       .proxy = o.proxy,
                                       .ca_file = o.ca_file,
                                       .retries = -1};
    sa_http_preload();
    return SA_OK;
}

// --- the whole

static int refuse_executor(struct plan *p, struct sa_err *err)
{
    bool python = p->command->scope == SA_SCOPE_PY;
    const struct sa_setting *s = sa_config_get(&p->config,
                                               python ? SA_OPT_py_executor : SA_OPT_executor);
    bool fits = sa_streq(s->text, "local") || sa_streq(s->text, "auto");
    if (fits || s->origin != SA_FROM_FLAG)
        return sa_config_check_executor(&p->config, p->command->scope, "local", err);
    return sa_err_set(err, SA_E_USAGE,
                      "--executor %s: inside sandbox-run the code runs in the built-in "
                      "interpreter; the walls are around the whole program",
                      s->text);
}

static void put_words(struct plan *p)
{
    bool python = p->command->scope == SA_SCOPE_PY;
    bool module = python && sa_opt_py_module(&p->config);
    bool script = python && !module && !sa_opt_py_command(&p->config) && p->word_count;
    for (int i = 0; module && i < p->word_count; i++)
        if (sa_fs_is_regular(p->words[i])) grant_read(p, p->words[i]);
    if (script && !sa_streq(p->words[0], "-")) grant_read(p, p->words[0]);
    // python would take options after the program for its own
    if (p->word_count) add(&p->args, sa_xstrdup("--"));
    for (int i = 0; i < p->word_count; i++) add(&p->args, sa_xstrdup(p->words[i]));
}

// Tools run inside; what prints keys does not.
static void watch_programs(const struct plan *p)
{
    for (size_t i = 0; i < p->write.count; i++) sa_grant_add(p->write.items[i]);
    sa_setup_outside(&p->config, true);
    sa_outside_warn();
}

static void grant_variables(struct plan *p)
{
    const char *const *vars = sa_opt_var(&p->config);
    for (; vars && *vars; vars++) {
        const char *value = strchr(*vars, '=');
        if (value && value[1] == '@') grant_read(p, value + 2);
    }
}

static int make(struct plan *p, struct sa_err *err)
{
    int code = refuse_executor(p, err);
    if (!code) code = refuse_hooks(p, err);
    if (!code) code = refuse_folders(p, err);
    if (!code) code = refuse_withheld(p, err);
    if (!code) code = grant_items(SA_OPT_box_read, sa_opt_box_read(p->box), &p->read, err);
    if (!code) code = grant_items(SA_OPT_box_write, sa_opt_box_write(p->box), &p->write, err);
    if (!code) watch_programs(p);
    if (!code) code = find_models(p, err);
    if (!code) code = put_settings(p, err);
    if (code) return code;
    put_sections(p);
    put_environment(p);
    put_words(p);
    grant_variables(p);
    grant_beside(p);
    return SA_OK;
}

// A chat's is that of a turn, of which nothing is known here.
static int64_t timeout_of(const struct plan *p)
{
    bool python = p->command->scope == SA_SCOPE_PY;
    if (p->command->scope == SA_SCOPE_CHAT) return 0;
    return python ? sa_opt_py_timeout(&p->config) : sa_opt_timeout(&p->config);
}

static int run(struct plan *p, struct sa_runner_end *end, struct sa_err *err)
{
    SA_AUTO_FREE struct sa_broker_rule *rules = sa_xcalloc(p->target_count + 1, sizeof *rules);
    for (size_t i = 0; i < p->target_count; i++) {
        const struct target *t = &p->targets[i];
        rules[i] = (struct sa_broker_rule){
            t->shown, t->endpoint.url, {t->headers, t->endpoint.given_for, t->endpoint.key_from}};
    }
    const struct sa_runner_options o = {
        .args = (const char *const *)p->args.items,
        .env = (const char *const *)p->env.items,
        .config = sa_buf_text(&p->text),
        .read = (const char *const *)p->read.items,
        .write = (const char *const *)p->write.items,
        .max_memory = sa_setup_max_memory(p->box, SA_OPT_box_max_memory,
                                          sa_opt_box_executor(p->box)),
        .max_disk = sa_opt_box_max_disk(p->box),
        .timeout_ns = timeout_of(p),
        .interactive = p->command->scope != SA_SCOPE_RUN,
        .sandbox = sa_setup_sandbox_of(sa_opt_box_sandbox(p->box)),
        .broker = {.rules = rules,
                   .rule_count = p->target_count,
                   .http = &p->http,
                   .max_requests = sa_opt_box_max_requests(p->box)}};
    const struct sa_docker_options docker = {
        .image = sa_opt_box_image(p->box),
        .any_limits = sa_setup_any_limits(p->box, SA_OPT_box_sandbox)};
    const struct sa_e2b_options e2b = {.template_id = sa_opt_box_e2b_template(p->box),
                                       .domain = sa_opt_box_e2b_domain(p->box),
                                       .quiet = sa_opt_quiet(&p->config)};
    const char *executor = sa_opt_box_executor(p->box);
    if (sa_config_check_executor(p->box, SA_SCOPE_BOX, executor, err)) return err->code;
    sa_secret_set_forms(false); // what passes the broker is left as it is, keys apart
    int rc = sa_streq(executor, "docker") ? sa_runner_docker(&o, &docker, end, err)
             : sa_streq(executor, "e2b")  ? sa_runner_e2b(&o, &e2b, end, err)
                                          : sa_runner_jail(&o, end, err);
    return rc ? err->code : SA_OK;
}

// The status of the program inside becomes ours; of what killed it only what ends programs anyhow.
static int pass_on(const struct sa_runner_end *end)
{
    struct sa_err err = SA_ERR_INIT;
    int sig = WIFSIGNALED(end->status) ? WTERMSIG(end->status) : 0;
    if (end->timed_out) return SA_E_TIMEOUT;
    if (WIFEXITED(end->status)) return WEXITSTATUS(end->status);
    if (sig == SIGINT || sig == SIGTERM || sig == SIGHUP || sig == SIGPIPE) sa_cli_die_by(sig);
    if (end->signal) sa_cli_die_by(end->signal);
    sa_err_set(&err, SA_E_INTERNAL, "the program in the sandbox was ended by signal %d (%s)", sig,
               strsignal(sig));
    return sa_cli_fail(&err);
}

static int fail(struct plan *p, const struct sa_err *err)
{
    return p->command->scope == SA_SCOPE_RUN ? sa_run_failed(&p->config, err) : sa_cli_fail(err);
}

// The command that ARGS begin with, `run` when with none; NULL for one that is not run here.
static const struct sa_command *command_of(int *argc, char ***argv)
{
    const struct sa_command *c = sa_command_find((*argv)[0]);
    if (!c) return sa_command_find("run");
    --*argc, ++*argv;
    bool fits = c->run == sa_cmd_run || c->run == sa_cmd_chat || c->run == sa_cmd_python;
    return fits ? c : NULL;
}

static void plan_release(struct plan *p)
{
    struct list *lists[] = {&p->args, &p->env, &p->read, &p->write};
    for (size_t i = 0; i < SA_COUNT(lists); i++) list_release(lists[i]);
    sa_buf_release(&p->text);
    for (size_t i = 0; i < p->target_count; i++) {
        sa_endpoint_release(&p->targets[i].endpoint);
        free(p->targets[i].shown);
    }
    free(p->targets);
    free(p->words);
    sa_config_release(&p->config);
}

static int sandbox_run(const struct sa_config *box, int argc, char **argv)
{
    struct plan p = {.box = box, .text = SA_BUF_INIT(SA_BUF_TEXT)};
    struct sa_runner_end end;
    struct sa_err err = SA_ERR_INIT;
    const char *name = argc ? argv[0] : NULL;
    p.command = argc ? command_of(&argc, &argv) : NULL;
    if (!p.command) {
        sa_err_set(&err, SA_E_USAGE,
                   "%s%s; usage: smolagent sandbox-run -- [run | chat | python] "
                   "ARGS...",
                   name ? name : "nothing to run", name ? " is not for a sandbox" : "");
        return sa_cli_fail(&err);
    }
    int status = sa_cli_settings(p.command, &p.config, argc, argv, &p.words, &p.word_count);
    if (status < 0) {
        sa_setup_secrets(&p.config);
        if (p.command->acts) sa_session_tell_project(&p.config);
        int code = make(&p, &err);
        if (!code) code = run(&p, &end, &err);
        status = code ? fail(&p, &err) : pass_on(&end);
    }
    plan_release(&p);
    return status;
}

int sa_cmd_sandbox(const struct sa_command *self, int argc, char **argv)
{
    struct sa_config box;
    char **words = NULL;
    int count, status = sa_cli_settings(self, &box, argc, argv, &words, &count);
    if (status < 0) status = sandbox_run(&box, count, words);
    free(words);
    sa_config_release(&box);
    sa_secret_release();
    return status;
}
