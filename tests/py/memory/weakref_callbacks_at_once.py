# Two hundred thousand objects die at once.
import gc
import weakref


class Node:
    pass


def watch(n):
    nodes = [Node() for _ in range(n)]
    died = []
    refs = [weakref.ref(node, died.append) for node in nodes]
    node = nodes = None
    return refs, died


# What died is seen by each who asks, hundreds of times.
seen = 0
for i in range(500):
    ref = weakref.ref(Node())
    seen += ref() is None
print(seen)

refs, died = watch(200_000)
gc.collect()
# A few may still stand on the stack of C.
print(len(died) >= len(refs) - 4, died[10] in refs[-15:-10])

# To ask in a loop costs little, however much there is.
alive = Node()
ref = weakref.ref(alive)
print(all(ref() is alive for _ in range(300_000)))
