# Module fractions: exact rational numbers.
import math as _math
import numbers as _numbers
import operator as _operator
import re as _re
import sys as _sys

__all__ = ['Fraction']
_P, _INF = 2 ** 61 - 1, 314159
_FORMAT = _re.compile(r'\A\s*(?P<sign>[-+]?)(?=\d|\.\d)(?P<num>\d*|\d+(_\d+)*)(?:(?:\s*/\s*(?P<denom>\d+(_\d+)*))?|'
                      r'(?:\.(?P<decimal>\d*|\d+(_\d+)*))?(?:E(?P<exp>[-+]?\d+(_\d+)*))?)\s*\Z', _re.IGNORECASE)
_SPEC = _re.compile(r'(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ]?)(?P<no_neg_zero>z)?(?P<alt>\#)?(?P<zeropad>0(?=[0-9]))?'
                    r'(?P<minimumwidth>0|[1-9][0-9]*)?(?P<thousands_sep>[,_])?(?:\.(?P<precision>0|[1-9][0-9]*))?(?P<presentation_type>[eEfFgG%])',
                    _re.DOTALL)


def _decimals():
    """Class Decimal, or nothing where no program can have made a Decimal yet."""
    return getattr(_sys.modules.get('decimal'), 'Decimal', ())


class Fraction(_numbers.Rational):
    __slots__ = ('_numerator', '_denominator')

    def __new__(cls, numerator=0, denominator=None):
        self = super().__new__(cls)
        if denominator is None:
            if type(numerator) is int:
                self._numerator, self._denominator = numerator, 1
                return self
            if isinstance(numerator, _numbers.Rational):
                self._numerator, self._denominator = numerator.numerator, numerator.denominator
                return self
            if isinstance(numerator, (float, _decimals())):
                self._numerator, self._denominator = numerator.as_integer_ratio()
                return self
            if isinstance(numerator, str):
                self._numerator, self._denominator = _parse(numerator)
                return self
            raise TypeError('argument should be a string or a Rational instance')
        if type(numerator) is int is type(denominator):
            pass
        elif isinstance(numerator, _numbers.Rational) and isinstance(denominator, _numbers.Rational):
            numerator, denominator = numerator.numerator * denominator.denominator, denominator.numerator * numerator.denominator
        else:
            raise TypeError('both arguments should be Rational instances')
        if denominator == 0:
            raise ZeroDivisionError('Fraction(%s, 0)' % numerator)
        g = _math.gcd(numerator, denominator)
        if denominator < 0:
            g = -g
        self._numerator, self._denominator = numerator // g, denominator // g
        return self

    @classmethod
    def _make(cls, n, d):
        self = super().__new__(cls)
        self._numerator, self._denominator = n, d
        return self

    @classmethod
    def from_float(cls, f):
        if isinstance(f, _numbers.Integral):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError('%s.from_float() only takes floats, not %r (%s)' % (cls.__name__, f, type(f).__name__))
        return cls._make(*f.as_integer_ratio())

    @classmethod
    def from_decimal(cls, dec):
        if isinstance(dec, _numbers.Integral):
            return cls._make(int(dec), 1)
        if not isinstance(dec, _decimals()):
            raise TypeError('%s.from_decimal() only takes Decimals, not %r (%s)' % (cls.__name__, dec, type(dec).__name__))
        return cls._make(*dec.as_integer_ratio())

    def is_integer(self):
        return self._denominator == 1

    def as_integer_ratio(self):
        return (self._numerator, self._denominator)

    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1:
            raise ValueError('max_denominator should be at least 1')
        if self._denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        if 2 * d * (q0 + k * q1) <= self._denominator:
            return Fraction._make(p1, q1)
        return Fraction._make(p0 + k * p1, q0 + k * q1)

    @property
    def numerator(self):
        return self._numerator

    @property
    def denominator(self):
        return self._denominator

    def __repr__(self):
        return '%s(%s, %s)' % (self.__class__.__name__, self._numerator, self._denominator)

    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else '%s/%s' % (self._numerator, self._denominator)

    def __format__(self, spec):
        if not spec:
            return str(self)
        m = _SPEC.fullmatch(spec)
        if m is None:
            raise ValueError('Invalid format specifier %r for object of type %r' % (spec, type(self).__name__))
        if m['align'] is not None and m['zeropad'] is not None:
            raise ValueError('Invalid format specifier %r for object of type %r' % (spec, type(self).__name__))
        return _format(self, m)

    def _op(self, other, exact, fallback):
        if isinstance(other, Fraction):
            return exact(self, other)
        if isinstance(other, int):
            return exact(self, Fraction._make(int(other), 1))
        if isinstance(other, float):
            return fallback(float(self), other)
        if isinstance(other, complex):
            return fallback(complex(self), other)
        return NotImplemented

    def _rop(self, other, exact, fallback):
        if isinstance(other, _numbers.Rational):
            return exact(Fraction(other), self)
        if isinstance(other, _numbers.Real):
            return fallback(float(other), float(self))
        if isinstance(other, _numbers.Complex):
            return fallback(complex(other), complex(self))
        return NotImplemented

    def __add__(a, b):
        return a._op(b, _add, _operator.add)

    def __radd__(b, a):
        return b._rop(a, _add, _operator.add)

    def __sub__(a, b):
        return a._op(b, _sub, _operator.sub)

    def __rsub__(b, a):
        return b._rop(a, _sub, _operator.sub)

    def __mul__(a, b):
        return a._op(b, _mul, _operator.mul)

    def __rmul__(b, a):
        return b._rop(a, _mul, _operator.mul)

    def __truediv__(a, b):
        return a._op(b, _div, _operator.truediv)

    def __rtruediv__(b, a):
        return b._rop(a, _div, _operator.truediv)

    def __floordiv__(a, b):
        return a._op(b, _floordiv, _operator.floordiv)

    def __rfloordiv__(b, a):
        return b._rop(a, _floordiv, _operator.floordiv)

    def __divmod__(a, b):
        return a._op(b, _divmod, divmod)

    def __rdivmod__(b, a):
        return b._rop(a, _divmod, divmod)

    def __mod__(a, b):
        return a._op(b, _mod, _operator.mod)

    def __rmod__(b, a):
        return b._rop(a, _mod, _operator.mod)

    def __pow__(a, b):
        if isinstance(b, _numbers.Rational):
            if b.denominator == 1:
                power = b.numerator
                if power >= 0:
                    return Fraction._make(a._numerator ** power, a._denominator ** power)
                if a._numerator > 0:
                    return Fraction._make(a._denominator ** -power, a._numerator ** -power)
                if a._numerator == 0:
                    raise ZeroDivisionError('Fraction(%s, 0)' % a._denominator ** -power)
                return Fraction._make((-a._denominator) ** -power, (-a._numerator) ** -power)
            return float(a) ** float(b)
        if isinstance(b, (float, complex)):
            return float(a) ** b
        return NotImplemented

    def __rpow__(b, a):
        if b._denominator == 1 and b._numerator >= 0:
            return a ** b._numerator
        if isinstance(a, _numbers.Rational):
            return Fraction(a.numerator, a.denominator) ** b
        if b._denominator == 1:
            return a ** b._numerator
        return a ** float(b)

    def __pos__(a):
        return Fraction._make(a._numerator, a._denominator)

    def __neg__(a):
        return Fraction._make(-a._numerator, a._denominator)

    def __abs__(a):
        return Fraction._make(abs(a._numerator), a._denominator)

    def __int__(a):
        return -(-a._numerator // a._denominator) if a._numerator < 0 else a._numerator // a._denominator

    __trunc__ = __int__

    def __floor__(a):
        return a._numerator // a._denominator

    def __ceil__(a):
        return -(-a._numerator // a._denominator)

    def __round__(self, ndigits=None):
        if ndigits is None:
            d = self._denominator
            floor, remainder = divmod(self._numerator, d)
            if remainder * 2 < d:
                return floor
            if remainder * 2 > d:
                return floor + 1
            return floor if floor % 2 == 0 else floor + 1
        shift = 10 ** abs(ndigits)
        return Fraction(round(self * shift), shift) if ndigits > 0 else Fraction(round(self / shift) * shift)

    def __hash__(self):
        try:
            inverse = pow(self._denominator, -1, _P)
        except ValueError:
            h = _INF
        else:
            h = hash(hash(abs(self._numerator)) * inverse)
        result = h if self._numerator >= 0 else -h
        return -2 if result == -1 else result

    def __eq__(a, b):
        if type(b) is int:
            return a._numerator == b and a._denominator == 1
        if isinstance(b, _numbers.Rational):
            return a._numerator == b.numerator and a._denominator == b.denominator
        if isinstance(b, _numbers.Complex) and b.imag == 0:
            b = b.real
        if isinstance(b, float):
            if _math.isnan(b) or _math.isinf(b):
                return 0.0 == b
            return a == a.from_float(b)
        return NotImplemented

    def _compare(self, other, op):
        if isinstance(other, _numbers.Rational):
            return op(self._numerator * other.denominator, self._denominator * other.numerator)
        if isinstance(other, float):
            if _math.isnan(other) or _math.isinf(other):
                return op(0.0, other)
            return op(self, self.from_float(other))
        return NotImplemented

    def __lt__(a, b):
        return a._compare(b, _operator.lt)

    def __gt__(a, b):
        return a._compare(b, _operator.gt)

    def __le__(a, b):
        return a._compare(b, _operator.le)

    def __ge__(a, b):
        return a._compare(b, _operator.ge)

    def __bool__(a):
        return bool(a._numerator)

    def __reduce__(self):
        return (self.__class__, (self._numerator, self._denominator))

    def __copy__(self):
        return self if type(self) is Fraction else self.__class__(self._numerator, self._denominator)

    def __deepcopy__(self, memo):
        return self.__copy__()


def _parse(text):
    m = _FORMAT.match(text)
    if m is None:
        raise ValueError('Invalid literal for Fraction: %r' % text)
    numerator = int(m['num'] or '0')
    if m['denom']:
        denominator = int(m['denom'])
    else:
        denominator = 1
        if m['decimal']:
            digits = m['decimal'].replace('_', '')
            scale = 10 ** len(digits)
            numerator = numerator * scale + int(digits)
            denominator *= scale
        if m['exp']:
            exp = int(m['exp'])
            if exp >= 0:
                numerator *= 10 ** exp
            else:
                denominator *= 10 ** -exp
    if m['sign'] == '-':
        numerator = -numerator
    if denominator == 0:
        raise ZeroDivisionError('Fraction(%s, 0)' % numerator)
    g = _math.gcd(numerator, denominator)
    return numerator // g, denominator // g


def _add(a, b):
    na, da, nb, db = a._numerator, a._denominator, b._numerator, b._denominator
    g = _math.gcd(da, db)
    if g == 1:
        return Fraction._make(na * db + da * nb, da * db)
    s = da // g
    t = na * (db // g) + nb * s
    g2 = _math.gcd(t, g)
    return Fraction._make(t, s * db) if g2 == 1 else Fraction._make(t // g2, s * (db // g2))


def _sub(a, b):
    return _add(a, Fraction._make(-b._numerator, b._denominator))


def _mul(a, b):
    na, da, nb, db = a._numerator, a._denominator, b._numerator, b._denominator
    g1, g2 = _math.gcd(na, db), _math.gcd(nb, da)
    return Fraction._make((na // g1) * (nb // g2), (db // g1) * (da // g2))


def _div(a, b):
    nb, db = b._numerator, b._denominator
    if nb == 0:
        raise ZeroDivisionError('Fraction(%s, 0)' % (a._numerator * db))
    return Fraction(a._numerator * db, a._denominator * nb)


def _floordiv(a, b):
    return (a._numerator * b._denominator) // (a._denominator * b._numerator)


def _divmod(a, b):
    da, db = a._denominator, b._denominator
    q, r = divmod(a._numerator * db, da * b._numerator)
    return q, Fraction(r, da * db)


def _mod(a, b):
    da, db = a._denominator, b._denominator
    return Fraction(a._numerator * db % (da * b._numerator), da * db)


def _round_to_exponent(n, d, exponent, no_neg_zero=False):
    if exponent >= 0:
        d *= 10 ** exponent
    else:
        n *= 10 ** -exponent
    q, r = divmod(n + (d >> 1), d)
    if r == 0 and d & 1 == 0:
        q &= -2
    sign = q < 0 if no_neg_zero else n < 0
    return sign, abs(q)


def _round_to_figures(n, d, figures):
    if n == 0:
        return False, 0, 1 - figures
    str_n, str_d = str(abs(n)), str(d)
    m = len(str_n) - len(str_d) + (str_d <= str_n)
    exponent = m - figures
    sign, significand = _round_to_exponent(n, d, exponent)
    if len(str(significand)) == figures + 1:
        significand //= 10
        exponent += 1
    return sign, significand, exponent


def _format(self, m):
    fill = m['fill'] or ' '
    align = m['align'] or '>'
    pos_sign = '' if m['sign'] == '-' else m['sign']
    no_neg_zero, alternate, zeropad = bool(m['no_neg_zero']), bool(m['alt']), bool(m['zeropad'])
    width, sep, precision = int(m['minimumwidth'] or '0'), m['thousands_sep'], int(m['precision'] or '6')
    kind = m['presentation_type']
    trim = kind in 'gG' and not alternate
    mark = 'E' if kind in 'EG' else 'e'
    if kind in 'fF%':
        exponent = -precision
        if kind == '%':
            exponent -= 2
        negative, significand = _round_to_exponent(self._numerator, self._denominator, exponent, no_neg_zero)
        scientific, point = False, precision
    else:
        figures = max(precision, 1) if kind in 'gG' else precision + 1
        negative, significand, exponent = _round_to_figures(self._numerator, self._denominator, figures)
        scientific = kind in 'eE' or exponent > 0 or exponent + figures <= -4
        point = figures - 1 if scientific else -exponent
    if kind == '%':
        suffix = '%'
    elif scientific:
        suffix = '%s%+03d' % (mark, exponent + point)
    else:
        suffix = ''
    sign = '-' if negative else pos_sign
    digits = '%0*d' % (point + 1, significand)
    leading = digits[:len(digits) - point]
    frac = digits[len(digits) - point:]
    if trim:
        frac = frac.rstrip('0')
    separator = '' if not frac and not alternate else '.'
    trailing = separator + frac + suffix
    if zeropad or (fill == '0' and align == '='):
        min_leading = width - len(sign) - len(trailing)
        leading = leading.zfill(3 * min_leading // 4 + 1 if sep else min_leading)
    if sep:
        first = 1 + (len(leading) - 1) % 3
        leading = leading[:first] + ''.join(sep + leading[i:i + 3] for i in range(first, len(leading), 3))
    body = leading + trailing
    padding = fill * (width - len(sign) - len(body))
    if align == '>':
        return padding + sign + body
    if align == '<':
        return sign + body + padding
    if align == '^':
        half = len(padding) // 2
        return padding[:half] + sign + body + padding[half:]
    return sign + padding + body


def __getattr__(name):
    if name == 'Decimal':
        from decimal import Decimal
        return Decimal
    raise AttributeError(f"module 'fractions' has no attribute {name!r}")
