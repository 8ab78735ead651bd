# Module pprint: containers printed over several lines where one is too narrow. An object is first
# tried as one line (format), then laid out by the method its type's __repr__ is known with.

__all__ = ['pprint', 'pformat', 'isreadable', 'isrecursive', 'saferepr', 'PrettyPrinter', 'pp']


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True,
           underscore_numbers=False):
    """Prints an object over as many lines as it needs to be read well."""
    PrettyPrinter(indent, width, depth, stream, compact=compact, sort_dicts=sort_dicts,
                  underscore_numbers=underscore_numbers).pprint(object)


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True,
            underscore_numbers=False):
    """What pprint() would print, as text."""
    return PrettyPrinter(indent, width, depth, compact=compact, sort_dicts=sort_dicts,
                         underscore_numbers=underscore_numbers).pformat(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    """Like pprint(), but dicts keep their order."""
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def _in_a_line(object):
    return PrettyPrinter()._plain(object, {}, None, 0)


def saferepr(object):
    """repr() that names what contains itself instead of going on without end."""
    return _in_a_line(object)[0]


def isreadable(object):
    """Would eval() make the object from the text of saferepr()?"""
    return _in_a_line(object)[1]


def isrecursive(object):
    """Does the object contain itself?"""
    return _in_a_line(object)[2]


class _safe_key:
    """Orders what cannot be compared by type and identity."""
    __slots__ = ['obj']

    def __init__(self, obj):
        self.obj = obj

    def __lt__(self, other):
        mine, its = self.obj, other.obj
        try:
            return mine < its
        except TypeError:
            return (str(type(mine)), id(mine)) < (str(type(its)), id(its))


def _safe_tuple(item):
    return _safe_key(item[0]), _safe_key(item[1])


def _recursion(object):
    return f'<Recursion on {type(object).__name__} with id={id(object)}>'


_no_value = object()    # of a row that is text alone


class _Text(list):
    write = list.append


def _parts_of_line(line, room, last_room):
    """The line, or if its repr() has not that much room at its end, as many of its words together as have."""
    if not line or len(repr(line)) <= last_room:
        return [line]
    import re
    *words, last = re.findall(r'\S+\s*|\s+', line)
    parts = ['']
    for word, most in (*[(word, room) for word in words], (last, last_room)):
        if len(repr(parts[-1] + word)) > most:
            parts.append('')
        parts[-1] += word
    return list(filter(None, parts))


def _rows_of_bytes(data, room, allowance):
    """Rows by four bytes, as many as there is room for; the last few bytes have less."""
    start, few = 0, len(data) // 4 * 4
    while start < len(data):
        end = start + 4
        while end < len(data) and len(repr(data[start:end + 4])) <= room - (allowance if end == few else 0):
            end += 4
        yield data[start:end]
        start = end


class PrettyPrinter:
    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False,
                 sort_dicts=True, underscore_numbers=False):
        self._indent_per_level, self._width, self._depth = int(indent), int(width), depth
        for wrong, rule in ((self._indent_per_level < 0, 'indent must be >= 0'),
                            (depth is not None and depth <= 0, 'depth must be > 0'),
                            (self._width == 0, 'width must be != 0')):
            if wrong:
                raise ValueError(rule)
        self._compact, self._sort_dicts = bool(compact), sort_dicts
        self._underscore_numbers, self._stream = underscore_numbers, stream
        if stream is None:
            import sys
            self._stream = sys.stdout

    def pprint(self, object):
        if self._stream is not None:
            self._format(object, self._stream, 0, 0, {}, 0)
            self._stream.write('\n')

    def pformat(self, object):
        out = _Text()
        self._format(object, out, 0, 0, {}, 0)
        return ''.join(out)

    def isrecursive(self, object):
        return self.format(object, {}, 0, 0)[2]

    def isreadable(self, object):
        _, readable, recursive = self.format(object, {}, 0, 0)
        return readable and not recursive

    def format(self, object, context, maxlevels, level):
        """-> (text of one line, eval() reads it, it refers to itself); made to be overridden."""
        return self._plain(object, context, maxlevels, level)

    def _repr(self, object, context, level):
        return self.format(object, context.copy(), self._depth, level)[0]

    def _format(self, object, stream, indent, allowance, context, level):
        """Writes object at column indent; `allowance` columns are needed behind it."""
        text = _recursion(object) if id(object) in context else self._repr(object, context, level)
        tight = len(text) > self._width - indent - allowance and id(object) not in context
        layout = self._layout(object) if tight else None
        if layout is None or layout in _NOT_EMPTY and not object:
            stream.write(text)
        else:
            context[id(object)] = 1
            layout(self, object, stream, indent, allowance, context, level + 1)
            del context[id(object)]

    def _layout(self, object):
        kind = type(object)
        try:
            found = self._dispatch.get(kind.__repr__)
        except TypeError:  # an unhashable __repr__
            return None
        if found is None and kind.__module__ != 'builtins':
            found = _layouts_of_collections(self._dispatch).get(kind.__repr__)
            if found is None and '__dataclass_fields__' in kind.__dict__ and \
                    kind.__repr__.__module__ == 'dataclasses':
                return PrettyPrinter._pprint_dataclass
        return found

    def _plain(self, object, context, maxlevels, level):
        kind = type(object)
        plain = kind.__repr__
        if plain is int.__repr__ and issubclass(kind, int):
            return f'{object:_d}' if self._underscore_numbers else repr(object), True, False
        if not (plain == dict.__repr__ and issubclass(kind, dict)
                or plain == list.__repr__ and issubclass(kind, list)
                or plain == tuple.__repr__ and issubclass(kind, tuple)):
            text = repr(object)
            return text, bool(text) and not text.startswith('<'), False
        mapping = issubclass(kind, dict)
        opening, closing = '{}' if mapping else '[]' if issubclass(kind, list) else '()'
        if not object:
            return opening + closing, True, False
        if opening == '(' and len(object) == 1:
            closing = ',)'
        if maxlevels and level >= maxlevels:
            return opening + '...' + closing, False, id(object) in context
        if id(object) in context:
            return _recursion(object), False, True
        context[id(object)] = 1
        readable, recursive, parts = True, False, []
        if mapping:
            items = object.items()
            for pair in sorted(items, key=_safe_tuple) if self._sort_dicts else items:
                texts = []
                for part in pair:
                    text, r, rec = self.format(part, context, maxlevels, level + 1)
                    texts.append(text)
                    readable, recursive = readable and r, recursive or rec
                parts.append(': '.join(texts))
        else:
            for part in object:
                text, r, rec = self.format(part, context, maxlevels, level + 1)
                parts.append(text)
                readable, recursive = readable and r, recursive or rec
        del context[id(object)]
        return opening + ', '.join(parts) + closing, readable, recursive

    # How to lay out: rows between an opening and a closing.

    def _rows(self, rows, around, stream, indent, allowance, context, level, step=1):
        """Texts and the values behind them, one below the other; the first stands `step` columns in
        from where the opening's bracket does."""
        opening, closing = around
        column, between = indent + len(opening) - 1 + step, ''
        stream.write(opening + ' ' * (step - 1))
        for left, (head, value) in zip(range(len(rows) - 1, -1, -1), rows):
            stream.write(between + head)
            if value is not _no_value:
                self._format(value, stream, column + len(head), 1 if left else allowance + len(closing),
                             context, level)
            between = ',\n' + ' ' * column
        stream.write(closing)

    def _items(self, values, around, stream, indent, allowance, context, level):
        step = self._indent_per_level
        if not self._compact:
            rows = [('', value) for value in values]
            return self._rows(rows, around, stream, indent, allowance, context, level, step)
        opening, closing = around
        stream.write(opening + ' ' * (step - 1))
        self._filled([*values], stream, indent + len(opening) - 1 + step, allowance + len(closing), context, level)
        stream.write(closing)

    def _pairs(self, pairs, around, stream, indent, allowance, context, level):
        rows = [(self._repr(key, context, level) + ': ', value) for key, value in pairs]
        self._rows(rows, around, stream, indent, allowance, context, level, self._indent_per_level)

    def _fields(self, name, pairs, stream, indent, allowance, context, level):
        rows = [(f'{key}=...', _no_value) if id(value) in context else (f'{key}=', value) for key, value in pairs]
        self._rows(rows, (name + '(', ')'), stream, indent, allowance - 1, context, level)

    def _filled(self, items, stream, indent, allowance, context, level):
        """As many in a line as it has room for."""
        newline, width = ',\n' + ' ' * indent, self._width - indent + 1
        room, between = width, ''
        for left, item in zip(range(len(items) - 1, -1, -1), items):
            text = self._repr(item, context, level)
            need = len(text) + 2 + (0 if left else allowance)
            if need > room:
                room, between = width, between and newline
            stream.write(between)
            if need <= room:
                stream.write(text)
                room, between = room - need, ', '
            else:
                self._format(item, stream, indent, 1 if left else allowance, context, level)
                between = newline

    # One method per type.

    def _pprint_dict(self, object, stream, indent, allowance, context, level):
        items = object.items()
        self._pairs(sorted(items, key=_safe_tuple) if self._sort_dicts else items, '{}',
                    stream, indent, allowance, context, level)

    def _pprint_list(self, object, *place):
        self._items(object, '[]', *place)

    def _pprint_tuple(self, object, *place):
        self._items(object, ('(', ',)' if len(object) == 1 else ')'), *place)

    def _pprint_set(self, object, *place):
        around = '{}' if type(object) is set else (type(object).__name__ + '({', '})')
        self._items(sorted(object, key=_safe_key), around, *place)

    def _pprint_str(self, object, stream, indent, allowance, context, level):
        brackets = 1 if level == 1 else 0
        *lines, last = object.splitlines(True) or ['']
        room = self._width - indent - brackets
        parts = [part for line in lines for part in _parts_of_line(line, room, room)]
        parts += _parts_of_line(last, room, room - allowance - brackets)
        text = ('\n' + ' ' * (indent + brackets)).join(map(repr, parts))
        stream.write('(' + text + ')' if brackets and len(parts) > 1 else text)

    def _pprint_bytes(self, object, stream, indent, allowance, context, level):
        if len(object) <= 4:
            stream.write(repr(object))
            return
        outermost = level == 1  # in brackets
        rows = _rows_of_bytes(object, self._width - indent - outermost, allowance + outermost)
        text = ('\n' + ' ' * (indent + outermost)).join(map(repr, rows))
        stream.write(f'({text})' if outermost else text)

    def _pprint_bytearray(self, object, stream, indent, allowance, context, level):
        stream.write('bytearray(')
        self._pprint_bytes(bytes(object), stream, indent + 10, allowance + 1, context, level + 1)
        stream.write(')')

    def _pprint_mappingproxy(self, object, stream, indent, allowance, context, level):
        self._rows([('', object.copy())], ('mappingproxy(', ')'), stream, indent, allowance, context, level)

    def _pprint_simplenamespace(self, object, *place):
        name = type(object).__name__
        self._fields('namespace' if name == 'SimpleNamespace' else name, object.__dict__.items(), *place)

    def _pprint_dataclass(self, object, *place):
        shown = [name for name, f in type(object).__dataclass_fields__.items()
                 if f.repr and f._field_type.name == '_FIELD']
        self._fields(type(object).__name__, [(name, getattr(object, name)) for name in shown], *place)

    def _pprint_ordered_dict(self, object, *place):
        self._rows([('', [*object.items()])], (type(object).__name__ + '(', ')'), *place)

    def _pprint_default_dict(self, object, stream, indent, allowance, context, level):
        name = type(object).__name__
        factory = self._repr(object.default_factory, context, level)
        indent += len(name) + 1
        stream.write(f'{name}({factory},\n{" " * indent}')
        self._pprint_dict(object, stream, indent, allowance + 1, context, level)
        stream.write(')')

    def _pprint_counter(self, object, *place):
        self._pairs(object.most_common(), (type(object).__name__ + '({', '})'), *place)

    def _pprint_chain_map(self, object, *place):
        self._rows([('', m) for m in object.maps], (type(object).__name__ + '(', ')'), *place)

    def _pprint_deque(self, object, stream, indent, allowance, context, level):
        opening = type(object).__name__ + '(['
        if object.maxlen is None:
            return self._items(object, (opening, '])'), stream, indent, allowance, context, level)
        self._items(object, (opening, ']'), stream, indent, 1, context, level)
        column = indent + len(opening) - 1
        stream.write(f',\n{" " * column}maxlen={self._repr(object.maxlen, context, level)})')

    def _pprint_user(self, object, stream, indent, allowance, context, level):
        self._format(object.data, stream, indent, allowance, context, level - 1)

    _dispatch = {dict.__repr__: _pprint_dict, list.__repr__: _pprint_list,
                 tuple.__repr__: _pprint_tuple, set.__repr__: _pprint_set,
                 frozenset.__repr__: _pprint_set, str.__repr__: _pprint_str,
                 bytes.__repr__: _pprint_bytes, bytearray.__repr__: _pprint_bytearray,
                 type(type.__dict__).__repr__: _pprint_mappingproxy}


_P = PrettyPrinter
# Layouts that an empty object does not get.
_NOT_EMPTY = {_P._pprint_str, _P._pprint_set, _P._pprint_ordered_dict, _P._pprint_default_dict,
              _P._pprint_counter, _P._pprint_deque}


def _layouts_of_collections(known):
    """Adds the layouts of types that live in other modules, once one of them may be needed."""
    from types import SimpleNamespace
    if SimpleNamespace.__repr__ not in known:
        import collections
        for kind, layout in ((SimpleNamespace, _P._pprint_simplenamespace),
                             (collections.OrderedDict, _P._pprint_ordered_dict),
                             (collections.defaultdict, _P._pprint_default_dict),
                             (collections.Counter, _P._pprint_counter),
                             (collections.ChainMap, _P._pprint_chain_map),
                             (collections.deque, _P._pprint_deque),
                             (collections.UserDict, _P._pprint_user),
                             (collections.UserList, _P._pprint_user),
                             (collections.UserString, _P._pprint_user)):
            known.setdefault(kind.__repr__, layout)
    return known
