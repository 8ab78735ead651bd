"""What the check of origin compares: functions as shapes, statements as lines, texts as sentences.

A function's shape is the list of its syntax tree's nodes from top to bottom, without what says nothing about where
it comes from: docstrings, annotations, decorators, the signature, statements that only keep an argument. A local or
private name is the node '$' and stands aside, as renaming hides nothing; the text of an error is one node, as every
implementation has to give the same.
"""
import ast
import re
from dataclasses import dataclass, field

FUNCTIONS = ast.FunctionDef, ast.AsyncFunctionDef
SILENT = ast.Load, ast.Store, ast.Del, ast.arguments, ast.Pass, ast.Expr
LEAVES = ast.Return, ast.Raise, ast.Continue, ast.Break


@dataclass
class Function:
    name: str
    line: int
    nodes: list = field(default_factory=list)   # labels; '$' for a local or private name
    names: list = field(default_factory=list)   # beside each: which name that is, or None
    statements: int = 0


@dataclass
class Module:
    functions: list = field(default_factory=list)
    lines: list = field(default_factory=list)   # (line number, statement on one line)
    texts: list = field(default_factory=list)   # (line number, docstring)


def is_text(statement):
    return isinstance(statement, ast.Expr) and isinstance(getattr(statement.value, 'value', None), str)


def keeps(statement):
    """self.x = x, self.x = None, self.x = []: what an interface forces."""
    if not isinstance(statement, ast.Assign):
        return False
    value = statement.value
    plain = isinstance(value, (ast.Name, ast.Constant)) or \
        isinstance(value, ast.List) and not value.elts or isinstance(value, ast.Dict) and not value.keys
    return plain and all(isinstance(target, ast.Attribute) for target in statement.targets)


def locals_of(function):
    """The names that a function binds."""
    bound, outer = set(), set()
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound.add(node.id)
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            bound.add(node.name)
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef)) and node is not function:
            bound.add(node.name)
        elif isinstance(node, ast.Global):
            outer.update(node.names)
    return bound - outer


class Shape:
    """Fills in the nodes of a Function."""

    def __init__(self, function, tree):
        self.function, self.bound = function, locals_of(tree)
        for statement in tree.body:
            self.add(statement)

    def put(self, label, name=None):
        self.function.nodes.append(label)
        self.function.names.append(name)

    def put_name(self, label, name):
        hidden = name in self.bound or name[:1] == '_' and name[-2:] != '__'
        self.put('$' if hidden else label + name, name if hidden else None)

    def add(self, node, message=False):
        if isinstance(node, ast.stmt):
            if is_text(node) or keeps(node):
                return
            self.function.statements += 1
        message = message or isinstance(node, ast.Raise)
        if isinstance(node, ast.Name):
            self.put_name('', node.id)
        elif isinstance(node, ast.Constant):
            self.put('text' if message and isinstance(node.value, str) else repr(node.value))
        elif isinstance(node, ast.JoinedStr) and message:
            self.put('text')
        elif isinstance(node, ast.Attribute):
            self.add(node.value, message)
            self.put_name('.', node.attr)
        elif isinstance(node, (*FUNCTIONS, ast.Lambda)):
            self.put(type(node).__name__)
            for part in node.body if isinstance(node.body, list) else [node.body]:
                self.add(part)
        elif isinstance(node, ast.If) and node.orelse and isinstance(node.body[-1], LEAVES):
            # `else` behind a body that leaves is no difference.
            for part in (ast.If(node.test, node.body, []), *node.orelse):
                self.add(part)
        else:
            if not isinstance(node, SILENT):
                self.put(type(node).__name__)
            for name, value in ast.iter_fields(node):
                if name in ('annotation', 'returns', 'decorator_list', 'type_params'):
                    continue
                if isinstance(value, str):
                    self.put_name('', value)
                for part in value if isinstance(value, list) else [value]:
                    if isinstance(part, ast.AST):
                        self.add(part, message)


def read_module(source):
    """The Module of a Python file's text."""
    module = Module()
    walk(ast.parse(source), '', module)
    return module


def walk(node, prefix, module):
    """Functions, lines and docstrings below a node; functions inside others belong to these."""
    inside = isinstance(node, FUNCTIONS)
    body = getattr(node, 'body', [])
    if isinstance(node, (ast.Module, ast.ClassDef, *FUNCTIONS)) and body and is_text(body[0]):
        module.texts.append((body[0].lineno, body[0].value.value))
    for block in ('body', 'handlers', 'cases', 'orelse', 'finalbody'):
        for part in getattr(node, block, None) or ():
            if not isinstance(part, ast.AST):
                continue
            if isinstance(part, (*FUNCTIONS, ast.ClassDef)):
                name = prefix + part.name
                if isinstance(part, FUNCTIONS) and not inside:
                    function = Function(name, part.lineno)
                    Shape(function, part)
                    module.functions.append(function)
                walk(part, name + '.', module)
                continue
            if not isinstance(part, (ast.Import, ast.ImportFrom, ast.Pass)) and not is_text(part):
                line = getattr(part, 'lineno', 0)
                module.lines.append((line, ast.unparse(part).partition('\n')[0].strip()))
            walk(part, prefix, module)


# --- texts ------------------------------------------------------------------------------------------------------

C_TEXT = re.compile(r"""//[^\n]* | /\*.*?\*/ | '(?:\\.|[^'\\\n])+' | ("(?:\\.|[^"\\])*"(?:\s*"(?:\\.|[^"\\])*")*)""",
                    re.VERBOSE | re.DOTALL)
COMPLAINS = re.compile(r'(?:raise|error|err|fail|warn|throw|assert)\w*\s*\([^;{}]*$', re.IGNORECASE)


def read_c(source):
    """The texts of a C file, as (line number, text): messages of errors and formats are none."""
    texts = []
    for found in C_TEXT.finditer(source):
        if found[1] is None or '%' in found[1]:
            continue
        before = source[max(0, found.start() - 400):found.start()]
        if not COMPLAINS.search(before):
            text = ''.join(re.findall(r'"((?:\\.|[^"\\])*)"', found[1], re.DOTALL))
            texts.append((source.count('\n', 0, found.start()) + 1,
                          text.replace('\\n', '\n').replace('\\"', '"')))
    return texts


def sentences(text):
    """Its sentences of six words and more, without regard to case, signs and line breaks, as {words: as written}."""
    text = re.sub(r'(?m)^\s*[\w.]+\([^()]*(?:\([^()]*\)[^()]*)*\)(?:\s*-+>)?', '', text)
    found = {}
    for sentence in re.split(r'[.;:!?](?=\s|$)|\n\s*\n', text):
        words = tuple(re.findall(r"[^\W_](?:[\w']*[^\W_])?", sentence.lower()))
        if len(words) >= 6:
            found[words] = ' '.join(sentence.split())
    return found
