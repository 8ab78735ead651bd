# Specs of functions, magic methods of subclasses, typing errors in patches, coroutines wrapped and decorated.
import asyncio, inspect
from unittest.mock import AsyncMock, MagicMock, Mock, call, create_autospec, patch
class Foo(MagicMock): pass
foo = Foo()
print(isinstance(foo.__int__, Foo), type(foo.__aenter__).__name__)
m = MagicMock()
type(m).__str__.return_value = 'shown'
print(str(m))
m = Mock()
m.__iter__ = lambda self: iter([])
print('__iter__' in dir(m), '__len__' in dir(m))
def f(a, b): pass
f.g = f
spec = create_autospec(f)
spec.g(3, 4)
for bad in (lambda: spec.g(), lambda: spec(1)):
    try: bad()
    except TypeError as e: print(e)
print(spec.g.mock_calls, create_autospec(lambda: 1).__name__, spec.__name__)
rv = Mock()
spec = create_autospec(f, return_value=rv)
spec(1, 2)(3)
print(spec.mock_calls, rv.mock_calls)
class A:
    class B:
        def a(self): pass
    def h(self): pass
spec = create_autospec(A)
spec.B().a()
spec().B().a()
print(spec.mock_calls)
for target in ((A, 'h'),):
    for word in ('autospect', 'auto_spec', 'set_spec'):
        try: patch.object(*target, **{word: True})
        except RuntimeError as e: print('RuntimeError')
d = {'a': 1}
@patch.dict(d, {'a': 2})
async def changed(): return d['a']
print(inspect.iscoroutinefunction(changed), asyncio.run(changed()), d)
async def inner(x): return x * 2
w = AsyncMock(wraps=inner)
print(asyncio.run(w(21)), w.await_args)
class S(str): fish = 'tasty'
s = S()
with patch.multiple(s, fish='gone'): print(s.fish)
print(s.fish)
