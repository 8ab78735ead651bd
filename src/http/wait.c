// How long a server asks to be left alone, in the forms that servers say it: headers, and numbers
// in the body of an error.
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "http/http.h"

static const int64_t longest_ms = INT64_C(1000000000000);

static int64_t in_ms(double seconds)
{
    if (!(seconds >= 0)) return -1;
    return seconds > 1e9 ? longest_ms : (int64_t)(seconds * 1000);
}

int64_t sa_http_retry_after(const char *value, int64_t now)
{
    double seconds;
    if (sa_parse_double(value, &seconds)) return in_ms(seconds);
    // RFC 9110 section 5.6.7: IMF-fixdate, RFC 850 date, asctime date; all in GMT.
    static const char *const formats[] = {"%a, %d %b %Y %H:%M:%S", "%A, %d-%b-%y %H:%M:%S",
                                          "%a %b %d %H:%M:%S %Y"};
    for (size_t i = 0; i < SA_COUNT(formats); i++) {
        struct tm tm = {0};
        if (!strptime(value, formats[i], &tm)) continue;
        int64_t when = (int64_t)timegm(&tm);
        return when > now ? (when - now) * 1000 : 0;
    }
    return -1;
}

// The number at *p, which moves behind it; < 0: there is none.
static double number(const char **p, const char *end)
{
    char text[32];
    size_t n = 0;
    while (*p + n < end && n + 1 < sizeof text &&
           (isdigit((unsigned char)(*p)[n]) || (*p)[n] == '.'))
        text[n] = (*p)[n], n++;
    while (n && text[n - 1] == '.') n--; // the sentence ends here
    text[n] = 0;
    *p += n;
    double value;
    return n && sa_parse_double(text, &value) ? value : -1;
}

// "1m2.3s", "250ms", "20.5 seconds", "17": seconds; < 0: no such thing.
static double duration(const char *p, const char *end)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"ms", 0.001}, {"millisecond", 0.001}, {"s", 1}, {"h", 3600}, {"m", 60}};
    double sum = -1;
    for (;;) {
        double value = number(&p, end);
        if (value < 0) return sum;
        while (p < end && *p == ' ') p++;
        double unit = sum < 0 ? 1 : 0; // a bare number is seconds, unless it follows a unit
        for (size_t i = 0; i < SA_COUNT(units); i++) {
            size_t n = strlen(units[i].name);
            if ((size_t)(end - p) < n || strncasecmp(p, units[i].name, n)) continue;
            unit = units[i].seconds;
            p += n;
            break;
        }
        sum = (sum < 0 ? 0 : sum) + value * unit;
    }
}

int64_t sa_http_wait_in(const char *body, size_t len)
{
    static const char *const names[] = {"\"retryDelay\"", "\"retry_after\"", "\"estimated_time\"",
                                        "try again in ",  "retry after ",    "retry in "};
    for (size_t i = 0; i < SA_COUNT(names); i++) {
        size_t n = strlen(names[i]);
        for (size_t at = 0; at + n < len; at++) {
            if (strncasecmp(body + at, names[i], n)) continue;
            const char *p = body + at + n, *end = body + len;
            while (p < end && strchr("\": ", *p)) p++;
            int64_t ms = in_ms(duration(p, end));
            if (ms >= 0) return ms;
        }
    }
    return -1;
}
