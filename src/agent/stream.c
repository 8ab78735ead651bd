// The streams among the events: printed text and pieces of replies. What could still become a
// secret is held back until more of it is known, so that no cut between two pieces lets one out. Of
// two streams that alternate each holds back its own, so that a piece of one does not cut a known
// key in the other: what could begin one may come behind a later piece of the other stream.
#include <unistd.h>

#include "agent/agent_int.h"
#include "agent/read_int.h"
#include "base/xalloc.h"

static void emit_print(struct sa_agent *a, int fd, const struct sa_buf *text)
{
    if (!text->len) return;
    cJSON *data = cJSON_CreateObject();
    cJSON_AddNumberToObject(data, "fd", fd);
    sa_event_text(data, "text", text->data, text->len);
    sa_agent_emit(a, SA_EV_PRINT, data);
}

void sa_agent_flush_prints(struct sa_agent *a)
{
    for (int i = 0; i < SA_STREAMS; i++) {
        struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
        sa_redactor_finish(&a->run->prints[i], &out);
        emit_print(a, i + 1, &out);
        sa_buf_release(&out);
    }
}

static void print(struct sa_agent *a, int fd, const char *text, size_t len)
{
    bool error = fd == STDERR_FILENO;
    struct sa_buf other = SA_BUF_INIT(SA_BUF_HUGE), out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_redactor_hurry(&a->run->prints[!error], &other);
    emit_print(a, error ? STDOUT_FILENO : STDERR_FILENO, &other);
    sa_redactor_feed(&a->run->prints[error], text, len, &out);
    emit_print(a, fd, &out);
    sa_buf_release(&other), sa_buf_release(&out);
}

bool sa_agent_on_print(void *ctx, int fd, const char *text, size_t len)
{
    struct sa_agent *a = ctx;
    if (!a->run || a->run->judging) return true;
    if (a->run->printed.len + len <= MAX_PRINTED) sa_buf_append(&a->run->printed, text, len);
    print(a, fd, text, len);
    return !sa_stop_reason(a->stop) && !sa_events_failure(a->o.events);
}

static void emit_delta(struct sa_agent *a, int kind, const struct sa_buf *text)
{
    static const char *const parts[] = {
        [SA_TOLD_CODE] = "code", [SA_TOLD_CALL] = "call", [SA_TOLD_MARK] = "mark"};
    if (!text->len) return;
    cJSON *data = cJSON_CreateObject();
    bool said = kind == SA_DELTA_TEXT;
    cJSON_AddStringToObject(data, "kind", said ? "text" : "reasoning");
    if (said && a->run->planning) cJSON_AddStringToObject(data, "part", "plan");
    else if (said && a->run->told >= SA_TOLD_CODE)
        cJSON_AddStringToObject(data, "part", parts[a->run->told]);
    sa_event_text(data, "text", text->data, text->len);
    sa_agent_emit(a, SA_EV_DELTA, data);
}

static void flush_deltas(struct sa_agent *a)
{
    for (int i = 0; i < SA_STREAMS; i++) {
        struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
        sa_redactor_finish(&a->run->deltas[i], &out);
        emit_delta(a, i, &out);
        sa_buf_release(&out);
    }
}

static void hand_on(struct sa_agent *a, int kind, const char *text, size_t len)
{
    struct sa_buf other = SA_BUF_INIT(SA_BUF_HUGE), out = SA_BUF_INIT(SA_BUF_HUGE);
    if (!a->o.deltas || !len) return;
    sa_redactor_hurry(&a->run->deltas[!kind], &other);
    emit_delta(a, !kind, &other);
    sa_redactor_feed(&a->run->deltas[kind], text, len, &out);
    emit_delta(a, kind, &out);
    sa_buf_release(&other), sa_buf_release(&out);
}

// Where a part ends so does what could have become a secret: no value goes on behind a tag.
static void begin_part(struct sa_agent *a, enum sa_told what)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    if ((int)what == a->run->told) return;
    sa_redactor_finish(&a->run->deltas[SA_DELTA_TEXT], &out);
    emit_delta(a, SA_DELTA_TEXT, &out);
    sa_buf_release(&out);
    a->run->told = what;
}

