"""Tools as code sees them: functions of the signatures that the host wrote, and what becomes of
calls of them that are awaited (awaited.py puts call_later() and its like into cells)."""
import _thread
import sys
import types

from . import _values as table
from .concurrent import awaited, result_in_thread, result_of
from .host import call
from .names import kept
from .running import is_ours
from .values import TOO_LARGE, crossing, too_large

MAIN_THREAD = _thread.get_ident()
GIVEN = {type(None), bool, int, float, str, list, dict}  # types of what a tool gives
tool_gave = False  # a tool has given something: values of such types may be awaited
laters = {}  # tool: what calls it so that it can be awaited
marked_async = []  # tools


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
        members = crossing(table.arguments, name, dict(bound.arguments))
        if too_large(members):
            raise ValueError("the arguments are " + TOO_LARGE)
        return members

    def later(*args, **kwargs):
        coroutine = awaited(name, arguments(args, kwargs))
        coroutine.__name__ = coroutine.__qualname__ = name
        return coroutine

    def tool(*args, **kwargs):
        global tool_gave
        if is_async and "asyncio" in sys.modules:
            if sys.modules["asyncio"]._get_running_loop() is not None:
                return later(*args, **kwargs)
        members, tool_gave = arguments(args, kwargs), True
        if _thread.get_ident() != MAIN_THREAD:
            return result_in_thread(name, members)
        return result_of(call("tool", name, args=members))

    is_async = shape.__code__.co_flags & 0x80  # async def
    if is_async:
        marked_async.append(tool)
        mark_async()
    laters[tool] = later
    tool.__name__ = tool.__qualname__ = name
    tool.__doc__, tool.__annotations__ = shape.__doc__, shape.__annotations__
    tool.__wrapped__, tool.__stub__ = shape, stub
    return tool


def mark_async():
    """Of async tools inspect and asyncio say so, as soon as they are there."""
    mark = getattr(sys.modules.get("inspect"), "markcoroutinefunction", None)
    named = getattr(getattr(sys.modules.get("asyncio"), "coroutines", None), "_is_coroutine", None)
    for tool in marked_async:
        if mark:
            mark(tool)
        elif named:
            tool._is_coroutine = named


def of_asyncio(function):
    function = getattr(function, "__func__", function)
    module = getattr(function, "__module__", None) or ""
    ours = is_ours(getattr(function, "__globals__", None)) and function not in laters
    return ours or str(module).partition(".")[0] == "asyncio"


def call_later(function, *taker):
    """What calls a tool so that it can be awaited; anything else as it is."""
    tool = isinstance(function, types.FunctionType) and function in laters
    return laters[function] if tool and all(map(of_asyncio, taker)) else function


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
