// The event stream: numbering, time stamps, fan-out to sinks, and the JSON form of one event.
#include "agent/event.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"

static const char *const names[SA_EV_COUNT] = {
#define EVENT(id, name) [SA_EV_##id] = name,
#include "agent/events.def"
#undef EVENT
};

const char *sa_event_name(enum sa_event_type type)
{
    SA_CHECK(type < SA_EV_COUNT);
    return names[type];
}

void sa_events_init(struct sa_events *events)
{
    unsigned char r[4] = {0};
    char when[32];
    memset(events, 0, sizeof *events);
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&events->lock, &recursive);
    pthread_mutexattr_destroy(&recursive);
    sa_random_bytes(r, sizeof r);
    sa_clock_rfc3339(sa_clock_wall(), when, sizeof when);
    // Sortable by time: 20260131-120000-1a2b3c4d.
    snprintf(events->run, sizeof events->run, "%.4s%.2s%.2s-%.2s%.2s%.2s-%02x%02x%02x%02x", when,
             when + 5, when + 8, when + 11, when + 14, when + 17, r[0], r[1], r[2], r[3]);
}

void sa_events_add(struct sa_events *events, sa_event_fn fn, void *ctx)
{
    SA_CHECK(events->count < SA_EVENT_SINKS);
    events->sinks[events->count].fn = fn;
    events->sinks[events->count++].ctx = ctx;
}

void sa_events_add_strict(struct sa_events *events, sa_event_fn fn, void *ctx)
{
    sa_events_add(events, fn, ctx);
    for (size_t i = events->count - 1; i > events->strict; i--)
        events->sinks[i] = events->sinks[i - 1];
    events->sinks[events->strict].fn = fn;
    events->sinks[events->strict++].ctx = ctx;
}

// The one place where secrets leave the stream: sinks see payloads without them. The names in the
// payload itself are ours (names: false), those further down are not.
static void redact(cJSON *item, bool names)
{
    for (; item; item = item->next) {
        if (item->string && names) sa_secret_redact(item->string, strlen(item->string));
        if (cJSON_IsRaw(item)) sa_secret_redact_json(&item->valuestring); // cJSON uses malloc
        else if (item->valuestring && // the digits of a number, blotted out, are a string
                 sa_secret_redact(item->valuestring, strlen(item->valuestring)) &&
                 cJSON_IsNumber(item) && strchr(item->valuestring, '*'))
            item->type = cJSON_String;
        redact(item->child, true);
    }
}

// The strict sinks have seen a run end well and failed to keep it: the others are told how it ends.
static void end_failed(const struct sa_events *events, cJSON *data)
{
    if (!events->failed || sa_json_int(data, "exit_code", 0)) return;
    cJSON_ReplaceItemInObject(data, "status", cJSON_CreateString("error"));
    cJSON_ReplaceItemInObject(data, "exit_code", cJSON_CreateNumber(events->failure_code));
    cJSON_ReplaceItemInObject(data, "error", cJSON_CreateString(events->failure));
}

// False: the stream was seized by this thread. One from which it was seized never returns.
static bool take(struct sa_events *events)
{
    if (events->seized && pthread_equal(events->owner, pthread_self())) return false;
    pthread_mutex_lock(&events->lock);
    return true;
}

static void give(struct sa_events *events, size_t i, const struct sa_event *event, bool mine)
{
    while (mine && events->seized) pause(); // the process is being ended
    if (!mine && i == events->stuck) return;
    if (mine) events->now = i;
    events->sinks[i].fn(events->sinks[i].ctx, event);
}

void sa_events_seize(struct sa_events *events)
{
    enum { TRIES = 20 };
    bool mine = false;
    for (int i = 0; i < TRIES && !(mine = pthread_mutex_trylock(&events->lock) == 0); i++)
        sa_sleep(10 * SA_NS_PER_MS);
    events->stuck = mine ? events->count : events->now;
    events->owner = pthread_self();
    events->seized = true;
}

bool sa_events_emit(struct sa_events *events, const struct sa_run_place *below,
                    enum sa_event_type type, cJSON *data)
{
    bool mine = take(events);
    if (!events->ended) {
        if (type != SA_EV_IMAGE && data)
            redact(data->child, false); // which holds nothing but a picture
        const char *run = below ? below->id : events->run;
        struct sa_event event = {type, ++events->seq, sa_clock_wall(), run, below, data};
        events->ended = type == SA_EV_RUN_END && !below;
        if (below && below->fn) below->fn(below->ctx, &event);
        for (size_t i = 0; i < events->count; i++) {
            if (i == events->strict && events->ended) end_failed(events, data);
            give(events, i, &event, mine);
        }
        if (mine) events->now = events->count;
    }
    if (mine) pthread_mutex_unlock(&events->lock);
    cJSON_Delete(data);
    return !events->failed;
}

void sa_events_fail(struct sa_events *events, int code, const char *why)
{
    bool mine = take(events);
    if (!events->failed) {
        events->failure_code = code;
        sa_strcopy(events->failure, sizeof events->failure, why);
        events->failed = true;
    }
    if (mine) pthread_mutex_unlock(&events->lock);
}

const char *sa_events_failure(const struct sa_events *events)
{
    return events->failed ? events->failure : NULL;
}

void sa_events_hold(struct sa_events *events)
{
    pthread_mutex_lock(&events->lock);
}

void sa_events_release(struct sa_events *events)
{
    pthread_mutex_unlock(&events->lock);
}

char *sa_event_json(const struct sa_event *event)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    char when[32];
    sa_clock_rfc3339(event->ts_ns, when, sizeof when);
    sa_buf_appendc(&out, '{');
    sa_json_put_int(&out, "v", 1);
    sa_json_put_int(&out, "seq", (int64_t)event->seq);
    sa_json_put_str(&out, "ts", when);
    sa_json_put_str(&out, "run", event->run);
    if (event->below) {
        sa_json_put_str(&out, "parent", event->below->parent);
        sa_json_put_int(&out, "depth", event->below->depth);
    }
    sa_json_put_str(&out, "type", sa_event_name(event->type));
    for (const cJSON *item = event->data ? event->data->child : NULL; item; item = item->next) {
        sa_json_key(&out, item->string);
        sa_json_print(&out, item);
    }
    sa_buf_appendc(&out, '}');
    if (out.full) {
        sa_buf_release(&out);
        return NULL;
    }
    return sa_buf_take(&out, NULL);
}

void sa_event_text(cJSON *data, const char *name, const char *text, size_t len)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_utf8_repair_nuls(&out, text, len);
    cJSON_AddStringToObject(data, name, sa_buf_text(&out));
    sa_buf_release(&out);
}
