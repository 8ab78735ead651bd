"""Logging of events: loggers in a tree, levels, handlers to streams, formatters and filters.

Handlers write to streams and to granted files; there are no sockets or processes here, and one thread.
"""
import os.path
import sys
import time
from _later import names as _later
from types import GenericAlias # what only some programs need is imported where they need it

__all__ = ['BASIC_FORMAT', 'BufferingFormatter', 'CRITICAL', 'DEBUG', 'ERROR', 'FATAL', 'Filter',
           'FileHandler', 'Formatter', 'Handler', 'INFO', 'LogRecord', 'Logger', 'LoggerAdapter', 'NOTSET',
           'NullHandler', 'StreamHandler', 'WARN', 'WARNING', 'addLevelName', 'basicConfig',
           'captureWarnings', 'critical', 'debug', 'disable', 'error', 'exception', 'fatal',
           'getLevelName', 'getLogger', 'getLoggerClass', 'info', 'log', 'makeLogRecord',
           'setLoggerClass', 'shutdown', 'warn', 'warning', 'getLogRecordFactory',
           'setLogRecordFactory', 'lastResort', 'raiseExceptions', 'getLevelNamesMapping',
           'getHandlerByName', 'getHandlerNames']

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0
BASIC_FORMAT = '%(levelname)s:%(name)s:%(message)s'

raiseExceptions = True
logThreads = logMultiprocessing = logProcesses = logAsyncioTasks = True

_nameToLevel = {'CRITICAL': CRITICAL, 'FATAL': FATAL, 'ERROR': ERROR, 'WARN': WARN, 'WARNING': WARNING,
           'INFO': INFO, 'DEBUG': DEBUG, 'NOTSET': NOTSET}
_levelToName = {level: name for name, level in _nameToLevel.items()} | {CRITICAL: 'CRITICAL'}
_started = time.time()
_handlers = {} # by name, until they are closed; weak in CPython
_own_file = (lambda: 0).__code__.co_filename


def _deprecated(what):
    import warnings
    warnings.warn(f"The 'warn' {what} is deprecated, use 'warning' instead", DeprecationWarning)


def _outside(frame):
    """The first frame outside this module."""
    while frame and frame.f_code.co_filename == _own_file:
        frame = frame.f_back
    return frame


def _stack_text(frame):
    import io
    import traceback
    text = io.StringIO()
    print('Stack (most recent call last):', file=text)
    traceback.print_stack(frame, file=text)     # by this name, which programs may replace
    return text.getvalue().removesuffix('\n')


def getLevelNamesMapping():
    return _nameToLevel.copy()


def getLevelName(level):
    """The name of a level, or the level of a name; else "Level N"."""
    for table in (_levelToName, _nameToLevel):
        if (found := table.get(level)) is not None:
            return found
    return f'Level {level}'


def addLevelName(level, levelName):
    _levelToName[level] = levelName
    _nameToLevel[levelName] = level


def _checkLevel(level):
    if isinstance(level, int):
        return level
    if not isinstance(level, str):
        raise TypeError(f'Level not an integer or a valid string: {level!r}')
    if level not in _nameToLevel:
        raise ValueError(f'Unknown level: {level!r}')
    return _nameToLevel[level]


# --- records and how they are shown

