# Texts and differences for the messages of unittest.
from genericpath import commonprefix

_MAX_LENGTH = 80
_PLACEHOLDER = 12
_END = 5  # characters kept at an end


def _shorten(s, begin, end):
    skip = len(s) - begin - end
    return '%s[%d chars]%s' % (s[:begin], skip, s[len(s) - end:]) if skip > _PLACEHOLDER else s


def _common_shorten_repr(*args):
    """The repr()s, shortened where they are the same when they are long."""
    texts = tuple(map(safe_repr, args))
    longest = max(map(len, texts))
    if longest <= _MAX_LENGTH:
        return texts
    prefix = commonprefix(texts)
    n = len(prefix)
    room = _MAX_LENGTH - (longest - n + _END + _PLACEHOLDER)
    if room > _END:
        prefix = _shorten(prefix, _END, room)
        return tuple([prefix + s[n:] for s in texts])
    prefix = _shorten(prefix, _END, _END)
    differing = _MAX_LENGTH - (3 * _END + 2 * _PLACEHOLDER)
    return tuple([prefix + _shorten(s[n:], differing, _END) for s in texts])


def safe_repr(obj, short=False):
    """repr(), whatever the object's own does."""
    try:
        result = repr(obj)
    except Exception:
        result = object.__repr__(obj)
    if not short or len(result) < _MAX_LENGTH:
        return result
    return result[:_MAX_LENGTH] + ' [truncated]...'


def strclass(cls):
    return '%s.%s' % (cls.__module__, cls.__qualname__)


def three_way_cmp(x, y):
    """Return -1 if x < y, 0 if x == y and 1 if x > y"""
    return (x > y) - (x < y)


def _count_differences(first, second, equal):
    """(times in first, times in second, element) where they differ, in order of appearance"""
    out, seen = [], []
    for element in [*first, *second]:
        if not any([equal(element, other) for other in seen]):
            seen.append(element)
            a = sum([equal(element, other) for other in first])
            b = sum([equal(element, other) for other in second])
            if a != b:
                out.append((a, b, element))
    return out


def _count_diff_all_purpose(actual, expected):
    return _count_differences(list(actual), list(expected), lambda x, y: x == y)


def _count_diff_hashable(actual, expected):
    counts = {}
    for side, items in enumerate((actual, expected)):
        for item in items:
            counts.setdefault(item, [0, 0])[side] += 1
    return [(a, b, item) for item, (a, b) in counts.items() if a != b]
