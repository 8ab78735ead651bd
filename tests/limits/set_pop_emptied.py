# options: --timeout 1
# exit: 124
numbers = set(range(400_000))
while len(numbers) > 3:
    numbers.pop()
print("emptied", flush=True)
while True:
    numbers.pop()
    numbers.add(5)
