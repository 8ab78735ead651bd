# statistics: means, medians, deviations, quantiles, modes, regression.
import statistics as st

whole = [i * 37 % 1001 for i in range(1500)]
real = [i * 0.37 + i % 17 for i in range(1500)]
n = 0
for _ in range(15):
    n += st.mean(whole) + st.mean(real) + st.fmean(real) + st.median(whole) + st.median(real) + st.mode(whole)
    n += st.stdev(whole) + st.stdev(real) + st.pvariance(real) + sum(st.quantiles(real, n=10)) + len(st.multimode(whole))
    n += st.correlation(whole, real) + st.linear_regression(whole, real).slope + st.geometric_mean(real[1:])
for i in range(600):
    n += st.mean((i, 2, 3)) + st.stdev((i, 2.5, 4)) + st.median((3, 1, i))
print(round(n, 6))
