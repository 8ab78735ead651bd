# int() and float() of numbers are slot wrappers in the types; casts of views are checked in CPython's order.
for f in (lambda: int.__float__(), lambda: str.__len__(), lambda: list.append(), lambda: int.bit_length(), lambda: float.is_integer(), lambda: int.__add__(), lambda: int.__trunc__(), lambda: int.__round__(), lambda: float.__int__(), lambda: complex.__complex__(), lambda: int.__bool__(), lambda: int.__repr__(), lambda: object.__reduce__(), lambda: dict.__getitem__(), lambda: list.__getitem__(), lambda: set.__contains__(), lambda: int.__ceil__(), lambda: int.__index__(), lambda: int.__int__(), lambda: float.__float__(), lambda: float.__trunc__(), lambda: str.__getitem__(), lambda: str.join(), lambda: int.__format__(), lambda: object.__format__(), lambda: type.mro(), lambda: type.__call__(), lambda: float.__bool__(), lambda: int.__float__('a'), lambda: float.__float__(1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class I(int): pass
class F(float): pass
print(int.__float__(True), int.__int__(I(3)), type(int.__int__(I(3))), float.__int__(F(2.5)), type(F(2.5).__float__()), (10**30).__float__(), (2.7).__int__(), True.__int__(), int.__float__, float.__int__, (5).__float__.__name__, int.__int__.__doc__, '__int__' in int.__dict__, int(I(4)), float(I(4)), hash(int.__int__) is not None, int.__int__ == float.__int__)
try: (10**400).__float__()
except OverflowError as e: print(e)
class N(int):
    def __int__(self): return 7
    def __float__(self): return 1.5
print(int(N(1)), float(N(1)), N(1).__int__(), super(N, N(1)).__int__())
try: memoryview(memoryview(b'abcd')[::2]).cast('ab\u20ac')
except Exception as e: print(type(e), e)
try: memoryview(b'abcd').cast('ab\u20ac')
except Exception as e: print(type(e), e)
