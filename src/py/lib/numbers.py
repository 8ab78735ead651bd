# Module numbers: the abstract tower of numeric types.
import sys as _sys
from abc import ABCMeta, abstractmethod

__all__ = ['Number', 'Complex', 'Real', 'Rational', 'Integral']


class Number(metaclass=ABCMeta):
    __slots__ = ()
    __hash__ = None


def _abstract(*names):
    def add(cls_ns):
        for name in names:
            def method(self, *args):
                raise NotImplementedError
            method.__name__ = name
            cls_ns[name] = abstractmethod(method)
    return add


@property
@abstractmethod
def _part(self):
    raise NotImplementedError


class Complex(Number):
    __slots__ = ()
    _abstract('__complex__', '__add__', '__radd__', '__neg__', '__pos__', '__mul__', '__rmul__', '__truediv__', '__rtruediv__',
              '__pow__', '__rpow__', '__abs__', 'conjugate', '__eq__')(locals())

    def __bool__(self):
        return self != 0

    real = imag = _part

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other


class Real(Complex):
    __slots__ = ()
    _abstract('__float__', '__trunc__', '__floor__', '__ceil__', '__round__', '__floordiv__', '__rfloordiv__', '__mod__', '__rmod__',
              '__lt__', '__le__')(locals())

    def __divmod__(self, other):
        return (self // other, self % other)

    def __rdivmod__(self, other):
        return (other // self, other % self)

    def __complex__(self):
        return complex(float(self), 0)

    @property
    def real(self):
        return +self

    @property
    def imag(self):
        return 0

    def conjugate(self):
        return +self


class Rational(Real):
    __slots__ = ()

    numerator = denominator = _part

    def __float__(self):
        return int(self.numerator) / int(self.denominator)


class Integral(Rational):
    __slots__ = ()
    _abstract('__int__', '__lshift__', '__rlshift__', '__rshift__', '__rrshift__', '__and__', '__rand__', '__xor__', '__rxor__',
              '__or__', '__ror__', '__invert__')(locals())

    def __index__(self):
        return int(self)

    def __float__(self):
        return float(int(self))

    @property
    def numerator(self):
        return +self

    @property
    def denominator(self):
        return 1


Complex.register(complex)
Real.register(float)
Integral.register(int)
if 'decimal' in _sys.modules:  # which does not load this module for it
    Number.register(_sys.modules['decimal'].Decimal)
