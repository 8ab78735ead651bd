# options: --timeout 1
# exit: 124
# Objects that act as classes by their __bases__: a graph with many ways to each of them.
class Acting:
    def __init__(self, *bases):
        self.__bases__ = bases


top = Acting()
low = top
for _ in range(80):
    low = Acting(low, low)
print("built", flush=True)
issubclass(low, Acting())
