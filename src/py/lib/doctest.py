# Module doctest: the examples in docstrings, run and compared.
from _namedtuple import namedtuple as _namedtuple
from io import StringIO as _StringIO
import re as _re
import sys
from _traceback import line as _source_line, remember as _remember
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
        self.source, self.exc_msg = [text if text is None else text.removesuffix('\n') + '\n'
                                     for text in (source, exc_msg)]
        self.want = _whole_lines(want)
        self.lineno, self.indent, self.options = lineno, indent, {} if options is None else options

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


def _indent_of(line):
    return len(line) - len(line.lstrip(' '))


def _continues(line, prompt):
    return line.lstrip(' ').startswith(prompt)


def _is_comment(source):
    """Is it one line without code?"""
    line = source.removesuffix('\n')
    return '\n' not in line and line.lstrip(' ')[:1] in ('', '#')


def _raised(want):
    """The message at the end of the traceback that is wanted; None where none is."""
    head, *rest = want.split('\n')
    if head.rstrip() not in ('Traceback (most recent call last):', 'Traceback (innermost last):'):
        return None
    for i, line in enumerate(rest):
        if line[:1].isalnum() or line[:1] == '_':
            return '\n'.join(rest[i:])
    return None


class DocTestParser:
    """Finds the examples of a text."""

    def parse(self, string, name='<string>'):
        """A list of the examples and the texts between them."""
        lines = string.expandtabs().split('\n')
        margin = min([_indent_of(line) for line in lines if line.strip()], default=0)
        lines = [line[margin:] for line in lines]
        pieces, text, at = [], 0, 0  # text: where the text behind the last example begins
        while at < len(lines):
            if not _continues(lines[at], '>>>'):
                at += 1
                continue
            start, at = at, at + 1
            while at < len(lines) and _continues(lines[at], '...'):
                at += 1
            wanted = at
            while at < len(lines) and lines[at].strip(' ') and not _continues(lines[at], '>>>'):
                at += 1
            pieces.append(''.join([line + '\n' for line in lines[text:start]]))
            example = self._example(lines[start:wanted], lines[wanted:at], name, start, margin)
            if example:
                pieces.append(example)
            text = at
        return [*pieces, '\n'.join(lines[text:])]

    def get_doctest(self, string, globs, name, filename, lineno):
        """The examples of a text as a DocTest."""
        examples = self.get_examples(string, name)
        return DocTest(examples, globs, name, filename, lineno, string)

    def get_examples(self, string, name='<string>'):
        """The examples of a text."""
        return [piece for piece in self.parse(string, name) if isinstance(piece, Example)]

    def _example(self, source, want, name, lineno, margin):
        """An Example of its lines; None where these are only a comment."""
        indent = _indent_of(source[0])
        self._check_prompts(source, indent, name, lineno)
        self._check_prefix(source[1:], ' ' * indent + '.', name, lineno)
        self._check_prefix(want, ' ' * indent, name, lineno + len(source))
        code = '\n'.join([line[indent + 4:] for line in source])
        want = '\n'.join([line[indent:] for line in want])
        options = self._options(code, name, lineno)
        if _is_comment(code):
            return None
        return Example(code, want, _raised(want), lineno, margin + indent, options)

    def _options(self, source, name, lineno):
        import re
        directives = re.findall(r'(?m)#\s*doctest:\s*([^\n\'"]*)$', source)
        words = ' '.join(directives).replace(',', ' ').split()
        for word in words:
            if word[0] not in '+-' or word[1:] not in OPTIONFLAGS_BY_NAME:
                raise ValueError(f'line {lineno + 1!r} of the doctest for {name} has an invalid option: {word!r}')
        if words and _is_comment(source):
            raise ValueError(f'line {lineno!r} of the doctest for {name} has an option directive on '
                             f'a line with no example: {source!r}')
        return {OPTIONFLAGS_BY_NAME[word[1:]]: word[0] == '+' for word in words}

    def _check_prompts(self, lines, indent, name, lineno):
        for number, line in enumerate(lines, lineno + 1):
            if line[indent + 3:indent + 4] not in ('', ' '):
                raise ValueError(f'line {number!r} of the docstring for {name} lacks blank after '
                                 f'{line[indent:indent + 3]}: {line!r}')

    def _check_prefix(self, lines, prefix, name, lineno):
        for number, line in enumerate(lines, lineno + 1):
            if line and not line.startswith(prefix):
                raise ValueError(f'line {number!r} of the docstring for {name} has inconsistent '
                                 f'leading whitespace: {line!r}')


