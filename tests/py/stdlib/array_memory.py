# array.array of every code, and memoryview over it: values, limits, slices, casts, dimensions.
import array, copy, io
from array import array as A
print(array.typecodes, array.ArrayType is A)
for c in 'bBhHiIlLqQ':
    a = A(c); bits = a.itemsize * 8; low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if c.islower() else (0, (1 << bits) - 1)
    a.append(low); a.append(high); print(c, a.itemsize, a, a.tobytes().hex())
    for bad in (low - 1, high + 1, 1 << 80, -(1 << 80), 'x', 1.5, None):
        try: a.append(bad); print('took', bad)
        except Exception as e: print('', type(e).__name__, e)
for c, values in (('f', [1.5, -2, 1e-3]), ('d', [0.1, 3, float('inf')])): print(A(c, values), A(c, values).tobytes().hex())
u = A('u', 'héllo'); print(u, u.tounicode(), u[1], u.itemsize); u.fromunicode('\U0001f600'); print(u, len(u))
a = A('i', range(10))
print(a[2], a[-1], a[2:5], a[::-2], a[8:2:-3], a.index(3), a.count(3), 5 in a, 'x' in a, a.buffer_info()[1])
a[1:3] = A('i', [7, 8, 9]); a[::3] = A('i', [0] * 4); del a[::4]; del a[0]; a.insert(-100, 5); a.insert(3, 6); a.insert(99, 4); print(a, a.pop(), a.pop(0), a)
a.remove(8); a.reverse(); a.extend([1, 2]); a.extend(a); a += A('i', [3]); a *= 2; print(a, a + a == a * 2, 2 * a == a + a, a * -1)
b = A('h', [1, 256]); b.byteswap(); print(b); b.frombytes(b'\1\2\3\4'); b.fromlist([5, 6]); print(b, b.tolist(), list(b), bytes(b)[:4], bytearray(b)[:2])
f = io.BytesIO(); b.tofile(f); c = A('h'); c.fromfile(io.BytesIO(f.getvalue()), 3); print(c)
print(A('i', [1, 2]) == A('d', [1, 2]), A('i', [1, 2]) < A('i', [1, 3]), A('i', [1]) <= A('i', []), A('i') == [], A('B', b'ab') != b'ab', bytearray(b'ab') == A('B', b'ab'))
print(copy.copy(b) == b, copy.deepcopy(b) is not b, b.__reduce_ex__(2), b.__reduce_ex__(3)[1], A[int])
print(array._array_reconstructor(A, 'i', 9, b'\0\0\0\1'), array._array_reconstructor(A, 'i', 5, b'\0\1'))
class Sub(A): pass
s = Sub('i', [1]); s.x = 2; print(s, s.x, type(s[:]).__name__, type(s + s).__name__, isinstance(s, A), b''.join([A('B', b'x'), b'y']), b'abc'.find(A('B', b'c')))
class Evil:
    def __index__(self): del a[:]; return 1
a = A('i', range(5))
for bad in (lambda: A(), lambda: A('i', 1, 2), lambda: A(3), lambda: A('ii'), lambda: A('z'), lambda: A('i', 'abc'), lambda: A('i', 3), lambda: A('i', ['x']), lambda: A('i', b'abc'), lambda: A('i', A('u', 'a')),
            lambda: a[9], lambda: a['x'], lambda: a.pop(9), lambda: A('i').pop(), lambda: a.remove(77), lambda: a.index(77), lambda: a.index(0, 2), lambda: a.fromlist((1,)), lambda: a.fromlist([1, 'x']),
            lambda: a.frombytes(b'x'), lambda: a.frombytes('x'), lambda: a.fromunicode('x'), lambda: a.tounicode(), lambda: a + [1], lambda: a + A('b'), lambda: a.extend(A('b')), lambda: a.extend(5), lambda: a * 'x',
            lambda: a.__setitem__(slice(0, 1), [1]), lambda: a.__setitem__(slice(0, 4, 2), A('i', [1])), lambda: a.__setitem__(99, 1), lambda: a[99],
            lambda: a.fromfile(io.BytesIO(b'abcd'), 5), lambda: array._array_reconstructor(A, 'i', 99, b''), lambda: A('u', [3]), lambda: A('u', ['ab'])):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
print(a)

