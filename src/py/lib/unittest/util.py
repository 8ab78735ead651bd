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
    texts = [safe_repr(arg) for arg in args]
    longest = max([len(text) for text in texts])
    if longest > _MAX_LENGTH:
        same = commonprefix(texts)
        ends = [text[len(same):] for text in texts]
        room = _MAX_LENGTH - _END - _PLACEHOLDER - (longest - len(same))
        if room <= _END:    # the ends are too long as well
            room = _END
            left = _MAX_LENGTH - 3 * _END - 2 * _PLACEHOLDER
            ends = [_shorten(end, left, _END) for end in ends]
        texts = [_shorten(same, _END, room) + end for end in ends]
    return tuple(texts)


def safe_repr(obj, short=False):
    """repr(), whatever the object's own does."""
    try:
        text = repr(obj)
    except Exception:
        text = object.__repr__(obj)
    long = short and len(text) >= _MAX_LENGTH
    return f'{text[:_MAX_LENGTH]} [truncated]...' if long else text


def strclass(cls):
    return '%s.%s' % (cls.__module__, cls.__qualname__)


def three_way_cmp(x, y):
    """-1, 0 or 1, as x is less than y, equal or more."""
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
