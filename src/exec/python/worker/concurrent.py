"""Concurrent calls of tools: those that code awaits, and those of its threads, of which the one
that has the channel waits for all."""
import _thread
import sys
import time

from . import running
from .channel import lock
from .host import call, raise_from
from .values import from_json

LOOK_NS = 50000000  # between looks at what else may wake the loop
calls = {}  # number of a call that is awaited: its future
threads, ended = set(), {}  # numbers of calls of threads; answers to those that have ended
coming = set()  # threads that are about to begin one


def idle_ns(loop):
    """How long the loop has nothing to do. A loop of another make is looked after often."""
    ready, timers = getattr(loop, "_ready", None), getattr(loop, "_scheduled", ())
    if ready is None:
        return LOOK_NS // 10
    left = (timers[0].when() - loop.time()) * 1e9 if timers else LOOK_NS
    return 0 if ready else max(0, min(int(left), LOOK_NS))


def collect(loop):
    """Once a turn of the loop, while it has calls: gives one that ended to its future."""
    if running.cell is None or not any(f.get_loop() is loop for f in calls.values()):
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


def result_in_thread(name, members):
    """The result of a call, while other threads make theirs."""
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
    """The result of a call that the running loop waits for."""
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
