# A metaclass's mro() is given the class before that is complete: whatever it does with it, it gets errors
import sys

busy = False
seen = []


class Early(type):
    def mro(cls):
        global busy
        if busy:
            return super().mro()
        busy = True
        seen.append(cls)
        for f in (lambda: object.__new__(cls), lambda: cls(), lambda: type.__call__(cls), lambda: cls.__new__(cls),
                  lambda: type.__new__(type, "S", (cls,), {})(), lambda: cls.x, lambda: setattr(cls, "__len__", len),
                  lambda: setattr(cls, "__bases__", (int,)), lambda: dir(cls), lambda: cls.__mro__):
            try:
                o = f()
            except Exception:
                continue
            for g in repr, str, hash, bool, len, iter, callable, dir, lambda o: o == o, lambda o: setattr(o, "a", 1):
                try:
                    g(o)
                except Exception:
                    pass
        busy = False
        return super().mro()


class Plain(metaclass=Early):
    pass


class Items(list, metaclass=Early):
    pass


class Slots(metaclass=Early):
    __slots__ = ("a", "b")


print(len(seen), Items([1, 2]), type(Plain()).__name__, hasattr(Slots(), "a"))
