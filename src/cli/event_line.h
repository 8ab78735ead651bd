// Events that are one line on any screen: on a terminal (live.c) and on a pipe (render.c).
#ifndef SA_CLI_EVENT_LINE_H
#define SA_CLI_EVENT_LINE_H

#include "agent/event.h"
#include "base/buf.h"
#include "cli/cli.h"

// Appends it. False: the event has none, or nothing to tell.
bool sa_event_line(const struct sa_event *event, bool verbose, struct sa_buf *out,
                   enum sa_ink *ink);

// An error that another event has told already: of a check, or of a tool's call.
bool sa_event_is_told(const struct sa_event *event);

#define SA_PLAN_MARK "#  " // as wide as the number of a step

// What stands above a plan, malloc'd: which one it is, and how many steps are left.
char *sa_event_plan_head(const cJSON *data);
// Of run.start, where code runs in a jail: `before` and "every layer", or the ones that are
// missing.
void sa_event_put_layers(const cJSON *data, const char *before, struct sa_buf *out);

#endif
