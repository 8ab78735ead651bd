// `smolagent run`: one task, one answer on stdout, one exit status, one run.end however it ends.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/log.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/watchdog.h"
#include "base/xalloc.h"
#include "cli/run.h"
#include "cli/slips.h"
#include "tool/handle.h"

#define MAX_TASK ((size_t)16 << 20)

struct task {
    char *text;
    size_t len;
    bool from_stdin;
};

static char *join(char **words, int count)
{
    struct sa_buf out = SA_BUF_INIT(MAX_TASK);
    for (int i = 0; i < count; i++) sa_buf_appendf(&out, "%s%s", i ? " " : "", words[i]);
    return sa_buf_take(&out, NULL);
}

// What came from standard input cannot be a task: it was meant as data, more often than not.
static int no_task(const struct task *t, struct sa_err *err)
{
    return t->from_stdin ? sa_err_append(err, "; with words as the task, standard input is data "
                                              "for the code: smolagent TASK < FILE")
                         : err->code;
}

// Where the task comes from: --task-file, words, `-`, or a pipe. 0 or a code.
static int get_task(struct sa_session *s, char **words, int count, struct task *t,
                    struct sa_err *err)
{
    const struct sa_config *config = s->config;
    const char *file = sa_opt_task_file(config);
    const char *mode = sa_opt_stdin_mode(config);
    bool dash = count == 1 && sa_streq(words[0], "-");
    bool words_given = count && !dash;
    if (file && count) return sa_err_set(err, SA_E_USAGE, "both --task-file and TASK are given");
    if (words_given && sa_streq(mode, "task"))
        return sa_err_set(err, SA_E_USAGE, "both --stdin task and TASK are given");
    if (file && !sa_streq(file, "-")) {
        t->text = sa_fs_read(file, MAX_TASK, &t->len, err);
        if (!t->text) return sa_err_prefix(err, "--task-file");
    } else if (words_given) {
        t->text = join(words, count);
        t->len = strlen(t->text);
    } else {
        bool may = dash || file || sa_streq(mode, "task") ||
                   (sa_streq(mode, "auto") && !isatty(STDIN_FILENO));
        if (!may) return sa_err_set(err, SA_E_USAGE, "no task; usage: smolagent [OPTIONS] TASK...");
        t->from_stdin = true;
        t->text = sa_fs_read_until(STDIN_FILENO, "standard input", MAX_TASK, &s->stop, &t->len,
                                   err);
        if (!t->text) return no_task(t, err);
    }
    if (strlen(t->text) != t->len || !sa_utf8_valid(t->text, t->len)) {
        sa_err_set(err, SA_E_USAGE, "the task is not UTF-8 text");
        return no_task(t, err);
    }
    if (!sa_str_trim((struct sa_str){t->text, t->len}).len)
        return sa_err_set(err, SA_E_USAGE, "the task is empty; usage: smolagent [OPTIONS] TASK...");
    return SA_OK;
}

static int grant_stdin(struct sa_session *s, const struct task *t, struct sa_err *err)
{
    const char *mode = sa_opt_stdin_mode(s->config);
    bool data = !t->from_stdin &&
                (sa_streq(mode, "data") || (sa_streq(mode, "auto") && sa_stdin_is_data()));
    if (!data) return SA_OK;
    s->input.stop = &s->stop;
    SA_AUTO_FREE char *note = sa_stdin_preview(&s->input, sa_runs_code(s));
    bool whole = s->input.end || (strstr(note, "begins: ") && !sa_ends_with(note, "..."));
    if (*note && !whole) sa_warn_of_preview(s, "standard input", "");
    return sa_agent_define_stream(s->agent, "stdin", sa_stdin_pull, &s->input, note, err)
               ? err->code
               : SA_OK;
}

// What was to be written is lost: a run that went well did not.
static void lose(const struct sa_session *s, struct sa_run_result *r, const struct sa_err *err)
{
    int reason = sa_stop_reason(&s->stop);
    if (r->exit_code) return;
    if (reason && err->code != SA_E_SIGPIPE) {
        sa_run_stopped(r, reason, sa_session_timeout(s), ": the answer was not read");
        return;
    }
    r->exit_code = err->code;
    r->status = SA_RUN_ERROR;
    free(r->error);
    r->error = sa_xstrdup(err->message);
}