def _unwrapped(value):
    import inspect
    try:
        return inspect.unwrap(value) if callable(value) else value
    except ValueError:  # an object that has every attribute, as mock.call
        return value


class DocTestFinder:
    """Finds the docstrings of an object and of what it contains."""

    def __init__(self, verbose=False, parser=DocTestParser(), recurse=True, exclude_empty=True):
        self._parser, self._verbose = parser, verbose
        self._recurse, self._exclude_empty = recurse, exclude_empty

    def find(self, obj, name=None, module=None, globs=None, extraglobs=None):
        """The DocTests of obj, sorted."""
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
        return sorted(self._find(obj, name, module or None, globs))

    def _from_module(self, module, obj):
        if module is None:
            return True
        if hasattr(obj, '__globals__'):
            return obj.__globals__ is module.__dict__
        owner = getattr(obj, '__module__', None)
        return owner is None or owner == module.__name__

    def _members(self, obj, name, module):
        """(name, member) of all in a module or class whose docstrings count."""
        import inspect
        in_class = isinstance(obj, type)
        for key, value in list(obj.__dict__.items()) if in_class or inspect.ismodule(obj) else ():
            if in_class:
                value = bare = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
            else:
                bare = _unwrapped(value)
            counts = inspect.isroutine(bare) or isinstance(value, (type, property) if in_class else type)
            if counts and self._from_module(module, bare):
                yield f'{name}.{key}', value
        for key, value in {} if in_class else getattr(obj, '__test__', {}).items():
            if not isinstance(key, str):
                raise ValueError('DocTestFinder.find: __test__ keys must be strings: %r' % (type(key),))
            yield f'{name}.__test__.{key}', value

    def _find(self, obj, name, module, globs):
        """The tests of obj, then of each of its members with those of the members' members."""
        todo, seen = [(name, obj)], set()
        while todo:
            name, obj = todo.pop()
            if self._verbose:
                print('Finding tests in %s' % name)
            if id(obj) in seen:
                continue
            seen.add(id(obj))
            test = self._get_test(obj, name, module, globs)
            if test is not None:
                yield test
            if self._recurse:
                todo += reversed([*self._members(obj, name, module)])

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
        if code is not None and docstring:
            return _first_quote(code)
        return 0 if hasattr(obj, '__path__') or type(obj) is type(sys) else None


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
        if test.filename:
            line = '?' if test.lineno is None else test.lineno + example.lineno + 1
            place = f'File "{test.filename}", line {line}, in {test.name}'
        else:
            place = f'Line {example.lineno + 1}, in {test.name}'
        return '\n'.join([self.DIVIDER, place, 'Failed example:', _indent(example.source)])

    def _run_example(self, example, number, test, flags):
        """-> (what it printed, exception info or None)"""
        filename = '<doctest %s[%d]>' % (test.name, number)
        fake, held = _StringIO(), sys.stdout
        sys.stdout = fake
        _remember(filename, example.source)
        try:
            exec(compile(example.source, filename, 'single', flags, True), test.globs)
            return _whole_lines(fake.getvalue()), None
        except KeyboardInterrupt:
            raise
        except BaseException:
            kind, value, tb = sys.exc_info()
            return _whole_lines(fake.getvalue()), (kind, value, tb.tb_next if tb else tb)
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
        if issubclass(info[0], SyntaxError):  # its place does not count
            heads = tuple(prefix + info[0].__qualname__ + ':' for prefix in ('', info[0].__module__ + '.'))
            lines = message.splitlines(keepends=True)
            while lines and not lines[0].startswith(heads):
                del lines[0]
            message = ''.join(lines) or message
        if check(example.exc_msg, message, self.optionflags):
            return True, got
        return bool(self.optionflags & IGNORE_EXCEPTION_DETAIL) and check(
            _exception_name(example.exc_msg), _exception_name(message), self.optionflags), got

    def _try(self, example, number, test, flags, out):
        """Runs one example and reports it, but for out being None -> is it as wanted?"""
        if out:
            self.report_start(out, test, example)
        got, info = self._run_example(example, number, test, flags)
        good, shown = self._judge(example, got, info)
        if out and good:
            self.report_success(out, test, example, shown)
        elif out and good is None:
            self.report_unexpected_exception(out, test, example, info)
        elif out:
            self.report_failure(out, test, example, shown)
        return good

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        """Goes through the examples of a test and reports them -> TestResults"""
        self.test = test
        out = out or sys.stdout.write
        shown, sys.displayhook = sys.displayhook, sys.__displayhook__
        flags = _future_flags(test.globs) if compileflags is None else compileflags
        failures = tries = 0
        try:
            for number, example in enumerate(test.examples):
                quiet = failures and self.optionflags & REPORT_ONLY_FIRST_FAILURE
                self.optionflags = self.original_optionflags
                for flag, on in example.options.items():
                    self.optionflags = self.optionflags | flag if on else self.optionflags & ~flag
                if not self.optionflags & SKIP:
                    tries += 1
                    failures += not self._try(example, number, test, flags, None if quiet else out)
                if failures and self.optionflags & FAIL_FAST:
                    break
        finally:
            sys.displayhook = shown
            self.optionflags = self.original_optionflags
            for number in range(len(test.examples)):
                _remember('<doctest %s[%d]>' % (test.name, number), None)
            if clear_globs:
                test.globs.clear()
        known = self._name2ft.get(test.name, (0, 0))
        self._name2ft[test.name] = known[0] + failures, known[1] + tries
        self.failures += failures
        self.tries += tries
        return TestResults(failures, tries)

    def summarize(self, verbose=None):
        """Prints what all runs so far came to -> TestResults"""
        verbose = self._verbose if verbose is None else verbose
        rows = [(f, t, name) for name, (f, t) in sorted(self._name2ft.items())]
        failures, tries = [sum([row[i] for row in rows]) for i in (0, 1)]
        if verbose:
            _listed('items had no tests:', '    {2}', [row for row in rows if not row[1]])
            _listed('items passed all tests:', ' {1:3d} tests in {2}',
                    [row for row in rows if row[1] and not row[0]])
        if failures:
            print(self.DIVIDER)
            _listed('items had failures:', ' {0:3d} of {1:3d} in {2}', [row for row in rows if row[0]])
        if verbose:
            print(tries, 'tests in', len(rows), 'items.')
            print(tries - failures, 'passed and', failures, 'failed.')
        if failures or verbose:
            print(f'***Test Failed*** {failures} failures.' if failures else 'Test passed.')
        return TestResults(failures, tries)

    def merge(self, other):
        """Adds the counts of another runner."""
        for name, (f, t) in other._name2ft.items():
            known = self._name2ft.get(name, (0, 0))
            self._name2ft[name] = known[0] + f, known[1] + t


