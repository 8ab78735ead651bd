// The list of registered secrets and the replacing of what the scanner finds.
#include "base/secret.h"

#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/detect.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"

enum { MIN_SECRET = 6, MIN_ENVIRONMENT = 8, MAX_HELD = 32 << 10 };

static struct {
    pthread_mutex_t lock;
    char **values;
    size_t count, cap;
    bool no_forms;
} state = {.lock = PTHREAD_MUTEX_INITIALIZER};

// ---- registering ------------------------------------------------------------------------------

static void add_one(const char *value)
{
    if (strlen(value) < MIN_SECRET) return;
    pthread_mutex_lock(&state.lock);
    bool known = false;
    for (size_t i = 0; i < state.count && !known; i++) known = sa_streq(state.values[i], value);
    if (!known) {
        SA_GROW(state.values, state.cap, state.count + 1);
        state.values[state.count++] = sa_xstrdup(value);
    }
    pthread_mutex_unlock(&state.lock);
}

// The value with what JSON strings (or URLs) escape written their way.
static void add_escaped(const char *value, bool url)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    for (const char *p = value; *p; p++) {
        unsigned char c = (unsigned char)*p;
        if (url && !isalnum(c) && !strchr("-._~", c)) sa_buf_appendf(&out, "%%%02X", c);
        else if (!url && (c == '"' || c == '\\')) sa_buf_appendf(&out, "\\%c", c);
        else sa_buf_appendc(&out, (char)c);
    }
    add_one(sa_buf_text(&out));
    sa_buf_release(&out);
}

void sa_secret_add(const char *secret)
{
    if (!secret) return;
    add_one(secret);
    add_escaped(secret, false);
    add_escaped(secret, true);
}

void sa_secret_add_header(const char *header)
{
    static const char *const names[] = {"authorization", "key", "token", "secret", "cookie"};
    const char *colon = header ? strchr(header, ':') : NULL;
    if (!colon) return;
    SA_AUTO_FREE char *name = sa_xstrndup(header, (size_t)(colon - header));
    bool credential = false;
    for (size_t i = 0; i < SA_COUNT(names) && !credential; i++)
        credential = strcasestr(name, names[i]) != NULL;
    if (!credential) return;
    const char *value = colon + 1 + strspn(colon + 1, " \t");
    const char *space = strchr(value, ' '); // "Bearer TOKEN": the token alone is the secret
    sa_secret_add(space ? space + 1 : value);
}

void sa_secret_add_url(const char *url)
{
    const char *start = url ? strstr(url, "://") : NULL;
    if (!start) return;
    size_t n = strcspn(start + 3, "/?#");
    SA_AUTO_FREE char *authority = sa_xstrndup(start + 3, n);
    char *at = strrchr(authority, '@'), *colon = strchr(authority, ':');
    if (!at || !colon || colon > at) return;
    *at = 0;
    sa_secret_add(colon + 1);
}

// NAME of a variable that holds a credential: its last word says so.
static bool credential_name(const char *name, size_t len)
{
    static const char *const words[] = {"KEY",  "TOKEN",      "SECRET",      "PASSWORD", "PASSWD",
                                        "PASS", "CREDENTIAL", "CREDENTIALS", "PWD"};
    for (size_t i = 0; i < SA_COUNT(words); i++) {
        size_t n = strlen(words[i]);
        if (len < n || strncasecmp(name + len - n, words[i], n)) continue;
        // PWD and OLDPWD are folders; a bare MONKEY is no key.
        return len == n ? n > 3 : name[len - n - 1] == '_';
    }
    return false;
}

void sa_secret_add_environment(void)
{
    for (char **e = environ; e && *e; e++) {
        const char *equals = strchr(*e, '=');
        if (!equals || !credential_name(*e, (size_t)(equals - *e))) continue;
        const char *value = equals + 1;
        if (strlen(value) < MIN_ENVIRONMENT || value[0] == '/' || value[0] == '~') continue;
        sa_secret_add(value);
    }
}

void sa_secret_set_forms(bool on)
{
    state.no_forms = !on;
}

void sa_secret_release(void)
{
    pthread_mutex_lock(&state.lock);
    for (size_t i = 0; i < state.count; i++) {
        explicit_bzero(state.values[i], strlen(state.values[i]));
        free(state.values[i]);
    }
    free(state.values);
    state.values = NULL;
    state.count = state.cap = 0;
    pthread_mutex_unlock(&state.lock);
}

