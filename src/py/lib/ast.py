"""Module ast: syntax trees as Python objects.

The node classes are made from one table in the notation of the language reference; the parser
itself (module _ast) fills them on demand. unparse() and the checks before compile() have modules of
their own, loaded when first used.
"""
import _ast
from _collections import deque as _deque

PyCF_ONLY_AST, PyCF_TYPE_COMMENTS, PyCF_ALLOW_TOP_LEVEL_AWAIT = 1024, 4096, 8192

_POSITION = ('lineno', 'col_offset', 'end_lineno', 'end_col_offset')
_ABSENT = object()
_PLACED = {'stmt', 'expr', 'excepthandler', 'pattern', 'type_param', 'arg', 'keyword', 'alias'}

# One sort of node a paragraph: "sort = Kind(type field, ...) | ...", or "Kind(...)" where the sort is
# the only kind. `type?` may be None, `type*` is a list.
_GRAMMAR = '''
mod = Module(stmt* body, type_ignore* type_ignores) | Interactive(stmt* body)
| Expression(expr body) | FunctionType(expr* argtypes, expr returns)

stmt = FunctionDef(identifier name, arguments args, stmt* body, expr* decorator_list, expr? returns,
string? type_comment, type_param* type_params)
| AsyncFunctionDef(identifier name, arguments args, stmt* body, expr* decorator_list, expr? returns,
string? type_comment, type_param* type_params)
| ClassDef(identifier name, expr* bases, keyword* keywords, stmt* body, expr* decorator_list,
type_param* type_params)
| Return(expr? value) | Delete(expr* targets)
| Assign(expr* targets, expr value, string? type_comment)
| TypeAlias(expr name, type_param* type_params, expr value)
| AugAssign(expr target, operator op, expr value)
| AnnAssign(expr target, expr annotation, expr? value, int simple)
| For(expr target, expr iter, stmt* body, stmt* orelse, string? type_comment)
| AsyncFor(expr target, expr iter, stmt* body, stmt* orelse, string? type_comment)
| While(expr test, stmt* body, stmt* orelse) | If(expr test, stmt* body, stmt* orelse)
| With(withitem* items, stmt* body, string? type_comment)
| AsyncWith(withitem* items, stmt* body, string? type_comment)
| Match(expr subject, match_case* cases) | Raise(expr? exc, expr? cause)
| Try(stmt* body, excepthandler* handlers, stmt* orelse, stmt* finalbody)
| TryStar(stmt* body, excepthandler* handlers, stmt* orelse, stmt* finalbody)
| Assert(expr test, expr? msg) | Import(alias* names)
| ImportFrom(identifier? module, alias* names, int? level)
| Global(identifier* names) | Nonlocal(identifier* names) | Expr(expr value) | Pass | Break | Continue

expr = BoolOp(boolop op, expr* values) | NamedExpr(expr target, expr value)
| BinOp(expr left, operator op, expr right) | UnaryOp(unaryop op, expr operand)
| Lambda(arguments args, expr body) | IfExp(expr test, expr body, expr orelse)
| Dict(expr* keys, expr* values) | Set(expr* elts)
| ListComp(expr elt, comprehension* generators) | SetComp(expr elt, comprehension* generators)
| DictComp(expr key, expr value, comprehension* generators)
| GeneratorExp(expr elt, comprehension* generators)
| Await(expr value) | Yield(expr? value) | YieldFrom(expr value)
| Compare(expr left, cmpop* ops, expr* comparators) | Call(expr func, expr* args, keyword* keywords)
| FormattedValue(expr value, int conversion, expr? format_spec) | JoinedStr(expr* values)
| Constant(constant value, string? kind) | Attribute(expr value, identifier attr, expr_context ctx)
| Subscript(expr value, expr slice, expr_context ctx) | Starred(expr value, expr_context ctx)
| Name(identifier id, expr_context ctx) | List(expr* elts, expr_context ctx)
| Tuple(expr* elts, expr_context ctx) | Slice(expr? lower, expr? upper, expr? step)

expr_context = Load | Store | Del

boolop = And | Or

operator = Add | Sub | Mult | MatMult | Div | Mod | Pow | LShift | RShift | BitOr | BitXor | BitAnd
| FloorDiv

unaryop = Invert | Not | UAdd | USub

cmpop = Eq | NotEq | Lt | LtE | Gt | GtE | Is | IsNot | In | NotIn

comprehension(expr target, expr iter, expr* ifs, int is_async)

excepthandler = ExceptHandler(expr? type, identifier? name, stmt* body)

arguments(arg* posonlyargs, arg* args, arg? vararg, arg* kwonlyargs, expr* kw_defaults, arg? kwarg,
expr* defaults)

arg(identifier arg, expr? annotation, string? type_comment)

keyword(identifier? arg, expr value)

alias(identifier name, identifier? asname)

withitem(expr context_expr, expr? optional_vars)

match_case(pattern pattern, expr? guard, stmt* body)

pattern = MatchValue(expr value) | MatchSingleton(constant value) | MatchSequence(pattern* patterns)
| MatchMapping(expr* keys, pattern* patterns, identifier? rest)
| MatchClass(expr cls, pattern* patterns, identifier* kwd_attrs, pattern* kwd_patterns)
| MatchStar(identifier? name) | MatchAs(pattern? pattern, identifier? name)
| MatchOr(pattern* patterns)

type_ignore = TypeIgnore(int lineno, string tag)

type_param = TypeVar(identifier name, expr? bound) | ParamSpec(identifier name)
| TypeVarTuple(identifier name)
'''


