class M:
    def keys(self): return 5
    def __getitem__(self, k): return k
class W(M):
    def keys(self): return self
    def __iter__(self): raise TypeError("mine")
for f in (lambda: {}.update(M()), lambda: {**M()}, lambda: dict(M()), lambda: (lambda **k: k)(**M()), lambda: {}.update(W()), lambda: {**W()}):
    try: print(f())
    except TypeError as e: print(e)
