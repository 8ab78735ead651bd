// The forms of credentials. A form is matched by hand-written steps rather than by regular
// expressions: it must say "not enough text yet" for streams, and never run away.
#include <ctype.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/base64.h"
#include "base/detect.h"
#include "base/str.h"
#include "base/xalloc.h"

#define SA_STATIC_MATCH(name) static SA_MATCH(name)

enum { MAX_KEY_BLOCK = 16 << 10, MAX_TOKEN = 4096 };

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

// ---- prefixed keys ----------------------------------------------------------------------------

enum alphabet { HEX, UPPER, ALNUM, WORD, TOKEN, DOTTED, BASE64 };

static bool in_alphabet(enum alphabet a, char c)
{
    if (!c || (unsigned char)c >= 0x80) return false;
    switch (a) {
    case HEX: return isxdigit((unsigned char)c) != 0;
    case UPPER: return isupper((unsigned char)c) || isdigit((unsigned char)c);
    case ALNUM: return isalnum((unsigned char)c) != 0;
    case WORD: return isalnum((unsigned char)c) || c == '_';
    case TOKEN: return token_char(c);
    case DOTTED: return token_char(c) || c == '.' || c == '=';
    default: return isalnum((unsigned char)c) || strchr("+/=_-%", c);
    }
}

