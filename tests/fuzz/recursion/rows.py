"""What C calls back: each row is an expression that gets into F from C. `of(NAME=F)` is an instance of a class
with that special method, `sub(BASE, ..)` the same on top of another class, `meta(..)` a class whose metaclass has it."""

CALLBACKS = """
    sorted([2, 1], key=F); [3, 1].sort(key=F); min([1, 2], key=F); max([1], key=F, default=0); list(map(F, [1]))
    list(filter(F, [1])); functools.reduce(F, [1, 2]); functools.partial(F, 1)(2); functools.cmp_to_key(F)(1) < functools.cmp_to_key(F)(2)
    functools.lru_cache(F)(1); of_class(x=functools.cached_property(F))().x; functools.singledispatch(F)(1)
    functools.partialmethod(F).__get__(SELF(), SELF)(); list(itertools.accumulate([1, 2], F)); list(itertools.starmap(F, [()]))
    list(itertools.takewhile(F, [1])); list(itertools.dropwhile(F, [1])); list(itertools.filterfalse(F, [1]))
    [list(g) for k, g in itertools.groupby([1], F)]; next(iter(F, 1)); bisect.bisect([1], 1, key=F); heapq.nsmallest(1, [2, 1], key=F)
    list(heapq.merge([1], [2], key=F)); re.sub('a', F, 'a'); re.compile('a').subn(F, 'ab'); json.loads('{"a": 1}', object_hook=F)
    json.loads('{"a": 1}', object_pairs_hook=F); json.loads('1.5', parse_float=F); json.loads('[1]', parse_int=F)
    json.loads('NaN', parse_constant=F); json.dumps(SELF(), default=F); json.dumps([SELF], default=F)
    collections.defaultdict(F)[0]; property(F).__get__(SELF(), SELF); property(None, F).__set__(SELF(), 1)
    property(None, None, F).__delete__(SELF()); classmethod(F).__get__(None, SELF)(); types.MethodType(F, 1)()
    contextvars.copy_context().run(F); codecs.register_error('own', F) or b'\\xff'.decode('ascii', 'own')
    codecs.register_error('own', F) or '\\ud800'.encode('utf-8', 'own'); codecs.register_error('own', F) or b'\\xd8'.decode('utf-16', 'own')
    codecs.register_error('own', F) or b'+\\xff'.decode('utf-7', 'own'); codecs.register_error('own', F) or codecs.charmap_decode(b'a', 'own', {})
    codecs.register_error('own', F) or codecs.charmap_encode('a', 'own', {}); codecs.register(F) or 'a'.encode('own%d' % next(COUNT))
    codecs.charmap_decode(b'a', None, of(__getitem__=F)); codecs.charmap_encode('a', None, of(__getitem__=F))
    compile(b'# coding: own%d\\n1' % [codecs.register(F), next(COUNT)][1], 'x', 'exec'); codecs.iterdecode([b'\\xff'], 'ascii', [codecs.register_error('own', F), 'own'][1]).__next__()
    setattr(warnings, 'showwarning', F) or codecs.escape_decode(b'\\\\q'); setattr(warnings, 'showwarning', F) or compile('1 is 1', 'x', 'exec')
    setattr(warnings, 'formatwarning', F) or warnings.warn('x')
    pickle.dumps(of(__reduce_ex__=F)); pickle.dumps(of(__reduce__=F)); pickle.dumps(of(__getstate__=F)); pickler(persistent_id=F)
    pickler(reducer_override=F); unpickler(b'Vx\\nQ.', persistent_load=F); unpickler(b'cx\\ny\\n.', find_class=F); copyreg_of(F)
    copy.copy(of(__copy__=F)); copy.deepcopy(of(__deepcopy__=F)); copy.deepcopy(of(__reduce_ex__=F)); copy.copy(of(__getstate__=F))
    copy.deepcopy([of(__deepcopy__=F)]); copy.replace(of(__replace__=F)) if hasattr(copy, 'replace') else F()
    expat_of(F); ET.XMLParser(target=of(start=F, end=F, data=F, close=F)).feed('<a>b</a>'); join_of(threading.Thread(target=F))
    threading.Thread(target=F).run(); concurrent.futures.ThreadPoolExecutor().submit(F).result(); threading.Timer(0, F).run()
    list(concurrent.futures.ThreadPoolExecutor().map(F, [1])); future_done(F); exec('F()'); eval('F()'); exec(compile('F()', 'x', 'exec'), dict(F=F))
    type('T', (), dict(a=of(__set_name__=F))); type('T', (of_class(__init_subclass__=F),), {}); builds(of(__mro_entries__=F))
    builds(metaclass=F); builds(metaclass=of(__prepare__=F, __call__=F)); meta(__call__=F)(); meta(__instancecheck__=F) and isinstance(1, meta(__instancecheck__=F))
    issubclass(int, meta(__subclasscheck__=F)); meta(mro=F); sub_class(type, __prepare__=F) and builds(metaclass=sub_class(type, __prepare__=F)); meta(__getattribute__=F).x; meta(__getattr__=F).x
    meta(__setattr__=F).__class__ and setattr(meta(__setattr__=F), 'x', 1); iter(meta(__iter__=F)); meta(__getitem__=F)[0]; len(meta(__len__=F))
    meta(__or__=F) | int; str(meta(__repr__=F)); hash(meta(__hash__=F)); meta(__eq__=F) == 1; dir(meta(__dir__=F)); 1 in meta(__contains__=F)
    abc_of(__subclasshook__=staticmethod(F)).register(int); isinstance(1, abc_of(__subclasshook__=classmethod(F))); abc_of().register(meta(__subclasscheck__=F))
    issubclass(meta(__eq__=F, __hash__=F), abc_of()); sub_class(int, __new__=F)(); of_class(__new__=F)()
    of_class(__init__=F)(); of_class(__class_getitem__=F)[0]; dead_of(F); weakref.finalize(sub(set), F) and gc.collect()
    dataclasses.field(default_factory=F) and dataclass_of(F)(); contextlib.ExitStack().callback(F) and stack_of(F); contextlib.closing(of(close=F)).__exit__(None, None, None)
    contextlib.contextmanager(F)().__enter__(); asyncio.run(coroutine_of(F)); loop_of(F); next(generator_of(F)); list(generator_of(F)); sum(generator_of(F))
    started(generator_of(F)).throw(KeyError); coroutine_of(F).send(None); enum_of(F); enum.Enum('E', 'a', _missing_=F) if 0 else flag_of(F)
    difflib.SequenceMatcher(F, 'ab', 'ab').ratio(); difflib.SequenceMatcher(None, [of(__eq__=F, __hash__=lambda s: 1)], [of(__eq__=F, __hash__=lambda s: 1)]).ratio()
    string.Template('$a').substitute(of(__getitem__=F)); '{0.a}'.format(of(__getattr__=F)); '{0[a]}'.format(of(__getitem__=F)); '{:{}}'.format(1, of(__format__=F))
    '%(a)s' % sub(dict, __missing__=F); 'a'.translate(of(__getitem__=F)); 'a {x}'.format_map(of(__getitem__=F)); string.Formatter().vformat('{a}', (), of(__getitem__=F))
    datetime.datetime(2000, 1, 1, tzinfo=sub(datetime.tzinfo, utcoffset=F)).utcoffset(); str(datetime.datetime(2000, 1, 1, tzinfo=sub(datetime.tzinfo, utcoffset=F)))
    datetime.datetime.now(sub(datetime.tzinfo, fromutc=F)); hash(datetime.time(1, tzinfo=sub(datetime.tzinfo, utcoffset=F)))
    datetime.datetime(2000, 1, 1, tzinfo=sub(datetime.tzinfo, tzname=F)).tzname(); sub(random.Random, getrandbits=F).randrange(9); sub(random.Random, random=F).choice('ab')
    io.TextIOWrapper(sub(io.RawIOBase, readinto=F, readable=lambda s: True)).read(); io.BufferedReader(sub(io.RawIOBase, readinto=F, readable=lambda s: True)).read(1)
    print(1, file=of(write=F)); print(of(__str__=F), file=io.StringIO()); csv.writer(of(write=F)).writerow([1]); list(csv.reader(of(__iter__=F))); csv.writer(io.StringIO()).writerow([of(__str__=F)])
    argparse_of(F); getopt.getopt(of(__getitem__=F, __bool__=of(__call__=F)), 'a'); inspect.signature(of(__call__=F, __signature__=property(F))); inspect.unwrap(of(__getattr__=F))
    typing.get_type_hints(of(__annotations__=property(F))); ast.NodeVisitor.visit(sub(ast.NodeVisitor, visit_Constant=F), ast.Constant(1)); ast.NodeVisitor.visit(of(visit_Constant=F, generic_visit=F), ast.Constant(1))
    statistics.mean([of(__add__=F, __radd__=F, as_integer_ratio=F)]); fractions.Fraction(1) == of(__eq__=F); decimal.Decimal(1) + of(__radd__=F); tomllib.loads('a=1.5', parse_float=F)
    operator.attrgetter('a')(of(__getattr__=F)); operator.methodcaller('a')(of(a=F)); operator.itemgetter(0)(of(__getitem__=F)); operator.index(of(__index__=F)); operator.length_hint(of(__length_hint__=F))
    getattr(of(__getattr__=F), 'x'); getattr(of(__getattribute__=F), 'x', 0); hasattr(of(__getattr__=F), 'x'); setattr(of(__setattr__=F), 'x', 1); delattr(of(__delattr__=F), 'x')
    super_of(F); vars(of(__dict__=property(F))); dir(of(__dir__=F)); of_class(x=of(__get__=F))().x
    setattr(of_class(x=of(__set__=F, __get__=F))(), 'x', 1); delattr(of_class(x=of(__delete__=F, __get__=F))(), 'x'); of_class(__call__=of(__get__=F))()(); len(of_class(__len__=of(__get__=F))())
    isinstance(of(__class__=property(F)), dict); object.__reduce_ex__(of(__getnewargs__=F), 2); object.__reduce_ex__(of(__getnewargs_ex__=F), 2); object.__dir__(of(__dict__=property(F)))
    raises(of_class_exc(__init__=F)); raises(sub_class(Exception, __new__=F)); str(sub(Exception, __str__=F)); traceback.format_exception(sub(Exception, __str__=F)); ExceptionGroup('a', [sub(Exception)]).split(F)
    ExceptionGroup('a', [sub(Exception)]).subgroup(F); sub(ExceptionGroup, 'a', [KeyError()], derive=F).split(KeyError); matches_of(meta(__instancecheck__=F)); issubclass(meta(__subclasscheck__=F), meta(__subclasscheck__=F))
    collections.ChainMap(of(__getitem__=F))[0]; 1 in collections.ChainMap(of(__contains__=F)); sub(collections.ChainMap, __missing__=F)[0]; list(collections.ChainMap(of(__iter__=F, keys=F)))
    collections.Counter(of(__iter__=F)); collections.Counter(of_mapping(__iter__=F)); collections.Counter(a=of(__add__=F, __radd__=F, __gt__=F, __lt__=F)) + collections.Counter(a=1); collections.Counter(a=of(__lt__=F)) | collections.Counter(a=1)
    collections.Counter(a=of(__eq__=F)) == collections.Counter(a=2); collections.OrderedDict(of(keys=F)); collections.OrderedDict(of(__iter__=F)); collections.OrderedDict({1: 2}).update(of(keys=F))
    sub(collections.OrderedDict, __missing__=F)[0]; sub(collections.OrderedDict, __setitem__=F).update(a=1); sub(collections.OrderedDict, __setitem__=F).setdefault(1); repr(sub(collections.OrderedDict, {1: 2}, items=F))
    collections.OrderedDict({1: of(__eq__=F)}) == collections.OrderedDict({1: 2}); collections.OrderedDict.fromkeys(of(__iter__=F)); sub_class(collections.OrderedDict, __init__=F).fromkeys([1]); collections.OrderedDict(a=of(__repr__=F)).__repr__()
    of_mapping(__getitem__=F).get(1); set(of_mapping(__iter__=F).keys()); list(of_mapping(__getitem__=F).items()); of_mapping(__len__=F, __iter__=F) == {}; of_sequence(__getitem__=F).index(1); list(reversed(of_sequence(__len__=F)))
    1 in of_sequence(__getitem__=F); list(of_sequence(__getitem__=F)); {1} <= of_set(__contains__=F); list(of_set(__iter__=F)); of_set(__iter__=F, __len__=F) == {1}; of_set(__contains__=F).isdisjoint([1])
    sub(collections.UserDict, __missing__=F)[0]; collections.UserString(of(__str__=F)); collections.namedtuple('N', 'a')(of(__repr__=F)).__repr__(); collections.deque([of(__eq__=F)]).index(1); collections.deque(of(__iter__=F))
    queue_of(F); sched_of(F); logging_of(F); pathlib.PurePath(of(__fspath__=F)); sys.modules.__setitem__('unicodedata', of(name=F)) or '\\ud800'.encode('ascii', 'namereplace'); reprlib.recursive_repr()(F)(1); pprint.pformat(of(__repr__=F))
    html_of(F); textwrap.fill(of(expandtabs=F)); uuid.UUID(int=of(__lt__=F, __index__=F, __gt__=F)); struct.pack('i', of(__index__=F)); struct.pack('d', of(__float__=F)); array.array('i', [of(__index__=F)])
    __build_class__(F, 'x'); breakpoint_of(F)
""".replace("\n", ";").split(";")

