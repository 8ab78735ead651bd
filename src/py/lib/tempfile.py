# Module tempfile: temporary files in the first folder that was granted for writing.
import _files
import io as _io
import os as _os
import shutil as _shutil

__all__ = ['NamedTemporaryFile', 'TemporaryFile', 'SpooledTemporaryFile', 'TemporaryDirectory', 'mkstemp', 'mkdtemp',
           'mktemp', 'TMP_MAX', 'gettempprefix', 'tempdir', 'gettempdir', 'gettempprefixb', 'gettempdirb']

TMP_MAX, template = 10000, 'tmp'
tempdir = None
_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789_'


def gettempprefix():
    """What the names of temporary files begin with."""
    return template


def gettempprefixb():
    return _os.fsencode(template)


def gettempdir():
    """The folder of temporary files: the first that may be written."""
    if tempdir is not None:
        return _os.fsdecode(tempdir)
    if _files.granted():
        from _pathstat import folders
        for path, writable in folders():
            if writable:
                return path
    raise FileNotFoundError(2, 'No usable temporary directory found: no folder was granted for writing')


def gettempdirb():
    return _os.fsencode(gettempdir())


def _names(suffix, prefix, dir):
    """Paths to try, in bytes where one of the three is."""
    given = [x for x in (suffix, prefix, dir) if x is not None]
    binary = bool(given) and isinstance(_os.fspath(given[0]), bytes)
    if any([isinstance(_os.fspath(x), bytes) != binary for x in given]):
        raise TypeError("Can't mix bytes and non-bytes in path components.")
    kind = _os.fsencode if binary else _os.fsdecode
    suffix, prefix = kind(suffix or ''), kind(template if prefix is None else prefix)
    dir = _os.path.abspath(kind(gettempdir() if dir is None else dir))
    import random
    letters = random.SystemRandom().choices
    for _ in range(TMP_MAX):
        yield _os.path.join(dir, prefix + kind(''.join(letters(_LETTERS, k=8))) + suffix)
    raise FileExistsError(17, 'No usable temporary name found')


def mkdtemp(suffix=None, prefix=None, dir=None):
    """Makes a folder with a name that nothing else has."""
    for path in _names(suffix, prefix, dir):
        try:
            _os.mkdir(path, 0o700)
        except FileExistsError:
            continue
        return path


def mktemp(suffix='', prefix=template, dir=None):
    """A path at which there was nothing a moment ago."""
    for path in _names(suffix, prefix, dir):
        if not _os.path.lexists(path):
            return path


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    """Refused: would give a descriptor."""
    raise PermissionError('tempfile.mkstemp(): there are no descriptors here; use NamedTemporaryFile()')


class _TemporaryFileWrapper:
    """A temporary file: the stream `file`, and what removes it."""

    def __init__(self, file, name, delete=True, delete_on_close=True):
        self.file, self.name, self.delete = file, name, delete
        self._with_close = delete and delete_on_close

    def __getattr__(self, name):
        value = getattr(self.__dict__['file'], name)
        if not isinstance(value, int):
            setattr(self, name, value)
        return value

    def __repr__(self):
        return f'<tempfile._TemporaryFileWrapper: {self.file!r}>'

    def __iter__(self):
        return iter(self.file)

    def _remove(self):
        self.delete = self._with_close = False
        try:
            _os.unlink(self.name)
        except FileNotFoundError:
            pass

    def close(self):
        self.file.close()
        if self._with_close:
            self._remove()

    def __enter__(self):
        self.file.__enter__()
        return self

    def __exit__(self, *exc):
        self.file.close()
        if self.delete:
            self._remove()


def NamedTemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None,
                       delete=True, *, errors=None, delete_on_close=True):
    """A file with a name that nothing else has, removed when it is closed."""
    for path in _names(suffix, prefix, dir):
        try:
            open(path, 'xb').close()
        except FileExistsError:
            continue
        _os.chmod(path, 0o600)
        try:
            file = open(path, mode, buffering, encoding, errors, newline)
        except BaseException:
            _os.unlink(path)
            raise
        return _TemporaryFileWrapper(file, path, delete, delete_on_close)


def TemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *,
                  errors=None):
    """The same, whose name is nobody's business."""
    return NamedTemporaryFile(mode, buffering, encoding, newline, suffix, prefix, dir, errors=errors)


class SpooledTemporaryFile(_io.IOBase):
    """A temporary stream in memory: it has no need of a file."""

    def __init__(self, max_size=0, mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None,
                 dir=None, *, errors=None):
        self._file = _io.BytesIO() if 'b' in mode else _io.TextIOWrapper(_io.BytesIO(), encoding, errors, newline)
        self._rolled = False
        for name in ('read', 'readline', 'readlines', 'write', 'writelines', 'seek', 'tell', 'truncate', 'flush',
                     'close', 'readable', 'writable', 'seekable'):
            setattr(self, name, getattr(self._file, name))

    def rollover(self):
        """Nothing: the stream stays where it is."""
        self._rolled = True

    closed = property(lambda self: self._file.closed)

    def __iter__(self):
        return iter(self._file)


class TemporaryDirectory:
    """A folder with a name that nothing else has, removed with all in it at the end of the block."""

    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False, *, delete=True):
        self.name = mkdtemp(suffix, prefix, dir)
        self._ignore, self._delete = ignore_cleanup_errors, delete

    def __repr__(self):
        return f'<TemporaryDirectory {self.name!r}>'

    def __enter__(self):
        return self.name

    def __exit__(self, *exc):
        if self._delete:
            self.cleanup()

    def cleanup(self):
        """Removes it."""
        if _os.path.lexists(self.name):
            _shutil.rmtree(self.name, self._ignore)
