# What strptime() of time and datetime stands on: a format becomes a regular expression, what that finds the parts of a
# date. Loaded on first use.
import re as _re

_WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split()
_MONTHS = 'january february march april may june july august september october november december'.split()


def _first_letters(names):
    return [name[:3] for name in names]


# --- the expression -----------------------------------------------------------------------------------

def _numbers(low, high):
    """Matches the numbers of a range, with leading zeros up to the length of the highest or without."""
    forms = []
    for length in range(len(str(high)), 0, -1):
        for tens in range(10 ** (length - 1)):
            ones = [n % 10 for n in range(10 * tens, 10 * tens + 10) if low <= n <= high]
            if ones:
                before = f'{tens:0{length - 1}}' if length > 1 else ''
                forms.append(before + (r'\d' if len(ones) == 10 else f'[{ones[0]}-{ones[-1]}]'))
    return '|'.join(forms)


def _one_of(names):
    return '|'.join(sorted(names, key=len, reverse=True))


_padded = '| [1-9]'     # as others print what has one digit
_FORMS = {
    'Y': r'\d{4}', 'G': r'\d{4}', 'y': r'\d\d', 'm': _numbers(1, 12), 'd': _numbers(1, 31) + _padded,
    'j': _numbers(1, 366), 'U': _numbers(0, 53), 'W': _numbers(0, 53), 'V': _numbers(1, 53) + '|0',
    'w': '[0-6]', 'u': '[1-7]', 'H': _numbers(0, 23), 'I': _numbers(1, 12), 'M': _numbers(0, 59),
    'S': _numbers(0, 61), 'f': '[0-9]{1,6}', 'p': 'am|pm', 'Z': 'utc|gmt',
    'z': r'[+-]\d\d:?[0-5]\d(?::?[0-5]\d(?:\.\d{1,6})?)?|(?-i:Z)',
    'A': _one_of(_WEEKDAYS), 'a': _one_of(_first_letters(_WEEKDAYS)),
    'B': _one_of(_MONTHS), 'b': _one_of(_first_letters(_MONTHS)),
}
_WHOLE = {'c': '%a %b %d %H:%M:%S %Y', 'x': '%m/%d/%y', 'X': '%H:%M:%S'}
_expressions = {}


def _expression(format):
    text = format
    for letter, whole in _WHOLE.items():
        text = text.replace('%' + letter, whole)
    parts = []
    for sign, letter, space, plain in _re.findall(r'(?s)(%)(.?)|(\s+)|([^%\s]+)', text):
        if not sign:
            parts.append(r'\s+' if space else _re.escape(plain))
        elif letter in _FORMS:
            parts.append(f'(?P<{letter}>{_FORMS[letter]})')
        elif letter == '%':
            parts.append('%')
        elif letter:
            shown = '%' if letter.isspace() or letter in r'\.^$*+?(){}[]|' else letter
            raise ValueError(f"'{shown}' is a bad directive in format '{format}'") from None
        else:
            raise ValueError(f"stray % in format '{format}'") from None
    try:
        return _re.compile(''.join(parts), _re.IGNORECASE)
    except _re.error:
        raise ValueError(f'redefinition of a directive in format {format!r}') from None


# --- what is said, by directive ---------------------------------------------------------------------

def _year_of_century(text):
    number = int(text)
    return number + (2000 if number < 69 else 1900)     # as POSIX has it


def _place_in(names):
    return lambda text: names.index(text.lower())


def _month_in(names):
    return lambda text: names.index(text.lower()) + 1


def _offset(text):
    """Seconds east of Greenwich."""
    if text == 'Z':
        return 0
    parts = text[1:].split(':')
    if len(text) > 6 and len(parts) == 2:   # in the one place, not in the other
        raise ValueError(f'Inconsistent use of : in {text}')
    digits = ''.join(parts)
    hours, minutes, seconds = digits[:2], digits[2:4], digits[4:] or '0'
    total = int(hours) * 3600 + int(minutes) * 60 + (float(seconds) if '.' in seconds else int(seconds))
    return -total if text[0] == '-' else total


