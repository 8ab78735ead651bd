# errors of the compiler in a string show no line: there is no file to take it from
import traceback
for s in 'return', 'x = 1\nbreak\n', 'def f():\n  global a\n  a = 1\n  nonlocal b\n', 'await x', 'lambda: (yield)\nyield 1', 'def f(a, a): pass', 'class A:\n  return 1', 'x: int = 1\nglobal x', 'def f():\n  x = 1\n  global x', 'from __future__ import nope', 'import a.*', 'a b', 'for x in y: continue\ncontinue', '[(yield) for x in y]', 'async def f():\n  yield 1\n  return 2', '(x := 1) = 2', 'def f():\n  from x import *', 'f(**k, *a)', 'f(a=1, a=2)', '*a', 'a, *b, *c = d', 'del *a', '{**a for a in b}','__debug__ = 1', 'def f(__debug__): pass', 'class K[T, T]: pass', 'match x:\n  case y: pass\n  case 1: pass', 'match x:\n  case (a, a): pass','try: pass\nexcept: pass\nexcept ValueError: pass', 'x = yield', 'def f():\n  def g():\n    nonlocal z':
    try: exec(s)
    except SyntaxError as e: print(traceback.format_exc().split('\n', 3)[3]); print(e.text, e.lineno, e.offset, e.end_lineno, e.end_offset, e.filename)
    except Exception as e: print(type(e), e)
