# deque, heapq, bisect: queues at both ends, windows, heaps, the largest and smallest, sorted insertion.
import bisect
import heapq
from collections import deque

q, n = deque(), 0
for i in range(60000):
    q.append(i)
    q.appendleft(-i)
    if len(q) > 100:
        n += q.pop() + q.popleft()
window = deque(maxlen=50)
for i in range(30000):
    window.append(i)
    n += window[0] + window[-1]
for i in range(150):
    d = deque(range(500))
    d.extend([1, 2, 3] * 100)
    d.rotate(7)
    d.extendleft('abc')
    n += len(d) + d.index(5) + d.count(2)
heap = []
for i in range(30000):
    heapq.heappush(heap, i * 7919 % 10007)
    if len(heap) > 500:
        n += heapq.heappop(heap)
values = [i * 7919 % 1003 for i in range(1000)]
for i in range(100):
    n += sum(heapq.nlargest(10, values)) + sum(heapq.nsmallest(10, values, key=lambda v: -v))
    h = values[:]
    heapq.heapify(h)
    n += heapq.heappushpop(h, i) + sum(1 for _ in heapq.merge(sorted(h), values[:3]))
    row = []
    for v in values[:200]:
        bisect.insort(row, v)
    n += bisect.bisect_left(row, 500) + bisect.bisect(row, 300, key=lambda v: v)
print(n)
