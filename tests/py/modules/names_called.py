# Public names of the default modules that no other test calls, each with CPython's result.
import abc
import bisect
import collections.abc
import contextlib
import dataclasses
import datetime
import decimal
import functools
import io
import json
import numbers
import operator
import queue
import re
import stat
import string
import sys
import textwrap
import time
import traceback
import types
import warnings


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return f'{type(e).__name__}: {e}'


print('# stat')
for name in sorted(n for n in dir(stat) if n.isupper() and not n.startswith('_')):
    value = getattr(stat, name)
    print(name, value if not callable(value) else [value(m) for m in (0o100644, 0o40755, 0o120777, 0o20620, 0o140000)])
print([stat.filemode(m) for m in (0o100644, 0o41777, 0o120777, 0o104755, 0o2640, 0o60000, 0o10000)])

print('# operator')
a = [1, 2, 3]
operator.setitem(a, 0, 5)
operator.delitem(a, 1)
print(a, operator.getitem(a, 0), operator.iconcat(a, [9]), operator.truth(a), operator.is_(a, a), operator.is_not(a, a))
for name, x, y in (('iand', 6, 3), ('ifloordiv', 7, 2), ('ilshift', 1, 3), ('imod', 7, 4), ('imul', 3, 4), ('ipow', 2, 5),
                   ('irshift', 8, 2), ('isub', 5, 7), ('itruediv', 1, 4), ('ixor', 5, 1), ('lshift', 1, 4),
                   ('rshift', 9, 1), ('ne', 1, 2), ('matmul', 1, 2), ('imatmul', 1, 2)):
    print(name, attempt(getattr(operator, name), x, y))
print(operator.invert(5))

print('# string, textwrap, re')
print(string.ascii_letters, string.ascii_lowercase, string.ascii_uppercase, string.digits, string.hexdigits,
      string.octdigits, repr(string.printable), repr(string.whitespace))
w = textwrap.TextWrapper(width=20, initial_indent='* ', subsequent_indent='  ', max_lines=2, placeholder='..')
print(w.wrap('the quick brown fox jumps over the lazy dog'), w.fill('a b'))
print(re.ASCII | re.DOTALL, re.IGNORECASE & re.I, re.LOCALE, re.MULTILINE, re.NOFLAG, re.UNICODE | re.VERBOSE,
      re.RegexFlag(0), re.purge(), re.compile('a', re.X | re.S).flags)
warnings.simplefilter('ignore')
print(re.template('ab').findall('abab'))

print('# time')
t = time.gmtime(86400 * 365)
print(t, time.struct_time(t) == t, time.asctime(t), time.strftime('%Y-%m-%d %H:%M:%S %j %U %a %B', t))
print(time.strptime('3 Mar 2021 07:08', '%d %b %Y %H:%M')[:6], len(time.ctime()), len(time.localtime()),
      isinstance(time.mktime(time.localtime(0)), float), len(time.tzname), time.daylight, time.timezone == time.altzone)
print([type(f()).__name__ for f in (time.monotonic, time.monotonic_ns, time.perf_counter, time.perf_counter_ns,
                                    time.process_time, time.process_time_ns, time.thread_time, time.thread_time_ns,
                                    time.time_ns, time.tzset)])
for name in ('REALTIME', 'MONOTONIC', 'MONOTONIC_RAW', 'BOOTTIME', 'TAI', 'PROCESS_CPUTIME_ID', 'THREAD_CPUTIME_ID'):
    clock = getattr(time, 'CLOCK_' + name)
    print(name, clock, time.clock_gettime(clock) >= 0, time.clock_gettime_ns(clock) >= 0, time.clock_getres(clock))
print(attempt(time.clock_gettime, 99), time.get_clock_info('monotonic').monotonic, callable(time.clock_settime),
      callable(time.clock_settime_ns))

print('# datetime')
print(datetime.MINYEAR, datetime.MAXYEAR, datetime.UTC, datetime.date(2020, 2, 29) + datetime.timedelta(days=366),
      datetime.timezone(datetime.timedelta(hours=-3.5)), attempt(datetime.tzinfo().utcoffset, None))

print('# json, queue, bisect, functools')
print(json.load(io.StringIO('[1, {"a": null}]')))
for q in (queue.Queue(2), queue.LifoQueue(), queue.PriorityQueue(), queue.SimpleQueue()):
    q.put(2), q.put(1)
    print(type(q).__name__, q.qsize(), q.get(), q.get_nowait(), q.empty(), attempt(q.get_nowait))
q = queue.Queue(1)
q.put(1)
try:
    q.put(2, block=False)
except queue.Full as e:
    print('Full', issubclass(queue.Empty, Exception))
row = [1, 2, 2, 3]
bisect.insort_right(row, 2, lo=1)
print(row, functools.WRAPPER_ASSIGNMENTS, functools.WRAPPER_UPDATES)


def wrapped():
    """Doc."""


print(functools.update_wrapper(lambda: 0, wrapped).__doc__)

print('# decimal')
D = decimal.Decimal
for signal in (decimal.Clamped, decimal.DivisionByZero, decimal.DivisionImpossible, decimal.DivisionUndefined,
               decimal.ConversionSyntax, decimal.InvalidContext, decimal.InvalidOperation, decimal.Inexact,
               decimal.Rounded, decimal.Subnormal, decimal.Underflow, decimal.FloatOperation, decimal.DecimalException):
    print(signal.__name__, [b.__name__ for b in signal.__mro__[1:3]])
