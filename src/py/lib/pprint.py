# Module pprint: containers printed over several lines where one is too narrow.
import sys as _sys
from io import StringIO as _StringIO

__all__ = ['pprint', 'pformat', 'isreadable', 'isrecursive', 'saferepr', 'PrettyPrinter', 'pp']


def _order(v):
    return type(v).__name__, str(v)


def _sorted(values, key=lambda v: v):
    values = list(values)
    try:
        return sorted(values, key=key)
    except TypeError:
        return sorted(values, key=lambda v: _order(key(v)))


class PrettyPrinter:
    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True,
                 underscore_numbers=False):
        if indent < 0:
            raise ValueError('indent must be >= 0')
        if depth is not None and depth <= 0:
            raise ValueError('depth must be > 0')
        if not width:
            raise ValueError('width must be != 0')
        self._indent, self._width, self._depth, self._stream = indent, width, depth, stream
        self._compact, self._sort, self._underscore = compact, sort_dicts, underscore_numbers

    def pprint(self, object):
        stream = _sys.stdout if self._stream is None else self._stream
        stream.write(self.pformat(object) + '\n')

    def pformat(self, object):
        out = _StringIO()
        self._write(object, out, 0, 0, set(), 1)
        return out.getvalue()

    def _line(self, v, seen, level):
        kind = type(v)
        if kind is int and self._underscore:
            return f'{v:_d}'
        if kind not in (dict, list, tuple, set, frozenset) or kind.__repr__ not in (
                dict.__repr__, list.__repr__, tuple.__repr__) or not v:
            return repr(v)
        if id(v) in seen:
            return f'<Recursion on {kind.__name__} with id={id(v)}>'
        if self._depth and level > self._depth:
            return '{...}' if kind is dict else '[...]' if kind is list else '(...)'
        seen = seen | {id(v)}
        if kind is dict:
            items = _sorted(v.items(), lambda kv: kv[0]) if self._sort else v.items()
            return '{' + ', '.join([self._line(k, seen, level + 1) + ': ' + self._line(x, seen, level + 1)
                                    for k, x in items]) + '}'
        body = ', '.join([self._line(x, seen, level + 1) for x in v])
        return f'[{body}]' if kind is list else f'({body},)' if len(v) == 1 else f'({body})'

    def _write(self, v, out, indent, extra, seen, level):
        text = self._line(v, seen, level)
        kind = type(v)
        if len(text) <= self._width - indent - extra or id(v) in seen or self._depth and level > self._depth or \
                kind not in (dict, list, tuple, set, frozenset) or not v:
            out.write(text)
            return
        seen = seen | {id(v)}
        if kind is dict:
            out.write('{' + ' ' * (self._indent - 1))
            items = list(_sorted(v.items(), lambda kv: kv[0]) if self._sort else v.items())
            inner = indent + self._indent
            for i, (k, x) in enumerate(items):
                key = self._line(k, seen, level + 1)
                out.write((',\n' + ' ' * inner if i else '') + key + ': ')
                self._write(x, out, inner + len(key) + 2, extra + 1 if i == len(items) - 1 else 1, seen, level + 1)
            out.write('}')
            return
        opening, closing = {list: ('[', ']'), tuple: ('(', ',)' if len(v) == 1 else ')'), set: ('{', '}'),
                            frozenset: ('frozenset({', '})')}[kind]
        items = _sorted(v) if kind in (set, frozenset) else list(v)
        inner = indent + self._indent + (10 if kind is frozenset else 0)
        out.write(opening + ' ' * (self._indent - 1))
        room = width = self._width - inner
        for i, x in enumerate(items):
            last = i == len(items) - 1
            text = self._line(x, seen, level + 1)
            left = len(closing) + extra if last else 1
            if self._compact and len(text) + 2 <= room - (left if last else 0) and i:
                out.write(', ' + text)
                room -= len(text) + 2
                continue
            out.write(',\n' + ' ' * inner if i else '')
            self._write(x, out, inner, left, seen, level + 1)
            room = width - len(text)
        out.write(closing)


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    return PrettyPrinter(indent, width, depth, compact=compact, sort_dicts=sort_dicts,
                         underscore_numbers=underscore_numbers).pformat(object)


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True,
           underscore_numbers=False):
    PrettyPrinter(indent, width, depth, stream, compact=compact, sort_dicts=sort_dicts,
                  underscore_numbers=underscore_numbers).pprint(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def saferepr(object):
    return PrettyPrinter()._line(object, set(), 1)


def isrecursive(object):
    return '<Recursion on ' in saferepr(object)


def isreadable(object):
    text = saferepr(object)
    return '<' not in text
