// A server that speaks chat completions: what is known of it, and what is sent. Private to chat.c
// and chat_body.c.
#ifndef SA_MODEL_CHAT_INT_H
#define SA_MODEL_CHAT_INT_H

#include "base/xalloc.h"
#include "http/http.h"
#include "model/model_int.h"

// Parameters that some servers refuse; learnt from the error text of a 400 or 422.
enum {
    SA_CHAT_NO_STOP = 1,
    SA_CHAT_NO_STREAM_OPTIONS = 2,
    SA_CHAT_MAX_COMPLETION_TOKENS = 4,
    SA_CHAT_NO_TEMPERATURE = 8,
    SA_CHAT_NO_STREAM = 16,
    SA_CHAT_NO_IMAGES = 32,
    SA_CHAT_NO_SYSTEM = 64,
};

struct chat {
    struct sa_model base;
    struct sa_http *http;
    struct sa_endpoint endpoint;
    const char *headers[SA_COUNT(((struct sa_endpoint *)0)->headers) + 2];
    char *proxy, *ca_file;
    cJSON *extra;
    double temperature;
    int64_t max_reply_tokens;
    int retries; // of replies that were lost half-way; sa_http_send counts its own
    bool stream;
    unsigned quirks;
    int64_t next_call; // monotonic: not before, by the rate limit
    // The messages sent so far as JSON, all but the last: built once, whatever the number of steps.
    struct sa_buf built;
    size_t built_count;
    const void *conversation;
    uint64_t stamp;
};

// The JSON of the request.
void sa_chat_body(struct chat *chat, const struct sa_model_request *request, struct sa_buf *out);
// True when the error names something that we sent and can do without; remembered.
bool sa_chat_learn(struct chat *chat, const struct sa_model_request *request,
                   const struct sa_http_response *response);

#endif
