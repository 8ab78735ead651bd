# Names of hosts beyond ASCII (RFC 3490), prepared by nameprep (RFC 3491, tables of RFC 3454) from Unicode 3.2.
import codecs
import re
from unicodedata import ucd_3_2_0

_bidirectional, _category, _normalize = ucd_3_2_0.bidirectional, ucd_3_2_0.category, ucd_3_2_0.normalize
dots = re.compile('[\u002e\u3002\uff0e\uff61]')
ace_prefix, sace_prefix = b'xn--', 'xn--'
_DROPPED = re.compile('[\u00ad\u034f\u1806\u180b-\u180d\u200b-\u200d\u2060\ufe00-\ufe0f\ufeff]')      # B.1
# C.3 to C.9 as far as categories do not say it; C.1.2, C.2.2 are by category.
_REFUSED = re.compile('[\u0340\u0341\u200e\u200f\u202a-\u202e\u206a-\u206f\u2ff0-\u2ffb\ufff9-\uffff'
                      '\U000e0001\U000e0020-\U000e007f\u06dd\u070f\u180e\u200c\u200d\u2028\u2029\u2060-\u2063'
                      '\ufdd0-\ufdef\U0001d173-\U0001d17a]')


def _refused(c):
    if c < '\x80':
        return False
    return _category(c) in ('Zs', 'Cc', 'Cs', 'Co') or _REFUSED.match(c) is not None or ord(c) & 0xfffe == 0xfffe


def _lowered(c):
    """Letters that had no case in 3.2 only lose what they have now."""
    return c.lower() if _category(c) in ('Lo', 'Cn') else c.casefold()


def _fold(c):
    """Table B.2: letters that differ in case only become the same, under NFKC."""
    folded = _lowered(c)
    composed = _normalize('NFKC', folded)
    again = _normalize('NFKC', ''.join(map(_lowered, composed)))
    return folded if again == composed else again


def nameprep(label):
    label = _normalize('NFKC', ''.join(map(_fold, _DROPPED.sub('', label))))
    for c in label:
        if _refused(c):
            raise UnicodeError('Invalid character %r' % c)
    ways = [_bidirectional(c) for c in label]
    right = [way in ('R', 'AL') for way in ways]
    if any(right):
        if 'L' in ways:
            raise UnicodeError('Violation of BIDI requirement 2')
        if not right[0] or not right[-1]:
            raise UnicodeError('Violation of BIDI requirement 3')
    return label


def _sized(label):
    if 0 < len(label) < 64:
        return label
    raise UnicodeError('label empty or too long')


def _ascii(label):
    try:
        return label.encode('ascii')
    except UnicodeError:
        return None


def ToASCII(label):
    plain = _ascii(label)
    if plain is None:
        label = nameprep(label)
        plain = _ascii(label)
    if plain is None:
        if label.startswith(sace_prefix):
            raise UnicodeError('Label starts with ACE prefix')
        plain = ace_prefix + label.encode('punycode')
    return _sized(plain)


def _prepared(label):
    """A label as ASCII bytes."""
    if isinstance(label, bytes):
        return label
    plain = _ascii(label)
    plain = _ascii(nameprep(label)) if plain is None else plain
    if plain is None:
        raise UnicodeError('Invalid character in IDN label')
    return plain


def ToUnicode(label):
    if len(label) > 1024:  # no name is that long, and preparing it takes long
        raise UnicodeError('label way too long')
    plain = _prepared(label)
    if not plain.startswith(ace_prefix):
        return str(plain, 'ascii')
    text = plain.removeprefix(ace_prefix).decode('punycode')
    again = ToASCII(text)
    if again.lower() != plain.lower():
        raise UnicodeError('IDNA does not round-trip', plain, again)
    return text


def _strict(errors):
    if errors != 'strict':
        raise UnicodeError(f'unsupported error handling {errors}')


def _check(labels):
    """Labels of ASCII: all but the last have one to 63 characters."""
    for label in labels[:-1]:
        if not 0 < len(label) < 64:
            raise UnicodeError('label empty or too long')
    if len(labels[-1]) >= 64:
        raise UnicodeError('label too long')


def _each(convert, labels, dot):
    """Labels converted and joined; what ends in a dot has an empty one at last, which stays so."""
    *first, last = labels
    return dot.join([*map(convert, first), convert(last) if last else dot[:0]])


def encode(input, errors='strict'):
    _strict(errors)
    if not input:
        return b'', 0
    plain = _ascii(input)
    if plain is None:
        return _each(ToASCII, dots.split(input), b'.'), len(input)
    _check(plain.split(b'.'))
    return plain, len(input)


def decode(input, errors='strict'):
    _strict(errors)
    if not input:
        return '', 0
    input = bytes(input)
    if input.isascii() and ace_prefix not in input:
        return str(input, 'ascii'), len(input)
    return _each(ToUnicode, input.split(b'.'), '.'), len(input)


def _pieces(labels, final, code, dot, nothing):
    """Codes whole labels; the last one, which more may follow, only at the end."""
    if final and labels[-1]:
        return dot.join(map(code, labels))
    begun = labels.pop()
    return dot.join(map(code, labels)) + (nothing if begun and not labels else dot)


class IncrementalEncoder(codecs.BufferedIncrementalEncoder):
    def _buffer_encode(self, input, errors, final):
        _strict(errors)
        if not input:
            return b'', 0
        labels = dots.split(input)
        data = _pieces(labels, final, ToASCII, b'.', b'')
        whole = sum(map(len, labels)) + len(labels) - (final and not data.endswith(b'.'))
        return data, min(whole, len(input))


class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
    def _buffer_decode(self, input, errors, final):
        _strict(errors)
        if not input:
            return '', 0
        labels = dots.split(input) if isinstance(input, str) else str(input, 'ascii').split('.')
        text = _pieces(labels, final, ToUnicode, '.', '')
        whole = sum(map(len, labels)) + len(labels) - (final and not text.endswith('.'))
        return text, min(whole, len(input))
