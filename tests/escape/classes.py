# Each of the 28 classes of attack that the tests of smolagents' own executor know (README.md), by its number: what
# it tries, ended by something that would do harm outside, and what it came to. Nothing may come to "DONE".
import functools
import sys
import warnings


class A:
    def method(self):
        pass


def walk(cls, name):
    """The class of that name below cls."""
    todo, seen = [cls], set()
    while todo:
        for c in type.__subclasses__(todo.pop()):
            if c.__name__ == name:
                return c
            if c not in seen:
                seen.add(c)
                todo.append(c)
    raise LookupError(name)


def outer_globals():
    try:
        1 / 0
    except ZeroDivisionError as e:
        return e.__traceback__.tb_frame.f_back.f_globals["__builtins__"]


def func():
    pass


DANGEROUS = "builtins io multiprocessing os pathlib pty shutil socket subprocess sys"
attacks = {
    1: ["__import__('os').system('id')", "exec('import os\\nos.system(\"id\")')"],
    2: ["__import__('builtins').open('/etc/passwd')"],
    3: ["__import__('builtins').print('prints, as any print')"],
    4: ["__import__('builtins').exec('import os; os.system(\"id\")')"],
    5: ["__import__('os').popen('id').read()"],
    6: ["eval(__import__('builtins').compile('__import__(\"os\").getppid()', 'f', 'eval'))",
        "__import__('builtins').__import__('os').system('id')", "__import__('builtins').globals()['os'].system('id')",
        "__import__('builtins').eval('open(\"/etc/passwd\")')", "__import__('posix').system('id')"],
    7: ["sys.modules['os'].system(':')"],
    8: [f"sys.modules['{m}'].{do}" for m, do in zip(DANGEROUS.split(), (
        "open('/etc/passwd')", "open('/etc/passwd')", "Process(target=print).start()",
        "system(':')", "Path('/etc/passwd').read_text()", "spawn('sh')", "rmtree('/nowhere')", "socket()", "Popen('id')",
        "modules['os'].system(':')"))],
    9: ["__import__('importlib').import_module('os').system(':')"],
    10: ["__import__('queue').threading._os.system(':')"],
    11: ["__import__('random')._os.system(':')"],
    12: ["__import__('random').__dict__['_os'].system(':')"],
    13: ["__import__('doctest').inspect.os.system(':')"],
    14: ["__import__('asyncio').base_events.events.subprocess.Popen('id')"],
    15: ["__import__('queue').threading._sys.modules['os'].system(':')"],
    16: ["__import__('warnings').sys.modules['os'].system(':')"],
    17: ["list(filter(functools.partial(getattr, warnings), ['sys']))[0].modules['os'].system(':')"],
    18: ["list(map(getattr, [warnings], ['sys']))[0].modules['os'].system(':')"],
    19: ["list(map(functools.partial(getattr, warnings), ['sys']))[0].modules['os'].system(':')"],
    20: ["sys._getframe().f_builtins['__import__']('os').system(':')", "sys._getframe(1).f_builtins['open']('/etc/passwd')"],
    21: ["outer_globals().__import__('os').system(':')", "outer_globals().open('/etc/passwd')",
         "setattr(__import__, '__module__', None) or outer_globals().__import__('os').system(':')"],
    22: ["walk({}.__class__.__base__, 'catch_warnings')()._module.__builtins__['__import__']('os').system(':')"],
    23: ["walk({}.__class__.__base__, 'BuiltinImporter')().load_module('os').system(':')"],
    24: ["walk(().__class__.__base__, 'Popen')('id')",
         "[c for c in ().__class__.__base__.__subclasses__() if 'Popen' in str(c)][0]('id')"],
    25: ["A().__class__.method.__globals__['sys'].modules['os'].system(':')",
         "A.__dict__['method'].__globals__['__builtins__'].open('/etc/passwd')"],
    26: ["getattr(A(), '__class__').method.__globals__['sys'].modules['os'].system(':')"],
    27: ["walk(getattr('', [n for n in ''.__dir__() if n == '__class__'][0]).__base__, 'Popen')('id')"],
    28: ["walk(type.__getattribute__(func.__getattribute__('__class__'), '__bases__')[0], 'Popen')('id')"],
}
for number, sources in attacks.items():
    for source in sources:
        try:
            v = eval(source)
            print(number, "harmless" if v is None and number == 3 else f"DONE {v!r}")
        except Exception as e:
            print(number, type(e).__name__)
