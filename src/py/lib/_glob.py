# The search behind glob and Path.glob, where a folder is granted.
import os
import posixpath as _path
import re as _re
from fnmatch import translate as _translate

_MAGIC = _re.compile('[*?[]')


def _listed(at):
    try:
        with os.scandir(at or '.') as entries:
            return list(entries)
    except OSError:
        return []


def _fits(pattern, hidden, case_sensitive):
    test = _re.compile(_translate(pattern), _re.NOFLAG if case_sensitive is not False else _re.IGNORECASE).match
    if hidden or pattern.startswith('.'):
        return test
    return lambda name: not name.startswith('.') and test(name)


def _folders(at, hidden, links):
    """'' and all folders below, from here on; links to such only with `links`."""
    waiting = ['']
    while waiting:
        below = waiting.pop()
        yield below
        inner = [_path.join(below, entry.name) for entry in _listed(_path.join(at, below) if below else at)
                 if entry.is_dir(follow_symlinks=links) and (hidden or not entry.name.startswith('.'))]
        waiting += reversed(inner)


def select(at, names, only_folders, hidden, case_sensitive=None, links=False):
    """Paths, relative to the folder `at`, whose parts fit the patterns `names`, some more than once."""
    if not names:
        if not only_folders or _path.isdir(at):
            yield ''
        return
    first, rest = names[0], names[1:]
    if first == '**':
        while rest[:1] == ['**']:
            rest = rest[1:]
        for below in _folders(at, hidden, links):
            if not rest and not only_folders:  # all that is in them, too
                yield below
                yield from [_path.join(below, entry.name) for entry in _listed(_path.join(at, below) if below else at)
                            if (hidden or not entry.name.startswith('.'))
                            and not entry.is_dir(follow_symlinks=links)]
                continue
            inner = _path.join(at, below) if below else at
            for found in select(inner, rest, only_folders, hidden, case_sensitive, links):
                yield _path.join(below, found) if found else below
    elif case_sensitive is not False and not _MAGIC.search(first):
        inner = _path.join(at, first)
        if rest:
            if _path.isdir(inner):
                for found in select(inner, rest, only_folders, hidden, case_sensitive, links):
                    yield _path.join(first, found)
        elif _path.isdir(inner) if only_folders else _path.lexists(inner):
            yield first
    else:
        fits = _fits(first, hidden, case_sensitive)
        for entry in _listed(at):
            if not fits(entry.name):
                continue
            if not rest:
                if not only_folders or entry.is_dir():
                    yield entry.name
            elif entry.is_dir():
                for found in select(entry.path, rest, only_folders, hidden, case_sensitive, links):
                    yield _path.join(entry.name, found)
