// See pace.h.
#include "model/pace.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/xalloc.h"

struct sa_pace {
    pthread_mutex_t lock;
    int held;
    int64_t next; // monotonic: of the next turn
};

struct sa_pace *sa_pace_new(void)
{
    struct sa_pace *p = sa_xcalloc(1, sizeof *p);
    pthread_mutex_init(&p->lock, NULL);
    p->held = 1;
    return p;
}

struct sa_pace *sa_pace_join(struct sa_pace *p)
{
    pthread_mutex_lock(&p->lock);
    p->held++;
    pthread_mutex_unlock(&p->lock);
    return p;
}

void sa_pace_leave(struct sa_pace *p)
{
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    bool last = !--p->held;
    pthread_mutex_unlock(&p->lock);
    if (!last) return;
    pthread_mutex_destroy(&p->lock);
    free(p);
}

int64_t sa_pace_take(struct sa_pace *p, int64_t gap_ns)
{
    pthread_mutex_lock(&p->lock);
    int64_t now = sa_clock_monotonic(), turn = p->next > now ? p->next : now;
    p->next = turn + gap_ns;
    pthread_mutex_unlock(&p->lock);
    return turn - now;
}
