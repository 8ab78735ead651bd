# Changing trees and compiling them: transformers, locations, what compile() refuses.
import ast, traceback, warnings

class Names(ast.NodeVisitor):
    def __init__(self): self.seen = []
    def visit_Name(self, node): self.seen.append(node.id)
    def visit_Constant(self, node): self.seen.append(node.value)
v = Names(); v.visit(ast.parse('a + f(b, 3) if c else "d"')); print(v.seen)

class Swap(ast.NodeTransformer):
    def visit_BinOp(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.Add): return ast.copy_location(ast.BinOp(node.left, ast.Mult(), node.right), node)
        return node
    def visit_Pass(self, node): return None
    def visit_Expr(self, node): return [node, ast.Pass()] if isinstance(node.value, ast.Constant) else node
    def visit_Return(self, node): return ast.Return(value=ast.Constant(value=42))
tree = Swap().visit(ast.parse('def f(x):\n    pass\n    return x\nprint(2 + 3 + f(0))\n1'))
ast.fix_missing_locations(tree)
print(ast.unparse(tree))
exec(compile(tree, '<made>', 'exec'))
print(eval(compile(ast.Expression(ast.BinOp(ast.Constant(6), ast.Mult(), ast.Constant(7)), lineno=1, col_offset=0) and
                   ast.fix_missing_locations(ast.Expression(ast.BinOp(ast.Constant(6), ast.Mult(), ast.Constant(7)))), '', 'eval')))
exec(compile(ast.parse('1 + 1; "shown"', mode='single'), '', 'single'))

late = ast.increment_lineno(ast.parse('def g():\n    return 1 / 0\ng()'), 100)
try: exec(compile(late, 'late.py', 'exec'))
except ZeroDivisionError as e: print([(f.name, f.lineno) for f in traceback.extract_tb(e.__traceback__)][1:])
print(compile('a = 1', 'n', 'exec', ast.PyCF_ONLY_AST).body[0].targets[0].id)
m = ast.parse('x'); print(compile(m, '', 'exec', ast.PyCF_ONLY_AST).body[0].value.id)

L = dict(lineno=1, col_offset=0)
def name(ctx=ast.Load): return ast.Name('a', ctx(), **L)
def stmts(*body): return ast.Module(list(body), [])
def expr(e): return stmts(ast.Expr(e, **L))
cases = [ast.Expression(name()), stmts(ast.Expr(ast.Name('a', ast.Load()))), expr(name(ast.Store)), stmts(ast.If(name(), [], [], **L)),
         ast.Module(3, []), stmts(ast.Assign([], name(), **L)), stmts(ast.Assign([name()], name(), **L)), stmts(ast.Delete([name(ast.Store)], **L)),
         expr(ast.BoolOp(ast.And(), [name()], **L)), expr(ast.Compare(name(), [], [], **L)), expr(ast.Dict([name()], [], **L)),
         expr(ast.Constant([1], **L)), expr(ast.ListComp(name(), [], **L)), expr(ast.Name('None', ast.Load(), **L)), expr(ast.Name(3, ast.Load(), **L)),
         stmts(ast.Try([ast.Pass(**L)], [], [], [], **L)), stmts(ast.Raise(None, name(), **L)), stmts(ast.ImportFrom('a', [], 0, **L)),
         stmts(ast.Import([], **L)), stmts(None), expr(None), expr(name), expr(ast.Call(name(), [None], [], **L)), stmts(ast.Global([], **L)),
         stmts(ast.Pass(lineno=3, col_offset=0, end_lineno=1, end_col_offset=0)), stmts(ast.Pass(lineno='x', col_offset=0)),
         expr(ast.Lambda(ast.arguments([], [], None, [ast.arg('k', **L)], [], None, []), name(), **L)), stmts(ast.Return(name(), **L)),
         expr(ast.Lambda(ast.arguments([], [], None, [], [], None, [name()]), name(), **L)), expr(ast.NamedExpr(name(), name(), **L))]
for case in cases:
    try: print(compile(case, 'f', 'exec') and 'compiled')
    except Exception as e: print(type(e).__name__, str(e).partition('<')[0])
print(ast.dump(ast.fix_missing_locations(ast.Expr(ast.Name('q', ast.Load()))), include_attributes=True))
print(ast.dump(ast.copy_location(ast.Pass(), ast.Expr(lineno=4, col_offset=2, end_lineno=5, end_col_offset=None)), include_attributes=True))

for source in ('x = (1, 2)', 'a or (b and c)', 'not (a and b)', '(-1) ** 2', '2 ** -1', '(a, b)[1:2, ::3]', 'x[a,]', "'''a\nb'''", r"'\n\\ \'\"'",
               "f'{a!r:>{w}.{p}}{{}}'", "f'{ {1: 2} }'", 'lambda: (yield)', '(3).real + 3.0.real', '1e999 - 1e999j', '[*a, *b]', '{**a, **b}', '{*()}',
               '(a for b in c if d if e)', 'x = yield', 'await (await a)', '(yield)', '(a := 1)', 'f((a := 1), *b, c=d, **e)', 'a < b <= c is not d not in e',
               'a if b else (c if d else e)', '(a if b else c) if d else e', 'for x, in y: pass', 'for x in (1, 2): pass\nelse: pass', 'return (1, 2)',
               'print(a, (b, c))', 'a @ b // c % d', 'a << b >> c & d ^ e | f', '~a.b', '-(-a)', 'not not a', 'del a, (b, c)', 'assert a, b',
               'global a, b', 'import a.b as c', 'from .. import x as y', 'from .m import *', 'a: int', '(a): int = 1', 'a += yield', 'raise', 'raise a from b',
               'if a: pass\nelif b: pass\nelse: pass', 'while a: break\nelse: continue', 'with a as b, c as (d, e): pass', 'class A(B, c=d): "doc"',
               '@a\n@b.c(1)\ndef f(a, b=1, /, c=2, *d, e, f=3, **g) -> h: return', 'def f(*, a): pass', 'type X[T: int] = list[T]', "u'a'", "b'\\x00\"'",
               'try:\n pass\nexcept A: pass\nexcept (B, C) as d: pass\nelse: pass\nfinally: pass', 'match a:\n case [1, *_] | {"a": b, **c} | D(1, e=f): pass',
               'match a, b:\n case -1 + 2j as x if y: pass\n case (1 | 2), None: pass\n case _: pass', "x = 1\n\ndef f(): 'doc'\nx = 2"):
    text = ast.unparse(ast.parse(source)); print(text)
    if ast.dump(ast.parse(text)) != ast.dump(ast.parse(source)): print('CHANGED', source)
with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter('always')
    n = ast.Num(5); s = n.n
print(n.value, s, len(log) > 1, ast.Index(n) is n, ast.ExtSlice([n]).elts[0] is n)
try: ast.nothing
except AttributeError as e: print(e)

# an f-string whose text holds all kinds of quotes: the text is escaped, what is in braces stays code
quoted = ast.JoinedStr([ast.Constant('"""\n\'\'\''), ast.FormattedValue(ast.Constant('a'), -1, None), ast.Constant("\\'''")])
print(text := ast.unparse(ast.fix_missing_locations(ast.Expression(quoted))))
print(eval(text) == '"""\n\'\'\'a\\\'\'\'')
