# getopt, errno, copyreg, linecache and platform.
import copyreg
import errno
import getopt
import linecache
import os
import platform


def attempt(function, *args):
    try:
        print(function(*args))
    except Exception as e:
        print(type(e).__name__, e, getattr(e, 'opt', ''))


for line in ('-a -b 5 x', '-ab5 x -a', '--alpha --beta=3 y', '--al --b 4', '--beta', '--alpha=3', '-c', '--gamma', '- x', '-- -a', '-b',
             '--alphabet', 'x -a'):
    attempt(getopt.getopt, line.split(), 'ab:', ['alpha', 'alphabet', 'beta='])
    attempt(getopt.gnu_getopt, line.split(), 'ab:', ['alpha', 'alphabet', 'beta='])
attempt(getopt.gnu_getopt, ['x', '-a'], '+a')
attempt(getopt.getopt, ['--x'], '', 'x')
print(getopt.error is getopt.GetoptError)
print(errno.ENOENT, errno.errorcode[13], errno.EWOULDBLOCK == errno.EAGAIN, errno.ENOTSUP)
for bad in (3, None):
    attempt(copyreg.pickle, int, bad)
attempt(copyreg.constructor, 3)


class Base:
    __slots__ = 'a', '__hidden'


class Derived(Base):
    __slots__ = 'b'


print(copyreg._slotnames(Derived), copyreg.__newobj__(list), copyreg._reconstructor(Derived, object, None).__class__.__name__)
print(linecache.getline('no such file', 1) == '', linecache.getlines('<string>'), linecache.checkcache())


class Loader:
    def get_source(self, name):
        return f'first of {name}\nsecond'


print(linecache.lazycache('x.py', {'__name__': 'x', '__loader__': Loader()}), linecache.getline('x.py', 2), linecache.cache['x.py'])
linecache.clearcache()
print(linecache.cache, linecache.lazycache('y', {}))
print(platform.system() == 'Linux', len(platform.uname()), platform.uname()._fields, platform.architecture()[0])
print([type(part).__name__ for part in platform.python_version_tuple()], platform.uname().system, platform.python_version()[:3])
