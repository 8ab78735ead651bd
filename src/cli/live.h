// A run as it happens, on a terminal: the reply while it is written, the code, what it prints, and
// what is waited for. A sink of the events; on a pipe render.c tells of the same steps.
#ifndef SA_CLI_LIVE_H
#define SA_CLI_LIVE_H

#include "agent/event.h"
#include "cli/code.h"
#include "cli/markdown.h"
#include "cli/screen.h"
#include "cli/spinner.h"

struct sa_live_sums { // of a run or a turn
    int64_t steps, calls, input, cached, output, reasoning;
    double cost;
    bool priced; // all calls had a price
};

struct sa_live {
    bool on;     // else nothing else holds anything
    bool header; // tell of the model before the first step
    int verbose;
    struct sa_screen screen;
    struct sa_code_view code;
    struct sa_markdown text;
    struct sa_spinner spinner;
    struct sa_live_sums run, step;
    int64_t started, step_no; // started: monotonic; 0: no run is under way
    // The reply that comes in, or came.
    enum { SA_LIVE_NOTHING, SA_LIVE_THINKS, SA_LIVE_SAYS, SA_LIVE_CODES } part;
    bool came, read; // something of it; all of it
    bool calls;      // its calls are made as they stand, and shown then
    size_t bytes;
    int64_t thinks;       // since when
    struct sa_buf behind; // what was said behind code, which counts only if more code follows
    struct sa_buf reply;  // as it was read
    bool answered;        // the answer was said in the reply, and stands on the screen
    size_t printed;       // bytes, by the running step
};

// Of a terminal on `fd`; `color` as --color and the rest say.
void sa_live_start(struct sa_live *live, int fd, bool color, int verbose);
void sa_live_event(void *ctx, const struct sa_event *event);
// A turn is over, and so is waiting: a line of figures, unless `status` is NULL.
void sa_live_rest(struct sa_live *live, const char *status);
void sa_live_stop(struct sa_live *live);

#endif
