"""Module tarfile: tar archives (ustar, pax and GNU's long names), plain or packed by gzip, read and written over granted
files or binary streams. What is no file, folder or link has no data and is not extracted."""
import builtins as _builtins
import gzip as _gzip
import io
import os
import time as _time
import zlib as _zlib

__all__ = ['TarFile', 'TarInfo', 'is_tarfile', 'TarError', 'ReadError', 'CompressionError', 'StreamError', 'ExtractError',
           'HeaderError', 'ENCODING', 'USTAR_FORMAT', 'GNU_FORMAT', 'PAX_FORMAT', 'DEFAULT_FORMAT', 'open',
           'fully_trusted_filter', 'data_filter', 'tar_filter', 'FilterError', 'AbsoluteLinkError',
           'OutsideDestinationError', 'SpecialFileError', 'AbsolutePathError', 'LinkOutsideDestinationError']

NUL, BLOCKSIZE, RECORDSIZE = b'\0', 512, 512 * 20
GNU_MAGIC, POSIX_MAGIC = b'ustar  \0', b'ustar\x0000'
REGTYPE, AREGTYPE, LNKTYPE, SYMTYPE, CHRTYPE, BLKTYPE, DIRTYPE, FIFOTYPE, CONTTYPE = (
    b'0', b'\0', b'1', b'2', b'3', b'4', b'5', b'6', b'7')
GNUTYPE_LONGNAME, GNUTYPE_LONGLINK, GNUTYPE_SPARSE, XHDTYPE, XGLTYPE = b'L', b'K', b'S', b'x', b'g'
USTAR_FORMAT, GNU_FORMAT, PAX_FORMAT = range(3)
DEFAULT_FORMAT, ENCODING = PAX_FORMAT, 'utf-8'
_PIECE = 1 << 20

# The fields of a header (POSIX.1-2001, ustar interchange format): name and length, in their order.
_FIELDS = (('name', 100), ('mode', 8), ('uid', 8), ('gid', 8), ('size', 12), ('mtime', 12), ('chksum', 8), ('type', 1),
           ('linkname', 100), ('magic', 8), ('uname', 32), ('gname', 32), ('devmajor', 8), ('devminor', 8), ('prefix', 155))
_NUMBERS = ('mode', 'uid', 'gid', 'size', 'mtime', 'devmajor', 'devminor')
_TEXTS = ('name', 'linkname', 'uname', 'gname')


class TarError(Exception):
    """Whatever is wrong with an archive."""


class ReadError(TarError):
    """It is none, or damaged."""


class CompressionError(TarError):
    """Packed in a way that is not known here."""


class StreamError(TarError):
    """A stream cannot do what is asked of it."""


class ExtractError(TarError):
    """A member cannot be extracted."""


class HeaderError(TarError):
    """A header is damaged."""


class FilterError(TarError):
    """A member that a filter refuses: its `tarinfo`."""
    _text = '{0.name!r} is refused'

    def __init__(self, tarinfo, path=None):
        self.tarinfo, self._path = tarinfo, path
        super().__init__(self._text.format(tarinfo, path))


class AbsolutePathError(FilterError):
    _text = 'member {0.name!r} has an absolute path'


class OutsideDestinationError(FilterError):
    _text = '{0.name!r} would be extracted to {1!r}, which is outside the destination'


class SpecialFileError(FilterError):
    _text = '{0.name!r} is a special file'


class AbsoluteLinkError(FilterError):
    _text = '{0.name!r} is a link to an absolute path'


class LinkOutsideDestinationError(FilterError):
    _text = '{0.name!r} would link to {1!r}, which is outside the destination'


def _number(field):
    """Octal digits, or from the first bit on a number of base 256."""
    if field[0] & 0x80:
        value = int.from_bytes(field, 'big', signed=field[0] == 0xff)
        return value if field[0] == 0xff else value & (1 << 8 * len(field) - 1) - 1
    digits = field.partition(b'\0')[0].strip()
    try:
        return int(digits or b'0', 8)
    except ValueError:
        raise HeaderError('invalid header') from None


