# Keys of a lru_cache whose comparison fails, or uses the cache, while the oldest entry is taken out.
import functools


class Key:
    def __init__(self, name, hash=1):
        self.name, self.hash = name, hash

    def __hash__(self):
        return self.hash

    def __eq__(self, other):
        if act:
            act[-1]()
        return self is other


act = []


def refuse():
    raise ValueError


@functools.lru_cache(maxsize=3)
def same(key):
    return key


x, a, b, c = [Key(n) for n in 'xabc']
for key in x, a, b, a, x:
    same(key)
for n in range(12):
    act.append(refuse)
    try:
        same(Key('d', 100 + n))
    except ValueError:
        print(n, 'refused')
    act.clear()
    if n in (3, 7):
        same(c), same(a), same(b)
    print(same.cache_info()[2:])
assert all(same(k) is k for k in (x, a, b, c, x, a, b, c))

for maxsize in 1, 2, 3, 4:
    for deep in 1, 2, 3:
        @functools.lru_cache(maxsize=maxsize)
        def f(key):
            return key

        keys = [Key(str(n), n % 2) for n in range(9)]

        def again():
            global left
            if len(act) <= deep and left:
                left -= 1
                act.append(again)
                for k in keys[len(act)::2]:
                    assert f(k) is k
                if len(act) == deep:
                    f.cache_clear()
                act.pop()

        for n, k in enumerate(keys * 3):
            if n % 4 == 3:
                act[:], left = [again], 20
            assert f(k) is k
            act.clear()
        assert all(f(k) is k for k in keys)
        assert f.cache_info().currsize <= maxsize + 1
print('done')
