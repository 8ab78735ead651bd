# Classes of the library that are C in CPython are named with their module in messages, and cannot be
# changed; subclasses are the program's own.
import collections, contextvars, datetime, decimal, io, struct, time

for v in (collections.OrderedDict(), datetime.time(1), datetime.timezone.utc, decimal.getcontext(),
          io.StringIO(), io.BytesIO(), struct.Struct('i'), contextvars.ContextVar('c'),
          contextvars.copy_context(), time.gmtime(0)):
    for f in (lambda: v - 1, lambda: -v, lambda: [][v], lambda: v.nope, lambda: 'a' + v):
        try:
            f()
        except (TypeError, AttributeError) as e:
            print(e)
    cls = type(v)
    print(cls, cls.__module__)
    if cls is not time.struct_time:
        try:
            cls.extra = 1
        except TypeError as e:
            print(e)


class Mine(collections.OrderedDict):
    pass


Mine.extra = 1
try:
    Mine() - 1
except TypeError as e:
    print(e)
