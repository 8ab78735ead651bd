# Module glob: paths that fit a pattern, in folders that were granted. Without one glob() is refused.
import _files
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


def _search(pathname, root_dir, recursive, hidden):
    import os
    from _glob import select
    magic = magic_check.search(pathname)
    if not magic:
        whole = os.path.join(root_dir, pathname) if root_dir else pathname
        if os.path.isdir(whole) if pathname.endswith('/') else os.path.lexists(whole):
            yield pathname
        return
    start = pathname.rfind('/', 0, magic.start()) + 1
    head, rest = pathname[:start], pathname[start:]
    names = [name if recursive or name != '**' else '*' for name in rest.split('/') if name]
    folders = rest.endswith('/')
    seen = set()
    for found in select(os.path.join(root_dir or '', head), names, folders, hidden, links=True):
        text = head + found + ('/' if folders and found else '')
        if text and text not in seen:
            seen.add(text)
            yield text


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """The paths that fit, one after another; with recursive, '**' stands for folders however deep."""
    if not _files.granted():
        raise PermissionError('glob: there is no file system here to search')
    if dir_fd is not None:
        raise NotImplementedError('glob: there are no descriptors of folders here')
    from os import fsdecode, fsencode, fspath
    pathname = fspath(pathname)
    root_dir = None if root_dir is None else fsdecode(root_dir)
    found = _search(fsdecode(pathname), root_dir, recursive, include_hidden)
    return map(fsencode, found) if isinstance(pathname, bytes) else found


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """A list of the paths that fit."""
    return list(iglob(pathname, root_dir=root_dir, dir_fd=dir_fd, recursive=recursive,
                      include_hidden=include_hidden))
