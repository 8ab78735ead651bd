# Module warnings: text on stderr, filters, and the recording context manager.
import sys

__all__ = ['warn', 'warn_explicit', 'showwarning', 'formatwarning', 'filterwarnings', 'simplefilter', 'resetwarnings',
           'catch_warnings', 'deprecated']

_defaults = [('ignore', None, DeprecationWarning, None, 0), ('ignore', None, PendingDeprecationWarning, None, 0),
             ('ignore', None, ImportWarning, None, 0), ('ignore', None, ResourceWarning, None, 0)]
filters = list(_defaults)
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


def formatwarning(message, category, filename, lineno, line=None):
    return '%s:%s: %s: %s\n' % (filename, lineno, category.__name__, message)


def showwarning(message, category, filename, lineno, file=None, line=None):
    (sys.stderr if file is None else file).write(formatwarning(message, category, filename, lineno, line))


def filterwarnings(action, message='', category=Warning, module='', lineno=0, append=False):
    if action not in ('error', 'ignore', 'always', 'default', 'module', 'once'):
        raise ValueError('invalid action: %r' % (action,))
    import re
    row = (action, re.compile(message, re.I) if message else None, category, re.compile(module) if module else None, lineno)
    filters.append(row) if append else filters.insert(0, row)


def simplefilter(action, category=Warning, lineno=0, append=False):
    if action not in ('error', 'ignore', 'always', 'default', 'module', 'once'):
        raise ValueError('invalid action: %r' % (action,))
    row = (action, None, category, None, lineno)
    filters.append(row) if append else filters.insert(0, row)


def resetwarnings():
    filters[:] = []


def warn(message, category=None, stacklevel=1, source=None, *, skip_file_prefixes=()):
    if isinstance(message, Warning):
        category = message.__class__
    if category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError("category must be a Warning subclass, not '%s'" % type(category).__name__)
    warn_explicit(message, category, '<string>', 1, source=source)


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None):
    text = str(message)
    if isinstance(message, Warning):
        category = message.__class__
    else:
        message = category(message)
    action = 'default'
    for act, msg, cat, mod, line in filters:
        if (msg is None or msg.match(text)) and issubclass(category, cat) and (mod is None or mod.match(module or '__main__')):
            action = act
            break
    if action == 'ignore':
        return
    if action == 'error':
        raise message
    key = (text, category, lineno)
    if action != 'always':
        if key in _seen and _record is None:
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

    def __enter__(self):
        global _record
        if self._entered:
            raise RuntimeError('Cannot enter %r twice' % self)
        self._entered = True
        self._saved = (filters[:], _record, set(_seen))
        if self._want:
            _record = []
        if self._filter is not None:
            simplefilter(*self._filter)
        return _record if self._want else None

    def __exit__(self, *exc_info):
        global _record
        if not self._entered:
            raise RuntimeError('Cannot exit %r without entering first' % self)
        filters[:], _record, seen = self._saved
        _seen.clear()
        _seen.update(seen)


class deprecated:
    def __init__(self, message, /, *, category=DeprecationWarning, stacklevel=1):
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
