# throw() of a class whose __new__ gives no exception: the TypeError is raised inside.
class E(Exception):
    def __new__(cls, *args, **kwargs):
        return cls
def boring_generator():
    yield
gen = boring_generator()
try: gen.throw(E)
except TypeError as e: print(e)
print(list(gen))
def generator():
    try: yield
    except TypeError as e: print('in', e)
gen = generator()
next(gen)
try: gen.throw(E)
except StopIteration: print('stop')
try: raise E
except TypeError as e: print(e)
