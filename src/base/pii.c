// The forms of personal data. Where a number carries a check digit it must be right, and where it
// carries none the written form must be unmistakable: a check that cries wolf gets switched off.
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "base/detect.h"
#include "base/xalloc.h"

#define MATCH(name)                                                                                \
    static enum sa_detected name(const char *text, size_t len, size_t at, bool more,               \
                                 struct sa_finding *found)

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool alnum(char c)
{
    return isalnum((unsigned char)c) != 0;
}

// A number ends here: no digit or letter follows, nor a decimal part.
static bool ends_at(const char *text, size_t len, size_t at)
{
    if (at >= len) return true;
    if (alnum(text[at]) || text[at] == '_') return false;
    return !(text[at] == '.' && at + 1 < len && digit(text[at + 1]));
}

// ... and none began before it ("0.4111..." is a float, "-4..." may be a range).
static bool starts_at(const char *text, size_t at)
{
    return !at || !(digit(text[at - 1]) || text[at - 1] == '.' || text[at - 1] == '_');
}

// Matches `shape` at text[at]: 'd' a digit, 'A' a capital letter, '*' either, '?' an optional
// separator (space, dash or dot), '~' the same but required, anything else itself. The digits and
// letters go into `out` (room for the shape). Bytes used, 0: no match.
static size_t shape(const char *text, size_t len, size_t at, const char *want, char *out)
{
    size_t p = at, n = 0;
    for (; *want; want++) {
        bool separator = p < len && strchr(" -.", text[p]) && text[p];
        if (*want == '?') {
            p += separator;
            continue;
        }
        if (p >= len) return 0;
        char c = text[p++];
        bool ok = *want == 'd'   ? digit(c)
                  : *want == 'A' ? c >= 'A' && c <= 'Z'
                  : *want == '*' ? digit(c) || (c >= 'A' && c <= 'Z')
                  : *want == '~' ? separator
                                 : c == *want;
        if (!ok) return 0;
        if (digit(c) || (c >= 'A' && c <= 'Z')) out[n++] = c;
    }
    out[n] = 0;
    return ends_at(text, len, p) ? p - at : 0;
}

static unsigned modulo(const char *digits, size_t n, unsigned m)
{
    unsigned r = 0;
    for (size_t i = 0; i < n; i++) r = (r * 10 + (unsigned)(digits[i] - '0')) % m;
    return r;
}

// ISO/IEC 7812-1 annex B.
static bool luhn(const char *digits, size_t n)
{
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned v = (unsigned)(digits[n - 1 - i] - '0') << (i & 1);
        sum += v > 9 ? v - 9 : v;
    }
    return sum % 10 == 0;
}

