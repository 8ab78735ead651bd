// The hooks of a moment are run: each in turn, a process of its own. A block is the last word. One
// that fails ends the run, and so does one that a stop has ended.
#include <stdlib.h>
#include <string.h>

#include "agent/hook_int.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/proc.h"
#include "base/xalloc.h"
#include "tool/resource.h"

enum { MOST_SAID = 16 << 20 }; // bytes of what one may print

void sa_moment_init(struct sa_moment *m, enum sa_hook_on on, const struct sa_tool *tool)
{
    *m = (struct sa_moment){.on = on, .tool = tool};
    sa_buf_init(&m->about, SA_BUF_HUGE);
    sa_buf_init(&m->changed_by, SA_BUF_SMALL);
    sa_buf_appendc(&m->about, '{');
    SA_AUTO_FREE char *source = tool ? sa_tool_source(tool) : NULL;
    if (tool) sa_json_put_str(&m->about, "tool", tool->name);
    if (tool) sa_json_put_str(&m->about, "source", source);
}

void sa_moment_release(struct sa_moment *m)
{
    sa_buf_release(&m->about);
    sa_buf_release(&m->changed_by);
    free(m->json);
    free(m->reason);
}

void sa_moment_put_text(struct sa_moment *m, const char *member, const char *text, size_t len)
{
    struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
    sa_json_quote(&json, text, len);
    m->member = member;
    free(m->json);
    m->json = sa_buf_take(&json, NULL);
}

// ---- one hook -----------------------------------------------------------------------------------

enum outcome { PASSED, REPLACED, BLOCKED, FAILED, STOPPED };

static void put_input(const struct sa_agent *a, const struct sa_hook *h, const struct sa_moment *m,
                      struct sa_buf *in)
{
    const struct sa_run *run = a->run;
    sa_buf_appendc(in, '{');
    sa_json_put_str(in, "hook", h->name);
    sa_json_put_str(in, "event", sa_hook_moment(m->on));
    sa_json_put_str(in, "run", run->below ? run->below->id : a->o.events->run);
    if (run->below) sa_json_put_str(in, "parent", run->below->parent);
    sa_json_put_int(in, "depth", run->depth);
    if (a->o.name) sa_json_put_str(in, "name", a->o.name);
    sa_json_put_str(in, "agent", a->way->name);
    if (run->step) sa_json_put_int(in, "step", run->step);
    if (m->about.len > 1) {
        sa_buf_appendc(in, ',');
        sa_buf_append(in, m->about.data + 1, m->about.len - 1);
    }
    if (m->member) sa_json_put_raw(in, m->member, m->json);
    sa_buf_appends(in, "}\n");
}

// Where programs say what went wrong.
static struct sa_str last_line(struct sa_str said)
{
    const char *end = memrchr(said.data, '\n', said.len);
    size_t skip = end ? (size_t)(end + 1 - said.data) : 0;
    return (struct sa_str){said.data + skip, said.len - skip};
}

// Of a hook that ended by itself.
static enum outcome judge(struct sa_moment *m, const struct sa_hook *h,
                          const struct sa_proc_result *r, char **why)
{
    enum { BLOCKS = 2 };
    struct sa_str out = sa_str_trim((struct sa_str){sa_buf_text(&r->out), r->out.len});
    struct sa_str said = sa_str_trim((struct sa_str){sa_buf_text(&r->err), r->err.len});
    if (r->status == BLOCKS) {
        *why = sa_agent_clean(said);
        return BLOCKED;
    }
    if (r->status) {
        SA_AUTO_FREE char *text = sa_agent_clean(last_line(said));
        *why = sa_xasprintf("exit status %d%s%s", r->status, *text ? ": " : "", text);
        return FAILED;
    }
    size_t before = m->changed_by.len;
    *why = sa_hook_take(m, h, out);
    return *why ? FAILED : m->changed_by.len > before ? REPLACED : PASSED;
}

// The end of a run is told of though it was stopped, within the time that there is left.
static int64_t time_of(const struct sa_hook *h, const struct sa_moment *m)
{
    if (!m->deadline) return h->timeout_ns;
    int64_t left = m->deadline - sa_clock_monotonic();
    left = left > SA_NS_PER_MS ? left : SA_NS_PER_MS;
    return left < h->timeout_ns ? left : h->timeout_ns;
}

