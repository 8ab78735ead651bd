// The one way out of a sandbox that holds this whole program (exec/runner/runner.h). Inside,
// requests do not go to the network, which is not there, but as records through a Unix socket to
// the process outside. That is the broker: it looks the URL up in its list and makes the request
// itself, with its own headers and key. Of what comes from inside it takes a name to look up and a
// body, nothing else: there is no HTTP for the sandbox to play with.
//
// A connection is one request. Records: a byte that names the kind, four bytes of big-endian
// length, the content.
#ifndef SA_HTTP_BROKER_H
#define SA_HTTP_BROKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "http/http.h"

// Environment variable that says inside where the broker is: a path, or "@" and an abstract name.
#define SA_BROKER_ENV "SMOLAGENT_GATE"

enum sa_broker_kind {
    // from inside, in this order
    SA_BROKER_URL = 'U',
    SA_BROKER_BODY = 'B', // any number
    SA_BROKER_GO = 'G',
    // from the broker: a failure alone, or a head, any number of pieces, and the end
    SA_BROKER_FAILED = 'F', // JSON: message, code, retryable
    SA_BROKER_HEAD = 'S',   // JSON: status, type, location, retry_after_ms
    SA_BROKER_DATA = 'D',
    SA_BROKER_END = 'E',
};

enum {
    SA_BROKER_URL_MAX = 4096,
    SA_BROKER_PIECE = 256 << 10, // longest record
    SA_BROKER_BODY_MAX = 64 << 20,
};

// Both wait until `deadline` (monotonic ns) or a stop. The descriptor has to be non-blocking.
bool sa_broker_write(int fd, struct sa_stop *stop, int64_t deadline, char kind, const void *data,
                     size_t len);
// Appends the content to `body`; false at the end, for a record longer than `max`, or too late.
bool sa_broker_read(int fd, struct sa_stop *stop, int64_t deadline, char *kind, struct sa_buf *body,
                    size_t max);

// A socket for `where` as in SA_BROKER_ENV: bound and listening, or connected. -1 with errno.
int sa_broker_socket(const char *where, bool listening);

// --- outside

// A resource that may be asked for.
struct sa_broker_rule {
    const char *shown;                    // as it is named inside; queries do not count
    const char *url;                      // that is asked
    struct sa_http_credential credential; // what is sent with it
};

// All borrowed for the broker's life.
struct sa_broker_options {
    const struct sa_broker_rule *rules;
    size_t rule_count;
    const struct sa_http_options *http;
    uint64_t max_requests; // of its whole life; 0: any number
    struct sa_stop *stop;  // ends what it is doing
    bool handed; // the listener is a pipe: each int in it is a connection, which becomes the
                 // broker's
};

struct sa_broker;

// Serves connections that come in at the non-blocking socket `listener`, a few at a time, each on a
// thread. NULL when no thread can be had.
struct sa_broker *sa_broker_new(const struct sa_broker_options *options, int listener);
// Request the stop first, or it waits for what is under way. Closes the listener.
void sa_broker_free(struct sa_broker *broker);
// Serves one connection on this thread; does not close it. For tests and other listeners.
void sa_broker_serve(struct sa_broker *broker, struct sa_http *http, int fd);
uint64_t sa_broker_requests(const struct sa_broker *broker); // so far

#endif
