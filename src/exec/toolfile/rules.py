# What the tools of a file have to be, and where in it they are not: places in the source, docstrings,
# type hints, names that nothing defines. Module _tool_rules of the isolate that runs the file.
import ast
import builtins
import json
import keyword
import re
import types
import typing


class DocstringParsingException(Exception):
    """The docstring of a tool does not say what it has to."""


class TypeHintParsingException(Exception):
    """The type hints of a tool do not say what they have to."""


def fault(kind, line, text, remedy):
    """An exception about the file: what is wrong in which line, and what to do about it."""
    error = kind(f'{text}; {remedy}')
    error.tool_line = line
    return error


# ---- places ---------------------------------------------------------------------------------------

class Source:
    """The file as a tree, to tell lines by."""

    def __init__(self, text, file):
        self.tree = ast.parse(text, file)
        self.file = file
        self.lines = text.splitlines()
        self.nodes = list(ast.walk(self.tree))

    def function(self, code):
        """The definition that a code object is of; None where it is of no def in the file."""
        for node in self.nodes:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == code.co_name:
                if code.co_firstlineno in (node.lineno, _first_line(node)):
                    return node
        return None

    def cls(self, of):
        """The definition of a class; None where it is not in the file."""
        found = [n for n in self.nodes if isinstance(n, ast.ClassDef) and n.name == of.__name__]
        return found[-1] if found else None

    def attribute(self, of, name):
        """The line that sets an attribute of a class, else that of the class."""
        node = self.cls(of)
        for part in node.body if node else ():
            if isinstance(part, ast.Assign) and any(getattr(t, 'id', None) == name for t in part.targets):
                return part.lineno
            if isinstance(part, ast.AnnAssign) and getattr(part.target, 'id', None) == name:
                return part.lineno
            if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)) and part.name == name:
                return part.lineno
        return node.lineno if node else 0


def _first_line(node):
    return min([d.lineno for d in node.decorator_list] + [node.lineno])


def parameter_line(node, name):
    """The line of a parameter, where the definition is known."""
    for arg in node.args.posonlyargs + node.args.args + node.args.kwonlyargs if node else ():
        if arg.arg == name:
            return arg.lineno
    return node.lineno if node else 0


def imports(source):
    """(line, module) of every import that stands in no try or if, and so may not fail."""
    optional = {inner for node in source.nodes if isinstance(node, (ast.Try, ast.If)) for inner in ast.walk(node)}
    for node in source.nodes:
        if node in optional:
            continue
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module != '__future__':
            yield node.lineno, '.' * node.level + (node.module or '')


# ---- names ----------------------------------------------------------------------------------------

def _bound(node):
    for n in ast.walk(node):
        if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load):
            yield n.id
        elif isinstance(n, ast.arg):
            yield n.arg
        elif isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield n.name
        elif isinstance(n, (ast.Import, ast.ImportFrom)):
            yield from ((a.asname or a.name).partition('.')[0] for a in n.names)
        elif isinstance(n, (ast.Global, ast.Nonlocal)):
            yield from n.names
        elif isinstance(n, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.TypeVar)) and n.name:
            yield n.name
        elif isinstance(n, ast.MatchMapping) and n.rest:
            yield n.rest


def undefined(source, node, names):
    """(line, name) of what is used within a definition and defined nowhere; None: nothing is."""
    known = set(names) | set(dir(builtins)) | set(_bound(node)) | {'__class__', '__file__'}
    for n in source.nodes:
        if isinstance(n, ast.Global):
            known.update(n.names)
    used = [(n.lineno, n.id) for n in ast.walk(node)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and n.id not in known]
    return min(used) if used else None


# ---- docstrings -----------------------------------------------------------------------------------

_HEADING = re.compile(r'(Args|Arguments|Returns?|Yields?|Raises|Examples?|Notes?|References?):\s*(.*)')
_ENTRY = re.compile(r'\*{0,2}(\w+)\s*(?:\(([^)]*)\))?\s*:\s*(.*)')
_CHOICES = re.compile(r'\(\s*choices\s*:\s*(\[.*\])\s*\)\s*$', re.IGNORECASE | re.DOTALL)


def _indent(line):
    return len(line) - len(line.lstrip())


def _clean(doc):
    lines = doc.expandtabs().split('\n')
    inner = [_indent(line) for line in lines[1:] if line.strip()]
    cut = min(inner, default=0)
    return [lines[0].strip()] + [line[cut:].rstrip() for line in lines[1:]]


def _sections(doc):
    """{heading: lines}; what stands before the first one has the heading ''."""
    parts = {'': []}
    at = parts['']
    for line in _clean(doc):
        found = _HEADING.fullmatch(line)
        if found:
            at = parts.setdefault(found[1].rstrip('s'), [])
            if found[2]:
                at.append('    ' + found[2])
        else:
            at.append(line)
    return parts


def _entries(lines):
    """{name: text} of the section Args."""
    found, name = {}, None
    depth = min([_indent(line) for line in lines if line.strip()], default=0)
    for line in lines:
        entry = _ENTRY.fullmatch(line.strip()) if _indent(line) == depth else None
        if entry:
            name = entry[1]
            found[name] = entry[3]
        elif name and line.strip():
            found[name] = f'{found[name]} {line.strip()}'.strip()
    return found


def _joined(lines):
    return ' '.join(line.strip() for line in lines or () if line.strip())


