# Module locale: the C locale, which is the only one here; it formats and reads numbers and text as
# CPython does before any setlocale().
import re as _re

LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)
CHAR_MAX = 127
Error = type('Error', (Exception,), {'__module__': 'locale'})

__all__ = ['getlocale', 'getdefaultlocale', 'getpreferredencoding', 'Error', 'setlocale',
           'localeconv', 'strcoll', 'strxfrm', 'str', 'atof', 'atoi', 'format_string', 'currency',
           'normalize', 'LC_CTYPE', 'LC_COLLATE', 'LC_MESSAGES', 'LC_TIME', 'LC_MONETARY',
           'LC_NUMERIC', 'LC_ALL', 'CHAR_MAX', 'getencoding', 'resetlocale']

_override_localeconv = {}
_KNOWN = ('C', 'POSIX', 'C.UTF-8', 'C.utf8')


def localeconv():
    conv = dict.fromkeys(['int_curr_symbol', 'currency_symbol', 'mon_decimal_point',
                          'mon_thousands_sep', 'mon_grouping', 'positive_sign',
                          'negative_sign'], '')
    conv.update(dict.fromkeys(['int_frac_digits', 'frac_digits', 'p_cs_precedes', 'p_sep_by_space',
                               'n_cs_precedes', 'n_sep_by_space', 'p_sign_posn', 'n_sign_posn'],
                              CHAR_MAX))
    conv.update(decimal_point='.', thousands_sep='', grouping=[], mon_grouping=[])
    conv.update(_override_localeconv)
    return conv


def setlocale(category, locale=None):
    if not LC_CTYPE <= category <= LC_ALL:
        raise Error('unsupported locale setting')
    if isinstance(locale, tuple):
        locale = '.'.join([part for part in locale if part]) or 'C'
    if locale and locale not in _KNOWN:
        raise Error('unsupported locale setting')
    return 'C'


def getlocale(category=LC_CTYPE):
    if category == LC_ALL:
        raise TypeError('category LC_ALL is not supported')
    return None, None


def getdefaultlocale(envvars=('LC_ALL', 'LC_CTYPE', 'LANG', 'LANGUAGE')):
    return None, None


def resetlocale(category=LC_ALL):
    setlocale(category)


def getencoding():
    return 'UTF-8'


def getpreferredencoding(do_setlocale=True):
    return 'UTF-8'


def normalize(localename):
    if localename.lower() in ('c', 'posix'):
        return 'C'
    raise NotImplementedError("locale.normalize(): only the locale 'C' is here")


def strcoll(a, b, /):
    if '\0' in a or '\0' in b:
        raise ValueError('embedded null character')
    return (a > b) - (a < b)


def strxfrm(s, /):
    if '\0' in s:
        raise ValueError('embedded null character')
    return s


def _group(s, monetary=False):
    conv = localeconv()
    separator = conv['mon_thousands_sep' if monetary else 'thousands_sep']
    sizes = conv['mon_grouping' if monetary else 'grouping']
    if not sizes:
        return s, 0
    digits = _re.search(r'\d+', s)
    head, body, tail = s[:digits.start()], digits[0], s[digits.end():]
    parts, i = [], 0
    while body and sizes[i] != CHAR_MAX:
        size = sizes[i]
        if size == 0:
            size = sizes[i - 1]
        elif i + 1 < len(sizes):
            i += 1
        if len(body) <= size:
            break
        parts.append(body[-size:])
        body = body[:-size]
    parts.append(body)
    text = separator.join(reversed(parts))
    return head + text + tail, len(separator) * (len(parts) - 1)


def _strip_padding(s, amount):
    left = 0
    while amount and s[left:left + 1] == ' ':
        left, amount = left + 1, amount - 1
    right = len(s)
    while amount and s[right - 1:right] == ' ':
        right, amount = right - 1, amount - 1
    return s[left:right]


def _format(percent, value, grouping=False, monetary=False, *additional):
    text = percent % ((value,) + additional if additional else value)
    return _localize(text, grouping, monetary) if percent[-1] in 'eEfFgGdiu' else text


def _localize(formatted, grouping=False, monetary=False):
    if not _re.search(r'\d', formatted):
        return formatted
    point = localeconv()['mon_decimal_point' if monetary else 'decimal_point'] or '.'
    whole, dot, rest = formatted.partition('.')
    added = 0
    if grouping:
        whole, added = _group(whole, monetary)
    text = whole + (point + rest if dot else '')
    return _strip_padding(text, added) if added else text


_SPEC = _re.compile(r'%(?:\((?P<key>.*?)\))?(?P<modifiers>[-#0-9 +*.hlL]*?)[eEfFgGdiouxXcrs%]')


def format_string(f, val, grouping=False, monetary=False):
    """Formats a string in the same way that the % formatting would use, but
    takes the current locale into account."""
    if isinstance(val, dict):
        args = val
        return _SPEC.sub(lambda m: '%' if m[0][-1] == '%' else
                         _format(m[0], args, grouping, monetary), f)
    args, at = val if isinstance(val, tuple) else (val,), 0

    def one(m):
        nonlocal at
        if m[0][-1] == '%':
            return '%'
        first, at = at, at + 1 + m['modifiers'].count('*')
        return _format(m[0], args[first], grouping, monetary, *args[first + 1:at])

    return _SPEC.sub(one, f)


def currency(val, symbol=True, grouping=False, international=False):
    """Formats val according to the currency settings in the current locale."""
    conv = localeconv()
    digits = conv['int_frac_digits' if international else 'frac_digits']
    if digits == CHAR_MAX:
        raise ValueError("Currency formatting is not possible using the 'C' locale.")
    s = _localize(f'{abs(val):.{digits}f}', grouping, monetary=True)
    s = '<' + s + '>'
    if symbol:
        sign = conv['int_curr_symbol' if international else 'currency_symbol']
        before = conv['n_cs_precedes' if val < 0 else 'p_cs_precedes']
        space = ' ' if conv['n_sep_by_space' if val < 0 else 'p_sep_by_space'] else ''
        if before:
            s = sign + space + s
        else:
            if international and sign[-1:] == ' ':
                sign = sign[:-1]
            s = s + space + sign
    place = conv['n_sign_posn' if val < 0 else 'p_sign_posn']
    sign = conv['negative_sign' if val < 0 else 'positive_sign']
    if place == 0:
        s = '(' + s + ')'
    elif place == 2:
        s = s + sign
    elif place == 3:
        s = s.replace('<', sign)
    elif place == 4:
        s = s.replace('>', sign)
    else:
        s = sign + s
    return s.replace('<', '').replace('>', '')


def str(val):
    """Convert float to string, taking the locale into account."""
    return _format('%.12g', val)


def delocalize(string):
    """Parses a string as a normalized number according to the locale settings."""
    conv = localeconv()
    if conv['thousands_sep']:
        string = string.replace(conv['thousands_sep'], '')
    if conv['decimal_point']:
        string = string.replace(conv['decimal_point'], '.')
    return string


def localize(string, grouping=False, monetary=False):
    """Parses a string as locale number according to the locale settings."""
    return _localize(string, grouping, monetary)


def atof(string, func=float):
    """Parses a string as a float according to the locale settings."""
    return func(delocalize(string))


def atoi(string):
    """Converts a string to an integer according to the locale settings."""
    return int(delocalize(string))
