# Module textwrap: filling, wrapping, dedent and indent.
import re as _re

__all__ = ['TextWrapper', 'wrap', 'fill', 'dedent', 'indent', 'shorten']

_space = '\t\n\x0b\x0c\r '
_to_space = {ord(c): ' ' for c in _space}


class TextWrapper:
    """Wraps paragraphs; the options are attributes."""
    _word = r'[\w!"\'&.,?]'
    _letter = r'[^\d\W]'
    wordsep_re = _re.compile(r'''
        ( [%(ws)s]+
        | (?<=%(wp)s) -{2,} (?=\w)
        | [^%(ws)s]+? (?:
              -(?: (?<=%(lt)s{2}-) | (?<=%(lt)s-%(lt)s-)) (?= %(lt)s -? %(lt)s)
            | (?=[%(ws)s]|\Z)
            | (?<=%(wp)s) (?=-{2,}\w)
            )
        )''' % {'wp': _word, 'lt': _letter, 'ws': '\\t\\n\\x0b\\x0c\\r\\x20'}, _re.VERBOSE)
    wordsep_simple_re = _re.compile('([' + _space + ']+)')
    sentence_end_re = _re.compile(r'[a-z][\.\!\?][\"\']?\Z')

    def __init__(self, width=70, initial_indent='', subsequent_indent='', expand_tabs=True,
                 replace_whitespace=True, fix_sentence_endings=False, break_long_words=True,
                 drop_whitespace=True, break_on_hyphens=True, tabsize=8, *, max_lines=None, placeholder=' [...]'):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _munge_whitespace(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        return text.translate(_to_space) if self.replace_whitespace else text

    def _split(self, text):
        pattern = self.wordsep_re if self.break_on_hyphens else self.wordsep_simple_re
        return [c for c in pattern.split(text) if c]

    def _fix_sentence_endings(self, chunks):
        i = 0
        while i < len(chunks) - 1:
            if chunks[i + 1] == ' ' and self.sentence_end_re.search(chunks[i]):
                chunks[i + 1] = '  '
                i += 2
            else:
                i += 1

    def _handle_long_word(self, chunks, line, length, width):
        room = 1 if width < 1 else width - length
        if self.break_long_words:
            end, chunk = room, chunks[-1]
            if self.break_on_hyphens and len(chunk) > room:
                hyphen = chunk.rfind('-', 0, room)
                if hyphen > 0 and any(c != '-' for c in chunk[:hyphen]):
                    end = hyphen + 1
            line.append(chunk[:end])
            chunks[-1] = chunk[end:]
        elif not line:
            line.append(chunks.pop())

    def _wrap_chunks(self, chunks):
        lines = []
        if self.width <= 0:
            raise ValueError('invalid width %r (must be > 0)' % self.width)
        if self.max_lines is not None:
            prefix = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(prefix) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError('placeholder too large for max width')
        chunks.reverse()
        while chunks:
            line, length = [], 0
            prefix = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(prefix)
            if self.drop_whitespace and lines and not chunks[-1].strip():
                del chunks[-1]
            while chunks and length + len(chunks[-1]) <= width:
                length += len(chunks[-1])
                line.append(chunks.pop())
            if chunks and len(chunks[-1]) > width:
                self._handle_long_word(chunks, line, length, width)
                length = sum(map(len, line))
            if self.drop_whitespace and line and not line[-1].strip():
                length -= len(line.pop())
            if not line:
                continue
            if (self.max_lines is None or len(lines) + 1 < self.max_lines or
                    (not chunks or self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip()) and
                    length <= width):
                lines.append(prefix + ''.join(line))
                continue
            while line:
                if line[-1].strip() and length + len(self.placeholder) <= width:
                    lines.append(prefix + ''.join(line) + self.placeholder)
                    break
                length -= len(line.pop())
            else:
                if lines:
                    previous = lines[-1].rstrip()
                    if len(previous) + len(self.placeholder) <= self.width:
                        lines[-1] = previous + self.placeholder
                        break
                lines.append(prefix + self.placeholder.lstrip())
            break
        return lines

    def _split_chunks(self, text):
        return self._split(self._munge_whitespace(text))

    def wrap(self, text):
        chunks = self._split_chunks(text)
        if self.fix_sentence_endings:
            self._fix_sentence_endings(chunks)
        return self._wrap_chunks(chunks)

    def fill(self, text):
        return '\n'.join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(' '.join(text.strip().split()))


def dedent(text):
    """Remove any common leading whitespace from every line in text."""
    if not isinstance(text, str):
        raise TypeError(f'expected string or bytes-like object, got {type(text).__name__!r}')
    lines = text.split('\n')
    margin = None
    for i, line in enumerate(lines):
        body = line.lstrip(' \t')
        if not body:
            lines[i] = ''
            continue
        lead = line[:len(line) - len(body)]
        if margin is None:
            margin = lead
        elif not lead.startswith(margin):
            k = 0
            while k < len(margin) and k < len(lead) and margin[k] == lead[k]:
                k += 1
            margin = margin[:k]
    if margin:
        k = len(margin)
        lines = [line[k:] for line in lines]
    return '\n'.join(lines)


def indent(text, prefix, predicate=None):
    """Add prefix to the lines for which predicate holds: by default all that are not blank."""
    if predicate is None:
        predicate = str.strip
    return ''.join([prefix + line if predicate(line) else line for line in text.splitlines(True)])
