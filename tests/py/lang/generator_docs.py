# What the methods and attributes of generators and coroutines say of themselves.
import types

for cls in (types.GeneratorType, types.CoroutineType):
    print(cls.send.__doc__, cls.close.__doc__, cls.throw.__doc__.split('\nthe ')[0].splitlines()[3:], sep='\n')
    for name in ('__name__', '__qualname__', 'gi_yieldfrom', 'cr_await'):
        print(name, getattr(cls.__dict__.get(name), '__doc__', None))
