# A skipped function keeps its attributes; what has no name of its own can be skipped as well.
import functools
import unittest


def slow():
    """Takes long."""


slow.tags = ['slow']
skipped = unittest.skip('not now')(slow)
print(skipped.__name__, skipped.__doc__, skipped.tags is slow.tags, skipped.__wrapped__ is slow, skipped.__unittest_skip_why__)
print(hasattr(slow, '__unittest_skip__'))

partial = unittest.skip('later')(functools.partial(print, 'never'))
try:
    partial()
except unittest.SkipTest as e:
    print('skipped:', e)
again = unittest.skip('first')(unittest.skip('second')(slow))
print(again.__unittest_skip_why__, again.__wrapped__.__unittest_skip_why__)


@unittest.skip
def bare():
    pass


print(bare.__name__, repr(bare.__unittest_skip_why__))
