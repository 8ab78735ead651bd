"""Files in granted folders that this machine, a container or a sandbox of E2B, does not have. They
are the host's, and each operation is a call `folder` of the worker protocol. Here is how one is
made, and what open() gives; folders.py has the rest."""
import binascii
import errno
import io
import os
import posixpath

from . import running
from .host import call
from .settings import hello

PIECE = 4 << 20  # bytes read or written at once
BUFFER = 256 << 10
CREATE, EXCLUSIVE, EMPTY = 1, 2, 4
FLAGS = {"r": os.O_RDONLY, "w": os.O_WRONLY | os.O_CREAT | os.O_TRUNC,
         "x": os.O_WRONLY | os.O_CREAT | os.O_EXCL, "a": os.O_WRONLY | os.O_CREAT | os.O_APPEND}
names = [row[1:].rstrip("/") for row in hello.get("folders", [])] + hello.get("folder_names", [])
real_open, real_os_open = io.open, os.open


def to_base64(data):
    return binascii.b2a_base64(data, newline=False).decode()


def ours(path):
    """The path, as text, of what is the host's; None for what is of this machine. What is relative
    begins in the first folder."""
    if isinstance(path, int):
        return None
    text = os.fsdecode(path)
    if not posixpath.isabs(text):
        return text or None
    whole = posixpath.normpath(text)
    return text if any(whole == name or whole.startswith(name + "/") for name in names) else None


def ask(op, path, shown, data=None, to=None, **numbers):
    """The answer; `shown` is the path in an error."""
    if "\0" in path:
        raise ValueError("embedded null byte")
    if running.cell is None:
        raise FileNotFoundError(errno.ENOENT, "No cell is running", shown)
    args = dict(numbers, path=to_base64(os.fsencode(path)))
    if to is not None:
        args["to"] = to_base64(os.fsencode(to))
    answer = call("folder", op, args=args, tail=data)
    if answer.get("errno", errno.EIO) == errno.ENOMEM:
        raise MemoryError
    if answer.get("errno", errno.EIO):
        text = answer.get("error", "Input/output error")
        raise OSError(answer.get("errno", errno.EIO), text, shown)
    return answer


class File(io.RawIOBase):
    """What FileIO is to a file of this machine."""

    number = None  # a Descriptor that is closed with it

    def __init__(self, path, shown, mode):
        self.name, self.mode, self._path, self._at = shown, mode, path, 0
        self._reads, self._writes = "r" in mode or "+" in mode, mode[:1] != "r" or "+" in mode
        self._appends = "a" in mode
        how = (CREATE | EMPTY if "w" in mode else EXCLUSIVE if "x" in mode else
               CREATE * self._appends)
        known = (ask("open", path, shown, at=how) if self._writes else
                 ask("read", path, shown, at=0, count=0))
        self._file = known["file"]
        self._at = known["size"] if self._appends else 0

    def _check(self, able=True, what=""):
        if self.closed:
            raise ValueError("I/O operation on closed file")
        if not able:
            raise io.UnsupportedOperation("not " + what)

    def readable(self):
        self._check()
        return self._reads

    def writable(self):
        self._check()
        return self._writes

    def seekable(self):
        self._check()
        return True

    def _take(self, count):
        self._check(self._reads, "readable")
        answer = ask("read", self._path, self.name, at=self._at, count=count, file=self._file)
        data = answer.get("data", b"")
        self._at += len(data)
        return data

    def readinto(self, room):
        room = memoryview(room).cast("B")
        data = self._take(min(len(room), PIECE))
        room[:len(data)] = data
        return len(data)

    def readall(self):
        pieces = [self._take(PIECE)]
        while len(pieces[-1]) == PIECE:
            pieces.append(self._take(PIECE))
        return b"".join(pieces)

    def write(self, data):
        self._check(self._writes, "writable")
        data = memoryview(data).cast("B")[:PIECE]
        at = -1 if self._appends else self._at
        self._at = ask("write", self._path, self.name, data, at=at, file=self._file)["size"]
        return len(data)

    def _size(self):
        return ask("read", self._path, self.name, at=0, count=0, file=self._file)["size"]

    def seek(self, to, whence=0):
        self._check()
        to += 0 if whence == 0 else self._at if whence == 1 else self._size()
        if to < 0:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        self._at = to
        return to

    def tell(self):
        self._check()
        return self._at

    def close(self):
        if not self.closed and self.number is not None:
            os.close(self.number)
        super().close()

    def truncate(self, size=None):
        self._check(self._writes, "writable")
        size = self._at if size is None else size
        ask("truncate", self._path, self.name, at=size, file=self._file)
        return size


class Descriptor(int):
    """What os.open() gives: a number that stands for nothing in the kernel but can be closed, and
    the file that open() makes of it."""


def open_raw(path, shown, mode):
    plain = "".join(c for c in mode if c in "rwxa")
    return File(path, shown, plain + "b" + "+" * ("+" in mode))


def open_descriptor(path, shown, flags, mode=0o777):
    if flags & (os.O_DIRECTORY | getattr(os, "O_PATH", 0)):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), shown)
    both = "+" * (flags & os.O_ACCMODE == os.O_RDWR)
    letter = ("x" if flags & os.O_EXCL else "a" if flags & os.O_APPEND else
              "w" if flags & os.O_TRUNC else
              "r" if flags & os.O_ACCMODE == os.O_RDONLY else "r+")
    if letter == "r+" and flags & os.O_CREAT:
        ask("open", path, shown, at=CREATE)
    raw = open_raw(path, shown, letter + both)
    made = Descriptor(real_os_open(os.devnull, os.O_PATH | os.O_CLOEXEC))
    made.raw = raw
    return made


def flags_of(mode):
    flags = FLAGS[[c for c in mode if c in FLAGS][0]]
    return flags & ~os.O_ACCMODE | os.O_RDWR if "+" in mode else flags


def open_any(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True,
             opener=None):
    pathlike = isinstance(file, (str, bytes)) or hasattr(file, "__fspath__")
    if not isinstance(file, Descriptor) and not (pathlike and ours(file)):
        return real_open(file, mode, buffering, encoding, errors, newline, closefd, opener)
    # What is wrong with the rest is Python's to say.
    as_if = mode.replace("x", "w") if isinstance(mode, str) else mode
    real_open(os.devnull, as_if, buffering, encoding, errors, newline, True).close()
    if pathlike and opener is not None:
        file = opener(file, flags_of(mode))
        if not isinstance(file, Descriptor):
            return real_open(file, mode, buffering, encoding, errors, newline)
    raw = open_raw(ours(file), os.fspath(file), mode) if pathlike and opener is None else file.raw
    raw.number = file if isinstance(file, Descriptor) and closefd else None
    if buffering == 0:
        return raw
    kind = (io.BufferedRandom if "+" in mode else io.BufferedReader if "r" in mode else
            io.BufferedWriter)
    buffered = kind(raw, buffering if buffering > 1 else BUFFER)
    if "b" in mode:
        return buffered
    text = io.TextIOWrapper(buffered, encoding, errors, newline, buffering == 1)
    text.mode = mode
    return text
