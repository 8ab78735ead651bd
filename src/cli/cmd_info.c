// The reporting subcommands config, tools and doctor, and the shape that all of them have.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/json.h"
#include "base/library.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/agents.h"
#include "cli/ping.h"
#include "cli/run.h"
#include "exec/docker/docker.h"
#include "exec/e2b/e2b.h"
#include "exec/exec.h"
#include "exec/python/python.h"
#include "exec/runner/runner.h"
#include "jail/jail.h"
#include "tool/builtin.h"

int sa_cli_report(const struct sa_command *self, int argc, char **argv, int most, sa_report_fn fill)
{
    struct sa_config config;
    struct sa_err err = SA_ERR_INIT;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    char **words = NULL;
    int count, status = sa_cli_settings(self, &config, argc, argv, &words, &count);
    if (status < 0) {
        status = count > most ? sa_err_set(&err, SA_E_USAGE, "unexpected word '%.60s'", words[most])
                              : fill(&config, words, count, &out, &err);
    }
    return sa_cli_finish(&config, words, &out, status, &err);
}

// What was answered with "always", and how that is undone.
static void put_remembered(struct sa_buf *out)
{
    struct sa_rules rules = {0};
    SA_AUTO_FREE char *file = sa_remembered_file();
    sa_remembered_load(&rules);
    if (rules.count)
        sa_buf_appendf(out,
                       "\n# allowed always, by answers; %s has them, and one is taken back with\n"
                       "# smolagent config --forget 'RULE', or all with --forget all\n",
                       file);
    for (size_t i = 0; i < rules.count; i++) sa_buf_appendf(out, "#   %s\n", rules.texts[i]);
    sa_rules_release(&rules);
}

static int config_report(struct sa_config *config, char *const *words, int count,
                         struct sa_buf *out, struct sa_err *err)
{
    (void)words, (void)count;
    const char *forget = sa_opt_forget(config);
    if (forget && sa_remembered_forget(forget, err)) return err->code;
    sa_buf_appendf(out, "# user file: %s\n# project file: %s\n",
                   config->user_file ? config->user_file : "none",
                   config->project_file         ? config->project_file
                   : config->project_fault.code ? "none: the one here has a fault"
                                                : "none");
    sa_config_list(config, out);
    put_remembered(out);
    return SA_OK;
}

int sa_cmd_config(const struct sa_command *self, int argc, char **argv)
{
    return sa_cli_report(self, argc, argv, 0, config_report);
}

// False: models on servers cannot be asked. The other libraries are for one feature each.
static bool check_libraries(struct sa_buf *out)
{
    bool missing[SA_LIBRARY_COUNT];
    for (size_t i = 0; i < SA_LIBRARY_COUNT; i++) {
        const struct sa_library *library = &sa_libraries[i];
        struct sa_err why = SA_ERR_INIT;
        missing[i] = sa_library_open(library, NULL, 0, NULL, &why) != SA_OK;
        SA_AUTO_FREE char *text = sa_xasprintf("%s; needed for: %s", why.message, library->use);
        sa_doctor_line(out, !missing[i], library->name, missing[i] ? text : "opens");
    }
    return !missing[SA_LIBRARY_CURL];
}

static bool engine_works(void)
{
    struct py_options options = {0};
    struct py_result result = {0};
    struct py_isolate *iso = py_isolate_new(&options);
    if (!iso) return false;
    static const char source[] = "sum(range(10))";
    py_run(iso, source, sizeof source - 1, "<doctor>", &result);
    bool ok = result.status == PY_OK && result.value_repr && sa_streq(result.value_repr, "45");
    py_isolate_free(iso);
    return ok;
}

