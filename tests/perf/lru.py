# A least-recently-used cache on a linked list and a dict, one on OrderedDict, and lru_cache.
from collections import OrderedDict
from functools import lru_cache


class Node:
    __slots__ = ("key", "value", "before", "after")

    def __init__(self, key, value):
        self.key, self.value = key, value
        self.before = self.after = self


class Cache:
    def __init__(self, room):
        self.room, self.nodes, self.ring = room, {}, Node(None, None)
        self.hits = 0

    def unlink(self, node):
        node.before.after, node.after.before = node.after, node.before

    def front(self, node):
        node.before, node.after = self.ring, self.ring.after
        node.after.before = self.ring.after = node

    def get(self, key):
        node = self.nodes.get(key)
        if node is None:
            return None
        self.hits += 1
        self.unlink(node)
        self.front(node)
        return node.value

    def put(self, key, value):
        if len(self.nodes) >= self.room:
            last = self.ring.before
            self.unlink(last)
            del self.nodes[last.key]
        self.nodes[key] = node = Node(key, value)
        self.front(node)


@lru_cache(maxsize=256)
def digits(n):
    return sum(map(int, str(n)))


cache, ordered, seed, total = Cache(300), OrderedDict(), 1, 0
for i in range(350000):
    seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
    key = (seed >> 8) % 700
    if cache.get(key) is None:
        cache.put(key, i)
    if key in ordered:
        ordered.move_to_end(key)
    else:
        ordered[key] = i
        if len(ordered) > 300:
            ordered.popitem(last=False)
    total += digits(key)
print(cache.hits, len(ordered), next(iter(ordered)), total, digits.cache_info().hits)