class AST:
    _fields = ()
    _attributes = ()
    __match_args__ = ()

    def __init__(self, /, *args, **kwargs):
        fields, given = self._fields, len(args)
        if given > len(fields):
            raise TypeError(f'{type(self).__name__} constructor takes at most {len(fields)} positional '
                            f'argument{"" if len(fields) == 1 else "s"}')
        for name, value in zip(fields, args):
            setattr(self, name, value)
        for name, value in kwargs.items():
            if name in fields[:given]:
                raise TypeError(f'{type(self).__name__} got multiple values for argument {name!r}')
            setattr(self, name, value)

    def __reduce__(self):
        return type(self), (), dict(self.__dict__)

    def __reduce_ex__(self, protocol):
        return self.__reduce__()


def _define(base, text):
    """The class of one kind: "Kind(type field, ...)"; also its fields with their types."""
    name, _, fields = text.rstrip(')').partition('(')
    types = [tuple(field.split()) for field in fields.split(', ')] if fields else []
    names = tuple(field for _, field in types)
    space = {'_fields': names, '__match_args__': names, '__module__': 'ast', '__doc__': text}
    space.update((field, None) for kind, field in types if kind[-1] == '?')
    if base is AST:
        space['_attributes'] = ()
    cls = type(name, (base,), space)
    cls_types[name] = types
    globals()[name] = _classes[name] = cls
    return cls


def _define_all():
    for paragraph in _GRAMMAR.strip().split('\n\n'):
        sort, equals, kinds = paragraph.replace('\n', ' ').partition(' = ')
        if equals:
            kinds = kinds.split(' | ')
            gap = '\n' + ' ' * len(sort) if '(' in ''.join(kinds) else ''
            doc = f'{sort} = ' + (gap + ' | ').join(kinds)
            base = _define(AST, sort)
            base.__doc__ = doc
        else:
            base, kinds = _define(AST, sort), ()
            sort = base.__name__
        if sort in _PLACED:
            base._attributes = _POSITION
            if sort not in ('pattern', 'type_param'):
                base.end_lineno = base.end_col_offset = None
        for kind in kinds:
            _define(base, kind)
    for base in (expr_context, boolop, operator, unaryop, cmpop):
        for cls in base.__subclasses__():
            _classes[cls.__name__] = cls()  # the parser uses one instance for all


cls_types, _classes = {}, {}
_define_all()
_types = cls_types
del cls_types


def parse(source, filename='<unknown>', mode='exec', *, type_comments=False, feature_version=None):
    """The tree of a source."""
    flags = PyCF_ONLY_AST | (PyCF_TYPE_COMMENTS if type_comments else 0)
    if isinstance(feature_version, tuple):
        major, feature_version = feature_version
        if major != 3:
            raise ValueError(f'Unsupported major version: {major}')
    tree = compile(source, filename, mode, flags)
    if feature_version is not None:
        _check_version(tree, feature_version, filename, source)
    return tree


def _check_version(tree, minor, filename, source):
    """SyntaxError for the constructs that came after Python 3.minor."""
    def refuse(node, since, what):
        place = filename, getattr(node, 'lineno', 1), None, None
        raise SyntaxError(f'{what} only supported in Python 3.{since} and greater', place)

    for node in walk(tree):
        for cls, since, what in _SINCE:
            if minor < since and isinstance(node, cls):
                if not isinstance(node, arguments) or node.posonlyargs:
                    refuse(node, since, what)
    if minor < 9 and not isinstance(source, AST):
        from _ast_comments import wrapped_with
        if node := wrapped_with(tree, source, filename):
            refuse(node, 9, 'Parenthesized context managers are')


