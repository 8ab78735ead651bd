# contextlib: with statements on generator functions, ExitStack, suppress, nullcontext, closing.
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress

log = []


@contextmanager
def entered(name, *, swallow=False):
    log.append(name)
    try:
        yield name
    except KeyError:
        if not swallow:
            raise
    finally:
        log.pop()


@contextmanager
def plain(x):
    yield x + 1


class Thing:
    def close(self):
        pass


n = 0
for i in range(25000):
    with plain(i) as x:
        n += x
    with entered('a') as name, nullcontext(i):
        n += len(name)
for i in range(6000):
    with entered('b', swallow=True):
        raise KeyError(i)
    with suppress(ValueError, KeyError):
        {}[i]
    with ExitStack() as stack:
        for k in range(3):
            n += stack.enter_context(plain(k))
        stack.callback(log.append, i)
        stack.enter_context(closing(Thing()))
print(n, len(log))
