# Comparing ints and floats is exact, also where doubles have no room for every int.
import sys
from fractions import Fraction
cases = [0, 0.001, 0.99, 1.0, 1.5, 1e20, 1e200]
for t in 2.0**48, 2.0**50, 2.0**53:
    cases.extend([t - 1.0, t - 0.3, t, t + 0.3, t + 1.0, int(t-1), int(t), int(t+1)])
cases.extend([0, 1, 2, sys.maxsize, float(sys.maxsize)])
t = int(1e200)
cases.extend([0, 1, 2, 1 << 20000, t-1, t, t+1])
cases.extend([-x for x in cases])
n=0
for x in cases:
    for y in cases:
        fx,fy=Fraction(x),Fraction(y)
        r=(fx>fy)-(fx<fy); g=(x>y)-(x<y)
        if r!=g:
            n+=1
            if n<6: print(type(x),str(x)[:40],type(y),str(y)[:40],r,g, x>y, x<y, x==y, fx>fy, fx<fy)
print(n)
for edge in (2.0**62, 2.0**63, 2.0**64):
    for near in (edge, edge * 1.0001, edge * 1.01, edge * 0.999):
        for i in (int(edge) - 1, int(edge), int(edge) + 1, 2**48, 5):
            print(i < near, i <= near, i == near, -i < -near, near > i, end=" ")
        print()
