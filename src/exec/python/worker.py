"""The worker that runs in the host's python3: the worker protocol (docs/worker-protocol.md) over
descriptor 0, or from 0 and to 1 where "pipes" is the last word. smolagent embeds this text and
passes it with -c, after it has locked the process in and answered the host's hello, which is the
word after it. Python 3.8 or later; modules that take long to import are imported when first
needed."""
import sys


def _main():
    import _thread
    import ast
    import builtins
    import io
    import json
    import linecache
    import os
    import select
    import signal
    import time
    import types

    hello = json.loads(sys.argv[1])
    TICK = 0.02  # s between looks at the clock and the channel while code runs
    PIECE = 1 << 17  # characters of one frame of printed text
    VALUE_MAX = 16 << 20  # bytes of JSON of one value
    SLOW = ("numpy", "pandas", "matplotlib.pyplot")  # imported while the agent's model thinks,
    # when authorised by name
    IMAGES, IMAGE_BYTES, SIDE_MAX = 8, 3 << 20, 4096  # of a cell; of one; pixels, at most
    SIDE = 1568  # pixels of the longer side of what is larger: models see no more
    DEPTH_MAX = 80  # of a value's nesting
    TOO_LARGE = "larger than the 16 MiB that a value may have to leave the sandbox"
    AGENT, LEVEL = hello.get("manner", 0) == 0, hello.get("optimize", 0)
    MEMORY, OUTPUT, TIMEOUT = (hello.get(k, 0) for k in ("max_memory", "max_output", "timeout_ns"))
    OURS = sys._getframe().f_globals

    # --- frames

    channel = answers = os.dup(0)
    PIPES = sys.argv[2:] == ["pipes"]
    if PIPES:
        answers = os.dup(1)
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
    os.dup2(1, 0)
    lock = _thread.RLock()  # held while a frame is written, or an answer awaited

    def send(t, tail=None, **members):
        data = json.dumps(dict(members, t=t)).encode()
        data += b"\0" if tail is not None else b""
        tail = tail or b""
        head = (len(data) + len(tail)).to_bytes(4, "big")
        with lock:
            for part in (memoryview(head + data), memoryview(tail)):
                while part:
                    part = part[os.write(answers, part):]

    def read_exactly(count, read=lambda count: os.read(channel, min(count, 1 << 20))):
        parts = []
        while count:
            part = read(count)
            if not part:
                os._exit(0)  # the host is gone
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    def readable():
        return bool(select.select([channel], [], [], 0)[0])

    # Into a pipe the frames come in pieces, each after its number and length, four bytes each: one
    # that was sent twice, because nobody knew whether it had arrived, counts once.
    piece, last, read_channel, channel_readable = b"", 0, read_exactly, readable

    def next_piece():
        nonlocal piece, last
        number, size = (int.from_bytes(read_channel(4), "big") for _ in "12")
        data = read_channel(size)
        if number > last:
            piece, last = data, number

    def read_piece(count):
        nonlocal piece
        while not piece:
            next_piece()
        part, piece = piece[:count], piece[count:]
        return part

    def piece_readable():
        while not piece and channel_readable():
            next_piece()
        return bool(piece)

    if PIPES:
        readable = piece_readable

        def read_exactly(count):
            return read_channel(count, read_piece)

    def receive():
        """A frame; the bytes of its tail are its `data`."""
        text = read_exactly(int.from_bytes(read_exactly(4), "big"))
        end = text.find(0)
        return json.loads(text) if end < 0 else dict(json.loads(text[:end]), data=text[end + 1:])

    # --- how a cell ends before its end

    class Ended(BaseException):
        """Raised where the code is; it may be caught, but comes again."""

    class Cell:
        """What is known of the running cell."""

        def __init__(self, file=""):
            self.file, self.ended, self.line, self.answer = file, None, 0, None
            self.open = True  # it may be ended
            self.shown = 0  # images
            self.within = False  # a line of output
            self.printed = self.host_ns = 0
            self.start = time.monotonic_ns()

        def end(self, why):
            self.ended = self.ended or why
            self.line = self.line or current_line(sys._getframe())
            raise Ended

        def spent(self):
            return time.monotonic_ns() - self.start - self.host_ns

    cell = None  # None: no code runs
    pieces, waiting = [], 0  # printed text that was not sent yet

    def current_line(frame):
        while frame and (frame.f_globals is OURS or frame.f_code.co_filename != cell.file):
            frame = frame.f_back
        return frame.f_lineno if frame else 0

    def tick(number, frame):
        if cell is None or not cell.open or lock._is_owned():
            return  # between cells, in the middle of a frame, or of a call of the host
        if not lock.acquire(True, TICK):
            return  # a thread is in the middle of one
        try:
            flush()
            if readable():
                receive()  # nothing but an interrupt is due now
                cell.ended = cell.ended or "interrupted"
        finally:
            lock.release()
        if TIMEOUT and cell.spent() > TIMEOUT:
            cell.ended = cell.ended or "time"
        if cell.ended:
            cell.end(cell.ended)

    # --- printed text and standard input

    def flush():
        nonlocal waiting
        with lock:
            taken, waiting = pieces[:], 0
            del pieces[:]
            joined = []
            for fd, text in taken:
                if joined and joined[-1][0] == fd:
                    joined[-1][1].append(text)
                else:
                    joined.append((fd, [text]))
            for fd, texts in joined:
                text = "".join(texts)
                for i in range(0, len(text), PIECE):
                    part = text[i:i + PIECE]
                    try:
                        part.encode()
                        send("out", fd=fd, text=part)
                    except UnicodeEncodeError:
                        send("out", fd=fd, text=part.encode("utf-8", "backslashreplace").decode())

    class Printed(io.TextIOBase):
        encoding, errors = "utf-8", "backslashreplace"

        def __init__(self, fd):
            self.fd, self.name = fd, ("<stdout>", "<stderr>")[fd - 1]

        def writable(self):
            return True

        def write(self, text):
            nonlocal waiting
            if not isinstance(text, str):
                raise TypeError("write() argument must be str, not " + type(text).__name__)
            size = len(text)
            if cell is not None and OUTPUT:
                size = len(text.encode("utf-8", "backslashreplace"))
                if cell.printed + size > OUTPUT:
                    room = OUTPUT - cell.printed
                    cut = text[:room].encode("utf-8", "ignore")[:room].decode("utf-8", "ignore")
                    pieces.append((self.fd, cut))
                    cell.printed = OUTPUT
                    flush()
                    cell.end("output")
            if cell is not None:
                cell.printed += size
                cell.within = not text.endswith("\n") if text else cell.within
            pieces.append((self.fd, text))
            waiting += size
            if waiting > PIECE:
                flush()
            return len(text)

        def flush(self):
            flush()

    def from_base64(text):
        import binascii
        return binascii.a2b_base64(text)

    def call(kind, name, **members):
        """What the host answers; the clock of the cell stands still meanwhile."""
        if cell is None:
            raise RuntimeError("no cell is running")
        flush()
        start = time.monotonic_ns()
        with lock:
            send("call", kind=kind, name=name, **members)
            answer = receive()
            while answer["t"] == "interrupt":
                cell.ended = cell.ended or "interrupted"
                answer = receive()
        cell.host_ns += time.monotonic_ns() - start
        if answer.get("end"):
            cell.end("interrupted")
        return answer

    def raise_from(answer):
        kind = getattr(builtins, answer.get("error_type", "RuntimeError"), RuntimeError)
        usable = isinstance(kind, type) and issubclass(kind, Exception)
        raise (kind if usable else RuntimeError)(answer["error"])

    class Lines(io.RawIOBase):
        """What sys.stdin reads: lines asked of the host."""
        left, name, mode = b"", "<stdin>", "rb"

        def readable(self):
            return True

        def readinto(self, room):
            more = not self.left and bool(hello.get("input"))
            while more:
                answer = call("line", "", args={"at": len(self.left)})
                self.left += answer.get("data", b"")
                more = answer.get("more")
            n = min(len(room), len(self.left))
            room[:n], self.left = self.left[:n], self.left[n:]
            return n

    def ask_line(prompt=""):
        sys.stdout.write(str(prompt))
        line = sys.stdin.readline()
        if not line:
            raise EOFError("EOF when reading a line")
        return line[:-1] if line.endswith("\n") else line

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
            self._cell, self._read_in = cell, cell and cell.file

        def _begin(self, whole):
            later = self._cell is not None and self._cell is not cell
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

        def _give(self, piece):
            return piece.decode("utf-8", "replace") if self._text else piece

        def _most(self, size):
            return -1 if size is None or size < 0 else self._stream._bytes_of(size, self._text)

        def read(self, size=-1):
            s, whole = self._stream, size is None or size < 0
            s._begin(whole)
            if whole:
                return self._give(s._rest())
            count = self._most(size)
            s._ended = s._ended or bool(size and not count)
            return self._give(s._take(count))

        def readline(self, size=-1):
            self._stream._begin(False)
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
            self._stream._begin(True)
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
        mode, encoding, errors, _text = "r", "utf-8", "replace", True

        def __init__(self, name):
            self._stream = Stream(name)
            self.buffer = BytesStream(self._stream)

        lines = Reader.readlines

    def end_of_lines():
        raise StopIteration

    class StreamLines:
        """An iterator keeps its place also into the next cell."""

        def __init__(self, reader):
            self._reader, self._at, self._cell = reader, reader._stream._pos, cell

        def __iter__(self):
            return self

        def __next__(self):
            s = self._reader._stream
            if self._cell is not cell or s._cell is not cell:
                s._go_to(self._at)
            s._note_cell()
            self._cell = cell
            line = self._reader._give(s._line())
            self._at = s._pos
            return line or end_of_lines()

    # --- files: those of the jail, and those the user granted

    def granted(path):
        pieces, at = [], 0
        while True:
            answer = call("file", path, args={"at": at})
            if "error" in answer or "data" not in answer:
                import errno
                kind = answer.get("error_type", "PermissionError")
                if kind == "MemoryError":
                    raise MemoryError
                code = {"FileNotFoundError": errno.ENOENT, "IsADirectoryError": errno.EISDIR}
                code = code.get(kind, errno.EACCES)
                raise OSError(code, os.strerror(code), path)
            piece = answer["data"]
            if not piece:
                return b"".join(pieces)
            pieces.append(piece)
            at += len(piece)

    def open_file(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None,
                  closefd=True, opener=None):
        try:
            return io.open(file, mode, buffering, encoding, errors, newline, closefd, opener)
        except OSError as e:
            reading = cell is not None and hello.get("files") and not set(mode) & set("wax+")
            if not reading or isinstance(file, int) or not isinstance(
                    e, (FileNotFoundError, PermissionError, NotADirectoryError)):
                raise
        path = os.fsdecode(file)
        raw = io.BytesIO(granted(path))
        raw.name, raw.mode = path, mode
        return raw if "b" in mode else io.TextIOWrapper(raw, encoding or "utf-8", errors, newline)

    # --- values

    def rows_of(v):
        """Arrays and tables of other packages as plain data, None for anything else."""
        package = (type(v).__module__ or "").partition(".")[0]
        if package == "numpy":
            if hasattr(v, "tolist"):
                return "ndarray", v.tolist()
        elif package == "pandas":
            name = type(v).__name__
            if name == "DataFrame":
                return name, dict(v.to_dict("split"))
            if name in ("Series", "Index", "RangeIndex", "DatetimeIndex"):
                return "Series", v.tolist()
        return None

    def plain(v, tagged, path=()):
        """`v` as JSON can say it. Tagged: so that it can be made again, else as one would read it:
        sequences and sets as lists, other things as their str()."""
        kind = type(v)
        if v is None or kind in (bool, int, str):
            return v
        if isinstance(v, float):
            finite = v - v == 0
            return float(v) if finite else tag("float", repr(v)) if tagged else repr(float(v))
        if isinstance(v, (int, str)):
            return int(v) if isinstance(v, int) else str(v)
        if isinstance(v, (list, tuple, dict, set, frozenset)):
            return plain_container(v, kind, tagged, path)
        if hasattr(kind, "__dataclass_fields__"):
            import dataclasses
            if id(v) in path:
                raise ValueError("a value contains itself")
            members = {f.name: getattr(v, f.name) for f in dataclasses.fields(v)}
            return plain_container(members, dict, tagged, path + (id(v),))
        rows = rows_of(v)
        if rows is None:
            return tagged_scalar(v) if tagged else untagged_scalar(v)
        data = plain(rows[1], False, path)
        rebuilt = tagged and isinstance(data, (list, dict))
        return dict(tag(rows[0], data), text=str(v)) if rebuilt else data

    def plain_container(v, kind, tagged, path):
        if id(v) in path:
            raise ValueError("a value contains itself")
        if len(path) >= DEPTH_MAX:
            return str(v)
        path += (id(v),)
        if isinstance(v, dict):
            return {k if type(k) is str else key_text(k): plain(x, tagged, path)
                    for k, x in v.items()}
        items = [plain(x, tagged, path) for x in v]
        return tag(kind.__name__, items) if tagged and kind in (tuple, set, frozenset) else items

    def key_text(k):
        return json.dumps(k) if k is None or isinstance(k, bool) else str(k)

    def tag(kind, value):
        return {"$type": kind, "value": value}

    def tagged_scalar(v):
        kind = type(v).__name__
        if isinstance(v, (bytes, bytearray)):
            import binascii
            return tag(kind, binascii.b2a_base64(v, newline=False).decode())
        if kind == "complex":
            return tag(kind, [v.real, v.imag])
        if type(v).__module__ == "datetime" and hasattr(v, "isoformat"):
            return tag(kind, v.isoformat())
        return tag(kind, str(v)) if kind in ("Decimal", "Fraction") else str(v)

    def untagged_scalar(v):
        return str(v.isoformat() if hasattr(type(v), "isoformat") else v)

    def untag(members):
        kind = members.get("$type")
        if kind is None or "value" not in members:
            return members
        value = members["value"]
        if kind in ("tuple", "set", "frozenset", "float"):
            return getattr(builtins, kind)(value)
        if kind in ("bytes", "bytearray"):
            return getattr(builtins, kind)(from_base64(value))
        if kind == "complex":
            return complex(*value)
        if kind in ("datetime", "date", "time"):
            import datetime
            return getattr(datetime, kind).fromisoformat(value)
        if kind in ("Decimal", "Fraction"):
            import decimal
            import fractions
            return {"Decimal": decimal.Decimal, "Fraction": fractions.Fraction}[kind](value)
        return remake(kind, value, members)

    def remake(kind, value, members):
        try:
            if kind == "ndarray":
                import numpy
                return numpy.array(value)
            if kind == "DataFrame":
                import pandas
                return pandas.DataFrame(**value)
            if kind == "Series":
                import pandas
                return pandas.Series(value)
        except ImportError:
            return value
        return members

    def from_json(text_or_value):
        text = json.dumps(text_or_value)
        return json.loads(text, object_hook=untag) if '"$type"' in text else text_or_value

    def too_large(v):
        return len(json.dumps(v)) > VALUE_MAX

    # --- what the code may use

    calls = {}  # number of a concurrent call: the future that waits for it
    LOOK_NS = 50000000  # between looks at what else may wake the loop

    def idle_ns(loop):
        """How long the loop has nothing to do. A loop of another make is looked after often."""
        ready, timers = getattr(loop, "_ready", None), getattr(loop, "_scheduled", ())
        if ready is None:
            return LOOK_NS // 10
        left = (timers[0].when() - loop.time()) * 1e9 if timers else LOOK_NS
        return 0 if ready else max(0, min(int(left), LOOK_NS))

    def collect(loop):
        """Once a turn of the loop, while it has calls: gives one that ended to its future."""
        if cell is None or not any(f.get_loop() is loop for f in calls.values()):
            return
        deliver(call("wait", "", args={"timeout_ns": idle_ns(loop)}))
        loop.call_soon(collect, loop)

    def deliver(answer):
        """Gives a call that ended to what waits for it."""
        number = answer.get("call")
        future = calls.pop(number, None)
        if number in threads:
            ended[number] = answer
        elif future is not None and future.get_loop() is sys.modules["asyncio"]._get_running_loop():
            settle(future, answer)
        elif future is not None:
            future.get_loop().call_soon_threadsafe(settle, future, answer)

    def settle(future, answer):
        if not future.done():
            try:
                future.set_result(result_of(answer))
            except Exception as e:
                future.set_exception(e)

    # Calls that threads make are beside each other as well: who has the channel waits for all.
    threads, ended = set(), {}  # numbers of such calls; answers to those that have ended
    coming = set()  # threads that are about to begin one

    def result_in_thread(name, members):
        me = _thread.get_ident()
        coming.add(me)
        try:
            with lock:
                answer = call("start", name, args=members)
                number = answer.get("call")
                threads.add(number)
        finally:
            coming.discard(me)
        try:
            while "error" not in answer:
                with lock:
                    if number not in ended:
                        timeout = 0 if coming else LOOK_NS
                        deliver(call("wait", "", args={"timeout_ns": timeout}))
                    if number in ended:
                        answer = ended.pop(number)
                        break
                time.sleep(0.001)  # others may want the channel
        finally:
            threads.discard(number)
        return result_of(answer)

    async def awaited(name, members):
        import asyncio
        loop = asyncio.get_running_loop()
        idle = not any(f.get_loop() is loop for f in calls.values())
        answer = call("start", name, args=members)
        if "error" in answer:
            raise_from(answer)
        number = answer["call"]
        future = calls[number] = loop.create_future()
        if idle:
            loop.call_soon(collect, loop)
        try:
            return await future
        except asyncio.CancelledError:
            if calls.pop(number, None) is not None:
                call("cancel", "", args={"call": number})
            raise

    def result_of(answer):
        if "error" in answer:
            raise_from(answer)
        return from_json(answer.get("value"))

    def define_tool(name, stub):
        made = {"Any": object}
        exec("from __future__ import annotations\n" + stub, made)
        shape = made[name]
        shown = stub.partition("\n")[0].partition("def ")[2].rpartition(") -> ")[0] + ")"
        signature = None

        def arguments(args, kwargs):
            nonlocal signature
            if signature is None:
                import inspect
                signature = inspect.signature(shape)
            try:
                begun = shape(*args, **kwargs)  # does nothing
            except TypeError as e:
                raise TypeError("%s; it is %s" % (e, shown)) from None
            if begun is not None:
                begun.close()
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            members = plain(dict(bound.arguments), False)
            if too_large(members):
                raise ValueError("the arguments are " + TOO_LARGE)
            return members

        def later(*args, **kwargs):
            coroutine = awaited(name, arguments(args, kwargs))
            coroutine.__name__ = coroutine.__qualname__ = name
            return coroutine

        def tool(*args, **kwargs):
            nonlocal tool_gave
            if concurrent and "asyncio" in sys.modules:
                if sys.modules["asyncio"]._get_running_loop() is not None:
                    return later(*args, **kwargs)
            members, tool_gave = arguments(args, kwargs), True
            if _thread.get_ident() != MAIN_THREAD:
                return result_in_thread(name, members)
            return result_of(call("tool", name, args=members))

        concurrent = shape.__code__.co_flags & 0x80  # async def
        if concurrent:
            marked_async.append(tool)
            mark_async()
        laters[tool] = later
        tool.__name__ = tool.__qualname__ = name
        tool.__doc__, tool.__annotations__ = shape.__doc__, shape.__annotations__
        tool.__wrapped__, tool.__stub__ = shape, stub
        return tool

    MAIN_THREAD = _thread.get_ident()
    tool_gave = False  # a tool has given something: values of such kinds may be awaited
    laters = {}  # tool: what calls it so that it can be awaited
    marked_async = []

    def mark_async():
        """Of async tools inspect and asyncio say so, as soon as they are there."""
        mark = getattr(sys.modules.get("inspect"), "markcoroutinefunction", None)
        named = getattr(getattr(sys.modules.get("asyncio"), "coroutines", None), "_is_coroutine", None)
        for tool in marked_async:
            if mark:
                mark(tool)
            elif named:
                tool._is_coroutine = named

    # --- calls that are awaited: the rule of src/py/compile/awaited.c, for cells of python3

    TAKERS = {"gather", "create_task", "ensure_future", "run", "wait_for", "run_until_complete",
              "shield", "as_completed", "run_coroutine_threadsafe"}

    def awaits_arguments(call):
        """How many arguments of a call are awaited by what is called, as far as its name tells."""
        name = getattr(call.func, "attr", None) or getattr(call.func, "id", "")
        return 0 if name not in TAKERS else len(call.args) if name == "gather" else min(
            len(call.args), 1)

    class Variable:
        awaited = used = False

        def __init__(self):
            self.values = []

    class Awaited:
        """Finds the calls that are awaited in a tree, and rewrites them."""

        def __init__(self):
            self.calls = {}  # (node or list, attribute or index) of what is called: its taker
            self.awaits, self.takers = [], []

        def use(self, place, name, awaited):
            for depth, variables in enumerate(reversed(place)):
                variable = variables.setdefault(name, Variable())
                if awaited and not depth:
                    variable.awaited = True
                else:
                    variable.used = True

        def put(self, place, target, value):
            if isinstance(target, ast.Name):
                place[-1].setdefault(target.id, Variable()).values.append(value)

        def walk_all(self, nodes, place):
            for node in nodes:
                if place and node is not None:
                    self.walk(node, place)

        def await_through(self, n, place, taker):
            f, name = n.func, getattr(n.func, "id", "")
            if not n.args:
                values = isinstance(f, ast.Attribute) and f.attr == "values" and isinstance(
                    f.value, ast.Name)
                if values:
                    self.await_one(f.value, place, taker)
                return values
            if name == "map" and not isinstance(n.args[0], ast.Starred):
                self.calls[id(n), "map"] = n.args, 0, taker
                self.walk_all(n.args[:1], place)
            elif name in ("list", "tuple"):
                self.await_one(n.args[0], place, taker)
            else:
                return False
            self.walk_all(n.args[1:], place)
            return True

        def await_one(self, n, place, taker=None):
            """`taker`: the call whose argument it is. No place: it was walked through before."""
            if isinstance(n, ast.Call):
                if self.await_through(n, place, taker):
                    return
                self.calls[id(n), "call"] = n, "func", taker
                self.walk_all([n], place)
            elif isinstance(n, ast.Name):
                if place:
                    self.use(place, n.id, True)
            elif isinstance(n, ast.Starred):
                self.await_one(n.value, place, taker)
            elif isinstance(n, (ast.List, ast.Tuple, ast.Set)):
                for each in n.elts:
                    self.await_one(each, place, taker)
            elif isinstance(n, ast.Dict):
                self.walk_all(n.keys, place)
                for each in n.values:
                    self.await_one(each, place, taker)
            elif isinstance(n, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
                inner = place and isinstance(n, ast.GeneratorExp) and place + [{}] or place
                self.walk_all(n.generators, inner)
                self.walk_all([getattr(n, "key", None)], inner)
                self.await_one(n.value if isinstance(n, ast.DictComp) else n.elt, inner, taker)
            elif isinstance(n, ast.IfExp):
                self.walk_all([n.test], place)
                self.await_one(n.body, place, taker)
                self.await_one(n.orelse, place, taker)
            elif isinstance(n, ast.BinOp) and isinstance(n.op, ast.Add):
                self.await_one(n.left, place, taker)
                self.await_one(n.right, place, taker)
            elif isinstance(n, ast.Subscript) and place:
                self.walk_all([n.slice], place)
                self.await_one(n.value, place, taker)
            else:
                self.walk_all([n], place)

        def walk_unit(self, n, outer):
            place = outer + [{}]
            self.walk_all(ast.iter_child_nodes(n), place)
            for variable in place[-1].values():
                if variable.awaited and not variable.used:
                    for value in variable.values:
                        self.await_one(value, None)

        def walk_call(self, n, place):
            f, count = n.func, awaits_arguments(n)
            if not count and not n.keywords and len(n.args) < 2:
                named = isinstance(f, ast.Attribute) and isinstance(f.value, ast.Name)
                if n.args and named and f.attr in ("append", "extend"):
                    self.put(place, f.value, n.args[0])
                    self.walk_all(n.args, place)
                    return
                if not n.args and named and f.attr == "keys" or n.args and isinstance(
                        n.args[0], ast.Name) and getattr(f, "id", "") == "len":
                    return
            if count:
                self.takers.append(n)
            self.walk(f, place)
            for each in n.args[:count]:
                self.await_one(each, place, n)
            self.walk_all(n.args[count:] + n.keywords, place)

        def assign(self, target, value, place):
            self.put(place, target, value)
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                if len(target.elts) == len(value.elts):
                    for pair in zip(target.elts, value.elts):
                        self.put(place, *pair)

        def walk(self, n, place):
            if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef,
                              ast.GeneratorExp)):
                return self.walk_unit(n, place)
            if isinstance(n, ast.Name):
                return isinstance(n.ctx, ast.Load) and self.use(place, n.id, False)
            if isinstance(n, ast.Call):
                return self.walk_call(n, place)
            if isinstance(n, ast.Await):
                self.awaits.append(n)
                return self.await_one(n.value, place)
            if isinstance(n, (ast.Global, ast.Nonlocal)):
                for name in n.names:
                    self.use(place, name, False)
            elif isinstance(n, ast.Assign) and len(n.targets) == 1:
                self.assign(n.targets[0], n.value, place)
            elif isinstance(n, ast.AnnAssign) and n.value or isinstance(
                    n, ast.AugAssign) and isinstance(n.op, ast.Add):
                self.assign(n.target, n.value, place)
            self.walk_all(ast.iter_child_nodes(n), place)

        def rewrite(self, tree):
            try:
                self.walk_unit(tree, [])
            except RecursionError:
                return  # calls in such code just give their results
            known = {id(n): n.func for n in self.takers}

            def put_call(holder, key, function, taker):
                old = getattr(holder, key) if isinstance(key, str) else holder[key]
                path = known.get(id(taker))
                while isinstance(path, ast.Attribute):
                    path = path.value
                args = [old, known[id(taker)]] if isinstance(path, ast.Name) else [old]
                new = ast.copy_location(ast.Call(ast.Name(function, ast.Load()), args, []), old)
                ast.fix_missing_locations(new)
                if isinstance(key, str):
                    setattr(holder, key, new)
                else:
                    holder[key] = new

            for holder, key, taker in self.calls.values():
                put_call(holder, key, "__later__", taker)
            for n in self.takers:
                one = getattr(n.func, "attr", None) or getattr(n.func, "id", "")
                for i, each in enumerate(n.args[:len(n.args) if one == "gather" else 1]):
                    if isinstance(each, ast.Starred):
                        put_call(each, "value", "__each_awaited__", n)
                    else:
                        put_call(n.args, i, "__each_awaited__" if one == "as_completed" else
                                 "__awaited__", n)
            for n in self.awaits:
                put_call(n, "value", "__awaited__", None)

    def of_asyncio(function):
        function = getattr(function, "__func__", function)
        module = getattr(function, "__module__", None) or ""
        ours = getattr(function, "__globals__", None) is OURS and function not in laters
        return ours or str(module).partition(".")[0] == "asyncio"

    def call_later(function, *taker):
        """What calls a tool so that it can be awaited; anything else as it is."""
        tool = isinstance(function, types.FunctionType) and function in laters
        return laters[function] if tool and all(map(of_asyncio, taker)) else function

    GIVEN = {type(None), bool, int, float, str, list, dict}

    def may_be_awaited(value, *taker):
        """What a tool gave at once may be awaited all the same."""
        async def give():
            return value
        given = tool_gave and type(value) in GIVEN and all(map(of_asyncio, taker))
        return give() if given else value

    def each_may_be_awaited(values, *taker):
        # What is lazy makes its calls here.
        return [may_be_awaited(value, *taker) for value in values]

    def show_help(*request):
        """help(), of a tool or its name the stub that the host has written."""
        tool = kept.get(request[0], request[0]) if request and isinstance(request[0], str) else (
            request[0] if request else None)
        stub = getattr(tool, "__stub__", None)
        if isinstance(stub, str) and tool in kept.values():
            print(stub)
        else:
            import pydoc
            pydoc.help(*request)

    MISTAKEN = (  # what an answer is never meant to be, and what was meant instead
        ((types.FunctionType, types.BuiltinFunctionType, types.MethodType),
         "call it, and give what it returns"),
        (types.CoroutineType, "await it"),
        (types.GeneratorType, "make a list of it, with list(...)"),
        (types.AsyncGeneratorType, "make a list of it, with [x async for x in ...]"),
        (type, "give an instance of it, or its name as text"),
        (types.ModuleType, "give a value from it"))
    none_given = False  # final_answer(None) was called

    def final_answer(answer):
        """Ends the run with this answer."""
        nonlocal none_given
        for kinds, instead in MISTAKEN:
            if isinstance(answer, kinds):
                raise TypeError("the answer is a %s, which says nothing outside of this program: %s"
                                % (type(answer).__name__, instead))
        none_given = answer is None and not none_given
        if none_given:
            raise TypeError("the answer is None: did a function return nothing? If None is meant, "
                            "say final_answer(None) again")
        value, text = plain(answer, False), str(answer)
        if too_large(value) or len(text) > VALUE_MAX // 6:
            raise ValueError("the final answer is " + TOO_LARGE)
        if not cell.answer:
            show_value(answer)
        cell.answer = cell.answer or {"value": value, "text": text}
        cell.end("final")

    imports, python_import = hello.get("imports"), builtins.__import__

    def authorised(name):
        if AGENT and name in TOOL_MODULES:
            return True
        for pattern in ("*",) if imports is None else imports:
            base = pattern[:-2] if pattern.endswith(".*") else pattern
            if pattern == "*" or name == base or name.startswith(base + "."):
                return True
        return False

    beside = None  # finds the modules beside the program's file

    def find_beside():
        """A finder of them: they go before what is installed, as in a script's folder."""
        from importlib import machinery
        installed = machinery.PathFinder

        class Beside(machinery.SourceFileLoader):
            data = b""

            def source_to_code(self, data, path):
                return compile(data, path, "exec", dont_inherit=True, optimize=LEVEL)

            def path_stats(self, path):
                raise OSError(path)

            def get_data(self, path):
                return self.data

            @classmethod
            def find_spec(cls, name, path=None, target=None):
                parent = sys.modules.get(name.rpartition(".")[0])
                if cell is None or "\0" in name or parent and not is_beside(vars(parent)):
                    return None
                answer = call("module", name)
                if "error" in answer:
                    raise ImportError(answer["error"], name=name)
                if "file" not in answer:
                    return None
                file, package = answer["file"], answer.get("package", False)
                spec = machinery.ModuleSpec(name, cls(name, file), origin=file, is_package=package)
                if "data" not in answer:
                    spec.loader, spec.submodule_search_locations = None, [file]
                    return installed.find_spec(name, path) or spec
                spec.loader.data, spec.has_location = answer["data"], True
                if package:
                    spec.submodule_search_locations = [os.path.dirname(file)]
                return spec

        sys.meta_path.insert(sys.meta_path.index(installed), Beside)
        return Beside

    def is_beside(names):
        """Are these the globals of one of them, or of a folder of them?"""
        loader, file = names.get("__loader__"), names.get("__file__")
        return beside is not None and (isinstance(loader, beside) or
                                       file is None and "__path__" in names)

    def guarded_import(name, globals=None, locals=None, fromlist=(), level=0):
        """Only what the code itself imports is asked about; packages may import what they need."""
        ours = level == 0 and (globals is space or is_beside(globals or {}))
        top = name.partition(".")[0]
        if ours and not authorised(name) and not (
                beside and (top in sys.modules and is_beside(vars(sys.modules[top])) or
                            top not in sys.modules and beside.find_spec(top))):
            raise ImportError("import of '%s' is not authorised" % name, name=name)
        imported = python_import(name, globals, locals, fromlist, level)
        if ours:
            watch_figures()
            mark_async()
        return imported

    # --- names that stay what they are: final_answer and the tools

    TOOL_MODULES = {name: types.ModuleType(name)  # that models import tools from
                    for name in ("functions", "tools", "default_api")}
    kept, notes = {}, {}  # by name: what stays; what the cell is told at its end
    lost = []  # names of coroutines that were never awaited

    def keep(name, function):
        kept[name] = function
        if not hasattr(builtins, name):
            setattr(builtins, name, function)  # what hides it can be deleted
        for offered in TOOL_MODULES.values():
            setattr(offered, name, function)

    def look_at(name, declared):
        """After a statement that has bound a name of these."""
        now = space.get(name, kept[name])
        if now is kept[name]:
            return
        answer = name == "final_answer"
        if declared or answer and callable(now):
            space[name] = kept[name]
            notes[name] = (
                "is there already: another definition of it was dropped" if answer else
                "is a tool: another definition or import of it was dropped; what is to be used "
                "beside the tool needs another name")

    def bound_by(node):
        """Names that a statement binds, and whether by def or import."""
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return {node.name}, not isinstance(node, ast.ClassDef)
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            return {(a.asname or a.name).partition(".")[0] for a in node.names}, True
        if hasattr(node, "body"):
            return set(), False
        return {n.id for n in ast.walk(node)
                if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}, False

    def guard(body):
        """Puts a look behind what binds one of the names, outside of functions and classes."""
        for at in range(len(body) - 1, -1, -1):
            node = body[at]
            names, declared = bound_by(node)
            for name in kept.keys() & names:
                look = ast.Expr(ast.Call(ast.Name("__look_at__", ast.Load()),
                                         [ast.Constant(name), ast.Constant(declared)], []))
                ast.copy_location(look, node)
                body.insert(at + 1, ast.fix_missing_locations(look))
            if not names:
                for part in ("body", "orelse", "finalbody"):
                    guard(getattr(node, part, []))
                for part in getattr(node, "handlers", []) + getattr(node, "cases", []):
                    guard(part.body)

    def write_notes():
        lines = ["%s %s" % note for note in notes.items()]
        if space.get("final_answer", final_answer) is not final_answer:
            lines.append("final_answer is a function: final_answer(value) gives the answer; the "
                         "variable of that name is gone after this cell")
        for name, function in kept.items():
            now = space.get(name, function)
            if now is not function and name != "final_answer":
                lines.append("%s is a tool: after this cell it is so again, and the variable of "
                             "that name (%s) is %s_value" % (name, type(now).__name__, name))
        lines += ["coroutine '%s' was never awaited" % name for name in dict.fromkeys(lost)]
        notes.clear()
        del lost[:]
        for line in lines:
            Printed(2).write("\n" * cell.within + "Note: %s\n" % line)

    # --- cells that await

    cell_loop = python_run = None  # the loop lasts as long as the cells

    def run_inside(main):
        """Runs the loop while it runs, until `main` is done."""
        import asyncio
        task, current = cell_loop.create_task(main), asyncio.current_task(cell_loop)
        count = len(cell_loop._ready)  # at least as many as the turn that is under way still takes
        asyncio.tasks._leave_task(cell_loop, current)
        try:
            while not task.done():
                cell_loop._run_once()
        finally:
            while len(cell_loop._ready) < count:
                cell_loop.call_soon(int)
            asyncio.tasks._enter_task(cell_loop, current)
        return task.result()

    def run_main(main, **options):
        """asyncio.run() among cells that await: on their loop, whose tasks it may wait for."""
        import asyncio
        elsewhere = asyncio._get_running_loop() not in (None, cell_loop)
        if elsewhere or cell_loop.is_closed() or not asyncio.iscoroutine(main):
            return python_run(main, **options)
        before = asyncio.all_tasks(cell_loop)
        run_loop = run_inside if cell_loop.is_running() else cell_loop.run_until_complete
        try:
            return run_loop(main)
        finally:
            left = asyncio.all_tasks(cell_loop) - before
            for task in left:
                task.cancel()
            if left and not cell.ended:
                async def rest():
                    await asyncio.gather(*left, return_exceptions=True)
                run_loop(rest())

    def make_loop():
        nonlocal cell_loop, python_run
        import asyncio
        cell_loop = asyncio.new_event_loop()
        asyncio.set_event_loop(cell_loop)
        complete = cell_loop.run_until_complete

        async def wait_for(future):
            return await future

        def run_until_complete(future):
            inside = cell_loop.is_running()
            return run_inside(wait_for(future)) if inside else complete(future)

        cell_loop.run_until_complete = run_until_complete
        python_run = python_run or asyncio.run
        asyncio.run = run_main

    def run_cell(coroutine):
        if cell_loop is None or cell_loop.is_closed():
            make_loop()
        try:
            cell_loop.run_until_complete(coroutine)
        except Exception as e:
            tb = e.__traceback__
            while tb and tb.tb_frame.f_code.co_filename != cell.file:
                tb = tb.tb_next
            raise e.with_traceback(tb)

    # --- figures and pictures: told as text, which not every model needs, and shown

    told = {}  # number of an open figure: what was said of it last

    def few(items):
        shown = [str(item) for item in items]
        return ", ".join(shown if len(shown) < 9 else shown[:5] + ["..."] + shown[-2:])

    def number(v):
        return "%g" % v if isinstance(v, (int, float)) or hasattr(v, "__float__") else str(v)

    def named(kind, artist):
        label = str(artist.get_label())
        return kind if label.startswith("_") else "%s '%s'" % (kind, label)

    def drawn(axes):
        """Lines, points, bars and slices of one plot."""
        for name, get in ("title", axes.get_title), ("x", axes.get_xlabel), ("y", axes.get_ylabel):
            if get():
                yield "%s '%s'" % (name, get())
        for line in axes.get_lines():
            points = ["(%s, %s)" % (number(x), number(y)) for x, y in line.get_xydata().tolist()]
            yield "%s of %d points: %s" % (named("line", line), len(points), few(points))
        for group in axes.collections:
            points = group.get_offsets().tolist() if hasattr(group, "get_sizes") else []
            if points:
                points = ["(%s, %s)" % (number(x), number(y)) for x, y in points]
                yield "%s of %d: %s" % (named("points", group), len(points), few(points))
        ticks = [t.get_text() for t in axes.get_xticklabels()]
        for group in axes.containers:
            if hasattr(group, "patches"):
                bars = [number(bar.get_height()) for bar in group.patches]
                if len(ticks) == len(bars) and all(ticks):
                    bars = ["%s %s" % pair for pair in zip(ticks, bars)]
                yield "%s: %s" % (named("%d bars" % len(bars), group), few(bars))
        texts = [t.get_text() for t in axes.texts if t.get_text()]
        if texts:
            yield "texts: " + few(texts)
        if axes.images:
            yield "images: " + few("x".join(map(str, i.get_array().shape)) for i in axes.images)

    def show(write):
        """Sends the PNG that `write` puts into a file, as far as there is room for it."""
        if cell.shown == IMAGES:
            return
        file = io.BytesIO()
        write(file)
        data = file.getvalue()
        sides = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
        if len(data) <= IMAGE_BYTES and max(sides) <= SIDE_MAX:
            cell.shown += 1
            flush()
            send("image", data, media="image/png")

    def show_figure(figure):
        dpi = min(figure.dpi, SIDE / max(figure.get_size_inches()))
        show(lambda file: figure.savefig(file, format="png", dpi=dpi))

    def show_picture(picture):
        clear = picture.mode == "LA" or "transparency" in picture.info
        copy = picture.copy() if picture.mode in ("L", "RGB", "RGBA") else picture.convert(
            "RGBA" if clear else "RGB")
        copy.thumbnail((SIDE, SIDE))
        show(lambda file: copy.save(file, "PNG"))

    def show_value(v):
        """A figure or picture that is a value; figures of pyplot are shown anyway."""
        def kind(module, name):
            return getattr(sys.modules.get(module), name, ())
        try:
            if isinstance(v, kind("PIL.Image", "Image")):
                show_picture(v)
            elif isinstance(v, kind("matplotlib.figure", "Figure")):
                if id(v) not in [known for known, text in told.values()]:
                    show_figure(v)
        except Exception:
            pass  # its text says what it is

    def tell_figure(manager):
        figure = manager.canvas.figure
        changed = figure.stale
        text = " | ".join("; ".join(drawn(axes)) for axes in figure.axes)
        if figure.axes and (changed or told.get(manager.num) != (id(figure), text)):
            told[manager.num] = id(figure), text
            Printed(1).write("[figure %d%s]\n" % (manager.num, text and ": " + text[:4000]))
            show_figure(figure)
        figure.stale = False  # which looking at it, or drawing it, may have changed

    def tell_figures():
        helpers = AGENT and sys.modules.get("matplotlib._pylab_helpers")
        for manager in list(helpers.Gcf.figs.values()) if helpers else ():
            tell_figure(manager)

    def tell_closed(manager):
        """In place of FigureManagerBase.destroy, which does nothing."""
        if cell is not None and cell.open:
            try:
                tell_figure(manager)
            except Exception:
                pass  # a figure of a kind that is not known
        told.pop(manager.num, None)

    def watch_figures():
        backends = AGENT and sys.modules.get("matplotlib.backend_bases")
        if hasattr(backends, "FigureManagerBase"):
            backends.FigureManagerBase.destroy = tell_closed

    def tell_last_figures():
        """Of a cell that has given the final answer: whatever they do, that stays."""
        cell.ended = None
        try:
            tell_figures()
        except BaseException:
            pass
        cell.ended = "final"

    # --- cells

    module = types.ModuleType("__main__")
    space = module.__dict__
    own = set()

    def strip(error, seen):
        """Takes our own frames out of a traceback and of those chained to it."""
        while error is not None and id(error) not in seen:
            seen.add(id(error))
            kept, tb = [], error.__traceback__
            while tb:
                if tb.tb_frame.f_globals is not OURS:
                    kept.append(tb)
                tb = tb.tb_next
            chain = None
            for tb in reversed(kept):
                chain = types.TracebackType(chain, tb.tb_frame, tb.tb_lasti, tb.tb_lineno)
            error.__traceback__ = chain
            strip(error.__cause__, seen)
            error = error.__context__

    def class_name(error):
        kind = type(error)
        plainly = kind.__module__ in ("builtins", "__main__")
        return kind.__qualname__ if plainly else kind.__module__ + "." + kind.__qualname__

    def failure(error):
        import traceback
        strip(error, set())
        line, tb = 0, error.__traceback__
        while tb:
            if tb.tb_frame.f_code.co_filename == cell.file:
                line = tb.tb_lineno
            tb = tb.tb_next
        if isinstance(error, SyntaxError) and error.filename == cell.file:
            line = error.lineno or 0
        text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
        return {"error": text[:VALUE_MAX // 6], "error_type": class_name(error), "line": line}

    LIMITS = {"time": "time limit of %g s" % (TIMEOUT / 1e9),
              "memory": "memory limit of %d bytes" % MEMORY,
              "output": "output limit of %d bytes" % OUTPUT}

    def limit(which, line):
        text = "LimitError: %s reached%s; the code was ended\n" % (
            LIMITS[which], " at line %d" % line if line else "")
        return "limit", {"limit": which, "error": text, "error_type": "LimitError", "line": line}

    def close(kind, members):
        flush()
        wall = cell.spent() if cell else 0
        cost = {"wall_ns": wall, "host_ns": cell.host_ns if cell else 0}
        try:
            import resource
            cost["peak_bytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        except ImportError:
            pass
        send(kind, cost=cost, **members)

    def value_of(v):
        if v is None:
            return {}
        shown = repr(v)[:VALUE_MAX // 6]
        members = {"repr": shown, "text": v[:VALUE_MAX // 6] if isinstance(v, str) else shown}
        try:
            data = plain(v, True)
            if not too_large(data):
                members["value"] = data
        except ValueError:
            pass  # it contains itself
        return members

    AWAIT = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT if AGENT else 0

    def without_nul(code):
        """The code; Pythons differ in what they say where a NUL is in it."""
        if "\0" in code:
            raise SyntaxError("source code string cannot contain null bytes")
        return code

    def execute(code, file):
        """Runs the cell; the value of its last expression."""
        without_nul(code)
        lines = [line + "\n" for line in code.splitlines()]
        linecache.cache[file] = (len(code), None, lines, file)
        if hello.get("manner", 0) == 1 and not file.startswith("<"):
            space["__file__"] = file
        if hello.get("manner", 0) == 2:
            exec(compile(code, file, "single", optimize=LEVEL), space)
            return None
        tree = compile(code, file, "exec", ast.PyCF_ONLY_AST | AWAIT)
        if AGENT and laters:
            Awaited().rewrite(tree)
        last = None
        if tree.body and isinstance(tree.body[-1], ast.Expr) and hello.get("manner", 0) != 1:
            last = ast.Expression(tree.body.pop().value)
        if AGENT:
            guard(tree.body)
        parts = [compile(tree, file, "exec", AWAIT, optimize=LEVEL)]
        if last:
            parts.append(compile(last, file, "eval", AWAIT, optimize=LEVEL))
        if not any(part.co_flags & 0x80 for part in parts):
            return [eval(part, space) for part in parts][-1]
        if last:  # what awaits is one coroutine
            target = ast.copy_location(ast.Name("__value__", ast.Store()), last.body)
            tree.body.append(ast.copy_location(ast.Assign([target], last.body), last.body))
        run_cell(eval(compile(tree, file, "exec", AWAIT, optimize=LEVEL), space))
        return space.pop("__value__", None)

    def outcome(request):
        """Closing frame of a run: its type and members."""
        nonlocal ballast
        try:
            value = execute(request["code"], request["file"])
            try:
                tell_figures()
            except Exception:
                pass  # a figure of a kind that is not known
            show_value(value)
            return "ok", value_of(value)
        except Ended:
            if cell.ended == "final":
                tell_last_figures()
            return None  # cell.ended says why
        except MemoryError as e:
            ballast = None
            return limit("memory", failure(e)["line"])
        except SystemExit as e:
            code = e.code
            if code is not None and not isinstance(code, int):
                Printed(2).write(str(code) + "\n")
                code = 1
            return "exit", {"code": (code or 0) & 255, "error": ""}
        except BaseException as e:
            return "error", failure(e)

    ballast = bytearray(4 << 20)  # so that there is room to say that there is none

    def run(request):
        nonlocal cell, ballast
        if AGENT:
            space["final_answer"] = final_answer  # a variable of that name does not hide it
            for name, function in kept.items():
                now = space.get(name, function)
                if now is not function:  # it is not lost
                    space[name + "_value"] = now
                space[name] = function
        cell = Cell(request["file"])
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        result = None
        try:
            result = outcome(request)
            if AGENT and result:
                write_notes()
            cell.open = False
        except Ended:
            cell.open = False  # it came while an exception was being described
        signal.setitimer(signal.ITIMER_REAL, 0)
        if cell.ended == "final":
            result = "final", cell.answer
        elif cell.ended == "interrupted":
            result = "interrupted", {}
        elif cell.ended:
            result = limit(cell.ended, cell.line)
        close(*result)
        cell = None
        try:
            ballast = ballast or bytearray(4 << 20)
        except MemoryError:
            pass

    def define(request):
        name, kind = request["name"], request["kind"]
        if kind == "tool":
            space[name] = define_tool(name, request["stub"])
            keep(name, space[name])
        elif kind == "stream":
            space[name] = TextStream(name)
            if AGENT and name == "stdin":
                sys.stdin = sys.__stdin__ = space[name]
        else:
            space[name] = from_json(request.get("value"))
        close("ok", {})

    def compile_only(request):
        nonlocal cell
        cell = Cell(request["file"])
        try:
            code = compile(without_nul(request["code"]), request["file"], "exec", AWAIT)
            text = ""
            if request.get("text"):
                import dis
                out = io.StringIO()
                dis.dis(code, file=out)
                text = out.getvalue()
            result = "ok", {"text": text}
        except (SyntaxError, ValueError, MemoryError, RecursionError) as e:
            result = "error", failure(e)
        cell = None
        close(*result)

    def incomplete(request):
        import codeop
        import warnings
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                more = codeop.compile_command(request["code"], "<stdin>", "exec") is None
        except (SyntaxError, ValueError, OverflowError):
            more = False
        close("ok", {"value": more})

    def beginning(v):
        """Equal to v as far as it is shown."""
        if type(v) in (str, list, tuple):
            return v[:100]
        if type(v) is dict:
            return dict(pair for i, pair in zip(range(40), v.items()))
        return v

    def parameters(code, defaults):
        names, n, keywords = code.co_varnames, code.co_argcount, code.co_kwonlyargcount
        rest = code.co_flags & 4
        shown = [name + "=..." * (i + defaults >= n) for i, name in enumerate(names[:n])]
        if rest or keywords:
            shown.append("*" + (names[n + keywords] if rest else ""))
        shown += names[n:n + keywords]
        if code.co_flags & 8:
            shown.append("**" + names[n + keywords + bool(rest)])
        return ", ".join(shown)

    def describe_one(name, v):
        size = ""
        if type(v) in (list, tuple, dict, set, str):
            n, text = len(v), type(v) is str
            size = " of %d%s" % (n, " characters" * text) if n > (100 if text else 10) else ""
        if isinstance(v, types.FunctionType):
            shown = "%s(%s)" % (v.__name__, parameters(v.__code__, len(v.__defaults__ or ())))
        else:
            shown = repr(beginning(v)).replace("\n", " ")
        shown = shown if len(shown) <= 100 else shown[:97] + "..."
        return "%s: %s%s = %s\n" % (name, type(v).__name__, size, shown)

    def describe(request):
        lines = []
        for name, v in list(space.items()):
            hidden = name.startswith("_") or name in own or kept.get(name) is v
            if hidden or isinstance(v, types.ModuleType):
                continue
            try:
                lines.append(describe_one(name, v))
            except Exception as e:
                lines.append("%s: %s = <%s>\n" % (name, type(v).__name__, type(e).__name__))
        close("ok", {"text": "".join(lines)[:VALUE_MAX // 6]})

    # --- life

    def prepare():
        nonlocal beside
        folders, serve_folders = hello.get("folders"), OURS.get("_folders")
        os.environ.update({
            "HOME": "/tmp", "LANG": "C.UTF-8", "MPLBACKEND": "Agg", "MPLCONFIGDIR": "/tmp/.mpl",
            "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"})
        if hello.get("tz"):
            os.environ["TZ"] = hello["tz"]
            time.tzset()
        try:
            os.chdir(folders[0][1:] if folders and not serve_folders else "/tmp")
        except OSError:
            pass
        sys.path[:] = [p for p in sys.path if p]
        sys.argv[:] = hello.get("argv") or [""]
        sys.stdin = io.TextIOWrapper(io.BufferedReader(Lines()), "utf-8", "replace", "\n")
        sys.stdout, sys.stderr = Printed(1), Printed(2)
        sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
        sys.modules["__main__"] = module
        sys.dont_write_bytecode = True
        if folders and serve_folders:
            serve_folders(hello, call, lambda: cell is not None)
        builtins.input, builtins.open = ask_line, open_file
        builtins.help = show_help
        builtins.__import__ = guarded_import
        if hello.get("warnings"):
            import warnings
            sys.warnoptions[:] = hello["warnings"]
            warnings._processoptions(sys.warnoptions)
        beside = find_beside() if hello.get("modules") else None
        if AGENT:
            space.update(final_answer=final_answer, __look_at__=look_at, __later__=call_later,
                         __awaited__=may_be_awaited, __each_awaited__=each_may_be_awaited)
            keep("final_answer", final_answer)
            for name, offered in TOOL_MODULES.items():
                sys.modules.setdefault(name, offered)
            import warnings
            warnings._warn_unawaited_coroutine = lambda coroutine: lost.append(coroutine.__name__)
        space["__builtins__"] = builtins
        own.update(space)
        if hello.get("strict_seed"):
            import random
            random.seed(hello.get("seed", 0))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
        signal.signal(signal.SIGALRM, tick)

    def preload():
        packages = {pattern.partition(".")[0] for pattern in imports or ()}
        for name in SLOW:
            if AGENT and name.partition(".")[0] in packages:
                try:
                    python_import(name)
                except Exception:
                    pass  # the code will see why

    version = "%d.%d.%d" % sys.version_info[:3]
    if sys.version_info >= (3, 8):
        prepare()
        preload()
    send("ready", python=version)
    serve = {"define": define, "run": run, "compile": compile_only, "incomplete": incomplete,
             "describe": describe}
    while True:
        request = receive()
        if request["t"] in serve:
            serve[request["t"]](request)
        elif request["t"] != "interrupt":
            os._exit(0)


_main()
