# Module calendar: months and years as lists of weeks, as text and as HTML tables. Names of days
# and months are those of the C locale, the only one here. The enumerations are made when one is
# asked for (module _calendar_enums).
__all__ = ['IllegalMonthError', 'IllegalWeekdayError', 'setfirstweekday', 'firstweekday', 'isleap',
           'leapdays', 'weekday', 'monthrange', 'monthcalendar', 'prmonth', 'month', 'prcal',
           'calendar', 'timegm', 'month_name', 'month_abbr', 'day_name', 'day_abbr', 'Calendar',
           'TextCalendar', 'HTMLCalendar', 'LocaleTextCalendar', 'LocaleHTMLCalendar', 'weekheader',
           'Day', 'Month', 'JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE', 'JULY', 'AUGUST',
           'SEPTEMBER', 'OCTOBER', 'NOVEMBER', 'DECEMBER', 'MONDAY', 'TUESDAY', 'WEDNESDAY',
           'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

error = ValueError
EPOCH = 1970
mdays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
_colwidth, _spacing = 7 * 3 - 1, 6


class IllegalMonthError(ValueError):
    def __init__(self, month):
        self.month = month

    def __str__(self):
        return f'bad month number {self.month!r}; must be 1-12'


class IllegalWeekdayError(ValueError):
    def __init__(self, weekday):
        self.weekday = weekday

    def __str__(self):
        return f'bad weekday number {self.weekday!r}; must be 0 (Monday) to 6 (Sunday)'


_DAYS = ('MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY')
_MONTHS = ('JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE', 'JULY', 'AUGUST', 'SEPTEMBER',
           'OCTOBER', 'NOVEMBER', 'DECEMBER')
_FORMER = {'January': 1, 'February': 2}
_ENUMS = ('Month', 'Day', *_MONTHS, *_DAYS)


def _enum(name):
    """A class of _calendar_enums or a member of one; from now on they are names here."""
    if name not in globals():
        from _calendar_enums import Day, Month
        globals().update({'Month': Month, 'Day': Day, **Month.__members__, **Day.__members__})
    return globals()[name]


def __getattr__(name):
    if name in _ENUMS:
        return _enum(name)
    if name in _FORMER:
        import warnings
        warnings.warn(f"The '{name}' attribute is deprecated, use '{name.upper()}' instead",
                      DeprecationWarning, stacklevel=2)
        return _FORMER[name]
    if name == 'datetime':
        import datetime
        return datetime
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def __dir__():
    return sorted({*globals(), *_ENUMS})


class _Names:
    """A sequence of names that is not a list, as CPython's depends on the locale."""

    def __init__(self, names):
        self._names = names

    def __getitem__(self, i):
        return self._names[i]

    def __len__(self):
        return len(self._names)


day_name = _Names([day.capitalize() for day in _DAYS])
day_abbr = _Names([name[:3] for name in day_name])
month_name = _Names([''] + [month.capitalize() for month in _MONTHS])
month_abbr = _Names([name[:3] for name in month_name])


def isleap(year):
    """Has February 29 days in that year?"""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def leapdays(y1, y2):
    """How many leap years there are from y1 up to, not including, y2."""
    y1, y2 = y1 - 1, y2 - 1
    return y2 // 4 - y1 // 4 - (y2 // 100 - y1 // 100) + (y2 // 400 - y1 // 400)


def weekday(year, month, day):
    """Day of the week of a date, from 0 for Monday to 6 for Sunday."""
    import datetime
    if year not in range(datetime.MINYEAR, datetime.MAXYEAR + 1):
        year = year % 400 + 2000  # the weekdays of 400 years are those of the next
    return _enum('Day')(datetime.date(year, month, day).weekday())


def monthrange(year, month):
    """Day of the week of the first of a month, and how many days the month has."""
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)
    return weekday(year, month, 1), _monthlen(year, month)


def _monthlen(year, month):
    return mdays[month] + (month == 2 and isleap(year))


def _grouped(items, size):
    return [items[i:i + size] for i in range(0, len(items), size)]