static bool date_ok(const char *month, const char *day)
{
    int m = (month[0] - '0') * 10 + month[1] - '0', d = (day[0] - '0') * 10 + day[1] - '0';
    return m >= 1 && m <= 12 && d >= 1 && d <= 31;
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

// E.164: '+', then 8 to 15 digits with single separators between them.
static size_t international(const char *text, size_t len, size_t at)
{
    size_t p = at + 1, n = 0, last = 0;
    if (p >= len || text[p] < '1' || text[p] > '9') return 0;
    for (; p < len && n < 16; p++) {
        if (digit(text[p])) n++, last = p;
        else if (!strchr(" -.()/", text[p]) || !text[p] || p - last > 2) break;
    }
    return n >= 8 && n <= 15 && ends_at(text, len, last + 1) ? last + 1 - at : 0;
}

MATCH(match_phone)
{
    static const char *const shapes[] = {
        "(ddd) ddd-dddd", "(ddd)ddd-dddd", "ddd-ddd-dddd",  "ddd.ddd.dddd", // North America
        "0d~dd~dd~dd~dd",                                                   // France
        "0dd dddd dddd",  "0dddd dddddd",  "0ddd ddd dddd",                 // United Kingdom
        "0ddd dddddddd",  "0ddd ddddddd",  "0ddd/ddddddd",  "0ddd-ddddddd", // Germany and others
        "0dd dddddddd",   "0dd/dddddddd",  "0dd-dddddddd",  "0dd-dddd-dddd"};
    char digits[32];
    (void)more;
    if (!starts_at(text, at)) return SA_DETECT_NONE;
    if (text[at] == '+') found->len = international(text, len, at);
    for (size_t i = 0; i < SA_COUNT(shapes) && !found->len; i++)
        if (shapes[i][0] == text[at] || (shapes[i][0] == 'd' && digit(text[at])))
            found->len = shape(text, len, at, shapes[i], digits);
    return found->len ? SA_DETECT_HIT : SA_DETECT_NONE;
}

// ---- payment ----------------------------------------------------------------------------------

MATCH(match_card)
{
    char digits[20];
    size_t n = 0, p = at, group = 0; // digits before the first separator
    (void)more;
    if (!starts_at(text, at)) return SA_DETECT_NONE;
    for (; p < len && n < 20; p++) {
        if (digit(text[p])) digits[n++] = text[p], group += p - at == group;
        else if (!((text[p] == ' ' || text[p] == '-') && p + 1 < len && digit(text[p + 1]))) break;
    }
    if (n < 13 || n > 19 || !ends_at(text, len, p) || !luhn(digits, n)) return SA_DETECT_NONE;
    if (group < 4) return SA_DETECT_NONE; // cards group by four or more
    for (size_t i = 1; i < n && digits[i] == digits[0]; i++)
        if (i == n - 1) return SA_DETECT_NONE;
    found->len = p - at;
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
    size_t n = 0, p = at, want = len - at >= 4 ? iban_length(text + at) : 0;
    (void)more;
    if (!want || !digit(text[at + 2]) || !digit(text[at + 3])) return SA_DETECT_NONE;
    for (; p < len && n < want; p++) {
        if (alnum(text[p])) s[n++] = (char)toupper((unsigned char)text[p]);
        else if (text[p] != ' ' || n % 4) break;
    }
    if (n < want || !ends_at(text, len, p)) return SA_DETECT_NONE;
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

// ---- national ids -----------------------------------------------------------------------------

static bool us_ssn(const char *s) // the areas, groups and serials that were never given out
{
    return memcmp(s, "000", 3) && memcmp(s, "666", 3) && s[0] != '9' && memcmp(s + 3, "00", 2) &&
           memcmp(s + 5, "0000", 4);
}

static bool
fr_nir(const char *s) // key = 97 - number mod 97; Corsica's 2A and 2B count as 19 and 18
{
    char number[16];
    memcpy(number, s, 13);
    if (number[6] == 'A') number[5] = '1', number[6] = '9';
    if (number[6] == 'B') number[5] = '1', number[6] = '8';
    for (int i = 0; i < 15; i++)
        if (!digit(i < 13 ? number[i] : s[i])) return false;
    return strchr("12", s[0]) && 97 - modulo(number, 13, 97) == modulo(s + 13, 2, 100);
}

static bool es_dni(const char *s)
{
    char number[9];
    memcpy(number, s, 8);
    if (!digit(s[0])) number[0] = (char)(s[0] - 'X' + '0'); // foreigners: X, Y, Z
    return "TRWAGMYFPDXBNJZSQVHLCKE"[modulo(number, 8, 23)] == s[8];
}

static bool es_nie(const char *s)
{
    return s[0] >= 'X' && s[0] <= 'Z' && es_dni(s);
}

static bool it_fiscal(const char *s) // odd places by a table, even ones by value; sum mod 26
{
    static const uint8_t odd[] = {1,  0,  5, 7, 9, 13, 15, 17, 19, 21, 2,  4,  18,
                                  20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23};
    unsigned sum = 0;
    for (int i = 0; i < 15; i++) {
        unsigned v = (unsigned)(digit(s[i]) ? s[i] - '0' : s[i] - 'A');
        sum += i % 2 ? v : odd[v];
    }
    return s[15] == (char)('A' + sum % 26);
}

static bool pl_pesel(const char *s)
{
    static const char weights[] = "1379137913";
    unsigned sum = 0;
    for (int i = 0; i < 10; i++) sum += (unsigned)((weights[i] - '0') * (s[i] - '0'));
    char month[] = {(char)('0' + (s[2] - '0') % 2), s[3]}; // the century is added to the month
    return date_ok(month, s + 4) && (10 - sum % 10) % 10 == (unsigned)(s[10] - '0');
}

// ISO 7064 MOD 11,10; among the first ten digits exactly one comes twice or three times.
static bool de_tax(const char *s)
{
    unsigned product = 10;
    int count[10] = {0}, repeated = 0;
    for (int i = 0; i < 10; i++) {
        unsigned sum = ((unsigned)(s[i] - '0') + product) % 10;
        product = (sum ? sum : 10) * 2 % 11;
        if (++count[s[i] - '0'] == 2) repeated++;
        if (count[s[i] - '0'] > 3) return false;
    }
    return s[0] != '0' && repeated == 1 && (11 - product) % 10 == (unsigned)(s[10] - '0');
}

static bool br_cpf(const char *s)
{
    for (int n = 9; n < 11; n++) {
        unsigned sum = 0;
        for (int i = 0; i < n; i++) sum += (unsigned)((s[i] - '0') * (n + 1 - i));
        if (sum * 10 % 11 % 10 != (unsigned)(s[n] - '0')) return false;
    }
    return true;
}

static bool uk_nino(const char *s)
{
    static const char *const never[] = {"BG", "GB", "KN", "NK", "NT", "TN", "ZZ"};
    for (size_t i = 0; i < SA_COUNT(never); i++)
        if (!memcmp(s, never[i], 2)) return false;
    return !strchr("DFIQUV", s[0]) && !strchr("DFIOQUV", s[1]) && strchr("ABCD", s[8]);
}

static bool se_personal(const char *s)
{
    return date_ok(s + 2, s + 4) && luhn(s, 10);
}

static bool be_register(const char *s) // 97 - number mod 97, with a 2 in front from 2000 on
{
    unsigned key = modulo(s + 9, 2, 100), r = modulo(s, 9, 97);
    unsigned later = (unsigned)((2 * (uint64_t)1000000000 + r) % 97);
    // 2 * 10^9 mod 97 added to r: the same as the prefixed number mod 97.
    return date_ok(s + 2, s + 4) && (key == 97 - r || key == 97 - later);
}

static bool fi_code(const char *s)
{
    char number[10], rest[5];
    memcpy(rest, s + (s[6] > '9' ? 7 : 6), 4); // the century's letter is among the marks
    memcpy(number, s, 6);
    memcpy(number + 6, rest, 3);
    return date_ok(s + 2, s) && "0123456789ABCDEFHJKLMNPRSTUVWXY"[modulo(number, 9, 31)] == rest[3];
}

static bool cn_resident(const char *s) // ISO 7064 MOD 11-2
{
    unsigned sum = 0;
    for (int i = 0; i < 17; i++) {
        if (!digit(s[i])) return false;
        sum = (sum + (unsigned)(s[i] - '0')) * 2 % 11;
    }
    return date_ok(s + 10, s + 12) && "0123456789X"[(12 - sum) % 11] == s[17];
}

static const struct {
    const char *shape; // of `shape` above
    bool (*check)(const char *digits);
} ids[] = {
    {"ddd-dd-dddd", us_ssn},         {"d?dd?dd?d*?ddd?ddd?dd", fr_nir},
    {"dddddddd?A", es_dni},          {"A?ddddddd?A", es_nie},
    {"AAAAAAddAddAdddA", it_fiscal}, {"ddddddddddd", pl_pesel},
    {"ddddddddddd", de_tax},         {"dd ddd ddd ddd", de_tax},
    {"ddd.ddd.ddd-dd", br_cpf},      {"AA?dd?dd?dd?A", uk_nino},
    {"dddddd-dddd", se_personal},    {"dd.dd.dd-ddd.dd", be_register},
    {"dddddd-ddd*", fi_code},        {"dddddd+ddd*", fi_code},
    {"ddddddAddd*", fi_code},        {"ddddddddddddddddd*", cn_resident},
};

MATCH(match_id)
{
    char digits[32];
    (void)more;
    if (!starts_at(text, at)) return SA_DETECT_NONE;
    for (size_t i = 0; i < SA_COUNT(ids); i++) {
        size_t n = shape(text, len, at, ids[i].shape, digits);
        if (!n || !ids[i].check(digits)) continue;
        found->len = n;
        return SA_DETECT_HIT;
    }
    return SA_DETECT_NONE;
}

#define DIGITS "0123456789"
#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

const struct sa_form sa_pii_forms[] = {
    {"e-mail address", "@", SA_DETECT_PII, match_email},
    {"IBAN", CAPITALS, SA_DETECT_PII, match_iban},
    {"payment card number", DIGITS, SA_DETECT_PII, match_card},
    {"national id", DIGITS CAPITALS, SA_DETECT_PII, match_id},
    {"phone number", "+(" DIGITS, SA_DETECT_PII, match_phone},
    {NULL, NULL, 0, NULL},
};
