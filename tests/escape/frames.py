# Classes 20 and 21: frames and tracebacks lead to the program's own names.
import sys


def builtins_of(names):
    b = names["__builtins__"]
    return b if isinstance(b, dict) else vars(b)


def walk():
    try:
        1 / 0
    except ZeroDivisionError as e:
        return e.__traceback__.tb_frame.f_back.f_globals


for name, get in (("frame builtins", lambda: sys._getframe().f_builtins["__import__"]("os")),
                  ("frame globals", lambda: sys._getframe(1).f_globals["os"]),
                  ("traceback", lambda: builtins_of(walk())["__import__"]("os").system("id")),
                  ("code", lambda: (lambda: 0).__code__.replace(co_code=b"\x64\x00\x53\x00" * 100)()),
                  ("generator", lambda: (x for x in ()).gi_frame.f_back.f_globals["os"]),
                  ("function globals", lambda: walk.__globals__["__builtins__"].open("/etc/passwd").read())):
    try:
        print(name, "got", get())
    except (ImportError, AttributeError, KeyError, ValueError, TypeError, OSError, NotImplementedError) as e:
        print(name, type(e).__name__)
try:
    __import__.__module__ = None
    __import__("os")
except (AttributeError, TypeError, ImportError):
    print("refused")
