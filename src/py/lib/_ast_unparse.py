"""ast.unparse: source text of a tree, laid out as CPython lays it out.

Expressions become strings, each made for a level: the weakest binding that needs no parentheses at
that place. Statements append lines.
"""
import ast as _ast

# Levels from the weakest binding to the strongest.
(_NAMED, _TUPLE, _YIELD, _TEST, _OR, _AND, _NOT, _CMP, _BOR, _XOR, _BAND, _SHIFT, _ARITH, _TERM,
 _FACTOR, _POWER, _AWAIT, _ATOM) = range(18)

_BINARY = {'Add': ('+', _ARITH), 'Sub': ('-', _ARITH), 'Mult': ('*', _TERM), 'MatMult': ('@', _TERM),
           'Div': ('/', _TERM), 'Mod': ('%', _TERM), 'FloorDiv': ('//', _TERM),
           'LShift': ('<<', _SHIFT), 'RShift': ('>>', _SHIFT), 'BitOr': ('|', _BOR),
           'BitXor': ('^', _XOR), 'BitAnd': ('&', _BAND), 'Pow': ('**', _POWER)}
_UNARY = {'Invert': ('~', _FACTOR), 'Not': ('not ', _NOT), 'UAdd': ('+', _FACTOR),
          'USub': ('-', _FACTOR)}
_COMPARE = {'Eq': '==', 'NotEq': '!=', 'Lt': '<', 'LtE': '<=', 'Gt': '>', 'GtE': '>=', 'Is': 'is',
            'IsNot': 'is not', 'In': 'in', 'NotIn': 'not in'}
_QUOTES = ("'", '"', '"""', "'''")
_INFINITY = '1e309'


def _parens(needed, text):
    return f'({text})' if needed else text


def _escape(c, whitespace):
    plain = not whitespace if c in '\n\t' else c != '\\' and c.isprintable()
    return c if plain else str(c.encode('unicode_escape'), 'ascii')


def _literal(text, quotes, whitespace=False):
    """text for use between quotes, and those of `quotes` that fit. Backslashes only where needed."""
    body = ''.join([_escape(c, whitespace) for c in text])
    fit = [q for q in quotes if q not in body and (len(q) == 3 or '\n' not in body)]
    if not fit:
        shown = repr(text)
        return shown[1:-1], [next((q for q in quotes if shown[0] in q), shown[0])]
    last = body[-1:]    # which quotes that begin with it would take for theirs
    clear, unclear = [q for q in fit if q[0] != last], [q for q in fit if q[0] == last]
    return body if clear else body[:-1] + '\\' + last, clear + unclear


def _number(value):
    """repr of a constant, with infinities and NaNs in a form that can be read back."""
    text = repr(value)
    if isinstance(value, (float, complex)):
        text = text.replace('inf', _INFINITY).replace('nan', f'({_INFINITY}-{_INFINITY})')
    return text


