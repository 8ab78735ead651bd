// Standard input as data of the code: read as far as it is used, kept as it is read so that it can
// be read again, with a short preview for the model.
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/run.h"

#define PREVIEW_WAIT_MS 5
#define PREVIEW_READ 4096
#define PREVIEW_CHARS 300

// As much as a variable may be given. What is larger is no longer kept at all.
#define KEPT_MOST ((size_t)64 << 20)

bool sa_stdin_is_data(void)
{
    struct stat st;
    return !isatty(STDIN_FILENO) && fstat(STDIN_FILENO, &st) == 0;
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

static void keep(struct sa_stdin *in, const char *data, size_t len)
{
    if (in->passed) return;
    in->passed = in->kept.len + len > KEPT_MOST;
    if (in->passed) sa_buf_release(&in->kept);
    else sa_buf_append(&in->kept, data, len);
}

static long read_some(struct sa_stdin *in, char *buf, size_t cap)
{
    ssize_t n = read(STDIN_FILENO, buf, cap);
    if (n == 0) in->end = true;
    if (n <= 0) return n;
    keep(in, buf, (size_t)n);
    in->total += (uint64_t)n;
    return n;
}

long sa_stdin_pull(void *ctx, uint64_t at, char *buf, size_t cap)
{
    struct sa_stdin *in = ctx;
    if (at > in->total) return -1;
    if (at < in->total && in->passed) return PY_STREAM_GONE;
    if (!cap) return 0;
    if (at < in->total) {
        size_t n = in->kept.len - (size_t)at;
        if (n > cap) n = cap;
        memcpy(buf, in->kept.data + at, n);
        return (long)n;
    }
    if (in->end) return 0;
    return readable(in, -1) ? read_some(in, buf, cap) : -1;
}

// Nothing was given: /dev/null, say, but no file or pipe, which somebody chose.
static bool is_nothing(const struct sa_stdin *in)
{
    struct stat st;
    return in->end && fstat(STDIN_FILENO, &st) == 0 && S_ISCHR(st.st_mode);
}

char *sa_stdin_preview(struct sa_stdin *in)
{
    char head[PREVIEW_READ];
    sa_buf_init(&in->kept, KEPT_MOST + 1);
    if (readable(in, PREVIEW_WAIT_MS)) read_some(in, head, sizeof head);
    if (is_nothing(in)) return sa_xstrdup("");
    if (in->end && !in->kept.len) return sa_xstrdup("text stream; it is empty");
    struct sa_buf note = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_appends(&note, "text stream with read(), readline(), lines() and iteration, also as "
                          "sys.stdin and for input(); every step begins at its first line");
    if (in->kept.len) {
        size_t n = sa_utf8_prefix(in->kept.data, in->kept.len, PREVIEW_CHARS);
        size_t whole = in->kept.len - sa_utf8_partial_tail(in->kept.data, in->kept.len);
        bool text = sa_utf8_valid(in->kept.data, whole) && !memchr(in->kept.data, 0, whole);
        if (!text) sa_buf_appends(&note, "; it is no UTF-8 text: stdin.buffer reads its bytes");
        sa_buf_appends(&note, "; it begins: ");
        sa_utf8_printable(&note, in->kept.data, n);
        if (n < in->kept.len || in->kept.len == sizeof head) sa_buf_appends(&note, "...");
    }
    return sa_buf_take(&note, NULL);
}

void sa_stdin_release(struct sa_stdin *in)
{
    sa_buf_release(&in->kept);
}
