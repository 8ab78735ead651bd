// Records of the broker (broker.h), for both ends, and the sockets they go over.
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/stop.h"
#include "base/str.h"
#include "http/broker.h"
#include "http/http_int.h"

enum { HEAD = 5, BACKLOG = 64 };

static bool await(int fd, short events, struct sa_stop *stop, int64_t deadline)
{
    struct pollfd p[2] = {{.fd = fd, .events = events},
                          {.fd = stop ? stop->fd : -1, .events = POLLIN}};
    for (;;) {
        int64_t left = (deadline - sa_clock_monotonic()) / SA_NS_PER_MS;
        if (left <= 0 || sa_stop_reason(stop)) return false;
        if (poll(p, 2, left > 1000 ? 1000 : (int)left) > 0 && p[0].revents) return true;
    }
}

static bool write_all(int fd, struct sa_stop *stop, int64_t deadline, struct sa_str text)
{
    while (text.len) {
        ssize_t n = send(fd, text.data, text.len, MSG_NOSIGNAL);
        if (n > 0) text.data += n, text.len -= (size_t)n;
        else if (n == 0 || (errno != EAGAIN && errno != EINTR)) return false;
        else if (!await(fd, POLLOUT, stop, deadline)) return false;
    }
    return true;
}

bool sa_broker_write(int fd, struct sa_stop *stop, int64_t deadline, char kind, const void *data,
                     size_t len)
{
    unsigned char head[HEAD] = {(unsigned char)kind, (unsigned char)(len >> 24),
                                (unsigned char)(len >> 16), (unsigned char)(len >> 8),
                                (unsigned char)len};
    return write_all(fd, stop, deadline, (struct sa_str){(char *)head, HEAD}) &&
           write_all(fd, stop, deadline, (struct sa_str){data, len});
}

static bool read_all(int fd, struct sa_stop *stop, int64_t deadline, char *to, size_t len)
{
    while (len) {
        ssize_t n = recv(fd, to, len, 0);
        if (n > 0) to += n, len -= (size_t)n;
        else if (n == 0 || (errno != EAGAIN && errno != EINTR)) return false;
        else if (!await(fd, POLLIN, stop, deadline)) return false;
    }
    return true;
}

bool sa_broker_read(int fd, struct sa_stop *stop, int64_t deadline, char *kind, struct sa_buf *body,
                    size_t max)
{
    unsigned char head[HEAD];
    if (!read_all(fd, stop, deadline, (char *)head, HEAD)) return false;
    size_t len = (size_t)head[1] << 24 | (size_t)head[2] << 16 | (size_t)head[3] << 8 | head[4];
    *kind = (char)head[0];
    if (len > max) return false;
    char *room = sa_buf_reserve(body, len);
    if (!room || !read_all(fd, stop, deadline, room, len)) return false;
    sa_buf_added(body, len);
    return true;
}

const char *sa_http_broker(void)
{
    const char *where = getenv(SA_BROKER_ENV);
    return where && where[0] ? where : NULL;
}

int sa_broker_socket(const char *where, bool listening)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    size_t len = strlen(where);
    if (len >= sizeof a.sun_path) return errno = ENAMETOOLONG, -1;
    memcpy(a.sun_path, where, len);
    if (where[0] == '@') a.sun_path[0] = 0;
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -1;
    int failed = listening ? bind(fd, (struct sockaddr *)&a, size) || listen(fd, BACKLOG)
                           : connect(fd, (struct sockaddr *)&a, size);
    if (!failed) return fd;
    int error = errno;
    close(fd);
    return errno = error, -1;
}
