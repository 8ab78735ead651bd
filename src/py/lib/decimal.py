"""Decimal numbers: exact, with as many digits as the context asks for."""
# Module decimal after the General Decimal Arithmetic specification. A finite value is (-1)**_s * _c * 10**_e with
# _c a plain int, so that the digits are only made when text is asked for; _k tells finite values from infinities
# and NaNs (a NaN's payload is its _c). Values, contexts and the arithmetic of finite values are C (_decimal); here
# is what that leaves. Roots, logarithms and exponentials: module _decimal_math.
import contextvars as _contextvars
import math as _math
import re as _re
import sys as _sys
from _decimal import _Context, _adopt, _apply_sign, _cmp, _connect, _drop, _fix, _forget, _nd, _new, _operate
from _namedtuple import namedtuple as _namedtuple
from _decimal_math import (ten as _ten, digits as _digits, from_digits as _from_digits, strip as _strip,
                           exp_digits as _exp_digits, ln_digits as _ln_digits, log10_digits as _log10_digits)

__version__ = '1.70'
__libmpdec_version__ = '2.5.1'
HAVE_THREADS = HAVE_CONTEXTVAR = True
MAX_PREC = MAX_EMAX = 999999999999999999
MIN_EMIN = -999999999999999999
MIN_ETINY = -1999999999999999997
ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR = 'ROUND_UP', 'ROUND_DOWN', 'ROUND_CEILING', 'ROUND_FLOOR'
ROUND_HALF_UP, ROUND_HALF_DOWN = 'ROUND_HALF_UP', 'ROUND_HALF_DOWN'
ROUND_HALF_EVEN, ROUND_05UP = 'ROUND_HALF_EVEN', 'ROUND_05UP'
_ROUNDINGS = (ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP)
_BAD_ROUNDING = ('valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n'
                 '   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]')
_BAD_SIGNAL = ('valid values for signals are:\n  [InvalidOperation, FloatOperation, DivisionByZero,\n'
               '   Overflow, Underflow, Subnormal, Inexact, Rounded,\n   Clamped]')
_FINITE, _INF, _QNAN, _SNAN = 0, 1, 2, 3
# Operators as _decimal counts them.
_ADD, _SUB, _MUL, _DIV, _FLOORDIV, _MOD, _POW, _DIVMOD = 0, 1, 2, 3, 4, 5, 6, 13
_NEG, _POS, _ABS = 0, 1, 3

DecimalTuple = _namedtuple('DecimalTuple', 'sign digits exponent', module='decimal')


class DecimalException(ArithmeticError):
    pass


class Clamped(DecimalException):
    pass


class InvalidOperation(DecimalException):
    pass


class ConversionSyntax(InvalidOperation):
    pass


class DivisionImpossible(InvalidOperation):
    pass


class DivisionUndefined(InvalidOperation, ZeroDivisionError):
    pass


class InvalidContext(InvalidOperation):
    pass


class DivisionByZero(DecimalException, ZeroDivisionError):
    pass


class FloatOperation(DecimalException, TypeError):
    pass


class Inexact(DecimalException):
    pass


class Rounded(DecimalException):
    pass


class Subnormal(DecimalException):
    pass


class Overflow(Inexact, Rounded):
    pass


class Underflow(Inexact, Rounded, Subnormal):
    pass


# Status bits. Every kind of invalid operation has its own; as a signal they are one.
_CLAMPED, _CONVERSION, _DIVZERO, _IMPOSSIBLE, _UNDEFINED = 1, 2, 4, 8, 16
_INEXACT, _INVALID_CONTEXT, _INVALID, _FLOATOP, _OVERFLOW = 64, 128, 256, 1024, 2048
_ROUNDED, _SUBNORMAL, _UNDERFLOW = 4096, 8192, 16384
_ANY_INVALID = _CONVERSION | _IMPOSSIBLE | _UNDEFINED | _INVALID_CONTEXT | _INVALID
_CHANGED = _INEXACT | _ROUNDED
_SIGNALS = {InvalidOperation: _ANY_INVALID, FloatOperation: _FLOATOP, DivisionByZero: _DIVZERO, Overflow: _OVERFLOW,
            Underflow: _UNDERFLOW, Subnormal: _SUBNORMAL, Inexact: _INEXACT, Rounded: _ROUNDED, Clamped: _CLAMPED}
_CONDITIONS = ((InvalidOperation, _INVALID), (ConversionSyntax, _CONVERSION), (DivisionImpossible, _IMPOSSIBLE),
               (DivisionUndefined, _UNDEFINED), (InvalidContext, _INVALID_CONTEXT))


def _shown(bits):
    # Names in the order of the lowest status bit each signal has.
    found = [(bits & mask & -(bits & mask), cls.__name__) for cls, mask in _SIGNALS.items() if bits & mask]
    return ', '.join([name for bit, name in sorted(found)])


def _as_list(bits):
    return ([cls for cls, bit in _CONDITIONS if bits & bit]
            + [cls for cls, bit in _SIGNALS.items() if cls is not InvalidOperation and bits & bit])


def _signal(ctx, bits):
    state = ctx._f
    state[0] |= bits
    bits &= state[1]
    if bits:
        for cls, mask in _SIGNALS.items():
            if bits & mask:
                raise cls(_as_list(bits))


def _invalid(ctx, bit=_INVALID):
    _signal(ctx, bit)
    return _new(0, 0, 0, _QNAN)


# ---- contexts ----

def _signal_dicts():
    """The class of a context's flags and traps, loaded when first asked for."""
    from _decimal_signals import SignalDict
    return SignalDict


def _dict_bits(value):
    if value.keys() != _SIGNALS.keys():
        raise KeyError('invalid signal dict')
    bits = 0
    for k, v in value.items():
        if v:
            bits |= _SIGNALS[k]
    return bits


def _signal_bits(value, lists=True):
    if isinstance(value, dict):
        return _dict_bits(value)
    if not isinstance(value, list) and isinstance(value, _signal_dicts()):
        return value._bits()
    if not lists or not isinstance(value, list):
        raise TypeError('argument must be a signal dict')
    bits = 0
    for cls in value:
        for known, bit in tuple(_SIGNALS.items()) + _CONDITIONS[1:]:
            if cls is known:
                bits |= bit
                break
        else:
            raise KeyError(_BAD_SIGNAL)
    return bits


def _machine_int(value):
    if not -1 << 63 <= value < 1 << 63:
        raise OverflowError('Python int too large to convert to C ssize_t')
    return int(value)


def _ranged(slot, low, high, text):
    def check(value):
        if not isinstance(value, int):
            raise TypeError('an integer is required')
        _machine_int(value)
        if not low <= value <= high:
            raise ValueError(text)
        return slot, int(value)
    return check


def _check_rounding(value):
    if not isinstance(value, str) or value not in _ROUNDINGS:
        raise TypeError(_BAD_ROUNDING)
    return '_r', str(value)


