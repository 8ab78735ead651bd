// How a run ends: by a status and a message, and by the limits that any part of it may reach.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "agent/agent_int.h"
#include "base/xalloc.h"

enum sa_step sa_agent_end(struct sa_agent *a, enum sa_run_status status, int exit_code,
                          const char *format, ...)
{
    struct sa_run_result *r = a->run->result;
    r->status = status;
    r->exit_code = exit_code;
    if (!format) return SA_STEP_DONE;
    struct sa_err text = SA_ERR_INIT;
    va_list args;
    va_start(args, format);
    sa_err_setv(&text, exit_code, format, args);
    va_end(args);
    free(r->error);
    r->error = sa_xstrdup(text.message);
    return SA_STEP_DONE;
}

// The time that a stop is about: that of the run whose stop it was first.
static int64_t time_of(const struct sa_agent *a, int reason)
{
    if (reason == SA_STOP_STEP) return a->o.exec.step_timeout_ns;
    while (a->o.parent && sa_stop_reason(a->o.parent->stop)) a = a->o.parent;
    return a->o.timeout_ns;
}

bool sa_agent_must_end(struct sa_agent *a)
{
    struct sa_run *run = a->run;
    int reason = sa_stop_reason(a->stop);
    int64_t timeout = 0;
    char place[32] = "", why[128];
    enum sa_budget_state left = SA_BUDGET_LEFT;
    if (run->interrupted_line) snprintf(place, sizeof place, " at line %d", run->interrupted_line);
    if (run->call_refused) {
        sa_agent_end(a, SA_RUN_BUDGET, SA_E_CAP,
                     "tool call limit of %lld calls reached%s (raise it with --max-tool-calls)",
                     (long long)run->call_limit, place);
    } else if (run->denied) {
        sa_agent_end(a, SA_RUN_ERROR, SA_E_DENIED, "%s", run->denied);
    } else if (run->hook_failed) {
        sa_agent_end(a, SA_RUN_ERROR, SA_E_CONFIG, "%s", run->hook_failed);
    } else if (reason && reason != SA_STOP_SPENT) {
        sa_run_stopped(run->result, reason, time_of(a, reason), place);
    } else if ((left = sa_budget_state(&run->budget, why, sizeof why, &timeout)) ==
               SA_BUDGET_SPENT) {
        sa_agent_end(a, SA_RUN_BUDGET, SA_E_CAP, "%s", why);
    } else if (left == SA_BUDGET_LATE) {
        sa_run_stopped(run->result, SA_STOP_TIMEOUT, timeout, place);
    } else if (a->exec->lost.code) {
        sa_agent_end(a, SA_RUN_ERROR, a->exec->lost.code,
                     "the sandbox worker is lost and cannot be replaced: %s",
                     a->exec->lost.message);
    } else if (sa_events_failure(a->o.events)) {
        sa_agent_end(a, SA_RUN_ERROR, a->o.events->failure_code, "%s", a->o.events->failure);
    } else {
        return false;
    }
    return true;
}
