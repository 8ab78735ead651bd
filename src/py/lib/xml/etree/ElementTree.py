"""Trees of XML elements: reading, searching, building and writing them."""
# Element, TreeBuilder and the writing of XML are C (_element), which calls what is connected at the end.
import io as _io
import warnings as _warnings
from _element import Element, SubElement, TreeBuilder, _adopt, _connect, _names, _write
from xml.etree import ElementPath

__all__ = ['Comment', 'dump', 'Element', 'ElementTree', 'fromstring', 'fromstringlist', 'indent',
           'iselement', 'iterparse', 'parse', 'ParseError', 'PI', 'ProcessingInstruction', 'QName',
           'SubElement', 'tostring', 'tostringlist', 'TreeBuilder', 'VERSION', 'XML', 'XMLID',
           'XMLParser', 'XMLPullParser', 'register_namespace']
VERSION = '1.3.0'


class ParseError(SyntaxError):
    """The text is not well-formed XML; position is its line and column."""


def iselement(element):
    """Can it stand for an element?"""
    return hasattr(element, 'tag')


def _rest_of_element(cls):
    _adopt(cls)
    return Element


@_rest_of_element
class _Rest:
    def iterfind(self, path, namespaces=None):
        """The elements that a path leads to, one after the other."""
        return ElementPath.iterfind(self, path, namespaces)

    def __copy__(self):
        element = Element(self.tag)
        element.attrib, element.text, element.tail = self.attrib, self.text, self.tail
        element[:] = self
        return element

    def __deepcopy__(self, memo):
        from copy import deepcopy
        element = Element(deepcopy(self.tag, memo), deepcopy(self.attrib, memo))
        element.text, element.tail = deepcopy(self.text, memo), deepcopy(self.tail, memo)
        element[:] = [deepcopy(child, memo) for child in self]
        memo[id(self)] = element
        return element

    def __getstate__(self):
        return {'tag': self.tag, '_children': self[:], 'attrib': self.attrib, 'text': self.text, 'tail': self.tail}

    def __setstate__(self, state):
        for name in ('tag', 'attrib', 'text', 'tail'):
            setattr(self, name, state.get(name, {} if name == 'attrib' else None))
        self[:] = state.get('_children', [])


def _special(kind, text):
    """An element that is no element: its tag is the function that makes it."""
    element = Element(kind)
    element.text = text
    return element


def Comment(text=None):
    """An element that is written as a comment."""
    return _special(Comment, text)


def ProcessingInstruction(target, text=None):
    """An element that is written as a processing instruction."""
    return _special(ProcessingInstruction, f'{target} {text}' if text else target)


PI = ProcessingInstruction


class QName:
    """A name in a namespace: {uri}local."""

    def __init__(self, text_or_uri, tag=None):
        self.text = f'{{{text_or_uri}}}{tag}' if tag else text_or_uri

    def __str__(self):
        return self.text

    def __repr__(self):
        return f'<{type(self).__name__} {self.text!r}>'

    def __hash__(self):
        return hash(self.text)

    def _order(name):
        def compare(self, other):
            return getattr(self.text, name)(other.text if isinstance(other, QName) else other)
        return compare
    __eq__, __lt__, __le__, __gt__, __ge__ = map(
        _order, ('__eq__', '__lt__', '__le__', '__gt__', '__ge__'))
    del _order


