# Module textwrap: paragraphs of a given width, and indentation.
import re as _re

__all__ = ['TextWrapper', 'wrap', 'fill', 'shorten', 'dedent', 'indent']

# Only these separate words: a no-break space, say, does not.
_SPACES = '\t\n\x0b\x0c\r '
_SPACE = r'[\t\n\x0b\x0c\r\x20]'
_INK = r'[^\t\n\x0b\x0c\r\x20]'
_IN_WORD = r"""[\w!"'&.,?]"""
_LETTER = r'[^\d\W]'
# A word ends before space, before a dash between words, or behind a hyphen that has letters on both sides.
_WORD_END = rf"""(?= {_SPACE} | \Z ) | (?<= {_IN_WORD} ) (?= -{{2,}}\w )
    | - (?: (?<= {_LETTER}{{2}}- ) | (?<= {_LETTER}-{_LETTER}- ) ) (?= {_LETTER}-?{_LETTER} )"""


class TextWrapper:
    """Wraps paragraphs; its attributes, which are the arguments, say how.

    width                  the longest line
    initial_indent         what the first line begins with
    subsequent_indent      what the others begin with
    expand_tabs, tabsize   tabs become spaces, up to the next multiple of tabsize
    replace_whitespace     then line ends and the like become spaces too
    drop_whitespace        no space at the beginnings (but the first) and ends of lines
    break_long_words       words that are too long for a line are broken
    break_on_hyphens       lines may end after the hyphens of compound words
    fix_sentence_endings   two spaces after sentences
    max_lines, placeholder at most so many lines; where that cuts the text the placeholder stands
    """

    unicode_whitespace_trans = dict.fromkeys(map(ord, _SPACES), ord(' '))
    wordsep_simple_re = _re.compile(f'({_SPACE}+)')
    wordsep_re = _re.compile(
        rf'( {_SPACE}+ | (?<= {_IN_WORD} ) -{{2,}} (?=\w) | {_INK}+? (?: {_WORD_END} ) )', _re.VERBOSE)
    sentence_end_re = _re.compile(r'''[a-z][.!?]["']?\Z''')

    def __init__(self, width=70, initial_indent='', subsequent_indent='', expand_tabs=True, replace_whitespace=True,
                 fix_sentence_endings=False, break_long_words=True, drop_whitespace=True, break_on_hyphens=True,
                 tabsize=8, *, max_lines=None, placeholder=' [...]'):
        options = locals()
        del options['self']
        self.__dict__.update(options)

    # --- words ---

    def _split_chunks(self, text):
        flat = text.expandtabs(self.tabsize) if self.expand_tabs else text
        return self._split(flat.translate(self.unicode_whitespace_trans) if self.replace_whitespace else flat)

    def _split(self, text):
        """The parts that a line may end between: words, spaces, dashes."""
        hyphens = self.break_on_hyphens and '-' in text
        if not hyphens or self.wordsep_re is not _word_ends:
            return list(filter(None, (self.wordsep_re if hyphens else self.wordsep_simple_re).split(text)))
        # Where words end shows without what is beyond the spaces beside them, and most have no hyphen.
        parts = []
        for part in _spaces.split(text):
            if '-' in part:
                parts.extend(filter(None, _word_ends.split(part)))
            elif part:
                parts.append(part)
        return parts

    def _fix_sentence_endings(self, chunks):
        ends = self.sentence_end_re.search
        for place, chunk in enumerate(chunks[1:]):
            if chunk == ' ' and ends(chunks[place]):
                chunks[place + 1] = '  '
        return chunks

    # --- lines ---

    def _check(self):
        if self.width <= 0:
            raise ValueError(f'invalid width {self.width!r} (must be > 0)')
        if self.max_lines is not None:
            last = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(last + self.placeholder.lstrip()) > self.width:
                raise ValueError('placeholder too large for max width')

    def _head_of(self, word, room, alone):
        """The part of a word longer than a line that goes on this one; None: nothing does."""
        if not self.break_long_words:
            return word if alone else None
        end = room
        if self.break_on_hyphens and len(word) > room:
            hyphen = word.rfind('-', 0, room)
            if word[:max(hyphen, 0)].strip('-'):
                end = hyphen + 1
        return word[:end]

    def _take_line(self, chunks, at, room):
        """The chunks of a line, from number `at` on, and the number of the one behind."""
        begin, left = at, room
        while at < len(chunks) and len(chunks[at]) <= left:
            left -= len(chunks[at])
            at += 1
        line = chunks[begin:at]
        if at < len(chunks) and len(chunks[at]) > room:
            head = self._head_of(chunks[at], left if room > 0 else 1, not line)
            if head is not None:
                line.append(head)
                chunks[at] = chunks[at][len(head):]
                at += not chunks[at]
        if self.drop_whitespace and line and not line[-1].strip():
            line.pop()
        return line, at

    def _wrap_chunks(self, chunks):
        self._check()
        chunks = list(chunks)
        lines, at = [], 0
        while at < len(chunks):
            indent = self.subsequent_indent if lines else self.initial_indent
            room = self.width - len(indent)
            if lines and self.drop_whitespace and not chunks[at].strip():
                at += 1
            line, at = self._take_line(chunks, at, room)
            if not line:
                continue
            if self.max_lines is not None and len(lines) + 1 >= self.max_lines:
                rest = chunks[at:]
                if self.drop_whitespace and len(rest) == 1 and not rest[0].strip():
                    rest = []
                if rest or sum(map(len, line)) > room:
                    self._cut(lines, line, indent)
                    return lines
            lines.append(indent + ''.join(line))
        return lines

    def _cut(self, lines, line, indent):
        """Add the last line that is allowed, behind which text is missing."""
        while line:
            text = indent + ''.join(line) + self.placeholder
            if line[-1].strip() and len(text) <= self.width:
                lines.append(text)
                return
            line.pop()
        if lines and len(lines[-1].rstrip() + self.placeholder) <= self.width:
            lines[-1] = lines[-1].rstrip() + self.placeholder
        else:
            lines.append(indent + self.placeholder.lstrip())

    # --- what it is for ---

    def wrap(self, text):
        """The lines of a paragraph, without line ends."""
        chunks = self._split_chunks(text)
        return self._wrap_chunks(self._fix_sentence_endings(chunks) if self.fix_sentence_endings else chunks)

    def fill(self, text):
        """The paragraph as one str."""
        return '\n'.join(self.wrap(text))


