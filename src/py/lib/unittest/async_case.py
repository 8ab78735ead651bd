# unittest.IsolatedAsyncioTestCase: a test case whose methods may be coroutines.
from unittest.case import TestCase

__unittest = True


class IsolatedAsyncioTestCase(TestCase):
    """Runs the test and its fixtures in an event loop of its own."""
    loop_factory = None

    def __init__(self, methodName='runTest'):
        import contextvars
        super().__init__(methodName)
        self._runner = None
        self._context = contextvars.copy_context()  # what a fixture sets, the test sees

    async def asyncSetUp(self):
        pass

    async def asyncTearDown(self):
        pass

    def addAsyncCleanup(self, func, /, *args, **kwargs):
        """Like addCleanup, for a coroutine function."""
        self.addCleanup(func, *args, **kwargs)

    async def enterAsyncContext(self, cm):
        """Enters an asynchronous context manager; its exit is a cleanup."""
        protocol = [getattr(type(cm), name, None) for name in ('__aenter__', '__aexit__')]
        if None in protocol:
            raise TypeError("'%s.%s' object does not support the asynchronous context manager "
                            'protocol' % (type(cm).__module__, type(cm).__qualname__))
        value = await protocol[0](cm)
        self.addAsyncCleanup(protocol[1], cm, None, None, None)
        return value

    def _await(self, function, *args, **kwargs):
        from inspect import iscoroutinefunction
        context = self._context
        if not iscoroutinefunction(function):
            return context.run(function, *args, **kwargs)
        return self._runner.run(function(*args, **kwargs), context=context)

    def _callSetUp(self):
        self._runner.get_loop()
        self._await(self.setUp)
        self._await(self.asyncSetUp)

    def _callTestMethod(self, method):
        if self._await(method) is not None:
            import warnings
            warnings.warn('It is deprecated to return a value that is not None from a '
                          f'test case ({method})', DeprecationWarning, stacklevel=4)

    def _callTearDown(self):
        self._await(self.asyncTearDown)
        self._await(self.tearDown)

    def _callCleanup(self, function, /, *args, **kwargs):
        self._await(function, *args, **kwargs)

    def _setupAsyncioRunner(self):
        import asyncio
        self._runner = asyncio.Runner(debug=True, loop_factory=self.loop_factory)

    def _tearDownAsyncioRunner(self):
        self._runner.close()

    def run(self, result=None):
        from contextlib import ExitStack
        with ExitStack() as afterwards:
            self._setupAsyncioRunner()
            afterwards.callback(self._tearDownAsyncioRunner)
            return super().run(result)

    def debug(self):
        self._setupAsyncioRunner()
        super().debug()     # after a failure its cleanups still need the loop
        self._tearDownAsyncioRunner()
