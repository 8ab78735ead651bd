# statistics and fractions over middling lists.
import statistics
from fractions import Fraction

data = [(i * 7919 % 1000) / 7.0 for i in range(60000)]
print("%.9f %.9f %.9f" % (statistics.mean(data), statistics.median(data), statistics.stdev(data)))
print(statistics.mode([i * i % 17 for i in range(5000)]), statistics.quantiles(range(2000), n=4), "%.6f" % statistics.fmean(data))
total = Fraction(0)
for i in range(1, 1200):
    total += Fraction(1, i)
small = sum(Fraction(i % 7, i % 5 + 1) for i in range(60000))
print(total.numerator % 10**9, small, "%.6f" % statistics.correlation(data, [x * 2 + i % 9 for i, x in enumerate(data)]))
