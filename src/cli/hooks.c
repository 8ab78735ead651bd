// What `smolagent python` grants its program: standard streams, clocks, sleep, entropy, and the
// files named with --file.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/cli.h"

#define MAX_GRANTED ((size_t)1 << 30)

void sa_host_release(struct sa_host *h)
{
    free(h->input);
}

// The engine gathers output into blocks and passes them on when they are full or flushed.
static bool host_write(void *ctx, int fd, const char *text, size_t len)
{
    (void)ctx;
    if (sa_fs_write_all(fd, text, len)) return true;
    if (fd == STDOUT_FILENO && errno == EPIPE) sa_cli_die_by(SIGPIPE);
    return false;
}

// More input into the buffer; false at the end or on a signal.
static bool fill(struct sa_host *h)
{
    if (h->input_end) return false;
    if (h->input_at) {
        memmove(h->input, h->input + h->input_at, h->input_len - h->input_at);
        h->input_len -= h->input_at;
        h->input_at = 0;
    }
    SA_GROW(h->input, h->input_cap, h->input_len + 65536);
    ssize_t n = read(STDIN_FILENO, h->input + h->input_len, 65536);
    if (n < 0 && errno == EINTR) return false;
    if (n <= 0) h->input_end = true;
    else h->input_len += (size_t)n;
    return n > 0;
}

static char *host_read_line(void *ctx, const char *prompt, size_t *len)
{
    struct sa_host *h = ctx;
    if (prompt && prompt[0]) host_write(h, 1, prompt, strlen(prompt));
    size_t seen = 0;
    for (;;) {
        size_t have = h->input_len - h->input_at;
        const char *start = h->input ? h->input + h->input_at : NULL;
        const char *end = have > seen ? memchr(start + seen, '\n', have - seen) : NULL;
        seen = have;
        if (!end && fill(h)) continue;
        if (!end && !have) return NULL;
        *len = end ? (size_t)(end - start) : have;
        h->input_at += end ? *len + 1 : have;
        return sa_xstrndup(start, *len);
    }
}

static int64_t host_clock(void *ctx, int clock)
{
    (void)ctx;
    return clock == 0 ? sa_clock_wall() : sa_clock_monotonic();
}

static void host_sleep(void *ctx, int64_t ns)
{
    struct sa_host *h = ctx;
    int64_t left = h->deadline ? h->deadline - sa_clock_monotonic() : ns;
    sa_sleep(ns < left ? ns : left);
}

static bool host_entropy(void *ctx, void *buf, size_t len)
{
    (void)ctx;
    return sa_random_bytes(buf, len);
}

static char *host_read_file(void *ctx, const char *path, size_t *len, const char **error)
{
    struct sa_host *h = ctx;
    struct stat st;
    bool granted = false;
    for (size_t i = 0; h->files && h->files[i] && !granted; i++)
        granted = sa_streq(h->files[i], path);
    if (!granted) return *error = "PermissionError", NULL;
    if (stat(path, &st) != 0) return *error = "FileNotFoundError", NULL;
    if (S_ISDIR(st.st_mode)) return *error = "IsADirectoryError", NULL;
    char *text = sa_fs_read(path, MAX_GRANTED, len, NULL);
    if (!text) *error = "PermissionError";
    return text;
}

static int32_t host_utc_offset(void *ctx, int64_t t)
{
    (void)ctx;
    time_t when = (time_t)t;
    struct tm tm;
    return localtime_r(&when, &tm) ? (int32_t)tm.tm_gmtoff : 0;
}

void sa_host_hooks(struct sa_host *h, struct py_hooks *hooks)
{
    *h = (struct sa_host){0};
    *hooks = (struct py_hooks){.ctx = h,
                               .write = host_write,
                               .read_line = host_read_line,
                               .clock_ns = host_clock,
                               .sleep_ns = host_sleep,
                               .entropy = host_entropy,
                               .read_file = host_read_file,
                               .utc_offset = host_utc_offset};
}
