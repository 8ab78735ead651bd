"""Checks of a syntax tree that a program made, before it is compiled: every field there and of its
type, contexts as the place demands, nothing empty that must not be. Messages are CPython's."""
import ast as _ast

_ROOTS = {'exec': 'Module', 'eval': 'Expression', 'single': 'Interactive'}
_BODIES = {'FunctionDef', 'AsyncFunctionDef', 'ClassDef', 'For', 'AsyncFor', 'While', 'If', 'With',
           'AsyncWith', 'Try', 'TryStar', 'ExceptHandler', 'match_case'}
_FILLED = {('Delete', 'targets'), ('Assign', 'targets'), ('With', 'items'), ('AsyncWith', 'items'),
           ('Match', 'cases'), ('Import', 'names'), ('ImportFrom', 'names'), ('Global', 'names'),
           ('Nonlocal', 'names')}
_STORE = {('Assign', 'targets'), ('AugAssign', 'target'), ('AnnAssign', 'target'), ('For', 'target'),
          ('AsyncFor', 'target'), ('comprehension', 'target'), ('withitem', 'optional_vars'),
          ('TypeAlias', 'name')}
_COMPREHENSIONS = {'ListComp', 'SetComp', 'DictComp', 'GeneratorExp'}
_CONSTANTS = (str, bytes, int, float, complex, bool, type(None), type(...))


def check(tree, mode):
    """Raises TypeError or ValueError when the tree cannot be compiled in that mode."""
    if mode not in _ROOTS:
        raise ValueError("compile() mode must be 'exec', 'eval' or 'single'")
    if not isinstance(tree, getattr(_ast, _ROOTS[mode])):
        raise TypeError(f'expected {_ROOTS[mode]} node, got {type(tree).__name__}')
    _fields(tree, 0)
    _sense(tree, 'Load')


def _kind(node):
    """The name of the node class of the grammar that node is an instance of."""
    for cls in type(node).__mro__:
        if cls.__module__ == 'ast' and cls.__name__ in _ast._types:
            return cls.__name__
    raise TypeError(f'expected some sort of node, but got {node!r}')


# --- form ---

def _fields(node, depth):
    if depth > 1000:
        raise RecursionError('maximum recursion depth exceeded during ast construction')
    kind = _kind(node)
    if node._attributes:
        base = getattr(_ast, kind).__base__
        _position(node, kind if base is _ast.AST else base.__name__)
    for type_, name in _ast._types[kind]:
        value = getattr(node, name, _ast._ABSENT)
        if value is _ast._ABSENT:
            if type_[-1] == '*':
                setattr(node, name, [])
                continue
            raise TypeError(f'required field "{name}" missing from {kind}')
        if type_[-1] == '*':
            if not isinstance(value, list):
                raise TypeError(f'{kind} field "{name}" must be a list, not a {type(value).__name__}')
            for item in value:
                if item is None and (kind, name) in (('Dict', 'keys'), ('arguments', 'kw_defaults')):
                    continue
                _value(item, type_[:-1], depth, kind, name)
        elif value is not None or type_[-1] != '?':
            _value(value, type_.rstrip('?'), depth, kind, name)


def _position(node, sort):
    place = []
    for name in node._attributes:
        value = getattr(node, name, _ast._ABSENT)
        if name.startswith('end_') and (value is None or value is _ast._ABSENT):
            value = place[len(place) - 2]
        if value is _ast._ABSENT:
            raise TypeError(f'required field "{name}" missing from {sort}')
        if not isinstance(value, int):
            raise ValueError(f'invalid integer value: {value!r}')
        place.append(value)
    line, col, end_line, end_col = place
    if line > end_line:
        raise ValueError(f'AST node line range ({line}, {end_line}) is not valid')
    if (line < 0 and end_line != line) or (col < 0 and end_col != col):
        raise ValueError(f'AST node column range ({col}, {end_col}) for line range '
                         f'({line}, {end_line}) is not valid')
    if line == end_line and col > end_col:
        raise ValueError(f'line {line}, column {col}-{end_col} is not a valid range')


