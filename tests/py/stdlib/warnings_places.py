# Where a warning says that it comes from: stacklevel, and what the library itself warns of.
import ast, calendar, configparser, enum, warnings
warnings.simplefilter("always")
warnings.showwarning = lambda message, category, filename, lineno, file=None, line=None: print(lineno, category.__name__, str(message)[:40])
def f(): return ast.Num(3)
x = f()
y = ast.Str
calendar.January
def g(): return isinstance(ast.Constant(3), ast.Num)
g()
configparser.LegacyInterpolation()
def h():
    def k(): warnings.warn('w', stacklevel=3)
    k()
h()
import functools
@functools.lru_cache
def lc(): warnings.warn('in lc', stacklevel=2)
lc()
def deep(n):
    if n: return deep(n-1)
    for i in range(0, 8): warnings.warn('deep', stacklevel=i)
deep(3)
sorted([1,2], key=lambda v: warnings.warn('key', stacklevel=2) or 0)
class K:
    def __init__(self): warnings.warn('init', stacklevel=2)
K()
warnings.warn('neg', stacklevel=-5)