_SETTERS = {
    'prec': _ranged('_p', 1, MAX_PREC, 'valid range for prec is [1, MAX_PREC]'),
    'rounding': _check_rounding,
    'Emin': _ranged('_emin', MIN_EMIN, 0, 'valid range for Emin is [MIN_EMIN, 0]'),
    'Emax': _ranged('_emax', 0, MAX_EMAX, 'valid range for Emax is [0, MAX_EMAX]'),
    'capitals': _ranged('_cap', 0, 1, 'valid values for capitals are 0 or 1'),
    'clamp': _ranged('_folds', 0, 1, 'valid values for clamp are 0 or 1'),
}
_oset = object.__setattr__


class Context(_Context):
    """How decimals are computed: digits, rounding, limits of the exponent, and which signals
    raise an exception. The current one is getcontext()."""
    # _f: [status bits, trapped bits]; _top: the largest exponent at which a full coefficient does not overflow.
    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        self = _Context.__new__(cls)
        self._take(DefaultContext)
        _oset(self, '_f', [0, DefaultContext._f[1]])
        return self

    def __init__(self, prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None, traps=None):
        for name, value in (('prec', prec), ('rounding', rounding), ('Emin', Emin), ('Emax', Emax),
                            ('capitals', capitals), ('clamp', clamp)):
            if value is not None:
                Context.__setattr__(self, name, value)
        if traps is not None:
            self._f[1] = _signal_bits(traps)
        if flags is not None:
            self._f[0] = _signal_bits(flags)

    prec = property(lambda self: self._p)
    rounding = property(lambda self: self._r)
    Emin = property(lambda self: self._emin)
    Emax = property(lambda self: self._emax)
    capitals = property(lambda self: self._cap)
    clamp = property(lambda self: self._folds)
    flags = property(lambda self: _signal_dicts()._of(self._f, 0))
    traps = property(lambda self: _signal_dicts()._of(self._f, 1))

    def __setattr__(self, name, value):
        check = _SETTERS.get(name)
        if check is not None:
            slot, value = check(value)
            _oset(self, slot, value)
        elif name == 'flags' or name == 'traps':
            self._f[name == 'traps'] = _signal_bits(value, False)
        elif type(self) is Context:
            raise AttributeError("'decimal.Context' object has no attribute %r" % name)
        else:
            _oset(self, name, value)

    def __delattr__(self, name):
        raise AttributeError('context attributes cannot be deleted')

    def __getattr__(self, name):
        shown = 'decimal.Context' if type(self) is Context else type(self).__name__
        raise AttributeError('%r object has no attribute %r' % (shown, name))

    def __repr__(self):
        names = [_shown(bits) for bits in self._f]
        return ('Context(prec=%d, rounding=%s, Emin=%d, Emax=%d, capitals=%d, clamp=%d, flags=[%s], traps=[%s])'
                % (self._p, self._r, self._emin, self._emax, self._cap, self._folds, names[0], names[1]))

    def __reduce__(self):
        return (type(self), (self._p, self._r, self._emin, self._emax, self._cap, self._folds,
                             *[[cls for cls, mask in _SIGNALS.items() if bits & mask] for bits in self._f]))

    def copy(self):
        new = _Context.__new__(Context)
        new._take(self)
        _oset(new, '_f', list(self._f))
        return new

    __copy__ = copy

    def clear_flags(self):
        self._f[0] = 0

    def clear_traps(self):
        self._f[1] = 0

    def Etiny(self):
        """The least exponent that a subnormal number can have."""
        return self._emin - self._p + 1

    def Etop(self):
        return self._emax - self._p + 1

    def radix(self):
        return _new(0, 10, 0)

    def create_decimal(self, num='0', /):
        if isinstance(num, str):
            d = _parse(num, self, True)
        elif isinstance(num, Decimal):
            if num._k >= _QNAN and num._c and _nd(num._c) > self._p - self._folds:
                return _invalid(self, _CONVERSION)
            d = num
        else:
            d = _construct(num, self, True)
        return _fixed(d, self)

    def create_decimal_from_float(self, f, /):
        return _fixed(_exact_float(f), self)

    def canonical(self, x, /):
        if not isinstance(x, Decimal):
            raise TypeError('argument must be a Decimal')
        return x

    def is_canonical(self, x, /):
        self.canonical(x)
        return True

    def copy_decimal(self, x, /):
        return _need(x)

    def plus(self, x, /):
        return _apply_sign(_POS, _need(x), self)

    def minus(self, x, /):
        return _apply_sign(_NEG, _need(x), self)

    def abs(self, x, /):
        return _apply_sign(_ABS, _need(x), self)

    def add(self, x, y, /):
        return _operate(_ADD, _need(x), _need(y), self)

    def subtract(self, x, y, /):
        return _operate(_SUB, _need(x), _need(y), self)

    def multiply(self, x, y, /):
        return _operate(_MUL, _need(x), _need(y), self)

    def divide(self, x, y, /):
        return _operate(_DIV, _need(x), _need(y), self)

    def divide_int(self, x, y, /):
        return _operate(_FLOORDIV, _need(x), _need(y), self)

    def divmod(self, x, y, /):
        return _operate(_DIVMOD, _need(x), _need(y), self)

    def remainder(self, x, y, /):
        return _operate(_MOD, _need(x), _need(y), self)

    def power(self, a, b, modulo=None):
        a, b = _need(a), _need(b)
        return _operate(_POW, a, b, self) if modulo is None else _powmod(a, b, _need(modulo), self)

    def fma(self, x, y, z, /):
        return _need(x).fma(_need(y), _need(z), self)

    def to_sci_string(self, x, /):
        return _text(_need(x), False, self)

    def to_eng_string(self, x, /):
        return _text(_need(x), True, self)

    def to_integral_value(self, x, /):
        return _need(x).to_integral_value(None, self)

    to_integral = to_integral_value

    def to_integral_exact(self, x, /):
        return _need(x).to_integral_exact(None, self)

    def quantize(self, x, y, /):
        return _need(x).quantize(_need(y), None, self)

    def is_normal(self, x, /):
        return _need(x).is_normal(self)

    def is_subnormal(self, x, /):
        return _need(x).is_subnormal(self)

    def number_class(self, x, /):
        return _need(x).number_class(self)


def _forward():
    # Context methods that only hand their operands to the Decimal's method of the same name.
    def bare(method):
        return lambda self, x, /: method(_need(x))

    def one(method):
        return lambda self, x, /: method(_need(x), self)

    def two(method):
        return lambda self, x, y, /: method(_need(x), _need(y), self)
    for make, names in (
            (bare, 'copy_abs copy_negate is_finite is_infinite is_nan is_qnan is_signed is_snan is_zero'),
            (one, 'exp ln log10 logb logical_invert next_minus next_plus normalize sqrt'),
            (two, 'compare compare_signal compare_total compare_total_mag copy_sign logical_and logical_or logical_xor '
                  'max max_mag min min_mag next_toward remainder_near rotate same_quantum scaleb shift')):
        for name in names.split():
            f = make(getattr(Decimal, name))
            f.__name__, f.__qualname__ = name, 'Context.' + name
            setattr(Context, name, f)


DefaultContext = _Context.__new__(Context)
_oset(DefaultContext, '_f', [0, _INVALID | _CONVERSION | _IMPOSSIBLE | _UNDEFINED | _INVALID_CONTEXT | _DIVZERO
                             | _OVERFLOW])
