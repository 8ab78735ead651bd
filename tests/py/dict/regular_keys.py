# Keys that are regular in their bits, and bytes as keys, in dicts of every size of slot.
def check(name, keys, absent):
    d = {}
    for i, k in enumerate(keys):
        d[k] = i
    assert all(d[k] == i for i, k in enumerate(keys)), name
    assert not any(k in d for k in absent), name
    for k in keys[::3]:
        del d[k]
    kept = [k for i, k in enumerate(keys) if i % 3]
    assert list(d) == kept, name
    assert not any(k in d for k in keys[::3]), name
    for k in keys[::3]:
        d[k] = -1
    assert len(d) == len(keys) and list(d)[:len(kept)] == kept, name
    print(name, len(d), sum(d.values()))


for n in (3, 30, 39, 41, 79, 81, 159, 161, 5000, 10300, 40000, 163000, 170000):
    check("step %d" % n, [i * 7919 for i in range(n)], [i * 7919 + 1 for i in range(n)])
    check("modulo %d" % n, [i * 7919 % 1000003 for i in range(n)], [i * 7919 % 1000003 for i in range(n, 2 * n)])
    check("run %d" % n, list(range(n)), list(range(n, 2 * n)))
    if n < 50000:
        check("bytes %d" % n, [b"k%d" % i for i in range(n)], [b"m%d" % i for i in range(n)])
        check("mixed %d" % n, [b"%d" % i if i & 1 else str(i) if i & 2 else i for i in range(n)], [(i,) for i in range(n)])


class Bytes(bytes):
    def __hash__(self):
        return 7

    def __eq__(self, other):
        return bytes(self) == bytes(other)


d = {b"a": 1, b"": 2, "a": 3, "": 4, bytearray: 5}
print(d[b"a"], d[b""], d["a"], d[""], d.get(b"b"), b"a" in d, "b" in d)
d[Bytes(b"a")] = 6
print(len(d), d[Bytes(b"a")], d[b"a"], Bytes(b"b") in d)
print(bytes([1, 2, 255]), bytes((0,)), bytes([]), bytearray([7]), bytes([True]), bytes(list(range(70)))[-1])
for bad in ([256], [-1], (1, 2.0), ["a"], [1, None], [2**70]):
    for make in (bytes, bytearray):
        try:
            print(make(bad))
        except Exception as e:
            print(type(e).__name__, e)
try:
    print([] in d)
except TypeError as e:
    print(e)
