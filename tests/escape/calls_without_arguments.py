# A call without arguments reaches natives with a place for them, not without one.
import datetime
import functools


class When(datetime.datetime):
    pass


class Mapping:
    pass


o = Mapping()
for kind in (When, datetime.date, datetime.time, datetime.timedelta, dict, list, set, int, str, bytes, bytearray):
    o.keys = functools.lru_cache(kind)
    try:
        print(kind.__name__, {}.update(o))
    except (TypeError, AttributeError) as e:
        print(kind.__name__, type(e).__name__, e)
