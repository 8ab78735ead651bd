# The Python part of module sys: structured constants.
from collections import namedtuple as _nt

_version = _nt('version_info', 'major minor micro releaselevel serial')
_version.__qualname__ = 'version_info'
_version.__module__ = 'sys'
_version.__repr__ = lambda self: ('sys.version_info(major=%d, minor=%d, micro=%d, releaselevel=%r, serial=%d)' % tuple(self))
version_info = _version(3, 12, 0, 'final', 0)
float_info = _nt('float_info', 'max max_exp max_10_exp min min_exp min_10_exp dig mant_dig epsilon radix rounds')(
    1.7976931348623157e+308, 1024, 308, 2.2250738585072014e-308, -1021, -307, 15, 53, 2.220446049250313e-16, 2, 1)
int_info = _nt('int_info', 'bits_per_digit sizeof_digit default_max_str_digits str_digits_check_threshold')(30, 4, 4300, 640)
hash_info = _nt('hash_info', 'width modulus inf nan imag algorithm hash_bits seed_bits cutoff')(
    64, 2305843009213693951, 314159, 0, 1000003, 'siphash13', 64, 128, 0)
flags = _nt('flags', 'debug inspect interactive optimize dont_write_bytecode no_user_site no_site ignore_environment '
            'verbose bytes_warning quiet hash_randomization isolated dev_mode utf8_mode')(
    0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, False, 1)


class _Implementation:
    name = 'smolagent'
    version = version_info
    hexversion = 0x030c00f0
    cache_tag = None


implementation = _Implementation()
builtin_module_names = ()
warnoptions = []
del _nt, _version

# What other interpreters tell of themselves: fixed, as there is nothing behind it here.
abiflags = base_prefix = exec_prefix = base_exec_prefix = ''
api_version, platlibdir, pycache_prefix = 1013, 'lib', None


def getfilesystemencodeerrors():
    return 'surrogateescape'


def getswitchinterval():
    return 0.005


def getprofile():
    return None


def is_finalizing():
    return False


def call_tracing(func, args, /):
    return func(*args)
