"""What is asked of the host while a cell runs."""
import builtins
import time

from . import running
from .channel import lock, receive, send
from .output import flush


def call(kind, name, **members):
    """What the host answers; the clock of the cell stands still meanwhile."""
    cell = running.cell
    if cell is None:
        raise RuntimeError("no cell is running")
    flush()
    start = time.monotonic_ns()
    with lock:
        send("call", kind=kind, name=name, **members)
        answer = receive()
        while answer["t"] == "interrupt":
            cell.ends("interrupted")
            answer = receive()
    cell.host_ns += time.monotonic_ns() - start
    if answer.get("end"):
        cell.end("interrupted")
    return answer


def raise_from(answer):
    """Raises the error that an answer tells of."""
    kind = getattr(builtins, answer.get("error_type", "RuntimeError"), RuntimeError)
    usable = isinstance(kind, type) and issubclass(kind, Exception)
    raise (kind if usable else RuntimeError)(answer["error"])
