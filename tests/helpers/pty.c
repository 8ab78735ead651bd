// Drives a program on a pseudo-terminal by a script, for tests of the chat and the REPL.
//   pty SCRIPT COMMAND [ARG...]
// Lines of SCRIPT: "expect TEXT" waits until TEXT appears after what was matched before, "send
// TEXT" types it (\n is Enter, \xHH any byte), "absent TEXT" fails when TEXT was ever seen. The
// transcript goes to stdout; the exit status is the program's (128 + n by signal n), 99 when the
// script failed.
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"

enum { LIMIT_S = 30 };

struct driver {
    int fd;
    pid_t pid;
    struct sa_buf seen;
    size_t matched;
    bool closed;
};

// Reads what there is, waiting for it; false when the terminal closed or time ran out.
static bool pump(struct driver *d, int64_t deadline)
{
    struct pollfd p = {d->fd, POLLIN, 0};
    int64_t left = (deadline - sa_clock_monotonic()) / SA_NS_PER_MS;
    if (left <= 0 || poll(&p, 1, (int)left) <= 0) return false;
    char piece[4096];
    ssize_t n = read(d->fd, piece, sizeof piece);
    if (n <= 0) return d->closed = true, false;
    return sa_buf_append(&d->seen, piece, (size_t)n);
}

static bool expect(struct driver *d, const char *text)
{
    int64_t deadline = sa_clock_monotonic() + LIMIT_S * SA_NS_PER_S;
    for (;;) {
        const char *from = sa_buf_text(&d->seen) + d->matched;
        const char *hit = sa_memfind(from, d->seen.len - d->matched, text, strlen(text));
        if (hit) return d->matched = (size_t)(hit - d->seen.data) + strlen(text), true;
        if (!pump(d, deadline)) return false;
    }
}

static bool type(struct driver *d, const char *text)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    for (const char *p = text; *p; p++) {
        char hex[3] = {0};
        if (p[0] == '\\' && p[1] == 'n') {
            sa_buf_appendc(&out, '\r');
            p++;
        } else if (p[0] == '\\' && p[1] == 'x' && p[2] && p[3]) {
            memcpy(hex, p + 2, 2);
            sa_buf_appendc(&out, (char)strtol(hex, NULL, 16));
            p += 3;
        } else {
            sa_buf_appendc(&out, *p);
        }
    }
    bool ok = sa_fs_write_all(d->fd, sa_buf_text(&out), out.len);
    sa_buf_release(&out);
    return ok;
}

static bool step(struct driver *d, const char *line)
{
    if (sa_starts_with(line, "expect ")) return expect(d, line + 7);
    if (sa_starts_with(line, "send ")) return type(d, line + 5);
    if (sa_starts_with(line, "absent "))
        return !sa_memfind(sa_buf_text(&d->seen), d->seen.len, line + 7, strlen(line + 7));
    return line[0] == '\0' || line[0] == '#';
}

static int finish(struct driver *d, bool ok)
{
    int64_t deadline = sa_clock_monotonic() + LIMIT_S * SA_NS_PER_S;
    int status;
    if (!ok) kill(d->pid, SIGKILL);
    while (pump(d, deadline)) {
    }
    fwrite(sa_buf_text(&d->seen), 1, d->seen.len, stdout);
    if (ok && !d->closed) {
        kill(d->pid, SIGKILL);
        printf("\npty: the program did not end\n");
        ok = false;
    }
    waitpid(d->pid, &status, 0);
    sa_buf_release(&d->seen);
    close(d->fd);
    if (!ok) return 99;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
    struct sa_err err = SA_ERR_INIT;
    size_t len;
    if (argc < 3) return 2;
    char *script = sa_fs_read(argv[1], SA_BUF_SMALL, &len, &err);
    if (!script) return fprintf(stderr, "%s\n", err.message), 2;
    struct driver d = {.seen = SA_BUF_INIT(SA_BUF_TEXT)};
    struct winsize size = {.ws_row = 24, .ws_col = 100};
    d.pid = forkpty(&d.fd, NULL, NULL, &size);
    if (d.pid < 0) return perror("forkpty"), 2;
    if (d.pid == 0) {
        setenv("TERM", "xterm", 1);
        execv(argv[2], argv + 2);
        _exit(127);
    }
    struct sa_str rest = {script, len}, row;
    bool ok = true;
    while (ok && sa_str_next_line(&rest, &row)) {
        char *line = sa_xstrndup(row.data, row.len);
        ok = step(&d, line);
        if (!ok) printf("pty: failed at: %s\n", line);
        free(line);
    }
    free(script);
    return finish(&d, ok);
}
