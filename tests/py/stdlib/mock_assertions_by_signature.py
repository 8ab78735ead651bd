# What an assertion says of calls that the spec does not allow, of those left over, and of awaits.
import asyncio
from unittest.mock import AsyncMock, Mock, call


def spec(a, b=2):
    pass


async def aspec(a, b=2):
    pass


def tried(assertion, *args, **kwargs):
    try:
        assertion(*args, **kwargs)
        print('fine')
    except AssertionError as e:
        print(e, '| because of', repr(e.__cause__))


m = Mock(spec)
tried(m.assert_called_with, 1)
m(1)
m(b=3, a=1)
tried(m.assert_called_with, 1, 3)
tried(m.assert_called_with, 1, 2, 3)
tried(m.assert_any_call, 1, c=3)
tried(m.assert_has_calls, [call(1, 2, 3)])
plain = Mock(name='plain')
plain(1)
plain.part(2)
tried(plain.assert_has_calls, [call.part(2), call(1), call(1)], any_order=True)
tried(plain.assert_has_calls, [call(4), call(1)], any_order=True)
tried(plain.assert_has_calls, [call(1), call.part(2)])


async def awaited():
    a = AsyncMock(aspec)
    tried(a.assert_awaited_with, 1)
    await a(1)
    tried(a.assert_awaited_with, a=1)
    tried(a.assert_any_await, 1, 2, 3)
    tried(a.assert_has_awaits, [call(1), call(2)], any_order=True)
    tried(a.assert_has_awaits, [call(2)])

asyncio.run(awaited())
