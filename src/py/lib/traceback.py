"""Exceptions and their tracebacks, as text and as objects."""

import sys
import _traceback

__all__ = ['extract_stack', 'extract_tb', 'format_exception', 'format_exception_only', 'format_list',
           'format_stack', 'format_tb', 'print_exc', 'format_exc', 'print_exception', 'print_last',
           'print_stack', 'print_tb', 'clear_frames', 'FrameSummary', 'StackSummary',
           'TracebackException', 'walk_stack', 'walk_tb']

_REPEATS = 3
_CAUSE = '\nThe above exception was the direct cause of the following exception:\n\n'
_CONTEXT = '\nDuring handling of the above exception, another exception occurred:\n\n'


class _Sentinel:
    def __repr__(self):
        return '<implicit>'


_sentinel = _Sentinel()


def _pair(exc, value, tb):
    missing = [part is _sentinel for part in (value, tb)]
    if any(missing) and not all(missing):
        raise ValueError('Both or neither of value and tb must be given')
    if not missing[0]:
        return value, tb
    if exc is None:
        return None, None
    if not isinstance(exc, BaseException):
        raise TypeError(f'Exception expected for value, {type(exc).__name__} found')
    return exc, exc.__traceback__


def _shown(value, way, name):
    try:
        return way(value)
    except Exception:
        return f'<{name}() failed>'


class FrameSummary:
    """One entry of a traceback: file, line, function and the text of the line."""

    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None,
                 end_lineno=None, colno=None, end_colno=None):
        self.filename = filename
        self.lineno = lineno
        self.name = name
        self._line = line
        self.locals = None if locals is None else {k: _shown(v, repr, 'local repr') for k, v in locals.items()}
        self.end_lineno = end_lineno
        self.colno = colno
        self.end_colno = end_colno

    def _tuple(self):
        return self.filename, self.lineno, self.name, self.line

    def __eq__(self, other):
        if isinstance(other, FrameSummary):
            return self._tuple() == other._tuple() and self.locals == other.locals
        if isinstance(other, tuple):
            return self._tuple() == other
        return NotImplemented

    def __getitem__(self, index):
        return self._tuple()[index]

    def __iter__(self):
        return iter(self._tuple())

    def __len__(self):
        return 4

    def __repr__(self):
        return f'<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>'

    @property
    def _original_line(self):
        if self._line is None and self.lineno is not None:
            self._line = _traceback.line(self.filename, self.lineno)
        return self._line

    @property
    def line(self):
        text = self._original_line
        return None if text is None else text.strip()


def walk_tb(tb):
    """Pairs of frame and line, from where the exception was caught to where it was raised."""
    while tb is not None:
        yield tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next


def walk_stack(f):
    """Yields each frame and its line, from f outwards; without f, of the stack that asks."""
    frame = sys._getframe(4) if f is None else f    # four calls up is who called StackSummary.extract()
    while frame is not None:
        yield frame, frame.f_lineno
        frame = frame.f_back


def _variables(frame):
    try:
        return frame.f_locals
    except NotImplementedError:     # the call has ended
        return None


def _limited(entries, limit):
    entries = [*entries]
    if limit is None:
        everywhere = getattr(sys, 'tracebacklimit', None)
        return entries if everywhere is None else entries[:max(everywhere, 0)]
    return entries[:limit] if limit >= 0 else entries[limit:]


class StackSummary(list):
    """The entries of a traceback, outermost first."""

    @classmethod
    def extract(klass, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        return klass._of_frames(frame_gen, limit, _variables if capture_locals else lambda frame: None)

    @classmethod
    def from_list(klass, a_list):
        def entry(file, line, name, text):
            return FrameSummary(file, line, name, line=text)
        return klass([item if isinstance(item, FrameSummary) else entry(*item) for item in a_list])

    @classmethod
    def _of_frames(klass, frames, limit, variables):
        return klass([FrameSummary(frame.f_code.co_filename, line, frame.f_code.co_name, locals=variables(frame))
                      for frame, line in _limited(frames, limit)])

    @classmethod
    def _of_entries(klass, entries, limit):
        return klass(FrameSummary(file, line, name, end_lineno=end, colno=col, end_colno=ecol)
                     for file, line, name, end, col, ecol in _limited(entries, limit))

    def format_frame_summary(self, frame):
        text = f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}\n'
        if frame.line:
            text += f'    {frame.line}\n'
            if frame.colno is not None and frame.end_colno is not None:
                text += _traceback.carets(frame._original_line.rstrip('\n'), frame.lineno,
                                          frame.end_lineno or frame.lineno, frame.colno, frame.end_colno)
        if frame.locals:
            for name, value in sorted(frame.locals.items()):
                text += f'    {name} = {value}\n'
        return text

    def format(self):
        from itertools import groupby
        shown = [((frame.filename, frame.lineno, frame.name), text) for frame in self
                 if (text := self.format_frame_summary(frame)) is not None]
        result = []
        for _, same in groupby(shown, lambda row: row[0]):
            texts = [text for _, text in same]
            result += texts[:_REPEATS]
            more = len(texts) - _REPEATS
            if more > 0:
                result.append(f'  [Previous line repeated {more} more time{"s" if more > 1 else ""}]\n')
        return result


