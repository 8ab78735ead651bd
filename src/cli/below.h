// What is seen of the runs below the first one, of agents that were called: whole lines, each with
// the agent's name and the number of its run, so that those of several at once can be told apart.
// Behind that the marks are those of the first run on a terminal: the number of a step, "|" for
// code, ">" for what it prints, "*" for calls.
#ifndef SA_CLI_BELOW_H
#define SA_CLI_BELOW_H

#include "agent/event.h"
#include "base/str.h"
#include "cli/cli.h"

struct sa_below_line {
    enum sa_ink ink;
    const char *label, *mark; // what stands before the text, both with their blanks
    struct sa_str text;       // without its end; control characters are still in it
    bool prose;               // to be folded at words
};
typedef void (*sa_below_fn)(void *ctx, const struct sa_below_line *line);

// Gives the lines of an event, of a run below.
void sa_below_lines(const struct sa_event *event, int verbose, sa_below_fn put, void *ctx);

#endif