class ElementTree:
    """A whole document: its root, and how it is read and written."""

    def __init__(self, element=None, file=None):
        self._root = element
        if file:
            self.parse(file)

    def getroot(self):
        """The root element."""
        return self._root

    def _setroot(self, element):
        self._root = element

    def parse(self, source, parser=None):
        """Reads a document from a file object; gives its root."""
        stream = source if hasattr(source, 'read') else open(source, 'rb')
        parser = parser or XMLParser()
        for data in iter(lambda: stream.read(65536), stream.read(0)):
            parser.feed(data)
        self._root = parser.close()
        return self._root

    def _path(self, path):
        if path[:1] == '/':
            _warnings.warn('This search is broken in 1.3 and earlier, and will be fixed in a future '
                           f"version.  If you rely on the current behaviour, change it to {'.' + path!r}",
                           FutureWarning, stacklevel=3)
            return '.' + path
        return path

    def iter(self, tag=None):
        return self._root.iter(tag)

    def find(self, path, namespaces=None):
        return self._root.find(self._path(path), namespaces)

    def findtext(self, path, default=None, namespaces=None):
        return self._root.findtext(self._path(path), default, namespaces)

    def findall(self, path, namespaces=None):
        return self._root.findall(self._path(path), namespaces)

    def iterfind(self, path, namespaces=None):
        return self._root.iterfind(self._path(path), namespaces)

    def write(self, file_or_filename, encoding=None, xml_declaration=None, default_namespace=None,
              method=None, *, short_empty_elements=True):
        """Writes the document to a file object, or to a granted file by its name."""
        method, encoding = method or 'xml', encoding or 'us-ascii'
        texts = {'xml': self._xml, 'html': self._html, 'text': self._text}
        if method not in texts:
            raise ValueError('unknown method %r' % method)
        text = encoding.lower() == 'unicode'
        if not hasattr(file_or_filename, 'write'):
            how = {'mode': 'w', 'encoding': 'utf-8', 'errors': 'xmlcharrefreplace'} if text else {'mode': 'wb'}
            with open(file_or_filename, **how) as stream:
                return self.write(stream, encoding, xml_declaration, default_namespace, method,
                                  short_empty_elements=short_empty_elements)
        if xml_declaration is None:     # where a reader would not know the encoding
            xml_declaration = not text and encoding.lower() not in ('utf-8', 'us-ascii')
        shown = 'utf-8' if text else encoding
        data = f"<?xml version='1.0' encoding='{shown}'?>\n" if xml_declaration and method == 'xml' else ''
        data += texts[method](default_namespace, bool(short_empty_elements))
        if data:
            file_or_filename.write(data if text else data.encode(encoding, 'xmlcharrefreplace'))

    def _xml(self, default_namespace, short):
        names, spaces = _namespaces(self._root, default_namespace)
        return _write(self._root, names, ''.join(_declared(spaces, False)), short)

    def _html(self, default_namespace, short):
        return ''.join(_html_of(self._root, *_namespaces(self._root, default_namespace)))

    def _text(self, default_namespace, short):
        return ''.join([*self._root.itertext(), self._root.tail or ''])


# --- writing ------------------------------------------------------------------------------------

_namespace_map = {'http://www.w3.org/XML/1998/namespace': 'xml', 'http://www.w3.org/1999/xhtml': 'html',
                  'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
                  'http://schemas.xmlsoap.org/wsdl/': 'wsdl', 'http://www.w3.org/2001/XMLSchema': 'xs',
                  'http://www.w3.org/2001/XMLSchema-instance': 'xsi',
                  'http://purl.org/dc/elements/1.1/': 'dc'}
HTML_EMPTY = {'area', 'base', 'basefont', 'br', 'col', 'embed', 'frame', 'hr', 'img', 'input',
              'isindex', 'link', 'meta', 'param', 'source', 'track', 'wbr'}


def register_namespace(prefix, uri):
    """Has a namespace written with that prefix."""
    if prefix.startswith('ns') and prefix[2:].isdigit():
        raise ValueError('Prefix format reserved for internal use')
    for taken in [known for known in _namespace_map if _namespace_map[known] == prefix]:
        del _namespace_map[taken]
    _namespace_map[uri] = prefix


def _wrong(text):
    raise TypeError('cannot serialize %r (type %s)' % (text, type(text).__name__))


