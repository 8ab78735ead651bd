# How many items of an iterator each consumer takes, and whether it fails (the error's first letter).
import itertools as I, collections as C, functools as F, heapq, bisect, statistics, math, operator, random, string, array, json, fractions, decimal, textwrap, difflib, struct, io, csv
class It:
    def __init__(s, v, fail=None): s.v, s.seen, s.fail = v, 0, fail
    def __iter__(s):
        for i, x in enumerate(s.v):
            s.seen += 1
            if i == s.fail: raise KeyError('stop')
            yield x
def t(mk, v, fail=None):
    o = It(v, fail)
    try: mk(o)
    except Exception as e: return f'{o.seen}{type(e).__name__[0]}'
    return str(o.seen)
V = [[], [1], [1,2], [1,2,3], [3,1,2,5,4], [0,0,1], [1,0,1,0], ['a','b'], ['a',1,'b'], [(1,2),(3,4)], [(1,2),(3,)], [[1,2],5], [None, 1], [True, False], [1.5, 2], ['ab','cd','e'], [b'a', b'b'], [{}, 1]]
fs = {
 'take2': lambda o: list(I.islice(o, 2)), 'isl': lambda o: list(I.islice(o, 1, 4, 2)), 'isl0': lambda o: list(I.islice(o, 0)), 'isl3': lambda o: list(I.islice(o, 2, 2)),
 'isl5': lambda o: list(I.islice(o, 1, None, 3)), 'islnext': lambda o: next(I.islice(o, 2, 9, 4), 'none'),
 'chain': lambda o: list(I.islice(I.chain([9], o), 2)), 'acc': lambda o: list(I.accumulate(o)), 'acci': lambda o: list(I.accumulate(o, initial=5)),
 'pair': lambda o: list(I.pairwise(o)), 'pair1': lambda o: next(I.pairwise(o), 0), 'batched': lambda o: list(I.batched(o, 2)), 'b1': lambda o: next(I.batched(o, 2), 0),
 'tw': lambda o: list(I.takewhile(bool, o)), 'dw': lambda o: next(I.dropwhile(bool, o), 0), 'ff': lambda o: next(I.filterfalse(None, o), 'n'), 'f': lambda o: next(filter(None, o), 'n'),
 'zl': lambda o: list(I.zip_longest(o, 'xy')), 'zl2': lambda o: list(I.zip_longest('xy', o)), 'gb': lambda o: [(k, list(g)) for k, g in I.groupby(o)], 'gb1': lambda o: next(I.groupby(o), 0) and 1,
 'tee': lambda o: [next(x, 0) for x in I.tee(o)], 'prod': lambda o: next(I.product(o, [1]), 0), 'prod2': lambda o: next(I.product([], o), 0), 'perm': lambda o: next(I.permutations(o, 2), 0), 'comb': lambda o: next(I.combinations(o, 2), 0),
 'star': lambda o: list(I.starmap(pow, o)), 'compress': lambda o: list(I.compress(o, [1,0])), 'compress2': lambda o: list(I.compress([1,2], o)), 'cyc': lambda o: [next(c, 'x') for c in [I.cycle(o)] for _ in range(3)],
 'cnt': C.Counter, 'dq2': lambda o: C.deque(o, 2), 'dq0': lambda o: C.deque(o, maxlen=0), 'od': C.OrderedDict, 'dict': dict, 'dupd': lambda o: {}.update(o), 'cm': lambda o: C.ChainMap(o) and 1, 'nt': lambda o: C.namedtuple('P', 'a b')._make(o), 'ntf': lambda o: C.namedtuple('P', o)._fields,
 'defd': lambda o: C.defaultdict(int, o), 'reduce': lambda o: F.reduce(operator.add, o), 'reducei': lambda o: F.reduce(operator.add, o, 1),
 'nl': lambda o: heapq.nlargest(2, o), 'ns': lambda o: heapq.nsmallest(2, o), 'nl1': lambda o: heapq.nlargest(1, o), 'ns0': lambda o: heapq.nsmallest(0, o), 'merge': lambda o: next(heapq.merge(o, [0]), 'n'), 'mergeall': lambda o: list(heapq.merge(o, [2])),
 'mean': statistics.mean, 'fmean': statistics.fmean, 'median': statistics.median, 'mode': statistics.mode, 'multimode': statistics.multimode, 'stdev': statistics.stdev,
 'fsum': math.fsum, 'mprod': math.prod, 'mgcd': lambda o: math.gcd(*o), 'dist': lambda o: math.dist(o, [1,2]), 'sumprod': lambda o: math.sumprod(o, [1,2]), 'sumprod2': lambda o: math.sumprod([1,2], o), 'hyp': lambda o: math.hypot(*o),
 'sum': sum, 'sums': lambda o: sum(o, 1), 'suml': lambda o: sum(o, []), 'sumstr': lambda o: sum(o, ''), 'max': max, 'min': min, 'maxd': lambda o: max(o, default=7), 'maxk': lambda o: max(o, key=str), 'sorted': sorted, 'sortk': lambda o: sorted(o, key=str),
 'join': lambda o: '-'.join(o), 'bjoin': lambda o: b'-'.join(o), 'bytes': bytes, 'ba': bytearray, 'baext': lambda o: bytearray(b'x').extend(o), 'list': list, 'tuple': tuple, 'set': set, 'fset': frozenset, 'ext': lambda o: [0].extend(o), 'iadd': lambda o: operator.iadd([0], o),
 'sl': lambda o: operator.setitem([1,2,3], slice(0,2), o), 'sle': lambda o: operator.setitem([1,2,3], slice(0,3,2), o), 'in': lambda o: 2 in o, 'in2': lambda o: operator.contains(o, 1), 'count': lambda o: operator.countOf(o, 1), 'index': lambda o: operator.indexOf(o, 1),
 'any': any, 'all': all, 'enum': lambda o: list(enumerate(o)), 'zipx': lambda o: list(zip(o, 'ab', strict=True)), 'zipy': lambda o: list(zip('ab', o, strict=True)), 'zip3': lambda o: list(zip('ab', o, [1])), 'mapy': lambda o: list(map(str, o)), 'map2': lambda o: list(map(lambda a, b: (a, b), [1], o)),
 'fromk': dict.fromkeys, 'un1': lambda o: (lambda a: a)(*o), 'u2': lambda o: (lambda: [a for a, b in [o]])(), 'star2': lambda o: [*o, *o], 'sets': lambda o: {*o}, 'fmt': lambda o: '%s %s' % tuple(o), 'pr': lambda o: print(*o, sep='|'),
 'arr': lambda o: array.array('i', o).tolist(), 'arre': lambda o: array.array('i', [1]).extend(o), 'arrf': lambda o: array.array('b', b'a').fromlist(list(o)), 'choice': lambda o: random.sample(list(o), 0), 'json': lambda o: json.dumps(list(o)),
 'isj': lambda o: set().isdisjoint(o), 'wl': lambda o: io.StringIO().writelines(o), 'wlb': lambda o: io.BytesIO().writelines(o), 'csv': lambda o: csv.writer(io.StringIO()).writerows(o), 'csvr': lambda o: list(csv.reader(o)), 'csv1': lambda o: csv.writer(io.StringIO()).writerow(o),
 'dl': lambda o: list(difflib.ndiff(list(o), ['a'])), 'fromit': lambda o: list(I.chain.from_iterable(o)), 'type': lambda o: type('T', tuple(o), {}), 'isin': lambda o: isinstance(1, tuple(o)), 'getattr': lambda o: str.maketrans(dict(o)), 'tr': lambda o: 'ab'.translate(list(o)),
 'slots': lambda o: type('T', (), {'__slots__': o}) and 1, 'exc': lambda o: ExceptionGroup('x', list(o)), 'dsub': lambda o: {1:2}.keys() - o, 'dor': lambda o: {1:2} | o, 'cup': lambda o: C.Counter('a').update(o), 'csu': lambda o: C.Counter('a').subtract(o), 'ss': lambda o: 'abc'.startswith(tuple(o)),
 'dqext': lambda o: C.deque([1],3).extend(o), 'dqel': lambda o: (lambda d: (d.extendleft(o), d))(C.deque([1],3)), 'dqia': lambda o: operator.iadd(C.deque([1]), o), 'dqi': lambda o: C.deque().insert(0, o) , 'eq': lambda o: [1] == o, 'ul': lambda o: C.UserList(o), 'ud': lambda o: C.UserDict(o), 'bis': lambda o: bisect.bisect(list(o), 2),
}
for n, f in fs.items():
    print(n, *(t(f, v) for v in V), *(t(f, v, k) for v in V if len(v) == 3 for k in range(3)))
