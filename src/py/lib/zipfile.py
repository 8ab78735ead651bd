"""Module zipfile: ZIP archives, read and written, over granted files or binary streams. The format is that of PKWARE's
APPNOTE; members are stored or deflated, ZIP64 included. Encrypted members cannot be read."""
import builtins as _builtins
import io
import os
import struct as _struct
import time as _time
import zlib as _zlib

__all__ = ['BadZipFile', 'BadZipfile', 'error', 'ZIP_STORED', 'ZIP_DEFLATED', 'ZIP_BZIP2', 'ZIP_LZMA', 'is_zipfile',
           'ZipInfo', 'ZipFile', 'LargeZipFile', 'Path']

ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA = 0, 8, 12, 14
ZIP64_LIMIT, ZIP_FILECOUNT_LIMIT, ZIP_MAX_COMMENT = (1 << 31) - 1, (1 << 16) - 1, (1 << 16) - 1
_METHODS = {ZIP_BZIP2: 'bzip2', ZIP_LZMA: 'lzma'}
_PIECE = 1 << 16
_ENCRYPTED, _DESCRIBED, _UTF8 = 0x1, 0x8, 0x800     # bits of a member's flags
_FULL16, _FULL32 = 0xffff, 0xffffffff               # the value is in the extra field of ZIP64

# The records, each behind its signature.
_LOCAL = _struct.Struct('<4s5H3I2H')
_CENTRAL = _struct.Struct('<4s2B5H3I5H2I')
_END = _struct.Struct('<4s4H2IH')
_END64 = _struct.Struct('<4sQ2H2I4Q')
_LOCATOR = _struct.Struct('<4sIQI')


class BadZipFile(Exception):
    """The archive is none, or damaged."""


class LargeZipFile(Exception):
    """ZIP64 is needed and was not allowed."""


error = BadZipfile = BadZipFile


def is_zipfile(filename):
    """Does a file, or a stream, end as ZIP archives do?"""
    try:
        if hasattr(filename, 'read'):
            return _find_end(filename) is not None
        with _builtins.open(filename, 'rb') as stream:
            return _find_end(stream) is not None
    except OSError:
        return False


def _find_end(stream):
    """(place, fields) of the end record, None where there is none. A comment of any length may follow it."""
    size = stream.seek(0, 2)
    start = max(size - _END.size - ZIP_MAX_COMMENT, 0)
    stream.seek(start)
    tail = stream.read()
    at = len(tail)
    while (at := tail.rfind(b'PK\5\6', 0, at)) >= 0:
        if len(tail) - at >= _END.size:
            fields = _END.unpack_from(tail, at)
            if fields[7] <= len(tail) - at - _END.size:
                comment = tail[at + _END.size:at + _END.size + fields[7]]
                return _with_zip64(stream, start + at, fields, comment)
    return None


def _with_zip64(stream, end, fields, comment):
    """(place of the end of the directory, its size, its offset, comment), wherever these stand."""
    size, offset = fields[5:7]
    if end >= _LOCATOR.size:
        stream.seek(end - _LOCATOR.size)
        signature, _, at, _ = _LOCATOR.unpack(stream.read(_LOCATOR.size))
        if signature == b'PK\6\7':
            # It stands right before its locator, unless something was put before the archive.
            for place in (end - _LOCATOR.size - _END64.size, at):
                stream.seek(max(place, 0))
                record = stream.read(_END64.size)
                if record[:4] == b'PK\6\6' and len(record) == _END64.size:
                    size, offset = _END64.unpack(record)[8:]
                    return place, size, offset, comment
    return end, size, offset, comment


def _dos_time(date_time):
    year, month, day, hour, minute, second = date_time[:6]
    return hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day


def _from_dos(time, date):
    return (date >> 9) + 1980, date >> 5 & 15, date & 31, time >> 11, time >> 5 & 63, (time & 31) * 2


