# Runs in the isolate of a file of tools before anything else: load() runs the file and tells the host what
# tools it has, call() runs one of them. The host defines _setup (a dict), _tell and the functions that
# the grants allow, and serves the modules.
import base64
import json
import os
import sys
import types

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
    if '--tool-file' in text or text.startswith('smolagents has no'):
        return text
    return (f"{text}; a file of tools has the modules of 'smolagent help modules', smolagents (tool, Tool) and, "
            'granted, requests')


# ---- loading --------------------------------------------------------------------------------------

def check_imports():
    """Before anything runs, so that one within a function does not fail in the middle of a task."""
    for line, name in rules.imports(rules.source):
        try:
            if name.startswith('.') or not name:
                raise ImportError('a file of tools is alone: it has no modules beside it')
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


def read(text):
    global tools
    rules.source = rules.Source(text, FILE)
    check_imports()
    name = _setup['name']
    module = types.ModuleType('tool_file' if name in sys.modules else name)
    module.__file__ = FILE
    sys.modules[module.__name__] = module
    exec(compile(text, FILE, 'exec', dont_inherit=True), module.__dict__)
    tools = find_tools(module.__dict__)
    check_tools(tools, module.__dict__)
    return {'tools': [tool._descriptor for tool in tools]}


def load(text):
    try:
        if 'http' in _setup['grants']:
            import requests
            requests._fetch = _fetch
        told = read(text)
    except BaseException as e:
        told = explain(e)
    _tell(json.dumps(told))


# ---- calling --------------------------------------------------------------------------------------

class NoResult(TypeError):
    """What a tool gives cannot be passed on."""


def find_odd(value, place):
    """Where in a value is what JSON does not have."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if not isinstance(key, (str, int, float, type(None))):
                return f'the key {key!r} of {place}'
            found = find_odd(inner, f'{place}[{key!r}]')
            if found:
                return found
    elif isinstance(value, (list, tuple)):
        for i, inner in enumerate(value):
            found = find_odd(inner, f'{place}[{i}]')
            if found:
                return found
    elif isinstance(value, float) and (value != value or value - value):
        return f'{place}, which is {value},'
    elif not isinstance(value, (str, int, float, type(None))):
        return f'{place}, which is of type {type(value).__name__},'
    return None


def as_json(tool, value):
    try:
        return json.dumps(value, allow_nan=False)
    except RecursionError:
        raise NoResult('its result is too deep, or contains itself') from None
    except (TypeError, ValueError) as e:
        try:
            odd = find_odd(value, 'its result')
        except RecursionError:
            odd = 'its result, which contains itself,'
        raise NoResult(f'{odd or e} cannot be passed on: return None, bool, int, float, str, and lists and dicts '
                       'of these; str(x) makes text of anything') from None


SIGNS = ((b'\x89PNG', 'image', 'image/png'), (b'\xff\xd8\xff', 'image', 'image/jpeg'), (b'GIF8', 'image', 'image/gif'),
         (b'RIFF', 'audio', 'audio/wav'), (b'OggS', 'audio', 'audio/ogg'), (b'ID3', 'audio', 'audio/mpeg'),
         (b'%PDF', 'file', 'application/pdf'))


def handle_of(data):
    """Bytes stay on the host: the code has a name of them."""
    kind, mime = next(((k, m) for sign, k, m in SIGNS if data.startswith(sign)), ('file', 'application/octet-stream'))
    return _keep(kind, mime, base64.b64encode(data).decode())


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
        _tell(as_json(tool, value))
    except BaseException as e:
        line = line_of(e)
        where = f' ({FILE} line {line})' if line and not isinstance(e, NoResult) else ''
        text = str(e) if isinstance(e, NoResult) else text_of(e)
        _fail(builtin_of(e), with_missed((text or type(e).__name__) + where))