m = memoryview(A('i', range(6)))
print(m.format, m.itemsize, m.shape, m.strides, m.nbytes, len(m), m[2], m[::2].tolist(), m[::-1].tolist(), m[1:5:3].strides, m.tobytes()[:8], m.obj, m.readonly, m.contiguous)
m[1] = -5; m[2:4] = A('i', [70, 80]); m[::-2] = A('i', [1, 2, 3]); print(m.tolist(), m.hex()[:16], m.hex(':', 4)[:20])
g = m.cast('B').cast('h', [3, 4]); print(g.ndim, g.shape, g.strides, g.tolist(), g[2, 1], g[-1, -1], len(g), g.c_contiguous, g.f_contiguous, g.tobytes('F')[:6].hex()); g[0, 0] = 99; print(m[0])
z = m.cast('B')[:4].cast('i', ()); print(z.ndim, z.shape, z[()], z.tolist(), z.nbytes); z[()] = 8; print(m[0])
for fmt, data in (('c', b'ab'), ('?', b'\0\1'), ('b', b'\xff'), ('e', b'\0<'), ('f', b'\0\0\x80?'), ('d', bytes(8)), ('Q', b'\xff' * 8), ('n', b'\xff' * 8), ('P', bytes(8)), ('@l', bytes(8))): print(fmt, memoryview(data).cast(fmt).tolist())
w = memoryview(bytearray(16))
for fmt, good, bads in (('b', -128, (128, 'x', 1.0)), ('B', 255, (-1, 256)), ('h', -5, (1 << 15,)), ('Q', 2 ** 64 - 1, (-1, 2 ** 64)), ('q', -2 ** 63, (2 ** 63,)), ('c', b'x', (b'xy', 3)), ('?', [], ()), ('e', 65504.0, (65520.0, 'x')), ('f', 1.5, ('x',)), ('d', 2, (None,))):
    v = w.cast(fmt); v[0] = good; print(fmt, v[0])
    for bad in bads:
        try: v[0] = bad; print('took', bad)
        except Exception as e: print('', type(e).__name__, e)
print(memoryview(b'abc') == b'abc', memoryview(A('i', [1])) == memoryview(A('h', [1])), memoryview(A('d', [float('nan')])) == memoryview(A('d', [float('nan')])), memoryview(b'a') != memoryview(b'b'), memoryview(b'ab')[::-1] == b'ba', memoryview(b'') == 3)
r = memoryview(b'abcdef'); print(hash(r) == hash(b'abcdef'), r[1:3].tobytes(), bytes(r[::2]), b'cd' in [bytes(r[2:4])], list(r.toreadonly())[:2], r.suboffsets, [x for x in r][:2], list(reversed(r))[:2])
with memoryview(bytearray(b'xyz')) as h: print(h[0])
class Release:
    def __index__(self): k.release(); return 0
k = memoryview(bytearray(4))
for bad in (lambda: h[0], lambda: h.tolist(), lambda: len(h), lambda: r.__setitem__(0, 1), lambda: w.__delitem__(0), lambda: r[9], lambda: r['x'], lambda: r[0, 0], lambda: g[0], lambda: g[1:].tolist(), lambda: g[::-2].tolist(), lambda: g.__setitem__(slice(0, 1), b''), lambda: g[0:1, 0:1], lambda: g[0, 0, 0], lambda: g[9, 0],
            lambda: g[:, 0], lambda: w.cast('z'), lambda: w.cast('B', [3]), lambda: w.cast('B', [0]), lambda: w.cast('B', 'x'), lambda: w.cast('i').cast('h'), lambda: w[::2].cast('b'), lambda: w[:3].cast('i'), lambda: g.cast('B', [2, 12]),
            lambda: w.__setitem__(slice(0, 2), b'abc'), lambda: w.__setitem__(slice(0, 2), A('h', [1])), lambda: hash(w), lambda: hash(m.toreadonly()), lambda: memoryview('x'), lambda: memoryview(3), lambda: memoryview(), lambda: k[Release()],
            lambda: len(z), lambda: z[0], lambda: memoryview(u)[0], lambda: r.tobytes('X'), lambda: copy.copy(r), lambda: r < r, lambda: w.cast('B', [1] * 65)):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
print(int(A('B', b'12')), float(A('B', b'1.5')), int(memoryview(b'7')), bytes(A('H', [1])), int(bytearray(b'8')), float(memoryview(b'2')))
