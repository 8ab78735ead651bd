// The host's side of the child that reads (child.c). What is said: a line of ours that it needs to
// lock itself in; its line about the layers; kind, charset and URL, a line each, and the bytes; its
// text, or what is wrong, to the end.
#include "tool/web/reader.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/flow.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "jail/jail.h"
#include "tool/web/child.h"
#include "tool/web/web.h"

// The child itself has a limit of what it computes; this is for one that waits, or is kept waiting.
#define LONGEST_NS (120 * SA_NS_PER_S)

struct talk {
    const struct sa_web_read *read;
    struct sa_jail_child child;
    int64_t deadline;
    struct sa_err *err;
};

static int fail(const struct talk *t, int code, const char *what)
{
    return sa_err_set(t->err, code, "%s", what), -1;
}

// Waits for the channel. 0, or -1 with the error.
static int await(const struct talk *t, short events)
{
    struct sa_stop *stop = t->read->stop;
    struct pollfd p[2] = {{.fd = stop ? stop->fd : -1, .events = POLLIN},
                          {.fd = t->child.channel, .events = events}};
    for (;;) {
        enum sa_flow_wait end = sa_flow_wait(p, SA_COUNT(p), t->deadline);
        if (sa_stop_reason(stop)) return fail(t, SA_E_PROVIDER, "cancelled");
        if (p[1].revents) return 0;
        if (end == SA_FLOW_LATE)
            return fail(t, SA_E_PROVIDER,
                        "reading it takes longer than two minutes: it was given up");
    }
}

// Sends all of it; who has enough stops reading, and then what it says counts.
static int put(const struct talk *t, const char *data, size_t len)
{
    while (len) {
        ssize_t n = send(t->child.channel, data, len, MSG_NOSIGNAL);
        if (n > 0) {
            data += n;
            len -= (size_t)n;
        } else if (sa_flow_judge(n) == SA_FLOW_OVER) {
            return 0;
        } else if (await(t, POLLOUT)) {
            return -1;
        }
    }
    return 0;
}

// Up to `end`, a newline, or to the end of what it says with -1.
static int take(const struct talk *t, int end, struct sa_buf *out)
{
    char piece[16384];
    for (;;) {
        ssize_t n = recv(t->child.channel, piece, sizeof piece, 0);
        if (n > 0 && !sa_buf_append(out, piece, (size_t)n))
            return fail(t, SA_E_PROVIDER, "more text than is taken");
        if (n > 0 && end >= 0 && piece[n - 1] == end) return 0;
        if (n <= 0 && sa_flow_judge(n) == SA_FLOW_OVER)
            return end < 0 ? 0 : fail(t, SA_E_PROVIDER, "the process that reads it did not start");
        if (n <= 0 && await(t, POLLIN)) return -1;
    }
}

static int check_layers(const struct talk *t, const char *line)
{
    char *end;
    struct sa_jail_report r = {.enforced = (unsigned)strtoul(line, &end, 10)};
    for (int i = 0; i < SA_JAIL_LAYER_COUNT; i++) r.error[i] = (int)strtol(end, &end, 10);
    return sa_jail_judge(&r, t->read->sandbox, 0, t->err);
}

static int converse(struct talk *t, struct sa_buf *said)
{
    const struct sa_web_read *q = t->read;
    struct sa_buf line = SA_BUF_INIT(SA_BUF_SMALL);
    SA_AUTO_FREE char *hello = sa_xasprintf("%u %s\n", t->child.report.enforced, q->kind);
    SA_AUTO_FREE char *head = sa_xasprintf("%s\n%s\n%s\n", q->kind, q->charset, q->url);
    int rc = put(t, hello, strlen(hello)) || take(t, '\n', &line) ||
                     check_layers(t, sa_buf_text(&line)) || put(t, head, strlen(head)) ||
                     put(t, q->data, q->len)
                 ? -1
                 : 0;
    sa_buf_release(&line);
    if (rc) return -1;
    shutdown(t->child.channel, SHUT_WR);
    return take(t, -1, said);
}

static int judge(const struct talk *t, int status, const struct sa_buf *said, struct sa_buf *text)
{
    bool ended = WIFEXITED(status) && !WEXITSTATUS(status);
    const char *what = sa_buf_text(said);
    if (ended && *what == SA_WEB_SAYS_TEXT) return sa_buf_append(text, what + 1, said->len - 1), 0;
    if (ended && *what == SA_WEB_SAYS_WRONG) return fail(t, SA_E_PROVIDER, what + 1);
    if (WIFEXITED(status) && WEXITSTATUS(status) == SA_EXIT_NO_MEMORY)
        return fail(t, SA_E_PROVIDER, "reading it takes too much memory: it was given up");
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        return fail(
            t, SA_E_PROVIDER,
            "reading it takes more than 10 s of computing, or too much memory: it was given up");
    if (!strcmp(t->read->kind, SA_WEB_PDF))
        return fail(t, SA_E_PROVIDER, "pdftotext cannot read it: it is damaged or locked");
    if (WIFSIGNALED(status))
        sa_err_set(t->err, SA_E_PROVIDER, "what reads it was ended by signal %d (%s)",
                   WTERMSIG(status), strsignal(WTERMSIG(status)));
    else sa_err_set(t->err, SA_E_PROVIDER, "what reads it ended with status %d", status >> 8);
    return -1;
}

int sa_web_read(const struct sa_web_read *read, struct sa_buf *text, struct sa_err *err)
{
    static const char *const argv[] = {"smolagent", SA_WEB_READER, NULL};
    struct talk t = {.read = read, .deadline = sa_clock_monotonic() + LONGEST_NS, .err = err};
    struct sa_buf said = SA_BUF_INIT(SA_WEB_TEXT_MAX + SA_BUF_SMALL);
    if (strcspn(read->charset, "\n") != strlen(read->charset) || strchr(read->url, '\n'))
        return fail(&t, SA_E_PROVIDER, "the server's headers are broken");
    if (sa_jail_spawn(NULL, argv, &t.child, err)) return -1;
    int rc = converse(&t, &said);
    int status = sa_jail_end(&t.child, 0, rc ? 0 : LONGEST_NS);
    if (!rc) rc = judge(&t, status, &said, text);
    sa_buf_release(&said);
    return rc;
}
