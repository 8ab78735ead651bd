// Where tools may go. A grant is HOST[:PORT]; without a port it is for 80 and 443. A name that was
// granted may be one of the user's own networks. This machine itself and link-local addresses,
// those of metadata among them, need the grant of `localhost` or of the address, so that no owner
// of a granted name can lead there. `*.example.com` (its subdomains) and `*` grant public addresses
// only.
#ifndef SA_TOOL_WEB_GRANT_H
#define SA_TOOL_WEB_GRANT_H

#include "http/guard.h"
#include "http/url.h"
#include "tool/web/web.h"

// How far a request of this URL may go. *granted (may be NULL): a grant names its host.
enum sa_http_reach sa_web_reach(const char *const *hosts, const struct sa_http_url *url,
                                bool *granted);

#endif
