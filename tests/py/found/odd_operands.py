# conversions and operators in odd hands: __index__, __float__, sequences called by name, order of checks
def T(s):
    try: print(s, '->', repr(eval(s)))
    except Exception as e: print(s, '->', type(e).__name__, e)

class Bad:
    def __radd__(self, o): raise OSError
class I:
    def __init__(self, v): self.v = v
    def __index__(self): return self.v
class StrI(str):
    def __index__(self): return 2
    def __float__(self): return 2.5
    def __int__(self): return 3
class IntF(int):
    def __float__(self): return 1.5
    def __pow__(self, o, m=None): return ('pow', o, m)
class Both(list):
    def __index__(self): return 3
class Num(int): pass
def inplace(a, b):
    a *= b
    return a
big = 2 ** 70
for s in """(1,).__add__(Bad())
'a'.__add__(1)
b''.__add__(3)
[].__mul__(1j)
[].__imul__(1j)
[].__rmul__(big)
pow(4, 3, 1j)
pow(1j, 2, 3)
pow(2.5, 1j, 3)
pow(4, 3, 1.5)
pow(IntF(2), 3, 5)
complex('\u0661')
complex(I('x'))
complex(1, 'x')
complex([], 'x')
complex(IntF(7))
complex(len, 1)
int(memoryview(b'12'))
int(bytearray(b'x'))
float(memoryview(b'1.5'))
eval(memoryview(b'1 + 1'))
int(StrI('9'))
float(StrI('9'))
float(I('x'))
bytes(Both([1, 2]))
bytearray(Both([1]))
bytearray(int | str)
bytearray([300])
bytes([300])
memoryview(b'ab')[(0,)]
memoryview(b'ab')[()]
memoryview(b'ab')[0, 1]
memoryview(b'ab')[big]
memoryview(b'ab')[::0]
memoryview(b'abcdefgh').cast('P').tolist() != []
memoryview(b'ab').cast('B', [3])
memoryview(b'ab').cast('B', 3)
bytes.fromhex('1\u00e9')
bytes.fromhex('0g')
bytes.fromhex('0')
range(3).__setitem__(big, 1)
range(3)[big]
bytearray(b'a').__setitem__(big, 1)
bytearray(b'a').__setitem__(slice(0, 1), 2.5)
bytearray(b'a').__setitem__(slice(0, 1), len)
bool(range(10 ** 20))
range(3).__bool__()
[1].__setitem__(slice(None, None, 0), 5)
[1].__setitem__(slice(0, 1), 5)
'ab'.find(1, None, 'x')
b'ab'.startswith(None, 0, 'x')
''.encode('a\\0b')
b''.decode('nope')
b'x'.decode('nope')
inplace({}, 'a')
inplace(Num(3), [1])
inplace(3, [1])
sum(5, '')
print(1, end=2, nope=3)
1 in I(2)
type(1, a=2)
__import__(5)
__import__('math', level=-1)
__import__('math', level=1)
int | str | list[int]""".split('\n'): T(s)
class M(type):
    def __getitem__(c, k):
        if k > 2: raise IndexError
        return k
class A(metaclass=M): pass
print(list(A), [*reversed([*A])])
def dels(ns):
    class Map:
        def __getitem__(self, k): raise KeyError(k)
    try: exec('del x', {}, Map())
    except Exception as e: print(type(e).__name__, e)
dels({})
