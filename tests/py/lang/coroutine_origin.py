# Where a coroutine was made; the warning of one that never ran tells it.
import sys
import warnings


async def work():
    pass


def make():
    return work()


def places(c):
    return c.cr_origin and [(line, name) for file, line, name in c.cr_origin]


print(sys.get_coroutine_origin_tracking_depth())
for depth in (0, 1, 2, 50):
    sys.set_coroutine_origin_tracking_depth(depth)
    c = make()
    print(sys.get_coroutine_origin_tracking_depth(), places(c))
    c.close()
for bad in (-1, 'x', 1.5):
    try:
        sys.set_coroutine_origin_tracking_depth(bad)
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
print(sys.get_coroutine_origin_tracking_depth())


def lost():
    with warnings.catch_warnings(record=True) as got:
        warnings.simplefilter('always')
        c = make()
        c.cr_frame.clear()
        c.close()
    return [str(w.message).replace(__file__, 'FILE') for w in got]


for depth in (0, 1, 3):
    sys.set_coroutine_origin_tracking_depth(depth=depth)
    print(*lost(), sep='\n')

sys.set_coroutine_origin_tracking_depth(0)
c = make()
print(c.cr_origin)
with warnings.catch_warnings(record=True) as got:
    warnings.simplefilter('always')
    c.cr_frame.clear()
    c.close()
    print(len(got), got[0].category.__name__, c.cr_frame)


def gen():
    try:
        yield 1
    finally:
        print('closed')


for begun in (False, True):
    g = gen()
    if begun:
        next(g)
    g.gi_frame.clear()
    print(list(g))
try:
    c.cr_origin = 1
except AttributeError:
    print('read-only')
