# Iterators and streams that are asked again, ended or closed by what they ask; state that is refused half-way.
import functools, io, itertools
def attempt(what, f):
    try: print(what, f())
    except Exception as e: print(what, type(e).__name__, e)
class Again:
    n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 1: raise StopIteration
        list(it)
        return 'x'
for make in (lambda: itertools.islice(Again(), 5, 10), lambda: itertools.islice(Again(), 1), lambda: itertools.islice(Again(), 0, 9, 3), lambda: itertools.batched(Again(), 3), lambda: itertools.pairwise(Again()), lambda: itertools.chain(Again(), 'yz'), lambda: itertools.zip_longest(Again(), 'yz'), lambda: zip(Again(), 'yz')):
    it = make()
    attempt(type(it).__name__, lambda: list(it))
class Refuses(tuple):
    def __iter__(self): raise ValueError('refused')
p = functools.partial(max, 1)
attempt('partial', lambda: p.__setstate__((print, Refuses((1, 2)), {}, None)))
attempt('partial', lambda: (p(2), p.args))
class Closes:
    def __index__(self): stream.close(); return 1
for make in (lambda: io.BytesIO(b'a\nb'), lambda: io.StringIO('a\nb')):
    for name in ('readlines', 'read', 'readline', 'truncate', 'seek'):
        stream = make()
        attempt(name, lambda: getattr(stream, name)(Closes()))