def _prefix_of(uri, spaces):
    """The prefix of a namespace, which is one more to declare when it is new."""
    if uri not in spaces:
        prefix = _namespace_map.get(uri) or f'ns{len(spaces)}'
        if prefix == 'xml':
            return prefix
        spaces[uri] = prefix
    return spaces[uri]


def _namespaces(root, default):
    """Names as they are written, and the prefixes to declare at the root."""
    names, spaces = {None: None}, {default: ''} if default else {}

    def written(name):
        if name[:1] == '{':
            uri, local = name[1:].rsplit('}', 1)
            prefix = _prefix_of(uri, spaces)
            return f'{prefix}:{local}' if prefix else local
        if default:
            raise ValueError('cannot use non-qualified names with default_namespace option')
        return name

    def note(name):
        text = name.text if isinstance(name, QName) else name
        if not isinstance(text, str):
            _wrong(name)
        if text not in names:
            names[text] = written(text)

    if not isinstance(root, Element):
        root.iter()  # AttributeError
    _names(root, names, note)
    return names, spaces


def _declared(spaces, html):
    for uri, prefix in sorted(spaces.items(), key=lambda item: item[1]):
        colon = ':' if prefix else ''
        yield f' xmlns{colon}{prefix}="{_escape_attribute(uri, html)}"'


_TEXT = str.maketrans({'&': '&amp;', '<': '&lt;', '>': '&gt;'})


def _escape_text(text):
    try:
        return text.translate(_TEXT)
    except (TypeError, AttributeError):
        _wrong(text)


def _escape_attribute(text, html=False):
    try:
        text = text.replace('&', '&amp;').replace('>', '&gt;').replace('"', '&quot;')
        if html:
            return text
        text = text.replace('<', '&lt;')
        return text.replace('\r', '&#13;').replace('\n', '&#10;').replace('\t', '&#09;')
    except (TypeError, AttributeError):
        _wrong(text)


def _html_of(element, names, spaces=None):
    """The pieces of an element's text as HTML."""
    tag, text = element.tag, element.text
    if tag is Comment or tag is PI:
        yield f'<!--{_escape_text(text)}-->' if tag is Comment else f'<?{_escape_text(text)}?>'
    else:
        name = names[tag.text if isinstance(tag, QName) else tag]
        low = None if name is None else name.lower()
        if name is not None:
            yield '<' + name
            yield from _declared(spaces or {}, True)
            for key, value in element.attrib.items():
                key = names[key.text if isinstance(key, QName) else key]
                value = names[value.text] if isinstance(value, QName) else _escape_attribute(value, True)
                yield f' {key}="{value}"'
            yield '>'
        if text:
            yield text if low in ('script', 'style') else _escape_text(text)
        for child in element:
            yield from _html_of(child, names)
        if name is not None and low not in HTML_EMPTY:
            yield f'</{name}>'
    if element.tail:
        yield _escape_text(element.tail)


def tostring(element, encoding=None, method=None, *, xml_declaration=None, default_namespace=None,
             short_empty_elements=True):
    """The element as XML: bytes, or text where the encoding is 'unicode'."""
    stream = _io.StringIO() if encoding == 'unicode' else _io.BytesIO()
    ElementTree(element).write(stream, encoding, xml_declaration=xml_declaration,
                               default_namespace=default_namespace, method=method,
                               short_empty_elements=short_empty_elements)
    return stream.getvalue()


def tostringlist(element, encoding=None, method=None, *, xml_declaration=None,
                 default_namespace=None, short_empty_elements=True):
    """The same in a list of pieces: of XML as text, each name, attribute and text for itself."""
    whole = tostring(element, encoding, method, xml_declaration=xml_declaration,
                     default_namespace=default_namespace, short_empty_elements=short_empty_elements)
    return list(_pieces(whole)) if encoding == 'unicode' and method in (None, 'xml') else [whole]


