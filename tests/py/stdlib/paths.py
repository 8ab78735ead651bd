# os.path, pathlib's pure classes and fnmatch on random texts; what os has without an operating system.
import fnmatch
import os
import os.path as p
import pathlib
import random
import glob


def attempt(f, *a, **k):
    try:
        r = f(*a, **k)
    except Exception as e:
        r = type(e).__name__, str(e)
    print(r)


random.seed(6)
bits = ['a', 'b.c', '.d', '..', '.', '/', '//', 'e.tar.gz', 'F', '\\', 'c:', ' ', '', '~', '$X', 'x.', 'con']


def path():
    return ''.join(random.choice(bits) for _ in range(random.randrange(6)))


for k in range(60):
    a, b = path(), path()
    print(repr(a), repr(b), p.join(a, b), p.split(a), p.splitext(a), p.splitdrive(a), p.splitroot(a), p.basename(a),
          p.dirname(a), p.isabs(a), p.normcase(a), p.normpath(a), p.commonprefix([a, b]), p.isjunction(a))
    attempt(p.commonpath, [a, b])
    attempt(p.relpath, '/x/' + a, '/x/y')
    print(p.join(a.encode(), b.encode()), p.normpath(a.encode()), p.splitext(a.encode()), p.abspath('/' + a))
for f, args in ((p.join, ('a', b'b')), (p.join, ('a', 5)), (p.split, (5,)), (p.commonpath, ([],)), (p.commonpath, (['/a', 'b'],)),
                (p.relpath, ('',)), (p.relpath, ('a/b', 'a/c')), (p.relpath, ('a', b'b')), (p.commonprefix, ([],))):
    attempt(f, *args)
print(p.expanduser('a'), p.expandvars('a/b'), p.curdir, p.pardir, p.sep, p.altsep, p.extsep, p.pathsep, p.devnull,
      p.supports_unicode_filenames)


class P:
    def __fspath__(self):
        return 'x/y'


print(os.fspath(P()), os.fspath(b'a'), os.fsencode('é\udcff'), ascii(os.fsdecode(b'a\xff')), isinstance(P(), os.PathLike),
      issubclass(str, os.PathLike), os.sep, os.linesep == '\n', os.name, os.curdir, os.path is p, len(os.urandom(4)), os.error)
attempt(os.fspath, 5)
for cls in (pathlib.PurePosixPath, pathlib.PureWindowsPath, pathlib.PurePath, pathlib.Path):
    for k in range(30):
        a, b = path(), path()
        x, y = cls(a), cls(a, b)
        print(repr(x), str(y), x.parts, x.drive, x.root, x.anchor, x.name, x.suffix, x.suffixes, x.stem, x.parent,
              list(x.parents), x.as_posix(), x.is_absolute(), x.is_reserved(), x / b, a / cls(b), x.joinpath('p', 'q'))
        print(x == y, x <= y, x < y, x > y, x >= y, hash(x) == hash(cls(a)), bytes(x), os.fspath(x))
        for f, args in ((x.with_name, (b,)), (x.with_suffix, (b,)), (x.with_stem, (b,)), (y.relative_to, (a,)),
                        (x.is_relative_to, (b,)), (x.match, (b,)), (x.match, ('*.c',)), (x.as_uri, ()), (x.with_segments, (a, b)),
                        (y.match, ('A/*',))):
            attempt(f, *args)
        attempt(cls('a/b').relative_to, b, walk_up=True)
attempt(pathlib.PurePath, 5)
attempt(pathlib.WindowsPath, 'a')
print(pathlib.PosixPath('a'), pathlib.PurePath('a').parents[0], repr(pathlib.PurePath('a/b').parents), pathlib.Path('a') == pathlib.PurePosixPath('a'))
ch = ['a', 'b', '-', '[', ']', '!', '^', '*', '?', '\\', '&&', '||', '.', 'z']
for k in range(80):
    pat, s = (''.join(random.choice(ch) for _ in range(random.randrange(n))) for n in (9, 5))
    print(repr(pat), fnmatch.translate(pat), fnmatch.fnmatch(s, pat), fnmatch.fnmatchcase(s, pat), fnmatch.filter([s, 'ab'], pat))
print(glob.escape('a*[b]?'), glob.escape(b'*'), glob.has_magic('a*'))
