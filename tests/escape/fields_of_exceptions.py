# The fields of exceptions hold anything that a program puts there; they are shown without trusting them.
def attempt(what, f):
    try: print(what, f())
    except Exception as e: print(what, type(e).__name__, e)
for cls, args in ((UnicodeDecodeError, ('utf8', b'abc', 0, 1, 'why')), (UnicodeEncodeError, ('utf8', 'abc', 0, 1, 'why')), (UnicodeTranslateError, ('abc', 0, 1, 'why'))):
    for thing in ('x' * 100, b'y' * 100, 5, None, ['z'] * 100):
        e = cls(*args)
        e.object, e.start, e.end = thing, 50, 51
        attempt(cls.__name__, lambda: str(e))
class Name(tuple):
    def __iter__(self): raise KeyError
    def __len__(self): return 10 ** 9
things = [None, 5, 'x', b'y', (), (1,), (1, 2, 3, 4, 5, 6), [1], Name((1, 2)), ValueError(), 2 ** 70, ValueError]
fields = 'object start end reason encoding msg filename lineno offset text errno strerror filename2 characters_written name path obj value code message exceptions end_lineno end_offset print_file_and_line __cause__ __context__ __traceback__ __notes__ args'.split()
def show(e):
    for f in (str, repr, lambda: e.split(ValueError), lambda: e.__reduce__()):
        try: f(e)
        except Exception: pass
def all_classes(cls):
    yield cls
    for c in cls.__subclasses__():
        if c.__module__ == 'builtins': yield from all_classes(c)
count = 0
for cls in set(all_classes(BaseException)):
    for args in ((), ('m',), ('m', [ValueError(1)]), ('utf8', b'abc', 0, 1, 'r'), ('utf8', 'abc', 0, 1, 'r'), ('abc', 0, 1, 'r'), ('m', ('f', 1, 2, 'text', 3, 4))):
        for make in (lambda: cls.__new__(cls, *args), lambda: cls(*args)):
            try: e = make()
            except Exception: continue
            show(e)
            for field in fields:
                for thing in things:
                    try: setattr(e, field, thing)
                    except Exception: continue
                    show(e)
                    count += 1
            try: e.__init__(*things[:5])
            except Exception: pass
            show(e)
print(count > 1000)
