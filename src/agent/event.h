// Everything that happens in a run is an event. The terminal view, the JSONL output and the audit
// are sinks of this one stream; the loop itself prints nothing. Payloads are redacted
// (base/secret.h) before any sink sees them; pieces of streams are held back as long as they could
// still become a secret.
//
// As a JSON object every event has v (1), seq (from 1, no gaps), ts (RFC 3339 UTC, milliseconds),
// run (its id) and type, then the members of its payload (events.def). Those of a run that another
// one started have, after run, parent (the id of that) and depth (1 below the first run); its id
// begins with its parent's.
#ifndef SA_EVENT_H
#define SA_EVENT_H

#include <cjson/cJSON.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SA_RUN_ID = 128, SA_RUN_DEPTH = 16 }; // bytes of an id, and how deep it may be

enum sa_event_type {
#define EVENT(id, name) SA_EV_##id,
#include "agent/events.def"
#undef EVENT
    SA_EV_COUNT
};

struct sa_run_place;
struct sa_event {
    enum sa_event_type type;
    uint64_t seq;
    int64_t ts_ns; // Unix time
    const char *run;
    const struct sa_run_place *below; // NULL: it is of the first run
    const cJSON *data;                // payload object, owned by the emitter, valid during the call
};

typedef void (*sa_event_fn)(void *ctx, const struct sa_event *event);

// Which run it is about: one that another started.
struct sa_run_place {
    char id[SA_RUN_ID];
    const char *parent; // id, borrowed
    const char *name;   // of its agent, borrowed; NULL: it has none
    int64_t depth;      // from 1
    sa_event_fn fn;     // is given its events alone, before the sinks; NULL: nobody
    void *ctx;
};

enum { SA_EVENT_SINKS = 8 };

struct sa_events {
    char run[40]; // id of the first run; chat turns share it
    uint64_t seq;
    atomic_bool ended; // its run.end has been emitted
    int failure_code;  // what the run is to exit with then
    char failure[256]; // why a sink cannot go on; set before `failed`, and then for good
    atomic_bool failed;
    size_t count, strict;
    pthread_mutex_t lock; // of all above, recursive: held while sinks are given an event, and by
                          // sa_events_hold
    atomic_size_t now;    // the sink that is being given it; count of sinks: none
    size_t stuck;         // the sink that never came back (seized streams); count of sinks: none
    atomic_bool seized;
    pthread_t owner; // who seized it
    struct {
        sa_event_fn fn;
        void *ctx;
    } sinks[SA_EVENT_SINKS];
};

// Gives the stream a fresh random id. Any thread may emit: one event after the other.
void sa_events_init(struct sa_events *events);
void sa_events_add(struct sa_events *events, sa_event_fn fn, void *ctx);
// Adds one that gets every event before the others: what it cannot record does not happen.
void sa_events_add_strict(struct sa_events *events, sa_event_fn fn, void *ctx);
// Takes `data` (an object or NULL) over; `below`: the run that it is about, NULL: the first. After
// the run.end of that nothing is emitted any more. False: a sink has failed, with this event or
// before, and what the event announces must not be done.
bool sa_events_emit(struct sa_events *events, const struct sa_run_place *below,
                    enum sa_event_type type, cJSON *data);

// Takes the stream over from a thread that does not come back: it waits from its next event on, and
// a sink in which it is stuck gets nothing any more. The caller emits the end and ends the process.
void sa_events_seize(struct sa_events *events);

// Until it is released only this thread emits: others wait with their next event. For a question
// to a person, which nothing is to draw over.
void sa_events_hold(struct sa_events *events);
void sa_events_release(struct sa_events *events);

// Why a sink could not go on, NULL: all is well. Any thread.
const char *sa_events_failure(const struct sa_events *events);

// A sink could not write: the run ends at the next step or tool call, with `code`.
void sa_events_fail(struct sa_events *events, int code, const char *why);

// "run.start" and so on, static.
const char *sa_event_name(enum sa_event_type type);

// One JSON object without newline, malloc'd; NULL when memory is out.
char *sa_event_json(const struct sa_event *event);

// Adds text that may hold NULs (they become U+FFFD).
void sa_event_text(cJSON *data, const char *name, const char *text, size_t len);

#endif