class LogRecord:
    """One logged event; its attributes are what formats may name."""

    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        # One mapping as the only argument is what %(name)s in the message refers to.
        if args and len(args) == 1 and args[0] and hasattr(args[0], 'keys'):
            args, = args
        self.created = time.time()
        self.relativeCreated = (self.created - _started) * 1000
        self.msecs = int(self.created % 1 * 1000) + 0.0
        self.name, self.levelno, self.levelname = name, level, getLevelName(level)
        self.msg, self.args, self.exc_info, self.exc_text = msg, args, exc_info, None
        self.pathname, self.lineno, self.funcName, self.stack_info = pathname, lineno, func, sinfo
        try:
            file = os.path.basename(pathname)
            self.filename, self.module = file, os.path.splitext(file)[0]
        except (TypeError, ValueError, AttributeError):
            self.filename, self.module = pathname, 'Unknown module'
        self.process = 1 if logProcesses else None
        self.processName = 'MainProcess' if logMultiprocessing else None
        self.thread, self.threadName = (1, 'MainThread') if logThreads else (None, None)
        self.taskName = None

    def __repr__(self):
        return f'<LogRecord: {self.name}, {self.levelno}, {self.pathname}, {self.lineno}, "{self.msg}">'

    def getMessage(self):
        message = str(self.msg)
        return message % self.args if self.args else message


_logRecordFactory = LogRecord


def setLogRecordFactory(factory):
    global _logRecordFactory
    _logRecordFactory = factory


def getLogRecordFactory():
    return _logRecordFactory


def makeLogRecord(dict):
    record = _logRecordFactory(None, None, '', 0, '', (), None, None)
    record.__dict__.update(dict)
    return record


class PercentStyle:
    default_format = '%(message)s'
    asctime_format = '%(asctime)s'
    asctime_search = '%(asctime)'
    validation_pattern = r'(?i)%\(\w+\)[#0+ -]*(\*|\d+)?(\.(\*|\d+))?[diouxefgcrsa%]'

    def __init__(self, fmt, *, defaults=None):
        self._fmt = fmt or self.default_format
        self._defaults = defaults

    def usesTime(self):
        return self.asctime_search in self._fmt

    def validate(self):
        import re
        if not re.search(self.validation_pattern, self._fmt):
            raise ValueError(f"Invalid format '{self._fmt}' for '{self.default_format[0]}' style")

    def _values(self, record):
        return self._defaults | record.__dict__ if self._defaults else record.__dict__

    def _format(self, record):
        return self._fmt % self._values(record)

    def format(self, record):
        try:
            return self._format(record)
        except KeyError as e:
            raise ValueError(f'Formatting field not found in record: {e}')


class StrFormatStyle(PercentStyle):
    default_format = '{message}'
    asctime_format = '{asctime}'
    asctime_search = '{asctime'
    fmt_spec = r'(?i)^(.?[<=>^])?[+ -]?#?0?(\d+|{\w+})?[,_]?(\.(\d+|{\w+}))?[bcdefgnosx%]?$'
    field_spec = r'^(\d+|\w+)(\.\w+|\[[^]]+\])*$'

    def _format(self, record):
        return self._fmt.format(**self._values(record))

    def validate(self):
        from string import Formatter
        try:
            fields = [field[1:] for field in Formatter().parse(self._fmt)]
            for field in fields:
                self._check(*field)
        except ValueError as wrong:
            raise ValueError(f'invalid format: {wrong}')
        if not any(name for name, _, _ in fields):
            raise ValueError('invalid format: no fields')

    def _check(self, name, spec, conversion):
        import re
        if name and not re.match(self.field_spec, name):
            raise ValueError(f'invalid field name/expression: {name!r}')
        if conversion and conversion not in 'rsa':
            raise ValueError(f'invalid conversion: {conversion!r}')
        if spec and not re.match(self.fmt_spec, spec):
            raise ValueError(f'bad specifier: {spec!r}')


class StringTemplateStyle(PercentStyle):
    default_format = '${message}'
    asctime_format = asctime_search = '${asctime}'

    def __init__(self, *args, **kwargs):
        from string import Template
        super().__init__(*args, **kwargs)
        self._tpl = Template(self._fmt)

    def usesTime(self):
        return '$asctime' in self._fmt or self.asctime_search in self._fmt

    def validate(self):
        found = [*self._tpl.pattern.finditer(self._fmt)]
        if any(sign[0] == '$' for sign in found):
            raise ValueError("invalid format: bare '$' not allowed")
        if not any(sign['named'] or sign['braced'] for sign in found):
            raise ValueError('invalid format: no fields')

    def _format(self, record):
        return self._tpl.substitute(**self._values(record))


