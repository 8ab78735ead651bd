// The one way out of a sandbox that holds this whole program (exec/runner/runner.h). Inside,
// requests do not go to the network, which is not there, but as records through a Unix socket to
// the process outside. That is the gate: it looks the URL up in its list and makes the request
// itself, with its own headers and key. Of what comes from inside it takes a name to look up and a
// body, nothing else: there is no HTTP for the sandbox to play with.
//
// A connection is one request. Records: a byte that names the kind, four bytes of big-endian
// length, the content.
#ifndef SA_HTTP_GATE_H
#define SA_HTTP_GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "http/http.h"

// Environment variable that says inside where the gate is: a path, or "@" and an abstract name.
#define SA_GATE_ENV "SMOLAGENT_GATE"

enum sa_gate_kind {
    // from inside, in this order
    SA_GATE_URL = 'U',
    SA_GATE_BODY = 'B', // any number
    SA_GATE_GO = 'G',
    // from the gate: a failure alone, or a head, any number of pieces, and the end
    SA_GATE_FAILED = 'F', // JSON: message, code, retryable
    SA_GATE_HEAD = 'S',   // JSON: status, type, location, retry_after_ms
    SA_GATE_DATA = 'D',
    SA_GATE_END = 'E',
};

enum {
    SA_GATE_URL_MAX = 4096,
    SA_GATE_PIECE = 256 << 10, // longest record
    SA_GATE_BODY_MAX = 64 << 20,
};

// Both wait until `deadline` (monotonic ns) or a stop. The descriptor has to be non-blocking.
bool sa_gate_write(int fd, struct sa_stop *stop, int64_t deadline, char kind, const void *data,
                   size_t len);
// Appends the content to `body`; false at the end, for a record longer than `max`, or too late.
bool sa_gate_read(int fd, struct sa_stop *stop, int64_t deadline, char *kind, struct sa_buf *body,
                  size_t max);

// A socket for `where` as in SA_GATE_ENV: bound and listening, or connected. -1 with errno.
int sa_gate_socket(const char *where, bool listening);

// --- outside

// A resource that may be asked for.
struct sa_gate_rule {
    const char *shown;          // as it is named inside; queries do not count
    const char *url;            // that is asked
    const char *const *headers; // that are sent, NULL-terminated
};

// All borrowed for the gate's life.
struct sa_gate_options {
    const struct sa_gate_rule *rules;
    size_t rule_count;
    const struct sa_http_options *http;
    uint64_t max_requests; // of its whole life; 0: any number
    struct sa_stop *stop;  // ends what it is doing
    bool handed; // the listener is a pipe: each int in it is a connection, which becomes the gate's
};

struct sa_gate;

// Serves connections that come in at the non-blocking socket `listener`, a few at a time, each on a
// thread. NULL when no thread can be had.
struct sa_gate *sa_gate_new(const struct sa_gate_options *options, int listener);
// Request the stop first, or it waits for what is under way. Closes the listener.
void sa_gate_free(struct sa_gate *gate);
// Serves one connection on this thread; does not close it. For tests and other listeners.
void sa_gate_serve(struct sa_gate *gate, struct sa_http *http, int fd);
uint64_t sa_gate_requests(const struct sa_gate *gate); // so far

#endif
