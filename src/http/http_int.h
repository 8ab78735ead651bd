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

// Sets what concerns the connection: where to, through what, and how it is protected.
void sa_http_set_connection(const struct sa_http *http, CURL *easy);

// Waits for a preload under way. A process must not begin to end while another thread initialises
// the TLS library, whose own exit handler would come first: a destructor of ours is too late.
void sa_http_settle(void);

#endif
