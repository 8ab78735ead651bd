# unittest.TestLoader: finds the tests of classes, modules and dotted names.
import sys
from functools import cmp_to_key
from unittest import case, suite, util

__unittest = True


class _FailedTest(case.TestCase):
    """A test that raises what went wrong when it was looked for."""
    _testMethodName = None

    def __init__(self, method_name, exception):
        self._exception = exception
        super().__init__(method_name)

    def __getattr__(self, name):
        if name != self._testMethodName:
            return super().__getattribute__(name)

        def testFailure():
            raise self._exception
        return testFailure


def _is_described(cls):
    """Has it tests of its own?"""
    return cls not in (case.TestCase, case.FunctionTestCase)


class TestLoader(object):
    """Loads tests according to various criteria."""
    testMethodPrefix, testNamePatterns = 'test', None
    sortTestMethodsUsing = staticmethod(util.three_way_cmp)
    suiteClass = suite.TestSuite

    def __init__(self):
        self.errors = []

    def loadTestsFromTestCase(self, testCaseClass):
        """The tests that a class describes, one for each of its methods."""
        if issubclass(testCaseClass, suite.TestSuite):
            raise TypeError('Test cases should not be derived from TestSuite. '
                            'Maybe you meant to derive from TestCase?')
        names = []
        if _is_described(testCaseClass):
            lone = ['runTest'] if hasattr(testCaseClass, 'runTest') else []
            names = self.getTestCaseNames(testCaseClass) or lone
        return self.suiteClass([testCaseClass(name) for name in names])

    def loadTestsFromModule(self, module, *, pattern=None):
        """The tests of a module; its load_tests may have them otherwise."""
        here = [value for value in [getattr(module, name) for name in dir(module)]
                if isinstance(value, type) and issubclass(value, case.TestCase)]
        found = self.suiteClass([self.loadTestsFromTestCase(c) for c in here if _is_described(c)])
        change = getattr(module, 'load_tests', None)
        try:
            return found if change is None else change(self, found, pattern)
        except Exception as e:
            import traceback
            what = 'Failed to call load_tests:\n' + traceback.format_exc()
            return self._failed(module.__name__, e, what)

    def _failed(self, name, exception, message):
        self.errors.append(message)
        return self.suiteClass([_FailedTest(name, exception)])

    def loadTestsFromName(self, name, module=None):
        """Return a suite of the tests a dotted name stands for."""
        parts = name.split('.')
        if module is None:
            obj, rest, problem = None, parts[:], None
            while parts and obj is None:
                try:
                    sys._import('.'.join(parts))
                    obj = sys.modules['.'.join(parts)]
                except ImportError as e:
                    failed = parts.pop()
                    import traceback
                    problem = self._failed(failed, ImportError(
                        f'Failed to import test module: {failed}\n{traceback.format_exc()}'),
                        f'Failed to import test module: {failed}\n{e}')
            if obj is None:
                return problem
            rest = rest[len(parts):]
        else:
            obj, rest = module, parts
        parent = None
        for part in rest:
            try:
                parent, obj = obj, getattr(obj, part)
            except AttributeError as e:
                return self._failed(part, e, f'Failed to access attribute:\n{e}')
        return self._tests_of(obj, parent, parts[-1] if not rest else rest[-1])

    def _tests_of(self, obj, parent, name):
        import types
        if isinstance(obj, types.ModuleType):
            return self.loadTestsFromModule(obj)
        if isinstance(obj, type) and issubclass(obj, case.TestCase):
            return self.loadTestsFromTestCase(obj)
        if isinstance(obj, types.FunctionType) and isinstance(parent, type) and \
                issubclass(parent, case.TestCase):
            return self.suiteClass([parent(name)])
        test = obj
        if not isinstance(obj, suite.TestSuite):
            if not callable(obj):
                raise TypeError(f"don't know how to make test from: {obj}")
            test = obj()
        if isinstance(test, case.TestCase):
            test = self.suiteClass([test])
        if isinstance(test, suite.TestSuite):
            return test
        raise TypeError(f'calling {obj} returned {test}, not a test')

    def loadTestsFromNames(self, names, module=None):
        """The tests of several names."""
        return self.suiteClass([self.loadTestsFromName(name, module) for name in names])

    def getTestCaseNames(self, testCaseClass):
        """The names of a class's tests, sorted."""
        names = [name for name in dir(testCaseClass)
                 if name.startswith(self.testMethodPrefix) and callable(getattr(testCaseClass, name))]
        if self.testNamePatterns is not None:
            from fnmatch import fnmatchcase
            place = f'{testCaseClass.__module__}.{testCaseClass.__qualname__}.'
            names = [name for name in names
                     if any([fnmatchcase(place + name, pattern) for pattern in self.testNamePatterns])]
        if self.sortTestMethodsUsing:
            names.sort(key=cmp_to_key(self.sortTestMethodsUsing))
        return names

    def discover(self, start_dir, pattern='test*.py', top_level_dir=None):
        """Refused: would search folders."""
        raise PermissionError('unittest: there is no file system here to discover tests in')


defaultTestLoader = TestLoader()


def _loader(prefix, sortUsing, suiteClass=None, patterns=None):
    loader = TestLoader()
    loader.sortTestMethodsUsing, loader.testMethodPrefix = sortUsing, prefix
    loader.testNamePatterns, loader.suiteClass = patterns, suiteClass or suite.TestSuite
    return loader


def _warn(name, instead):
    import warnings
    warnings.warn(f'unittest.{name}() is deprecated and will be removed in Python 3.13. '
                  f'Please use unittest.TestLoader.{instead}() instead.',
                  DeprecationWarning, stacklevel=3)


def getTestCaseNames(testCaseClass, prefix, sortUsing=util.three_way_cmp, testNamePatterns=None):
    _warn('getTestCaseNames', 'getTestCaseNames')
    return _loader(prefix, sortUsing, None, testNamePatterns).getTestCaseNames(testCaseClass)


def makeSuite(testCaseClass, prefix='test', sortUsing=util.three_way_cmp,
              suiteClass=suite.TestSuite):
    _warn('makeSuite', 'loadTestsFromTestCase')
    return _loader(prefix, sortUsing, suiteClass).loadTestsFromTestCase(testCaseClass)


def findTestCases(module, prefix='test', sortUsing=util.three_way_cmp, suiteClass=suite.TestSuite):
    _warn('findTestCases', 'loadTestsFromModule')
    return _loader(prefix, sortUsing, suiteClass).loadTestsFromModule(module)
