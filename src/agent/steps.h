// What the steps of a run were, for checks in Python: a sink of the event stream that keeps of each
// step its thought, code, output, error and tool calls. Long texts are kept up to 64 KiB, all of a
// run's up to 16 MiB.
#ifndef SA_AGENT_STEPS_H
#define SA_AGENT_STEPS_H

#include "agent/event.h"
#include "base/buf.h"

// Zero-initialised: nothing has happened.
struct sa_steps {
    struct sa_step_kept *items;
    size_t count, cap;
    size_t kept; // bytes of all texts
};

// A sink (sa_events_add): ctx is the struct sa_steps. Each first run begins anew; those below
// others are left out.
void sa_steps_event(void *ctx, const struct sa_event *event);
// The same where only the events of one run come (struct sa_run_place).
void sa_steps_own_event(void *ctx, const struct sa_event *event);
// Appends what a reader of the answer wants to know of them: a few lines a step, long texts cut.
void sa_steps_sum_up(const struct sa_steps *steps, struct sa_buf *out);
// Appends them as a JSON array of objects (docs/guide.md has their members).
void sa_steps_print(const struct sa_steps *steps, struct sa_buf *out);
void sa_steps_release(struct sa_steps *steps);

#endif
