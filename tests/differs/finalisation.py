# Differs from CPython: objects are not finalised. There are no reference counts, and running code of the
# program at a moment the collector chooses would make runs depend on memory. So __del__ never runs, and
# a generator that is dropped before its end does not run its finally blocks; close() and with do.
def gen():
    try: yield 1
    finally: print('closed')
class Dies:
    def __del__(self): print('deleted')
next(gen())
d = Dies()
del d
g = gen()
next(g)
g.close()
print('end')
