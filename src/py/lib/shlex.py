# Module shlex: words split and quoted as a POSIX shell does. split() is a scanner of its own; the
# class shlex, with all it can be told, is in _shlex.
import re as _re
from _later import names as _later

__all__ = ['shlex', 'split', 'quote', 'join']
_unsafe = _re.compile(r'[^\w@%+=:,./-]', _re.ASCII).search


def split(s, comments=False, posix=True):
    """The words of a command line, as a shell would see them."""
    if s is None:
        raise ValueError('s argument must not be None')
    if not posix or not isinstance(s, str):
        from _shlex import shlex
        lexer = shlex(s, posix=posix)
        lexer.whitespace_split = True
        lexer.commenters = lexer.commenters if comments else ''
        return list(lexer)
    words, word, quote, i, end = [], None, '', 0, len(s)
    while i < end:
        c = s[i]
        i += 1
        if quote:
            if c == quote:
                quote = ''
            elif c == '\\' and quote == '"':
                if i >= end:
                    raise ValueError('No escaped character')
                word += s[i] if s[i] in '"\\' else c + s[i]
                i += 1
            else:
                word += c
        elif c in ' \t\r\n':
            if word is not None:
                words.append(word)
                word = None
        elif comments and c == '#':
            if word is not None:
                words.append(word)
                word = None
            i = s.find('\n', i) + 1 or end
        else:
            word = word or ''
            if c in '\'"':
                quote = c
            elif c == '\\':
                if i >= end:
                    raise ValueError('No escaped character')
                word += s[i]
                i += 1
            else:
                word += c
    if quote:
        raise ValueError('No closing quotation')
    return words if word is None else words + [word]


def quote(s):
    """The text as one word of a shell's command line, in quotes where needed."""
    if not s:
        return "''"
    return s if _unsafe(s) is None else "'" + s.replace("'", "'\"'\"'") + "'"


def join(split_command):
    """Words as a command line that split() takes apart again."""
    return ' '.join([quote(arg) for arg in split_command])


__getattr__ = _later(globals(), shlex='_shlex')
