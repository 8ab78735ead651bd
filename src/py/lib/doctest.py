# Module doctest: the examples in docstrings, run and compared.
from _namedtuple import namedtuple as _namedtuple
from io import StringIO as _StringIO
import re as _re
import sys
import traceback as _traceback

__all__ = ['register_optionflag', 'DONT_ACCEPT_TRUE_FOR_1', 'DONT_ACCEPT_BLANKLINE',
           'NORMALIZE_WHITESPACE', 'ELLIPSIS', 'SKIP', 'IGNORE_EXCEPTION_DETAIL',
           'COMPARISON_FLAGS', 'REPORT_UDIFF', 'REPORT_CDIFF', 'REPORT_NDIFF',
           'REPORT_ONLY_FIRST_FAILURE', 'REPORTING_FLAGS', 'FAIL_FAST', 'Example', 'DocTest',
           'DocTestParser', 'DocTestFinder', 'DocTestRunner', 'OutputChecker', 'DocTestFailure',
           'UnexpectedException', 'DebugRunner', 'testmod', 'testfile', 'run_docstring_examples',
           'DocTestSuite', 'DocFileSuite', 'set_unittest_reportflags', 'script_from_examples',
           'testsource', 'debug_src', 'debug']

TestResults = _namedtuple('TestResults', 'failed attempted')
OPTIONFLAGS_BY_NAME = {}
BLANKLINE_MARKER, ELLIPSIS_MARKER = '<BLANKLINE>', '...'
master = None


def register_optionflag(name):
    """The flag of this name, a new bit when it is not known."""
    return OPTIONFLAGS_BY_NAME.setdefault(name, 1 << len(OPTIONFLAGS_BY_NAME))


(DONT_ACCEPT_TRUE_FOR_1, DONT_ACCEPT_BLANKLINE, NORMALIZE_WHITESPACE, ELLIPSIS, SKIP,
 IGNORE_EXCEPTION_DETAIL, REPORT_UDIFF, REPORT_CDIFF, REPORT_NDIFF, REPORT_ONLY_FIRST_FAILURE,
 FAIL_FAST) = map(register_optionflag, (
     'DONT_ACCEPT_TRUE_FOR_1', 'DONT_ACCEPT_BLANKLINE', 'NORMALIZE_WHITESPACE', 'ELLIPSIS', 'SKIP',
     'IGNORE_EXCEPTION_DETAIL', 'REPORT_UDIFF', 'REPORT_CDIFF', 'REPORT_NDIFF',
     'REPORT_ONLY_FIRST_FAILURE', 'FAIL_FAST'))
COMPARISON_FLAGS = (DONT_ACCEPT_TRUE_FOR_1 | DONT_ACCEPT_BLANKLINE | NORMALIZE_WHITESPACE
                    | ELLIPSIS | SKIP | IGNORE_EXCEPTION_DETAIL)
REPORTING_FLAGS = (REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF | REPORT_ONLY_FIRST_FAILURE
                   | FAIL_FAST)


def _indent(s, indent=4):
    return _re.sub('(?m)^(?!$)', indent * ' ', s)


class Example:
    """A statement, what it should print, and where in the docstring it is."""

    def __init__(self, source, want, exc_msg=None, lineno=0, indent=0, options=None):
        self.source = source if source.endswith('\n') else source + '\n'
        self.want = want + '\n' if want and not want.endswith('\n') else want
        if exc_msg is not None and not exc_msg.endswith('\n'):
            exc_msg += '\n'
        self.exc_msg, self.lineno, self.indent = exc_msg, lineno, indent
        self.options = {} if options is None else options

    def _parts(self):
        return self.source, self.want, self.lineno, self.indent, self.exc_msg

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self._parts() == other._parts() and self.options == other.options

    def __hash__(self):
        return hash(self._parts())


