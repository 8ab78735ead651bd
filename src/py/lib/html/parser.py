# Module html.parser: a tolerant parser of HTML that calls handle_* methods as it reads.
import re as _re
from html import unescape

__all__ = ['HTMLParser']

_DATA_END = _re.compile('[&<]')
_INCOMPLETE = _re.compile('&[a-zA-Z#]')
_ENTITY = _re.compile('&([a-zA-Z][-.a-zA-Z0-9]*)[^a-zA-Z0-9]')
_NUMBER = _re.compile('&#(?:[0-9]+|[xX][0-9a-fA-F]+)[^0-9a-fA-F]')
_TAG_START = _re.compile('<[a-zA-Z]')
_COMMENT_END = _re.compile(r'--\s*>')
_NAME = _re.compile(r'([a-zA-Z][-_.a-zA-Z0-9]*)\s*')
_TAG_NAME = _re.compile(r'([a-zA-Z][^\t\n\r\f />\x00]*)(?:\s|/(?!>))*')
_END_TAG = _re.compile(r'</\s*([a-zA-Z][-.a-zA-Z0-9:_]*)\s*>')
_ATTRIBUTE = _re.compile(
    r'''((?<=['"\s/])[^\s/>][^\s/=>]*)(\s*=+\s*('[^']*'|"[^"]*"|(?!['"])[^>\s]*))?'''
    r'''(?:\s|/(?!>))*''')
_WHOLE_TAG = _re.compile(r'''
    <[a-zA-Z][^\t\n\r\f />\x00]*
    (?:[\s/]*
      (?:(?<=['"\s/])[^\s/>][^\s/=>]*
        (?:\s*=+\s*(?:'[^']*'|"[^"]*"|(?!['"])[^>\s]*)\s*)?
        (?:\s|/(?!>))*
      )*
    )?
    \s*''', _re.VERBOSE)
_SECTION_END = {**dict.fromkeys(['temp', 'cdata', 'ignore', 'include', 'rcdata'],
                                _re.compile(r']\s*]\s*>')),
                **dict.fromkeys(['if', 'else', 'endif'], _re.compile(r']\s*>'))}


_OPENINGS = (('</', 'parse_endtag'), ('<!--', 'parse_comment'), ('<?', 'parse_pi'),
             ('<!', 'parse_html_declaration'))