def _number_field(value, length, wide):
    value = int(value)
    if 0 <= value < 8 ** (length - 1):
        return b'%0*o\0' % (length - 1, value)
    if not wide or not -256 ** (length - 1) <= value < 256 ** (length - 1):
        raise ValueError('overflow in number field')
    return bytes([0x80 if value >= 0 else 0xff]) + (value % 256 ** (length - 1)).to_bytes(length - 1, 'big')


def _sum(block):
    return sum(block) - sum(block[148:156]) + 8 * 32    # its own field counts as blanks


def _padded(data):
    return data + bytes(-len(data) % BLOCKSIZE)


class TarInfo:
    """A member: its name, size, times and kind."""
    _own = dict(mode=0o644, uid=0, gid=0, size=0, mtime=0, chksum=0, type=REGTYPE, linkname='', uname='', gname='',
                devmajor=0, devminor=0, offset=0, offset_data=0, sparse=None, tarfile=None)

    def __init__(self, name=''):
        self.name, self.pax_headers = name, {}
        self.__dict__.update(self._own)

    path = property(lambda self: self.name, lambda self, value: setattr(self, 'name', value))
    linkpath = property(lambda self: self.linkname, lambda self, value: setattr(self, 'linkname', value))

    def __repr__(self):
        return f'<{type(self).__name__} {self.name!r} at {id(self):#x}>'

    def isreg(self):
        return self.type in (REGTYPE, AREGTYPE, CONTTYPE, GNUTYPE_SPARSE)

    isfile = isreg

    def isdir(self):
        return self.type == DIRTYPE

    def issym(self):
        return self.type == SYMTYPE

    def islnk(self):
        return self.type == LNKTYPE

    def ischr(self):
        return self.type == CHRTYPE

    def isblk(self):
        return self.type == BLKTYPE

    def isfifo(self):
        return self.type == FIFOTYPE

    def issparse(self):
        return self.type == GNUTYPE_SPARSE

    def isdev(self):
        return self.type in (CHRTYPE, BLKTYPE, FIFOTYPE)

    def replace(self, *, deep=True, **changes):
        """A copy with other values."""
        new = type(self)(self.name)
        new.__dict__.update(self.__dict__)
        new.pax_headers = dict(self.pax_headers) if deep else self.pax_headers
        for name, value in changes.items():
            if name not in ('name', 'mtime', 'mode', 'linkname', 'uid', 'gid', 'uname', 'gname'):
                raise TypeError(f'replace() got an unexpected keyword argument {name!r}')
            setattr(new, name, value)
        return new

    def get_info(self):
        info = {name: getattr(self, name) for name, _ in _FIELDS if name not in ('magic', 'prefix')}
        info['mode'] &= 0o7777
        if self.isdir() and not info['name'].endswith('/'):
            info['name'] += '/'
        return info

    # Reading.

    @classmethod
    def frombuf(cls, buf, encoding=ENCODING, errors='surrogateescape'):
        """The member of a header block."""
        if len(buf) != BLOCKSIZE:
            raise HeaderError('truncated header' if buf else 'empty header')
        if not any(buf):
            raise HeaderError('end of file header')
        values, at = {}, 0
        for name, length in _FIELDS:
            values[name], at = buf[at:at + length], at + length
        self = cls()
        self.chksum = _number(values['chksum'])
        if self.chksum != _sum(buf):
            raise HeaderError('bad checksum')
        for name in _NUMBERS:
            setattr(self, name, _number(values[name]))
        for name in _TEXTS:
            setattr(self, name, values[name].partition(b'\0')[0].decode(encoding, errors))
        self.type = values['type']
        prefix = values['prefix'].partition(b'\0')[0].decode(encoding, errors)
        if prefix and values['magic'] != GNU_MAGIC:
            self.name = f'{prefix}/{self.name}'
        if self.type == AREGTYPE and self.name.endswith('/'):
            self.type = DIRTYPE
        if self.isdir():
            self.name = self.name.rstrip('/')
        return self

    def _take_pax(self, headers):
        for key, value in headers.items():
            if key == 'size' or key in ('uid', 'gid'):
                setattr(self, key, int(value))
            elif key == 'mtime':
                self.mtime = float(value)
            elif key in ('path', 'linkpath', 'uname', 'gname'):
                setattr(self, key, value.rstrip('/') if key == 'path' else value)
        self.pax_headers = dict(headers)

    # Writing.

    def tobuf(self, format=DEFAULT_FORMAT, encoding=ENCODING, errors='surrogateescape'):
        """The header blocks of the member."""
        info = self.get_info()
        before, records = b'', {}
        if format == PAX_FORMAT:
            records = self._pax_records(info)
            if records:
                before = _pax_block(XHDTYPE, records)
        elif format == GNU_FORMAT:
            for name, kind in (('linkname', GNUTYPE_LONGLINK), ('name', GNUTYPE_LONGNAME)):
                text = info[name].encode(encoding, errors)
                if len(text) > 100:
                    head = {'name': '././@LongLink', 'type': kind, 'size': len(text) + 1, 'magic': GNU_MAGIC}
                    before += _block(head, encoding, errors) + _padded(text + NUL)
        info['magic'] = GNU_MAGIC if format == GNU_FORMAT else POSIX_MAGIC
        if format != GNU_FORMAT:
            self._fit(info, format, encoding, errors)
        return before + _block(info, *(('ascii', 'replace') if format == PAX_FORMAT else (encoding, errors)),
                               wide=format == GNU_FORMAT)

    def _pax_records(self, info):
        """What a plain header cannot hold; there a 0 or a cut text stands for it."""
        records = {key: str(value) for key, value in self.pax_headers.items()}
        for field, key, most in (('name', 'path', 100), ('linkname', 'linkpath', 100), ('uname', 'uname', 32),
                                 ('gname', 'gname', 32)):
            if key not in records and (not info[field].isascii() or len(info[field]) > most):
                records[key] = info[field]
        for field, length in (('uid', 8), ('gid', 8), ('size', 12), ('mtime', 12)):
            value = info[field]
            if isinstance(value, float) or not 0 <= value < 8 ** (length - 1):
                fits = 0 <= round(value) < 8 ** (length - 1)
                info[field] = round(value) if fits else 0
                records.setdefault(field, str(value))
        return records

    def _fit(self, info, format, encoding, errors):
        name = info['name'].encode(encoding, errors)
        if format == PAX_FORMAT:
            return
        if len(info['linkname'].encode(encoding, errors)) > 100:
            raise ValueError('linkname is too long')
        if len(name) > 100:     # a part of it can stand before the rest
            cut = name.find(b'/', len(name) - 101)
            if not 0 < cut < 156:
                raise ValueError('name is too long')
            info['prefix'], info['name'] = (part.decode(encoding, errors) for part in (name[:cut], name[cut + 1:]))


