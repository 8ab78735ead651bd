# Type parameters of a class, function or alias are no variables of the function around it.
def f():
    class K[T]:
        x: T
    print(sorted(locals()), f.__code__.co_varnames, f.__code__.co_cellvars)
    try: T
    except NameError as e: print(type(e), e)
f()
def g():
    def h[U](a: U) -> U: return a
    print(sorted(locals()), g.__code__.co_varnames, g.__code__.co_cellvars)
g()
def h():
    type A[V] = list[V]
    print(sorted(locals()))
h()
def i():
    class K[T]:
        def m(self) -> T: return T
    print(sorted(locals()), K.m.__annotations__, i.__code__.co_cellvars)
i()
def j():
    for n in range(2):
        class K[T]:
            x: T
        print(sorted(locals()))
    print(eval('sorted(k for k in locals() if len(k) == 1)'))
    def inner(): return K
    print(sorted(locals()), [k for k in sorted(locals())])
j()
def f():
    class K[T]:
        def m(self): return T
    return K
f()
print('T' in globals())


def k():
    class K[T]:
        def m(self): return T
    return K.m.__code__.co_freevars


print(k(), k.__code__.co_varnames, k.__code__.co_nlocals, k.__code__.co_cellvars)
print((x for x in ()).gi_code.co_varnames)
