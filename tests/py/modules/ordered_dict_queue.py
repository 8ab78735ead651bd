# An OrderedDict as a queue: taking from either end costs the same however much was taken before.
from collections import OrderedDict

items = OrderedDict((i, str(i)) for i in range(60000))
first = [items.popitem(last=False) for _ in range(25000)]
last = [items.popitem() for _ in range(25000)]
print(first[:2], last[-1], len(items), next(iter(items)), next(reversed(items)))
items[5] = "new"
items.move_to_end(25001)
items.move_to_end(25003, last=False)
print(list(items)[:3], list(items)[-3:])
while items:
    end = items.popitem(last=len(items) % 2 == 0)
print(end)
items["again"] = 1
print(items, items.popitem(), items)
try:
    items.popitem(last=False)
except KeyError as err:
    print(err)
