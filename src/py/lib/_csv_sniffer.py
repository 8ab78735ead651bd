# Class csv.Sniffer: guesses the dialect of a sample, and whether it has a header. Loaded on first
# use.
import csv as _csv
import re as _re
from io import StringIO as _StringIO
from itertools import islice as _islice

_QUOTED = r'(?P<quote>["\']).*?(?P=quote)'
_DELIM = r'(?P<delim>[^\w\n"\'])(?P<space> ?)'
# A quoted field between delimiters, first in a line, last in a line, alone.
_PATTERNS = (_DELIM + _QUOTED + '(?P=delim)', r'(?:^|\n)' + _QUOTED + _DELIM,
             _DELIM + _QUOTED + r'(?:$|\n)', r'(?:^|\n)' + _QUOTED + r'(?:$|\n)')


def _most(counts):
    return max(counts, key=counts.get)


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
        for pattern in _PATTERNS:
            matches = list(_re.finditer(pattern, data, _re.DOTALL | _re.MULTILINE))
            if matches:
                break
        else:
            return '', False, None, 0
        quotes, delims, spaces = {}, {}, 0
        for groups in (match.groupdict() for match in matches):
            quotes[groups['quote']] = quotes.get(groups['quote'], 0) + 1
            delim = groups.get('delim')
            if delim is None:
                continue
            if delimiters is None or delim in delimiters:
                delims[delim] = delims.get(delim, 0) + 1
            spaces += groups['space'] != ''
        quote, delim, skip = _most(quotes), '', 0
        if delims:
            delim = _most(delims)
            skip = delims[delim] == spaces
            delim = '' if delim == '\n' else delim
        d = _re.escape(delim)
        double = _re.search(rf'(({d})|^)\W*{quote}[^{d}\n]*{quote}[^{d}\n]*{quote}\W*(({d})|$)',
                            data, _re.MULTILINE)
        return quote, bool(double), delim, skip

    def _guess_delimiter(self, data, delimiters):
        """-> (delimiter, spaces follow it): the character whose count varies least by line"""
        lines = list(filter(None, data.split('\n')))
        chunk = min(10, len(lines))
        counts = {chr(c): {} for c in range(127)}  # character -> {times in a line: lines}
        delims, modes, end = {}, {}, 0
        while end < len(lines):
            for line in lines[end:end + chunk]:
                for char, seen in counts.items():
                    n = line.count(char)
                    seen[n] = seen.get(n, 0) + 1
            end += chunk
            for char, seen in counts.items():
                if len(seen) == 1 and 0 in seen:
                    continue
                mode = _most(seen)
                modes[char] = mode, 2 * seen[mode] - sum(seen.values())
            total, consistency = float(min(end, len(lines))), 1.0
            while not delims and consistency >= 0.9:
                for char, (n, weight) in modes.items():
                    if n > 0 and weight > 0 and weight / total >= consistency and \
                            (delimiters is None or char in delimiters):
                        delims[char] = n, weight
                consistency -= 0.01
            if len(delims) == 1:
                break
        if not delims:
            return '', 0
        if len(delims) == 1:
            delim, = delims
        else:
            delim = next(filter(delims.__contains__, self.preferred), None)
            if delim is None:
                delim = max([(v, k) for k, v in delims.items()])[1]
        return delim, lines[0].count(delim) == lines[0].count(delim + ' ')

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
