# Module fractions: exact rational numbers. Arithmetic works on the four ints of two fractions in lowest terms and
# keeps those small on the way: D. E. Knuth, The Art of Computer Programming, volume 2, 4.5.1.
import numbers as _numbers
import operator as _operator
import sys as _sys
from _later import names as _later
from math import gcd as _gcd

__all__ = ['Fraction']

_INT = {int}
_P, _HASH_INF = _sys.hash_info.modulus, _sys.hash_info.inf


# --- on ints --------------------------------------------------------------------------------------

def _rounded(n, d):
    """The int nearest to n / d, of two the even one."""
    whole, rest = divmod(n, d)
    return whole + (2 * rest + (whole & 1) > d)


def _scaled(n, d, exponent):
    """The numerator and denominator of n / d over a power of ten."""
    return (n, d * 10 ** exponent) if exponent > 0 else (n * 10 ** -exponent, d)


def _add(na, da, nb, db):
    common = _gcd(da, db)
    if common == 1:
        return _coprime(na * db + nb * da, da * db)
    top = na * (db // common) + nb * (da // common)
    shared = _gcd(top, common)
    return _coprime(top // shared, da // common * (db // shared))


def _sub(na, da, nb, db):
    return _add(na, da, -nb, db)


def _mul(na, da, nb, db):
    over, cross = _gcd(na, db), _gcd(nb, da)
    return _coprime((na // over) * (nb // cross), (da // cross) * (db // over))


def _div(na, da, nb, db):
    if not nb:
        raise ZeroDivisionError(f'Fraction({db}, 0)')
    return _mul(na, da, db, nb) if nb > 0 else _mul(na, da, -db, -nb)


def _floordiv(na, da, nb, db):
    return na * db // (da * nb)


def _divmod(na, da, nb, db):
    whole, rest = divmod(na * db, da * nb)
    return whole, Fraction(rest, da * db)


def _mod(na, da, nb, db):
    return Fraction(na * db % (da * nb), da * db)


# --- text -----------------------------------------------------------------------------------------

def _digits(text):
    """Decimal digits, between which single underscores may stand."""
    return text.isdecimal() or all(map(str.isdecimal, text.split('_')))


def _parse(text):
    """The numerator and denominator that a text stands for, not in lowest terms; None: it is no number."""
    body = text.strip()
    sign = -1 if body[:1] == '-' else 1
    if body[:1] in ('+', '-'):
        body = body[1:]
    top, slash, bottom = body.partition('/')
    if slash:
        top, bottom = top.rstrip(), bottom.lstrip()
        return (sign * int(top), int(bottom)) if _digits(top) and _digits(bottom) else None
    mantissa, mark, exponent = body.replace('E', 'e').partition('e')
    whole, _, part = mantissa.partition('.')
    power = exponent[1:] if exponent[:1] in ('+', '-') else exponent
    if not (whole or part) or not all(_digits(p) for p in (whole, part) if p) or mark and not _digits(power):
        return None
    decimals = len(part.replace('_', ''))
    return _scaled(sign * (int(whole or 0) * 10 ** decimals + int(part or 0)), 1, decimals - int(exponent or 0))


_SPEC = r'''(?sx) (?: (?P<fill>.)? (?P<align>[<>=^]) )? (?P<sign>[-+ ]?) (?P<z>z?) (?P<alt>\#?)
            (?P<zeros>0(?=[0-9]))? (?P<width>0|[1-9][0-9]*)? (?P<sep>[,_]?) (?:\.(?P<precision>0|[1-9][0-9]*))?
            (?P<kind>[eEfFgG%])'''


def _fixed(n, d, places):
    """Decimal digits of n / d, and how many of them stand behind the point."""
    return str(_rounded(*_scaled(n, d, -places))).rjust(places + 1, '0'), places


def _figures(n, d, figures):
    """n / d rounded to so many figures, as a str of them, and the exponent of the last one."""
    if not n:
        return '0' * figures, 1 - figures
    exponent = len(str(n)) - len(str(d)) - figures
    while True:     # one too low, perhaps
        text = str(_rounded(*_scaled(n, d, exponent)))
        if len(text) <= figures:
            return text, exponent
        exponent += 1


def _number_text(n, d, spec, precision):
    """The text of n / d before the point, behind it, and the exponent or percent sign."""
    kind = spec['kind']
    if kind in 'fF%':
        text, behind = _fixed(n * 100 if kind == '%' else n, d, precision)
        tail = '%' if kind == '%' else ''
    else:
        general = kind in 'gG'
        text, exponent = _figures(n, d, max(precision, 1) if general else precision + 1)
        first = exponent + len(text) - 1        # the exponent of the first figure
        if general and exponent <= 0 and first >= -4:
            text, behind, tail = text.rjust(1 - exponent, '0'), -exponent, ''
        else:
            behind, tail = len(text) - 1, f'{"E" if kind in "EG" else "e"}{first:+03d}'
    point = len(text) - behind
    part = text[point:]
    if kind in 'gG' and not spec['alt']:
        part = part.rstrip('0')
    return text[:point], ('.' if part or spec['alt'] else '') + part, tail


# What numbers of other classes are worked out as.
_INEXACT = (_numbers.Real, float), (_numbers.Complex, complex)


class Fraction(_numbers.Rational):
    """A rational number in lowest terms: of two ints or fractions, or of a str, float or Decimal, exactly."""

    __slots__ = '_numerator', '_denominator'

    def __new__(cls, numerator=0, denominator=None):
        if denominator is None:
            top, bottom = (numerator, 1) if type(numerator) is int else _ratio(numerator)
        elif {type(numerator), type(denominator)} == _INT:
            top, bottom = numerator, denominator
        elif isinstance(numerator, _numbers.Rational) and isinstance(denominator, _numbers.Rational):
            top = numerator.numerator * denominator.denominator
            bottom = numerator.denominator * denominator.numerator
        else:
            raise TypeError('both arguments should be Rational instances')
        if bottom != 1:
            if not bottom:
                raise ZeroDivisionError(f'Fraction({top}, 0)')
            common = _gcd(top, bottom) if bottom > 0 else -_gcd(top, bottom)
            top, bottom = top // common, bottom // common
        self = super().__new__(cls)
        self._numerator, self._denominator = top, bottom
        return self

    @classmethod
    def from_float(cls, f):
        """The value of a float, exactly."""
        return cls._from(f, float, 'from_float', 'floats')

    @classmethod
    def from_decimal(cls, dec):
        """The value of a Decimal, exactly."""
        from decimal import Decimal
        return cls._from(dec, Decimal, 'from_decimal', 'Decimals')

    @classmethod
    def _from(cls, number, kind, name, kinds):
        if not isinstance(number, (kind, _numbers.Integral)):
            raise TypeError(f'{cls.__name__}.{name}() only takes {kinds}, not {number!r} ({type(number).__name__})')
        return cls._from_coprime_ints(*_ratio(number))

    @classmethod
    def _from_coprime_ints(cls, numerator, denominator, /):
        self = super().__new__(cls)
        self._numerator, self._denominator = numerator, denominator
        return self

    numerator = property(_operator.attrgetter('_numerator'), doc='The numerator, which has the sign.')
    denominator = property(_operator.attrgetter('_denominator'), doc='The denominator, above 0.')

    def limit_denominator(self, max_denominator=1000000):
        """The closest fraction whose denominator is at most max_denominator."""
        if not max_denominator >= 1:
            raise ValueError('max_denominator should be at least 1')
        if self._denominator <= max_denominator:
            return Fraction(self)
        # The tree of Stern and Brocot: two fractions with this one between them go towards each other in turn, as
        # far as it may be, a step being the mediant. Each: numerator, denominator, and by how much it is off, times
        # its denominator and this one.
        n, d = self._numerator, self._denominator
        mover, other = (1, 0, d), (n // d, 1, n % d)
        while True:
            wanted = mover[2] // other[2]
            steps = min(wanted, (max_denominator - mover[1]) // other[1])
            mover = mover[0] + steps * other[0], mover[1] + steps * other[1], mover[2] - steps * other[2]
            if steps < wanted:
                break
            mover, other = other, mover
        nearer = mover[2] * other[1] - other[2] * mover[1] or mover[1] - other[1]
        p, q, _ = mover if nearer < 0 else other
        return _coprime(p, q)

    # --- text ---

    def __repr__(self):
        return f'{type(self).__name__}({self._numerator}, {self._denominator})'

    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else f'{self._numerator}/{self._denominator}'

    def __format__(self, format_spec, /):
        if not format_spec:
            return str(self)
        import re
        spec = re.fullmatch(_SPEC, format_spec)
        wrong = f'Invalid format specifier {format_spec!r} for object of type {type(self).__name__!r}'
        if not spec:
            raise ValueError(wrong)
        if spec['align'] and spec['zeros']:
            raise ValueError(wrong + "; can't use explicit alignment when zero-padding")
        before, behind, tail = _number_text(
            abs(self._numerator), self._denominator, spec, int(spec['precision'] or 6))
        minus = self._numerator < 0 and not (spec['z'] and not (before + behind).strip('.0'))
        sign = '-' if minus else spec['sign'].strip('-')
        behind, width = behind + tail, int(spec['width'] or 0)
        room = width - len(sign) - len(behind) if spec['zeros'] else 0      # for the whole part
        body = format(int(before), (f'0{room}' if room > 0 else '') + spec['sep']) + behind
        fill = (spec['fill'] or ' ') * (width - len(sign) - len(body))
        match spec['align']:
            case '=':
                return sign + fill + body
            case '<':
                return sign + body + fill
            case '^':
                half = len(fill) // 2
                return fill[:half] + sign + body + fill[half:]
        return fill + sign + body

    # --- arithmetic ---

    def as_integer_ratio(self):
        """The numerator and the denominator."""
        return self._numerator, self._denominator

    def _operations(exact, inexact):
        """A method and its reflected one, from a function of four ints and an operator for other numbers."""
        def left(this, other):
            if isinstance(other, Fraction):
                top, bottom = other._numerator, other._denominator
            elif isinstance(other, int):
                top, bottom = int(other), 1
            else:
                kind = next((kind for kind in (float, complex) if isinstance(other, kind)), None)
                return NotImplemented if kind is None else inexact(kind(this), other)
            return exact(this._numerator, this._denominator, top, bottom)

        def right(this, other):
            if not isinstance(other, _numbers.Rational):
                kind = next((number for kind, number in _INEXACT if isinstance(other, kind)), None)
                return NotImplemented if kind is None else inexact(kind(other), kind(this))
            return exact(int(other.numerator), int(other.denominator), this._numerator, this._denominator)

        name = inexact.__name__.strip('_')
        for method, prefix in (left, '__'), (right, '__r'):
            method.__name__ = f'{prefix}{name}__'
            method.__qualname__ = f'Fraction.{prefix}{name}__'
        return left, right

    __add__, __radd__ = _operations(_add, _operator.add)
    __sub__, __rsub__ = _operations(_sub, _operator.sub)
    __mul__, __rmul__ = _operations(_mul, _operator.mul)
    __truediv__, __rtruediv__ = _operations(_div, _operator.truediv)
    __floordiv__, __rfloordiv__ = _operations(_floordiv, _operator.floordiv)
    __mod__, __rmod__ = _operations(_mod, _operator.mod)
    __divmod__, __rdivmod__ = _operations(_divmod, divmod)
    del _operations

    def __pow__(a, b):
        if isinstance(b, (float, complex)):
            return float(a) ** b
        if not isinstance(b, _numbers.Rational):
            return NotImplemented
        if b.denominator != 1:
            return float(a) ** float(b)
        power, top, bottom = b.numerator, a._numerator, a._denominator
        if power < 0:
            if not top:
                raise ZeroDivisionError(f'Fraction({bottom ** -power}, 0)')
            power, top, bottom = (-power, bottom, top) if top > 0 else (-power, -bottom, -top)
        return _coprime(top ** power, bottom ** power)

    def __rpow__(b, a):
        power = b._numerator if b._denominator == 1 else None
        exact = isinstance(a, _numbers.Rational) and (power is None or power < 0)
        if exact:       # of an int too
            return Fraction(a.numerator, a.denominator).__pow__(b)
        return a ** (float(b) if power is None else power)

    def __pos__(a):
        return _coprime(a._numerator, a._denominator)

    def __neg__(a):
        return _coprime(-a._numerator, a._denominator)

    def __abs__(a):
        return _coprime(abs(a._numerator), a._denominator)

    def __bool__(a):
        return bool(a._numerator)

    # --- whole numbers ---

    def is_integer(self):
        """Whether it is a whole number."""
        return self._denominator == 1

    def __int__(a, _index=_operator.index):
        n, d = a._numerator, a._denominator
        return _index(n // d if n >= 0 else -(-n // d))

    def __trunc__(a):
        return int(a)

    def __floor__(a):
        return a._numerator // a._denominator

    def __ceil__(a):
        return -(-a._numerator // a._denominator)

    def __round__(self, ndigits=None):
        if ndigits is None:
            return _rounded(self._numerator, self._denominator)
        steps = _rounded(*_scaled(self._numerator, self._denominator, -ndigits))
        return Fraction(*_scaled(steps, 1, ndigits))

    # --- comparison ---

    def __hash__(self):
        # As of every number with this value: see "Hashing of numeric types" in the documentation.
        try:
            value = abs(self._numerator) * pow(self._denominator, -1, _P) % _P
        except ValueError:      # the denominator is a multiple of P
            value = _HASH_INF
        if self._numerator < 0:
            value = -value
        return -2 if value == -1 else value

    def __eq__(a, b):
        if type(b) in _EXACT or isinstance(b, _numbers.Rational):
            return a._numerator == b.numerator and a._denominator == b.denominator
        real = b.real if isinstance(b, _numbers.Complex) and not b.imag else None
        return a._compare(real, _operator.eq)

    def _compare(self, other, order):
        if isinstance(other, float):
            try:
                top, bottom = other.as_integer_ratio()
            except (OverflowError, ValueError):
                return order(0, other)  # infinite or no number: beside it all of ours are alike
        elif isinstance(other, _numbers.Rational):
            top, bottom = other.numerator, other.denominator
        else:
            return NotImplemented
        return order(self._numerator * bottom, top * self._denominator)

    def __lt__(a, b):
        return a._compare(b, _operator.lt)

    def __le__(a, b):
        return a._compare(b, _operator.le)

    def __gt__(a, b):
        return a._compare(b, _operator.gt)

    def __ge__(a, b):
        return a._compare(b, _operator.ge)

    # --- copies ---

    def __reduce__(self):
        return type(self), (self._numerator, self._denominator)

    def __copy__(self):
        return self if type(self) is Fraction else type(self)(self._numerator, self._denominator)

    def __deepcopy__(self, memo):
        return self.__copy__()


_coprime = Fraction._from_coprime_ints
_EXACT = int, Fraction


def _ratio(number):
    """The numerator and denominator of what stands alone in Fraction(...)."""
    if isinstance(number, _numbers.Rational):
        return number.numerator, number.denominator
    decimal = _sys.modules.get('decimal')       # without the module there is no Decimal
    if isinstance(number, float if decimal is None else (float, decimal.Decimal)):
        return number.as_integer_ratio()
    if not isinstance(number, str):
        raise TypeError('argument should be a string or a Rational instance')
    ratio = _parse(number)
    if ratio is None:
        raise ValueError(f'Invalid literal for Fraction: {number!r}')
    return ratio


__getattr__ = _later(globals(), Decimal='decimal', math='math')
