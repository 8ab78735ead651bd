// `smolagent sessions`: what is kept of runs. So far: audit, which verifies and prints a trail.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/audit.h"
#include "base/fs.h"
#include "base/log.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/cli.h"

#define MAX_TRAIL ((size_t)1 << 30)

// A path as it is; else an ID in the folder where trails are kept by default.
static char *trail_path(const char *name)
{
    if (sa_fs_exists(name) || strchr(name, '/')) return sa_xstrdup(name);
    SA_AUTO_FREE char *folder = sa_fs_xdg("state", "audit");
    SA_AUTO_FREE char *file = sa_xasprintf("%s.jsonl", name);
    SA_AUTO_FREE char *kept = folder ? sa_fs_join(folder, file) : NULL;
    return sa_xstrdup(kept && sa_fs_exists(kept) ? kept : name);
}

static void summarise(const struct sa_audit_report *r, struct sa_buf *out)
{
    if (r->bad_line)
        sa_buf_appendf(out, "BROKEN: line %lld %s\n", (long long)r->bad_line, r->problem);
    else
        sa_buf_appendf(
            out, "whole: %lld line%s, %lld run%s%s\nhead %s\n", (long long)r->lines,
            r->lines == 1 ? "" : "s", (long long)r->runs, r->runs == 1 ? "" : "s",
            r->open_runs ? "; the last one has no end: cut off, or the process died" : "", r->head);
}

// Prints one trail; *broken when lines of it are missing or were changed.
static int audit_file(const char *name, bool heading, bool *broken, struct sa_err *err)
{
    SA_AUTO_FREE char *path = trail_path(name);
    size_t len;
    SA_AUTO_FREE char *text = sa_fs_read(path, MAX_TRAIL, &len, err);
    if (!text) return err->code;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    struct sa_audit_report report;
    if (heading) sa_buf_appendf(&out, "%s:\n", path);
    sa_audit_verify(path, text, len, &report, &out);
    summarise(&report, &out);
    sa_cli_out(sa_buf_text(&out), out.len);
    sa_buf_release(&out);
    *broken |= report.bad_line || report.open_runs;
    return SA_OK;
}

static int audit(int count, char **words, struct sa_err *err)
{
    if (!count) return sa_err_set(err, SA_E_USAGE, "usage: smolagent sessions audit FILE|ID...");
    bool broken = false;
    int code = SA_OK;
    for (int i = 0; i < count && !code; i++) code = audit_file(words[i], count > 1, &broken, err);
    return code ? code : broken ? SA_E_CHECK : SA_OK;
}

static const struct {
    const char *name;
    int (*run)(int count, char **words, struct sa_err *err);
} actions[] = {{"audit", audit}};

int sa_cmd_sessions(const struct sa_command *self, int argc, char **argv)
{
    struct sa_config config;
    struct sa_err err = SA_ERR_INIT;
    char **words = NULL;
    int count, status = sa_cli_settings(self, &config, argc, argv, &words, &count);
    if (status < 0) {
        status = sa_err_set(&err, SA_E_USAGE, "usage: smolagent %s", self->usage);
        for (size_t i = 0; count && i < SA_COUNT(actions); i++) {
            if (!sa_streq(words[0], actions[i].name)) continue;
            sa_err_clear(&err);
            status = actions[i].run(count - 1, words + 1, &err);
        }
        if (err.code) sa_cli_fail(&err);
    }
    free(words);
    sa_config_release(&config);
    return status;
}
