// A child process with a pipe each for its input, its output and its errors, under a keeper
// (keep.h), for as long as it is wanted: servers that talk in lines, hooks and tools. Nothing here
// waits for one of the pipes alone: what the child does not read is queued up to a ceiling, what it
// says is read ahead up to one, what it complains of beyond one is dropped.
#ifndef SA_BASE_CHILD_H
#define SA_BASE_CHILD_H

#include "base/flow.h"
#include "base/keep.h"
#include "base/str.h"

struct sa_err;
struct sa_stop;

struct sa_child_options {
    const char *const *argv; // NULL-terminated; argv[0] is looked up in PATH
    const char *const *env;  // NULL-terminated "NAME=value"; NULL: ours
    const char *folder;      // where it starts; NULL: here
    const struct sa_spawn_limit *limits;
    size_t limit_count;
    size_t max_input;     // bytes that wait to be read by it; 0: its input is /dev/null
    size_t max_output;    // bytes that wait to be taken, and so the longest line
    size_t max_errors;    // bytes kept of its standard error
    int64_t timeout_ns;   // of its whole life; 0: none
    struct sa_stop *stop; // may be NULL
    int wake;             // readable when somebody wants a wait to end; 0: nobody
};

enum sa_child_state {
    SA_CHILD_RUNS,     // there is no news, and `until` has passed, or there may be
    SA_CHILD_LINE,     // here is one
    SA_CHILD_ENDED,    // and nothing more comes of it
    SA_CHILD_LATE,     // its time is over
    SA_CHILD_STOPPED,  // the stop was requested
    SA_CHILD_WOKEN,    // `wake` is readable
    SA_CHILD_TOO_MUCH, // a line longer than max_output
};

struct sa_child {
    struct sa_keep keep;
    int in, out, err;     // our ends; -1: closed, or at their end
    struct sa_flow to;    // what it is to read
    struct sa_flow from;  // what it has said
    struct sa_buf errors; // the beginning of what it has complained of; clear it to have the next
    int64_t deadline;     // monotonic, for the whole of its life
    struct sa_stop *stop;
    int wake;
    bool closing;        // its input ends after what is queued
    bool ended;          // the child itself; who has its pipes may go on
    int wait_status;     // then
    size_t line, sought; // bytes of `from`: of the line given last, and without a line's end
};

// 0, or -1 with err (code 10), also for a word that is a pinned file (pin.h) which was changed.
// Everything but that and `stop` is borrowed for the call only.
int sa_child_start(struct sa_child *child, const struct sa_child_options *options,
                   struct sa_err *err);

// Queues bytes for its input. False, and none of them, when there is no room or it has closed it.
bool sa_child_send(struct sa_child *child, const void *data, size_t len);
void sa_child_close_input(struct sa_child *child);

// One turn: waits until something can be moved, at most until `until` (monotonic, INT64_MAX: as
// long as it takes), and moves it. SA_CHILD_ENDED when it has ended and its pipes have.
enum sa_child_state sa_child_step(struct sa_child *child, int64_t until);
// Turns until there is a line, given without its end and borrowed until the next call. The end of
// the child is told after the last whole line, whoever else may hold its pipes; what is left in
// `from` then is a line broken off.
enum sa_child_state sa_child_line(struct sa_child *child, int64_t until, struct sa_str *line);

// Ends it: closes its input and waits for its end, then asks for that (SIGTERM, to its group) and
// waits, then kills it and everything it has started; each wait in turn, 0: not that step. Its exit
// status, or 128 + n of signal n, that of the kill being 9. What it says meanwhile is dropped, and
// before that what it had said.
int sa_child_end(struct sa_child *child, int64_t leave_ns, int64_t ask_ns);
void sa_child_release(struct sa_child *child); // after its end

#endif
