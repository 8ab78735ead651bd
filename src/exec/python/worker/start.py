"""The start of the worker, and its life: it does what the host asks, one request after another."""
import builtins
import importlib
import io
import linecache
import os
import sys
import time

from . import _values as table
from .answer import final_answer
from .cells import close, compile_only, incomplete, run
from .channel import receive, send
from .describe import describe, own
from .files import Lines, ask_line, granted, open_file
from .imports import find_beside, guarded_import, guarded_module, missing, preload
from .limits import take_signals
from .names import TOOL_MODULES, keep, look_at, lost
from .output import Printed
from .running import module, space
from .settings import AGENT, hello
from .streams import TextStream
from .tools import call_later, define_tool, each_may_be_awaited, may_be_awaited, show_help
from .values import from_json

try:  # it is a part where granted folders are on another machine
    from .folders import serve_folders
except ImportError:
    serve_folders = None


def prepare_process():
    folders = hello.get("folders")
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


def prepare_sys():
    sys.path[:] = [p for p in sys.path if p]
    sys.argv[:] = hello.get("argv") or [""]
    sys.stdin = io.TextIOWrapper(io.BufferedReader(Lines()), "utf-8", "surrogateescape", "\n")
    sys.stdout, sys.stderr = Printed(1), Printed(2)
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
    sys.modules["__main__"] = module
    sys.dont_write_bytecode = True
    linecache.cache.clear()  # later Pythons keep the text of -c for tracebacks of any "<string>"


def prepare_builtins():
    if hello.get("folders") and serve_folders:
        serve_folders()
    builtins.input, builtins.open = ask_line, open_file
    builtins.help = show_help
    builtins.__import__, importlib.import_module = guarded_import, guarded_module


def prepare_agent():
    """What an agent's cells have besides."""
    import warnings
    space.update(final_answer=final_answer, __look_at__=look_at, __later__=call_later,
                 __awaited__=may_be_awaited, __each_awaited__=each_may_be_awaited)
    keep("final_answer", final_answer)
    for name, offered in TOOL_MODULES.items():
        sys.modules.setdefault(name, offered)
    warnings._warn_unawaited_coroutine = lambda coroutine: lost.append(coroutine.__name__)


def fetch(handle):
    return granted("handle:" + handle, None)


def prepare():
    prepare_process()
    prepare_sys()
    prepare_builtins()
    if hello.get("warnings"):
        import warnings
        sys.warnoptions[:] = hello["warnings"]
        warnings._processoptions(sys.warnoptions)
    if hello.get("modules"):
        find_beside()
    if AGENT:
        prepare_agent()
    space["__builtins__"] = builtins
    own.update(space)
    if hello.get("strict_seed"):
        import random
        random.seed(hello.get("seed", 0))
    table.fetch = fetch
    take_signals()


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


REQUESTS = {"define": define, "run": run, "compile": compile_only, "incomplete": incomplete,
            "describe": describe}


def serve():
    if sys.version_info >= (3, 8):
        prepare()
    send("ready", python="%d.%d.%d" % sys.version_info[:3], missing=missing())
    preload()
    while True:
        request = receive()
        if request["t"] in REQUESTS:
            REQUESTS[request["t"]](request)
        elif request["t"] != "interrupt":
            os._exit(0)