// What providers put before their keys; the characters that follow, how many, and how many bits of
// entropy (in tenths) they have at least. Words joined by dashes have up to 38, but no digits.
static const struct key {
    const char *prefix;
    enum alphabet set;
    uint16_t least, most;
    uint8_t entropy;
} keys[] = {
    // models
    {"sk-", ALNUM, 16, 64, 30},
    {"sk-", TOKEN, 32, 250, 38},
    {"sk-proj-", TOKEN, 20, 250, 32},
    {"sk-svcacct-", TOKEN, 20, 250, 32},
    {"sk-admin-", TOKEN, 20, 250, 32},
    {"sk-ant-", TOKEN, 20, 150, 32},
    {"sk-or-v1-", HEX, 32, 64, 28},
    {"sk-lf-", TOKEN, 36, 36, 28},
    {"hf_", ALNUM, 30, 40, 30},
    {"api_org_", ALNUM, 30, 40, 30},
    {"gsk_", ALNUM, 30, 60, 30},
    {"xai-", ALNUM, 30, 90, 30},
    {"r8_", ALNUM, 30, 45, 30},
    {"pplx-", ALNUM, 30, 60, 30},
    {"tvly-", TOKEN, 20, 60, 32},
    {"csk-", ALNUM, 40, 60, 30},
    {"nvapi-", TOKEN, 50, 90, 32},
    {"jina_", TOKEN, 40, 80, 32},
    {"lsv2_pt_", WORD, 40, 60, 28},
    {"lsv2_sk_", WORD, 40, 60, 28},
    {"tgp_v1_", TOKEN, 40, 60, 32},
    {"fw_", ALNUM, 22, 30, 34},
    {"esecret_", ALNUM, 20, 60, 30},
    {"e2b_", HEX, 40, 40, 28},
    {"rpa_", ALNUM, 40, 60, 30},
    // clouds
    {"AKIA", UPPER, 16, 16, 25},
    {"ASIA", UPPER, 16, 16, 25},
    {"ABIA", UPPER, 16, 16, 25},
    {"ACCA", UPPER, 16, 16, 25},
    {"ABSK", BASE64, 100, 300, 30},
    {"bedrock-api-key-", BASE64, 30, 4000, 30},
    {"LTAI", ALNUM, 12, 24, 28},
    {"AKID", ALNUM, 32, 36, 35},
    {"AIza", TOKEN, 33, 39, 32},
    {"AQ.Ab", TOKEN, 40, 80, 32},
    {"ya29.", DOTTED, 20, 2000, 32},
    {"GOCSPX-", TOKEN, 20, 40, 30},
    {"1//0", TOKEN, 40, 150, 32},
    {"AccountKey=", BASE64, 40, 100, 35},
    {"SharedAccessKey=", BASE64, 40, 100, 35},
    {"sig=", BASE64, 43, 120, 35},
    {"dop_v1_", HEX, 40, 64, 28},
    {"doo_v1_", HEX, 40, 64, 28},
    {"dor_v1_", HEX, 40, 64, 28},
    {"tk-us-", TOKEN, 40, 60, 32},
    {"HRKU-", TOKEN, 36, 80, 28},
    {"fo1_", TOKEN, 40, 50, 32},
    {"fm1a_", BASE64, 80, 4000, 35},
    {"fm1r_", BASE64, 80, 4000, 35},
    {"fm2_", BASE64, 80, 4000, 35},
    {"v1.0-", TOKEN, 171, 171, 28},
    {"nfp_", ALNUM, 36, 40, 30},
    {"sbp_", HEX, 40, 40, 28},
    {"sb_secret_", TOKEN, 30, 50, 32},
    {"hvs.", TOKEN, 24, 300, 32},
    {"hvb.", TOKEN, 24, 300, 32},
    {"hvr.", TOKEN, 24, 300, 32},
    {".atlasv1.", TOKEN, 60, 80, 32},
    {"pul-", HEX, 40, 40, 28},
    {"dapi", HEX, 32, 32, 25},
    {"pscale_tkn_", DOTTED, 32, 64, 30},
    {"pscale_oauth_", DOTTED, 32, 64, 30},
    {"pscale_pw_", DOTTED, 32, 64, 30},
    {"tskey-", TOKEN, 20, 80, 30},
    {"4b1d", ALNUM, 38, 38, 35},
    // code and packages
    {"ghp_", ALNUM, 30, 255, 30},
    {"gho_", ALNUM, 30, 255, 30},
    {"ghu_", ALNUM, 30, 255, 30},
    {"ghs_", ALNUM, 30, 255, 30},
    {"ghr_", ALNUM, 30, 255, 30},
    {"github_pat_", WORD, 30, 255, 32},
    {"glpat-", DOTTED, 20, 320, 30},
    {"glptt-", DOTTED, 20, 320, 28},
    {"gldt-", DOTTED, 20, 320, 30},
    {"glrt-", DOTTED, 20, 320, 30},
    {"glft-", DOTTED, 20, 320, 30},
    {"glimt-", DOTTED, 20, 320, 30},
    {"glsoat-", DOTTED, 20, 320, 30},
    {"glffct-", DOTTED, 20, 320, 30},
    {"glcbt-", DOTTED, 20, 320, 30},
    {"gloas-", DOTTED, 40, 320, 30},
    {"glagent-", DOTTED, 40, 320, 30},
    {"GR1348941", TOKEN, 20, 20, 30},
    {"ATATT3", DOTTED, 60, 250, 32},
    {"ATCTT3", DOTTED, 60, 250, 32},
    {"ATBB", ALNUM, 32, 32, 32},
    {"npm_", ALNUM, 30, 40, 30},
    {"pypi-", TOKEN, 40, 1000, 32},
    {"rubygems_", HEX, 48, 48, 28},
    {"CLOJARS_", HEX, 60, 60, 28},
    {"oy2", ALNUM, 43, 43, 35},
    {"dckr_pat_", TOKEN, 27, 36, 30},
    {"dckr_oat_", TOKEN, 27, 36, 30},
    {"AKCp", ALNUM, 69, 69, 38},
    {"cmVmd", ALNUM, 59, 59, 38},
    {"CCIPAT_", WORD, 40, 80, 30},
    {"bkua_", HEX, 40, 40, 28},
    {"pnu_", ALNUM, 36, 36, 30},
    {"sgp_", WORD, 40, 60, 28},
    {"sntrys_", BASE64, 60, 500, 32},
    {"sntryu_", HEX, 64, 64, 28},
    {"glc_", BASE64, 32, 400, 32},
    {"glsa_", WORD, 41, 41, 32},
    {"eyJrIjoi", BASE64, 60, 400, 35},
    {"dp.pt.", ALNUM, 40, 50, 32},
    {"dp.st.", DOTTED, 40, 80, 32},
    {"dp.ct.", ALNUM, 40, 50, 32},
    {"dt0c01.", DOTTED, 80, 100, 35},
    {"dt0s01.", DOTTED, 80, 100, 35},
    {"NRAK-", UPPER, 27, 27, 28},
    {"API-", UPPER, 26, 26, 30},
    {"PMAK-", TOKEN, 59, 59, 28},
    {"ico-", ALNUM, 32, 32, 30},
    // payment and messages
    {"sk_live_", ALNUM, 10, 250, 25},
    {"sk_test_", ALNUM, 10, 250, 25},
    {"sk_prod_", ALNUM, 10, 250, 25},
    {"rk_live_", ALNUM, 10, 250, 25},
    {"rk_test_", ALNUM, 10, 250, 25},
    {"rk_prod_", ALNUM, 10, 250, 25},
    {"whsec_", BASE64, 24, 80, 30},
    {"sq0atp-", TOKEN, 22, 60, 30},
    {"sq0csp-", TOKEN, 40, 60, 30},
    {"EAAA", TOKEN, 56, 64, 35},
    {"shpat_", HEX, 32, 32, 25},
    {"shpca_", HEX, 32, 32, 25},
    {"shppa_", HEX, 32, 32, 25},
    {"shpss_", HEX, 32, 32, 25},
    {"shippo_live_", HEX, 40, 40, 28},
    {"shippo_test_", HEX, 40, 40, 28},
    {"EZAK", ALNUM, 54, 54, 35},
    {"EZTK", ALNUM, 54, 54, 35},
    {"duffel_live_", TOKEN, 40, 50, 32},
    {"duffel_test_", TOKEN, 40, 50, 32},
    {"FLWSECK-", TOKEN, 12, 40, 28},
    {"FLWSECK_TEST-", TOKEN, 12, 40, 28},
    {"xoxb-", TOKEN, 20, 100, 28},
    {"xoxp-", TOKEN, 20, 120, 28},
    {"xoxa-", TOKEN, 20, 120, 28},
    {"xoxs-", TOKEN, 20, 120, 28},
    {"xoxo-", TOKEN, 20, 120, 28},
    {"xoxr-", TOKEN, 20, 120, 28},
    {"xoxe-", TOKEN, 20, 250, 28},
    {"xoxe.xoxb-", TOKEN, 20, 250, 28},
    {"xoxe.xoxp-", TOKEN, 20, 250, 28},
    {"xapp-", TOKEN, 20, 120, 28},
    {"hooks.slack.com/services/", BASE64, 40, 80, 30},
    {"hooks.slack.com/workflows/", BASE64, 40, 100, 30},
    {"hooks.slack.com/triggers/", BASE64, 40, 100, 30},
    {"discord.com/api/webhooks/", BASE64, 60, 120, 30},
    {"discordapp.com/api/webhooks/", BASE64, 60, 120, 30},
    {"SG.", DOTTED, 20, 80, 32},
    {"xkeysib-", TOKEN, 60, 90, 28},
    {"xsmtpsib-", TOKEN, 60, 90, 28},
    {"key-", HEX, 32, 32, 28},
    {"SK", HEX, 32, 32, 28},
    {"re_", WORD, 26, 40, 34},
    {"EAA", ALNUM, 80, 400, 35},
    // work and stores of secrets
    {"AGE-SECRET-KEY-1", UPPER, 58, 58, 30},
    {"ops_eyJ", BASE64, 100, 3000, 35},
    {"A3-", TOKEN, 30, 40, 30},
    {"p8e-", ALNUM, 32, 32, 30},
    {"pat", DOTTED, 79, 79, 32},
    {"lin_api_", ALNUM, 32, 48, 30},
    {"lin_oauth_", ALNUM, 32, 64, 28},
    {"ntn_", ALNUM, 40, 60, 32},
    {"secret_", ALNUM, 43, 43, 32},
    {"sha256~", TOKEN, 43, 43, 32},
    {"rdme_", ALNUM, 70, 70, 32},
    {"CFPAT-", TOKEN, 40, 50, 32},
    {"figd_", TOKEN, 38, 60, 32},
    {"phx_", ALNUM, 40, 60, 32},
    {"sm_aat_", ALNUM, 16, 16, 28},
    {"sm_pat_", ALNUM, 16, 16, 28},
    {"sm_sat_", ALNUM, 16, 16, 28},
    {"sdk-", TOKEN, 36, 36, 28},
};

