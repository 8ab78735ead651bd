// What the head of a request has to say before its body is read, and the session that it names; see
// serve_look.h.
#include <stdint.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "mcp/mcp_int.h"
#include "mcp/serve_look.h"

enum { MAX_SWALLOWED = 64 << 10 }; // bytes of a body that is refused: the connection stays usable

const char sa_look_gone[] = "there is no such session (any more)";

static const char *header(const struct sa_look *l, const char *name)
{
    return l->api->MHD_lookup_connection_value(l->connection, MHD_HEADER_KIND, name);
}

struct heads {
    const struct sa_guard *guard;
    bool fine;     // Host and Origin, every one of them, should there be several
    bool clear;    // there is one way to read them
    unsigned seen; // bits of `once`
};

// Of two of these a proxy before us may take the other one.
static const char *const once[] = {"Content-Length", "Transfer-Encoding", "Content-Type",
                                   "Authorization",  "Mcp-Session-Id",    "MCP-Protocol-Version",
                                   "Last-Event-ID",  "Content-Encoding"};
enum { HAS_LENGTH = 1 << 0, HAS_CODING = 1 << 1 };

static enum MHD_Result check_header(void *ctx, enum MHD_ValueKind kind, const char *name,
                                    const char *value)
{
    struct heads *h = ctx;
    (void)kind;
    if (name[strcspn(name, " \t")]) h->clear = false;
    for (unsigned i = 0; i < SA_COUNT(once); i++) {
        if (!sa_strcaseeq(name, once[i])) continue;
        if (h->seen & 1u << i) h->clear = false;
        h->seen |= 1u << i;
    }
    if (sa_strcaseeq(name, "Host")) h->fine = h->fine && sa_guard_host(h->guard, value);
    if (sa_strcaseeq(name, "Origin"))
        h->fine = h->fine && value && sa_guard_origin(h->guard, value);
    return MHD_YES;
}

// Is it one request to whoever reads it, and for us?
static struct heads check_headers(const struct sa_look *l)
{
    struct heads h = {l->guard, header(l, "Host") != NULL, true, 0};
    l->api->MHD_get_connection_values(l->connection, MHD_HEADER_KIND, check_header, &h);
    if (h.seen & HAS_CODING)
        h.clear = h.clear && !(h.seen & HAS_LENGTH) &&
                  sa_strcaseeq(header(l, "Transfer-Encoding"), "chunked");
    return h;
}

static bool refuses(struct sa_look *l, unsigned status, const char *why)
{
    l->refused = status;
    l->why = why;
    return true;
}

// Who asks, for what?
static bool check_caller(struct sa_look *l, const char *url)
{
    struct heads heads = check_headers(l);
    l->unclear = !heads.clear;
    if (l->unclear) return refuses(l, MHD_HTTP_BAD_REQUEST, "the headers can be read in two ways");
    if (!heads.fine) return refuses(l, MHD_HTTP_FORBIDDEN, "Host or Origin names another server");
    if (!sa_guard_authorization(l->guard, header(l, "Authorization")))
        return refuses(l, MHD_HTTP_UNAUTHORIZED, "a bearer token is needed");
    l->known = true;
    if (strcmp(url, "/mcp") != 0) return refuses(l, MHD_HTTP_NOT_FOUND, "only /mcp is here");
    if (!l->verb) return refuses(l, MHD_HTTP_METHOD_NOT_ALLOWED, "GET, POST or DELETE");
    return false;
}

static bool check_kinds(struct sa_look *l)
{
    l->accepts = sa_guard_accepts(header(l, "Accept"));
    bool posts = l->verb == SA_VERB_POST;
    if (l->verb == SA_VERB_GET && !(l->accepts & SA_ACCEPTS_EVENTS))
        return refuses(l, MHD_HTTP_NOT_ACCEPTABLE, "the answer is text/event-stream");
    if (!posts) return false;
    if (!l->accepts)
        return refuses(l, MHD_HTTP_NOT_ACCEPTABLE,
                       "answers are application/json or text/event-stream");
    const char *encoding = header(l, "Content-Encoding");
    if (!sa_guard_is_json(header(l, "Content-Type")) ||
        (encoding && !sa_strcaseeq(encoding, "identity")))
        return refuses(l, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, "the body has to be application/json");
    return false;
}

static bool check_session(struct sa_look *l, struct sa_hub_session **session)
{
    const char *version = header(l, "MCP-Protocol-Version"), *id = header(l, "Mcp-Session-Id");
    if (version && strcmp(sa_mcp_version(version), version) != 0)
        return refuses(l, MHD_HTTP_BAD_REQUEST, "that version of the protocol is not spoken here");
    l->newer = version && strcmp(version, "2025-11-25") >= 0;
    if (!id && l->verb != SA_VERB_POST)
        return refuses(l, MHD_HTTP_BAD_REQUEST, "Mcp-Session-Id is missing");
    if (id) *session = sa_hub_find(l->hub, id);
    return id && !*session ? refuses(l, MHD_HTTP_NOT_FOUND, sa_look_gone) : false;
}

// How long its body says it is; INT64_MAX: it does not.
static int64_t declared(const struct sa_look *l)
{
    const char *length = header(l, "Content-Length");
    int64_t n = 0;
    if (header(l, "Transfer-Encoding") || (length && !sa_parse_i64(length, &n))) return INT64_MAX;
    return n;
}

static enum sa_verb verb_of(const char *method)
{
    static const char *const names[] = {
        [SA_VERB_POST] = "POST", [SA_VERB_GET] = "GET", [SA_VERB_DELETE] = "DELETE"};
    for (unsigned i = SA_VERB_POST; i < SA_COUNT(names); i++)
        if (strcmp(method, names[i]) == 0) return (enum sa_verb)i;
    return SA_VERB_OTHER;
}

struct sa_hub_session *sa_look(struct sa_look *l, struct MHD_Connection *connection,
                               const char *url, const char *method)
{
    struct sa_hub_session *session = NULL;
    l->connection = connection;
    l->verb = verb_of(method);
    int64_t len = declared(l);
    if (!check_caller(l, url) && !check_kinds(l) && !check_session(l, &session) &&
        len != INT64_MAX && len > SA_MCP_MAX_MESSAGE)
        refuses(l, MHD_HTTP_CONTENT_TOO_LARGE, "the message is longer than 32 MiB");
    // A small body is swallowed first, so that whoever sends it hears the answer.
    l->now = l->refused && (l->unclear || len > MAX_SWALLOWED);
    return session;
}