def _whole_lines(text):
    """A docstring cannot show that the last line does not end."""
    return text + '\n' if text and not text.endswith('\n') else text


def _first_quote(code):
    """The line, from 0, where the first text of a function begins; the second where no source is."""
    number = code.co_firstlineno
    while line := _source_line(code.co_filename, number):
        if _re.match(r'(^|.*:)\s*\w*["\']', line):
            return number - 1
        number += 1
    return code.co_firstlineno


def _future_flags(globs):
    import __future__ as known
    return sum([getattr(known, name).compiler_flag for name in known.all_feature_names
                if globs.get(name) is getattr(known, name)])


def _exception_name(message):
    """'a.b.Error: text' -> 'Error'"""
    head = message.partition('\n')[0].partition(':')[0]
    return head.rpartition('.')[2] + '\n'


def _listed(heading, form, rows):
    if rows:
        print(len(rows), heading)
    for row in rows:
        print(form.format(*row))


_TRUTHS = {'1\n': 'True\n', '0\n': 'False\n'}     # what was printed before there was bool


_DIFFS = {REPORT_UDIFF: ('unified_diff', 'unified diff with -expected +actual'),
          REPORT_CDIFF: ('context_diff', 'context diff with expected followed by actual'),
          REPORT_NDIFF: ('ndiff', 'ndiff with -expected +actual')}