// Random characters have digits among them, but for sets and lengths where chance may leave them
// out.
static bool looks_random(const struct key *key, const char *text, size_t n)
{
    size_t digits = 0;
    bool capital = false;
    for (size_t i = 0; i < n; i++) {
        digits += isdigit((unsigned char)text[i]) != 0;
        capital |= isupper((unsigned char)text[i]) != 0;
    }
    bool letters = key->set == ALNUM && n >= 30;
    bool dashes = memchr(text, '-', n) && !capital;
    return (letters || digits > (dashes ? n / 8 : 0)) && sa_entropy(text, n) >= key->entropy;
}

// The rows by the first two bytes of their prefixes: most words of a text begin like some of them.
static struct {
    pthread_once_t once;
    bool begins[256];             // whether a prefix begins with the byte
    uint8_t head[256];            // of a pair's bucket: its last row + 1; 0: none
    uint8_t next[SA_COUNT(keys)]; // a row before it in the bucket + 1
    uint8_t alphabets[256];       // of a byte: bit i for alphabet i
} firsts = {.once = PTHREAD_ONCE_INIT};
_Static_assert(SA_COUNT(keys) < UINT8_MAX, "rows + 1 are bytes");

static uint8_t bucket_of(const char *pair)
{
    return (uint8_t)((unsigned char)pair[0] * 31u + (unsigned char)pair[1]);
}