_STYLES = {'%': (PercentStyle, BASIC_FORMAT),
           '{': (StrFormatStyle, '{levelname}:{name}:{message}'),
           '$': (StringTemplateStyle, '${levelname}:${name}:${message}')}


def _check_style(style):
    if style not in _STYLES:
        raise ValueError('Style must be one of: %s' % ','.join(_STYLES))
    return _STYLES[style]


class Formatter:
    """Makes the text of a record."""
    converter = time.localtime
    default_time_format = '%Y-%m-%d %H:%M:%S'
    default_msec_format = '%s,%03d'

    def __init__(self, fmt=None, datefmt=None, style='%', validate=True, *, defaults=None):
        made = _check_style(style)[0](fmt, defaults=defaults)
        if validate:
            made.validate()
        self._style, self._fmt, self.datefmt = made, made._fmt, datefmt

    def formatTime(self, record, datefmt=None):
        convert = self.converter
        if convert.__module__ == 'time': # whose functions are Python here, so that they bind
            convert = getattr(convert, '__func__', convert)
        when = convert(record.created)
        text = time.strftime(datefmt or self.default_time_format, when)
        with_msecs = None if datefmt else self.default_msec_format
        return with_msecs % (text, record.msecs) if with_msecs else text

    def formatException(self, ei):
        import traceback
        return ''.join(traceback.format_exception(*ei)).removesuffix('\n')

    def usesTime(self):
        return self._style.usesTime()

    def formatStack(self, stack_info):
        return stack_info

    def formatMessage(self, record):
        return self._style.format(record)

    def format(self, record):
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        text = self.formatMessage(record)
        if record.exc_info:
            record.exc_text = record.exc_text or self.formatException(record.exc_info)
        stack = record.stack_info and self.formatStack(record.stack_info)
        for part in filter(None, (record.exc_text, stack)):
            text += part if text.endswith('\n') else '\n' + part
        return text


_default_formatter = Formatter(validate=False)


class BufferingFormatter:
    """Formats many records, with a header and a footer."""

    def __init__(self, linefmt=None):
        self.linefmt = linefmt or _default_formatter

    def formatHeader(self, records):
        return ''

    def formatFooter(self, records):
        return ''

    def format(self, records):
        if not records:
            return ''
        return ''.join([self.formatHeader(records), *map(self.linefmt.format, records),
                        self.formatFooter(records)])


# --- filters and handlers

class Filter:
    """Lets pass what a logger or those below it log."""

    def __init__(self, name=''):
        self.name = name
        self.nlen = len(name)

    def filter(self, record):
        return not self.name or record.name == self.name or record.name.startswith(self.name + '.')


class Filterer:
    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        for judge in self.filters:
            verdict = getattr(judge, 'filter', judge)(record)
            if isinstance(verdict, LogRecord):
                record = verdict
            elif not verdict:
                return False
        return record


def getHandlerByName(name):
    return _handlers.get(name)


def getHandlerNames():
    return frozenset(_handlers)


