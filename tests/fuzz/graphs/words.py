"""What programs of random class graphs are put together from."""

SPECIAL = """
    __abs__ __add__ __aenter__ __aiter__ __anext__ __annotations__ __await__ __bases__ __bool__ __bytes__ __call__
    __cause__ __class__ __class_getitem__ __code__ __complex__ __contains__ __context__ __copy__ __deepcopy__
    __delattr__ __delete__ __delitem__ __dict__ __dir__ __divmod__ __doc__ __enter__ __eq__ __exit__ __float__
    __floor__ __format__ __fspath__ __func__ __ge__ __get__ __getattr__ __getattribute__ __getitem__ __getnewargs__
    __getstate__ __hash__ __iadd__ __index__ __init__ __init_subclass__ __instancecheck__ __int__ __invert__
    __isabstractmethod__ __iter__ __len__ __length_hint__ __lt__ __match_args__ __matmul__ __missing__ __module__
    __mro_entries__ __mul__ __name__ __ne__ __neg__ __new__ __next__ __notes__ __or__ __pow__ __prepare__
    __qualname__ __radd__ __rdivmod__ __reduce__ __reduce_ex__ __repr__ __reversed__ __rmul__ __ror__ __round__
    __rpow__ __self__ __set__ __set_name__ __setattr__ __setitem__ __setstate__ __signature__ __sizeof__ __slots__
    __str__ __subclasscheck__ __subclasshook__ __traceback__ __trunc__ __wrapped__ default items keys mro
""".split()

BASES = """
    object object object object type type dict list tuple str int float complex set frozenset bytes bytearray range
    slice memoryview property classmethod staticmethod super Exception BaseExceptionGroup StopIteration OSError
    abc.ABC collections.ChainMap collections.Counter collections.OrderedDict collections.UserDict
    collections.abc.Mapping collections.abc.Sequence collections.defaultdict collections.deque
    contextlib.ContextDecorator datetime.datetime datetime.tzinfo decimal.Decimal enum.Enum fractions.Fraction
    functools.partial io.StringIO itertools.chain json.JSONEncoder random.Random string.Formatter types.ModuleType
    types.SimpleNamespace typing.Generic weakref.ref
""".split()

# A and B stand for objects of the program.
VALUES = """
    A A B C0 C1 C2 None getattr hash isinstance issubclass iter len map max next repr sorted str sum super type zip
    property(A) classmethod(A) staticmethod(A) functools.partial(A) functools.partial(A,B) types.MethodType(A,B)
    (lambda*a,**k:A) (lambda*a,**k:A(*a)) (lambda*a:repr(a[0])) (lambda*a:a[0]) (lambda*a:a) (lambda*a:A.x)
    (lambda*a:iter(A)) (lambda*a:A==B) (lambda*a:len(A)) (lambda*a:C0(*a)) (lambda*a:setattr(C0,'x',a))
    (lambda*a:gc.collect()) (lambda*a:[].append(a)) (lambda*a:C1.__bases__)
    functools.cached_property(A) functools.lru_cache(A) functools.partialmethod(A) functools.reduce
    functools.singledispatch(A) functools.total_ordering functools.wraps(A) operator.attrgetter('x')
    operator.itemgetter(0) operator.methodcaller('x') abc.abstractmethod(A) contextlib.contextmanager(A)
    A.__get__ classmethod.__get__ property.__get__ dict.get [].append object.__getattribute__ type.__call__
    type.__prepare__ type.mro types.GenericAlias(A,(B,)) weakref.ref(C0) weakref.proxy(C1) copy.copy copy.deepcopy
    dataclasses.replace json.dumps pprint.pformat {'A':A} (A,B) [A,B] ('a','b') 'x' 1 -1 1.5 b'x' 10**30
""".split()