class DocTest:
    """The examples of one docstring and the globals they run in."""

    def __init__(self, examples, globs, name, filename, lineno, docstring):
        assert not isinstance(examples, str), \
            'DocTest no longer accepts str; use DocTestParser instead'
        self.examples, self.globs, self.name = examples, globs.copy(), name
        self.filename, self.lineno, self.docstring = filename, lineno, docstring

    def __repr__(self):
        n = len(self.examples)
        count = 'no examples' if not n else '1 example' if n == 1 else f'{n} examples'
        return f'<{type(self).__name__} {self.name} from {self.filename}:{self.lineno} ({count})>'

    def _parts(self):
        return self.docstring, self.name, self.filename, self.lineno

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self.examples == other.examples and self.globs == other.globs and \
            self._parts() == other._parts()

    def __hash__(self):
        return hash(self._parts())

    def __lt__(self, other):
        if not isinstance(other, DocTest):
            return NotImplemented
        return (self.name, self.filename or '', self.lineno or 0, id(self)) < (
            other.name, other.filename or '', other.lineno or 0, id(other))


class DocTestParser:
    """Finds the examples of a text."""
    _EXAMPLE = _re.compile(r'''
        (?P<source>
            (?:^(?P<indent> [ ]*) >>>    .*)    # the first line
            (?:\n           [ ]*  \.\.\. .*)*)  # and those that continue it
        \n?
        (?P<want> (?:(?![ ]*$)     # neither a blank line
                     (?![ ]*>>>)   # nor another example
                     .+$\n?)*)
        ''', _re.MULTILINE | _re.VERBOSE)
    _EXCEPTION = _re.compile(r'''
        ^Traceback\ \((?: most\ recent\ call\ last | innermost\ last )\):\s*$
        (?P<stack> .*?)            # not looked at
        ^(?P<msg> \w+ .*)
        ''', _re.VERBOSE | _re.MULTILINE | _re.DOTALL)
    _OPTION = _re.compile(r'#\s*doctest:\s*([^\n\'"]*)$', _re.MULTILINE)
    _blank = _re.compile(r'^[ ]*(#.*)?$').match

    def parse(self, string, name='<string>'):
        """A list of the examples and the texts between them."""
        text = string.expandtabs()
        inked = [line for line in text.split('\n') if line.strip()]
        margin = min([len(line) - len(line.lstrip(' ')) for line in inked], default=0)
        text = '\n'.join([line[margin:] for line in text.split('\n')])
        pieces, done, row = [], 0, 0
        for m in self._EXAMPLE.finditer(text):
            start, end = m.span()
            pieces.append(text[done:start])
            row += text.count('\n', done, start)
            source, options, want, message = self._parse_example(m, name, row)
            if not self._blank(source):
                column = margin + len(m['indent'])
                pieces.append(Example(source, want, message, row, column, options))
            row += text.count('\n', start, end)
            done = end
        return [*pieces, text[done:]]

    def get_doctest(self, string, globs, name, filename, lineno):
        """The examples of a text as a DocTest."""
        return DocTest(self.get_examples(string, name), globs, name, filename, lineno, string)

    def get_examples(self, string, name='<string>'):
        """The examples of a text."""
        return [x for x in self.parse(string, name) if isinstance(x, Example)]

    def _parse_example(self, m, name, lineno):
        column = len(m['indent'])
        blanks = ' ' * column
        code, shown = m['source'].split('\n'), m['want'].split('\n')
        self._check_prompts(code, column, name, lineno)
        self._check_prefix(code[1:], blanks + '.', name, lineno)
        if shown[1:] and not shown[-1].strip():
            shown.pop()
        self._check_prefix(shown, blanks, name, lineno + len(code))
        source, want = ['\n'.join([line[cut:] for line in lines])
                        for lines, cut in ((code, column + 4), (shown, column))]
        raised = self._EXCEPTION.match(want)
        message = raised['msg'] if raised else None
        return source, self._options(source, name, lineno), want, message

    def _options(self, source, name, lineno):
        found = {}
        words = [word for m in self._OPTION.finditer(source)
                 for word in _re.split(r'[\s,]+', m[1]) if word]
        for sign, option in [(word[0], word[1:]) for word in words]:
            flag = OPTIONFLAGS_BY_NAME.get(option)
            if flag is None or sign not in '+-':
                raise ValueError(f'line {lineno + 1!r} of the doctest for {name} has an invalid '
                                 f'option: {sign + option!r}')
            found[flag] = sign == '+'
        if not found or not self._blank(source):
            return found
        raise ValueError(f'line {lineno!r} of the doctest for {name} has an option directive on '
                         f'a line with no example: {source!r}')

    def _check_prompts(self, lines, indent, name, lineno):
        for row, line in enumerate(lines, lineno + 1):
            prompt, blank = line[indent:indent + 3], line[indent + 3:indent + 4]
            if blank.strip(' '):
                raise ValueError(f'line {row!r} of the docstring for {name} lacks blank after '
                                 f'{prompt}: {line!r}')

    def _check_prefix(self, lines, prefix, name, lineno):
        for row, line in enumerate(lines, lineno + 1):
            if not (line or prefix).startswith(prefix):
                raise ValueError(f'line {row!r} of the docstring for {name} has inconsistent '
                                 f'leading whitespace: {line!r}')


