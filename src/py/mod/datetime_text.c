// Module datetime: the calendar, and dates as text in their plain forms.
#include "datetime_int.h"

static const uint8_t month_days[] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
static const uint16_t days_before[] = {0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

static bool is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int py_days_in_month(int year, int month)
{
    return month == 2 && is_leap(year) ? 29 : month_days[month];
}

static int day_of_year(const struct py_date *d)
{
    return days_before[d->month] + (d->month > 2 && is_leap(d->year)) + d->day;
}

int32_t py_date_ordinal(const struct py_date *d)
{
    int y = d->year - 1;
    return y * 365 + y / 4 - y / 100 + y / 400 + day_of_year(d);
}

void py_date_from_ordinal(int32_t ordinal, struct py_date *out)
{
    int n = ordinal - 1;
    int n400 = n / 146097, n100 = n % 146097 / 36524;
    n = n % 146097 % 36524;
    int n4 = n / 1461, n1 = n % 1461 / 365;
    n = n % 1461 % 365;
    out->year = n400 * 400 + n100 * 100 + n4 * 4 + n1 + 1;
    if (n1 == 4 || n100 == 4) { // the last day of 4 or 400 years
        out->year--;
        out->month = 12;
        out->day = 31;
        return;
    }
    bool leap = is_leap(out->year);
    int month = (n + 50) >> 5, before = days_before[month] + (month > 2 && leap);
    if (before > n) {
        month--;
        before = days_before[month] + (month > 2 && leap);
    }
    out->month = (uint8_t)month;
    out->day = (uint8_t)(n - before + 1);
}

// --- to text ----------------------------------------------------------------------------------

// v in `width` digits at least; returns the end.
static char *digits(char *p, int v, int width)
{
    for (int i = width - 1; i >= 0; i--, v /= 10) p[i] = (char)('0' + v % 10);
    return p + width;
}

py_value py_datetime_iso(struct py_isolate *iso, py_value v, bool dt, char sep)
{
    char text[40], *p = digits(text, PY_DATE(v)->year, 4);
    *p++ = '-';
    p = digits(p, PY_DATE(v)->month, 2);
    *p++ = '-';
    p = digits(p, PY_DATE(v)->day, 2);
    if (dt) {
        const struct py_datetime *t = PY_DATETIME(v);
        *p++ = sep;
        p = digits(p, t->hour, 2);
        *p++ = ':';
        p = digits(p, t->minute, 2);
        *p++ = ':';
        p = digits(p, t->second, 2);
        if (t->us) {
            *p++ = '.';
            p = digits(p, t->us, 6);
        }
    }
    return py_str_new(iso, text, (size_t)(p - text));
}

static const char *const day_names[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                        "Friday", "Saturday", "Sunday"};
static const char *const month_names[] = {"",        "January",  "February", "March",  "April",
                                          "May",     "June",     "July",     "August", "September",
                                          "October", "November", "December"};

// The text of one directive of a value with the time of day of t. False: not one of those here.
static bool directive(struct py_sb *b, char c, const struct py_datetime *t)
{
    const struct py_date *d = &t->d;
    const char *day = day_names[(py_date_ordinal(d) + 6) % 7], *month = month_names[d->month];
    int value = 0, width = 2;
    switch (c) {
    case 'Y': value = d->year, width = 4; break;
    case 'y': value = d->year % 100; break;
    case 'm': value = d->month; break;
    case 'd': value = d->day; break;
    case 'H': value = t->hour; break;
    case 'I': value = t->hour % 12 ? t->hour % 12 : 12; break;
    case 'M': value = t->minute; break;
    case 'S': value = t->second; break;
    case 'f': value = t->us, width = 6; break;
    case 'j': value = day_of_year(d), width = 3; break;
    case 'A': py_sb_z(b, day); return true;
    case 'a': py_sb_ascii(b, day, 3); return true;
    case 'B': py_sb_z(b, month); return true;
    case 'b': py_sb_ascii(b, month, 3); return true;
    case 'p': py_sb_z(b, t->hour < 12 ? "AM" : "PM"); return true;
    case '%': py_sb_char(b, '%'); return true;
    default: return false;
    }
    char text[8];
    digits(text, value, width);
    py_sb_ascii(b, text, (size_t)width);
    return true;
}

py_value py_datetime_strftime(struct py_isolate *iso, py_value v, bool dt, py_value format)
{
    const struct py_str *f = py_str(format);
    struct py_datetime t = {.d = {.year = PY_DATE(v)->year}};
    t.d.month = PY_DATE(v)->month;
    t.d.day = PY_DATE(v)->day;
    if (dt) {
        t.hour = PY_DATETIME(v)->hour;
        t.minute = PY_DATETIME(v)->minute;
        t.second = PY_DATETIME(v)->second;
        t.us = PY_DATETIME(v)->us;
    }
    if (f->width != 1 || !f->ascii || t.d.year < 1000) return NULL; // years are not padded
    const char *s = f->data;
    struct py_sb b;
    py_sb_init(&b, iso);
    for (size_t i = 0; i < f->len; i++) {
        if (!s[i]) return NULL;
        if (s[i] != '%') py_sb_char(&b, (unsigned char)s[i]);
        else if (++i == f->len || !directive(&b, s[i], &t)) return NULL;
    }
    return py_sb_finish(&b);
}

// --- from text --------------------------------------------------------------------------------

// The number in exactly n digits, -1: there is something else.
static int number(const char *s, int n)
{
    int v = 0;
    for (int i = 0; i < n; i++) {
        if (s[i] < '0' || s[i] > '9') return -1;
        v = v * 10 + s[i] - '0';
    }
    return v;
}

static bool time_fields(const char *s, size_t n, struct py_datetime *out)
{
    int hour = number(s, 2), minute = s[2] == ':' ? number(s + 3, 2) : -1, second = 0, us = 0;
    if (n > 5) second = s[5] == ':' ? number(s + 6, 2) : -1;
    if (n > 8) us = s[8] == '.' ? number(s + 9, 6) : -1;
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 || us < 0)
        return false;
    out->hour = (uint8_t)hour;
    out->minute = (uint8_t)minute;
    out->second = (uint8_t)second;
    out->us = us;
    return true;
}

bool py_datetime_parse(py_value text, struct py_datetime *out, bool *time)
{
    const struct py_str *t = py_str(text);
    if (t->width != 1 || t->len < 10) return false;
    const char *s = t->data;
    size_t n = t->len - 10; // of the time and its separator
    int year = number(s, 4), month = number(s + 5, 2), day = number(s + 8, 2);
    if (s[4] != '-' || s[7] != '-' || year < 1 || month < 1 || month > 12 || day < 1 ||
        day > py_days_in_month(year, month))
        return false;
    *out = (struct py_datetime){.tz = PY_NONE};
    out->d.year = year;
    out->d.month = (uint8_t)month;
    out->d.day = (uint8_t)day;
    *time = n;
    return !n || ((n == 6 || n == 9 || n == 16) && time_fields(s + 11, n - 1, out));
}
