# locals() of a call is one dict: brought up to date, in order of first appearance.
def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, "|", e)


def same():
    a = locals()
    b = 1
    c = locals()
    return a is c is vars(), list(c)


def puts():
    x = 1
    own = locals()
    own["q"] = 5
    x = 2
    return locals()["q"], own["x"]


def executed():
    exec("z = 1")
    exec("y = z + 1")
    return locals()


def order():
    v = 1

    def g():
        return v
    locals()
    f = 2
    v2 = 3

    def k():
        return v2
    return list(locals())


def deleted():
    a = 1
    b = 2
    locals()
    del a
    c = 3
    return locals()


def shared_name():
    v = 1
    [x for x in "ab"]
    x = 6
    first = eval("sorted(locals())")
    {x for x in "cd"}
    return first, sorted(locals()), x


for f in (same, puts, executed, order, deleted, shared_name):
    attempt(f)


def captured(n):
    v, w = 2, 3

    def f(a):
        return v, w, n

    class K:
        z = f
    return list(locals())


def captured_and_comprehension():
    {1: v for v in ()}
    v, w = 2, 3

    def f(a):
        return v
    return list(locals())


attempt(captured, 1)
attempt(captured_and_comprehension)
