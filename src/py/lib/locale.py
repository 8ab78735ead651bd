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

_KNOWN = ('C', 'POSIX', 'C.UTF-8', 'C.utf8')


def localeconv():
    """What the C locale says of numbers and money: nearly nothing."""
    texts = ('int_curr_symbol', 'currency_symbol', 'mon_decimal_point', 'mon_thousands_sep',
             'mon_grouping', 'positive_sign', 'negative_sign')
    numbers = ('int_frac_digits', 'frac_digits', 'p_cs_precedes', 'p_sep_by_space', 'n_cs_precedes',
               'n_sep_by_space', 'p_sign_posn', 'n_sign_posn')
    return dict.fromkeys(texts, '') | dict.fromkeys(numbers, CHAR_MAX) | {
        'decimal_point': '.', 'thousands_sep': '', 'grouping': [], 'mon_grouping': []}


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


def _format(percent, value, monetary, *additional):
    text = percent % ((value,) + additional if additional else value)
    return localize(text, monetary=monetary) if percent[-1] in 'eEfFgGdiu' else text


_SPEC = _re.compile(r'%(?:\((?P<key>.*?)\))?(?P<modifiers>[-#0-9 +*.hlL]*?)[eEfFgGdiouxXcrs%]')


def format_string(f, val, grouping=False, monetary=False):
    """Does what % does; the C locale has no separators to add."""
    if isinstance(val, dict):
        return _SPEC.sub(lambda m: '%' if m[0][-1] == '%' else _format(m[0], val, monetary), f)
    args, at = val if isinstance(val, tuple) else (val,), 0

    def one(m):
        nonlocal at
        if m[0][-1] == '%':
            return '%'
        first, at = at, at + 1 + m['modifiers'].count('*')
        return _format(m[0], args[first], monetary, *args[first + 1:at])

    return _SPEC.sub(one, f)


def currency(val, symbol=True, grouping=False, international=False):
    """Refused: the C locale has no currency."""
    raise ValueError("Currency formatting is not possible using the 'C' locale.")


def str(val):
    """Text of a float with twelve digits."""
    return _format('%.12g', val, False)


def delocalize(string):
    """The text itself: the C locale writes numbers as Python does."""
    return string


def localize(string, grouping=False, monetary=False):
    """The text itself, but amounts of money have no decimal point in the C locale."""
    return string.replace('.', '') if monetary else string


def atof(string, func=float):
    """The number that a text stands for, as a float or what func makes of it."""
    return func(string)


def atoi(string):
    """The int that a text stands for."""
    return int(string)
