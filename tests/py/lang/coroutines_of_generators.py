# types.coroutine() marks generator functions and wraps what else gives generators; code.replace().
import inspect, sys, types
@types.coroutine
def plain():
    got = yield 1
    return got
print(types.coroutine(plain) is plain, inspect.iscoroutinefunction(plain), bool(plain.__code__.co_flags & 0x100))
print(type(plain()).__name__, inspect.isawaitable(plain()))
async def use(): return await plain()
c = use()
print(c.send(None))
try: c.send('sent')
except StopIteration as e: print(e.value)
def unmarked(): yield 1
async def bad(): await unmarked()
try: bad().send(None)
except TypeError as e: print(e)
@types.coroutine
def delegates(): return (yield from use())
d = delegates()
print(d.send(None))
try: d.send(5)
except StopIteration as e: print(e.value)
def refuses(): yield from use()
try: next(refuses())
except TypeError as e: print(e)
class A:
    def __await__(self): return plain()
async def wrong(): await A()
try: wrong().send(None)
except TypeError as e: print(e)
g = unmarked()
@types.coroutine
def gives(): return g
w = gives()
print('GeneratorWrapper' in repr(w), w.__await__() is g, w.gi_frame is g.gi_frame, w.cr_code is g.gi_code, w.__name__)
print([n for n in dir(w) if n.startswith(('gi_', 'cr_'))])
print(next(w), types.coroutine(gives)().__await__() is g)
try: types.coroutine(3)
except TypeError as e: print(e)
def f(x, *, y=1):
    def inner(): return x
    return inner
code = f.__code__
new = code.replace(co_name='other', co_filename='there.py', co_firstlineno=99, co_qualname='a.b')
print(new.co_name, new.co_filename, new.co_firstlineno, new.co_qualname, code.co_name, new.co_consts == code.co_consts)
f.__code__ = new
print(f(3)(), f.__name__)
print(code.replace(co_argcount=1, co_varnames=code.co_varnames).co_argcount)
def deep(code): return code.replace(co_consts=tuple(deep(c) if isinstance(c, types.CodeType) else c for c in code.co_consts))
space = {}
exec(deep(compile('x = [lambda: n for n in (1, 2)]\ny = [k() for k in x]', 's', 'exec')), space)
print(space['y'])
