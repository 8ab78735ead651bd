// The outer side of a runner that is elsewhere: in a container, or in a virtual machine of E2B.
// That is made, and surely removed, by a relay (docker/relay.c, e2b/relay.c), as for the executors;
// what is carried then are the records of mux.h, whose connections lead to the broker.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/json.h"
#include "base/stop.h"
#include "base/xalloc.h"
#include "exec/docker/docker_int.h"
#include "exec/e2b/e2b_int.h"
#include "exec/proto/frame.h"
#include "exec/relay/relay.h"
#include "exec/runner/mux.h"
#include "exec/runner/runner_int.h"

enum { TURN_MS = 200 };
#define TIMEOUT_NS (30 * 60 * SA_NS_PER_S) // images are fetched and built
#define GRACE_NS (5 * SA_NS_PER_S)
#define LEAVE_NS (10 * SA_NS_PER_S)

// Where it is.
struct place {
    const char *word; // that makes this program the relay
    const char *last; // frame that says that the inner side listens; a "hello" comes before
    const char *loader;
    const char *args[5]; // what is executed there
    const char *who;     // runs it
    int (*reap)(struct sa_jail_child *relay);
};

// clang-format off
#define PROGRAM_IN(folder) SA_PROGRAM_LOADER(folder), {SA_PROGRAM_START(folder)}
static const struct place container = {
    SA_EXEC_DOCKER_WORKER, "ready", PROGRAM_IN(SA_DOCKER_FOLDER), "your user", sa_docker_reap};
static const struct place machine = {
    SA_EXEC_E2B_WORKER, "hello", PROGRAM_IN(SA_E2B_FOLDER), "the user of the sandbox", sa_relay_reap};
// clang-format on

struct outside {
    const struct place *place;
    const struct sa_runner_options *o;
    struct sa_runner_end *end;
    struct sa_jail_child child; // the relay
    struct sa_channel channel;
    struct sa_mux mux;
    struct sa_broker *broker;
    int hand[2]; // pipe of connections for the broker
    bool told;
};

// --- starting

// Nothing to read, or a terminal that a run does not read: not even a pipe is there then.
static bool has_input(const struct sa_runner_options *o)
{
    struct stat st;
    if (fstat(STDIN_FILENO, &st)) return false;
    if (isatty(STDIN_FILENO)) return o->interactive;
    return !(S_ISCHR(st.st_mode) && major(st.st_rdev) == 1 && minor(st.st_rdev) == 3);
}

static void put_words(const struct outside *x, struct sa_buf *out)
{
    static const char *const yes[] = {"1", NULL};
    const char *const program[] = {x->place->loader, NULL};
    sa_runner_put(out, "program", program);
    sa_runner_put(out, "arg", x->place->args);
    if (!has_input(x->o)) sa_runner_put(out, "noinput", yes);
    sa_runner_put_words(x->o, out);
}

static bool send_hello(struct outside *x)
{
    struct sa_buf words = SA_BUF_INIT(SA_FRAME_MAX), out = SA_BUF_INIT(2 * SA_FRAME_MAX);
    put_words(x, &words);
    size_t start = sa_frame_begin(&out, "hello");
    sa_json_put_int(&out, "version", SA_FRAME_OLDEST);
    sa_json_put_int(&out, "max_memory", (int64_t)x->o->max_memory);
    sa_json_put_int(&out, "max_disk", (int64_t)x->o->max_disk);
    sa_frame_put_bytes(&out, "words", words.data, words.len);
    bool sent = sa_frame_end(&out, start) &&
                sa_channel_send(&x->channel, &out, -1, sa_clock_monotonic() + TIMEOUT_NS) ==
                    SA_SENT_ALL;
    sa_buf_release(&words), sa_buf_release(&out);
    return sent;
}

// Waits for the relay's frame of that type. A failure says why.
static int await(struct outside *x, const char *type, struct sa_err *err)
{
    struct sa_frame f;
    struct sa_buf text = SA_BUF_INIT(sizeof err->message);
    const char *why = "it ended";
    int64_t until = sa_clock_monotonic() + TIMEOUT_NS;
    enum sa_got got;
    do { // a step at a time, so that a signal is noticed
        int64_t turn = sa_clock_monotonic() + TURN_MS * SA_NS_PER_MS;
        got = sa_channel_read(&x->channel, -1, turn, &f, &why);
    } while (got == SA_GOT_LATE && sa_clock_monotonic() < until &&
             !(x->end->status = sa_runner_caught()));
    if (got == SA_GOT_FRAME && !strcmp(f.type, type)) return 0;
    if (got == SA_GOT_FRAME && sa_frame_text(&f, "error", &text))
        sa_err_set(err, (int)sa_frame_int(&f, "code", SA_E_SANDBOX), "%s", sa_buf_text(&text));
    else sa_err_set(err, SA_E_SANDBOX, "no sandbox: %s", why);
    sa_buf_release(&text);
    return -1;
}

// Takes the words of the relay.
static int start(struct outside *x, struct sa_relay_words *w, struct sa_err *err)
{
    sa_relay_add(w, "runner", "1");
    sa_relay_add_list(w, "read", x->o->read);
    sa_relay_add_list(w, "write", x->o->write);
    if (sa_relay_spawn(&x->child, w, err)) return -1;
    sa_channel_init(&x->channel, x->child.channel, true);
    if (!send_hello(x)) return sa_err_set(err, SA_E_SANDBOX, "the relay ended"), -1;
    return await(x, "hello", err) || await(x, x->place->last, err) ? -1 : 0;
}