// The answer in text mode: to stdout, or into the buffer that -o writes, which gets the bytes of a
// picture, sound or file; kept for the report of --output markdown.
static void give_answer(struct sa_session *s, struct sa_run_result *r)
{
    struct sa_err err = SA_ERR_INIT;
    const char *answer = r->answer, *fallback = sa_opt_fallback_answer(s->config);
    size_t len = r->answer_len;
    if (answer) s->output.answer = sa_xstrndup(answer, len);
    if (!answer && fallback) answer = fallback, len = strlen(fallback);
    if (!answer || s->output.format != SA_OUT_TEXT) return;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    bool bytes = s->output.buffered && sa_handle_take_bytes(r->answer_json, &out);
    if (!bytes) sa_output_answer(s->config, answer, len, &out);
    if (s->output.buffered) sa_buf_append(&s->output.text, sa_buf_text(&out), out.len);
    else if (!sa_session_answered(s) && sa_cli_write(out.data, out.len, &s->stop, &err))
        lose(s, r, &err);
    sa_buf_release(&out);
}

static void complain(const struct sa_run_result *r)
{
    if (r->exit_code == SA_E_SIGPIPE) return; // as quiet as the signal
    if (r->exit_code && r->error) sa_error("%s", r->error);
    else if (r->exit_code) sa_error("%s", sa_code_help(r->exit_code));
}

// Errors before the run: the same closing event as after one.
static int end_early(struct sa_session *s, const struct sa_err *err)
{
    int reason = sa_stop_reason(&s->stop), code;
    struct sa_err none = SA_ERR_INIT;
    struct sa_run_result r = {.status = SA_RUN_ERROR,
                              .exit_code = err->code,
                              .error = sa_xstrdup(err->message),
                              .imports = sa_xstrdup("")};
    if (reason) sa_run_stopped(&r, reason, sa_session_timeout(s), "");
    complain(&r);
    give_answer(s, &r);
    sa_run_end(&s->events, NULL, &r);
    code = r.exit_code;
    if (s->output.text.len && sa_session_keep(s, code, &none)) sa_error("%s", none.message);
    sa_watchdog_end(s->watchdog);
    sa_run_result_release(&r);
    return code;
}

int sa_run_failed(struct sa_config *config, const struct sa_err *err)
{
    struct sa_session s = {0};
    sa_session_start(&s, config);
    int status = end_early(&s, err);
    sa_session_release(&s);
    return status;
}

static int run_task(struct sa_session *s, const struct task *t)
{
    struct sa_run_result r = {0};
    struct sa_err err = SA_ERR_INIT;
    sa_agent_run(s->agent, t->text, &r);
    if (sa_runs_code(s) && sa_stdin_is_left(&s->input))
        sa_warn("standard input was not empty and was offered to the code as `stdin`, which never "
                "read it%s; --stdin none, or </dev/null, says that it is not for the code",
                s->input.taken ? " (its beginning was taken)" : "");
    sa_output_warn_of_limit(&r);
    give_answer(s, &r);
    const char *path = sa_session_file(s);
    bool events = s->output.format != SA_OUT_TEXT;
    // The closing event is part of the file, so the file's own failure can only be told on stderr.
    if (events || !path || r.exit_code) sa_run_end(&s->events, NULL, &r);
    const struct sa_buf *text = &s->output.text;
    if (sa_session_keep(s, r.exit_code, &err)) {
        sa_error("%s; it goes to standard output instead", err.message);
        lose(s, &r, &err);
        if (sa_cli_write(sa_buf_text(text), text->len, &s->stop, &err)) sa_error("%s", err.message);
    }
    sa_run_end(&s->events, NULL, &r);
    if (r.exit_code != err.code) complain(&r); // else it has been told
    sa_watchdog_end(s->watchdog);
    int code = r.exit_code;
    sa_run_result_release(&r);
    return code;
}

int sa_cmd_run(const struct sa_command *self, int argc, char **argv)
{
    struct sa_config config;
    struct sa_session s = {0};
    struct sa_err err = SA_ERR_INIT;
    struct task task = {0};
    struct sa_slip slip;
    char **words = NULL;
    bool bare = !self; // nobody said that the words are a task
    if (bare) self = sa_command_find("run");
    int count, status = sa_cli_settings(self, &config, argc, argv, &words, &count);
    if (status < 0) {
        sa_session_start(&s, &config);
        s.live.header = true;
        int code = bare && sa_slip_find(count, words, &slip)
                       ? sa_slip_refuse(&slip, words[0], &err)
                       : get_task(&s, words, count, &task, &err);
        if (!code) code = sa_session_open(&s, &err);
        if (!code) code = grant_stdin(&s, &task, &err);
        bool dry = !code && sa_opt_dry_run(&config);
        if (dry) code = sa_dry_run(&s, task.text, &err);
        status = code ? end_early(&s, &err) : dry ? SA_OK : run_task(&s, &task);
        sa_session_release(&s);
    }
    free(task.text);
    free(words);
    sa_config_release(&config);
    sa_secret_release();
    if (status == 128 + SIGINT || status == 128 + SIGTERM || status == 128 + SIGHUP ||
        status == SA_E_SIGPIPE)
        sa_cli_die_by(status - 128);
    return status;
}