// Every layer of the jail, requested against enforced.
static void check_jail(enum sa_jail_mode mode, struct sa_buf *out)
{
    struct sa_jail_report layers;
    struct sa_err problem = SA_ERR_INIT;
    if (sa_exec_jail_report(&layers, &problem)) {
        sa_doctor_line(out, false, "jail", problem.message);
        return;
    }
    bool floor = !sa_jail_judge(&layers, mode, 0, &problem);
    bool whole = layers.enforced == SA_JAIL_ALL;
    sa_doctor_line(out, whole, "jail",
                   whole   ? "every layer requested is enforced"
                   : floor ? "layers are missing; the filter denies what they would have prevented"
                           : problem.message);
    for (int i = 0; i < SA_JAIL_LAYER_COUNT; i++) {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
        sa_jail_describe(&layers, i, &text);
        sa_doctor_part(out, !sa_jail_lacks(&layers, i), "jail", sa_jail_layer_name(i),
                       sa_buf_text(&text));
        sa_buf_release(&text);
    }
    struct sa_jail_cause causes[SA_JAIL_CAUSES];
    size_t n = sa_jail_causes(&layers, "/proc", geteuid() == 0, causes);
    for (size_t i = 0; i < n; i++) {
        sa_doctor_part(out, false, "jail", "why", causes[i].why);
        sa_doctor_part(out, false, "jail", "what to do", causes[i].cure);
    }
}

// Which one a run would take, and why.
static void check_executor(const struct sa_config *config, const struct sa_tools *tools,
                           struct sa_buf *out)
{
    struct sa_exec_choice c;
    const char **imports = sa_setup_imports(config);
    struct sa_jail_report layers;
    struct sa_err problem = SA_ERR_INIT;
    sa_setup_executor(config, imports, tools, &c);
    bool good = c.ops;
    if (c.ops == &sa_exec_jail || c.ops == &sa_exec_python)
        good = !sa_exec_jail_report(&layers, &problem) &&
               !sa_jail_judge(&layers, sa_setup_sandbox(config), 0, &problem);
    SA_AUTO_FREE char *text = sa_xasprintf("%s: %s", c.ops ? c.ops->name : "none",
                                           problem.code ? problem.message
                                           : c.why[0]   ? c.why
                                                        : "it was named");
    sa_doctor_line(out, good, "executor", text);
    free(imports);
}

static void check_sandbox(struct sa_buf *out)
{
    struct sa_err problem = SA_ERR_INIT;
    bool ok = !sa_runner_jail_check(&problem);
    sa_doctor_line(out, ok, "sandbox-run",
                   ok ? "the whole program can be put into the jail" : problem.message);
}

// No python3 is no fault: only its executor needs one.
static void check_python(const struct sa_config *config, struct sa_buf *out)
{
    struct sa_err problem = SA_ERR_INIT;
    char *what = NULL;
    bool ok = !sa_exec_python_report(sa_opt_python(config), &what, &problem);
    sa_doctor_line(out, ok, "python", ok ? what : problem.message);
    free(what);
}

// Nor is it one that there is no engine; with --prune there has to be.
static int check_docker(const struct sa_config *config, struct sa_buf *out, struct sa_err *err)
{
    struct sa_err problem = SA_ERR_INIT;
    char *what = NULL;
    bool prune = sa_opt_prune(config);
    int images = 0, removed = prune ? sa_exec_docker_prune(&images, err) : 0;
    int state = sa_exec_docker_report(&what, &problem);
    sa_doctor_line(out, state == 0, "docker", state ? problem.message : what);
    free(what);
    if (!prune) return SA_OK;
    if (removed < 0) return err->code;
    char text[100];
    snprintf(text, sizeof text,
             "%d containers and volumes without an owner removed, %d images and layers", removed,
             images);
    sa_doctor_line(out, true, "prune", text);
    return SA_OK;
}

// Only with a key is a server asked.
static void check_e2b(const struct sa_config *config, struct sa_buf *out)
{
    SA_AUTO_FREE struct sa_exec_own *o = sa_setup_own(config, &sa_exec_e2b);
    struct sa_err problem = SA_ERR_INIT;
    char *what = NULL;
    int state = sa_exec_e2b_report((const struct sa_e2b_options *)o, &what, &problem);
    sa_doctor_line(out, state == 0, "e2b", state ? problem.message : what);
    free(what);
}

