# unittest.TestCase: its assertions and how one test is run.
from unittest.util import _common_shorten_repr, _count_diff_all_purpose, _count_diff_hashable
from unittest.util import safe_repr, strclass

__unittest = True
_module_cleanups = []
_no_message = object()  # of a subtest: None is one
_no_item = object()
DIFF_OMITTED = '\nDiff is %s characters long. Set self.maxDiff to None to see it.'


class SkipTest(Exception):
    """Raised by a test that is not to count."""


class _ShouldStop(Exception):
    """The test should stop."""


def _run_cleanups(cleanups):
    """Calls the last one first -> the exceptions they raised"""
    def raised():
        function, args, kwargs = cleanups.pop()
        try:
            function(*args, **kwargs)
        except Exception as e:
            return e

    found = []
    while cleanups:
        found.append(raised())
    return [e for e in found if e is not None]


def _enter_context(cm, add_cleanup):
    protocol = [getattr(type(cm), name, None) for name in ('__enter__', '__exit__')]
    if None in protocol:
        raise TypeError("'%s.%s' object does not support the context manager protocol"
                        % (type(cm).__module__, type(cm).__qualname__))
    value = protocol[0](cm)
    add_cleanup(protocol[1], cm, None, None, None)
    return value


def addModuleCleanup(function, /, *args, **kwargs):
    """Has a function called after tearDownModule()."""
    _module_cleanups.append((function, args, kwargs))


def enterModuleContext(cm):
    """Enters a context manager that is left after tearDownModule()."""
    return _enter_context(cm, addModuleCleanup)


def doModuleCleanups():
    """Calls the cleanups of the module."""
    errors = _run_cleanups(_module_cleanups)
    if errors:
        raise errors[0]


def skip(reason):
    """Skips a test."""
    if callable(reason) and hasattr(reason, '__code__'):  # used without a reason
        return _skipped(reason, '')
    return lambda item: _skipped(item, reason)


def _skipped(item, reason):
    """A class marked as skipped, or what stands for a function that is."""
    def stands(*args, **kwargs):
        raise SkipTest(reason)

    if not isinstance(item, type):
        vars(stands).update(getattr(item, '__dict__', ()))
        for name in ('__name__', '__qualname__', '__doc__', '__module__'):
            setattr(stands, name, getattr(item, name, None) or getattr(stands, name))
        stands.__wrapped__ = item
        item = stands
    item.__unittest_skip__, item.__unittest_skip_why__ = True, reason
    return item


def _id(obj):
    return obj


def skipIf(condition, reason):
    """Skips a test where the condition holds."""
    return skip(reason) if condition else _id


def skipUnless(condition, reason):
    """Skips a test where the condition does not hold."""
    return _id if condition else skip(reason)


def expectedFailure(test_item):
    test_item.__unittest_expecting_failure__ = True
    return test_item


class _Outcome:
    """What happened to one test so far."""

    def __init__(self, result):
        self.expecting_failure, self.result, self.success = False, result, True
        self.expected = None  # the exception of an expected failure

    def run(self, test, function):
        """Calls function, recording what it raises; True when it raised nothing."""
        import sys
        try:
            function()
            return True
        except (KeyboardInterrupt, _ShouldStop) as e:
            if type(e) is not _ShouldStop:
                raise
        except SkipTest as e:
            _add_skip(self.result, test, str(e))
            self.success = False
        except BaseException:
            info = sys.exc_info()
            if self.expecting_failure:
                self.expected = info
            else:
                self.success = False
                _add_error(self.result, test, info)
        return False


def _add_skip(result, test, reason):
    if hasattr(result, 'addSkip'):
        result.addSkip(test, reason)
    else:
        _warn_of_old(result, 'addSkip', 'skips not reported')
        result.addSuccess(test)


def _warn_of_old(result, method, consequence):
    """Results of programs may lack what later versions have added."""
    import warnings
    warnings.warn(f'TestResult has no {method} method' + (consequence and ', ' + consequence),
                  RuntimeWarning, 3)


def _add_error(result, test, info):
    if result is None:  # cleanups behind debug()
        return
    if issubclass(info[0], test.failureException):
        result.addFailure(test, info)
    else:
        result.addError(test, info)


