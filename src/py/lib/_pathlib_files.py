# What pathlib.Path has where a folder is granted: its methods that look at files and change them.
import os
import posixpath as _path
import stat as _stat
import _pathstat
from _glob import select as _select


def _check_pattern(path, pattern):
    """The names of a pattern, and whether it ends with a slash."""
    text = os.fspath(pattern)
    if not text:
        raise ValueError(f'Unacceptable pattern: {pattern!r}')
    if text.startswith('/'):
        raise NotImplementedError('Non-relative patterns are unsupported')
    names = [name for name in text.split('/') if name and name != '.']
    for name in names:
        if '**' in name and name != '**':
            raise ValueError("Invalid pattern: '**' can only be an entire path component")
    return names, text.endswith('/')


class Files:
    """The methods that Path takes over."""

    @classmethod
    def cwd(cls):
        """The current folder."""
        return cls(os.getcwd())

    def stat(self, *, follow_symlinks=True):
        """What is known of the file, as os.stat() tells it."""
        return os.stat(self, follow_symlinks=follow_symlinks)

    def lstat(self):
        """The same of a link itself."""
        return os.lstat(self)

    def exists(self, *, follow_symlinks=True):
        """Is there such a file or folder?"""
        return _path.exists(str(self)) if follow_symlinks else _path.lexists(str(self))

    def is_file(self):
        """Is it a file?"""
        return _path.isfile(str(self))

    def is_dir(self):
        """Is it a folder?"""
        return _path.isdir(str(self))

    def is_symlink(self):
        """Is it a symbolic link?"""
        return _path.islink(str(self))

    def is_mount(self):
        """Is something mounted there?"""
        return _path.ismount(str(self))

    def is_junction(self):
        """Junctions are a Windows matter: False."""
        return False

    def _is_kind(self, test):
        try:
            return test(self.stat().st_mode)
        except (OSError, ValueError):
            return False

    def is_block_device(self):
        """Is it a disk?"""
        return self._is_kind(_stat.S_ISBLK)

    def is_char_device(self):
        """Is it another device?"""
        return self._is_kind(_stat.S_ISCHR)

    def is_fifo(self):
        """Is it a named pipe?"""
        return self._is_kind(_stat.S_ISFIFO)

    def is_socket(self):
        """Is it a socket?"""
        return self._is_kind(_stat.S_ISSOCK)

    def absolute(self):
        """The path from the root on, its '..' left as they are."""
        return self if self.is_absolute() else self.with_segments(os.getcwd(), self)

    def resolve(self, strict=False):
        """The absolute path behind all links."""
        return self.with_segments(_path.realpath(str(self), strict=strict))

    def samefile(self, other_path):
        """Do both lead to the same file?"""
        return _path.samefile(str(self), other_path)

    def readlink(self):
        """Where a symbolic link leads."""
        return self.with_segments(os.readlink(str(self)))

    def iterdir(self):
        """What is in the folder."""
        for name in os.listdir(str(self)):
            yield self._below(name)

    def _below(self, name):
        return self._at([*self._tail, *[part for part in name.split('/') if part and part != '.']])

    def _selected(self, names, slash, case_sensitive):
        seen = set()
        for found in _select(str(self), names, slash, True, case_sensitive):
            if found not in seen:
                seen.add(found)
                yield self._below(found)

    def glob(self, pattern, *, case_sensitive=None):
        """What below the folder fits the pattern; '**' stands for folders, however deep."""
        names, slash = _check_pattern(self, pattern)
        return self._selected(names, slash or names[-1:] == ['**'], case_sensitive)

    def rglob(self, pattern, *, case_sensitive=None):
        """The same in every folder below this one."""
        names, slash = _check_pattern(self, pattern) if os.fspath(pattern) else ([], False)
        return self._selected(['**', *names], slash or not names or names[-1] == '**', case_sensitive)

    def walk(self, top_down=True, on_error=None, follow_symlinks=False):
        """(folder, names of folders, names of files) for this folder and all below it."""
        for at, dirs, files in os.walk(str(self), top_down, on_error, follow_symlinks):
            if not follow_symlinks:
                links = [name for name in dirs if _path.islink(_path.join(at, name))]
                for name in links:  # which are files to this method
                    dirs.remove(name)
                    files.append(name)
            yield self.with_segments(at), dirs, files

    def write_text(self, data, encoding=None, errors=None, newline=None):
        """Writes the file anew; how many characters that were."""
        if not isinstance(data, str):
            raise TypeError(f'data must be str, not {type(data).__name__}')
        with self.open('w', encoding=encoding, errors=errors, newline=newline) as f:
            return f.write(data)

    def write_bytes(self, data):
        """Writes the file anew; how many bytes that were."""
        data = memoryview(data)
        with self.open('wb') as f:
            return f.write(data)

    def touch(self, mode=0o666, exist_ok=True):
        """Makes an empty file; one that is there is only marked as changed now."""
        if exist_ok and _path.exists(str(self)):
            os.utime(self)
        else:
            self.open('x' if not exist_ok else 'a').close()

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        """Makes the folder."""
        missing = [self]    # the last one first
        while missing:
            path = missing[-1]
            try:
                os.mkdir(path, mode if path is self else 0o777)
            except FileNotFoundError:
                if not parents or path.parent == path:
                    raise
                missing.append(path.parent)
                continue
            except OSError:
                if path is self and not exist_ok or not path.is_dir():
                    raise
            missing.pop()

    def rmdir(self):
        """Removes the folder, which is empty."""
        os.rmdir(self)

    def unlink(self, missing_ok=False):
        """Removes the file."""
        try:
            os.unlink(self)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def rename(self, target):
        """Gives it another name; the new path."""
        os.rename(self, target)
        return self.with_segments(target)

    def replace(self, target):
        """The same, whatever had that name."""
        os.replace(self, target)
        return self.with_segments(target)

    def chmod(self, mode, *, follow_symlinks=True):
        """Sets its permissions."""
        os.chmod(self, mode, follow_symlinks=follow_symlinks)
