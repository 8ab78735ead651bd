# Module statistics.
from statistics import *
from statistics import NormalDist
import statistics
from fractions import Fraction as F
def t(f, *a, **k):
    try:
        r = f(*a, **k)
        print(type(r).__name__, repr(r))
    except Exception as e:
        print(type(e).__name__, e)
ds = [[1], [1, 2], [1, 2, 3, 4], [0.1, 0.2, 0.3], [1.5, 2.5, 2.5, 2.75, 3.25, 4.75], [F(1, 3), F(2, 3), 5], [], [1e308, 1e308], [3, 1, 2, 3, 3, 2.5], [10**20, 1, -10**20], [True, 2], [0.1] * 7, list(range(1, 101)), [2, 4, 4, 4, 5, 5, 7, 9], [1, float('inf')], [-1, 2], [0, 5], ["a", "b"], [27.5, 30.25, 30.25, 34.5, 41.75], range(5)]
for d in ds:
    for name in "mean fmean geometric_mean harmonic_mean median median_low median_high median_grouped mode multimode variance pvariance stdev pstdev quantiles".split():
        print(name, end=' '); t(getattr(statistics, name), d)
    t(quantiles, d, n=10); t(quantiles, d, n=3, method='inclusive')
t(mode, "aabbb"); t(multimode, "aabb"); t(quantiles, [1, 2], n=0); t(quantiles, [1, 2], method="x"); t(mean, iter([1, 2])); t(variance, [1, 2, 3], 2); t(stdev, [1, 2, 3], xbar=2.0); t(fmean, [1, 2], [3, 4]); t(fmean, [1], [1, 2]); t(harmonic_mean, [40, 60], weights=[5, 30])
x = [1, 2, 3, 4, 5, 6, 7, 8, 9]; y = [1, 2, 3, 1, 2, 3, 1, 2, 3]; z = [9.5, 8, 7.25, 6, 5, 4, 3, 2, 1]
t(covariance, x, y); t(correlation, x, y); t(correlation, x, z); t(correlation, x, z, method='ranked'); t(linear_regression, x, z); t(linear_regression, x, y, proportional=True); t(correlation, [1, 1], [1, 2]); t(linear_regression, [1, 1], [2, 3]); t(covariance, [1], [1]); t(correlation, [1, 2], [1]); print(linear_regression(x, z).slope)
n = NormalDist(100, 15); print(n, n.mean, n.stdev, n.variance, n.pdf(110), n.cdf(110), n.inv_cdf(0.9), n.inv_cdf(0.001), n.inv_cdf(1e-20), n.inv_cdf(0.5), n.quantiles(), n.quantiles(10), n.overlap(NormalDist(110, 10)), n.zscore(130), n + 5, n - NormalDist(1, 2), n * 2, n / 3, -n, 5 - n, n == NormalDist(100, 15), hash(n) == hash(NormalDist(100, 15)), n.samples(3, seed=5), NormalDist.from_samples([1, 2, 3, 4.5])); t(NormalDist, 0, -1); t(n.inv_cdf, 0); t(n.inv_cdf, 1.5); t(NormalDist(0, 0).pdf, 1); t(n.overlap, 5)
for i in range(1, 100): print(NormalDist().inv_cdf(i / 100), NormalDist().cdf(i / 30), end=' ')
