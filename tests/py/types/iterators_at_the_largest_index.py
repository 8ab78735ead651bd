# Counts and positions of 62 bits and more in iterators and deques: none becomes negative.
from array import array
from collections import deque
from copy import copy
from itertools import islice

for step in 2**62 - 1, 2**62, 2**63 - 1:
    print(list(islice(range(10), 0, None, step)), list(islice('abc', 1, 2**63 - 1, step)))

for most in 2**62 - 1, 2**62, 2**63 - 1:
    print(deque("ab", most).__reduce__()[1], copy(deque("ab", most)).maxlen)

class Long:
    def __len__(self): return 2**62 - 1
    def __getitem__(self, i): return i
it = reversed(Long())
print(next(it), next(it), it.__length_hint__(), it.__reduce__()[2])
it = iter(Long())
it.__setstate__(2**62)
print(next(it), it.__reduce__()[2], it.__length_hint__())

for of in [1, 2, 3], (1, 2, 3), Long():
    it = iter(of)
    for state in 2**62, 2**63 - 1:
        it.__setstate__(state)
        try: print(next(it, 'end'))
        except OverflowError as e: print(e)
for state in 3, 2**62, 2**63 - 1, -1, -2**63:
    it = reversed([1, 2, 3])
    it.__setstate__(state)
    print(list(it))
    it = reversed(array('i', [1, 2, 3]))
    it.__setstate__(state)
    print(list(it))

d = deque([1, 2, 3])
for i in 2**62, 2**63, -2**64:
    try: d[i]
    except IndexError as e: print(e)
    try: d[i] = 1
    except IndexError as e: print(e)
