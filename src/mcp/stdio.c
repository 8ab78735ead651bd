// Messages as lines over the standard input and output of a child. A thread of its own moves them,
// which also starts and ends the child; others queue what they have to say and wake it.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/log.h"
#include "base/proc.h"
#include "base/stop.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "mcp/mcp_int.h"

enum { MAX_ERRORS = 64 << 10, MAX_GARBAGE = 1000 }; // lines that are no messages

#define LEAVE_NS SA_NS_PER_S // after its input has ended, and again after it was asked to go

struct link {
    struct link *older; // of a child before: who was about to tell it something still may
    struct sa_mcp_server *server;
    struct sa_child child;
    char **env;
    struct sa_stop closing;
    int wake; // eventfd
    pthread_t thread;
    pthread_mutex_t lock;
    struct sa_flow queue; // what the child is to be told
    char *over;           // why nothing is moved any more; NULL: something still is
    bool joined;          // there is no thread any more
    size_t garbage;       // lines
    char first[200];      // of them
};

// ---- on the thread -----------------------------------------------------------------------------

static void wake(const struct link *l)
{
    const uint64_t one = 1;
    if (write(l->wake, &one, sizeof one) < 0) return; // it is awake already
}

// False: the child takes no more.
static bool pass_on(struct link *l)
{
    uint64_t count;
    if (read(l->wake, &count, sizeof count) < 0) return true;
    pthread_mutex_lock(&l->lock);
    size_t len = sa_flow_len(&l->queue);
    bool taken = !len || sa_child_send(&l->child, sa_flow_data(&l->queue), len);
    sa_flow_clear(&l->queue);
    pthread_mutex_unlock(&l->lock);
    return taken;
}

// Lines as one: " | " between them.
static void put_lines(struct sa_str text, struct sa_buf *out)
{
    struct sa_str line;
    for (bool more = false; sa_str_next_line(&text, &line);) {
        line = sa_str_trim(line);
        if (!line.len) continue;
        if (more) sa_buf_appends(out, " | ");
        sa_utf8_repair(out, line.data, line.len);
        more = true;
    }
}

// What it wrote on standard error, of much the beginning and the end: the reason stands first with
// some programs (npm) and last with others (Python). Else what it began to say on standard output.
static void put_last_words(const struct link *l, struct sa_buf *out)
{
    enum { HEAD = 250, TAIL = 300 };
    struct sa_str s = sa_str_trim(
        (struct sa_str){sa_buf_text(&l->child.errors), l->child.errors.len});
    bool cut = s.len > HEAD + TAIL;
    if (s.len) {
        sa_buf_appends(out, ": ");
        put_lines((struct sa_str){s.data, cut ? HEAD : s.len}, out);
        if (cut) sa_buf_appends(out, " ... ");
        if (cut) put_lines((struct sa_str){s.data + s.len - TAIL, TAIL}, out);
    } else if (l->garbage) {
        sa_buf_appendf(out, "; it printed what is no message: %s", l->first);
    }
}

static void describe_end(const struct link *l, struct sa_buf *out)
{
    int status = l->child.wait_status;
    if (!l->child.ended) sa_buf_appends(out, "the server closed its output");
    else if (WIFEXITED(status))
        sa_buf_appendf(out, "the server ended with status %d", WEXITSTATUS(status));
    else sa_buf_appendf(out, "the server was ended by signal %d", WTERMSIG(status));
    put_last_words(l, out);
}

// False: this is not what a server says.
static bool take_line(struct link *l, struct sa_str line)
{
    const char *why;
    line = sa_str_trim(line);
    if (!line.len || sa_mcp_server_take(l->server, line.data, line.len, &why)) return true;
    if (!l->garbage++) {
        struct sa_buf text = SA_BUF_INIT(sizeof l->first - 1);
        sa_utf8_repair(&text, line.data, line.len < 100 ? line.len : 100);
        sa_strcopy(l->first, sizeof l->first, sa_buf_text(&text));
        sa_buf_release(&text);
        sa_info("mcp %s: a line that is no message (%s): %s", l->server->name, why, l->first);
    }
    return l->garbage < MAX_GARBAGE;
}

// Until there is nothing more to move, with the reason in `why`.
static void move(struct link *l, struct sa_buf *why)
{
    for (;;) {
        struct sa_str line;
        switch (sa_child_line(&l->child, INT64_MAX, &line)) {
        case SA_CHILD_LINE:
            if (take_line(l, line)) break;
            sa_buf_appendf(why, "the server prints what is no message: %s", l->first);
            return;
        case SA_CHILD_WOKEN:
            if (pass_on(l)) break;
            if (l->child.in >= 0) {
                sa_buf_appends(why, "the server does not read what it is told");
                return;
            }
            break; // it has closed its input: its end follows
        case SA_CHILD_TOO_MUCH:
            sa_buf_appendf(why, "the server sent a message of more than %d MiB",
                           SA_MCP_MAX_MESSAGE >> 20);
            return;
        case SA_CHILD_ENDED:
            if (!l->child.ended) sa_child_end(&l->child, LEAVE_NS / 4, 1); // it will be soon
            describe_end(l, why);
            return;
        case SA_CHILD_STOPPED: sa_buf_appends(why, "closed"); return;
        case SA_CHILD_RUNS:
        case SA_CHILD_LATE: break;
        }
    }
}