# Special methods, each with what asks for them; o is an instance, p another one.
SPECIAL = {
    "__repr__": "repr(o); str(o); f'{o!r}'; '%r' % (o,); repr([o]); repr((o,)); repr({1: o}); repr({o}); str(KeyError(o)); repr(types.SimpleNamespace(a=o)); repr(functools.partial(print, o)); repr(collections.deque([o])); repr(slice(o)); repr(types.MappingProxyType({1: o})); repr({1: o}.items()); repr(list[o]); repr(types.MethodType(print, o)); ascii(o)",
    "__str__": "str(o); '%s' % o; f'{o}'; format(o); print(o, file=io.StringIO()); '{}'.format(o); logging.makeLogRecord(dict(msg=o)).getMessage()",
    "__format__": "format(o); f'{o:x}'; '{:x}'.format(o)",
    "__hash__": "hash(o); {o: 1}; {o}; {}.get(o); frozenset([o]); hash((o,)); hash(slice(o)); set().add(o); hash(list[o]); functools.lru_cache(print)(o); hash(weakref.ref(o)); dict.fromkeys([o]); o in {1: 2}; collections.Counter([o]); hash(property) and {1}.remove(o)",
    "__eq__": "o == p; o in [p]; [o].index(p); [o].count(p); [p].remove(o); (o,) == (p,); {1: o} == {1: p}; o != p; collections.deque([o]) == collections.deque([p]); slice(o) == slice(p); [o] < [p]; weakref.ref(o) == weakref.ref(p); types.SimpleNamespace(a=o) == types.SimpleNamespace(a=p); match_value(o); memoryview(b'a') == o; range(3) == o; 1 in (o,); collections.OrderedDict(a=o) == collections.OrderedDict(a=p); array.array('i') == o; 1.5 == o; 'a' == o; datetime.date.today() == o; decimal.Decimal() == o",
    "__lt__": "o < p; sorted([o, p]); min(o, p); max(p, o); [o, p].sort(); heapq.heapify([o, p]); bisect.insort([o, p], o); (o,) < (p,); list(heapq.merge([o], [p])); collections.deque([o]) < collections.deque([p]); statistics.median([o, p])",
    "__bool__": "not o; bool(o); all([o]); any([o]); list(filter(None, [o])); o or 1; 1 if o else 2; operator.not_(o); list(itertools.filterfalse(None, [o])); list(itertools.compress([1], [o]))",
    "__len__": "len(o); bool(o); random.choice(o); operator.length_hint(o)",
    "__iter__": "list(o); tuple(o); set(o); dict(o); [*o]; print(*o, file=io.StringIO()); sum(o); ''.join(o); list(zip(o)); list(map(print, o)); a_b(o); 1 in o; max(o); bytes(o); bytearray(o); frozenset(o); enumerate(o); list(itertools.chain(o)); list(itertools.chain.from_iterable([o])); [].extend(o); {}.update(o); set().update(o); sorted(o); {1}.union(o); {1} - set(o); dict.fromkeys(o); collections.deque(o); itertools.product(o); array.array('i', o); math.fsum(o); math.prod(o); yield_from(o); iter(o); all(o); collections.Counter(o); itertools.permutations(o); list(itertools.islice(o, 1)); itertools.tee(o); collections.OrderedDict(o); statistics.mean(o); b''.join(o); csv.writer(io.StringIO()).writerow(o); heapq.nlargest(2, o); unpack_star(o); str.join('', o)",
    "__next__": "next(o); list(IT(o)); tuple(IT(o)); a_b(IT(o)); sum(IT(o)); 1 in IT(o); list(zip(IT(o))); ''.join(IT(o)); dict(IT(o)); next(enumerate(IT(o))); next(map(print, IT(o))); next(itertools.islice(IT(o), 1)); next(itertools.chain(IT(o))); next(itertools.tee(IT(o))[0]); next(itertools.groupby(IT(o))); yield_from(IT(o)); next(itertools.cycle(IT(o))); next(itertools.pairwise(IT(o))); next(itertools.batched(IT(o), 2)); next(csv.reader(IT(o))); next(itertools.zip_longest(IT(o))); collections.deque(IT(o))",
    "__getitem__": "o[0]; o['a']; o[1:2]; list(o); 1 in o; 'a'.translate(o); '%(a)s' % o; a_b(o); operator.getitem(o, 0); bisect.bisect(o, 1, 0, 1); random.choice(sized(o)); iter(o).__next__(); '{0[0]}'.format(o); next(reversed(sized(o))); eval('x', {}, o); exec('x', {}, o)",
    "__setitem__": "set_item(o); exec('x = 1', {}, sub(dict, __setitem__=type(o).__setitem__)); operator.setitem(o, 0, 1); random.shuffle(type('Z', (type(o),), dict(__len__=lambda s: 3, __getitem__=lambda s, i: i))())", "__delitem__": "del_item(o); operator.delitem(o, 0); operator.delitem(o, 1)",
    "__contains__": "1 in o; operator.contains(o, 1)",
    "__call__": "o(); o(1, a=2); sorted([1, 2], key=o); list(map(o, [1])); functools.partial(o)(); types.MethodType(o, 1)(); list(iter(o, None)); re.sub('a', o, 'a'); functools.reduce(o, [1, 2]); functools.lru_cache(o)(1); property(o).__get__(1); collections.defaultdict(o)[1]",
    "__index__": "[1][o]; range(o); bytes(o); hex(o); operator.index(o); 'a' * o; [1][o:]; slice(o).indices(5); chr(o); round(1.5, o); math.gcd(o, 2); struct.pack('i', o); int(o); list(itertools.islice([1], o)); 'a'.center(o); (5).to_bytes(o); bytearray(3).insert(o, 1); [].insert(o, 1); 'a'.find('a', o); math.factorial(o); math.comb(o, 2); itertools.repeat(1, o); sys.setrecursionlimit(o); memoryview(b'ab')[o]; array.array('i', [o]); zlib.compress(b'', o); json.dumps([], indent=o); random.randrange(o)",
    "__int__": "int(o); '%d' % o", "__float__": "float(o); math.sin(o); '%f' % o; math.fsum([o]); struct.pack('d', o); math.hypot(o); statistics.fmean([o]); complex(o); math.dist([o], [1])",
    "__complex__": "complex(o); cmath_of(o)", "__round__": "round(o); round(o, 1)", "__trunc__": "math.trunc(o); int(o)", "__floor__": "math.floor(o)", "__ceil__": "math.ceil(o)",
    "__neg__": "-o", "__pos__": "+o", "__abs__": "abs(o)", "__invert__": "~o",
    "__add__": "o + 1; sum([o, p], o); operator.add(o, p); functools.reduce(operator.add, [o, p]); list(itertools.accumulate([o, p]))", "__radd__": "1 + o; sum([o]); 1.5 + o; [] + o; 'a' + o; b'' + o; () + o; decimal.Decimal() + o; fractions.Fraction() + o; datetime.timedelta() + o; collections.deque() + o",
    "__iadd__": "iadd(o); operator.iadd(o, 1)", "__mul__": "o * 2; operator.mul(o, p)", "__rmul__": "2 * o; [1] * o; 'a' * o; math.prod([2, o])", "__mod__": "o % 2", "__rmod__": "2 % o", "__pow__": "o ** 2; pow(o, 2, 3); pow(o, 2)", "__rpow__": "2 ** o",
    "__matmul__": "o @ 1", "__or__": "o | 1", "__ror__": "1 | o; {1} | o; {1: 2} | o; int | o", "__and__": "o & 1", "__sub__": "o - 1", "__rsub__": "1 - o; {1} - o", "__divmod__": "divmod(o, 1)", "__truediv__": "o / 2", "__lshift__": "o << 1",
    "__enter__": "with_of(o)", "__exit__": "with_of(o)", "__reversed__": "reversed(o)", "__length_hint__": "operator.length_hint(o); list(sized_iter(o))", "__bytes__": "bytes(o)", "__fspath__": "os_fspath(o); pathlib.PurePath(o)", "__sizeof__": "sys.getsizeof(o)",
    "__getattribute__": "o.x; getattr(o, 'x', 1); hasattr(o, 'x'); isinstance(o, int); copy.copy(o); operator.attrgetter('x')(o); '{0.x}'.format(o); pickle.dumps(o); weakref.proxy(o).x", "__getattr__": "o.x; getattr(o, 'x', 1); hasattr(o, 'x'); contextlib.closing(o).__exit__(1, 2, 3); functools.wraps(o)(lambda: 0); weakref.proxy(o).x; functools.partial(print).__setattr__('x', o.y)",
    "__setattr__": "set_x(o); setattr(o, 'x', 1)", "__delattr__": "del_x(o)", "__await__": "awaits(o)", "__aiter__": "afor(o)", "__anext__": "afor(o)", "__aenter__": "awith(o)", "__aexit__": "awith(o)",
    "__reduce_ex__": "pickle.dumps(o); copy.copy(o); copy.deepcopy([o])", "__getstate__": "pickle.dumps(o); copy.copy(o); object.__reduce_ex__(o, 2)", "__setstate__": "copy.copy(stateful(o)); copy.deepcopy(stateful(o))", "__deepcopy__": "copy.deepcopy(o); copy.deepcopy({1: [o]})", "__copy__": "copy.copy(o)",
    "__missing__": "sub(dict, __missing__=type(o).__missing__)[0]", "__get__": "of_class(x=o)().x; of_class(x=o).x; of_class(__len__=o)().__len__(); len(of_class(__len__=o)()); of_class(__getattr__=o)().y; of_class(__iter__=o)() and iter(of_class(__iter__=o)())", "__set__": "setattr(of_class(x=o)(), 'x', 1)", "__delete__": "delattr(of_class(x=o)(), 'x')", "__set_name__": "type('T', (), dict(x=o)); builds_with(o)",
    "__instancecheck__": "isinstance(1, o); isinstance(1, (o,))", "__subclasscheck__": "issubclass(int, o); issubclass(int, (int, (o,))); issubclass(int, (o,))", "__mro_entries__": "builds(o); types.resolve_bases((o,))", "__dir__": "dir(o)", "__iand__": "iand(o)", "__isabstractmethod__": "abc_with(o)", "__prepare__": "builds(metaclass=o)",
}

