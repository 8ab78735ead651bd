// See life.h.
#include "exec/relay/life.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/err.h"
#include "base/log.h"
#include "base/spawn.h"
#include "base/stop.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "exec/relay/relay.h"

enum { NOTE = 400 };

// --- what it was told

const char *sa_relay_value(const struct sa_relay *r, const char *name)
{
    return sa_relay_word(r->count, r->words, name, NULL);
}

const char **sa_relay_values(const struct sa_relay *r, const char *name)
{
    const char **list = sa_xcalloc((size_t)r->count + 1, sizeof *list);
    size_t n = 0;
    for (int at = 0; (list[n] = sa_relay_word(r->count, r->words, name, &at)); n++) {
    }
    return list;
}

struct sa_str sa_relay_hello(const struct sa_relay *r)
{
    return (struct sa_str){r->host.in.data, r->host.used};
}

// --- what the worker put on its standard error

void sa_relay_note(struct sa_relay *r, const char *text, size_t len)
{
    size_t room = NOTE - r->note.len;
    sa_buf_append(&r->note, text, len < room ? len : room);
}

const char *sa_relay_noted(struct sa_relay *r)
{
    if (r->note.len) r->note.len = sa_utf8_drop_escapes(r->note.data, r->note.len);
    return sa_buf_text(&r->note);
}

// --- its life

static struct sa_stop stop;

static void on_signal(int sig)
{
    sa_stop_request(&stop, sig);
}

// Signals but SIGTERM, which requests the stop, do not concern it. False when there is no host.
static bool begin(struct sa_relay *r)
{
    const char *why;
    sa_spawn_seclude();
    sa_stop_init(&stop);
    signal(SIGTERM, on_signal);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    sa_log_set_level(SA_LOG_INFO);
    r->stop = &stop;
    sa_buf_init(&r->note, NOTE);
    sa_channel_init(&r->host, SA_RELAY_CHANNEL, false);
    return sa_channel_read(&r->host, -1, 0, &r->hello, &why) == SA_GOT_FRAME &&
           !strcmp(r->hello.type, "hello");
}

// The hello of the worker is answered for it, so that its start can take long.
static int live(struct sa_relay *r, const struct sa_relay_kind *kind)
{
    struct sa_err err = SA_ERR_INIT;
    int status = kind->prepare(r, &err);
    if (!status) status = sa_channel_say(&r->host, "hello", NULL, 0) ? kind->run(r, &err) : 1;
    if (status < 0) sa_channel_say(&r->host, "failed", err.message, err.code);
    kind->remove(r);
    return status < 0 ? 1 : status;
}

// Ends as the worker did, so that the host can tell how that was.
static void end_as(int sig)
{
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    signal(sig, SIG_DFL);
    raise(sig);
}

int sa_relay_live(const struct sa_relay_kind *kind, int count, char **words)
{
    struct sa_relay *r = sa_xcalloc(1, kind->size);
    r->count = count, r->words = words;
    r->runner = sa_relay_value(r, "runner") != NULL;
    int status = begin(r) ? live(r, kind) : 1, sig = r->signal;
    sa_channel_release(&r->host);
    sa_buf_release(&r->note);
    free(r);
    if (sig) end_as(sig);
    return status;
}