class _AssertRaisesContext:
    """What assertRaises and assertWarns share: with blocks, or a call at once."""
    _type, _types = BaseException, 'an exception type or tuple of exception types'

    def __init__(self, expected, test_case, expected_regex=None):
        import re
        self.test_case, self.expected = test_case, expected
        self.expected_regex = re.compile(expected_regex) if expected_regex is not None else None
        self.obj_name, self.msg = None, None

    def handle(self, name, args, kwargs):
        kinds = self.expected if isinstance(self.expected, tuple) else (self.expected,)
        if not all([isinstance(t, type) and issubclass(t, self._type) for t in kinds]):
            raise TypeError(f'{name}() arg 1 must be {self._types}')
        return self._call(*args, **kwargs) if args else self._block(**kwargs)

    def _block(self, msg=None, **others):
        for name in others:
            raise TypeError(f'{name!r} is an invalid keyword argument for this function')
        self.msg = msg
        return self

    def _call(self, function, /, *args, **kwargs):
        self.obj_name = getattr(function, '__name__', None) or str(function)
        with self:
            function(*args, **kwargs)

    def _fail(self, text):
        raise self.test_case.failureException(self.test_case._formatMessage(self.msg, text))

    def _fitting(self, seen, verb):
        """The place of the first exception whose text fits; the test fails without one."""
        if not seen:
            name = getattr(self.expected, '__name__', None) or str(self.expected)
            self._fail(f'{name} not {verb}' + (f' by {self.obj_name}' if self.obj_name else ''))
        for place, text in enumerate(map(str, seen)):
            if self.expected_regex is None or self.expected_regex.search(text):
                return place
        self._fail(f'"{self.expected_regex.pattern}" does not match "{seen[0]}"')

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, tb):
        raised = exc_type is not None
        if raised and not issubclass(exc_type, self.expected):
            return False
        if raised:
            self.exception = exc_value.with_traceback(None)
        self._fitting([exc_value] * raised, 'raised')
        return True

    @classmethod
    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)


class _AssertWarnsContext(_AssertRaisesContext):
    _type, _types = Warning, 'a warning type or tuple of warning types'

    def __enter__(self):
        import sys
        import warnings
        for registry in [getattr(module, '__warningregistry__', None) for module in [*sys.modules.values()]]:
            if registry:
                registry.clear()    # what a module has warned of may come again
        self._catching = warnings.catch_warnings(record=True)
        self.warnings = self._catching.__enter__()
        warnings.simplefilter('always', self.expected)
        return self

    def __exit__(self, exc_type, exc_value, tb):
        self._catching.__exit__(exc_type, exc_value, tb)
        if exc_type is None:
            wanted = [m for m in self.warnings if isinstance(m.message, self.expected)]
            found = wanted[self._fitting([m.message for m in wanted], 'triggered')]
            self.warning, self.filename, self.lineno = found.message, found.filename, found.lineno


class _LogContext:
    """The with blocks of assertLogs() and assertNoLogs()."""

    def __init__(self, test, logger, level, wanted):
        import logging
        self._test, self._wanted = test, wanted
        self._logger = logger if isinstance(logger, logging.Logger) else logging.getLogger(logger)
        self._level = logging.getLevelNamesMapping().get(level, level) if level else logging.INFO
        self.records, self.output = [], []

    def __enter__(self):
        import logging
        show = logging.Formatter('%(levelname)s:%(name)s:%(message)s').format
        logger, watched = self._logger, self

        class Watch(logging.Handler):
            def emit(self, record):
                watched.records.append(record)
                watched.output.append(show(record))

        self._before = logger.handlers, logger.level, logger.propagate
        watch = Watch(self._level)
        logger.handlers, logger.propagate = [watch], False
        logger.setLevel(self._level)
        return self if self._wanted else None

    def __exit__(self, exc_type, exc_value, tb):
        logger = self._logger
        logger.handlers, level, logger.propagate = self._before
        logger.setLevel(level)
        if exc_type is not None or bool(self.records) == self._wanted:
            return False
        if self._wanted:
            import logging
            raise self._test.failureException(
                f'no logs of level {logging.getLevelName(self._level)} or higher triggered '
                f'on {logger.name}')
        raise self._test.failureException(f'Unexpected logs found: {self.output!r}')


