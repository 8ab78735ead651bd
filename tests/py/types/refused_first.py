# What memoryview.hex and re.escape refuse first, and classes that weak references reach.
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
m = memoryview(b'abc'); m.release()
class Seq:
    def __getitem__(self, i): return 1
    def __len__(self): return 2
t(lambda: m.hex(Seq())); t(lambda: m.hex('::')); t(lambda: m.hex(5)); t(lambda: m.hex(1,2,3)); t(lambda: m.hex(sep='xx'))
n = memoryview(b'abc'); t(lambda: n.hex(Seq())); t(lambda: n.hex('::')); t(lambda: n.hex(5)); t(lambda: n.hex('-', 'a')); t(lambda: n.hex('é')); t(lambda: n.hex(b'\xff'))
t(lambda: str(5, 'u')); t(lambda: str(object=5, encoding='u')); t(lambda: str(5, errors='x')); t(lambda: str([1], 'u')); t(lambda: str.__new__(str, 5, 'a')); t(lambda: str.maketrans(5)); t(lambda: str.__call__(5,'a')); t(lambda: bytes.decode(5))
import re
for x in (40, None, [1], b'a.b', bytearray(b'a+'), memoryview(b'x*'), 'q?'):
    try: print(re.escape(x))
    except Exception as e: print(type(e).__name__, e)
import weakref
class I(int): pass
class M: pass
class S: __slots__ = ()
class IM(I, M): pass
class MI(M, I): pass
class T(tuple): pass
class TM(T, M): pass
class W: __slots__ = ('__weakref__',)
class SM(S, M): pass
class ES(Exception): __slots__ = ()
class ESM(ES, M): pass
class St(str): pass
class StM(St, M): pass
class B(bytes): pass
class BM(B, M): pass
class SS(S): __slots__ = ()
for c in (I, M, S, IM, MI, T, TM, W, SM, ES, ESM, St, StM, B, BM, SS):
    try: weakref.ref(c()); print(c.__name__, 'ok')
    except TypeError as e: print(c.__name__, e)
class C23(int):
    def a(self): pass
class C24:
    pass
class C25(C23, C24):
    pass
o, p = C23(), C25()
o.__class__ = C25
print(type(o))
p.__class__ = C23
print(type(p))
class E1(Exception): pass
class E2(E1): pass
e = E1(); e.__class__ = E2; print(type(e))
class L1(list): pass
class L2(L1): pass
x = L1(); x.__class__ = L2; print(type(x))
class S1(str): pass
class S2(S1): pass
x = S1(); x.__class__ = S2; print(type(x))
class M: pass
class S3(S1, M): pass
x = S1(); x.__class__ = S3; print(type(x))
class E3(E1, M): pass
e = E1(); e.__class__ = E3; print(type(e))