class _Margin:
    """How deep in groups a text stands, which shows at its left."""
    depth, ends_here = 0, False

    def space(self):
        return '  ' * self.depth

    def beside(self, text, mark='|'):
        before = f'{self.space()}{mark} ' if self.depth else ''
        return ''.join([before + line for line in text.splitlines(True)]) if before else text


class TracebackException:
    """An exception taken down as text, with its causes, to be shown whenever wanted."""

    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True,
                 capture_locals=False, compact=False, max_group_width=15, max_group_depth=10, _seen=None):
        self.max_group_width = max_group_width
        self.max_group_depth = max_group_depth
        self.exc_type = exc_type
        self.stack = StackSummary._of_entries(_traceback.entries(exc_traceback), limit)
        self._head = _traceback.head(exc_value) if exc_value is not None else 'NoneType: None\n'
        self._notes = _traceback.only(exc_value)[len(self._head):] if exc_value is not None else ''
        self.__notes__ = getattr(exc_value, '__notes__', None)
        self._str = _shown(exc_value, str, 'exception str')
        if exc_type is not None and issubclass(exc_type, SyntaxError):
            for name in ('filename', 'lineno', 'end_lineno', 'text', 'offset', 'end_offset', 'msg'):
                value = getattr(exc_value, name)
                setattr(self, name, str(value) if name.endswith('lineno') and value is not None else value)
        self.__suppress_context__ = getattr(exc_value, '__suppress_context__', False)
        self.__cause__ = self.__context__ = self.exceptions = None
        if _seen is not None:   # another one links it
            _seen.add(id(exc_value))
        elif exc_value is not None:
            options = {'limit': limit, 'max_group_width': max_group_width, 'max_group_depth': max_group_depth,
                       '_seen': {id(exc_value)}}
            waiting = [(self, exc_value)]   # for a chain may be longer than calls may be deep
            while waiting:
                told, exc = waiting.pop()
                waiting += told._link(exc, compact, options)

    def _link(self, exc, compact, options):
        """Takes down what an exception comes from and holds -> those taken down, with their exceptions"""
        new = []

        def taken(other):
            new.append((TracebackException(type(other), other, other.__traceback__, **options), other))
            return new[-1][0]

        def unseen(other):
            return None if other is None or id(other) in options['_seen'] else taken(other)

        self.__cause__ = unseen(exc.__cause__)
        if not compact or self.__cause__ is None and not exc.__suppress_context__:
            self.__context__ = unseen(exc.__context__)
        if isinstance(exc, BaseExceptionGroup):
            self.exceptions = [taken(part) for part in exc.exceptions]
        return new

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    @property
    def exc_type_str(self):
        return self.exc_type.__qualname__

    def __str__(self):
        return self._str

    def __eq__(self, other):
        if isinstance(other, TracebackException):
            return self.__dict__ == other.__dict__
        return NotImplemented

    def format_exception_only(self):
        if self.exc_type is not None and issubclass(self.exc_type, SyntaxError):
            yield from self._head.splitlines(True)
        else:
            yield self._head
        yield from self._notes.splitlines(True)

    def _before(self):
        """What this one came of, and how that is said."""
        if self.__cause__ is not None:
            return self.__cause__, _CAUSE
        return (None, None) if self.__suppress_context__ else (self.__context__, _CONTEXT)

    def _chain(self):
        """(exception, what is said between the one before and it), the first one first."""
        links, later = [], self
        while later is not None:
            before, words = later._before()
            links.append((later, None if before is None else words))
            later = before
        return reversed(links)

    def format(self, *, chain=True, _margin=None):
        margin = _margin or _Margin()
        for exc, words in self._chain() if chain else ((self, None),):
            if words is not None:
                yield margin.beside(words)
            if exc.exceptions is None:
                yield from map(margin.beside, exc._texts('Traceback (most recent call last):\n'))
            elif margin.depth <= self.max_group_depth:
                yield from exc._format_group(chain, margin)
            else:
                yield margin.beside(f'... (max_group_depth is {self.max_group_depth})\n')

    def _texts(self, title):
        if self.stack:
            yield title
            yield from self.stack.format()
        yield from self.format_exception_only()

    def _format_group(self, chain, margin):
        outermost = not margin.depth
        margin.depth += outermost
        for i, text in enumerate(self._texts('Exception Group Traceback (most recent call last):\n')):
            yield margin.beside(text, '+' if outermost and self.stack and not i else '|')
        parts = list(enumerate(self.exceptions[:self.max_group_width], 1))
        more = len(self.exceptions) - len(parts)
        if more:
            parts.append(('...', None))
        for i, (title, exc) in enumerate(parts, 1):
            margin.ends_here = i == len(parts)  # unless a group in it has ended at the same place
            yield f'{margin.space()}{"  " if i > 1 else "+-"}+---------------- {title} ----------------\n'
            margin.depth += 1
            if exc is None:
                yield margin.beside(f'and {more} more exception{"s" if more > 1 else ""}\n')
            else:
                yield from exc.format(chain=chain, _margin=margin)
            if margin.ends_here:
                yield margin.space() + '+------------------------------------\n'
                margin.ends_here = False
            margin.depth -= 1
        margin.depth -= outermost

    def print(self, *, file=None, chain=True):
        if file is None:
            file = sys.stderr
        for text in self.format(chain=chain):
            print(text, file=file, end='')


