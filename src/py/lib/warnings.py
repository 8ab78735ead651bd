"""Module warnings: text on stderr, filters, and the recording context manager.

Warnings of the parser and of native code come through here as well.
"""
import sys

__all__ = ['warn', 'warn_explicit', 'showwarning', 'formatwarning', 'filterwarnings', 'simplefilter', 'resetwarnings',
           'catch_warnings', 'deprecated']

_ACTIONS = ('error', 'ignore', 'always', 'default', 'module', 'once')
filters = []  # (action, message pattern, category, module pattern, line), the first that fits counts
_defaultaction = 'default'
_seen = set()
_record = None


class WarningMessage:
    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message, self.category, self.filename, self.lineno = message, category, filename, lineno
        self.file, self.line, self.source = file, line, source
        self._category_name = category.__name__ if category else None

    def __str__(self):
        return '{message : %r, category : %r, filename : %r, lineno : %s, line : %r}' % (
            self.message, self._category_name, self.filename, self.lineno, self.line)


def _source_line(filename, lineno):
    import _traceback
    return _traceback.line(filename, lineno).strip()


def formatwarning(message, category, filename, lineno, line=None):
    text = '%s:%s: %s: %s\n' % (filename, lineno, category.__name__, message)
    line = _source_line(filename, lineno) if line is None else line.strip()
    return text + '  %s\n' % line if line else text


def showwarning(message, category, filename, lineno, file=None, line=None):
    file = sys.stderr if file is None else file
    if file is not None:
        file.write(formatwarning(message, category, filename, lineno, line))


def _add_filter(row, append):
    if row in filters and not append:
        filters.remove(row)
    if append:
        if row not in filters:
            filters.append(row)
    else:
        filters.insert(0, row)
    _seen.clear()


def _require(holds, message):
    """What a filter needs is asserted, as CPython does."""
    if not holds:
        raise AssertionError(message)


def _check_filter(action, lineno):
    _require(action in _ACTIONS, f'invalid action: {action!r}')
    _require(isinstance(lineno, int) and lineno >= 0, 'lineno must be an int >= 0')


def filterwarnings(action, message='', category=Warning, module='', lineno=0, append=False):
    _check_filter(action, lineno)
    _require(isinstance(message, str), 'message must be a string')
    _require(isinstance(category, type), 'category must be a class')
    _require(issubclass(category, Warning), 'category must be a Warning subclass')
    _require(isinstance(module, str), 'module must be a string')
    if message or module:
        import re
        message = re.compile(message, re.I) if message else None
        module = re.compile(module) if module else None
    _add_filter((action, message or None, category, module or None, lineno), append)


def simplefilter(action, category=Warning, lineno=0, append=False):
    _check_filter(action, lineno)
    _add_filter((action, None, category, None, lineno), append)


def resetwarnings():
    filters[:] = []
    _seen.clear()


class _MainModule:
    """The module pattern of the filter that shows DeprecationWarning where the program itself runs."""
    @staticmethod
    def match(name):
        return name == '__main__'


filters += [('default', None, DeprecationWarning, _MainModule, 0), ('ignore', None, DeprecationWarning, None, 0),
            ('ignore', None, PendingDeprecationWarning, None, 0), ('ignore', None, ImportWarning, None, 0),
            ('ignore', None, ResourceWarning, None, 0)]


def _place(stacklevel, skipped):
    """File, line and module of the frame that a warning is about; where this library warns, the first
    frame outside it."""
    try:
        depth = 2
        if sys._getframe(depth).f_code.co_filename.startswith('<frozen'):
            stacklevel, skipped = 2, ('<frozen',)
        while stacklevel > 1:
            depth += 1
            if not skipped or not sys._getframe(depth).f_code.co_filename.startswith(skipped):
                stacklevel -= 1
        frame = sys._getframe(depth)
    except ValueError:
        return 'sys', 1, 'sys'
    return frame.f_code.co_filename, frame.f_lineno, frame.f_globals.get('__name__', '<string>')


def warn(message, category=None, stacklevel=1, source=None, *, skip_file_prefixes=()):
    given = UserWarning if category is None else category
    category = type(message) if isinstance(message, Warning) else given
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError("category must be a Warning subclass, not '%s'" % type(category).__name__)
    if not isinstance(skip_file_prefixes, tuple):
        raise TypeError('skip_file_prefixes must be a tuple of strs.')
    filename, lineno, module = _place(max(stacklevel, 2) if skip_file_prefixes else stacklevel, skip_file_prefixes)
    warn_explicit(message, category, filename, lineno, module, source=source)


def _action(text, category, module, lineno):
    for action, message, kind, where, line in filters:
        if ((message is None or message.match(text)) and issubclass(category, kind) and
                (where is None or where.match(module)) and line in (0, lineno)):
            return action
    return _defaultaction


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None):
    lineno = int(lineno)
    if module is None:
        module = filename.removesuffix('.py') if filename else '<unknown>'
    text = str(message)
    if isinstance(message, Warning):
        category = message.__class__
    else:
        message = category(message)
    action = _action(text, category, module, lineno)
    if action == 'ignore':
        return
    if action == 'error':
        raise message
    if action not in _ACTIONS:
        raise RuntimeError('Unrecognized action (%r) in warnings.filters' % (action,))
    once = {'once': (text, category), 'module': (text, category, module)}
    key = once.get(action, (text, category, module, filename, lineno))
    if action != 'always' and category is not SyntaxWarning:
        if key in _seen:
            return
        _seen.add(key)
    if _record is not None:
        _record.append(WarningMessage(message, category, filename, lineno, source=source))
    else:
        showwarning(message, category, filename, lineno)


class catch_warnings:
    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._want, self._entered = record, False
        self._filter = None if action is None else (action, category, lineno, append)

    def __repr__(self):
        return '%s(%s)' % (type(self).__name__, 'record=True' if self._want else '')

    def __enter__(self):
        global _record
        if self._entered:
            raise RuntimeError('Cannot enter %r twice' % self)
        self._entered = True
        self._saved = (filters[:], _record, showwarning)
        _catching.append(self)
        _seen.clear()
        if self._want:
            _record = []
        if self._filter is not None:
            simplefilter(*self._filter)
        return _record if self._want else None

    def __exit__(self, *exc_info):
        global _record, showwarning
        if not self._entered:
            raise RuntimeError('Cannot exit %r without entering first' % self)
        filters[:], _record, showwarning = self._saved
        _catching[:] = [c for c in _catching if c is not self]
        _seen.clear()


_catching = []  # managers that are entered


def _put_back():
    """After a cell that was ended: warnings are dealt with as before its first catch_warnings."""
    global _record, showwarning
    if _catching:
        filters[:], _record, showwarning = _catching[0]._saved
        _catching.clear()
        _seen.clear()


class deprecated:
    def __init__(self, message, /, *, category=DeprecationWarning, stacklevel=1):
        if not isinstance(message, str):
            raise TypeError("Expected an object of type str for 'message', not %r" % type(message).__name__)
        self.message, self.category, self.stacklevel = message, category, stacklevel

    def __call__(self, arg, /):
        import functools
        if isinstance(arg, type):
            arg.__deprecated__ = self.message
            return arg

        @functools.wraps(arg)
        def wrapper(*args, **kwargs):
            warn(self.message, self.category, stacklevel=self.stacklevel + 1)
            return arg(*args, **kwargs)
        arg.__deprecated__ = wrapper.__deprecated__ = self.message
        return wrapper
