# Refusals that few programs meet: fields that cannot be set, classes that cannot be made, comparison switched off.
import traceback
def T(*sources):
    for source in sources:
        try:
            scope = {}
            exec(source, scope)
            print(source, '->', scope.get('r'))
        except BaseException as e:
            print(source, '!', *traceback.format_exception_only(e), sep=' ', end='')
            if e.__cause__: print('   because', e.__cause__)
T('slice(1).start = 2', 'range(3).stop = 2', '(1j).real = 2', 'property().fget = 1', '(lambda: 0).__code__.co_name = 1',
  'classmethod(len).__func__ = 1', 'super(int, 1).__self__ = 1', 'list[int].__args__ = 1', '(int | str).__args__ = 1',
  'ExceptionGroup("a", [ValueError()]).message = 1', 'int.__base__ = 1', '[].append.__self__ = 1',
  '(i for i in ()).gi_code = 1', '"".join.x = 1', 'object().x = 1', 'del object().x', 'memoryview(b"").obj = 1')
T('class A: __slots__ = ("__weakref__", "__weakref__")', 'class A: pass\nclass B(A): __slots__ = ("__weakref__",)',
  'type("a" + chr(0), (), {})', 'ValueError().__suppress_context__ = 5', 'del ValueError().__suppress_context__')
T('class A: __eq__ = None\nA() == A()', 'class A: __eq__ = None\nA() == 1', 'class A: __lt__ = None\nA() < 1',
  'class A: __eq__ = None\nr = A() is A()', 'class A: __ne__ = None\nr = A() == A()', 'class A: __gt__ = None\n1 < A()')
T('class E(KeyError, AttributeError): pass\nr = str(E("a"))', 'class E(AttributeError, KeyError): pass\nr = str(E("a"))',
  'class E(NameError, KeyError): pass\nr = str(E("a"))' , 'class E(ValueError, KeyError): pass\nr = str(E("a"))',
  'r = SyntaxError("m", ("/a/b/f.py", 10, 2, "t"))', 'r = str(SyntaxError("m", ("/a/b/", 10, 2, "t")))',
  'r = str(SyntaxError("m", ("a/b", None, 2, "t")))')
T('''
class A:
    def __aiter__(self): return self
    def __anext__(self): return 1
async def f():
    async for x in A(): pass
f().send(None)''', '''
import warnings
warnings.simplefilter('error')
def g(): yield
g().throw(ValueError, ValueError('x'))''', '''
import warnings
warnings.simplefilter('error')
async def g(): yield
g().athrow(ValueError, None)''', '''
import types
r = types.FunctionType(compile('1', '', 'exec'), {}, 'named').__qualname__''', '''
def f(a, b, *c, d=1, **e):
    x = y = 1
    return lambda: (a, x, c)
r = f.__code__.co_varnames, f.__code__.co_nlocals, f.__code__.co_cellvars''', '''
from __future__ import annotations
def f(): pass
r = f.__code__.co_flags, compile('1', '', 'eval', dont_inherit=True).co_flags''', '''
from typing import Generic, TypeVar
T = TypeVar('T')
class A(Generic[T]): pass
try: A[int, str]
except TypeError as e: r = e, e.__context__''', '''
import dataclasses
r = type(dataclasses.MISSING), type(dataclasses.KW_ONLY), str(dataclasses.MISSING)[:40]''')
