// Our MCP server over standard input and output: a message a line, both ways.
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "base/flow.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/stop.h"
#include "base/str.h"
#include "mcp/mcp_int.h"
#include "mcp/serve.h"

struct wire {
    struct sa_stop *stop;
    pthread_mutex_t lock; // of standard output
    bool gone;            // nobody reads it any more
    struct sa_buf line;   // that has begun to come
    bool skips;           // it is too long
};

static void send_line(void *to, uint64_t about, enum sa_serve_kind kind, const char *message)
{
    struct wire *w = to;
    (void)about;
    if (kind == SA_SERVE_NONE) return;
    struct sa_buf line = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_appends(&line, message);
    sa_buf_appendc(&line, '\n');
    pthread_mutex_lock(&w->lock);
    w->gone = w->gone || !sa_fs_write_until(STDOUT_FILENO, line.data, line.len, w->stop);
    pthread_mutex_unlock(&w->lock);
    sa_buf_release(&line);
}

static void take_line(struct wire *w, struct sa_serve *session)
{
    struct sa_str line = sa_str_trim((struct sa_str){sa_buf_text(&w->line), w->line.len});
    if (w->skips) sa_serve_refuse(session, "the message is longer than 32 MiB");
    else if (line.len) sa_serve_take(session, line.data, line.len, 0);
    sa_buf_clear(&w->line);
    w->skips = false;
}

static void take_bytes(struct wire *w, struct sa_serve *session, const char *data, size_t len)
{
    while (len) {
        const char *nl = memchr(data, '\n', len);
        size_t n = nl ? (size_t)(nl - data) : len;
        if (!w->skips && !sa_buf_append(&w->line, data, n)) w->skips = true;
        if (nl) take_line(w, session), n++;
        data += n;
        len -= n;
    }
}

// True once the input has ended, false when it is not to be read any more.
static bool serve(struct wire *w, struct sa_serve *session)
{
    char data[1 << 16];
    while (!sa_stop_reason(w->stop) && !w->gone) {
        struct pollfd p[] = {{w->stop->fd, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
        sa_flow_wait(p, 2, INT64_MAX);
        if (!p[1].revents) continue;
        ssize_t n = read(STDIN_FILENO, data, sizeof data);
        if (n > 0) take_bytes(w, session, data, (size_t)n);
        else if (!n || (errno != EINTR && errno != EAGAIN)) return true;
    }
    return false;
}

int sa_serve_stdio(const struct sa_serve_offer *offer, struct sa_stop *stop, struct sa_err *err)
{
    struct wire w = {.stop = stop, .line = SA_BUF_INIT(SA_MCP_MAX_MESSAGE)};
    pthread_mutex_init(&w.lock, NULL);
    struct sa_serve *session = sa_serve_new(offer, send_line, &w, err);
    if (session) {
        bool ended = serve(&w, session);
        if (ended && (w.line.len || w.skips)) take_line(&w, session);
        // Who pipes requests in wants the answers; who is gone does not.
        sa_serve_free(session, !ended);
    }
    sa_buf_release(&w.line);
    pthread_mutex_destroy(&w.lock);
    return session ? SA_OK : err->code;
}
