# Class csv.Sniffer: guesses the dialect of a sample, and whether it has a header. Loaded on first
# use.
import csv as _csv
import re as _re
from collections import Counter as _Counter
from io import StringIO as _StringIO
from itertools import islice as _islice

_QUOTED = r'(?P<quote>["\']).*?(?P=quote)'
_DELIM = r'(?P<delim>[^\w\n"\'])(?P<space> ?)'
# A quoted field between delimiters, first in a line, last in a line, alone.
_PATTERNS = (_DELIM + _QUOTED + '(?P=delim)', r'(?:^|\n)' + _QUOTED + _DELIM,
             _DELIM + _QUOTED + r'(?:$|\n)', r'(?:^|\n)' + _QUOTED + r'(?:$|\n)')


def _most(counts):
    return max(counts, key=counts.get)


def _likely(counts, total, delimiters):
    """The characters that nearly all lines have equally often: (how often, lines that have it so less the others)."""
    regular = {}
    for char, seen in counts.items():
        often = _most(seen)
        weight = 2 * seen[often] - seen.total()
        if often and weight > 0 and (delimiters is None or char in delimiters):
            regular[char] = often, weight
    wanted = 1.0
    while wanted >= 0.9:
        if found := {char: row for char, row in regular.items() if row[1] / total >= wanted}:
            return found
        wanted -= 0.01
    return {}


class Sniffer:
    """Guesses how a CSV file is written."""
    __module__ = 'csv'

    def __init__(self):
        self.preferred = [',', '\t', ';', ' ', ':']

    def sniff(self, sample, delimiters=None):
        """The dialect that a sample looks written in."""
        quote, double, *separator = self._guess_quote_and_delimiter(sample, delimiters)
        if not separator[0]:
            separator = self._guess_delimiter(sample, delimiters)
        delim, skip = separator
        if not delim:
            raise _csv.Error('Could not determine delimiter')
        return type('dialect', (_csv.Dialect,), {
            '__qualname__': 'Sniffer.sniff.<locals>.dialect', '_name': 'sniffed',
            'delimiter': delim, 'skipinitialspace': skip, 'quotechar': quote or '"',
            'doublequote': double, 'quoting': _csv.QUOTE_MINIMAL, 'lineterminator': '\r\n'})

    def _guess_quote_and_delimiter(self, data, delimiters):
        """-> (quote, doubled inside, delimiter, spaces follow it), from quoted fields"""
        tried = (list(_re.finditer(pattern, data, _re.DOTALL | _re.MULTILINE)) for pattern in _PATTERNS)
        found = [match.groupdict() for match in next(filter(None, tried), ())]
        if not found:
            return '', False, None, 0
        between = [groups for groups in found if groups.get('delim') is not None]
        delims = _Counter([groups['delim'] for groups in between
                           if delimiters is None or groups['delim'] in delimiters])
        spaces = sum([groups['space'] != '' for groups in between])
        quote, delim, skip = _most(_Counter([groups['quote'] for groups in found])), '', 0
        if delims:
            delim = _most(delims)
            skip = delims[delim] == spaces
            delim = '' if delim == '\n' else delim
        d = _re.escape(delim)
        double = _re.search(rf'(({d})|^)\W*{quote}[^{d}\n]*{quote}[^{d}\n]*{quote}\W*(({d})|$)',
                            data, _re.MULTILINE)
        return quote, bool(double), delim, skip

    def _guess_delimiter(self, data, delimiters):
        """-> (delimiter, spaces follow it), from how often characters are in lines"""
        lines = list(filter(None, data.split('\n')))
        some = min(10, len(lines)) or 1     # lines at a time, until there is one candidate
        counts = {chr(code): _Counter() for code in range(127)}     # by character: lines by its number in them
        likely = {}
        for end in range(some, len(lines) + some, some):
            for char, seen in counts.items():
                seen.update([line.count(char) for line in lines[end - some:end]])
            likely = likely or _likely(counts, min(end, len(lines)), delimiters)
            if len(likely) == 1:
                break
        if not likely:
            return '', 0
        best = [char for char in self.preferred if char in likely]
        best.append(max(likely, key=lambda char: (likely[char], char)))
        return best[0], lines[0].count(best[0]) == lines[0].count(best[0] + ' ')

    def has_header(self, sample):
        """True when the first record looks unlike the others in type or length."""
        header, *records = _islice(_csv.reader(_StringIO(sample), self.sniff(sample)), 22)
        records = [record for record in records if len(record) == len(header)]
        votes = 0
        for title, *cells in zip(header, *records):
            kinds = set(map(self._kind, cells))
            if len(kinds) > 1:  # a column of all sorts tells nothing
                continue
            kind = kinds.pop() if kinds else None
            votes += 1 if (len(title) if isinstance(kind, int) else self._kind(title)) != kind else -1
        return votes > 0

    def _kind(self, text):
        try:
            complex(text)
        except (ValueError, OverflowError):
            return len(text)
        return complex