class DocTestFinder:
    """Finds the docstrings of an object and of what it contains."""

    def __init__(self, verbose=False, parser=DocTestParser(), recurse=True, exclude_empty=True):
        self._parser, self._verbose = parser, verbose
        self._recurse, self._exclude_empty = recurse, exclude_empty

    def find(self, obj, name=None, module=None, globs=None, extraglobs=None):
        """A sorted list of the DocTests of obj."""
        import inspect
        name = name or getattr(obj, '__name__', None)
        if name is None:
            raise ValueError("DocTestFinder.find: name must be given when obj.__name__ doesn't "
                             'exist: %r' % (type(obj),))
        if module is None:
            module = obj if inspect.ismodule(obj) else sys.modules.get(
                getattr(obj, '__module__', None))
        if globs is None:
            globs = module.__dict__.copy() if module else {}
        else:
            globs = globs.copy()
        globs.update(extraglobs or {})
        globs.setdefault('__name__', '__main__')
        tests = []
        self._find(tests, obj, name, module or None, globs, set())
        return sorted(tests)

    def _from_module(self, module, obj):
        if module is None:
            return True
        if hasattr(obj, '__globals__'):
            return obj.__globals__ is module.__dict__
        owner = getattr(obj, '__module__', None)
        return owner is None or owner == module.__name__

    def _find(self, tests, obj, name, module, globs, seen):
        import inspect
        if id(obj) in seen:
            return
        seen.add(id(obj))
        if self._verbose:
            print('Finding tests in %s' % name)
        test = self._get_test(obj, name, module, globs)
        if test is not None:
            tests.append(test)
        if not self._recurse:
            return
        if inspect.ismodule(obj):
            for key, value in list(obj.__dict__.items()):
                try:
                    value_ = inspect.unwrap(value) if callable(value) else value
                except ValueError:  # an object that has every attribute, as mock.call
                    value_ = value
                if (inspect.isroutine(value_) or isinstance(value, type)) and \
                        self._from_module(module, value_):
                    self._find(tests, value, f'{name}.{key}', module, globs, seen)
            for key, value in getattr(obj, '__test__', {}).items():
                if not isinstance(key, str):
                    raise ValueError('DocTestFinder.find: __test__ keys must be strings: %r'
                                     % (type(key),))
                self._find(tests, value, f'{name}.__test__.{key}', module, globs, seen)
        elif isinstance(obj, type):
            for key, value in list(obj.__dict__.items()):
                value = getattr(value, '__func__', value) \
                    if isinstance(value, (staticmethod, classmethod)) else value
                if (inspect.isroutine(value) or isinstance(value, (type, property))) and \
                        self._from_module(module, value):
                    self._find(tests, value, f'{name}.{key}', module, globs, seen)

    def _get_test(self, obj, name, module, globs):
        docstring = obj if isinstance(obj, str) else str(getattr(obj, '__doc__', None) or '')
        if self._exclude_empty and not docstring:
            return None
        filename = getattr(module, '__file__', None) or getattr(module, '__name__', None)
        return self._parser.get_doctest(docstring, globs, name, filename,
                                        self._line_of(obj, docstring))

    def _line_of(self, obj, docstring):
        """The line the docstring starts at, where a code object tells."""
        obj = getattr(obj, 'fget', None) or getattr(obj, '__wrapped__', None) or obj
        code = getattr(obj, '__code__', None)
        return code.co_firstlineno if code is not None and docstring else \
            0 if hasattr(obj, '__path__') or type(obj) is type(sys) else None


