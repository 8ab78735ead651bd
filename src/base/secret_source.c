// Where secrets come from: request headers, URLs and the environment, whole and in their parts.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/base64.h"
#include "base/secret.h"
#include "base/secret_int.h"
#include "base/str.h"
#include "base/xalloc.h"

// Fewest bytes: of a variable's value; of a part of something; of a part that is letters alone.
enum { MIN_ENVIRONMENT = 8, MIN_PART = 8, MIN_WORD = 16 };

// What says of itself that it is a credential is registered from 6 bytes on. Anything else would
// blot out words of the language: it must be longer, and a lone word very long.
static void add_part(struct sa_str part, bool credential)
{
    part = sa_str_trim(part);
    if (part.len >= 2 && (part.data[0] == '"' || part.data[0] == '\'') &&
        part.data[part.len - 1] == part.data[0])
        part = (struct sa_str){part.data + 1, part.len - 2};
    size_t letters = 0;
    while (letters < part.len && isalpha((unsigned char)part.data[letters])) letters++;
    size_t least = credential ? 0 : letters == part.len ? MIN_WORD : MIN_PART;
    if (part.len >= least) sa_secret_put(part.data, part.len);
}

static bool has_word(struct sa_str name, const char *const *words)
{
    SA_AUTO_FREE char *copy = sa_xstrndup(name.data, name.len);
    for (; *words; words++)
        if (strcasestr(copy, *words)) return true;
    return false;
}

// ---- headers ----------------------------------------------------------------------------------

// "user:password" behind Basic: both, and the password.
static void add_basic(struct sa_str token)
{
    struct sa_buf pair = SA_BUF_INIT(SA_BUF_SMALL);
    if (sa_base64_take(&pair, token.data, token.len) && pair.len) {
        const char *colon = memchr(pair.data, ':', pair.len);
        sa_secret_put(pair.data, pair.len);
        if (colon) {
            add_part((struct sa_str){colon + 1, pair.len - (size_t)(colon + 1 - pair.data)}, true);
            add_part((struct sa_str){pair.data, (size_t)(colon - pair.data)}, false);
        }
    }
    sa_buf_release(&pair);
}

// The words of a value, those of its lists, and what stands behind "=" in them.
static void add_parts(struct sa_str value, bool credential)
{
    bool basic = false;
    for (size_t at = 0, n; at < value.len; at += n + 1) {
        const char *p = value.data + at;
        for (n = 0; at + n < value.len && !memchr(" \t;,", p[n], 4); n++) continue;
        struct sa_str part = {p, n};
        const char *equals = memchr(p, '=', n);
        if (basic) add_basic(part);
        add_part(part, credential && !equals);
        if (equals) add_part((struct sa_str){equals + 1, n - (size_t)(equals + 1 - p)}, credential);
        if (n) basic = n == 5 && !strncasecmp(p, "basic", 5);
    }
}

void sa_secret_add_header(const char *header)
{
    // Headers whose values are published words: blotting them out would damage everything else.
    static const char *const open[] = {"accept",        "accept-encoding",   "accept-language",
                                       "cache-control", "connection",        "content-type",
                                       "host",          "http-referer",      "origin",
                                       "referer",       "user-agent",        "x-title",
                                       "openai-beta",   "anthropic-version", "anthropic-beta"};
    static const char *const words[] = {"auth",   "key",    "token",   "secret", "cookie",
                                        "passwo", "signat", "session", "bearer", NULL};
    const char *colon = header ? strchr(header, ':') : NULL;
    if (!colon) return;
    struct sa_str name = sa_str_trim((struct sa_str){header, (size_t)(colon - header)});
    for (size_t i = 0; i < SA_COUNT(open); i++)
        if (name.len == strlen(open[i]) && !strncasecmp(name.data, open[i], name.len)) return;
    bool credential = has_word(name, words);
    struct sa_str value = sa_str_trim(sa_str_of(colon + 1));
    add_part(value, credential);
    add_parts(value, false);
    // "Bearer TOKEN": what follows the scheme is the credential, however short.
    const char *space = memchr(value.data, ' ', value.len);
    if (credential && space)
        add_part((struct sa_str){space + 1, value.len - (size_t)(space + 1 - value.data)}, true);
}

// ---- URLs -------------------------------------------------------------------------------------

// A part of a URL as it stands there and as it is meant.
static void add_encoded(struct sa_str part, bool credential)
{
    struct sa_buf plain = SA_BUF_INIT(SA_BUF_SMALL);
    for (size_t i = 0; i < part.len; i++) {
        char c = part.data[i], digits[3] = {0};
        if (c == '%' && i + 2 < part.len && isxdigit((unsigned char)part.data[i + 1]) &&
            isxdigit((unsigned char)part.data[i + 2])) {
            memcpy(digits, part.data + i + 1, 2);
            c = (char)strtoul(digits, NULL, 16);
            i += 2;
        }
        sa_buf_appendc(&plain, c);
    }
    add_part(part, credential);
    add_part((struct sa_str){sa_buf_text(&plain), plain.len}, credential);
    sa_buf_release(&plain);
}

