# notes live in the dict of the exception, and go over to parts of a group as a copy
e=ValueError(1)
print(e.__dict__, hasattr(e,'__notes__'))
e.add_note('x'); print(e.__dict__, e.__notes__)
e.__dict__['__notes__'].append('y'); print(e.__notes__)
e.__notes__=5; print(e.__dict__)
del e.__notes__; print(e.__dict__, hasattr(e,'__notes__'))
import copy
e.add_note('q'); print(copy.copy(e).__notes__, vars(copy.deepcopy(e)))
print('__notes__' in dir(ValueError), '__notes__' in dir(ValueError()))
import traceback
g=ExceptionGroup('g',[ValueError(1),TypeError(2)])
g.add_note('n')
m,r=g.split(ValueError)
print(m.__suppress_context__, g.__suppress_context__, m.__notes__, vars(m), r.__dict__)
g.__notes__='ab'
print(g.subgroup(ValueError).__notes__)
g.__notes__=5
print(hasattr(g.subgroup(ValueError),'__notes__'))
g.__notes__={1:2}
print(hasattr(g.subgroup(ValueError),'__notes__'))
g.__notes__=['k']
try:
    try: raise g
    except* ValueError as e: print(e.__notes__, e.__notes__ is g.__notes__, e.__suppress_context__)
except* TypeError as e: print(e.__notes__, e.__notes__ is g.__notes__, e.__suppress_context__)
class E(Exception):
    def __getattr__(s,n): print('ga',n); raise AttributeError(n)
e=E()
e.add_note('x')
class E2(Exception):
    __notes__=('a','b')
try: E2().add_note('x')
except TypeError as e: print(e)
import traceback
print(traceback.format_exception_only(E2(1)))
for v in 'abc', b'ab', 5, ['x',1], ('t',), {1:2}, None, {1}, range(3), bytearray(b'a'), 'q\nr':
    x=ValueError(1); x.__notes__=v
    print(v,traceback.format_exception_only(x))
