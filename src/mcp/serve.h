// The other side of MCP: a server whose clients may call tools of ours (tool/tool.h). A session is
// one client; how its messages travel is the business of who made it (serve_stdio.c).
#ifndef SA_MCP_SERVE_H
#define SA_MCP_SERVE_H

#include <stddef.h>
#include <stdint.h>

#include "tool/tool.h"

struct sa_err;
struct sa_serve;

// What clients are offered. Borrowed for as long as there are sessions.
struct sa_serve_offer {
    const char *instructions; // for the model of the client
    void *ctx;
    // Adds the tools of a new session, whose calls are made one after another on a thread of its
    // own; what `end` is told.
    void *(*begin)(void *ctx, struct sa_serve *session, struct sa_tools *tools);
    void (*end)(void *state); // on that thread, where a call was made
};

enum sa_serve_kind {
    SA_SERVE_NEWS,   // how a call goes on
    SA_SERVE_REPLY,  // to a request that is answered at once
    SA_SERVE_RESULT, // of a call
    SA_SERVE_BAD,    // what came was no message
    SA_SERVE_NONE,   // a call that gets no answer: it was cancelled, or the session has ended
};
// Called by any thread; `about` is what was given with the message that this is about. `message` is
// NULL for SA_SERVE_NONE.
typedef void (*sa_serve_send)(void *to, uint64_t about, enum sa_serve_kind kind,
                              const char *message);

// NULL, with err: there is no thread.
struct sa_serve *sa_serve_new(const struct sa_serve_offer *offer, sa_serve_send send, void *to,
                              struct sa_err *err);
// Ends it: once its calls are answered, or (abort) at once, with none.
void sa_serve_free(struct sa_serve *session, bool abort);

// A message of the client; whatever is wrong with it is answered. Returns the number of its calls,
// for each of which one SA_SERVE_RESULT or SA_SERVE_NONE comes in its time, or has come;
// everything else is answered by then.
size_t sa_serve_take(struct sa_serve *session, const char *text, size_t len, uint64_t about);
// The same for one that is too long to be looked at.
void sa_serve_refuse(struct sa_serve *session, const char *why);

// For the call under way: how it goes on, where the client wants to know.
void sa_serve_progress(struct sa_serve *session, const char *text, size_t len);

// One session over standard input and output, until the input ends or `stop` is requested. 0, or a
// code with *err filled.
int sa_serve_stdio(const struct sa_serve_offer *offer, struct sa_stop *stop, struct sa_err *err);

// Any number of sessions over HTTP. Borrowed.
struct sa_serve_http {
    const char *listen;       // "[ADDR:]PORT"; port 0: one that is free
    const char *token;        // that clients have to show; NULL: none, on a loopback address alone
    const char *const *hosts; // names that clients may call it by besides localhost; NULL: none
    size_t max_sessions;
    int64_t idle_ns;   // a session ends after that without a request
    int64_t greet_ns;  // a connection without a right request is closed after that; 0: 10 s
    size_t max_unread; // bytes of all replies that clients have not read; 0: 256 MiB
    void (*ready)(const char *url);
};
// Until `stop` is requested. 0, or a code with *err filled.
int sa_serve_http(const struct sa_serve_offer *offer, const struct sa_serve_http *http,
                  struct sa_stop *stop, struct sa_err *err);

#endif
