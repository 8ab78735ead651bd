# options: --max-operations 60000000
# A set that was large is a worklist of few elements: what pop() costs does not depend on how large it was.
import random

numbers = set(range(400_000))
left = 400_000
while left > 3:
    numbers.pop()
    left -= 1
for i in range(200_000):  # one slot, behind which everything is empty
    numbers.add(5)
    numbers.pop()
print(sorted(numbers))

# Elements of any block, some taken away again without pop(): the order is that of a search slot by slot.
random.seed(7)
large = set(range(100_000))
while len(large) > 40:
    large.pop()
mixed = 0
for step in range(3000):
    large.update(random.sample(range(1 << 18), random.choice([0, 1, 2, 5])))
    if large and random.random() < 0.2:
        large.discard(random.choice(sorted(large)))
    if large:
        mixed = (mixed * 31 + large.pop()) % (2**61 - 1)
print(len(large), mixed)