class DocTestRunner:
    """Runs DocTests and reports those that fail."""
    DIVIDER = '*' * 70

    def __init__(self, checker=None, verbose=None, optionflags=0):
        self._checker = checker or OutputChecker()
        self._verbose = '-v' in sys.argv if verbose is None else verbose
        self.optionflags = self.original_optionflags = optionflags
        self.tries = self.failures = 0
        self._name2ft = {}
        self.test = None

    def report_start(self, out, test, example):
        if self._verbose:
            expecting = 'Expecting:\n' + _indent(example.want) if example.want else \
                'Expecting nothing\n'
            out('Trying:\n' + _indent(example.source) + expecting)

    def report_success(self, out, test, example, got):
        if self._verbose:
            out('ok\n')

    def report_failure(self, out, test, example, got):
        out(self._failure_header(test, example)
            + self._checker.output_difference(example, got, self.optionflags))

    def report_unexpected_exception(self, out, test, example, exc_info):
        text = ''.join(_traceback.format_exception(*exc_info))
        out(self._failure_header(test, example) + 'Exception raised:\n' + _indent(text))

    def _failure_header(self, test, example):
        row = example.lineno + 1
        if not test.filename:
            where = f'Line {row}'
        else:
            where = f'File "{test.filename}", line ' + (
                '?' if test.lineno is None else str(test.lineno + row))
        return '\n'.join((self.DIVIDER, f'{where}, in {test.name}', 'Failed example:',
                          _indent(example.source)))

    def _run_example(self, example, number, test, flags):
        """-> (what it printed, exception info or None)"""
        filename = '<doctest %s[%d]>' % (test.name, number)
        fake, held = _StringIO(), sys.stdout
        sys.stdout = fake
        try:
            exec(compile(example.source, filename, 'single', flags, True), test.globs)
            return fake.getvalue(), None
        except KeyboardInterrupt:
            raise
        except BaseException:
            kind, value, tb = sys.exc_info()
            return fake.getvalue(), (kind, value, tb.tb_next if tb else tb)
        finally:
            sys.stdout = held

    def _judge(self, example, got, info):
        """-> (is as wanted, got as reports show it)"""
        check = self._checker.check_output
        if info is None:
            return check(example.want, got, self.optionflags), got
        message = ''.join(_traceback.format_exception_only(*info[:2]))
        got += ''.join(_traceback.format_exception(*info))
        if example.exc_msg is None:
            return None, got
        if issubclass(info[0], SyntaxError):  # only the last line counts
            message = message[message.rfind('\n', 0, len(message) - 1) + 1:]
        if check(example.exc_msg, message, self.optionflags):
            return True, got
        return bool(self.optionflags & IGNORE_EXCEPTION_DETAIL) and check(
            _exception_name(example.exc_msg), _exception_name(message), self.optionflags), got

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        """Run the examples in test -> TestResults"""
        self.test = test
        if out is None:
            out = sys.stdout.write
        failures = tries = 0
        flags = _future_flags(test.globs) if compileflags is None else compileflags
        try:
            for number, example in enumerate(test.examples):
                quiet = self.optionflags & REPORT_ONLY_FIRST_FAILURE and failures > 0
                self.optionflags = self.original_optionflags
                for flag, on in example.options.items():
                    self.optionflags = self.optionflags | flag if on else self.optionflags & ~flag
                if self.optionflags & SKIP:
                    continue
                tries += 1
                if not quiet:
                    self.report_start(out, test, example)
                got, info = self._run_example(example, number, test, flags)
                good, shown = self._judge(example, got, info)
                if good:
                    if not quiet:
                        self.report_success(out, test, example, shown)
                    continue
                failures += 1
                if not quiet:
                    if good is None:
                        self.report_unexpected_exception(out, test, example, info)
                    else:
                        self.report_failure(out, test, example, shown)
                if self.optionflags & FAIL_FAST:
                    break
        finally:
            self.optionflags = self.original_optionflags
            if clear_globs:
                test.globs.clear()
        known = self._name2ft.get(test.name, (0, 0))
        self._name2ft[test.name] = known[0] + failures, known[1] + tries
        self.failures += failures
        self.tries += tries
        return TestResults(failures, tries)

    def summarize(self, verbose=None):
        """Print a summary of all the test cases that have been run -> TestResults"""
        verbose = self._verbose if verbose is None else verbose
        rows = sorted(self._name2ft.items())
        none = [name for name, (f, t) in rows if not t]
        passed = [(name, t) for name, (f, t) in rows if t and not f]
        failed = [(name, f, t) for name, (f, t) in rows if f]
        tries, failures = sum([t for _, (f, t) in rows]), sum([f for _, (f, t) in rows])
        if verbose and none:
            print(len(none), 'items had no tests:')
            for name in none:
                print('   ', name)
        if verbose and passed:
            print(len(passed), 'items passed all tests:')
            for name, t in passed:
                print(' %3d tests in %s' % (t, name))
        if failed:
            print(self.DIVIDER)
            print(len(failed), 'items had failures:')
            for name, f, t in failed:
                print(' %3d of %3d in %s' % (f, t, name))
        if verbose:
            print(tries, 'tests in', len(rows), 'items.')
            print(tries - failures, 'passed and', failures, 'failed.')
        if failures:
            print('***Test Failed***', failures, 'failures.')
        elif verbose:
            print('Test passed.')
        return TestResults(failures, tries)

    def merge(self, other):
        """Adds the counts of another runner."""
        for name, (f, t) in other._name2ft.items():
            known = self._name2ft.get(name, (0, 0))
            self._name2ft[name] = known[0] + f, known[1] + t


