"""What is printed: gathered, sent to the host in pieces, and counted against the cell's limit."""
import io

from . import running
from .channel import lock, send
from .settings import OUTPUT

PIECE = 1 << 17  # characters of one frame
pieces, waiting = [], 0  # (descriptor, text) that was not sent yet, and how much that is


def flush():
    global waiting
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
            send_text(fd, "".join(texts))


def send_text(fd, text):
    for i in range(0, len(text), PIECE):
        part = text[i:i + PIECE]
        try:
            part.encode()
            send("out", fd=fd, text=part)
        except UnicodeEncodeError:
            send("out", fd=fd, text=part.encode("utf-8", "backslashreplace").decode())


class Printed(io.TextIOBase):
    """What sys.stdout and sys.stderr are."""
    encoding, errors = "utf-8", "backslashreplace"

    def __init__(self, fd):
        self.fd, self.name = fd, ("<stdout>", "<stderr>")[fd - 1]

    def writable(self):
        return True

    def write(self, text):
        global waiting
        if not isinstance(text, str):
            raise TypeError("write() argument must be str, not " + type(text).__name__)
        cell, size = running.cell, len(text)
        if cell is not None and OUTPUT:
            size = len(text.encode("utf-8", "backslashreplace"))
            if cell.printed + size > OUTPUT:
                self._write_last(cell, text)
        if cell is not None:
            cell.printed += size
            cell.within = not text.endswith("\n") if text else cell.within
        pieces.append((self.fd, text))
        waiting += size
        if waiting > PIECE:
            flush()
        return len(text)

    def _write_last(self, cell, text):
        """As much of the text as there is room for; it ends the cell."""
        room = OUTPUT - cell.printed
        cut = text[:room].encode("utf-8", "ignore")[:room].decode("utf-8", "ignore")
        pieces.append((self.fd, cut))
        cell.printed = OUTPUT
        flush()
        cell.end("output")

    def flush(self):
        flush()