// A line for each name of --model; those that can be asked are linked as they stand in.
static bool check_models(struct sa_config *config, struct sa_model **models, struct sa_buf *out)
{
    struct sa_model **end = models;
    bool good = true;
    for (size_t i = 0;; i++) {
        struct sa_model_options o;
        struct sa_err problem = SA_ERR_INIT;
        SA_AUTO_FREE char *name = NULL;
        int code = sa_setup_model_options(config, i, &name, &o, &problem);
        if (code < 0) return good;
        if (!code) code = sa_model_open(&o, end, &problem) ? problem.code : SA_OK;
        SA_AUTO_FREE char *text = code ? NULL : sa_model_describe(*end);
        bool asks = !code && (*end)->ops->offers && !sa_opt_ping(config);
        SA_AUTO_FREE char *line = sa_xasprintf("%s%s", code ? problem.message : text,
                                               asks ? " (--ping asks it; that may cost)" : "");
        sa_doctor_line(out, !code, i ? "stand-in" : "model", line);
        if (code) good = false;
        else end = &(*end)->stand_in;
        if (!name) return false; // no model at all
    }
}

// Each of them, the others too when one does not answer.
static int ping_models(struct sa_model *models, struct sa_buf *out, struct sa_err *err)
{
    int code = SA_OK;
    for (struct sa_model *m = models; m; m = m->stand_in) {
        if (models->stand_in) sa_doctor_line(out, true, "asked", m->id);
        int one = sa_ping(m, out, err);
        if (!code) code = one;
    }
    return code;
}

// A guard whose tool there is not is never asked.
static void put_unknown_tools(const struct sa_config *config, const struct sa_mcp *mcp,
                              const struct sa_hooks *hooks, struct sa_buf *text)
{
    for (size_t i = 0; i < hooks->count; i++)
        for (size_t k = 0; k < hooks->items[i].tools.count; k++)
            if (!sa_config_may_have_tool(config, mcp, hooks->items[i].tools.texts[k]))
                sa_buf_appendf(text, "; %s is for '%s', which is no tool of this configuration",
                               hooks->items[i].name, hooks->items[i].tools.texts[k]);
}

// Rules of the configuration that can never match.
static bool check_rules(const struct sa_config *config, const struct sa_mcp *mcp,
                        struct sa_buf *out)
{
    static const enum sa_option_id ids[] = {SA_OPT_deny, SA_OPT_ask, SA_OPT_allow};
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    bool good = true;
    for (size_t i = 0; i < SA_COUNT(ids) && good; i++) {
        const struct sa_setting *set = sa_config_get(config, ids[i]);
        for (size_t k = 0; k < set->count && good; k++) {
            struct sa_rules rules = {0};
            struct sa_err why = SA_ERR_INIT;
            good = !sa_rules_add(&rules, set->items[k], &why);
            if (!good) sa_buf_clear(&text), sa_buf_appends(&text, why.message);
            for (size_t n = 0; n < rules.count; n++) {
                SA_AUTO_FREE char *name = sa_rule_tool(rules.texts[n]);
                if (!sa_config_may_have_tool(config, mcp, name))
                    sa_buf_appendf(&text, "%s'%s' names no tool of this configuration",
                                   text.len ? "; " : "", rules.texts[n]);
            }
            sa_rules_release(&rules);
        }
    }
    if (text.len) sa_doctor_line(out, good, "rules", sa_buf_text(&text));
    sa_buf_release(&text);
    return good;
}

// Settings in force whose meaning is not what it was in an earlier version (docs/changes.md).
static void check_changed(const struct sa_config *config, struct sa_buf *out)
{
    static const struct {
        enum sa_option_id id;
        const char *name, *value, *meaning; // value NULL: any
    } changed[] = {
        {SA_OPT_sandbox, "sandbox", "auto",
         "means available, the default: the filter denies what a missing layer would have prevented"},
        {SA_OPT_max_repeats, "max_repeats", NULL, "counts replies without code as well"},
        {SA_OPT_only_imports, "only_imports", NULL,
         "also keeps code from installed packages where a python3 runs it"},
    };
    for (size_t i = 0; i < SA_COUNT(changed); i++) {
        const struct sa_setting *s = sa_config_get(config, changed[i].id);
        if (!s->where || (changed[i].value && !sa_streq(s->text, changed[i].value))) continue;
        SA_AUTO_FREE char *text = sa_xasprintf("%s (%s) %s", s->text, s->where ? s->where : "?",
                                               changed[i].meaning);
        sa_doctor_line(out, true, changed[i].name, text);
    }
}

