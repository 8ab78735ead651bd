# What the match statement takes for a sequence or a mapping: the first base says, registering comes late.
import collections, collections.abc as c
def kind(x):
    match x:
        case [*_]: return 'seq'
        case {}: return 'map'
    return None
class C: pass
for bases in ((collections.UserDict, c.Sequence), (C, collections.UserDict, c.Sequence), (dict, c.Sequence, C), (collections.UserList, c.Mapping), (list, C, c.Mapping)):
    print(kind(type('X', bases, {})()))
for abc_ in (c.Mapping, c.Sequence):
    class Parent: pass
    class Child(Parent): pass
    class Grand(Child): pass
    print([kind(k()) for k in (Parent, Child, Grand)])
    abc_.register(Parent)
    class Late(Child): pass
    print([kind(k()) for k in (Parent, Child, Grand, Late)])
# Hashes of members of sets are not asked again; displayhook is what the program says.
class H(int):
    asked = 0
    def __hash__(self):
        H.asked += 1
        return int.__hash__(self)
d = dict.fromkeys(map(H, range(10)))
s, f = set(d), frozenset(d)
print(H.asked, len(dict.fromkeys(s)), len(dict.fromkeys(f, 1)), dict.fromkeys(f, 1)[3], H.asked > 10)
import sys
real, sys.displayhook = sys.displayhook, lambda v: print('shown', v)
exec(compile('6 * 7', 'x', 'single'))
del sys.displayhook
try: exec(compile('1', 'x', 'single'))
except RuntimeError as e: print(e)
sys.displayhook = real
exec(compile('"plain"', 'x', 'single'))
import weakref
class W: pass
w = W()
print(w.__weakref__)
r = weakref.ref(w)
print(w.__weakref__ is r)
import contextvars
for call in (lambda: contextvars.Context(1), lambda: contextvars.ContextVar(), lambda: contextvars.ContextVar('a', 2), lambda: contextvars.ContextVar('a', x=2), lambda: type('X', (contextvars.Context,), {})):
    try: call()
    except TypeError as e: print(e)
print(bytes([185, 1, 239]).hex('\0') == 'b9\x0001\x00ef')
