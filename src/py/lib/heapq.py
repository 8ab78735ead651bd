"""Heap queue algorithm (a.k.a. priority queue): merge, nlargest and nsmallest over the C functions."""
from _heapq import (heappush, heappop, heapify, heapreplace, heappushpop, _heappop_max, _heapreplace_max,
                    _heapify_max)

__all__ = ['heappush', 'heappop', 'heapify', 'heapreplace', 'merge', 'nlargest', 'nsmallest', 'heappushpop']


def merge(*iterables, key=None, reverse=False):
    '''Merge multiple sorted inputs into a single sorted output.

    Similar to sorted(itertools.chain(*iterables)) but returns a generator,
    does not pull the data into memory all at once, and assumes that each of
    the input streams is already sorted (smallest to largest).
    '''
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


def nsmallest(n, iterable, key=None):
    '''Find the n smallest elements in a dataset.

    Equivalent to:  sorted(iterable, key=key)[:n]
    '''
    if n == 1:
        missing = object()
        result = min(iterable, default=missing, key=key)
        return [] if result is missing else [result]
    try:
        size = len(iterable)
    except (TypeError, AttributeError):
        pass
    else:
        if n >= size:
            return sorted(iterable, key=key)[:n]
    it = iter(iterable)
    heap = [(x if key is None else key(x), i, x) for i, x in zip(range(n), it)]
    if not heap:
        return []
    _heapify_max(heap)
    top, order = heap[0][0], n
    for x in it:
        k = x if key is None else key(x)
        if k < top:
            _heapreplace_max(heap, (k, order, x))
            top = heap[0][0]
            order += 1
    heap.sort(key=_rank)
    return [x for _, _, x in heap]


def nlargest(n, iterable, key=None):
    '''Find the n largest elements in a dataset.

    Equivalent to:  sorted(iterable, key=key, reverse=True)[:n]
    '''
    if n == 1:
        missing = object()
        result = max(iterable, default=missing, key=key)
        return [] if result is missing else [result]
    try:
        size = len(iterable)
    except (TypeError, AttributeError):
        pass
    else:
        if n >= size:
            return sorted(iterable, key=key, reverse=True)[:n]
    it = iter(iterable)
    heap = [(x if key is None else key(x), -i, x) for i, x in zip(range(n), it)]
    if not heap:
        return []
    heapify(heap)
    top, order = heap[0][0], -n
    for x in it:
        k = x if key is None else key(x)
        if top < k:
            heapreplace(heap, (k, order, x))
            top = heap[0][0]
            order -= 1
    heap.sort(key=_rank, reverse=True)
    return [x for _, _, x in heap]


def _rank(entry):
    return entry[:2]
