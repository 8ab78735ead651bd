# The body of a class may be made a function and called: there is no namespace then but the globals. What is evaluated
# late in it holds nothing that is no object.
import types
SOURCE = '''
class C:
    X = int
    type A = X
    type B[T: X] = list[T]
    def f[T: X](self): pass
    class D[T: (X, str)]: pass
'''

def parts(v, seen):
    if id(v) in seen or len(seen) > 2000: return
    seen.add(id(v))
    if isinstance(v, tuple):
        for item in v: parts(item, seen); type(item), str(type(item)), item == 1
    for name in ('_lazy', '_lazy_choice', '__self__', '__type_params__', '__value__', '__bound__', '__constraints__'):
        try: parts(getattr(v, name), seen)
        except Exception as e: seen.add(type(e).__name__)

for code in compile(SOURCE, 's', 'exec').co_consts:
    if not isinstance(code, types.CodeType): continue
    for run in (lambda f: f(), lambda f: exec(f.__code__, f.__globals__), lambda f: list(f())):
        space, seen = {'__name__': 'x', 'X': 5}, set()
        f = types.FunctionType(code, space, closure=tuple(types.CellType() for _ in code.co_freevars) or None)
        try: run(f)
        except Exception as e: print(type(e).__name__, e)
        for v in list(space.values()): parts(v, seen)
        print(space['A'].__value__, space['B'].__type_params__[0].__bound__, [s for s in seen if isinstance(s, str)])