class Handler(Filterer):
    """Does something with records; emit() says what."""

    def __init__(self, level=NOTSET):
        super().__init__()
        self._name, self._closed, self.formatter = None, False, None
        self.setLevel(level)

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, name):
        _handlers.pop(self._name, None)
        self._name = name
        if name:
            _handlers[name] = self

    get_name = name.fget
    set_name = name.fset

    def createLock(self):
        self.lock = None

    def acquire(self):
        pass

    def release(self):
        pass

    def setLevel(self, level):
        self.level = _checkLevel(level)

    def format(self, record):
        return (self.formatter or _default_formatter).format(record)

    def emit(self, record):
        raise NotImplementedError('emit must be implemented by Handler subclasses')

    def handle(self, record):
        passed = self.filter(record)
        if isinstance(passed, LogRecord):
            record = passed
        if passed:
            self.emit(record)
        return passed

    def setFormatter(self, fmt):
        self.formatter = fmt

    def flush(self):
        pass

    def close(self):
        self._closed = True
        if self._name in _handlers:
            del _handlers[self._name]

    def handleError(self, record):
        """Tells of an error while a record was emitted; the program goes on."""
        if not raiseExceptions or not sys.stderr:
            return
        import traceback
        write = sys.stderr.write
        write('--- Logging error ---\n')
        traceback.print_exception(sys.exception(), file=sys.stderr)
        write('Call stack:\n')
        frame = _outside(sys._getframe())
        if frame:
            traceback.print_stack(frame, file=sys.stderr)
        try:
            write(f'Message: {record.msg!r}\nArguments: {record.args}\n')
        except RecursionError:
            raise
        except Exception:
            write('Unable to print the message and arguments - possible formatting error.\n'
                  'Use the traceback above to help find the error.\n')

    def __repr__(self):
        return f'<{type(self).__name__} ({getLevelName(self.level)})>'


class StreamHandler(Handler):
    """Writes formatted records to a stream, sys.stderr unless told."""
    terminator = '\n'

    def __init__(self, stream=None):
        super().__init__()
        self.stream = sys.stderr if stream is None else stream

    def flush(self):
        if self.stream and hasattr(self.stream, 'flush'):
            self.stream.flush()

    def emit(self, record):
        try:
            self.stream.write(self.format(record) + self.terminator)
            self.flush()
        except Exception as failed:
            if isinstance(failed, RecursionError):
                raise   # to handle it would be one call more
            self.handleError(record)

    def setStream(self, stream):
        old = self.stream
        if stream is not old:
            self.flush()
            self.stream = stream
            return old

    def __repr__(self):
        name = str(getattr(self.stream, 'name', ''))
        return f'<{type(self).__name__} {name + " " if name else ""}({getLevelName(self.level)})>'

    __class_getitem__ = classmethod(GenericAlias)


class FileHandler(StreamHandler):
    """Writes formatted records to a granted file, which is opened at once or (delay) for the first record."""

    def __init__(self, filename, mode='a', encoding=None, delay=False, errors=None):
        self.baseFilename = os.path.abspath(os.fspath(filename))
        self.mode, self.encoding, self.errors, self.delay = mode, encoding, errors, delay
        Handler.__init__(self)
        self.stream, self._over = None if delay else self._open(), False

    def _open(self):
        return open(self.baseFilename, self.mode, encoding=self.encoding, errors=self.errors)

    def emit(self, record):
        if self.stream is None and not (self._over and self.mode == 'w'):
            self.stream = self._open()
        if self.stream is not None:
            super().emit(record)

    def close(self):
        stream, self.stream, self._over = self.stream, None, True
        if stream is not None:
            stream.close()
        super().close()

    def __repr__(self):
        return f'<{type(self).__name__} {self.baseFilename} ({getLevelName(self.level)})>'


class _StderrHandler(StreamHandler):
    """Writes to what sys.stderr is at the time."""

    def __init__(self, level=NOTSET):
        Handler.__init__(self, level)

    @property
    def stream(self):
        return sys.stderr


class NullHandler(Handler):
    """Does nothing."""

    def handle(self, record):
        pass

    def emit(self, record):
        pass


lastResort = _StderrHandler(WARNING)


# --- loggers

class PlaceHolder:
    """Stands in the tree for a logger that has only loggers below it."""


