# A failing asynchronous test shows its own frame, fixtures and test share a context, doctest copes
# with objects that have every attribute, and long lists of calls are laid out by pprint.
import asyncio
import contextvars
import doctest
import io
import sys
import unittest
from unittest.mock import MagicMock, call

seen = contextvars.ContextVar('seen', default='nothing')


class Case(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        seen.set('set up')

    async def asyncSetUp(self):
        self.assertEqual(seen.get(), 'set up')
        seen.set('set up asynchronously')
        self.addAsyncCleanup(self.clean)

    async def test_fails(self):
        self.assertEqual(seen.get(), 'set up asynchronously')
        await asyncio.sleep(0)
        self.assertEqual(1, 2)

    async def test_raises(self):
        await self.helper()

    async def helper(self):
        raise KeyError('k')

    def test_plain(self):
        self.assertEqual(3, 4)

    async def clean(self):
        print('cleaned', seen.get())


stream = io.StringIO()
unittest.TextTestRunner(stream=stream).run(unittest.defaultTestLoader.loadTestsFromTestCase(Case))
here = __file__.rpartition('/')[2]
for line in stream.getvalue().splitlines():
    if here in line or 'Error' in line or line.startswith('FAILED'):
        print(line[line.find('line'):] if here in line else line)
print(doctest.testmod(sys.modules['__main__'], report=False))
mock = MagicMock()
for i in range(4):
    mock.method_of_mock(i, key='value')
print(mock.mock_calls, mock.method_calls == [call.method_of_mock(i, key='value') for i in range(4)])
