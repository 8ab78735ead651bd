# deque and heapq: shortest paths on a grid, breadth first and by weight.
import heapq
from collections import deque

N = 300
seen, todo = {(0, 0): 0}, deque([(0, 0)])
while todo:
    x, y = todo.popleft()
    for p in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
        if 0 <= p[0] < N and 0 <= p[1] < N and p not in seen and (p[0] * p[1]) % 7 != 3:
            seen[p] = seen[x, y] + 1
            todo.append(p)
far, heap = {}, [(0, 0, 0)]
while heap:
    d, x, y = heapq.heappop(heap)
    if (x, y) in far:
        continue
    far[x, y] = d
    for p in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
        if 0 <= p[0] < N and 0 <= p[1] < N and p not in far:
            heapq.heappush(heap, (d + p[0] * p[1] % 11, *p))
print(len(seen), max(seen.values()), far[N - 1, N - 1], sum(far.values()))
