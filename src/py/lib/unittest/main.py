# unittest.main(): loads the tests of a module, runs them and exits with the verdict.
import sys
from unittest import loader

__unittest = True


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
        names, patterns = [], []
        words = iter(words)
        for word in words:
            if word in ('-v', '--verbose'):
                self.verbosity = 2
            elif word in ('-q', '--quiet'):
                self.verbosity = 0
            elif word in ('-f', '--failfast'):
                self.failfast = True
            elif word in ('-b', '--buffer'):
                self.buffer = True
            elif word == '--locals':
                self.tb_locals = True
            elif word == '-k':
                pattern = next(words, '')
                patterns.append(pattern if '*' in pattern else f'*{pattern}*')
            elif word[:1] == '-':
                print(f'error: unrecognized arguments: {word}', file=sys.stderr)
                sys.exit(2)
            else:
                names.append(word)
        if patterns:
            self.testNamePatterns = patterns
        return names

    def createTests(self, names=None):
        if self.testNamePatterns:
            self.testLoader.testNamePatterns = self.testNamePatterns
        if names:
            self.test = self.testLoader.loadTestsFromNames(names, self.module)
        else:
            self.test = self.testLoader.loadTestsFromModule(self.module)

    def runTests(self):
        from unittest.runner import TextTestRunner
        runner = self.testRunner or TextTestRunner
        if isinstance(runner, type):
            runner = runner(verbosity=self.verbosity, failfast=self.failfast, buffer=self.buffer,
                            warnings=self.warnings, tb_locals=self.tb_locals)
        self.result = runner.run(self.test)
        if self.exit:
            if self.result.testsRun == 0 and not self.result.skipped:
                sys.exit(5)
            sys.exit(0 if self.result.wasSuccessful() else 1)


main = TestProgram
