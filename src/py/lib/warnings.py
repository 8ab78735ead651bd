"""Module warnings: text on stderr, filters, and the recording context manager.

Warnings of the parser and of native code come through here as well. What a program replaces or
deletes of this module (filters, showwarning, ..) is looked up when a warning comes.
"""
import sys

__all__ = ['warn', 'warn_explicit', 'showwarning', 'formatwarning', 'filterwarnings', 'simplefilter', 'resetwarnings',
           'catch_warnings']

_ACTIONS = ('error', 'ignore', 'always', 'default', 'module', 'once')
# (action, message pattern, category, module pattern, line), the first that fits counts. Patterns are
# compiled ones, or texts that have to be equal.
filters = [('default', None, DeprecationWarning, '__main__', 0), ('ignore', None, DeprecationWarning, None, 0),
           ('ignore', None, PendingDeprecationWarning, None, 0), ('ignore', None, ImportWarning, None, 0),
           ('ignore', None, ResourceWarning, None, 0)]
defaultaction = 'default'
onceregistry = {}
_names = globals()
_kept = {'filters': filters, 'defaultaction': defaultaction, 'onceregistry': onceregistry}
_version = 0    # of the filters: what registries remember of older ones does not count
_record = None


def _own(name):
    """What the program has made of a name of this module; where it is deleted, what it was before."""
    _kept[name] = value = _names.get(name, _kept[name])
    return value


def _filters_mutated():
    global _version
    _version += 1


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


_show_here = showwarning


def _add_filter(row, append):
    """A filter becomes the first one; or the last, unless it is there."""
    if not append:
        filters[:] = [row, *(other for other in filters if other != row)]
    elif row not in filters:
        filters.append(row)
    _filters_mutated()


def _require(holds, message):
    """What a filter needs is asserted, as CPython does."""
    if not holds:
        raise AssertionError(message)


def _check_filter(action, lineno):
    _require(action in _ACTIONS, f'invalid action: {action!r}')
    _require(isinstance(lineno, int) and lineno >= 0, 'lineno must be an int >= 0')


def filterwarnings(action, message='', category=Warning, module='', lineno=0, append=False):
    _check_filter(action, lineno)
    is_class = isinstance(category, type)
    for holds, rule in ((isinstance(message, str), 'message must be a string'), (is_class, 'category must be a class'),
                        (is_class and issubclass(category, Warning), 'category must be a Warning subclass'),
                        (isinstance(module, str), 'module must be a string')):
        _require(holds, rule)
    _add_filter((action, _compiled(message, True), category, _compiled(module, False), lineno), append)


def _compiled(pattern, any_case):
    if not pattern:
        return None
    import re
    return re.compile(pattern, re.I if any_case else 0)


def simplefilter(action, category=Warning, lineno=0, append=False):
    _check_filter(action, lineno)
    _add_filter((action, None, category, None, lineno), append)


def resetwarnings():
    filters[:] = []
    _filters_mutated()


