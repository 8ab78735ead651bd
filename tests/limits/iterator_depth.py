# Iterators of iterators, a hundred thousand deep, end in a RecursionError.
for wrap in (enumerate, zip, lambda it: map(str, it), lambda it: filter(None, it)):
    it = iter([1])
    for _ in range(100000):
        it = wrap(it)
    try:
        print(next(it))
    except RecursionError as e:
        print(e)
