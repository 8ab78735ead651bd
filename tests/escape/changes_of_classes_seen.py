# What a class loses is not remembered by those that had it from there: the change comes where the stack has no room
# left, the order of bases is the program's own, or a change of bases fails half-way.
import gc
def collected():
    gc.collect()
    return [['y' * 100] for n in range(1000)]
def look(*classes):
    found = []
    for c in classes:
        try: found.append(c.bar[0][:1])
        except AttributeError: found.append(None)
    return found
class Base: bar = ['x' * 100]
class Below(Base): pass
print(look(Below, Base))
def down():
    try: down()
    except RecursionError:
        try: del Base.bar
        except AttributeError: pass
try: down()
except RecursionError: pass
others = collected()
print(look(Below, Base))
# A long line of classes.
Base.bar = ['x' * 100]
last = Base
for n in range(500): last = type('Line', (last,), {})
print(look(last))
try: del Base.bar
except RecursionError: print('too deep')
others = collected()
print(look(last, Base))
# An order that names a class that is no base, and what derives from it.
class Apart: bar = ['x' * 100]
class Meta(type):
    def mro(cls): return [cls, Apart, object]
class Odd(metaclass=Meta): pass
class Derived(Odd): pass
def read(o): return o.bar[0][:1]
o = Odd()
print(look(Odd, Derived), read(o))
del Apart.bar
others = collected()
print(look(Odd, Derived))
try: print(read(o))
except AttributeError as e: print(e)
Apart.method = lambda self: 'x'
print([o.method() for n in range(3)])
del Apart.method
others = collected()
try: print(o.method())
except AttributeError as e: print(e)
# A change of bases that fails, and whose undoing is refused.
class Late: bar = ['x' * 100]
class Early: pass
class Top(Early): pass
calls = 0
class Picky(type):
    def mro(cls):
        global calls
        calls += 1
        if cls.__name__ == 'Second' and calls > 2 or calls > 4: raise ValueError('no')
        return type.mro(cls)
class First(Top, metaclass=Picky): pass
class Second(Top, metaclass=Picky): pass
try: Top.__bases__ = (Late,)
except ValueError as e: print(e, Top.__bases__ == (Early,), [c.__name__ for c in First.__mro__])
print(look(First, Second, Top))
del Late.bar
others = collected()
print(look(First, Second, Top))
