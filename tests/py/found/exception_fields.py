# what the __init__ of exceptions makes of its arguments, and their attributes
def T(s):
    try: print(s, '->', repr(eval(s)))
    except Exception as e: print(s, '->', type(e).__name__, e)

class E(Exception): pass
e = E('x')
e.y = 1
print(vars(e), e.__dict__)
for s in """UnicodeDecodeError('a')
UnicodeDecodeError('a', b'b', 0, 1, 'r')
UnicodeDecodeError('a', 'b', 0, 1, 'r')
UnicodeDecodeError('a', bytearray(b'bc'), 0, 1, 'r').object
UnicodeDecodeError(None, b'b', 0, 1, 'r')
UnicodeEncodeError('a', 'bc', 1.5, 1, 'r')
UnicodeEncodeError('a', 'bc', 0, 1, 'r').start
str(UnicodeEncodeError('ascii', 'ab', 1, 2, 'why'))
str(UnicodeEncodeError('ascii', 'ab', 5, 6, 'why'))
str(UnicodeDecodeError('ascii', b'ab', 0, 2, 'why'))
UnicodeTranslateError('abc', 1, 2, 'why').reason
str(UnicodeTranslateError('abc', 1, 2, 'why'))
str(UnicodeTranslateError('abc', 0, 2, 'why'))
UnicodeTranslateError()
SyntaxError('a', (1, 2))
SyntaxError('a', 5)
SyntaxError('a', (1, 2, 3, 4, 5))
SyntaxError('a', ['f', 1, 2, 't']).text
ImportError(nope=1)
ImportError('m', name='n', path='p').path
NameError('m', nope=1)
AttributeError('m', name='n', obj=3).obj
ValueError(a=1)
E(a=1)
type('S', (StopIteration,), {'__init__': lambda s, *a: None})(5).value
type('S', (StopIteration,), {'__init__': lambda s, *a: None})(5).args
ExceptionGroup(None, [])
ExceptionGroup('m', {})
ExceptionGroup('m', [ValueError(1)]).derive()
ExceptionGroup('m', [ValueError(1)]).split()
ExceptionGroup('m', [ValueError(1)]).subgroup(len)
delattr(ValueError(), '__cause__')
delattr(ValueError(), '__context__')
delattr(ValueError(), '__traceback__')
delattr(ValueError(), 'args')""".split('\n'): T(s)