# Values around a value, as often as wanted.
WRAPS = """
    [v]; (v,); {1: v}; {'a': v}; [v, v]; (v, v); {1: v, 2: v}; iter([v]); map(F, iter_of(v)); filter(F, iter_of(v)); zip(iter_of(v)); enumerate(iter_of(v)); reversed([v]); functools.partial(F, v); functools.partial(v if callable(v) else F)
    types.MethodType(v if callable(v) else F, v); itertools.chain(iter_of(v)); itertools.chain.from_iterable(iter_of(v)); itertools.islice(iter_of(v), 1); itertools.accumulate(iter_of(v)); itertools.cycle(iter_of(v)); itertools.tee(iter_of(v))[0]; itertools.pairwise(iter_of(v)); itertools.groupby(iter_of(v))
    itertools.starmap(F, iter_of(v)); itertools.takewhile(F, iter_of(v)); itertools.compress(iter_of(v), iter_of(v)); property(v); classmethod(v); staticmethod(v); types.GenericAlias(list, (v,)); slice(v, v); collections.deque([v]); collections.OrderedDict(a=v); collections.defaultdict(list, a=v); collections.Counter(a=v)
    collections.ChainMap({1: v}); collections.UserList([v]); collections.UserDict(a=v); types.SimpleNamespace(a=v); types.MappingProxyType({1: v}); exc_of(v); ValueError(v); ExceptionGroup('a', [exc_of(v)]); (int, v); operator.itemgetter(v); weakref.proxy(v); weakref.ref(v); functools.cached_property(v)
    functools.lru_cache(v if callable(v) else F); element_of(v); of(x=v); of(__call__=v); of(__iter__=v); of_class(x=v); of_class(__get__=v)(); sub(list, [v]); sub(dict, a=v); sub(tuple, [v]); generator_from(v); contextlib.closing(v); frozenset([frozenset([v]) if isinstance(v, frozenset) else 1]); {v: 1} if not isinstance(v, (list, dict)) else [v]
    type('T', (v,) if isinstance(v, type) else (), {}); list[v]; v | int if isinstance(v, type) else [v]; super(type(v), v); memoryview(v) if isinstance(v, (bytes, memoryview)) else b'a'; io.BufferedReader(v) if hasattr(v, 'readinto') else io.BytesIO(); coroutine_on(v); itertools.zip_longest(iter_of(v), iter_of(v)); array_of(v)
""".replace("\n", ";").split(";")