// The value of the next parameter of a query that is named as keys are.
static bool next_key(struct sa_str *query, struct sa_str *value)
{
    static const char *const words[] = {"key",  "token",      "secret", "pass", "sig",
                                        "auth", "credential", "pwd",    NULL};
    struct sa_str pair;
    while (query->data && sa_str_next_part(query, '&', &pair)) {
        const char *equals = memchr(pair.data, '=', pair.len);
        if (!equals) continue;
        size_t n = (size_t)(equals - pair.data);
        *value = (struct sa_str){equals + 1, pair.len - n - 1};
        if (has_word((struct sa_str){pair.data, n}, words)) return true;
    }
    return false;
}

static struct sa_str query_of(const char *start)
{
    const char *query = strchr(start, '?');
    return query ? (struct sa_str){query + 1, strcspn(query + 1, "#")} : (struct sa_str){NULL, 0};
}

bool sa_secret_in_url(const char *url)
{
    const char *start = strstr(url, "://");
    if (!start) return false;
    struct sa_str query = query_of(start), value;
    return memchr(start + 3, '@', strcspn(start + 3, "/?#")) || next_key(&query, &value);
}

void sa_secret_add_url(const char *url)
{
    const char *start = url ? strstr(url, "://") : NULL;
    if (!start) return;
    struct sa_str info = {start + 3, strcspn(start + 3, "/?#")};
    const char *at = memrchr(info.data, '@', info.len);
    if (at) {
        info.len = (size_t)(at - info.data);
        const char *colon = memchr(info.data, ':', info.len);
        size_t user = colon ? (size_t)(colon - info.data) : info.len;
        add_encoded(info, true);
        add_encoded((struct sa_str){info.data, user}, !colon);
        if (colon) add_encoded((struct sa_str){colon + 1, info.len - user - 1}, true);
    }
    struct sa_str query = query_of(start), value;
    while (next_key(&query, &value)) add_encoded(value, true);
}

// ---- the environment --------------------------------------------------------------------------

// A part of a variable's name, in capitals or not, one of `words`. Ending in it will do for
// `joined`.
static bool part_is(struct sa_str part, const char *const *words, bool joined)
{
    for (; *words; words++) {
        size_t n = strlen(*words);
        bool fits = joined ? part.len >= n : part.len == n;
        if (fits && !strncasecmp(part.data + part.len - n, *words, n)) return true;
    }
    return false;
}

// Takes the last part of a name off it, without the digits that number it; empty: it was a number.
static struct sa_str take_last_part(struct sa_str *name)
{
    size_t end = name->len, start;
    while (end && isdigit((unsigned char)name->data[end - 1])) end--;
    for (start = end; start && name->data[start - 1] != '_'; start--) continue;
    name->len = start ? start - 1 : 0;
    return (struct sa_str){name->data + start, end - start};
}

bool sa_secret_is_name(struct sa_str name)
{
    static const char *const whole[] = {"KEY",  "PASS",       "PWD",     "PAT",
                                        "AUTH", "CREDENTIAL", "SSHPASS", NULL};
    static const char *const joined[] = {"PASSWORD", "PASSWD", "PASSPHRASE",  "APIKEY",
                                         "TOKEN",    "SECRET", "CREDENTIALS", NULL};
    static const char *const behind[] = {"BASE", "CONFIG", "VALUE", "DATA", NULL};
    bool bare = !memchr(name.data, '_', name.len);
    struct sa_str part = take_last_part(&name);
    while (name.len && (!part.len || part_is(part, behind, false))) part = take_last_part(&name);
    if (bare && part.len <= 3) return false; // PWD is a folder, and KEY may be anything
    return part_is(part, whole, false) || part_is(part, joined, true);
}

void sa_secret_add_variable(const char *pair)
{
    const char *equals = strchr(pair, '=');
    if (!equals) return;
    bool credential = sa_secret_is_name((struct sa_str){pair, (size_t)(equals - pair)});
    bool place = equals[1] == '/' || equals[1] == '~';
    sa_secret_add_url(equals + 1);
    if (credential || (!place && !strstr(equals + 1, "://")))
        add_part(sa_str_of(equals + 1), credential);
}

void sa_secret_add_environment(void)
{
    for (char **e = environ; e && *e; e++) {
        const char *equals = strchr(*e, '=');
        if (!equals || !sa_secret_is_name((struct sa_str){*e, (size_t)(equals - *e)})) continue;
        const char *value = equals + 1;
        if (strlen(value) < MIN_ENVIRONMENT || value[0] == '/' || value[0] == '~') continue;
        sa_secret_add(value);
    }
}
