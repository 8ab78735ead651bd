# What os and os.path ask of granted folders about one path. Only loaded where a folder is granted.
import _files
import stat as _stat

_SECOND = 1_000_000_000
_FIELDS = 'st_mode st_ino st_dev st_nlink st_uid st_gid st_size st_atime st_mtime st_ctime'.split()


class stat_result(tuple):
    """What stat() says of a file: ten numbers by place or name, times in nanoseconds besides."""
    __module__ = 'os'
    n_fields, n_sequence_fields, n_unnamed_fields = 19, 10, 3

    def __new__(cls, numbers, ns=None):
        self = tuple.__new__(cls, numbers)
        if len(self) != 10:
            raise TypeError(f'os.stat_result() takes an at least 10-sequence ({len(self)}-sequence given)')
        self._ns = ns or tuple([number * _SECOND for number in self[7:]])
        return self

    def __repr__(self):
        return f"os.stat_result({', '.join([f'{name}={value!r}' for name, value in zip(_FIELDS, self)])})"

    def __reduce__(self):
        return type(self), (tuple(self), self._ns)

    st_blksize = property(lambda self: 4096)
    st_blocks = property(lambda self: -(-self[6] // 4096) * 8)
    st_rdev = property(lambda self: 0)


def _number(i):
    return property(lambda self: self[i])


for _i, _name in enumerate(_FIELDS):
    setattr(stat_result, _name, _number(_i))
for _i, _name in enumerate(_FIELDS[7:]):
    setattr(stat_result, _name, property(lambda self, i=_i: self._ns[i] / _SECOND))
    setattr(stat_result, _name + '_ns', property(lambda self, i=_i: self._ns[i]))
del _i, _name


def _status(op, path):
    numbers = [int(word) for word in _files.ask(op, path)[0].split()]
    return stat_result(numbers[:7] + [ns // _SECOND for ns in numbers[7:]], tuple(numbers[7:]))


def stat(path, *, dir_fd=None, follow_symlinks=True):
    """What there is to know of a file, or of what a link leads to."""
    return _status('stat' if follow_symlinks else 'lstat', path)


def lstat(path, *, dir_fd=None):
    """The same of a link itself."""
    return _status('lstat', path)


def _mode(op, path):
    """The mode, 0 where there is nothing that can be seen."""
    try:
        return _status(op, path).st_mode
    except (OSError, ValueError):
        return 0


def _opens(path):
    """Is it a file that was granted by its own name?"""
    try:
        with open(path, 'rb'):
            return True
    except (OSError, ValueError):
        return False


def exists(path):
    """Is there such a file or folder, among those granted?"""
    return bool(_mode('stat', path)) or _opens(path)


def lexists(path):
    """The same, also of a link that leads nowhere."""
    return bool(_mode('lstat', path)) or _opens(path)


def isfile(path):
    """Is it a file, among those granted?"""
    mode = _mode('stat', path)
    return _stat.S_ISREG(mode) if mode else _opens(path)


def isdir(s):
    """Is it a folder, among those granted?"""
    return _stat.S_ISDIR(_mode('stat', s))


def islink(path):
    """Is it a symbolic link?"""
    return _stat.S_ISLNK(_mode('lstat', path))


def ismount(path):
    """Whether something is mounted there cannot be seen: only the root is told."""
    return path in ('/', b'/')


def getsize(filename):
    """Bytes in the file."""
    try:
        return stat(filename).st_size
    except PermissionError:
        with open(filename, 'rb') as f:
            return len(f.read())


def getmtime(filename):
    """When its contents were last changed."""
    return stat(filename).st_mtime


def getatime(filename):
    """When it was last read."""
    return stat(filename).st_atime


def getctime(filename):
    """When what is known of it was last changed."""
    return stat(filename).st_ctime


def samestat(s1, s2):
    """Are they of the same file?"""
    return s1[1:3] == s2[1:3]


def samefile(f1, f2):
    """Do both paths lead to the same file?"""
    return samestat(stat(f1), stat(f2))


def getcwd():
    """The folder that relative paths start from: the first that was granted."""
    return _files.ask('resolve', '.')[0].decode('utf-8', 'surrogateescape')


def resolve(path):
    """The absolute path behind all links; of what is not there, as far as it is. OSError where it cannot be followed."""
    told = _files.ask('resolve', path)[0]
    return told if isinstance(path, bytes) else told.decode('utf-8', 'surrogateescape')


def folders():
    """The granted folders: [(path, may it be written?)]."""
    rows = _files.ask('folders', '.')[0].decode('utf-8', 'surrogateescape').split('\0')
    return [(row[1:], row[0] == 'w') for row in rows if row]