def _value(value, type_, depth, kind, name):
    if value is None and type_ != 'constant':
        what = {'expr': 'expression', 'stmt': 'statement'}.get(type_)
        if what and f'{type_}* {name}' in getattr(_ast, kind).__doc__:
            raise ValueError(f'None disallowed in {what} list')
        raise ValueError(f"field '{name}' is required for {kind}")
    if type_ == 'identifier':
        if type(value) is not str:
            raise TypeError('AST identifier must be of type str')
        dotted = kind == 'alias' and name == 'name' or kind == 'ImportFrom'
        if not all(part.isidentifier() for part in (value.split('.') if dotted else (value,))) and (
                kind != 'alias' or value != '*'):
            raise ValueError(f'AST identifier {value!r} is not a name')
    elif type_ == 'string':
        if not isinstance(value, (str, bytes)):
            raise TypeError('AST string must be of type str')
    elif type_ == 'int':
        if not isinstance(value, int):
            raise ValueError(f'invalid integer value: {value!r}')
    elif type_ != 'constant':
        wanted = getattr(_ast, type_)
        if wanted._attributes and not hasattr(value, 'lineno'):
            raise TypeError(f'required field "lineno" missing from {type_}')
        if not isinstance(value, wanted) or (
                getattr(_ast, _kind(value)) is wanted and wanted.__subclasses__()):
            raise TypeError(f'expected some sort of {type_}, but got {value!r}')
        _fields(value, depth + 1)


# --- sense ---

def _sense(node, context):
    kind = _kind(node)
    if isinstance(node, _ast.expr):
        _context(node, kind, context)
    if kind in _BODIES and not node.body:
        raise ValueError(f'empty body on {kind}')
    special = _SPECIAL.get(kind)
    if special:
        special(node, kind)
    for name in node._fields:
        value = getattr(node, name, None)
        items = value if isinstance(value, list) else (value,)
        if (kind, name) in _FILLED and not items:
            raise ValueError(f'empty {name} on {kind}')
        inner = 'Load'
        if (kind, name) in _STORE:
            inner = 'Store'
        elif (kind, name) == ('NamedExpr', 'target'):
            continue  # a name, whatever its context says
        elif kind == 'Delete':
            inner = 'Del'
        elif kind in ('Tuple', 'List') or (kind == 'Starred' and name == 'value'):
            inner = context
        for item in items:
            if isinstance(item, _ast.AST) and not isinstance(item, _ast.expr_context):
                _sense(item, inner)


def _context(node, kind, wanted):
    ctx = getattr(node, 'ctx', None)
    if ctx is None:
        if wanted != 'Load':
            raise ValueError(f"expression which can't be assigned to in {wanted} context")
    elif _kind(ctx) != wanted:
        raise ValueError(f'expression must have {wanted} context but has {_kind(ctx)} instead')


def _constant(value):
    if type(value) in (tuple, frozenset):
        for item in value:
            _constant(item)
    elif type(value) not in _CONSTANTS:
        raise TypeError(f'got an invalid type in Constant: {type(value).__name__}')


def _name(node, kind):
    if node.id in ('None', 'True', 'False'):
        raise ValueError(f"identifier field can't represent '{node.id}' constant")


def _arguments(node, kind):
    for arg in node.posonlyargs + node.args + node.kwonlyargs:
        _sense(arg, 'Load')
    if len(node.defaults) > len(node.posonlyargs) + len(node.args):
        raise ValueError('more positional defaults than args on arguments')
    if len(node.kw_defaults) != len(node.kwonlyargs):
        raise ValueError('length of kwonlyargs is not the same as kw_defaults on arguments')


def _try(node, kind):
    if not node.handlers and not node.finalbody:
        raise ValueError(f'{kind} has neither except handlers nor finalbody')
    if not node.handlers and node.orelse:
        raise ValueError(f'{kind} has orelse but no except handlers')


def _raise(node, kind):
    if node.cause and not node.exc:
        raise ValueError('Raise with cause but no exception')


def _ann_assign(node, kind):
    if node.simple and not isinstance(node.target, _ast.Name):
        raise TypeError('AnnAssign with simple non-Name target')


def _import_from(node, kind):
    if (node.level or 0) < 0:
        raise ValueError('Negative ImportFrom level')


def _named(node, kind):
    if not isinstance(node.target, _ast.Name):
        raise TypeError('NamedExpr target must be a Name')


def _bool_op(node, kind):
    if len(node.values) < 2:
        raise ValueError('BoolOp with less than 2 values')


def _dict(node, kind):
    if len(node.keys) != len(node.values):
        raise ValueError("Dict doesn't have the same number of keys as values")


