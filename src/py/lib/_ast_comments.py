"""What module ast reads from tokens, since the parser drops it: type comments, their signatures, and
the parentheses of with statements."""

import ast as _ast
import io as _io
import re as _re
import tokenize as _tk

_COMMENT = _re.compile(r'#[ \t]*type:[ \t]*')
_IGNORE = _re.compile(r'ignore(?![0-9A-Za-z]|[^\x00-\x7f])')
_LOOPS = _ast.For, _ast.AsyncFor
_WITHS = _ast.With, _ast.AsyncWith
_DEFS = _ast.FunctionDef, _ast.AsyncFunctionDef


class _Comment:
    """A type comment: where it begins and ends, and its text from `at` on."""

    type, string = _tk.COMMENT, ''

    def __init__(self, token, prefix):
        self.start, self.end, self.line = token.start, token.end, token.line
        self.at = token.start[0], token.start[1] + prefix
        self.text = token.string[prefix:]
        self.used = False


class _Source:
    """A source as its tokens; comments are left out but for those that are about types."""

    def __init__(self, source, filename):
        if not isinstance(source, str):
            encoding = _tk.detect_encoding(_io.BytesIO(source).readline)[0]
            source = bytes(source).decode(encoding)
        source = source.replace('\r\n', '\n').replace('\r', '\n')
        self.filename, self.lines = filename, source.split('\n')
        self.ignored, self.comments, self.tokens = [], [], []
        for token in _tk.generate_tokens(_io.StringIO(source).readline):
            if token.type == _tk.COMMENT:
                self._comment(token)
            elif token.type != _tk.NL:
                self.tokens.append(token)
        self.starts = {token.start: i for i, token in enumerate(self.tokens) if token.string}

    def _comment(self, token):
        prefix = _COMMENT.match(token.string)
        if not prefix:
            return
        text = token.string[prefix.end():]
        if ignore := _IGNORE.match(text):
            alone = not token.line[:token.start[1]].strip()
            tag = text[ignore.end():] + '\n' * alone
            self.ignored.append(_ast.TypeIgnore(token.start[0], tag))
        else:
            self.comments.append(_Comment(token, prefix.end()))
            self.tokens.append(self.comments[-1])

    def place(self, line, column):
        """The place in characters of one in bytes."""
        text = self.lines[line - 1]
        return line, column if text.isascii() else len(text.encode()[:column].decode())

    def bytes(self, place):
        line, column = place
        return line, len(self.lines[line - 1][:column].encode())

    def first(self, node):
        """Index of the first token of a statement, without its decorators."""
        return self.starts[self.place(node.lineno, node.col_offset)]

    def closing(self, i):
        """Index of the bracket that closes the one at i, or of the last token."""
        depth = 0
        for i in range(i, len(self.tokens)):
            text = self.tokens[i].string
            depth += (text in ('(', '[', '{')) - (text in (')', ']', '}'))
            if not depth:
                break
        return i

    def colon(self, node):
        """Index of the colon before the body of a compound statement."""
        first = node.body[0]
        head = getattr(first, 'decorator_list', None) or [first]
        i = self.starts[self.place(head[0].lineno, head[0].col_offset)]
        while self.tokens[i].string != ':':
            i -= 1
        return i

    def wrapped(self, node):
        """Index of the parenthesis around all items of a with statement, or None."""
        i = self.first(node) + 1 + isinstance(node, _ast.AsyncWith)
        if self.tokens[i].string != '(' or self.closing(i) + 1 != self.colon(node):
            return None
        odd = _ast.NamedExpr, _ast.Yield, _ast.YieldFrom, _ast.GeneratorExp, _ast.Starred
        first = node.items[0].context_expr
        place = self.place(first.lineno, first.col_offset)
        if place == self.tokens[i].start:   # the parentheses are the expression's own
            inside = getattr(first, 'elts', [])
        else:
            inside = [first] if place == self.tokens[i + 1].start else [_ast.Pass()]
        return None if not inside or any(isinstance(x, odd) for x in inside) else i

    def error(self, token, message='invalid syntax'):
        start = getattr(token, 'at', token.start)
        text = self.lines[start[0] - 1] + '\n' if start[0] <= len(self.lines) else None
        return SyntaxError(message, (self.filename, start[0], start[1] + 1, text,
                                     token.end[0], token.end[1] + 1))


