# unittest.TestResult: what happened to the tests that were run.
import sys
from unittest.util import strclass

__unittest = True
STDOUT_LINE, STDERR_LINE = '\nStdout:\n%s', '\nStderr:\n%s'


def failfast(method):
    """A method that ends the run when failfast is set."""
    from functools import wraps
    return wraps(method)(lambda self, /, *args, **kw: (
        getattr(self, 'failfast', False) and self.stop(), method(self, *args, **kw))[1])


def _traceback():
    """Module traceback, or what a program has put in its place."""
    kept = globals().get('traceback')
    if kept is None:
        import traceback as kept
    return kept


def _is_ours(frame):
    return frame.filename.startswith(('<frozen unittest', '<frozen contextvars'))


def _without_runner(report, failure):
    """Leaves out the frames of unittest itself: leading ones and, of failures, trailing ones."""
    todo, seen = [report], set()
    while todo:
        report = todo.pop()
        if report is None or id(report) in seen:
            continue
        seen.add(id(report))
        stack = getattr(report, 'stack', None)
        while stack and _is_ours(stack[0]):
            del stack[0]
        if failure:
            for i, frame in enumerate(stack):
                if _is_ours(frame):
                    del stack[i:]
                    break
        todo += getattr(report, '__cause__', None), getattr(report, '__context__', None)


def _ended(text):
    return text if text.endswith('\n') else text + '\n'


class TestResult(object):
    """What happened to the tests."""
    _previousTestClass, _testRunEntered, _moduleSetUpFailed = None, False, False

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failfast, self.shouldStop, self.buffer, self.tb_locals = False, False, False, False
        self.failures, self.errors, self.skipped = [], [], []
        self.expectedFailures, self.unexpectedSuccesses = [], []
        self.collectedDurations, self.testsRun = [], 0
        self._stdout_buffer = self._stderr_buffer = None
        self._mirrorOutput = False
        self._original_stdout, self._original_stderr = sys.stdout, sys.stderr

    def printErrors(self):
        """Called when all tests have run."""

    def startTest(self, test):
        """A test begins."""
        self.testsRun += 1
        self._setupStdout()

    def _setupStdout(self):
        if not self.buffer:
            return
        if not self._stdout_buffer:
            from io import StringIO
            self._stderr_buffer, self._stdout_buffer = StringIO(), StringIO()
        sys.stderr, sys.stdout = self._stderr_buffer, self._stdout_buffer

    def startTestRun(self):
        """The first test is about to begin."""

    def stopTest(self, test):
        """A test has ended."""
        self._restoreStdout()

    def _restoreStdout(self):
        """Back to the real streams, which get to see what came of a test that failed."""
        if not self.buffer:
            return
        sides = ((self._stdout_buffer, self._original_stdout, STDOUT_LINE),
                 (self._stderr_buffer, self._original_stderr, STDERR_LINE))
        for kept, real, line in sides:
            text = kept.getvalue() if kept else ''
            if text and self._mirrorOutput:
                real.write(line % _ended(text))
            if kept:
                kept.seek(0)
                kept.truncate()
        sys.stdout, sys.stderr = self._original_stdout, self._original_stderr
        self._mirrorOutput = False

    def stopTestRun(self):
        """The last test has ended."""

    @failfast
    def addError(self, test, err):
        """A test raised something; err is what sys.exc_info() gave."""
        self._note(self.errors, test, err, test)

    @failfast
    def addFailure(self, test, err):
        """A test failed."""
        self._note(self.failures, test, err, test)

    def addSubTest(self, test, subtest, err):
        """A subtest ended, with an error unless err is None."""
        if err is None:
            return
        if self.failfast:
            self.stop()
        failed = issubclass(err[0], test.failureException)
        self._note(self.failures if failed else self.errors, subtest, err, test)

    def _note(self, into, shown, err, test):
        into.append((shown, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    def addSuccess(self, test):
        """A test passed."""

    def addSkip(self, test, reason):
        """A test was skipped."""
        self.skipped += [(test, reason)]

    def addExpectedFailure(self, test, err):
        """A test failed as it should."""
        self.expectedFailures.append((test, self._exc_info_to_string(err, test)))

    @failfast
    def addUnexpectedSuccess(self, test):
        """A test passed that should fail."""
        self.unexpectedSuccesses.append(test)

    def addDuration(self, test, elapsed):
        """How long a test took, however it ended."""
        self.collectedDurations.append((str(test), elapsed))

    def wasSuccessful(self):
        """Has nothing gone wrong?"""
        return not (self.failures or self.errors or getattr(self, 'unexpectedSuccesses', None))

    def stop(self):
        """No more tests are to be run."""
        self.shouldStop = True

    def _exc_info_to_string(self, err, test):
        exctype, value, tb = err
        report = _traceback().TracebackException(exctype, value, tb, compact=True,
                                              capture_locals=self.tb_locals)
        _without_runner(report, exctype is test.failureException)
        text = ''.join(report.format())
        if self.buffer and self._stdout_buffer is not None:
            for buffer, line in ((self._stdout_buffer, STDOUT_LINE),
                                 (self._stderr_buffer, STDERR_LINE)):
                output = buffer.getvalue()
                if output:
                    text += line % _ended(output)
        return text

    def __repr__(self):
        return '<%s run=%i errors=%i failures=%i>' % (
            strclass(self.__class__), self.testsRun, len(self.errors), len(self.failures))
