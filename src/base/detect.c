// The scanner and the forms of credentials. A form is matched by hand-written steps rather than by
// regular expressions: it must say "not enough text yet" for streams, and never run away.
#include "base/detect.h"

#include <ctype.h>
#include <pthread.h>
#include <string.h>
#include <strings.h>

#include "base/known.h"
#include "base/str.h"
#include "base/xalloc.h"

enum { MAX_KEY_BLOCK = 16 << 10, MAX_TOKEN = 4096 };

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || ((unsigned char)c & 0x80);
}

static bool token_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-';
}

static size_t run_of(const char *text, size_t len, size_t at, bool (*is)(char))
{
    size_t n = 0;
    while (at + n < len && n < MAX_TOKEN && is(text[at + n])) n++;
    return n;
}

// Compares with a literal: HIT, NONE, or UNSURE when the text ends within it.
static enum sa_detected literal(const char *text, size_t len, size_t at, bool more,
                                const char *word)
{
    size_t n = strlen(word), have = len - at < n ? len - at : n;
    if (strncasecmp(text + at, word, have)) return SA_DETECT_NONE;
    return have == n ? SA_DETECT_HIT : more ? SA_DETECT_UNSURE : SA_DETECT_NONE;
}

// A word of at least `least` token characters at `at`.
static enum sa_detected token(const char *text, size_t len, size_t at, bool more, size_t least,
                              struct sa_finding *found)
{
    size_t n = run_of(text, len, at, token_char);
    if (at + n == len && more && n < MAX_TOKEN) return SA_DETECT_UNSURE;
    if (n < least) return SA_DETECT_NONE;
    found->len = at + n - found->start;
    return SA_DETECT_HIT;
}

// ---- credentials ------------------------------------------------------------------------------

// Prefixes that providers gave their keys, and the fewest characters that follow.
static const struct {
    const char *prefix;
    size_t least;
} key_prefixes[] = {
    {"sk-", 16},      // OpenAI, Anthropic, OpenRouter and lookalikes
    {"sk_live_", 16}, // Stripe
    {"sk_test_", 16},    {"rk_live_", 16}, {"hf_", 20}, // Hugging Face
    {"ghp_", 30},                                       // GitHub
    {"gho_", 30},        {"ghu_", 30},     {"ghs_", 30},    {"ghr_", 30},
    {"github_pat_", 30}, {"glpat-", 20},                                  // GitLab
    {"xoxb-", 20},                                                        // Slack
    {"xoxp-", 20},       {"xoxa-", 20},    {"xoxs-", 20},   {"AKIA", 16}, // AWS
    {"ASIA", 16},        {"AIza", 30},                                    // Google
    {"ya29.", 20},       {"GOCSPX-", 20},  {"gsk_", 30},                  // Groq
    {"xai-", 30},        {"r8_", 30},      {"pplx-", 30},   {"tvly-", 20},
    {"npm_", 30},        {"pypi-", 30},    {"dop_v1_", 40}, // DigitalOcean
    {"shpat_", 30},                                         // Shopify
    {"SG.", 20},                                            // SendGrid
};

static enum sa_detected match_key(const char *text, size_t len, size_t at, bool more,
                                  struct sa_finding *found)
{
    enum sa_detected best = SA_DETECT_NONE;
    for (size_t i = 0; i < SA_COUNT(key_prefixes) && best != SA_DETECT_HIT; i++) {
        const char *prefix = key_prefixes[i].prefix;
        if (prefix[0] != text[at]) continue;
        size_t n = strlen(prefix), have = len - at < n ? len - at : n;
        if (memcmp(text + at, prefix, have)) continue; // unlike `literal`: case counts
        enum sa_detected got = have < n
                                   ? (more ? SA_DETECT_UNSURE : SA_DETECT_NONE)
                                   : token(text, len, at + n, more, key_prefixes[i].least, found);
        if (got != SA_DETECT_NONE) best = got;
    }
    return best;
}

// RFC 7515 compact form: two base64url parts of JSON objects ("eyJ" is {" encoded), a signature.
static enum sa_detected match_jwt(const char *text, size_t len, size_t at, bool more,
                                  struct sa_finding *found)
{
    enum sa_detected start = literal(text, len, at, more, "eyJ");
    if (start != SA_DETECT_HIT || (at + 3 <= len && memcmp(text + at, "eyJ", 3)))
        return start == SA_DETECT_HIT ? SA_DETECT_NONE : start;
    size_t p = at;
    for (int part = 0; part < 3; part++) {
        size_t n = run_of(text, len, p, token_char);
        p += n;
        if (p == len && more && n < MAX_TOKEN) return SA_DETECT_UNSURE;
        if (part == 2) break;
        if (n < 8 || p == len || text[p] != '.') return SA_DETECT_NONE;
        p++;
    }
    found->len = p - at;
    return SA_DETECT_HIT;
}

