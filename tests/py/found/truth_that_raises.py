# bool() of an object whose __len__ or __bool__ raises within: that exception comes out, wherever truth is asked.
class Inside(Exception): pass

def length(self):
    return len(self.missing)

class A:
    __len__ = length
class B:
    def __bool__(self): raise Inside("b")
class C:
    def __len__(self): return [].pop()
class D:
    def __len__(self): return -1
class E:
    def __len__(self): return 2 ** 70
class F:
    def __len__(self): return "1"
class G:
    def __bool__(self): return 1
class H(dict):
    def __len__(self): raise Inside("h")
class I:
    def __len__(self): raise StopIteration
class J:
    def __getattr__(self, name): raise Inside("never asked")

ways = {"bool": bool, "not": lambda v: not v, "if": lambda v: 1 if v else 2, "and": lambda v: v and 1, "or": lambda v: v or 1,
        "filter": lambda v: list(filter(None, [v])), "any": lambda v: any([v]), "all": lambda v: all([v]),
        "comprehension": lambda v: [1 for _ in "x" if v], "assert": lambda v: exec("assert v", {"v": v}),
        "while": lambda v: exec("while v: break", {"v": v}), "generator": lambda v: list(1 for _ in "x" if v),
        "sorted": lambda v: sorted([2, 1], reverse=v), "key": lambda v: bool(v) == bool(v)}
for cls in (A, B, C, D, E, F, G, H, I, J):
    for name, way in ways.items():
        try:
            r = way(cls())
            print(cls.__name__, name, r if isinstance(r, (bool, int)) else type(r).__name__)
        except Exception as e:
            print(cls.__name__, name, type(e).__name__, e, type(e.__context__).__name__)
