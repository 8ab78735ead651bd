// The host's side of the worker protocol: asks a worker one thing at a time, serves its calls
// meanwhile, and trusts nothing it says. How the worker was started, and what happens after it
// died, is the executor's business.
#ifndef SA_EXEC_SESSION_H
#define SA_EXEC_SESSION_H

#include "exec/exec.h"
#include "exec/proto/frame.h"

struct sa_exec_session {
    const struct sa_exec_options *options; // borrowed
    struct sa_channel channel;
    struct sa_buf out; // the next request
    struct sa_frame frame;
    int wake;           // eventfd of sa_exec_session_interrupt
    bool tails;         // the worker takes bytes as tails of frames
    struct sa_str tail; // of the result under way, borrowed until that is ended
    void *tail_owned;   // is freed then
    char **tools;       // names that may be called
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
    bool keeps;         // a cell that may be run again: what it broke is to be found out
    uint64_t printed;   // bytes
    int images;         // sent
    int64_t deadline;   // monotonic ns; 0: none
    int64_t timeout_ns; // of the next request, instead of the time limit of cells; 0: that
    bool interrupted;
    const char *why; // what was wrong with the worker's frames
    int lost_status; // wait status of the program behind the worker, as the worker says; -1: none

    int64_t settled; // monotonic ns: until then more of the last cell may be on its way; 0: none is

    struct sa_buf texts[6]; // strings of the last result
};

enum sa_exec_session_end {
    SA_SESSION_DONE,
    SA_SESSION_DIED,   // the channel closed, or the worker says that its program is lost
    SA_SESSION_FAILED, // it could not start (sa_exec_session_failure), or the start was interrupted
    SA_SESSION_SILENT, // no answer within 1.2 times the time limit and 100 ms, or after an
                       // interrupt
    SA_SESSION_HOSTILE // session->why
};

// -1 when there is no eventfd to be had.
int sa_exec_session_init(struct sa_exec_session *session, const struct sa_exec_options *options);
void sa_exec_session_release(struct sa_exec_session *session);
// A new worker behind fd (not owned): what was said with the one before is forgotten.
void sa_exec_session_attach(struct sa_exec_session *session, int fd);

// The hello for these options, into session->out; `namespaces`: what the jail granted.
void sa_exec_session_put_hello(struct sa_exec_session *session, unsigned namespaces);
// Waits for the worker's, once that is sent.
enum sa_exec_session_end sa_exec_session_hello(struct sa_exec_session *session, int64_t timeout_ns);
// Waits for the `ready` of a worker that starts something after its hello.
enum sa_exec_session_end sa_exec_session_ready(struct sa_exec_session *session, int64_t timeout_ns);
// Why it could not start.
void sa_exec_session_failure(struct sa_exec_session *session, struct sa_err *err);

// Sends the request in session->out and serves the worker until its closing frame, which becomes
// *result (borrowed until the next request).
enum sa_exec_session_end sa_exec_session_ask(struct sa_exec_session *session,
                                             struct py_result *result);
// Takes what was said since the last closing frame, without waiting; the next request begins so.
enum sa_exec_session_end sa_exec_session_listen(struct sa_exec_session *session);

// What the worker may ask for.
void sa_exec_session_allow_tool(struct sa_exec_session *session, const char *name);
void sa_exec_session_allow_stream(struct sa_exec_session *session, const char *name,
                                  sa_exec_pull_fn pull, void *ctx);

void sa_exec_session_interrupt(struct sa_exec_session *session); // async-signal-safe

// session_call.c: answers the call in session->frame.
enum sa_exec_session_end sa_exec_session_serve(struct sa_exec_session *session);
// session_send.c: interrupts the worker, once.
enum sa_exec_session_end sa_exec_session_send_interrupt(struct sa_exec_session *session);
// Sends what is in session->out. A worker that does not read has as long as one that does not
// answer.
enum sa_exec_session_end sa_exec_session_send(struct sa_exec_session *session);

#endif
