# Module pathlib: paths as objects. The pure classes are text alone; Path opens files that the
# program was granted, and says so where it would need more of a file system. In granted folders it
# has all its methods (_pathlib_files.py).
import _files
import posixpath as _posix
from genericpath import commonprefix as _commonprefix
from os import PathLike as _PathLike

__all__ = ['PurePath', 'PurePosixPath', 'PureWindowsPath', 'Path', 'PosixPath', 'WindowsPath']


class _PathParents:
    """The ancestors of a path, nearest first."""

    def __init__(self, path):
        self._path, self._tail = path, path._tail

    def __len__(self):
        return len(self._tail)

    def __getitem__(self, i):
        if isinstance(i, slice):
            return tuple([self[k] for k in range(*i.indices(len(self)))])
        if not -len(self) <= i < len(self):
            raise IndexError(i)
        return self._path._at(self._tail[:-(i % len(self)) - 1])

    def __iter__(self):
        return iter([self[i] for i in range(len(self))])

    def __contains__(self, path):
        return any([path == parent for parent in self])

    def __reversed__(self):
        return reversed(list(self))

    def index(self, path):
        return list(self).index(path)

    def count(self, path):
        return list(self).count(path)

    def __repr__(self):
        return f'<{type(self._path).__name__}.parents>'


def _text_of(arg):
    """A segment as text; neither bytes nor anything else will do."""
    try:
        text = _posix._fspath(arg)
    except TypeError:
        text = arg
    if isinstance(text, str):
        return text
    raise TypeError('argument should be a str or an os.PathLike object where __fspath__ returns a '
                    f'str, not {type(text).__name__!r}')


