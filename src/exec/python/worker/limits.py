"""Limits of a cell, and the tick: while code runs a signal comes often, whose handler looks at the
clock and at the channel."""
import signal

from . import running
from .channel import lock, receive, source
from .output import flush
from .settings import MEMORY, OUTPUT, TIMEOUT

TICK = 0.02  # s
LIMITS = {"time": "time limit of %g s" % (TIMEOUT / 1e9),
          "memory": "memory limit of %d bytes" % MEMORY,
          "output": "output limit of %d bytes" % OUTPUT}


def tick(number, frame):
    cell = running.cell
    if cell is None or not cell.open or lock._is_owned():
        return  # between cells, in the middle of a frame, or of a call of the host
    if not lock.acquire(True, TICK):
        return  # a thread is in the middle of one
    try:
        flush()
        if source.ready():
            receive()  # nothing but an interrupt is due now
            cell.ends("interrupted")
    finally:
        lock.release()
    if TIMEOUT and cell.spent() > TIMEOUT:
        cell.ends("time")
    if cell.ended:
        cell.end(cell.ended)


def take_signals():
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
    signal.signal(signal.SIGALRM, tick)


def start_ticks():
    signal.setitimer(signal.ITIMER_REAL, TICK, TICK)


def stop_ticks():
    signal.setitimer(signal.ITIMER_REAL, 0)


def limit(which, line):
    """The closing frame of a cell that a limit has ended: its type and members."""
    text = "LimitError: %s reached%s; the code was ended\n" % (
        LIMITS[which], " at line %d" % line if line else "")
    return "limit", {"limit": which, "error": text, "error_type": "LimitError", "line": line}
