// The model server's connections: requests are read, and answered once what their replies wait for
// has come. Test code.
#ifndef TEST_PEER_H
#define TEST_PEER_H

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "command.h"

enum { MAX_CONNECTIONS = 128 };

struct connection {
    int fd; // -1: free
    struct sa_buf in, out;
    size_t sent, filler;        // filler: bytes of a huge body still to come
    bool answered, keep, again; // again: another request may follow
    const struct section *reply;
    bool held;      // it waits for what has not come
    int64_t due;    // not answered before
    size_t request; // that is answered
};

struct server {
    int fd;
    char url[64];
    struct talk talk;
    struct connection conns[MAX_CONNECTIONS];
    size_t connection_count;
    const struct child *child; // the command; NULL: not yet started
};

static inline void server_open(struct server *s, const struct casefile *c)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof a;
    memset(s, 0, sizeof *s);
    s->talk.c = c;
    s->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s->fd < 0 || bind(s->fd, (struct sockaddr *)&a, len) || listen(s->fd, MAX_CONNECTIONS) ||
        getsockname(s->fd, (struct sockaddr *)&a, &len))
        die("server");
    snprintf(s->url, sizeof s->url, "http://127.0.0.1:%d/v1", ntohs(a.sin_port));
    for (int i = 0; i < MAX_CONNECTIONS; i++) s->conns[i].fd = -1;
}

static inline void drop(struct connection *k)
{
    close(k->fd);
    k->fd = -1;
    sa_buf_release(&k->in);
    sa_buf_release(&k->out);
}

static inline void server_close(struct server *s)
{
    for (int i = 0; i < MAX_CONNECTIONS; i++)
        if (s->conns[i].fd >= 0) drop(&s->conns[i]);
    talk_release(&s->talk);
    close(s->fd);
}

static inline void accept_one(struct server *s)
{
    int fd = accept4(s->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    for (int i = 0; fd >= 0 && i < MAX_CONNECTIONS; i++) {
        if (s->conns[i].fd >= 0) continue;
        memset(&s->conns[i], 0, sizeof s->conns[i]);
        s->conns[i].fd = fd;
        s->connection_count++;
        sa_buf_init(&s->conns[i].in, (size_t)64 << 20);
        sa_buf_init(&s->conns[i].out, (size_t)128 << 20);
        return;
    }
    if (fd >= 0) close(fd);
}

// The body's place when the request is complete, NULL before.
static const char *whole_body(const struct connection *k)
{
    const char *end = sa_memfind(sa_buf_text(&k->in), k->in.len, "\r\n\r\n", 4);
    if (!end) return NULL;
    const char *length = strcasestr(k->in.data, "content-length:");
    size_t need = length && length < end ? strtoul(length + 15, NULL, 10) : 0;
    return k->in.len - (size_t)(end + 4 - k->in.data) >= need ? end + 4 : NULL;
}

// KB that a process holds of the machine's memory; 0: not known.
static inline long resident_of(pid_t pid)
{
    char *path = sa_xasprintf("/proc/%d/statm", (int)pid);
    FILE *f = fopen(path, "re");
    long size = 0, pages = 0;
    if (f && fscanf(f, "%ld %ld", &size, &pages) != 2) pages = 0;
    if (f) fclose(f);
    free(path);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static inline void answer(struct server *s, struct connection *k)
{
    struct request *r = talk_add(&s->talk, &k->in);
    size_t cached, fresh, n = talk_count(&s->talk, r->agent) - 1;
    r->resident = s->child ? resident_of(s->child->pid) : 0;
    find_cached(&s->talk, r->agent, n, &cached, &fresh);
    counted = (struct counts){(long)(cached + fresh) / 4, 20, (long)cached / 4, 0, 0};
    struct say say;
    bool endless;
    talk_say(&s->talk, &say);
    wire_reply(&k->out, &say, k->in.data, &endless, &k->keep);
    k->again = case_is(say.reply, "connection", "keep");
    if (endless) k->filler = (size_t)1 << 40;
    k->answered = true;
    k->reply = say.reply;
    k->held = true;
    k->request = s->talk.count - 1;
    k->due = sa_clock_monotonic() + case_number(say.reply, "delay", 0) * SA_NS_PER_MS;
}

// Is there something to send, or more of it?
static inline bool may_send(struct server *s, struct connection *k)
{
    if (!k->answered || k->due > sa_clock_monotonic()) return false;
    if (k->held && (!has_come(&s->talk, k->reply) || !has_written(s->child, k->reply)))
        return false;
    k->held = false;
    return !k->keep || k->sent < k->out.len;
}
static inline void serve(struct server *s, struct connection *k, short events)
{
    char piece[65536];
    if (events & (POLLIN | POLLHUP | POLLERR)) {
        ssize_t n = read(k->fd, piece, sizeof piece);
        if (n == 0 || (n < 0 && errno != EAGAIN)) {
            drop(k);
            return;
        }
        if (n > 0) sa_buf_append(&k->in, piece, (size_t)n);
        if (k->in.len && k->in.data[0] == 0x16) { // a TLS hello: this server speaks plain HTTP
            drop(k);
            return;
        }
        const char *body = k->answered ? NULL : whole_body(k);
        if (body) answer(s, k);
    }
    if (!may_send(s, k)) return;
    while (k->sent == k->out.len && k->filler) {
        memset(piece, 'x', sizeof piece);
        sa_buf_clear(&k->out);
        sa_buf_append(&k->out, piece, sizeof piece);
        k->filler -= sizeof piece;
        k->sent = 0;
    }
    ssize_t n = send(k->fd, k->out.data + k->sent, k->out.len - k->sent, MSG_NOSIGNAL);
    if (n > 0) k->sent += (size_t)n;
    bool sent = k->sent == k->out.len && !k->filler && !k->keep;
    if (sent) s->talk.items[k->request].sent = k->reply;
    if ((n < 0 && errno != EAGAIN) || (sent && !k->again)) {
        drop(k);
    } else if (sent) {
        sa_buf_clear(&k->in), sa_buf_clear(&k->out);
        k->sent = 0, k->answered = false;
    }
}

// Replies that were never sent, for who wonders why a case does not go on.
static inline void tell_held(const struct server *s)
{
    for (int i = 0; i < MAX_CONNECTIONS; i++) {
        const struct connection *k = &s->conns[i];
        if (k->fd >= 0 && k->answered && k->held)
            fprintf(stderr, "request %zu was not answered: == reply %s\n", k->request + 1,
                    k->reply->words);
    }
}

#endif