class Calendar(object):
    """Weeks of days; itermonth* methods give a month's days filled up to whole weeks."""

    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    def getfirstweekday(self):
        return self._first % 7

    def setfirstweekday(self, firstweekday):
        self._first = firstweekday

    firstweekday = property(getfirstweekday, setfirstweekday)

    def iterweekdays(self):
        first = self.firstweekday
        return iter([*range(first, 7), *range(first)])

    def itermonthdates(self, year, month):
        import datetime
        return (datetime.date(*day) for day in self.itermonthdays3(year, month))

    def itermonthdays(self, year, month):
        first, count = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        yield from [0] * before
        yield from range(1, count + 1)
        yield from [0] * (-(before + count) % 7)

    def itermonthdays2(self, year, month):
        for i, d in enumerate(self.itermonthdays(year, month), self.firstweekday):
            yield d, i % 7

    def itermonthdays3(self, year, month):
        first, count = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        after = -(before + count) % 7
        length = _monthlen(*((year - 1, 12) if month == 1 else (year, month - 1)))
        for months, days in ((-1, range(length - before + 1, length + 1)), (0, range(1, count + 1)),
                             (1, range(1, after + 1))):
            years, place = divmod(month - 1 + months, 12)
            yield from [(year + years, place + 1, day) for day in days]

    def itermonthdays4(self, year, month):
        for i, (y, m, d) in enumerate(self.itermonthdays3(year, month)):
            yield y, m, d, (self.firstweekday + i) % 7

    def monthdatescalendar(self, year, month):
        return _grouped(list(self.itermonthdates(year, month)), 7)

    def monthdays2calendar(self, year, month):
        return _grouped(list(self.itermonthdays2(year, month)), 7)

    def monthdayscalendar(self, year, month):
        return _grouped(list(self.itermonthdays(year, month)), 7)

    def yeardatescalendar(self, year, width=3):
        return _grouped([self.monthdatescalendar(year, m) for m in range(1, 13)], width)

    def yeardays2calendar(self, year, width=3):
        return _grouped([self.monthdays2calendar(year, m) for m in range(1, 13)], width)

    def yeardayscalendar(self, year, width=3):
        return _grouped([self.monthdayscalendar(year, m) for m in range(1, 13)], width)


class TextCalendar(Calendar):
    """Calendars as plain text, like the UNIX program cal."""

    def prweek(self, theweek, width):
        print(self.formatweek(theweek, width), end='')

    def formatday(self, day, weekday, width):
        return ('' if day == 0 else '%2i' % day).center(width)

    def formatweek(self, theweek, width):
        return ' '.join([self.formatday(d, wd, width) for d, wd in theweek])

    def formatweekday(self, day, width):
        return (day_name if width >= 9 else day_abbr)[day][:width].center(width)

    def formatweekheader(self, width):
        return ' '.join([self.formatweekday(i, width) for i in self.iterweekdays()])

    def formatmonthname(self, theyear, themonth, width, withyear=True):
        name = month_name[themonth]
        return (f'{name} {theyear!r}' if withyear else name).center(width)

    def prmonth(self, theyear, themonth, w=0, l=0):
        print(self.formatmonth(theyear, themonth, w, l), end='')

    def formatmonth(self, theyear, themonth, w=0, l=0):
        w, l = max(2, w), max(1, l)
        lines = [self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1), self.formatweekheader(w)]
        lines += [self.formatweek(week, w) for week in self.monthdays2calendar(theyear, themonth)]
        return ''.join([line.rstrip() + '\n' * l for line in lines])

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        from itertools import count, zip_longest
        w, l, c = max(2, w), max(1, l), max(2, c)
        width, end, number = (w + 1) * 7 - 1, '\n' * l, count(1)
        head = self.formatweekheader(w)
        out = [repr(theyear).center(width * m + c * (m - 1)).rstrip()]
        for row in self.yeardays2calendar(theyear, m):
            months = [[self.formatmonthname(theyear, next(number), width, False), head,
                       *[self.formatweek(week, w) for week in weeks]] for weeks in row]
            out.append('')
            out += [formatstring(line, width, c).rstrip() for line in zip_longest(*months, fillvalue='')]
        return end.join(out) + end

    def pryear(self, theyear, w=0, l=0, c=6, m=3):
        print(self.formatyear(theyear, w, l, c, m), end='')