static void *run(void *ctx)
{
    struct link *l = ctx;
    struct sa_buf why = SA_BUF_INIT(SA_BUF_SMALL);
    move(l, &why);
    pthread_mutex_lock(&l->lock);
    l->over = sa_xstrdup(sa_buf_text(&why));
    pthread_mutex_unlock(&l->lock);
    sa_mcp_server_lost(l->server, sa_buf_text(&why));
    bool leaves = sa_stop_reason(&l->closing);
    if (leaves) pass_on(l); // that a call is over, say
    sa_child_end(&l->child, leaves ? LEAVE_NS : 0, leaves ? LEAVE_NS : 1);
    sa_buf_release(&why);
    return NULL;
}

// ---- for the others ----------------------------------------------------------------------------

static void release(struct link *l)
{
    sa_child_release(&l->child);
    sa_flow_release(&l->queue);
    sa_stop_release(&l->closing);
    if (l->wake >= 0) close(l->wake);
    pthread_mutex_destroy(&l->lock);
    sa_proc_env_free(l->env);
    free(l->over);
    free(l);
}

// The few variables that every program gets, those passed on, and those given.
static char **environment(const struct sa_mcp_settings *set)
{
    size_t n = 0, m = 0;
    char **env = sa_proc_env(set->pass);
    while (env[n]) n++;
    while (set->env && set->env[m]) m++;
    env = sa_xreallocarray(env, n + m + 1, sizeof *env);
    for (size_t i = 0; i < m; i++) {
        size_t len = strcspn(set->env[i], "=") + 1;
        for (size_t k = 0; k < n; k++)
            if (!strncmp(env[k], set->env[i], len)) free(env[k]), env[k--] = env[--n];
        env[n++] = sa_xstrdup(set->env[i]);
    }
    env[n] = NULL;
    return env;
}

static void end_child(struct sa_mcp_server *s)
{
    struct link *l = s->link;
    if (!l || l->joined) return;
    sa_stop_request(&l->closing, SIGTERM);
    pthread_join(l->thread, NULL);
    l->joined = true;
}

static int open_child(struct sa_mcp_server *s, struct sa_err *err)
{
    end_child(s);
    struct link *l = sa_xcalloc(1, sizeof *l);
    l->server = s;
    l->older = s->link;
    l->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    l->env = environment(&s->set);
    sa_stop_init(&l->closing);
    pthread_mutex_init(&l->lock, NULL);
    sa_flow_init(&l->queue, 2 * (size_t)SA_MCP_MAX_MESSAGE);
    const struct sa_child_options o = {.argv = (const char *const *)s->set.argv,
                                       .env = (const char *const *)l->env,
                                       .folder = s->set.folder,
                                       .max_input = 2 * (size_t)SA_MCP_MAX_MESSAGE,
                                       .max_output = SA_MCP_MAX_MESSAGE,
                                       .max_errors = MAX_ERRORS,
                                       .stop = &l->closing,
                                       .wake = l->wake};
    sigset_t all, old;
    if (sa_child_start(&l->child, &o, err)) return release(l), -1;
    sigfillset(&all); // signals stay with the main thread
    pthread_sigmask(SIG_SETMASK, &all, &old);
    bool runs = pthread_create(&l->thread, NULL, run, l) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (runs) {
        s->link = l;
        return 0;
    }
    sa_child_end(&l->child, 0, 0);
    release(l);
    return sa_err_set(err, SA_E_TOOL, "no thread to be had"), -1;
}

static enum sa_mcp_sent send_line(struct sa_mcp_server *s, const char *text,
                                  struct sa_rpc_wait *wait, int64_t deadline, struct sa_stop *stop,
                                  struct sa_err *err)
{
    struct link *l = s->link;
    (void)wait, (void)deadline, (void)stop;
    pthread_mutex_lock(&l->lock);
    size_t len = strlen(text);
    const char *why = l->over                         ? l->over
                      : sa_flow_room(&l->queue) > len ? NULL
                                                      : "the server does not read what it is told";
    if (!why) sa_flow_put(&l->queue, text, len), sa_flow_put(&l->queue, "\n", 1);
    else sa_err_set(err, SA_E_TOOL, "%s", why);
    pthread_mutex_unlock(&l->lock);
    if (why) return SA_MCP_LOST;
    wake(l);
    return SA_MCP_SENT;
}

static void free_child(struct sa_mcp_server *s)
{
    end_child(s);
    for (struct link *l = s->link, *older; l; l = older) older = l->older, release(l);
    s->link = NULL;
}

const struct sa_mcp_transport sa_mcp_stdio = {"stdio",   open_child, NULL,
                                              send_line, end_child,  free_child};
