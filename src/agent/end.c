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

bool sa_agent_must_end(struct sa_agent *a)
{
    const struct sa_usage *u = &a->run->result->usage;
    int reason = sa_stop_reason(a->stop);
    char place[32] = "";
    if (a->run->interrupted_line)
        snprintf(place, sizeof place, " at line %d", a->run->interrupted_line);
    if (a->run->call_refused) {
        sa_agent_end(a, SA_RUN_BUDGET, SA_E_CAP,
                     "tool call limit of %lld calls reached%s (raise it with --max-tool-calls)",
                     (long long)a->o.max_tool_calls, place);
    } else if (reason) {
        sa_run_stopped(a->run->result, reason,
                       reason == SA_STOP_STEP ? a->o.exec.step_timeout_ns : a->o.timeout_ns, place);
    } else if (a->o.max_tokens > 0 && u->input + u->output >= a->o.max_tokens) {
        sa_agent_end(a, SA_RUN_BUDGET, SA_E_CAP, "token limit reached: %lld of %lld (--max-tokens)",
                     (long long)(u->input + u->output), (long long)a->o.max_tokens);
    } else if (a->o.max_cost > 0 && u->cost >= a->o.max_cost) {
        sa_agent_end(a, SA_RUN_BUDGET, SA_E_CAP, "cost limit reached: $%.4f of $%.4f (--max-cost)",
                     u->cost, a->o.max_cost);
    } else if (a->o.events->failure[0]) {
        sa_agent_end(a, SA_RUN_ERROR, a->o.events->failure_code, "%s", a->o.events->failure);
    } else {
        return false;
    }
    return true;
}
