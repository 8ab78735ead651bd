// The connections of our MCP server over HTTP, and how long each may take to say what it wants:
// those that have not shown the token yet are few, and closed soon. Safe from any thread.
#ifndef SA_MCP_SERVE_CALLERS_H
#define SA_MCP_SERVE_CALLERS_H

#include <pthread.h>
#include <stdint.h>

struct sa_caller;

struct sa_callers {
    int64_t greet_ns;
    pthread_mutex_t lock;
    struct sa_caller *first; // newest first
};

// greet_ns: time for the first request with the right Host, Origin and token; 0: 10 s.
void sa_callers_init(struct sa_callers *callers, int64_t greet_ns);
void sa_callers_release(struct sa_callers *callers); // all are closed

// A new connection. Where too many are unknown, the one that has waited longest is shut down.
struct sa_caller *sa_caller_open(struct sa_callers *callers, int fd);
void sa_caller_close(struct sa_callers *callers, struct sa_caller *caller);

// A request of it had the right Host, Origin and token. Here and below NULL is no connection.
void sa_caller_know(struct sa_callers *callers, struct sa_caller *caller);
// It waits for a request since then (monotonic); 0: it does not.
void sa_caller_mark(struct sa_callers *callers, struct sa_caller *caller, int64_t since);

// Shuts unknown ones down whose time is over. When to come again (monotonic).
int64_t sa_callers_drop_unknown(struct sa_callers *callers);
// Shuts those down whose request dribbles, which MHD's own timeout, of silence, does not.
void sa_callers_drop_slow(struct sa_callers *callers);

#endif
