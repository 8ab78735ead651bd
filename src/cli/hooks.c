// The standard streams of `smolagent python`: for its program, and for what it failed with.
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "cli/cli.h"
#include "exec/hint.h"

void sa_host_release(struct sa_host *h)
{
    for (size_t i = 0; i < SA_COUNT(h->streams); i++) sa_tty_finish(&h->streams[i]);
    free(h->input);
}

// The engine gathers output into blocks and passes them on when they are full or flushed. There is
// nowhere to complain of standard error.
bool sa_host_print(void *ctx, int fd, const char *text, size_t len)
{
    struct sa_host *h = ctx;
    if (h->aside) return sa_buf_append(h->aside, text, len);
    struct sa_tty *tty = &h->streams[fd == STDOUT_FILENO ? 0 : 1];
    tty->fd = fd;
    h->waits++;
    if (!sa_tty_feed(tty, text, len) && fd == STDOUT_FILENO) sa_cli_out_failed();
    h->waits++;
    return true;
}

// Until there is input, or the end of waiting for it (false). Other signals do not count.
static bool await(struct sa_host *h)
{
    struct pollfd p[2] = {{STDIN_FILENO, POLLIN, 0}, {h->wake, POLLIN, 0}};
    h->waits++;
    while (poll(p, 2, -1) < 0 && errno == EINTR) {
    }
    h->waits++;
    return !p[1].revents;
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
    if (h->wake >= 0 && !await(h)) return false;
    ssize_t n = read(STDIN_FILENO, h->input + h->input_len, 65536);
    if (n < 0 && errno == EINTR) return false;
    if (n <= 0) h->input_end = true;
    else h->input_len += (size_t)n;
    return n > 0;
}

char *sa_host_line(void *ctx, const char *prompt, size_t *len)
{
    struct sa_host *h = ctx;
    if (prompt && prompt[0]) sa_host_print(h, 1, prompt, strlen(prompt));
    size_t seen = 0;
    for (;;) {
        size_t have = h->input_len - h->input_at;
        const char *start = h->input ? h->input + h->input_at : NULL;
        const char *end = have > seen ? memchr(start + seen, '\n', have - seen) : NULL;
        seen = have;
        bool full = h->max_line && have >= h->max_line;
        if (!end && !full && fill(h)) continue;
        // The last line, or one cut short.
        if (!end && !full && (!have || !h->input_end)) return NULL;
        *len = end ? (size_t)(end - start) + 1 : have;
        start = h->input + h->input_at; // asking for more has moved it
        h->input_at += *len;
        return sa_xstrndup(start, *len);
    }
}

// The error, and what the user can do about it: on its last line for a limit, below it otherwise.
void sa_python_error(const struct sa_host *host, const struct py_result *r)
{
    const struct sa_failure failure = {
        .result = r, .executor = host->executor, .options = host->options, .program = true};
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE), hint = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_append(&out, r->error_text, r->error_text_len);
    sa_hint_for_user(&hint, &failure);
    if (hint.len && r->status == PY_LIMIT) {
        while (out.len && out.data[out.len - 1] == '\n') sa_buf_truncate(&out, out.len - 1);
        sa_buf_appendf(&out, "%s(%s)\n", out.len ? " " : "smolagent: a limit was reached ",
                       hint.data);
    } else if (hint.len) {
        sa_buf_appendf(&out, "(%s)\n", hint.data);
    }
    sa_tty_write(STDERR_FILENO, sa_buf_text(&out), out.len);
    sa_buf_release(&out), sa_buf_release(&hint);
}
