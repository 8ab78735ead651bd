# dataclasses: classes made, instances made, shown, compared, sorted, replaced, turned into dicts; copy.deepcopy.
import copy
from dataclasses import asdict, astuple, dataclass, field, replace


@dataclass
class Item:
    name: str
    price: float = 0.0
    tags: list = field(default_factory=list)


@dataclass(frozen=True, order=True)
class Key:
    a: int
    b: str = 'x'


n = 0
for i in range(12000):
    item, key = Item('n', i), Key(i % 50)
    n += item.price + (item == Item('n', 5.0)) + (key < Key(7)) + hash(key) % 2 * 0 + len(repr(key))
keys = sorted(Key(i * 37 % 101, str(i)) for i in range(4000))
n += len(set(keys)) + keys[5].a
for i in range(2500):
    item = replace(Item('a', 1.5, ['x', 'y']), price=i)
    n += len(asdict(item)) + len(astuple(item)) + copy.deepcopy(item).price + len(copy.copy(item).tags)
    n += len(copy.deepcopy({'a': [1, 2, {'b': (1, [2])}], 'c': {'d': [3] * 5}}))
for i in range(40):
    @dataclass
    class Made:
        a: int
        b: str = ''
        c: float = 0.0
    n += len(repr(Made(i)))
print(n)