static void tell_part(struct sa_agent *a, enum sa_told what, const char *text, size_t len)
{
    if (!len) return;
    a->run->said |= sa_str_trim((struct sa_str){text, len}).len > 0;
    begin_part(a, what);
    hand_on(a, SA_DELTA_TEXT, text, len);
}

// A model that goes on this long behind its code invents what comes of it.
enum { BEYOND = 600 };

// What came of the texts of an object, each in its part; and as it is what goes on in another way.
// False: enough was read.
static bool tell_object(struct sa_agent *a, const char *text, size_t len)
{
    static const enum sa_told parts[SA_OBJECT_TEXTS] = {SA_TOLD_PROSE, SA_TOLD_CODE};
    struct sa_object *o = a->run->object;
    size_t before[SA_OBJECT_TEXTS], taken;
    for (size_t i = 0; i < SA_OBJECT_TEXTS; i++) before[i] = o->texts[i].len;
    taken = sa_object_feed(o, text, len);
    for (size_t n = 0; n < SA_OBJECT_TEXTS; n++) {
        size_t i = o->code_first ? SA_OBJECT_TEXTS - 1 - n : n, from = before[i];
        tell_part(a, parts[i], sa_buf_text(&o->texts[i]) + from, o->texts[i].len - from);
    }
    if (o->state == SA_OBJECT_BAD && a->run->said)
        tell_part(a, SA_TOLD_PROSE, text + taken, len - taken);
    if (o->state == SA_OBJECT_WHOLE && o->named) o->behind += len - taken;
    return o->behind <= BEYOND;
}

// Does a reply that is to be an object become one here? Then all that follows is in it, whatever it
// looks like.
static bool begin_object(struct sa_agent *a, const char *text, size_t len)
{
    const struct sa_scan *scan = a->run->scan;
    struct sa_str start = sa_str_trim((struct sa_str){text, len});
    if (!a->way->format || a->run->said || !start.len || start.data[0] != '{') return false;
    a->run->object = sa_xcalloc(1, sizeof *a->run->object);
    sa_object_init(a->run->object);
    size_t from = (size_t)(start.data - scan->text.data);
    tell_object(a, start.data, scan->text.len - from);
    return true;
}

static void hand_on_decided(void *ctx, enum sa_told what, const char *text, size_t len)
{
    struct sa_agent *a = ctx;
    if (a->run->object) return;
    if (what == SA_TOLD_THOUGHT) return hand_on(a, SA_DELTA_REASONING, text, len);
    if (a->run->planning) return tell_part(a, SA_TOLD_PROSE, text, len);
    if (what != SA_TOLD_PROSE || !begin_object(a, text, len)) tell_part(a, what, text, len);
}

bool sa_agent_delta(struct sa_agent *a, int kind, const char *text, size_t len)
{
    static const struct sa_read_ask nothing = {0};
    if (kind == SA_DELTA_CALL && a->run->planning) return true; // it is not made
    if (kind == SA_DELTA_CALL) return hand_on_decided(a, SA_TOLD_CALL, text, len), true;
    if (kind != SA_DELTA_TEXT) return hand_on(a, kind, text, len), true;
    if (a->run->object) return tell_object(a, text, len);
    if (!a->run->scan) {
        a->run->scan = sa_xcalloc(1, sizeof *a->run->scan);
        sa_scan_init(a->run->scan, &nothing);
    }
    sa_scan_feed(a->run->scan, text, len);
    sa_scan_decided(a->run->scan, hand_on_decided, a);
    return a->run->planning || a->stops != SA_STOPS_ALL || !sa_scan_is_done(a->run->scan, BEYOND);
}

void sa_agent_end_deltas(struct sa_agent *a)
{
    if (a->run->scan) {
        sa_scan_finish(a->run->scan);
        sa_scan_decided(a->run->scan, hand_on_decided, a);
        sa_scan_release(a->run->scan);
        sa_freep(&a->run->scan);
    }
    if (a->run->object) {
        sa_object_release(a->run->object);
        sa_freep(&a->run->object);
    }
    flush_deltas(a);
    a->run->said = false;
    a->run->told = SA_TOLD_PROSE;
}
