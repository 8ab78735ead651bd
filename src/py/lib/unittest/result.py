# unittest.TestResult: what happened to the tests that were run.
import sys
from unittest.util import strclass

__unittest = True
STDOUT_LINE, STDERR_LINE = '\nStdout:\n%s', '\nStderr:\n%s'


def failfast(method):
    """A method that ends the run when failfast is set."""
    def inner(self, *args, **kw):
        if getattr(self, 'failfast', False):
            self.stop()
        return method(self, *args, **kw)
    inner.__name__ = method.__name__
    return inner


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
        stack = report.stack
        while stack and _is_ours(stack[0]):
            del stack[0]
        if failure:
            for i, frame in enumerate(stack):
                if _is_ours(frame):
                    del stack[i:]
                    break
        todo += report.__cause__, report.__context__


class TestResult(object):
    """Holder for test result information."""
    _previousTestClass, _testRunEntered, _moduleSetUpFailed = None, False, False

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failfast, self.shouldStop, self.buffer, self.tb_locals = False, False, False, False
        self.failures, self.errors, self.skipped = [], [], []
        self.expectedFailures, self.unexpectedSuccesses = [], []
        self.collectedDurations, self.testsRun = [], 0
        self._stdout_buffer = self._stderr_buffer = None
        self._original_stdout, self._original_stderr = sys.stdout, sys.stderr

    def printErrors(self):
        "Called by TestRunner after test run"

    def startTest(self, test):
        "Called when the given test is about to be run"
        self.testsRun += 1
        self._setupStdout()

    def _setupStdout(self):
        if self.buffer:
            from io import StringIO
            if self._stdout_buffer is None:
                self._stdout_buffer, self._stderr_buffer = StringIO(), StringIO()
            sys.stdout, sys.stderr = self._stdout_buffer, self._stderr_buffer

    def startTestRun(self):
        """Called once before any tests are executed."""

    def stopTest(self, test):
        """Called when the given test has been run"""
        self._restoreStdout()

    def _restoreStdout(self):
        if self.buffer and self._stdout_buffer is not None:
            sys.stdout, sys.stderr = self._original_stdout, self._original_stderr
            for buffer in (self._stdout_buffer, self._stderr_buffer):
                buffer.seek(0)
                buffer.truncate()

    def stopTestRun(self):
        """Called once after all tests are executed."""

    @failfast
    def addError(self, test, err):
        """Called when an error has occurred. 'err' is a tuple as of sys.exc_info()."""
        self.errors.append((test, self._exc_info_to_string(err, test)))

    @failfast
    def addFailure(self, test, err):
        """Called when a test has failed."""
        self.failures.append((test, self._exc_info_to_string(err, test)))

    def addSubTest(self, test, subtest, err):
        """Called at the end of a subtest; err is None when it was successful."""
        if err is None:
            return
        if getattr(self, 'failfast', False):
            self.stop()
        into = self.failures if issubclass(err[0], test.failureException) else self.errors
        into.append((subtest, self._exc_info_to_string(err, test)))

    def addSuccess(self, test):
        "Called when a test has completed successfully"

    def addSkip(self, test, reason):
        """Called when a test is skipped."""
        self.skipped.append((test, reason))

    def addExpectedFailure(self, test, err):
        """Called when an expected failure/error occurred."""
        self.expectedFailures.append((test, self._exc_info_to_string(err, test)))

    @failfast
    def addUnexpectedSuccess(self, test):
        """Called when a test was expected to fail, but succeed."""
        self.unexpectedSuccesses.append(test)

    def addDuration(self, test, elapsed):
        """Called when a test finished to run, regardless of its outcome."""
        self.collectedDurations.append((str(test), elapsed))

    def wasSuccessful(self):
        """Tells whether or not this result was a success."""
        return not (self.failures or self.errors or getattr(self, 'unexpectedSuccesses', None))

    def stop(self):
        """Indicates that the tests should be aborted."""
        self.shouldStop = True

    def _exc_info_to_string(self, err, test):
        import traceback
        exctype, value, tb = err
        report = traceback.TracebackException(exctype, value, tb, compact=True,
                                              capture_locals=self.tb_locals)
        _without_runner(report, exctype is test.failureException)
        text = ''.join(report.format())
        if self.buffer and self._stdout_buffer is not None:
            for buffer, line in ((self._stdout_buffer, STDOUT_LINE),
                                 (self._stderr_buffer, STDERR_LINE)):
                output = buffer.getvalue()
                if output:
                    text += line % (output if output.endswith('\n') else output + '\n')
        return text

    def __repr__(self):
        return '<%s run=%i errors=%i failures=%i>' % (
            strclass(self.__class__), self.testsRun, len(self.errors), len(self.failures))
