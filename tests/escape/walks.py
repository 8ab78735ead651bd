# Ways to the host that work elsewhere: through modules, module dictionaries, classes, frames and
# tracebacks. Each ends in a call that would do something; each must fail on the way there.
import functools
import queue
import random
import sys
import traceback
import types
import warnings


def subclass(name):
    """The class of that name among all there are, as reached from a literal."""
    todo, seen = [().__class__.__base__], set()
    while todo:
        for c in type.__subclasses__(todo.pop()):
            if c.__name__ == name:
                return c
            if c not in seen:
                seen.add(c)
                todo.append(c)
    raise LookupError(name)


def frame_globals():
    """The globals of the outermost frame that a traceback leads to."""
    try:
        raise ValueError
    except ValueError as e:
        frame = e.__traceback__.tb_frame
        while frame.f_back:
            frame = frame.f_back
        return frame.f_globals


def code_with(**changes):
    def f():
        return 1
    return types.FunctionType(f.__code__.replace(**changes), {})


attacks = [
    ("os.system", "__import__('os').system('touch owned')"),
    ("os.popen", "__import__('os').popen('touch owned').read()"),
    ("os.fork", "__import__('os').fork()"),
    ("os.open", "__import__('os').open('owned', 65)"),
    ("os.listdir", "__import__('os').listdir('/etc')"),
    ("os.environ", "__import__('os').environ['PATH']"),
    ("posix", "__import__('posix').system('touch owned')"),
    ("subprocess", "__import__('subprocess').run(['touch', 'owned'])"),
    ("pty", "__import__('pty').spawn('sh')"),
    ("socket", "__import__('socket').socket().connect(('127.0.0.1', 1))"),
    ("ctypes", "__import__('ctypes').CDLL(None).system(b'touch owned')"),
    ("mmap", "__import__('mmap').mmap(-1, 4096)"),
    ("shutil", "__import__('shutil').rmtree('.')"),
    ("signal", "__import__('signal').raise_signal(9)"),
    ("gc to os", "[m for m in __import__('gc').get_objects() if hasattr(m, 'system')][0].system('id')"),
    ("sys.modules os", "sys.modules['os'].system('touch owned')"),
    ("sys.modules posix", "sys.modules['posix'].system('touch owned')"),
    ("sys.modules subprocess", "sys.modules['subprocess'].Popen('touch owned', shell=True)"),
    ("importlib", "__import__('importlib').import_module('os').system('touch owned')"),
    ("import builtins exec", "__import__('builtins').exec('import os; os.system(\"touch owned\")')"),
    ("builtins __import__", "__builtins__.__import__('os').system('touch owned')"),
    ("queue.threading._os", "queue.threading._os.system('touch owned')"),
    ("queue.threading._sys", "queue.threading._sys.modules['os'].system('touch owned')"),
    ("random._os", "random._os.system('touch owned')"),
    ("random dict", "random.__dict__['_os'].system('touch owned')"),
    ("inspect.os", "__import__('inspect').os.system('touch owned')"),
    ("asyncio subprocess",
     "__import__('asyncio').base_events.events.subprocess.run(['touch', 'owned'])"),
    ("warnings.sys", "warnings.sys.modules['os'].system('touch owned')"),
    ("filter getattr",
     "list(filter(functools.partial(getattr, warnings), ['sys']))[0].modules['os'].system('id')"),
    ("map getattr", "list(map(getattr, [warnings], ['sys']))[0].modules['os'].system('id')"),
    ("map partial",
     "list(map(functools.partial(getattr, warnings), ['sys']))[0].modules['os'].system('id')"),
    ("frame builtins", "sys._getframe().f_builtins['__import__']('os').system('touch owned')"),
    ("traceback globals", "frame_globals()['__builtins__']['__import__']('os').system('id')"),
    ("traceback module", "traceback.linecache.os.system('touch owned')"),
    ("catch_warnings", "subclass('catch_warnings')()._module.__builtins__['__import__']('os').system('id')"),
    ("BuiltinImporter", "subclass('BuiltinImporter')().load_module('os').system('touch owned')"),
    ("_wrap_close", "subclass('_wrap_close').__init__.__globals__['system']('touch owned')"),
    ("Popen class", "subclass('Popen')(['touch', 'owned'])"),
    ("FileLoader", "subclass('FileLoader')('x', '/etc/passwd').get_data('/etc/passwd')"),
    ("getattribute", "object.__getattribute__(functools, '__loader__').load_module('os').system('id')"),
    ("spec loader", "functools.__spec__.loader.load_module('os').system('touch owned')"),
    ("function globals", "functools.wraps.__globals__['__builtins__']['open']('/etc/passwd').read()"),
    ("closure globals", "functools.lru_cache(2).__globals__['os'].system('touch owned')"),
    ("format attributes", "'{0.__globals__[os].system}'.format(functools.wraps)('touch owned')"),
    ("open passwd", "open('/etc/passwd').read()"),
    ("open self", "open('/proc/self/environ').read()"),
    ("open write", "open('owned', 'w').write('x')"),
    ("open fd", "open(1, 'w').write('x')"),
    ("io.open", "__import__('io').open('/etc/passwd').read()"),
    ("io.FileIO", "__import__('io').FileIO('/etc/passwd').read()"),
    ("stdin buffer", "sys.stdin.buffer.raw.fileno() + 1"),
    ("stdout reopened", "type(sys.stdout)('/etc/passwd').read()"),
    ("breakpoint", "breakpoint()"),
    ("code consts", "code_with(co_consts=(), co_code=b'\\x64\\x00' * 99)()"),
    ("code names", "code_with(co_stacksize=1 << 20, co_code=b'\\xff' * 64)()"),
    ("pickle", "__import__('pickle').loads(b'cposix\\nsystem\\n(S\"touch owned\"\\ntR.')"),
    ("marshal", "types.FunctionType(__import__('marshal').loads(b'c' + b'\\0' * 80), {})()"),
]

reached = 0
for name, attack in attacks:
    try:
        result = eval(attack)
    except Exception:
        continue
    reached += 1
    print("REACHED", name, result)
try:
    open("owned")
except OSError:
    print(len(attacks), "attacks,", reached, "reached anything")
