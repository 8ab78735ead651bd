# What exec gives a namespace as __builtins__, and keywords of OSError.
d = {}
exec('x=1', d); print(type(d['__builtins__']), 'len' in d['__builtins__'])
e = {}; eval('1', e); print(type(e['__builtins__']))
g = {'__builtins__': {}}
try: exec('len', g)
except NameError as x: print(x)
g = {'__builtins__': {'len': lambda v: 42}}
exec('print(len([]))' if False else 'y = len([])', g); print(g['y'])
def f(): pass
print(type(f.__globals__['__builtins__']), type(f.__builtins__))
h = {}; exec('def k(): return len([1])', h); print(h['k'](), h['k'].__globals__ is h)
h['__builtins__']['len'] = lambda v: 'mine'
import builtins
try: print(h['k'](), len([1,2]))
finally: builtins.len = type(lambda: 0) and (lambda v: v.__len__())
print(len('abc'))
for t in (lambda: OSError(True, 3, nope=1), lambda: OSError(2, 'x', a=1), lambda: FileNotFoundError(2,'x',a=1), lambda: OSError(a=1), lambda: type('S',(OSError,),{})(1,2,a=3), lambda: type('S',(OSError,),{'__init__': lambda s,*a,**k: None})(1,2,a=3), lambda: IOError(13,'x')):
    try: print(repr(t()))
    except Exception as x: print(type(x), x)