def docstring(doc):
    """The parts of a Google-style docstring that matter here."""
    parts = _sections(doc)
    examples = [line.strip()[4:] for line in parts.get('Example', ()) if line.strip().startswith('>>> ')]
    return types.SimpleNamespace(
        description='\n'.join(parts['']).strip(),
        args=_entries(parts['Arg']) if 'Arg' in parts else _entries(parts.get('Argument', ())),
        returns=_joined(parts.get('Return')), raises=_joined(parts.get('Raise')),
        examples='\n'.join(examples))


def choices(text, line, what):
    """A description without the "(choices: [...])" at its end, and those; None: it has none."""
    found = _CHOICES.search(text)
    if not found:
        return text, None
    try:
        values = json.loads(found[1])
    except ValueError:
        raise fault(DocstringParsingException, line, f'{what}: its choices are no JSON list',
                    'write them as (choices: ["a", "b"])') from None
    return text[:found.start()].rstrip(), values


# ---- type hints -----------------------------------------------------------------------------------

_SIMPLE = {int: 'integer', float: 'number', str: 'string', bool: 'boolean', list: 'array', dict: 'object',
           tuple: 'array', type(None): 'null', None: 'null', typing.Any: 'any'}


def _type_of(value):
    return _SIMPLE.get(type(value), 'object')


def _literal(values):
    kinds = sorted({_type_of(v) for v in values})
    return {'type': kinds[0] if len(kinds) == 1 else kinds, 'enum': list(values)}


def _union(parts, line, what):
    schemas = [schema(part, line, what) for part in parts]
    if all(set(s) == {'type'} and isinstance(s['type'], str) for s in schemas):
        kinds = sorted({s['type'] for s in schemas}, key=lambda t: (t == 'null', t))
        if 'any' in kinds:
            return {'type': 'any'}
        return {'type': kinds[0] if len(kinds) == 1 else kinds}
    if len(schemas) == 2 and {'type': 'null'} in schemas:
        one = schemas[schemas[0] == {'type': 'null'}]
        if isinstance(one.get('type'), str) and 'enum' not in one:
            return {**one, 'type': [one['type'], 'null']}
    return {'anyOf': schemas}


def _tuple(parts, line, what):
    if len(parts) == 1 or Ellipsis in parts:
        inner = getattr(parts[0], '__name__', 'T')
        raise fault(TypeHintParsingException, line, f'{what}: a tuple of one type says too little',
                    f'write list[{inner}]')
    return {'type': 'array', 'prefixItems': [schema(part, line, what) for part in parts]}


def schema(hint, line, what):
    """JSON Schema of a type hint."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return _literal(parts)
    if origin in (typing.Union, types.UnionType):
        return _union(parts, line, what)
    if origin is tuple and parts:
        return _tuple(parts, line, what)
    if origin is list and parts:
        return {'type': 'array', 'items': schema(parts[0], line, what)}
    if origin is dict and parts:
        return {'type': 'object', 'additionalProperties': schema(parts[1], line, what)}
    for known, kind in _SIMPLE.items():  # a hint need not have a hash
        if known is (origin or hint):
            return {'type': kind}
    # JSON has no word for other classes, whose values may be lists or texts in it: named tuples, iterables.
    return {'type': 'object' if isinstance(hint, type) and issubclass(hint, dict) else 'any'}


def is_nullable(hint):
    """May it be None?"""
    return type(None) in typing.get_args(hint) or hint in (None, type(None))


def hints(function, line, what):
    """The type hints of a function, those in quotes as what they mean."""
    try:
        return typing.get_type_hints(function)
    except Exception as e:
        raise fault(TypeHintParsingException, line, f'{what}: its type hints cannot be read: {e}',
                    'define or import the names in them above it') from None


# ---- signatures -----------------------------------------------------------------------------------

def signature(function):
    """({name: default}, the first that cannot be named); NONE where there is no default."""
    code = function.__code__
    names = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]
    values = dict.fromkeys(names, NONE)
    last = function.__defaults__ or ()
    values.update(zip(names[code.co_argcount - len(last):code.co_argcount], last))
    values.update(function.__kwdefaults__ or {})
    stars = code.co_flags & 12  # *args and **kwargs
    odd = names[0] if code.co_posonlyargcount else code.co_varnames[len(names)] if stars else None
    return values, odd


NONE = object()


def is_json(value):
    """Does it stay what it is as JSON?"""
    try:
        return json.loads(json.dumps(value, allow_nan=False)) == value
    except (TypeError, ValueError, RecursionError):
        return False


def is_name(text):
    """Can the code call a tool by it?"""
    return text.isidentifier() and not keyword.iskeyword(text)


EFFECTS = {'pure': 1, 'reads': 2, 'writes': 4, 'network': 8}  # SA_TOOL_PURE and the others


def effects(given, line, what):
    """Their bits; 0: nobody said."""
    names = given.replace(',', ' ').split() if isinstance(given, str) else [] if given is None else given
    if not isinstance(names, (list, tuple)) or not all(isinstance(n, str) and n in EFFECTS for n in names) or 'pure' in names and len(names) > 1:
        raise fault(ValueError, line, f'{what}: effects are {given!r}',
                    "write 'pure', or those of reads, writes and network that there are, with commas")
    return sum(EFFECTS[n] for n in set(names))