BasicContext = DefaultContext.copy()
BasicContext.prec, BasicContext.rounding = 9, ROUND_HALF_UP
BasicContext._f[1] |= _CLAMPED | _UNDERFLOW
ExtendedContext = DefaultContext.copy()
ExtendedContext.prec = 9
ExtendedContext._f[1] = 0
_var = _contextvars.ContextVar('decimal_context')
_var_get = _var.get


def getcontext():
    ctx = _var_get(None)
    if ctx is None:
        ctx = DefaultContext.copy()
        ctx._f[0] = 0
        _var.set(ctx)
        _forget()
    return ctx


def setcontext(context, /):
    if not isinstance(context, Context):
        raise TypeError('argument must be a context')
    if context is DefaultContext or context is BasicContext or context is ExtendedContext:
        context = context.copy()
        context._f[0] = 0
    _var.set(context)
    _forget()


class ContextManager:
    __slots__ = ('_new', '_old')

    def __enter__(self):
        if len(_contextvars._entered) == 1:  # those of tasks end with their task
            _local.append(self)
        setcontext(self._new)
        return self._new

    def __exit__(self, *exc):
        setcontext(self._old)
        _local[:] = [m for m in _local if m is not self]
        return False


_local = []  # managers that are entered


def _put_back():
    """After a cell that was ended: the context is that of before its localcontext()."""
    context = _var_get(None)
    for manager in reversed(_local):
        if manager._new is context:
            context = manager._old
            setcontext(context)
    _local.clear()


_KEYWORDS = ('prec', 'rounding', 'Emin', 'Emax', 'capitals', 'clamp', 'flags', 'traps')


def localcontext(ctx=None, **kwargs):
    manager = ContextManager()
    manager._old = getcontext()
    if ctx is None:
        ctx = manager._old
    elif not isinstance(ctx, Context):
        raise TypeError('optional argument must be a context')
    manager._new = ctx.copy()
    for name, value in kwargs.items():
        if name not in _KEYWORDS:
            raise TypeError('%r is an invalid keyword argument for this function' % name)
        if value is None:
            continue
        if name == 'flags' or name == 'traps':
            manager._new._f[name == 'traps'] = _signal_bits(value)
        else:
            setattr(manager._new, name, value)
    return manager


def _context(ctx):
    if ctx is None:
        return getcontext()
    if not isinstance(ctx, Context):
        raise TypeError('optional argument must be a context')
    return ctx


# ---- making values ----

_NUMBER = _re.compile(r'([-+])?(?:(?=\d|\.\d)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?|([iI][nN][fF](?:[iI][nN][iI][tT][yY])?)|'
                      r'([sS])?[nN][aA][nN](\d*))')


def _parse(text, ctx, strict=False):
    if not strict:
        text = text.strip().replace('_', '')
    m = _NUMBER.fullmatch(text)
    if m is None:
        return _invalid(ctx, _CONVERSION)
    sign, whole, frac, exp, inf, snan, payload = m.groups()
    s = 1 if sign == '-' else 0
    if inf:
        return _new(s, 0, 0, _INF)
    if whole is None:
        c = _from_digits(payload) if payload else 0
        if strict and c and _nd(c) > ctx._p - ctx._folds:
            return _invalid(ctx, _CONVERSION)
        return _new(s, c, 0, _SNAN if snan else _QNAN)
    e = 0
    if exp is not None:
        e = _from_digits(exp) if len(exp) < 30 else (-10 ** 30 if exp[0] == '-' else 10 ** 30)
    if frac:
        whole += frac
        e -= len(frac)
    return _ranged_value(s, _from_digits(whole), e, ctx, strict)


def _ranged_value(s, c, e, ctx, rounded=False):
    # Exact construction: what the largest context cannot hold is invalid; 'rounded' leaves that to the caller.
    if -MAX_EMAX <= e <= 999999999999000000:
        return _new(s, c, e)
    if rounded:
        return _new(s, c, max(min(e, 10 ** 19), -10 ** 19 - _nd(c)))
    if e + _nd(c) - 1 > MAX_EMAX or e < MIN_ETINY:
        return _invalid(ctx)
    return _new(s, c, e)


def _exact_float(f):
    # The denominator of a float is a power of two, of which fives make one of ten.
    if not isinstance(f, float):
        if not isinstance(f, int):
            raise TypeError('argument must be int or float')
        top, bottom, negative = int(f), 1, int(f < 0)
    else:
        negative = int(_math.copysign(1.0, f) < 0.0)
        try:
            top, bottom = float.as_integer_ratio(f)
        except OverflowError:
            return _new(negative, 0, 0, _INF)
        except ValueError:
            return _new(0, 0, 0, _QNAN)
    places = bottom.bit_length() - 1
    return _new(negative, abs(top) * 5 ** places, -places)


def _from_tuple(value, ctx, rounded):
    if len(value) != 3:
        raise ValueError('argument must be a sequence of length 3')
    sign, digits, exp = value
    if not isinstance(sign, int) or sign not in (0, 1):
        raise ValueError('sign must be an integer with the value 0 or 1')
    k = _FINITE
    if isinstance(exp, str):
        k = {'F': _INF, 'n': _QNAN, 'N': _SNAN}.get(exp)
        if k is None:
            raise ValueError("string argument in the third position must be 'F', 'n' or 'N'")
        exp = 0
    elif not isinstance(exp, int):
        raise ValueError('exponent must be an integer')
    if not isinstance(digits, (tuple, list)):
        raise ValueError('coefficient must be a tuple of digits')
    for d in digits:
        if not isinstance(d, int) or not 0 <= d <= 9:
            raise ValueError('coefficient must be a tuple of digits')
    c = _from_digits(''.join([str(int(d)) for d in digits])) if digits and k != _INF else 0
    return _new(int(sign), c, 0, k) if k else _ranged_value(int(sign), c, _machine_int(exp), ctx, rounded)


def _construct(value, ctx, rounded=False):
    if isinstance(value, Decimal):
        return value
    if isinstance(value, int):
        value = int(value)
        return _new(0, value, 0) if value >= 0 else _new(1, -value, 0)
    if isinstance(value, str):
        return _parse(value, ctx)
    if isinstance(value, (tuple, list)):
        return _from_tuple(value, ctx, rounded)
    if isinstance(value, float):
        _signal(ctx, _FLOATOP)
        return _exact_float(value)
    raise TypeError('conversion from %s to Decimal is not supported' % type(value).__name__)


def _construct_in(value, context):
    return _construct(value, getcontext() if context is None else _context(context))


def _conv(x):
    if isinstance(x, Decimal):
        return x
    if isinstance(x, int):
        x = int(x)
        return _new(0, x, 0) if x >= 0 else _new(1, -x, 0)
    return NotImplemented


def _need(x):
    d = _conv(x)
    if d is NotImplemented:
        raise TypeError('conversion from %s to Decimal is not supported' % type(x).__name__)
    return d


# ---- rounding ----