def _block(info, encoding, errors, wide=False):
    parts = []
    for name, length in _FIELDS:
        value = info.get(name, 0 if name in _NUMBERS else b'' if name in ('type', 'magic') else '')
        if name == 'chksum':
            field = b' ' * 8
        elif name in ('devmajor', 'devminor') and info.get('type') not in (CHRTYPE, BLKTYPE):
            field = b''
        elif name in _NUMBERS:
            field = _number_field(value, length, wide)
        else:
            field = value if isinstance(value, bytes) else value.encode(encoding, errors)
        parts.append(field[:length].ljust(length, NUL))
    block = b''.join(parts).ljust(BLOCKSIZE, NUL)
    return block[:148] + b'%06o\0 ' % _sum(block) + block[156:]


def _pax_block(kind, records):
    data = b''
    for key, value in records.items():
        rest = f' {key}={value}\n'.encode('utf-8', 'surrogateescape')
        size = len(rest) + 1
        while len(str(size)) + len(rest) != size:   # the length counts its own digits
            size = len(str(size)) + len(rest)
        data += b'%d' % size + rest
    head = {'name': '././@PaxHeader', 'type': kind, 'size': len(data), 'magic': POSIX_MAGIC}
    return _block(head, 'ascii', 'replace') + _padded(data)


def _pax_records_of(data):
    records = {}
    while data.strip(b'\0'):
        length, blank, _ = data.partition(b' ')
        if not blank or not length.isdigit() or not len(length) + 1 < int(length) <= len(data):
            raise ReadError('invalid header')
        key, _, value = data[len(length) + 1:int(length) - 1].partition(b'=')
        records[key.decode('utf-8', 'surrogateescape')] = value.decode('utf-8', 'surrogateescape')
        data = data[int(length):]
    return records


