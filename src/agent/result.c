// How a run ended, as a struct, as names, and as the run.end event that closes every stream.
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/money.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"

static const char *const status_names[] = {
    [SA_RUN_OK] = "ok",           [SA_RUN_MAX_STEPS] = "max_steps",
    [SA_RUN_LOOP] = "loop",       [SA_RUN_NO_ANSWER] = "no_answer",
    [SA_RUN_REFUSED] = "refused", [SA_RUN_BUDGET] = "budget",
    [SA_RUN_TIMEOUT] = "timeout", [SA_RUN_INTERRUPTED] = "interrupted",
    [SA_RUN_ERROR] = "error",
};

static const char *status_name(enum sa_run_status status)
{
    SA_CHECK(status < SA_COUNT(status_names));
    return status_names[status];
}

static const char *signal_name(int sig)
{
    return sig == SIGINT    ? "SIGINT"
           : sig == SIGTERM ? "SIGTERM"
           : sig == SIGHUP  ? "SIGHUP"
                            : strsignal(sig);
}

void sa_run_stopped(struct sa_run_result *r, int reason, int64_t timeout_ns, const char *place)
{
    bool late = sa_stop_is_late(reason);
    char time[32];
    sa_clock_human(timeout_ns, time, sizeof time);
    r->status = late ? SA_RUN_TIMEOUT : SA_RUN_INTERRUPTED;
    r->exit_code = late ? SA_E_TIMEOUT : 128 + (reason == SA_STOP_CANCEL ? SIGINT : reason);
    free(r->error);
    if (reason == SA_STOP_CANCEL) r->error = sa_xasprintf("cancelled%s", place);
    else if (reason == SA_STOP_STEP)
        r->error = sa_xasprintf("the code did not end at its time limit of %s%s (--step-timeout)",
                                time, place);
    else if (late)
        r->error = sa_xasprintf("time limit of %s for the run reached%s (raise it with --timeout)",
                                time, place);
    else r->error = sa_xasprintf("interrupted by %s%s", signal_name(reason), place);
}

void sa_run_result_release(struct sa_run_result *r)
{
    sa_freep(&r->answer);
    sa_freep(&r->answer_json);
    sa_freep(&r->error);
    sa_freep(&r->model);
    sa_freep(&r->imports);
}

static void add_usage(cJSON *data, const struct sa_usage *u)
{
    cJSON *usage = cJSON_AddObjectToObject(data, "usage");
    cJSON_AddNumberToObject(usage, "input_tokens", (double)u->input);
    cJSON_AddNumberToObject(usage, "output_tokens", (double)u->output);
    cJSON_AddNumberToObject(usage, "cached_tokens", (double)u->cached);
    if (u->written) cJSON_AddNumberToObject(usage, "cache_write_tokens", (double)u->written);
    cJSON_AddNumberToObject(usage, "reasoning_tokens", (double)u->reasoning);
    cJSON_AddNumberToObject(usage, "total_tokens", (double)(u->input + u->output));
    if (u->estimated) cJSON_AddTrueToObject(usage, "estimated");
    if (u->priced) cJSON_AddNumberToObject(data, "cost", sa_money_exact(u->cost));
    else cJSON_AddNullToObject(data, "cost");
}

static void settle(const struct sa_events *events, struct sa_run_result *r)
{
    if (!sa_events_failure(events) || r->exit_code) return;
    r->status = SA_RUN_ERROR;
    r->exit_code = events->failure_code;
    free(r->error);
    r->error = sa_xstrdup(events->failure);
}

static void add_imports(cJSON *metrics, const char *names)
{
    cJSON *imports = cJSON_AddArrayToObject(metrics, "imports");
    cJSON *refused = cJSON_CreateArray();
    struct sa_str rest = sa_str_of(names), part;
    while (rest.len && sa_str_next_part(&rest, ',', &part)) {
        SA_AUTO_FREE char *name = sa_xstrndup(part.data, part.len);
        bool no = name[0] == '!';
        cJSON_AddItemToArray(no ? refused : imports, cJSON_CreateString(name + no));
    }
    if (cJSON_GetArraySize(refused)) cJSON_AddItemToObject(metrics, "refused_imports", refused);
    else cJSON_Delete(refused);
}

cJSON *sa_run_end_data(const struct sa_run_result *r)
{
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "status", status_name(r->status));
    cJSON_AddNumberToObject(data, "exit_code", r->exit_code);
    if (r->error) cJSON_AddStringToObject(data, "error", r->error);
    else cJSON_AddNullToObject(data, "error");
    if (r->model) cJSON_AddStringToObject(data, "model", r->model);
    else cJSON_AddNullToObject(data, "model");
    if (r->answer_json) cJSON_AddItemToObject(data, "answer", cJSON_CreateRaw(r->answer_json));
    else cJSON_AddNullToObject(data, "answer");
    if (r->limit) cJSON_AddStringToObject(data, "limit", r->limit);
    add_usage(data, &r->usage);
    cJSON *metrics = cJSON_AddObjectToObject(data, "metrics");
    cJSON_AddNumberToObject(metrics, "steps", (double)r->steps);
    cJSON_AddNumberToObject(metrics, "tokens", (double)(r->usage.input + r->usage.output));
    cJSON_AddNumberToObject(metrics, "duration_ms", (double)r->duration_ms);
    cJSON_AddNumberToObject(metrics, "errors", (double)r->errors);
    add_imports(metrics, r->imports);
    cJSON_AddNumberToObject(metrics, "cells", (double)r->cells);
    cJSON_AddNumberToObject(metrics, "tool_calls", (double)r->tool_calls);
    return data;
}

void sa_run_end(struct sa_events *events, const struct sa_run_place *below, struct sa_run_result *r)
{
    if (events->ended) return;
    settle(events, r);
    sa_events_emit(events, below, SA_EV_RUN_END, sa_run_end_data(r));
    settle(events, r);
}
