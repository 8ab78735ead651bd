// `smolagent mcp`: looks at the MCP servers of the settings, tries them, calls a tool of one; or is
// one.
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/run.h"

struct work {
    struct sa_config *config;
    struct sa_mcp *mcp;
    struct sa_stop stop;
    struct sa_tools tools;
    char **words; // behind that of the work
    int count;
    struct sa_buf out;
};

static int mcp_list(struct work *w, struct sa_err *err)
{
    int code = sa_mcp_finish(w->mcp, &w->tools, err);
    sa_mcp_describe(w->mcp, &w->out);
    if (code) sa_err_clear(err), sa_err_set(err, code, "a server did not start");
    return code;
}

// The same with what the model would see of their tools.
static int mcp_test(struct work *w, struct sa_err *err)
{
    char time[32];
    int64_t start = sa_clock_monotonic();
    int code = sa_mcp_finish(w->mcp, &w->tools, err);
    sa_clock_human(sa_clock_monotonic() - start, time, sizeof time);
    sa_mcp_describe(w->mcp, &w->out);
    for (size_t i = 0; i < w->tools.count; i++) {
        SA_AUTO_FREE char *stub = sa_tool_stub(w->tools.items[i]);
        sa_buf_appendf(&w->out, "\n%s\n", stub);
        sa_tool_put_faults(w->tools.items[i], &w->out);
    }
    sa_buf_appendf(&w->out, "\n%zu functions, ready after %s\n", w->tools.count, time);
    if (code) sa_err_clear(err), sa_err_set(err, code, "a server did not start");
    return code;
}

static int mcp_call(struct work *w, struct sa_err *err)
{
    if (!w->count || w->count > 2)
        return sa_err_set(err, SA_E_USAGE, "what to call? smolagent mcp call NAME [JSON]");
    int code = sa_mcp_finish(w->mcp, &w->tools, err);
    if (code) return code;
    struct sa_tool *tool = sa_tool_named(&w->tools, w->words[0], "mcp test", err);
    if (!tool) return err->code;
    struct sa_tool_result r;
    sa_tool_call(tool, w->count > 1 ? w->words[1] : "{}", &w->stop, &r);
    if (r.error)
        code = sa_err_set(err, SA_E_TOOL, "%s: %s", r.error_type ? r.error_type : "RuntimeError",
                          r.error);
    else sa_buf_appends(&w->out, r.json), sa_buf_appendc(&w->out, '\n');
    sa_tool_result_release(&r);
    return code;
}

static int mcp_serve(struct work *w, struct sa_err *err)
{
    return sa_serve_mcp(w->config, &w->stop, err);
}

static const struct {
    const char *name;
    int (*run)(struct work *w, struct sa_err *err);
    int words;    // at most
    bool servers; // works on those of the settings
} works[] = {{"list", mcp_list, 0, true},
             {"test", mcp_test, 0, true},
             {"call", mcp_call, 2, true},
             {"serve", mcp_serve, 0, false}};

// To see that there are none is no failure, to want something of one is.
static int no_servers(struct work *w, bool wanted, struct sa_err *err)
{
    static const char how[] = "see [mcp.NAME] in smolagent.conf.example, --mcp and --mcp-config";
    if (wanted)
        return sa_err_set(err, SA_E_CONFIG, "no MCP server is configured to be called; %s", how);
    sa_buf_appendf(&w->out, "No MCP servers are configured; %s.\n", how);
    return SA_OK;
}

static int work(struct work *w, const char *usage, const char *name, struct sa_err *err)
{
    for (size_t i = 0; i < SA_COUNT(works); i++) {
        if (!sa_streq(name, works[i].name)) continue;
        if (w->count > works[i].words)
            return sa_err_set(err, SA_E_USAGE, "unexpected word '%.60s'", w->words[works[i].words]);
        if (!works[i].servers) return works[i].run(w, err);
        int code = sa_setup_mcp(w->config, &w->stop, NULL, &w->mcp, err);
        if (code) return code;
        if (!sa_mcp_count(w->mcp)) return no_servers(w, works[i].words > 0, err);
        sa_mcp_start(w->mcp);
        return works[i].run(w, err);
    }
    return sa_err_set(err, SA_E_USAGE, "usage: smolagent %s", usage);
}

int sa_cmd_mcp(const struct sa_command *self, int argc, char **argv)
{
    struct sa_config config;
    struct sa_err err = SA_ERR_INIT;
    struct work w = {.config = &config, .out = SA_BUF_INIT(SA_BUF_HUGE)};
    char **words = NULL;
    int count, status = sa_cli_settings(self, &config, argc, argv, &words, &count);
    if (status < 0) {
        sa_stop_init(&w.stop);
        sa_signals_install(&w.stop, NULL);
        sa_setup_secrets(&config);
        w.words = words + (count > 0);
        w.count = count ? count - 1 : 0;
        status = work(&w, self->usage, count ? words[0] : NULL, &err);
        int reason = sa_stop_reason(&w.stop);
        if (w.out.len) w.out.len = sa_secret_redact(w.out.data, w.out.len);
        sa_cli_out(sa_buf_text(&w.out), w.out.len);
        if (status) sa_cli_fail(&err);
        if (reason) status = 128 + reason;
        sa_tools_release(&w.tools);
        sa_mcp_free(w.mcp);
        sa_signals_install(NULL, NULL);
        sa_stop_release(&w.stop);
    }
    sa_buf_release(&w.out);
    free(words);
    sa_config_release(&config);
    sa_secret_release();
    if (status > 128) sa_cli_die_by(status - 128);
    return status;
}