def _fixed(d, ctx):
    if not d._k:
        return _fix(d._s, d._c, d._e, ctx)
    if d._k == _INF:
        return _new(d._s, 0, 0, _INF)
    return _fix_nan(d, d._k, ctx)


def _fix_nan(d, k, ctx):
    c, room = d._c, ctx._p - ctx._folds
    if c and _nd(c) > room:
        c %= _ten(room)
    return _new(d._s, c, 0, k)


def _nan(ctx, *operands):
    # The NaN that the operands give, signaling ones first; None: there is none.
    for d in operands:
        if d._k == _SNAN:
            _signal(ctx, _INVALID)
            return _fix_nan(d, _QNAN, ctx)
    for d in operands:
        if d._k == _QNAN:
            return _fix_nan(d, _QNAN, ctx)
    return None


# ---- arithmetic: of infinities and NaNs, and operators that are not in C ----

def _add(a, b, flip, ctx):
    r = _nan(ctx, a, b)
    if r is not None:
        return r
    s = b._s ^ flip
    if a._k:
        return _invalid(ctx) if b._k and a._s != s else _new(a._s, 0, 0, _INF)
    return _new(s, 0, 0, _INF)


def _mul(a, b, ctx):
    r = _nan(ctx, a, b)
    if r is not None:
        return r
    if not (a._k or a._c) or not (b._k or b._c):
        return _invalid(ctx)
    return _new(a._s ^ b._s, 0, 0, _INF)


def _div(a, b, ctx):
    r = _nan(ctx, a, b)
    if r is not None:
        return r
    s = a._s ^ b._s
    if a._k:
        return _invalid(ctx) if b._k else _new(s, 0, 0, _INF)
    _signal(ctx, _CLAMPED)
    return _new(s, 0, ctx._emin - ctx._p + 1)


def _int_parts(a, b, ctx):
    # (quotient, remainder's coefficient and exponent) of finite a and non-zero b; None: too many digits.
    ea, eb = a._e, b._e
    adj = _nd(a._c) + ea - _nd(b._c) - eb
    if not a._c or adj < 0:
        e = min(ea, eb)
        if a._c and ea > e:
            return 0, a._c * _ten(ea - e), e
        return 0, a._c, e
    if adj > ctx._p:
        return None
    e = min(ea, eb)
    q, r = divmod(a._c * _ten(ea - e), b._c * _ten(eb - e))
    return None if _nd(q) > ctx._p else (q, r, e)


def _floordiv(a, b, ctx):
    s = a._s ^ b._s
    if a._k or b._k:
        r = _nan(ctx, a, b)
        if r is not None:
            return r
        if a._k:
            return _invalid(ctx) if b._k else _new(s, 0, 0, _INF)
        return _new(s, 0, 0)
    if not a._c:
        return _invalid(ctx, _UNDEFINED)
    _signal(ctx, _DIVZERO)
    return _new(s, 0, 0, _INF)


def _mod(a, b, ctx):
    if a._k or b._k:
        r = _nan(ctx, a, b)
        if r is not None:
            return r
        return _invalid(ctx) if a._k else _fix(a._s, a._c, a._e, ctx)
    return _invalid(ctx, _INVALID if a._c else _UNDEFINED)


def _divmod(a, b, ctx):
    s = a._s ^ b._s
    if a._k or b._k:
        r = _nan(ctx, a, b)
        if r is not None:
            return r, r
        if a._k:
            q = _invalid(ctx) if b._k else _new(s, 0, 0, _INF)
            return q, _invalid(ctx)
        return _new(s, 0, 0), _fix(a._s, a._c, a._e, ctx)
    if not a._c:
        r = _invalid(ctx, _UNDEFINED)
        return r, r
    _signal(ctx, _DIVZERO | _INVALID)
    return _new(s, 0, 0, _INF), _new(0, 0, 0, _QNAN)


def _work(prec, rounding=ROUND_HALF_EVEN):
    # A context without limits for results in between.
    ctx = DefaultContext.copy()
    ctx.prec, ctx.rounding, ctx.Emin, ctx.Emax = prec, rounding, MIN_EMIN, MAX_EMAX
    ctx._f[0] = ctx._f[1] = 0
    return ctx


def _as_int(d):
    # An integral finite value as int; None for others. Huge exponents are the caller's concern.
    if d._e >= 0:
        c = d._c * _ten(d._e)
    else:
        if not d._c:
            return 0
        if -d._e > _nd(d._c):
            return None
        c, rem = divmod(d._c, _ten(-d._e))
        if rem:
            return None
    return -c if d._s else c


def _is_odd(d):
    if d._e > 0:
        return False
    c = _strip(d._c, -d._e) if d._e else (d._c, 0)
    return c[1] == -d._e and bool(c[0] & 1)


def _is_integral(d):
    return not d._c or d._e >= 0 or (-d._e <= _nd(d._c) and not d._c % _ten(-d._e))


def _pow(a, b, ctx):
    if a._k or b._k:
        r = _nan(ctx, a, b)
        if r is not None:
            return r
    if not b._k and not b._c:
        return _new(0, 1, 0) if a._k or a._c else _invalid(ctx)
    integral = not b._k and _is_integral(b)
    s = 1 if a._s and integral and _is_odd(b) else 0
    if not a._k and not a._c:
        if b._s:
            return _new(s, 0, 0, _INF)
        return _fix_pow_zero(s, ctx)
    if a._s and not integral and not a._k:
        return _invalid(ctx)
    if a._k:
        if a._s and not integral and not b._k:
            return _invalid(ctx)
        return _fix_pow_zero(s, ctx) if b._s else _new(s, 0, 0, _INF)
    one = _cmp(a, _ONE, True)
    if b._k:
        if a._s:
            return _invalid(ctx)
        if one == 0:
            _signal(ctx, _CHANGED)
            return _new(0, _ten(ctx._p - 1), 1 - ctx._p)
        return _new(0, 0, 0, _INF) if (one > 0) == (not b._s) else _fix_pow_zero(0, ctx)
    if one == 0:
        return _pow_one(s, a, b, integral, ctx)
    # Results far outside the range of exponents, without computing them.
    size = (abs(_adjusted(a)) if _adjusted(a) not in (0, -1) else 0)
    if size and _adjusted(b) + len(str(size)) - 1 > 20:
        return _far(s, (one > 0) == (not b._s), ctx)
    if not size and _adjusted(b) > ctx._p + _nd(a._c) + 25:
        return _far(s, (one > 0) == (not b._s), ctx)
    if integral and _adjusted(b) < 19:
        return _pow_int(a, _as_int(b), s, ctx)
    return _pow_real(a, b, s, ctx)


def _far(s, large, ctx):
    # A power far outside the range of exponents, which is not computed.
    if large:
        return _fix(s, 1, 10 ** 30, ctx)
    _signal(ctx, _CLAMPED | _CHANGED | _SUBNORMAL | _UNDERFLOW)
    return _new(s, 0, ctx._emin - ctx._p + 1)


def _fix_pow_zero(s, ctx):
    return _new(s, 0, 0)


