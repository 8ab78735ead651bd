// Signals while a runner is inside: they are meant for it.
#include <errno.h>
#include <signal.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "exec/runner/runner_int.h"

enum { MANY = 3 };

static struct {
    volatile pid_t pid;            // that they go to; 0: none
    volatile sig_atomic_t caught;  // the last one that was not passed on
    volatile sig_atomic_t leaving; // see sa_runner_leaving
    volatile sig_atomic_t count;   // of SIGINTs in a row
    volatile int64_t last;         // monotonic
} state;

// Ctrl-C may be meant for a turn of a chat; pressed again and again it is not.
static void on_signal(int sig)
{
    int saved = errno;
    int64_t now = sa_clock_monotonic();
    if (sig == SIGINT) {
        state.count = now - state.last < SA_NS_PER_S ? state.count + 1 : 1;
        state.last = now;
    }
    if (sig == SIGTERM || sig == SIGHUP || state.count >= MANY) state.leaving = sig;
    if (state.pid > 0) kill(state.pid, state.count < MANY ? sig : SIGKILL);
    else state.caught = sig;
    errno = saved;
}

void sa_runner_catch(pid_t pid)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH};
    struct sigaction action = {.sa_handler = on_signal}, old;
    sigfillset(&action.sa_mask);
    state.pid = pid;
    for (size_t i = 0; i < SA_COUNT(signals); i++) {
        bool ignored = !sigaction(signals[i], NULL, &old) && old.sa_handler == SIG_IGN;
        if (!ignored) sigaction(signals[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
}

void sa_runner_forget(void)
{
    state.pid = 0;
}

int sa_runner_caught(void)
{
    int sig = state.caught;
    state.caught = 0;
    return sig;
}

int sa_runner_leaving(void)
{
    return state.leaving;
}