static void fill_firsts(void)
{
    for (size_t i = 0; i < SA_COUNT(keys); i++) {
        uint8_t *head = &firsts.head[bucket_of(keys[i].prefix)];
        firsts.begins[(unsigned char)keys[i].prefix[0]] = true;
        firsts.next[i] = *head;
        *head = (uint8_t)(i + 1);
    }
    for (unsigned c = 0; c < 256; c++)
        for (unsigned a = HEX; a <= BASE64; a++)
            if (in_alphabet(a, (char)c)) firsts.alphabets[c] |= (uint8_t)(1u << a);
}

// How many characters of the set there are at `p`; of more than `most` one more.
static size_t measure(struct sa_runs *runs, enum alphabet set, const char *text, size_t len,
                      size_t p, size_t most)
{
    size_t begin = runs->of[set].begin, end = runs->of[set].end;
    bool known = begin <= p && p < end;
    if (!known) begin = end = p;
    while (end < len && end - p <= most && firsts.alphabets[(unsigned char)text[end]] >> set & 1)
        end++;
    runs->of[set].begin = begin, runs->of[set].end = end;
    return end - p <= most ? end - p : most + 1;
}

static enum sa_detected match_row(const struct key *key, const char *text, size_t len, size_t at,
                                  bool more, struct sa_finding *found)
{
    size_t n = 0;
    while (key->prefix[n] && at + n < len && key->prefix[n] == text[at + n]) n++;
    if (key->prefix[n]) return more && at + n == len ? SA_DETECT_UNSURE : SA_DETECT_NONE;
    size_t p = at + n;
    size_t run = measure(found->runs, key->set, text, len, p, key->most);
    if (p + run == len && more && run <= key->most) return SA_DETECT_UNSURE;
    while (run && strchr(".=", text[p + run - 1])) run--; // the sentence's
    if (run < key->least || run > key->most || !looks_random(key, text + p, run))
        return SA_DETECT_NONE;
    if (p + run < len && token_char(text[p + run]) && key->least == key->most)
        return SA_DETECT_NONE; // of a certain length, and more follows
    found->len = n + run;
    return SA_DETECT_HIT;
}

