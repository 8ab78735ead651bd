# Module stat: the bits of file modes, and their text.
ST_MODE, ST_INO, ST_DEV, ST_NLINK, ST_UID, ST_GID, ST_SIZE, ST_ATIME, ST_MTIME, ST_CTIME = range(10)
S_IFDIR, S_IFCHR, S_IFBLK, S_IFREG, S_IFIFO, S_IFLNK, S_IFSOCK = 0o040000, 0o020000, 0o060000, 0o100000, 0o010000, 0o120000, 0o140000
S_IFDOOR = S_IFPORT = S_IFWHT = 0
S_ISUID, S_ISGID, S_ISVTX = 0o4000, 0o2000, 0o1000
S_ENFMT, S_IREAD, S_IWRITE, S_IEXEC = S_ISGID, 0o400, 0o200, 0o100
S_IRWXU, S_IRUSR, S_IWUSR, S_IXUSR = 0o700, 0o400, 0o200, 0o100
S_IRWXG, S_IRGRP, S_IWGRP, S_IXGRP = 0o070, 0o040, 0o020, 0o010
S_IRWXO, S_IROTH, S_IWOTH, S_IXOTH = 0o007, 0o004, 0o002, 0o001
UF_NODUMP, UF_IMMUTABLE, UF_APPEND, UF_OPAQUE, UF_NOUNLINK, UF_COMPRESSED, UF_HIDDEN = 1, 2, 4, 8, 0x10, 0x20, 0x8000
SF_ARCHIVED, SF_IMMUTABLE, SF_APPEND, SF_NOUNLINK, SF_SNAPSHOT = 0x10000, 0x20000, 0x40000, 0x100000, 0x200000
FILE_ATTRIBUTE_READONLY, FILE_ATTRIBUTE_HIDDEN, FILE_ATTRIBUTE_SYSTEM = 1, 2, 4
FILE_ATTRIBUTE_DIRECTORY, FILE_ATTRIBUTE_ARCHIVE, FILE_ATTRIBUTE_DEVICE = 0x10, 0x20, 0x40
FILE_ATTRIBUTE_NORMAL, FILE_ATTRIBUTE_TEMPORARY, FILE_ATTRIBUTE_SPARSE_FILE = 0x80, 0x100, 0x200
FILE_ATTRIBUTE_REPARSE_POINT, FILE_ATTRIBUTE_COMPRESSED, FILE_ATTRIBUTE_OFFLINE = 0x400, 0x800, 0x1000
FILE_ATTRIBUTE_NOT_CONTENT_INDEXED, FILE_ATTRIBUTE_ENCRYPTED = 0x2000, 0x4000
FILE_ATTRIBUTE_INTEGRITY_STREAM, FILE_ATTRIBUTE_VIRTUAL = 0x8000, 0x10000
FILE_ATTRIBUTE_NO_SCRUB_DATA = 0x20000


def S_IMODE(mode):
    return mode & 0o7777


def S_IFMT(mode):
    return mode & 0o170000


def _tester(name, kind):
    def test(mode):
        return mode & 0o170000 == kind
    test.__name__ = test.__qualname__ = name
    return test


for _n, _k in (('S_ISDIR', S_IFDIR), ('S_ISCHR', S_IFCHR), ('S_ISBLK', S_IFBLK), ('S_ISREG', S_IFREG), ('S_ISFIFO', S_IFIFO),
               ('S_ISLNK', S_IFLNK), ('S_ISSOCK', S_IFSOCK)):
    globals()[_n] = _tester(_n, _k)


def S_ISDOOR(mode):
    return False


S_ISPORT = S_ISWHT = S_ISDOOR
_KINDS = {S_IFLNK: 'l', S_IFSOCK: 's', S_IFREG: '-', S_IFBLK: 'b', S_IFDIR: 'd', S_IFCHR: 'c', S_IFIFO: 'p'}


def filemode(mode):
    out = [_KINDS.get(mode & 0o170000, '?')]
    for shift, special, letter in ((6, S_ISUID, 's'), (3, S_ISGID, 's'), (0, S_ISVTX, 't')):
        bits = mode >> shift
        out.append('r' if bits & 4 else '-')
        out.append('w' if bits & 2 else '-')
        if mode & special:
            out.append(letter if bits & 1 else letter.upper())
        else:
            out.append('x' if bits & 1 else '-')
    return ''.join(out)
