// The other side of MCP: a server whose clients may call tools of ours (tool/tool.h). A session is
// one client; how its messages travel is the business of who made it (serve_stdio.c).
#ifndef SA_MCP_SERVE_H
#define SA_MCP_SERVE_H

#include <stddef.h>

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

// `send` is called by any thread with one message as text. NULL, with err: there is no thread.
struct sa_serve *sa_serve_new(const struct sa_serve_offer *offer,
                              void (*send)(void *to, const char *message), void *to,
                              struct sa_err *err);
// Ends it: once its calls are answered, or (abort) at once, with none.
void sa_serve_free(struct sa_serve *session, bool abort);

// A message of the client; whatever is wrong with it is answered.
void sa_serve_take(struct sa_serve *session, const char *text, size_t len);
// The same for one that is too long to be looked at.
void sa_serve_refuse(struct sa_serve *session, const char *why);

// For the call under way: how it goes on, where the client wants to know.
void sa_serve_progress(struct sa_serve *session, const char *text, size_t len);

// One session over standard input and output, until the input ends or `stop` is requested. 0, or a
// code with *err filled.
int sa_serve_stdio(const struct sa_serve_offer *offer, struct sa_stop *stop, struct sa_err *err);

#endif
