# A coroutine that dies before it began is warned of, at the latest when garbage is collected.
import gc, warnings
async def plain(): pass
class C:
    async def method(self): pass
def drop():
    plain()
    C().method()
    [plain() for _ in range(3)]
    begun = plain()
    try: begun.send(None)
    except StopIteration: pass
    plain().close()
def deep(n): return deep(n - 1) if n else drop()
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    deep(20)
    deep(0)
    gc.collect()
    print(sorted({(x.category.__name__, str(x.message)) for x in w}))
