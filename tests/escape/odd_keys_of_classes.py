# Keys of a class's namespace that have methods of their own, and the namespace itself: nothing that is looked up in a
# class runs code in the midst of it, and nobody but the class changes it.
import gc
class Key(str):
    def __hash__(self): fire(); return str.__hash__(self)
    def __eq__(self, other): fire(); return str.__eq__(self, other)
class Like:
    """Has the hash of a text and equals nothing."""
    def __init__(self, text): self.text = text
    def __hash__(self): return hash(self.text)
    def __eq__(self, other): fire(); return False
armed, strike = False, None
def fire():
    global armed
    if armed:
        armed = False
        strike()
def attempt(what, f):
    try: print(what, f())
    except Exception as e: print(what, type(e).__name__, e)
# Attributes of an instance become a dict while one is looked up.
T = type('T', (), {Like('z19'): 2})
def read(o): return o.z19
for n in range(3):
    o = T()
    for k in range(40): setattr(o, 'z%d' % k, k * 1.5)
    T.other = n # forgets what is known of T
    def strike(): o.__dict__ = {'q': 1}
    armed = True; attempt('instance', lambda: read(o)); armed = False
# A class gets other bases while a name is looked up: what it had is not remembered.
class Old: pass
class New: pass
T = type('T', (Old,), {Like('bar'): 1})
Old.bar = ['x' * 100]
def strike(): T.__bases__ = (New,)
armed = True; attempt('bases', lambda: T.bar[0][:3]); armed = False
T.__bases__ = (New,)
del Old.bar, Old
gc.collect()
others = [['y' * 100] for n in range(1000)]
attempt('bases', lambda: T.bar)
T = type('T', (), {Key('name'): 1})
print([type(k).__name__ for k in T.__dict__][:1], T.name, T().name)
# The dict of a class is not given away.
class Taker:
    def __eq__(self, other): self.got = other; return True
    __or__ = __ror__ = __eq__
class Victim: bar = 1
taker = Taker()
for op in (lambda: Victim.__dict__ == taker, lambda: taker == Victim.__dict__, lambda: Victim.__dict__ != taker, lambda: Victim.__dict__ | taker, lambda: taker | Victim.__dict__, lambda: int.__dict__ == taker):
    attempt('proxy', op)
    try: taker.got.clear()
    except AttributeError: pass
    print(Victim.bar, int('5').real)
print({'bar': 1}.items() <= Victim.__dict__.items(), Victim.__dict__ == dict(Victim.__dict__), ({'bar': 2, 'more': 3} | Victim.__dict__)['bar'], (Victim.__dict__ | {'bar': 2})['bar'])
# A metaclass's mro() that makes and drops classes while the orders of subclasses are made anew.
class Meta(type):
    def mro(cls):
        [type('Gone%d' % n, (Top,), {}) for n in range(50 if 'Top' in globals() else 0)]
        gc.collect()
        return type.mro(cls)
class Top: pass
dropped = [type('Dropped%d' % n, (Top,), {}) for n in range(5)]
below = [Meta('Below%d' % n, (Top,), {}) for n in range(8)]
class Added: value = 'added'
class Base: pass
class Other(Base): value = 'other'
Top2 = type('Top2', (Base,), {})
dropped = [type('Dropped%d' % n, (Top2,), {}) for n in range(5)]
below = [Meta('Below%d' % n, (Top2,), {}) for n in range(8)]
del dropped
Top2.__bases__ = (Other,)
print([c.value for c in below])