// The base64 and header lines of a PEM block, also with its newlines escaped inside a JSON string.
static bool pem_char(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("+/=-:, \t\r\n\\.()", c));
}

// From the BEGIN line to the END line; without one, to the end of what looks like the block.
static enum sa_detected match_private_key(const char *text, size_t len, size_t at, bool more,
                                          struct sa_finding *found)
{
    static const char begin[] = "-----BEGIN ", label[] = "PRIVATE KEY", end[] = "-----END ";
    enum sa_detected start = literal(text, len, at, more, begin);
    if (start != SA_DETECT_HIT) return start;
    size_t p = at + strlen(begin), stop = len - p > 40 ? p + 40 : len;
    const char *dashes = sa_memfind(text + p, stop - p, "-----", 5);
    if (!dashes) return more && stop == len ? SA_DETECT_UNSURE : SA_DETECT_NONE;
    if (!sa_memfind(text + p, (size_t)(dashes - text) - p, label, strlen(label)))
        return SA_DETECT_NONE;
    for (p = (size_t)(dashes - text) + 5; p < len && p - at < MAX_KEY_BLOCK; p++) {
        if (!pem_char(text[p])) break;
        if (text[p] != '-' || literal(text, len, p, false, end) != SA_DETECT_HIT) continue;
        const char *last = sa_memfind(text + p + strlen(end), len - p - strlen(end), "-----", 5);
        if (!last && more) return SA_DETECT_UNSURE;
        size_t tail = last ? (size_t)(last - text) + 5 : len;
        found->len = (tail - p > 60 ? p + strlen(end) : tail) - at;
        return SA_DETECT_HIT;
    }
    if (p == len && more) return SA_DETECT_UNSURE;
    found->len = p - at;
    return SA_DETECT_HIT;
}

static bool header_char(char c)
{
    return token_char(c) || (c && strchr("+/=.~:", c));
}

// "Authorization: Bearer TOKEN" and its like: the token alone is the finding.
static enum sa_detected match_header(const char *text, size_t len, size_t at, bool more,
                                     struct sa_finding *found)
{
    static const char *const names[] = {"bearer ", "basic ", "x-api-key:", "api-key:"};
    enum sa_detected got = SA_DETECT_NONE;
    size_t p = at;
    for (size_t i = 0; i < SA_COUNT(names) && got == SA_DETECT_NONE; i++) {
        got = literal(text, len, at, more, names[i]);
        if (got == SA_DETECT_HIT) p = at + strlen(names[i]);
    }
    if (got != SA_DETECT_HIT) return got;
    while (p < len && text[p] == ' ') p++;
    size_t n = run_of(text, len, p, header_char), digits = 0;
    if (p + n == len && more && n < MAX_TOKEN) return SA_DETECT_UNSURE;
    for (size_t i = 0; i < n; i++) digits += isdigit((unsigned char)text[p + i]) != 0;
    if (n < 16 || !digits) return SA_DETECT_NONE; // "bearer of ..." is English
    found->start = p;
    found->len = n;
    return SA_DETECT_HIT;
}

static bool userinfo_char(char c)
{
    return (unsigned char)c > ' ' && c != '/' && c != '@' && c != '"' && c != '\\' && c != '\'';
}

// scheme://user:PASSWORD@host
static enum sa_detected match_url_password(const char *text, size_t len, size_t at, bool more,
                                           struct sa_finding *found)
{
    enum sa_detected start = literal(text, len, at, more, "://");
    if (start != SA_DETECT_HIT) return start;
    size_t p = at + 3, n = run_of(text, len, p, userinfo_char);
    if (p + n == len) return more && n < 512 ? SA_DETECT_UNSURE : SA_DETECT_NONE;
    const char *colon = memchr(text + p, ':', n);
    if (text[p + n] != '@' || !colon) return SA_DETECT_NONE;
    found->start = (size_t)(colon - text) + 1;
    found->len = p + n - found->start;
    return found->len >= 3 ? SA_DETECT_HIT : SA_DETECT_NONE;
}

static const struct sa_form secret_forms[] = {
    {"private key", "-", SA_DETECT_SECRETS, match_private_key},
    {"JWT", "e", SA_DETECT_SECRETS, match_jwt},
    {"API key", "shgxAynprtdSG", SA_DETECT_SECRETS, match_key},
    {"authorisation header", "bBxXaA", SA_DETECT_SECRETS, match_header},
    {"password in a URL", ":", SA_DETECT_SECRETS, match_url_password},
    {NULL, NULL, 0, NULL},
};

