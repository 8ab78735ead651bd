# The body of a generic class sees its type parameters, and so does its metaclass.
class Meta(type):
    def __new__(meta, name, bases, ns, **kw):
        print(name, list(ns), ns.get('__type_params__'))
        return super().__new__(meta, name, bases, ns)

class A[T](metaclass=Meta):
    """doc"""
    print(__type_params__, sorted(locals()))
    x: T

class B[*Ts, **P](A[int], metaclass=Meta):
    __type_params__ = (1,)

class C(A[str]):
    pass

class D[T]:
    del __type_params__

class E:
    class F[T]:
        class G:
            print(locals().get('__type_params__'))
            y: T

print(A.__type_params__, B.__type_params__, C.__type_params__, D.__type_params__)
print(list(vars(A)), E.F.__type_params__, E.F.G.__annotations__)

def deco(c):
    print('deco', c.__type_params__)
    return c

@deco
class H[T: int](dict[str, T]):
    pass
print(H.__orig_bases__, H[int])
