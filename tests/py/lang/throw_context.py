# Exceptions thrown into generators keep their context: the caller's is not theirs. pow() of three.
from contextlib import contextmanager, ExitStack
@contextmanager
def g(exc):
    try: yield
    finally:
        raise exc
e1, e2, e3, e4 = [Exception(i) for i in (1,2,3,4)]
def show(tag): print(tag, [repr(e.__context__) for e in (e1,e2,e3,e4)])
class L(ExitStack):
    def __exit__(self, *a):
        try: return super().__exit__(*a)
        finally: show('end')
class Obs:
    def __enter__(self): return self
    def __exit__(self, t, e, tb): show('obs %r' % e)
try:
    with L() as stack:
        for x in (e4, e3, e2):
            stack.enter_context(Obs()); stack.enter_context(g(x))
        raise e1
except Exception as e: show('out')
def g(exc):
    try:
        yield
    finally:
        raise exc
e1, e2, e3 = Exception(1), Exception(2), Exception(3)
def f():
    try:
        raise e1
    except Exception:
        a = g(e2); next(a)
        try: a.throw(e1)
        except Exception as n: print(n, n.__context__)
        b = g(e3); next(b)
        try: b.throw(e2)
        except Exception as n: print(n, n.__context__, n.__context__.__context__)
f()
class I(int):
    def __pow__(self, other, mod=None):
        return ('pow', mod)
print(pow(I(2), I(3), I(5)), pow(I(2), 3, 5), pow(I(2), 3))
