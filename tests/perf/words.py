# Strings and dictionaries: split, count, sort.
text = "the quick brown fox jumps over the lazy dog and runs away from the angry bear "
counts = {}
for i in range(150000):
    for word in (text + str(i % 50)).split():
        counts[word] = counts.get(word, 0) + 1
for word, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:10]:
    print(word.upper(), count)
print(len(", ".join(f"{w}={c:>6}" for w, c in counts.items())))
