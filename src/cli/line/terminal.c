// The terminal as an editor wants it: its modes, the bytes that are typed, and the signals that say
// that it has changed. There is one terminal and one reader of it, so this is state of the process.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <termios.h>
#include <unistd.h>

#include "base/flow.h"
#include "base/stop.h"
#include "base/tty.h"
#include "base/xalloc.h"
#include "cli/line/line_int.h"

static int input = STDIN_FILENO, changed = -1;
static struct termios before;
static char ahead[4096]; // typed before it was asked for
static size_t ahead_len, ahead_at;
static struct sigaction size_before, continued_before;

// The terminal may throw away what was typed before a Ctrl-C, so a read may block although poll()
// saw input. Opened anew it can be set non-blocking without touching others who share standard
// input.
static void open_terminal(void)
{
    if (input != STDIN_FILENO || !isatty(STDIN_FILENO)) return;
    int fd = open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd >= 0) input = fd;
}

static void on_change(int sig)
{
    uint64_t one = 1;
    int saved = errno;
    (void)sig;
    ssize_t n = write(changed, &one, sizeof one);
    (void)n;
    errno = saved;
}

static void set_mode(void)
{
    struct termios raw = before;
    raw.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IXON);
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN | ISIG); // a Ctrl-C in a paste is none
    raw.c_cc[VMIN] = 1, raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
    static const char pastes_marked[] = "\x1b[?2004h";
    sa_tty_draw(STDERR_FILENO, SA_TTY_EDITING, pastes_marked, sizeof pastes_marked - 1);
}

static void unset_mode(void)
{
    static const char pastes_plain[] = "\x1b[?2004l";
    sa_tty_draw(STDERR_FILENO, SA_TTY_EDITING, pastes_plain, sizeof pastes_plain - 1);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
}

static void set_signals(bool on)
{
    struct termios mode;
    if (tcgetattr(STDIN_FILENO, &mode)) return;
    mode.c_lflag = on ? mode.c_lflag | ISIG : mode.c_lflag & ~(tcflag_t)ISIG;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &mode);
}

void sa_terminal_enter(void)
{
    if (changed < 0) changed = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    struct sigaction action = {.sa_handler = on_change};
    sigemptyset(&action.sa_mask);
    sigaction(SIGWINCH, &action, &size_before);
    sigaction(SIGCONT, &action, &continued_before);
    tcgetattr(STDIN_FILENO, &before);
    set_mode();
}

// One that was typed before stands among the other bytes: what is run next must not miss it.
void sa_terminal_signals_on(struct sa_stop *stop)
{
    set_signals(true);
    ahead_len -= ahead_at;
    memmove(ahead, ahead + ahead_at, ahead_len);
    ahead_at = 0;
    while (ahead_len < sizeof ahead && sa_flow_readable(input)) {
        ssize_t n = read(input, ahead + ahead_len, sizeof ahead - ahead_len);
        if (n <= 0) break;
        ahead_len += (size_t)n;
    }
    const char *interrupt = memrchr(ahead, 0x03, ahead_len);
    if (!interrupt) return;
    ahead_at = (size_t)(interrupt - ahead) + 1;
    sa_stop_request(stop, SIGINT);
}

void sa_terminal_signals_off(void)
{
    set_signals(false);
}

void sa_terminal_leave(struct sa_stop *stop)
{
    sa_terminal_signals_on(stop);
    unset_mode();
    sigaction(SIGWINCH, &size_before, NULL);
    sigaction(SIGCONT, &continued_before, NULL);
}

void sa_terminal_suspend(void)
{
    unset_mode();
    kill(0, SIGTSTP);
    set_mode();
}

void sa_terminal_forget_ahead(void)
{
    ahead_len = ahead_at = 0;
    if (isatty(STDIN_FILENO)) tcflush(STDIN_FILENO, TCIFLUSH);
}

bool sa_terminal_more(void)
{
    return ahead_at < ahead_len || sa_flow_readable(input);
}

enum sa_terminal sa_terminal_read(struct sa_stop *stop, char *byte)
{
    uint64_t count;
    open_terminal();
    if (ahead_at == ahead_len) ahead_at = ahead_len = 0;
    if (ahead_len && !sa_stop_reason(stop)) return *byte = ahead[ahead_at++], SA_TERMINAL_BYTE;
    for (;;) {
        struct pollfd fds[] = {{stop->fd, POLLIN, 0}, {changed, POLLIN, 0}, {input, POLLIN, 0}};
        sa_flow_wait(fds, SA_COUNT(fds), INT64_MAX);
        if (sa_stop_reason(stop)) return SA_TERMINAL_STOP;
        if (fds[1].revents & POLLIN && read(changed, &count, sizeof count) > 0) {
            set_mode(); // a shell may have set its own meanwhile
            return SA_TERMINAL_DRAW;
        }
        if (!fds[2].revents) continue;
        // From a pipe no more is taken than is asked for: the rest may be another's.
        ssize_t got = read(input, ahead, changed >= 0 ? sizeof ahead : 1);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got <= 0) return SA_TERMINAL_END;
        ahead_len = (size_t)got, ahead_at = 1;
        return *byte = ahead[0], SA_TERMINAL_BYTE;
    }
}