SA_STATIC_MATCH(match_key)
{
    struct sa_finding longest = *found;
    pthread_once(&firsts.once, fill_firsts);
    if (at + 1 == len)
        return more && firsts.begins[(unsigned char)text[at]] ? SA_DETECT_UNSURE : SA_DETECT_NONE;
    for (size_t i = firsts.head[bucket_of(text + at)]; i; i = firsts.next[i - 1]) {
        enum sa_detected got = match_row(&keys[i - 1], text, len, at, more, found);
        if (got == SA_DETECT_UNSURE) return got;
        if (got == SA_DETECT_HIT && found->len > longest.len) longest = *found;
    }
    *found = longest;
    return longest.len ? SA_DETECT_HIT : SA_DETECT_NONE;
}

// ---- keys of other shapes ---------------------------------------------------------------------

// A run of token characters, of `least` to `most`, at *p, which moves behind it.
static enum sa_detected segment(const char *text, size_t len, size_t *p, bool more, size_t least,
                                size_t most)
{
    size_t n = run_of(text, len, *p, token_char);
    if (*p + n == len && more && n <= most) return SA_DETECT_UNSURE;
    *p += n;
    return n >= least && n <= most ? SA_DETECT_HIT : SA_DETECT_NONE;
}

// Telegram: the bot's number, a colon and 35 characters.
SA_STATIC_MATCH(match_bot)
{
    size_t p = at;
    while (p < len && p - at < 11 && isdigit((unsigned char)text[p])) p++;
    if (p == len) return more && p - at < 11 ? SA_DETECT_UNSURE : SA_DETECT_NONE;
    if (p - at < 8 || text[p++] != ':') return SA_DETECT_NONE;
    size_t start = p;
    enum sa_detected got = segment(text, len, &p, more, 35, 35);
    if (got == SA_DETECT_HIT && sa_entropy(text + start, 35) < 35) return SA_DETECT_NONE;
    found->len = p - at;
    return got;
}

// Discord: the user's number in base64 ("M", "N" or "O"), a time and a code.
SA_STATIC_MATCH(match_discord)
{
    static const size_t sizes[][2] = {{23, 28}, {6, 7}, {27, 40}};
    size_t p = at;
    for (size_t i = 0; i < SA_COUNT(sizes); i++) {
        if (i && p == len) return more ? SA_DETECT_UNSURE : SA_DETECT_NONE;
        if (i && text[p++] != '.') return SA_DETECT_NONE;
        enum sa_detected got = segment(text, len, &p, more, sizes[i][0], sizes[i][1]);
        if (got != SA_DETECT_HIT) return got;
    }
    found->len = p - at;
    return sa_entropy(text + at, p - at) >= 38 ? SA_DETECT_HIT : SA_DETECT_NONE;
}

static bool entra_char(char c)
{
    return token_char(c) || c == '.' || c == '~';
}

// Entra: three characters, a digit, "Q~" and 31 to 34 characters.
SA_STATIC_MATCH(match_entra)
{
    for (size_t i = 0; i < 6; i++) {
        if (at + i == len) return more ? SA_DETECT_UNSURE : SA_DETECT_NONE;
        char c = text[at + i];
        bool ok = i < 3    ? entra_char(c)
                  : i == 3 ? isdigit((unsigned char)c) != 0
                           : c == "Q~"[i - 4];
        if (!ok) return SA_DETECT_NONE;
    }
    size_t n = run_of(text, len, at + 6, entra_char);
    if (at + 6 + n == len && more && n < 36) return SA_DETECT_UNSURE;
    if (n < 31 || n > 35 || sa_entropy(text + at + 6, n) < 30) return SA_DETECT_NONE;
    found->len = n + 6;
    return SA_DETECT_HIT;
}

