# options: --timeout 3
# exit: 124
class Base:
    pass


subclasses = [type("Sub", (Base,), {}) for _ in range(8_000)]
print("built", flush=True)
while True:
    Base.__doc__ = "new"
    Base.plain = 1
