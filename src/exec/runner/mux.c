// See mux.h. Reading stops while what was read cannot be handed on; the two directions do not
// depend on each other.
#include "exec/runner/mux.h"

#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/xalloc.h"

enum { HEAD = 5, FULL = 256 << 10, ASK = 'w' };

static void unblock(int fd)
{
    if (fd >= 0) fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

void sa_mux_init(struct sa_mux *m, int from, int to)
{
    memset(m, 0, sizeof *m);
    m->from = from, m->to = to;
    m->listener = -1;
    unblock(from), unblock(to);
    sa_flow_init(&m->outgoing, SA_BUF_TEXT);
    sa_buf_init(&m->record, SA_MUX_PIECE);
    for (int i = 0; i < SA_MUX_COUNT; i++) {
        m->streams[i].in = m->streams[i].out = -1;
        sa_flow_init(&m->streams[i].pending, SA_BUF_TEXT);
    }
}

// Connections have one descriptor for both.
static void close_stream(struct sa_mux_stream *s)
{
    if (s->in >= 0) close(s->in);
    if (s->out >= 0 && s->out != s->in) close(s->out);
    s->in = s->out = -1;
}

void sa_mux_release(struct sa_mux *m)
{
    for (int i = 0; i < SA_MUX_COUNT; i++) {
        if (i >= SA_MUX_FIRST) close_stream(&m->streams[i]);
        sa_flow_release(&m->streams[i].pending);
    }
    sa_flow_release(&m->outgoing), sa_buf_release(&m->record);
}

void sa_mux_set(struct sa_mux *m, int id, int in, int out)
{
    m->streams[id] = (struct sa_mux_stream){
        .in = in, .out = out, .pending = m->streams[id].pending, .open = true, .tty = {.fd = out}};
    sa_flow_clear(&m->streams[id].pending);
}

// --- what goes out

static void put(struct sa_mux *m, int id, const void *data, size_t len)
{
    const unsigned char head[HEAD] = {(unsigned char)id, (unsigned char)(len >> 24),
                                      (unsigned char)(len >> 16), (unsigned char)(len >> 8),
                                      (unsigned char)len};
    sa_flow_put(&m->outgoing, head, sizeof head);
    sa_flow_put(&m->outgoing, data, len);
}

void sa_mux_say(struct sa_mux *m, const void *data, size_t len)
{
    put(m, SA_MUX_CONTROL, data, len);
}

void sa_mux_ask(struct sa_mux *m)
{
    const char ask = ASK;
    m->takes = true;
    sa_mux_say(m, &ask, 1);
}

static void say_over(struct sa_mux *m, int id)
{
    struct sa_mux_stream *s = &m->streams[id];
    if (!s->said) put(m, id, NULL, 0);
    s->said = true;
    if (s->heard && !sa_flow_len(&s->pending)) close_stream(s), s->open = false;
}

static void take_in(struct sa_mux *m, int id)
{
    struct sa_mux_stream *s = &m->streams[id];
    char piece[SA_MUX_PIECE];
    ssize_t n = read(s->in, piece, sizeof piece);
    if (sa_flow_judge(n) == SA_FLOW_NOT_NOW) return;
    if (id == SA_MUX_INPUT) m->asked = false;
    if (n > 0) return put(m, id, piece, (size_t)n);
    if (id < SA_MUX_FIRST) s->in = -1;
    say_over(m, id);
}

// --- what comes in

// Hands on what is pending; a reader that is gone loses the rest. As much as a pipe that is ready
// takes without blocking: the standard streams may be shared with programs that rely on theirs.
static void drain(struct sa_mux *m, int id)
{
    struct sa_mux_stream *s = &m->streams[id];
    size_t len = sa_flow_len(&s->pending) < PIPE_BUF ? sa_flow_len(&s->pending) : PIPE_BUF;
    ssize_t n = len ? write(s->out, sa_flow_data(&s->pending), len) : 0;
    if (n > 0) sa_flow_gone(&s->pending, (size_t)n);
    bool gone = n < 0 && sa_flow_judge(n) == SA_FLOW_OVER;
    if (gone) sa_flow_clear(&s->pending);
    if (gone) s->out = -1; // what it has said may still be read
    if (gone && id == SA_MUX_OUTPUT) m->unread = true;
    if (sa_flow_len(&s->pending)) return;
    if (s->heard && id >= SA_MUX_FIRST) say_over(m, id);
    if (id != SA_MUX_INPUT || s->out < 0) return;
    if (s->heard) close(s->out), s->out = -1;
    else if (n > 0) sa_mux_ask(m);
}

static bool open_connection(struct sa_mux *m, int id)
{
    int fd = m->on_open ? m->on_open(m->ctx) : -1;
    if (!m->on_open) return false;
    unblock(fd);
    sa_mux_set(m, id, fd, fd);
    if (fd < 0) say_over(m, id);
    return true;
}

static bool take_record(struct sa_mux *m)
{
    int id = m->head[0];
    struct sa_mux_stream *s = &m->streams[id];
    if (id == SA_MUX_CONTROL && m->record.len == 1 && m->record.data[0] == ASK)
        return m->asked = m->gives;
    if (id == SA_MUX_CONTROL) return m->on_control(m->ctx, sa_buf_text(&m->record), m->record.len);
    if (id >= SA_MUX_FIRST && !s->open && !open_connection(m, id)) return false;
    if (!s->open || s->heard) return false;
    bool text = id == SA_MUX_OUTPUT || id == SA_MUX_ERRORS;
    if (!m->record.len) s->heard = true, sa_tty_flush(&s->tty, &s->pending.buf);
    else if (s->out >= 0 && text)
        sa_tty_filter(&s->tty, m->record.data, m->record.len, &s->pending.buf);
    else if (s->out >= 0 && !(id >= SA_MUX_FIRST && s->said))
        sa_flow_put(&s->pending, m->record.data, m->record.len);
    if (!sa_flow_len(&s->pending)) drain(m, id);
    return true;
}

// One read of the channel: of a head, or of a record.
static bool read_channel(struct sa_mux *m)
{
    const unsigned char *h = m->head;
    size_t len = (size_t)h[1] << 24 | (size_t)h[2] << 16 | (size_t)h[3] << 8 | h[4];
    bool body = m->have == HEAD;
    char *to = body ? sa_buf_reserve(&m->record, len - m->record.len) : (char *)m->head + m->have;
    ssize_t n = read(m->from, to, body ? len - m->record.len : HEAD - m->have);
    if (n <= 0) return sa_flow_judge(n) == SA_FLOW_NOT_NOW;
    if (body) sa_buf_added(&m->record, (size_t)n);
    else m->have += (size_t)n;
    if (m->have < HEAD) return true;
    len = (size_t)h[1] << 24 | (size_t)h[2] << 16 | (size_t)h[3] << 8 | h[4];
    if (h[0] >= SA_MUX_COUNT || len > SA_MUX_PIECE) return false;
    if (m->record.len < len) return true;
    bool well = take_record(m);
    m->have = 0;
    sa_buf_clear(&m->record);
    return well;
}

static void accept_connection(struct sa_mux *m)
{
    int id = SA_MUX_FIRST;
    while (id < SA_MUX_COUNT && m->streams[id].open) id++;
    int fd = id < SA_MUX_COUNT ? accept4(m->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK)
                               : -1;
    if (fd >= 0) sa_mux_set(m, id, fd, fd);
}

// --- the loop

// Nobody wakes it; the channel, both ways; the listener; the streams.
enum { NOBODY, FROM, TO, LISTENER, FIXED };

struct polled {
    struct pollfd fds[FIXED + 2 * SA_MUX_COUNT];
    int ids[FIXED + 2 * SA_MUX_COUNT];
    nfds_t count;
};

static void want(struct polled *p, int id, int fd, short events)
{
    p->ids[p->count] = id;
    p->fds[p->count++] = (struct pollfd){.fd = fd, .events = events};
}

static bool has_room(const struct sa_mux *m)
{
    for (int i = 0; i < SA_MUX_COUNT; i++)
        if (sa_flow_len(&m->streams[i].pending) > FULL) return false;
    return true;
}

static bool wants_input(const struct sa_mux *m, int id)
{
    const struct sa_mux_stream *s = &m->streams[id];
    bool held = id == SA_MUX_INPUT && !m->asked;
    return s->in >= 0 && !s->said && !held && sa_flow_len(&m->outgoing) < FULL;
}

static void gather(const struct sa_mux *m, struct polled *p)
{
    bool slot = false;
    p->count = 0;
    want(p, -1, -1, 0);
    bool room = has_room(m);
    want(p, -1, room || !m->patient ? m->from : -1, room ? POLLIN : 0);
    want(p, -1, sa_flow_len(&m->outgoing) ? m->to : -1, POLLOUT);
    for (int i = SA_MUX_FIRST; i < SA_MUX_COUNT; i++) slot |= !m->streams[i].open;
    want(p, -1, slot ? m->listener : -1, POLLIN);
    for (int i = 0; i < SA_MUX_COUNT; i++) {
        if (wants_input(m, i)) want(p, i, m->streams[i].in, POLLIN);
        if (sa_flow_len(&m->streams[i].pending)) want(p, i, m->streams[i].out, POLLOUT);
    }
}

static bool step(struct sa_mux *m, int ms)
{
    struct polled p;
    gather(m, &p);
    sa_flow_wait(p.fds, p.count, sa_clock_monotonic() + ms * SA_NS_PER_MS);
    for (nfds_t i = FIXED; i < p.count; i++) {
        if (!p.fds[i].revents) continue;
        if (p.fds[i].events == POLLOUT) drain(m, p.ids[i]);
        else if (m->streams[p.ids[i]].in == p.fds[i].fd) take_in(m, p.ids[i]);
    }
    if (p.fds[LISTENER].revents & POLLIN) accept_connection(m);
    if (p.fds[TO].revents && sa_flow_write(&m->outgoing, m->to) == SA_FLOW_OVER) return false;
    if (p.fds[FROM].revents & POLLIN) return read_channel(m);
    return !(p.fds[FROM].revents & (POLLERR | POLLHUP));
}

bool sa_mux_step(struct sa_mux *m, int ms)
{
    bool there = step(m, ms);
    if (!there) m->from = m->to = -1;
    return there && m->from >= 0;
}

static bool over(const struct sa_mux_stream *s)
{
    return (s->said || s->heard) && !sa_flow_len(&s->pending);
}

bool sa_mux_drained(const struct sa_mux *m)
{
    return !sa_flow_len(&m->streams[SA_MUX_OUTPUT].pending) &&
           !sa_flow_len(&m->streams[SA_MUX_ERRORS].pending);
}

bool sa_mux_sent(const struct sa_mux *m)
{
    return !sa_flow_len(&m->outgoing);
}

bool sa_mux_over(const struct sa_mux *m)
{
    return over(&m->streams[SA_MUX_OUTPUT]) && over(&m->streams[SA_MUX_ERRORS]);
}
