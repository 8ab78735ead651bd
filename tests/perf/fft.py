# Fast Fourier transform with complex numbers, recursive and in place.
import cmath


def fft(a, sign=1):
    n = len(a)
    if n == 1:
        return a
    even, odd = fft(a[::2], sign), fft(a[1::2], sign)
    turn = cmath.exp(sign * 2j * cmath.pi / n)
    w, low, high = 1 + 0j, [], []
    for x, y in zip(even, odd):
        t = w * y
        low.append(x + t)
        high.append(x - t)
        w *= turn
    return low + high


n = 1 << 14
signal = [complex(i * 37 % 101, 0) for i in range(n)]
for _ in range(6):
    spectrum = fft(signal)
    back = [z.real / n for z in fft(spectrum, -1)]
print(max(abs(z - b) < 1e-6 for z, b in zip(signal, back)), "%.4f" % abs(spectrum[3]), round(sum(back)))
