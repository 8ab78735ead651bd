# throw() of what the caller is handling: the generator handles it as its own
import sys


def keeper():
    try:
        yield "start"
    except ValueError as e:
        print(repr(sys.exception()), e.__context__)
        yield "caught"
        print(repr(sys.exception()))
        yield "still"
        raise


def thrower(it):
    try:
        raise ValueError("v")
    except ValueError as e:
        print(it.throw(e))
        print(repr(sys.exception()))
    print(sys.exception())
    print(next(it))
    try:
        next(it)
    except ValueError as e:
        print(repr(e), e.__context__)
    print(sys.exception())


it = keeper()
print(next(it))
thrower(it)


def outer():
    return (yield from keeper())


it = outer()
print(next(it))
thrower(it)


def raises():
    try:
        yield
    finally:
        raise KeyError("k")


it = raises()
next(it)
try:
    try:
        raise ValueError("v")
    except ValueError as e:
        it.throw(e)
except KeyError as e:
    print(repr(e), repr(e.__context__), repr(e.__context__.__context__))
