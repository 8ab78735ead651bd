# Attribute walks lead to types of this interpreter and nowhere outside.
found = [c.__name__ for c in object.__subclasses__()]
print(any(n in found for n in ("Popen", "FileIO", "_wrap_close", "CDLL")))


def f():
    pass


print(sorted(k for k in f.__globals__ if k in ("os", "subprocess", "open")))
for name in ("os", "subprocess", "socket", "ctypes", "pathlib", "shutil", "multiprocessing", "pty"):
    try:
        module = __import__(name)
    except ImportError:
        continue
    for part in ("system", "popen", "fork", "execv", "environ", "listdir", "remove", "Popen", "socket", "CDLL"):
        if getattr(module, part, None):  # environ is empty
            print(name, part)
