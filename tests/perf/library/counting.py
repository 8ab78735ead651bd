# collections.Counter: counts taken, ranked, added, subtracted and combined.
from collections import Counter

words = [w + str(i % 60) for i, w in enumerate(('the quick brown fox jumps over the lazy dog and runs ' * 400).split())]
text = ' '.join(words)
n = 0
for _ in range(30):
    counts = Counter(words)
    letters = Counter(text[:2000])
    counts.update(words[:500])
    n += sum(c for _, c in counts.most_common(10)) + len(counts.most_common()) + letters.total()
first, second = Counter(words[:1500]), Counter(words[900:])
for _ in range(150):
    n += len(first + second) + len(first - second) + len(first & second) + len(first | second) + (first <= second)
    both = Counter(first)
    both.update(second)
    both.subtract(first)
    n += both == second
for i in range(8000):
    tally = Counter(a=1, b=i)
    tally['a'] += i
    n += tally['c'] + tally['a']
print(n, first.most_common(3), sum(1 for _ in second.elements()), repr(letters)[:60])