# --- type comments ---------------------------------------------------------------------------------

def attach(tree, source, filename):
    """Gives the nodes of a tree the type comments of its source."""
    s = _Source(source, filename)
    if isinstance(tree, _ast.Module):
        tree.type_ignores = s.ignored
    if not s.comments:
        return
    todo = [(tree, ())]
    ends = {}
    while todo:
        node, above = todo.pop()
        if isinstance(node, _ast.Assign):
            ends[s.place(node.end_lineno, node.end_col_offset)] = node, above
        elif isinstance(node, _LOOPS):
            _take(s, node, s.colon(node) + 1)
        elif isinstance(node, _WITHS):
            _with(s, node)
        elif isinstance(node, _DEFS):
            _def(s, node)
        below = above + (node,)
        todo += [(child, below) for child in _ast.iter_child_nodes(node)
                 if not isinstance(child, _ast.expr)]
    for i, token in enumerate(s.tokens):
        if isinstance(token, _Comment) and not token.used:
            if not i or s.tokens[i - 1].end not in ends:
                raise s.error(token)
            _assign(s, token, *ends[s.tokens[i - 1].end])


def _take(s, node, i):
    """Gives node the comment that is token i, if it is one."""
    comment = s.tokens[i] if i < len(s.tokens) else None
    if isinstance(comment, _Comment):
        node.type_comment = comment.text
        comment.used = True
        return True
    return False


def _assign(s, comment, node, above):
    """The comment is part of the assignment, and of the statements that end with it."""
    node.type_comment = comment.text
    was = node.end_lineno, node.end_col_offset
    for outer in (node, *above):
        if (getattr(outer, 'end_lineno', None), getattr(outer, 'end_col_offset', None)) == was:
            outer.end_lineno, outer.end_col_offset = s.bytes(comment.end)


def _with(s, node):
    if not _take(s, node, s.colon(node) + 1):
        return
    opening = s.wrapped(node)
    if opening is None:
        return
    # The grammar has the comment for items without parentheses alone: they are those of a tuple.
    closing = s.closing(opening)
    if any(item.optional_vars for item in node.items):
        raise s.error(s.tokens[closing + 2])
    if len(node.items) > 1 or s.tokens[closing - 1].string == ',':
        place = *s.bytes(s.tokens[opening].start), *s.bytes(s.tokens[closing].end)
        items = _ast.Tuple([item.context_expr for item in node.items], _ast.Load(),
                           **dict(zip(('lineno', 'col_offset', 'end_lineno', 'end_col_offset'), place)))
        node.items = [_ast.withitem(items, None)]


def _def(s, node):
    i = s.first(node) + 2 + isinstance(node, _ast.AsyncFunctionDef)
    if s.tokens[i].string == '[':
        i = s.closing(i) + 1
    _parameters(s, node.args, i)
    i = s.colon(node) + 1
    here = _take(s, node, i)
    i += here
    below = i + 2 < len(s.tokens) and s.tokens[i].type == _tk.NEWLINE and \
        isinstance(s.tokens[i + 1], _Comment) and s.tokens[i + 2].type == _tk.INDENT
    if here and below:
        raise s.error(s.tokens[i + 2], 'Cannot have two type comments on def')
    if below:
        _take(s, node, i + 1)


