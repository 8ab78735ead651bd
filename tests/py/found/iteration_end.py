# StopIteration with a value ends every kind of iteration; next() alone sees the value
def g(n):
    yield n
    return 0
def stop(x): raise StopIteration(x)
class It:
    def __iter__(s): return s
    def __next__(s): raise StopIteration(7)
def f():
    r = yield from It()
    print('r', r)
def T(s):
    try: print(s, eval(s))
    except Exception as e: print(s, type(e).__name__, e)
for s in ["list(g(2))", "tuple(g(1))", "sorted(g(3))", "[*g(1)]", "sum(g(4))", "dict.fromkeys(g(1))", "list(zip(g(1), g(2)))",
          "list(map(stop, [1]))", "next(map(stop, [1]))", "[x for x in map(stop, [1])]", "sum(map(stop, [1]))",
          "next(map(stop, [1]), 'd')", "next(It())", "list(It())", "[*It()]", "next(It(), 3)", "It().__next__()", "list(f())",
          "3 in g(2)", "max(g(5))", "''.join(map(str, g(1)))"]: T(s)
it = g(1)
print(next(it), next(it, 'd'))
try: next(g for g in [1] if 0)
except StopIteration as e: print(e.value)
