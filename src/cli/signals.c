// Signals of a run: the first asks everything to stop, a second SIGINT ends the process at once.
// The only state a handler can reach is static; there is one run per process.
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

static struct sa_stop *_Atomic target;
static volatile sig_atomic_t seen;

static void on_signal(int sig)
{
    if (sig == SIGINT && seen) {
        signal(sig, SIG_DFL);
        raise(sig); // delivered when the handler returns and the signal is unblocked
        return;
    }
    if (sig == SIGINT) seen = 1;
    struct sa_stop *stop = target;
    if (stop) sa_stop_request(stop, sig);
}

void sa_signals_install(struct sa_stop *stop)
{
    target = stop;
    seen = 0;
    // No SA_RESTART: reads and waits return, so that the stop is noticed.
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction old;
        // A signal the parent chose to ignore (nohup, background jobs) stays ignored.
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_IGN) continue;
        sigaction(signals[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
}

void sa_signals_reset(void)
{
    seen = 0;
}
