# compile() with trees, paths, flags and texts that end in odd places; what errors say.
import ast, io, contextlib, sys, types, warnings

for kw in {'metaclass': type}, 5:
    try:
        class C(metaclass=type, **kw): pass
    except TypeError as e:
        print(e)

sys.set_int_max_str_digits(3000)
for f in (lambda s: compile(s, '<string>', 'exec')), ast.parse, lambda s: ast.literal_eval('3' * 3001):
    try:
        f('a = 1\nb = ' + '3' * 3001 + '\n')
    except SyntaxError as e:
        print(e.msg, e.lineno, e.offset)


class P:
    def __fspath__(self): return 'here'


print(compile('1', P(), 'eval').co_filename)
for bad in 1, P, type('Q', (), {'__fspath__': lambda s: 5})():
    try:
        compile('1', bad, 'eval')
    except TypeError as e:
        print(e)
import builtins
setattr(builtins, '__debug__', 'sure')
print(__debug__, eval('__debug__'))

for src in ('def f(): pass', 'if 1: pass', 'if 1: pass\n', 'class A: pass', 'class A:\n  pass', 'with a: pass',
            '@d\ndef f(): pass', 'def f():\n  pass\n\n\n#x\n', 'if 1: pass\nelse: pass', 'x;y', 'if x:\n   f(x)',
            'async def f(): pass', 'match x:\n  case 1: pass', 'type X = int', 'if 1:\n  if 2: pass', 'def f(): pass # c',
            'def f(): pass\n\n', '1\n2', '\\', '1 + \\', '(\\', '1 \\\n', "'a' \\\n\n"):
    for mode in 'single', 'eval', 'exec':
        try:
            compile(src, 'f', mode)
            print(repr(src), mode, 'fine')
        except SyntaxError as e:
            print(repr(src), mode, e.msg, e.lineno, e.offset)

for src in "'\\e' $", '"\\e" $ "\\z"':
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter('always')
        try:
            compile(src, 'f', 'exec')
        except SyntaxError as e:
            print(e, [str(x.message) for x in w])

for args in (("bad.py", 1, 2, "abcdefg", 1, -2), ("bad.py", 1, 2, "abcdefg", 1, 2), ("bad.py", 1, -4, "abcdefg", 1, -5),
             ("bad.py", 1, 0, "abcdefg", 1, 5), ("bad.py", 1, 2, "abcdefg", 1, 100), ("bad.py", 1, 5, "abcdefg", 1, 3),
             ("bad.py", 1, 100, "  abcdefg", 1, 120), (b"bad.py", 1, 2, "abcdefg", 1, 3), ("file.py", 1, 10, "text7")):
    with contextlib.redirect_stderr(io.StringIO()) as f:
        try:
            raise SyntaxError('bad bad', args)
        except SyntaxError:
            sys.__excepthook__(*sys.exc_info())
    print(*f.getvalue().split('\n')[3:], sep='\n')


def at(code, text):
    first = code.co_firstlineno
    return sorted({p[0] - first for p in code.co_positions()})


def store():
    (
        o.
        a
    ) = (
        v
    )


def doc():
    "doc string"


def note():
    a: int


print([n for n in at(store.__code__, '') if n], [r[2] - doc.__code__.co_firstlineno for r in doc.__code__.co_lines()], len(list(note.__code__.co_lines())))


class F:
    def __aiter__(self): return self
    def __anext__(self): return self
    def __await__(self): 1 / 0


async def main():
    async for _ in F(): pass


try:
    main().send(None)
except TypeError as e:
    print(e, repr(e.__cause__))


@types.coroutine
def wrapped():
    class Gen:
        def __getattr__(self, name): raise AttributeError(name)
        def send(self, v): return v
        def throw(self, *a): return a
        def close(self): pass
        def __next__(self): return 1
        def __iter__(self): return self
    import collections.abc
    collections.abc.Generator.register(Gen)
    return Gen()


w = wrapped()
print(w.throw(1), w.throw(1, 2))
try:
    w.throw()
except TypeError as e:
    print('TypeError')

one = ast.Constant(1)
for pattern in (ast.MatchValue(ast.Constant((1, 2))), ast.MatchValue(ast.UnaryOp(ast.Not(), one)), ast.MatchStar('x'),
                ast.MatchAs(ast.MatchStar('x'), 'y'), ast.MatchAs(None, 'True'), ast.MatchOr([ast.MatchValue(one)]),
                ast.MatchSequence([ast.MatchStar('_')]), ast.MatchMapping([], [], '_'),
                ast.MatchClass(ast.Constant(1), [], [], []), ast.MatchClass(ast.Name('X', ast.Load()), [], ['None'], [ast.MatchAs()]),
                ast.MatchMapping([ast.Constant(True)], [ast.MatchAs()], None), ast.MatchSequence([ast.MatchStar('a'), ast.MatchAs()]),
                ast.MatchValue(ast.BinOp(one, ast.Add(), ast.Constant(2j)))):
    tree = ast.Module([ast.Match(ast.Name('x', ast.Load()), [ast.match_case(pattern, None, [ast.Pass()])])], [])
    try:
        compile(ast.fix_missing_locations(tree), 'f', 'exec')
        print(ast.unparse(pattern))
    except ValueError as e:
        print(e)
print(ast.parse(one) is one)

import copy
from types import GenericAlias
x = tuple[*tuple[int, ...]]
print(copy.copy(x).__args__ == x.__args__, copy.deepcopy(x) == x, copy.copy(x.__args__[0]).__unpacked__, x.__args__[0].__reduce__()[0])
