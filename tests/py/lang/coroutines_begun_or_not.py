# Who warns of coroutines that never began counts those that did, whichever way.
import gc
import sys
import warnings


async def one():
    return 1


def below(call, depth=30):
    """Calls far below, through C."""
    return next(map(below, [call], [depth - 1])) if depth else call()


def warned(make):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        below(make)
        below(lambda: None)  # nothing that was left below is in the way of the collector
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