def _pow_one(s, a, b, integral, ctx):
    if not integral:
        _signal(ctx, _CHANGED)
        return _new(s, _ten(ctx._p - 1), 1 - ctx._p)
    shift = -a._e if a._e < 0 else 0
    if b._s or shift * (n := abs(_as_int(b)) if _adjusted(b) < 20 else 10 ** 20) > ctx._p - 1:
        if not shift:
            return _new(s, 1, 0)
        _signal(ctx, _ROUNDED)
        return _new(s, _ten(ctx._p - 1), 1 - ctx._p)
    return _fix(s, _ten(shift * n), -shift * n, ctx)


def _pow_int(a, n, s, ctx):
    work = _work(ctx._p + 4 + len(str(abs(n))) + (1 if n < 0 else 0))
    base = _new(0, a._c, a._e)
    if n < 0:
        base = _operate(_DIV, _ONE, base, work)
        n = -n
    r = base
    for bit in bin(n)[3:]:
        r = _operate(_MUL, r, r, work)
        if bit == '1':
            r = _operate(_MUL, r, base, work)
        if r._k or not r._c:
            break
    state = work._f[0]
    if r._k or not r._c:
        return _far(s, r._k, ctx)
    _signal(ctx, state & _CHANGED)
    return _fix(s, r._c, r._e, ctx)


def _pow_real(a, b, s, ctx):
    p = max(ctx._p, _nd(a._c)) + 24
    work = _work(p)
    power = _operate(_MUL, _work_ln(a, work), b, work)
    extra = max(0, _adjusted(power)) + 2
    if extra > 2 + len(str(max(ctx._emax, -ctx._emin) + ctx._p)):
        return _far(s, not power._s, ctx)
    c, e = _exp_digits(power._s, power._c, power._e, p)
    _signal(ctx, _CHANGED)
    work = _fix(s, c, e, _work(p - 4))
    return _fix(s, work._c, work._e, ctx)


def _work_ln(a, ctx):
    s, c, e = _ln_digits(a._c, a._e, ctx._p)
    return _fix(s, c, e, ctx)


def _powmod(a, b, m, ctx):
    if a._k or b._k or m._k:
        r = _nan(ctx, a, b, m)
        return _invalid(ctx) if r is None else r
    if not (_is_integral(a) and _is_integral(b) and _is_integral(m)) or b._s and b._c or not m._c:
        return _invalid(ctx)
    if _adjusted(m) >= ctx._p or not a._c and not b._c:
        return _invalid(ctx)
    modulus, n = abs(_as_int(m)), _as_int(b) if _adjusted(b) < 100000 else None
    base = a._c * pow(10, a._e, modulus) if a._e >= 0 else abs(_as_int(a))
    if n is None:
        c = pow(pow(base, b._c, modulus), 10 ** b._e, modulus)
    else:
        c = pow(base, n, modulus)
    return _fix(1 if a._s and _is_odd(b) else 0, c, 0, ctx)


# ---- comparing ----

def _adjusted(d):
    return d._e + _nd(d._c) - 1 if d._c else d._e


def _total(a, b, mag=False):
    sa, sb = (0, 0) if mag else (a._s, b._s)
    if sa != sb:
        return -1 if sa else 1
    ka, kb = ((0, 0, 2, 1)[d._k] for d in (a, b))  # signaling NaNs below quiet ones
    if ka != kb:
        r = 1 if ka > kb else -1
    elif ka:
        r = (a._c > b._c) - (a._c < b._c)
    else:
        r = _cmp(a, b, True) or (a._e > b._e) - (a._e < b._e)
    return -r if sa else r


def _comparable(a, b, equality):
    # Both sides as Decimals for a comparison operator, or NotImplemented.
    if isinstance(b, Decimal):
        return a, b
    if isinstance(b, int):
        return a, _conv(b)
    if isinstance(b, complex):
        if not equality:
            return NotImplemented
        if b.imag != 0:
            return a, None
        b = b.real
    if isinstance(b, float):
        ctx = getcontext()
        if equality:
            ctx._f[0] |= _FLOATOP
        else:
            _signal(ctx, _FLOATOP)
        return a, _exact_float(b)
    import numbers
    if isinstance(b, numbers.Rational):
        if not a._k:
            a = _new(a._s, a._c * int(b.denominator), a._e)
        return a, _conv(int(b.numerator))
    return NotImplemented


def _compare(self, other, op):
    """The comparison operators in C's order, where one side is a NaN or no Decimal or int."""
    equality = op == 2 or op == 3
    pair = _comparable(self, other, equality)
    if pair is NotImplemented:
        return pair
    a, b = pair
    if b is None:  # a complex number that is not real
        return op == 3
    if a._k > _INF or b._k > _INF:
        if not equality or a._k == _SNAN or b._k == _SNAN:
            _signal(getcontext(), _INVALID)
        return op == 3
    r = _cmp(a, b)
    return (r < 0, r <= 0, r == 0, r != 0, r > 0, r >= 0)[op]


def _special(op, a, b, ctx):
    """An operator that C leaves to this module."""
    if op == _ADD or op == _SUB:
        return _add(a, b, op, ctx)
    return _OPERATORS[op](a, b, ctx)


def _special_sign(op, d, ctx):
    s = (d._s ^ 1, d._s, None, 0)[op]
    return _nan(ctx, d) or _new(s, 0, 0, _INF)


def _special_int(d):
    d._finite('integer')


def _float(d):
    if d._k == _SNAN:
        raise ValueError('cannot convert signaling NaN to float')
    if d._k == _QNAN:
        return -_math.nan if d._s else _math.nan
    adj = _adjusted(d)
    if d._k or d._c and adj > 400:
        return -_math.inf if d._s else _math.inf
    if adj < -400:
        return -0.0 if d._s else 0.0
    return float(_text(d))


def _special_quantize(d, exp, rounding, context):
    ctx, exp = _context(context), _need(exp)
    if rounding is not None:
        _check_rounding(rounding)
    r = _nan(ctx, d, exp)
    if r is not None:
        return r
    return _new(d._s, 0, 0, _INF) if d._k and exp._k else _invalid(ctx)


# ---- text ----

def _text(d, eng=False, ctx=None):
    sign = '-' if d._s else ''
    if d._k:
        if d._k == _INF:
            return sign + 'Infinity'
        return sign + ('sNaN' if d._k == _SNAN else 'NaN') + (_digits(d._c) if d._c else '')
    text, e = _digits(d._c), d._e
    if not e:
        return sign + text
    left = e + len(text)
    if e < 0 and left > -6:
        point = left
    elif not eng:
        point = 1
    elif not d._c:
        point = (left + 1) % 3 - 1
    else:
        point = (left - 1) % 3 + 1
    return sign + _place(text, point) + _exponent(left - point, 'E' if (ctx or getcontext())._cap else 'e')


def _exponent(n, letter):
    return '%s%+d' % (letter, n) if n else ''


def _place(text, point):
    if point <= 0:
        return '0.' + '0' * -point + text
    if point >= len(text):
        return text + '0' * (point - len(text))
    return text[:point] + '.' + text[point:]


_SPEC = _re.compile(r'(?:(.)?([<>=^]))?([-+ ])?(z)?(0)?([1-9]\d*)?(,)?(?:\.(\d+))?([eEfFgGnN%])?', _re.DOTALL)


