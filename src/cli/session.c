// Life of one agent session on the command line: start, open, release.
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fs.h"
#include "base/log.h"
#include "base/outside.h"
#include "base/str.h"
#include "base/tty.h"
#include "base/watchdog.h"
#include "base/xalloc.h"
#include "cli/attach.h"
#include "cli/run.h"

#define REMOTE_GRACE_NS (15 * SA_NS_PER_S)

const char *sa_session_file(const struct sa_session *s)
{
    static const char *const standard[] = {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
    const char *file = sa_opt_output_file(s->config);
    for (size_t i = 0; i < SA_COUNT(standard); i++)
        if (sa_streq(file, standard[i])) return NULL;
    return file;
}

static void watch(struct sa_session *s)
{
    const char *format = sa_opt_output(s->config);
    s->output.format = sa_streq(format, "jsonl")      ? SA_OUT_JSONL
                       : sa_streq(format, "json")     ? SA_OUT_JSON
                       : sa_streq(format, "markdown") ? SA_OUT_MARKDOWN
                                                      : SA_OUT_TEXT;
    s->output.config = s->config;
    s->output.buffered = sa_session_file(s) != NULL;
    s->output.events = &s->events;
    s->output.stop = &s->stop;
    sa_buf_init(&s->output.text, SA_BUF_HUGE);
    int verbose = sa_opt_verbose(s->config);
    bool color = sa_color_wanted(sa_opt_color(s->config), STDERR_FILENO);
    s->render.color = color;
    s->render.verbose = verbose;
    s->render.line_start = true;
    if (verbose >= 2) sa_log_set_level(verbose > 2 ? SA_LOG_TRACE : SA_LOG_DEBUG);
    else if (verbose == 1) sa_log_set_level(SA_LOG_INFO);
    bool quiet = sa_opt_quiet(s->config);
    if (!quiet && isatty(STDERR_FILENO)) {
        sa_live_start(&s->live, STDERR_FILENO, color, verbose);
        sa_events_add(&s->events, sa_live_event, &s->live);
    } else if (!quiet) {
        sa_events_add(&s->events, sa_render_event, &s->render);
    }
    if (s->output.format != SA_OUT_TEXT) sa_events_add(&s->events, sa_output_event, &s->output);
}

bool sa_session_answered(const struct sa_session *s)
{
    struct stat out, err;
    return s->live.answered && isatty(STDOUT_FILENO) && !fstat(STDOUT_FILENO, &out) &&
           !fstat(STDERR_FILENO, &err) && out.st_rdev == err.st_rdev;
}

int64_t sa_session_timeout(const struct sa_session *s)
{
    return sa_opt_timeout(s->config);
}

int sa_session_keep(struct sa_session *s, int code, struct sa_err *err)
{
    const char *path = sa_session_file(s);
    bool kept = !code || s->output.format == SA_OUT_JSONL; // which is the record of any run
    if (!path || !kept) return SA_OK;
    return sa_fs_write_atomic(path, sa_buf_text(&s->output.text), s->output.text.len, err);
}

// On the watchdog's thread: the run was stopped and does not come back, whatever holds it, which
// may be a sink of the events or a lock of stdio. What cannot be said within a second remains
// unsaid.
static void end_now(void *ctx, int reason)
{
    struct sa_session *s = ctx;
    struct sa_err err = SA_ERR_INIT;
    struct sa_run_result r;
    sa_agent_so_far(s->agent, &r);
    int64_t limit = reason == SA_STOP_STEP ? s->parts.options.exec.step_timeout_ns
                                           : sa_session_timeout(s);
    sa_run_stopped(&r, reason, limit, "; what was running did not end by itself");
    sa_signals_leave_in(r.exit_code, SA_NS_PER_S);
    sa_events_seize(&s->events);
    sa_run_end(&s->events, NULL, &r);
    if (sa_session_keep(s, r.exit_code, &err)) sa_error("%s", err.message);
    sa_error("%s", r.error);
    sa_signals_leave(r.exit_code);
}

void sa_session_start(struct sa_session *s, struct sa_config *config)
{
    s->config = config;
    sa_stop_init(&s->stop);
    s->watchdog = sa_watchdog_new(&s->stop, end_now, s);
    if (!s->watchdog) sa_warn("no thread to be had to keep --timeout");
    sa_signals_install(&s->stop, s->watchdog);
    sa_setup_secrets(config);
    sa_events_init(&s->events);
    sa_news_init(&s->news);
    sa_budget_init(&s->budget, &(struct sa_limits){0}, NULL);
    watch(s);
    sa_watchdog_begin(s->watchdog, sa_session_timeout(s));
}

// Opens or tries what the run will write, so that none is paid for whose results would be lost.
static int open_outputs(struct sa_session *s, struct sa_err *err)
{
    const char *audit = sa_opt_audit(s->config);
    if (audit && !(s->audit = sa_audit_open(audit, &s->events, err))) return err->code;
    if (audit) sa_events_add_strict(&s->events, sa_audit_event, s->audit);
    const char *images = sa_opt_save_files(s->config);
    if (images && sa_fs_exists(images) && !sa_fs_is_dir(images))
        return sa_err_set(err, SA_E_CONFIG, "--save-files: %s is not a folder", images);
    if (images && sa_fs_mkdirs(images, err)) return err->code;
    const char *file = sa_session_file(s);
    if (file && sa_fs_check_write(file, err)) return sa_err_prefix(err, "--output-file");
    const char *record = sa_opt_record(s->config);
    int fd = record ? sa_fs_open_append(record, err) : -1;
    if (record && fd < 0) return sa_err_prefix(err, "--record");
    if (fd >= 0) close(fd);
    return SA_OK;
}

// Once the folders that code may write to are known: links in them are not followed, and the user
// hears of that before anything is paid for.
static int check_outputs(const struct sa_session *s, struct sa_err *err)
{
    const struct {
        const char *flag, *path;
    } rows[] = {{"--output-file", sa_session_file(s)},
                {"--record", sa_opt_record(s->config)},
                {"--audit", sa_opt_audit(s->config)},
                {"--save-files", sa_opt_save_files(s->config)}};
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        const char *path = rows[i].path;
        SA_AUTO_FREE char *in = path && sa_fs_is_dir(path) ? sa_fs_join(path, "") : NULL;
        if (path && sa_fs_check_way(in ? in : path, err))
            return sa_err_prefix(err, "%s", rows[i].flag);
    }
    return SA_OK;
}

