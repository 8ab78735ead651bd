# A metaclass's mro() may leave out object, or everything: what the interpreter asks of every object still answers.
class Meta(type):
    def mro(cls):
        return order(cls)
def attempt(f):
    try: return f()
    except Exception as e: return type(e).__name__
class Base: pass
for order in (lambda cls: [], lambda cls: [cls], lambda cls: [Base], lambda cls: [object], lambda cls: [cls, Base]):
    X = attempt(lambda: Meta("X", (Base,), {"__slots__": ("s",)}))
    if isinstance(X, str):
        print(X)
        continue
    o = attempt(X)
    if isinstance(o, str): o = object.__new__(X) if issubclass(X, object) else Base()
    o = attempt(lambda: o)
    print([attempt(f) for f in (lambda: isinstance(o, Base), lambda: o == o, lambda: object.__ne__(o, 1), lambda: o != o, lambda: hash(o) != 0,
        lambda: type(repr(o)), lambda: type(object.__str__(o)), lambda: type(str(o)), lambda: o.missing, lambda: setattr(o, "missing", 1), lambda: type(f"{o}"), lambda: o < o, lambda: dir(o) and 1)])
order = type.mro
class Y(Base, metaclass=Meta): pass
y = Y()
for order in (lambda cls: [], lambda cls: [cls], lambda cls: [Base], lambda cls: [object]):
    print(attempt(lambda: setattr(Y, "__bases__", (Base,))))
    print([attempt(f) for f in (lambda: isinstance(y, int), lambda: y == 1, lambda: y.a, lambda: setattr(y, "a", 1), lambda: type(repr(y)), lambda: {y: 1}[y])])
print("ok")