def _format(d, spec, override):
    if not isinstance(spec, str):
        raise TypeError('format arg must be str')
    m = _SPEC.fullmatch(spec)
    if m is None or m[5] and m[2] or m[7] and (m[9] or '') in tuple('nN') or len(m[6] or m[8] or '') > 18:
        raise ValueError('invalid format string')
    fill, align, sign, nozero, zero, width, comma, prec, kind = m.groups()
    if override is not None and not isinstance(override, dict):
        raise TypeError('optional argument must be a dict')
    ctx = getcontext()
    letter = kind or ('G' if ctx._cap else 'g')
    if kind in ('n', 'N'):
        letter = 'g' if kind == 'n' else 'G'
    s, dot, sep, grouping = d._s, '.', ',' if comma else '', '\3' if comma else ''
    if override:
        dot, sep, grouping = _overridden(override, dot, sep, grouping)
    if d._k:
        body, exp = _text(d).lstrip('-'), ''
        if letter == '%':
            exp = '%'
        zero = None
    else:
        c, e = d._c, d._e
        if letter == '%':
            e += 2
        c, e, whole, frac, exp = _layout(s, c, e, letter, None if prec is None else int(prec), ctx._r)
        if nozero and s and not c:
            s = 0
    lead = '-' if s else ('' if sign in (None, '-') else sign)
    width = int(width or 0)
    if not d._k:
        tail = (dot + frac if frac else '') + exp
        body = whole
        room = width - len(lead) - len(tail) if zero else 0
        if sep and grouping:
            body = _group(whole, sep, grouping, room)
        elif room > len(whole):
            body = whole.zfill(room)
        exp = tail
    pad = width - len(lead) - len(body) - len(exp)
    if pad <= 0:
        return lead + body + exp
    fill, align = fill or ' ', align or '>'
    if align == '<':
        return lead + body + exp + fill * pad
    if align == '=':
        return lead + fill * pad + body + exp
    left = pad // 2 if align == '^' else pad
    return fill * left + lead + body + exp + fill * (pad - left)


def _layout(s, c, e, letter, prec, rounding):
    # Rounded coefficient and exponent; digits before and after the point; exponent text.
    low, zeros = letter.lower(), 0
    if prec is not None:
        if low in 'f%':
            c, e, zeros = _rescaled(s, c, e, -prec, rounding)
        else:
            keep = prec + 1 if low == 'e' else prec or 1
            over = _nd(c) - keep
            if over > 0 or low == 'e' and c:
                c, e, zeros = _rescaled(s, c, e, e + over, rounding)
                if _nd(c) > keep:
                    c //= 10
                    e += 1
    if not c and e > 0 and low in 'f%':
        e = 0
    text = _digits(c) + '0' * zeros
    left = e + len(text)
    if low == 'e':
        point = 1 - prec if not c and prec is not None else 1
    elif low in 'f%':
        point = left
    else:
        point = left if e <= 0 and left > -6 else 1
    if point <= 0:
        whole, frac = '0', '0' * -point + text
    elif point >= len(text):
        whole, frac = text + '0' * (point - len(text)), ''
    else:
        whole, frac = text[:point], text[point:]
    if letter == '%':
        exp = '%'
    elif low == 'e':
        exp = '%s%+d' % (letter, left - point)
    else:
        exp = _exponent(left - point, 'E' if letter == 'G' else 'e')
    return c, e, whole, frac, exp


def _rescaled(s, c, e, exp, rounding):
    # Coefficient and exponent, and how many zeros there are to be written behind the coefficient.
    if exp <= e:
        return c, exp, e - exp if c else 0
    return _drop(s, c, exp - e, rounding)[0], exp, 0


def _overridden(override, dot, sep, grouping):
    # Separators take four bytes at most; sizes of groups are chars of C.
    dot, sep, grouping = [override.get(name, usual) for name, usual in (
        ('decimal_point', dot), ('thousands_sep', sep), ('grouping', grouping))]
    for text in dot, sep, grouping:
        if not isinstance(text, str):
            raise TypeError('bad argument type for built-in operation')
    if not dot or max(len(dot.encode()), len(sep.encode())) > 4 or not grouping.isascii():
        raise ValueError('invalid override dict')
    return dot, sep, grouping


def _group_sizes(grouping):
    # From the right: the last size is repeated, 0 says so as well, 127 that the rest is one group.
    size = 0
    for size_char in grouping:
        if size_char == '\0':
            break
        size = ord(size_char)
        if size == 127:
            return
        yield size
    while size:
        yield size


def _group(whole, sep, grouping, room):
    # As many zeros before the digits as fill the room, separators included.
    groups, end = [], len(whole)
    for size in _group_sizes(grouping):
        if max(end, room) <= size:
            break
        start = max(end - size, 0)
        groups.append(whole[start:end].zfill(size))
        end, room = start, max(room - size - 1, 0 if start else 1)  # a separator counts as one character
    groups.append(whole[:end].zfill(room))
    return sep.join(reversed(groups))


# ---- Decimal ----

