# Classes 7, 8, 12, 15 and 16: sys leads only to modules of this interpreter.
import sys
import warnings
import queue
import random

for module in list(sys.modules.values()):
    for name in ("system", "popen", "Popen", "fork", "socket", "CDLL", "_os", "environ"):
        if hasattr(module, name) and name != "_os":
            print("reaches", module, name)
print("os" in sys.modules, "subprocess" in sys.modules, "posix" in sys.modules)
for get in (lambda: sys.modules["os"].system(":"), lambda: random._os.system(":"),
            lambda: queue.threading._os.system(":"), lambda: queue.threading._sys.modules["os"],
            lambda: random.__dict__["_os"], lambda: warnings.sys.modules["os"].system(":"),
            lambda: sys.modules["builtins"].open("/etc/passwd"), lambda: sys.stdout.buffer.raw.name,
            lambda: sys.__stdin__.fileno(), lambda: sys.stdin.buffer.raw, lambda: sys.meta_path[0].load_module("os"),
            lambda: sys.path_hooks[0]("/"), lambda: sys._getframe(0).f_globals["os"]):
    try:
        print("got", get())
    except (KeyError, AttributeError, PermissionError, ImportError, OSError, IndexError):
        print("refused")
sys.path.insert(0, "/usr/lib/python3")
try:
    import antigravity
except ImportError:
    print("refused")