// Mailchimp: 32 hexadecimal digits and the name of a data centre.
SA_STATIC_MATCH(match_mailchimp)
{
    size_t n = 0;
    while (at + n < len && n < 33 && isxdigit((unsigned char)text[at + n])) n++;
    if (at + n == len) return more && n < 33 ? SA_DETECT_UNSURE : SA_DETECT_NONE;
    if (n != 32) return SA_DETECT_NONE;
    enum sa_detected got = literal(text, len, at + n, more, "-us");
    if (got != SA_DETECT_HIT) return got;
    size_t p = at + n + 3;
    while (p < len && isdigit((unsigned char)text[p])) p++;
    if (p == len && more) return SA_DETECT_UNSURE;
    if (p == at + n + 3 || p > at + n + 5) return SA_DETECT_NONE;
    found->len = p - at;
    return SA_DETECT_HIT;
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

// Something random: "bearer of ..." is English, and "token 2023-11-22T10:00" a time.
static bool is_token(const char *text, size_t n)
{
    size_t digits = 0, run = 0, longest = 0;
    for (size_t i = 0; i < n; i++) {
        digits += isdigit((unsigned char)text[i]) != 0;
        run = isalnum((unsigned char)text[i]) ? run + 1 : 0;
        if (run > longest) longest = run;
    }
    return n >= 16 && digits && longest >= 8 && sa_entropy(text, n) >= 32;
}

// user:password in base64
static bool is_pair(const char *text, size_t n)
{
    struct sa_buf pair = SA_BUF_INIT(SA_BUF_SMALL);
    bool ok = n >= 8 && sa_base64_take(&pair, text, n) && pair.len &&
              memchr(pair.data, ':', pair.len);
    for (size_t i = 0; ok && i < pair.len; i++) ok = (unsigned char)pair.data[i] >= ' ';
    sa_buf_release(&pair);
    return ok;
}

// "Authorization: Bearer TOKEN" and its like: the token alone is the finding.
SA_STATIC_MATCH(match_header)
{
    static const struct {
        const char *name;
        bool (*good)(const char *text, size_t n);
    } rows[] = {{"bearer ", is_token},         {"basic ", is_pair},
                {"x-api-key:", is_token},      {"api-key:", is_token},
                {"x-goog-api-key:", is_token}, {"token ", is_token},
                {"x-auth-token:", is_token},   {"private-token:", is_token}};
    enum sa_detected got = SA_DETECT_NONE;
    size_t row = 0;
    while (row < SA_COUNT(rows) &&
           (got = literal(text, len, at, more, rows[row].name)) == SA_DETECT_NONE)
        row++;
    if (got != SA_DETECT_HIT) return got;
    size_t p = at + strlen(rows[row].name);
    while (p < len && text[p] == ' ') p++;
    size_t n = run_of(text, len, p, header_char);
    if (p + n == len && more && n < MAX_TOKEN) return SA_DETECT_UNSURE;
    if (!rows[row].good(text + p, n)) return SA_DETECT_NONE;
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

#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LETTERS "abcdefghijklmnopqrstuvwxyz" CAPITALS
#define DIGITS "0123456789"

const struct sa_form sa_secret_forms[] = {
    {"private key", "-", SA_DETECT_SECRETS, match_private_key, false},
    {"JWT", "e", SA_DETECT_SECRETS, match_jwt, false},
    {"API key", LETTERS DIGITS ".", SA_DETECT_SECRETS, match_key, false},
    {"bot token", "123456789", SA_DETECT_SECRETS, match_bot, false},
    {"bot token", "MNO", SA_DETECT_SECRETS, match_discord, false},
    {"API key", "abcdef" DIGITS, SA_DETECT_SECRETS, match_mailchimp, false},
    {"client secret", LETTERS DIGITS, SA_DETECT_SECRETS, match_entra, false},
    {"authorisation header", "bBxXaApPtT", SA_DETECT_SECRETS, match_header, false},
    {"password in a URL", ":", SA_DETECT_SECRETS, match_url_password, false},
    {"labelled secret", LETTERS, SA_DETECT_LABELLED, sa_match_labelled_secret, true},
    {NULL, NULL, 0, NULL, false},
};
