// The handle behind http.h. Private to src/http.
#ifndef SA_HTTP_INT_H
#define SA_HTTP_INT_H

#include "http/curl_int.h"
#include "http/http.h"

struct sa_http {
    struct sa_http_options options;
    const struct sa_curl *api; // NULL until the first request
    CURLM *multi;              // holds the connections between requests
};

enum { SA_HTTP_ERROR_BODY = 64 << 10 }; // what is kept of an error page

// intake.c: a reply as it comes in, over the network or through the broker.
struct sa_intake {
    const struct sa_http_request *request;
    struct sa_http_response *response; // its status is set before the first byte is taken
    size_t max_body;
    int64_t started, last; // monotonic; last: when a byte arrived
    bool too_large;
};
const char *sa_http_shown(const struct sa_intake *in); // what messages call it
// Takes bytes of the body; false when no more are wanted.
bool sa_http_take(struct sa_intake *in, const char *data, size_t len);
// What the request says of a reply that is whole (on_whole).
int64_t sa_http_grace(const struct sa_intake *in);
// How much longer to wait for a byte; 0: not at all.
int64_t sa_http_timeout(const struct sa_http *http, const struct sa_intake *in);
// Nothing came for too long: 0 when what came is a whole reply, else -1 with *err.
int sa_http_silent(const struct sa_http *http, struct sa_intake *in, struct sa_err *err);
int sa_http_too_large(const struct sa_intake *in, struct sa_err *err); // -1

// Where the broker is when this process is inside a sandbox (broker.h), else NULL; and one attempt
// through it, as sa_http_perform.
const char *sa_http_broker(void);
int sa_http_brokered(struct sa_http *http, struct sa_intake *in, struct sa_err *err);

// Sets what concerns the connection: where to, through what, and how it is protected.
void sa_http_set_connection(const struct sa_http *http, CURL *easy);

// Waits for a preload under way. A process must not begin to end while another thread initialises
// the TLS library, whose own exit handler would come first: a destructor of ours is too late.
void sa_http_settle(void);

#endif
