# What copying and pickling see of exceptions: the fields that their args do not hold.
import copy
for e in (OSError(2, 'no', 'f'), OSError(2, 'no', 'f', None, 'g'), OSError('x'), OSError(2, 'no'),
          ImportError('a', name='n'), ImportError('a', name='n', path='p'), ImportError('a'), ImportError(),
          AttributeError('a', name='n', obj=3), AttributeError('a'), NameError('a', name='n'),
          KeyError('k'), StopIteration(5)):
    e.note = 1
    print(e.__reduce__())
    for c in copy.copy(e), copy.deepcopy(e):
        print(repr(c), c, c.__dict__, getattr(c, 'name', None), getattr(c, 'filename', None), getattr(c, 'filename2', None))
print(ImportError('a', name='n').__reduce__(), copy.copy(ImportError('a', name='n')).name)
class E(AttributeError): pass
print(E('a', name='q').__reduce__(), copy.copy(E('a', name='q')).name)
class O(OSError): pass
print(O(2, 'x', 'f').__reduce__(), copy.copy(O(2, 'x', 'f')))
