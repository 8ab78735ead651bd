# Mocks by the signatures of what they stand for: calls of children, methods of patched classes,
# coroutine functions; what has been mocked already.
import asyncio, types
from unittest.mock import *
from unittest.mock import InvalidSpecError


class Something:
    def __init__(self): pass
    def meth(self, a, b, c, d=None): pass

    class Foo:
        def __init__(self, a): pass
        def meth1(self, a, b): pass


made = create_autospec(Something)
for m in made, made():
    m.meth(1, 2, 3, d=1)
    m.assert_has_calls([call.meth(1, 2, 3, d=1)])
    m.assert_has_calls([call.meth(1, 2, 3, 1)])
made.reset_mock()
for m in made, made():
    try:
        m.assert_has_calls([call.Foo()])
        print('not raised')
    except AssertionError as e:
        print(e)
    m.Foo(1).meth1(1, 2)
    m.assert_has_calls([call.Foo(1), call.Foo(1).meth1(1, 2)])
    m.Foo.assert_has_calls([call(1), call().meth1(1, 2)])
made.reset_mock()
for c in call.meth(1), call.non_existent(1), call.Foo().non_existent(1), call.Foo().meth(1, 2, 3, 4):
    try:
        made.assert_has_calls([c])
        print('not raised')
    except AssertionError as e:
        print(e)

with patch.object(Something, 'meth', autospec=True) as meth:
    o = Something()
    o.meth(1, 2, 3, d=4)
    print(meth.call_args == call(o, 1, 2, 3, d=4), Something.meth is meth)
    o.meth.assert_called_once_with(o, 1, b=2, c=3, d=4)
    try:
        o.meth(1)
    except TypeError as e:
        print(e)
    manager = Mock()
    manager.attach_mock(meth, 'attached')
    o.meth(5, 6, 7)
    print(manager.mock_calls == [call.attached(o, 5, 6, 7)])

for how in {'autospec': True}, {'spec': True}, {'spec_set': True}:
    with patch.object(Something, 'Foo'):
        try:
            with patch.object(Something, 'Foo', **how): pass
        except InvalidSpecError as e:
            print(str(e).split('[')[0])
target = Mock()
try:
    with patch.object(target, 'a', autospec=Something): pass
except InvalidSpecError as e:
    print(str(e).split('[')[0])


async def work(a): return a


for kind in Mock, MagicMock, AsyncMock:
    m = kind(work)
    m.return_value = 5
    print(isinstance(m, kind), isinstance(m, AsyncMock), asyncio.run(m(1)), m.await_count)

m = AsyncMock(name='tester')
print(int(m), float(m), len(m), list(m), m.__len__ is m.__len__, isinstance(m.__enter__, AsyncMock), isinstance(m.__aenter__, AsyncMock))
m.__aiter__.return_value = [1, 2, 3]


async def items(): return [i async for i in m]


print(asyncio.run(items()))
