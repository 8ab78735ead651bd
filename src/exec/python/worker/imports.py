"""Imports: which ones code may have, and modules beside the program's file, which the host reads
for it."""
import builtins
import os
import sys

from . import running
from .host import call
from .names import TOOL_MODULES
from .pictures import watch_figures
from .running import space
from .settings import AGENT, LEVEL, hello
from .tools import mark_async

SLOW = ("numpy", "pandas", "matplotlib.pyplot")  # imported ahead
imports, python_import = hello.get("imports"), builtins.__import__
beside = None  # the finder of modules beside the program's file, where there are any


def authorised(name):
    if AGENT and name in TOOL_MODULES:
        return True
    for pattern in ("*",) if imports is None else imports:
        base = pattern[:-2] if pattern.endswith(".*") else pattern
        if pattern == "*" or name == base or name.startswith(base + "."):
            return True
    return False


def find_beside():
    """Modules beside the program go before what is installed, as in a script's folder."""
    global beside
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
            if running.cell is None or "\0" in name or parent and not is_beside(vars(parent)):
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
    beside = Beside


def is_beside(names):
    """Are these the globals of a module beside the program, or of a folder of such?"""
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


def missing():
    """The first wanted package that is not installed."""
    from importlib.util import find_spec
    for name in hello.get("wanted", ()):
        try:
            if find_spec(name.partition(".")[0]) is None:
                return name
        except Exception:
            pass  # a module that is there in a way of its own
    return None


def preload():
    """While the agent's model thinks: what takes long, of what is authorised by name."""
    packages = {pattern.partition(".")[0] for pattern in imports or ()}
    for name in SLOW:
        if AGENT and name.partition(".")[0] in packages:
            try:
                python_import(name)
            except Exception:
                pass  # the code will see why
