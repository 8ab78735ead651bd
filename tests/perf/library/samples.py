# random, bisect and statistics: a seeded simulation.
import bisect
import random
import statistics

numbers = random.Random(42)
walk = [0.0]
for _ in range(150000):
    walk.append(walk[-1] + numbers.random() - 0.5)
dice = [numbers.randint(1, 6) for _ in range(60000)]
picked = numbers.choices("abcdef", weights=range(1, 7), k=60000)
cards = list(range(20000))
numbers.shuffle(cards)
marks = sorted(numbers.gauss(70, 12) for _ in range(40000))
grades = [bisect.bisect((50, 60, 70, 80, 90), m) for m in marks]
spread = statistics.stdev(marks), statistics.median(marks), statistics.fmean(walk)
print(round(walk[-1], 6), sum(dice), picked.count("f"), cards[:3], sum(grades), [round(x, 6) for x in spread])
