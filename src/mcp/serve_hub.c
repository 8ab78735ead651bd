// See serve_hub.h.
#include "mcp/serve_hub.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "mcp/mcp_int.h"

enum {
    MAX_SAID = 2 * SA_MCP_MAX_MESSAGE + (1 << 20), // bytes of an exchange
    MAX_KEPT = 16,                                 // of a session, that are over
    MAX_KEPT_BYTES = 4 << 20,                      // of them, besides the last
};

// ---- exchanges ---------------------------------------------------------------------------------

bool sa_exchange_ended(const struct sa_exchange *x)
{
    return x->number && x->taken && !x->owed;
}

static void put_id(struct sa_exchange *x, size_t event)
{
    sa_buf_appendf(&x->text, "id: %llu-%zu\n", (unsigned long long)x->number, event);
}

static void put_message(struct sa_exchange *x, const char *message)
{
    x->messages++;
    if (!x->streams) {
        sa_buf_appends(&x->text, x->text.len ? "," : "");
        sa_buf_appends(&x->text, message);
        return;
    }
    sa_buf_appends(&x->text, "event: message\n");
    put_id(x, x->messages);
    sa_buf_appends(&x->text, "data: ");
    sa_buf_appends(&x->text, message);
    sa_buf_appends(&x->text, "\n\n");
}

// Who only waits for an answer does not want to know how it goes on; and there is room for the end.
static bool is_wanted(const struct sa_exchange *x, enum sa_serve_kind kind)
{
    if (x->cut) return false;
    return kind != SA_SERVE_NEWS || (x->streams && x->text.len < SA_MCP_MAX_MESSAGE);
}

static struct sa_exchange *find(const struct sa_hub_session *s, uint64_t number)
{
    struct sa_exchange *x = s->exchanges;
    while (x && x->number != number) x = x->next;
    return x;
}

static void drop(struct sa_hub_session *s, struct sa_exchange *x)
{
    struct sa_exchange **at = &s->exchanges;
    while (*at != x) at = &(*at)->next;
    *at = x->next;
    s->hub->held -= x->text.len;
    sa_buf_release(&x->text);
    free(x);
}

// A stream is kept when it is over: that its end was sent does not mean that it arrived. The oldest
// go where there is too much; an answer that is no stream cannot be asked for again.
static void tidy(struct sa_hub_session *s)
{
    size_t count = 0, bytes = 0;
    for (struct sa_exchange *x = s->exchanges, *next; x; x = next) {
        next = x->next;
        if (x->readers || !sa_exchange_ended(x)) continue;
        bytes += x->text.len;
        bool many = x->streams && (++count > MAX_KEPT || (count > 1 && bytes > MAX_KEPT_BYTES));
        if (!x->streams || many) drop(s, x);
    }
}

void sa_hub_call(const struct sa_session_hub *hub)
{
    const uint64_t one = 1;
    if (write(hub->fd, &one, sizeof one) < 0) return; // it is readable already
}

// The one with the most text of all, of several the oldest, and its session.
static struct sa_exchange *find_largest(const struct sa_session_hub *hub,
                                        struct sa_hub_session **of)
{
    struct sa_exchange *largest = NULL;
    for (struct sa_hub_session *s = hub->first; s; s = s->next) {
        for (struct sa_exchange *x = s->exchanges; x; x = x->next) {
            if (x->cut || (largest && x->text.len < largest->text.len)) continue;
            largest = x;
            *of = s;
        }
    }
    return largest;
}

// Clients that do not read take no more memory together than there is for them: who has the most
// loses it, and the connection.
static void make_room(struct sa_session_hub *hub)
{
    struct sa_hub_session *s = NULL;
    struct sa_exchange *x;
    while (hub->held > hub->max_held && (x = find_largest(hub, &s))) {
        if (!x->readers && sa_exchange_ended(x)) {
            drop(s, x);
            continue;
        }
        hub->held -= x->text.len;
        sa_buf_release(&x->text);
        x->cut = true;
        hub->stir(hub->ctx, s, x);
    }
}

