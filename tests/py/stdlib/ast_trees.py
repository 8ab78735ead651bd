# Reading trees: parse, dump, walk, positions, literal_eval, source segments, node classes.
import ast

SOURCE = '''\
"""Doc
    string."""
from __future__ import annotations
import a.b as c, d
@deco(1)
async def f(x: int, /, y=2, *z, k=3, **kw) -> str:
    """Inner."""
    async with a as b, c: pass
    async for i in x: await y
    return [q async for q in z if q]
class C[T: int, *Ts, **P](Base, metaclass=M):
    field: int = 3
    (other): str
type Alias[T] = list[T]
try:
    del a[1:2, ::3], b.c
except* (E, F) as e:
    raise X from e
else: pass
finally: assert x, 'm'
match p:
    case {'k': [1, *rest], **others} if rest: pass
    case Point(x=0, y=-1j) | None as whole: pass
    case _: pass
x = y = (lambda *, a: (yield a))(*args, **{**m, 'n': not -1 < 2 is not 3 in s})
f'{x!r:>{w}} {y=}' b'a' if 0 else b'b'
while (n := 1): break
with (open(x)) as g: global h
print(u'u', 1_000, 0xff, 1e3, 2j, ..., True, "é", b'\\x00')
'''.replace(" b'a' if 0 else b'b'", '')

tree = ast.parse(SOURCE)
print(ast.dump(tree))
print(ast.dump(tree.body[3], include_attributes=True, indent=1))
print(ast.dump(ast.parse('a + 1', mode='eval'), annotate_fields=False, indent='\t'))
print(ast.dump(ast.parse('x\ny', mode='exec').body[1]), ast.dump(ast.parse('z', mode='single')))
print(ast.unparse(tree))
print([type(n).__name__ for n in ast.walk(ast.parse('f(a, b=c)[0].d'))])
print([type(n).__name__ for n in ast.iter_child_nodes(tree)][:5], list(ast.iter_fields(ast.Name('a', 1))))
print(repr(ast.get_docstring(tree)), repr(ast.get_docstring(tree.body[3])), repr(ast.get_docstring(tree, clean=False)))
try: ast.get_docstring(ast.Pass())
except TypeError as e: print(e)
text = 'if é:\n    ü = (1 +\n      2)\n'
value = ast.parse(text).body[0].body[0].value
print(repr(ast.get_source_segment(text, value)), repr(ast.get_source_segment(text, value, padded=True)))
print(value.lineno, value.col_offset, value.end_lineno, value.end_col_offset)
print(ast.get_source_segment(text, ast.Name('a')))

for source in ('1', '-1', '+1.5', '1+2j', '-3-4j', '"a" "b"', 'b"x"', '(1, [2, {3}], {4: None, "k": True})', ' \t...',
               'set()', '()', '{}', '1 if 1 else 2', 'a', 'f()', '1+2', '--1', '{**a}', '[x for x in y]', '"a" % 1', '~1'):
    try: print(source, '->', repr(ast.literal_eval(source)))
    except ValueError as e: print(source, '->', str(e).partition(': <')[0])
try: ast.literal_eval('1 +')
except SyntaxError as e: print(e)
print(ast.literal_eval(ast.parse('[1]', mode='eval')), ast.literal_eval(ast.Constant(7)))

print(ast.Name._fields, ast.Name._attributes, ast.Name.__match_args__, ast.FunctionDef.returns, ast.stmt.end_lineno)
print(ast.BinOp.__doc__, '|', ast.expr_context.__doc__, '|', ast.alias.__doc__)
n = ast.Name('x', ctx=ast.Load(), lineno=3, extra=1)
print(n.id, n.lineno, n.extra, type(n.ctx).__name__, isinstance(n, ast.expr), ast.Name.__mro__[1:3])
for bad in (lambda: ast.Name(1, 2, 3), lambda: ast.Expr(1, 2), lambda: ast.Load(1), lambda: ast.Name('a', id='b'), lambda: ast.Name().id,
            lambda: ast.dump(1), lambda: ast.parse('a b'), lambda: ast.parse('x', mode='nope'), lambda: ast.parse('return 1 ='),
            lambda: ast.parse('type X = int', feature_version=(3, 10)), lambda: ast.parse('x', feature_version=(2, 7))):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
match ast.parse('a.b').body[0].value:
    case ast.Attribute(ast.Name(name), attr): print(name, attr)
print(ast.dump(ast.parse('return 1')), ast.dump(ast.parse('await x\nyield')))
import copy
print(ast.dump(copy.deepcopy(value)), ast.dump(copy.copy(value)))
print([name for name in ('mod stmt expr boolop operator unaryop cmpop comprehension excepthandler arguments arg keyword withitem match_case pattern '
       'type_ignore type_param TypeIgnore FunctionType Interactive slice Index ExtSlice Suite AugLoad AugStore Param').split()
       if not issubclass(getattr(ast, name), ast.AST)])
print(ast.PyCF_ONLY_AST, ast.PyCF_TYPE_COMMENTS, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