// --- running

static bool on_control(void *ctx, const char *data, size_t len)
{
    struct outside *x = ctx;
    if (len != sizeof *x->end || x->told) return false;
    memcpy(x->end, data, len);
    x->end->problem[sizeof x->end->problem - 1] = 0;
    for (char *p = x->end->problem; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 127) *p = '?'; // it is shown on a terminal
    x->end->signal = 0, x->end->timed_out = false;
    return x->told = true;
}

static int on_open(void *ctx)
{
    struct outside *x = ctx;
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair)) return -1;
    if (write(x->hand[1], &pair[1], sizeof pair[1]) == sizeof pair[1]) return pair[0];
    close(pair[0]), close(pair[1]);
    return -1;
}

static void send_signal(struct outside *x)
{
    int sig = sa_runner_caught();
    const char byte = (char)sig;
    if (sig) sa_mux_say(&x->mux, &byte, 1);
}

// Until the inner side says how it ended and all it printed is written, or it is gone, or has to
// go.
static void carry(struct outside *x)
{
    const char go = 0;
    int64_t late = x->o->timeout_ns ? sa_clock_monotonic() + x->o->timeout_ns + GRACE_NS
                                    : INT64_MAX;
    int64_t leave = INT64_MAX;
    sa_mux_say(&x->mux, &go, 1);
    bool there = true;
    while (there && !x->told && !x->mux.unread) {
        int64_t now = sa_clock_monotonic();
        x->end->timed_out = now >= late;
        if (x->end->timed_out || now >= leave) break;
        send_signal(x);
        if (sa_runner_leaving() && leave == INT64_MAX) leave = now + LEAVE_NS;
        there = sa_mux_step(&x->mux, TURN_MS);
    }
    while (x->told && !sa_mux_drained(&x->mux) && !x->mux.unread) // there or not
        sa_mux_step(&x->mux, TURN_MS);
    if (x->mux.unread) x->end->status = SIGPIPE;
    else if (!x->told) x->end->status = SIGKILL;
    if (!x->told) x->end->signal = sa_runner_leaving();
}

static int run(struct outside *x, struct sa_err *err)
{
    struct sa_stop stop;
    struct sa_broker_options broker_options = x->o->broker;
    if (pipe2(x->hand, O_CLOEXEC | O_NONBLOCK))
        return sa_err_set(err, SA_E_SANDBOX, "pipe: %s", strerror(errno)), -1;
    sa_stop_init(&stop);
    broker_options.stop = &stop;
    broker_options.handed = true;
    sa_mux_init(&x->mux, x->child.channel, x->child.channel);
    x->mux.on_control = on_control, x->mux.on_open = on_open;
    x->mux.ctx = x;
    x->mux.gives = x->mux.patient = true;
    sa_mux_set(&x->mux, SA_MUX_INPUT, has_input(x->o) ? STDIN_FILENO : -1, -1);
    sa_mux_set(&x->mux, SA_MUX_OUTPUT, -1, STDOUT_FILENO);
    sa_mux_set(&x->mux, SA_MUX_ERRORS, -1, STDERR_FILENO);
    x->broker = sa_broker_new(&broker_options, x->hand[0]);
    if (x->broker) carry(x);
    sa_stop_request(&stop, SIGTERM);
    sa_broker_free(x->broker); // closes its end of the pipe
    close(x->hand[1]);
    sa_mux_release(&x->mux);
    sa_stop_release(&stop);
    if (!x->broker) return sa_err_set(err, SA_E_SANDBOX, "no thread for the broker"), -1;
    return 0;
}

static int run_at(const struct place *place, struct sa_relay_words *w,
                  const struct sa_runner_options *o, struct sa_runner_end *end, struct sa_err *err)
{
    struct outside x = {.place = place, .o = o, .end = end, .child = {.channel = -1}};
    *end = (struct sa_runner_end){0};
    sa_runner_catch(0);
    int rc = start(&x, w, err);
    if (!rc) rc = run(&x, err);
    sa_channel_release(&x.channel);
    place->reap(&x.child);
    if (rc && end->status) return 0; // ended by a signal before it began
    if (rc || !end->problem[0]) return rc;
    return sa_err_set(err, SA_E_CONFIG, "%s (it runs as %s)", end->problem, place->who), -1;
}

int sa_runner_docker(const struct sa_runner_options *o, const struct sa_docker_options *d,
                     struct sa_runner_end *end, struct sa_err *err)
{
    struct sa_relay_words w = {0};
    sa_relay_add(&w, NULL, container.word);
    if (d->any_limits) sa_relay_add(&w, "limits", "any");
    sa_relay_add(&w, "image", d->image);
    return run_at(&container, &w, o, end, err);
}

int sa_runner_e2b(const struct sa_runner_options *o, const struct sa_e2b_options *e,
                  struct sa_runner_end *end, struct sa_err *err)
{
    struct sa_relay_words w = {0};
    if (o->write && o->write[0])
        return sa_err_set(err, SA_E_USAGE,
                          "--write %s: nothing comes back from E2B but standard output and error",
                          o->write[0]),
               -1;
    sa_relay_add(&w, NULL, machine.word);
    sa_relay_add(&w, "template", e->template_id);
    sa_relay_add(&w, "domain", e->domain);
    sa_relay_add(&w, "quiet", e->quiet ? "yes" : NULL);
    return run_at(&machine, &w, o, end, err);
}
