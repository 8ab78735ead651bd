# Modules that are taken out of sys.modules and imported again: what their C part knows by address stays the same, so
# that no native takes an object of the old ones for one of another layout.
import sys
modules = sys.modules

def again(*names):
    for name in names: modules.pop(name, None)
    return [__import__(name, None, None, ['_']) for name in names]

import collections, datetime, decimal, functools, io, itertools, re
old = collections.defaultdict(list, a=[1]), collections.deque([1, 2]), collections.OrderedDict(b=2)
day, number, text = datetime.datetime(2020, 1, 2), decimal.Decimal('1.5'), io.StringIO('text')
_, c = again('_collections', 'collections')
new = c.defaultdict(list, c=[3]), c.deque([3]), c.OrderedDict(d=4)
print([type(a) is type(b) for a, b in zip(old, new)])
print(old[0] | new[0], new[0] | old[0], old[0] | new[2], new[2] | old[0], {} | new[0])
print(old[1] + new[1], old[1] < new[1], old[2] == new[2], type(iter(old[1]))(new[1], 0).__length_hint__())
_, d = again('_datetime', 'datetime')
print(d.datetime(2020, 1, 3) - day, day < d.datetime(2021, 1, 1), day == d.datetime(2020, 1, 2))
_, m = again('_decimal', 'decimal')
print(m.Decimal(2) * number, number + m.Decimal(1), number.quantize(m.Decimal(1)))
again('_iomem', 'io')
print(text.read())
match = re.match('(a)(b)', 'ab')
again('re')
print(match.groups(), re.compile('x') == __import__('re').compile('x'))
tees, (module,) = itertools.tee('abc'), again('itertools')
print([list(t) for t in tees], [list(t) for t in module.tee(module.tee('abc')[0])])
cached = functools.lru_cache(lambda x: x)
print(again('functools')[0].lru_cache(cached)(1))

# What C reads when sys is loaded is not what the program has made of it.
for argv in ([], [5], [None, 'x'], [b'x'], [object()], [('a', 'b')]):
    sys.argv[:] = argv
    sys = again('sys')[0]
    print(type(sys.argv), type(sys.path[0]), sys.argv is not sys.orig_argv)
