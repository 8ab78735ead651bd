from __future__ import annotations
# future_annotations: language features, evaluation order and error texts as CPython 3.12 has them
def f(a: list[int], b: 'str', c: dict[str, int] | None = None, *d: (1, 2), e: lambda x, *y, z=1: x + 1, **k: x if y else z) -> a.b.c(1, k=2)[1:2, ::3]: pass
for v in f.__annotations__.values(): print(v)
class C:
    x: -1 ** 2 + (3 - 4) * 5 // ~6
    y: ([i for i in x if i], {1: 2, **z}, {1})
    z: (not a) and b or c < d <= e is not f
    w: f'{x!r:>10}'
    q: (a, )
    t: a if b else (c if d else e)
    s: (lambda: 0)()
    l: (x[a, b], x[(a,)], x[...], x[()])
for v in C.__annotations__.values(): print(v)
