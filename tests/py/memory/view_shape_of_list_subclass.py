# A shape is what the list holds, whatever its __iter__ gives: no view has a million dimensions.
class Endless(list):
    def __iter__(self): return iter([1] * 10**6)
    def __len__(self): return 10**6
v = memoryview(b'abcdef').cast('B', Endless([2, 3]))
print(v.ndim, v.shape, v.tolist(), v.tobytes())
