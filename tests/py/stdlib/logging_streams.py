# Loggers, levels, handlers, formatters and filters of module logging, on streams.
import io, logging, sys, warnings

def shown(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)

# levels
for x in (10, 'INFO', 25, 'x', 0, 'WARN', True, None):
    shown(logging.getLevelName, x)
logging.addLevelName(25, 'NOTE')
shown(logging.getLevelName, 25)
shown(logging.getLevelNamesMapping)
shown(logging.getLogger, 5)
print(logging.getLogger(), logging.getLogger('root') is logging.root, logging.getLogger('a.b.c'), logging.getLogger('a'))
print(logging.getLogger('a.b.c').parent, logging.getLogger('a.b').getChildren(), logging.getLogger('a').getChild('b.d').name)
print(sorted(c.name for c in logging.getLogger().getChildren()), logging.getLogger('a.b.c').parent)
shown(logging.getLogger('a').setLevel, 'NOPE')
shown(logging.getLogger('a').setLevel, 1.5)
logging.getLogger('a').setLevel('ERROR')
print(logging.getLogger('a.b').getEffectiveLevel(), logging.getLogger('a.b').isEnabledFor(30), logging.getLogger('a.b'), logging.getLogger('z'))

# the root's configuration
out = io.StringIO()
logging.basicConfig(stream=out, level=logging.INFO, format='%(levelname)-8s|%(name)s|%(funcName)s|%(lineno)d|%(module)s|%(message)s')
logging.basicConfig(level=logging.DEBUG)
print(logging.root.level, len(logging.root.handlers), type(logging.root.handlers[0]).__name__)

def work():
    logging.debug('not shown')
    logging.info('plain')
    logging.warning('%s and %d', 'text', 5)
    logging.error('%(a)s-%(b)s', {'a': 1, 'b': 2})
    logging.critical('done: 100%')
    logging.log(25, 'note %r', [1])
    logging.getLogger('x.y').info('from below')
    logging.getLogger('x.y').log(5, 'no')
    inner = lambda: logging.getLogger('x').warning('one up', stacklevel=2)
    inner()
work()
try:
    {}['k']
except KeyError as error:
    logging.exception('caught %s', error)
    logging.getLogger('e').error('given', exc_info=error)
    logging.warning('tuple', exc_info=(type(error), error, None))
logging.info('none', exc_info=True)
print('\n'.join(line for line in out.getvalue().split('\n') if 'File' not in line))
shown(logging.basicConfig, force=True, stream=out, handlers=[])
shown(logging.basicConfig, force=True, nonsense=1)
shown(logging.basicConfig, force=True, style='?')
logging.basicConfig(force=True, stream=sys.stdout, format='{levelname}:{message:>8}:{name!r}', style='{', level='DEBUG')
logging.debug('brace')
logging.basicConfig(force=True, stream=sys.stdout, format='$levelname ${message}', style='$')
logging.info('dollar')
logging.basicConfig(force=True, stream=sys.stdout)
logging.info('basic')

# formatters
for args in (('nothing',), ('%(message',), ('%(message)z',), ('{', None, '{'), ('{message', None, '{'), ('{m!x}', None, '{'),
             ('{message:}}', None, '{'), ('{0.x}', None, '{'), ('$', None, '$'), ('x', None, '$'), ('%(message)s', None, 'q')):
    shown(lambda: logging.Formatter(*args)._fmt)
record = logging.makeLogRecord({'name': 'n', 'msg': 'm %s', 'args': ('q',), 'levelname': 'L', 'created': 1e9, 'msecs': 7.0, 'extra1': 'X'})
print(record, record.getMessage(), record.__dict__['extra1'])
utc = logging.Formatter('%(asctime)s %(message)s %(extra1)s')
import time
utc.converter = time.gmtime
print(utc.format(record))
print(logging.Formatter('%(asctime)s', '%Y/%m').usesTime(), logging.Formatter('%(message)s').usesTime())
day = logging.Formatter('%(asctime)s', '%d.%m.%Y')
day.converter = time.gmtime
print(day.format(record))
shown(logging.Formatter('%(missing)s').format, record)
print(logging.Formatter('%(missing)s %(message)s', defaults={'missing': 'there'}).format(record))
print(logging.BufferingFormatter().format([record, record]), repr(logging.BufferingFormatter().format([])))

