// Standard input as data of the code: read as far as it is used, kept as it is read so that it can
// be read again, with a short preview for the model. The preview is looked at and not taken: what
// the code never reads is left for whoever reads the same input next, such as the loop of a shell.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
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

static long peek_pipe(char *buf, size_t cap)
{
    int copy[2];
    if (pipe2(copy, O_CLOEXEC | O_NONBLOCK)) return -1;
    ssize_t n = tee(STDIN_FILENO, copy[1], cap, SPLICE_F_NONBLOCK);
    if (n > 0) n = read(copy[0], buf, (size_t)n);
    close(copy[0]);
    close(copy[1]);
    return n;
}

// The bytes that would be read next, without taking them; 0 at the end, -1 where that is not
// possible.
static long peek(char *buf, size_t cap)
{
    struct stat st;
    if (fstat(STDIN_FILENO, &st)) return -1;
    if (S_ISREG(st.st_mode)) return pread(STDIN_FILENO, buf, cap, lseek(STDIN_FILENO, 0, SEEK_CUR));
    if (S_ISSOCK(st.st_mode)) return recv(STDIN_FILENO, buf, cap, MSG_PEEK | MSG_DONTWAIT);
    return S_ISFIFO(st.st_mode) ? peek_pipe(buf, cap) : -1;
}

bool sa_stdin_is_left(struct sa_stdin *in)
{
    char byte;
    bool offered = in->stop != NULL, read_from = in->total > in->taken;
    if (!offered || read_from) return false;
    return in->taken || (!in->end && readable(in, 0) && peek(&byte, 1) > 0);
}

// Nothing was given: /dev/null, say, but no file or pipe, which somebody chose.
static bool is_nothing(const struct sa_stdin *in)
{
    struct stat st;
    return in->end && fstat(STDIN_FILENO, &st) == 0 && S_ISCHR(st.st_mode);
}

char *sa_stdin_preview(struct sa_stdin *in, bool code)
{
    char head[PREVIEW_READ];
    long len = 0;
    sa_buf_init(&in->kept, KEPT_MOST + 1);
    if (readable(in, PREVIEW_WAIT_MS)) {
        len = peek(head, sizeof head);
        if (len < 0) len = read_some(in, head, sizeof head);
        if (len < 0) len = 0;
        else in->end = len == 0;
        in->taken = in->total;
    }
    if (is_nothing(in)) return sa_xstrdup("");
    if (in->end) return sa_xstrdup(code ? "text stream; it is empty" : "it is empty");
    struct sa_buf note = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_appends(&note,
                   !code ? "text that was piped in"
                         : "text stream with read(), readline(), lines() and iteration, also as "
                           "sys.stdin and for input(); every step begins at its first line");
    if (len) {
        size_t n = sa_utf8_prefix(head, (size_t)len, PREVIEW_CHARS);
        size_t whole = (size_t)len - sa_utf8_partial_tail(head, (size_t)len);
        const char *form = sa_form_of(head, (size_t)len, sa_utf8_valid(head, whole), true);
        const char *cure = strchr(form, ':');
        int shown = code || !cure ? (int)strlen(form) : (int)(cure - form);
        if (!sa_streq(form, "UTF-8")) sa_buf_appendf(&note, "; it is %.*s", shown, form);
        sa_buf_appends(&note, "; it begins: ");
        sa_utf8_printable(&note, head, n);
        if (n < (size_t)len || (size_t)len == sizeof head) sa_buf_appends(&note, "...");
    }
    return sa_buf_take(&note, NULL);
}

void sa_stdin_release(struct sa_stdin *in)
{
    sa_buf_release(&in->kept);
}
