"""Heaps in lists: merge, nlargest and nsmallest over the functions in C."""
from _heapq import (heappush, heappop, heapify, heapreplace, heappushpop, _heappop_max, _heapreplace_max,
                    _heapify_max)

__all__ = ['heappush', 'heappop', 'heapify', 'heapreplace', 'merge', 'nlargest', 'nsmallest', 'heappushpop']


def merge(*iterables, key=None, reverse=False):
    """The items of several sorted iterables in one sorted order, taken from each only when
    needed."""
    heap = []
    direction = -1 if reverse else 1
    heapify_ = _heapify_max if reverse else heapify
    pop_ = _heappop_max if reverse else heappop
    replace_ = _heapreplace_max if reverse else heapreplace
    for order, it in enumerate(map(iter, iterables)):
        try:
            value = next(it)
        except StopIteration:
            continue
        heap.append([value if key is None else key(value), order * direction, value, it])
    heapify_(heap)
    while len(heap) > 1:
        entry = heap[0]
        yield entry[2]
        try:
            value = next(entry[3])
        except StopIteration:
            pop_(heap)
            continue
        entry[0] = value if key is None else key(value)
        entry[2] = value
        replace_(heap, entry)
    if heap:
        yield heap[0][2]
        yield from heap[0][3]


def _without_heap(n, iterable, key, first, reverse):
    """The n first of one item or of all there are; None where it takes more to find them."""
    if n == 1:
        nothing = object()
        item = first(iterable, default=nothing, key=key)
        return [] if item is nothing else [item]
    try:
        all_of_them = n >= len(iterable)
    except (TypeError, AttributeError):
        all_of_them = False
    return sorted(iterable, key=key, reverse=reverse)[:n] if all_of_them else None


def _ranked(n, items, key, step):
    """The next n items as [(key, number, item)]."""
    return [(item if key is None else key(item), i * step, item) for i, item in zip(range(n), items)]


def nsmallest(n, iterable, key=None):
    """The n least items, sorted; key says what to compare by."""
    found = _without_heap(n, iterable, key, min, False)
    if found is not None:
        return found
    items = iter(iterable)
    heap = _ranked(n, items, key, 1)
    if heap:
        _heapify_max(heap)
        for number, item in enumerate(items, n):
            rank = item if key is None else key(item)
            if rank < heap[0][0]:
                _heapreplace_max(heap, (rank, number, item))
    return [item for _, _, item in sorted(heap, key=_rank)]


def nlargest(n, iterable, key=None):
    """The n greatest items, greatest first; key says what to compare by."""
    found = _without_heap(n, iterable, key, max, True)
    if found is not None:
        return found
    items = iter(iterable)
    heap = _ranked(n, items, key, -1)
    if heap:
        heapify(heap)
        for number, item in enumerate(items, n):
            rank = item if key is None else key(item)
            if heap[0][0] < rank:
                heapreplace(heap, (rank, -number, item))
    return [item for _, _, item in sorted(heap, key=_rank, reverse=True)]


def _rank(entry):
    return entry[:2]
