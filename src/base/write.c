// Writing all of it to a descriptor (fs.h), for files and for the terminal alike.
#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "base/fs.h"

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