class HTMLParser:
    """Calls its handle_ methods, for subclasses to write, for each tag, text, comment and
    declaration that feed() meets. With convert_charrefs the text comes with &amp; and its
    like replaced."""
    CDATA_CONTENT_ELEMENTS = ('script', 'style')
    _starttag_text = None

    def __init__(self, *, convert_charrefs=True):
        self.convert_charrefs = convert_charrefs
        self.reset()

    def reset(self):
        self.rawdata, self.lasttag, self.cdata_elem = '', '???', None
        self.interesting = _DATA_END
        self.lineno, self.offset = 1, 0

    def feed(self, data):
        """Takes the next piece of the text."""
        self.rawdata = self.rawdata + data
        self.goahead(0)

    def close(self):
        """Handles what is left, as no more will come."""
        self.goahead(1)

    def get_starttag_text(self):
        """The start tag that was met last, as it was written."""
        return self._starttag_text

    def getpos(self):
        """The line and column that the parser is at."""
        return self.lineno, self.offset

    def updatepos(self, i, j):
        lines = self.rawdata.count('\n', i, j)
        if lines:
            self.lineno += lines
            self.offset = j - self.rawdata.rindex('\n', i, j) - 1
        elif i < j:
            self.offset += j - i
        return j

    def set_cdata_mode(self, elem):
        self.cdata_elem = elem.lower()
        self.interesting = _re.compile(rf'</\s*{self.cdata_elem}\s*>', _re.I)

    def clear_cdata_mode(self):
        self.interesting, self.cdata_elem = _DATA_END, None

    # Methods to override.

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_starttag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        pass

    def handle_charref(self, name):
        pass

    def handle_entityref(self, name):
        pass

    def handle_data(self, data):
        pass

    def handle_comment(self, data):
        pass

    def handle_decl(self, decl):
        pass

    def handle_pi(self, data):
        pass

    def unknown_decl(self, data):
        pass

    # Reading. The parse_* methods return the position behind what they read, -1 when it is not
    # all there yet.

    def _text(self, i, j):
        data = self.rawdata[i:j]
        self.handle_data(unescape(data) if self.convert_charrefs and not self.cdata_elem else data)

    def _text_end(self, i):
        """The end of the text that starts at i, -1 when more input may change what it is."""
        data, n = self.rawdata, len(self.rawdata)
        if not self.convert_charrefs or self.cdata_elem:
            match = self.interesting.search(data, i)
            return match.start() if match else -1 if self.cdata_elem else n
        j = data.find('<', i)
        if j >= 0:
            return j
        reference = data.rfind('&', max(i, n - 34))
        return -1 if reference >= 0 and not _re.search(r'[\s;]', data[reference:]) else n

    def goahead(self, end):
        """Handles data as far as possible; if end is true, to the end."""
        at, size, turns = 0, len(self.rawdata), (self._plain, self._marked)
        while at < size and (behind := turns[0](at, end)) >= 0:
            at, turns = self.updatepos(at, behind), turns[::-1]
        if end and at < size and not self.cdata_elem:
            self._text(at, size)
            at = self.updatepos(at, size)
        self.rawdata = self.rawdata[at:]

    def _plain(self, i, end):
        """Handles text, if there is any before the next markup."""
        j = self._text_end(i)
        if j > i:
            self._text(i, j)
        return j

    def _marked(self, i, end):
        return (self._markup if self.rawdata[i] == '<' else self._reference)(i, end)

    def _markup(self, i, end):
        data = self.rawdata
        parse = 'parse_starttag' if _TAG_START.match(data, i) else next(
            (name for opening, name in _OPENINGS if data.startswith(opening, i)), None)
        if parse is None and i + 1 == len(data):
            return -1
        if parse is None:
            self.handle_data('<')
            return i + 1
        k = getattr(self, parse)(i)
        if k < 0 and end:  # never completed: it is text
            ends = data.find('>', i + 1) + 1, data.find('<', i + 1)
            k = next((at for at in ends if at > 0), i + 1)
            self._text(i, k)
        return k

    def _reference(self, i, end):
        data = self.rawdata
        number = data.startswith('&#', i)
        match = (_NUMBER if number else _ENTITY).match(data, i)
        if match:
            if number:
                self.handle_charref(match[0][2:-1])
            else:
                self.handle_entityref(match[1])
            k = match.end()
            return k if data[k - 1] == ';' else k - 1
        if number:
            if ';' in data[i:]:
                self.handle_data('&#')
                return i + 2
            return -1
        if _INCOMPLETE.match(data, i):
            return i + 1 if end and i + 2 == len(data) else -1  # a '&' before one letter is lost
        if i + 1 >= len(data):
            return -1
        self.handle_data('&')
        return i + 1

    def parse_html_declaration(self, i):
        data = self.rawdata
        if data[i:i + 9].lower() == '<!doctype':
            end = data.find('>', i)
            if end > 0:
                self.handle_decl(data[i + 2:end])
            return end + 1 or -1
        for opening, parse in (('<!--', self.parse_comment), ('<![', self.parse_marked_section)):
            if data.startswith(opening, i):
                return parse(i)
        return self.parse_bogus_comment(i)

    def parse_bogus_comment(self, i, report=1):
        end = self.rawdata.find('>', i + 2)
        if end < 0:
            return -1
        if report:
            self.handle_comment(self.rawdata[i + 2:end])
        return end + 1

    def parse_comment(self, i, report=1):
        match = _COMMENT_END.search(self.rawdata, i + 4)
        if not match:
            return -1
        if report:
            self.handle_comment(self.rawdata[i + 4:match.start()])
        return match.end()

    def parse_marked_section(self, i, report=1):
        match = _NAME.match(self.rawdata, i + 3)
        if not match:
            if i + 3 == len(self.rawdata):
                return -1
            raise AssertionError('expected name token at %r' % self.rawdata[i:i + 20])
        if match.end() == len(self.rawdata):
            return -1
        pattern = _SECTION_END.get(match[1].lower())
        if pattern is None:
            raise AssertionError('unknown status keyword %r in marked section'
                                 % self.rawdata[i + 3:match.end()])
        match = pattern.search(self.rawdata, i + 3)
        if not match:
            return -1
        if report:
            self.unknown_decl(self.rawdata[i + 3:match.start()])
        return match.end()

    def parse_pi(self, i):
        end = self.rawdata.find('>', i + 2)
        if end < 0:
            return -1
        self.handle_pi(self.rawdata[i + 2:end])
        return end + 1

    def parse_starttag(self, i):
        end = self.check_for_whole_start_tag(i)
        self._starttag_text = None if end < 0 else self.rawdata[i:end]
        if end >= 0:
            self._start_tag(i, end)
        return end

    def _start_tag(self, i, end):
        found = _TAG_NAME.match(self.rawdata, i + 1)
        name = self.lasttag = found[1].lower()
        attrs, at = self._attributes(found.end(), end)
        match self.rawdata[at:end].strip():
            case '/>':
                self.handle_startendtag(name, attrs)
            case '>':
                self.handle_starttag(name, attrs)
                if name in self.CDATA_CONTENT_ELEMENTS:
                    self.set_cdata_mode(name)
            case _:
                self.handle_data(self._starttag_text)

    def _attributes(self, at, end):
        """(name, value) pairs of the tag that ends there, and where they end."""
        pairs = []
        while at < end and (found := _ATTRIBUTE.match(self.rawdata, at)):
            name, given, value = found.groups()
            if value and value[0] in '\'"' and value[0] == value[-1]:
                value = value[1:-1]
            pairs.append((name.lower(), unescape(value or '') if given else None))
            at = found.end()
        return pairs, at

    def check_for_whole_start_tag(self, i):
        data = self.rawdata
        j = _WHOLE_TAG.match(data, i).end()
        if data.startswith('>', j):
            return j + 1
        if data.startswith('/>', j):
            return j + 2
        if j == len(data) or data[j] == '/' or data[j] == '=' or data[j].isascii() and \
                data[j].isalpha():
            return -1
        return max(j, i + 1)

    def parse_endtag(self, i):
        data = self.rawdata
        end = data.find('>', i + 1) + 1
        if not end:
            return -1
        match = _END_TAG.match(data, i)
        if self.cdata_elem is not None and (not match or match[1].lower() != self.cdata_elem):
            self.handle_data(data[i:end])
            return end
        if match:
            self.handle_endtag(match[1].lower())
            self.clear_cdata_mode()
            return end
        match = _TAG_NAME.match(data, i + 2)
        if match:
            self.handle_endtag(match[1].lower())
            return data.find('>', match.end()) + 1
        return i + 3 if data[i:i + 3] == '</>' else self.parse_bogus_comment(i)
