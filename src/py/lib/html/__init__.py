# Package html: text to HTML and back.
import re as _re

__all__ = ['escape', 'unescape']

_CHARREF = _re.compile(r'&(#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)')
# What browsers read numbers 0x80 to 0x9f as: windows-1252 where it has a character.
_WINDOWS = ('\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d'
            '\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d'
            '\u017e\u0178')


_names = None  # html5 of html.entities, loaded when first needed


def escape(s, quote=True):
    """Text with &, < and > as HTML writes them, and quotes too unless told otherwise."""
    s = s.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')
    return s.replace('"', '&quot;').replace("'", '&#x27;') if quote else s


def _character(num):
    if 0x80 <= num < 0xa0:
        return _WINDOWS[num - 0x80]
    if num == 0 or 0xd800 <= num <= 0xdfff or num > 0x10ffff:
        return '\ufffd'
    if num == 13:
        return '\r'
    if num < 32 and num not in (9, 10, 12) or num == 127 or 0xfdd0 <= num <= 0xfdef or \
            num & 0xfffe == 0xfffe:
        return ''
    return chr(num)


def _replace(match):
    text = match[1]
    if text[0] == '#':
        digits = text[1:].rstrip(';')
        return _character(int(digits[1:], 16) if digits[0] in 'xX' else int(digits))
    for n in range(len(text), 1, -1):  # all of it, or the longest name that needs no ';'
        known = _names.get(text[:n])
        if known is not None:
            return known + text[n:]
    return '&' + text


def unescape(s):
    """Text with references such as &gt; and &#62; as the characters they stand for."""
    global _names
    if '&' not in s:
        return s
    if _names is None:
        from html.entities import html5 as _names
    return _CHARREF.sub(_replace, s)