class Manager:
    """The tree of loggers, by name."""

    def __init__(self, rootnode):
        self.root = rootnode
        self.disable = NOTSET
        self.emittedNoHandlerWarning = False
        self.loggerDict = {}
        self.loggerClass = self.logRecordFactory = None

    @property
    def disable(self):
        return self._disable

    @disable.setter
    def disable(self, value):
        self._disable = _checkLevel(value)

    def getLogger(self, name):
        if not isinstance(name, str):
            raise TypeError('A logger name must be a string')
        found = self.loggerDict.get(name)
        if isinstance(found, Logger):
            return found
        logger = self.loggerDict[name] = (self.loggerClass or _logger_class)(name)
        logger.manager = self
        logger.parent = self._above(name)
        if found:
            self._take_those_below(logger)
        return logger

    def _above(self, name):
        """The nearest logger above that name; what is between them is noted as a place."""
        for end in reversed([i for i, c in enumerate(name) if c == '.' and i]):
            found = self.loggerDict.setdefault(name[:end], PlaceHolder())
            if isinstance(found, Logger):
                return found
        return self.root

    def _take_those_below(self, logger):
        below = logger.name + '.'
        for other in self.loggerDict.values():
            if (isinstance(other, Logger) and other.name.startswith(below)
                    and not other.parent.name.startswith(logger.name)):
                other.parent = logger

    def setLoggerClass(self, klass):
        _check_logger_class(klass)
        self.loggerClass = klass

    def setLogRecordFactory(self, factory):
        self.logRecordFactory = factory

    def _clear_cache(self):
        pass


def _check_logger_class(klass):
    if klass is not Logger and not issubclass(klass, Logger):
        raise TypeError(f'logger not derived from logging.Logger: {klass.__name__}')


def _logs(level):
    """A method that logs at a level."""
    def method(self, msg, *args, **kwargs):
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)
    method.__name__ = getLevelName(level).lower()
    method.__qualname__ = f'Logger.{method.__name__}'
    return method


class Logger(Filterer):
    """A named source of records."""

    def __init__(self, name, level=NOTSET):
        super().__init__()
        self.name, self.level = name, _checkLevel(level)
        self.parent, self.handlers, self.propagate, self.disabled = None, [], True, False

    def setLevel(self, level):
        self.level = _checkLevel(level)

    debug, info, warning, error, critical = map(_logs, (DEBUG, INFO, WARNING, ERROR, CRITICAL))

    def warn(self, msg, *args, **kwargs):
        _deprecated('method')
        self.warning(msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.error(msg, *args, exc_info=exc_info, **kwargs)

    def fatal(self, msg, *args, **kwargs):
        self.critical(msg, *args, **kwargs)

    def log(self, level, msg, *args, **kwargs):
        if isinstance(level, int):
            if self.isEnabledFor(level):
                self._log(level, msg, args, **kwargs)
        elif raiseExceptions:
            raise TypeError('level must be an integer')

    def findCaller(self, stack_info=False, stacklevel=1):
        """(file, line, function, stack) of who logs: the first frame outside this module."""
        frame = _outside(sys._getframe())
        if not frame:
            return '(unknown file)', 0, '(unknown function)', None
        while stacklevel > 1 and frame.f_back:
            frame = frame.f_back
            stacklevel -= 1
        code = frame.f_code
        return code.co_filename, frame.f_lineno, code.co_name, _stack_text(frame) if stack_info else None

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None, sinfo=None):
        record = _logRecordFactory(name, level, fn, lno, msg, args, exc_info, func, sinfo)
        if extra:
            known = vars(record)
            for taken in {'message', 'asctime', *known}.intersection(extra):
                raise KeyError(f'Attempt to overwrite {taken!r} in LogRecord')
            known.update(extra)
        return record

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        file, line, function, stack = self.findCaller(stack_info, stacklevel)
        if isinstance(exc_info, BaseException):
            exc_info = type(exc_info), exc_info, exc_info.__traceback__
        elif exc_info and not isinstance(exc_info, tuple):
            exc_info = sys.exc_info()
        self.handle(self.makeRecord(self.name, level, file, line, msg, args, exc_info, function, extra, stack))

    def handle(self, record):
        if self.disabled:
            return
        passed = self.filter(record)
        if passed:
            self.callHandlers(passed if isinstance(passed, LogRecord) else record)

    def addHandler(self, hdlr):
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def _family(self):
        """This logger and those above it that its records reach."""
        logger = self
        while logger:
            yield logger
            logger = logger.parent if logger.propagate else None

    def hasHandlers(self):
        return any(logger.handlers for logger in self._family())

    def callHandlers(self, record):
        handlers = [handler for logger in self._family() for handler in logger.handlers]
        for handler in handlers:
            if handler.level <= record.levelno:
                handler.handle(record)
        if not handlers:
            self._unheard(record)

    def _unheard(self, record):
        if lastResort:
            if lastResort.level <= record.levelno:
                lastResort.handle(record)
        elif raiseExceptions and not self.manager.emittedNoHandlerWarning:
            self.manager.emittedNoHandlerWarning = True
            print(f'No handlers could be found for logger "{self.name}"', file=sys.stderr)

    def getEffectiveLevel(self):
        logger = self
        while logger:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def isEnabledFor(self, level):
        return not self.disabled and self.manager.disable < level and level >= self.getEffectiveLevel()

    def getChild(self, suffix):
        return self.manager.getLogger(suffix if self.root is self else f'{self.name}.{suffix}')

    def getChildren(self):
        place = '' if self is self.root else self.name
        return {logger for logger in self.manager.loggerDict.values() if isinstance(logger, Logger)
                and logger.parent is self and logger.name.rpartition('.')[0] == place}

    def __repr__(self):
        return f'<{type(self).__name__} {self.name} ({getLevelName(self.getEffectiveLevel())})>'

    def __reduce__(self):
        return getLogger, (self.name,)


