# The Unicode 3.2 view of module unicodedata, which RFC 3454 and host names stand on: what differs from today's data is
# a table, and the rest is asked of the module.
import unicodedata as _now
from bisect import bisect_right as _after

import _unicodedata_320_tables as _tables


def _runs(text):
    """First and last code points of '12 40-4f ...', two lists of the same length."""
    ends = [run.partition('-')[::2] for run in text.split()]
    return [int(a, 16) for a, _ in ends], [int(b or a, 16) for a, b in ends]


def _within(runs, c):
    firsts, lasts = runs
    at = _after(firsts, c) - 1
    return at >= 0 and c <= lasts[at]


_UNASSIGNED = _runs(_tables.UNASSIGNED)
_CHANGED = {field: [(value, _runs(text)) for value, text in rows.items()]
            for field, rows in _tables.CHANGED.items()}
_NEW = {'category': 'Cn', 'bidirectional': '', 'mirrored': 0, 'east_asian_width': 'N', 'combining': 0,
        'decomposition': ''}  # what is said of a character that came later


def _absent(c):
    return _within(_UNASSIGNED, ord(c))


def _then(field, c, now):
    """What the function of this name said of a character that was there; `now` is what it says today."""
    return next((then for then, runs in _CHANGED.get(field, ()) if _within(runs, ord(c))), now)


def _earlier(function, c):
    """The character, or one of which nothing is said when it came later; the module's TypeError when it is none."""
    getattr(_now, function)(c, None)
    return '\uffff' if _absent(c) else c


def _property(field):
    ask, new = getattr(_now, field), _NEW[field]

    def get(self, chr, /):
        value = ask(chr)
        return new if _absent(chr) else _then(field, chr, value)
    get.__name__, get.__qualname__ = field, 'UCD.' + field
    get.__doc__ = f'As {field}() of the module, in Unicode 3.2.'
    return get


class UCD:
    """The Unicode data of an older version, asked as the module is."""
    __module__ = 'unicodedata'
    __slots__ = ('unidata_version',)

    def __new__(cls):
        raise TypeError("cannot create 'unicodedata.UCD' instances")

    for _field in _NEW:
        locals()[_field] = _property(_field)
    del _field

    def name(self, chr, /, *default):
        """The character's name."""
        return _now.name(_earlier('name', chr), *default)

    def lookup(self, name, /):
        """The character of a name; aliases and names of sequences came later."""
        found = _now.lookup(name)
        if len(found) > 1 or _absent(found) or _now.name(found, '') != name.upper():
            raise KeyError(f'undefined character name {name!r}')
        return found

    def decimal(self, chr, /, *default):
        """The value of a decimal digit."""
        chr = _earlier('decimal', chr)
        then = _then('decimal', chr, None)
        return _now.decimal(chr, *default) if then is None else then

    def digit(self, chr, /, *default):
        """The value of a digit, which has no older version."""
        return _now.digit(chr, *default)

    def numeric(self, chr, /, *default):
        """The value of a numeric character."""
        return _now.numeric(_earlier('numeric', chr), *default)

    def normalize(self, form, unistr, /):
        """The text in a normal form. Characters that came later have no decomposition: others stand in for them."""
        later = {c for c in unistr if _absent(c) and _now.decomposition(c)}
        spare = (c for c in map(chr, range(0xf0000, 0xffffe)) if c not in unistr)
        swapped = dict(zip(map(ord, later), spare))
        plain = _now.normalize(form, unistr.translate(swapped | _tables.CORRECTED))
        return plain.translate({ord(stand_in): c for c, stand_in in swapped.items()})

    def is_normalized(self, form, unistr, /):
        """Is it what normalize() makes of it?"""
        return self.normalize(form, unistr) == unistr


ucd_3_2_0 = object.__new__(UCD)
ucd_3_2_0.unidata_version = '3.2.0'
