// The host's side of the worker protocol: asks a worker one thing at a time, serves its calls
// meanwhile, and trusts nothing it says. How the worker was started, and what happens after it
// died, is the executor's business.
#ifndef SA_EXEC_TALK_H
#define SA_EXEC_TALK_H

#include "exec/exec.h"
#include "exec/proto/frame.h"

struct sa_talk {
    const struct sa_exec_options *options; // borrowed
    struct sa_channel channel;
    struct sa_buf out; // the next request
    struct sa_frame frame;
    int wake;     // eventfd of sa_talk_interrupt
    char **tools; // names that may be called
    size_t tool_count, tool_cap;
    struct {
        char *name;
        sa_exec_pull_fn pull;
        void *ctx;
        uint64_t next; // offset after the last piece
    } * streams;
    size_t stream_count, stream_cap;
    struct {
        char *path, *text;
        size_t len;
    } file; // being handed over; without a path: a line of input

    // Of the request under way.
    bool keeps;       // a cell that may be run again: what it broke is to be found out
    uint64_t printed; // bytes
    int images;       // sent
    int64_t deadline; // monotonic ns; 0: none
    bool interrupted;
    const char *why; // what was wrong with the worker's frames
    int lost_status; // wait status of the program behind the worker, as the worker says; -1: none

    int64_t settled; // monotonic ns: until then more of the last cell may be on its way; 0: none is

    struct sa_buf texts[5]; // strings of the last result
};

enum sa_talk_end {
    SA_TALK_DONE,
    SA_TALK_DIED,   // the channel closed, or the worker says that its program is lost
    SA_TALK_FAILED, // it could not start (sa_talk_failure), or the start was interrupted
    SA_TALK_SILENT, // no answer within 1.2 times the time limit and 100 ms, or after an interrupt
    SA_TALK_HOSTILE // talk->why
};

// -1 when there is no eventfd to be had.
int sa_talk_init(struct sa_talk *talk, const struct sa_exec_options *options);
void sa_talk_release(struct sa_talk *talk);
// A new worker behind fd (not owned): what was said with the one before is forgotten.
void sa_talk_attach(struct sa_talk *talk, int fd);

// The hello for these options, into talk->out; `namespaces`: what the jail granted.
void sa_talk_put_hello(struct sa_talk *talk, unsigned namespaces);
// Waits for the worker's, once that is sent.
enum sa_talk_end sa_talk_hello(struct sa_talk *talk, int64_t timeout_ns);
// Waits for the `ready` of a worker that starts something after its hello.
enum sa_talk_end sa_talk_ready(struct sa_talk *talk, int64_t timeout_ns);
// Why it could not start.
void sa_talk_failure(struct sa_talk *talk, struct sa_err *err);

// Sends the request in talk->out and serves the worker until its closing frame, which becomes
// *result (borrowed until the next request).
enum sa_talk_end sa_talk_ask(struct sa_talk *talk, struct py_result *result);
// Takes what was said since the last closing frame, without waiting; the next request begins so.
enum sa_talk_end sa_talk_listen(struct sa_talk *talk);

// What the worker may ask for.
void sa_talk_allow_tool(struct sa_talk *talk, const char *name);
void sa_talk_allow_stream(struct sa_talk *talk, const char *name, sa_exec_pull_fn pull, void *ctx);

void sa_talk_interrupt(struct sa_talk *talk); // async-signal-safe

// talk_call.c: answers the call in talk->frame.
enum sa_talk_end sa_talk_serve(struct sa_talk *talk);
// Sends what is in talk->out. A worker that does not read has as long as one that does not answer.
enum sa_talk_end sa_talk_send(struct sa_talk *talk);

#endif