def _future_flags(globs):
    import __future__
    flags = 0
    for name in __future__.all_feature_names:
        feature = globs.get(name)
        if feature is getattr(__future__, name):
            flags |= feature.compiler_flag
    return flags


def _exception_name(message):
    """'a.b.Error: text' -> 'Error'"""
    head = message.partition('\n')[0].partition(':')[0]
    return head.rpartition('.')[2] + '\n'


class OutputChecker:
    """Compares what was printed with what was wanted."""

    def _toAscii(self, s):
        return str(s.encode('ASCII', 'backslashreplace'), 'ASCII')

    def check_output(self, want, got, optionflags):
        """True if got is want, by the flags."""
        want, got = map(self._toAscii, (want, got))
        if want == got:
            return True
        if {want, got} in ({'True\n', '1\n'}, {'False\n', '0\n'}) and want in ('1\n', '0\n'):
            return not optionflags & DONT_ACCEPT_TRUE_FOR_1
        for flag, change in self._CHANGES:
            # blank lines are marked unless a flag says no; the others have to be asked for
            if bool(optionflags & flag) is (flag != DONT_ACCEPT_BLANKLINE):
                want, got = change(want, got)
                if want == got:
                    return True
        return bool(optionflags & ELLIPSIS) and _ellipsis_match(want, got)

    _CHANGES = (
        (DONT_ACCEPT_BLANKLINE, lambda want, got: (
            _re.sub(r'(?m)^%s\s*?$' % _re.escape(BLANKLINE_MARKER), '', want),
            _re.sub(r'(?m)^[^\S\n]+$', '', got))),
        (NORMALIZE_WHITESPACE, lambda want, got: (' '.join(want.split()), ' '.join(got.split()))))

    def output_difference(self, example, got, optionflags):
        """What a report says of the difference."""
        want = example.want
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            got = _re.sub('(?m)^[ ]*(?=\n)', BLANKLINE_MARKER, got)
        diffs = optionflags & (REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF)
        if diffs and (optionflags & REPORT_NDIFF or want.count('\n') > 2 and got.count('\n') > 2):
            import difflib
            a, b = want.splitlines(keepends=True), got.splitlines(keepends=True)
            if optionflags & REPORT_UDIFF:
                lines, kind = list(difflib.unified_diff(a, b, n=2))[2:], 'unified diff with ' \
                    '-expected +actual'
            elif optionflags & REPORT_CDIFF:
                lines, kind = list(difflib.context_diff(a, b, n=2))[2:], 'context diff with ' \
                    'expected followed by actual'
            else:
                lines = list(difflib.Differ(charjunk=difflib.IS_CHARACTER_JUNK).compare(a, b))
                kind = 'ndiff with -expected +actual'
            return 'Differences (%s):\n' % kind + _indent(''.join(
                [line.rstrip() + '\n' for line in lines]))
        expected = 'Expected:\n' + _indent(want) if want else 'Expected nothing\n'
        return expected + ('Got:\n' + _indent(got) if got else 'Got nothing\n')


