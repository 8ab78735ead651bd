// The thread behind what is waited for; see spinner.h. It sleeps while nothing is.
#include "cli/spinner.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/flow.h"

#define FRAME_NS (250 * SA_NS_PER_MS)
#define QUIET_NS (400 * SA_NS_PER_MS) // what is written within it is sign of life enough
#define STUCK_NS (100 * SA_NS_PER_MS) // longer than any drawing takes that is not

static struct timespec in(clockid_t clock, int64_t ns)
{
    struct timespec t;
    clock_gettime(clock, &t);
    ns += t.tv_nsec;
    return (struct timespec){t.tv_sec + ns / SA_NS_PER_S, ns % SA_NS_PER_S};
}

static void draw(struct sa_spinner *s, int64_t now)
{
    static const char *const dots[] = {".  ", ".. ", "..."};
    char text[128], time[24] = "", tokens[32] = "";
    long long seconds = (long long)((now - s->since) / SA_NS_PER_S);
    if (s->until > now) seconds = (long long)((s->until - now) / SA_NS_PER_S + 1);
    if (seconds) snprintf(time, sizeof time, " %lld s", seconds);
    if (s->tokens)
        snprintf(tokens, sizeof tokens, "%s ~%lld token%s", seconds ? "," : "",
                 (long long)s->tokens, s->tokens == 1 ? "" : "s");
    snprintf(text, sizeof text, "%s%s%s%s%s", s->what, s->what[0] ? " " : "", dots[s->frame++ % 3],
             time, tokens);
    sa_screen_measure(s->screen);
    sa_screen_status(s->screen, text);
}

static void *run(void *ctx)
{
    struct sa_spinner *s = ctx;
    pthread_mutex_lock(&s->lock);
    while (!s->quit) {
        if (!s->waits) {
            pthread_cond_wait(&s->change, &s->lock);
            continue;
        }
        struct timespec next = in(CLOCK_MONOTONIC, FRAME_NS);
        pthread_cond_timedwait(&s->change, &s->lock, &next);
        int64_t now = sa_clock_monotonic();
        bool due = s->waits && now - s->quiet >= QUIET_NS;
        // Nobody waits with the lock for a terminal that its user has stopped.
        struct pollfd p[2] = {{-1, 0, 0}, {s->screen->fd, POLLOUT, 0}};
        sa_flow_wait(p, 2, now);
        if (!s->quit && due && p[1].revents) draw(s, now);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static void init_locks(struct sa_spinner *s)
{
    pthread_mutexattr_t again;
    pthread_condattr_t clock;
    pthread_mutexattr_init(&again);
    pthread_mutexattr_settype(&again, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&s->lock, &again);
    pthread_mutexattr_destroy(&again);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&s->change, &clock);
    pthread_condattr_destroy(&clock);
}

void sa_spinner_start(struct sa_spinner *s, struct sa_screen *screen)
{
    *s = (struct sa_spinner){.screen = screen};
    init_locks(s);
    if (!screen->moves) return;
    sigset_t all, old; // signals stay with the main thread
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    s->runs = pthread_create(&s->thread, NULL, run, s) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void sa_spinner_stop(struct sa_spinner *s)
{
    if (s->runs) {
        pthread_mutex_lock(&s->lock);
        s->quit = true;
        pthread_cond_signal(&s->change);
        pthread_mutex_unlock(&s->lock);
        pthread_join(s->thread, NULL);
        s->runs = false;
    }
    pthread_cond_destroy(&s->change);
    pthread_mutex_destroy(&s->lock);
}

void sa_spinner_take(struct sa_spinner *s)
{
    pthread_mutex_lock(&s->lock);
}

bool sa_spinner_try(struct sa_spinner *s)
{
    struct timespec end = in(CLOCK_REALTIME, STUCK_NS);
    return pthread_mutex_timedlock(&s->lock, &end) == 0;
}

void sa_spinner_give(struct sa_spinner *s)
{
    pthread_mutex_unlock(&s->lock);
}

void sa_spinner_wait(struct sa_spinner *s, const char *what, int64_t ns)
{
    int64_t now = sa_clock_monotonic();
    bool woken = what && !s->waits;
    s->waits = what != NULL;
    s->since = now;
    s->until = ns > 0 && ns < INT64_MAX - now ? now + ns : 0;
    s->tokens = 0;
    size_t n = 0;
    for (; what && what[n] && n < sizeof s->what - 1; n++)
        s->what[n] = what[n] >= ' ' && what[n] < 0x7f ? what[n] : '?';
    s->what[n] = '\0';
    if (!what) sa_screen_status(s->screen, NULL);
    if (woken) pthread_cond_signal(&s->change);
}

void sa_spinner_wrote(struct sa_spinner *s)
{
    s->quiet = sa_clock_monotonic();
}
