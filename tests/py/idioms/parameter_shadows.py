x = 5
def f(x=1): return x
print(f())
