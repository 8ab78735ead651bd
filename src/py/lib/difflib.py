# Comparing sequences: matching blocks by Ratcliff and Obershelp's gestalt method ("Pattern Matching:
# The Gestalt Approach", Dr. Dobb's Journal, 1988), and differences of texts made of them.
from _collections import _count_elements
from _difflib import _common, _longest, _places
from _later import names as _later
from _namedtuple import namedtuple as _namedtuple
from types import GenericAlias as _GenericAlias

__all__ = [
    'Differ', 'HtmlDiff', 'IS_CHARACTER_JUNK', 'IS_LINE_JUNK', 'Match', 'SequenceMatcher',
    'context_diff', 'diff_bytes', 'get_close_matches', 'ndiff', 'restore', 'unified_diff',
]

Match = _namedtuple('Match', 'a b size')


def _share(matching, *lengths):
    """Twice what matches, of all there is."""
    total = sum(lengths)
    return 2.0 * matching / total if total else 1.0


class SequenceMatcher:
    """Compares two sequences of hashable items. What is computed about the second is kept, so many
    first ones can be held against it."""

    __class_getitem__ = classmethod(_GenericAlias)

    def __init__(self, isjunk=None, a='', b='', autojunk=True):
        self.isjunk, self.autojunk = isjunk, autojunk
        self.a = self.b = None
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        """Sets both sequences."""
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        """Sets the first sequence."""
        if self.a is not a:
            self.a = a
            self.matching_blocks = self.opcodes = None

    def set_seq2(self, b):
        """Sets the second sequence."""
        if self.b is not b:
            self.b = b
            self.matching_blocks = self.opcodes = self.fullbcount = None
            self._index()

    def _index(self):
        """Where each item is in b. Junk is left out, and in long sequences what is all over."""
        places = self.b2j = _places(self.b)
        self.bjunk = set(filter(self.isjunk, places)) if self.isjunk else set()
        for item in self.bjunk:
            del places[item]
        size = len(self.b)
        self.bpopular = set()
        if self.autojunk and size >= 200:
            often = size // 100 + 1
            self.bpopular.update(item for item in places if len(places[item]) > often)
            for item in self.bpopular:
                del places[item]

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        """The longest block equal in a[alo:ahi] and b[blo:bhi], the first of several. It has no
        junk but for what lies beside it on both sides."""
        ahi = len(self.a) if ahi is None else ahi
        bhi = len(self.b) if bhi is None else bhi
        return Match(*_longest(self.a, self.b, self.b2j, self.bjunk, alo, ahi, blo, bhi))

    def _blocks(self):
        """Blocks from left to right: the longest one, with those before and behind it."""
        todo = [(0, len(self.a), 0, len(self.b))]
        while todo:
            part = todo.pop()
            if len(part) == 3:
                yield part
                continue
            alo, ahi, blo, bhi = part
            if alo < ahi and blo < bhi:
                found = self.find_longest_match(alo, ahi, blo, bhi)
                i, j, size = found
                if size:
                    todo += (i + size, ahi, j + size, bhi), found, (alo, i, blo, j)

    def get_matching_blocks(self):
        """Match(a, b, size) of all equal blocks in order, and an empty one at the end."""
        if self.matching_blocks is None:
            done, i, j, size = [], 0, 0, 0
            for block in self._blocks():
                if block[0] == i + size and block[1] == j + size:
                    size += block[2]
                    continue
                if size:
                    done.append(Match(i, j, size))
                i, j, size = block
            if size:
                done.append(Match(i, j, size))
            self.matching_blocks = done + [Match(len(self.a), len(self.b), 0)]
        return self.matching_blocks

    def get_opcodes(self):
        """How to make b of a: (what to do, i1, i2, j1, j2) from start to end."""
        if self.opcodes is None:
            names = {(True, True): 'replace', (True, False): 'delete', (False, True): 'insert'}
            blocks = self.get_matching_blocks()
            ends = [(0, 0)] + [(i + size, j + size) for i, j, size in blocks]
            codes = self.opcodes = []
            for (i1, j1), (i2, j2, size), (i3, j3) in zip(ends, blocks, ends[1:]):
                if i1 < i2 or j1 < j2:
                    codes.append((names[i1 < i2, j1 < j2], i1, i2, j1, j2))
                if size:
                    codes.append(('equal', i2, i3, j2, j3))
        return self.opcodes

    def get_grouped_opcodes(self, n=3):
        """The changes in groups, each with up to n items of what is equal around them."""
        group, changes = [], False
        for op in self.get_opcodes():
            if op[0] != 'equal':
                changes = True
                group.append(op)
                continue
            _, i1, i2, j1, j2 = op
            size = i2 - i1
            if changes and size > 2 * n:
                group.append(('equal', i1, i1 + n, j1, j1 + n))
                yield group
                group, changes = [], False
            if not changes and size > n:
                i1, j1 = i2 - n, j2 - n
            group.append(('equal', i1, i2, j1, j2))
        if changes:
            tag, i1, i2, j1, j2 = group[-1]
            if tag == 'equal' and i2 - i1 > n:
                group[-1] = tag, i1, i1 + n, j1, j1 + n
            yield group

    def ratio(self):
        """How alike the two are, from 0 to 1."""
        matching = sum(block[2] for block in self.get_matching_blocks())
        return _share(matching, len(self.a), len(self.b))

    def quick_ratio(self):
        """A bound for ratio() from above, from how often each item is there."""
        if self.fullbcount is None:
            self.fullbcount = {}
            _count_elements(self.fullbcount, self.b)
        return _share(_common(self.a, self.fullbcount), len(self.a), len(self.b))

    def real_quick_ratio(self):
        """A bound for ratio() from above, from the lengths alone."""
        lengths = len(self.a), len(self.b)
        return _share(min(lengths), *lengths)


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    """Up to n of the possibilities that are alike to a word by cutoff or more, the best first."""
    if not n > 0:
        raise ValueError(f'n must be > 0: {n!r}')
    if not (cutoff >= 0.0 and cutoff <= 1.0):
        raise ValueError(f'cutoff must be in [0.0, 1.0]: {cutoff!r}')
    matcher = SequenceMatcher(b=word)
    bounds = matcher.real_quick_ratio, matcher.quick_ratio     # from above, and cheap

    def likeness(candidate):
        matcher.set_seq1(candidate)
        for bound in bounds:
            if not bound() >= cutoff:
                return -1.0
        return matcher.ratio()

    rated = [(likeness(candidate), candidate) for candidate in possibilities]
    best = sorted([pair for pair in rated if pair[0] >= cutoff], reverse=True)
    return [candidate for _, candidate in best[:n]]


