# Runs in the isolate of a file of tools before anything else: load() runs the file and tells the host what
# tools it has, call() runs one of them. For a file of --check-py load_check() and judge() do so. The host defines _setup (a dict), _tell and the functions that
# the grants allow, and serves the modules.
import base64
import json
import os
import sys
import types

import _values
import _tool_rules as rules
import smolagents
from _tool_rules import fault

sys.modules['smolagents.tools'] = smolagents
smolagents.tools = smolagents
FILE = _setup['file']
missed = []  # variables of the environment that were asked for and not granted


class Environment(dict):
    # Of the granted variables. Who asks for another is told how to grant it.
    def __missing__(self, name):
        raise KeyError(f'{name}: {grant_of(name)}')

    def get(self, name, default=None):
        if name not in self and name not in missed:
            missed.append(name)
        return super().get(name, default)


def grant_of(name):
    if name in _setup['granted']:
        return 'it was granted, and is not set'
    if _setup['judges']:
        return 'a check has no grants; it judges by what it is given'
    return f'it was not granted; --tool-file {_setup["path"]}:{",".join([*_setup["grants"], "env:" + name])} does that'


os.environ = Environment(_setup['env'])
os.getenv = os.environ.get
os.environb = None


# ---- what went wrong ------------------------------------------------------------------------------

def line_of(error):
    """The last line of the file that it passed; 0: none."""
    line, at = 0, error.__traceback__
    while at:
        if at.tb_frame.f_code.co_filename == FILE:
            line = at.tb_lineno
        at = at.tb_next
    return line


def text_of(error):
    """Its message, with the class where the code does not have that."""
    words = error.args[0] if isinstance(error, KeyError) and len(error.args) == 1 else error
    name = type(error).__name__
    try:
        text = str(words)
    except Exception:
        text = ''
    if type(error).__module__ != 'builtins' and name != builtin_of(error):
        text = f'{name}: {text}' if text else name
    return text


def builtin_of(error):
    """The nearest class of the error that every program has."""
    for cls in type(error).__mro__:
        if cls.__module__ == 'builtins' and issubclass(cls, Exception):
            return cls.__name__
    return 'RuntimeError'


def with_missed(text):
    """What the error may be about."""
    return text + ''.join(f'; {name} was asked for: {grant_of(name)}' for name in missed if name not in text)


def explain(error):
    """A file that is wrong, or one that does not start: {line, text, starts}."""
    kind = type(error).__name__
    if hasattr(error, 'tool_line'):
        return {'line': error.tool_line or line_of(error), 'text': str(error), 'starts': True}
    if isinstance(error, SyntaxError):
        return {'line': error.lineno, 'text': f'{kind}: {error.msg}; correct the line', 'starts': True}
    if isinstance(error, ImportError):
        return {'line': line_of(error), 'text': import_text(error), 'starts': True}
    if isinstance(error, NameError):
        return {'line': line_of(error), 'text': f'{error}; define or import it above', 'starts': True}
    text = with_missed(f'{kind}: {text_of(error)}' if type(error).__module__ == 'builtins' else text_of(error))
    return {'line': line_of(error), 'text': f'the file does not start: {text}', 'starts': False}


def import_text(error):
    text = str(error)
    if '--tool-file' in text or text.startswith('smolagents has no') or 'no grants' in text:
        return text
    if _setup['judges']:
        return f"{text}; a check has the modules of 'smolagent help modules'"
    return (f"{text}; a file of tools has the modules of 'smolagent help modules', smolagents (tool, Tool) and, "
            'granted, requests')


# ---- loading --------------------------------------------------------------------------------------

def check_imports():
    """Before anything runs, so that one within a function does not fail in the middle of a task."""
    for line, name in rules.imports(rules.source):
        try:
            if name.startswith('.') or not name:
                raise ImportError('the file is alone: it has no modules beside it')
            __import__(name)
        except ImportError as e:
            raise fault(ImportError, line, *import_text(e).rsplit('; ', 1)) from None


def own_classes(names):
    """Subclasses of Tool that the file defines, but those that only others are made of."""
    found = [v for v in names.values() if isinstance(v, type) and issubclass(v, smolagents.Tool)
             and v.__module__ == names['__name__']]
    found = list(dict.fromkeys(found))
    bases = {base for cls in found for base in cls.__mro__[1:]}
    return [cls for cls in found if cls not in bases or getattr(cls, 'name', None)]


def make(cls):
    """An instance, as the file made none."""
    given = cls.__init__
    values, _ = rules.signature(given) if isinstance(given, types.FunctionType) else ({}, None)
    wanted = [name for name, value in list(values.items())[1:] if value is rules.NONE]
    if wanted:
        raise fault(TypeError, rules.source.attribute(cls, '__init__'),
                    f'class {cls.__name__} cannot be made without {", ".join(wanted)}',
                    f'give them defaults, or make one in the file: {cls.__name__.lower()} = {cls.__name__}(...)')
    return cls()


def find_tools(names):
    made = list(smolagents._made)
    made += [v for v in names.values() if isinstance(v, smolagents.Tool) and all(v is not m for m in made)]
    there = {type(tool) for tool in made}
    return made + [make(cls) for cls in own_classes(names) if cls not in there]


def check_names(tool, names):
    function = getattr(tool, '__wrapped__', None)
    node = rules.source.function(function.__code__) if function else rules.source.cls(type(tool))
    wrong = rules.undefined(rules.source, node, names) if node else None
    if wrong:
        raise fault(NameError, wrong[0], f'tool {tool.name!r} uses {wrong[1]!r}, which nothing defines',
                    'define or import it in the file, or make it a parameter')