# handlers, filters, propagation
class Keep(logging.Handler):
    def __init__(self):
        super().__init__()
        self.seen = []
    def emit(self, record):
        self.seen.append((record.levelname, record.getMessage(), getattr(record, 'user', None)))
keep = Keep()
log = logging.getLogger('app.part')
log.addHandler(keep)
log.addHandler(keep)
log.propagate = False
log.setLevel(logging.DEBUG)
keep.setLevel('INFO')
log.debug('low')
log.info('extra', extra={'user': 'u'})
shown(log.info, 'x', extra={'message': 1})
shown(log.info, 'x', extra={'name': 1})
log.addFilter(lambda r: 'secret' not in r.getMessage())
log.warning('a secret')
log.warning('a word')
class Change(logging.Filter):
    def filter(self, record):
        record.msg = record.msg.upper()
        return True
log.addFilter(Change())
log.error('loud')
log.disabled = True
log.error('off')
log.disabled = False
logging.disable(logging.ERROR)
log.error('disabled')
log.critical('still')
logging.disable(logging.NOTSET)
print(keep.seen, log.hasHandlers(), keep, log.handlers == [keep])
log.removeHandler(keep)
print(log.hasHandlers(), logging.Filter('app').filter(record), logging.Filter('n').filter(record))
shown(log.log, 'INFO', 'x')
shown(logging.Handler().emit, record)
keep.name = 'kept'
print(logging.getHandlerByName('kept') is keep, logging.getHandlerNames(), keep.get_name())
keep.close()
print(logging.getHandlerByName('kept'))
print(logging.NullHandler().handle(record), logging.StreamHandler(sys.stdout).terminator, logging.StreamHandler(out))
handler = logging.StreamHandler(out)
print(handler.setStream(sys.stdout) is out, handler.setStream(sys.stdout))

# adapters, classes, factories
class Tag(logging.LoggerAdapter):
    def process(self, msg, kwargs):
        return f"[{self.extra['id']}] {msg}", kwargs
tag = Tag(logging.getLogger('t'), {'id': 7})
tag.warning('adapted %d', 3)
tag.debug('no')
print(tag, tag.isEnabledFor(10), tag.name, logging.LoggerAdapter(log, {'user': 5}).process('m', {}))
class Mine(logging.Logger):
    def shout(self, msg):
        self.warning(msg.upper())
logging.setLoggerClass(Mine)
logging.getLogger('mine').shout('hello')
print(logging.getLoggerClass(), logging.getLogger('mine'))
shown(logging.setLoggerClass, int)
logging.setLoggerClass(logging.Logger)
factory = logging.getLogRecordFactory()
def numbered(*args, **kwargs):
    made = factory(*args, **kwargs)
    made.number = 42
    return made
logging.setLogRecordFactory(numbered)
logging.basicConfig(force=True, stream=sys.stdout, format='%(number)d %(message)s')
logging.warning('numbered')
logging.setLogRecordFactory(factory)
logging.basicConfig(force=True, stream=sys.stdout)
class Tail(logging.Handler):
    def emit(self, record):
        print(record.name, record.getMessage().split(': ', 1)[1].split('\n')[0])
logging.captureWarnings(True)
logging.getLogger('py.warnings').addHandler(Tail())
logging.getLogger('py.warnings').propagate = False
with warnings.catch_warnings():
    warnings.simplefilter('always')
    logging.getLogger('q').warn('old')
logging.captureWarnings(False)
logging.shutdown()
sys.stderr = err = io.StringIO()
logging.getLogger('last').warning('resort')
logging.basicConfig(force=True, stream=err)
logging.warning('%d', 'not a number')
sys.stderr = sys.__stderr__
print([line for line in err.getvalue().split('\n') if line[:1] != ' '])
print([name for name in logging.__all__ if not hasattr(logging, name)])