def _compile(source, filename, mode, flags, optimize):
    """What the builtin compile() does for trees, and for sources of which the tree is wanted."""
    if not isinstance(filename, str):
        filename = bytes(filename).decode()
    if isinstance(source, AST):
        if flags & PyCF_ONLY_AST:
            return source
        from _ast_check import check
        check(source, mode)
        text = unparse(source)
        if mode == 'single':  # its statements share one line
            text = '; '.join(map(unparse, source.body)) + '\n'
        return _ast.code(text, source, filename, mode, flags, optimize)
    if mode == 'func_type':
        from _ast_comments import signature
        return signature(source, filename)
    tree = _ast.tree(source, filename, mode, flags, _classes)
    if flags & PyCF_TYPE_COMMENTS and ('type:' if isinstance(source, str) else b'type:') in source:
        from _ast_comments import attach
        attach(tree, source, filename)
    return tree


def unparse(ast_obj):
    from _ast_unparse import Unparser
    return Unparser().text(ast_obj)


_SINCE = ((MatMult, 5, "The '@' operator is"), (AsyncFunctionDef, 5, 'Async functions are'),
          (AsyncFor, 5, 'Async for loops are'), (AsyncWith, 5, 'Async with statements are'),
          (Await, 5, 'Await expressions are'), (AnnAssign, 6, 'Variable annotation syntax is'),
          (JoinedStr, 6, 'Format strings are'), (arguments, 8, 'Positional-only parameters are'),
          (NamedExpr, 8, 'Assignment expressions are'), (Match, 10, 'Pattern matching is'),
          (TryStar, 11, 'Exception groups are'), (TypeAlias, 12, 'Type statement is'),
          (type_param, 12, 'Type parameter lists are'))

# --- reading trees ---------------------------------------------------------------------------------

def iter_fields(node):
    """(name, value) of the fields that a node has."""
    for name in node._fields:
        try:
            yield name, getattr(node, name)
        except AttributeError:
            pass


def iter_child_nodes(node):
    """The nodes right below a node."""
    for _, value in iter_fields(node):
        several = value if isinstance(value, list) else (value,)
        yield from [child for child in several if isinstance(child, AST)]


def walk(node):
    """Yield node and all its descendants, in no specified order (breadth first)."""
    todo = _deque([node])
    while todo:
        first = todo.popleft()
        todo += iter_child_nodes(first)
        yield first


def dump(node, annotate_fields=True, include_attributes=False, *, indent=None):
    """A formatted dump of the tree, for debugging."""
    if not isinstance(node, AST):
        raise TypeError(f'expected AST, got {type(node).__name__!r}')
    if indent is not None and not isinstance(indent, str):
        indent = ' ' * indent

    def text(value, gap):
        if isinstance(value, list):
            left, right, parts = '[', ']', [('', part) for part in value]
        elif isinstance(value, AST):
            left, right, parts = type(value).__name__ + '(', ')', list(_shown(value, annotate_fields, include_attributes))
        else:
            return repr(value)
        below = gap and gap + indent
        texts = [label + text(part, below) for label, part in parts]
        flat = right == ')' and len(parts) <= 3 and all([
            # What has no parts itself ends like that.
            not isinstance(part, (AST, list)) or shown[-2:] in ('()', '[]') for (_, part), shown in zip(parts, texts)])
        start = '' if flat or not below or not parts else below
        return f'{left}{start}{("," + (start or " ")).join(texts)}{right}'

    return text(node, '' if indent is None else '\n')


def _shown(node, named, positions):
    """(label, value) of what a dump shows of a node; behind a field that is left out the others say their names."""
    fields = len(node._fields)
    for i, name in enumerate((*node._fields, *(node._attributes if positions else ()))):
        value = getattr(node, name, _ABSENT)
        if value is _ABSENT or value is None and getattr(type(node), name, _ABSENT) is None:
            named = True
        else:
            yield f'{name}=' if named or i >= fields else '', value


def get_docstring(node, clean=True):
    """The docstring of a module, class or function node, or None."""
    match node:
        case (Module(body=[Expr(value=Constant(value=str(text))), *_])
              | ClassDef(body=[Expr(value=Constant(value=str(text))), *_])
              | FunctionDef(body=[Expr(value=Constant(value=str(text))), *_])
              | AsyncFunctionDef(body=[Expr(value=Constant(value=str(text))), *_])):
            if clean:
                import inspect
                text = inspect.cleandoc(text)
            return text
        case Module() | ClassDef() | FunctionDef() | AsyncFunctionDef():
            return None
    raise TypeError(f"{node.__class__.__name__!r} can't have docstrings")


