# Code of functions that is run by exec(), eval(), as a class body or for the value of an alias: parameters that
# nobody gave are no values, and the namespace it runs in is not taken for its frame.
import sys, types

def attempt(what, f):
    try: print(what, f())
    except BaseException as e: print(what, type(e).__name__, e)

def one(x): return [x, x.y]
def rest(*a, **k): return a, k
def default(x=5): return [x]
def keyword(*, x): return {x: len(x)}
def yields(x=1): yield x
def truth(x):
    while x: pass
    return [range(x), isinstance(1, x)]
def outer():
    c = 1
    def inner(x): return [c, x]
    return inner
inner = outer()
class Space(dict): pass
class Meta(type):
    @classmethod
    def __prepare__(meta, name, bases): return Space({i: 'a' * i for i in range(100)})
for f in (one, rest, default, keyword, yields, truth, inner):
    attempt('exec', lambda: exec(f.__code__))
    attempt('exec', lambda: exec(f.__code__, {}, Space()))
    attempt('eval', lambda: type(eval(f.__code__, {}, {'x': 1})))
    attempt('class', lambda: __build_class__(f, 'x').__name__)
    attempt('class', lambda: __build_class__(f, 'x', metaclass=lambda *a: a[0]))
    attempt('closure', lambda: exec(f.__code__, {}, closure=inner.__closure__))

def looks():
    here = 'here'
    frame = sys._getframe()
    return type(frame), frame.f_lineno - frame.f_code.co_firstlineno, type(frame.f_back), len(dir()), frame.f_locals is not None
def raises(): 1 / 0
def show(body):
    global seen
    def run():
        global seen
        seen = body()
    return run
attempt('frame', lambda: (__build_class__(looks, 'x', metaclass=Meta).__name__))
attempt('frame', lambda: (exec(looks.__code__, {'sys': sys}, Space())))
attempt('frame', lambda: (eval(looks.__code__, {'sys': sys}, Space({'a': 1}))[:3]))
for run in (lambda: __build_class__(raises, 'x', metaclass=Meta), lambda: exec(raises.__code__, {}, Space({i: i for i in range(100)}))):
    try: run()
    except ZeroDivisionError as e:
        frames = []
        t = e.__traceback__
        while t:
            frames.append((t.tb_frame.f_code.co_name, t.tb_frame.f_lineno > 0, type(t.tb_frame).__name__))
            t = t.tb_next
        print(frames[-1])
class Holder:
    a = 1
    type Alias = (sys._getframe(), sys._getframe().f_lineno, sys._getframe().f_locals, a, locals())
    def method[T: (sys._getframe().f_back, int)](self): pass
attempt('alias', lambda: [type(v).__name__ for v in Holder.Alias.__value__ if not isinstance(v, (dict, types.MappingProxyType))])
attempt('bound', lambda: [type(v).__name__ for v in Holder.method.__type_params__[0].__constraints__])