class OutputChecker:
    """Compares what was printed with what was wanted."""

    def _toAscii(self, s):
        return str(s.encode('ASCII', 'backslashreplace'), 'ASCII')

    def check_output(self, want, got, optionflags):
        """Is got what is wanted, by the flags?"""
        want, got = self._toAscii(want), self._toAscii(got)
        also = want if optionflags & DONT_ACCEPT_TRUE_FOR_1 else _TRUTHS.get(want)
        if got in (want, also):
            return True
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            want, got = _with_blank_lines(want, BLANKLINE_MARKER), _with_blank_lines(got, '')
        if optionflags & NORMALIZE_WHITESPACE:
            want, got = [' '.join(text.split()) for text in (want, got)]
        return want == got or bool(optionflags & ELLIPSIS) and _ellipsis_match(want, got)

    def output_difference(self, example, got, optionflags):
        """What a report says of the difference."""
        want = example.want
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            *lines, rest = got.split('\n')
            got = '\n'.join([*[line if line.strip(' ') else BLANKLINE_MARKER for line in lines], rest])
        ways = [way for flag, way in _DIFFS.items() if optionflags & flag]
        if ways and (optionflags & REPORT_NDIFF or min(want.count('\n'), got.count('\n')) > 2):
            import difflib
            function, kind = ways[0]
            short = {} if function == 'ndiff' else {'n': 2}
            lines = [*getattr(difflib, function)(want.splitlines(True), got.splitlines(True), **short)]
            return f'Differences ({kind}):\n' + _indent(''.join(lines[2 * len(short):]))   # without the heads
        return ''.join([f'{what}:\n{_indent(text)}' if text else f'{what} nothing\n'
                        for what, text in (('Expected', want), ('Got', got))])


def _with_blank_lines(text, marker):
    """The text, in which lines with no more than the marker, or space behind it, are empty."""
    return '\n'.join(['' if line.startswith(marker) and not line[len(marker):].strip() else line
                      for line in text.split('\n')])


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


def _run_all(tests, verbose, optionflags, raise_on_error, report):
    """Runs the tests, tells if wanted what they came to, and adds it to what `master` has -> TestResults"""
    global master
    kind = DebugRunner if raise_on_error else DocTestRunner
    runner = kind(verbose=verbose, optionflags=optionflags)
    for test in tests:
        runner.run(test)
    if report:
        runner.summarize()
    if master is not None:
        master.merge(runner)
    else:
        master = runner
    return TestResults(runner.failures, runner.tries)


def testmod(m=None, name=None, globs=None, verbose=None, report=True, optionflags=0,
            extraglobs=None, raise_on_error=False, exclude_empty=False):
    """Runs the examples in the docstrings of a module -> TestResults"""
    module = sys.modules.get('__main__') if m is None else m
    if type(module) is not type(sys):
        raise TypeError(f'testmod: module required; {module!r}')
    tests = DocTestFinder(exclude_empty=exclude_empty).find(
        module, name or module.__name__, globs=globs, extraglobs=extraglobs)
    return _run_all(tests, verbose, optionflags, raise_on_error, report)