class PurePath(object):
    """A path as text, of this system; PureWindowsPath has the rules of Windows."""
    __slots__ = ('_raw_paths', '_drv', '_root', '_tail_cached', '_str', '_hash', '__weakref__')
    _flavour = _posix

    def __new__(cls, *args, **kwargs):
        return object.__new__(PurePosixPath if cls is PurePath else cls)

    def __init__(self, *args):
        self._raw_paths = paths = []
        for arg in args:
            if not isinstance(arg, PurePath):
                paths.append(_text_of(arg))
            elif arg._flavour is not _posix and self._flavour is _posix:
                paths += [p.replace('\\', '/') for p in arg._raw_paths]
            else:
                paths += arg._raw_paths

    def with_segments(self, *pathsegments):
        """What makes all further paths out of this one, for subclasses to change."""
        return type(self)(*pathsegments)

    def __reduce__(self):
        return type(self), self.parts

    def _parse(self):
        flavour, paths = self._flavour, self._raw_paths
        path = paths[0] if len(paths) == 1 else flavour.join(*paths) if paths else ''
        if flavour is _posix:
            self._drv, self._root, rest = flavour.splitroot(path)
        else:
            self._drv, root, rest = flavour.splitroot(path.replace('/', '\\'))
            self._root = root or flavour.root_of_share(self._drv)
        self._tail_cached = [name for name in rest.split(flavour.sep) if name not in ('', '.')]

    def _part(self, name):
        try:
            return getattr(self, name)
        except AttributeError:
            self._parse()
            return getattr(self, name)

    drive = property(lambda self: self._part('_drv'))
    root = property(lambda self: self._part('_root'))
    _tail = property(lambda self: self._part('_tail_cached'))
    anchor = property(lambda self: self.drive + self.root)

    def _format(self, tail):
        text = self._flavour.sep.join(tail)
        if anchor := self.drive + self.root:
            return anchor + text
        # A first name such as 'C:x' would be read as a drive.
        hides = tail and self._flavour.splitdrive(tail[0])[0]
        return f'.{self._flavour.sep}{text}' if hides else text

    def _at(self, tail):
        """The path with the same anchor and other parts."""
        path = self.with_segments(self._format(tail))
        path._str = self._format(tail) or '.'
        path._drv, path._root, path._tail_cached = self.drive, self.root, tail
        return path

    def __str__(self):
        try:
            return self._str
        except AttributeError:
            self._str = self._format(self._tail) or '.'
            return self._str

    def __fspath__(self):
        return str(self)

    def as_posix(self):
        """The path with forward slashes."""
        return str(self).replace(self._flavour.sep, '/')

    def __bytes__(self):
        return str(self).encode('utf-8', 'surrogateescape')

    def __repr__(self):
        return f'{type(self).__name__}({self.as_posix()!r})'

    def as_uri(self):
        """The path as an address: 'file:///etc/hosts'."""
        from urllib.parse import quote_from_bytes
        if not self.is_absolute():
            raise ValueError("relative path can't be expressed as a file URI")
        text, plain = self.as_posix(), 0
        if self.drive[1:] == ':':
            scheme, plain = 'file:///', 2  # a letter and its colon stay as they are
        else:
            scheme = 'file:' if self.drive else 'file://'
        return scheme + text[:plain] + quote_from_bytes(text[plain:].encode('utf-8', 'surrogateescape'))

    # Comparison, without regard to case for Windows.

    def _key(self):
        return str(self) if self._flavour is _posix else str(self).lower()

    def _parts_key(self):
        return self._key().split(self._flavour.sep)

    def __eq__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self._flavour is other._flavour and self._key() == other._key()

    def __hash__(self):
        try:
            return self._hash
        except AttributeError:
            self._hash = hash(self._key())
            return self._hash

    def _comparable(self, other):
        return isinstance(other, PurePath) and self._flavour is other._flavour

    def __lt__(self, other):
        if not self._comparable(other):
            return NotImplemented
        return self._parts_key() < other._parts_key()

    def __le__(self, other):
        if not self._comparable(other):
            return NotImplemented
        return self._parts_key() <= other._parts_key()

    def __gt__(self, other):
        if not self._comparable(other):
            return NotImplemented
        return self._parts_key() > other._parts_key()

    def __ge__(self, other):
        if not self._comparable(other):
            return NotImplemented
        return self._parts_key() >= other._parts_key()

    # Parts.

    @property
    def parts(self):
        """Root and names, as a tuple."""
        return ((self.anchor,) if self.anchor else ()) + tuple(self._tail)

    @property
    def name(self):
        """The last name of the path, or ''."""
        return self._tail[-1] if self._tail else ''

    @property
    def suffix(self):
        """The ending of the name with its dot, or ''."""
        name = self.name
        i = name.rfind('.')
        return name[i:] if 0 < i < len(name) - 1 else ''

    @property
    def suffixes(self):
        """All endings of the name: ['.tar', '.gz']."""
        name = self.name
        return [] if name.endswith('.') else ['.' + s for s in name.lstrip('.').split('.')[1:]]

    @property
    def stem(self):
        """The name without its ending."""
        return self.name[:len(self.name) - len(self.suffix)]

    def _has_sep(self, text):
        return self._flavour.sep in text or bool(self._flavour.altsep) and \
            self._flavour.altsep in text

    def with_name(self, name):
        """The path with another last name."""
        if not self._tail:
            raise ValueError(f'{self!r} has an empty name')
        if name in ('', '.') or self._has_sep(name):
            raise ValueError(f'Invalid name {name!r}')
        return self._at([*self._tail[:-1], name])

    def with_stem(self, stem):
        """The path with another last name, but the same ending."""
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        """The path with another ending, or with none for ''."""
        if self._has_sep(suffix) or suffix and not suffix.startswith('.') or suffix == '.':
            raise ValueError(f'Invalid suffix {suffix!r}')
        if not self.name:
            raise ValueError('%r has an empty name' % (self,))
        return self._at(self._tail[:-1] + [self.stem + suffix])

    def _several(self, name, given):
        if given:
            import warnings
            warnings.warn('support for supplying more than one positional argument to pathlib.'
                          f'PurePath.{name}() is deprecated and scheduled for removal in Python '
                          '3.14', DeprecationWarning, stacklevel=3)

    def relative_to(self, other, /, *_deprecated, walk_up=False):
        """How to get from other to this path; with walk_up through '..' where needed."""
        self._several('relative_to', _deprecated)
        other = self.with_segments(other, *_deprecated)
        fold = str if self._flavour is _posix else str.lower
        alike = fold(self.anchor) == fold(other.anchor)
        tails = [[*map(fold, path._tail)] for path in (self, other)]
        same = len(_commonprefix(tails)) if alike else 0
        up = tails[1][same:]
        if not walk_up and (up or not alike):
            raise ValueError(f'{str(self)!r} is not in the subpath of {str(other)!r}')
        if '..' in up:
            raise ValueError(f"'..' segment in {str(other)!r} cannot be walked")
        if not alike:
            raise ValueError(f'{str(self)!r} and {str(other)!r} have different anchors')
        return self.with_segments(*['..'] * len(up), *self._tail[same:])

    def is_relative_to(self, other, /, *_deprecated):
        """Does it lie below other, or is it the same?"""
        self._several('is_relative_to', _deprecated)
        other = self.with_segments(other, *_deprecated)
        return other == self or other in self.parents

    def joinpath(self, *pathsegments):
        """The path that goes on with these; an absolute one starts anew."""
        return self.with_segments(self, *pathsegments)

    def _tried(self, join, *segments):
        try:
            return join(*segments)
        except TypeError:
            return NotImplemented

    def __truediv__(self, key):
        return self._tried(self.joinpath, key)

    def __rtruediv__(self, key):
        return self._tried(self.with_segments, key, self)

    @property
    def parent(self):
        """The path without its last name."""
        return self._at(self._tail[:-1]) if self._tail else self

    @property
    def parents(self):
        """The path without its last name, without its last two, and so on."""
        return _PathParents(self)

    def is_absolute(self):
        """Does it begin at a root (of a drive, for Windows)?"""
        return bool(self.root and (self.drive or self._flavour is _posix))

    def is_reserved(self):
        """Is it a name that Windows keeps for itself?"""
        if self._flavour is _posix or not self._tail or self.drive.startswith('\\\\'):
            return False
        name = self._tail[-1].partition('.')[0].partition(':')[0].rstrip(' ').upper()
        return name in ('CON', 'PRN', 'AUX', 'NUL', 'CONIN$', 'CONOUT$') or \
            name[:3] in ('COM', 'LPT') and len(name) == 4 and name[3] in '123456789\xb9\xb2\xb3'

    def match(self, path_pattern, *, case_sensitive=None):
        """Does it fit a pattern with * and ?, compared from the right where that is relative?"""
        import fnmatch
        import re
        if not isinstance(path_pattern, PurePath):
            path_pattern = self.with_segments(path_pattern)
        if case_sensitive is None:
            case_sensitive = self._flavour is _posix
        pattern, parts = path_pattern.parts, self.parts
        if not pattern:
            raise ValueError('empty pattern')
        if not parts:
            return pattern == ('**',)
        if len(pattern) > len(parts) or path_pattern.anchor and len(pattern) != len(parts):
            return False
        flags = re.NOFLAG if case_sensitive else re.IGNORECASE
        return all([re.match(fnmatch.translate(p), part, flags)
                    for p, part in zip(reversed(pattern), reversed(parts))])