@_adopt
class Decimal:
    # Construction, operators, comparisons, hash, str(), repr() and quantize() are in C.
    @classmethod
    def from_float(cls, f, /):
        d = _exact_float(f)
        return d if cls is Decimal else cls(d)

    def __reduce__(self):
        return type(self), (_text(self),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo, /):
        return self

    def to_eng_string(self, context=None):
        return _text(self, True, _context(context))

    def __pow__(self, other, modulo=None):
        d = _conv(other)
        if d is NotImplemented:
            return d
        if modulo is None:
            return _operate(_POW, self, d, getcontext())
        modulo = _conv(modulo)
        return modulo if modulo is NotImplemented else _powmod(self, d, modulo, getcontext())

    def _finite(self, what):
        if self._k:
            if self._k == _INF:
                raise OverflowError('cannot convert Infinity to ' + what)
            raise ValueError('cannot convert NaN to ' + what)

    def _to_int(self, rounding):
        self._finite('integer')
        c, e = self._c, self._e
        c = c * _ten(e) if e >= 0 else _drop(self._s, c, -e, rounding)[0]
        return -c if self._s else c

    def __floor__(self):
        return self._to_int(ROUND_FLOOR)

    def __ceil__(self):
        return self._to_int(ROUND_CEILING)

    def __round__(self, ndigits=None, /):
        if ndigits is None:
            return self._to_int(ROUND_HALF_EVEN)
        if not isinstance(ndigits, int):
            raise TypeError('optional arg must be an integer')
        if not -2 ** 63 <= ndigits < 2 ** 63:
            raise OverflowError('Python int too large to convert to C ssize_t')
        return self.quantize(_new(0, 1, -ndigits))

    def __complex__(self):
        return complex(float(self))

    real = property(lambda self: self)
    imag = property(lambda self: _new(0, 0, 0))

    def conjugate(self):
        return self

    def canonical(self):
        return self

    def as_tuple(self):
        if self._k == _INF:
            return DecimalTuple(self._s, (0,), 'F')
        if self._k:
            digits = tuple([int(d) for d in _digits(self._c)]) if self._c else ()
            return DecimalTuple(self._s, digits, 'n' if self._k == _QNAN else 'N')
        return DecimalTuple(self._s, tuple([d - 48 for d in _digits(self._c).encode()]), self._e)

    def as_integer_ratio(self):
        self._finite('integer ratio')
        c, e = -self._c if self._s else self._c, self._e
        if e >= 0 or not c:
            return (c * _ten(e) if c else 0), 1
        d = _ten(-e)
        g = _math.gcd(c, d)
        return c // g, d // g

    def adjusted(self):
        return 0 if self._k else _adjusted(self)

    def radix(self):
        return _new(0, 10, 0)

    # Predicates.
    def is_canonical(self):
        return True

    def is_finite(self):
        return not self._k

    def is_infinite(self):
        return self._k == _INF

    def is_nan(self):
        return self._k > _INF

    def is_qnan(self):
        return self._k == _QNAN

    def is_snan(self):
        return self._k == _SNAN

    def is_signed(self):
        return self._s == 1

    def is_zero(self):
        return not self._k and not self._c

    def is_normal(self, context=None):
        ctx = _context(context)
        return not self._k and self._c != 0 and _adjusted(self) >= ctx._emin

    def is_subnormal(self, context=None):
        ctx = _context(context)
        return not self._k and self._c != 0 and _adjusted(self) < ctx._emin

    def number_class(self, context=None):
        ctx = _context(context)
        if self._k > _INF:
            return 'NaN' if self._k == _QNAN else 'sNaN'
        sign = '-' if self._s else '+'
        if self._k:
            return sign + 'Infinity'
        if not self._c:
            return sign + 'Zero'
        return sign + ('Subnormal' if _adjusted(self) < ctx._emin else 'Normal')

    # Copies: no context, no signals.
    def copy_abs(self):
        return _new(0, self._c, self._e, self._k)

    def copy_negate(self):
        return _new(self._s ^ 1, self._c, self._e, self._k)

    def copy_sign(self, other, context=None):
        _context(context)
        return _new(_need(other)._s, self._c, self._e, self._k)

    # Comparisons.
    def compare(self, other, context=None):
        ctx, other = _context(context), _need(other)
        r = _nan(ctx, self, other)
        return _conv(_cmp(self, other)) if r is None else r

    def compare_signal(self, other, context=None):
        ctx, other = _context(context), _need(other)
        r = _nan(ctx, self, other)
        if r is None:
            return _conv(_cmp(self, other))
        _signal(ctx, _INVALID)
        return r

    def compare_total(self, other, context=None):
        _context(context)
        return _conv(_total(self, _need(other)))

    def compare_total_mag(self, other, context=None):
        _context(context)
        return _conv(_total(self, _need(other), True))

    def same_quantum(self, other, context=None):
        _context(context)
        other = _need(other)
        if self._k or other._k:
            return self._k == other._k or (self._k > _INF and other._k > _INF)
        return self._e == other._e

    def _extreme(self, other, context, want, mag):
        ctx, other = _context(context), _need(other)
        if self._k > _INF or other._k > _INF:
            for a, b in ((self, other), (other, self)):
                if a._k == _QNAN and b._k <= _INF:
                    return _fixed(b, ctx)
            return _nan(ctx, self, other)
        r = _cmp(self, other, mag)
        if not r:
            r = (mag and _cmp(self, other)) or _total(self, other)
        return _fixed(self if r == want or not r else other, ctx)

    def max(self, other, context=None):
        return self._extreme(other, context, 1, False)

    def min(self, other, context=None):
        return self._extreme(other, context, -1, False)

    def max_mag(self, other, context=None):
        return self._extreme(other, context, 1, True)

    def min_mag(self, other, context=None):
        return self._extreme(other, context, -1, True)

    # Rounding to an exponent.
    def _integral(self, rounding, context, exact):
        ctx = _context(context)
        if rounding is None:
            rounding = ctx._r
        else:
            _check_rounding(rounding)
        if self._k:
            return _nan(ctx, self) or _new(self._s, 0, 0, _INF)
        if self._e >= 0:
            return _new(self._s, self._c, self._e)
        c, changed = _drop(self._s, self._c, -self._e, rounding)
        if exact and self._c:
            _signal(ctx, _CHANGED if changed else _ROUNDED)
        return _new(self._s, c, 0)

    def to_integral_value(self, rounding=None, context=None):
        return self._integral(rounding, context, False)

    to_integral = to_integral_value

    def to_integral_exact(self, rounding=None, context=None):
        return self._integral(rounding, context, True)

    def normalize(self, context=None):
        ctx = _context(context)
        d = _fixed(self, ctx) if self._k <= _INF else _nan(ctx, self)
        if d._k:
            return d
        if not d._c:
            return _new(d._s, 0, 0)
        c, n = _strip(d._c, max(0, (ctx._top if ctx._folds else ctx._emax) - d._e))
        return _new(d._s, c, d._e + n)

    # Arithmetic beyond the operators.
    def fma(self, other, third, context=None):
        other, third, ctx = _need(other), _need(third), _context(context)
        if self._k or other._k:
            r = _nan(ctx, self, other, third) if _SNAN in (self._k, other._k) else _nan(ctx, self, other)
            if r is not None:
                return r
            product = _operate(_MUL, self, other, ctx)
            if product._k > _INF:
                return product
        else:
            product = _new(self._s ^ other._s, self._c * other._c, self._e + other._e)
        return _operate(_ADD, product, third, ctx)

    def remainder_near(self, other, context=None):
        other, ctx = _need(other), _context(context)
        if self._k or other._k or not other._c:
            if not self._k and not other._k and not self._c:
                return _invalid(ctx, _UNDEFINED)
            return _operate(_MOD, self, other, ctx)
        parts = _int_parts(self, other, ctx)
        if parts is None:
            return _invalid(ctx, _IMPOSSIBLE)
        q, r, e = parts
        s = self._s
        if _adjusted(self) < _adjusted(other) - 1:
            return _fix(s, r, e, ctx)
        b = other._c * _ten(other._e - e)
        if r + r > b or r + r == b and q & 1:
            r, s, q = b - r, s ^ 1, q + 1
        return _invalid(ctx, _IMPOSSIBLE) if _nd(q) > ctx._p else _fix(s, r, e, ctx)

    def sqrt(self, context=None):
        ctx = _context(context)
        if self._k:
            r = _nan(ctx, self)
            if r is None:
                r = _invalid(ctx) if self._s else _new(0, 0, 0, _INF)
            return r
        e = self._e >> 1
        if not self._c:
            return _fix(self._s, 0, e, ctx)
        if self._s:
            return _invalid(ctx)
        c = self._c * 10 if self._e & 1 else self._c
        shift = ctx._p + 1 - (_nd(c) + 1 >> 1)
        if shift > 2000 and (root := _math.isqrt(c)) ** 2 == c:     # no need to fill the precision
            return _fix(0, root, e, ctx)
        exact = True
        if shift > 0:
            c *= _ten(2 * shift)
        elif shift < 0:
            c, rem = divmod(c, _ten(-2 * shift))
            exact = not rem
        root = _math.isqrt(c)
        exact = exact and root * root == c
        e -= shift
        if exact:
            if shift > 0:
                root, n = _strip(root, shift)
                e += n
            elif shift < 0:
                root *= _ten(-shift)
                e += shift
        elif not root % 5:
            root += 1
        return self._near(0, root, e, ctx)

    @staticmethod
    def _near(s, c, e, ctx):
        if ctx._r != ROUND_HALF_EVEN:
            near = ctx.copy()
            _oset(near, '_r', ROUND_HALF_EVEN)
            _oset(near, '_f', ctx._f)
            ctx = near
        return _fix(s, c, e, ctx)

    def exp(self, context=None):
        ctx = _context(context)
        if self._k:
            r = _nan(ctx, self)
            if r is None:
                r = _new(0, 0, 0) if self._s else _new(0, 0, 0, _INF)
            return r
        if not self._c:
            return _new(0, 1, 0)
        adj = _adjusted(self)
        if adj > len(str(max(ctx._emax, -ctx._emin) + ctx._p)):
            return self._near(0, 1, -10 ** 30 if self._s else 10 ** 30, ctx)
        p = ctx._p
        if adj < -p - 2:  # 1 and a trace
            c = _ten(p + 1)
            return self._near(0, c - 1 if self._s else c + 1, -p - 1, ctx)
        c, e = _exp_digits(self._s, self._c, self._e, p)
        return self._near(0, c, e, ctx)

    def _log_special(self, ctx):
        if self._k:
            r = _nan(ctx, self)
            if r is not None:
                return r
        if not self._k and not self._c:
            return _new(1, 0, 0, _INF)
        if self._s:
            return _invalid(ctx)
        return _new(0, 0, 0, _INF) if self._k else None

    def ln(self, context=None):
        ctx = _context(context)
        r = self._log_special(ctx)
        if r is not None:
            return r
        if _cmp(self, _ONE, True) == 0:
            return _new(0, 0, 0)
        return self._near(*_ln_digits(self._c, self._e, ctx._p), ctx)

    def log10(self, context=None):
        ctx = _context(context)
        r = self._log_special(ctx)
        if r is not None:
            return r
        c, n = _strip(self._c, _nd(self._c))
        if c == 1:
            n += self._e
            return self._near(1 if n < 0 else 0, abs(n), 0, ctx)
        return self._near(*_log10_digits(self._c, self._e, ctx._p), ctx)

    def logb(self, context=None):
        ctx = _context(context)
        if self._k:
            return _nan(ctx, self) or _new(0, 0, 0, _INF)
        if not self._c:
            _signal(ctx, _DIVZERO)
            return _new(1, 0, 0, _INF)
        return _fixed(_conv(_adjusted(self)), ctx)

    def scaleb(self, other, context=None):
        ctx, other = _context(context), _need(other)
        r = _nan(ctx, self, other)
        if r is not None:
            return r
        if other._k or other._e != 0 or other._c > 2 * (ctx._emax + ctx._p):
            return _invalid(ctx)
        if self._k:
            return _new(self._s, 0, 0, _INF)
        return _fix(self._s, self._c, self._e + (-other._c if other._s else other._c), ctx)

    def _shift_by(self, other, context):
        ctx, other = _context(context), _need(other)
        r = _nan(ctx, self, other)
        if r is None and (other._k or other._e != 0 or other._c > ctx._p):
            r = _invalid(ctx)
        return ctx, r, -other._c if other._s else other._c

    def shift(self, other, context=None):
        ctx, r, n = self._shift_by(other, context)
        if r is not None:
            return r
        if self._k:
            return _new(self._s, 0, 0, _INF)
        c = self._c * _ten(n) % _ten(ctx._p) if n >= 0 else self._c % _ten(ctx._p) // _ten(-n)
        return _new(self._s, c, self._e)

    def rotate(self, other, context=None):
        ctx, r, n = self._shift_by(other, context)
        if r is not None:
            return r
        if self._k:
            return _new(self._s, 0, 0, _INF)
        p = ctx._p
        high, low = divmod(self._c % _ten(p), _ten(p - n % p))
        return _new(self._s, low * _ten(n % p) + high, self._e)

    # Neighbours.
    def _next(self, rounding, s, ctx):
        if self._k:
            r = _nan(ctx, self)
            if r is not None:
                return r
            if self._s != s:
                return _new(self._s, 10 ** ctx._p - 1, ctx._top)
            return _new(s, 0, 0, _INF)
        quiet = ctx.copy()
        quiet._f[1] = 0
        _oset(quiet, '_r', rounding)
        d = _fix(self._s, self._c, self._e, quiet)
        if d._k or _cmp(d, self):
            return d
        return _operate(_ADD, self, _new(s, 1, ctx._emin - ctx._p), quiet)

    def next_minus(self, context=None):
        return self._next(ROUND_FLOOR, 1, _context(context))

    def next_plus(self, context=None):
        return self._next(ROUND_CEILING, 0, _context(context))

    def next_toward(self, other, context=None):
        ctx, other = _context(context), _need(other)
        r = _nan(ctx, self, other)
        if r is not None:
            return r
        order = _cmp(self, other)
        if not order:
            return _new(other._s, self._c, self._e, self._k)
        d = self.next_plus(ctx) if order < 0 else self.next_minus(ctx)
        if d._k:
            _signal(ctx, _OVERFLOW | _CHANGED)
        elif _adjusted(d) < ctx._emin:
            _signal(ctx, _UNDERFLOW | _SUBNORMAL | _CHANGED | (0 if d._c else _CLAMPED))
        return d

    # Logical operations on digits 0 and 1.
    def _logical(self, other, context, op):
        ctx, other = _context(context), _need(other)
        a, b = self._bits(), other._bits()
        if a is None or b is None:
            return _invalid(ctx)
        return _new(0, _from_digits(bin(op(a, b))[2:][-ctx._p:]), 0)

    def _bits(self):
        if self._k or self._s or self._e:
            return None
        text = _digits(self._c)
        if text.strip('01'):
            return None
        return int(text, 2)

    def logical_and(self, other, context=None):
        return self._logical(other, context, lambda a, b: a & b)

    def logical_or(self, other, context=None):
        return self._logical(other, context, lambda a, b: a | b)

    def logical_xor(self, other, context=None):
        return self._logical(other, context, lambda a, b: a ^ b)

    def logical_invert(self, context=None):
        ctx = _context(context)
        ones = _new(0, _ten(max(ctx._p, _nd(self._c))) // 9, 0)
        return self._logical(ones, ctx, lambda a, b: a ^ b)


_OPERATORS = {_MUL: _mul, _DIV: _div, _FLOORDIV: _floordiv, _MOD: _mod, _POW: _pow, _DIVMOD: _divmod}
_connect(getcontext, _signal, _special, _special_sign, _construct_in, _compare, _special_quantize, _text,
         _special_int, _float, _format, _contextvars._entered)
_ONE = _new(0, 1, 0)
if 'numbers' in _sys.modules:  # else it registers Decimal itself when it is loaded
    _sys.modules['numbers'].Number.register(Decimal)
_forward()
_sys._as_native(Context)
