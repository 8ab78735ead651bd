// The inner side of a runner in a container: its first process, which stands between the stream
// that the engine gives and the runner's own streams and connections (mux.h). As in contain.c it
// cannot be traced, and its end is the container's.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/spawn.h"
#include "base/xalloc.h"
#include "exec/docker/contain.h"
#include "exec/proto/frame.h"
#include "exec/runner/mux.h"
#include "exec/runner/runner_int.h"

enum { TURN_MS = 100, STREAMS = 3 };
#define LAST_NS (300 * SA_NS_PER_MS) // for output that orphans may still hold open
#define FLUSH_NS (10 * SA_NS_PER_S)

struct contained {
    struct sa_mux mux;
    struct sa_runner_words words;
    struct sa_runner_end end;
    pid_t runner; // 0: not started, -1: has ended
    bool go;
};

// The first process is locked in like all that it starts: the broker's socket has to be of their
// domain.
static bool lock_in(const struct sa_runner_words *words)
{
    size_t count = 0;
    const char **writable = sa_runner_list(words, "write", NULL, &count);
    const char *program = sa_runner_word(words, "program");
    bool well = program && strchr(program, '/') && !sa_contain_enter(true, writable, program);
    free(writable);
    return well;
}

static bool say_hello(void)
{
    struct sa_channel channel;
    sa_channel_init(&channel, STDOUT_FILENO, false);
    return sa_channel_say(&channel, "hello", NULL, 0);
}

// The hello of the outer side holds the words; it sends no more before it was answered.
static bool take_hello(struct contained *c)
{
    struct sa_channel channel;
    struct sa_frame f;
    struct sa_buf text = SA_BUF_INIT(SA_FRAME_MAX);
    const char *why;
    sa_channel_init(&channel, STDIN_FILENO, false);
    if (sa_channel_read(&channel, -1, 0, &f, &why) != SA_GOT_FRAME ||
        !sa_frame_bytes(&f, "words", &text))
        return false;
    size_t len;
    char *words = sa_buf_take(&text, &len); // stays
    sa_runner_split(&c->words, words, len);
    sa_channel_release(&channel);
    return lock_in(&c->words) && say_hello();
}

// A byte: the number of a signal, or 0 to begin.
static bool on_control(void *ctx, const char *data, size_t len)
{
    struct contained *c = ctx;
    if (len != 1) return false;
    if (!data[0]) c->go = true;
    else if (c->runner > 0) kill(c->runner, data[0]);
    return true;
}

// --- the runner

static const char *folder_of(const struct contained *c)
{
    const char *folder = sa_runner_word(&c->words, "folder");
    return folder && sa_fs_is_dir(folder) && !access(folder, X_OK) ? folder : "/";
}

static void start(struct contained *c)
{
    bool input = !sa_runner_word(&c->words, "noinput");
    int pipes[STREAMS][2];
    for (int i = 0; i < STREAMS; i++)
        if (pipe2(pipes[i], O_CLOEXEC)) return;
    const int fds[STREAMS] = {input ? pipes[0][0] : SA_SPAWN_NULL, pipes[1][1], pipes[2][1]};
    c->runner = sa_runner_spawn(&c->words, folder_of(c), fds);
    if (!c->runner) c->runner = -1, c->end.status = W_EXITCODE(SA_E_SANDBOX, 0);
    close(pipes[0][0]), close(pipes[1][1]), close(pipes[2][1]);
    fcntl(pipes[0][1], F_SETFL, O_NONBLOCK);
    sa_mux_set(&c->mux, SA_MUX_INPUT, -1, pipes[0][1]);
    sa_mux_set(&c->mux, SA_MUX_OUTPUT, pipes[1][0], -1);
    sa_mux_set(&c->mux, SA_MUX_ERRORS, pipes[2][0], -1);
    if (input) sa_mux_ask(&c->mux);
}

// Collects the dead, of whom the runner may be one.
static void collect(struct contained *c)
{
    int status;
    pid_t pid;
    while ((pid = sa_spawn_bury(&status, false)) > 0) {
        if (pid != c->runner) continue;
        c->end.status = status;
        c->runner = -1;
    }
}

static void say_end(struct contained *c)
{
    int64_t late = sa_clock_monotonic() + FLUSH_NS;
    sa_mux_say(&c->mux, &c->end, sizeof c->end);
    while (!sa_mux_sent(&c->mux) && sa_clock_monotonic() < late)
        if (!sa_mux_step(&c->mux, TURN_MS)) return;
}

// Until it has ended and said all; at once when the outer side is gone.
static void run(struct contained *c)
{
    while (!c->go)
        if (!sa_mux_step(&c->mux, TURN_MS)) return;
    if (sa_runner_prepare(&c->words, &c->end)) start(c);
    if (!c->runner && !c->end.problem[0]) c->end.status = W_EXITCODE(SA_E_SANDBOX, 0);
    while (c->runner > 0) {
        if (!sa_mux_step(&c->mux, TURN_MS)) return;
        collect(c);
    }
    int64_t late = sa_clock_monotonic() + LAST_NS;
    while (c->runner < 0 && !sa_mux_over(&c->mux) && sa_clock_monotonic() < late)
        if (!sa_mux_step(&c->mux, 10)) return;
    say_end(c);
}

static void on_child(int sig)
{
    (void)sig; // ends a wait
}

int sa_runner_contained(void)
{
    static struct contained c;
    struct sigaction child = {.sa_handler = on_child};
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    signal(SIGPIPE, SIG_IGN);
    sigaction(SIGCHLD, &child, NULL);
    if (!take_hello(&c)) return 1;
    sa_mux_init(&c.mux, STDIN_FILENO, STDOUT_FILENO);
    c.mux.listener = sa_broker_socket(SA_RUNNER_BROKER, true);
    c.mux.on_control = on_control;
    c.mux.ctx = &c;
    if (c.mux.listener < 0) return 1;
    run(&c);
    return 0;
}
