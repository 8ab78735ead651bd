def f(a): return zzz
try: f(1, zzz=5)
except TypeError as e: print(e)
