// Checks of a final answer, before it counts: its form (--schema, shape.h), what it must not hold
// (--check-output), and functions (--check-py) and programs (--check) that judge it, in this order.
// An answer that does not pass goes back to the model as an observation and the run goes on; a run
// that ends without an answer that passed has exit status 4.
#ifndef SA_AGENT_CHECK_H
#define SA_AGENT_CHECK_H

#include <cjson/cJSON.h>
#include <stdint.h>

#include "agent/steps.h"
#include "base/buf.h"

struct sa_err;
struct sa_judge;
struct sa_judge_limits;
struct sa_stop;

enum sa_check_action {
    SA_CHECK_BLOCK,  // refused, the model is told what kinds of things were found
    SA_CHECK_REDACT, // passed with each finding replaced by "[KIND redacted]"
    SA_CHECK_WARN    // passed as it is, with an event and a warning
};

// Zero-initialised: no checks.
struct sa_checks {
    unsigned kinds; // SA_DETECT_*
    enum sa_check_action action;
    struct sa_judge **judges; // functions in Python
    size_t judge_count, judge_cap;
    struct sa_steps steps; // that those get to see: a sink of the events, where there are some
    cJSON *commands;       // array of arrays of words; the answer comes on their standard input
    int64_t timeout_ns;    // of each function and command
};

void sa_checks_release(struct sa_checks *checks);
// "secrets" or "pii". -1 with err (code 2) for another name.
int sa_checks_add_kind(struct sa_checks *checks, const char *name, struct sa_err *err);
// A file with a function check(answer, steps). -1 with err (code 2) when it has none.
int sa_checks_add_judge(struct sa_checks *checks, const char *path,
                        const struct sa_judge_limits *limits, struct sa_stop *stop,
                        struct sa_err *err);
// Words separated by spaces, or a JSON array of them; no shell is involved unless it is named.
int sa_checks_add_command(struct sa_checks *checks, const char *text, struct sa_err *err);

// An answer on its way; both owned.
struct sa_answer {
    struct sa_buf text;
    char *json;
    bool as_value; // whoever refused it looked at the value, not at the text
};

struct sa_agent;

enum sa_verdict {
    SA_VERDICT_PASSED,
    SA_VERDICT_REFUSED, // *why: what to tell the model, malloc'd; *who: the check, if a program
    SA_VERDICT_BROKEN   // a check could not be run, or the run was stopped: *why as well, or NULL
};

// Applies all checks in order; emits a "check" event for each that has something to say.
enum sa_verdict sa_agent_check(struct sa_agent *agent, struct sa_answer *answer, char **why,
                               char **who);

#endif
