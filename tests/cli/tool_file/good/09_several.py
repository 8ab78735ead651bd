from dataclasses import dataclass, asdict
from datetime import date, timedelta
from functools import lru_cache, wraps

from smolagents import tool

HOLIDAYS = {date(2024, 12, 25)}


@dataclass
class Span:
    first: date
    last: date


def workdays(span):
    days = [span.first + timedelta(days=i) for i in range((span.last - span.first).days + 1)]
    return [day for day in days if day.weekday() < 5 and day not in HOLIDAYS]


@tool(effects="pure")
def count_workdays(first: str, last: str) -> int:
    """Counts the workdays from one date to another.

    Args:
        first: the first one, as YYYY-MM-DD
        last: the last one
    """
    return len(workdays(Span(date.fromisoformat(first), date.fromisoformat(last))))


def logged(function):
    @wraps(function)
    def inner(*args, **kwargs):
        print("called with", args, kwargs)
        return function(*args, **kwargs)
    return inner


@tool
@lru_cache
def weekday(day: str) -> int:
    """Tells the day of the week of a date.

    Args:
        day: the date
    """
    return date.fromisoformat(day).weekday()


@tool
@logged
def twice(first: str, last: str) -> int:
    """Counts them, and doubles that.

    Args:
        first: the first one, as YYYY-MM-DD
        last: the last one
    """
    return 2 * count_workdays(first, last)
# call: count_workdays("2024-12-23", "2024-12-29") -> 4
# call: twice("2024-12-23", last="2024-12-29") -> 8
# call: twice("soon", "later") raises ValueError
# call: weekday("2024-12-23") -> 0