# --- texts by lines ------------------------------------------------------------------------------

def IS_LINE_JUNK(line, pat=None):
    """Is a line empty, or a lone '#'?"""
    if pat is not None:
        return pat(line) is not None
    return line.strip() in ('', '#')


def IS_CHARACTER_JUNK(ch, ws=' \t'):
    """Is a character a space or tab?"""
    return ch in ws


def _marked(sign, lines):
    return [f'{sign} {line}' for line in lines]


class Differ:
    """Differences for people to read: lines that are alike stand together, with marks below."""

    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk, self.charjunk = linejunk, charjunk

    def compare(self, a, b):
        """The lines of both texts, marked '- ', '+ ', '  ', and '? ' for lines of marks."""
        for tag, i1, i2, j1, j2 in SequenceMatcher(self.linejunk, a, b).get_opcodes():
            if tag == 'equal':
                yield from _marked(' ', a[i1:i2])
            else:
                yield from self._fancy_replace(a, i1, i2, b, j1, j2)

    def _fancy_replace(self, a, alo, ahi, b, blo, bhi):
        """Pairs of lines that are alike, and what is between them, from top to bottom."""
        todo = [(alo, ahi, blo, bhi)]
        while todo:
            part = todo.pop()
            if len(part) == 3:
                i, j, equal = part
                yield from _marked(' ', a[i:i + 1]) if equal else self._pair(a[i], b[j])
                continue
            alo, ahi, blo, bhi = part
            pair = self._most_alike(a, b, part) if alo < ahi and blo < bhi else None
            if pair:
                i, j, _ = pair
                todo += (i + 1, ahi, j + 1, bhi), pair, (alo, i, blo, j)
                continue
            parts = [_marked('-', a[alo:ahi]), _marked('+', b[blo:bhi])]
            if bhi - blo < ahi - alo:
                parts.reverse()     # the short one first
            yield from parts[0] + parts[1]

    def _most_alike(self, a, b, region):
        """(i, j, whether equal) of the lines most alike; of equal ones only where no others are
        alike by three quarters. None where there is no such pair."""
        alo, ahi, blo, bhi = region
        matcher = SequenceMatcher(self.charjunk)
        length, counts, full = matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio
        best, pair, equal = 0.74, None, None
        for j in range(blo, bhi):
            matcher.set_seq2(b[j])
            for i in range(alo, ahi):
                if a[i] == b[j]:
                    equal = equal or (i, j, True)
                    continue
                matcher.set_seq1(a[i])
                if length() > best and counts() > best and full() > best:
                    best, pair = full(), (i, j, False)
        return equal if best < 0.75 else pair

    def _pair(self, old, new):
        """Two lines that are alike, with what differs marked below them."""
        below = {'-': [], '+': []}
        for tag, i1, i2, j1, j2 in SequenceMatcher(self.charjunk, old, new).get_opcodes():
            replaced = '^' if tag == 'replace' else ' ' if tag == 'equal' else None
            below['-'].append((replaced or '-') * (i2 - i1))
            below['+'].append((replaced or '+') * (j2 - j1))
        for sign, line in (('-', old), ('+', new)):
            yield f'{sign} {line}'
            # Where nothing is marked blanks stay what they are: tabs go as far as above.
            marks = ''.join([c if mark == ' ' and c.isspace() else mark
                             for c, mark in zip(line, ''.join(below[sign]))]).rstrip()
            if marks:
                yield f'? {marks}\n'


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    """What Differ(linejunk, charjunk).compare(a, b) gives."""
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    """The lines of the first or second text, from what ndiff or Differ made of them."""
    own = {1: '- ', 2: '+ '}.get(int(which))
    if own is None:
        raise ValueError(f'unknown delta choice (must be 1 or 2): {which!r}')
    for line in delta:
        if line.startswith((own, '  ')):
            yield line[2:]