class ExFileObject(io.BufferedReader):
    """A member opened for reading."""

    def __init__(self, tarfile, tarinfo):
        super().__init__(_Part(tarfile.fileobj, tarinfo))


class _Part(io.RawIOBase):
    """A part of a stream."""

    def __init__(self, stream, info):
        self._stream, self._start, self._size, self._pos, self.name = stream, info.offset_data, info.size, 0, info.name
        self.mode = 'r'

    def readable(self):
        return True

    def seekable(self):
        return True

    def readinto(self, b):
        self._stream.seek(self._start + self._pos)
        data = self._stream.read(max(min(len(b), self._size - self._pos), 0))
        if not data and b and self._pos < self._size:
            raise ReadError('unexpected end of data')
        b[:len(data)] = data
        self._pos += len(data)
        return len(data)

    def seek(self, offset, whence=0):
        self._pos = max(offset + (0, self._pos, self._size)[whence], 0)
        return self._pos


class TarFile:
    """An archive: read (r), made (w, x) or added to (a)."""
    dereference = ignore_zeros = False
    format, encoding, errors = DEFAULT_FORMAT, ENCODING, 'surrogateescape'
    tarinfo, fileobject, extraction_filter = TarInfo, ExFileObject, None

    def __init__(self, name=None, mode='r', fileobj=None, format=None, tarinfo=None, dereference=None, ignore_zeros=None,
                 encoding=None, errors='surrogateescape', pax_headers=None, debug=None, errorlevel=None, copybufsize=None):
        if mode not in ('r', 'a', 'w', 'x'):
            raise ValueError("mode must be 'r', 'a', 'w' or 'x'")
        self._extern = fileobj is not None
        self.mode, self.closed, self.members, self._loaded = mode, False, [], False
        self.fileobj = fileobj or self._opened(name, mode)
        name = name if name is not None else getattr(self.fileobj, 'name', None)
        if named := isinstance(name, (str, bytes)) or hasattr(name, '__fspath__'):
            name = os.fspath(name)
            try:
                name = os.path.abspath(name)
            except PermissionError:     # there is no current folder
                pass
        self.name = name if named else None
        given = dict(format=format, tarinfo=tarinfo, dereference=dereference, ignore_zeros=ignore_zeros, encoding=encoding)
        self.__dict__.update({key: value for key, value in given.items() if value is not None})
        self.errors, self.pax_headers = errors, dict(pax_headers or {})
        self._start = self.offset = self.fileobj.tell() if mode != 'x' else 0
        try:
            if mode in 'ra':
                self._first = self.next()
            if mode == 'a':
                self.getmembers()
                self.fileobj.seek(self.offset)
            elif mode in 'wx' and self.pax_headers:
                self._put(_pax_block(XGLTYPE, self.pax_headers))
        except BaseException:
            if not self._extern:
                self.fileobj.close()
            self.closed = True
            raise

    @staticmethod
    def _opened(name, mode):
        if mode != 'a':
            return _builtins.open(name, mode + 'b')
        try:
            return _builtins.open(name, 'r+b')
        except FileNotFoundError:
            return _builtins.open(name, 'w+b')

    @classmethod
    def open(cls, name=None, mode='r', fileobj=None, bufsize=RECORDSIZE, **kwargs):
        """An archive; behind a colon in the mode stands how it is packed, * where that shows."""
        if not name and not fileobj:
            raise ValueError('nothing to open')
        kind, bar, packed = mode.partition('|') if '|' in mode else mode.partition(':')
        kind, packed = kind or 'r', packed or ('*' if not bar and kind == 'r' or bar == '|' and not packed else '')
        if packed in ('bz2', 'xz'):
            raise CompressionError(f'{"bz2" if packed == "bz2" else "lzma"} module is not available')
        if packed not in ('', '*', 'tar', 'gz'):
            raise CompressionError(f'unknown compression type {packed!r}')
        if kind == 'r' and packed == '*':
            return cls._open_any(name, fileobj, **kwargs)
        if packed != 'gz':
            return cls(name, kind, fileobj, **kwargs)
        if kind not in ('r', 'w', 'x'):
            raise ValueError("mode must be 'r', 'w' or 'x'")
        return cls._open_gzip(name, kind, fileobj, **kwargs)

    @classmethod
    def _open_gzip(cls, name, kind, fileobj, compresslevel=9, **kwargs):
        below = _gzip.GzipFile(name, kind + 'b', compresslevel, fileobj)
        try:
            self = cls(name, kind, below, **kwargs)
        except (OSError, EOFError, _zlib.error) as e:
            below.close()
            if kind != 'r':
                raise
            raise ReadError('not a gzip file' if isinstance(e, OSError) else 'unexpected end of data') from e
        except BaseException:
            below.close()
            raise
        self._extern = False
        return self

    @classmethod
    def _open_any(cls, name, fileobj, **kwargs):
        stream = fileobj or _builtins.open(name, 'rb')
        if not (hasattr(stream, 'seekable') and stream.seekable()):
            stream = io.BytesIO(stream.read())
        at = stream.tell()
        magic = stream.read(6)
        stream.seek(at)
        if magic[:3] == b'BZh' or magic == b'\xfd7zXZ\0':
            raise ReadError('file could not be opened successfully: it is packed by bzip2 or xz, which cannot be read here')
        try:
            self = cls._open_gzip(name, 'r', stream, **kwargs) if magic[:2] == b'\x1f\x8b' else cls(name, 'r', stream, **kwargs)
        except TarError as e:
            raise ReadError(f'file could not be opened successfully: {e}') from e
        if fileobj is None:
            self._below = stream
        return self

    taropen = classmethod(lambda cls, name, mode='r', fileobj=None, **kwargs: cls(name, mode, fileobj, **kwargs))
    gzopen = classmethod(lambda cls, name, mode='r', fileobj=None, compresslevel=9, **kwargs: cls._open_gzip(
        name, mode, fileobj, compresslevel, **kwargs))

    # Reading.

    def next(self):
        """The next member, None behind the last."""
        self._check('ra')
        if first := self.__dict__.pop('_first', None):
            return first
        if self._loaded:
            return None
        extended, names, start = {}, {}, self.offset
        if start > self._start:
            self.fileobj.seek(start - 1)
            if not self.fileobj.read(1):  # the data of the member before are cut off
                raise ReadError('unexpected end of data')
        while True:
            self.fileobj.seek(self.offset)
            block = self.fileobj.read(BLOCKSIZE)
            try:
                info = self.tarinfo.frombuf(block, self.encoding, self.errors)
            except HeaderError as e:
                if self.offset != start:  # an extended header has to be followed by another
                    raise ReadError(str(e)) from None
                return self._no_header(e, block)
            here, self.offset = self.offset, self.offset + BLOCKSIZE
            if info.type in (XHDTYPE, b'X'):
                extended = _pax_records_of(self._data(info.size))
            elif info.type == XGLTYPE:
                self.pax_headers.update(_pax_records_of(self._data(info.size)))
            elif info.type in (GNUTYPE_LONGNAME, GNUTYPE_LONGLINK):
                key = 'path' if info.type == GNUTYPE_LONGNAME else 'linkpath'
                names[key] = self._data(info.size).partition(NUL)[0].decode(self.encoding, self.errors)
            else:
                break
        info._take_pax({**self.pax_headers, **extended})
        for key, text in names.items():
            setattr(info, key, text.rstrip('/') if key == 'path' and info.isdir() else text)
        info.tarfile, info.offset, info.offset_data = self, start, self.offset
        if info.isreg() or info.type not in b'1234567':
            self.offset += info.size + -info.size % BLOCKSIZE
        self.members.append(info)
        return info

    def _no_header(self, failed, block):
        """What an unreadable header means: the end, or no archive."""
        if str(failed) == 'end of file header' and self.ignore_zeros:
            self.offset += BLOCKSIZE
            return self.next()
        if not self.members and self.offset == self._start:
            if self.mode == 'a' and not block:
                failed = HeaderError('end of file header')
            if str(failed) != 'end of file header':
                raise ReadError('empty file' if not block else str(failed)) from None
        self._loaded = True
        return None

    def _data(self, size):
        data = self.fileobj.read(size + -size % BLOCKSIZE)[:size]
        if len(data) < size:
            raise ReadError('empty header')
        self.offset += size + -size % BLOCKSIZE
        return data

    def getmembers(self):
        self._check()
        while not self._loaded and self.mode in 'ra' and self.next() is not None:
            pass
        return self.members

    def getnames(self):
        return [info.name for info in self.getmembers()]

    def getmember(self, name):
        """The last member of that name."""
        for info in reversed(self.getmembers()):
            if info.name == name.rstrip('/'):
                return info
        raise KeyError(f'filename {name!r} not found')

    def __iter__(self):
        at = 0
        while at < len(self.members) or not self._loaded and self.mode in 'ra' and self.next() is not None:
            self.__dict__.pop('_first', None)
            if at < len(self.members):
                yield self.members[at]
                at += 1

    def _target(self, info):
        """The member that a link stands for."""
        name = info.linkname if info.islnk() else os.path.normpath('/'.join(
            part for part in (os.path.dirname(info.name), info.linkname) if part))
        before = self.members[:self.members.index(info)] if info.islnk() and info in self.members else self.getmembers()
        for other in reversed(before):
            if os.path.normpath(other.name) == os.path.normpath(name) and other is not info:
                return other
        raise KeyError(f'linkname {info.linkname!r} not found')

    def extractfile(self, member):
        """The data of a file as a binary stream, of a link those of the file that it means; None of others."""
        self._check('r')
        info = self.getmember(member) if isinstance(member, str) else member
        for _ in range(40):
            if not (info.islnk() or info.issym()):
                break
            info = self._target(info)
        if info.issparse():
            raise ExtractError(f'{info.name!r} is sparse, which cannot be read here')
        return self.fileobject(self, info) if info.isreg() else None

    def extract(self, member, path='', set_attrs=True, *, numeric_owner=False, filter=None):
        """Writes a member below a folder, of which its name does not lead out."""
        info = self.getmember(member) if isinstance(member, str) else member
        chosen = filter or self.extraction_filter or 'data'
        try:
            chosen = chosen if callable(chosen) else _FILTERS[chosen]
        except KeyError:
            raise ValueError(f'filter {filter!r} not found') from None
        info = chosen(info, os.fspath(path) or '.')
        if info is None:
            return
        target = os.path.join(os.fspath(path), info.name.lstrip('/'))
        os.makedirs((target if info.isdir() else os.path.dirname(target)) or '.', exist_ok=True)
        source = None if info.isdir() or info.isdev() else self.extractfile(info)
        if source is None:
            return
        with _builtins.open(target, 'wb') as sink:
            while piece := source.read(_PIECE):
                sink.write(piece)
        if set_attrs and info.mode is not None:
            os.chmod(target, info.mode & 0o777)
        if set_attrs and info.mtime is not None:
            os.utime(target, (info.mtime, info.mtime))

    def extractall(self, path='.', members=None, *, numeric_owner=False, filter=None):
        """Writes all members, or those given, below a folder."""
        for info in self.getmembers() if members is None else members:
            self.extract(info, path, filter=filter)

    def list(self, verbose=True, *, members=None):
        """Prints the names, with modes, sizes and times where verbose is true."""
        from stat import filemode
        for info in members or self:
            head = ''
            if verbose:
                kind = {DIRTYPE: 0o40000, SYMTYPE: 0o120000}.get(info.type, 0)
                when = '%d-%02d-%02d %02d:%02d:%02d' % _time.localtime(info.mtime)[:6]
                owner = f'{info.uname or info.uid}/{info.gname or info.gid}'
                head = f'{filemode(info.mode | kind)} {owner} {info.size:10} {when} '
            print(head + info.name + ('/' if info.isdir() else ''), end=' \n' if verbose else '\n')

    # Writing.

    def _put(self, data):
        self.fileobj.write(data)
        self.offset += len(data)

    def gettarinfo(self, name=None, arcname=None, fileobj=None):
        """The member for a file or folder of a granted one."""
        self._check('awx')
        name = fileobj.name if fileobj is not None else name
        status = os.stat(name)
        info = self.tarinfo(os.fspath(name if arcname is None else arcname).lstrip('/'))
        info.tarfile, info.mode, info.mtime = self, status.st_mode, status.st_mtime
        info.uid, info.gid = status.st_uid, status.st_gid
        info.type = DIRTYPE if os.path.isdir(name) else REGTYPE
        info.size = status.st_size if info.isreg() else 0
        return info

    def add(self, name, arcname=None, recursive=True, *, filter=None):
        """Adds a file, or a folder with all in it."""
        self._check('awx')
        info = self.gettarinfo(name, arcname)
        info = filter(info) if filter else info
        if info is None:
            return
        if info.isreg():
            with _builtins.open(name, 'rb') as stream:
                self.addfile(info, stream)
            return
        self.addfile(info)
        for entry in sorted(os.listdir(name)) if recursive else ():
            self.add(os.path.join(name, entry), os.path.join(os.fspath(name if arcname is None else arcname), entry),
                     filter=filter)

    def addfile(self, tarinfo, fileobj=None):
        """Adds a member with as many bytes of a stream as it says."""
        self._check('awx')
        info = tarinfo.replace()
        info.offset = self.offset
        self._put(info.tobuf(self.format, self.encoding, self.errors))
        info.offset_data, left = self.offset, info.size if fileobj is not None else 0
        while left:
            piece = fileobj.read(min(left, _PIECE))
            if not piece:
                raise OSError('unexpected end of data')
            self._put(piece)
            left -= len(piece)
        if fileobj is not None:
            self._put(bytes(-info.size % BLOCKSIZE))
        self.members.append(info)

    def _check(self, modes=None):
        if self.closed:
            raise OSError(f'{type(self).__name__} is closed')
        if modes and self.mode not in modes:
            raise OSError(f'bad operation for mode {self.mode!r}')

    def close(self):
        """Writes the end of an archive that was made."""
        if self.closed:
            return
        self.closed = True
        try:
            if self.mode != 'r':
                self._put(bytes(2 * BLOCKSIZE))
                self._put(bytes(-(self.offset - self._start) % RECORDSIZE))
        finally:
            if not self._extern:
                self.fileobj.close()
            if below := self.__dict__.pop('_below', None):
                below.close()

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, kind, *error):
        if kind is None:
            self.close()
        else:   # half an archive is not ended as if it were whole
            self.closed = True
            if not self._extern:
                self.fileobj.close()


