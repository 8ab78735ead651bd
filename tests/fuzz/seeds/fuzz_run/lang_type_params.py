# type_params: language features, evaluation order and error texts as CPython 3.12 has them
# type params
def tp[T](x: T) -> T: return x
print(tp(3), tp.__type_params__, tp.__annotations__)
class G[T, *Ts, **P_]:
    def m[U: int](self, x: T, y: U) -> U: return x
print(G.__type_params__, 1)
type Al = int | str
type Al2[T] = list[T]
print(Al, Al.__value__, Al2.__type_params__)
def nested():
    def rec[T](x: T):
        return lambda: T
    return rec(1)()
print(nested())
