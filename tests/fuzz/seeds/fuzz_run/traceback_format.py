# format: texts of tracebacks with carets, chains, repeats, hints, groups and syntax errors
import traceback

def f(a):
    return a + 1 * "x"
def g():
    try:
        f("")
    except TypeError as e:
        raise ValueError("bad") from e
class A:
    def meth(self):
        x = {'a': {'b': 1}}
        return x['a']['c']['d']
def rec(n): return rec(n + 1) + 1
def multi():
    return (1 +
        g(
        ))
tests = [g, lambda: A().meth(), lambda: rec(0), multi, lambda: A().foo.bar, lambda: [1,2,3][10], lambda: (1,2)+ [3],
  lambda: f(1,2), lambda: int('x'), lambda: {}['k'], lambda: A().meht(), lambda: f(b=1)]

def show(run):
    try:
        run()
    except BaseException as e:
        text = ''.join(traceback.format_exception(e))
        print(text.replace(show.__code__.co_filename, 'FILE'))

for t in tests:
    show(t)

def case1():
    def inner():
        raise ExceptionGroup("eg", [ValueError(1), ExceptionGroup("in", [KeyError('k'), TypeError("t")])])
    try:
        inner()
    except ExceptionGroup as e:
        e.add_note("note one\nline two")
        raise

show(case1)

def case2():
    class E(Exception):
        def __str__(self): raise ValueError
    try: 1/0
    except Exception as e:
        e.add_note("hm")
        raise E() from None

show(case2)

def case5():
    class Foo:
        def __init__(self): self.value = 1
        def go(self): return vaule
        def go2(self): return value
    value_x = 3
    try:
        Foo().go()
    except NameError as e: pass
    print(valu_x)

show(case5)

def case6():
    class Foo:
        def __init__(self): self.value = 1
        def go2(self): return value
    Foo().go2()

show(case6)

def case9():
    try:
        raise ValueError("a")
    except ValueError:
        try:
            raise KeyError("b")
        except KeyError:
            raise TypeError("c")

show(case9)

def case10():
    eg = ExceptionGroup("x", [ValueError(i) for i in range(20)])
    raise eg

show(case10)

def case11():
    def f(x):
        with x as y:
            pass
    f(3)

show(case11)

def case12():
    for i in 5:
        pass

show(case12)

def case14():
    a = [1]
    b = {}
    a[0][
      1] = b

show(case14)

def case15():
    foo = object()
    (foo
      .bar
      .baz(1))

show(case15)

def case17():
    assert 1 == 2, "message"

show(case17)

def case18():
    a, b = 1, 2, 3

show(case18)

def case21():
    [1/i for i in [1, 0]]

show(case21)

def case22():
    list(1/i for i in [1, 0])

show(case22)

def case27():
    x = {}
    x['a']['b'] += 1

show(case27)

def case28():
    def f(*, a): pass
    f(b=1)

show(case28)

def case30():
    def f(a,
          b=1 / 0):
        pass

show(case30)

def case31():
    @property
    @undefd
    def x(): pass

show(case31)

def case33():
    class A: pass
    A().x = A().y

show(case33)

def case38():
    x = -"a"

show(case38)

def case39():
    x = not_defined.attr + 1

show(case39)

show(lambda: exec('x = (1 +\n'))

show(lambda: exec('def f():\n    if True:\n  x = 1\n'))


show(lambda: exec('print(1 if True else 2 f)\n'))