// ---- redacting --------------------------------------------------------------------------------

// Replaces what is found in text[0..*len) in place. Returns how much of it is settled; the rest,
// when `more` is set, waits for what follows.
static size_t redact(char before, char *text, size_t *len, bool forms, bool more)
{
    size_t from = 0, to = 0; // what is done ends at `to`, the rest begins at `from`
    struct sa_finding f;
    pthread_mutex_lock(&state.lock);
    const struct sa_detect d = {.kinds = forms ? SA_DETECT_SECRETS : 0,
                                .values = (const char *const *)state.values,
                                .value_count = state.count,
                                .before = before,
                                .more = more};
    enum sa_detected got;
    while ((got = sa_detect(&d, text, *len, from, &f)) == SA_DETECT_HIT) {
        memmove(text + to, text + from, f.start - from);
        to += f.start - from + 3;
        from = f.start + f.len;
        memcpy(text + to - 3, "***", 3); // every finding is at least that long
        text[from - 1] = '*';            // what the rest is seen to follow
    }
    pthread_mutex_unlock(&state.lock);
    size_t settled = to + (got == SA_DETECT_UNSURE ? f.start : *len) - from;
    memmove(text + to, text + from, *len - from);
    *len -= from - to;
    return settled;
}

static size_t redact_whole(char *text, size_t len, bool forms)
{
    size_t before = len;
    redact(0, text, &len, forms, false);
    if (len < before) text[len] = '\0';
    return len;
}

size_t sa_secret_redact(char *text, size_t len)
{
    return redact_whole(text, len, !state.no_forms);
}

size_t sa_secret_redact_known(char *text, size_t len)
{
    return redact_whole(text, len, false);
}

// Numbers that "***" was put into become strings.
static void quote_stars(const char *json, struct sa_buf *out)
{
    for (const char *p = json; *p;) {
        size_t n = strcspn(p, ",:[]{}\" \t\r\n");
        if (n) {
            bool stars = memchr(p, '*', n) != NULL;
            if (stars) sa_buf_appends(out, "\"***\"");
            else sa_buf_append(out, p, n);
        } else if (*p == '"') {
            for (n = 1; p[n] && p[n] != '"'; n++) n += p[n] == '\\' && p[n + 1];
            n += p[n] == '"';
            sa_buf_append(out, p, n);
        } else {
            sa_buf_append(out, p, n = 1);
        }
        p += n;
    }
}

void sa_secret_redact_json(char **json)
{
    if (!*json) return;
    size_t before = strlen(*json), len = sa_secret_redact(*json, before);
    if (len == before || sa_json_check(*json, len, NULL)) return;
    struct sa_buf mended = SA_BUF_INIT(SA_BUF_HUGE);
    quote_stars(*json, &mended);
    bool ok = sa_json_check(sa_buf_text(&mended), mended.len, NULL);
    if (!ok) { // the secret had quotes or brackets in it: nothing is left to mend
        sa_buf_clear(&mended);
        sa_buf_appends(&mended, "\"***\"");
    }
    free(*json);
    *json = sa_buf_take(&mended, NULL);
}

static size_t settle(struct sa_redactor *r, bool more)
{
    return redact(r->before, r->held.data, &r->held.len, !state.no_forms, more);
}

void sa_redactor_feed(struct sa_redactor *r, const char *text, size_t len, struct sa_buf *out)
{
    r->held.max = SA_BUF_HUGE;
    sa_buf_append(&r->held, text, len);
    size_t settled = r->held.len ? settle(r, true) : 0;
    // Nothing that is worth waiting for is so long.
    if (r->held.len - settled > MAX_HELD) settled = settle(r, false);
    if (!settled) return;
    sa_buf_append(out, r->held.data, settled);
    r->before = r->held.data[settled - 1];
    sa_buf_remove(&r->held, 0, settled);
}

void sa_redactor_finish(struct sa_redactor *r, struct sa_buf *out)
{
    if (r->held.len) {
        settle(r, false);
        sa_buf_append(out, r->held.data, r->held.len);
    }
    sa_buf_clear(&r->held);
    r->before = 0;
}

void sa_redactor_release(struct sa_redactor *r)
{
    sa_buf_release(&r->held);
}
