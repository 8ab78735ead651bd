// Which addresses a request on behalf of the model may reach. Tools that fetch what a model asks
// for set `reach` in their request; then every socket is checked at the moment it is opened,
// with the address that will be connected to, so that neither a name that resolves to an inner
// address, nor one that resolves differently the second time, nor a redirect gets past it. A proxy
// would do the resolving itself, so such requests go without one.
#ifndef SA_HTTP_GUARD_H
#define SA_HTTP_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

enum sa_http_reach {
    SA_REACH_ANY,     // not asked: endpoints of the user's own
    SA_REACH_HOST,    // not asked either, but no proxy is
    SA_REACH_NETWORK, // the public internet and private networks: never this host, link-local
                      // addresses and metadata, whatever a name resolves to
    SA_REACH_PUBLIC,  // the public internet
};

// NULL: an address within reach. Else what it is ("a private address"), static. Looks into the
// forms that carry an IPv4 address in IPv6 (mapped, NAT64, 6to4).
const char *sa_guard_refuses(const struct sockaddr *address, size_t len, enum sa_http_reach reach);

#endif
