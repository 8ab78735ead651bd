"""Priority queues on lists: the smallest item is always the first."""
from itertools import islice as _islice
from _heapq import (heapify, heappop, heappush, heappushpop, heapreplace, _heapify_max, _heappop_max,
                    _heapreplace_max)

__all__ = ['heapify', 'heappush', 'heappop', 'heappushpop', 'heapreplace', 'merge', 'nlargest', 'nsmallest']

_ABSENT = object()


def merge(*iterables, key=None, reverse=False):
    """An iterator over the items of sorted inputs, in order; as many items are held as there are inputs."""
    # A row of the heap is an input: how its next item ranks, its place among the inputs (for items that rank
    # alike), the item, and how to get the one behind.
    rows, step = [], -1 if reverse else 1
    make, drop, put = (_heapify_max, _heappop_max, _heapreplace_max) if reverse else (heapify, heappop, heapreplace)
    for place, source in enumerate(map(iter, iterables)):
        for item in _islice(source, 1):
            rows.append([item if key is None else key(item), place * step, item, source])
    make(rows)
    while len(rows) > 1:
        row = rows[0]
        yield row[2]
        item = next(row[3], _ABSENT)
        if item is _ABSENT:
            drop(rows)
        else:
            row[0], row[2] = item if key is None else key(item), item
            put(rows, row)
    for _, _, item, source in rows:
        yield item
        yield from source


def _first(n, iterable, key, largest):
    """The first n items of sorted(iterable, key=key, reverse=largest), holding no more than n."""
    if n == 1:
        best = (max if largest else min)(iterable, default=_ABSENT, key=key)
        return [] if best is _ABSENT else [best]
    try:
        if len(iterable) <= n:
            return sorted(iterable, key=key, reverse=largest)
    except (AttributeError, TypeError):
        pass                    # its length is not known
    items, step = iter(iterable), -1 if largest else 1
    rows = [(item if key is None else key(item), place * step, item)
            for place, item in zip(range(n), items)]
    if not rows:
        return rows
    make, put = (heapify, heapreplace) if largest else (_heapify_max, _heapreplace_max)
    make(rows)                  # the one to give way on top
    limit = rows[0][0]
    for place, item in enumerate(items, n):
        rank = item if key is None else key(item)
        if limit < rank if largest else rank < limit:
            put(rows, (rank, place * step, item))
            limit = rows[0][0]
    rows.sort(reverse=largest)
    return [item for _, _, item in rows]


def nsmallest(n, iterable, key=None):
    """The n smallest items, from the smallest up."""
    return _first(n, iterable, key, False)


def nlargest(n, iterable, key=None):
    """The n largest items, from the largest down."""
    return _first(n, iterable, key, True)
