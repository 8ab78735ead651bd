# pprint: every public name, and layouts of random objects at several widths, as CPython 3.12.
import collections
import dataclasses
import io
import pprint
import random
import types

random.seed(5)


@dataclasses.dataclass
class D:
    a: object
    b: object = 1


def text():
    return ' '.join(random.choice(['ab', 'hello', 'x\n', 'wonderful', "it's"]) for _ in range(random.randrange(12)))


def make(depth):
    kind, n = random.randrange(18 if depth < 4 else 6), random.randrange(6)
    if kind < 2:
        return random.randrange(10 ** random.randrange(1, 14))
    if kind < 4:
        return text()
    if kind == 4:
        return bytes(random.randrange(256) for _ in range(random.randrange(40)))
    if kind == 5:
        return random.choice([None, True, 1.5, bytearray(b'abcdefghijkl' * 3)])
    if kind < 8:
        return [make(depth + 1) for _ in range(n)]
    if kind < 10:
        return {random.choice('abcdefgh') * random.randrange(1, 8): make(depth + 1) for _ in range(n)}
    if kind == 10:
        return tuple(make(depth + 1) for _ in range(n))
    if kind == 11:
        return {random.randrange(10 ** 9) for _ in range(n)}
    if kind == 12:
        return frozenset(random.randrange(10 ** 7) for _ in range(n))
    if kind == 13:
        return collections.OrderedDict((random.randrange(10), make(depth + 1)) for _ in range(n))
    if kind == 14:
        return random.choice([collections.Counter('aabbbcddddeeeeeffffffggggg'),
                              collections.defaultdict(list, {1: make(depth + 1)})])
    if kind == 15:
        return types.SimpleNamespace(x=make(depth + 1), yy=make(depth + 1))
    if kind == 16:
        return D(make(depth + 1), make(depth + 1))
    return random.choice([collections.ChainMap({1: make(depth + 1)}, {2: make(depth + 1)}),
                          collections.UserList([make(depth + 1)]), types.MappingProxyType({1: make(depth + 1)})])


for i in range(120):
    print(pprint.pformat(make(0), indent=random.choice([1, 1, 2, 4]), width=random.choice([80, 40, 20, 5]),
                         depth=random.choice([None, None, 2]), compact=random.random() < .4,
                         sort_dicts=random.random() < .5, underscore_numbers=random.random() < .3))
pprint.pp({'b': 1, 'a': 2})
pprint.pprint({'b': 1, 'a': 2, (1, 2): [3] * 30, 5: 'x' * 70}, width=40)
out = io.StringIO()
pprint.pprint([1, 2], stream=out)
print(repr(out.getvalue()), pprint.saferepr([1, {2: 3}]), pprint.isreadable([1]), pprint.isrecursive([]))
loop = [1]
loop.append(loop)
p = pprint.PrettyPrinter(width=10)
print(pprint.isrecursive(loop), pprint.isreadable(loop), pprint.isreadable([object()]), p.isrecursive(loop),
      p.isreadable([1]), p.format([1, (2,)], {}, 0, 0), p.pformat(['aaaa', 'bbbb']))
p.pprint(collections.deque(['aaaa', 'bbbb'], 3) if hasattr(collections.deque, 'maxlen') else 0)
print(pprint.pformat(loop).startswith('[1, <Recursion on list with id='))
for bad in (dict(indent=-1), dict(depth=0), dict(width=0)):
    try:
        pprint.PrettyPrinter(**bad)
    except ValueError as e:
        print(e)
