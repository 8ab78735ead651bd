# What module os has where a folder is granted: files and folders in it. os loads it on first use.
import _files
import posixpath as _path
from _pathstat import getcwd, lstat, stat, stat_result
from genericpath import fspath as _fspath

F_OK, X_OK, W_OK, R_OK = 0, 1, 2, 4


def _no_dir_fd(*given):
    if any([fd is not None for fd in given]):
        raise NotImplementedError('there are no descriptors of folders here: dir_fd must be None')


def _entries(path):
    """(kind, name) of all that is in a folder, in the type of the path."""
    rows = _files.ask('list', path)[0].split(b'\0')[:-1]
    if isinstance(path, bytes):
        return [(row[:1].decode(), row[1:]) for row in rows]
    return [(row[0], row[1:]) for row in [row.decode('utf-8', 'surrogateescape') for row in rows]]


def listdir(path=None):
    """The names of all that is in a folder."""
    return [name for _, name in _entries(_fspath('.' if path is None else path))]


class DirEntry:
    """Something in a folder, as scandir() gives it."""
    __slots__ = ('name', 'path', '_kind')
    __module__ = 'posix'

    def __repr__(self):
        return f'<DirEntry {self.name!r}>'

    def __fspath__(self):
        return self.path

    def _is(self, letter, test, follow_symlinks):
        if self._kind != 'l' or not follow_symlinks:
            return self._kind == letter
        return test(self.path)

    def is_file(self, *, follow_symlinks=True):
        return self._is('f', _path.isfile, follow_symlinks)

    def is_dir(self, *, follow_symlinks=True):
        return self._is('d', _path.isdir, follow_symlinks)

    def is_symlink(self):
        return self._kind == 'l'

    def is_junction(self):
        return False

    def inode(self):
        return lstat(self.path).st_ino

    def stat(self, *, follow_symlinks=True):
        return stat(self.path, follow_symlinks=follow_symlinks)


class _Scan:
    """The entries of a folder, one after another; closed it gives none."""

    def __init__(self, path):
        self._path, self._rest = path, iter(_entries(path))

    def __iter__(self):
        return self

    def __next__(self):
        kind, name = next(self._rest)
        entry = DirEntry()
        entry.name, entry.path, entry._kind = name, _path.join(self._path, name), kind
        return entry

    def close(self):
        self._rest = iter(())

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()


def scandir(path=None):
    """What is in a folder, as DirEntry objects."""
    return _Scan(_fspath('.' if path is None else path))


def getcwdb():
    """The current folder as bytes."""
    return getcwd().encode('utf-8', 'surrogateescape')


def chdir(path):
    """Refused: the current folder stays the first that was granted."""
    raise PermissionError(13, 'Permission denied (the current folder is the first that was granted, and stays so)',
                          path)


def mkdir(path, mode=0o777, *, dir_fd=None):
    """Makes a folder."""
    _no_dir_fd(dir_fd)
    _files.ask('mkdir', path, at=mode)


def _above(path):
    """The folder that a path is in, as the path names it; '' when it names none."""
    return _path.dirname(path.rstrip(b'/' if isinstance(path, bytes) else '/'))


def makedirs(name, mode=0o777, exist_ok=False):
    """Makes a folder, and those above it that are not there yet."""
    name = _fspath(name)
    missing, at = [], _above(name)
    while at and not _path.exists(at):
        missing.append(at)
        at = _above(at)
    for folder in reversed(missing):
        if _path.basename(folder) not in ('.', b'.'):
            try:
                mkdir(folder)
            except FileExistsError:
                pass  # somebody else was quicker
    if missing and _path.basename(name) in ('.', b'.'):
        return
    try:
        mkdir(name, mode)
    except OSError:
        if not exist_ok or not _path.isdir(name):
            raise


def remove(path, *, dir_fd=None):
    """Removes a file."""
    _no_dir_fd(dir_fd)
    _files.ask('remove', path)


unlink = remove


def rmdir(path, *, dir_fd=None):
    """Removes an empty folder."""
    _no_dir_fd(dir_fd)
    _files.ask('rmdir', path)


def removedirs(name):
    """Removes an empty folder, and those above it as long as they are empty."""
    at = _fspath(name)
    rmdir(at)
    try:
        while at := _above(at):
            rmdir(at)
    except OSError:
        pass


def rename(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    """Gives a file or folder another name; a file of that name is replaced."""
    _no_dir_fd(src_dir_fd, dst_dir_fd)
    _files.ask('rename', src, dst)


replace = rename


def access(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True):
    """May the program do that with the file?"""
    try:
        _files.ask('access', path, at=mode)
    except OSError:
        return False
    return True


def chmod(path, mode, *, dir_fd=None, follow_symlinks=True):
    """Sets the permissions of a file."""
    _no_dir_fd(dir_fd)
    _files.ask('chmod', path, at=mode & 0o7777)


def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
    """Sets when a file was read and changed last: by default, now."""
    _no_dir_fd(dir_fd)
    if times is not None and ns is not None:
        raise ValueError("utime: you may specify either 'times' or 'ns' but not both")
    if ns is None:
        if times is None:
            from time import time_ns
            ns = (time_ns(),) * 2
        else:
            ns = [int(t * 1_000_000_000) for t in times]
    _files.ask('utime', path, at=ns[0], count=ns[1])


def readlink(path, *, dir_fd=None):
    """Where a symbolic link leads, as it says."""
    _no_dir_fd(dir_fd)
    text = _files.ask('readlink', path)[0]
    return text if isinstance(path, bytes) else text.decode('utf-8', 'surrogateescape')


def truncate(path, length):
    """Cuts a file, or makes it longer with zeros."""
    _files.ask('truncate', path, at=length)


def walk(top, topdown=True, onerror=None, followlinks=False):
    """(folder, names of folders, names of files) for a folder and all below it."""
    waiting = [_fspath(top)]
    while waiting:
        at = waiting.pop()
        if isinstance(at, tuple):
            yield at
            continue
        try:
            with scandir(at) as entries:
                entries = list(entries)
        except OSError as e:
            if onerror is not None:
                onerror(e)
            continue
        isfolder = {entry.name: entry.is_dir() for entry in entries}
        dirs = [name for name in isfolder if isfolder[name]]
        files = [name for name in isfolder if not isfolder[name]]
        if topdown:
            yield at, dirs, files
        else:
            waiting.append((at, dirs, files))
        links = set() if followlinks else {entry.name for entry in entries if entry.is_symlink()}
        # Last in, first out: the first name comes next.
        waiting += [_path.join(at, name) for name in reversed(dirs)
                    if followlinks or name not in links and (not topdown or name in isfolder
                                                             or not _path.islink(_path.join(at, name)))]
