# options: --timeout 1
# exit: 124
# A tuple of classes that is small, and has more ways through it than can be gone.
classes = (int,)
for _ in range(80):
    classes = (classes, classes, classes)
print("built", flush=True)
isinstance([], classes)
