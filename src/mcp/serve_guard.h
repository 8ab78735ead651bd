// What our MCP server over HTTP lets in: where it listens, and what the headers of a request have
// to say. Nothing here knows of sessions or connections.
#ifndef SA_MCP_SERVE_GUARD_H
#define SA_MCP_SERVE_GUARD_H

#include <stdbool.h>
#include <sys/socket.h>

#include "base/err.h"

struct sa_guard {
    struct sockaddr_storage address;
    socklen_t address_len;
    bool loopback; // nobody else reaches it
    const char *token;
    const char *const *hosts;
};

// "[ADDR:]PORT": a port of the loopback address, or of another one, with which a token is needed.
// 0, or a code with *err filled.
int sa_guard_listen(struct sa_guard *guard, const char *text, struct sa_err *err);

// Values of headers, NULL: there is none. A page of a browser whose name was made to lead here
// (DNS rebinding) tells its own name in both.
bool sa_guard_host(const struct sa_guard *guard, const char *host);
bool sa_guard_origin(const struct sa_guard *guard, const char *origin);
bool sa_guard_authorization(const struct sa_guard *guard, const char *authorization);

enum { SA_ACCEPTS_JSON = 1, SA_ACCEPTS_EVENTS = 2 };
unsigned sa_guard_accepts(const char *accept); // those that an answer may be
bool sa_guard_is_json(const char *content_type);

#endif
