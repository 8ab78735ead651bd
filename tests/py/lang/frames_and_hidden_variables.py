# Frames: their variables while they run or wait, their identity, what a comprehension adds.
import sys, types
def f(a, b=2):
    fr = sys._getframe()
    c = a + b
    one = fr.f_locals
    d = 4
    print(sorted(one), sorted(fr.f_locals), fr.f_locals is one, locals() is one, fr is sys._getframe())
    return g(fr)
def g(caller):
    me = sys._getframe()
    print(me.f_back is caller, caller.f_locals['d'], caller.f_code.co_name, caller.f_lineno - caller.f_code.co_firstlineno)
    try: caller.clear()
    except RuntimeError as e: print(e)
    return caller
old = f(1)
print(old.f_code.co_name)
def gen(x):
    y = x * 2
    z = yield y
    del y
    print(sorted(sys._getframe().f_locals), sys._getframe() is it.gi_frame)
    yield z
it = gen(3)
fr = it.gi_frame
print(fr.f_locals, fr.f_lineno - fr.f_code.co_firstlineno, fr.f_back)
next(it)
print(fr.f_locals, fr is it.gi_frame, fr.f_lineno - fr.f_code.co_firstlineno)
it.send(5)
print(fr.f_locals, fr is it.gi_frame)
fr.clear()
print(it.gi_frame, list(it))
l = [1, 2]
y = 0
print([locals()['x'] for x in l], [vars()['x'] for x in l], [('x' in dir()) for x in l], [eval('x + y') for x in l])
[exec('y = x') for x in l]
print(y, 'x' in globals(), 'x' in locals(), locals() is globals())
print([sys._getframe().f_locals for a in [0]][0]['a'])
class C:
    l = [1, 2]
    y = 7
    print([locals()['x'] for x in l], [('x' in dir(), 'y' in dir()) for x in l], 'x' in locals())
    w = [sys._getframe().f_locals['x'] for x in l]
print(C.w, hasattr(C, 'x'))
def h():
    l = [1, 2]
    return [locals()['x'] for x in l], 'x' in locals(), [(lambda: x)() + locals()['x'] for x in l]
print(h())
def outer():
    n = 1
    def inner(): return n, sys._getframe().f_back.f_locals
    n = 2
    return inner()
print(outer()[1]['n'])
def rec(n):
    return [sys._getframe()] + (rec(n - 1) if n else [sys._getframe(1).f_locals['n']])
print(rec(2)[-1])
