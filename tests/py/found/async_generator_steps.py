# asend, athrow and aclose driven by hand, state by state, and the iterator behind a coroutine
class E(Exception): pass
class Tick:
    def __await__(self): return (yield 'tick')
async def agen():
    try:
        x = yield 1
        await Tick()
        yield x
    except E as e:
        yield 'caught'
def T(label, f):
    try: print(label, f())
    except BaseException as e: print(label, type(e).__name__, e)

g = agen()
T('frame', lambda: (g.ag_frame is None, g.ag_await, g.ag_running, g.ag_suspended))
T('early send', lambda: g.asend(5).send(None))
T('first', lambda: g.__anext__().send(None))
s = g.asend('x')
T('tick', lambda: s.send(None))
T('busy', lambda: g.__anext__().send(None))
T('busy throw', lambda: g.athrow(E).send(None))
T('busy close', lambda: g.aclose().send(None))
T('go on', lambda: s.send(None))
T('reuse', lambda: s.send(None))
T('throw', lambda: g.athrow(E('e')).send(None))
t = g.athrow(E('f'))
T('non-None', lambda: t.send(1))
T('again', lambda: t.send(None))
T('closed', lambda: g.athrow(E('z')).send(None))
T('closed next', lambda: g.__anext__().send(None))
T('closed asend.throw', lambda: g.asend(1).throw(E))
T('close', lambda: g.aclose().send(None))
T('bad', lambda: agen().athrow(5).send(None))
t = g.aclose()
T('closed step', lambda: (t.close(), t.send(None)))

async def co(): return await Tick()
c = co()
w = c.__await__()
T('wrapper', lambda: (type(w).__name__, iter(w) is w, next(w), c.cr_origin))
T('done', lambda: w.send('v'))
T('again', lambda: w.send(None))
T('throw again', lambda: c.throw(E))
T('close', lambda: w.close())
def gen(): yield
T('unstarted', lambda: gen().throw(StopIteration(5)))
T('third', lambda: gen().throw(ValueError, 1, 2))
class Plain:
    def __iter__(self): return self
    def __next__(self): return 1
def outer():
    print('value', (yield from Plain()))
    yield 'end'
o = outer()
next(o)
T('ends delegation', lambda: o.throw(StopIteration('v')))
