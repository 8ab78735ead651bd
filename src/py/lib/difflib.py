# Module difflib: what two sequences have in common, and differences of texts as lines, as unified
# and context diffs and as HTML.
from _namedtuple import namedtuple as _namedtuple
from types import GenericAlias as _GenericAlias

__all__ = ['get_close_matches', 'ndiff', 'restore', 'SequenceMatcher', 'Differ',
           'IS_CHARACTER_JUNK', 'IS_LINE_JUNK', 'context_diff', 'unified_diff', 'diff_bytes',
           'HtmlDiff', 'Match']

Match = _namedtuple('Match', 'a b size')


def _ratio(matches, length):
    return 2.0 * matches / length if length else 1.0


class SequenceMatcher:
    """Compares pairs of sequences of any type, so long as the elements are hashable.

    The longest matching block is found first, then those to its left and right, and so on."""

    def __init__(self, isjunk=None, a='', b='', autojunk=True):
        self.isjunk, self.autojunk = isjunk, autojunk
        self.a = self.b = None
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        if a is not self.a:
            self.a = a
            self.matching_blocks = self.opcodes = None

    def set_seq2(self, b):
        if b is not self.b:
            self.b = b
            self.matching_blocks = self.opcodes = self.fullbcount = None
            self._index_b()

    def _index_b(self):
        """b2j: where each element of b is, without junk and (autojunk) the very frequent ones."""
        self.b2j = b2j = {}
        for j, x in enumerate(self.b):
            b2j.setdefault(x, []).append(j)
        self.bjunk = {x for x in b2j if self.isjunk(x)} if self.isjunk else set()
        for x in self.bjunk:
            del b2j[x]
        self.bpopular, n = set(), len(self.b)
        if self.autojunk and n >= 200:
            limit = n // 100 + 1
            self.bpopular = {x for x, where in b2j.items() if len(where) > limit}
            for x in self.bpopular:
                del b2j[x]

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        """The longest matching block in a[alo:ahi] and b[blo:bhi], the earliest of equals."""
        a, b, b2j, junk = self.a, self.b, self.b2j, self.bjunk
        ahi = len(a) if ahi is None else ahi
        bhi = len(b) if bhi is None else bhi
        besti, bestj, best = alo, blo, 0
        lengths, nothing = {}, []  # lengths[j]: of the match that ends with a[i - 1] and b[j]
        for i in range(alo, ahi):
            found = {}
            for j in b2j.get(a[i], nothing):
                if j < blo:
                    continue
                if j >= bhi:
                    break
                k = found[j] = lengths.get(j - 1, 0) + 1
                if k > best:
                    besti, bestj, best = i - k + 1, j - k + 1, k
            lengths = found
        # Grown with popular elements first, then with junk beside what matches.
        for wanted in (False, True):
            while besti > alo and bestj > blo and (b[bestj - 1] in junk) == wanted and \
                    a[besti - 1] == b[bestj - 1]:
                besti, bestj, best = besti - 1, bestj - 1, best + 1
            while besti + best < ahi and bestj + best < bhi and \
                    (b[bestj + best] in junk) == wanted and a[besti + best] == b[bestj + best]:
                best += 1
        return Match(besti, bestj, best)

    def get_matching_blocks(self):
        """Triples (i, j, n): a[i:i+n] == b[j:j+n], increasing, the last is (len(a), len(b), 0)."""
        if self.matching_blocks is not None:
            return self.matching_blocks
        la, lb = len(self.a), len(self.b)
        todo, found = [(0, la, 0, lb)], []
        while todo:
            alo, ahi, blo, bhi = todo.pop()
            i, j, k = block = self.find_longest_match(alo, ahi, blo, bhi)
            if k:
                found.append(block)
                if alo < i and blo < j:
                    todo.append((alo, i, blo, j))
                if i + k < ahi and j + k < bhi:
                    todo.append((i + k, ahi, j + k, bhi))
        found.sort()
        blocks, (i, j, k) = [], (0, 0, 0)
        for i2, j2, k2 in found:  # adjacent blocks become one
            if i + k == i2 and j + k == j2:
                k += k2
            else:
                if k:
                    blocks.append((i, j, k))
                i, j, k = i2, j2, k2
        if k:
            blocks.append((i, j, k))
        self.matching_blocks = list(map(Match._make, blocks + [(la, lb, 0)]))
        return self.matching_blocks

    def get_opcodes(self):
        """(tag, i1, i2, j1, j2) tuples that say how to turn a into b."""
        if self.opcodes is None:
            i = j = 0
            self.opcodes = answer = []
            for ai, bj, size in self.get_matching_blocks():
                if i < ai or j < bj:
                    tag = 'replace' if i < ai and j < bj else 'delete' if i < ai else 'insert'
                    answer.append((tag, i, ai, j, bj))
                i, j = ai + size, bj + size
                if size:
                    answer.append(('equal', ai, i, bj, j))
        return self.opcodes

    def get_grouped_opcodes(self, n=3):
        """Groups of opcodes with up to n lines of context."""
        codes = self.get_opcodes() or [('equal', 0, 1, 0, 1)]
        if codes[0][0] == 'equal':
            tag, i1, i2, j1, j2 = codes[0]
            codes[0] = tag, max(i1, i2 - n), i2, max(j1, j2 - n), j2
        if codes[-1][0] == 'equal':
            tag, i1, i2, j1, j2 = codes[-1]
            codes[-1] = tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)
        group = []
        for tag, i1, i2, j1, j2 in codes:
            if tag == 'equal' and i2 - i1 > 2 * n:
                group.append((tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)))
                yield group
                group, i1, j1 = [], max(i1, i2 - n), max(j1, j2 - n)
            group.append((tag, i1, i2, j1, j2))
        if group and not (len(group) == 1 and group[0][0] == 'equal'):
            yield group

    def ratio(self):
        """A measure of the sequences' similarity in [0, 1]."""
        matches = sum([block[2] for block in self.get_matching_blocks()])
        return _ratio(matches, len(self.a) + len(self.b))

    def quick_ratio(self):
        """An upper bound on ratio(): elements in common, in any order."""
        if self.fullbcount is None:
            self.fullbcount = {}
            for x in self.b:
                self.fullbcount[x] = self.fullbcount.get(x, 0) + 1
        left, matches = {}, 0
        for x in self.a:
            left[x] = left.get(x, self.fullbcount.get(x, 0)) - 1
            matches += left[x] >= 0
        return _ratio(matches, len(self.a) + len(self.b))

    def real_quick_ratio(self):
        """An upper bound on ratio() from the lengths alone."""
        la, lb = len(self.a), len(self.b)
        return _ratio(min(la, lb), la + lb)

    __class_getitem__ = classmethod(_GenericAlias)


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    """A list of the best "good enough" matches, the most similar first."""
    if not n > 0:
        raise ValueError('n must be > 0: %r' % (n,))
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError('cutoff must be in [0.0, 1.0]: %r' % (cutoff,))
    result, matcher = [], SequenceMatcher()
    matcher.set_seq2(word)
    for x in possibilities:
        matcher.set_seq1(x)
        if matcher.real_quick_ratio() >= cutoff and matcher.quick_ratio() >= cutoff and \
                matcher.ratio() >= cutoff:
            result.append((matcher.ratio(), x))
    result.sort(reverse=True)
    return [x for _, x in result[:n]]


