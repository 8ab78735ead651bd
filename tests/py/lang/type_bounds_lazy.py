# Bounds and constraints of type parameters are evaluated when asked for.
def g[T: print('eager')](): pass
class K[T: (int, undefined_name)]: pass
t = g.__type_params__[0]
print(t.__name__); print(t.__bound__)
try: K.__type_params__[0].__constraints__
except NameError as e: print(e)
def outer():
    B = int
    class Z[T: B, U: list[T]]:
        def m[V: U](self): return V
    return Z
Z = outer()
print([p.__bound__ for p in Z.__type_params__], Z().m().__bound__)
class Node[T: Node]: pass
print(Node.__type_params__[0].__bound__)
type A[T: str] = dict[T, A]
print(A.__type_params__[0].__bound__, A.__value__)


class Holder:
    T = int
    type A = T
    type B[V: T] = list[V] | T

    def m[U: T](self, x: U) -> T:
        return x

    T = str


print(Holder.A.__value__, Holder.B.__value__, Holder.B.__type_params__[0].__bound__)
print(Holder.m.__type_params__[0].__bound__, Holder.m.__annotations__)


def maker(free):
    class Inner:
        own = free
        type Alias = (own, free)

    return Inner


print(maker("f").Alias.__value__)
