// URLs as libcurl reads them: whoever decides by the host of a URL has to see the one that will be
// connected to, so that there is one parser, and it is the one that connects.
#ifndef SA_HTTP_URL_H
#define SA_HTTP_URL_H

#include <stdbool.h>

struct sa_err;

struct sa_http_url {
    char *text;    // normalised, without fragment: this is what is to be asked for
    char *host;    // lower case, without brackets and final dot; IPv4 in any spelling as a.b.c.d
    char *path;    // "/" at least
    int port;      // also where the text has none
    bool tls;      // https
    bool userinfo; // it holds a name or a password
};

// Reads `text`, relative to `base` unless that is NULL. 0, or -1 with err (code 2) for what is no
// http or https URL. Loads libcurl.
int sa_http_url_parse(const char *base, const char *text, struct sa_http_url *url,
                      struct sa_err *err);
void sa_http_url_release(struct sa_http_url *url);

bool sa_http_url_same_origin(const struct sa_http_url *a, const struct sa_http_url *b);

// Appends `text` as a part of a query or a path: everything but letters, digits and -._~ as %XX.
struct sa_buf;
void sa_http_url_escape(struct sa_buf *out, const char *text);

#endif