def _keep_original_ws(s, tags):
    return ''.join([c if tag == ' ' and c.isspace() else tag for c, tag in zip(s, tags)]).rstrip()


class Differ:
    """Human-readable deltas: lines start with '- ', '+ ', '  ' or (a hint) '? '."""

    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk, self.charjunk = linejunk, charjunk

    def compare(self, a, b):
        for tag, alo, ahi, blo, bhi in SequenceMatcher(self.linejunk, a, b).get_opcodes():
            if tag == 'replace':
                yield from self._fancy_replace(a, alo, ahi, b, blo, bhi)
            elif tag == 'delete':
                yield from self._dump('-', a, alo, ahi)
            elif tag == 'insert':
                yield from self._dump('+', b, blo, bhi)
            else:
                yield from self._dump(' ', a, alo, ahi)

    def _dump(self, tag, x, lo, hi):
        for i in range(lo, hi):
            yield f'{tag} {x[i]}'

    def _plain_replace(self, a, alo, ahi, b, blo, bhi):
        parts = [self._dump('+', b, blo, bhi), self._dump('-', a, alo, ahi)]
        for part in parts if bhi - blo < ahi - alo else reversed(parts):
            yield from part

    def _fancy_replace(self, a, alo, ahi, b, blo, bhi):
        """Pairs the most similar lines of two blocks, and again in what lies beside them."""
        best, cutoff = 0.74, 0.75
        matcher = SequenceMatcher(self.charjunk)
        same = None  # the first pair of identical lines
        for j in range(blo, bhi):
            matcher.set_seq2(b[j])
            for i in range(alo, ahi):
                if a[i] == b[j]:
                    same = same or (i, j)
                    continue
                matcher.set_seq1(a[i])
                if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best and \
                        matcher.ratio() > best:
                    best, besti, bestj = matcher.ratio(), i, j
        if best < cutoff:
            if same is None:
                yield from self._plain_replace(a, alo, ahi, b, blo, bhi)
                return
            besti, bestj = same
        else:
            same = None
        yield from self._fancy_helper(a, alo, besti, b, blo, bestj)
        aline, bline = a[besti], b[bestj]
        if same is None:
            atags = btags = ''
            matcher.set_seqs(aline, bline)
            for tag, i1, i2, j1, j2 in matcher.get_opcodes():
                left, right = {'replace': '^^', 'delete': '- ', 'insert': ' +', 'equal': '  '}[tag]
                atags += left * (i2 - i1)
                btags += right * (j2 - j1)
            yield from self._qformat(aline, bline, atags, btags)
        else:
            yield '  ' + aline
        yield from self._fancy_helper(a, besti + 1, ahi, b, bestj + 1, bhi)

    def _fancy_helper(self, a, alo, ahi, b, blo, bhi):
        if alo < ahi and blo < bhi:
            yield from self._fancy_replace(a, alo, ahi, b, blo, bhi)
        elif alo < ahi:
            yield from self._dump('-', a, alo, ahi)
        elif blo < bhi:
            yield from self._dump('+', b, blo, bhi)

    def _qformat(self, aline, bline, atags, btags):
        for mark, line, tags in (('- ', aline, atags), ('+ ', bline, btags)):
            tags = _keep_original_ws(line, tags)
            yield mark + line
            if tags:
                yield f'? {tags}\n'