print(decimal.MAX_PREC, decimal.MAX_EMAX, decimal.MIN_EMIN, decimal.MIN_ETINY, decimal.HAVE_THREADS,
      decimal.HAVE_CONTEXTVAR, decimal.DecimalTuple(0, (1, 2), -1), D('1.2').as_tuple())
decimal.setcontext(decimal.Context(prec=5, traps=[]))
print(decimal.getcontext().prec, D(1) / 3, D(1) / 0, D('1e-999999').scaleb(-5) if False else D(0) / 0)

print('# dataclasses')


@dataclasses.dataclass(frozen=True)
class Point:
    x: int
    _: dataclasses.KW_ONLY
    y: list = dataclasses.field(default_factory=list)


p = Point(1, y=[2])
print(dataclasses.asdict(p), dataclasses.astuple(p), dataclasses.is_dataclass(p), attempt(setattr, p, 'x', 2),
      issubclass(dataclasses.FrozenInstanceError, AttributeError), dataclasses.fields(p)[0].default is dataclasses.MISSING,
      isinstance(dataclasses.fields(p)[0], dataclasses.Field),
      dataclasses.make_dataclass('Q', [('a', int), ('b', int, 3)])(1))

print('# abc, numbers, collections.abc')


class Base(metaclass=abc.ABCMeta):
    @abc.abstractclassmethod
    def c(cls): ...
    @abc.abstractstaticmethod
    def s(): ...
    @abc.abstractproperty
    def p(self): ...


print(sorted(Base.__abstractmethods__), attempt(Base), isinstance(abc.get_cache_token(), int))
Late = type('Late', (Base,), {})
Late.c = Late.s = Late.p = 1
print(abc.update_abstractmethods(Late) is Late, Late().p)
print([[isinstance(x, k) for x in (1, 1.5, 1j, D(1), True)]
       for k in (numbers.Number, numbers.Complex, numbers.Real, numbers.Rational, numbers.Integral)])
print(issubclass(bytes, collections.abc.ByteString), issubclass(types.AsyncGeneratorType, collections.abc.AsyncIterator))

print('# contextlib')


class Shout(contextlib.ContextDecorator):
    def __enter__(self): print('in')
    def __exit__(self, *exc): print('out')


@Shout()
def call(): print('call')


class Thing:
    def close(self): print('closed')


call()
with contextlib.closing(Thing()), contextlib.nullcontext(3) as n, contextlib.suppress(KeyError):
    print(n, {}[1])
err = io.StringIO()
with contextlib.redirect_stderr(err), contextlib.ExitStack() as stack:
    stack.callback(print, 'called back')
    stack.enter_context(Shout())
    print('err', file=sys.stderr)
print(err.getvalue(), issubclass(Shout, contextlib.AbstractContextManager))


class AThing:
    async def aclose(self): print('aclosed')


@contextlib.asynccontextmanager
async def managed():
    yield 1


async def main():
    async with contextlib.aclosing(AThing()), managed() as m, contextlib.AsyncExitStack() as st:
        st.push_async_callback(AThing().aclose)
        print(m, issubclass(contextlib.AsyncExitStack, contextlib.AbstractAsyncContextManager))


try:
    main().send(None)
except StopIteration:
    pass
print(isinstance(contextlib.chdir('x'), contextlib.AbstractContextManager) if False else callable(contextlib.chdir))

print('# types')


def gen(): yield
async def coro(): pass
async def agen(): yield


c = coro()
print([isinstance(x, k) for x, k in (
    (gen(), types.GeneratorType), (c, types.CoroutineType), (agen(), types.AsyncGeneratorType),
    (len, types.BuiltinFunctionType), ([].append, types.BuiltinMethodType), (gen.__code__, types.CodeType),
    (dict.__dict__['fromkeys'], types.ClassMethodDescriptorType), (..., types.EllipsisType),
    (list[int], types.GenericAlias), (lambda: 0, types.LambdaType), (types, types.ModuleType),
    (str.join, types.MethodDescriptorType), (object().__str__, types.MethodWrapperType),
    (object.__init__, types.WrapperDescriptorType), (NotImplemented, types.NotImplementedType),
    (int | str, types.UnionType), (type.__dict__['__dict__'], types.GetSetDescriptorType))])
c.close()


class Slot:
    __slots__ = 'a'


print(isinstance(Slot.a, types.MemberDescriptorType), types.resolve_bases((list[int], int)),
      types.prepare_class('C', (int,), {'k': 1}), types.get_original_bases(type('C', (int,), {})),
      callable(types.coroutine(gen)), types.DynamicClassAttribute(lambda self: 5).fget(0))
try:
    1 / 0
except ZeroDivisionError as e:
    print(isinstance(e.__traceback__, types.TracebackType), isinstance(e.__traceback__.tb_frame, types.FrameType))
    out = io.StringIO()
    traceback.print_exc(file=out)
    traceback.print_exception(e, file=out)
    traceback.print_tb(e.__traceback__, file=out)
    print(out.getvalue().count('ZeroDivisionError'), [line for _, line in traceback.walk_tb(e.__traceback__)] != [])
    frames = traceback.StackSummary.extract(traceback.walk_tb(e.__traceback__))
    print(isinstance(frames[0], traceback.FrameSummary), frames[0].name, traceback.clear_frames(e.__traceback__))
print(callable(traceback.print_last), callable(traceback.print_stack), isinstance(traceback.format_stack(), list),
      callable(traceback.walk_stack))

print('# warnings')
warnings.resetwarnings()
with warnings.catch_warnings(record=True) as got:
    warnings.simplefilter('always')
    warnings.warn('x')
print(got[0].category, callable(warnings.showwarning))
