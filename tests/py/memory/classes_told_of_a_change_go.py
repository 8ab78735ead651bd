# A class whose base was changed can go: nothing that told it of the change holds on to it.
import gc


class Base:
    pass


for i in range(50):
    derived = [type(f"D{k}", (Base,), {}) for k in range(5)]
    Base.__len__ = lambda self: i
    assert [len(d()) for d in derived] == [i] * 5
    del derived[1:4]
    gc.collect()
    Base.__bool__ = lambda self: False
    assert not any(d() for d in derived)
    derived = None
    gc.collect()
print("done")
