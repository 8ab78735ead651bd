# SequenceMatcher: items that are equal but not the same, nan, hostile __eq__ and __hash__, ranges, overridden methods.
import difflib
import random
from difflib import SequenceMatcher


def tried(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


nan = float('nan')
print(SequenceMatcher(None, [1, 2.0, nan, True], [1.0, 2, nan, 1]).get_matching_blocks())
s = SequenceMatcher(lambda x: x == ' ', 'private Thread currentThread;', 'private volatile Thread currentThread;')
print(s.ratio(), s.get_opcodes(), s.find_longest_match(), s.find_longest_match(3, 10, 2, 30), s.find_longest_match(5, 5, 1, 9))
print(s.bjunk, sorted(s.bpopular), s.b2j['a'], list(s.b2j)[:4])
s = SequenceMatcher(None, 'ab' * 200, 'ba' * 200 + 'x')
print(s.ratio(), s.quick_ratio(), s.real_quick_ratio(), s.bpopular == {'a', 'b'}, s.find_longest_match(0, 400, 0, 401))
s = SequenceMatcher(None, (1, 2, 3, 4), range(2, 6), autojunk=False)
print(s.get_matching_blocks(), s.quick_ratio(), s.find_longest_match(1, 3, 0, 2))
tried(lambda: SequenceMatcher(None, [[]], [[]]))
tried(lambda: SequenceMatcher(None, [[]], [1]).ratio())
tried(lambda: SequenceMatcher(None, 5, [1]).ratio())
tried(lambda: SequenceMatcher(None, [1], 5).ratio())
tried(lambda: SequenceMatcher(None, 'abc', 'abc').find_longest_match('a', 3, 0, 3))


class Item:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n % 3

    def __eq__(self, other):
        if grow is not None:
            grow.append(self) if len(grow) < 50 else grow.clear()
        return isinstance(other, Item) and self.n == other.n


grow = None
a, b = [Item(i) for i in range(12)], [Item(i) for i in range(3, 15)]
s = SequenceMatcher(None, a, b)
print(s.ratio())
s = SequenceMatcher(None, a, b)
grow = a
tried(lambda: s.ratio() >= 0)
grow = None


class Bad:
    def __hash__(self):
        return 1

    def __eq__(self, other):
        raise ValueError('not comparable')


tried(lambda: SequenceMatcher(None, [Bad()], [Bad()]).ratio())
tried(lambda: SequenceMatcher(None, [Bad(), 2], [1, 2]).quick_ratio())


class Traced(SequenceMatcher):
    def find_longest_match(self, *args):
        found = super().find_longest_match(*args)
        print(args, found)
        return found


print(Traced(None, 'qabxcd', 'abycdf').get_opcodes())
rng = random.Random(5)
total = 0
for _ in range(300):
    a, b = (''.join(rng.choices('abcd ', k=rng.randrange(30))) for _ in 'ab')
    s = SequenceMatcher(rng.choice((None, str.isspace)), a, b)
    total += hash((s.ratio(), s.quick_ratio(), tuple(s.get_matching_blocks()))) % 1000003
    assert ''.join(b[j1:j2] for _, _, _, j1, j2 in s.get_opcodes()) == b
print(total, difflib.get_close_matches('aple', ['apple', 'ape', 'maple', 'x']))
