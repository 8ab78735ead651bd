# operators of subclasses that inherit them, alternate formats, stepped slices of nothing, names in genexprs
import weakref
def T(s):
    try: print(s, '->', repr(eval(s)))
    except Exception as e: print(s, '->', type(e).__name__, e)

class SI(str):
    def __index__(self): return 2
    def __radd__(self, o): return 'radd'
class SA(str):
    def __add__(self, o): return NotImplemented
class SInt(str):
    def __int__(self): return 42
class Num(int): pass
class M(type):
    def __getattr__(c, n): return n
class A(metaclass=M): pass
def setitem(o, k, v):
    o[k] = v
    return o
def unpack(x): a, b = x
ba = bytearray(b'abcdefgh')
for s in """'ab' * SI('x')
SI('x') * 'ab'
1 + SI('x')
SA('x') + 1
'%d' % SInt('x')
format(-2.0, '#.1')
format(1.0, ' <z#30.0')
format(123456.0, '#.3')
format(-11 - 2j, '#.1')
setitem(ba[:], slice(1, 2, 3), b'')
setitem(ba[:], slice(None, None, 0), 5)
setitem(ba[:], slice(0, 4, 2), b'x')
bytearray().extend('ab')
unpack(int | str)
weakref.ref(Num(3))
weakref.ref(type('T', (tuple,), {})())
str(A | int).startswith('<class')
[f.__qualname__ for f in ((lambda: 0) for i in [1])]
[f.__qualname__ for f in [(lambda: 0) for i in [1]]]
[k for k in (lambda a, b=1: (lambda: a) and list(locals()))(1)]""".split('\n'): T(s)
T("format(6 + 0j, '#')")
T("[1, 2][2.5:4:0]")
T("b'ab'.__ne__(bytearray(b'ab'))")
T("b'ab' == bytearray(b'ab') == memoryview(b'ab')")
