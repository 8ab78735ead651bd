// See serve_callers.h. A connection is shut down here and closed by MHD, which then has
// sa_caller_close called.
#include "mcp/serve_callers.h"

#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "base/xalloc.h"

enum { MAX_UNKNOWN = 32 };
#define GREET_NS (10 * SA_NS_PER_S)
#define ARRIVAL_NS (120 * SA_NS_PER_S) // a request has come by then, however slow its client is

struct sa_caller {
    struct sa_caller *next, *previous;
    int fd;
    int64_t begun; // when it was opened
    int64_t since; // when it began to say what it wants; 0: that is known
    bool known, closing;
};

void sa_callers_init(struct sa_callers *callers, int64_t greet_ns)
{
    *callers = (struct sa_callers){.greet_ns = greet_ns ? greet_ns : GREET_NS};
    pthread_mutex_init(&callers->lock, NULL);
}

void sa_callers_release(struct sa_callers *callers)
{
    pthread_mutex_destroy(&callers->lock);
}

static void shut(struct sa_caller *c)
{
    if (!c->closing) shutdown(c->fd, SHUT_RDWR);
    c->closing = true;
}

struct sa_caller *sa_caller_open(struct sa_callers *callers, int fd)
{
    struct sa_caller *opened = sa_xcalloc(1, sizeof *opened);
    int64_t now = sa_clock_monotonic();
    size_t unknown = 0;
    pthread_mutex_lock(&callers->lock);
    *opened = (struct sa_caller){.next = callers->first, .fd = fd, .begun = now, .since = now};
    if (opened->next) opened->next->previous = opened;
    callers->first = opened;
    for (struct sa_caller *c = opened; c; c = c->next)
        if (!c->known && !c->closing && ++unknown > MAX_UNKNOWN) shut(c);
    pthread_mutex_unlock(&callers->lock);
    return opened;
}

void sa_caller_close(struct sa_callers *callers, struct sa_caller *c)
{
    if (!c) return;
    pthread_mutex_lock(&callers->lock);
    if (c->next) c->next->previous = c->previous;
    if (c->previous) c->previous->next = c->next;
    else callers->first = c->next;
    pthread_mutex_unlock(&callers->lock);
    free(c);
}

void sa_caller_know(struct sa_callers *callers, struct sa_caller *c)
{
    pthread_mutex_lock(&callers->lock);
    if (c) c->known = true;
    pthread_mutex_unlock(&callers->lock);
}

void sa_caller_mark(struct sa_callers *callers, struct sa_caller *c, int64_t since)
{
    pthread_mutex_lock(&callers->lock);
    if (c) c->since = since;
    pthread_mutex_unlock(&callers->lock);
}

int64_t sa_callers_drop_unknown(struct sa_callers *callers)
{
    int64_t next = INT64_MAX, now = sa_clock_monotonic();
    pthread_mutex_lock(&callers->lock);
    for (struct sa_caller *c = callers->first; c; c = c->next) {
        int64_t until = c->begun + callers->greet_ns;
        if (c->known || c->closing) continue;
        if (until <= now) shut(c);
        else if (until < next) next = until;
    }
    pthread_mutex_unlock(&callers->lock);
    return next;
}

void sa_callers_drop_slow(struct sa_callers *callers)
{
    int64_t late = sa_clock_monotonic() - ARRIVAL_NS;
    pthread_mutex_lock(&callers->lock);
    for (struct sa_caller *c = callers->first; c; c = c->next)
        if (c->since && c->since < late) shut(c);
    pthread_mutex_unlock(&callers->lock);
}
