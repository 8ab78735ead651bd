# Who warns of coroutines that never began counts those that did, whichever way.
import gc
import sys
import warnings


async def one():
    return 1


def warned(make):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        make()
        gc.collect()
    return [str(w.message) for w in seen]


def awaited():
    try:
        one().send(None)
    except StopIteration as stop:
        return stop.value


def closed():
    one().close()


def thrown_into():
    for error in (ValueError, StopIteration):
        try:
            one().throw(error)
        except (ValueError, StopIteration, RuntimeError) as e:
            pass


def left():
    one()


def many():
    for _ in range(2000):
        awaited()
    left()
    for _ in range(2000):
        awaited()


for make in (awaited, closed, thrown_into, left, many, awaited, left):
    print(make.__name__, warned(make))
