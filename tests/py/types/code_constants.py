# co_consts: the docstring or None first in functions, then the constants in the order of the code.
import re


def nothing():
    pass


def documented():
    "doc"
    return 5


def falls():
    "doc"
    nothing()


def many(a):
    x = a + 1
    y = [1, 2, 3, 'x', 2.5]
    if a == 300:
        return None
    return (1, 2), x, -5, 10 ** 20, True, ..., 'x', b'y', 1.5, 2j


def inner():
    def g():
        return 1

    class C:
        z = 3
    return (1 for x in y)


async def waits():
    "d"
    await nothing()


def same():
    "x"
    return "x"


def show(consts):
    print(re.sub(' at 0x.*?>', '>', repr(consts)))


for f in (nothing, documented, falls, many, inner, waits, same, lambda: 0, lambda: None, lambda: 'a',
          lambda x: x + 1, lambda x: x in {0}, lambda: False):
    show(f.__code__.co_consts)
    for c in f.__code__.co_consts:
        if hasattr(c, 'co_consts'):
            show(c.co_consts)
for source, mode in [('x = 1\ny = 2\n', 'exec'), ('1 + x', 'eval'), ('"doc"\nx = 1', 'exec'), ('', 'exec'),
                     ("class C:\n 'cd'\n x = 1\n", 'exec')]:
    show(compile(source, 'f', mode).co_consts)
for a, b in [(0, 0.0), (+0.0, -0.0), ((0,), (0.0,)), ('a', b'a'), (('a',), (b'a',)), (1, True), ((1,), (True,))]:
    space = {}
    exec(f'f1, f2 = lambda: {a!r}, lambda: {b!r}', space)
    print(space['f1'].__code__ == space['f2'].__code__, space['f1'].__code__.co_consts,
          space['f2'].__code__.co_consts)
other = (lambda: 2).__code__
code = inner.__code__
g = code.co_consts[1]
changed = code.replace(co_consts=tuple(c.replace(co_name='h') if c is g else c for c in code.co_consts))
print(changed.co_consts[1].co_name, len(changed.co_consts) == len(code.co_consts))
