# The few functions on Windows paths that pathlib.PureWindowsPath stands on.
sep, altsep = '\\', '/'


def normcase(s):
    return s.replace('/', '\\').lower()


def splitroot(p):
    """-> (drive or UNC share, root, tail)"""
    normed = p.replace('/', '\\')
    if normed[:1] == '\\':
        if normed[1:2] != '\\':
            return '', p[:1], p[1:]
        start = 8 if normed[:8].upper() == '\\\\?\\UNC\\' else 2
        i = normed.find('\\', start)
        i = normed.find('\\', i + 1) if i >= 0 else -1
        return (p, '', '') if i < 0 else (p[:i], p[i:i + 1], p[i + 1:])
    if normed[1:2] == ':':
        n = 3 if normed[2:3] == '\\' else 2
        return p[:2], p[2:n], p[n:]
    return '', '', p


def splitdrive(p):
    drive, root, tail = splitroot(p)
    return drive, root + tail


def join(path, *paths):
    drive, root, tail = splitroot(path)
    for part in paths:
        d, r, t = splitroot(part)
        if r:  # absolute
            if d or not drive:
                drive = d
            root, tail = r, t
            continue
        if d and d != drive:
            if d.lower() != drive.lower():  # another drive
                drive, root, tail = d, r, t
                continue
            drive = d
        if tail and tail[-1] not in '\\/':
            tail += '\\'
        tail += t
    if tail and not root and drive and drive[-1] not in ':\\/':
        return drive + '\\' + tail
    return drive + root + tail
