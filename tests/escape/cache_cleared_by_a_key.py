# A lru_cache that is cleared, and filled anew, by a key that it compares: when it looks a result up,
# when it keeps one, and when it takes the oldest out.
import functools


class Key:
    def __init__(self, name, hash):
        self.name, self.hash = name, hash

    def __hash__(self):
        return self.hash

    def __eq__(self, other):
        if act:
            act.pop()()
        return self is other


act = []


@functools.lru_cache(maxsize=3)
def f(key):
    return key


def fill(count):
    f.cache_clear()
    for n in range(count):
        f(Key('new', 50 + n))


# Where the oldest stood, the new cache has nothing at all, less, or another.
for count in range(5):
    for name, hash in ('found', 1), ('not found', 1), ('without room', 7):
        f.cache_clear()
        keys = [Key(c, 1) for c in 'abc']
        for k in keys:
            f(k)
        f(keys[0])
        k = keys[1] if name == 'found' else Key('d', hash)
        act[:] = [lambda: fill(count)]
        assert f(k) is k
        print(count, name, len(act), f.cache_info())
        for n in range(9):
            assert f(n) == n
        print(f.cache_info())
        assert all(f(k) is k for k in keys * 2)
        print(f.cache_info())
