# options: --max-operations 3000000
# exit: 5
# The same for what only ordered dicts do with their order.
from collections import OrderedDict
names = OrderedDict.fromkeys(range(200_000))
for i in range(1, 199_999):
    names.pop(i)
ends = OrderedDict.fromkeys(range(200_000))
for i in range(1, 200_000):
    ends.pop(i)
print("emptied", flush=True)
for i in range(1000):
    list(names), list(reversed(names)), next(reversed(ends)), names.move_to_end(0, last=False), ends.move_to_end(0)
    ends[1] = 1
    del ends[1]
print("a thousand times, for hardly an operation a removed item")
