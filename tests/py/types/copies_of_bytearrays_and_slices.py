# Copies of subclasses of bytearray keep class and attributes; what a slice holds is copied deeply.
import copy
class B(bytearray): pass
class S(bytearray): __slots__ = ('a', '__dict__')
b = B(b'abc')
b.x = [1]
c, d = copy.copy(b), copy.deepcopy(b)
print(type(c).__name__, c, c.x is b.x, type(d).__name__, d, d.x, d.x is b.x)
s = S(b'xyz')
s.a, s.z = 5, 6
for t in (copy.copy(s), copy.deepcopy(s)): print(type(t).__name__, bytes(t), t.a, t.z)
print(copy.copy(bytearray(b'q')), bytearray(b'q').__reduce__()[0].__name__, type(b.copy()).__name__)
held = [1, 2]
sl = slice(held, [3], None)
print(copy.copy(sl) is sl, copy.deepcopy(sl), copy.deepcopy(sl).start is held, copy.deepcopy([sl, held])[0].start)
