// HTTP requests for everything above: one connection pool, streaming bodies, hard ceilings,
// retries, and a stop flag that ends a request within a poll. libcurl is opened by dlopen on first
// use (it costs 4 ms), so a program that never calls the network never loads it.
#ifndef SA_HTTP_H
#define SA_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/str.h"
#include "http/guard.h"

struct sa_err;
struct sa_stop;
struct sa_http;

enum { SA_HTTP_IDLE_MS = 120000 };

// Times in milliseconds, 0 means the default. Borrowed for the life of the handle.
struct sa_http_options {
    int64_t connect_ms;               // 10 s
    int64_t idle_ms;                  // without a byte; SA_HTTP_IDLE_MS
    int64_t first_ms;                 // the same until the first byte of the body; idle_ms
    int64_t total_ms;                 // 600 s for one request
    const char *proxy;                // NULL: http_proxy, https_proxy, no_proxy
    const char *ca_file;              // NULL: CURL_CA_BUNDLE, SSL_CERT_FILE, the system's
    const char *cert_file, *key_file; // of this client; NULL: none
    const char *unix_socket;          // connect to it, whatever the URL's host; NULL: to that
    int retries;                      // after the first attempt; < 0: 4
    int64_t retry_ms;                 // first back-off; 500
};

// Header lines that open something, such as a key, and the URL they were given for. They are sent
// to its origin (scheme, host and port) only: a request to another one fails.
struct sa_http_credential {
    const char *const *lines; // NULL-terminated
    const char *given_for;    // NULL: nothing, and they go nowhere
    const char *from;         // where the key was found, in words; NULL: there is no key
};

struct sa_http_request {
    const char *method; // NULL: GET, or POST with a body
    const char *url;
    const char *const *headers; // NULL-terminated "Name: value", none of which is a secret
    const struct sa_http_credential *credential; // NULL: none
    const char *body;                            // NULL: none
    size_t body_len;
    size_t max_body;          // of the reply; 0: 32 MiB
    enum sa_http_reach reach; // every other address is refused, and no proxy is used (guard.h)
    const char *shown;        // what messages have instead of the URL; NULL: that
    int64_t total_ms;         // for this one; 0: as the options say
    // Called for the pieces of a 2xx body instead of collecting it. False ends the reply there,
    // which is no error. NULL: the body is collected.
    bool (*on_data)(void *ctx, const char *data, size_t len);
    // Called for the header lines of the reply, without white space around; may be NULL.
    void (*on_header)(void *ctx, struct sa_str name, struct sa_str value);
    // Is what came so far all that is needed? Then how long what may follow is waited for (ms); a
    // server that keeps silent longer, or breaks the connection, has done its part. -1: it is not.
    // NULL: never.
    int64_t (*on_whole)(void *ctx);
    // Called before a wait of wait_ms because of `why`; may be NULL.
    void (*on_retry)(void *ctx, const char *why, int attempt, int64_t wait_ms);
    void *ctx;            // of all of these
    struct sa_stop *stop; // may be NULL
};

// Was it given for the origin of `url`? 0, or -1 with err (code 10).
int sa_http_check_credential(const struct sa_http_credential *credential, const char *url,
                             struct sa_err *err);

struct sa_http_response {
    int status;
    char content_type[96];
    char location[512];     // of a redirect (never followed: a key could leak)
    int64_t retry_after_ms; // -1: none
    int64_t first_ns;       // until the first byte of the reply
    size_t received;        // bytes of body seen
    bool ended_early;       // on_data returned false, or an error page had no end
    struct sa_buf body;     // collected body, also of errors (then at most 64 KiB)
};

void sa_http_response_release(struct sa_http_response *response);

struct sa_http *sa_http_new(const struct sa_http_options *options);
// Another one with the same options but for these, which are borrowed.
struct sa_http *sa_http_twin(const struct sa_http *http, const char *proxy, const char *ca_file);
void sa_http_free(struct sa_http *http);

// One attempt. 0 when the server answered, whatever the status; -1 with err (code 9, retryable set)
// when it did not, or the stop flag was raised.
int sa_http_perform(struct sa_http *http, const struct sa_http_request *request,
                    struct sa_http_response *response, struct sa_err *err);

// With retries on passing statuses and connection failures, as long as on_data was not called.
int sa_http_send(struct sa_http *http, const struct sa_http_request *request,
                 struct sa_http_response *response, struct sa_err *err);

// A connection that was upgraded to a stream of bytes.
struct sa_http_stream;

// Sends an empty POST to url and asks for the upgrade, which a server may grant as 101 or 200. 0,
// or -1 with err (code 9; http_status when the server answered otherwise).
int sa_http_upgrade(struct sa_http *http, const char *url, struct sa_http_stream **stream,
                    struct sa_err *err);
int sa_http_stream_fd(const struct sa_http_stream *stream); // to poll
// As read(2) and write(2) on a descriptor that does not block. Read until EAGAIN: what TLS has
// taken off the socket cannot be polled for.
ssize_t sa_http_stream_read(struct sa_http_stream *stream, char *buf, size_t cap);
ssize_t sa_http_stream_write(struct sa_http_stream *stream, const char *data, size_t len);
void sa_http_stream_free(struct sa_http_stream *stream);

// Starts opening libcurl on a thread of its own. Safe to call more than once. Free a handle before
// the process ends: that waits for the thread.
void sa_http_preload(void);

// Waits `ms` or until a stop is requested; true when the whole time passed.
bool sa_http_wait(struct sa_stop *stop, int64_t ms);

// Milliseconds that a Retry-After value asks for (seconds or HTTP date, `now` in Unix seconds);
// -1 when it is neither.
int64_t sa_http_retry_after(const char *value, int64_t now);

// Milliseconds that the body of an error asks for ("retryDelay": "17s", "try again in 1m2.3s",
// "estimated_time": 20.5); -1: it says nothing of that.
int64_t sa_http_wait_in(const char *body, size_t len);

// Is this the status of a failure that may be over soon?
bool sa_http_is_passing(int status);

// Back-off before retry `attempt` (from 1): doubles from base_ms, at most 30 s, shortened at random
// by up to a quarter.
int64_t sa_http_backoff(int64_t base_ms, int attempt);

#endif
