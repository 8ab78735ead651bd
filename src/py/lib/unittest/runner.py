# unittest.TextTestRunner: runs tests and prints how they went, on stderr as CPython does.
import sys
import time
from unittest import result
from unittest.case import _SubTest

__unittest = True


class _WritelnDecorator(object):
    """A stream with writeln."""

    def __init__(self, stream):
        self.stream = stream

    def __getattr__(self, attr):
        if attr not in ('__getstate__', 'stream'):
            return getattr(self.stream, attr)
        raise AttributeError(attr)

    def writeln(self, arg=None):
        self.write((arg or '') + '\n')


# What is printed for each outcome: a letter, or a word with verbosity 2.
_SIGNS = {'ok': '.', 'ERROR': 'E', 'FAIL': 'F', 'expected failure': 'x', 'unexpected success': 'u'}


class TextTestResult(result.TestResult):
    """Prints what comes of the tests."""
    separator1, separator2 = '=' * 70, '-' * 70

    def __init__(self, stream, descriptions, verbosity, *, durations=None):
        super().__init__(stream, descriptions, verbosity)
        self.stream, self.showAll, self.dots = stream, verbosity > 1, verbosity == 1
        self.descriptions, self._newline, self.durations = descriptions, True, durations

    def getDescription(self, test):
        first = test.shortDescription()
        return '\n'.join((str(test), first)) if self.descriptions and first else str(test)

    def _announce(self, test, before=''):
        self.stream.write(f'{before}{self.getDescription(test)} ... ')

    def startTest(self, test):
        super().startTest(test)
        if self.showAll:
            self._announce(test)
            self.stream.flush()
        self._newline = not self.showAll

    def _say(self, test, word, sign=None):
        if self.showAll:
            self._write_status(test, word)
        elif self.dots:
            self.stream.write(sign or _SIGNS[word])
            self.stream.flush()

    def _say_plainly(self, word):
        if self.showAll:
            self.stream.writeln(word)
        elif self.dots:
            self.stream.write(_SIGNS[word])
        self.stream.flush()

    def _write_status(self, test, status):
        if isinstance(test, _SubTest):
            self._announce(test, '  ' if self._newline else '\n  ')
        elif self._newline:     # other lines came in between
            self._announce(test)
        self._newline = True
        self._lines(status)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self._say(subtest, 'FAIL' if issubclass(err[0], subtest.failureException) else 'ERROR')
        super().addSubTest(test, subtest, err)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._say(test, 'ok')

    def addError(self, test, err):
        super().addError(test, err)
        self._say(test, 'ERROR')

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._say(test, 'FAIL')

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._say(test, 'skipped {0!r}'.format(reason), 's')

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self._say_plainly('expected failure')

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._say_plainly('unexpected success')

    def printErrors(self):
        if self.showAll or self.dots:
            self._lines('')
        for flavour, found in (('ERROR', self.errors), ('FAIL', self.failures)):
            self.printErrorList(flavour, found)
        surprises = [f'UNEXPECTED SUCCESS: {self.getDescription(test)}'
                     for test in getattr(self, 'unexpectedSuccesses', ())]
        if surprises:
            self._lines(self.separator1, *surprises)
        self.stream.flush()

    def printErrorList(self, flavour, errors):
        for test, text in errors:
            head = f'{flavour}: {self.getDescription(test)}'
            self._lines(self.separator1, head, self.separator2, str(text))

    def _lines(self, *lines):
        for line in lines:
            self.stream.writeln(line)
        self.stream.flush()


class TextTestRunner(object):
    """Runs tests and prints what comes of them."""
    resultclass = TextTestResult

    def __init__(self, stream=None, descriptions=True, verbosity=1, failfast=False, buffer=False,
                 resultclass=None, warnings=None, *, tb_locals=False, durations=None):
        self.stream = _WritelnDecorator(sys.stderr if stream is None else stream)
        self.descriptions, self.verbosity, self.failfast = descriptions, verbosity, failfast
        self.buffer, self.tb_locals, self.warnings = buffer, tb_locals, warnings
        self.durations = durations
        self.resultclass = resultclass or self.resultclass

    def _makeResult(self):
        given = self.stream, self.descriptions, self.verbosity
        try:
            return self.resultclass(*given, durations=self.durations)
        except TypeError:  # a class without durations
            return self.resultclass(*given)

    def run(self, test):
        """Runs a test or suite -> the result"""
        result = self._makeResult()
        for option in 'failfast', 'buffer', 'tb_locals':
            setattr(result, option, getattr(self, option))
        seconds = self._time(test, result)
        result.printErrors()
        line = getattr(result, 'separator2', None)
        s = '' if result.testsRun == 1 else 's'
        for text in ([] if line is None else [line]) + [f'Ran {result.testsRun} test{s} in {seconds:.3f}s', '']:
            self.stream.writeln(text)
        self.stream.writeln(_verdict(result))
        self.stream.flush()
        return result

    def _time(self, test, result):
        """Runs it, its warnings as this runner shows them -> seconds"""
        import warnings
        with warnings.catch_warnings():
            if self.warnings:
                warnings.simplefilter(self.warnings)
            start = time.perf_counter()
            getattr(result, 'startTestRun', _nothing)()
            try:
                test(result)
            finally:
                getattr(result, 'stopTestRun', _nothing)()
            return time.perf_counter() - start


_COUNTED = {'failures': 'failures', 'errors': 'errors', 'skipped': 'skipped', 'expectedFailures': 'expected failures',
            'unexpectedSuccesses': 'unexpected successes'}


def _verdict(result):
    """The last line: how it went and how many tests did not just succeed."""
    word = 'FAILED'
    if result.wasSuccessful():
        word = 'OK' if result.testsRun or getattr(result, 'skipped', ()) else 'NO TESTS RAN'
    counts = [f'{name}={len(tests)}' for attr, name in _COUNTED.items() if (tests := getattr(result, attr, ()))]
    return f'{word} ({", ".join(counts)})' if counts else word


def _nothing():
    pass
