"""The XPath subset of ElementTree: find, findall, iterfind and findtext of elements.

A path becomes a list of steps; a step maps an iterator of elements to an iterator of elements.
"""
import re as _re

_TOKEN = _re.compile(
    r"""('[^']*'|"[^"]*")|(::|//?|\.\.|\(\)|!=|[/.*:\[\]\(\)@=])|((?:\{[^}]+\})?[^/\[\]\(\)@!=\s]+)|\s+""")
_NUMBER = _re.compile(r'-?\d+')
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
        self.root, self.parents, self.twins = root, None, {}

    def parent_map(self):
        if self.parents is None:
            self.parents = {child: parent for parent in self.root.iter() for child in parent}
        return self.parents

    def of_its_name(self, element):
        """The children of its parent that have its name; KeyError: it has no parent here."""
        place = self.parent_map()[element], element.tag
        if place not in self.twins:     # looked up once for all of them
            self.twins[place] = list(place[0].findall(element.tag))
        return self.twins[place]


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
            return context.of_its_name(element)[index] is element
        except (KeyError, IndexError):
            return False
    return _keep(test)


def _texts(tag):
    """The texts of the children of that name, or of an element itself."""
    if tag is None:
        return lambda element: (''.join(element.itertext()),)
    return lambda element: (''.join(child.itertext()) for child in element.findall(tag))


def _attribute(key):
    return lambda element: filter(lambda value: value is not None, (element.get(key),))


def _comparing(texts, sign, quoted):
    """Keeps those of which one text is the quoted one; with != is another one."""
    value, alike = quoted[1:-1], sign == '='
    return _keep(lambda context, element: any((text == value) is alike for text in texts(element)))


def _nth(position):
    if position < 1:
        raise SyntaxError('XPath position >= 1 expected')
    return _indexed(position - 1)


def _from_last(*offset):
    try:
        number = sum(map(int, offset))
    except ValueError:
        raise SyntaxError('unsupported expression') from None
    if offset and number >= 0:
        raise SyntaxError('XPath offset from last() must be negative')
    return _indexed(number - 1)


def _predicate(tokens):
    """One [...], behind its bracket: a condition for elements, or which of several is meant."""
    inside = []
    while (token := next(tokens, None)) != (']', ''):
        if token is None:
            raise SyntaxError('invalid path')
        inside += [token] * any(token)  # what is empty was white space
    match inside:
        case [('@', ''), ('', key)]:
            return _keep(lambda context, element: any(True for _ in _attribute(key)(element)))
        case [('', number)] if _NUMBER.fullmatch(number):
            return _nth(int(number))
        case [('', tag)]:
            return _keep(lambda context, element: element.find(tag) is not None)
        case [('', 'last'), ('()', '')]:
            return _from_last()
        case [('', 'last'), ('()', ''), ('', offset)]:
            return _from_last(offset)
        case [('', _), ('()', '')] | [('', _), ('()', ''), ('', _)]:
            raise SyntaxError('unsupported function')
        case [*left, ('=' | '!=' as sign, ''), (quoted, '')] if quoted[:1] in ('"', "'"):
            match left:
                case [('@', ''), ('', key)]:
                    return _comparing(_attribute(key), sign, quoted)
                case [('.', '')]:
                    return _comparing(_texts(None), sign, quoted)
                case [('', tag)] if not _NUMBER.fullmatch(tag):
                    return _comparing(_texts(tag), sign, quoted)
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
    context, found = _Context(elem), (elem,)
    for step in _known_steps(path, namespaces):
        found = step(context, found)
    return iter(found)


def _known_steps(path, namespaces):
    wanted = path, *sorted((namespaces or {}).items())
    if wanted not in _cache:
        if len(_cache) >= 100:
            del _cache[next(iter(_cache))]  # the oldest
        _cache[wanted] = _steps(path, namespaces)
    return _cache[wanted]


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
