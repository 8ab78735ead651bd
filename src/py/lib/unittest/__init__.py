# Package unittest: test cases, suites, their loader and the runner that prints. What a name needs
# is loaded when the name is first used.
__all__ = ['IsolatedAsyncioTestCase', 'TestResult', 'TestCase', 'TestSuite', 'TextTestRunner',
           'TestLoader', 'FunctionTestCase', 'main', 'defaultTestLoader', 'SkipTest', 'skip',
           'skipIf', 'skipUnless', 'expectedFailure', 'TextTestResult', 'installHandler',
           'registerResult', 'removeResult', 'removeHandler', 'addModuleCleanup',
           'doModuleCleanups', 'enterModuleContext', 'getTestCaseNames', 'makeSuite',
           'findTestCases']

_WHERE = {'result': 'TestResult', 'suite': 'TestSuite BaseTestSuite',
          'case': 'TestCase FunctionTestCase SkipTest skip skipIf skipUnless expectedFailure '
                  'addModuleCleanup doModuleCleanups enterModuleContext',
          'async_case': 'IsolatedAsyncioTestCase',
          'loader': 'TestLoader defaultTestLoader getTestCaseNames makeSuite findTestCases',
          'runner': 'TextTestRunner TextTestResult', 'main': 'TestProgram main',
          'signals': 'installHandler registerResult removeResult removeHandler', 'util': '',
          'mock': ''}


def __getattr__(name):
    for module, names in _WHERE.items():
        if name in names.split():
            module = __import__('unittest.' + module, fromlist=[name])
            value = globals()[name] = getattr(module, name)
            return value
    raise AttributeError(f"module 'unittest' has no attribute {name!r}")


def load_tests(loader, tests, pattern):
    """Nothing is discovered: there are no folders of tests here."""
    return tests