// The model is told that it may import these, so somebody should hear that it cannot.
static void warn_of_imports(const struct sa_session *s)
{
    const struct sa_exec_ops *executor = s->parts.options.executor;
    bool built_in = executor == &sa_exec_local || executor == &sa_exec_jail;
    const char *foreign = built_in ? sa_exec_foreign_import(s->parts.imports) : NULL;
    bool named = !s->parts.options.executor_why;
    if (foreign)
        sa_warn("the built-in interpreter has no module '%s'%s", foreign,
                named ? "; --executor auto takes python3 for it"
                      : ", and there is no python3 for it (--python PATH)");
}

// A call of such a tool would end the run: the model is not told of it, but somebody should be.
static void leave_out_tools(struct sa_session *s)
{
    struct sa_buf names = SA_BUF_INIT(SA_BUF_TEXT);
    for (size_t i = 0; i < s->parts.tools.count; i++) {
        struct sa_tool *tool = s->parts.tools.items[i];
        if (tool->left_out || !sa_approvals_rule_out(&s->approvals, tool)) continue;
        tool->left_out = true;
        tool->listed = false;
        sa_buf_appendf(&names, "%s%s", names.len ? ", " : "", tool->name);
    }
    if (names.len)
        sa_warn("the model is not told of tools whose calls need approval, as there is no terminal "
                "to confirm on: %s; allow them with --allow NAME",
                names.data);
    sa_buf_release(&names);
}

// Who starts a run in a folder of strangers sees what the folder has to say about it.
void sa_session_tell_project(const struct sa_config *c)
{
    if (!c->project_file || !isatty(STDERR_FILENO) || sa_opt_quiet(c)) return;
    struct sa_buf keys = SA_BUF_INIT(SA_BUF_TEXT);
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        bool set = sa_config_get(c, i)->origin == SA_FROM_PROJECT || sa_config_narrowed(c, i);
        if (set) sa_buf_appendf(&keys, "%s%s", keys.len ? ", " : "", sa_options[i].key);
    }
    SA_AUTO_FREE char *folder = getcwd(NULL, 0);
    sa_tty_printf(STDERR_FILENO, "project file in force: %s/smolagent.conf (%s%s)\n",
                  folder ? folder : ".", keys.len ? "sets " : "sets nothing", sa_buf_text(&keys));
    sa_buf_release(&keys);
}

static bool is_typed(const struct sa_config *c, enum sa_option_id id)
{
    const struct sa_setting *s = sa_config_get(c, id);
    return s->set && s->origin == SA_FROM_FLAG;
}

// Flags that this agent does not look at; as for executors, a file may name what another run is
// for.
static int check_agent(const struct sa_config *c, struct sa_err *err)
{
    bool structured = is_typed(c, SA_OPT_structured) && sa_opt_structured(c);
    bool plans = is_typed(c, SA_OPT_approve_plan) && sa_opt_approve_plan(c);
    for (size_t i = 0; plans && i < c->section_count; i++)
        if (sa_starts_with(c->sections[i].name, "agent.")) plans = false; // they may make some
    if (structured && !sa_streq(sa_opt_agent(c), "code"))
        return sa_err_set(err, SA_E_USAGE, "--structured is for --agent code; this is --agent %s",
                          sa_opt_agent(c));
    if (plans && !sa_opt_planning_interval(c))
        return sa_err_set(err, SA_E_USAGE,
                          "--approve-plan is for plans, and none are made: add "
                          "--planning-interval N");
    return SA_OK;
}

