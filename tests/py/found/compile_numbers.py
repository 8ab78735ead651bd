# compile() checks its numbers and knows optimize; hex() and memoryview take C ints
def t(s):
    try: print(s, eval(s))
    except Exception as e: print(s, type(e).__name__, e)
class M(type): pass
class K(metaclass=M): pass
class P: pass
for s in """object.__getattribute__(str,'q')
type.__getattribute__(str,'q')
object.__setattr__(str,'q',1)
object.__delattr__(str,'q')
object.__delattr__(K,'q')
object.__getattribute__(K,'q')
K.q
object.__getattribute__(K(),'q')
object.__getattribute__(__import__('sys'),'q')
object.__delattr__(P(),'q')
object.__setattr__(5,'q',1)
object.__getattribute__(super(K,K()),'q')
object.__getattribute__(lambda:1,'q')
type.__setattr__(K,'q',5)
type.__delattr__(K,'zz')
type.__delattr__(str,'zz')
type.__getattribute__(5,'zz')
compile('1','','eval',optimize=2**40)
compile('1','','eval',optimize=7)
compile('1','','eval',optimize=3)
compile('1','','eval',optimize=-2)
compile('1','','eval',optimize=-1) and 1
compile('1','','eval',optimize='x')
compile('1','','eval',flags=2**40)
compile('1','','eval',flags=1<<26)
compile('1','','eval',flags=0x400) and 1
compile('1','','eval',flags=0x10) and 1
compile('1','','eval',flags=-1)
compile('1','','eval',flags='x')
compile('1','','evil')
compile('1',5,'eval')
compile('1','','eval',_feature_version=5) and 1
compile('1','','eval',_feature_version='x') and 1
b'abc'.hex(':', 2**70)
b'abc'.hex(':', 2**40)
b'abc'.hex(':', -2**31-1)
memoryview(b'abc').hex(':', -2**31-1)
memoryview(bytearray(8)).cast('P').__setitem__(0,-1)
memoryview(bytearray(8)).cast('P').__setitem__(0,-2**63)
memoryview(bytearray(8)).cast('P').__setitem__(0,-2**63-1)
memoryview(bytearray(8)).cast('P').__setitem__(0,2**64)
memoryview(bytearray(8)).cast('P').__setitem__(0,2**64-1)
memoryview(bytearray(8)).cast('P').__setitem__(0,1.5)""".split('\n'): t(s)
src = '''"mod doc"
def f():
    "f doc"
    assert 0, 'no'
    return __debug__
class K:
    "k doc"
    def m(self): assert False
try: r = f()
except AssertionError as e: r = repr(e)
if __debug__: d = 1
else: d = 2
'''
for o in -1, 0, 1, 2:
    ns = {}
    exec(compile(src, 'x', 'exec', optimize=o), ns)
    print(o, ns.get('__doc__'), ns['f'].__doc__, ns['K'].__doc__, ns['r'], ns['d'])
print(eval(compile('__debug__', '', 'eval', optimize=1)), __debug__)
t("b''.decode(errors=int | str)")
t("''.encode(int | str)")
t("''.join(list[int])")
t("compile(compile('1', 'f', 'eval'), 'g', 'exec')")