def _ellipsis_match(want, got):
    """Whether got is want with any text for each '...'."""
    first, *middle = want.split(ELLIPSIS_MARKER)
    if not middle:
        return want == got
    last = middle.pop()
    if not (got.startswith(first) and got.endswith(last)):
        return False
    at, end = len(first), len(got) - len(last)
    for part in middle:
        at = got.find(part, at, end) if at <= end else -1
        if at < 0:
            return False
        at += len(part)
    return at <= end


class DocTestFailure(Exception):
    """An example printed something else; raised by DebugRunner."""

    def __init__(self, test, example, got):
        self.test, self.example, self.got = test, example, got

    def __str__(self):
        return str(self.test)


class UnexpectedException(Exception):
    """An example raised an exception that it does not show; raised by DebugRunner."""

    def __init__(self, test, example, exc_info):
        self.test, self.example, self.exc_info = test, example, exc_info

    def __str__(self):
        return str(self.test)


class DebugRunner(DocTestRunner):
    """Raises at the first failure."""

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        result = DocTestRunner.run(self, test, compileflags, out, False)
        if clear_globs:
            test.globs.clear()
        return result

    def report_unexpected_exception(self, out, test, example, exc_info):
        raise UnexpectedException(test, example, exc_info)

    def report_failure(self, out, test, example, got):
        raise DocTestFailure(test, example, got)


def testmod(m=None, name=None, globs=None, verbose=None, report=True, optionflags=0,
            extraglobs=None, raise_on_error=False, exclude_empty=False):
    """Runs the examples of a module, by default of the program -> TestResults"""
    module = sys.modules.get('__main__') if m is None else m
    if not isinstance(module, type(sys)):
        raise TypeError(f'testmod: module required; {module!r}')
    kind = DebugRunner if raise_on_error else DocTestRunner
    tests = DocTestFinder(exclude_empty=exclude_empty).find(
        module, name or module.__name__, globs=globs, extraglobs=extraglobs)
    return _run_all(kind(verbose=verbose, optionflags=optionflags), tests, report)


def _run_all(runner, tests, report):
    """Runs the tests, and keeps what came of them for summaries of several modules."""
    global master
    for test in tests:
        runner.run(test)
    if report:
        runner.summarize()
    if master is not None:
        master.merge(runner)
    master = master or runner
    return TestResults(runner.failures, runner.tries)


def testfile(filename, module_relative=True, name=None, package=None, globs=None, verbose=None,
             report=True, optionflags=0, extraglobs=None, raise_on_error=False,
             parser=DocTestParser(), encoding=None):
    """Test examples in a file the program was granted -> TestResults"""
    with open(filename, encoding=encoding or 'utf-8') as f:
        text = f.read()
    globs = {} if globs is None else globs.copy()
    globs.update(extraglobs or {})
    globs.setdefault('__name__', '__main__')
    runner = (DebugRunner if raise_on_error else DocTestRunner)(verbose=verbose,
                                                                optionflags=optionflags)
    name = name or filename.rpartition('/')[2]
    runner.run(parser.get_doctest(text, globs, name, filename, 0))
    if report:
        runner.summarize()
    return TestResults(runner.failures, runner.tries)