def testfile(filename, module_relative=True, name=None, package=None, globs=None, verbose=None,
             report=True, optionflags=0, extraglobs=None, raise_on_error=False,
             parser=DocTestParser(), encoding=None):
    """Runs the examples in a file the program was granted -> TestResults"""
    path, text = _read_relative(filename, module_relative, package, encoding, 1)
    names = {'__name__': '__main__', **(globs or {}), **(extraglobs or {})}
    test = parser.get_doctest(text, names, name or filename.rpartition('/')[2], path, 0)
    return _run_all([test], verbose, optionflags, raise_on_error, report)


def run_docstring_examples(f, globs, verbose=False, name='NoName', compileflags=None,
                           optionflags=0):
    """Runs the examples in an object's docstring and prints those that fail."""
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    for test in DocTestFinder(verbose=verbose, recurse=False).find(f, name, globs=globs):
        runner.run(test, compileflags=compileflags)


def _script_lines(piece):
    """What an example, or text between examples, is in a program."""
    if isinstance(piece, Example):
        wanted = [f'## {line}' for line in piece.want.split('\n')[:-1]]
        return [piece.source.removesuffix('\n'), '# Expected:', *wanted][:None if wanted else 1]
    return [f'# {line}' if line else '#' for line in piece.split('\n')[:-1]]


def script_from_examples(s):
    """The examples of a text as a program, all else in it as comments."""
    lines = [line for piece in DocTestParser().parse(s) for line in _script_lines(piece)]
    said = [i for i, line in enumerate(lines) if line != '#']
    return '\n'.join(lines[said[0]:said[-1] + 1] if said else []) + '\n'


def testsource(module, name):
    """The examples of a docstring as a program."""
    if isinstance(module, str):
        module = sys._import(module)
    texts = {test.name: test.docstring for test in reversed(DocTestFinder().find(module))}
    if name not in texts:
        raise ValueError(name, 'not found in tests')
    return script_from_examples(texts[name])


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


def _case_classes():
    """DocTestCase and DocFileCase, which are made when somebody asks: they need unittest."""
    import unittest

    class DocTestCase(unittest.TestCase):
        """A DocTest as a test case of unittest."""

        def __init__(self, test, optionflags=0, setUp=None, tearDown=None, checker=None):
            super().__init__()
            self._doctest, self._flags, self._checker = test, optionflags, checker
            self._before, self._after, self._globs = setUp, tearDown, test.globs.copy()

        def setUp(self):
            if self._before is not None:
                self._before(self._doctest)

        def tearDown(self):
            if self._after is not None:
                self._after(self._doctest)
            self._doctest.globs.clear()
            self._doctest.globs.update(self._globs)

        def runTest(self):
            out = _StringIO()
            flags = self._flags if self._flags & REPORTING_FLAGS else self._flags | _report_flags
            runner = DocTestRunner(checker=self._checker, verbose=False, optionflags=flags)
            runner.DIVIDER = '-' * 70
            if runner.run(self._doctest, out=out.write, clear_globs=False).failed:
                raise self.failureException(self.format_failure(out.getvalue()))

        def format_failure(self, err):
            test = self._doctest
            line = 'unknown line number' if test.lineno is None else f'{test.lineno}'
            return (f'Failed doctest test for {test.name}\n  File "{test.filename}", line {line}, '
                    f'in {test.name.split(".")[-1]}\n\n{err}')

        def debug(self):
            self.setUp()
            DebugRunner(checker=self._checker, verbose=False, optionflags=self._flags).run(
                self._doctest, clear_globs=False)
            self.tearDown()

        def id(self):
            return self._doctest.name

        def _all(self):
            return self._doctest, self._flags, self._before, self._after, self._checker

        def __eq__(self, other):
            return self._all() == other._all() if type(self) is type(other) else NotImplemented

        def __hash__(self):
            return hash(self._all())

        def __repr__(self):
            name = self._doctest.name.split('.')
            return '%s (%s)' % (name[-1], '.'.join(name[:-1]))

        __str__ = object.__str__

        def shortDescription(self):
            return 'Doctest: ' + self._doctest.name

    class DocFileCase(DocTestCase):
        """The examples of a file as a test case."""

        def id(self):
            return '_'.join(self._doctest.name.split('.'))

        def __repr__(self):
            return self._doctest.filename

        def format_failure(self, err):
            return 'Failed doctest test for %s\n  File "%s", line 0\n\n%s' % (
                self._doctest.name, self._doctest.filename, err)

    class _DocTestSuite(unittest.TestSuite):
        def _removeTestAtIndex(self, index):
            pass    # it can be run again
    return {'DocTestCase': DocTestCase, 'DocFileCase': DocFileCase, '_DocTestSuite': _DocTestSuite}


