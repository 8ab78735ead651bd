# itertools and functools pipelines: chain, product, combinations, groupby, accumulate, islice, reduce, partial.
from functools import partial, reduce
from itertools import accumulate, chain, combinations, count, cycle, groupby, islice, permutations, product, takewhile, zip_longest
from operator import add, itemgetter, mul

total = sum(a * b - c for a, b, c in product(range(110), repeat=3))
total += sum(max(c) for c in combinations(range(28), 5)) + sum(p[0] for p in permutations(range(9)))
rows = sorted(((i * 31 % 97, i) for i in range(300000)), key=itemgetter(0))
total += sum(k * len(list(g)) for k, g in groupby(rows, key=itemgetter(0)))
total += sum(islice(accumulate(cycle([1, 2, 3])), 200000)) + reduce(mul, range(1, 20)) % 1009
total += len(list(chain.from_iterable([i] * (i % 5) for i in range(60000)))) + sum(takewhile(lambda x: x < 300000, count(0, 3)))
triple = partial(mul, 3)
total += sum(map(triple, filter(lambda v: v & 1, range(300000)))) + sum(map(add, range(200000), range(200000)))
print(total, sum(a is None for a, b in zip_longest(range(5), range(90000))), sum(reversed(range(300000))))
