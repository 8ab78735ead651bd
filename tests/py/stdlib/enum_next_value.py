# What auto() stands for after values that cannot be counted on or are out of order.
import enum, warnings
warnings.simplefilter('always')
def show(f):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter('always')
        try: print(f(), end=' ')
        except Exception as e: print(type(e).__name__, e, end=' ')
        print([(x.category.__name__, str(x.message)[:40]) for x in w])
class G(enum.Enum): pass
g = lambda *v: G._generate_next_value_('x', 1, len(v), list(v))
for v in ((), (1,), (3,1), ('a',), ('a','b'), (1,'a'), ('a',1), (None,), (None, None), (2.5,), ((1,),), ('a', None), (1j,), (1j, 2)):
    show(lambda: g(*v))
def mk():
    class A(enum.Enum):
        a = 'x'
        b = enum.auto()
    return list(A)
show(mk)
