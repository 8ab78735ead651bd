# An exception that the caller is handling, thrown into a generator: what is handled inside, after
# its handler and after a yield, and what the caller handles afterwards.
import sys


def gen():
    try:
        try:
            print('at first', repr(sys.exception()))
            yield 1
        except ValueError:
            print('caught', repr(sys.exception()))
            raise TypeError('second')
    except Exception as e:
        print('then', repr(sys.exception()), repr(e.__context__))
    print('left', repr(sys.exception()))
    yield 2
    print('later', repr(sys.exception()))
    yield 3


g = gen()
next(g)
try:
    raise ValueError('first')
except Exception as e:
    print(g.throw(e))
    print('here', repr(sys.exception()))
print(next(g))
print(repr(sys.exception()))


def keeps():
    try:
        yield 1
    except ValueError:
        yield repr(sys.exception())
        yield repr(sys.exception())
        try:
            raise KeyError('inner')
        except KeyError:
            yield repr(sys.exception())
        yield repr(sys.exception())
        try:
            raise
        except ValueError as e:
            yield 'again ' + repr(e)
    yield repr(sys.exception())


g = keeps()
next(g)
try:
    raise ValueError('kept')
except ValueError as e:
    print(g.throw(e))
print(next(g), next(g), sep='\n')
try:
    raise OSError('other')
except OSError:
    print(next(g), next(g), sep='\n')
    print(repr(sys.exception()))
    print(next(g))
print(repr(sys.exception()))


def delegates():
    try:
        yield from keeps()
    except ValueError as e:
        yield 'out ' + repr(e), repr(sys.exception())
    yield repr(sys.exception())


g = delegates()
next(g)
try:
    raise ValueError('far')
except ValueError as e:
    print(g.throw(e))
    print(next(g))
try:
    raise ValueError('further')
except ValueError as e:
    print(g.throw(e))
    print(next(g))


def in_with():
    class Ignores:
        def __enter__(self):
            return self

        def __exit__(self, *what):
            print('exit', repr(what[1]), repr(sys.exception()))
            return True

    with Ignores():
        yield 1
    yield repr(sys.exception())
    try:
        yield 3
    except* ValueError as group:
        yield repr(sys.exception()), repr(group)
    yield repr(sys.exception())


g = in_with()
next(g)
try:
    raise ValueError('with')
except ValueError as e:
    print(g.throw(e))
    next(g)
    print(g.throw(e))
    print(next(g))
