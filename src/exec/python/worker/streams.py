"""Variables that are streams: bytes of the host, read as far as code uses them, by what files
have."""
import codecs

from . import running
from .host import call


class Stream:
    """Bytes of the host, read as far as they are used. Every cell begins at their start; within
    one it is a stream that goes on."""

    def __init__(self, name):
        self._name, self._data, self._start = name, b"", 0
        self._pos, self._all, self._ended = 0, False, False
        self._cell = self._read_in = None

    def _gone(self):
        raise OSError(
            "this stream was read in %s and is too large to be kept: it cannot be read from its "
            "beginning again%s" % (self._read_in, "" if self._ended else
                                   " (readline() and read(n) go on where that stopped)"))

    def _kept(self):
        return "gone" not in call("stream", self._name, args={"at": 0, "probe": True})

    def _more(self):
        left = self._data[self._start:]
        answer = call("stream", self._name, args={"at": self._pos + len(left)})
        if "gone" in answer:
            self._gone()
        if "data" not in answer:
            raise OSError("the stream '%s' cannot be read" % self._name)
        piece = answer["data"]
        self._all = not piece
        self._data, self._start = left + piece, 0

    def _go_to(self, at):
        if at != self._pos:
            self._data, self._start, self._pos = b"", 0, at
            self._all = self._ended = False

    def _note_cell(self):
        self._cell = running.cell
        self._read_in = self._cell and self._cell.file

    def _begin(self, whole):
        later = self._cell is not None and self._cell is not running.cell
        if (later or whole and self._ended) and self._pos:
            kept = self._kept()
            if not kept and (whole or self._ended):
                self._gone()
            if kept:
                self._go_to(0)
        self._note_cell()

    def _take(self, size):
        piece = self._data[self._start:self._start + size]
        self._start += size
        self._pos += size
        return piece

    def _line(self, most=-1):
        seen = 0
        while True:
            at = self._data.find(b"\n", self._start + seen) + 1
            have = len(self._data) - self._start
            if at or 0 <= most <= have:
                size = at - self._start if at else have
                if size or most == 0 and not self._all:
                    return self._take(min(size, most) if most >= 0 else size)
            seen = have
            if self._all:
                self._ended = self._ended or not seen
                return self._take(seen)
            self._more()

    def _bytes_of(self, size, text):
        count = size_of = 0
        want = size + 4
        while True:
            while not self._all and len(self._data) - self._start < want:
                self._more()
            left = self._data[self._start:]
            if not text:
                return min(size, len(left))
            sure = len(left) if self._all else len(left) - 3
            while count < size and size_of < sure:
                size_of, count = size_of + 1, count + 1
                while size_of < len(left) and left[size_of] & 0xC0 == 0x80:
                    size_of += 1
            if count == size or self._all:
                return size_of
            want = len(left) + size - count + 4

    def _skip_mark(self):
        """The mark of UTF-8 at the start of the text is none of it."""
        while (len(self._data) - self._start < 3 and not self._all and
               b"\xef\xbb\xbf".startswith(self._data[self._start:])):
            self._more()
        if self._data.startswith(b"\xef\xbb\xbf", self._start):
            self._take(3)

    def _rest(self):
        parts = []
        while not self._all:
            parts.append(self._data[self._start:])
            self._pos += len(parts[-1])
            self._data, self._start = b"", 0
            self._more()
        parts.append(self._data[self._start:])
        self._pos += len(parts[-1])
        self._start, self._ended = len(self._data), True
        return b"".join(parts)


class Reader:
    """What a stream of text has, and so its buffer."""
    name, mode, closed, _text = "<stdin>", "rb", False, False

    def __init__(self, stream):
        self._stream = stream

    encoding, errors = "utf-8", "strict"

    def _give(self, piece):
        """What cannot be decoded is not taken: reconfigure(), or the buffer, can still be had."""
        if not self._text:
            return piece
        try:
            return piece.decode(self.encoding, self.errors)
        except UnicodeError:
            self._stream._go_to(self._stream._pos - len(piece))
            raise

    def _most(self, size):
        if size is None or size < 0:
            return -1
        return self._stream._bytes_of(size, self._text and self.encoding == "utf-8")

    def _begin(self, whole):
        self._stream._begin(whole)
        if self._text and self._stream._pos == 0 and self.encoding == "utf-8":
            self._stream._skip_mark()

    def read(self, size=-1):
        s, whole = self._stream, size is None or size < 0
        self._begin(whole)
        if whole:
            return self._give(s._rest())
        count = self._most(size)
        s._ended = s._ended or bool(size and not count)
        return self._give(s._take(count))

    def readline(self, size=-1):
        self._begin(False)
        return self._give(self._stream._line(self._most(size)))

    def readlines(self, hint=-1):
        got, total = [], 0
        for line in self:
            got.append(line)
            total += len(line)
            if hint is not None and 0 < hint < total:
                break
        return got

    def seek(self, pos, whence=0):
        s = self._stream
        if pos:
            raise OSError("this stream only goes back to its start: seek(0)")
        if s._pos and not s._kept():
            s._gone()
        s._go_to(0)
        s._ended = False
        s._note_cell()
        return 0

    def __iter__(self):
        self._begin(True)
        return StreamLines(self)

    def __next__(self):
        return self.readline() or end_of_lines()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def close(self):
        pass

    flush = close

    def readable(self):
        return True

    def writable(self):
        return False

    seekable = isatty = writable

    def fileno(self):
        return 0


class BytesStream(Reader):
    def read1(self, size=-1):
        s = self._stream
        s._begin(False)
        if size and s._start == len(s._data) and not s._all:
            s._more()
        have = len(s._data) - s._start
        s._ended = s._ended or bool(size and not have)
        return s._take(have if size is None or size < 0 else min(size, have))


class TextStream(Reader):
    mode, newlines, _text = "r", None, True

    def __init__(self, name):
        self._stream = Stream(name)
        self.buffer = BytesStream(self._stream)

    lines = Reader.readlines

    def splitlines(self, keepends=False):
        return self.read().splitlines(keepends)

    def reconfigure(self, *, encoding=None, errors=None, newline=None, line_buffering=None,
                    write_through=None):
        """How what is read from now on is decoded."""
        codecs.lookup(encoding or "utf-8")
        if errors or encoding:
            self.errors = errors or "strict"
        self.encoding = encoding or self.encoding


# Whatever wants a str or a list names the class in its error: the name says what to do.
TextStream.__name__ = "TextStream (use stdin.read())"


def end_of_lines():
    raise StopIteration


class StreamLines:
    """An iterator keeps its place also into the next cell."""

    def __init__(self, reader):
        self._reader, self._at, self._cell = reader, reader._stream._pos, running.cell

    def __iter__(self):
        return self

    def __next__(self):
        s, cell = self._reader._stream, running.cell
        if self._cell is not cell or s._cell is not cell:
            s._go_to(self._at)
        s._note_cell()
        self._cell = cell
        line = self._reader._give(s._line())
        self._at = s._pos
        return line or end_of_lines()
