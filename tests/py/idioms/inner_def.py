def f():
    def inner(): return 1
    return inner()
print(f())
try: inner()
except NameError as e: print(e)