def IS_LINE_JUNK(line, pat=None):
    """True for a line that is blank or holds a single '#'."""
    if pat is not None:
        return pat(line) is not None
    return line.strip() in ('', '#')


def IS_CHARACTER_JUNK(ch, ws=' \t'):
    """True for a space or a tab."""
    return ch in ws


def _check_types(a, b, *args):
    # The first lines tell bytes from text.
    if a and not isinstance(a[0], str):
        raise TypeError('lines to compare must be str, not %s (%r)' % (type(a[0]).__name__, a[0]))
    if b and not isinstance(b[0], str):
        raise TypeError('lines to compare must be str, not %s (%r)' % (type(b[0]).__name__, b[0]))
    for arg in args:
        if not isinstance(arg, str):
            raise TypeError('all arguments must be str, not: %r' % (arg,))


def _format_range_unified(start, stop):
    length = stop - start
    if length == 1:
        return f'{start + 1}'
    return f'{start + bool(length)},{length}'


def _format_range_context(start, stop):
    length = stop - start
    if length <= 1:
        return f'{start + bool(length)}'
    return f'{start + 1},{start + length}'


def _dated(date):
    return f'\t{date}' if date else ''


def unified_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    """Compares two lists of lines; yields a unified diff."""
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield f'--- {fromfile}{_dated(fromfiledate)}{lineterm}'
            yield f'+++ {tofile}{_dated(tofiledate)}{lineterm}'
        first, last = group[0], group[-1]
        old = _format_range_unified(first[1], last[2])
        new = _format_range_unified(first[3], last[4])
        yield f'@@ -{old} +{new} @@{lineterm}'
        for tag, i1, i2, j1, j2 in group:
            if tag == 'equal':
                for line in a[i1:i2]:
                    yield ' ' + line
                continue
            if tag in ('replace', 'delete'):
                for line in a[i1:i2]:
                    yield '-' + line
            if tag in ('replace', 'insert'):
                for line in b[j1:j2]:
                    yield '+' + line


def context_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    """Compares two lists of lines; yields a context diff."""
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    prefix = {'insert': '+ ', 'delete': '- ', 'replace': '! ', 'equal': '  '}
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield f'*** {fromfile}{_dated(fromfiledate)}{lineterm}'
            yield f'--- {tofile}{_dated(tofiledate)}{lineterm}'
        first, last = group[0], group[-1]
        yield '***************' + lineterm
        yield f'*** {_format_range_context(first[1], last[2])} ****{lineterm}'
        if any([tag in ('replace', 'delete') for tag, *_ in group]):
            for tag, i1, i2, _, _ in group:
                if tag != 'insert':
                    for line in a[i1:i2]:
                        yield prefix[tag] + line
        yield f'--- {_format_range_context(first[3], last[4])} ----{lineterm}'
        if any([tag in ('replace', 'insert') for tag, *_ in group]):
            for tag, _, _, j1, j2 in group:
                if tag != 'delete':
                    for line in b[j1:j2]:
                        yield prefix[tag] + line


def diff_bytes(dfunc, a, b, fromfile=b'', tofile=b'', fromfiledate=b'', tofiledate=b'', n=3,
               lineterm=b'\n'):
    """Like dfunc (unified_diff or context_diff) on lists of bytes of unknown encoding."""
    def decode(s):
        try:
            return s.decode('ascii', 'surrogateescape')
        except AttributeError as err:
            raise TypeError('all arguments must be bytes, not %s (%r)' % (type(s).__name__, s)) \
                from err

    lines = dfunc(list(map(decode, a)), list(map(decode, b)), decode(fromfile), decode(tofile),
                  decode(fromfiledate), decode(tofiledate), n, decode(lineterm))
    for line in lines:
        yield line.encode('ascii', 'surrogateescape')


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    """A Differ-style delta of two lists of lines."""
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    """The lines of sequence 1 or 2 of a Differ delta."""
    try:
        tag = {1: '- ', 2: '+ '}[int(which)]
    except KeyError:
        raise ValueError('unknown delta choice (must be 1 or 2): %r' % which) from None
    for line in delta:
        if line[:2] in ('  ', tag):
            yield line[2:]


def __getattr__(name):
    if name in ('HtmlDiff', '_mdiff'):
        import _difflib_html
        globals().update(HtmlDiff=_difflib_html.HtmlDiff, _mdiff=_difflib_html.mdiff)
        return globals()[name]
    raise AttributeError(f"module 'difflib' has no attribute {name!r}")