static enum outcome run_hook(struct sa_agent *a, const struct sa_hook *h, struct sa_moment *m,
                             char **why)
{
    struct sa_buf in = SA_BUF_INIT(SA_BUF_HUGE);
    put_input(a, h, m, &in);
    char **env = sa_proc_env(h->env);
    SA_AUTO_FREE const char **argv = sa_proc_argv(h->command);
    const struct sa_proc_request q = {.argv = argv,
                                      .env = (const char *const *)env,
                                      .input = sa_buf_text(&in),
                                      .input_len = in.len,
                                      .max_output = MOST_SAID,
                                      .timeout_ns = time_of(h, m),
                                      .stop = m->deadline ? NULL : a->stop};
    struct sa_proc_result r = {0};
    struct sa_err err = SA_ERR_INIT;
    enum outcome outcome = FAILED;
    if (in.full) *why = sa_xstrdup("what it is to see is too large");
    else if (sa_proc_run(&q, &r, &err)) *why = sa_xstrdup(err.message);
    else if (r.stopped) outcome = STOPPED;
    else if (r.timed_out)
        *why = sa_xasprintf("it did not end within %g s", (double)q.timeout_ns / 1e9);
    else if (r.too_much) *why = sa_xasprintf("it prints more than %d bytes", MOST_SAID);
    else outcome = judge(m, h, &r, why);
    sa_proc_result_release(&r);
    sa_proc_env_free(env);
    sa_buf_release(&in);
    return outcome;
}

static void emit(struct sa_agent *a, const struct sa_hook *h, const struct sa_moment *m,
                 enum outcome outcome, const char *why, int64_t took)
{
    static const char *const actions[] = {"pass", "replace", "block", "fail", "stop"};
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "name", h->name);
    cJSON_AddStringToObject(data, "on", sa_hook_moment(m->on));
    cJSON_AddStringToObject(data, "action", actions[outcome]);
    if (m->tool) cJSON_AddStringToObject(data, "tool", m->tool->name);
    if (why) cJSON_AddStringToObject(data, "reason", why);
    cJSON_AddNumberToObject(data, "duration_ms", (double)(took / SA_NS_PER_MS));
    sa_agent_emit(a, SA_EV_HOOK, data);
}

// ---- all hooks of a moment ----------------------------------------------------------------------

static bool applies(const struct sa_hook *h, enum sa_hook_on on, const struct sa_tool *tool)
{
    bool named = !tool || !h->tools.count || sa_rules_name(&h->tools, tool);
    return h->on & 1u << on && named;
}

bool sa_agent_has_hooks(const struct sa_agent *a, enum sa_hook_on on, const struct sa_tool *tool)
{
    for (size_t i = 0; a->o.hooks && i < a->o.hooks->count; i++)
        if (applies(&a->o.hooks->items[i], on, tool)) return true;
    return false;
}

// Does nothing count any more? Its end is told of however a run comes to it.
static bool is_over(const struct sa_agent *a, const struct sa_moment *m)
{
    return m->on != SA_HOOK_ON_END && (a->run->hook_failed || sa_stop_reason(a->stop));
}

static void keep_failure(struct sa_agent *a, const struct sa_hook *h, const struct sa_moment *m,
                         const char *why)
{
    if (!a->run->hook_failed)
        a->run->hook_failed = sa_xasprintf("the hook '%s' failed (%s): %s", h->name,
                                           sa_hook_moment(m->on), why);
}

// A run that was stopped has little time left to tell of its end, and one below another less.
static void limit_time(const struct sa_agent *a, struct sa_moment *m)
{
    if (m->on == SA_HOOK_ON_END && !m->deadline && sa_stop_reason(a->stop))
        m->deadline = sa_clock_monotonic() + (SA_NS_PER_S / 2 >> a->run->depth);
}

enum sa_hooked sa_agent_run_hooks(struct sa_agent *a, struct sa_moment *m)
{
    const struct sa_hooks *hooks = a->o.hooks;
    for (size_t i = 0; i < hooks->count; i++) {
        const struct sa_hook *h = &hooks->items[i];
        if (!applies(h, m->on, m->tool)) continue;
        if (is_over(a, m)) return SA_HOOKED_OVER;
        limit_time(a, m);
        char *why = NULL;
        int64_t start = sa_clock_monotonic();
        enum outcome outcome = run_hook(a, h, m, &why);
        emit(a, h, m, outcome, why, sa_clock_monotonic() - start);
        if (outcome == FAILED) keep_failure(a, h, m, why);
        if (outcome == BLOCKED) m->blocker = h, m->reason = why;
        else free(why);
        if (m->on == SA_HOOK_ON_END) continue;
        if (outcome == BLOCKED) return SA_HOOKED_BLOCKED;
        if (outcome == FAILED || outcome == STOPPED) return SA_HOOKED_OVER;
    }
    return SA_HOOKED_GO;
}
