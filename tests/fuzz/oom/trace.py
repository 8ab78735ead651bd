# sys.settrace in every form: calls, lines, returns, exceptions, opcodes; changed within itself, raising, removed.
import sys, asyncio, threading
seen = []
def local(frame, event, arg):
    seen.append((frame.f_code.co_name, event, frame.f_lineno))
    if event == 'exception':
        str(arg[1])
    if len(seen) > 400:
        seen.clear()
    return local
def gen(n):
    for i in range(n):
        try:
            got = yield i
        except KeyError as e:
            yield str(e)
def fails(n):
    try:
        if n:
            fails(n - 1)
        raise ValueError(n)
    finally:
        n = [n] * 3
class C:
    def __init__(self): self.x = {k: k for k in 'abc'}
    def __repr__(self): return 'C' + repr(self.x)
    @property
    def p(self): return sorted(self.x)
def use():
    c = C()
    g = gen(3)
    out = [next(g), next(g), g.throw(KeyError('k')), c.p, repr(c)]
    try:
        fails(3)
    except ValueError as e:
        out.append(e.args)
    with open_ctx() as v:
        out.append(v)
    out.append([x * y for x in range(3) for y in (1, 2) if x])
    match out:
        case [a, *rest]:
            out.append(len(rest))
    return out
class open_ctx:
    def __enter__(self): return 'in'
    def __exit__(self, *a): return False
def raising(frame, event, arg):
    if event == 'line' and frame.f_code.co_name == 'victim' and frame.f_locals.get('k', 0) == 2:
        raise RuntimeError('from trace')
    return raising
def victim():
    k = 0
    while k < 5:
        k += 1
    return k
def switching(frame, event, arg):
    sys.settrace(local)
    return None
def opcodes(frame, event, arg):
    frame.f_trace_opcodes = True
    seen.append(event)
    return opcodes
async def co(n):
    await asyncio.sleep(0)
    if n: return await co(n - 1)
    return [i async for i in agen()]
async def agen():
    for i in range(2):
        yield i
def go(f, t):
    sys.settrace(t)
    try:
        return f()
    except Exception as e:
        return type(e).__name__
    finally:
        sys.settrace(None)
print(go(use, local)[:2], go(victim, raising), go(use, switching)[:1], go(victim, opcodes), go(lambda: asyncio.run(co(2)), local))
def jump(frame, event, arg):
    if event == 'line' and frame.f_lineno == frame.f_code.co_firstlineno + 3:
        try: frame.f_lineno = frame.f_code.co_firstlineno + 1
        except Exception as e: seen.append(str(e))
        sys.settrace(None)
    return jump
print(go(victim, jump), sys.gettrace())
f = sys._getframe()
f.f_trace = local
del f.f_trace
