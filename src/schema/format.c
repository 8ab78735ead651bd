// Formats that texts can be held against, each by its RFC. Of a format that is not in the table
// every text is.
#include <arpa/inet.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "schema/schema_int.h"

// ---- dates and times (RFC 3339) -----------------------------------------------------------------

// Exactly n digits, which *p goes past; -1: others.
static int number(const char **p, int n)
{
    int value = 0;
    for (; n; n--, (*p)++) {
        if (**p < '0' || **p > '9') return -1;
        value = 10 * value + **p - '0';
    }
    return value;
}

static bool pass(const char **p, const char *any)
{
    if (!**p || !strchr(any, **p)) return false;
    (*p)++;
    return true;
}

static bool pass_date(const char **p)
{
    static const int days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int year = number(p, 4);
    if (year < 0 || !pass(p, "-")) return false;
    int month = number(p, 2);
    if (month < 1 || month > 12 || !pass(p, "-")) return false;
    int day = number(p, 2);
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return day >= 1 && day <= days[month - 1] && (month != 2 || leap || day < 29);
}

// A second 60 is one of UTC's at midnight.
static bool pass_time(const char **p)
{
    int sign = 0, zone_hour = 0, zone_minute = 0, hour = number(p, 2);
    if (hour < 0 || hour > 23 || !pass(p, ":")) return false;
    int minute = number(p, 2);
    if (minute < 0 || minute > 59 || !pass(p, ":")) return false;
    int second = number(p, 2);
    if (second < 0 || second > 60) return false;
    if (pass(p, ".")) {
        size_t digits = strspn(*p, "0123456789");
        *p += digits;
        if (!digits) return false;
    }
    if (!pass(p, "Zz")) {
        sign = **p == '-' ? -1 : 1;
        if (!pass(p, "+-") || (zone_hour = number(p, 2)) < 0 || zone_hour > 23 || !pass(p, ":") ||
            (zone_minute = number(p, 2)) < 0 || zone_minute > 59)
            return false;
    }
    int utc = 60 * hour + minute - sign * (60 * zone_hour + zone_minute);
    return second < 60 || (utc + 2 * 24 * 60) % (24 * 60) == 23 * 60 + 59;
}

static bool is_date(const char *text)
{
    return pass_date(&text) && !*text;
}

static bool is_time(const char *text)
{
    return pass_time(&text) && !*text;
}

static bool is_date_time(const char *text)
{
    return pass_date(&text) && pass(&text, "Tt") && pass_time(&text) && !*text;
}

// ---- names of machines --------------------------------------------------------------------------

// Labels of letters, digits and hyphens within (RFC 1123).
static bool is_hostname_of(const char *text, size_t len)
{
    if (!len || len > 253) return false;
    size_t label = 0;
    for (size_t i = 0; i <= len; i++) {
        if (i == len || text[i] == '.') {
            if (!label || label > 63 || text[i - 1] == '-' || text[i - label] == '-') return false;
            label = 0;
        } else if ((text[i] & 0x80) || !(isalnum((unsigned char)text[i]) || text[i] == '-')) {
            return false;
        } else {
            label++;
        }
    }
    return true;
}

static bool is_hostname(const char *text)
{
    return is_hostname_of(text, strlen(text));
}

static bool is_ipv4(const char *text)
{
    struct in_addr address;
    return inet_pton(AF_INET, text, &address) == 1;
}

static bool is_ipv6(const char *text)
{
    struct in6_addr address;
    return inet_pton(AF_INET6, text, &address) == 1;
}

// ---- addresses ----------------------------------------------------------------------------------

// Atoms with dots between, or a text in quotes (RFC 5321).
static bool is_mailbox(const char *text, size_t len)
{
    if (!len || len > 64) return false;
    if (text[0] == '"') {
        if (len < 2 || text[len - 1] != '"') return false;
        for (size_t i = 1; i + 1 < len; i++) {
            if (text[i] == '"' || (unsigned char)text[i] < ' ') return false;
            if (text[i] == '\\' && ++i + 1 >= len) return false;
        }
        return true;
    }
    for (size_t i = 0; i < len; i++) {
        bool dot = text[i] == '.';
        if (dot ? !i || i + 1 == len || text[i - 1] == '.'
                : !isalnum((unsigned char)text[i]) && !strchr("!#$%&'*+-/=?^_`{|}~", text[i]))
            return false;
    }
    return true;
}