_spaces, _word_ends = TextWrapper.wordsep_simple_re, TextWrapper.wordsep_re


def wrap(text, width=70, **kwargs):
    """The lines of a paragraph; the keywords are TextWrapper's."""
    return TextWrapper(width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    """The wrapped paragraph as one str; the keywords are TextWrapper's."""
    return TextWrapper(width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    """Text on one line, words at its end giving way to a placeholder where it is too long."""
    return TextWrapper(width, max_lines=1, **kwargs).fill(' '.join(text.split()))


def dedent(text):
    """Text without the blanks and tabs that all lines begin with; lines of nothing else become empty."""
    if not isinstance(text, str):
        raise TypeError(f'expected string or bytes-like object, got {type(text).__name__!r}')
    lines = [line if line.strip(' \t') else '' for line in text.split('\n')]
    margins = [line[:len(line) - len(line.lstrip(' \t'))] for line in lines if line]
    if margins:
        # What the first and the last in order have in common, all have.
        low, high = min(margins), max(margins)
        size = next((i for i, pair in enumerate(zip(low, high)) if pair[0] != pair[1]), len(low))
        lines = [line[size:] for line in lines]
    return '\n'.join(lines)


def indent(text, prefix, predicate=None):
    """Text with a prefix before each line that is not blank, or for which predicate(line) is true."""
    wanted = str.strip if predicate is None else predicate
    return ''.join([prefix + line if wanted(line) else line for line in text.splitlines(True)])
