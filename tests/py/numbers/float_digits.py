# repr of small floats whose shortest form has 15 digits, and the digits of %e, %f and repr: exact
# integers for ordinary sizes, printf for others, with ties, powers of two and neighbours of 10**n.
import random
import zlib

print(-0.000985443457588664, -7.46122601833689e-05, 0.000123456789012345, 9.5e-05, 1e22, 5e-324)
print("%.0f %.0f %.0f %.1f %.2f" % (0.5, 1.5, 2.5, 0.25, 1.005), f"{1e15:.3f} {2.0**53:.1f} {123456789.5:.0f}")
print("%.3e %.0e %.17e %.22f %.23f" % (9.9996, 9.5, 0.1, 0.1, 0.1), f"{-1e-5:.8f} {1e-30:.20f} {-0.0:.2f} {1e-7:e}")
print(2.0**-1 + 2.0**-53, 2.0**10, 2.0**-20, 2.0**40 / 3, 9007199254740993.0, 0.1 + 0.2, 1 / 3, 1e16 / 3)
random.seed(4)
crc = 0
for i in range(6000):
    x = random.choice((random.uniform(0, 1), random.uniform(-1e6, 1e6), random.randrange(10**6) / 8,
                       2.0 ** random.randrange(-30, 60) * random.choice((1, 3, 1 + 2**-52, 1 - 2**-53)),
                       10.0 ** random.randrange(-7, 18) * random.choice((1, 0.5, 9.995, 1 + 2**-52, 1.5))))
    p = random.randrange(20)
    text = "%r %.*f %.*e %.2f %e" % (x, p, x, p, x, x, x) + f"{x:.3f} {x:.1e} {x:.16e} {x:.0f} {x:.4g} {x:E}"
    crc = zlib.crc32(text.encode(), crc)
print(crc)