class TestCase:
    """A class whose instances are single test cases: methods whose names begin with 'test'."""
    failureException = AssertionError
    longMessage, maxDiff, _diffThreshold = True, 80 * 8, 2 ** 16
    _class_cleanups = []

    def __init_subclass__(cls, *args, **kwargs):
        cls._class_cleanups, cls._classSetupFailed = [], False
        super().__init_subclass__(*args, **kwargs)

    def __init__(self, methodName='runTest'):
        self._testMethodName, self._outcome, self._subtest = methodName, None, None
        self._testMethodDoc = 'No test'
        try:
            self._testMethodDoc = getattr(self, methodName).__doc__
        except AttributeError:
            if methodName != 'runTest':
                raise ValueError('no such test method in %s: %s' % (type(self), methodName))
        self._cleanups = []
        self._type_equality_funcs = {}
        for kind, name in ((dict, 'Dict'), (list, 'List'), (tuple, 'Tuple'), (set, 'Set'),
                           (frozenset, 'Set'), (str, 'MultiLine')):
            self.addTypeEqualityFunc(kind, f'assert{name}Equal')

    def addTypeEqualityFunc(self, typeobj, function):
        """assertEqual() of two objects of exactly this type calls the function."""
        self._type_equality_funcs[typeobj] = function

    @classmethod
    def addClassCleanup(cls, function, /, *args, **kwargs):
        """Has a function called after tearDownClass()."""
        cls._class_cleanups.append((function, args, kwargs))

    @classmethod
    def enterClassContext(cls, cm):
        """Enters a context manager that is left after tearDownClass()."""
        return _enter_context(cm, cls.addClassCleanup)

    def addCleanup(self, function, /, *args, **kwargs):
        """Has a function called after tearDown(), the last one first."""
        self._cleanups.append((function, args, kwargs))

    def enterContext(self, cm):
        """Enters a context manager; its exit is a cleanup."""
        return _enter_context(cm, self.addCleanup)

    def setUp(self):
        """Called before each test."""

    def tearDown(self):
        """Called after each test."""

    @classmethod
    def setUpClass(cls):
        """Called before the first test of the class."""

    @classmethod
    def tearDownClass(cls):
        """Called after the last test of the class."""

    def countTestCases(self):
        return 1

    def defaultTestResult(self):
        from unittest.result import TestResult
        return TestResult()

    def shortDescription(self):
        """The first line of the test's docstring, or None."""
        doc = self._testMethodDoc
        return doc.strip().split('\n')[0].strip() if doc else None

    def id(self):
        return '%s.%s' % (strclass(type(self)), self._testMethodName)

    def __eq__(self, other):
        if type(other) is type(self):
            return other._testMethodName == self._testMethodName
        return NotImplemented

    def __hash__(self):
        return hash((type(self), self._testMethodName))

    def __str__(self):
        return '%s (%s.%s)' % (self._testMethodName, strclass(type(self)), self._testMethodName)

    def __repr__(self):
        return '<%s testMethod=%s>' % (strclass(type(self)), self._testMethodName)

    def subTest(self, msg=_no_message, **params):
        """A with block whose failure does not end the test."""
        return _SubTestContext(self, msg, params)

    # Running.

    def _callSetUp(self):
        self.setUp()

    def _callTestMethod(self, method):
        returned = method()
        if returned is not None:
            import warnings
            warnings.warn('It is deprecated to return a value that is not None from a '
                          f'test case ({method})', DeprecationWarning, stacklevel=3)

    def _callTearDown(self):
        self.tearDown()

    def _callCleanup(self, function, /, *args, **kwargs):
        function(*args, **kwargs)

    def run(self, result=None):
        """Runs the test -> the result"""
        own = result is None
        if own:
            result = self.defaultTestResult()
            getattr(result, 'startTestRun', _nothing)()
        result.startTest(self)
        try:
            method = getattr(self, self._testMethodName)
            for item in (type(self), method):
                if getattr(item, '__unittest_skip__', False):
                    _add_skip(result, self, getattr(item, '__unittest_skip_why__', ''))
                    return result
            self._run(result, method)
            return result
        finally:
            result.stopTest(self)
            if own:
                getattr(result, 'stopTestRun', _nothing)()

    def _run(self, result, method):
        expecting = getattr(self, '__unittest_expecting_failure__', False) or \
            getattr(method, '__unittest_expecting_failure__', False)
        outcome = self._outcome = _Outcome(result)
        try:
            if outcome.run(self, self._callSetUp):
                outcome.expecting_failure = expecting
                outcome.run(self, lambda: self._callTestMethod(method))
                outcome.expecting_failure = False
                outcome.run(self, self._callTearDown)
            self.doCleanups()
            if not outcome.success:
                return
            if not expecting:
                result.addSuccess(self)
            elif outcome.expected:
                self._expected_failure(result, outcome.expected)
            else:
                self._unexpected_success(result)
        finally:
            self._outcome = None

    def _expected_failure(self, result, info):
        if hasattr(result, 'addExpectedFailure'):
            result.addExpectedFailure(self, info)
        else:
            _warn_of_old(result, 'addExpectedFailure', 'reporting as passes')
            result.addSuccess(self)

    def _unexpected_success(self, result):
        if hasattr(result, 'addUnexpectedSuccess'):
            result.addUnexpectedSuccess(self)
            return
        _warn_of_old(result, 'addUnexpectedSuccess', 'reporting as failure')
        try:
            raise _ShouldStop
        except _ShouldStop:
            from sys import exc_info
            result.addFailure(self, exc_info())

    def doCleanups(self):
        """Calls the cleanups, the last one first."""
        outcome = self._outcome or _Outcome(None)
        for last in iter(lambda: self._cleanups[-1:], []):
            self._cleanups.pop()
            outcome.run(self, lambda: self._callCleanup(last[0][0], *last[0][1], **last[0][2]))
        return outcome.success

    @classmethod
    def doClassCleanups(cls):
        """Calls the cleanups of the class; what they raise is in tearDown_exceptions."""
        cls.tearDown_exceptions = [(type(e), e, e.__traceback__)
                                   for e in _run_cleanups(cls._class_cleanups)]

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def debug(self):
        """Runs the test and lets its exceptions out."""
        method = getattr(self, self._testMethodName)
        marked = [item for item in (type(self), method)
                  if getattr(item, '__unittest_skip__', False)]
        if marked:
            raise SkipTest(getattr(marked[0], '__unittest_skip_why__', ''))
        self._callSetUp()
        self._callTestMethod(method)
        self._callTearDown()
        for function, args, kwargs in iter(lambda: self._cleanups and self._cleanups.pop(), []):
            self._callCleanup(function, *args, **kwargs)

    def skipTest(self, reason):
        """Skip this test."""
        raise SkipTest(reason)

    # Assertions. msg goes behind the standard message, unless longMessage is false.

    def fail(self, msg=None):
        """Fails."""
        raise self.failureException(msg)

    def _formatMessage(self, msg, standardMsg):
        if not self.longMessage:
            return msg or standardMsg
        return standardMsg if msg is None else f'{standardMsg} : {msg}'

    def _require(self, condition, msg, standard):
        if not condition:
            raise self.failureException(self._formatMessage(msg, standard()))

    def assertFalse(self, expr, msg=None):
        self._require(not expr, msg, lambda: '%s is not false' % safe_repr(expr))

    def assertTrue(self, expr, msg=None):
        self._require(expr, msg, lambda: '%s is not true' % safe_repr(expr))

    def assertRaises(self, expected_exception, *args, **kwargs):
        """As a with block, or with a callable and its arguments."""
        context = _AssertRaisesContext(expected_exception, self)
        return context.handle('assertRaises', args, kwargs)

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        context = _AssertRaisesContext(expected_exception, self, expected_regex)
        return context.handle('assertRaisesRegex', args, kwargs)

    def assertWarns(self, expected_warning, *args, **kwargs):
        """As a with block, or with a callable and its arguments."""
        return _AssertWarnsContext(expected_warning, self).handle('assertWarns', args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        context = _AssertWarnsContext(expected_warning, self, expected_regex)
        return context.handle('assertWarnsRegex', args, kwargs)

    def assertLogs(self, logger=None, level=None):
        """A with block that has to log something of that level or above."""
        return _LogContext(self, logger, level, True)

    def assertNoLogs(self, logger=None, level=None):
        """A with block that may not."""
        return _LogContext(self, logger, level, False)

    def _getAssertEqualityFunc(self, first, second):
        kind = type(first)
        if kind is not type(second):
            return self._baseAssertEqual
        found = self._type_equality_funcs.get(kind, self._baseAssertEqual)
        return getattr(self, found) if isinstance(found, str) else found or self._baseAssertEqual

    def _baseAssertEqual(self, first, second, msg=None):
        self._require(first == second, msg,
                      lambda: '%s != %s' % _common_shorten_repr(first, second))

    def assertEqual(self, first, second, msg=None):
        """The two have to be equal."""
        self._getAssertEqualityFunc(first, second)(first, second, msg=msg)

    def assertNotEqual(self, first, second, msg=None):
        self._require(first != second, msg,
                      lambda: '%s == %s' % (safe_repr(first), safe_repr(second)))

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        """Fail if the difference, rounded to places (7), is not 0, or is more than delta."""
        self._almost(first, second, places, msg, delta, True)

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        self._almost(first, second, places, msg, delta, False)

    def _almost(self, first, second, places, msg, delta, wanted):
        same = first == second
        if same and wanted:
            return
        if delta is not None and places is not None:
            raise TypeError('specify delta or places not both')
        difference = abs(first - second)
        if delta is not None:
            close, how = difference <= delta, f'{safe_repr(delta)} delta'
        else:
            places = 7 if places is None else places
            close, how = round(difference, places) == 0, f'{places!r} places'
        if close if wanted else not same and not close:
            return
        text = f'{safe_repr(first)} {"!=" if wanted else "=="} {safe_repr(second)} within {how}'
        if wanted or delta is not None:
            text += f' ({safe_repr(difference)} difference)'
        raise self.failureException(self._formatMessage(msg, text))

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        """Two sequences have to be equal, and of a type if one is given."""
        name = 'sequence' if seq_type is None else seq_type.__name__
        sides = (('First', seq1), ('Second', seq2))
        for which, seq in sides if seq_type is not None else ():
            if not isinstance(seq, seq_type):
                raise self.failureException(f'{which} sequence is not a {name}: {safe_repr(seq)}')
        sizes = [_size(seq1), _size(seq2)]
        if None in sizes:
            problem = f'{sides[sizes.index(None)][0]} {name} has no length.    Non-sequence?'
        elif seq1 == seq2:
            return
        else:
            where = _first_difference(sides, sizes, name) + _surplus(sides, sizes, name)
            if not where and seq_type is None and type(seq1) is not type(seq2):
                return      # the items are the same
            problem = '%ss differ: %s != %s\n' % (name.capitalize(), *_common_shorten_repr(seq1, seq2)) + where
        self.fail(self._formatMessage(msg, self._with_diff(problem, seq1, seq2)))

    def _with_diff(self, message, first, second):
        """message, then ndiff of both pretty-printed, unless that is longer than maxDiff"""
        import difflib
        import pprint
        diff = '\n' + '\n'.join(difflib.ndiff(pprint.pformat(first).splitlines(),
                                              pprint.pformat(second).splitlines()))
        return self._truncateMessage(message, diff)

    def _truncateMessage(self, message, diff):
        if self.maxDiff is None or len(diff) <= self.maxDiff:
            return message + diff
        return message + DIFF_OMITTED % len(diff)

    def assertListEqual(self, list1, list2, msg=None):
        self.assertSequenceEqual(list1, list2, msg, seq_type=list)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        self.assertSequenceEqual(tuple1, tuple2, msg, seq_type=tuple)

    def assertSetEqual(self, set1, set2, msg=None):
        """A set-specific equality assertion."""
        lines = []
        for a, b, ordinal, names in ((set1, set2, 'first', ('First', 'Second')),
                                     (set2, set1, 'second', ('Second', 'First'))):
            try:
                missing = a.difference(b)
            except TypeError as e:
                self.fail('invalid type when attempting set difference: %s' % e)
            except AttributeError as e:
                self.fail('%s argument does not support set difference: %s' % (ordinal, e))
            if missing:
                lines.append(f'Items in the {ordinal} set but not the {names[1].lower()}:')
                lines += [repr(item) for item in missing]
        if lines:
            self.fail(self._formatMessage(msg, '\n'.join(lines)))

    def assertIn(self, member, container, msg=None):
        self._require(member in container, msg, lambda: '%s not found in %s' % (
            safe_repr(member), safe_repr(container)))

    def assertNotIn(self, member, container, msg=None):
        self._require(member not in container, msg, lambda: '%s unexpectedly found in %s' % (
            safe_repr(member), safe_repr(container)))

    def assertIs(self, expr1, expr2, msg=None):
        self._require(expr1 is expr2, msg,
                      lambda: '%s is not %s' % (safe_repr(expr1), safe_repr(expr2)))

    def assertIsNot(self, expr1, expr2, msg=None):
        self._require(expr1 is not expr2, msg,
                      lambda: 'unexpectedly identical: %s' % safe_repr(expr1))

    def assertDictEqual(self, d1, d2, msg=None):
        self.assertIsInstance(d1, dict, 'First argument is not a dictionary')
        self.assertIsInstance(d2, dict, 'Second argument is not a dictionary')
        if d1 != d2:
            text = '%s != %s' % _common_shorten_repr(d1, d2)
            self.fail(self._formatMessage(msg, self._with_diff(text, d1, d2)))

    def assertCountEqual(self, first, second, msg=None):
        """Both have the same elements the same number of times, in any order."""
        first, second = list(first), list(second)
        try:
            counts = {}, {}
            for items, count in zip((first, second), counts):
                for item in items:
                    count[item] = count.get(item, 0) + 1
            if counts[0] == counts[1]:
                return
            differences = _count_diff_hashable(first, second)
        except TypeError:
            differences = _count_diff_all_purpose(first, second)
        if differences:
            lines = ['First has %d, Second has %d:  %r' % row for row in differences]
            text = self._truncateMessage('Element counts were not equal:\n', '\n'.join(lines))
            self.fail(self._formatMessage(msg, text))

    def assertMultiLineEqual(self, first, second, msg=None):
        """Two texts have to be equal; shows how their lines differ."""
        self.assertIsInstance(first, str, 'First argument is not a string')
        self.assertIsInstance(second, str, 'Second argument is not a string')
        if first == second:
            return
        if len(first) > self._diffThreshold or len(second) > self._diffThreshold:
            self._baseAssertEqual(first, second, msg)
        import difflib
        texts = [text for text in (first, second) if text]
        ends = '' if all([text.endswith('\n') for text in texts]) else '\n'    # the diff shows how they end
        lines = [(text and text + ends).splitlines(keepends=True) for text in (first, second)]
        text = '%s != %s' % _common_shorten_repr(first, second)
        self.fail(self._formatMessage(msg, self._truncateMessage(text, '\n' + ''.join(difflib.ndiff(*lines)))))

    def assertLess(self, a, b, msg=None):
        self._require(a < b, msg, lambda: '%s not less than %s' % (safe_repr(a), safe_repr(b)))

    def assertLessEqual(self, a, b, msg=None):
        self._require(a <= b, msg, lambda: '%s not less than or equal to %s' % (
            safe_repr(a), safe_repr(b)))

    def assertGreater(self, a, b, msg=None):
        self._require(a > b, msg, lambda: '%s not greater than %s' % (safe_repr(a), safe_repr(b)))

    def assertGreaterEqual(self, a, b, msg=None):
        self._require(a >= b, msg, lambda: '%s not greater than or equal to %s' % (
            safe_repr(a), safe_repr(b)))

    def assertIsNone(self, obj, msg=None):
        self._require(obj is None, msg, lambda: '%s is not None' % safe_repr(obj))

    def assertIsNotNone(self, obj, msg=None):
        self._require(obj is not None, msg, lambda: 'unexpectedly None')

    def assertIsInstance(self, obj, cls, msg=None):
        self._require(isinstance(obj, cls), msg,
                      lambda: '%s is not an instance of %r' % (safe_repr(obj), cls))

    def assertNotIsInstance(self, obj, cls, msg=None):
        self._require(not isinstance(obj, cls), msg,
                      lambda: '%s is an instance of %r' % (safe_repr(obj), cls))

    def assertRegex(self, text, expected_regex, msg=None):
        """The pattern has to be found in the text."""
        assert expected_regex not in ('', b''), 'expected_regex must not be empty.'
        pattern = _compiled(expected_regex)
        self._require(pattern.search(text), msg,
                      lambda: f"Regex didn't match: {pattern.pattern!r} not found in {text!r}")

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        """The pattern may not be found in the text."""
        pattern = _compiled(unexpected_regex)
        found = pattern.search(text)
        self._require(found is None, msg, lambda: 'Regex matched: %r matches %r in %r' % (
            found[0], pattern.pattern, text))


def _size(seq):
    """The length of what may have none."""
    try:
        return len(seq)
    except (TypeError, NotImplementedError):
        return None


def _item(seq, i):
    try:
        return seq[i]
    except (TypeError, IndexError, NotImplementedError):
        return _no_item


def _first_difference(sides, sizes, name):
    """What to say of the first place where two sequences differ, as far as both go."""
    for i in range(min(sizes)):
        items = [_item(seq, i) for _, seq in sides]
        for (which, _), item in zip(sides, items):
            if item is _no_item:
                return f'\nUnable to index element {i} of {which.lower()} {name}\n'
        if items[0] != items[1]:
            return '\nFirst differing element %d:\n%s\n%s\n' % (i, *_common_shorten_repr(*items))
    return ''


def _surplus(sides, sizes, name):
    """What to say of the sequence that is longer."""
    if sizes[0] == sizes[1]:
        return ''
    which, seq = sides[sizes[0] < sizes[1]]
    n, item = min(sizes), _item(seq, min(sizes))
    first = f'Unable to index element {n} of {which.lower()} {name}' if item is _no_item else \
        f'First extra element {n}:\n{safe_repr(item)}'
    return f'\n{which} {name} contains {max(sizes) - n} additional elements.\n{first}\n'


def _compiled(pattern):
    import re
    return re.compile(pattern) if isinstance(pattern, (str, bytes)) else pattern


def _nothing():
    pass


class FunctionTestCase(TestCase):
    """A test made of plain functions."""

    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        super().__init__()
        self._setUpFunc, self._tearDownFunc = setUp, tearDown
        self._testFunc, self._description = testFunc, description

    def setUp(self):
        (self._setUpFunc or _nothing)()

    def tearDown(self):
        (self._tearDownFunc or _nothing)()

    def runTest(self):
        self._testFunc()

    def id(self):
        return self._testFunc.__name__

    def _parts(self):
        return self._setUpFunc, self._tearDownFunc, self._testFunc, self._description

    def __eq__(self, other):
        return self._parts() == other._parts() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self):
        return hash((type(self),) + self._parts())

    def __str__(self):
        return '%s (%s)' % (strclass(type(self)), self._testFunc.__name__)

    def __repr__(self):
        return '<%s tec=%s>' % (strclass(type(self)), self._testFunc)

    def shortDescription(self):
        text = self._description
        if text is None and self._testFunc.__doc__:
            text = self._testFunc.__doc__.partition('\n')[0].strip() or None
        return text