static int open_session(struct sa_session *s, struct sa_err *err)
{
    sa_session_tell_project(s->config);
    int code = check_agent(s->config, err);
    if (!code)
        code = sa_config_check_executor(s->config, SA_SCOPE_RUN | SA_SCOPE_CHAT,
                                        sa_opt_executor(s->config), err);
    if (!code) code = sa_variables_read(s->config, &s->variables, err);
    if (!code) code = sa_attachments_read(s->config, &s->attachments, err);
    s->budget.limits = (struct sa_limits){.max_tokens = sa_opt_max_tokens(s->config),
                                          .max_cost = sa_opt_max_cost(s->config),
                                          .max_tool_calls = sa_opt_max_tool_calls(s->config)};
    bool dry = sa_opt_dry_run(s->config);
    if (!code && !dry) code = open_outputs(s, err);
    if (!code) code = sa_setup_mcp(s->config, &s->stop, &s->news, &s->mcp, err);
    if (!code && !dry) sa_mcp_start(s->mcp);
    if (!code) code = sa_parts_open(&s->parts, s, s->config, err);
    if (s->parts.checks.judge_count)
        sa_events_add(&s->events, sa_steps_event, &s->parts.checks.steps);
    if (!code) code = sa_attachments_fit(s, err);
    if (!code) code = sa_parts_add_tools(&s->parts, s, err);
    if (!code) code = sa_team_open(s, err);
    if (!code && !dry) code = check_outputs(s, err);
    if (!code && !dry) sa_cli_watch_programs(s);
    if (!code) code = sa_setup_approvals(s, &s->approvals, err);
    if (!code) leave_out_tools(s);
    if (!code) code = sa_setup_hooks(s->config, &s->hooks, err);
    if (!code) code = sa_check_rule_names(s, err);
    if (!code) code = sa_parts_fill(&s->parts, s, err);
    if (code) return code;
    sa_warn_of_file_rules(s);
    warn_of_imports(s);
    // Workers are asked to end, then made to, and containers removed: that is longer than ours
    // takes.
    if (s->parts.options.executor != &sa_exec_local)
        sa_watchdog_grace(s->watchdog, REMOTE_GRACE_NS);
    s->agent = sa_agent_new(&s->parts.options, err);
    if (!s->agent) return err->code;
    sa_attachments_give(s);
    return sa_variables_define(s, err);
}

int sa_session_open(struct sa_session *s, struct sa_err *err)
{
    return open_session(s, err) ? sa_config_place(s->config, err) : SA_OK;
}

void sa_session_refresh(struct sa_session *s)
{
    size_t before = s->parts.tools.count;
    struct sa_err err = SA_ERR_INIT;
    int code = s->mcp ? sa_mcp_refresh(s->mcp, &s->parts.tools, &err) : SA_OK;
    if (!code && s->parts.tools.count > before) code = sa_agent_add_tools(s->agent, before, &err);
    if (code) sa_warn("%s", err.message);
}

static int name_model(struct sa_session *s, const char *name, struct sa_err *err)
{
    return sa_config_set(s->config, SA_OPT_model, name, SA_FROM_FLAG, "/model", err);
}

int sa_session_use_model(struct sa_session *s, const char *name, struct sa_err *err)
{
    struct sa_model *model = NULL;
    struct sa_err none = SA_ERR_INIT;
    SA_AUTO_FREE char *before = sa_xstrdup(sa_opt_model(s->config));
    // Base URL, headers and keys stay those of the model that they were given with.
    if (!s->config->served) s->config->served = sa_xstrdup(before);
    int code = name_model(s, name, err);
    if (!code) code = sa_setup_model(s->config, &s->stop, &model, err);
    if (!code) code = sa_agent_use_model(s->agent, model, err);
    if (code) {
        name_model(s, before, &none);
        if (model) sa_model_free(model);
        return code;
    }
    sa_model_free(s->parts.model);
    s->parts.options.model = s->parts.model = model;
    return SA_OK;
}

void sa_session_release(struct sa_session *s)
{
    sa_signals_install(NULL, NULL);
    sa_watchdog_free(s->watchdog);
    if (s->agent) sa_agent_free(s->agent);
    sa_team_release(s);
    sa_parts_release(&s->parts);
    sa_tools_release(&s->stock);
    sa_mcp_free(s->mcp);
    sa_news_release(&s->news);
    sa_approvals_release(&s->approvals);
    sa_hooks_release(&s->hooks);
    sa_audit_close(s->audit);
    sa_render_release(&s->render);
    sa_output_release(&s->output);
    sa_live_stop(&s->live);
    sa_budget_release(&s->budget);
    sa_stdin_release(&s->input);
    sa_variables_release(&s->variables);
    sa_attachments_release(&s->attachments);
    sa_stop_release(&s->stop);
}
