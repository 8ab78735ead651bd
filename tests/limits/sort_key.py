# options: --max-operations 3M
# exit: 5
def key(x):
    while True:
        pass


print("start", flush=True)
sorted([3, 1, 2], key=key)
