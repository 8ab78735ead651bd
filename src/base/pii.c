// The forms of personal data. Where a number carries a check digit it must be right, and where it
// carries none the written form must be unmistakable: a check that cries wolf gets switched off.
#include <ctype.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/detect.h"
#include "base/utf8.h"
#include "base/xalloc.h"

#define MATCH(name) static SA_MATCH(name)

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool alnum(char c)
{
    return isalnum((unsigned char)c) != 0;
}

// ---- addresses and numbers of communication ---------------------------------------------------

static bool local_char(char c)
{
    return alnum(c) || (c && strchr("._%+-", c));
}

MATCH(match_email) // tried at the '@'
{
    (void)more;
    size_t start = at, end = at + 1, dot = 0;
    while (start && at - start < 64 && local_char(text[start - 1])) start--;
    while (start < at && !alnum(text[start])) start++;
    if (at - start == 3 && !memcmp(text + start, "git", 3)) return SA_DETECT_NONE; // of a server
    for (; end < len && end - at < 255 && (alnum(text[end]) || strchr("-.", text[end])); end++) {
        if (!text[end]) break;
        if (text[end] == '.') dot = end;
    }
    while (end > at && !alnum(text[end - 1])) end--;
    if (dot >= end) // a full stop after the address
        for (dot = end; dot > at && text[dot - 1] != '.';) dot--;
    else dot++;
    if (start == at || dot <= at + 2 || end < dot + 2) return SA_DETECT_NONE;
    for (size_t i = dot; i < end; i++)
        if (digit(text[i])) return SA_DETECT_NONE; // no top-level domain has digits
    found->start = start;
    found->len = end - start;
    return SA_DETECT_HIT;
}

// "joe [at] example [dot] org": tried at the bracket.
MATCH(match_spelled_email)
{
    size_t start = at, p = at + 1, words = 0;
    (void)more;
    while (p < len && text[p] == ' ') p++;
    if (len - p < 4 || strncasecmp(text + p, "at", 2)) return SA_DETECT_NONE;
    for (p += 2; p < len && text[p] == ' ';) p++;
    if (p == len || !strchr("])}", text[p])) return SA_DETECT_NONE;
    while (start && text[start - 1] == ' ' && at - start < 3) start--;
    size_t name = start;
    while (start && name - start < 64 && local_char(text[start - 1])) start--;
    for (p++; p < len && p - at < 128; words++) { // words, each but the last with a dot behind
        while (p < len && text[p] == ' ') p++;
        size_t word = p;
        while (p < len && (alnum(text[p]) || text[p] == '-' || text[p] == '.')) p++;
        if (p == word) return SA_DETECT_NONE;
        found->len = p - start;
        if (memchr(text + word, '.', p - word - 1)) words++;
        size_t q = p;
        while (q < len && text[q] == ' ') q++;
        if (len - q < 5 || !strchr("[({", text[q]) || strncasecmp(text + q + 1, "dot", 3)) break;
        p = q + 5;
    }
    found->start = start;
    return start < name && words ? SA_DETECT_HIT : SA_DETECT_NONE;
}

// E.164: '+', then 8 to 15 digits with single separators between them.
static size_t international(const char *text, size_t len, size_t at)
{
    size_t p = at + 1, n = 0, last = 0;
    if (p >= len || text[p] < '1' || text[p] > '9') return 0;
    for (; p < len && n < 16; p++) {
        if (digit(text[p])) n++, last = p;
        else if (!strchr(" -.()/", text[p]) || !text[p] || p - last > 2) break;
    }
    return n >= 8 && n <= 15 && sa_number_ends(text, len, last + 1) ? last + 1 - at : 0;
}

// With the prefix of international calls written out: 00 or 011, then as behind a '+'.
static size_t dialled(const char *text, size_t len, size_t at)
{
    size_t skip = len - at > 4 && !memcmp(text + at, "011", 3)  ? 3
                  : len - at > 4 && !memcmp(text + at, "00", 2) ? 2
                                                                : 0;
    if (!skip || !strchr(" -", text[at + skip]) || !text[at + skip]) return 0;
    size_t n = international(text, len, at + skip);
    return n ? n + skip : 0;
}

