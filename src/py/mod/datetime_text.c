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

// The days of all years before one, which may lie far beyond the 9999 of dates.
static int64_t days_until(int year)
{
    int64_t y = (int64_t)year - 1;
    return y * 365 + y / 4 - y / 100 + y / 400;
}

int32_t py_date_ordinal(const struct py_date *d)
{
    return (int32_t)days_until(d->year) + day_of_year(d);
}

// E. M. Reingold and N. Dershowitz, Calendrical Calculations, 2.2 and 2.3: the year by its mean
// length, the month as if February had 30 days.
void py_date_from_ordinal(int32_t ordinal, struct py_date *out)
{
    int year = (int)(((int64_t)ordinal + 1) * 400 / 146097); // or the one after it
    if (ordinal > days_until(year + 1)) year++;
    bool leap = is_leap(year);
    int day = (int)(ordinal - days_until(year) - 1);
    int missing = day < 59 + leap ? 0 : leap ? 1 : 2;
    int month = (12 * (day + missing) + 373) / 367;
    out->year = year;
    out->month = (uint8_t)month;
    out->day = (uint8_t)(day + 1 - days_before[month] - (month > 2 && leap));
}

// --- to text ----------------------------------------------------------------------------------

// v in `width` digits at least; returns the end.
static char *digits(char *p, int v, int width)
{
    for (int i = width - 1; i >= 0; i--, v /= 10) p[i] = (char)('0' + v % 10);
    return p + width;
}

static char *date_digits(char *p, const struct py_date *d)
{
    p = digits(p, d->year, 4);
    *p++ = '-';
    p = digits(p, d->month, 2);
    *p++ = '-';
    return digits(p, d->day, 2);
}

py_value py_date_iso(struct py_isolate *iso, py_value v)
{
    char text[16];
    return py_str_new(iso, text, (size_t)(date_digits(text, PY_DATE(v)) - text));
}

// An offset from UTC: '+HH:MM', with seconds and microseconds where there are any.
static char *offset_digits(char *p, int64_t us, const char *sep)
{
    *p++ = us < 0 ? '-' : '+';
    if (us < 0) us = -us;
    const int64_t seconds = us / 1000000,
                  parts[] = {seconds / 3600, seconds / 60 % 60, seconds % 60};
    for (int i = 0; i < 2 + (us % 60000000 != 0); i++) {
        if (i && *sep) *p++ = *sep;
        p = digits(p, (int)parts[i], 2);
    }
    if (us % 1000000 == 0) return p;
    *p++ = '.';
    return digits(p, (int)(us % 1000000), 6);
}

// Time of day as `timespec` says: how many of hours, minutes and seconds, and digits behind them.
static char *time_digits(char *p, const struct py_datetime *t, int parts, int fraction)
{
    const int fields[] = {t->hour, t->minute, t->second};
    for (int i = 0; i < parts; i++) {
        if (i) *p++ = ':';
        p = digits(p, fields[i], 2);
    }
    if (!fraction) return p;
    *p++ = '.';
    return digits(p, fraction == 3 ? t->us / 1000 : t->us, fraction);
}

