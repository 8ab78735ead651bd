// See serve_guard.h.
#include "mcp/serve_guard.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"

enum { MIN_TOKEN = 16 }; // characters

// ---- addresses ---------------------------------------------------------------------------------

// "name", "name:port", "[address]", "[address]:port": the name, without brackets; "" where it is
// none of them. *port is what follows the colon, NULL for none.
static struct sa_str name_of(struct sa_str text, const char **port)
{
    const struct sa_str none = {"", 0};
    const char *end = text.data + text.len, *after;
    struct sa_str name = text;
    *port = NULL;
    if (text.len && text.data[0] == '[') {
        after = memchr(text.data, ']', text.len);
        if (!after) return none;
        name = (struct sa_str){text.data + 1, (size_t)(after - text.data - 1)};
        after++;
    } else {
        after = memchr(text.data, ':', text.len);
        if (!after) after = end;
        name.len = (size_t)(after - text.data);
    }
    if (after == end) return name;
    if (*after != ':') return none;
    *port = after + 1;
    for (const char *p = after + 1; p < end; p++)
        if (*p < '0' || *p > '9') return none;
    return name;
}

struct address {
    struct sockaddr_storage all;
    socklen_t len;
    bool loopback;
};

static bool read_address(const char *name, uint16_t port, struct address *a)
{
    struct sockaddr_in *four = (struct sockaddr_in *)&a->all;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)&a->all;
    *a = (struct address){.len = sizeof *four};
    if (inet_pton(AF_INET, name, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons(port);
        a->loopback = ntohl(four->sin_addr.s_addr) >> 24 == 127;
        return true;
    }
    if (inet_pton(AF_INET6, name, &six->sin6_addr) != 1) return false;
    a->len = sizeof *six;
    six->sin6_family = AF_INET6;
    six->sin6_port = htons(port);
    a->loopback = IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
    return true;
}

static bool is_number(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

static int check_token(const struct sa_guard *g, struct sa_err *err)
{
    if (g->token) {
        for (const char *p = g->token; *p; p++)
            if (*p <= ' ' || *p > '~')
                return sa_err_set(err, SA_E_CONFIG,
                                  "the token has a character that no header "
                                  "may have");
        if (strlen(g->token) < MIN_TOKEN)
            return sa_err_set(err, SA_E_CONFIG, "the token has fewer than %d characters",
                              MIN_TOKEN);
    }
    if (g->token || g->loopback) return SA_OK;
    return sa_err_set(err, SA_E_USAGE,
                      "--listen: others than this machine reach that address, and need a token: "
                      "SMOLAGENT_SERVE_TOKEN in the environment, or serve_token_file in [serve]");
}

int sa_guard_listen(struct sa_guard *g, const char *text, struct sa_err *err)
{
    const char *port_text = NULL;
    struct sa_str name = {"127.0.0.1", 9};
    struct address address;
    int64_t port = -1;
    if (is_number(text)) port_text = text;
    else name = name_of(sa_str_of(text), &port_text);
    SA_AUTO_FREE char *host = sa_xstrndup(name.data, name.len);
    bool known = port_text && is_number(port_text) && sa_parse_i64(port_text, &port) &&
                 port <= 65535 &&
                 read_address(sa_strcaseeq(host, "localhost") ? "127.0.0.1" : host, (uint16_t)port,
                              &address);
    if (!known)
        return sa_err_set(err, SA_E_USAGE,
                          "--listen: '%.80s' is no [ADDRESS:]PORT, such as 8080, 127.0.0.1:8080 or "
                          "[::1]:8080",
                          text);
    g->address = address.all;
    g->address_len = address.len;
    g->loopback = address.loopback;
    return check_token(g, err);
}

// ---- who asks ----------------------------------------------------------------------------------

// A name of others' can be made to lead here; an address cannot.
static bool is_ours(const struct sa_guard *g, struct sa_str text)
{
    const char *port;
    struct address address;
    struct sa_str name = name_of(text, &port);
    SA_AUTO_FREE char *host = sa_xstrndup(name.data, name.len);
    if (sa_strcaseeq(host, "localhost")) return true;
    for (const char *const *p = g->hosts; p && *p; p++)
        if (sa_strcaseeq(host, *p)) return true;
    return read_address(host, 0, &address) && (address.loopback || !g->loopback);
}

bool sa_guard_host(const struct sa_guard *g, const char *host)
{
    return host && is_ours(g, sa_str_of(host));
}

bool sa_guard_origin(const struct sa_guard *g, const char *origin)
{
    static const char *const schemes[] = {"http://", "https://"};
    if (!origin) return true; // no browser asks
    for (size_t i = 0; i < SA_COUNT(schemes); i++)
        if (sa_starts_with(origin, schemes[i]))
            return is_ours(g, sa_str_of(origin + strlen(schemes[i])));
    return false;
}

bool sa_guard_authorization(const struct sa_guard *g, const char *said)
{
    static const char scheme[] = "Bearer ";
    if (!g->token) return true;
    if (!said || strncasecmp(said, scheme, strlen(scheme)) != 0) return false;
    struct sa_str shown = sa_str_trim(sa_str_of(said + strlen(scheme)));
    return sa_secret_equals(g->token, shown.data, shown.len);
}

// ---- kinds of content --------------------------------------------------------------------------

static bool is_type(struct sa_str media, const char *type)
{
    media = sa_str_trim(media);
    return media.len == strlen(type) && !strncasecmp(media.data, type, media.len);
}

// "q=0", "q=0.0" and the like.
static bool is_unwanted(struct sa_str parameters)
{
    struct sa_str part;
    while (sa_str_next_part(&parameters, ';', &part)) {
        part = sa_str_trim(part);
        if (part.len < 3 || strncasecmp(part.data, "q=0", 3) != 0) continue;
        size_t zeros = 2;
        while (zeros < part.len && (part.data[zeros] == '0' || part.data[zeros] == '.')) zeros++;
        if (zeros == part.len) return true;
    }
    return false;
}

unsigned sa_guard_accepts(const char *accept)
{
    static const struct {
        const char *type;
        unsigned means;
    } types[] = {{"*/*", SA_ACCEPTS_JSON | SA_ACCEPTS_EVENTS},
                 {"application/*", SA_ACCEPTS_JSON},
                 {"application/json", SA_ACCEPTS_JSON},
                 {"text/*", SA_ACCEPTS_EVENTS},
                 {"text/event-stream", SA_ACCEPTS_EVENTS}};
    if (!accept) return SA_ACCEPTS_JSON | SA_ACCEPTS_EVENTS;
    struct sa_str rest = sa_str_of(accept), item, media;
    unsigned all = 0;
    while (sa_str_next_part(&rest, ',', &item)) {
        if (!sa_str_next_part(&item, ';', &media) || is_unwanted(item)) continue;
        for (size_t i = 0; i < SA_COUNT(types); i++)
            if (is_type(media, types[i].type)) all |= types[i].means;
    }
    return all;
}

bool sa_guard_is_json(const char *content_type)
{
    struct sa_str rest = sa_str_of(content_type ? content_type : ""), media;
    return sa_str_next_part(&rest, ';', &media) && is_type(media, "application/json");
}