def check_tools(tools, names):
    lines = {}
    for tool in tools:
        line = tool._descriptor['line']
        if tool.name in lines:
            raise fault(ValueError, line, f'there are two tools {tool.name!r}, the other in line {lines[tool.name]}',
                        'give one of them another name')
        lines[tool.name] = line
        check_names(tool, names)
    if not tools:
        raise fault(ValueError, 0, 'there is no tool in the file',
                    'put @tool before a function, or write a subclass of Tool')


def run(text):
    """Runs the file; its names."""
    rules.source = rules.Source(text, FILE)
    check_imports()
    name = _setup['name']
    module = types.ModuleType('tool_file' if name in sys.modules else name)
    module.__file__ = FILE
    sys.modules[module.__name__] = module
    exec(compile(text, FILE, 'exec', dont_inherit=True), module.__dict__)
    return module.__dict__


def tell_of(read, text):
    try:
        told = read(run(text))
    except BaseException as e:
        told = explain(e)
    _tell(json.dumps(told))


def read_tools(names):
    global tools
    tools = find_tools(names)
    check_tools(tools, names)
    return {'tools': [tool._descriptor for tool in tools]}


def load(text):
    if 'http' in _setup['grants']:
        import requests
        requests._fetch = _fetch
    tell_of(read_tools, text)


# ---- calling --------------------------------------------------------------------------------------

class NoResult(TypeError):
    """What a tool gives cannot be passed on."""


def as_json(value):
    try:
        return json.dumps(_values.plain(value, 'its result'))
    except _values.Refused as e:
        raise NoResult(str(e)) from None
    except RecursionError:
        raise NoResult('its result is too deep') from None


def handle_of(data):
    """Bytes stay on the host: the code has a name of them."""
    media = _values.media(data)
    return _keep(media['type'], media['mime'], media['data'])


def call(number):
    given, tool = globals().pop('_arguments'), tools[number]
    missed.clear()
    try:
        for name in tool._handles:
            if isinstance(given.get(name), str):
                given[name] = base64.b64decode(_bytes(given[name]))
        value = tool(**given)
        if isinstance(value, (bytes, bytearray)):
            value = handle_of(bytes(value))
        _tell(as_json(value))
    except BaseException as e:
        line = line_of(e)
        where = f' ({FILE} line {line})' if line and not isinstance(e, NoResult) else ''
        text = str(e) if isinstance(e, NoResult) else text_of(e)
        _fail(builtin_of(e), with_missed((text or type(e).__name__) + where))


# ---- judging --------------------------------------------------------------------------------------

SHAPE = 'write def check(answer, steps), which returns True, or a text that says why the answer is refused'


def find_check(names):
    found = names.get('check')
    if found is None:
        raise fault(ValueError, 0, 'there is no function check in the file', SHAPE)
    node = rules.source.function(found.__code__) if isinstance(found, types.FunctionType) else None
    line = node.lineno if node else 0
    if not callable(found):
        raise fault(TypeError, 0, f'check is of type {type(found).__name__}, no function', SHAPE)
    if isinstance(found, types.FunctionType) and (wrong := odd_parameters(found.__code__, found)):
        raise fault(TypeError, line, f'check {wrong}', SHAPE)
    unknown = rules.undefined(rules.source, node, names) if node else None
    if unknown:
        raise fault(NameError, unknown[0], f'check uses {unknown[1]!r}, which nothing defines',
                    'define or import it in the file')
    return found


def odd_parameters(code, function):
    """Why it cannot be called as check(answer, steps), or not be waited for; None: it can."""
    least = code.co_argcount - len(function.__defaults__ or ())
    named = code.co_varnames[code.co_argcount:code.co_argcount + code.co_kwonlyargcount]
    wanted = [name for name in named if name not in (function.__kwdefaults__ or {})]
    if code.co_flags & 0x2A0:  # a generator, a coroutine, or both
        return 'is async or a generator'
    if wanted:
        return f'wants {wanted[0]} by name'
    if least > 2 or not code.co_flags & 4 and code.co_argcount < 2:
        count = least if least > 2 else code.co_argcount
        return f'takes {count} parameter{"s" * (count != 1)}'
    return None


def read_check(names):
    global check
    check = find_check(names)
    return {}


def load_check(text):
    tell_of(read_check, text)


def bare_assertion(line):
    text = rules.source.lines[line - 1].strip() if line else ''
    return f'this does not hold: {text}' if text else 'the check refused it and said no more'


def judge():
    """Tells why the answer is refused ("": accepted), or _fail()s with what is wrong with the check."""
    given = globals().pop('_arguments')
    try:
        verdict = check(given['answer'], given['steps'])
        if isinstance(verdict, str):
            verdict = verdict.strip() or False
        elif not (verdict is None or isinstance(verdict, bool)):
            raise NoResult(f'check returned {verdict!r:.80}, of type {type(verdict).__name__}; it may return True, '
                           'None, False, or a text that says why the answer is refused')
        why = 'the check refused it and said no more' if verdict is False else verdict
        _tell(why if isinstance(why, str) else '')
    except (AssertionError, ValueError) as e:
        _tell(text_of(e).strip() or bare_assertion(line_of(e)))
    except BaseException as e:
        line, plain = line_of(e), type(e).__module__ != 'builtins'  # their class stands in the text
        text = str(e) if isinstance(e, NoResult) else text_of(e) if plain else f'{type(e).__name__}: {text_of(e)}'
        _fail(builtin_of(e), (f'{FILE}:{line}: ' if line else f'{FILE}: ') + text.removesuffix(': '))