def extract_tb(tb, limit=None):
    """A StackSummary of a traceback."""
    return StackSummary._of_entries(_traceback.entries(tb), limit)


def extract_stack(f=None, limit=None):
    """A StackSummary of what frame f is in; without f, of who asks."""
    stack = StackSummary.extract(walk_stack(f or sys._getframe().f_back), limit=limit)
    stack.reverse()
    return stack


def format_list(extracted_list):
    return StackSummary.from_list(extracted_list).format()


def print_list(extracted_list, file=None):
    for text in format_list(extracted_list):
        print(text, file=file or sys.stderr, end='')


def format_tb(tb, limit=None):
    return extract_tb(tb, limit=limit).format()


def print_tb(tb, limit=None, file=None):
    print_list(extract_tb(tb, limit=limit), file=file)


def format_stack(f=None, limit=None):
    return format_list(extract_stack(f or sys._getframe().f_back, limit=limit))


def print_stack(f=None, limit=None, file=None):
    print_list(extract_stack(f or sys._getframe().f_back, limit=limit), file=file)


def format_exception(exc, /, value=_sentinel, tb=_sentinel, limit=None, chain=True):
    exc_value, tb = _pair(exc, value, tb)
    return list(TracebackException(type(exc_value), exc_value, tb, limit=limit, compact=True).format(chain=chain))


def print_exception(exc, /, value=_sentinel, tb=_sentinel, limit=None, file=None, chain=True):
    for text in format_exception(exc, value, tb, limit, chain):
        print(text, file=file or sys.stderr, end='')


def format_exception_only(exc, /, value=_sentinel):
    exc_value = exc if value is _sentinel else value
    if exc_value is None:
        return ['NoneType: None\n']
    return list(TracebackException(type(exc_value), exc_value, None, compact=True).format_exception_only())


def format_exc(limit=None, chain=True):
    return ''.join(format_exception(_traceback.handled(), limit=limit, chain=chain))


def print_exc(limit=None, file=None, chain=True):
    print_exception(_traceback.handled(), limit=limit, file=file, chain=chain)


def print_last(limit=None, file=None, chain=True):
    if not hasattr(sys, 'last_value'):
        raise ValueError('no last exception')
    print_exception(sys.last_value, limit=limit, file=file, chain=chain)


def clear_frames(tb):
    """Frames hold nothing here: there is nothing to clear."""
