# A cached_property told a name that is no text, by hand or by a class: it was read as text.
import functools
class C: pass
for name in (5, None, 2 ** 70, b'x', [1], 1.5, C):
    p = functools.cached_property(lambda self: 1)
    try: p.__set_name__(C, name)
    except TypeError: pass
    try: p.__get__(C(), C)
    except TypeError: pass
try: C.q = type('D', (), {5: functools.cached_property(len)})
except (TypeError, RuntimeError): pass
class Name(str): pass
p = functools.cached_property(lambda self: 1)
p.__set_name__(C, Name('x'))
c = C()
print(p.__get__(c, C), c.__dict__)