static bool check_hooks(const struct sa_config *config, const struct sa_mcp *mcp,
                        struct sa_buf *out)
{
    struct sa_err problem = SA_ERR_INIT;
    struct sa_hooks hooks = {0};
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    bool good = !sa_setup_hooks(config, &hooks, &problem);
    sa_buf_appendf(&text, "%zu configured", hooks.count);
    put_unknown_tools(config, mcp, &hooks, &text);
    if (hooks.count || !good)
        sa_doctor_line(out, good, "hooks", good ? sa_buf_text(&text) : problem.message);
    sa_buf_release(&text);
    sa_hooks_release(&hooks);
    return good;
}

static int examine(struct sa_config *config, struct sa_buf *out, struct sa_err *err)
{
    struct sa_err problem = SA_ERR_INIT;
    struct sa_model *model = NULL;
    struct sa_agent_tools own = {.servers = false};
    sa_doctor_line(out, true, "config", config->user_file ? config->user_file : "no user file");
    bool fault = config->project_fault.code;
    sa_doctor_line(out, !fault, "project",
                   fault                  ? config->project_fault.message
                   : config->project_file ? config->project_file
                                          : "no project file");
    bool engine = engine_works();
    sa_doctor_line(out, engine, "interpreter", engine ? "runs" : "does not run");
    bool curl = check_libraries(out);
    bool have_model = check_models(config, &model, out);
    bool have_tools = sa_agent_tools_open(config, &own, &problem) == SA_OK;
    char count[48];
    snprintf(count, sizeof count, "%zu configured", own.tools.count);
    sa_doctor_line(out, have_tools, "tools", have_tools ? count : problem.message);
    struct sa_mcp *mcp = NULL; // not started
    struct sa_err no_servers = SA_ERR_INIT;
    bool have_mcp = sa_setup_mcp(config, NULL, NULL, &mcp, &no_servers) == SA_OK;
    if (!have_mcp) sa_doctor_line(out, false, "mcp", no_servers.message);
    bool have_hooks = check_hooks(config, mcp, out), have_rules = check_rules(config, mcp, out);
    sa_mcp_free(mcp);
    sa_doctor_line(out, true, "executors",
                   "local (in process), jail (locked-in worker), python (python3 as one), docker "
                   "(container), e2b (E2B's cloud), command (your own)");
    check_changed(config, out);
    check_executor(config, &own.tools, out);
    check_jail(sa_setup_sandbox(config), out);
    check_sandbox(out);
    check_python(config, out);
    int pruned = check_docker(config, out, err);
    check_e2b(config, out);
    const char *term = getenv("TERM");
    sa_doctor_line(out, true, "terminal",
                   isatty(STDERR_FILENO) ? (term ? term : "unknown") : "not a terminal");
    // The endpoint is asked last: it takes longest, and what was found before is told in any case.
    int pinged = sa_opt_ping(config) && model ? ping_models(model, out, err) : SA_OK;
    if (model) sa_model_free(model);
    sa_agent_tools_release(&own);
    if (!engine) return SA_E_INTERNAL;
    if (pruned) return pruned;
    if (pinged) return pinged;
    bool good = curl && have_model && have_tools && have_mcp && have_hooks && have_rules && !fault;
    return good ? SA_OK : SA_E_CONFIG;
}

static int doctor_report(struct sa_config *config, char *const *words, int count,
                         struct sa_buf *out, struct sa_err *err)
{
    struct sa_buf found = SA_BUF_INIT(SA_BUF_TEXT);
    (void)words, (void)count;
    int code = examine(config, &found, err);
    sa_doctor_print(&found, sa_starts_with(sa_opt_output(config), "json"), out);
    sa_buf_release(&found);
    return code;
}

int sa_cmd_doctor(const struct sa_command *self, int argc, char **argv)
{
    return sa_cli_report(self, argc, argv, 0, doctor_report);
}
