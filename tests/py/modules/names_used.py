# Public names of the default modules that no other test takes from its module, with CPython's results.
import cmath
import collections.abc as abc
import copy
import io
import json
import math
import operator
import re
import time
import types


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return f'{type(e).__name__}: {e}'


def shown(v):
    return '%.12g' % v if isinstance(v, float) else repr(v)


print('# math')
for f in (math.acos, math.acosh, math.asin, math.asinh, math.atan, math.atanh, math.cbrt, math.cosh, math.degrees, math.erf,
          math.erfc, math.exp2, math.expm1, math.fabs, math.gamma, math.isfinite, math.isinf, math.isnan, math.lgamma,
          math.log1p, math.modf, math.radians, math.sinh, math.tan, math.tanh, math.ulp, math.frexp):
    results = [attempt(f, x) for x in (0.5, 2, -0.25, 0, float('inf'), float('nan'), 'x')]
    print(f.__name__, [tuple(map(shown, r)) if isinstance(r, tuple) else shown(r) for r in results])
for f in (math.atan2, math.copysign, math.fmod, math.pow, math.remainder):
    print(f.__name__, [shown(attempt(f, x, y)) for x, y in ((1, 2), (-7.5, 2), (7, -0.0), (float('inf'), 1), (2, 0.5))])
print('# cmath')
for f in (cmath.acos, cmath.acosh, cmath.asin, cmath.asinh, cmath.atan, cmath.atanh, cmath.cos, cmath.cosh, cmath.log10,
          cmath.sin, cmath.sinh, cmath.tan, cmath.tanh):
    print(f.__name__, ['%.10g %.10g' % (z.real, z.imag) for z in map(f, (0.5, 2, 1 + 2j, -0.25j))], attempt(f, 'x'))
print(cmath.isfinite(1j), cmath.isfinite(complex('inf')), '%.12g' % cmath.phase(-1 + 1j), cmath.polar(3 + 4j)[0])
print('# operator')
pairs = ((7, 2), (2.5, -2), ([1], [2]), ({1, 2}, {2}), ('a', 3))
for f in (operator.and_, operator.eq, operator.floordiv, operator.ge, operator.gt, operator.iand, operator.ifloordiv,
          operator.ilshift, operator.imatmul, operator.imod, operator.imul, operator.ior, operator.ipow, operator.irshift,
          operator.isub, operator.itruediv, operator.ixor, operator.le, operator.lshift, operator.lt, operator.matmul,
          operator.mod, operator.ne, operator.or_, operator.pow, operator.rshift, operator.sub, operator.truediv,
          operator.xor):
    print(f.__name__, [attempt(f, copy.copy(a), b) for a, b in pairs])
for f in (operator.abs, operator.index, operator.inv, operator.neg, operator.pos):
    print(f.__name__, [attempt(f, a) for a in (5, -3, True, 2.5, 'x')])
print(operator.call(max, 3, 9))
print('# collections.abc')
SAMPLES = [0, '', b'', [], (), {}, set(), {}.keys(), {}.items(), {}.values(), iter([]), range(2), (i for i in ()), len, None,
           memoryview(b'')]
for c in (abc.AsyncGenerator, abc.AsyncIterable, abc.Awaitable, abc.Buffer, abc.Collection, abc.Coroutine, abc.Generator,
          abc.Hashable, abc.ItemsView, abc.Iterator, abc.KeysView, abc.MappingView, abc.Reversible, abc.ValuesView):
    print(c.__name__, ''.join('01'[isinstance(x, c)] for x in SAMPLES), sorted(c.__abstractmethods__))
print('# others')
print(type(re.compile('a')) is re.Pattern, type(re.match('a', 'a')) is re.Match, re.compile(b'a', re.L).flags == re.L)
out = io.StringIO()
json.dump({'a': [1, None]}, out, indent=1)
print(out.getvalue(), issubclass(copy.Error, Exception), copy.error is copy.Error)
cell = types.CellType(3)
print(type(cell) is types.CellType, cell.cell_contents, types.CellType().__class__.__name__)
before = time.time()
time.sleep(0.001)
print(time.time() >= before, type(before))