_PathLike.register(PurePath)


class PurePosixPath(PurePath):
    """A path with slashes."""
    __slots__ = ()


class _LazyWindows:
    """The functions on Windows paths, loaded on first use."""

    def __getattr__(self, name):
        import _ntpath
        return getattr(_ntpath, name)


class PureWindowsPath(PurePath):
    """A path with backslashes and drives, compared without regard to case."""
    __slots__ = ()
    _flavour = _LazyWindows()


def _refuse(name):
    def method(self, *args, **kwargs):
        raise PermissionError(f'Path.{name}(): there is no file system here, only files that were '
                              'granted can be read')
    method.__name__, method.__qualname__ = name, 'Path.' + name
    return method


class Path(PurePath):
    """A path that can be read from, where its file was granted."""
    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        return object.__new__(PosixPath if cls is Path else cls)

    def __init__(self, *args, **kwargs):
        if kwargs:
            import warnings
            warnings.warn('support for supplying keyword arguments to pathlib.PurePath is '
                          'deprecated and scheduled for removal in Python 3.14',
                          DeprecationWarning, stacklevel=2)
        super().__init__(*args)

    def open(self, mode='r', buffering=-1, encoding=None, errors=None, newline=None):
        """The file, opened."""
        return open(str(self), mode, buffering, encoding, errors, newline)

    def read_text(self, encoding=None, errors=None):
        """All text of the file."""
        with self.open('r', encoding=encoding, errors=errors) as f:
            return f.read()

    def read_bytes(self):
        """All bytes of the file."""
        with self.open('rb') as f:
            return f.read()

    def exists(self, *, follow_symlinks=True):
        """Is there such a file or folder, among those granted?"""
        return _posix.exists(str(self))

    def is_file(self):
        """Is it a file, among those granted?"""
        return _posix.isfile(str(self))

    def is_dir(self):
        """Is it a folder, among those granted?"""
        return _posix.isdir(str(self))

    def absolute(self):
        """This path when it is absolute: there is no current folder here."""
        if not self.is_absolute():
            raise PermissionError('Path.absolute(): there is no current folder here')
        return self

    @classmethod
    def home(cls):
        """/tmp, everywhere."""
        return cls(_posix.expanduser('~'))

    def expanduser(self):
        """The path with the home folder for a first ~."""
        return type(self)(_posix.expanduser(str(self)))

    def __enter__(self):
        return self

    def __exit__(self, t, v, tb):
        pass


for _name in ('chmod cwd glob group hardlink_to is_block_device is_char_device '
              'is_fifo is_junction is_mount is_socket is_symlink iterdir lchmod lstat mkdir owner '
              'readlink rename replace resolve rglob rmdir samefile stat symlink_to touch unlink '
              'walk write_bytes write_text').split():
    _method = _refuse(_name)
    setattr(Path, _name, classmethod(_method) if _name == 'cwd' else _method)
del _name, _method


class PosixPath(Path, PurePosixPath):
    """What Path() makes."""
    __slots__ = ()


if _files.granted():
    from _pathlib_files import Files as _Files
    for _name, _method in vars(_Files).items():
        if not _name.startswith('__'):
            setattr(Path, _name, _method)


class WindowsPath(Path, PureWindowsPath):
    """Refused: this is no Windows."""
    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise NotImplementedError(f'cannot instantiate {cls.__name__!r} on your system')
