# Counter, defaultdict, namedtuple, ChainMap.
from collections import ChainMap, Counter, defaultdict, namedtuple

Row = namedtuple("Row", "name group value")
letters = "the quick brown fox jumps over the lazy dog " * 36000
counts = Counter(letters)
pairs = Counter(zip(letters[:360000], letters[1:360001]))
words = Counter(letters.split())
print(counts.most_common(3), pairs.most_common(2), words["fox"], (counts - Counter("the" * 999)).total())
rows = [Row("n%d" % i, i % 50, i * 3) for i in range(300000)]
groups = defaultdict(list)
for row in rows:
    groups[row.group].append(row.value)
sums = defaultdict(int)
for name, group, value in rows:
    sums[group] += value
settings = ChainMap({"a": 1}, {"b": 2, "a": 3})
print(sum(map(sum, groups.values())), sum(sums.values()), rows[7]._replace(value=0), settings["b"] + settings["a"])
