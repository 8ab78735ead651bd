# Frame objects that a program has asked for: what they tell while a call runs and when it has ended.
import inspect, sys, traceback, types


def ends(a, b=2):
    c = a + b
    frame = sys._getframe()
    seen = locals()
    a = 'changed'
    del b
    return frame, seen


frame, seen = ends(1)
print(sorted(seen), seen['a'])
print({k: v for k, v in frame.f_locals.items() if k not in ('frame', 'seen')}, frame.f_lineno)
print(frame.f_locals is frame.f_locals, frame.f_code.co_name, frame.f_globals is globals())
print(inspect.getargvalues(frame).args, frame.f_back.f_code.co_name)


def copies():
    x = 1
    out = locals()
    y = 2
    return out


print(copies())


def fails(n):
    here = inspect.currentframe()
    m = n * 2
    raise ValueError(here)


try:
    fails(4)
except ValueError as e:
    frame, tb = e.args[0], e.__traceback__
print(tb.tb_next.tb_frame is frame, tb.tb_frame is tb.tb_frame, frame.f_locals['m'], frame.f_lineno - tb.tb_next.tb_lineno)
print(tb.tb_frame.f_globals is globals(), tb.tb_frame.f_locals is globals(), dir(tb))


def gen():
    try:
        yield names()
        yield 2
    except KeyError:
        yield names()


def outer():
    yield from gen()


def names():
    return [f.name for f in traceback.extract_stack()][1:]


g = outer()
print(next(g), g.throw(KeyError()))


async def a(): return await b()
async def b(): return await c()


@types.coroutine
def c():
    try:
        yield names()
    except ZeroDivisionError:
        yield names()


coro = a()
print(coro.send(None), coro.throw(ZeroDivisionError))

made = types.TracebackType(tb, frame, 1, 7)
print(made.tb_next is tb, made.tb_frame is frame, made.tb_lasti, made.tb_lineno)
for args in (), (1, frame, 1, 2), (None, 5, 1, 2), (None, frame, 'x', 2), (None, frame, 1, 2.5):
    try:
        types.TracebackType(*args)
    except TypeError as e:
        print(e)


def lines():
    x = 1

    return (lines +
            len)


code = lines.__code__
rows = list(code.co_lines())
print(sorted({line - code.co_firstlineno for _, _, line in rows}), rows[0][0], rows[-1][1] == len(code.co_code))
print(all(a[1] == b[0] for a, b in zip(rows, rows[1:])), len(list(code.co_positions())) * 2 == len(code.co_code))
print((4, 5, 11, 13) in [(p[0] - code.co_firstlineno, p[1] - code.co_firstlineno, *p[2:]) for p in code.co_positions()])
print([line for _, _, line in compile('\n' * 256 + 'spam', 'fn', 'exec').co_lines()])
