"""Canonical XML 2.0 for xml.etree.ElementTree: a target of its parser that writes what it is told."""
import re as _re

__name__ = 'xml.etree.ElementTree'
_XML = 'http://www.w3.org/XML/1998/namespace'
_is_prefixed = _re.compile(r'\w+:\w+$').match
_TEXT = str.maketrans({'&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;'})
_VALUE = str.maketrans({'&': '&amp;', '<': '&lt;', '"': '&quot;', '\t': '&#x9;', '\n': '&#xA;', '\r': '&#xD;'})


def _escaped(text, table):
    if not isinstance(text, str):
        raise TypeError('cannot serialize %r (type %s)' % (text, type(text).__name__))
    return text.translate(table)


class _Prefixes:
    """The prefixes of namespaces as (uri, prefix) pairs, one list for each open element: those of the
    source, and those that have been written."""

    def __init__(self, known, rewrite):
        self.source, self.written = [list(known), []], [[(_XML, 'xml')]]
        self.made = {} if rewrite else None

    def uri(self, name):
        """prefix:local of the source -> {uri}local"""
        prefix, _, local = name.partition(':')
        for pairs in reversed(self.source):
            for uri, known in pairs:
                if known == prefix:
                    return f'{{{uri}}}{local}'
        raise ValueError(f'Prefix {prefix} of QName "{name}" is not declared in scope')

    def name(self, uri, local):
        """How a name is written; its prefix may be declared with that."""
        hidden = set()
        for pairs in reversed(self.written):
            for known, prefix in pairs:
                if known == uri and prefix not in hidden:
                    return f'{prefix}:{local}' if prefix else local
                hidden.add(prefix)
        if self.made is None and not uri and '' not in hidden:
            return local
        prefix = self._new_prefix(uri)
        if prefix is None:
            return local
        self.written[-1].append((uri, prefix))
        return f'{prefix}:{local}' if prefix else local

    def _new_prefix(self, uri):
        if self.made is not None:
            return self.made.setdefault(uri, f'n{len(self.made)}')
        for pairs in reversed(self.source):
            for known, prefix in pairs:
                if known == uri:
                    return prefix
        if uri:
            raise ValueError(f'Namespace "{uri}" is not declared in scope')
        return None


def _split(name):
    if name[:1] != '{':
        return '', name
    uri, _, local = name[1:].rpartition('}')
    return uri, local


class C14NWriterTarget:
    """Canonicalization writer target for the XMLParser: serialises events to XML C14N 2.0.

    *write* takes text. *with_comments* keeps comments, *strip_text* drops space around text,
    *rewrite_prefixes* replaces prefixes by n0, n1 and so on; *qname_aware_tags* and
    *qname_aware_attrs* name elements and attributes whose text is a prefixed name;
    *exclude_attrs* and *exclude_tags* name what is left out.
    """

    def __init__(self, write, *, with_comments=False, strip_text=False, rewrite_prefixes=False,
                 qname_aware_tags=None, qname_aware_attrs=None, exclude_attrs=None, exclude_tags=None):
        from xml.etree.ElementTree import _namespace_map
        self._write, self._comments, self._strip = write, with_comments, strip_text
        self._drop_attrs, self._drop_tags = set(exclude_attrs or ()), set(exclude_tags or ())
        self._name_tags, self._name_attrs = set(qname_aware_tags or ()), set(qname_aware_attrs or ())
        self._prefixes = _Prefixes([] if rewrite_prefixes else _namespace_map.items(), rewrite_prefixes)
        self._data, self._keep_space, self._dropped = [], [False], 0
        self._begun = self._ended = False
        self._waiting = None  # the start of an element whose text is a name

    def start_ns(self, prefix, uri):
        if self._dropped:
            return
        self._flush()
        self._prefixes.source[-1].append((uri, prefix or ''))

    def start(self, tag, attrs):
        if self._dropped or tag in self._drop_tags:
            self._dropped += 1
            return
        self._flush()
        self._prefixes.written.append([])
        if tag in self._name_tags:
            self._waiting = tag, attrs
        else:
            self._open(tag, attrs)

    def _open(self, tag, attrs, text=None):
        prefixes = self._prefixes
        attrs = {key: value for key, value in attrs.items() if key not in self._drop_attrs}
        named = {value: prefixes.uri(value) for key, value in attrs.items()
                 if key in self._name_attrs and _is_prefixed(value)}
        if text is not None:
            named[text] = prefixes.uri(text)
        written = {name: prefixes.name(*_split(name))
                   for name in sorted({tag, *attrs, *named.values()}, key=lambda name: name.split('}', 1))}
        out = sorted(('xmlns:' + prefix if prefix else 'xmlns', uri) for uri, prefix in prefixes.written[-1])
        for key, value in sorted(attrs.items()):
            if key in self._name_attrs and value in named:
                value = written[named[value]]
            out.append((written[key] if _split(key)[0] else key, value))
        space = attrs.get(f'{{{_XML}}}space')
        self._keep_space.append(space == 'preserve' if space else self._keep_space[-1])
        self._write(f'<{written[tag]}' + ''.join([f' {k}="{_escaped(v, _VALUE)}"' for k, v in out]) + '>')
        if text is not None:
            self._write(_escaped(written[named[text]], _TEXT))
        self._begun = True
        prefixes.source.append([])

    def data(self, data):
        if not self._dropped:
            self._data.append(data)

    def _flush(self):
        if not self._data and self._waiting is None:
            return
        text = ''.join(self._data)
        self._data.clear()
        if self._strip and not self._keep_space[-1]:
            text = text.strip()
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            name = text if _is_prefixed(text) else None
            self._open(*waiting, name)
            if name is not None:
                return
        if text and self._begun:
            self._write(_escaped(text, _TEXT))

    def end(self, tag):
        if self._dropped:
            self._dropped -= 1
            return
        self._flush()
        self._write(f'</{self._prefixes.name(*_split(tag))}>')
        self._keep_space.pop()
        self._ended = len(self._keep_space) == 1
        self._prefixes.written.pop()
        self._prefixes.source.pop()

    def comment(self, text):
        if self._comments:
            self._aside(f'<!--{_escaped(text, _TEXT)}-->')

    def pi(self, target, data):
        self._aside(f'<?{target} {_escaped(data, _TEXT)}?>' if data else f'<?{target}?>')

    def _aside(self, text):
        """A comment or processing instruction, on a line of its own outside of the root."""
        if self._dropped:
            return
        if self._ended:
            self._write('\n')
        elif self._begun:
            self._flush()
        self._write(text)
        if not self._begun:
            self._write('\n')