def _pieces(text):
    """Of what is well-formed: '<' and '>' are nowhere else than around tags, comments and the like."""
    import re
    for m in re.finditer(r'\A<\?xml.*?\?>\n|<!--.*?-->|<\?.*?\?>|</[^>]*>|(<[^\s/>]+)([^>]*?)( />|>)|[^<]+',
                         text, re.S):
        if m[1]:
            yield from (m[1], *re.findall(r' [^\s=]+="[^"]*"', m[2]), m[3])
        else:
            yield m[0]


def dump(elem):
    """Prints the element as XML."""
    import sys
    tree = elem if isinstance(elem, ElementTree) else ElementTree(elem)
    tree.write(sys.stdout, 'unicode')
    if not (tree.getroot().tail or '').endswith('\n'):
        sys.stdout.write('\n')


def indent(tree, space='  ', level=0):
    """Adds white space between elements so that each stands on a line of its own."""
    root = tree.getroot() if isinstance(tree, ElementTree) else tree
    if level < 0:
        raise ValueError(f'Initial indentation level must be >= 0, got {level}')

    pending = [(root, '\n' + (level + 1) * space, '\n' + level * space)] if len(root) else []
    for element, inner, outer in pending:   # grows on the way
        further = inner + space
        pending += [(child, further, inner) for child in element if len(child)]
        if not (element.text or '').strip():
            element.text = inner
        ends = [inner] * (len(element) - 1) + [inner if inner.strip() else outer]
        for child, end in zip(element, ends):
            if not (child.tail or '').strip():
                child.tail = end


# --- reading ------------------------------------------------------------------------------------

_HANDLERS = {'start': 'StartElement', 'end': 'EndElement', 'start-ns': 'StartNamespaceDecl',
             'end-ns': 'EndNamespaceDecl', 'comment': 'Comment', 'pi': 'ProcessingInstruction'}


class XMLParser:
    """Goes through XML and tells a target, normally a TreeBuilder, what it meets."""

    def __init__(self, *, target=None, encoding=None):
        from xml.parsers import expat
        self.target = TreeBuilder() if target is None else target
        self.parser = self._parser = parser = expat.ParserCreate(encoding, '}')
        self._error, self.entity = expat.error, {}
        self.version = 'Expat %d.%d.%d' % expat.version_info
        parser._braces, target = True, self.target
        parser.DefaultHandlerExpand = self._default
        if hasattr(target, 'start_ns'):
            parser.StartNamespaceDeclHandler = lambda p, uri: target.start_ns(p or '', uri or '')
        if hasattr(target, 'end_ns'):
            parser.EndNamespaceDeclHandler = lambda prefix: target.end_ns(prefix or '')
        for handler, name in (('StartElementHandler', 'start'), ('EndElementHandler', 'end'),
                              ('CharacterDataHandler', 'data'), ('CommentHandler', 'comment'),
                              ('ProcessingInstructionHandler', 'pi')):
            if hasattr(target, name):
                setattr(parser, handler, getattr(target, name))
        if hasattr(target, 'doctype'):
            parser.StartDoctypeDeclHandler = (
                lambda name, system, public, subset: target.doctype(name, public, system))
        elif hasattr(self, 'doctype'):
            parser.StartDoctypeDeclHandler = lambda *args: _warnings.warn(
                'The doctype() method of XMLParser is ignored.  Define doctype() method on the TreeBuilder target.',
                RuntimeWarning, stacklevel=4)

    def _default(self, text):
        if text[:1] != '&':
            return
        try:
            data = self.entity[text[1:-1]]
        except KeyError:
            line, column = self._parser.ErrorLineNumber, self._parser.ErrorColumnNumber
            error = self._error(f'undefined entity {text}: line {line}, column {column}')
            error.code, error.lineno, error.offset = 11, line, column
            raise error from None
        if hasattr(self.target, 'data'):
            self.target.data(data)

    def _parse(self, data, final):
        try:
            self._parser.Parse(data, final)
        except self._error as value:
            error = ParseError(str(value))
            error.code, error.position = value.code, (value.lineno, value.offset)
            raise error from None

    def feed(self, data, /):
        """Takes the next piece of the document."""
        self._parse(data, False)

    def close(self):
        """Ends the document; gives what the target makes of it, the root."""
        self._parse(b'', True)
        close = getattr(self.target, 'close', None)
        return close() if close else None

    def flush(self):
        pass

    def _setevents(self, queue, events):
        """Appends (event, element) pairs to queue as they come."""
        for event in events:
            if event not in _HANDLERS:
                raise ValueError('unknown event %r' % event)
            setattr(self._parser, _HANDLERS[event] + 'Handler', self._noting(queue, event))

    def _noting(self, queue, event):
        """A handler that has the target do its part and notes what came of it."""
        def begun(prefix, uri):
            space = prefix or '', uri or ''
            if hasattr(self.target, 'start_ns'):
                self.target.start_ns(*space)
            return space

        own = {'start-ns': begun, 'end-ns': lambda prefix: None}
        act = own[event] if event in own else getattr(self.target, event)
        return lambda *args: queue.append((event, act(*args)))


