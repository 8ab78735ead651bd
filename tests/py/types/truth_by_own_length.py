# a subclass with its own __len__ is true by it, whatever its builtin base holds
for base in (list, str, dict, tuple, set, bytes, int, float, object):
    class A(base):
        def __len__(self): return 2
    class B(base): pass
    class C(B):
        def __len__(self): return 2
    class D(A):
        def __bool__(self): return False
    class E(base):
        def __bool__(self): return True
    class F(E):
        def __len__(self): return 0
    class G(E): pass
    print(base.__name__, bool(A()), bool(B()), bool(C()), bool(D()), bool(E()), bool(F()), bool(G()), not A(), (C() and 1) == 1, 1 if C() else 0)
class L(list): pass
print(bool(L()))
L.__len__ = lambda self: 3
print(bool(L()), not L())
del L.__len__
print(bool(L()), bool(L([1])))
class R(int):
    def __rmul__(self, o): return 'rmul'
    def __len__(self): return 0
print('ab' * R(2), [1] * R(2), bool(R(2)))
try: type(...)(1)
except TypeError as e: print(e)
