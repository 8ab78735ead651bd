# Mocks made after a spec take calls as it does; calls compare by name; AsyncMock is a coroutine function.
import asyncio
import inspect
from unittest.mock import ANY, AsyncMock, MagicMock, call, create_autospec, patch


class Shop:
    limit = 3

    def __init__(self, name, size=1):
        self.name = name

    def sell(self, what, price):
        return 1

    @classmethod
    def made(cls, name):
        return cls(name)

    @staticmethod
    def tax(price):
        return price

    async def order(self, what):
        return what


def attempt(f, *args, **kwargs):
    try:
        result = f(*args, **kwargs)
        print(type(result).__name__)
    except Exception as e:
        print(type(e).__name__, e)


shop = create_autospec(Shop)
attempt(shop, 'a')
attempt(shop)
attempt(shop.sell, 'apple', 2)
attempt(shop.sell, 'apple')
attempt(shop('b').sell, 'pear', price=3)
attempt(shop('b').sell)
attempt(shop.made, 'c')
attempt(shop.made)
attempt(shop.tax)
attempt(lambda: shop.limit)
attempt(lambda: shop.limit.nothing)
attempt(lambda: shop.nothing)
shop.sell.assert_called_with('apple', price=2)
print(isinstance(shop.order, AsyncMock), inspect.iscoroutinefunction(shop.order))


def plain(a, /, b, *, c=1):
    return a


mocked = create_autospec(plain, return_value=5)
print(mocked(1, b=2), mocked.__name__, inspect.signature(mocked), mocked.mock_calls)
attempt(mocked, 1)
attempt(mocked.assert_called_with, 1, 3)
attempt(create_autospec, plain, auto_spec=True)

print([call.a(1) == call.b(1), call.a(1) == call(1), call(1) == call.a(1), call.a(1) == ((1,),), call.a(ANY) == call.a(9)])
print(call.a.b, call().a, call(1).a(2), call.a(x=1).call_list(), call().__getitem__('k'))

print(inspect.iscoroutinefunction(AsyncMock()), asyncio.iscoroutinefunction(MagicMock().__aenter__),
      asyncio.iscoroutinefunction(MagicMock()))


async def awaits():
    m = AsyncMock(side_effect=[1, KeyError('k')])
    print(await m(1), m.await_count)
    try:
        await m(2)
    except KeyError as e:
        print('raised', e)
    m.assert_has_awaits([call(1), call(2)])
    try:
        m.assert_has_awaits([call(3)])
    except AssertionError as e:
        print(e)
    async with MagicMock() as inside:
        print(type(inside).__name__)


asyncio.run(awaits())

m = MagicMock(**{'__str__.return_value': 'shown', 'a.b.return_value': 4})
print(str(m), m.a.b(), m == m, m != m, m == MagicMock(), 1 + MagicMock() is not None)
attempt(setattr, m, '__getattr__', 1)
attempt(lambda: m.called_with)
attempt(patch.object(Shop, 'sell', autospec=True, new=3).start)
attempt(patch.object(Shop, 'sell', spec=True, autospec=True).start)


@patch.multiple(Shop, sell=3, limit=4)
class Cases:
    def test_it(self):
        return Shop.sell, Shop.limit


print(Cases().test_it(), Shop.limit)
try:
    with patch.multiple(Shop, limit=5, nowhere=6):
        pass
except AttributeError as e:
    print(str(e).partition('>')[2], Shop.limit)
