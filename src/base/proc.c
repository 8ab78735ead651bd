// Child processes under a keeper (keep.h). One poll loop moves all three pipes, so that neither
// side can block the other; no process is left behind.
#include "base/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/keep.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"

#define LINGER_NS (5 * SA_NS_PER_S) // for a child without output or time-out
#define STEP_NS (20 * SA_NS_PER_MS) // between looks at the stop flag

struct child {
    struct sa_keep keep;
    int in, out, err; // our ends; -1: closed
    size_t written;
};

static void close_fd(int *fd)
{
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

static int start(const struct sa_proc_request *q, struct child *c, struct sa_err *err)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, errs[2] = {-1, -1}, rc = -1;
    if ((q->input && pipe2(in, O_CLOEXEC)) || pipe2(out, O_CLOEXEC) || pipe2(errs, O_CLOEXEC)) {
        sa_err_set(err, SA_E_INTERNAL, "pipe: %s", strerror(errno));
        goto done;
    }
    const int fds[] = {in[0], out[1], errs[1]};
    const struct sa_spawn spawn = {.argv = q->argv,
                                   .env = q->env,
                                   .fds = fds,
                                   .fd_count = SA_COUNT(fds),
                                   .group = SA_SPAWN_GROUP};
    int e = sa_keep_start(&c->keep, &spawn);
    if (e) {
        sa_err_set(err, SA_E_CONFIG, "cannot run %s: %s", q->argv[0], strerror(e));
        goto done;
    }
    c->in = in[1], c->out = out[0], c->err = errs[0];
    in[1] = out[0] = errs[0] = -1;
    if (c->in >= 0) fcntl(c->in, F_SETFL, O_NONBLOCK);
    rc = 0;
done:
    for (int i = 0; i < 2; i++) close_fd(&in[i]), close_fd(&out[i]), close_fd(&errs[i]);
    return rc;
}

// Reads what is there; false when the ceiling was hit.
static bool drain(int *fd, struct sa_buf *into)
{
    char piece[16384];
    ssize_t n = read(*fd, piece, sizeof piece);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    if (n <= 0) {
        close_fd(fd);
        return true;
    }
    size_t room = into->max - into->len;
    bool fits = (size_t)n <= room;
    sa_buf_append(into, piece, fits ? (size_t)n : room);
    return fits;
}

static void feed(struct child *c, const struct sa_proc_request *q)
{
    // SIGPIPE from a child that does not read: blocked for this thread around the write.
    sigset_t pipe_set, old;
    sigemptyset(&pipe_set);
    sigaddset(&pipe_set, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_set, &old);
    ssize_t n = write(c->in, q->input + c->written, q->input_len - c->written);
    if (n < 0 && errno == EPIPE) {
        const struct timespec now = {0, 0};
        while (sigtimedwait(&pipe_set, NULL, &now) < 0 && errno == EINTR) {
        }
        close_fd(&c->in);
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (n > 0) c->written += (size_t)n;
    if (c->written == q->input_len) close_fd(&c->in);
}

// Whether it may go on; a stop is looked at first, for it may be what the time ran out by.
static bool goes_on(const struct sa_proc_request *q, int64_t deadline, struct sa_proc_result *r)
{
    r->stopped = sa_stop_reason(q->stop) != 0;
    r->timed_out = !r->stopped && sa_clock_monotonic() >= deadline;
    return !r->stopped && !r->timed_out && !r->too_much;
}

static void pump(struct child *c, const struct sa_proc_request *q, int64_t deadline,
                 struct sa_proc_result *r)
{
    while ((c->out >= 0 || c->err >= 0) && goes_on(q, deadline, r)) {
        int64_t left = (deadline - sa_clock_monotonic()) / SA_NS_PER_MS + 1;
        struct pollfd p[4] = {{.fd = c->out, .events = POLLIN},
                              {.fd = c->err, .events = POLLIN},
                              {.fd = c->in, .events = POLLOUT},
                              {.fd = q->stop ? q->stop->fd : -1, .events = POLLIN}};
        if (poll(p, 4, left > 1000 ? 1000 : (int)left) <= 0) continue;
        if (p[0].revents && !drain(&c->out, &r->out)) r->too_much = true;
        if (p[1].revents && !drain(&c->err, &r->err)) r->err.full = false; // stderr: just cut
        if (p[2].revents) feed(c, q);
    }
}

int sa_proc_run(const struct sa_proc_request *q, struct sa_proc_result *r, struct sa_err *err)
{
    memset(r, 0, sizeof *r);
    sa_buf_init(&r->out, q->max_output);
    sa_buf_init(&r->err, q->max_output);
    struct child c = {.keep = {.line = -1}, .in = -1, .out = -1, .err = -1};
    int64_t deadline = q->timeout_ns ? sa_clock_monotonic() + q->timeout_ns : INT64_MAX;
    if (start(q, &c, err)) return -1;
    pump(&c, q, deadline, r);
    close_fd(&c.in), close_fd(&c.out), close_fd(&c.err);
    int status = 0;
    bool ended = false;
    // A child that closed its output but lives on has until the same deadline, in small steps.
    if (!q->timeout_ns) deadline = sa_clock_monotonic() + LINGER_NS;
    bool waits = !r->timed_out && !r->too_much && !r->stopped;
    while (waits && !(ended = sa_keep_wait(&c.keep, STEP_NS, &status)))
        waits = goes_on(q, deadline, r);
    sa_keep_end(&c.keep); // with all that the child left running
    if (!ended) status = SIGKILL;
    r->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return 0;
}

void sa_proc_result_release(struct sa_proc_result *r)
{
    sa_buf_release(&r->out);
    sa_buf_release(&r->err);
}

static cJSON *split_words(const char *text)
{
    cJSON *words = cJSON_CreateArray();
    struct sa_str rest = sa_str_of(text), part;
    while (sa_str_next_part(&rest, ' ', &part)) {
        SA_AUTO_FREE char *word = sa_xstrndup(part.data, part.len);
        if (*word) cJSON_AddItemToArray(words, cJSON_CreateString(word));
    }
    return words;
}

cJSON *sa_proc_words(const char *text)
{
    cJSON *words = *text == '[' ? sa_json_parse(text, strlen(text), NULL) : split_words(text);
    bool ok = cJSON_IsArray(words) && cJSON_IsString(words->child) && *words->child->valuestring;
    const cJSON *item;
    cJSON_ArrayForEach(item, words) ok = ok && cJSON_IsString(item);
    if (ok) return words;
    cJSON_Delete(words);
    return NULL;
}

char **sa_proc_env(const char *more)
{
    SA_AUTO_FREE char *names = sa_xasprintf("PATH,HOME,USER,LANG,LC_ALL,LC_CTYPE,TZ,TMPDIR,%s",
                                            more ? more : "");
    struct sa_str rest = sa_str_of(names), part;
    char **env = NULL;
    size_t n = 0, cap = 0;
    while (sa_str_next_part(&rest, ',', &part)) {
        part = sa_str_trim(part);
        SA_AUTO_FREE char *name = sa_xstrndup(part.data, part.len);
        const char *value = getenv(name);
        SA_GROW(env, cap, n + 2);
        if (value) env[n++] = sa_xasprintf("%s=%s", name, value);
        env[n] = NULL;
    }
    return env;
}

void sa_proc_env_free(char **env)
{
    for (char **p = env; p && *p; p++) free(*p);
    free(env);
}