// ---- the scanner ------------------------------------------------------------------------------

static enum sa_detected match_value(const struct sa_detect *d, const char *text, size_t len,
                                    size_t at, struct sa_finding *found)
{
    *found = (struct sa_finding){at, 0, "known key"};
    if (!d->known) return SA_DETECT_NONE;
    char before = at ? text[at - 1] : d->before;
    return sa_known_match(d->known, text, len, at, before, d->more, &found->len);
}

// Which forms may begin with a byte: bit i for row i of the credentials, then those of pii.c.
static struct {
    pthread_once_t once;
    const struct sa_form *forms[16];
    unsigned of_kind[SA_DETECT_SECRETS + SA_DETECT_PII + 1]; // forms of each set of kinds
    unsigned of_byte[256];
} table = {.once = PTHREAD_ONCE_INIT};

static void build_table(void)
{
    const struct sa_form *const lists[] = {secret_forms, sa_pii_forms};
    size_t n = 0;
    for (size_t l = 0; l < SA_COUNT(lists); l++) {
        for (const struct sa_form *form = lists[l]; form->match; form++, n++) {
            SA_CHECK(n < SA_COUNT(table.forms));
            table.forms[n] = form;
            for (unsigned kinds = 0; kinds < SA_COUNT(table.of_kind); kinds++)
                if (kinds & form->kind) table.of_kind[kinds] |= 1u << n;
            for (const char *p = form->first; *p; p++) table.of_byte[(unsigned char)*p] |= 1u << n;
        }
    }
}

static enum sa_detected match_forms(unsigned forms, const char *text, size_t len, size_t at,
                                    bool more, struct sa_finding *found)
{
    for (size_t i = 0; forms; i++, forms >>= 1) {
        if (!(forms & 1)) continue;
        *found = (struct sa_finding){at, 0, table.forms[i]->what};
        enum sa_detected got = table.forms[i]->match(text, len, at, more, found);
        if (got != SA_DETECT_NONE) return got;
    }
    return SA_DETECT_NONE;
}

// Values that begin between `at` and the end of a finding become part of it, whole.
static enum sa_detected join_values(const struct sa_detect *d, const char *text, size_t len,
                                    size_t at, struct sa_finding *found)
{
    size_t end = found->start + found->len;
    for (size_t q = at + 1; q < end; q++) {
        struct sa_finding v;
        enum sa_detected got = match_value(d, text, len, q, &v);
        if (got == SA_DETECT_UNSURE) return got;
        if (got == SA_DETECT_NONE) continue;
        if (q < found->start) found->start = q;
        if (q + v.len > end) end = q + v.len;
    }
    found->len = end - found->start;
    return SA_DETECT_HIT;
}

// What is at one place: a value, or a form, or a form that a value begins.
static enum sa_detected match_at(const struct sa_detect *d, unsigned forms, const char *text,
                                 size_t len, size_t at, struct sa_finding *found)
{
    struct sa_finding form;
    enum sa_detected got = match_value(d, text, len, at, found);
    if (got == SA_DETECT_UNSURE) return got;
    enum sa_detected other = match_forms(forms, text, len, at, d->more && !d->hurry, &form);
    if (other == SA_DETECT_NONE) return got;
    if (got == SA_DETECT_NONE) *found = form;
    else if (form.start + form.len > at + found->len) found->len = form.start + form.len - at;
    return other;
}

enum sa_detected sa_detect(const struct sa_detect *d, const char *text, size_t len, size_t from,
                           struct sa_finding *found)
{
    pthread_once(&table.once, build_table);
    for (size_t at = from; at < len; at++) {
        unsigned char c = (unsigned char)text[at];
        unsigned forms = table.of_byte[c] & table.of_kind[d->kinds];
        char before = at ? text[at - 1] : d->before;
        if (in_word(before) && in_word(text[at])) forms = 0; // within a word
        if (!forms && !(d->known && sa_known_may_begin(d->known, text[at]))) continue;
        enum sa_detected got = match_at(d, forms, text, len, at, found);
        if (got == SA_DETECT_NONE || (got == SA_DETECT_HIT && found->start < from)) continue;
        if (got == SA_DETECT_HIT) got = join_values(d, text, len, at, found);
        if (got == SA_DETECT_UNSURE) found->start = at;
        return got;
    }
    return SA_DETECT_NONE;
}