def _source_lines(source):
    """Lines with their ends, where only \\n, \\r and \\r\\n end one."""
    lines, start, at = [], 0, 0
    while at < len(source):
        c = source[at]
        at += 1
        if c == '\r' and source[at:at + 1] == '\n':
            at += 1
        if c in '\r\n':
            lines.append(source[start:at])
            start = at
    if start < len(source):
        lines.append(source[start:])
    return lines


def get_source_segment(source, node, *, padded=False):
    """The text of a node in its source, or None where the node does not tell its place."""
    try:
        first, start, last, end = [getattr(node, name) for name in _POSITION]
    except AttributeError:
        return None
    if last is None or end is None:
        return None
    lines = [line.encode() for line in _source_lines(source)[first - 1:last]]
    text, before = b''.join(lines), lines[0][:start].decode() if padded and len(lines) > 1 else ''
    pad = ''.join([c if c in '\f\t' else ' ' for c in before])
    return pad + text[start:len(text) - len(lines[-1]) + end].decode()


def literal_eval(node_or_string):
    """The value of an expression that consists of literals and containers of them only."""
    tree = node_or_string
    if isinstance(tree, str):
        tree = parse(tree.lstrip(' \t'), mode='eval')
    return _literal(tree.body if isinstance(tree, Expression) else tree)


def _malformed(node):
    line = getattr(node, 'lineno', None)
    where = f' on line {line}' if line else ''
    return ValueError(f'malformed node or string{where}: {node!r}')


def _literal(node):
    match node:
        case Constant():
            return node.value
        case Tuple():
            return tuple([_literal(item) for item in node.elts])
        case List():
            return [_literal(item) for item in node.elts]
        case Set():
            return {_literal(item) for item in node.elts}
        case Call(func=Name(id='set'), args=[], keywords=[]):
            return set()    # which has no literal
        case Dict():
            if len(node.keys) == len(node.values):
                return {_literal(key): _literal(value)
                        for key, value in zip(node.keys, node.values)}
            raise _malformed(node)
        case BinOp(op=Add() | Sub()):
            real, imaginary = _literal_number(node.left, True), _literal_number(node.right, False)
            if not isinstance(real, complex) and isinstance(imaginary, complex):
                return real + imaginary if isinstance(node.op, Add) else real - imaginary
    return _literal_number(node, True)


def _literal_number(node, signed):
    match node:
        case Constant() if type(node.value) in (int, float, complex):
            return node.value
        case UnaryOp(op=UAdd()) if signed:
            return +_literal_number(node.operand, False)
        case UnaryOp(op=USub()) if signed:
            return -_literal_number(node.operand, False)
    raise _malformed(node)


# --- changing trees --------------------------------------------------------------------------------

def copy_location(new_node, old_node):
    """Gives a node the place of another one, and returns it."""
    both = {*old_node._attributes} & {*new_node._attributes}
    for name in [name for name in _POSITION if name in both]:
        at = getattr(old_node, name, None)
        unset = at is None and not (name[:4] == 'end_' and hasattr(old_node, name))
        if not unset:
            setattr(new_node, name, at)
    return new_node


def fix_missing_locations(node):
    """Give every node that lacks a position that of its parent, recursively."""
    def fix(node, place):
        place = list(place)
        for i, name in enumerate(_POSITION):
            if name not in node._attributes:
                continue
            value = getattr(node, name, None)
            if value is not None or (i < 2 and hasattr(node, name)):
                place[i] = value
            else:
                setattr(node, name, place[i])
        for child in iter_child_nodes(node):
            fix(child, place)
    fix(node, (1, 0, 1, 0))
    return node


def increment_lineno(node, n=1):
    """Moves a node and everything below it by n lines."""
    for below in walk(node):
        ignored = isinstance(below, TypeIgnore)     # has its line as a field
        for name in ('lineno',) if ignored else ('lineno', 'end_lineno'):
            if ignored or name in below._attributes:
                line = getattr(below, name, 0)
                setattr(below, name, line if line is None else line + n)
    return node