class _Ended:
    """Stands for the parser once the document has ended."""

    def feed(self, data):
        raise ValueError('feed() called after end of stream')


class XMLPullParser:
    """Takes XML in pieces and hands out what has been met so far."""

    def __init__(self, events=None, *, _parser=None):
        import collections
        self._events_queue = collections.deque()
        self._parser = _parser or XMLParser(target=TreeBuilder())
        self._parser._setevents(self._events_queue, ('end',) if events is None else events)

    def feed(self, data):
        """Takes the next piece of the document."""
        try:
            self._parser.feed(data)
        except SyntaxError as wrong:  # read_events() raises it when its turn comes
            self._events_queue.append(wrong)

    def _close_and_return_root(self):
        parser, self._parser = self._parser, _Ended()
        return parser.close()

    def close(self):
        """Ends the document."""
        self._close_and_return_root()

    def read_events(self):
        """Hands out the pairs of event and element that are waiting."""
        while self._events_queue:
            event = self._events_queue.popleft()
            if isinstance(event, Exception):
                raise event
            yield event

    def flush(self):
        pass


class _IterParse:
    """What iterparse returns: an iterator of events; root is set at the end."""

    def __init__(self, source, events, parser):
        self._source, self._pull, self.root = source, XMLPullParser(events, _parser=parser), None
        self._events = self._run()

    def _run(self):
        while True:
            yield from self._pull.read_events()
            data = self._source.read(16 * 1024)
            if not data:
                break
            self._pull.feed(data)
        root = self._pull._close_and_return_root()
        yield from self._pull.read_events()
        self.root = root

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._events)


def iterparse(source, events=None, parser=None):
    """Pairs of event and element, as they are met in a file object; root when done."""
    if not hasattr(source, 'read'):
        source = open(source, 'rb')
    return _IterParse(source, events, parser)


def parse(source, parser=None):
    """The document in a file object, as an ElementTree."""
    tree = ElementTree()
    tree.parse(source, parser)
    return tree


def XML(text, parser=None):
    """The root element of the document that text holds."""
    parser = parser or XMLParser(target=TreeBuilder())
    parser.feed(text)
    return parser.close()


fromstring = XML


def XMLID(text, parser=None):
    """The root element of the document that text holds, and its elements by id."""
    tree = XML(text, parser)
    return tree, {key: element for element in tree.iter() if (key := element.get('id'))}


def fromstringlist(sequence, parser=None):
    """The root element of the document that pieces of text hold."""
    parser = parser or XMLParser(target=TreeBuilder())
    for text in sequence:
        parser.feed(text)
    return parser.close()


_connect(ElementPath.find, ElementPath.findtext, ElementPath.findall, Comment, PI, QName, _wrong, ParseError)
