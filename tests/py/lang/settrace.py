# sys.settrace: calls, lines, returns and exceptions, and who is told of them.
import sys

events, kept = [], []


def trace(frame, event, arg):
    code = frame.f_code
    if event == 'exception':
        arg = arg[0].__name__, str(arg[1]), arg[2].tb_lineno - code.co_firstlineno
    elif event == 'return' and not isinstance(arg, (int, str, tuple, list)):
        arg = type(arg).__name__
    events.append((event, code.co_name, frame.f_lineno - code.co_firstlineno, arg))
    return trace


def run(f, *args):
    events.clear()
    sys.settrace(trace)
    try:
        value = f(*args)
    except Exception as e:
        value = repr(e)
    finally:
        sys.settrace(None)
    print(f.__name__, value)
    for event in events:
        if event[1] not in ('run', 'settrace'):
            print('   ', *event)


def simple(x):
    y = x + 1
    if y > 5:
        z = 'big'
    elif y:
        z = 'small'
    else:
        pass
    return z


def loops(n):
    total = 0
    for i in range(n):
        total += i
    while n:
        n -= 1
    return total


def no_return(x):
    if x:
        x = 1
    else:
        x = 2


def calls():
    a = simple(1)
    return [simple(9), a,
            len('x')]


def fails():
    try:
        1 / 0
    except ZeroDivisionError as e:
        x = 1
    finally:
        x = 2
    raise KeyError('k')


def deep():
    fails()


def gen(n):
    for i in range(n):
        yield i
    return 'end'


def generators():
    g = gen(2)
    kept.append(g)  # or else it ends, which is told too
    next(g)
    x = 1
    return next(g)


def matches(command):
    match command.split():
        case ["go", direction] if direction in "nesw":
            return f"go {direction}"
        case ["go", _]:
            return "no go"
        case _:
            return "default"


def matches_none(command):
    match command.split():
        case ["go", _]:
            return "no go"


def silent(x):
    pass
    while True:
        if x:
            pass
        else:
            pass
        try:
            pass
        finally:
            x -= 1
        if x < 0:
            break
        if False:
            x = 1
    if 1:
        pass


def unreachable(command):
    match command:
        case 1:
            if False:
                return 1
        case _:
            if False:
                return 0


def with_block():
    class C:
        x = 1

        def __enter__(self):
            return self

        def __exit__(self, *args):
            return True
    with C() as c:
        raise ValueError(1)
    return c.x


def nested():
    def inner(a):
        return a * 2
    return sum(map(inner, [1, 2])), (lambda q: q)(3)


def keywords(*args, **kw):
    return args, kw


def many_calls():
    keywords(1, a=2)
    keywords(*[1], **{'b': 2})
    return sorted([2, 1], key=lambda x: x)


def comp():
    return [x for x in (1, 2)], {x: 1 for x in (3,)}


for f, *args in [(simple, 1), (simple, 9), (loops, 2), (no_return, 0), (no_return, 1), (calls,), (fails,), (deep,),
                 (generators,), (matches, 'go n'), (matches, 'go x'), (matches, 'spam'), (matches_none, 'spam'),
                 (with_block,), (silent, 1), (unreachable, 1), (unreachable, 0), (nested,), (many_calls,), (comp,)]:
    run(f, *args)

print(sys.gettrace())


def only_calls(frame, event, arg):
    events.append((event, frame.f_code.co_name))


trace = only_calls
run(lambda: simple(1))
print([e for e in events if e[1] in ('simple', '<lambda>')])
events.clear()
sys.settrace(only_calls)
print(sys.gettrace() is only_calls)
simple(1)
sys.settrace(None)
print(events)


def broken(frame, event, arg):
    if frame.f_code.co_name == 'simple':
        raise RuntimeError(event)


sys.settrace(broken)
try:
    simple(1)
except RuntimeError as e:
    print('raised', e, sys.gettrace())
sys.settrace(None)


def other(frame, event, arg):
    seen.append((event, frame.f_lineno - frame.f_code.co_firstlineno))
    return None


def first(frame, event, arg):
    frame.f_trace_lines = frame.f_code.co_name != 'loops'
    return other


for f in (simple, loops):
    seen = []
    sys.settrace(first)
    f(1)
    sys.settrace(None)
    print(seen)


def here():
    seen.clear()
    frame = sys._getframe()
    sys.settrace(lambda *a: None)
    frame.f_trace = other
    x = len('a')
    y = 2
    print(frame.f_trace is other)
    del frame.f_trace
    z = 3
    sys.settrace(None)
    print(seen, frame.f_trace)


here()


def stops_itself():
    a = 1
    b = 2
    return a + b


def stopper(frame, event, arg):
    seen.append((event, frame.f_lineno - frame.f_code.co_firstlineno))
    if event == 'line' and len(seen) > 2:
        sys.settrace(None)
    return stopper


seen.clear()
sys.settrace(stopper)
stops_itself()
simple(1)
print(seen, sys.gettrace())

for i in range(300):
    sys.settrace(only_calls)
    simple(1)
    sys.settrace(None)
    simple(2)
print('ok')
try:
    sys._getframe().f_trace_lines = 1
except TypeError as e:
    print(e)