def run_docstring_examples(f, globs, verbose=False, name='NoName', compileflags=None,
                           optionflags=0):
    """Runs the examples in an object's docstring and prints those that fail."""
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    for test in DocTestFinder(verbose=verbose, recurse=False).find(f, name, globs=globs):
        runner.run(test, compileflags=compileflags)


def _comment(line):
    return '# ' + line if line else '#'


def script_from_examples(s):
    """A script of the examples, with the text around them as comments."""
    def lines():
        for piece in DocTestParser().parse(s):
            if not isinstance(piece, Example):
                yield from map(_comment, piece.split('\n')[:-1])
                continue
            yield piece.source.removesuffix('\n')
            if piece.want:
                yield '# Expected:'
                yield from ['## ' + line for line in piece.want.split('\n')[:-1]]

    script = [*lines()]
    inked = [i for i, line in enumerate(script) if line != '#']
    if inked:
        script = script[inked[0]:inked[-1] + 1]
    return '\n'.join(script if inked else []) + '\n'


def testsource(module, name):
    """The examples of a docstring as a program."""
    if isinstance(module, str):
        module = __import__(module, fromlist=['*'])
    found = [t for t in DocTestFinder().find(module) if t.name == name]
    if not found:
        raise ValueError(name, 'not found in tests')
    return script_from_examples(found[0].docstring)


def _no_debugger(*args, **kwargs):
    raise NotImplementedError('doctest: there is no debugger here')


debug = debug_src = debug_script = _no_debugger
_report_flags = 0


def set_unittest_reportflags(flags):
    """Sets the reporting flags of DocTestSuite's tests -> the old ones"""
    global _report_flags
    if flags & REPORTING_FLAGS != flags:
        raise ValueError('Only reporting flags allowed', flags)
    old, _report_flags = _report_flags, flags
    return old


def _suite_case(test, optionflags, setUp, tearDown, checker):
    import unittest

    class DocTestCase(unittest.TestCase):
        def setUp(self):
            if setUp is not None:
                setUp(test)

        def tearDown(self):
            if tearDown is not None:
                tearDown(test)
            test.globs.clear()

        def runTest(self):
            out = _StringIO()
            flags = optionflags if optionflags & REPORTING_FLAGS else optionflags | _report_flags
            runner = DocTestRunner(checker=checker, verbose=False, optionflags=flags)
            if runner.run(test, out=out.write, clear_globs=False).failed:
                line = 'unknown line number' if test.lineno is None else f'{test.lineno}'
                raise self.failureException(
                    f'Failed doctest test for {test.name}\n  File "{test.filename}", line {line}, '
                    f'in {test.name.split(".")[-1]}\n\n{out.getvalue()}')

        def id(self):
            return test.name

        def __repr__(self):
            name = test.name.split('.')
            return '%s (%s)' % (name[-1], '.'.join(name[:-1]))

        __str__ = __repr__

        def shortDescription(self):
            return 'Doctest: ' + test.name
    return DocTestCase()


def DocTestSuite(module=None, globs=None, extraglobs=None, test_finder=None, setUp=None,
                 tearDown=None, optionflags=0, checker=None):
    """The doctests of a module as a unittest suite."""
    import unittest
    if isinstance(module, str):
        module = __import__(module, fromlist=['*'])
    module = module or sys.modules['__main__']
    tests = (test_finder or DocTestFinder()).find(module, globs=globs, extraglobs=extraglobs)
    return unittest.TestSuite([_suite_case(t, optionflags, setUp, tearDown, checker)
                               for t in tests if t.examples])


def DocFileSuite(*paths, **kw):
    """The doctests of files as a unittest suite."""
    import unittest
    suite = unittest.TestSuite()
    for path in paths:
        with open(path, encoding=kw.get('encoding') or 'utf-8') as f:
            test = kw.get('parser', DocTestParser()).get_doctest(
                f.read(), dict(kw.get('globs') or {}), path.rpartition('/')[2], path, 0)
        suite.addTest(_suite_case(test, kw.get('optionflags', 0), kw.get('setUp'),
                                  kw.get('tearDown'), kw.get('checker')))
    return suite