def _parameters(s, args, opening):
    """Comments after parameters: behind the comma, or before the closing parenthesis."""
    names = [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg]
    names = iter([name for name in names if name])
    closing = s.closing(opening)
    i = first = opening + 1
    while first < closing:
        i = first
        while i < closing and s.tokens[i].string != ',':
            i = s.closing(i) + 1    # past a bracket, or one token
        if isinstance(s.tokens[first], _Comment):
            return
        bare = s.tokens[first].string in ('*', '/') and first + 1 == i
        name = None if bare else next(names)
        comment = i + 1 if i < closing else i - 1
        if isinstance(s.tokens[comment], _Comment):
            if bare and s.tokens[first].string == '*':
                raise s.error(s.tokens[comment], 'bare * has associated type comment')
            if bare:
                return
            _take(s, name, comment)
        first = i + 1 + (i < closing and isinstance(s.tokens[i + 1], _Comment))


# --- signatures ------------------------------------------------------------------------------------

def signature(source, filename):
    """The tree of a function's type comment: (types) -> type."""
    try:
        s = _Source(source, filename)
    except _tk.TokenError:  # the parser says it better
        return _ast.parse(source, filename, 'eval')
    tokens = s.tokens
    if tokens[0].type == _tk.INDENT:
        raise IndentationError('unexpected indent', s.error(tokens[0]).args[1])
    for comment in s.comments:
        raise s.error(comment)
    if tokens[0].string != '(':
        raise s.error(tokens[0])
    closing = s.closing(0)
    if tokens[closing + 1].string != '->':
        raise s.error(tokens[closing + 1])
    end = closing + 2
    while tokens[end].type not in (_tk.NEWLINE, _tk.ENDMARKER):
        end += 1
    for token in tokens[end:]:
        if token.type not in (_tk.NEWLINE, _tk.ENDMARKER):
            raise s.error(token)
    return _ast.FunctionType(_types(s, closing), _expression(s, closing + 2, end))


def _types(s, closing):
    types, stars, first = [], 0, 1
    while first < closing:
        i = first
        while i < closing and s.tokens[i].string != ',':
            i = s.closing(i) + 1
        star = len(s.tokens[first].string) if s.tokens[first].string in ('*', '**') else 0
        if stars >= (star or 1) or (i < closing and i + 1 == closing):
            raise s.error(s.tokens[first - 1] if stars else s.tokens[closing])
        stars = max(stars, star)
        types.append(_expression(s, first + bool(star), i))
        first = i + 1
    return types


def _expression(s, first, end):
    """The tree of the tokens from first to end, as one expression."""
    if first == end or s.tokens[first].string in ('*', '**'):
        raise s.error(s.tokens[first])
    (line, column), (last, stop) = s.tokens[first].start, s.tokens[end - 1].end
    text = s.lines[line - 1:last]
    text[-1] = text[-1][:stop]
    text[0] = text[0][column:]
    try:
        tree = _ast.parse('(' + '\n'.join(text) + ')', s.filename, 'eval').body
    except SyntaxError as e:
        place = [e.filename, e.lineno + line - 1, e.offset, s.lines[line - 1],
                 e.end_lineno and e.end_lineno + line - 1, e.end_offset]
        if e.lineno == 1:
            place[2] += column - 1
        if e.end_lineno == 1:
            place[5] += column - 1
        raise SyntaxError(e.msg, tuple(place)) from None
    bare = tree.lineno == 1 and tree.col_offset <= 1
    if bare and (tree.col_offset == 0 or isinstance(tree, (_ast.NamedExpr, _ast.Yield, _ast.YieldFrom))):
        raise s.error(s.tokens[first + 1])
    before = s.bytes((line, column))[1] - 1
    for node in _ast.walk(tree):
        for row, offset in ('lineno', 'col_offset'), ('end_lineno', 'end_col_offset'):
            if hasattr(node, row):
                if getattr(node, row) == 1:
                    setattr(node, offset, getattr(node, offset) + before)
                setattr(node, row, getattr(node, row) + line - 1)
    return tree


# --- with statements -------------------------------------------------------------------------------

def wrapped_with(tree, source, filename):
    """The first with statement whose items stand in parentheses, as Python 3.9 allows, or None."""
    nodes = [node for node in _ast.walk(tree) if isinstance(node, _ast.With)]
    if not nodes:
        return None
    s = _Source(source, filename)
    return next((node for node in nodes if s.wrapped(node) is not None), None)
