# unittest.TestSuite: tests run one behind the other, with the fixtures of classes and modules.
import sys
from unittest import case
from unittest.util import strclass

__unittest = True


class BaseTestSuite(object):
    """Tests that are run one after the other."""
    _cleanup = True

    def __init__(self, tests=()):
        self._tests, self._removed_tests = [], 0
        self.addTests(tests)

    def __repr__(self):
        return '<%s tests=%s>' % (strclass(self.__class__), list(self))

    def __eq__(self, other):
        return [*self] == [*other] if isinstance(other, self.__class__) else NotImplemented

    def __iter__(self):
        return iter(self._tests)

    def countTestCases(self):
        return self._removed_tests + sum([test.countTestCases() for test in self if test])

    def addTest(self, test):
        """Adds a test or a suite."""
        if isinstance(test, type) and issubclass(test, (TestSuite, case.TestCase)):
            raise TypeError('TestCases and TestSuites must be instantiated before passing them '
                            'to addTest()')
        if callable(test):
            self._tests.append(test)
        else:
            raise TypeError(f'{test!r} is not callable')

    def addTests(self, tests):
        if not isinstance(tests, str):
            for test in tests:
                self.addTest(test)
            return
        raise TypeError('tests must be an iterable of tests, not a string')

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def run(self, result):
        for index, test in enumerate(self):
            if not result.shouldStop:
                test(result)
                self._forget(index)
        return result

    def _forget(self, index):
        if self._cleanup:
            self._removeTestAtIndex(index)

    def _removeTestAtIndex(self, index):
        try:
            test, self._tests[index] = self._tests[index], None
        except TypeError:   # a suite that keeps them otherwise
            return
        self._removed_tests += getattr(test, 'countTestCases', int)()

    def debug(self):
        """Runs the tests and lets their exceptions out."""
        for test in self:
            test.debug()


def _captured(fixture):
    """What a fixture prints is buffered with the tests' output, where the result does that."""
    def inner(self, *args):
        result = args[-1]
        getattr(result, '_setupStdout', _nothing)()
        try:
            return fixture(self, *args)
        finally:
            getattr(result, '_restoreStdout', _nothing)()
    return inner


def _nothing():
    pass


class TestSuite(BaseTestSuite):
    """Tests whose classes and modules are set up before their first and torn down behind their
    last test."""

    def run(self, result, debug=False):
        if getattr(result, '_testRunEntered', False):
            self._run_each(result, debug)
        else:   # the outermost suite: behind it the last class and module end
            result._testRunEntered = True
            self._run_each(result, debug)
            self._leave_class(None, result)
            self._leave_module(result)
            result._testRunEntered = False
        return result

    def _run_each(self, result, debug):
        for index, test in enumerate(self):
            if result.shouldStop:
                return
            inner = hasattr(test, '__iter__') and not isinstance(test, case.TestCase)
            if inner or self._enter(test, result):
                test.debug() if debug else test(result)
                self._forget(index)

    def debug(self):
        """Runs the tests, fixtures too, and lets their exceptions out."""
        from unittest.result import TestResult
        self.run(TestResult(), True)

    def _enter(self, test, result):
        """Sets up what test is the first of; False: it cannot run"""
        cls = type(test)
        if cls is not result._previousTestClass:
            self._leave_class(cls, result)
            self._enter_module(cls, result)
            self._enter_class(cls, result)
        result._previousTestClass = cls
        return not (getattr(cls, '_classSetupFailed', False) or result._moduleSetUpFailed)

    def _call(self, result, function, method, where):
        """Calls a fixture; what it raises is an error of the class or module."""
        try:
            function()
            return True
        except Exception as e:
            self._record(result, e, method, where)
            return False

    def _record(self, result, e, method, where, info=None):
        test = _ErrorHolder(f'{method} ({where})')
        if isinstance(e, case.SkipTest):
            result.addSkip(test, str(e))
        else:
            result.addError(test, info or (type(e), e, e.__traceback__))

    @_captured
    def _enter_class(self, cls, result):
        if result._moduleSetUpFailed or getattr(cls, '__unittest_skip__', False):
            return
        try:
            cls._classSetupFailed = False
        except TypeError:   # a function in a suite
            pass
        setup = getattr(cls, 'setUpClass', None)
        if setup is not None and not self._call(result, setup, 'setUpClass', strclass(cls)):
            cls._classSetupFailed = True
            self._clean_class(cls, result, 'setUpClass')

    def _clean_class(self, cls, result, method):
        if hasattr(cls, 'doClassCleanups'):
            cls.doClassCleanups()
            for info in cls.tearDown_exceptions:
                self._record(result, info[1], method, strclass(cls), info)

    @_captured
    def _leave_class(self, cls, result):
        previous = result._previousTestClass
        if previous is None or cls is previous or result._moduleSetUpFailed or \
                getattr(previous, '_classSetupFailed', False) or \
                getattr(previous, '__unittest_skip__', False):
            return
        teardown = getattr(previous, 'tearDownClass', None)
        if teardown is not None:
            self._call(result, teardown, 'tearDownClass', strclass(previous))
        self._clean_class(previous, result, 'tearDownClass')

    def _enter_module(self, cls, result):
        previous = getattr(result._previousTestClass, '__module__', None)
        if cls.__module__ == previous:
            return
        self._leave_module(result)
        result._moduleSetUpFailed = False
        self._set_up_module(cls, result)

    @_captured
    def _set_up_module(self, cls, result):
        setup = getattr(sys.modules.get(cls.__module__), 'setUpModule', None)
        if setup is not None and not self._call(result, setup, 'setUpModule', cls.__module__):
            result._moduleSetUpFailed = True
            self._call(result, case.doModuleCleanups, 'setUpModule', cls.__module__)

    @_captured
    def _leave_module(self, result):
        name = getattr(result._previousTestClass, '__module__', None)
        if name is None or result._moduleSetUpFailed or name not in sys.modules:
            return
        teardown = getattr(sys.modules[name], 'tearDownModule', None)
        if teardown is not None:
            self._call(result, teardown, 'tearDownModule', name)
        self._call(result, case.doModuleCleanups, 'tearDownModule', name)


class _ErrorHolder(object):
    """Stands in the result for a test when a fixture of a class or module failed."""
    failureException = None

    def __init__(self, description):
        self.description = description

    def __str__(self):
        return self.description

    def __repr__(self):
        return f'<ErrorHolder description={self.description!r}>'

    def __call__(self, result):
        pass

    run = __call__
    id = __str__

    def countTestCases(self):
        return 0

    def shortDescription(self):
        return None
