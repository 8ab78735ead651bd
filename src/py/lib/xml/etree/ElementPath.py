"""The XPath subset of ElementTree: find, findall, iterfind and findtext of elements.

A path becomes a list of steps; a step maps an iterator of elements to an iterator of elements.
"""
import re as _re

_TOKEN = _re.compile(
    r"""('[^']*'|"[^"]*")|(::|//?|\.\.|\(\)|!=|[/.*:\[\]\(\)@=])|((?:\{[^}]+\})?[^/\[\]\(\)@!=\s]+)|\s+""")
_cache = {}


def _qualified(name, namespaces, attribute):
    """A name with its namespace in place of its prefix."""
    prefix, colon, local = name.partition(':')
    if not colon:
        default = None if attribute else namespaces.get('')
        return f'{{{default}}}{name}' if default else name
    if prefix in namespaces:
        return f'{{{namespaces[prefix]}}}{local}'
    raise SyntaxError(f'prefix {prefix!r} not found in prefix map')


def xpath_tokenizer(pattern, namespaces=None):
    """Yields (operator, name) pairs, one of both empty; prefixes of names are resolved."""
    before = ''
    for quoted, operator, name in _TOKEN.findall(pattern):
        if name[:1] not in ('', '{'):
            name = _qualified(name, namespaces or {}, before == '@')
        before = quoted or operator
        yield before, name


def _matcher(tag):
    """A test of tags for a name with wildcards {*} or *, None when the name is plain."""
    if tag == '{*}*':
        return lambda name: isinstance(name, str)
    if tag == '{}*':
        return lambda name: isinstance(name, str) and name[:1] != '{'
    if tag[:3] == '{*}':
        local = tag[2:]
        return lambda name: isinstance(name, str) and (name == local[1:] or name.endswith(local))
    if tag[-2:] == '}*':
        space = tag[:-1]
        return lambda name: isinstance(name, str) and name.startswith(space)
    return None


class _Context:
    def __init__(self, root):
        self.root, self.parents = root, None

    def parent_map(self):
        if self.parents is None:
            self.parents = {child: parent for parent in self.root.iter() for child in parent}
        return self.parents


def _plain(tag):
    # '{}name' is the same as 'name'.
    return tag[2:] if tag[:2] == '{}' and tag != '{}*' else tag


def _children(tag):
    tag = _plain(tag)
    test = _matcher(tag) if tag != '*' else lambda name: True
    if test is None:
        def select(context, elements):
            for element in elements:
                for child in element:
                    if child.tag == tag:
                        yield child
    else:
        def select(context, elements):
            for element in elements:
                for child in element:
                    if test(child.tag):
                        yield child
    return select


def _descendants(tag):
    tag = _plain(tag)
    test = _matcher(tag) if tag != '*' else None

    def select(context, elements):
        for element in elements:
            for child in element.iter(None if test else tag):
                if child is not element and (test is None or test(child.tag)):
                    yield child
    return select


def _self(context, elements):
    return elements


def _parent(context, elements):
    seen = {}
    for element in elements:
        parent = context.parent_map().get(element)
        if parent is not None and parent not in seen:
            seen[parent] = True
            yield parent


def _keep(test):
    def select(context, elements):
        for element in elements:
            if test(context, element):
                yield element
    return select


def _indexed(index):
    def test(context, element):
        try:
            parent = context.parent_map()[element]
            return list(parent.findall(element.tag))[index] is element
        except (KeyError, IndexError):
            return False
    return _keep(test)


def _predicate(tokens):
    """One [...]: its tokens decide what it tests."""
    signature, values = [], []
    for operator, name in tokens:
        if operator == ']':
            break
        if (operator, name) == ('', ''):
            continue
        if operator[:1] in ('"', "'") and operator:
            operator, name = "'", operator[1:-1]
        signature.append(operator or '-')
        values.append(name)
    else:
        raise SyntaxError('invalid path')
    kind = ''.join(signature)
    equal = kind.replace('!=', '=')
    negated = kind != equal
    if kind == '@-':
        return _keep(lambda context, element: element.get(values[1]) is not None)
    if equal == "@-='":
        key, value = values[1], values[-1]
        if negated:
            return _keep(lambda context, e: (got := e.get(key)) is not None and got != value)
        return _keep(lambda context, e: e.get(key) == value)
    if kind == '-' and not _re.match(r'-?\d+$', values[0]):
        return _keep(lambda context, element: element.find(values[0]) is not None)
    if equal == ".='" or (equal == "-='" and not _re.match(r'-?\d+$', values[0])):
        tag, value = values[0] if equal == "-='" else '', values[-1]

        def test(context, element):
            texts = (''.join(e.itertext()) for e in (element.findall(tag) if tag else (element,)))
            return any((text != value) if negated else (text == value) for text in texts)
        return _keep(test)
    if kind == '-' or kind in ('-()', '-()-'):
        if kind == '-':
            index = int(values[0]) - 1
            if index < 0:
                raise SyntaxError('XPath position >= 1 expected')
        else:
            if values[0] != 'last':
                raise SyntaxError('unsupported function')
            index = -1
            if kind == '-()-':
                try:
                    index = int(values[2]) - 1
                except ValueError:
                    raise SyntaxError('unsupported expression') from None
                if index > -2:
                    raise SyntaxError('XPath offset from last() must be negative')
        return _indexed(index)
    raise SyntaxError('invalid predicate')


def _steps(path, namespaces):
    if path[-1:] == '/':
        path += '*'
    tokens = xpath_tokenizer(path, namespaces)
    steps = []
    if path[:1] == '/':
        raise SyntaxError('cannot use absolute path on element')
    for operator, name in tokens:
        if operator == '/':
            operator, name = next(tokens, ('.', ''))
        if operator == '//':
            operator, name = next(tokens, ('', ''))
            if operator == '*' or name:
                steps.append(_descendants(name or '*'))
            else:
                raise SyntaxError('invalid descendant')
        elif operator == '[':
            steps.append(_predicate(tokens))
        elif operator == '.':
            steps.append(_self)
        elif operator == '..':
            steps.append(_parent)
        elif operator == '*' or not operator:
            steps.append(_children(operator or name))  # white space is a name no element has
        else:
            raise SyntaxError('invalid path')
    return steps


def iterfind(elem, path, namespaces=None):
    """Generate all elements that path selects, seen from elem."""
    key = path, tuple(sorted(namespaces.items())) if namespaces else None
    steps = _cache.get(key)
    if steps is None:
        if len(_cache) > 100:
            _cache.clear()
        steps = _cache[key] = _steps(path, namespaces)
    context, result = _Context(elem), (elem,)
    for step in steps:
        result = step(context, result)
    return iter(result)


def find(elem, path, namespaces=None):
    """The first element that path selects, or None."""
    return next(iterfind(elem, path, namespaces), None)


def findall(elem, path, namespaces=None):
    """All elements that path selects."""
    return list(iterfind(elem, path, namespaces))


def findtext(elem, path, default=None, namespaces=None):
    """The text of the first element that path selects."""
    found = find(elem, path, namespaces)
    if found is None:
        return default
    return '' if found.text is None else found.text
