// Standard input as data of the code: read lazily, with a short preview for the model.
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/run.h"

#define PREVIEW_WAIT_MS 5
#define PREVIEW_CHARS 300

bool sa_stdin_is_data(void)
{
    struct stat st;
    if (isatty(STDIN_FILENO) || fstat(STDIN_FILENO, &st) != 0) return false;
    bool null = S_ISCHR(st.st_mode) && major(st.st_rdev) == 1 && minor(st.st_rdev) == 3;
    return !null;
}

// Waits for bytes, a stop or the time-out (ms, -1: none); true when reading will not block.
static bool readable(struct sa_stdin *in, int wait_ms)
{
    struct pollfd fds[2] = {{STDIN_FILENO, POLLIN, 0}, {in->stop ? in->stop->fd : -1, POLLIN, 0}};
    int n;
    do {
        n = poll(fds, 2, wait_ms);
    } while (n < 0 && errno == EINTR && !sa_stop_reason(in->stop));
    return n > 0 && fds[0].revents;
}

static long read_some(struct sa_stdin *in, char *buf, size_t cap)
{
    ssize_t n = read(STDIN_FILENO, buf, cap);
    if (n == 0) in->end = true;
    return n;
}

long sa_stdin_pull(void *ctx, char *buf, size_t cap)
{
    struct sa_stdin *in = ctx;
    if (in->head_at < in->head_len) {
        size_t n = in->head_len - in->head_at;
        if (n > cap) n = cap;
        memcpy(buf, in->head + in->head_at, n);
        in->head_at += n;
        return (long)n;
    }
    if (in->end) return 0;
    return readable(in, -1) ? read_some(in, buf, cap) : -1;
}

char *sa_stdin_preview(struct sa_stdin *in)
{
    if (readable(in, PREVIEW_WAIT_MS)) {
        long n = read_some(in, in->head, sizeof in->head);
        if (n > 0) in->head_len = (size_t)n;
    }
    struct sa_buf note = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_appends(&note, "text stream with read(), readline(), lines() and iteration");
    if (in->end) {
        sa_buf_appends(&note, "; it is empty");
    } else if (in->head_len) {
        size_t n = sa_utf8_prefix(in->head, in->head_len, PREVIEW_CHARS);
        sa_buf_appends(&note, "; it begins: ");
        sa_utf8_repair(&note, in->head, n);
        if (n < in->head_len || in->head_len == sizeof in->head) sa_buf_appends(&note, "...");
    }
    return sa_buf_take(&note, NULL);
}
