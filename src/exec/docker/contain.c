// The first process of a container, from the static program that the docker executor puts into it.
// The worker is its child, so that the end of the host (standard input closes) ends the container
// even when hostile code keeps the worker from noticing, and so that somebody can tell how the
// worker died. Being undumpable and first, it is out of reach of code with the same identity.
#include "exec/docker/contain.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/json.h"
#include "base/spawn.h"
#include "base/xalloc.h"
#include "exec/exec.h"
#include "exec/proto/frame.h"
#include "exec/proto/scripts.h"
#include "exec/relay/pump.h"
#include "jail/jail.h"

enum { PROGRAM_WORDS = 16, CHANNEL = SA_JAIL_CHANNEL };
#define END_NS (100 * SA_NS_PER_MS)

// --- the child

// The exit status.
static int say_failed(int fd, const char *text, int code)
{
    struct sa_channel channel;
    sa_channel_init(&channel, fd, false);
    sa_channel_say(&channel, "failed", text, code);
    return 1;
}

static int say_refused(int error)
{
    SA_AUTO_FREE char *text = sa_xasprintf("no filter of system calls in the container: %s",
                                           strerror(error));
    return say_failed(CHANNEL, text, SA_E_SANDBOX);
}

// Becomes the Python of the image. The hello is answered for it, so that its start can take long.
static int become(char **program)
{
    struct sa_channel channel;
    struct sa_frame f;
    const char *why, *argv[PROGRAM_WORDS + 8];
    size_t n = 0;
    sa_channel_init(&channel, CHANNEL, false);
    if (sa_channel_read(&channel, -1, 0, &f, &why) != SA_GOT_FRAME || strcmp(f.type, "hello") ||
        !sa_channel_say(&channel, "hello", NULL, 0))
        return 1;
    SA_AUTO_FREE char *hello = sa_xstrndup(channel.in.data + 4, channel.used - 4);
    SA_AUTO_FREE char *script = sa_exec_worker_script(sa_frame_raw(&f, "folders").data);
    char seed[16];
    snprintf(seed, sizeof seed, "%u", (unsigned)sa_frame_int(&f, "seed", 0));
    if (sa_frame_bool(&f, "strict_seed")) setenv("PYTHONHASHSEED", seed, 1);
    while (n < PROGRAM_WORDS && program[n]) argv[n] = program[n], n++;
    const char *const rest[] = {"-s", "-X", "utf8", "-c", script, hello, NULL};
    memcpy(argv + n, rest, sizeof rest);
    int64_t memory = sa_frame_int(&f, "max_memory", 0), disk = sa_frame_int(&f, "max_disk", 0);
    sa_jail_limit_program(memory > 0 ? (uint64_t)memory : 0, disk > 0 ? (uint64_t)disk : 0, false);
    int error = sa_contain_enter(disk > 0, NULL, NULL);
    if (error) return say_refused(error);
    execvp(argv[0], (char *const *)argv);
    SA_AUTO_FREE char *text = sa_xasprintf("cannot run %s in the container: %s; the image needs a "
                                           "Python, which --python names",
                                           argv[0], strerror(errno));
    return say_failed(CHANNEL, text, SA_E_CONFIG);
}

struct inner {
    int pair[2]; // the channel: of the first process, and the worker's
    char **program;
};

static int child_main(void *ctx)
{
    const struct inner *in = ctx;
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null < 0 || dup2(in->pair[1], CHANNEL) < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0)
        return 1;
    close(in->pair[0]), close(in->pair[1]), close(null);
    signal(SIGPIPE, SIG_DFL);
    return in->program[0] ? become(in->program) : sa_exec_worker(NULL);
}

// --- the first process

// Where the worker's frames begin: what is said of its death may only follow a whole one.
struct boundary {
    unsigned char head[4];
    size_t have, body; // bytes of the head, and of the body still to come
};

static void pass(struct boundary *b, const char *data, size_t len)
{
    while (len) {
        size_t n = b->body < len ? b->body : len;
        b->body -= n, data += n, len -= n;
        for (; len && !b->body; len--) {
            b->head[b->have++] = (unsigned char)*data++;
            if (b->have < sizeof b->head) continue;
            b->have = 0;
            b->body = (size_t)b->head[0] << 24 | (size_t)b->head[1] << 16 |
                      (size_t)b->head[2] << 8 | b->head[3];
        }
    }
}

static ssize_t read_worker(struct sa_pump_end *end, char *buf, size_t cap)
{
    ssize_t n = read(end->in, buf, cap);
    if (n > 0) pass(end->ctx, buf, (size_t)n);
    return n;
}

static void tell_lost(int status)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    struct sa_channel channel;
    sa_channel_init(&channel, STDOUT_FILENO, false);
    size_t start = sa_frame_begin(&out, "lost");
    sa_json_put_int(&out, "status", status);
    if (sa_frame_end(&out, start)) sa_channel_write(&channel, &out);
    sa_buf_release(&out);
}

int sa_exec_contain(char **program)
{
    struct inner in = {.program = program};
    struct sa_pump_end host, worker;
    struct boundary boundary = {0};
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    signal(SIGPIPE, SIG_IGN);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in.pair)) return 1;
    pid_t pid = sa_spawn_copy(child_main, &in);
    close(in.pair[1]);
    if (pid < 0) return say_failed(STDOUT_FILENO, "the container has no processes", SA_E_SANDBOX);
    sa_pump_plain(&host, STDIN_FILENO, STDOUT_FILENO);
    sa_pump_plain(&worker, in.pair[0], in.pair[0]);
    worker.read = read_worker;
    worker.ctx = &boundary;
    bool host_gone = sa_pump(&host, &worker) == 0;
    int status = sa_spawn_reap(&pid, 0, host_gone ? 0 : END_NS); // its channel is closed
    if (!host_gone && !boundary.have && !boundary.body) tell_lost(status);
    return 0;
}
