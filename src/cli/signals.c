// Signals of a run: the first asks everything to stop, the second insists, the third ends the
// process. The only state a handler can reach is static; there is one run per process.
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/watchdog.h"
#include "cli/cli.h"

static struct sa_stop *_Atomic target;
static struct sa_watchdog *_Atomic watchdog;
static volatile sig_atomic_t seen, leave_status;

static void on_signal(int sig)
{
    struct sa_stop *stop = target;
    seen = seen + 1;
    if (seen > 2 || (seen == 2 && !sa_watchdog_insist(watchdog))) sa_signals_leave(128 + sig);
    if (stop) sa_stop_request(stop, sig);
}

void sa_signals_install(struct sa_stop *stop, struct sa_watchdog *w)
{
    target = stop;
    watchdog = w;
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

void sa_signals_leave(int status)
{
    int sig = status - 128;
    if (sig == SIGINT || sig == SIGTERM || sig == SIGHUP || sig == SIGPIPE) {
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, sig);
        signal(sig, SIG_DFL);
        pthread_sigmask(SIG_UNBLOCK, &set, NULL);
        raise(sig);
    }
    _exit(status);
}

static bool (*volatile extend)(void);

static void on_alarm(int sig)
{
    static const char text[] =
        "smolagent: out of time, and what was running did not end by itself\n";
    struct pollfd p = {STDERR_FILENO, POLLOUT, 0};
    (void)sig;
    if (extend && extend()) {
        sa_signals_leave_in(leave_status, SA_NS_PER_S);
        return;
    }
    ssize_t n = poll(&p, 1, 0) == 1 ? write(STDERR_FILENO, text, sizeof text - 1) : 0;
    (void)n;
    sa_signals_leave(leave_status);
}

void sa_signals_leave_in(int status, int64_t ns)
{
    struct itimerval when = {
        .it_value = {.tv_sec = ns / SA_NS_PER_S, .tv_usec = ns % SA_NS_PER_S / 1000}};
    struct sigaction action = {.sa_handler = on_alarm};
    sigemptyset(&action.sa_mask);
    leave_status = status;
    if (ns) sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &when, NULL);
}

void sa_signals_extend(bool (*more)(void))
{
    extend = more;
}
