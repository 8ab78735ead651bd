# What code without the builtins sees: of a name, a class statement, an import.
for b in None, 123, {}, {'x': 5}, type('D', (dict,), {'__missing__': lambda self, k: k})(y=6):
    for src in '1+1', 'len([1])', 'x', '[y for y in (1,2)]', '(lambda: len)()', 'y':
        try:
            print(type(b), src, eval(src, {'__builtins__': b}))
        except Exception as e:
            print(type(b), src, type(e).__name__, e)

for b in {}, {'__build_class__': lambda *a, **k: (a[1:], k)}:
    for src in 'class A(metaclass=5): pass', 'class A(*[], k=3): pass', 'import math as A':
        try:
            g = {'__builtins__': b}
            exec(src, g)
            print(g['A'])
        except Exception as e:
            print(type(e).__name__, e)

try:
    exec('class A: pass', {'__builtins__': None})
except TypeError as e:
    print(e)

import builtins
old = builtins.__build_class__
builtins.__build_class__ = lambda f, n, *b, **k: (n, b, k)
class Q(int, metaclass=3, z=4): pass
builtins.__build_class__ = old
print(Q)


class Refuses(dict):
    def __getitem__(self, key): raise OSError(key)
    def __setitem__(self, key, value): raise OSError(key, value)


for g in Refuses(x=1), {'__builtins__': Refuses(x=1)}:
    for src in 'x', 'x = 2':
        try:
            exec(compile(src, 'test', 'exec'), g)
            print('fine')
        except OSError as e:
            print(e.args)

import ast, asyncio
for level in -1, 0, 1, 2:
    for source in "def f(): 'doc'; assert False, 'no'\ntry: f()\nexcept AssertionError as e: r = e", :
        for what in source, ast.parse(source):
            ns = {}
            exec(compile(what, 'test', 'exec', optimize=level), ns)
            print(level, ns['f'].__doc__, ns.get('r'))

for source in 'a = await asyncio.sleep(0, 5)', 'a = [x async for x in agen()]', 'a = 7':
    async def agen():
        yield 1
        yield 2
    ns = {'asyncio': asyncio, 'agen': agen}
    try:
        compile(source, 'test', 'exec')
    except SyntaxError as e:
        print(e)
    for what in source, ast.parse(source):
        code = compile(what, 'test', 'exec', ast.PyCF_ALLOW_TOP_LEVEL_AWAIT) if isinstance(what, str) else None
        if code is None: continue
        made = eval(code, ns)
        if made is not None: asyncio.run(made)
        print(bool(code.co_flags & 128), ns['a'])