static bool is_email(const char *text)
{
    const char *at = strrchr(text, '@');
    if (!at || !is_mailbox(text, (size_t)(at - text))) return false;
    size_t len = strlen(++at);
    if (at[0] != '[') return is_hostname_of(at, len);
    if (len < 3 || at[len - 1] != ']') return false;
    SA_AUTO_FREE char *literal = sa_xstrndup(at + 1, len - 2);
    return is_ipv4(literal) || (!strncasecmp(literal, "IPv6:", 5) && is_ipv6(literal + 5));
}

// Characters of a URI (RFC 3986) among `more`, and escapes.
static bool is_of_uri(const char *text, size_t len, const char *more)
{
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '%') {
            if (i + 2 >= len || !isxdigit((unsigned char)text[i + 1]) ||
                !isxdigit((unsigned char)text[i + 2]))
                return false;
            i += 2;
        } else if (c >= 0x80 || !(isalnum(c) || strchr("-._~!$&'()*+,;=:", c) || strchr(more, c))) {
            return false;
        }
    }
    return true;
}

// [user@]host[:port], where the host may be an address in brackets.
static bool is_authority(const char *text, size_t len)
{
    const char *at = memchr(text, '@', len), *host = at ? at + 1 : text, *end = text + len;
    if (at && !is_of_uri(text, (size_t)(at - text), "")) return false;
    const char *port = host;
    if (*host == '[' && host < end) {
        const char *close = memchr(host, ']', (size_t)(end - host));
        if (!close) return false;
        SA_AUTO_FREE char *address = sa_xstrndup(host + 1, (size_t)(close - host - 1));
        if (!is_ipv6(address) && address[0] != 'v') return false;
        port = close + 1;
    } else {
        while (port < end && *port != ':') port++;
        if (!is_of_uri(host, (size_t)(port - host), "")) return false;
    }
    if (port == end) return true;
    if (*port++ != ':') return false;
    while (port < end && isdigit((unsigned char)*port)) port++;
    return port == end;
}

static bool is_uri(const char *text)
{
    if (!isalpha((unsigned char)*text)) return false;
    size_t scheme = strspn(text,
                           "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");
    if (text[scheme] != ':') return false;
    text += scheme + 1;
    if (text[0] == '/' && text[1] == '/') {
        size_t len = strcspn(text += 2, "/?#");
        if (!is_authority(text, len)) return false;
        text += len;
    }
    size_t path = strcspn(text, "#");
    return is_of_uri(text, path, "/@?") &&
           (!text[path] || is_of_uri(text + path + 1, strlen(text + path + 1), "/@?"));
}

static bool is_uuid(const char *text)
{
    for (int i = 0; i < 36; i++) {
        bool hyphen = i == 8 || i == 13 || i == 18 || i == 23;
        if (hyphen ? text[i] != '-' : !isxdigit((unsigned char)text[i])) return false;
    }
    return !text[36];
}

// ---- all of them --------------------------------------------------------------------------------

bool sa_schema_has_format(const char *format, const char *text, const char **like)
{
    static const struct {
        const char *name;
        bool (*is)(const char *text);
        const char *like;
    } formats[] = {
        {"date-time", is_date_time, "a date and time as 2024-05-31T12:30:00Z"},
        {"date", is_date, "a date as 2024-05-31"},
        {"time", is_time, "a time as 12:30:00Z or 12:30:00+02:00"},
        {"email", is_email, "an e-mail address"},
        {"uri", is_uri, "a whole URI as https://example.com/a"},
        {"uuid", is_uuid, "a UUID as 123e4567-e89b-12d3-a456-426614174000"},
        {"ipv4", is_ipv4, "an IPv4 address as 192.0.2.1"},
        {"ipv6", is_ipv6, "an IPv6 address as 2001:db8::1"},
        {"hostname", is_hostname, "the name of a host as www.example.com"},
    };
    for (size_t i = 0; i < SA_COUNT(formats); i++) {
        if (strcmp(formats[i].name, format) != 0) continue;
        *like = formats[i].like;
        return formats[i].is(text);
    }
    return true;
}