USES = """
    A.x; A.x = B; del A.x; A(); A(B); A(B, k=A); A[0]; A[0:1]; A[0] = B; del A[0]; A == B; A < B; A != 1; A + B; 1 + A
    A * 2; A ** B; A @ B; A | B; A // B; -A; ~A; abs(A); B in A; hash(A); repr(A); str(A); bool(A); len(A); dir(A)
    iter(A); next(A); list(A); tuple(A); set(A); dict(A); bytes(A); bytearray(A); int(A); float(A); complex(A)
    round(A); format(A); f'{A!r:>{B}}'; '%s %d' % (A, A); '{0.x}'.format(A); reversed(A); sorted([A, B]); sum([A])
    min(A, B, key=A); pow(A, 2, 3); divmod(A, B); isinstance(1, A); isinstance(A, B); issubclass(int, A); vars(A)
    callable(A); hasattr(A, 'y'); setattr(A, 'y', B); super(type(A), A).x; super(A, A); slice(A, A, A).indices(3)
    {A: B}; {A, B}; [*A]; {**A}; (lambda *a, **k: 0)(*A, **B); range(A); [1, 2, 3][A:B]; (1, 2)[A]; 'abc'[A]
    'a'.replace(A, B); 'a'.translate(A); ''.join(A); b'a'.join(A); print(A, sep=A, file=A); memoryview(A)
    A.__class__ = B; A.__class__ = type(B); C1.__bases__ = (C0,); C2.__bases__ = (A,); A.__dict__ = B; A.__dict__
    type(A).__mro__; type.__call__(type(A)); type.__getattribute__(type(A), 'x'); object.__getattribute__(A, 'x')
    object.__new__(type(A)); object.__setattr__(A, 'x', B); type('T', (type(A),), {}); type('T', (A,), {'x': B})
    class_of(A, B); raise_from(A, B); except_of(A); with_of(A); for_of(A); await_of(A); match_of(A); yield_of(A)
    exec('pass', A); exec('x', {}, A); eval('x', {'__builtins__': A}); compile(A, A, 'exec'); gc.collect()
    copy.copy(A); copy.deepcopy(A); pprint.pformat(A); json.dumps([A], default=A); json.dumps({A: A})
    traceback.format_exception(A); warnings.warn(A); inspect.signature(A); typing.get_type_hints(A)
    typing.Union[type(A), int]; types.GenericAlias(A, B)[int]; list[A] | B; enum.Enum('E', A); weakref.proxy(A).x
    dataclasses.dataclass(type(A)); dataclasses.asdict(A); collections.Counter(A); collections.deque(A)
    collections.ChainMap(A)[0]; collections.namedtuple('N', A); decimal.Decimal(A); fractions.Fraction(A)
    datetime.datetime.fromtimestamp(0, A); datetime.timedelta(A); random.choice(A); statistics.mean(A)
    struct.pack('i', A); array.array('i', A); math.fsum(A); math.prod(A); math.dist(A, B); math.gcd(A, A)
    re.compile(A); re.sub('a', A, 'a'); functools.reduce(A, [1, 2]); functools.cmp_to_key(A)(1) < A
    list(itertools.accumulate(A, B)); list(itertools.islice(A, 3)); list(map(A, B)); list(filter(A, [1]))
    bisect.bisect([1], A, key=A); heapq.heapify([A, B]); heapq.merge(A, B, key=A); operator.length_hint(A)
    operator.index(A); string.Template(A).substitute(B); csv.writer(A).writerow(B); io.StringIO(A)
    contextlib.ExitStack().enter_context(A); graphlib.TopologicalSorter(A); ast.literal_eval(A); asyncio.run(A)
"""

HEAD = """
import abc, array, ast, asyncio, bisect, collections, collections.abc, contextlib, copy, csv, dataclasses, datetime
import decimal, enum, fractions, functools, gc, graphlib, heapq, inspect, io, itertools, json, math, operator, pprint
import random, re, statistics, string, struct, traceback, types, typing, warnings, weakref

def class_of(a, b):
    class K(a, metaclass=b, k=a):
        x: a = b

def raise_from(a, b):
    raise a from b

def except_of(a):
    try:
        1 / 0
    except a:
        pass

def with_of(a):
    with a as b:
        pass

def for_of(a):
    for b, *c in a:
        break

def await_of(a):
    async def f():
        async with a:
            async for b in a:
                await b
    f().send(None)

def yield_of(a):
    def f():
        yield from a
    list(zip(f(), range(9)))

def match_of(a):
    match a:
        case {'a': b}:
            pass
        case [b, *c]:
            pass
        case C0(b, x=c):
            pass
"""
