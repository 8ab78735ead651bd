// The outer side of a runner in the jail: starts it, hands it what it may have, starts the broker,
// and waits. Should this process die, the kernel ends the inner one, and with it all of the
// sandbox.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/flow.h"
#include "base/fs.h"
#include "base/stop.h"
#include "base/xalloc.h"
#include "exec/runner/runner_int.h"

enum { START_MS = 10000, LEAVE_S = 10, STREAMS = 3 };
#define GRACE_NS (5 * SA_NS_PER_S)   // for the runner to see its own --timeout
#define TURN_NS (500 * SA_NS_PER_MS) // between looks at the clock

// --- messages with descriptors

bool sa_runner_send(int fd, const void *data, size_t len, const int *fds, int count)
{
    char room[CMSG_SPACE(STREAMS * sizeof(int))] = "";
    struct iovec piece = {(void *)(uintptr_t)data, len};
    struct msghdr m = {.msg_iov = &piece, .msg_iovlen = 1};
    if (count) {
        m.msg_control = room, m.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
        struct cmsghdr *c = CMSG_FIRSTHDR(&m);
        *c = (struct cmsghdr){CMSG_LEN((size_t)count * sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
        memcpy(CMSG_DATA(c), fds, (size_t)count * sizeof(int));
    }
    return sendmsg(fd, &m, MSG_NOSIGNAL) == (ssize_t)len;
}

bool sa_runner_receive(int fd, void *data, size_t len, int *fds, int count)
{
    char room[CMSG_SPACE(STREAMS * sizeof(int))] = "";
    struct iovec piece = {data, len};
    struct msghdr m = {.msg_iov = &piece,
                       .msg_iovlen = 1,
                       .msg_control = room,
                       .msg_controllen = CMSG_SPACE((size_t)count * sizeof(int))};
    ssize_t n;
    do {
        n = recvmsg(fd, &m, MSG_WAITALL | MSG_CMSG_CLOEXEC);
    } while (n < 0 && errno == EINTR);
    const struct cmsghdr *c = CMSG_FIRSTHDR(&m);
    if (n != (ssize_t)len || (count && (!c || c->cmsg_type != SCM_RIGHTS))) return false;
    if (!count) return true;
    if (c->cmsg_len != CMSG_LEN((size_t)count * sizeof(int))) return false;
    memcpy(fds, CMSG_DATA(c), (size_t)count * sizeof(int));
    return true;
}

// --- starting

static bool put_all(const struct sa_runner_options *o, struct sa_buf *out, struct sa_err *err)
{
    char program[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n < 0)
        return sa_err_set(err, SA_E_SANDBOX,
                          "/proc is not mounted, through which it finds its own program"),
               false;
    program[n] = 0;
    const char *const ours[] = {program, NULL}, *const name[] = {"smolagent", NULL};
    sa_runner_put(out, "program", ours);
    sa_runner_put(out, "arg", name);
    sa_runner_put_words(o, out);
    return true;
}

// A socket of a network would be a way out past the namespace, one of datagrams may be connected
// anew.
static bool streams_are_harmless(struct sa_err *err)
{
    static const char *const names[STREAMS] = {"input", "output", "error"};
    for (int i = 0; i < STREAMS; i++) {
        int domain = AF_UNIX, type = SOCK_STREAM;
        socklen_t size = sizeof domain;
        if (getsockopt(i, SOL_SOCKET, SO_DOMAIN, &domain, &size)) continue; // no socket
        getsockopt(i, SOL_SOCKET, SO_TYPE, &type, &size);
        if (domain == AF_UNIX && type == SOCK_STREAM) continue;
        sa_err_set(err, SA_E_USAGE,
                   "standard %s is a socket that would lead out of the sandbox; put a pipe between",
                   names[i]);
        return false;
    }
    return true;
}

static bool hand_over(int channel, const struct sa_runner_options *o, unsigned namespaces,
                      const struct sa_buf *words)
{
    const struct sa_runner_hello hello = {words->len, namespaces, o->max_memory, o->max_disk};
    int streams[STREAMS];
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = 0; i < STREAMS; i++) streams[i] = fcntl(i, F_GETFD) < 0 ? null : i;
    bool sent = sa_runner_send(channel, &hello, sizeof hello, streams, STREAMS) &&
                sa_fs_write_all(channel, words->data, words->len);
    close(null);
    return sent;
}

static int lost(struct sa_err *err)
{
    return sa_err_set(err, SA_E_SANDBOX, "the sandbox ended while it was being made"), -1;
}

// Starts the inner process up to the point where it has locked itself in. 0, or -1 with *err.
static int start(const struct sa_runner_options *o, struct sa_jail_child *child, struct sa_err *err)
{
    const char *const argv[] = {"smolagent", SA_RUNNER_INSIDE, NULL};
    struct sa_buf words = SA_BUF_INIT(SA_BUF_HUGE);
    struct sa_jail_report report;
    const struct timeval timeout = {START_MS / 1000, 0};
    if (!streams_are_harmless(err) || !put_all(o, &words, err)) return sa_buf_release(&words), -1;
    int rc = sa_jail_spawn(NULL, argv, child, err);
    if (!rc) {
        fcntl(child->channel, F_SETFL, 0);
        setsockopt(child->channel, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
        bool well = hand_over(child->channel, o, child->report.enforced, &words) &&
                    sa_runner_receive(child->channel, &report, sizeof report, NULL, 0);
        if (!well) rc = lost(err);
    }
    sa_buf_release(&words);
    if (rc) return -1;
    for (int i = 0; i < SA_JAIL_LAYER_COUNT; i++)
        if (!report.error[i]) report.error[i] = child->report.error[i];
    // The broker's socket needs a network of its own, and tools are process groups of their own.
    unsigned vital = 1u << SA_JAIL_PID | 1u << SA_JAIL_NET | 1u << SA_JAIL_MOUNT;
    return sa_jail_judge(&report, o->sandbox, vital, err);
}

// --- running

// Until the inner process says how it ended, is gone, or has to go.
static void wait_for_end(const struct sa_runner_options *o, struct sa_jail_child *child,
                         struct sa_runner_end *end)
{
    int64_t late = o->timeout_ns ? sa_clock_monotonic() + o->timeout_ns + GRACE_NS : INT64_MAX;
    int64_t leave = INT64_MAX;
    struct pollfd p[2] = {{.fd = -1}, {.fd = child->channel, .events = POLLIN}};
    struct sa_runner_end said;
    bool told = false;
    for (;;) {
        int64_t now = sa_clock_monotonic();
        end->timed_out = now >= late;
        if (end->timed_out || now >= leave) break;
        if (sa_runner_leaving() && leave == INT64_MAX) leave = now + LEAVE_S * SA_NS_PER_S;
        sa_flow_wait(p, 2, now + TURN_NS);
        if (!p[1].revents) continue;
        told = sa_runner_receive(child->channel, &said, sizeof said, NULL, 0);
        break;
    }
    if (told) *end = said;
    sa_runner_forget();
    int status = sa_jail_reap(child);
    if (!told) end->status = status;
    end->signal = sa_runner_leaving();
}

// Starts the broker, and lets the inner process go on.
static int run(const struct sa_runner_options *o, struct sa_jail_child *child,
               struct sa_runner_end *end, struct sa_err *err)
{
    struct sa_stop stop;
    struct sa_broker_options broker_options = o->broker;
    char byte = 0;
    int listener;
    if (!sa_runner_send(child->channel, &byte, 1, NULL, 0) ||
        !sa_runner_receive(child->channel, &byte, 1, &listener, 1))
        return lost(err);
    sa_stop_init(&stop);
    broker_options.stop = &stop;
    struct sa_broker *broker = sa_broker_new(&broker_options, listener);
    int rc = broker ? 0 : (sa_err_set(err, SA_E_SANDBOX, "no thread for the broker"), -1);
    if (!rc) wait_for_end(o, child, end);
    sa_stop_request(&stop, SIGTERM);
    sa_broker_free(broker);
    sa_stop_release(&stop);
    return rc;
}

int sa_runner_jail(const struct sa_runner_options *o, struct sa_runner_end *end, struct sa_err *err)
{
    struct sa_jail_child child = {.channel = -1};
    *end = (struct sa_runner_end){0};
    int rc = start(o, &child, err);
    if (!rc) {
        sa_runner_catch(child.pid);
        rc = run(o, &child, end, err);
    }
    sa_jail_reap(&child);
    if (rc || !end->problem[0]) return rc;
    sa_err_set(err, SA_E_CONFIG, "%s%s", end->problem,
               geteuid() ? "" : " (started by root, it runs as nobody)");
    return -1;
}

int sa_runner_jail_check(struct sa_err *err)
{
    const struct sa_runner_options o = {.max_memory = 1 << 28, .max_disk = 1 << 20};
    struct sa_jail_child child = {.channel = -1};
    int rc = start(&o, &child, err);
    sa_jail_reap(&child);
    return rc;
}