class HTMLCalendar(Calendar):
    """Calendars as HTML tables; the cssclass attributes name the classes of their cells."""
    cssclasses = 'mon tue wed thu fri sat sun'.split()
    cssclasses_weekday_head = cssclasses
    cssclass_noday = 'noday'
    cssclass_month_head = cssclass_month = 'month'
    cssclass_year_head = cssclass_year = 'year'

    def formatday(self, day, weekday):
        if day == 0:
            return f'<td class="{self.cssclass_noday}">&nbsp;</td>'
        return f'<td class="{self.cssclasses[weekday]}">{day}</td>'

    def formatweek(self, theweek):
        return '<tr>' + ''.join([self.formatday(d, wd) for d, wd in theweek]) + '</tr>'

    def formatweekday(self, day):
        return f'<th class="{self.cssclasses_weekday_head[day]}">{day_abbr[day]}</th>'

    def formatweekheader(self):
        return '<tr>' + ''.join([self.formatweekday(i) for i in self.iterweekdays()]) + '</tr>'

    def formatmonthname(self, theyear, themonth, withyear=True):
        name = str(month_name[themonth]) + (f' {theyear}' if withyear else '')
        return f'<tr><th colspan="7" class="{self.cssclass_month_head}">{name}</th></tr>'

    def formatmonth(self, theyear, themonth, withyear=True):
        rows = [f'<table border="0" cellpadding="0" cellspacing="0" class="{self.cssclass_month}">',
                self.formatmonthname(theyear, themonth, withyear), self.formatweekheader()]
        rows += [self.formatweek(week) for week in self.monthdays2calendar(theyear, themonth)]
        return '\n'.join(rows) + '\n</table>\n'

    def formatyear(self, theyear, width=3):
        width = max(width, 1)
        out = ['<table border="0" cellpadding="0" cellspacing="0" '
               f'class="{self.cssclass_year}">\n<tr><th colspan="{width}" '
               f'class="{self.cssclass_year_head}">{theyear}</th></tr>']
        for months in _grouped(list(range(1, 13)), width):
            cells = [f'<td>{self.formatmonth(theyear, m, withyear=False)}</td>' for m in months]
            out.append('<tr>' + ''.join(cells) + '</tr>')
        return ''.join(out) + '</table>'

    def formatyearpage(self, theyear, width=3, css='calendar.css', encoding=None):
        encoding = encoding or 'utf-8'
        link = '' if css is None else f'<link rel="stylesheet" type="text/css" href="{css}" />\n'
        return (f'<?xml version="1.0" encoding="{encoding}"?>\n'
                '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" '
                '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n<html>\n<head>\n'
                f'<meta http-equiv="Content-Type" content="text/html; charset={encoding}" />\n'
                f'{link}<title>Calendar for {theyear}</title>\n</head>\n<body>\n'
                f'{self.formatyear(theyear, width)}</body>\n</html>\n'
                ).encode(encoding, 'xmlcharrefreplace')


class different_locale:
    """Sets the locale of times inside a with block; only the C locale exists."""

    def __init__(self, locale):
        self.locale = locale
        self.oldlocale = None

    def __enter__(self):
        import locale
        self.oldlocale = locale.setlocale(locale.LC_TIME, None)
        locale.setlocale(locale.LC_TIME, self.locale)

    def __exit__(self, *args):
        import locale
        locale.setlocale(locale.LC_TIME, self.oldlocale)


def _default_locale():
    import locale
    return locale.setlocale(locale.LC_TIME, None)


class _InLocale:
    """A calendar with the names of a locale."""

    def __init__(self, firstweekday=0, locale=None):
        super().__init__(firstweekday)
        self.locale = _default_locale() if locale is None else locale

    def formatweekday(self, *args, **kwargs):
        with different_locale(self.locale):
            return super().formatweekday(*args, **kwargs)

    def formatmonthname(self, *args, **kwargs):
        with different_locale(self.locale):
            return super().formatmonthname(*args, **kwargs)


class LocaleTextCalendar(_InLocale, TextCalendar):
    """A TextCalendar with the names of a locale."""


class LocaleHTMLCalendar(_InLocale, HTMLCalendar):
    """An HTMLCalendar with the names of a locale."""


# The functions of the module are methods of one calendar.
c = TextCalendar()
firstweekday = c.getfirstweekday
monthcalendar, prweek, week, weekheader = (c.monthdayscalendar, c.prweek, c.formatweek,
                                           c.formatweekheader)
prmonth, month, calendar, prcal = c.prmonth, c.formatmonth, c.formatyear, c.pryear


def setfirstweekday(firstweekday):
    if not 0 <= firstweekday <= 6:
        raise IllegalWeekdayError(firstweekday)
    c.firstweekday = firstweekday


def formatstring(cols, colwidth=_colwidth, spacing=_spacing):
    """Texts side by side, each in the middle of its column."""
    return (' ' * spacing).join([col.center(colwidth) for col in cols])


def format(cols, colwidth=_colwidth, spacing=_spacing):
    """Prints texts side by side, each in the middle of its column."""
    print(formatstring(cols, colwidth, spacing))


def timegm(tuple):
    """Seconds from 1970 to a time tuple that is in UTC: the inverse of time.gmtime()."""
    year, month, day, hour, minute, second = tuple[:6]
    import datetime
    days = datetime.date(year, month, 1).toordinal() - datetime.date(EPOCH, 1, 1).toordinal()
    return ((days + day - 1) * 24 + hour) * 3600 + minute * 60 + second
