// Tool calls under way: a list in the order of their starts. The thread of a call knows nothing but
// its own entry; when it is done it passes the entry's address through a pipe, which is all the
// synchronisation there is, and what the owner can wait for together with a request to stop.
#include "tool/calls.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/flow.h"
#include "base/stop.h"
#include "base/xalloc.h"

struct call {
    struct call *next;
    int64_t number;
    struct sa_tool *tool;
    char *args;
    size_t args_len;
    bool launched, threaded, ended;
    pthread_t thread;
    struct sa_stop stop; // of a launched one
    struct sa_stop_link link;
    int64_t started, finished;
    struct sa_tool_result result;
    int out; // the pipe
};

struct sa_calls {
    struct sa_stop *stop;
    struct call *first;
    size_t count, bytes, launched;
    int done[2]; // the pipe: it has room for SA_CALLS_MAX addresses
};

struct sa_calls *sa_calls_new(struct sa_stop *stop)
{
    struct sa_calls *c = sa_xcalloc(1, sizeof *c);
    c->stop = stop;
    if (pipe2(c->done, O_CLOEXEC)) c->done[0] = c->done[1] = -1;
    return c;
}

void sa_calls_free(struct sa_calls *c)
{
    struct sa_call_ended e;
    if (!c) return;
    sa_calls_cancel_all(c, 0);
    while (sa_calls_wait(c, -1, NULL, &e)) {
        sa_tool_result_release(&e.result);
        free(e.args);
    }
    for (int i = 0; i < 2; i++)
        if (c->done[i] >= 0) close(c->done[i]);
    free(c);
}

// ---- running ----------------------------------------------------------------------------------

// The entry belongs to the reader of the pipe from here on.
static void tell_end(struct call *k)
{
    while (write(k->out, &k, sizeof k) < 0 && errno == EINTR) {
    }
}

static void *run(void *ctx)
{
    struct call *k = ctx;
    sa_tool_call(k->tool, k->args, &k->stop, &k->result);
    k->finished = sa_clock_monotonic();
    tell_end(k);
    return NULL;
}

// Signals stay with the main thread, whose system calls they must interrupt. Without a descriptor
// nothing would wake a call that is to end.
static void launch(struct sa_calls *c, struct call *k)
{
    sigset_t all, old;
    k->launched = true;
    c->launched++;
    k->started = k->finished = sa_clock_monotonic();
    sa_stop_init(&k->stop);
    if (c->stop) sa_stop_link(&k->link, c->stop, &k->stop);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    bool stoppable = k->stop.fd >= 0;
    k->threaded = stoppable && pthread_create(&k->thread, NULL, run, k) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (k->threaded) return;
    k->result.error = sa_xasprintf("%s: no %s to be had for the call", k->tool->name,
                                   stoppable ? "thread" : "descriptors");
    k->ended = true;
    tell_end(k);
}

static void launch_waiting(struct sa_calls *c)
{
    for (struct call *k = c->first; k && c->launched < SA_CALLS_AT_ONCE; k = k->next)
        if (!k->launched && !k->ended) launch(c, k);
}

const char *sa_calls_start(struct sa_calls *c, int64_t number, struct sa_tool *tool,
                           const char *args_json)
{
    size_t len = strlen(args_json);
    if (c->done[1] < 0) return "no descriptors to be had for it";
    if (c->count >= SA_CALLS_MAX) return "too many calls are under way";
    if (len > SA_CALLS_BYTES - c->bytes) return "the calls under way have too large arguments";
    struct call *k = sa_xcalloc(1, sizeof *k), **end = &c->first;
    *k = (struct call){.number = number,
                       .tool = tool,
                       .args = sa_xstrndup(args_json, len),
                       .args_len = len,
                       .out = c->done[1]};
    while (*end) end = &(*end)->next;
    *end = k;
    c->count++;
    c->bytes += len;
    launch_waiting(c);
    return NULL;
}

// ---- ending -----------------------------------------------------------------------------------

static void cancel(struct call *k, int reason)
{
    if (k->ended) return;
    if (k->launched) {
        sa_stop_request(&k->stop, reason ? reason : SIGTERM);
        return;
    }
    k->result.error = sa_xasprintf("%s: cancelled", k->tool->name);
    k->ended = true;
    tell_end(k);
}

void sa_calls_cancel(struct sa_calls *c, int64_t number)
{
    for (struct call *k = c->first; k; k = k->next)
        if (k->number == number) cancel(k, 0);
}

void sa_calls_cancel_all(struct sa_calls *c, int reason)
{
    for (struct call *k = c->first; k; k = k->next) cancel(k, reason);
}

static void take(struct sa_calls *c, struct call *k, struct sa_call_ended *e)
{
    struct call **at = &c->first;
    while (*at != k) at = &(*at)->next;
    *at = k->next;
    c->count--;
    c->bytes -= k->args_len;
    if (k->threaded) pthread_join(k->thread, NULL);
    if (k->launched) {
        c->launched--;
        if (c->stop) sa_stop_unlink(&k->link);
        sa_stop_release(&k->stop);
    }
    *e = (struct sa_call_ended){k->number, k->tool, k->args, k->finished - k->started, k->result};
    free(k);
    launch_waiting(c);
}

bool sa_calls_wait(struct sa_calls *c, int64_t timeout_ns, const struct sa_stop *stop,
                   struct sa_call_ended *e)
{
    int64_t now = sa_clock_monotonic();
    int64_t deadline = timeout_ns < 0 || timeout_ns > INT64_MAX - now ? INT64_MAX
                                                                      : now + timeout_ns;
    while (c->count) {
        struct pollfd p[2] = {{.fd = stop ? stop->fd : -1, .events = POLLIN},
                              {.fd = c->done[0], .events = POLLIN}};
        struct call *k;
        sa_flow_wait(p, 2, deadline);
        if (p[1].revents && read(c->done[0], &k, sizeof k) == sizeof k) return take(c, k, e), true;
        if (sa_stop_reason(stop) || sa_clock_monotonic() >= deadline) return false;
    }
    return false;
}
