"""Imports: which ones code may have, and modules beside the program's file, which the host reads
for it."""
import builtins
import importlib
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
python_module = importlib.import_module
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


def is_installed(name):
    """Is it of no part of Python itself, whether or not it is there?"""
    top = name.partition(".")[0]
    if hasattr(sys, "stdlib_module_names"):  # from 3.10 on
        return top not in sys.stdlib_module_names and top != "__main__"
    from importlib.util import find_spec
    try:
        origin = find_spec(top).origin or ""
    except (AttributeError, ValueError):
        return top not in sys.modules
    return os.sep in origin and (not origin.startswith(os.path.dirname(os.__file__)) or
                                 "-packages" + os.sep in origin)


def leads_to_authorised(name, names):
    """Is it no more than the package of what is authorised, with what is taken from it?"""
    parts = ["%s.%s" % (name, each) for each in names or ()]
    return all(authorised(part) or any(known.startswith(part + ".") for known in imports)
               for part in parts or [name])


def check(name, names):
    """Raises for a module that the code may not import."""
    top = name.partition(".")[0]
    if not (authorised(name) or hello.get("installed") and is_installed(name) or
            beside and (top in sys.modules and is_beside(vars(sys.modules[top])) or
                        top not in sys.modules and beside.find_spec(top)) or
            leads_to_authorised(name, names)):
        note("!" + name)
        raise ImportError("import of '%s' is not authorised" % name, name=name)


def note(name):
    """For the host, in the order of the imports."""
    if running.cell is not None and len(running.cell.imports) < 100 and len(name) < 40:
        running.cell.imports[name] = None


def is_code(names):
    """Are these the globals of the code itself? Packages may import what they need."""
    return names is space or is_beside(names or {})


def guarded_import(name, globals=None, locals=None, fromlist=(), level=0):
    names = sys._getframe(1).f_globals if globals is None else globals
    ours = level == 0 and is_code(names)
    if ours:
        check(name, fromlist)
    imported = python_import(name, globals, locals, fromlist, level)
    if ours:
        watch_figures()
        mark_async()
        for each in (name, *("%s.%s" % (name, part) for part in fromlist or ())):
            if each in sys.modules and not is_beside(vars(sys.modules[each])):
                note(each)
    return imported


def guarded_module(name, package=None):
    """importlib.import_module."""
    if not is_code(sys._getframe(1).f_globals) or name.startswith("."):
        return python_module(name, package)
    guarded_import(name, space)
    return sys.modules[name]


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
