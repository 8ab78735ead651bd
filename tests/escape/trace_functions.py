# A trace function runs between any two instructions: whatever it does there, the program goes on or fails cleanly.
import gc
import sys


def work(n):
    total = [0]
    try:
        for i in range(n):
            total.append(i * 2.5)
            if i == 2:
                raise ValueError(i)
    except ValueError as e:
        total.append(str(e))
    finally:
        total.append(sum(x for x in (1, 2)))
    with Block():
        total.append({k: v for k, v in zip('ab', 'cd')})
    return total, sorted([3, 1, 2], key=lambda x: -x), *gen(2)


class Block:
    def __enter__(self):
        return self

    def __exit__(self, *args):
        return False


def gen(n):
    got = 0
    while got is not None and n:
        n -= 1
        got = yield n
        got = 1


def again(frame, event, arg):
    return again


def collects(frame, event, arg):
    gc.collect()
    return collects


def recurses(frame, event, arg):
    work(1)
    return recurses


def toggles(frame, event, arg):
    sys.settrace(None)
    sys.settrace(toggles)
    return toggles


def other(frame, event, arg):
    sys.settrace(again)
    frame.f_trace = again
    frame.f_trace_lines = not frame.f_trace_lines
    return other


def looks(frame, event, arg):
    while frame:
        frame.f_locals, frame.f_lineno, frame.f_lasti, repr(frame)
        frame = frame.f_back
    return looks


def clears(frame, event, arg):
    try:
        frame.clear()
    except RuntimeError:
        pass
    return clears


def exits(frame, event, arg):
    if event == 'line':
        raise SystemExit(event)
    return exits


def wrong(frame, event, arg):
    return 3


def throws(frame, event, arg):
    if event in ('return', 'exception'):
        raise KeyError(event)
    return throws


def deep(frame, event, arg):
    def down(n):
        return n and 1 + down(n - 1)
    try:
        down(10 ** 6)
    except RecursionError:
        pass
    return deep


kept = []


def steps(frame, event, arg):
    g = gen(3)
    kept.append(g)
    for g in kept[-3:]:
        try:
            next(g)
        except StopIteration:
            pass
    return steps


for function in (again, collects, recurses, toggles, other, looks, clears, exits, wrong, throws, deep, steps):
    result = []
    for attempt in range(2):
        sys.settrace(function)
        try:
            value = work(4)
        except BaseException as e:
            value = type(e).__name__, str(e)
        sys.settrace(None)
        result.append(value)
    print(function.__name__, *result, sys.gettrace())


def rewrites(frame, event, arg):
    exec('def work(n): return n', globals())
    sys.modules.pop('gc', None)
    return rewrites


sys.settrace(rewrites)
print(work(4))
sys.settrace(None)
print(work(4))
g = gen(2)
sys.settrace(again)
print(next(g), g.send(3), [*g], *map(lambda x: x, gen(2)), sum(gen(3)), max(gen(3), key=lambda x: -x))
for i in range(2000):
    sys.settrace(None)
    len('')
    sys.settrace(again)
    (lambda: 0)()
sys.settrace(None)
print('ok')
