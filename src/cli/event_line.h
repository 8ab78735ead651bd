// Events that are one line on any screen: on a terminal (live.c) and on a pipe (render.c).
#ifndef SA_CLI_EVENT_LINE_H
#define SA_CLI_EVENT_LINE_H

#include "agent/event.h"
#include "base/buf.h"
#include "cli/cli.h"

// Appends it. False: the event has none, or nothing to tell.
bool sa_event_line(const struct sa_event *event, bool verbose, struct sa_buf *out,
                   enum sa_ink *ink);

#endif
