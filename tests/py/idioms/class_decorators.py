from dataclasses import dataclass
class A:
    @property
    def p(self): return 7
    @staticmethod
    def s(x): return x
@dataclass
class D:
    a: int
    b: str = 'x'
print(A().p, A().s(3), A.s(4), D(1), D(1) == D(1, 'x'))
