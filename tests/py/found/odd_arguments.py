# odd arguments of builtins: what a sweep over all of them found
class Bad:
    def __getattr__(self, n): raise OSError("getattr " + n)
class Q:
    __origin__ = 1
    def __repr__(s): return 'Q!'
class QA:
    __origin__ = 1; __args__ = 2
    def __repr__(s): return 'QA!'
class NoMod: pass
x = NoMod(); x.__qualname__ = 'qq'
y = NoMod(); y.__qualname__ = 5; y.__module__ = None
z = NoMod(); z.__qualname__ = 5; z.__module__ = 'builtins'
class Dct(dict): pass
class Num(int): pass
import types
for s in """list[Bad()]
list[Q()]
list[QA()]
list[x]
list[z]
list[len]
list[int, ...]
list['a', 1, None]
list[[int, str]]
tuple[()]
list[types.SimpleNamespace(a=1)]
{'a':{'b':1}}.items() ^ {'a':{'b':1}}.items()
{'a':{'b':1}}.items() ^ {'a':{'b':2}}.items()
{'a':1,'b':2}.items() ^ {'b':2}.items()
sorted({'a':1,'b':2}.items() ^ {'b':3,'c':4}.items())
Dct(a=1).items() ^ {'a':1}.items()
{'a':1}.items() ^ [('a',1)]
{'a':[]}.items() ^ {'a':[]}.keys()
b'abc'.decode('utf-32-be', 'namereplace')
'aé€\\U0001F600\\ud800'.encode('ascii', 'namereplace')
'ab'.encode('latin-1', 'namereplace')
''.maketrans(Dct(a=1))
''.maketrans({'a':1})
''.translate(5)
'a'.translate(5)
memoryview(b'abcdefgh').cast('ab\\u20ac', [8])
memoryview(b'abcdefgh').cast('é')
(3).from_bytes(b'a', 'x', signed=Bad)
(3).to_bytes(1, 5, signed=1)
(3).to_bytes(1, 'x', signed=1)
b'a'.ljust(3, None)
b'a'.zfill(None)
int.to_bytes('x')
list.append(5, 1)
type(list[int]).__instancecheck__(5)""".split('\n'):
    try: print(s, eval(s))
    except Exception as e: print(s, type(e).__name__, e)
for src in '1', '1/0', '(', '':
    d = {}
    for f in exec, eval:
        d.clear()
        try: f(src, d)
        except Exception as e: print(type(e).__name__, end=' ')
        print(list(d))
d = {}
try: exec(5, d)
except TypeError: print(list(d))
d = {}
try: exec('1', d, 5)
except TypeError: print(list(d))
for s in """'Éß'.translate(int)
'a'.translate(list)
'a'.translate(object())
'a'.translate([])
''.translate(int)
b''.hex(None, 0)
b'ab'.hex(None)
b'ab'.hex()
memoryview(b'ab').hex(None)
bytearray(b'ab').hex(sep=None)
b'ab'.hex('')
b'abcd'.hex(bytes_per_sep=2)
b'abcd'.hex(b':', bytes_per_sep=-2)""".split('\n'):
    try: print(s, eval(s))
    except Exception as e: print(s, type(e).__name__, e)
for s in '0x1p99999z', '1p9999 x', '1' * 257 + 'zz', '0p9999999x', '1e5|x|p', '0x1p5000', '0x1p-99999z':
    try: print(float.fromhex(s))
    except Exception as e: print(type(e).__name__, e)