open = TarFile.open


def is_tarfile(name):
    """Can a file, or a stream, be opened as an archive?"""
    try:
        if not hasattr(name, 'read'):
            with open(name):
                return True
        at = name.tell()
        open(fileobj=name)
        name.seek(at)
        return True
    except TarError:
        return False


# --- filters --------------------------------------------------------------------------------------

def _inside(path, folder):
    path, folder = (os.path.normpath(os.path.join('/', each)) for each in (path, folder))
    return path == folder or path.startswith(folder.rstrip('/') + '/')


def fully_trusted_filter(member, dest_path):
    """The member as it is."""
    return member


def tar_filter(member, dest_path):
    """Names without a leading slash, below the folder; nobody else may write."""
    name = member.name.lstrip('/')
    target = os.path.join(dest_path, name)
    if not _inside(target, dest_path):
        raise OutsideDestinationError(member, target)
    return member.replace(name=name, mode=member.mode & ~0o022 & 0o777)


def data_filter(member, dest_path):
    """The same, for data alone: no devices, no links that lead out, no owners."""
    member = tar_filter(member, dest_path)
    if member.isdev():
        raise SpecialFileError(member)
    if member.islnk() or member.issym():
        if member.linkname.startswith('/'):
            raise AbsoluteLinkError(member)
        base = os.path.join(dest_path, os.path.dirname(member.name) if member.issym() else '')
        if not _inside(os.path.join(base, member.linkname), dest_path):
            raise LinkOutsideDestinationError(member, os.path.join(base, member.linkname))
    mode = member.mode | 0o600 if member.isreg() else member.mode
    return member.replace(mode=mode, uid=None, gid=None, uname=None, gname=None)


_FILTERS = {'fully_trusted': fully_trusted_filter, 'tar': tar_filter, 'data': data_filter}
