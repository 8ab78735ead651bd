# Classes 22-25, 27 and 28: walks over the class hierarchy find classes of this interpreter.
def all_subclasses(cls, seen):
    for c in type.__subclasses__(cls):
        if c not in seen:
            seen.add(c)
            all_subclasses(c, seen)
    return seen


everything = all_subclasses(().__class__.__base__, set())
print(len(everything) > 100)
print(sorted(c.__name__ for c in everything if c.__name__ in (
    "Popen", "_wrap_close", "CDLL", "LibraryLoader", "FileIO", "FileLoader", "socket", "_io._RawIOBase",
    "Process", "Thread", "_ModuleLock", "mmap", "Unpickler")))
for c in everything:
    if c.__name__ == "BufferedReader":
        try:
            print(c("/etc/passwd").read())
        except TypeError as e:
            print(e)
for c in list(everything):
    f = c.__dict__.get("__init__")
    names = getattr(f, "__globals__", {})
    for name in ("os", "sys", "subprocess", "socket", "posix", "shutil"):
        if name in names and hasattr(names[name], "system"):
            print("reaches", c, name)
for loader in ("BuiltinImporter", "FrozenImporter", "SourceFileLoader"):
    for c in everything:
        if c.__name__ == loader:
            try:
                print(loader, c().load_module("os"))
            except (AttributeError, ImportError, TypeError):
                print(loader, "loads nothing")
warned = [c for c in everything if c.__name__ == "catch_warnings"]
for c in warned:
    try:
        print(c()._module.__builtins__["open"]("/etc/passwd"))
    except (AttributeError, OSError, TypeError, KeyError) as e:
        print("catch_warnings", type(e).__name__)


def func():
    pass


cls = func.__getattribute__("__class__")
print(cls.__name__, type.__getattribute__(cls, "__bases__")[0].__name__)
print("__class__" in "string".__dir__(), isinstance(func.__dict__, dict))
for attribute in ("__subclasses__", "__mro__", "__globals__", "__builtins__", "__code__", "__closure__"):
    for o in (func, cls, "".join, print, len, (1).__class__):
        v = getattr(o, attribute, None)
        if hasattr(v, "system") or hasattr(v, "popen"):
            print("reaches", o, attribute)
