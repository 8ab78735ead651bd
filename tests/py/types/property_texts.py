# Where the text of a property comes from: its own, its getter's, an attribute in subclasses.
class Sub(property):
    "text of the class"
class Bare(property): pass
class Slots(property): __slots__ = ()
class DocSlot(property): __slots__ = ('__doc__',)
def plain(self): return 1
def texted(self): "from the getter"; return 2
def other(self): "from another"; return 3
for cls in (property, Sub, Bare):
    print(cls(texted).__doc__, cls(plain).__doc__, cls(plain, doc='own').__doc__, cls(texted, doc='own').__doc__, cls().__doc__)
    p = cls(texted)
    print(p.getter(other).__doc__, p.setter(plain).__doc__, p.deleter(None).__doc__)
    q = cls(plain, doc='own')
    print(q.getter(other).__doc__, q.setter(plain).__doc__)
p = property(plain)
p.__doc__ = 'given'
print(p.getter(other).__doc__)
p = property(texted)
p.__doc__ = 'given'
print(p.__doc__, p.getter(other).__doc__)
print(Slots(plain).__doc__, Slots(doc='lost').__doc__, DocSlot(texted).__doc__, DocSlot(doc='kept').__doc__)
try: Slots(texted)
except AttributeError as e: print(e)
for args in ((), (1,), (1, 2, 3)):
    try: property().__set_name__(*args)
    except TypeError as e: print(e)
print(property(texted).getter(None).fget is texted)
