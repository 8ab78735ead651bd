// Writing all of it to a descriptor (fs.h), for files and for the terminal alike.
#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/flow.h"
#include "base/fs.h"
#include "base/stop.h"

bool sa_fs_write_all(int fd, const void *data, size_t len)
{
    const char *p = data;
    while (len) {
        ssize_t n = write(fd, p, len);
        if (n < 0 && errno == EAGAIN) { // whoever shares the stream has made it non-blocking
            poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
            continue;
        }
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        p += n;
        len -= (size_t)n;
    }
    return true;
}

bool sa_fs_write_until(int fd, const char *data, size_t len, struct sa_stop *stop)
{
    enum { PIECE = 4096 };                    // which a pipe takes whole or not at all
    const int64_t grace = 100 * SA_NS_PER_MS; // with who does not read, once it is to end
    if (!stop) return sa_fs_write_all(fd, data, len);
    while (len) {
        bool ends = sa_stop_reason(stop) != 0;
        struct pollfd p[2] = {{ends ? -1 : stop->fd, POLLIN, 0}, {fd, POLLOUT, 0}};
        enum sa_flow_wait got = sa_flow_wait(p, 2, ends ? sa_clock_monotonic() + grace : INT64_MAX);
        if (!p[1].revents && got == SA_FLOW_LATE) return errno = EINTR, false;
        if (!p[1].revents) continue;
        ssize_t n = write(fd, data, len < PIECE ? len : PIECE);
        if (n < 0 && errno != EINTR && errno != EAGAIN) return false;
        if (n > 0) data += n, len -= (size_t)n;
    }
    return true;
}
