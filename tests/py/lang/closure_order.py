# co_freevars and __closure__ are in the order of names; f-strings of many parts.
def outer(zeta, alpha, mid):
    def inner():
        return zeta, mid, alpha
    class C:
        z = zeta
        def m(self): return alpha, __class__, super().__init__, zeta
    return inner, C
f, C = outer(1, 2, 3)
print(f.__code__.co_freevars, [c.cell_contents for c in f.__closure__], C.m.__code__.co_freevars, f(), C().m()[0])
print(outer.__code__.co_cellvars, f.__code__.co_varnames)
def gen(b, a):
    return [lambda: (a, b, i) for i in range(2)]
print([g() for g in gen(1, 2)], gen(1,2)[0].__code__.co_freevars)
x = 'X'
print(eval("f'" + '{x} ' * 3000 + "'") == 'X ' * 3000, eval("f'{1}' 'x' 'y'" * 5000) == '1xy' * 5000)
