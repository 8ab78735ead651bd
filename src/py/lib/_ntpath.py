# The few functions on Windows paths that pathlib.PureWindowsPath stands on.
import re as _re

sep, altsep = '\\', '/'
_PARTS = _re.compile(r'''
    ( [\\/]{2} (?: [?][\\/]UNC[\\/] )? [^\\/]* (?: [\\/][^\\/]* )?     # host and share
    | [^\\/]: | )                                                   # a letter
    ( [\\/]? ) (.*)''', _re.DOTALL | _re.IGNORECASE | _re.VERBOSE)


def normcase(s):
    return s.replace('/', '\\').lower()


def splitroot(p):
    """-> (drive or UNC share, root, tail)"""
    return _PARTS.fullmatch(p).groups()


def splitdrive(p):
    drive, root, tail = splitroot(p)
    return drive, root + tail


def root_of_share(drive):
    r"""The root that \\host\share and \\?\UNC\host\share have without saying so; else nothing."""
    names = drive.split('\\')
    named = len(names) == 6 or len(names) == 4 and names[2] not in ('', '?', '.', '?.')
    return '\\' if named and not names[0] and names[-1] else ''


def _onto(path, part):
    """Where a part leads from a path: all three as splitroot() gives them."""
    (drive, root, tail), (to_drive, to_root, to_tail) = path, part
    elsewhere = to_drive and to_drive.lower() != drive.lower()
    if elsewhere or to_root:
        return to_drive or drive, to_root, to_tail
    gap = '' if not tail or tail[-1] in '\\/' else '\\'
    return to_drive or drive, root, tail + gap + to_tail


def join(path, *paths):
    drive, root, tail = path = splitroot(path)
    for part in paths:
        drive, root, tail = path = _onto(path, splitroot(part))
    if not root and tail and drive and drive[-1] not in ':\\/':
        root = '\\'
    return drive + root + tail
