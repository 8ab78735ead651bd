# Exception groups whose split() and derive() return what is no exception.
def run(cls, again=False):
    try:
        try:
            raise cls("g", [ValueError(1), KeyError(2)])
        except* ValueError as e:
            if again: raise
            print("handled", type(e).__name__)
    except BaseException as e:
        print(type(e).__name__, e)
for parts in ((1, 2), (None, 5), ("a", None), (ValueError, None), (None, None)):
    class Splits(ExceptionGroup):
        def split(self, *a): return parts
    run(Splits)
    run(Splits, True)
class Derives(ExceptionGroup):
    def derive(self, leaves): return 5
run(Derives)
run(Derives, True)
class Late(ExceptionGroup):
    n = 0
    def derive(self, leaves):
        Late.n += 1
        return Late.n if Late.n > 2 else ExceptionGroup("d", leaves)
run(Late, True)
class Same(ExceptionGroup):
    def split(self, *a): return self, self
run(Same, True)