class NodeVisitor:
    """Walks a tree and calls visit_KIND for every node, or generic_visit where there is none."""

    def visit(self, node):
        """Visit a node."""
        return getattr(self, 'visit_' + type(node).__name__, self.generic_visit)(node)

    def generic_visit(self, node):
        """Visit all children of the node."""
        for _, value in iter_fields(node):
            for item in value if isinstance(value, list) else (value,):
                if isinstance(item, AST):
                    self.visit(item)

    def visit_Constant(self, node):
        for name, types in _OLD_TYPES.items():
            if type(node.value) in types and (method := getattr(self, 'visit_' + name, None)):
                _deprecated(f'visit_{name} is deprecated; add visit_Constant', DeprecationWarning)
                return method(node)
        return self.generic_visit(node)


class NodeTransformer(NodeVisitor):
    """A visitor whose methods return what takes the node's place: a node, None or a list."""

    def generic_visit(self, node):
        for name, old in iter_fields(node):
            if isinstance(old, list):
                old[:] = [new for item in old for new in self._instead_of(item)]
            elif isinstance(old, AST):
                instead = self.visit(old)
                change = delattr if instead is None else setattr
                change(node, name, *(() if instead is None else (instead,)))
        return node

    def _instead_of(self, item):
        """The items of a list that come in one's place."""
        if not isinstance(item, AST):
            return item,
        new = self.visit(item)
        return () if new is None else (new,) if isinstance(new, AST) else new


# --- names of earlier versions -----------------------------------------------------------------------

vars(_ast).update(_classes)  # which has them in CPython

_OLD_TYPES = {'Num': (int, float, complex), 'Str': (str,), 'Bytes': (bytes,),
              'NameConstant': (type(None), bool), 'Ellipsis': (type(...),)}


def _deprecated(message, category=DeprecationWarning):
    import warnings
    warnings.warn(message, category, stacklevel=3)


def _value_alias(name):
    text = f'Attribute {name} is deprecated and will be removed in Python 3.14; use value instead'

    def get(self):
        """Deprecated. Use value instead."""
        _deprecated(text)
        return self.value

    def put(self, value):
        _deprecated(text)
        self.value = value
    return property(get, put)


Constant.n, Constant.s = _value_alias('n'), _value_alias('s')


class _OldConstant(type):
    def __instancecheck__(cls, node):
        if '_types' not in cls.__dict__:  # a subclass of the program's
            return type.__instancecheck__(cls, node)
        _deprecated(cls._text)
        value = getattr(node, 'value', _ABSENT) if isinstance(node, Constant) else _ABSENT
        if isinstance(value, bool) and bool not in cls._types:
            return False
        return isinstance(value, cls._types)


def _old_constant(name):
    field = {'Num': 'n', 'Str': 's', 'Bytes': 's', 'NameConstant': 'value'}.get(name)

    def make(cls, *args, **kwargs):
        if field in kwargs and args:
            raise TypeError(f'{name} got multiple values for argument {field!r}')
        if '_types' not in cls.__dict__:
            return Constant.__new__(cls)
        _deprecated(cls._text)
        if name == 'Ellipsis':
            return Constant(..., *args, **kwargs)
        if field in kwargs:
            kwargs['value'] = kwargs.pop(field)
        return Constant(*args, **kwargs)

    text = f'ast.{name} is deprecated and will be removed in Python 3.14; use ast.Constant instead'
    space = {'__new__': make, '__module__': 'ast', '_types': _OLD_TYPES[name], '_text': text,
             '_fields': (field,) if field else ()}
    return _OldConstant(name, (Constant,), space)


def __getattr__(name):
    if name in _OLD_TYPES:
        globals()[name] = _old_constant(name)
        _deprecated(f'ast.{name} is deprecated and will be removed in Python 3.14; '
                    'use ast.Constant instead')
        return globals()[name]
    if name == '_Unparser':
        from _ast_unparse import Unparser
        return Unparser
    raise AttributeError(f"module 'ast' has no attribute '{name}'")


class slice(AST):
    """Deprecated AST node class."""


class Index(slice):
    """What an index was; makes the value itself."""
    def __new__(cls, value, **kwargs):
        return value


class ExtSlice(slice):
    """Deprecated AST node class. Use ast.Tuple instead."""
    def __new__(cls, dims=(), **kwargs):
        return Tuple(list(dims), Load(), **kwargs)


class Suite(mod):
    """Deprecated AST node class.  Unused in Python 3."""


class AugLoad(expr_context):
    """Deprecated AST node class.  Unused in Python 3."""


class AugStore(expr_context):
    """Deprecated AST node class.  Unused in Python 3."""


class Param(expr_context):
    """Deprecated AST node class.  Unused in Python 3."""
