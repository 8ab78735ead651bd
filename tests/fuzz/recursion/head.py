# Put before the programs of run.py: the words that rows.py uses.
import abc, argparse, array, ast, asyncio, bisect, cmath, codecs, collections, collections.abc, concurrent.futures, contextlib
import contextvars, copy, copyreg, csv, dataclasses, datetime, decimal, difflib, enum, fractions, functools, gc, getopt, heapq
import importlib, html.parser, inspect, io, itertools, json, logging, math, operator, pathlib, pickle, pprint, queue, random, re
import reprlib, sched, statistics, string, struct, sys, textwrap, threading, time, tomllib, traceback, types, typing, uuid
import warnings, weakref, zlib
import xml.etree.ElementTree as ET
from xml.parsers import expat

warnings.simplefilter('always')
COUNT = itertools.count()
b = b'ab'


class SELF:
    x = 1


def of_class(**named): return type('C', (), named)
def sub_class(base, **named): return type('S', (base,), named)
def of(**named): return type('C', (), named)()
def sub(base, *args, **named): return type('S', (base,), named)(*args)
def meta(**named): return type('M', (type,), named)('T', (), {})
def super_of(F):
    c = sub_class(of_class(x=property(F)))
    return super(c, c()).x


def join_of(t): t.start(), t.join()
def started(g): next(g); return g


def dead_of(F):
    refs = [weakref.ref(SELF(), F) for _ in range(3)]
    gc.collect()


def IT(o): return type('I', (), {'__iter__': lambda self: self, '__next__': lambda self: next(o)})()
def sized(o): return type('Z', (), {'__len__': lambda self: 3, '__getitem__': lambda self, i: o[i], '__setitem__': lambda self, i, v: 0})()
def sized_iter(o): return type('Z', (), {'__iter__': lambda self: iter([1]), '__length_hint__': lambda self: operator.length_hint(o)})()
def of_mapping(**named): return type('P', (collections.abc.Mapping,), {'__len__': lambda s: 1, '__iter__': lambda s: iter([1]), '__getitem__': lambda s, k: 1} | named)()
def of_sequence(**named): return type('Q', (collections.abc.Sequence,), {'__len__': lambda s: 1, '__getitem__': lambda s, k: [1][k]} | named)()
def of_set(**named): return type('R', (collections.abc.Set,), {'__len__': lambda s: 1, '__iter__': lambda s: iter([1]), '__contains__': lambda s, k: True} | named)()
def abc_of(**named): return abc.ABCMeta('A', (), named)
def of_class_exc(**named): return type('E', (Exception,), named)


def builds(*bases, **named):
    class T(*bases, **named): pass


def builds_with(o):
    class T: x = o


def abc_with(o):
    class T(abc.ABC): x = o


def pickler(**named): return type('P', (pickle.Pickler,), named)(io.BytesIO()).dump([SELF])
def unpickler(data, **named): return type('U', (pickle.Unpickler,), named)(io.BytesIO(data)).load()


def copyreg_of(F):
    c = of_class()
    copyreg.pickle(c, F)
    return copy.copy(c()), pickle.dumps(c())


def expat_of(F):
    p = expat.ParserCreate()
    p.StartElementHandler = p.CharacterDataHandler = F
    p.Parse('<a>b</a>', True)


def future_done(F):
    f = concurrent.futures.Future()
    f.add_done_callback(F)
    f.set_result(1)


def dataclass_of(F):
    return dataclasses.make_dataclass('D', [('a', int, dataclasses.field(default_factory=F))], namespace={'__post_init__': F})


def stack_of(F):
    with contextlib.ExitStack() as s: s.callback(F)


async def coroutine_of(F): F()


async def coroutine_on(v): await v


def generator_of(F):
    try: yield F()
    finally: F()


def generator_from(v): yield from iter_of(v)


def loop_of(F):
    async def main(): asyncio.get_running_loop().call_soon(F); await asyncio.sleep(0)
    asyncio.run(main())


def enum_of(F):
    class E(enum.Enum):
        a = 1
        _missing_ = classmethod(F)
    return E(2)


def flag_of(F):
    class E(enum.Flag):
        _generate_next_value_ = F
        a = enum.auto()
    return E


def raises(e): raise e
def matches_of(c):
    match 1:
        case c(): pass


def match_class(o):
    match 1:
        case o(): pass


def match_value(o):
    match o:
        case SELF.x: pass
        case SELF(): pass
        case {'a': 1}: pass
        case 1: pass


def except_of(c):
    try: 1 / 0
    except c: pass


def queue_of(F):
    q = queue.PriorityQueue()
    q.put(of(__lt__=F)); q.put(of(__lt__=F))


def sched_of(F):
    s = sched.scheduler(lambda: 0, F)
    s.enter(0, 0, F); s.run()


def logging_of(F):
    log = logging.Logger('x')
    log.addHandler(type('H', (logging.Handler,), {'emit': F})())
    log.warning('x')


def argparse_of(F):
    p = argparse.ArgumentParser()
    p.add_argument('a', type=F)
    p.parse_args(['1'])


def html_of(F):
    h = type('H', (html.parser.HTMLParser,), {'handle_starttag': F, 'handle_data': F})()
    h.feed('<a>b')


def breakpoint_of(F):
    sys.unraisablehook = sys.excepthook = F
    threading.excepthook = F
    t = threading.Thread(target=raises, args=(KeyError(),))
    t.start(); t.join()


def set_item(o): o[0] = 1
def del_item(o): del o[0]
def a_b(o): x, y = o
def yield_from(o): return list(generator_from(o))
def unpack_star(o): x, *y = o
def iadd(o): o += 1
def iand(o): o &= 1
class Rest:
    """What the other special methods of a protocol are."""
    x = 1
    def __enter__(self): return self
    def __exit__(self, *a): return False
    async def __aenter__(self): return self
    async def __aexit__(self, *a): return False
    def __aiter__(self): return self
    async def __anext__(self): raise StopAsyncIteration


def whole(o): return type('W', (type(o), Rest), {})()


def stateful(o):
    o = whole(o)
    o.x = 1
    return o


def with_of(o):
    with whole(o): pass


def os_fspath(o): return pathlib.PurePath(o)
def set_x(o): o.x = 1
def del_x(o): del o.x
def awaits(o): coroutine_on(o).send(None)
def afor(o):
    async def f():
        async for x in whole(o): pass
    f().send(None)


def awith(o):
    async def f():
        async with whole(o): pass
    f().send(None)


def cmath_of(o): return cmath.sqrt(o)
def iter_of(v): return v if hasattr(type(v), '__next__') else iter([v])


def exc_of(v):
    e = KeyError('x')
    if isinstance(v, BaseException): e.__context__ = e.__cause__ = v
    else: e.args = (v,)
    return e


def element_of(v):
    e = ET.Element('a')
    if isinstance(v, ET.Element): e.append(v)
    return e


def array_of(v): return array.array('b', v) if isinstance(v, (bytes, array.array)) else [v]
