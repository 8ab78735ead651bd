# options: --max-operations 30000000
# exit: 5
# Walks over tables that were large pay for what they pass, also for what was removed.
numbers = set(range(400_000))
names = dict.fromkeys(range(400_000))
for i in range(5, 399_995):
    numbers.discard(i)
    del names[i]
walks = [
    lambda: sum(numbers), lambda: numbers.copy(), lambda: numbers & numbers, lambda: numbers ^ {1}, lambda: numbers <= numbers,
    lambda: hash(frozenset(numbers)), lambda: sum(names), lambda: list(reversed(names)), lambda: names.copy(),
    lambda: sorted(names.items(), key=str), lambda: {**names}, lambda: repr(names), lambda: names == dict(names),
]
print("emptied", flush=True)
rounds = 0
while rounds < 1000:
    for walk in walks:
        walk()
    rounds += 1
print("a thousand times, for less than three operations a round and removed element")