USES = """
    repr(v); str(v); hash(v); v == v2; v != v2; v < v2; bool(v); len(v); list(v); next(iter(v)); next(v); v(); v[0]; v.x; copy.copy(v); copy.deepcopy(v); pickle.dumps(v); json.dumps(v); pprint.pformat(v); isinstance(1, v); issubclass(int, v); callable(v); format(v, ''); '%s' % (v,); {v: 1}; v in [v2]; sorted([v, v2]); max(v, v2)
    [] == v; v | int; abc.abstractmethod(v); inspect.signature(v); typing.get_type_hints(v); traceback.format_exception(v); raises(v); except_of(v); v.__isabstractmethod__; v.__get__(1, int); dir(v); vars(v); sum(v); ''.join(v); tuple(v); set(v); dict(v); print(v, file=io.StringIO()); weakref.ref(v); gc.collect(); ast.literal_eval(v)
    len(repr(v)); type('T', (v,), {}); super(v, v); types.GenericAlias(v, v)[v]; v.__class__; dataclasses.asdict(v); collections.Counter(v); itertools.chain(*v); functools.reduce(lambda a, b: b, v); [*v]; {**v}; ET.tostring(v); eval('v', {}, v); v.split(KeyError); v.close(); reprlib.repr(v); unpack_star(v); sys.getsizeof(v); isinstance(v, (v, v))
""".replace("\n", ";").split(";")
