"""Granted folders in a worker.py whose machine does not have them, a container or a sandbox of E2B: their
files are the host's, and each operation is a call `folder` of the worker protocol. This text stands before
that of worker.py, which calls _folders(). What is Python finds them - open, io, os, os.path, pathlib, glob,
shutil - and what is C does not."""


def _folders(hello, ask_host, running):
    import binascii
    import builtins
    import errno
    import io
    import os
    import posixpath
    import stat as modes
    import sys
    import time

    PIECE = 4 << 20  # bytes read or written at once
    BUFFER = 256 << 10
    CREATE, EXCLUSIVE, EMPTY = 1, 2, 4
    names = [row[1:].rstrip("/") for row in hello["folders"]] + hello.get("folder_names", [])
    here = hello["folders"][0][1:]
    real = {name: getattr(os, name) for name in (
        "stat", "lstat", "listdir", "scandir", "mkdir", "rmdir", "remove", "unlink", "rename", "replace",
        "chmod", "utime", "readlink", "access", "truncate", "open", "symlink", "link", "listxattr")}
    real_open = io.open

    def to_base64(data):
        return binascii.b2a_base64(data, newline=False).decode()

    def ours(path):
        """The path, as text, of what is the host's; None for what is of this machine. What is relative begins
        in the first folder."""
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
        if not running():
            raise FileNotFoundError(errno.ENOENT, "No cell is running", shown)
        args = dict(numbers, path=to_base64(os.fsencode(path)))
        if to is not None:
            args["to"] = to_base64(os.fsencode(to))
        answer = ask_host("folder", op, args=args, tail=data)
        if answer.get("errno", errno.EIO) == errno.ENOMEM:
            raise MemoryError
        if answer.get("errno", errno.EIO):
            raise OSError(answer.get("errno", errno.EIO), answer.get("error", "Input/output error"), shown)
        return answer

    # --- open files

    class File(io.RawIOBase):
        """What FileIO is to a file of this machine."""

        number = None  # a Descriptor that is closed with it

        def __init__(self, path, shown, mode):
            self.name, self.mode, self._path, self._at = shown, mode, path, 0
            self._reads, self._writes = "r" in mode or "+" in mode, mode[:1] != "r" or "+" in mode
            self._appends = "a" in mode
            how = CREATE | EMPTY if "w" in mode else EXCLUSIVE if "x" in mode else CREATE * self._appends
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
        """What os.open() gives: a number that stands for nothing in the kernel but can be closed, and the file
        that open() makes of it."""

    FLAGS = {"r": os.O_RDONLY, "w": os.O_WRONLY | os.O_CREAT | os.O_TRUNC,
             "x": os.O_WRONLY | os.O_CREAT | os.O_EXCL, "a": os.O_WRONLY | os.O_CREAT | os.O_APPEND}

    def open_raw(path, shown, mode):
        plain = "".join(c for c in mode if c in "rwxa")
        return File(path, shown, plain + "b" + "+" * ("+" in mode))

    def open_descriptor(path, shown, flags, mode=0o777):
        if flags & (os.O_DIRECTORY | getattr(os, "O_PATH", 0)):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), shown)
        both = "+" * (flags & os.O_ACCMODE == os.O_RDWR)
        letter = ("x" if flags & os.O_EXCL else "a" if flags & os.O_APPEND else "w" if flags & os.O_TRUNC else
                  "r" if flags & os.O_ACCMODE == os.O_RDONLY else "r+")
        if letter == "r+" and flags & os.O_CREAT:
            ask("open", path, shown, at=CREATE)
        raw = open_raw(path, shown, letter + both)
        made = Descriptor(real["open"](os.devnull, os.O_PATH | os.O_CLOEXEC))
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

    # --- module os: each function asks the host where the path is of a granted folder

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
                raise NotImplementedError("there are no descriptors of granted folders: dir_fd must be None")
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
        ask("chmod", path, shown, at=mode & 0o777)

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
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES) + " (the current folder is the first that "
                              "was granted, and stays so)", path)

    functions = {
        "stat": stat, "lstat": lstat, "mkdir": mkdir, "rmdir": simply("rmdir"), "remove": simply("remove"),
        "unlink": simply("remove"), "chmod": chmod, "utime": utime, "readlink": readlink, "access": access,
        "truncate": truncate, "open": open_descriptor, "listxattr": no_attributes}
    for name, function in functions.items():
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


