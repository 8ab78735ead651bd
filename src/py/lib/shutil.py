# Module shutil: whole files and trees in granted folders. Archives, owners and programs are not here.
import os
import stat
from fnmatch import filter as _filter

__all__ = ['copyfileobj', 'copyfile', 'copymode', 'copystat', 'copy', 'copy2', 'copytree', 'move', 'rmtree',
           'Error', 'SpecialFileError', 'SameFileError', 'get_terminal_size', 'ignore_patterns', 'which']

COPY_BUFSIZE = 1 << 16


class Error(OSError):
    pass


class SameFileError(Error):
    """Source and target are the same file."""


class SpecialFileError(OSError):
    """What is no ordinary file cannot be copied."""


def copyfileobj(fsrc, fdst, length=0):
    """Writes what is left of one stream to another."""
    while piece := fsrc.read(length or COPY_BUFSIZE):
        fdst.write(piece)


def _there(path):
    """What stat() says, None where there is nothing."""
    try:
        return os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _same(src, dst):
    one, two = _there(src), _there(dst)
    return bool(one and two) and os.path.samestat(one, two)


def copyfile(src, dst, *, follow_symlinks=True):
    """Copies what is in a file, nothing else of it."""
    if _same(src, dst):
        raise SameFileError(f'{src!r} and {dst!r} are the same file')
    for path in (src, dst):
        if (found := _there(path)) and stat.S_ISFIFO(found.st_mode):
            raise SpecialFileError(f'`{os.fspath(path)}` is a named pipe')
    with open(src, 'rb') as source:
        with _opened_to_write(dst) as target:
            copyfileobj(source, target)
    return dst


def _opened_to_write(path):
    try:
        return open(path, 'wb')
    except IsADirectoryError as e:
        problem = e
    if os.path.exists(path):
        raise problem
    raise FileNotFoundError(f'Directory does not exist: {path}') from problem


def copymode(src, dst, *, follow_symlinks=True):
    """Copies the permissions of a file, without its set-user-ID and set-group-ID bits."""
    os.chmod(dst, os.stat(src).st_mode & 0o777)


def copystat(src, dst, *, follow_symlinks=True):
    """Copies the permissions and times of a file."""
    told = os.stat(src)
    os.utime(dst, ns=(told.st_atime_ns, told.st_mtime_ns))
    os.chmod(dst, told.st_mode & 0o777)


def _inside(src, dst):
    """The path a file gets: its own name, where dst is a folder."""
    return os.path.join(dst, os.path.basename(src)) if os.path.isdir(dst) else dst


def copy(src, dst, *, follow_symlinks=True):
    """Copies a file and its permissions, into a folder too; the path of the copy."""
    dst = _inside(src, dst)
    copyfile(src, dst, follow_symlinks=follow_symlinks)
    copymode(src, dst, follow_symlinks=follow_symlinks)
    return dst


def copy2(src, dst, *, follow_symlinks=True):
    """The same with its times."""
    dst = _inside(src, dst)
    copyfile(src, dst, follow_symlinks=follow_symlinks)
    copystat(src, dst, follow_symlinks=follow_symlinks)
    return dst


def ignore_patterns(*patterns):
    """For copytree(ignore=...): leaves out what fits one of the patterns."""
    def ignored(path, names):
        return {name for pattern in patterns for name in _filter(names, pattern)}
    return ignored


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False,
             dirs_exist_ok=False):
    """Copies a folder with all below it; the path of the copy."""
    if symlinks:
        raise NotImplementedError('copytree(symlinks=True): symbolic links are not made here')

    def copy_entry(entry, target):
        if entry.is_dir():
            copytree(entry.path, target, symlinks, ignore, copy_function, ignore_dangling_symlinks, dirs_exist_ok)
        elif not ignore_dangling_symlinks or not entry.is_symlink() or os.path.exists(entry.path):
            copy_function(entry.path, target)

    with os.scandir(src) as entries:
        found = {entry.name: entry for entry in entries}
    for name in ignore(os.fspath(src), [*found]) if ignore else ():
        found.pop(name, None)
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    wrong = []
    steps = [(copy_entry, entry, os.path.join(dst, name)) for name, entry in found.items()]
    for step, what, target in (*steps, (copystat, src, dst)):   # all of them, whatever fails
        try:
            step(what, target)
        except Error as e:
            wrong += e.args[0]
        except OSError as e:
            wrong.append((src if what is src else what.path, target, str(e)))
    if wrong:
        raise Error(wrong)
    return dst


def rmtree(path, ignore_errors=False, onerror=None, *, onexc=None, dir_fd=None):
    """Removes a folder with all below it; links in it are removed, not followed."""
    def failed(function, at, error):
        if ignore_errors:
            return
        if onexc is not None:
            onexc(function, at, error)
        elif onerror is not None:
            onerror(function, at, (type(error), error, error.__traceback__))
        else:
            raise error

    def attempt(function, at):
        try:
            return function(at)
        except OSError as e:
            failed(function, at, e)

    def clear(at):
        for entry in attempt(lambda at: list(os.scandir(at)), at) or ():
            if entry.is_dir(follow_symlinks=False):
                clear(entry.path)
                attempt(os.rmdir, entry.path)
            else:
                attempt(os.unlink, entry.path)

    if os.path.islink(path):
        return failed(os.path.islink, path, OSError('Cannot call rmtree on a symbolic link'))
    try:
        if not stat.S_ISDIR(os.lstat(path).st_mode):
            raise NotADirectoryError(20, 'Not a directory', path)
    except OSError as e:
        return failed(os.lstat if isinstance(e, FileNotFoundError) else os.scandir, path, e)
    clear(path)
    attempt(os.rmdir, path)


rmtree.avoids_symlink_attacks = True


def _renamed(src, dst):
    """False: they are in different file systems."""
    try:
        os.rename(src, dst)
    except PermissionError:
        raise
    except OSError:
        return False
    return True


def move(src, dst, copy_function=copy2):
    """Gives a file or folder another place; its new path."""
    inside = os.path.isdir(dst)
    if inside and _same(src, dst):
        return os.rename(src, dst)  # perhaps the case of its letters
    real = os.path.join(dst, os.path.basename(os.fspath(src).rstrip('/'))) if inside else dst
    if inside and os.path.lexists(real):
        raise Error(f"Destination path '{real}' already exists")
    if _renamed(src, real):
        return real
    if not os.path.isdir(src):
        copy_function(src, real)
        os.unlink(src)
        return real
    if (os.path.abspath(dst) + os.sep).startswith(os.path.abspath(src) + os.sep):
        raise Error(f"Cannot move a directory '{src}' into itself '{dst}'.")
    copytree(src, real, copy_function=copy_function)
    rmtree(src)
    return real


def which(cmd, mode=1, path=None):
    """None: there are no programs here."""


def get_terminal_size(fallback=(80, 24)):
    """80 columns and 24 lines, or what is given instead."""
    return os.terminal_size(fallback)


def __getattr__(name):
    raise AttributeError(f"module 'shutil' has no attribute '{name}': only files in granted folders can be copied, "
                         'moved and removed here')
