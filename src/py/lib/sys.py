# The Python part of module sys: structured constants.
from _collections import _tuplegetter


def _show(self):
    return '%s.%s(%s)' % (self.__module__, self.__class__.__name__,
                          ', '.join(['%s=%r' % p for p in zip(self.__match_args__, self)]))


def _pickled(self):
    return self.__class__, (tuple(self),)


def _sealed(cls, *args, **kwargs):
    raise TypeError("cannot create 'sys.%s' instances" % cls.__name__)


def _struct(name, fields, values, sealed=False):
    """A tuple with named fields; no namedtuple, as collections is much to load for every program
    that imports sys."""
    fields = tuple(fields.split())
    members = {'__module__': 'sys', '__slots__': (), '__match_args__': fields, '__repr__': _show,
               '__reduce__': _pickled, 'n_fields': len(fields), 'n_sequence_fields': len(fields),
               'n_unnamed_fields': 0}
    if sealed:
        members['__new__'] = _sealed
    for i, field in enumerate(fields):
        members[field] = _tuplegetter(i, None)
    return tuple.__new__(type(name, (tuple,), members), values)


version_info = _struct('version_info', 'major minor micro releaselevel serial',
                       (3, 12, 0, 'final', 0), sealed=True)
float_info = _struct(
    'float_info',
    'max max_exp max_10_exp min min_exp min_10_exp dig mant_dig epsilon radix rounds',
    (1.7976931348623157e+308, 1024, 308, 2.2250738585072014e-308, -1021, -307, 15, 53,
     2.220446049250313e-16, 2, 1))
int_info = _struct(
    'int_info', 'bits_per_digit sizeof_digit default_max_str_digits str_digits_check_threshold',
    (30, 4, 4300, 640))
hash_info = _struct(
    'hash_info', 'width modulus inf nan imag algorithm hash_bits seed_bits cutoff',
    (64, 2305843009213693951, 314159, 0, 1000003, 'siphash13', 64, 128, 0))
flags = _struct(
    'flags',
    'debug inspect interactive optimize dont_write_bytecode no_user_site no_site '
    'ignore_environment verbose bytes_warning quiet hash_randomization isolated dev_mode '
    'utf8_mode warn_default_encoding safe_path int_max_str_digits',
    (0, 0, 0, _optimize, 1, 1, 1, 1, 0, 0, 0, 0, 1, False, 1, 0, False, 4300), sealed=True)
thread_info = _struct('thread_info', 'name lock version', ('pthread', None, None))


class _Implementation:
    name = 'smolagent'
    version = version_info
    hexversion = 0x030c00f0
    cache_tag = None


implementation = _Implementation()
builtin_module_names = ()
del _struct, _optimize

# What other interpreters tell of themselves: fixed, as there is nothing behind it here.
abiflags = base_prefix = exec_prefix = base_exec_prefix = ''
api_version, platlibdir, pycache_prefix = 1013, 'lib', None


def getfilesystemencodeerrors():
    return 'surrogateescape'


_switch_interval = [0.005]


def setswitchinterval(interval, /):
    """Remembers it: threads take turns where one waits, whatever the time."""
    if not hasattr(interval, '__float__') and not hasattr(interval, '__index__'):
        raise TypeError('must be real number, not ' + type(interval).__name__)
    if not interval > 0:
        raise ValueError('switch interval must be strictly positive')
    _switch_interval[0] = float(interval)


def getswitchinterval():
    return _switch_interval[0]


def getprofile():
    return None


def is_finalizing():
    return False


def call_tracing(func, args, /):
    return func(*args)
