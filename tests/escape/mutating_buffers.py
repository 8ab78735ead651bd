# Callbacks that change, release or re-enter what is being read end in an exception or a sound result.
import array, ast, io, struct, zlib, hashlib
from xml.parsers import expat
def attempt(what, f):
    try: print(what, f())
    except Exception as e: print(what, type(e).__name__)
a = array.array('i', range(1000))
class Clear:
    def __init__(self, value=1): self.value = value
    def __index__(self): del a[:]; return self.value
    def __eq__(self, other): del a[:]; return False
    def __float__(self): del a[:]; return 1.0
for op in (lambda: a.insert(500, Clear()), lambda: a.__setitem__(900, Clear()), lambda: a.__setitem__(Clear(500), 1), lambda: a[Clear(700)], lambda: a.index(Clear()), lambda: a.count(Clear()), lambda: a.remove(Clear()), lambda: Clear() in a,
           lambda: a.append(Clear()), lambda: a.pop(Clear()), lambda: a * Clear(2), lambda: a[Clear(1):Clear(500)], lambda: a.extend(iter([Clear()] * 3)), lambda: a.fromlist([Clear()] * 5), lambda: a == array.array('f', [1])):
    a = array.array('i', range(1000)); attempt('array', op)
a = array.array('d', [0.0] * 100); attempt('array float', lambda: a.__setitem__(50, Clear())); a = array.array('B', range(200))
v = memoryview(a)
class Shrink:
    def __index__(self): a.__imul__(0); return 150
attempt('view index', lambda: v[Shrink()])
v.release()
# A view that only the sort itself holds, so that nobody is seen to be able to use it, is used after the array shrank.
def late(what, use):
    global a
    a = array.array('B', range(200))
    def pair(): yield None; yield memoryview(a)
    def key(v):
        if v is None: a.__imul__(0)
        else: attempt(what, lambda: use(v))
        return 0
    sorted(pair(), key=key)
late('view after', lambda v: v[10]); late('view list', lambda v: v.tolist()); late('view bytes', bytes); late('view hex', lambda v: v.hex()); late('view slice', lambda v: v[::3].tolist())
late('view eq', lambda v: v == bytes(200)); late('view cast', lambda v: v.cast('i').tolist()); late('view 2d', lambda v: v.cast('B', [10, 20]).tolist()); late('join', lambda v: b''.join([v])); late('crc', zlib.crc32); late('sha', hashlib.sha256); late('pack', lambda v: struct.pack_into('Q', v, 8, 1))
data = bytearray(b'<a><b>text</b></a>')
p = expat.ParserCreate()
def start(name, attrs): data.clear(); data.extend(b'x' * 100000); p.StartElementHandler = None
p.StartElementHandler = start; attempt('expat data', lambda: p.Parse(data, True))
p = expat.ParserCreate(); p.StartElementHandler = lambda *x: p.Parse(b'<c/>', True); attempt('expat again', lambda: p.Parse(b'<a><b/></a>', True))
p = expat.ParserCreate()
def swap(*x): p.StartElementHandler = p.CharacterDataHandler = p.EndElementHandler = None; p.DefaultHandler = lambda t: None
p.StartElementHandler = swap; p.buffer_text = True; p.CharacterDataHandler = print; attempt('expat swap', lambda: p.Parse(b'<a>t<b/>u</a>', True))
class Reader:
    def read(self, n): data.extend(b'<x>'); return data
attempt('expat file', lambda: expat.ParserCreate().ParseFile(Reader()))
class Evil(io.RawIOBase):
    def readable(self): return True
    def readinto(self, b): b.extend(b'x' * 10000) if hasattr(b, 'extend') else None; return 10 ** 9
attempt('raw', lambda: io.BufferedReader(Evil()).read(10))
class Lie:
    def readable(self): return True
    def seekable(self): return False
    closed = False
    def read(self, *a): return 'text'
attempt('text', lambda: io.TextIOWrapper(Lie()).read())
class Names(list):
    pass
tree = ast.parse('x = [1, 2, 3]')
class Sly(ast.Name):
    @property
    def lineno(self): tree.body.clear(); return 1
tree.body[0].value.elts.append(Sly('y', ast.Load(), col_offset=0)); attempt('ast', lambda: type(compile(tree, 's', 'exec')).__name__)
deep = ast.Name('x', ast.Load())
for _ in range(5000): deep = ast.UnaryOp(ast.Not(), deep)
attempt('ast deep', lambda: compile(ast.fix_missing_locations(ast.Expression(deep)), 's', 'eval'))
cycle = ast.UnaryOp(ast.Not(), None); cycle.operand = cycle
attempt('ast cycle', lambda: compile(ast.Expression(cycle), 's', 'eval')); attempt('ast cycle text', lambda: ast.unparse(cycle))
attempt('ast name', lambda: eval(compile(ast.fix_missing_locations(ast.Expression(ast.Name('__import__("os")', ast.Load()))), 's', 'eval')))
attempt('ast huge', lambda: type(compile(ast.Expression(ast.Constant(1, lineno=2 ** 40, col_offset=2 ** 40, end_lineno=2 ** 62, end_col_offset=2 ** 62)), 's', 'eval')).__name__)
