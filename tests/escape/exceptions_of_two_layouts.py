# A field of one exception class read as another's: refused where classes meet, at bases, __class__
# and __bases__.
def T(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class OS(OSError): pass
class Group(BaseExceptionGroup): pass
def meet():
    class Both(BaseExceptionGroup, OSError): pass
    e = Both('m', [ValueError()])
    e.strerror = 0x41414140
    return str(e)
def become():
    e = OS()
    e.strerror = 0x41414140
    e.__class__ = Group
    return str(e)
def rebase():
    e = OS()
    e.strerror = 0x41414140
    OS.__bases__ = (BaseExceptionGroup,)
    return str(e)
T(meet)
T(become)
T(rebase)
fields = (AttributeError, BaseExceptionGroup, ImportError, NameError, OSError, StopIteration,
          SyntaxError, SystemExit, UnicodeDecodeError, UnicodeEncodeError, UnicodeTranslateError)
for a in fields:
    for b in fields:
        try: type('E', (a, b), {})
        except TypeError: pass
        else: print(a, b)
class Plain(ValueError, KeyError, OSError): pass
print([c.__name__ for c in Plain.__mro__])
