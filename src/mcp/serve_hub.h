// The sessions of our MCP server over HTTP, and what is said in each, until it was heard: whatever
// comes in one request is an exchange, whose answers are told to who reads it, and kept while a
// stream that broke off may be taken up again.
#ifndef SA_MCP_SERVE_HUB_H
#define SA_MCP_SERVE_HUB_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "mcp/serve.h"

struct sa_exchange {
    struct sa_exchange *next; // an older one
    uint64_t number;          // 0: what the server tells by itself
    struct sa_buf text;       // events; or the answers, a comma between
    size_t messages;
    int64_t owed;   // calls that nothing has come for
    bool taken;     // `owed` is known
    bool streams;   // events
    bool batch;     // the client sent an array
    bool bad;       // and it was no message
    bool cut;       // its text was too much: who reads it is sent away
    size_t readers; // requests
};

struct sa_session_hub;

struct sa_hub_session {
    struct sa_hub_session *next;
    struct sa_session_hub *hub;
    char id[33]; // 128 random bits
    struct sa_serve *serve;
    struct sa_exchange *exchanges, own; // newest first; own: number 0
    uint64_t last;                      // number of an exchange
    size_t users;                       // requests
    int64_t used;                       // when it was last
    bool gone;                          // nobody finds it any more
};

struct sa_session_hub {
    const struct sa_serve_offer *offer;
    size_t max_sessions;
    int64_t idle_ns;
    size_t max_held; // bytes of all exchanges together
    int fd;          // eventfd: there may be a session to be ended
    // Something happened in an exchange, or (NULL) to the session. Called with the lock.
    void (*stir)(void *ctx, const struct sa_hub_session *session, const struct sa_exchange *x);
    void *ctx;
    pthread_mutex_t lock; // of all that follows, and of what it leads to
    struct sa_hub_session *first;
    size_t count, held;
    bool closing;
};

void sa_hub_init(struct sa_session_hub *hub, const struct sa_serve_offer *offer);
void sa_hub_release(struct sa_session_hub *hub); // nobody uses a session any more

// Has the hub's owner look at the sessions soon; by any thread.
void sa_hub_call(const struct sa_session_hub *hub);

// ---- without the lock --------------------------------------------------------------------------

// A new session, which the caller uses; NULL, with err: there are too many, or no thread.
struct sa_hub_session *sa_hub_open(struct sa_session_hub *hub, struct sa_err *err);
// One that the caller uses from now on; NULL: there is none.
struct sa_hub_session *sa_hub_find(struct sa_session_hub *hub, const char *id);
void sa_hub_leave(struct sa_hub_session *session);
void sa_hub_end(struct sa_hub_session *session); // once nobody uses it
// Ends those that nobody used for too long, and those that are gone. When to come again.
int64_t sa_hub_sweep(struct sa_session_hub *hub);

// A message of a client, whose answers the caller reads. Prime: as newer clients want it, a stream
// begins with an event that says where it begins.
struct sa_exchange *sa_hub_take(struct sa_hub_session *session, const struct sa_buf *message,
                                bool streams, bool prime);

// ---- with the lock -----------------------------------------------------------------------------

bool sa_exchange_ended(const struct sa_exchange *x); // nothing comes any more
// The exchange that an event was of, and where it goes on after that; NULL: not known any more.
struct sa_exchange *sa_hub_resume(struct sa_hub_session *session, const char *event, size_t *at);
// The caller reads no more of it.
void sa_hub_close(struct sa_hub_session *session, struct sa_exchange *x);

#endif
