"""The channel to the host: frames, as docs/worker-protocol.md has them. It is descriptor 0, or two
pipes, 0 and 1; what code reads and prints by these numbers afterwards is nothing."""
import _thread
import json
import os
import select

from .settings import PIPES

READ_MAX = 1 << 20  # bytes taken at once
incoming = outgoing = os.dup(0)
if PIPES:
    outgoing = os.dup(1)
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
                part = part[os.write(outgoing, part):]


def exactly(count, read):
    parts = []
    while count:
        part = read(count)
        if not part:
            os._exit(0)  # the host is gone
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


class Bytes:
    """What has come, as it comes."""

    def read(self, count):
        return os.read(incoming, min(count, READ_MAX))

    def ready(self):
        return bool(select.select([incoming], [], [], 0)[0])


class Pieces(Bytes):
    """Into a pipe the frames come in pieces, each after its number and length, four bytes each: one
    that was sent twice, because nobody knew whether it had arrived, counts once."""
    piece, last = b"", 0

    def take_piece(self):
        read = super().read
        number, size = (int.from_bytes(exactly(4, read), "big") for _ in "12")
        data = exactly(size, read)
        if number > self.last:
            self.piece, self.last = data, number

    def read(self, count):
        while not self.piece:
            self.take_piece()
        part, self.piece = self.piece[:count], self.piece[count:]
        return part

    def ready(self):
        while not self.piece and super().ready():
            self.take_piece()
        return bool(self.piece)


source = Pieces() if PIPES else Bytes()


def receive():
    """A frame; the bytes of its tail are its `data`."""
    text = exactly(int.from_bytes(exactly(4, source.read), "big"), source.read)
    end = text.find(0)
    return json.loads(text) if end < 0 else dict(json.loads(text[:end]), data=text[end + 1:])
