# Classes 1-6 and 9: modules that reach outside do not exist, however they are asked for, and builtins
# holds what every program has anyway.
import builtins

OUTSIDE = """
os subprocess socket ctypes multiprocessing pathlib shutil pty posix _posixsubprocess _io signal
tempfile fcntl mmap resource threading _thread asyncio.subprocess asyncio.events asyncio.base_events
os.path posixpath nt _ctypes _socket ssl http.client urllib.request ftplib smtplib webbrowser pickle
marshal shelve dbm sqlite3 runpy pkgutil zipimport imp code pdb site sysconfig getpass pwd
glob fileinput select syslog tracemalloc faulthandler
""".split()
PARTS = """
system popen Popen fork execv socket CDLL open_code remove listdir environ kill urlopen
""".split()
found = []
for name in OUTSIDE:
    for ask in (__import__, builtins.__import__,
                lambda n: __import__('importlib').import_module(n), lambda n: exec("import " + n, {}),
                lambda n: eval("__import__(%r)" % n)):
        try:
            module = ask(name)
        except ImportError:
            continue
        for part in PARTS:
            if getattr(module, part, None) and (name, part) != ('platform', 'system'):  # that is a name; environ is empty
                found.append((name, part))
print(found)
builtins.print("builtins are the program's own")
try:
    builtins.exec("import os; os.system('id')")
except (ImportError, AttributeError):
    print("refused")
for name in ("system", "popen", "fork", "__loader__x"):
    print(name, hasattr(builtins, name))
