// One request of a tool, redirects included: each place on the way is judged by its own address,
// and nothing of the caller's but what says how to answer goes on to another origin.
#ifndef SA_TOOL_WEB_FETCH_H
#define SA_TOOL_WEB_FETCH_H

#include "base/err.h"
#include "http/http.h"
#include "tool/web/web.h"

enum {
    SA_WEB_REDIRECTS = 10,
    SA_WEB_BODY = 64 << 20,    // what is taken of a reply
    SA_WEB_TIMEOUT_MS = 60000, // for everything
};

struct sa_web_ask {
    const struct sa_web *web;
    const char *url;
    const cJSON *args;          // of the call, whose "url" this is; NULL: it is no argument
    const char *method;         // NULL: GET, or POST with a body
    const char *const *headers; // NULL-terminated "Name: value"
    const struct sa_http_credential *credential; // NULL: none
    const char *body;                            // NULL: none
    size_t body_len;
    int64_t timeout_ms; // 0: SA_WEB_TIMEOUT_MS
    size_t max_body;    // 0: SA_WEB_BODY
    const char *shown;  // what messages say instead of the URL, which may hold a key; NULL: it
    bool granted_only;  // another host than a granted one is refused
    bool own;           // the URL is no stranger's: it goes as far as own_reach, and no further
    enum sa_http_reach own_reach;
    bool stay; // a redirect is an answer, and not followed
    struct sa_stop *stop;
};

struct sa_web_reply {
    char *url; // that answered in the end
    cJSON *headers;
    struct sa_http_response http;
};

// 0 when a server answered, whatever the status; -1 with the error in *result.
int sa_web_fetch(const struct sa_tool *tool, const struct sa_web_ask *ask,
                 struct sa_web_reply *reply, struct sa_tool_result *result);
void sa_web_reply_release(struct sa_web_reply *reply);

// A method that there is, as it is written; NULL: there is none of that name.
const char *sa_web_method(const char *name);
// May it be a header of a request? Those of the connection are not the caller's.
bool sa_web_may_send(const char *name, const char *value);

// "text/html" of a content type, lower case; and its charset ("": it names none).
void sa_web_content_type(const char *header, char type[64], char charset[48]);

// Sets the error "NAME: text" and its Python type (static).
void sa_web_fail(const struct sa_tool *tool, struct sa_tool_result *result, const char *type,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
