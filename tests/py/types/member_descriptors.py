# Attributes that are fields of the object are of type member_descriptor.
import inspect
import types

for d in [complex.real, complex.imag, slice.start, range.stop, property.fget, *map(type.__dict__.get, ['__base__', '__basicsize__', '__itemsize__', '__flags__']), type(lambda: 0).__globals__,
          types.MethodType.__func__, types.CodeType.co_name, ImportError.name, SyntaxError.lineno,
          StopIteration.value, SystemExit.code, NameError.name, UnicodeDecodeError.start]:
    print(type(d).__name__, d.__name__, d.__objclass__.__name__, d.__qualname__, d,
          isinstance(d, types.MemberDescriptorType), inspect.ismemberdescriptor(d),
          inspect.isgetsetdescriptor(d), inspect.isdatadescriptor(d))
for d in [float.real, int.numerator, type.__dict__['__name__'], BaseException.args,
          types.FunctionType.__code__]:
    print(type(d).__name__, d, inspect.ismemberdescriptor(d))

print(complex.real.__get__(1 + 2j), complex.real.__get__(None, complex) is complex.real)
for change in [lambda: complex.real.__set__(1j, 2), lambda: complex.real.__get__(3),
               lambda: complex.real.__delete__(1j), lambda: complex.real.__set__(3, 4)]:
    try:
        change()
    except (AttributeError, TypeError) as e:
        print(type(e).__name__, e)
e = ImportError('no', name='x')
ImportError.name.__set__(e, 'y')
print(e.name, complex.real.__doc__ is not None)


class Slots:
    __slots__ = ('a',)


print(type(Slots.a) is type(complex.real), Slots.a, Slots.a.__doc__)
try:
    type(complex.real)()
except TypeError as e:
    print(e)