def _require_text(a, b, *names):
    for line in (*a[:1], *b[:1]):
        if not isinstance(line, str):
            what = f'{type(line).__name__} ({line!r})'
            raise TypeError('lines to compare must be str, not ' + what)
    odd = [name for name in names if not isinstance(name, str)]
    if odd:
        raise TypeError(f'all arguments must be str, not: {odd[0]!r}')


def _heads(marks, names, dates, lineterm):
    for mark, name, date in zip(marks, names, dates):
        yield f'{mark} {name}{date and chr(9)}{date}{lineterm}'


def _format_range_unified(start, stop):
    size = stop - start
    first = start + (size > 0)
    return str(first) if size == 1 else f'{first},{size}'


def _format_range_context(start, stop):
    size = stop - start
    return f'{start + 1},{stop}' if size > 1 else str(start + size)


def unified_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    """Differences in the unified format, a generator of lines."""
    _require_text(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    groups = list(SequenceMatcher(None, a, b).get_grouped_opcodes(n))
    if groups:
        yield from _heads(('---', '+++'), (fromfile, tofile), (fromfiledate, tofiledate), lineterm)
    for group in groups:
        (_, i1, _, j1, _), (_, _, i2, _, j2) = group[0], group[-1]
        yield f'@@ -{_format_range_unified(i1, i2)} +{_format_range_unified(j1, j2)} @@{lineterm}'
        for tag, i1, i2, j1, j2 in group:
            old, new = a[i1:i2], b[j1:j2]
            for sign, lines in ((' ', old),) if tag == 'equal' else (('-', old), ('+', new)):
                yield from [sign + line for line in lines]


def context_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    """Differences in the context format, a generator of lines."""
    _require_text(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    marks = {'insert': '+', 'delete': '-', 'replace': '!', 'equal': ' '}
    groups = list(SequenceMatcher(None, a, b).get_grouped_opcodes(n))
    if groups:
        yield from _heads(('***', '---'), (fromfile, tofile), (fromfiledate, tofiledate), lineterm)
    for group in groups:
        yield '*' * 15 + lineterm
        sides = ('***', '****', 'insert', a, 1), ('---', '----', 'delete', b, 3)
        for left, right, foreign, text, at in sides:
            yield f'{left} {_format_range_context(group[0][at], group[-1][at + 1])} {right}{lineterm}'
            if any(op[0] not in (foreign, 'equal') for op in group):
                for op in group:
                    if op[0] != foreign:
                        yield from _marked(marks[op[0]], text[op[at]:op[at + 1]])


def diff_bytes(dfunc, a, b, fromfile=b'', tofile=b'', fromfiledate=b'', tofiledate=b'', n=3,
               lineterm=b'\n'):
    """Calls unified_diff or context_diff for lines of bytes in whatever encoding."""
    way = 'ascii', 'surrogateescape'

    def texts(*values):
        for value in values:
            if not hasattr(value, 'decode'):
                raise TypeError(f'all arguments must be bytes, not {type(value).__name__} ({value!r})')
        return [value.decode(*way) for value in values]

    a, b = texts(*a), texts(*b)
    *names, lineterm = texts(fromfile, tofile, fromfiledate, tofiledate, lineterm)
    for line in dfunc(a, b, *names, n, lineterm):
        yield line.encode(*way)


__getattr__ = _later(globals(), HtmlDiff='_difflib_html', _mdiff='_difflib_html')  # much text
