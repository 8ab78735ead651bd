# The enumerations of module calendar, which few programs look at.
from enum import IntEnum, global_enum

__name__ = 'calendar'


@global_enum
class Month(IntEnum):
    JANUARY, FEBRUARY, MARCH, APRIL, MAY, JUNE = range(1, 7)
    JULY, AUGUST, SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER = range(7, 13)


@global_enum
class Day(IntEnum):
    MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)