static void on_send(void *to, uint64_t about, enum sa_serve_kind kind, const char *message)
{
    struct sa_hub_session *s = to;
    pthread_mutex_lock(&s->hub->lock);
    struct sa_exchange *x = find(s, about);
    size_t before = x->text.len;
    if (kind == SA_SERVE_BAD && !x->messages) { // no stream has begun
        x->bad = true;
        x->streams = false;
        sa_buf_clear(&x->text);
    }
    if (message && is_wanted(x, kind)) put_message(x, message);
    s->hub->held += x->text.len - before;
    if (kind == SA_SERVE_RESULT || kind == SA_SERVE_NONE) x->owed--;
    if (sa_exchange_ended(x)) sa_hub_call(s->hub); // the session may have nothing to do
    s->used = sa_clock_monotonic();
    s->hub->stir(s->hub->ctx, s, x);
    tidy(s);
    make_room(s->hub);
    pthread_mutex_unlock(&s->hub->lock);
}

static struct sa_exchange *begin(struct sa_hub_session *s, bool streams, bool prime, bool batch)
{
    struct sa_exchange *x = sa_xcalloc(1, sizeof *x);
    pthread_mutex_lock(&s->hub->lock);
    *x = (struct sa_exchange){.next = s->exchanges,
                              .number = ++s->last,
                              .streams = streams,
                              .batch = batch,
                              .readers = 1};
    sa_buf_init(&x->text, MAX_SAID);
    s->exchanges = x;
    if (streams && prime) put_id(x, 0), sa_buf_appends(&x->text, "data: \n\n");
    s->hub->held += x->text.len;
    pthread_mutex_unlock(&s->hub->lock);
    return x;
}

struct sa_exchange *sa_hub_take(struct sa_hub_session *s, const struct sa_buf *message,
                                bool streams, bool prime)
{
    struct sa_str text = sa_str_trim((struct sa_str){sa_buf_text(message), message->len});
    struct sa_exchange *x = begin(s, streams, prime, text.len && text.data[0] == '[');
    size_t calls = sa_serve_take(s->serve, text.data, text.len, x->number);
    pthread_mutex_lock(&s->hub->lock);
    x->owed += (int64_t)calls;
    x->taken = true;
    pthread_mutex_unlock(&s->hub->lock);
    return x;
}

struct sa_exchange *sa_hub_resume(struct sa_hub_session *s, const char *event, size_t *at)
{
    char line[64];
    char *end;
    uint64_t number = strtoull(event, &end, 10);
    if (end == event || *end != '-' || strlen(event) > 40) return NULL;
    struct sa_exchange *x = number ? find(s, number) : NULL;
    if (!x || !x->streams) return NULL;
    int len = snprintf(line, sizeof line, "id: %s\n", event);
    const char *id = sa_memfind(sa_buf_text(&x->text), x->text.len, line, (size_t)len);
    const char *rest = id ? strstr(id, "\n\n") : NULL;
    if (rest) *at = (size_t)(rest + 2 - x->text.data);
    else if (!strcmp(end, "-0")) *at = 0;
    else return NULL;
    x->readers++;
    return x;
}

void sa_hub_close(struct sa_hub_session *s, struct sa_exchange *x)
{
    x->readers--;
    tidy(s);
}

// ---- sessions ----------------------------------------------------------------------------------