py_value py_datetime_iso(struct py_isolate *iso, py_value v, py_value sep, py_value timespec)
{
    static const struct {
        const char *name;
        int parts, fraction;
    } specs[] = {{"auto", 3, -1},   {"hours", 1, 0},        {"minutes", 2, 0},
                 {"seconds", 3, 0}, {"milliseconds", 3, 3}, {"microseconds", 3, 6}};
    enum { SPECS = sizeof specs / sizeof *specs };
    if (sep && (!py_is_str(sep) || py_str(sep)->len != 1))
        return py_raise_type_error(
            iso, "isoformat() argument 1 must be a unicode character, not %A", sep);
    if (timespec && !py_is_str(timespec))
        return py_raise_type_error(iso, "isoformat() argument 2 must be str, not %A", timespec);
    int spec = 0;
    while (timespec && spec < SPECS && !py_str_is(timespec, specs[spec].name)) spec++;
    if (spec == SPECS) return py_raise_value_error(iso, "Unknown timespec value");
    int64_t offset;
    int zone = py_datetime_offset(iso, v, &offset);
    if (zone < 0) return NULL;
    const struct py_datetime *t = PY_DATETIME(v);
    int fraction = specs[spec].fraction < 0 ? (t->us ? 6 : 0) : specs[spec].fraction;
    char text[64], *p = date_digits(text, &t->d), *time = p + 1;
    *p = 'T';
    p = time_digits(time, t, specs[spec].parts, fraction);
    if (zone) p = offset_digits(p, offset, ":");
    if (!sep) return py_str_new(iso, text, (size_t)(p - text));
    struct py_sb b;
    py_sb_init(&b, iso);
    py_sb_ascii(&b, text, (size_t)(time - 1 - text));
    py_sb_str(&b, sep);
    py_sb_ascii(&b, time, (size_t)(p - time));
    return py_sb_finish(&b);
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

// %z and %Z, which are empty without a zone. False: exception, or a name for the Python part.
static bool zone_directive(struct py_sb *b, char c, struct py_isolate *iso, py_value v)
{
    if (c == 'Z') {
        py_value name = py_datetime_zone_name(iso, v);
        if (name && py_is_exact(name, PY_K_STR)) py_sb_str(b, name);
        return name && (name == PY_NONE || py_is_exact(name, PY_K_STR));
    }
    char text[32];
    int64_t offset;
    int zone = py_datetime_offset(iso, v, &offset);
    if (zone > 0) py_sb_ascii(b, text, (size_t)(offset_digits(text, offset, "") - text));
    return zone >= 0;
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
    // timetuple() asks for dst(), which may raise.
    if (dt && PY_DATETIME(v)->tz != PY_NONE && !py_datetime_m_dst(iso, &v)) return NULL;
    const char *s = f->data;
    struct py_sb b;
    py_sb_init(&b, iso);
    for (size_t i = 0; i < f->len; i++) {
        if (!s[i]) return NULL;
        if (s[i] != '%') py_sb_char(&b, (unsigned char)s[i]);
        else if (++i == f->len) return NULL;
        else if (dt && (s[i] == 'z' || s[i] == 'Z')) {
            if (!zone_directive(&b, s[i], iso, v)) return NULL;
        } else if (!directive(&b, s[i], &t)) return NULL;
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

// 'HH:MM', ':SS', '.fff' or '.ffffff' in n characters.
static bool time_fields(const char *s, size_t n, struct py_datetime *out)
{
    if (n != 5 && n != 8 && n != 12 && n != 15) return false;
    int hour = number(s, 2), minute = s[2] == ':' ? number(s + 3, 2) : -1, second = 0, us = 0;
    if (n > 5) second = s[5] == ':' ? number(s + 6, 2) : -1;
    if (n > 8) us = s[8] == '.' ? number(s + 9, n == 12 ? 3 : 6) : -1;
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 || us < 0)
        return false;
    out->hour = (uint8_t)hour;
    out->minute = (uint8_t)minute;
    out->second = (uint8_t)second;
    out->us = n == 12 ? us * 1000 : us;
    return true;
}

// The length of a zone at the end of n characters: 'Z' or '+HH:MM'; 0: there is none.
static size_t zone_field(const char *s, size_t n, int32_t *offset)
{
    *offset = 0;
    if (n && s[n - 1] == 'Z') return 1;
    if (n < 6 || (s[n - 6] != '+' && s[n - 6] != '-') || s[n - 3] != ':') return 0;
    int hour = number(s + n - 5, 2), minute = number(s + n - 2, 2);
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return 0;
    *offset = (hour * 3600 + minute * 60) * (s[n - 6] == '-' ? -1 : 1);
    return 6;
}

bool py_datetime_parse(py_value text, struct py_datetime *out, enum py_datetime_tail *tail,
                       int32_t *offset)
{
    const struct py_str *t = py_str(text);
    if (t->width != 1 || t->len < 10) return false;
    const char *s = t->data;
    int year = number(s, 4), month = number(s + 5, 2), day = number(s + 8, 2);
    if (s[4] != '-' || s[7] != '-' || year < 1 || month < 1 || month > 12 || day < 1 ||
        day > py_days_in_month(year, month))
        return false;
    *out = (struct py_datetime){.tz = PY_NONE};
    out->d.year = year;
    out->d.month = (uint8_t)month;
    out->d.day = (uint8_t)day;
    *tail = PY_DT_NO_TIME;
    if (t->len == 10) return true;
    s += 11;
    size_t n = t->len - 11, zone = zone_field(s, n, offset);
    *tail = zone ? PY_DT_WITH_ZONE : PY_DT_NO_ZONE;
    return time_fields(s, n - zone, out);
}
