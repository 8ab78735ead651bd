# bytearray, array and BytesIO keep their size while a view of them is in use, and only so long.
import io
from array import array
def tried(calls):
    for name, call in calls:
        try: print(name, call())
        except Exception as e: print(name, type(e).__name__, e)
def changes(b, item, more):
    return [('append', lambda: b.append(item)), ('extend', lambda: b.extend(more)), ('pop', lambda: b.pop()),
            ('insert', lambda: b.insert(0, item)), ('del', lambda: b.__delitem__(0)), ('slice', lambda: b.__setitem__(slice(0, 1), more)),
            ('same slice', lambda: b.__setitem__(slice(0, len(more)), more)), ('remove', lambda: b.remove(b[0])),
            ('iadd', lambda: b.__iadd__(more)), ('imul', lambda: b.__imul__(2)), ('imul 1', lambda: b.__imul__(1) is b),
            ('reverse', lambda: b.reverse()), ('set', lambda: b.__setitem__(1, item))]
b = bytearray(b'abcdef')
m = memoryview(b)[2:3]
tried(changes(b, 65, b'xy') + [('clear', lambda: b.clear())])
print(b, m.tobytes())
m.release()
b.append(1)
a = array('h', range(5))
m = memoryview(a)
tried(changes(a, 9, array('h', [7, 8])))
print(a)
m = None
a.append(1)
s = io.BytesIO(b'abcdef')
with s.getbuffer() as m:
    tried([('write', lambda: s.write(b'xy')), ('truncate', lambda: s.truncate(1)), ('close', s.close), ('read', s.read)])
    m[0] = 90
print(s.getvalue(), s.write(b'xy'))
def holder():
    view = memoryview(b)
    yield len(view)
g = holder()
next(g)
tried([('held by a generator', lambda: b.append(1))])
g.close()
b.append(2)
class Keeps: pass
k = Keeps()
k.view = memoryview(b)
tried([('held by an object', lambda: b.extend(b'12'))])
del k.view
b.extend(b'12')
# Views that nobody can use any more do not lock.
def used(): return bytes(memoryview(b)[:2]) + memoryview(b)[2:4].tobytes()
for i in range(200):
    if bytes(memoryview(b)[:2]) == b'zz': print('no')
    used()
    b += b'q'
    x = [bytes(memoryview(b)[i:i + 1]) for i in range(3)]
    del b[0]
    b.insert(0, len(memoryview(b)) % 100)
    b.extend(bytes(memoryview(b)[:1]))
print(len(b))
def gen():
    got = bytes(memoryview(b)[:2])
    yield got
g = gen()
next(g)
b.append(3)
print(sum(1 for _ in map(lambda i: b.append(i), memoryview(bytes(5)))), len(b))