class Unparser:
    def __init__(self):
        self.lines = []
        self.depth = 0
        self.ignores = {}  # line -> what its `# type: ignore` says
        self.star = False  # inside try: ... except*

    def text(self, node):
        if isinstance(node, list):
            self.block(node)
        elif isinstance(node, (_ast.stmt, _ast.mod, _ast.excepthandler, _ast.match_case)):
            self.statement(node)
        else:
            return self.expr(node)
        return '\n'.join(self.lines)

    # --- statements ---

    def line(self, text):
        self.lines.append('    ' * self.depth + text)

    def statement(self, node):
        getattr(self, 'stmt_' + type(node).__name__, self.unknown)(node)

    def unknown(self, node):
        """A class of the program's own: whatever its base is written as."""
        for cls in type(node).__mro__[1:]:
            for prefix in ('stmt_', 'expr_'):
                method = getattr(self, prefix + cls.__name__, None)
                if method is not None:
                    return method(node) if prefix == 'stmt_' else method(node, _TEST)
        raise ValueError(f'cannot unparse {node!r}')

    def block(self, body):
        for node in body:
            self.statement(node)

    def comment(self, node):
        """The type comment that stands behind a statement, or behind the colon of its head."""
        text = self.ignores.get(getattr(node, 'lineno', None)) or getattr(node, 'type_comment', None)
        return '' if text is None else ' # type: ' + text

    def suite(self, head, body, comment=''):
        self.line(f'{head}:{comment}')
        self.depth += 1
        self.block(body)
        self.depth -= 1

    def documented(self, body):
        """The body of a module, class or function: a docstring keeps triple quotes."""
        first = body[0] if body else None
        if (isinstance(first, _ast.Expr) and isinstance(first.value, _ast.Constant)
                and isinstance(first.value.value, str)):
            text, quotes = _literal(first.value.value, _QUOTES[2:])
            prefix = 'u' if first.value.kind == 'u' else ''
            self.line(prefix + quotes[0] + text + quotes[0])
            body = body[1:]
        self.block(body)

    def stmt_Module(self, node):
        self.ignores = {ignore.lineno: f'ignore{ignore.tag}' for ignore in node.type_ignores}
        self.documented(node.body)

    def stmt_Interactive(self, node):
        self.block(node.body)

    def stmt_Expression(self, node):
        self.line(self.expr(node.body))

    def stmt_FunctionType(self, node):
        self.line(f'({self.commas(node.argtypes)}) -> {self.expr(node.returns)}')

    def stmt_Expr(self, node):
        self.line(self.expr(node.value, _YIELD))

    def stmt_Import(self, node):
        self.line('import ' + self.commas(node.names))

    def stmt_ImportFrom(self, node):
        dots = '.' * (node.level or 0)
        self.line(f'from {dots}{node.module or ""} import {self.commas(node.names)}')

    def stmt_Assign(self, node):
        targets = [self.expr(target, _TUPLE) + ' = ' for target in node.targets]
        self.line(''.join(targets) + self.expr(node.value) + self.comment(node))

    def stmt_AugAssign(self, node):
        op = _BINARY[type(node.op).__name__][0]
        self.line(f'{self.expr(node.target)} {op}= {self.expr(node.value)}')

    def stmt_AnnAssign(self, node):
        bare = isinstance(node.target, _ast.Name) and not node.simple
        text = f'{_parens(bare, self.expr(node.target))}: {self.expr(node.annotation)}'
        self.line(text + (f' = {self.expr(node.value)}' if node.value else ''))

    def stmt_Return(self, node):
        self.line('return' + (' ' + self.expr(node.value) if node.value else ''))

    def stmt_Pass(self, node):
        self.line('pass')

    def stmt_Break(self, node):
        self.line('break')

    def stmt_Continue(self, node):
        self.line('continue')

    def stmt_Delete(self, node):
        self.line('del ' + self.commas(node.targets))

    def stmt_Assert(self, node):
        self.line(f'assert {self.expr(node.test)}' + (f', {self.expr(node.msg)}' if node.msg else ''))

    def stmt_Global(self, node):
        self.line('global ' + ', '.join(node.names))

    def stmt_Nonlocal(self, node):
        self.line('nonlocal ' + ', '.join(node.names))

    def stmt_Raise(self, node):
        if not node.exc:
            if node.cause:
                raise ValueError("Node can't be used without a value attribute.")
            self.line('raise')
            return
        text = 'raise ' + self.expr(node.exc)
        self.line(text + (f' from {self.expr(node.cause)}' if node.cause else ''))

    def stmt_Try(self, node, star=False):
        outer, self.star = self.star, star
        self.suite('try', node.body)
        for handler in node.handlers:
            self.statement(handler)
        if node.orelse:
            self.suite('else', node.orelse)
        if node.finalbody:
            self.suite('finally', node.finalbody)
        self.star = outer

    def stmt_TryStar(self, node):
        self.stmt_Try(node, True)

    def stmt_ExceptHandler(self, node):
        head = 'except*' if self.star else 'except'
        if node.type:
            head += ' ' + self.expr(node.type)
        if node.name:
            head += ' as ' + node.name
        self.suite(head, node.body)

    def decorated(self, node, head, comment=''):
        if self.lines:
            self.lines.append('')
        for decorator in node.decorator_list:
            self.line('@' + self.expr(decorator))
        self.line(f'{head}:{comment}')
        self.depth += 1
        self.documented(node.body)
        self.depth -= 1

    def type_params(self, node):
        params = getattr(node, 'type_params', None)
        return f'[{self.commas(params)}]' if params else ''

    def stmt_ClassDef(self, node):
        parts = [self.expr(base) for base in node.bases] + [self.expr(k) for k in node.keywords]
        bases = f'({", ".join(parts)})' if parts else ''
        self.decorated(node, f'class {node.name}{self.type_params(node)}{bases}')

    def stmt_FunctionDef(self, node, word='def'):
        head = f'{word} {node.name}{self.type_params(node)}({self.expr(node.args)})'
        if node.returns:
            head += ' -> ' + self.expr(node.returns)
        self.decorated(node, head, self.comment(node))

    def stmt_AsyncFunctionDef(self, node):
        self.stmt_FunctionDef(node, 'async def')

    def stmt_TypeAlias(self, node):
        self.line(f'type {self.expr(node.name)}{self.type_params(node)} = {self.expr(node.value)}')

    def stmt_For(self, node, word='for'):
        head = f'{word} {self.expr(node.target, _TUPLE)} in {self.expr(node.iter)}'
        self.suite(head, node.body, self.comment(node))
        if node.orelse:
            self.suite('else', node.orelse)

    def stmt_AsyncFor(self, node):
        self.stmt_For(node, 'async for')

    def stmt_If(self, node):
        word, rest = 'if ', [node]
        while len(rest) == 1 and isinstance(rest[0], _ast.If):
            self.suite(word + self.expr(rest[0].test), rest[0].body)
            word, rest = 'elif ', rest[0].orelse
        if rest:
            self.suite('else', rest)

    def stmt_While(self, node):
        self.suite('while ' + self.expr(node.test), node.body)
        if node.orelse:
            self.suite('else', node.orelse)

    def stmt_With(self, node, word='with'):
        self.suite(f'{word} {self.commas(node.items)}', node.body, self.comment(node))

    def stmt_AsyncWith(self, node):
        self.stmt_With(node, 'async with')

    def stmt_Match(self, node):
        self.suite('match ' + self.expr(node.subject), node.cases)

    def stmt_match_case(self, node):
        guard = f' if {self.expr(node.guard)}' if node.guard else ''
        self.suite(f'case {self.expr(node.pattern)}{guard}', node.body)

    # --- expressions ---

    def expr(self, node, level=_TEST):
        method = getattr(self, 'expr_' + type(node).__name__, None)
        return method(node, level) if method else self.unknown(node)

    def commas(self, nodes):
        return ', '.join([self.expr(node) for node in nodes])

    def items(self, nodes):
        return self.commas(nodes) + (',' if len(nodes) == 1 else '')

    def expr_Name(self, node, level):
        return node.id

    def expr_NamedExpr(self, node, level):
        text = f'{self.expr(node.target, _ATOM)} := {self.expr(node.value, _ATOM)}'
        return _parens(level > _NAMED, text)

    def expr_Await(self, node, level):
        text = 'await' + (' ' + self.expr(node.value, _ATOM) if node.value else '')
        return _parens(level > _AWAIT, text)

    def expr_Yield(self, node, level):
        text = 'yield' + (' ' + self.expr(node.value, _ATOM) if node.value else '')
        return _parens(level > _YIELD, text)

    def expr_YieldFrom(self, node, level):
        if not node.value:
            raise ValueError("Node can't be used without a value attribute.")
        return _parens(level > _YIELD, 'yield from ' + self.expr(node.value, _ATOM))

    def expr_Constant(self, node, level):
        value = node.value
        if isinstance(value, tuple):
            parts = [self.constant(item) for item in value]
            return '(' + ', '.join(parts) + (',)' if len(parts) == 1 else ')')
        if value is ...:
            return '...'
        return ('u' if node.kind == 'u' else '') + _number(value)

    def constant(self, value):
        return self.expr_Constant(_ast.Constant(value), _TEST)

    def expr_JoinedStr(self, node, level):
        parts = [(self.fstring_part(value), isinstance(value, _ast.Constant))
                 for value in node.values]
        quotes, done = list(_QUOTES), []
        for text, fixed in parts:
            if fixed:
                text, fit = _literal(text, quotes, True)
            else:  # quotes inside of an expression may nest
                if '\n' in text:
                    quotes = [q for q in quotes if len(q) == 3]
                fit = quotes
            done.append(text)
            if not set(fit) & set(quotes):
                # No quotes fit all parts: escape the text, as repr does between single quotes.
                done = [repr('"' + part)[2:-1] if fixed else part for part, fixed in parts]
                quotes = ["'''"]
                break
            quotes = fit
        return 'f' + quotes[0] + ''.join(done) + quotes[0]

    def fstring_part(self, node, spec=False):
        if isinstance(node, _ast.JoinedStr):
            return ''.join([self.fstring_part(value, spec) for value in node.values])
        if isinstance(node, _ast.FormattedValue):
            return self.expr_FormattedValue(node, _TEST)
        if not isinstance(node, _ast.Constant) or not isinstance(node.value, str):
            raise ValueError(f'Unexpected node inside JoinedStr, {node!r}')
        text = node.value.replace('{', '{{').replace('}', '}}')
        if spec:
            for plain, escaped in (('\\', '\\\\'), ("'", "\\'"), ('"', '\\"'), ('\n', '\\n')):
                text = text.replace(plain, escaped)
        return text

    def expr_FormattedValue(self, node, level):
        inner = Unparser().expr(node.value, _TEST + 1)
        text = '{' + (' ' if inner.startswith('{') else '') + inner
        if node.conversion != -1:
            text += '!' + chr(node.conversion)
        if node.format_spec:
            text += ':' + self.fstring_part(node.format_spec, True)
        return text + '}'

    def expr_List(self, node, level):
        return f'[{self.commas(node.elts)}]'

    def expr_Tuple(self, node, level):
        return _parens(not node.elts or level > _TUPLE, self.items(node.elts))

    def expr_Set(self, node, level):
        return '{' + (self.commas(node.elts) if node.elts else '*()') + '}'

    def expr_Dict(self, node, level):
        parts = ['**' + self.expr(value, _BOR) if key is None
                 else f'{self.expr(key)}: {self.expr(value)}'
                 for key, value in zip(node.keys, node.values)]
        return '{' + ', '.join(parts) + '}'

    def loops(self, node):
        return ''.join([self.expr(generator) for generator in node.generators])

    def expr_ListComp(self, node, level):
        return f'[{self.expr(node.elt)}{self.loops(node)}]'

    def expr_GeneratorExp(self, node, level):
        return f'({self.expr(node.elt)}{self.loops(node)})'

    def expr_SetComp(self, node, level):
        return '{' + self.expr(node.elt) + self.loops(node) + '}'

    def expr_DictComp(self, node, level):
        return f'{{{self.expr(node.key)}: {self.expr(node.value)}{self.loops(node)}}}'

    def expr_comprehension(self, node, level):
        word = ' async for ' if node.is_async else ' for '
        text = f'{word}{self.expr(node.target, _TUPLE)} in {self.expr(node.iter, _TEST + 1)}'
        return text + ''.join([' if ' + self.expr(test, _TEST + 1) for test in node.ifs])

    def expr_IfExp(self, node, level):
        text = (f'{self.expr(node.body, _TEST + 1)} if {self.expr(node.test, _TEST + 1)} '
                f'else {self.expr(node.orelse)}')
        return _parens(level > _TEST, text)

    def expr_UnaryOp(self, node, level):
        op, own = _UNARY[type(node.op).__name__]
        return _parens(level > own, op + self.expr(node.operand, own))

    def expr_BinOp(self, node, level):
        op, own = _BINARY[type(node.op).__name__]
        left, right = (own + 1, own) if op == '**' else (own, own + 1)
        text = f'{self.expr(node.left, left)} {op} {self.expr(node.right, right)}'
        return _parens(level > own, text)

    def expr_Compare(self, node, level):
        text = self.expr(node.left, _CMP + 1)
        for op, value in zip(node.ops, node.comparators):
            text += f' {_COMPARE[type(op).__name__]} {self.expr(value, _CMP + 1)}'
        return _parens(level > _CMP, text)

    def expr_BoolOp(self, node, level):
        word, own = (' and ', _AND) if isinstance(node.op, _ast.And) else (' or ', _OR)
        # Every further operand binds one level tighter, so that operators of one kind nest.
        parts = [self.expr(value, min(own + 1 + i, _ATOM)) for i, value in enumerate(node.values)]
        return _parens(level > own, word.join(parts))

    def expr_Attribute(self, node, level):
        value = self.expr(node.value, _ATOM)
        number = isinstance(node.value, _ast.Constant) and isinstance(node.value.value, int)
        return f'{value}{" " if number else ""}.{node.attr}'

    def expr_Call(self, node, level):
        parts = [self.expr(arg) for arg in node.args] + [self.expr(k) for k in node.keywords]
        return f'{self.expr(node.func, _ATOM)}({", ".join(parts)})'

    def expr_Subscript(self, node, level):
        many = isinstance(node.slice, _ast.Tuple) and node.slice.elts
        index = self.items(node.slice.elts) if many else self.expr(node.slice)
        return f'{self.expr(node.value, _ATOM)}[{index}]'

    def expr_Starred(self, node, level):
        return '*' + self.expr(node.value, _BOR)

    def expr_Slice(self, node, level):
        text = (self.expr(node.lower) if node.lower else '') + ':'
        text += self.expr(node.upper) if node.upper else ''
        return text + (':' + self.expr(node.step) if node.step else '')

    def expr_Lambda(self, node, level):
        args = self.expr(node.args)
        return _parens(level > _TEST, f'lambda{" " if args else ""}{args}: {self.expr(node.body)}')

    # --- parts of statements ---

    def expr_arguments(self, node, level):
        placed = len(node.posonlyargs + node.args)
        defaults = [None] * (placed - len(node.defaults)) + node.defaults + node.kw_defaults
        parts = [self.expr(arg) + (f'={self.expr(default)}' if default else '')
                 for arg, default in zip(node.posonlyargs + node.args + node.kwonlyargs, defaults)]
        if node.vararg or node.kwonlyargs:
            parts.insert(placed, '*' + (self.expr(node.vararg) if node.vararg else ''))
        if node.posonlyargs:
            parts.insert(len(node.posonlyargs), '/')
        if node.kwarg:
            parts.append('**' + self.expr(node.kwarg))
        return ', '.join(parts)

    def expr_arg(self, node, level):
        return node.arg + (f': {self.expr(node.annotation)}' if node.annotation else '')

    def expr_keyword(self, node, level):
        return ('**' if node.arg is None else node.arg + '=') + self.expr(node.value)

    def expr_alias(self, node, level):
        return node.name + (f' as {node.asname}' if node.asname else '')

    def expr_withitem(self, node, level):
        name = f' as {self.expr(node.optional_vars)}' if node.optional_vars else ''
        return self.expr(node.context_expr) + name

    def expr_TypeVar(self, node, level):
        return node.name + (f': {self.expr(node.bound)}' if node.bound else '')

    def expr_TypeVarTuple(self, node, level):
        return '*' + node.name

    def expr_ParamSpec(self, node, level):
        return '**' + node.name

    # --- patterns ---

    def expr_MatchValue(self, node, level):
        return self.expr(node.value)

    def expr_MatchSingleton(self, node, level):
        return _number(node.value)

    def expr_MatchSequence(self, node, level):
        return f'[{self.commas(node.patterns)}]'

    def expr_MatchStar(self, node, level):
        return '*' + (node.name or '_')

    def expr_MatchMapping(self, node, level):
        parts = [f'{self.expr(k)}: {self.expr(p)}' for k, p in zip(node.keys, node.patterns)]
        if node.rest:
            parts.append('**' + node.rest)
        return '{' + ', '.join(parts) + '}'

    def expr_MatchClass(self, node, level):
        parts = [self.expr(pattern) for pattern in node.patterns]
        parts += [f'{name}={self.expr(p)}' for name, p in zip(node.kwd_attrs, node.kwd_patterns)]
        return f'{self.expr(node.cls, _ATOM)}({", ".join(parts)})'

    def expr_MatchAs(self, node, level):
        if node.pattern is None:
            return node.name or '_'
        return _parens(level > _TEST, f'{self.expr(node.pattern, _BOR)} as {node.name}')

    def expr_MatchOr(self, node, level):
        text = ' | '.join([self.expr(pattern, _BOR + 1) for pattern in node.patterns])
        return _parens(level > _BOR, text)