def __getattr__(name):
    if name not in ('DocTestCase', 'DocFileCase', '_DocTestSuite'):
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    globals().update(_case_classes())
    return globals()[name]


def _case(name, *args):
    return (globals().get(name) or __getattr__(name))(*args)


def _suite(cases):
    return _case('_DocTestSuite', cases)


def DocTestSuite(module=None, globs=None, extraglobs=None, test_finder=None, setUp=None,
                 tearDown=None, optionflags=0, checker=None):
    """The doctests of a module as a unittest suite."""
    if isinstance(module, str):
        module = sys._import(module)
    module = module or sys.modules['__main__']
    tests = (test_finder or DocTestFinder()).find(module, globs=globs, extraglobs=extraglobs)
    return _suite([_case('DocTestCase', t, optionflags, setUp, tearDown, checker)
                               for t in tests if t.examples])


def _module_of(given, depth):
    """The module itself, the one of that name, or for None that of the calling frame's globals."""
    if isinstance(given, str):
        return sys._import(given)
    return given or sys.modules.get(sys._getframe(depth + 1).f_globals.get('__name__'))


def _read_relative(path, module_relative, package, encoding, depth):
    """-> (path, text) of a file, which is looked for beside a module and, as files are granted to
    a program one by one, under the name as it stands."""
    if not module_relative:
        if package:
            raise ValueError('Package may only be specified for module-relative paths.')
        folders = ['']
    elif path.startswith('/'):
        raise ValueError('Module-relative files may not have absolute paths')
    else:
        module = _module_of(package, depth + 1)
        beside = getattr(module, '__file__', None) or sys.argv[0] or ''
        folders = [beside.rpartition('/')[0], '']
    import os.path
    for folder in dict.fromkeys(folders):
        full = os.path.normpath(os.path.join(folder, path))
        try:
            with open(full, encoding=encoding or 'utf-8') as f:
                return full, f.read()
        except OSError:
            if not folder:
                raise


def _file_test(path, globs, parser, read):
    full, text = read
    return parser.get_doctest(text, {'__file__': full, **(globs or {})}, path.rpartition('/')[2], full, 0)


def DocFileSuite(*paths, module_relative=True, package=None, globs=None, parser=DocTestParser(), encoding=None,
                 **options):
    """The doctests of files as a unittest suite; options are those of DocTestCase."""
    if module_relative:
        package = _module_of(package, 1)
    flags, *rest = map(options.pop, ('optionflags', 'setUp', 'tearDown', 'checker'), (0, None, None, None))
    for name in options:
        raise TypeError(f'DocFileSuite() got an unexpected keyword argument {name!r}')
    tests = [_file_test(path, globs, parser, _read_relative(path, module_relative, package, encoding, 1))
             for path in paths]
    return _suite([_case('DocFileCase', test, flags, *rest) for test in tests])