class ZipInfo:
    """A member: its name, sizes, time and place."""

    def __init__(self, filename='NoName', date_time=(1980, 1, 1, 0, 0, 0)):
        self.orig_filename = filename
        self.filename = filename.partition('\0')[0]
        self.date_time = date_time
        if date_time[0] < 1980:
            raise ValueError('ZIP does not support timestamps before 1980')
        self.compress_type, self._compresslevel = ZIP_STORED, None
        self.comment = self.extra = b''
        self.create_system, self.create_version, self.extract_version = 3, 20, 20
        self.reserved = self.flag_bits = self.volume = self.internal_attr = self.external_attr = 0
        self.header_offset = self.CRC = self.compress_size = self.file_size = 0
        self._end_offset = None

    @classmethod
    def from_file(cls, filename, arcname=None, *, strict_timestamps=True):
        """That for a file of a granted folder, or for a folder there."""
        status = os.stat(filename)
        when = _time.localtime(status.st_mtime)[:6]
        if not strict_timestamps:
            when = min(max(when, (1980, 1, 1, 0, 0, 0)), (2107, 12, 31, 23, 59, 59))
        folder = os.path.isdir(filename)
        name = os.path.normpath(os.fspath(filename if arcname is None else arcname)).lstrip('/')
        info = cls(name + '/' * folder, when)
        info.external_attr = (status.st_mode & 0xffff) << 16 | 0x10 * folder
        info.file_size = 0 if folder else status.st_size
        return info

    def is_dir(self):
        return self.filename.endswith('/')

    def __repr__(self):
        parts = [f'<{type(self).__name__} filename={self.filename!r}']
        if self.compress_type:
            parts.append(f'compress_type={_method_name(self.compress_type)}')
        mode, low = self.external_attr >> 16, self.external_attr & 0xffff
        if mode:
            from stat import filemode
            parts.append(f'filemode={filemode(mode)!r}')
        if low:
            parts.append(f'external_attr={low:#x}')
        if not self.is_dir() or self.file_size:
            parts.append(f'file_size={self.file_size!r}')
        if (not self.is_dir() or self.compress_size) and (self.compress_type or self.file_size != self.compress_size):
            parts.append(f'compress_size={self.compress_size!r}')
        return ' '.join(parts) + '>'

    def _name(self):
        """The name as bytes, and the flags that say how it is encoded."""
        try:
            return self.filename.encode('ascii'), self.flag_bits & ~_UTF8
        except UnicodeEncodeError:
            return self.filename.encode('utf-8'), self.flag_bits | _UTF8

    def _local(self, zip64):
        """The header that stands before the data."""
        name, flags = self._name()
        crc, packed, size = (0, 0, 0) if flags & _DESCRIBED else (self.CRC, self.compress_size, self.file_size)
        extra = self.extra
        if zip64:
            extra += _struct.pack('<2H2Q', 1, 16, size, packed)
            packed = size = _FULL32
            self.extract_version = max(self.extract_version, 45)
            self.create_version = max(self.create_version, 45)
        return _LOCAL.pack(b'PK\3\4', self.extract_version, flags, self.compress_type, *_dos_time(self.date_time), crc,
                           packed, size, len(name), len(extra)) + name + extra

    def FileHeader(self, zip64=None):
        """The header that stands before the data."""
        return self._local(self._is_large() if zip64 is None else zip64)

    def _is_large(self):
        return max(self.file_size, self.compress_size) > ZIP64_LIMIT

    def _central(self):
        """The record of the directory."""
        name, flags = self._name()
        values, wide = [self.file_size, self.compress_size, self.header_offset], []
        for at, value in enumerate(values):
            if value > ZIP64_LIMIT:
                wide.append(value)
                values[at] = _FULL32
        extra = self.extra
        if wide:
            extra = _struct.pack(f'<2H{len(wide)}Q', 1, 8 * len(wide), *wide) + _without(extra, 1)
            self.extract_version = max(self.extract_version, 45)
            self.create_version = max(self.create_version, 45)
        size, packed, offset = values
        return _CENTRAL.pack(b'PK\1\2', self.create_version, self.create_system, self.extract_version, flags,
                             self.compress_type, *_dos_time(self.date_time), self.CRC, packed, size, len(name),
                             len(extra), len(self.comment), 0, self.internal_attr, self.external_attr, offset
                             ) + name + extra + self.comment

    def _take_zip64(self):
        """The values that stand in the extra field instead of the record."""
        for kind, data in _fields(self.extra):
            if kind == 1:
                values = iter(_struct.unpack(f'<{len(data) // 8}Q', data[:len(data) // 8 * 8]))
                try:
                    for name in ('file_size', 'compress_size', 'header_offset'):
                        if getattr(self, name) == _FULL32:
                            setattr(self, name, next(values))
                except StopIteration:
                    raise BadZipFile('Corrupt zip64 extra field.') from None


def _fields(extra):
    """(kind, data) of the parts of an extra field."""
    at = 0
    while at + 4 <= len(extra):
        kind, size = _struct.unpack_from('<2H', extra, at)
        yield kind, extra[at + 4:at + 4 + size]
        at += 4 + size


def _without(extra, kind):
    return b''.join([_struct.pack('<2H', found, len(data)) + data for found, data in _fields(extra) if found != kind])


def _method_name(method):
    return {ZIP_STORED: 'store', ZIP_DEFLATED: 'deflate', **_METHODS}.get(method, str(method))


def _check_method(method):
    if method in _METHODS:
        raise RuntimeError(f'Compression requires the (missing) {"bz2" if method == ZIP_BZIP2 else "lzma"} module')
    if method not in (ZIP_STORED, ZIP_DEFLATED):
        raise NotImplementedError('That compression method is not supported')


class _Data(io.RawIOBase):
    """The data of a member, unpacked and checked as they are read."""

    def __init__(self, archive, info, start):
        self._archive, self._info, self._start = archive, info, start
        self._rewind()

    def _rewind(self):
        self._at, self._left, self._pos, self._crc = self._start, self._info.compress_size, 0, 0
        self._inflate = _zlib.decompressobj(-15) if self._info.compress_type == ZIP_DEFLATED else None
        self._over = False

    def readable(self):
        return True

    def seekable(self):
        return True

    def _packed(self, count):
        data = self._archive._read_at(self._at, min(count, self._left))
        if not data and self._left:
            raise EOFError
        self._at, self._left = self._at + len(data), self._left - len(data)
        return data

    def read(self, size=-1):
        if size is None or size < 0:
            return self.readall()
        data = b''
        while size and not data and not self._over:
            data = self._next(size)[:self._info.file_size - self._pos]
            self._over |= self._pos + len(data) == self._info.file_size
        self._pos, self._crc = self._pos + len(data), _zlib.crc32(data, self._crc)
        if self._over and self._crc != self._info.CRC:
            raise BadZipFile(f'Bad CRC-32 for file {self._info.filename!r}')
        return data

    def _next(self, size):
        d = self._inflate
        if d is None:
            data = self._packed(size)
            self._over = not self._left
            return data
        data = d.decompress(d.unconsumed_tail or self._packed(_PIECE), size)
        self._over = d.eof or not (self._left or d.unconsumed_tail or data)
        return data

    def readinto(self, b):
        data = self.read(len(b))
        b[:len(data)] = data
        return len(data)

    def readall(self):
        parts = []
        while data := self.read(_PIECE * 16):
            parts.append(data)
        return b''.join(parts)

    def tell(self):
        return self._pos

    def seek(self, offset, whence=0):
        to = max(0, offset + (self._pos if whence == 1 else self._info.file_size if whence == 2 else 0))
        if to < self._pos:
            self._rewind()
        while self._pos < to and self.read(min(to - self._pos, _PIECE)):
            pass
        return self._pos


class ZipExtFile(io.BufferedReader):
    """A member opened for reading."""
    newlines = None

    def __init__(self, data, info):
        super().__init__(data, _PIECE)
        self._info = info

    name = property(lambda self: self._info.filename)
    mode = property(lambda self: 'r')

    def __repr__(self):
        state = '[closed]' if self.closed else f'name={self.name!r} mode={self.mode!r}'
        return f'<zipfile.ZipExtFile {state}>'


class _Writing(io.BufferedIOBase):
    """A member being written; its header is written once more when its sizes are known."""

    def __init__(self, archive, info, zip64):
        self._archive, self._info, self._zip64 = archive, info, zip64
        self._size = self._packed = self._crc = 0
        level = -1 if info._compresslevel is None else info._compresslevel
        self._deflate = _zlib.compressobj(level, 8, -15) if info.compress_type == ZIP_DEFLATED else None

    name = property(lambda self: self._info.filename)

    def writable(self):
        return True

    def write(self, data):
        self._check()
        data = data if isinstance(data, bytes) else bytes(memoryview(data).cast('B'))
        self._size, self._crc = self._size + len(data), _zlib.crc32(data, self._crc)
        self._put(self._deflate.compress(data) if self._deflate else data)
        return len(data)

    def _put(self, packed):
        self._packed += len(packed)
        self._archive.fp.write(packed)

    def close(self):
        if self.closed:
            return
        super().close()
        archive, info = self._archive, self._info
        if self._deflate:
            self._put(self._deflate.flush())
        info.CRC, info.file_size, info.compress_size = self._crc, self._size, self._packed
        if info._is_large() and not self._zip64:
            raise RuntimeError('File size too large, try using force_zip64')
        if info.flag_bits & _DESCRIBED:
            archive.fp.write(_struct.pack('<4sI2Q' if self._zip64 else '<4s3I', b'PK\7\10', info.CRC, info.compress_size,
                                          info.file_size))
        else:
            end = archive.fp.tell()
            archive.fp.seek(info.header_offset)
            archive.fp.write(info._local(self._zip64))
            archive.fp.seek(end)
        archive.start_dir = archive._place()
        archive._writing = False
        archive.filelist.append(info)
        archive.NameToInfo[info.filename] = info


class ZipFile:
    """An archive: read (r), made (w, x) or added to (a)."""
    fp = None

    def __init__(self, file, mode='r', compression=ZIP_STORED, allowZip64=True, compresslevel=None, *,
                 strict_timestamps=True, metadata_encoding=None):
        if mode not in ('r', 'w', 'x', 'a'):
            raise ValueError("ZipFile requires mode 'r', 'w', 'x', or 'a'")
        _check_method(compression)
        if metadata_encoding and mode != 'r':
            raise ValueError('metadata_encoding is only supported for reading files')
        self.mode, self.compression, self.compresslevel, self.pwd = mode, compression, compresslevel, None
        self._allow64, self._strict, self._names = allowZip64, strict_timestamps, metadata_encoding or 'cp437'
        self.filelist, self.NameToInfo, self.debug = [], {}, 0
        self._comment, self._changed, self._writing, self._base = b'', mode in 'wx', False, 0
        self._own = isinstance(file, (str, bytes)) or hasattr(file, '__fspath__')
        self.filename = os.fspath(file) if self._own else getattr(file, 'name', None)
        self.fp = self._opened(self.filename) if self._own else file
        try:
            self._begin()
        except BaseException:
            self._leave()
            raise

    def _opened(self, name):
        if self.mode != 'a':
            return _builtins.open(name, {'r': 'rb', 'w': 'wb', 'x': 'xb'}[self.mode])
        try:
            return _builtins.open(name, 'r+b')
        except FileNotFoundError:
            return _builtins.open(name, 'w+b')

    def _begin(self):
        if self.mode == 'r':
            return self._read_directory()
        try:
            self.start_dir = self.fp.tell()
            self._seeks = self.fp.seekable() if hasattr(self.fp, 'seekable') else True
        except (AttributeError, OSError):
            self.start_dir, self._seeks = 0, False
            self.fp = _Counted(self.fp)
        if self.mode == 'a':
            try:
                self._read_directory()
                self.fp.seek(self.start_dir)
            except BadZipFile:      # something else, behind which an archive may stand
                self.start_dir = self.fp.seek(0, 2)
                self._changed = True

    def _place(self):
        return self.fp.tell()

    def _read_directory(self):
        try:
            end = _find_end(self.fp)
        except OSError:
            end = None
        if end is None:
            raise BadZipFile('File is not a zip file')
        place, size, offset, self._comment = end
        self.start_dir = place - size
        self._base = self.start_dir - offset    # what was put before the archive
        if self.start_dir < 0:
            raise BadZipFile('Bad offset for central directory')
        self.fp.seek(self.start_dir)
        data, at = self.fp.read(size), 0
        while at < size:
            at = self._take_record(data, at)

    def _take_record(self, data, at):
        if len(data) - at < _CENTRAL.size:
            raise BadZipFile('Truncated central directory')
        (signature, made, system, needed, flags, method, time, date, crc, packed, size, name_len, extra_len, comment_len,
         disk, internal, external, offset) = _CENTRAL.unpack_from(data, at)
        if signature != b'PK\1\2':
            raise BadZipFile('Bad magic number for central directory')
        ends = [at + _CENTRAL.size]
        for length in (name_len, extra_len, comment_len):
            ends.append(ends[-1] + length)
        name, extra, comment = (data[start:end] for start, end in zip(ends, ends[1:]))
        info = ZipInfo(name.decode('utf-8' if flags & _UTF8 else self._names), _from_dos(time, date))
        info.create_version, info.create_system, info.extract_version = made, system, needed
        info.flag_bits, info.compress_type, info.CRC, info.volume = flags, method, crc, disk
        info.compress_size, info.file_size, info.header_offset = packed, size, offset
        info.internal_attr, info.external_attr, info.extra, info.comment = internal, external, extra, comment
        info._take_zip64()
        info.header_offset += self._base
        self.filelist.append(info)
        self.NameToInfo[info.filename] = info
        return ends[-1]

    # Looking.

    def namelist(self):
        return [info.filename for info in self.filelist]

    def infolist(self):
        return self.filelist

    def getinfo(self, name):
        info = self.NameToInfo.get(name)
        if info is None:
            raise KeyError(f'There is no item named {name!r} in the archive')
        return info

    def printdir(self, file=None):
        """Prints a table of contents."""
        print('%-46s %19s %12s' % ('File Name', 'Modified    ', 'Size'), file=file)
        for info in self.filelist:
            print('%-46s %s %12d' % (info.filename, '%d-%02d-%02d %02d:%02d:%02d' % info.date_time, info.file_size), file=file)

    def testzip(self):
        """The name of the first damaged member, or None."""
        for info in self.filelist:
            try:
                self.read(info)
            except BadZipFile:
                return info.filename

    @property
    def comment(self):
        return self._comment

    @comment.setter
    def comment(self, comment):
        if not isinstance(comment, bytes):
            raise TypeError(f'comment: expected bytes, got {type(comment).__name__}')
        self._comment, self._changed = comment[:ZIP_MAX_COMMENT], True

    def setpassword(self, pwd):
        """Kept, though encrypted members cannot be read here."""
        if pwd and not isinstance(pwd, bytes):
            raise TypeError(f'pwd: expected bytes, got {type(pwd).__name__}')
        self.pwd = pwd or None

    # Reading.

    def _read_at(self, at, count):
        if self._writing:
            raise ValueError("Can't read from the ZIP file while there is an open writing handle on it. "
                             'Close the writing handle before trying to read.')
        here = self.fp.tell()
        self.fp.seek(at)
        data = self.fp.read(count)
        if self.mode != 'r':
            self.fp.seek(here)
        return data

    def _data_of(self, info):
        """Where the data of a member begin."""
        header = self._read_at(info.header_offset, _LOCAL.size)
        if len(header) < _LOCAL.size or header[:4] != b'PK\3\4':
            raise BadZipFile('Bad magic number for file header' if len(header) == _LOCAL.size else 'Truncated file header')
        *_, name_len, extra_len = _LOCAL.unpack(header)
        name = self._read_at(info.header_offset + _LOCAL.size, name_len)
        there = name.decode('utf-8' if info.flag_bits & _UTF8 else self._names)
        if there != info.orig_filename:
            raise BadZipFile(f'File name in directory {info.orig_filename!r} and header {name!r} differ.')
        for bit, what in (0x20, 'compressed patched data (flag bit 5)'), (0x40, 'strong encryption (flag bit 6)'):
            if info.flag_bits & bit:
                raise NotImplementedError(what)
        if info.flag_bits & _ENCRYPTED:
            raise RuntimeError(f'File {info.filename!r} is encrypted, password required for extraction'
                               ' (and encrypted members cannot be read here)')
        if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise NotImplementedError(f'compression type {info.compress_type} ({_method_name(info.compress_type)})')
        return info.header_offset + _LOCAL.size + name_len + extra_len

    def _open_check(self):
        if self.fp is None:
            raise ValueError('Attempt to use ZIP archive that was already closed')

    def open(self, name, mode='r', pwd=None, *, force_zip64=False):
        """A member as a binary stream; with mode w, a new one that is written."""
        if mode not in ('r', 'w'):
            raise ValueError('open() requires mode "r" or "w"')
        self._open_check()
        if mode == 'w':
            info = name if isinstance(name, ZipInfo) else self._new_info(name)
            return self._open_new(info, force_zip64)
        info = name if isinstance(name, ZipInfo) else self.getinfo(name)
        return ZipExtFile(_Data(self, info, self._data_of(info)), info)

    def _new_info(self, name):
        info = ZipInfo(name, _time.localtime()[:6])
        info.compress_type, info._compresslevel = self.compression, self.compresslevel
        return info

    def read(self, name, pwd=None):
        """All of a member."""
        with self.open(name, 'r', pwd) as stream:
            return stream.read()

    def extract(self, member, path=None, pwd=None):
        """Writes a member below a folder, of which its name does not lead out; the path of the file."""
        info = member if isinstance(member, ZipInfo) else self.getinfo(member)
        parts = [part for part in info.filename.split('/') if part not in ('', '.', '..')]
        target = os.path.join(os.getcwd() if path is None else os.fspath(path), *parts)
        os.makedirs(target if info.is_dir() else os.path.dirname(target) or '.', exist_ok=True)
        if not info.is_dir():
            with self.open(info, pwd=pwd) as source, _builtins.open(target, 'wb') as sink:
                while piece := source.read(_PIECE * 16):
                    sink.write(piece)
        return os.path.normpath(target)

    def extractall(self, path=None, members=None, pwd=None):
        """Writes all members, or those named, below a folder."""
        for member in self.namelist() if members is None else members:
            self.extract(member, path, pwd)

    # Writing.

    def _open_new(self, info, force_zip64=False):
        self._open_check()
        if self.mode == 'r':
            raise ValueError("write() requires mode 'w', 'x', or 'a'")
        if self._writing:
            raise ValueError("Can't write to the ZIP file while there is another write handle open on it. "
                             'Close the first handle before opening another.')
        if info.filename in self.NameToInfo:
            import warnings
            warnings.warn(f'Duplicate name: {info.filename!r}', stacklevel=3)
        _check_method(info.compress_type)
        zip64 = force_zip64 or info.file_size * 1.05 > ZIP64_LIMIT
        if not self._allow64 and (zip64 or self.start_dir > ZIP64_LIMIT or len(self.filelist) >= ZIP_FILECOUNT_LIMIT):
            raise LargeZipFile('Filesize would require ZIP64 extensions')
        info.flag_bits = 0 if self._seeks else _DESCRIBED
        info.CRC = info.compress_size = 0
        info.external_attr = info.external_attr or 0o600 << 16
        if self._seeks:
            self.fp.seek(self.start_dir)
        info.header_offset = self._place()
        self._writing = self._changed = True
        self.fp.write(info._local(zip64))
        return _Writing(self, info, zip64)

    def write(self, filename, arcname=None, compress_type=None, compresslevel=None):
        """Adds a file of a granted folder, or a folder itself."""
        info = ZipInfo.from_file(filename, arcname, strict_timestamps=self._strict)
        if info.is_dir():
            return self.mkdir(info)
        info.compress_type = self.compression if compress_type is None else compress_type
        info._compresslevel = self.compresslevel if compresslevel is None else compresslevel
        with _builtins.open(filename, 'rb') as source, self._open_new(info) as sink:
            while piece := source.read(_PIECE * 16):
                sink.write(piece)

    def writestr(self, zinfo_or_arcname, data, compress_type=None, compresslevel=None):
        """Adds a member that holds data; a str is encoded as UTF-8."""
        if self._writing:
            raise ValueError("Can't write to ZIP archive while an open writing handle exists.")
        info = zinfo_or_arcname
        if not isinstance(info, ZipInfo):
            info = self._new_info(info)
            if info.is_dir():
                info.compress_size, info.external_attr = 0, 0o40775 << 16 | 0x10
        data = data.encode('utf-8') if isinstance(data, str) else data
        if compress_type is not None:
            info.compress_type = compress_type
        if compresslevel is not None:
            info._compresslevel = compresslevel
        info.file_size = len(data)
        with self._open_new(info) as sink:
            sink.write(data)

    def mkdir(self, zinfo_or_directory_name, mode=511):
        """Adds a folder without anything in it."""
        info = zinfo_or_directory_name
        if not isinstance(info, ZipInfo):
            info = ZipInfo(info.rstrip('/') + '/', _time.localtime()[:6])
            info.external_attr = (0o40000 | mode) << 16 | 0x10
        elif not info.is_dir():
            raise ValueError('The given ZipInfo does not describe a directory')
        info.compress_type, info.file_size = ZIP_STORED, 0
        self._open_new(info).close()

    def close(self):
        """Writes the directory, if anything was added."""
        if self.fp is None:
            return
        if self._writing:
            raise ValueError("Can't close the ZIP file while there is an open writing handle on it. "
                             'Close the writing handle before closing the zip.')
        try:
            if self.mode != 'r' and self._changed:
                self._write_directory()
        finally:
            self._leave()

    def _write_directory(self):
        if self._seeks:
            self.fp.seek(self.start_dir)
        for info in self.filelist:
            self.fp.write(info._central())
        end, count = self._place(), len(self.filelist)
        size, offset = end - self.start_dir, self.start_dir
        if count > ZIP_FILECOUNT_LIMIT or max(size, offset) > ZIP64_LIMIT:
            if not self._allow64:
                raise LargeZipFile('The directory would require ZIP64 extensions')
            self.fp.write(_END64.pack(b'PK\6\6', _END64.size - 12, 45, 45, 0, 0, count, count, size, offset))
            self.fp.write(_LOCATOR.pack(b'PK\6\7', 0, end, 1))
            count, size, offset = min(count, _FULL16), min(size, _FULL32), min(offset, _FULL32)
        self.fp.write(_END.pack(b'PK\5\6', 0, 0, count, count, size, offset, len(self._comment)) + self._comment)
        if self.mode == 'a':
            self.fp.truncate()
        if hasattr(self.fp, 'flush'):
            self.fp.flush()

    def _leave(self):
        stream, self.fp = self.fp, None
        if self._own and stream is not None:
            stream.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def __repr__(self):
        if self.fp is None:
            return f'<{type(self).__module__}.{type(self).__qualname__} [closed]>'
        shown = f' filename={self.filename!r}' if self._own else f' file={self.fp!r}'
        return f'<{type(self).__module__}.{type(self).__qualname__}{shown} mode={self.mode!r}>'


class _Counted:
    """A stream that can only be written to, with the place in it."""

    def __init__(self, stream):
        self._stream, self._at = stream, 0

    def write(self, data):
        self._at += len(data)
        return self._stream.write(data)

    def tell(self):
        return self._at

    def flush(self):
        if hasattr(self._stream, 'flush'):
            self._stream.flush()


class Path:
    """A place in an archive, used as a pathlib.Path."""

    def __init__(self, root, at=''):
        self.root, self.at = root if isinstance(root, ZipFile) else ZipFile(root), at

    def _names(self):
        """The names in the archive, and those of the folders that they imply."""
        names = dict.fromkeys(self.root.namelist())
        for name in list(names):
            parts = name.rstrip('/').split('/')[:-1]
            names.update(dict.fromkeys('/'.join(parts[:n]) + '/' for n in range(1, len(parts) + 1)))
        return names

    def _made(self, at):
        return type(self)(self.root, at)

    def joinpath(self, *other):
        at = '/'.join([self.at.rstrip('/'), *map(os.fspath, other)]).lstrip('/')
        return self._made(at + '/' if at and not at.endswith('/') and at + '/' in self._names() else at)

    __truediv__ = joinpath

    @property
    def name(self):
        return self.at.rstrip('/').rpartition('/')[2] or os.path.basename(self.root.filename or '')

    def _pure(self):
        from pathlib import PurePosixPath
        return PurePosixPath(self.name)

    stem = property(lambda self: self._pure().stem)
    suffix = property(lambda self: self._pure().suffix)
    suffixes = property(lambda self: self._pure().suffixes)

    @property
    def parent(self):
        above = self.at.rstrip('/').rpartition('/')[0]
        return self._made(above + '/' if above else '')

    def is_dir(self):
        return not self.at or self.at.endswith('/')

    def is_file(self):
        return self.exists() and not self.is_dir()

    def exists(self):
        return not self.at or self.at in self._names()

    def iterdir(self):
        if not self.is_dir():
            raise ValueError("Can't listdir a file")
        for name in self._names():
            below = name[len(self.at):]
            if name.startswith(self.at) and below and '/' not in below.rstrip('/'):
                yield self._made(name)

    def open(self, mode='r', *args, pwd=None, **kwargs):
        if self.is_dir():
            raise IsADirectoryError(self)
        if mode[0] == 'r' and not self.exists():
            raise FileNotFoundError(self)
        stream = self.root.open(self.at, mode[0], pwd=pwd)
        return stream if 'b' in mode else io.TextIOWrapper(stream, *args, **kwargs)

    def read_text(self, *args, **kwargs):
        with self.open('r', *args, **kwargs) as stream:
            return stream.read()

    def read_bytes(self):
        with self.open('rb') as stream:
            return stream.read()

    def __str__(self):
        return '/'.join(part for part in (self.root.filename or '', self.at) if part)

    def __repr__(self):
        return f'{type(self).__name__}({self.root.filename!r}, {self.at!r})'

    def __eq__(self, other):
        return (self.root, self.at) == (other.root, other.at) if isinstance(other, Path) else NotImplemented

    def __hash__(self):
        return hash((self.root, self.at))