void sa_hub_init(struct sa_session_hub *hub, const struct sa_serve_offer *offer)
{
    *hub = (struct sa_session_hub){.offer = offer, .fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    pthread_mutex_init(&hub->lock, NULL);
}

static void free_session(struct sa_hub_session *s)
{
    if (s->serve) sa_serve_free(s->serve, true);
    while (s->exchanges) drop(s, s->exchanges);
    free(s);
}

static bool make_id(struct sa_hub_session *s)
{
    unsigned char bits[16];
    bool random = sa_random_bytes(bits, sizeof bits);
    for (size_t i = 0; i < sizeof bits; i++) snprintf(s->id + 2 * i, 3, "%02x", bits[i]);
    return random;
}

struct sa_hub_session *sa_hub_open(struct sa_session_hub *hub, struct sa_err *err)
{
    pthread_mutex_lock(&hub->lock);
    bool room = hub->count < hub->max_sessions && !hub->closing;
    hub->count += room;
    pthread_mutex_unlock(&hub->lock);
    if (!room) return sa_err_set(err, SA_E_CAP, "there are too many sessions"), NULL;
    struct sa_hub_session *s = sa_xcalloc(1, sizeof *s);
    *s = (struct sa_hub_session){.hub = hub, .users = 1, .used = sa_clock_monotonic()};
    s->own.streams = true;
    if (make_id(s)) s->serve = sa_serve_new(hub->offer, on_send, s, err);
    else sa_err_set(err, SA_E_INTERNAL, "there are no random numbers");
    pthread_mutex_lock(&hub->lock);
    if (s->serve) s->next = hub->first, hub->first = s;
    else hub->count--;
    pthread_mutex_unlock(&hub->lock);
    if (s->serve) return s;
    free_session(s);
    return NULL;
}

struct sa_hub_session *sa_hub_find(struct sa_session_hub *hub, const char *id)
{
    pthread_mutex_lock(&hub->lock);
    struct sa_hub_session *s = hub->first;
    while (s && (s->gone || !sa_secret_equals(s->id, id, strlen(id)))) s = s->next;
    if (s) s->users++;
    pthread_mutex_unlock(&hub->lock);
    return s;
}

void sa_hub_leave(struct sa_hub_session *s)
{
    struct sa_session_hub *hub = s->hub;
    pthread_mutex_lock(&hub->lock);
    s->users--;
    s->used = sa_clock_monotonic();
    sa_hub_call(hub); // it may be the last, or have to end in its time
    pthread_mutex_unlock(&hub->lock);
}

static void end(struct sa_hub_session *s)
{
    s->gone = true;
    s->hub->stir(s->hub->ctx, s, NULL);
    sa_hub_call(s->hub);
}

void sa_hub_end(struct sa_hub_session *s)
{
    pthread_mutex_lock(&s->hub->lock);
    end(s);
    pthread_mutex_unlock(&s->hub->lock);
}

static bool is_busy(const struct sa_hub_session *s)
{
    bool busy = s->users > 0;
    for (const struct sa_exchange *x = s->exchanges; x && !busy; x = x->next)
        busy = !sa_exchange_ended(x);
    return busy;
}

int64_t sa_hub_sweep(struct sa_session_hub *hub)
{
    struct sa_hub_session *over = NULL;
    int64_t next = INT64_MAX, now = sa_clock_monotonic();
    uint64_t count;
    if (read(hub->fd, &count, sizeof count) < 0) count = 0; // nobody called
    pthread_mutex_lock(&hub->lock);
    for (struct sa_hub_session **at = &hub->first, *s; (s = *at);) {
        int64_t until = s->used + hub->idle_ns;
        if (!s->gone && (hub->closing || (!is_busy(s) && until <= now))) end(s);
        if (s->gone && !s->users) {
            *at = s->next;
            s->next = over;
            over = s;
            continue;
        }
        if (!is_busy(s) && until < next) next = until;
        at = &s->next;
    }
    pthread_mutex_unlock(&hub->lock);
    while (over) {
        struct sa_hub_session *s = over;
        over = s->next;
        free_session(s);
        pthread_mutex_lock(&hub->lock);
        hub->count--;
        pthread_mutex_unlock(&hub->lock);
    }
    return next;
}

void sa_hub_release(struct sa_session_hub *hub)
{
    hub->closing = true;
    sa_hub_sweep(hub);
    if (hub->fd >= 0) close(hub->fd);
    pthread_mutex_destroy(&hub->lock);
}