def _place(stacklevel, skipped):
    """File, line and globals of the frame that a warning is about; where this library warns, the first
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
        return 'sys', 1, sys.__dict__
    return frame.f_code.co_filename, frame.f_lineno, frame.f_globals


def warn(message, category=None, stacklevel=1, source=None, *, skip_file_prefixes=()):
    given = UserWarning if category is None else category
    category = type(message) if isinstance(message, Warning) else given
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError("category must be a Warning subclass, not '%s'" % type(category).__name__)
    if not isinstance(skip_file_prefixes, tuple):
        raise TypeError('skip_file_prefixes must be a tuple of strs.')
    filename, lineno, space = _place(max(stacklevel, 2) if skip_file_prefixes else stacklevel, skip_file_prefixes)
    warn_explicit(message, category, filename, lineno, space.get('__name__', '<string>'),
                  space.setdefault('__warningregistry__', {}), source=source)


def _fits(pattern, text):
    return pattern is None or (pattern == text if isinstance(pattern, str) else pattern.match(text))


def _find_action(text, category, module, lineno):
    for row in _own('filters'):
        action, message, kind, where, line = row
        if _fits(message, text) and issubclass(category, kind) and _fits(where, module) and line in (0, lineno):
            break
    else:
        row = action = _own('defaultaction')
    if action not in _ACTIONS:
        raise RuntimeError('Unrecognized action (%r) in warnings.filters:\n %r' % (action, row))
    return action


def _remembers(registry, key):
    """Has what stands for that key been shown? What was, with other filters, is forgotten."""
    if registry.get('version') != _version:
        registry.clear()
        registry['version'] = _version
    return key in registry


def _wanted(action, registry, text, category, lineno):
    """Is it to be shown, as far as that depends on what has been? From now on it has been."""
    if action == 'always':
        return True
    if registry is not None:
        registry[text, category, lineno] = True
    if action == 'default':
        return True
    if action == 'once' and registry is None:
        registry = _own('onceregistry')
    if registry is None:
        return True
    before = _remembers(registry, (text, category))
    registry[text, category] = True
    return not before


def _check_dict(name, given, words):
    if not isinstance(given, (dict, type(None))):
        raise TypeError(f"{name} must be a dict{words}")


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None):
    if not isinstance(filename, str):
        kind = 'None' if filename is None else type(filename).__name__
        raise TypeError(f"warn_explicit() argument 'filename' must be str, not {kind}")
    lineno = int(lineno)
    _check_dict('module_globals', module_globals, f", not '{type(module_globals).__name__}'")
    _check_dict("'registry'", registry, ' or None')
    if module is None:
        module = filename.removesuffix('.py') if filename else '<unknown>'
    text = str(message)
    if isinstance(message, Warning):
        category = message.__class__
    else:
        message = category(message)
    if registry is not None and _remembers(registry, (text, category, lineno)):
        return
    action = _find_action(text, category, module, lineno)
    if action == 'error':
        raise message
    if action != 'ignore' and _wanted(action, registry, text, category, lineno):
        _show(WarningMessage(message, category, filename, lineno, source=source))


def _show(msg):
    show = _names.get('showwarning', _show_here)
    if not callable(show):
        raise TypeError('warnings.showwarning() must be set to a function or method')
    if _record is not None and show is _show_here:
        _record.append(msg)
    else:
        show(msg.message, msg.category, msg.filename, msg.lineno, msg.file, msg.line)


class catch_warnings:
    """Puts the filters and showwarning of a module back at its end; record=True gives the list of
    the warnings that come meanwhile, and none is shown."""

    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._want, self._entered = record, False
        self._module = sys.modules['warnings'] if module is None else module
        self._filter = None if action is None else (action, category, lineno, append)

    def __repr__(self):
        args = ['record=True'] if self._want else []
        if self._module is not sys.modules['warnings']:
            args.append('module=%r' % self._module)
        return '%s(%s)' % (type(self).__name__, ', '.join(args))

    def __enter__(self):
        if self._entered:
            raise RuntimeError('Cannot enter %r twice' % self)
        self._entered = True
        m = self._module
        self._saved = m.filters, m._record, m.showwarning
        m.filters = m.filters[:]
        m._filters_mutated()
        _catching.append(self)
        if self._want:
            m._record = []
            m.showwarning = m._show_here
        if self._filter is not None:
            m.simplefilter(*self._filter)
        return m._record if self._want else None

    def _restore(self):
        m = self._module
        m.filters, m._record, m.showwarning = self._saved
        m._filters_mutated()

    def __exit__(self, *exc_info):
        if not self._entered:
            raise RuntimeError('Cannot exit %r without entering first' % self)
        self._restore()
        _catching[:] = [c for c in _catching if c is not self]


_catching = []  # managers that are entered


def _put_back():
    """After a cell that was ended: warnings are dealt with as before its first catch_warnings."""
    while _catching:
        _catching.pop()._restore()


def _category(name):
    """The class that a rule of -W names, with its module where it is no builtin."""
    import builtins
    place, _, name = name.rpartition('.')
    try:
        found = getattr(sys._import(place) if place else builtins, name)
    except ImportError:
        raise ValueError(f'invalid module name: {place!r}') from None
    except AttributeError:
        raise ValueError(f'unknown warning category: {name!r}') from None
    if not (isinstance(found, type) and issubclass(found, Warning)):
        raise ValueError(f'invalid warning category: {name!r}')
    return found


def _rule(rule):
    """A filter of a rule as -W takes it: action:message:category:module:line, all but the first may be missing."""
    fields = [field.strip() for field in rule.split(':')]
    if len(fields) > 5:
        raise ValueError(f'too many fields (max 5): {rule!r}')
    action, message, category, module, line = fields + [''] * (5 - len(fields))
    full = [a for a in ('default', 'always', 'ignore', 'module', 'once', 'error') if a.startswith(action)]
    if action == 'all':
        full = ['always']
    if not full:
        raise ValueError(f'invalid action: {action!r}')
    if message or module:
        import re
        message, module = re.escape(message), re.escape(module) + r'\Z' if module else ''
    if line and not line.isdecimal():
        raise ValueError(f'invalid lineno {line!r}')
    filterwarnings(full[0], message, _category(category) if category else Warning, module, int(line or 0))


for _given in sys.warnoptions:
    try:
        _rule(_given)
    except ValueError as e:
        print('Invalid -W option ignored:', e, file=sys.stderr)