MATCH(match_phone)
{
    static const char *const shapes[] = {
        "(ddd) ddd-dddd",  "(ddd)ddd-dddd",   "(ddd) ddd dddd", "ddd-ddd-dddd", // North America
        "ddd.ddd.dddd",    "1~ddd~ddd~dddd",
        "0d~dd~dd~dd~dd",                                      // France
        "0dd dddd dddd",   "0dddd dddddd",    "0ddd ddd dddd", // United Kingdom
        "(0dd) dddd dddd", "(0ddd) ddd dddd", "(0dddd) dddddd", "0ddd dddddddd",
        "0ddd ddddddd",    "0ddd/ddddddd",    "0ddd-ddddddd", // Germany and others
        "0ddd/dddddddd",   "0dd dddddddd",    "0dd/dddddddd",   "0dd/ddddddd",
        "0dd-dddddddd",    "(0dd) dddddddd",  "0dd-dddd-dddd",  "0d-dddd-dddd", // Japan
        "0dd~ddd~dd~dd",                                                        // Switzerland
        "04dd ddd ddd",    "(0d) dddd dddd",                                    // Australia
        "06-dddddddd",     "06 dddddddd",     "06 dd dd dd dd",                 // Netherlands
        "3dd ddd dddd",    "(dd) ddddd-dddd", "(dd) dddd-dddd",                 // Italy, Brazil
        "1dd dddd dddd",   "1dd-dddd-dddd"};                                    // China
    char digits[32];
    (void)more;
    if (!sa_number_starts(text, at)) return SA_DETECT_NONE;
    if (text[at] == '+') found->len = international(text, len, at);
    if (text[at] == '0') found->len = dialled(text, len, at);
    for (size_t i = 0; i < SA_COUNT(shapes) && !found->len; i++) {
        if (shapes[i][0] != text[at] && !(shapes[i][0] == 'd' && digit(text[at]))) continue;
        found->len = sa_shape(text, len, at, shapes[i], digits);
        if (strstr(shapes[i], "ddd") == shapes[i] && found->len && digits[0] < '2') found->len = 0;
    }
    return found->len ? SA_DETECT_HIT : SA_DETECT_NONE;
}

// ---- payment ----------------------------------------------------------------------------------

// The first digits that issuers were given, and the lengths of their numbers.
static bool issued(const char *digits, size_t n)
{
    static const struct {
        uint16_t first, last; // four digits
        uint8_t least, most;
    } issuers[] = {{2221, 2720, 16, 16}, {3000, 3059, 14, 14}, {3400, 3499, 15, 15},
                   {3528, 3589, 16, 19}, {3600, 3699, 14, 19}, {3700, 3799, 15, 15},
                   {3800, 3999, 14, 19}, {4000, 4999, 13, 19}, {5000, 5099, 13, 19},
                   {5100, 5599, 16, 16}, {5600, 6999, 13, 19}, {2200, 2204, 16, 19},
                   {9792, 9792, 16, 16}};
    unsigned first = 0;
    for (int i = 0; i < 4; i++) first = first * 10 + (unsigned)(digits[i] - '0');
    for (size_t i = 0; i < SA_COUNT(issuers); i++)
        if (first >= issuers[i].first && first <= issuers[i].last)
            return n >= issuers[i].least && n <= issuers[i].most;
    return false;
}

MATCH(match_card)
{
    char digits[20];
    size_t n = 0, p = at, end = at, group = 0; // digits before the first separator
    (void)more;
    if (!sa_number_starts(text, at)) return SA_DETECT_NONE;
    for (; p < len && n < 20; p++) {
        if (digit(text[p])) digits[n++] = text[p], group += p - at == group, end = p + 1;
        else if (!text[p] || !strchr(" -./", text[p]) || p - end > 2) break;
    }
    if (n < 13 || n > 19 || !sa_number_ends(text, len, end) || !sa_luhn(digits, n) ||
        !issued(digits, n))
        return SA_DETECT_NONE;
    if (group < 4) return SA_DETECT_NONE; // cards group by four or more
    for (size_t i = 1; i < n && digits[i] == digits[0]; i++)
        if (i == n - 1) return SA_DETECT_NONE;
    found->len = end - at;
    return SA_DETECT_HIT;
}

// ISO 13616: length by country, mod 97 of the rearranged number is 1.
static size_t iban_length(const char *country)
{
    static const char lengths[] =
        "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BR29CH21CR22CY28CZ24DE22DK18DO28EE20ES24FI18FO18FR27"
        "GB22GE22GI23GL18GR27GT28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LI21LT20LU20LV21LY25"
        "MC27MD24ME22MK19MR27MT31MU30NL18NO15PK24PL28PS29PT25QA29RO24RS22SA24SC31SE24SI19SK24SM27"
        "SV28TN24TR26UA29VA22VG24XK20";
    for (const char *p = lengths; *p; p += 4)
        if (p[0] == country[0] && p[1] == country[1])
            return (size_t)((p[2] - '0') * 10 + p[3] - '0');
    return 0;
}

