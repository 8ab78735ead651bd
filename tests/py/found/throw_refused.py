# throw() with arguments that are no exception: the innermost generator refuses them, those that
# delegate to it see the TypeError.
def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, "|", e)


def inner():
    yield 1
    yield 2
    return "done"


def outer(catch):
    try:
        r = yield from inner()
        print("result", r)
    except TypeError as e:
        print("caught", e)
        if not catch:
            raise
        yield "after"
    yield "last"


for args in (ValueError, 1, 2), (ValueError(1), 2), (5,), (int,), (ValueError, 1, None):
    for catch in True, False:
        for depth in 0, 1, 2:
            it = inner() if not depth else outer(catch)
            if depth == 2:
                it = (lambda g: (yield from g))(it)
            attempt(next, it)
            attempt(it.throw, *args)
            attempt(next, it)
            print(it.gi_frame is None)