def _compare(node, kind):
    if not node.comparators:
        raise ValueError('Compare with no comparators')
    if len(node.comparators) != len(node.ops):
        raise ValueError('Compare has a different number of comparators and operands')


def _comprehension(node, kind):
    if not node.generators:
        raise ValueError('comprehension with no generators')
    for generator in node.generators:
        _sense(generator, 'Load')


def _type_alias(node, kind):
    if not isinstance(node.name, _ast.Name):
        raise TypeError('TypeAlias with non-Name name')


# --- patterns ---

def _literal(value):
    """What `case` takes for a value: numbers with signs, complex ones as sums, texts, dotted names."""
    match value:
        case _ast.Constant(value=v) if type(v) in (int, float, complex, str, bytes):
            return True
        case _ast.Constant():
            raise ValueError('unexpected constant inside of a literal pattern')
        case _ast.UnaryOp(op=_ast.USub(), operand=_ast.Constant(value=v)):
            return type(v) in (int, float, complex)
        case _ast.BinOp(left=left, op=_ast.Add() | _ast.Sub(), right=_ast.Constant(value=v)):
            return type(v) is complex and isinstance(left, (_ast.Constant, _ast.UnaryOp)) and _literal(left)
        case _ast.Attribute() | _ast.JoinedStr():
            return True
    return False


def _match_value(node, kind):
    if not _literal(node.value):
        raise ValueError('patterns may only match literals and attribute lookups')


def _capture(name):
    if name == '_':
        raise ValueError("can't capture name '_' in patterns")
    _not_constant(name)


def _not_constant(name):
    if name in ('None', 'True', 'False'):
        raise ValueError(f"identifier field can't represent '{name}' constant")


def _plain(patterns):
    """Stars have their place in sequences alone."""
    for pattern in patterns:
        if isinstance(pattern, _ast.MatchStar):
            raise ValueError("can't use MatchStar here")


def _match_as(node, kind):
    if node.name is not None:
        _capture(node.name)
    if node.pattern is not None:
        if node.name is None:
            raise ValueError('MatchAs must specify a target name if a pattern is given')
        _plain([node.pattern])


def _match_star(node, kind):
    if node.name is not None:
        _capture(node.name)


def _match_case(node, kind):
    _plain([node.pattern])


def _match_singleton(node, kind):
    if not any(node.value is v for v in (None, True, False)):
        raise ValueError('MatchSingleton can only contain True, False and None')


def _match_mapping(node, kind):
    if len(node.keys) != len(node.patterns):
        raise ValueError("MatchMapping doesn't have the same number of keys as patterns")
    if node.rest is not None:
        _capture(node.rest)
    for key in node.keys:
        named = isinstance(key, _ast.Constant) and any(key.value is v for v in (None, True, False))
        if not named and not _literal(key):
            raise ValueError('patterns may only match literals and attribute lookups')
    _plain(node.patterns)


def _match_class(node, kind):
    if len(node.kwd_attrs) != len(node.kwd_patterns):
        raise ValueError("MatchClass doesn't have the same number of keyword attributes as patterns")
    cls = node.cls
    while isinstance(cls, _ast.Attribute):
        cls = cls.value
    if not isinstance(cls, _ast.Name):
        raise ValueError('MatchClass cls field can only contain Name or Attribute nodes.')
    for name in node.kwd_attrs:
        _not_constant(name)
    _plain(node.patterns + node.kwd_patterns)


def _match_or(node, kind):
    if len(node.patterns) < 2:
        raise ValueError('MatchOr requires at least 2 patterns')
    _plain(node.patterns)


_SPECIAL = {'Constant': lambda node, kind: _constant(node.value), 'Name': _name,
            'arguments': _arguments, 'Try': _try, 'TryStar': _try, 'Raise': _raise,
            'AnnAssign': _ann_assign, 'ImportFrom': _import_from, 'NamedExpr': _named,
            'BoolOp': _bool_op, 'Dict': _dict, 'Compare': _compare, 'TypeAlias': _type_alias,
            'MatchValue': _match_value, 'MatchAs': _match_as, 'MatchSingleton': _match_singleton,
            'MatchMapping': _match_mapping, 'MatchClass': _match_class, 'MatchOr': _match_or,
            'MatchStar': _match_star, 'match_case': _match_case}
_SPECIAL.update((name, _comprehension) for name in _COMPREHENSIONS)