MATCH(match_iban)
{
    char s[40];
    size_t n = 0, p = at;
    char country[] = {(char)toupper((unsigned char)text[at]),
                      len - at > 3 ? (char)toupper((unsigned char)text[at + 1]) : '\0'};
    size_t want = iban_length(country);
    (void)more;
    if (!want || !digit(text[at + 2]) || !digit(text[at + 3])) return SA_DETECT_NONE;
    for (; p < len && n < want; p++) {
        if (alnum(text[p])) s[n++] = (char)toupper((unsigned char)text[p]);
        else if (!text[p] || !strchr(" -.", text[p]) || n % 4) break;
    }
    if (n < want || !sa_number_ends(text, len, p)) return SA_DETECT_NONE;
    unsigned r = 0;
    for (size_t i = 0; i < n; i++) {
        char c = s[(i + 4) % n];
        r = digit(c) ? (r * 10 + (unsigned)(c - '0')) % 97
                     : (r * 100 + (unsigned)(c - 'A') + 10) % 97;
    }
    if (r != 1) return SA_DETECT_NONE;
    found->len = p - at;
    return SA_DETECT_HIT;
}

// ---- writings ---------------------------------------------------------------------------------

// The ASCII character that one at `at` stands for, or one that means nothing; its bytes in *used.
static char fold(const char *text, size_t len, size_t at, size_t *used)
{
    static const struct {
        uint32_t first, last;
        char ascii;
        bool rising; // the next is the next
    } ranges[] = {
        {0xFF10, 0xFF19, '0', true},  {0xFF21, 0xFF3A, 'A', true},  {0xFF41, 0xFF5A, 'a', true},
        {0x660, 0x669, '0', true},    {0x6F0, 0x6F9, '0', true},    {0x966, 0x96F, '0', true},
        {0x2010, 0x2015, '-', false}, {0x2212, 0x2212, '-', false}, {0xFF0D, 0xFF0D, '-', false},
        {0xA0, 0xA0, ' ', false},     {0x2000, 0x200A, ' ', false}, {0x202F, 0x202F, ' ', false},
        {0x3000, 0x3000, ' ', false}, {0xFF0E, 0xFF0E, '.', false}, {0xFF0B, 0xFF0B, '+', false},
        {0xFF08, 0xFF08, '(', false}, {0xFF09, 0xFF09, ')', false}};
    uint32_t cp;
    *used = 1;
    if (!((unsigned char)text[at] & 0x80)) return text[at];
    *used = sa_utf8_decode(text + at, len - at, &cp);
    for (size_t i = 0; i < SA_COUNT(ranges); i++)
        if (cp >= ranges[i].first && cp <= ranges[i].last)
            return (char)(ranges[i].ascii + (ranges[i].rising ? (char)(cp - ranges[i].first) : 0));
    return '\x1f';
}

// Tries a form on the text with digits, letters and separators of Unicode as those of ASCII.
static enum sa_detected on_folded(SA_MATCH((*match)), const char *text, size_t len, size_t at,
                                  struct sa_finding *found)
{
    enum { WINDOW = 80 };
    char c[WINDOW + 1];
    uint16_t place[WINDOW + 1];
    size_t n = 1, used, back = at;
    while (back && at - back < 3 && ((unsigned char)text[back - 1] & 0xC0) == 0x80) back--;
    c[0] = back ? fold(text, len, back - 1, &used) : ' ';
    for (size_t p = at; p < len && n < WINDOW; p += used, n++) {
        place[n] = (uint16_t)(p - at);
        c[n] = fold(text, len, p, &used);
        place[n + 1] = (uint16_t)(p + used - at);
    }
    struct sa_finding f = {1, 0, found->what, NULL};
    if (match(c, n, 1, false, &f) != SA_DETECT_HIT) return SA_DETECT_NONE;
    found->what = f.what;
    found->start = at + place[f.start];
    found->len = place[f.start + f.len] - place[f.start];
    return SA_DETECT_HIT;
}

#define FOLDED(name, match)                                                                        \
    MATCH(name)                                                                                    \
    {                                                                                              \
        (void)more;                                                                                \
        return on_folded(match, text, len, at, found);                                             \
    }
FOLDED(iban_form, match_iban)
FOLDED(card_form, match_card)
FOLDED(id_form, sa_match_national_id)
FOLDED(phone_form, match_phone)

#define DIGITS "0123456789\xEF\xD9\xDB\xE0"
#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LETTERS CAPITALS "abcdefghijklmnopqrstuvwxyz"

const struct sa_form sa_pii_forms[] = {
    {"e-mail address", "@", SA_DETECT_PII, match_email, false},
    {"e-mail address", "[({", SA_DETECT_PII, match_spelled_email, false},
    {"IBAN", LETTERS, SA_DETECT_PII, iban_form, false},
    {"payment card number", DIGITS, SA_DETECT_PII, card_form, false},
    {"national id", DIGITS CAPITALS, SA_DETECT_PII, id_form, false},
    {"phone number", "+(" DIGITS, SA_DETECT_PII, phone_form, false},
    {"labelled personal data", LETTERS, SA_DETECT_PII, sa_match_labelled_pii, true},
    {NULL, NULL, 0, NULL, false},
};
