# Module glob: only what is text. There are no folders to search here, so glob() is refused.
import re as _re

__all__ = ['escape', 'glob', 'iglob']

magic_check, magic_check_bytes = _re.compile('([*?[])'), _re.compile(b'([*?[])')


def escape(pathname):
    """The pathname as a pattern that fits itself alone."""
    if isinstance(pathname, bytes):
        return magic_check_bytes.sub(br'[\1]', pathname)
    return magic_check.sub(r'[\1]', pathname)


def has_magic(s):
    return (magic_check_bytes if isinstance(s, bytes) else magic_check).search(s) is not None


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """Refused: would search folders."""
    raise PermissionError('glob: there is no file system here to search')


glob = iglob