# What a directive tells and how it is read; where two tell the same, the last one counts.
_MEANINGS = {
    'Y': ('year', int), 'y': ('year', _year_of_century), 'G': ('iso_year', int),
    'm': ('month', int), 'B': ('month', _month_in(_MONTHS)), 'b': ('month', _month_in(_first_letters(_MONTHS))),
    'd': ('day', int), 'j': ('yearday', int),
    'U': ('week', lambda text: (6, int(text))), 'W': ('week', lambda text: (0, int(text))), 'V': ('iso_week', int),
    'A': ('weekday', _place_in(_WEEKDAYS)), 'a': ('weekday', _place_in(_first_letters(_WEEKDAYS))),
    'w': ('weekday', lambda text: (int(text) - 1) % 7), 'u': ('weekday', lambda text: int(text) - 1),
    'H': ('hour', int), 'I': ('hour', lambda text: int(text) % 12), 'p': ('half', lambda text: text.lower() == 'pm'),
    'M': ('minute', int), 'S': ('second', int), 'f': ('microsecond', lambda text: int(text.ljust(6, '0'))),
    'z': ('offset', _offset), 'Z': ('zone', str),
}
_WITH_WEEK = "a weekday directive ('%A', '%a', '%w', or '%u')."


def _refuse_what_does_not_go_together(said):
    whole = 'iso_week' in said and 'weekday' in said
    if 'iso_year' in said and 'year' not in said:  # another year stands over that of the weeks
        if not whole:
            raise ValueError("ISO year directive '%G' must be used with the ISO week directive '%V' and " + _WITH_WEEK)
        if 'yearday' in said:
            raise ValueError("Day of the year directive '%j' is not compatible with ISO year directive '%G'. "
                             "Use '%Y' instead.")
    elif whole and 'week' not in said:
        raise ValueError("ISO week directive '%V' is incompatible with the year directive '%Y'. "
                         "Use the ISO year '%G' instead.")
    elif 'iso_week' in said and 'week' not in said:
        raise ValueError("ISO week directive '%V' must be used with the ISO year directive '%G' and " + _WITH_WEEK)


# --- the date ---------------------------------------------------------------------------------------

def _date(said):
    """(year, month, day, weekday, day of the year); a weekday that is said is believed, and so is the day of the year,
    which may be beyond its end."""
    from datetime import date
    month, day, weekday = said.get('month', 1), said.get('day', 1), said.get('weekday')
    unsaid_leap = month == 2 and day == 29 and 'year' not in said
    year = said.get('year', 1904 if unsaid_leap else 1900)
    if 'yearday' in said:
        found = date.fromordinal(date(year, 1, 1).toordinal() + said['yearday'] - 1)
    elif weekday is not None and 'week' in said:
        found = date.fromordinal(_day_of_week(date(year, 1, 1), *said['week'], weekday))
    elif 'iso_year' in said and 'year' not in said:
        found = date.fromisocalendar(said['iso_year'], said['iso_week'], weekday + 1)
        year = found.year
    else:
        found = date(year, month, day)
    counted_in = date(min(year, found.year), 1, 1)
    yearday = found.toordinal() - counted_in.toordinal() + 1
    shown = 1900 if unsaid_leap else found.year
    return shown, found.month, found.day, found.weekday() if weekday is None else weekday, yearday


def _day_of_week(new_year, begin, week, weekday):
    """The ordinal of a weekday in a week; weeks begin with weekday `begin`, days before the first one are in week 0."""
    into = (new_year.weekday() - begin) % 7
    start = new_year.toordinal() - into
    if week and not into:   # it is the first day of week 1, and nothing is in week 0
        week -= 1
    return start + 7 * week + (weekday - begin) % 7


def parse(text, format):
    """(year, month, day, hour, minute, second, weekday, yearday, dst, zone name, offset), microseconds"""
    for place, arg in enumerate((text, format)):
        if not isinstance(arg, str):
            raise TypeError(f'strptime() argument {place} must be str, not {type(arg)}')
    expression = _expressions.get(format)
    if expression is None:
        if len(_expressions) > 50:
            _expressions.clear()
        expression = _expressions[format] = _expression(format)
    found = expression.match(text)
    if found is None:
        raise ValueError(f'time data {text!r} does not match format {format!r}')
    if rest := text[found.end():]:
        raise ValueError(f'unconverted data remains: {rest}')
    said = {}
    for letter, part in found.groupdict().items():
        name, read = _MEANINGS[letter]
        said[name] = read(part)
        if letter in 'HI':
            said['of_half'] = letter == 'I'
    _refuse_what_does_not_go_together(said)
    year, month, day, weekday, yearday = _date(said)
    hour = said.get('hour', 0) + (12 if said.get('half') and said.get('of_half') else 0)
    clock = hour, said.get('minute', 0), said.get('second', 0)
    zone = said.get('zone')
    return ((year, month, day, *clock, weekday, yearday, -1 if zone is None else 0, zone, said.get('offset')),
            said.get('microsecond', 0))
