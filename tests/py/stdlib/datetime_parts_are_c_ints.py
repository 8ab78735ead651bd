# The parts of dates and times are what a C int holds, by __index__ of the type alone.
import datetime as d


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


class Odd(int):
    def __index__(self):
        return 7


class Plain:
    pass


plain = Plain()
plain.__index__ = lambda: 3
makers = [
    lambda v: d.time(v),
    lambda v: d.time(1, v),
    lambda v: d.time(1, 1, fold=v),
    lambda v: d.date(2000, v, 1),
    lambda v: d.date(2000, 1, v),
    lambda v: d.date(2000, 1, 1).replace(day=v),
    lambda v: d.datetime(2000, 1, 1, v),
    lambda v: d.datetime(2000, v, 1),
    lambda v: d.date.fromisocalendar(2020, v, 1),
]
values = [True, 5, Odd(5), Index(5), Index(1 << 31), Index(-1 << 40), 1 << 64, -1 << 64, 1.5, 'a', None, Index('x'), plain]
for v in values:
    print(type(v).__name__)
    for make in makers:
        try:
            print('   ', make(v))
        except (TypeError, ValueError, OverflowError) as e:
            print('   ', type(e).__name__, e)
for short in [(), (2000,), (2000, 1)]:
    for cls in d.date, d.datetime:
        try:
            cls(*short)
        except TypeError as e:
            print(e)