class RootLogger(Logger):
    def __init__(self, level):
        super().__init__('root', level)

    def __reduce__(self):
        return getLogger, ()


_logger_class = Logger
Logger.root = root = RootLogger(WARNING)
Logger.manager = Manager(root)


def setLoggerClass(klass):
    global _logger_class
    _check_logger_class(klass)
    _logger_class = klass


def getLoggerClass():
    return _logger_class


def _adapted(level):
    """A method that has log() log at a level."""
    def method(self, msg, *args, **kwargs):
        self.log(level, msg, *args, **kwargs)
    method.__name__ = getLevelName(level).lower()
    method.__qualname__ = f'LoggerAdapter.{method.__name__}'
    return method


def _of_logger(name):
    """A method that is the logger's own."""
    def method(self, *args, **kwargs):
        return getattr(self.logger, name)(*args, **kwargs)
    method.__name__, method.__qualname__ = name, f'LoggerAdapter.{name}'
    return method


class LoggerAdapter:
    """A logger that adds what it knows to every record."""

    def __init__(self, logger, extra=None):
        self.logger, self.extra = logger, extra

    def process(self, msg, kwargs):
        kwargs.update(extra=self.extra)
        return msg, kwargs

    debug, info, warning, error, critical = map(_adapted, (DEBUG, INFO, WARNING, ERROR, CRITICAL))

    def warn(self, msg, *args, **kwargs):
        _deprecated('method')
        self.warning(msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def log(self, level, msg, *args, **kwargs):
        if self.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)

    isEnabledFor, setLevel, getEffectiveLevel, hasHandlers, _log = map(_of_logger, (
        'isEnabledFor', 'setLevel', 'getEffectiveLevel', 'hasHandlers', '_log'))

    @property
    def manager(self):
        return self.logger.manager

    @manager.setter
    def manager(self, value):
        self.logger.manager = value

    @property
    def name(self):
        return self.logger.name

    def __repr__(self):
        return f'<{type(self).__name__} {self.name} ({getLevelName(self.getEffectiveLevel())})>'

    __class_getitem__ = classmethod(GenericAlias)


# --- functions of the root logger

