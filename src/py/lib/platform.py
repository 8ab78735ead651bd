# Module platform: what a program may know of where it runs. It is the same everywhere: nothing of the host.
import sys as _sys
from collections import namedtuple as _namedtuple

uname_result = _namedtuple('uname_result', 'system node release version machine processor', defaults=[''],
                            module='platform')


def uname():
    return uname_result('Linux', 'localhost', '', '', '')


def system():
    return 'Linux'


def node():
    return 'localhost'


def release():
    return ''


def version():
    return ''


def machine():
    return ''


def processor():
    return ''


def platform(aliased=False, terse=False):
    return 'Linux'


def architecture(executable='', bits='', linkage=''):
    return bits or '64bit', linkage


def python_implementation():
    return 'smolagent'


def python_version():
    return _sys.version.split()[0]


def python_version_tuple():
    return tuple(python_version().split('.'))


def python_branch():
    return ''


def python_revision():
    return ''


def python_build():
    return '', ''


def python_compiler():
    return ''


def libc_ver(executable=None, lib='', version='', chunksize=16384):
    return lib, version


def mac_ver(release='', versioninfo=('', '', ''), machine=''):
    return release, versioninfo, machine


def win32_ver(release='', version='', csd='', ptype=''):
    return release, version, csd, ptype


def win32_edition():
    return None


def win32_is_iot():
    return False


def java_ver(release='', vendor='', vminfo=('', '', ''), osinfo=('', '', '')):
    return release, vendor, vminfo, osinfo


def system_alias(system, release, version):
    return system, release, version


def freedesktop_os_release():
    raise OSError('Unable to find files /etc/os-release, /usr/lib/os-release')
