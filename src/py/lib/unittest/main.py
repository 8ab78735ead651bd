# unittest.main(): loads the tests of a module, runs them and exits with the verdict.
import sys
from unittest import loader

__unittest = True

_SWITCHES = {'-v': ('verbosity', 2), '-q': ('verbosity', 0), '-f': ('failfast', True), '-b': ('buffer', True),
             '--locals': ('tb_locals', True)}
_SWITCHES.update({long: _SWITCHES[long[1:3]] for long in ('--verbose', '--quiet', '--failfast', '--buffer')})
_FOR_RUNNER = 'verbosity', 'failfast', 'buffer', 'warnings', 'tb_locals'
_NO_TESTS = 5   # the exit status where nothing was run


class TestProgram(object):
    """Runs the tests of a module."""
    module, verbosity = None, 1
    failfast = buffer = catchbreak = testNamePatterns = None

    def __init__(self, module='__main__', defaultTest=None, argv=None, testRunner=None,
                 testLoader=loader.defaultTestLoader, exit=True, verbosity=1, failfast=None,
                 catchbreak=None, buffer=None, warnings=None, *, tb_locals=False, durations=None):
        if isinstance(module, str):
            sys._import(module)
            module = sys.modules[module]
        self.module, self.exit, self.failfast = module, exit, failfast
        self.verbosity, self.buffer, self.tb_locals = verbosity, buffer, tb_locals
        self.warnings, self.durations = warnings, durations
        self.testRunner, self.testLoader = testRunner, testLoader
        names = self._options((sys.argv if argv is None else argv)[1:])
        if not names and defaultTest is not None:
            names = [defaultTest] if isinstance(defaultTest, str) else defaultTest
        self.createTests(names)
        self.runTests()

    def _options(self, words):
        """Takes the switches among the words -> the others, the names of tests"""
        names, patterns, words = [], [], iter(words)
        for word in words:
            if word in _SWITCHES:
                setattr(self, *_SWITCHES[word])
            elif word == '-k':
                part = next(words, '')
                patterns.append(part if '*' in part else f'*{part}*')
            elif word.startswith('-'):
                print(f'error: unrecognized arguments: {word}', file=sys.stderr)
                sys.exit(2)
            else:
                names.append(word)
        self.testNamePatterns = patterns or self.testNamePatterns
        return names

    def createTests(self, names=None):
        load = self.testLoader
        load.testNamePatterns = self.testNamePatterns or load.testNamePatterns
        self.test = load.loadTestsFromNames(names, self.module) if names else load.loadTestsFromModule(self.module)

    def runTests(self):
        from unittest.runner import TextTestRunner
        runner = self.testRunner or TextTestRunner
        if isinstance(runner, type):
            runner = runner(**{name: getattr(self, name) for name in _FOR_RUNNER})
        done = self.result = runner.run(self.test)
        if self.exit:
            sys.exit(int(not done.wasSuccessful()) if done.testsRun or done.skipped else _NO_TESTS)


main = TestProgram
