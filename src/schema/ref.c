// What references mean: URIs relative to others (RFC 3986) and JSON pointers (RFC 6901).
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "schema/schema_int.h"

// ---- URIs ---------------------------------------------------------------------------------------

// Bytes of "scheme:", 0: there is none.
static size_t scheme_length(const char *uri)
{
    size_t n = strspn(uri, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");
    return n && uri[n] == ':' ? n + 1 : 0;
}

// Bytes up to the path.
static size_t root_length(const char *uri)
{
    size_t n = scheme_length(uri);
    if (uri[n] == '/' && uri[n + 1] == '/') n += 2 + strcspn(uri + n + 2, "/?#");
    return n;
}

// Takes "." and ".." out of the path that begins at `start`.
static void straighten(char *start)
{
    char *to = start, *p = start, *rest = start + strcspn(start, "?#");
    while (p < rest) {
        size_t n = 1 + strcspn(p + 1, "/?#");
        bool last = p + n >= rest;
        if (n == 2 && p[1] == '.') {
            if (last) *to++ = '/';
        } else if (n == 3 && p[1] == '.' && p[2] == '.') {
            while (to > start && *--to != '/') continue;
            if (last) *to++ = '/';
        } else {
            memmove(to, p, n);
            to += n;
        }
        p += n;
    }
    memmove(to, rest, strlen(rest) + 1);
}

char *sa_schema_resolve(const char *base, const char *reference)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    size_t whole = strcspn(base, "#"), root = root_length(base), path = strcspn(base, "?#");
    while (path > root && base[path - 1] != '/') path--;
    size_t kept = scheme_length(reference)                     ? 0
                  : !*reference || *reference == '#'           ? whole
                  : reference[0] == '/' && reference[1] == '/' ? scheme_length(base)
                  : *reference == '/'                          ? root
                                                               : path;
    sa_buf_append(&out, base, kept);
    if (kept && kept == root && *reference != '/' && base[root ? root - 1 : 0] != ':')
        sa_buf_appendc(&out, '/');
    sa_buf_appends(&out, reference);
    char *uri = sa_buf_take(&out, NULL), *slash = uri + root_length(uri);
    if (*slash == '/' && strstr(slash, "/.")) straighten(slash);
    return uri;
}

// ---- pointers -----------------------------------------------------------------------------------

// The next token of a JSON pointer in a URI fragment, decoded.
static char *next_token(struct sa_str *rest)
{
    struct sa_str part;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    if (!sa_str_next_part(rest, '/', &part)) return NULL;
    for (size_t i = 0; i < part.len; i++) {
        char c = part.data[i], next = i + 1 < part.len ? part.data[i + 1] : 0;
        if (c == '%' && i + 2 < part.len) {
            char hex[3] = {part.data[i + 1], part.data[i + 2], 0};
            c = (char)strtol(hex, NULL, 16);
            i += 2;
        } else if (c == '~' && (next == '0' || next == '1')) {
            c = next == '0' ? '~' : '/';
            i++;
        }
        sa_buf_appendc(&out, c);
    }
    return sa_buf_take(&out, NULL);
}

static const cJSON *step(const cJSON *at, const char *token, long *work)
{
    const cJSON *one;
    int64_t index = -1, i = 0;
    bool named = cJSON_IsObject(at);
    if (!named && !(cJSON_IsArray(at) && sa_parse_i64(token, &index))) return NULL;
    cJSON_ArrayForEach(one, at)
    {
        if (--*work < 0) return NULL;
        if (named ? !strcmp(one->string, token) : i++ == index) return one;
    }
    return NULL;
}

const cJSON *sa_schema_point(const cJSON *from, const char *pointer,
                             void (*passed)(void *ctx, const cJSON *value), void *ctx, long *work)
{
    const cJSON *at = from;
    struct sa_str rest = *pointer ? sa_str_of(pointer + 1) : (struct sa_str){NULL, 0};
    for (char *token; at && (token = next_token(&rest)); free(token)) {
        at = step(at, token, work);
        if (at && passed) passed(ctx, at);
    }
    return at;
}

const cJSON *sa_schema_target(const cJSON *root, const cJSON *schema, long *work)
{
    const char *ref = sa_json_str(schema, "$ref", NULL);
    if (!ref || ref[0] != '#' || (ref[1] && ref[1] != '/')) return NULL;
    return sa_schema_point(root, ref + 1, NULL, NULL, work);
}