def getLogger(name=None):
    if not name or isinstance(name, str) and name == root.name:
        return root
    return Logger.manager.getLogger(name)


def basicConfig(**kwargs):
    """Gives the root logger a handler to a stream or file, unless it has handlers or force is true."""
    if kwargs.pop('force', False):
        for handler in root.handlers[:]:
            root.removeHandler(handler)
            handler.close()
    if root.handlers:
        return
    mode, how = kwargs.pop('filemode', 'a'), {key: kwargs.pop(key, None) for key in ('encoding', 'errors')}
    given = {key: kwargs.pop(key) for key in ('handlers', 'stream', 'filename') if key in kwargs}
    handlers = given.pop('handlers', None)
    if handlers is not None and given:
        raise ValueError("'stream' or 'filename' should not be specified together with 'handlers'")
    if len(given) == 2:
        raise ValueError("'stream' and 'filename' should not be specified together")
    if handlers is None:
        name = given.get('filename')
        handlers = [FileHandler(name, mode, **how) if name else StreamHandler(given.get('stream'))]
    style = kwargs.pop('style', '%')
    text, dates = kwargs.pop('format', _check_style(style)[1]), kwargs.pop('datefmt', None)
    formatter = Formatter(text, dates, style)
    for handler in handlers:
        if handler.formatter is None:
            handler.setFormatter(formatter)
        root.addHandler(handler)
    if (level := kwargs.pop('level', None)) is not None:
        root.setLevel(level)
    if kwargs:
        raise ValueError(f'Unrecognised argument(s): {", ".join(kwargs)}')


def _of_root(name):
    def function(msg, *args, **kwargs):
        if not root.handlers:
            basicConfig()
        getattr(root, name)(msg, *args, **kwargs)
    function.__name__ = function.__qualname__ = name
    return function


debug, info, warning, error, critical = map(_of_root, ('debug', 'info', 'warning', 'error', 'critical'))


def exception(msg, *args, exc_info=True, **kwargs):
    error(msg, *args, exc_info=exc_info, **kwargs)


def fatal(msg, *args, **kwargs):
    critical(msg, *args, **kwargs)


def warn(msg, *args, **kwargs):
    _deprecated('function')
    warning(msg, *args, **kwargs)


def log(level, msg, *args, **kwargs):
    if not root.handlers:
        basicConfig()
    root.log(level, msg, *args, **kwargs)


def disable(level=CRITICAL):
    root.manager.disable = level


def shutdown(handlerList=None):
    """Flushes and closes handlers: of the loggers, or those given."""
    if handlerList is None:
        loggers = [root, *(x for x in root.manager.loggerDict.values() if isinstance(x, Logger))]
        handlerList = [lambda h=h: h for logger in loggers for h in logger.handlers]
    for ref in reversed(handlerList):
        if handler := ref():
            try:
                _end(handler)
            except Exception:
                if raiseExceptions:
                    raise


def _end(handler):
    try:
        handler.acquire()
        handler.flush()
        handler.close()
    except (OSError, ValueError):
        pass    # its stream may be closed already
    finally:
        handler.release()


__getattr__ = _later(globals(), traceback='traceback', weakref='weakref')


_showwarning = None


def _log_warning(message, category, filename, lineno, file=None, line=None):
    if file is None:
        import warnings
        logger = getLogger('py.warnings')
        if not logger.handlers:
            logger.addHandler(NullHandler())
        logger.warning(str(warnings.formatwarning(message, category, filename, lineno, line)))
    elif _showwarning is not None:
        _showwarning(message, category, filename, lineno, file, line)


def captureWarnings(capture):
    global _showwarning
    import warnings
    if bool(capture) is (_showwarning is not None):
        return
    if capture:
        _showwarning, warnings.showwarning = warnings.showwarning, _log_warning
    else:
        warnings.showwarning, _showwarning = _showwarning, None


def currentframe():
    return sys._getframe(1)