class _SubTestContext:
    """The with block of TestCase.subTest()."""

    def __init__(self, test, msg, params):
        self._test, self._msg, self._params = test, msg, params

    def __enter__(self):
        test, outcome = self._test, self._test._outcome
        self._outer = test._subtest
        if outcome is not None:
            self._passed, outcome.success = outcome.success, True
        outer = self._outer.params if self._outer else {}
        params = {**self._params, **{k: v for k, v in outer.items() if k not in self._params}}
        test._subtest = _SubTest(test, self._msg, params)

    def __exit__(self, exc_type, exc_value, tb):
        test, outcome = self._test, self._test._outcome
        subtest, test._subtest = test._subtest, self._outer
        if outcome is None:
            return False
        if not hasattr(outcome.result, 'addSubTest'):
            outcome.success = outcome.success and self._passed
            return False
        passed, outcome.success = outcome.success, outcome.success and self._passed
        if exc_type is None:
            if passed:  # the subtests within, too
                outcome.result.addSubTest(test, subtest, None)
            return False
        if issubclass(exc_type, (KeyboardInterrupt, _ShouldStop)) or outcome.expecting_failure:
            return False
        outcome.success = False
        if issubclass(exc_type, SkipTest):
            _add_skip(outcome.result, subtest, str(exc_value))
        else:
            outcome.result.addSubTest(test, subtest, (exc_type, exc_value, tb))
        if getattr(outcome.result, 'failfast', False):
            raise _ShouldStop
        return True


class _SubTest(TestCase):
    """A part of a test, as results show it."""

    def __init__(self, test_case, message, params):
        super().__init__()
        self._message, self.test_case, self.params = message, test_case, params
        self.failureException = test_case.failureException

    def runTest(self):
        raise NotImplementedError('subtests cannot be run directly')

    def _subDescription(self):
        parts = [] if self._message is _no_message else [f'[{self._message}]']
        if self.params:
            parts.append('({})'.format(', '.join([f'{k}={v!r}' for k, v in self.params.items()])))
        return ' '.join(parts) or '(<subtest>)'

    def id(self):
        return f'{self.test_case.id()} {self._subDescription()}'

    def shortDescription(self):
        return self.test_case.shortDescription()

    def __str__(self):
        return f'{self.test_case} {self._subDescription()}'
