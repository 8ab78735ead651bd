// See child.h.
#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/outside.h"
#include "base/pin.h"
#include "base/stop.h"
#include "base/xalloc.h"

enum { PIPES = 3, PIECE = 4096 };

static void close_fd(int *fd)
{
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

// ---- its start --------------------------------------------------------------------------------

// [i][0] is the end that is read.
static bool open_pipes(int pipes[PIPES][2], bool input)
{
    bool well = true;
    for (int i = 0; i < PIPES; i++) {
        pipes[i][0] = pipes[i][1] = -1;
        if (well && (i || input)) well = !pipe2(pipes[i], O_CLOEXEC);
    }
    return well;
}

static int64_t deadline_of(int64_t timeout_ns)
{
    int64_t now = sa_clock_monotonic();
    return timeout_ns > 0 && timeout_ns < INT64_MAX - now ? now + timeout_ns : INT64_MAX;
}

static int start(struct sa_child *c, const struct sa_child_options *o, int image)
{
    int pipes[PIPES][2];
    int error = open_pipes(pipes, o->max_input > 0) ? 0 : errno;
    const int theirs[] = {pipes[0][0], pipes[1][1], pipes[2][1]};
    int *const ours[] = {&pipes[0][1], &pipes[1][0], &pipes[2][0]};
    int *const places[] = {&c->in, &c->out, &c->err};
    const struct sa_spawn spawn = {.image = image > 0 ? image : 0,
                                   .argv = o->argv,
                                   .env = o->env,
                                   .folder = o->folder,
                                   .fds = theirs,
                                   .fd_count = PIPES,
                                   .limits = o->limits,
                                   .limit_count = o->limit_count,
                                   .group = SA_SPAWN_GROUP};
    if (!error) error = sa_keep_start(&c->keep, &spawn);
    for (int i = 0; i < PIPES && !error; i++) {
        *places[i] = *ours[i], *ours[i] = -1;
        if (*places[i] >= 0) fcntl(*places[i], F_SETFL, O_NONBLOCK);
    }
    for (int i = 0; i < PIPES; i++) close_fd(&pipes[i][0]), close_fd(&pipes[i][1]);
    return error;
}

int sa_child_start(struct sa_child *c, const struct sa_child_options *o, struct sa_err *err)
{
    *c = (struct sa_child){.keep.line = -1,
                           .in = -1,
                           .out = -1,
                           .err = -1,
                           .deadline = deadline_of(o->timeout_ns),
                           .stop = o->stop,
                           .wake = o->wake > 0 ? o->wake : -1};
    sa_flow_init(&c->to, o->max_input);
    sa_flow_init(&c->from, o->max_output);
    sa_buf_init(&c->errors, o->max_errors);
    int image = -1;
    if (sa_pin_check(o->argv, err) || sa_outside_check(o->argv, o->folder, &image, err)) return -1;
    int error = start(c, o, image);
    if (image >= 0) close(image);
    if (!error) return 0;
    bool sought = error == ENOENT && !strchr(o->argv[0], '/');
    return sa_err_set(err, SA_E_CONFIG, "cannot run %s: %s", o->argv[0],
                      sought ? "there is no such program in PATH" : strerror(error)),
           -1;
}

// ---- what is said to it -----------------------------------------------------------------------

static void write_on(struct sa_child *c)
{
    enum sa_flow_end end = sa_flow_write(&c->to, c->in);
    if (end == SA_FLOW_OVER || (c->closing && !sa_flow_len(&c->to))) close_fd(&c->in);
}

bool sa_child_send(struct sa_child *c, const void *data, size_t len)
{
    if (c->in < 0 || c->closing || !sa_flow_put(&c->to, data, len)) return false;
    write_on(c);
    return c->in >= 0;
}

void sa_child_close_input(struct sa_child *c)
{
    c->closing = true;
    if (c->in >= 0) write_on(c);
}

// ---- what it says -----------------------------------------------------------------------------

static enum sa_flow_end read_output(struct sa_child *c)
{
    enum sa_flow_end end = sa_flow_read(&c->from, c->out);
    if (end == SA_FLOW_OVER) close_fd(&c->out);
    return end;
}

// As much as there is room for; the rest must be read as well, or the child would wait for it.
static void read_errors(struct sa_child *c)
{
    char piece[PIECE];
    ssize_t n = read(c->err, piece, sizeof piece);
    size_t room = c->errors.max - c->errors.len;
    if (n > 0) sa_buf_append(&c->errors, piece, (size_t)n < room ? (size_t)n : room);
    if (sa_flow_judge(n) == SA_FLOW_OVER) close_fd(&c->err);
}

static enum sa_child_state look(const struct sa_child *c)
{
    if (c->ended && c->out < 0 && c->err < 0) return SA_CHILD_ENDED;
    if (sa_stop_reason(c->stop)) return SA_CHILD_STOPPED;
    return sa_clock_monotonic() >= c->deadline ? SA_CHILD_LATE : SA_CHILD_RUNS;
}

enum sa_child_state sa_child_step(struct sa_child *c, int64_t until)
{
    enum sa_child_state state = look(c);
    if (state != SA_CHILD_RUNS) return state;
    struct pollfd p[] = {
        {.fd = c->stop ? c->stop->fd : -1, .events = POLLIN},
        {.fd = c->wake, .events = POLLIN},
        {.fd = c->ended ? -1 : c->keep.line, .events = POLLIN},
        {.fd = sa_flow_room(&c->from) ? c->out : -1, .events = POLLIN},
        {.fd = c->err, .events = POLLIN},
        {.fd = sa_flow_len(&c->to) ? c->in : -1, .events = POLLOUT},
    };
    sa_flow_wait(p, SA_COUNT(p), until < c->deadline ? until : c->deadline);
    if (p[2].revents) c->ended = sa_keep_ended(&c->keep, &c->wait_status);
    if (p[3].revents) read_output(c);
    if (p[4].revents) read_errors(c);
    if (p[5].revents) write_on(c);
    state = look(c);
    return state == SA_CHILD_RUNS && p[1].revents ? SA_CHILD_WOKEN : state;
}

// The line given last is forgotten, and the next looked for, once at each byte.
static bool next_line(struct sa_child *c, struct sa_str *line)
{
    sa_flow_gone(&c->from, c->line);
    const char *data = sa_flow_data(&c->from);
    const char *end = memchr(data + c->sought, '\n', sa_flow_len(&c->from) - c->sought);
    c->sought = end ? 0 : sa_flow_len(&c->from);
    c->line = end ? (size_t)(end - data) + 1 : 0;
    if (end) *line = (struct sa_str){data, (size_t)(end - data)};
    return end != NULL;
}

enum sa_child_state sa_child_line(struct sa_child *c, int64_t until, struct sa_str *line)
{
    for (;;) {
        if (next_line(c, line)) return SA_CHILD_LINE;
        if (!sa_flow_room(&c->from)) return SA_CHILD_TOO_MUCH;
        // Of one that has ended all there is can be read now.
        if (c->ended && c->out >= 0 && read_output(c) == SA_FLOW_MOVED) continue;
        if (c->ended || c->out < 0) return SA_CHILD_ENDED;
        enum sa_child_state state = sa_child_step(c, until);
        if (state != SA_CHILD_RUNS && state != SA_CHILD_ENDED) return state;
        if (sa_clock_monotonic() >= until) return next_line(c, line) ? SA_CHILD_LINE : state;
    }
}

// ---- its end ----------------------------------------------------------------------------------

// With nobody listening.
static void wait_for_end(struct sa_child *c, int64_t timeout_ns)
{
    enum sa_child_state state = SA_CHILD_RUNS;
    c->deadline = deadline_of(timeout_ns);
    while (!c->ended && state == SA_CHILD_RUNS) {
        sa_flow_clear(&c->from);
        c->line = c->sought = 0;
        state = sa_child_step(c, INT64_MAX);
    }
}

int sa_child_end(struct sa_child *c, int64_t leave_ns, int64_t ask_ns)
{
    c->stop = NULL;
    c->wake = -1;
    close_fd(&c->in);
    if (leave_ns > 0) wait_for_end(c, leave_ns);
    if (ask_ns > 0 && !c->ended) {
        sa_keep_signal(&c->keep, SIGTERM);
        wait_for_end(c, ask_ns);
    }
    sa_keep_end(&c->keep); // with all that it left running
    close_fd(&c->out), close_fd(&c->err);
    int status = c->ended ? c->wait_status : SIGKILL;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void sa_child_release(struct sa_child *c)
{
    sa_flow_release(&c->to);
    sa_flow_release(&c->from);
    sa_buf_release(&c->errors);
}
