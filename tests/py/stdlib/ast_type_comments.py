# ast.parse(type_comments=True), mode 'func_type' and feature_version: what only tokens tell.
import ast


def show(source, mode='exec'):
    try:
        tree = ast.parse(source, type_comments=True, mode=mode)
    except SyntaxError as e:
        print(repr(source), type(e).__name__, e.msg, e.lineno)
        return
    print(ast.dump(tree, include_attributes=len(source) < 30))
    if mode == 'exec':
        print(ast.unparse(tree))
        print(ast.dump(ast.parse(source)) == ast.dump(ast.parse(ast.unparse(tree))))


for source in [
        'a = 5 # type:', 'a = 5 # type: int  ', 'a = 5 #type:int', 'a = 5 #  \ttype:  \tint',
        'a = 5 # type : int', 'x = y = 1 # type: é x', 'é = "é" # type: int', 'x = yield # type: int',
        'x = 1 \\\n # type: int', 'a = 5; b = 6 # type: int', 'def f(): x = 1 # type: int',
        'if x:\n  if y:\n    z = 1 # type: int', 'x = "a # type: int"', 'x = 1 # foo # type: int',
        'a = 1 # type: int\r\nb = 2 # type: str\r\n', 'a=5 # type: ignoreme', 'a=5 # type: ignoreé']:
    show(source)
for source in ['a=5 # type: ignore[x]  ', 'a=5 # type:ignore-x', 'a=5 # type: ignore_x',
               'def f(): # type: ignore\n  pass # type: ignore[more]', 'x = [1, # type: ignore\n 2]']:
    show(source)
for source in [
        'for x in y: # type: int\n pass\nelse:\n pass', 'for x in y: z = 1 # type: int',
        'async def f():\n  async for x in y: # type: int\n    pass\n  async with a: # type: b\n    pass',
        'with a as b, c as d: # type: int\n pass', 'with (a): # type: int\n pass',
        'with (a), (b): # type: int\n pass', 'with (a, b): # type: int\n pass',
        'for x in y: # type: int\n @dec\n class A:\n  pass']:
    show(source)
for source in [
        'def f(a, # type: int\n  b): # type: (...) -> x\n  pass', 'def f():\n # type: () -> x\n pass',
        'def f():\n\n # comment\n # type: () -> x\n\n # more\n pass', 'def f():\n# type: () -> x\n pass',
        'def f(): # type: ignore\n # type: () -> x\n pass', 'def f(): # type: x\n  "doc"',
        'def f(a=1, # type: int\n *b, # type: x\n **c # type: y\n ): pass',
        'def f(a, b=(1, 2), # type: A\n /, c: d[e, f]=3, # type: C\n *, g, # type: G\n h=4 # type: H\n): pass',
        'def f[T: (int, str)](a, # type: T\n): pass', 'async def f(a, # type: T\n): # type: x\n  pass',
        'def f(a, # type: ignore\n # type: str\n b): pass', '@d(1)\ndef f(*a # type: A\n): pass',
        'class A:\n  def f(self, # type: S\n     x # type: int\n     ):\n    # type: (...) -> None\n    pass']:
    show(source)
for source in [
        'a += 5 # type: int', 'a # type: int', '# type: int\na=1', 'a=1\n# type: int\n',
        'if a: # type: int\n pass', 'a: int = 5 # type: int', 'x = 1; # type: int',
        'for x in y:\n pass\nelse: # type: int\n pass', 'with (a as b): # type: int\n pass',
        'def f(): # type: () -> x\n # type: () -> y\n pass', 'def f(# type: int\n a): pass',
        'def f(a, /, # type: int\n b): pass', 'def f(*, # type: int\n b): pass',
        'x = [ # type: int\n 1]', 'x = (lambda a, # type: int\n: 3)', 'class A: # type: int\n pass',
        'def f(): pass # type: int', '@dec # type: int\ndef f(): pass',
        'def f(a, # type: int\n # type: str\n b): pass']:
    show(source)
show('a # type: int', 'eval')
show('a # type: ignore', 'eval')
show('a=1 # type: int', 'single')
show('a=1 # type: ignore', 'single')

for source in [
        '() -> int', '(int, str) -> x', '(*a, **b) -> c', '(a, *b) -> c', '(a, **b) -> c',
        '(**b) -> c', '(a, (b, c)) -> d', '((a)) -> b', '(a) -> b\n\n', '(\na) -> (\nb)', '\n(a) -> b',
        '(lambda: a) -> lambda: c', '(é, b[c, d]) -> e', '((x for x in y), z) -> (x for x in y)',
        '(**b, a) -> c', '(*a, b) -> c', '(*a, *b) -> c', '(a,) -> c', 'a -> b', '(a) -> b, c',
        '(a) -> *b', '(a) (b) -> c', '(a) -> b # type: int', '(a # type: int\n) -> b', '(a:=1) -> b',
        '(x for x in y) -> b', '(yield) -> b', '  (a) -> b', '(a) -> b -> c', '(a', '(a b) -> c',
        '(a) -> b; c', '(a, ) -> b', '(, a) -> b']:
    show(source, 'func_type')
print(ast.unparse(ast.parse('(a, b) -> c', mode='func_type')))
try:
    compile('() -> int', 'f', 'func_type')
except ValueError as e:
    print(e)
print(type(compile(b'() -> int', 'f', 'func_type', ast.PyCF_ONLY_AST)).__name__)
source = '# coding: latin-1\nx = "é" # type: é\n'.encode('latin-1')
print(ast.dump(ast.parse(source, type_comments=True)))

for source in [
        'with (a): pass', 'with (a, b): pass', 'with (a) as b: pass', 'with (a), b: pass',
        'with (a as b, c): pass', 'async def f():\n async with (a): pass', 'with (a).b: pass',
        'with (yield): pass', 'with (): pass', 'with (*a, b): pass', 'with (x for x in y): pass',
        'with (a := b): pass', 'with (a, *b): pass', 'with ((a, b)): pass', 'with a: pass',
        'with (a, b) as c: pass', 'with (a)(b): pass', 'if x:\n  with (a as b):\n    pass']:
    for minor in 8, 9:
        try:
            print(minor, len(ast.parse(source, feature_version=(3, minor)).body))
        except SyntaxError as e:
            print(minor, e.msg)
