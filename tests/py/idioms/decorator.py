def twice(f): return lambda *a: 2 * f(*a)
@twice
def g(x): return x + 1
print(g(3))
