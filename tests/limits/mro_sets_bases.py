# options: --max-operations 2000000
# A metaclass's mro() that sets __bases__, whose change asks mro() again, and what fails asks twice: no hang.
class M(type):
    def mro(cls):
        if armed:
            cls.__bases__ = (X,)
        return type.mro(cls)
armed = False
class X: pass
class Y: pass
class A(X, metaclass=M): pass
armed = True
try: A.__bases__ = (Y,)
except RecursionError as e: print(type(e).__name__)
armed = False
print(A.__mro__, A.__bases__)
