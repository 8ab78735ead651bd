"""Granted folders that are not on this machine: functions of module os, each of which asks the host
where the path is of such a folder. What is Python finds them - open, io, os, os.path, pathlib,
glob, shutil - and what is C does not."""
import builtins
import errno
import io
import os
import posixpath
import stat as modes
import sys
import time

from .folder_files import ask, open_any, open_descriptor, ours
from .settings import hello

real = {name: getattr(os, name) for name in (
    "stat", "lstat", "listdir", "scandir", "mkdir", "rmdir", "remove", "unlink", "rename",
    "replace", "chmod", "utime", "readlink", "access", "truncate", "open", "symlink", "link",
    "listxattr")}


class Function:
    """Like a function in C it is no method where it is a member of a class."""

    def __init__(self, name, do):
        self.__name__ = self.__qualname__ = name
        self.__doc__, self._do = real[name].__doc__, do

    def __call__(self, *args, **named):
        return self._do(*args, **named)


def routed(name, function):
    def chosen(path, *rest, **named):
        text = ours(path)
        if text is None:
            return real[name](path, *rest, **named)
        if named.pop("dir_fd", None) is not None:
            raise NotImplementedError(
                "there are no descriptors of granted folders: dir_fd must be None")
        return function(text, os.fspath(path), *rest, **named)
    return Function(name, chosen)


def data_of(op, path, shown):
    return ask(op, path, shown).get("data", b"")


def stat(path, shown, *, follow_symlinks=True):
    row = [int(n) for n in data_of("stat" if follow_symlinks else "lstat", path, shown).split()]
    seconds = [ns // 10**9 for ns in row[7:]]
    more = {}
    for kind, ns in zip(("st_atime", "st_mtime", "st_ctime"), row[7:]):
        more[kind], more[kind + "_ns"] = ns / 1e9, ns
    return os.stat_result(row[:7] + seconds, more)


def lstat(path, shown):
    return stat(path, shown, follow_symlinks=False)


def entries(path, shown):
    """(letter of the kind, name) of what is in a folder."""
    for row in data_of("list", path, shown).split(b"\0")[:-1]:
        yield chr(row[0]), row[1:] if isinstance(shown, bytes) else os.fsdecode(row[1:])


def listdir(path, shown):
    return [name for letter, name in entries(path, shown)]


class DirEntry:
    def __init__(self, letter, name, folder):
        self.name, self.path, self._letter = name, posixpath.join(folder, name), letter

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return "<DirEntry %r>" % (self.name,)

    def _is(self, letter, test, follow):
        if self._letter not in "lo" or not follow and self._letter == "l":
            return self._letter == letter
        try:
            return test(os.stat(self.path, follow_symlinks=follow).st_mode)
        except FileNotFoundError:
            return False

    def is_dir(self, *, follow_symlinks=True):
        return self._is("d", modes.S_ISDIR, follow_symlinks)

    def is_file(self, *, follow_symlinks=True):
        return self._is("f", modes.S_ISREG, follow_symlinks)

    def is_symlink(self):
        return self._letter == "l"

    def is_junction(self):
        return False

    def inode(self):
        return os.lstat(self.path).st_ino

    def stat(self, *, follow_symlinks=True):
        return os.stat(self.path, follow_symlinks=follow_symlinks)


class Scan:
    def __init__(self, path, shown):
        self._rest = iter([DirEntry(*entry, shown) for entry in entries(path, shown)])

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._rest)

    def close(self):
        self._rest = iter(())

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


def simply(op):
    def do(path, shown):
        ask(op, path, shown)
    return do


def mkdir(path, shown, mode=0o777):
    ask("mkdir", path, shown, at=mode & 0o777)


def chmod(path, shown, mode, *, follow_symlinks=True):
    ask("chmod", path, shown, at=mode & 0o7777)


def utime(path, shown, times=None, *, ns=None, follow_symlinks=True):
    if ns is None:
        ns = [time.time_ns()] * 2 if times is None else [int(t * 10**9) for t in times]
    ask("utime", path, shown, at=ns[0], count=ns[1])


def readlink(path, shown):
    text = data_of("readlink", path, shown)
    return text if isinstance(shown, bytes) else os.fsdecode(text)


def access(path, shown, mode, *, effective_ids=False, follow_symlinks=True):
    try:
        ask("access", path, shown, at=mode)
    except OSError:
        return False
    return True


def truncate(path, shown, length):
    ask("truncate", path, shown, at=length)


def no_attributes(path, shown, *, follow_symlinks=True):
    raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP), shown)


def renamed(name):
    def rename(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
        paths = ours(src), ours(dst)
        if paths == (None, None):
            return real[name](src, dst, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)
        if None in paths:
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), src, None, dst)
        try:
            ask("rename", paths[0], src, to=paths[1])
        except OSError as e:
            raise OSError(e.errno, e.strerror, src, None, dst) from None
    return Function(name, rename)


def linked(name):
    def link(src, dst, *rest, **named):
        if ours(dst) is None:
            return real[name](src, dst, *rest, **named)
        raise PermissionError(errno.EPERM, "links are read here, but not made", src, None, dst)
    return Function(name, link)


def chdir(path):
    raise PermissionError(
        errno.EACCES, os.strerror(errno.EACCES) +
        " (the current folder is the first that was granted, and stays so)", path)


FUNCTIONS = {
    "stat": stat, "lstat": lstat, "mkdir": mkdir, "rmdir": simply("rmdir"),
    "remove": simply("remove"), "unlink": simply("remove"), "chmod": chmod, "utime": utime,
    "readlink": readlink, "access": access, "truncate": truncate, "open": open_descriptor,
    "listxattr": no_attributes}


def serve_folders():
    """From now on os and open() know them."""
    here = hello["folders"][0][1:]
    for name, function in FUNCTIONS.items():
        setattr(os, name, routed(name, function))
    for name, function in (("listdir", listdir), ("scandir", Scan)):
        chosen = routed(name, function)
        setattr(os, name, Function(name, lambda path=None, chosen=chosen: chosen(
            "." if path is None else path)))
    os.rename, os.replace = renamed("rename"), renamed("replace")
    os.symlink, os.link = linked("symlink"), linked("link")
    os.chdir = chdir
    os.getcwd, os.getcwdb = lambda: here, lambda: os.fsencode(here)
    builtins.open = io.open = open_any
    if "shutil" in sys.modules:
        sys.modules["shutil"]._use_fd_functions = False
